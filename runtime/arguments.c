/* aclrtKernelArgs*: an argument block put together value by value. */
#include <stdlib.h>
#include <string.h>

#include "runtime/state.h"

struct parameter {
    uint32_t offset, size;
    bool placeholder;
    void *buffer; /* of a placeholder, on the host */
    size_t buffer_size;
};

struct arguments {
    struct arguments *next;
    struct function *function;
    bool finalized;
    size_t count, room; /* parameters so far, and of the kernel */
    uint8_t *block;
    uint32_t size;
    struct parameter parameter[];
};

static struct arguments *list;

static void free_one(struct arguments *arguments)
{
    for (size_t i = 0; i < arguments->count; i++)
        free(arguments->parameter[i].buffer);
    free(arguments->block);
    free(arguments);
}

void arguments_free(const struct binary *binary)
{
    for (struct arguments **link = &list; *link != NULL;) {
        struct arguments *arguments = *link;
        if (arguments->function->binary != binary) {
            link = &arguments->next;
            continue;
        }
        *link = arguments->next;
        free_one(arguments);
    }
}

static aclError find_arguments(const void *handle, struct arguments **arguments)
{
    if (handle == NULL)
        return fail_null("arguments");
    for (*arguments = list; *arguments != NULL; *arguments = (*arguments)->next)
        if (*arguments == handle)
            return ACL_SUCCESS;
    return fail(ACL_ERROR_RT_INVALID_HANDLE, "%p is no handle of arguments", handle);
}

static aclError find_parameter(struct arguments *arguments, const void *handle,
                               struct parameter **parameter)
{
    if (handle == NULL)
        return fail_null("parameter");
    for (size_t i = 0; i < arguments->count; i++)
        if (&arguments->parameter[i] == handle) {
            *parameter = &arguments->parameter[i];
            return ACL_SUCCESS;
        }
    return fail(ACL_ERROR_RT_INVALID_HANDLE, "%p is no parameter of these arguments", handle);
}

aclError aclrtKernelArgsInit(aclrtFuncHandle handle, aclrtArgsHandle *out)
{
    HOLD_RUNTIME();
    struct function *function = NULL;
    belay_kernel kernel;
    if (out == NULL)
        return fail_null("arguments");
    aclError code = find_function(handle, &function);
    if (code != ACL_SUCCESS)
        return code;
    belay_program_kernel(function->binary->program, function->kernel, &kernel);
    struct arguments *arguments =
        calloc(1, sizeof *arguments + kernel.param_count * sizeof *arguments->parameter);
    uint8_t *block = calloc(1, kernel.args_size + 1);
    if (arguments == NULL || block == NULL) {
        free(arguments);
        free(block);
        return fail(ACL_ERROR_RT_MEMORY_ALLOCATION, "out of host memory");
    }
    arguments->function = function;
    arguments->room = kernel.param_count;
    arguments->block = block;
    arguments->size = kernel.args_size;
    arguments->next = list;
    list = arguments;
    *out = arguments;
    return ACL_SUCCESS;
}

/* The next parameter of the kernel, which must have this size. */
static aclError append(struct arguments *arguments, size_t size, struct parameter **out)
{
    belay_param param;
    belay_kernel kernel;
    const struct function *function = arguments->function;
    belay_program_kernel(function->binary->program, function->kernel, &kernel);
    if (arguments->finalized)
        return fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "the arguments are finalized");
    if (!belay_program_param(function->binary->program, function->kernel, arguments->count, &param))
        return fail(ACL_ERROR_RT_PARAM_INVALID, "kernel %s has only %zu parameters", kernel.name,
                    kernel.param_count);
    if (size != param.size)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "parameter %s of kernel %s has %u bytes, not %zu",
                    param.name, kernel.name, param.size, size);
    *out = &arguments->parameter[arguments->count++];
    **out = (struct parameter){.offset = param.offset, .size = param.size};
    return ACL_SUCCESS;
}

aclError aclrtKernelArgsAppend(aclrtArgsHandle handle, void *value, size_t size,
                               aclrtParamHandle *out)
{
    HOLD_RUNTIME();
    struct arguments *arguments = NULL;
    struct parameter *parameter = NULL;
    if (value == NULL || out == NULL)
        return fail_null(value == NULL ? "value" : "parameter");
    aclError code = find_arguments(handle, &arguments);
    if (code == ACL_SUCCESS)
        code = append(arguments, size, &parameter);
    if (code != ACL_SUCCESS)
        return code;
    memcpy(arguments->block + parameter->offset, value, size);
    *out = parameter;
    return ACL_SUCCESS;
}

aclError aclrtKernelArgsAppendPlaceHolder(aclrtArgsHandle handle, aclrtParamHandle *out)
{
    HOLD_RUNTIME();
    struct arguments *arguments = NULL;
    struct parameter *parameter = NULL;
    if (out == NULL)
        return fail_null("parameter");
    aclError code = find_arguments(handle, &arguments);
    if (code == ACL_SUCCESS)
        code = append(arguments, sizeof(uint64_t), &parameter);
    if (code != ACL_SUCCESS)
        return code;
    parameter->placeholder = true;
    *out = parameter;
    return ACL_SUCCESS;
}

