/* Device programs and the functions in them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/elf_size.h"
#include "runtime/state.h"

/* --- the list
 * -----------------------------------------------------------------------------------------------
 */

struct binary *binary_add(void)
{
    struct binary *binary = calloc(1, sizeof *binary);
    if (binary == NULL)
        return NULL;
    binary->next = state.binaries;
    state.binaries = binary;
    return binary;
}

void binary_remove(struct binary *binary)
{
    struct binary **link = &state.binaries;
    while (*link != NULL && *link != binary)
        link = &(*link)->next;
    if (*link == NULL)
        return;
    *link = binary->next;
    arguments_free(binary);
    belay_program_free(binary->program);
    free(binary->function);
    free(binary);
}

static struct binary *find_binary(const void *handle)
{
    struct binary *binary = state.binaries;
    while (binary != NULL && binary != handle)
        binary = binary->next;
    return binary;
}

/* --- loading
 * ------------------------------------------------------------------------------------------------
 */

static belay_status load(struct binary *binary, const void *data, size_t size, belay_error *err)
{
    belay_status status = belay_program_load(data, size, &binary->program, err);
    if (status != BELAY_OK)
        return status;
    binary->count = belay_program_kernel_count(binary->program);
    binary->function = calloc(binary->count + 1, sizeof *binary->function);
    if (binary->function == NULL) {
        memset(err, 0, sizeof *err);
        snprintf(err->message, sizeof err->message, "out of host memory");
        return err->status = BELAY_INTERNAL;
    }
    for (size_t i = 0; i < binary->count; i++)
        binary->function[i] = (struct function){binary, i};
    return BELAY_OK;
}

aclError binary_load(struct binary *binary)
{
    if (binary->program != NULL)
        return ACL_SUCCESS;
    if (binary->error == ACL_SUCCESS) {
        size_t size = elf_size(binary->data);
        if (load(binary, binary->data, size, &binary->detail) == BELAY_OK)
            return ACL_SUCCESS;
        belay_program_free(binary->program);
        binary->program = NULL;
        binary->error = fail_library(&binary->detail);
    }
    return fail(binary->error, "the device program in this program: %s", binary->detail.message);
}

static aclError check_options(const aclrtBinaryLoadOptions *options)
{
    if (options == NULL)
        return ACL_SUCCESS;
    if (options->numOpt > 0 && options->options == NULL)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "%zu options without a list", options->numOpt);
    for (size_t i = 0; i < options->numOpt; i++) {
        const aclrtBinaryLoadOption *option = &options->options[i];
        if (option->type == ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE)
            return fail_unsupported(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "AI CPU kernels");
        if (option->type == ACL_RT_BINARY_LOAD_OPT_MAGIC &&
            option->value.magic != ACL_RT_BINARY_MAGIC_ELF_AICORE &&
            option->value.magic != ACL_RT_BINARY_MAGIC_ELF_VECTOR_CORE &&
            option->value.magic != ACL_RT_BINARY_MAGIC_ELF_CUBE_CORE)
            return fail(ACL_ERROR_RT_PARAM_INVALID, "magic number 0x%x is unknown",
                        (unsigned)option->value.magic);
    }
    return ACL_SUCCESS;
}

static aclError load_new(const void *data, size_t size, aclrtBinHandle *out)
{
    belay_error err;
    struct binary *binary = binary_add();
    if (binary == NULL)
        return fail(ACL_ERROR_RT_MEMORY_ALLOCATION, "out of host memory");
    if (load(binary, data, size, &err) != BELAY_OK) {
        binary_remove(binary);
        return fail_library(&err);
    }
    *out = binary;
    return ACL_SUCCESS;
}

aclError aclrtBinaryLoadFromData(const void *data, size_t size,
                                 const aclrtBinaryLoadOptions *options, aclrtBinHandle *binary)
{
    HOLD_RUNTIME();
    if (data == NULL || binary == NULL)
        return fail_null(data == NULL ? "data" : "binary");
    aclError code = check_options(options);
    return code == ACL_SUCCESS ? load_new(data, size, binary) : code;
}