aclError aclrtKernelArgsGetPlaceHolderBuffer(aclrtArgsHandle handle, aclrtParamHandle which,
                                             size_t size, void **buffer)
{
    HOLD_RUNTIME();
    struct arguments *arguments = NULL;
    struct parameter *parameter = NULL;
    if (buffer == NULL)
        return fail_null("buffer");
    if (size == 0)
        return fail(ACL_ERROR_INVALID_PARAM, "0 bytes");
    aclError code = find_arguments(handle, &arguments);
    if (code == ACL_SUCCESS)
        code = find_parameter(arguments, which, &parameter);
    if (code != ACL_SUCCESS)
        return code;
    if (!parameter->placeholder || parameter->buffer != NULL)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "the parameter is no placeholder without a buffer");
    parameter->buffer = calloc(1, size);
    if (parameter->buffer == NULL)
        return fail(ACL_ERROR_RT_MEMORY_ALLOCATION, "out of host memory");
    parameter->buffer_size = size;
    *buffer = parameter->buffer;
    return ACL_SUCCESS;
}

aclError aclrtKernelArgsParaUpdate(aclrtArgsHandle handle, aclrtParamHandle which, void *value,
                                   size_t size)
{
    HOLD_RUNTIME();
    struct arguments *arguments = NULL;
    struct parameter *parameter = NULL;
    if (value == NULL)
        return fail_null("value");
    aclError code = find_arguments(handle, &arguments);
    if (code == ACL_SUCCESS)
        code = find_parameter(arguments, which, &parameter);
    if (code != ACL_SUCCESS)
        return code;
    if (parameter->placeholder || size != parameter->size)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "the parameter is %s of %u bytes, not %zu",
                    parameter->placeholder ? "a placeholder" : "a value", parameter->size, size);
    memcpy(arguments->block + parameter->offset, value, size);
    arguments->finalized = false;
    return ACL_SUCCESS;
}

aclError aclrtKernelArgsFinalize(aclrtArgsHandle handle)
{
    HOLD_RUNTIME();
    struct arguments *arguments = NULL;
    aclError code = find_arguments(handle, &arguments);
    if (code != ACL_SUCCESS)
        return code;
    if (arguments->count != arguments->room)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "%zu of %zu arguments are given", arguments->count,
                    arguments->room);
    arguments->finalized = true;
    return ACL_SUCCESS;
}

/* --- launch
 * -------------------------------------------------------------------------------------------------
 */

/* Device memory for the buffers of the placeholders; free it also after an error. */
static aclError place_buffers(struct arguments *arguments)
{
    belay_chip *chip = state.session.chip;
    belay_error err;
    for (size_t i = 0; i < arguments->count; i++) {
        struct parameter *parameter = &arguments->parameter[i];
        uint64_t address = 0;
        if (!parameter->placeholder)
            continue;
        if (parameter->buffer == NULL)
            return fail(ACL_ERROR_RT_PARAM_INVALID, "placeholder %zu has no buffer", i);
        belay_status status = belay_gm_alloc(chip, parameter->buffer_size, &address, &err);
        if (status == BELAY_OK)
            status = belay_gm_write(chip, address, parameter->buffer, parameter->buffer_size, &err);
        if (status != BELAY_OK)
            return fail(ACL_ERROR_RT_MEMORY_ALLOCATION, "%s", err.message);
        memcpy(arguments->block + parameter->offset, &address, sizeof address);
    }
    return ACL_SUCCESS;
}

static void free_buffers(struct arguments *arguments)
{
    for (size_t i = 0; i < arguments->count; i++) {
        const struct parameter *parameter = &arguments->parameter[i];
        uint64_t address;
        if (!parameter->placeholder)
            continue;
        memcpy(&address, arguments->block + parameter->offset, sizeof address);
        if (address != 0)
            belay_gm_free(state.session.chip, address, NULL);
        memset(arguments->block + parameter->offset, 0, sizeof address);
    }
}

aclError aclrtLaunchKernelWithConfig(aclrtFuncHandle function, uint32_t blocks,
                                     aclrtStream stream_handle, aclrtLaunchKernelCfg *config,
                                     aclrtArgsHandle handle, void *reserved)
{
    HOLD_RUNTIME();
    struct launch launch = {.blocks = blocks};
    struct arguments *arguments = NULL;
    struct stream *stream = NULL;
    if (reserved != NULL || blocks == 0)
        return fail(ACL_ERROR_INVALID_PARAM, blocks == 0 ? "0 blocks" : "reserved is not NULL");
    aclError code = find_arguments(handle, &arguments);
    if (code == ACL_SUCCESS)
        code = find_stream(stream_handle, &stream);
    if (code == ACL_SUCCESS)
        code = launch_attributes(config, &launch);
    if (code != ACL_SUCCESS)
        return code;
    if (arguments->function != function || !arguments->finalized)
        return fail(ACL_ERROR_RT_PARAM_INVALID, arguments->finalized
                                                    ? "the arguments are those of another function"
                                                    : "the arguments are not finalized");
    launch.function = arguments->function;
    code = place_buffers(arguments);
    if (code == ACL_SUCCESS)
        code = launch_block(&launch, arguments->block, arguments->size, stream);
    free_buffers(arguments);
    return code;
}