static void *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *data = NULL;
    long length = -1;
    if (file != NULL && fseek(file, 0, SEEK_END) == 0)
        length = ftell(file);
    if (length >= 0 && fseek(file, 0, SEEK_SET) == 0)
        data = malloc((size_t)length + 1);
    *size = data == NULL ? 0 : fread(data, 1, (size_t)length, file);
    if (file != NULL)
        fclose(file);
    return data;
}

aclError aclrtBinaryLoadFromFile(const char *path, aclrtBinaryLoadOptions *options,
                                 aclrtBinHandle *binary)
{
    HOLD_RUNTIME();
    size_t size;
    if (path == NULL || binary == NULL)
        return fail_null(path == NULL ? "path" : "binary");
    aclError code = check_options(options);
    if (code != ACL_SUCCESS)
        return code;
    void *data = read_file(path, &size);
    if (data == NULL)
        return fail(ACL_ERROR_RT_FILE_OPEN, "cannot read '%s': %s", path, strerror(errno));
    code = load_new(data, size, binary);
    free(data);
    return code;
}

aclError aclrtBinaryUnLoad(aclrtBinHandle handle)
{
    HOLD_RUNTIME();
    if (handle == NULL)
        return fail_null("binary");
    struct binary *binary = find_binary(handle);
    if (binary == NULL || binary->data != NULL)
        return fail(ACL_ERROR_RT_INVALID_HANDLE, "%p is no loaded binary", handle);
    binary_remove(binary);
    return ACL_SUCCESS;
}

/* --- functions -------------------------------------------------------------------------------- */

aclError find_function(const void *handle, struct function **out)
{
    if (handle == NULL)
        return fail_null("function");
    for (struct binary *binary = state.binaries; binary != NULL; binary = binary->next)
        for (size_t i = 0; i < binary->count; i++)
            if (&binary->function[i] == handle) {
                *out = &binary->function[i];
                return ACL_SUCCESS;
            }
    return fail(ACL_ERROR_RT_INVALID_HANDLE, "%p is no function", handle);
}

aclError find_kernel(struct binary *binary, const char *name, struct function **out)
{
    belay_error err;
    size_t kernel;
    aclError code = binary_load(binary);
    if (code != ACL_SUCCESS)
        return code;
    if (belay_program_find(binary->program, name, &kernel, &err) != BELAY_OK)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "%s", err.message);
    *out = &binary->function[kernel];
    return ACL_SUCCESS;
}

aclError aclrtBinaryGetFunction(const aclrtBinHandle handle, const char *name, aclrtFuncHandle *out)
{
    HOLD_RUNTIME();
    struct function *function = NULL;
    if (handle == NULL || name == NULL || out == NULL)
        return fail_null(handle == NULL ? "binary" : name == NULL ? "name" : "function");
    struct binary *binary = find_binary(handle);
    if (binary == NULL)
        return fail(ACL_ERROR_RT_INVALID_HANDLE, "%p is no loaded binary", handle);
    aclError code = find_kernel(binary, name, &function);
    if (code == ACL_SUCCESS)
        *out = function;
    return code;
}

aclError aclrtGetFuncBySymbol(const void *symbol, aclrtFuncHandle *out)
{
    HOLD_RUNTIME();
    struct function *function = NULL;
    if (symbol == NULL || out == NULL)
        return fail_null(symbol == NULL ? "symbol" : "function");
    aclError code = find_stub(symbol, &function);
    if (code != ACL_SUCCESS)
        return code;
    if (function == NULL)
        return fail(ACL_ERROR_RT_INVALID_DEVICE_FUNCTION, "%p is no kernel of this program",
                    symbol);
    *out = function;
    return ACL_SUCCESS;
}

static aclError describe(const void *handle, struct function **function, belay_kernel *kernel)
{
    aclError code = find_function(handle, function);
    if (code == ACL_SUCCESS)
        belay_program_kernel((*function)->binary->program, (*function)->kernel, kernel);
    return code;
}

aclError aclrtGetFunctionName(aclrtFuncHandle handle, uint32_t most, char *name)
{
    HOLD_RUNTIME();
    struct function *function = NULL;
    belay_kernel kernel;
    if (name == NULL || most == 0)
        return fail_null("name");
    aclError code = describe(handle, &function, &kernel);
    if (code != ACL_SUCCESS)
        return code;
    if (strlen(kernel.symbol) >= most)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "the name needs %zu bytes, not %u",
                    strlen(kernel.symbol) + 1, (unsigned)most);
    strcpy(name, kernel.symbol);
    return ACL_SUCCESS;
}

aclError aclrtGetFunctionAttribute(aclrtFuncHandle handle, aclrtFuncAttribute attribute,
                                   int64_t *value)
{
    HOLD_RUNTIME();
    struct function *function = NULL;
    belay_kernel kernel;
    static const struct {
        const char *type;
        aclrtKernelType kind;
        int64_t ratio; /* hicann/runtime FunctionGetAttribute: AIV in the low half, AIC above */
    } row[] = {{"aiv", ACL_KERNEL_TYPE_VECTOR, 1},
               {"aic", ACL_KERNEL_TYPE_CUBE, 1 << 16},
               {"mix 1:1", ACL_KERNEL_TYPE_MIX, 1 << 16 | 1},
               {"mix 1:2", ACL_KERNEL_TYPE_MIX, 1 << 16 | 2}};
    if (value == NULL)
        return fail_null("value");
    aclError code = describe(handle, &function, &kernel);
    if (code != ACL_SUCCESS)
        return code;
    size_t i = 0;
    while (i < sizeof row / sizeof *row - 1 && strcmp(row[i].type, kernel.type) != 0)
        i++;
    switch (attribute) {
    case ACL_FUNC_ATTR_KERNEL_TYPE:
        *value = row[i].kind;
        return ACL_SUCCESS;
    case ACL_FUNC_ATTR_KERNEL_RATIO:
        *value = row[i].ratio;
        return ACL_SUCCESS;
    case ACL_FUNC_ATTR_KERNEL_SCHED_MODE:
        *value = 0;
        return ACL_SUCCESS;
    default:
        return fail(ACL_ERROR_RT_PARAM_INVALID, "attribute %d is unknown", (int)attribute);
    }
}

aclError aclrtFunctionGetBinary(const aclrtFuncHandle handle, aclrtBinHandle *binary)
{
    HOLD_RUNTIME();
    struct function *function = NULL;
    if (binary == NULL)
        return fail_null("binary");
    aclError code = find_function(handle, &function);
    if (code == ACL_SUCCESS)
        *binary = function->binary;
    return code;
}

aclError aclrtFunctionGetParamCount(const void *handle, size_t *count)
{
    HOLD_RUNTIME();
    struct function *function = NULL;
    belay_kernel kernel;
    if (count == NULL)
        return fail_null("count");
    aclError code = describe(handle, &function, &kernel);
    if (code == ACL_SUCCESS)
        *count = kernel.param_count;
    return code;
}

aclError aclrtFunctionGetParamInfo(const void *handle, size_t index, size_t *offset, size_t *size)
{
    HOLD_RUNTIME();
    struct function *function = NULL;
    belay_kernel kernel;
    belay_param param;
    if (offset == NULL && size == NULL)
        return fail_null("offset and size");
    aclError code = describe(handle, &function, &kernel);
    if (code != ACL_SUCCESS)
        return code;
    if (!belay_program_param(function->binary->program, function->kernel, index, &param))
        return fail(ACL_ERROR_RT_PARAM_INVALID, "kernel %s has %zu parameters", kernel.name,
                    kernel.param_count);
    if (offset != NULL)
        *offset = param.offset;
    if (size != NULL)
        *size = param.size;
    return ACL_SUCCESS;
}
