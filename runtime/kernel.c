/* Launches of functions by handle. */
#include <stdlib.h>
#include <string.h>

#include "runtime/state.h"

struct call {
    struct launch launch;
    struct stream *stream;
};

static aclError prepare(void *function, uint32_t blocks, aclrtStream stream,
                        const aclrtLaunchKernelCfg *config, struct call *call)
{
    struct function *found = NULL;
    aclError code = find_function(function, &found);
    if (code == ACL_SUCCESS)
        code = find_stream(stream, &call->stream);
    call->launch = (struct launch){.function = found, .blocks = blocks};
    if (code == ACL_SUCCESS && blocks == 0)
        code = fail(ACL_ERROR_RT_PARAM_INVALID, "0 blocks");
    return code == ACL_SUCCESS ? launch_attributes(config, &call->launch) : code;
}

/* --- arguments on the device ------------------------------------------------------------------ */

static aclError launch_device_arguments(aclrtFuncHandle function, uint32_t blocks,
                                        const void *arguments, size_t size,
                                        const aclrtLaunchKernelCfg *config, aclrtStream stream)
{
    struct call call;
    belay_error err;
    if (arguments == NULL)
        return fail_null("the argument block");
    aclError code = prepare(function, blocks, stream, config, &call);
    if (code != ACL_SUCCESS)
        return code;
    if (!is_device_memory(arguments))
        return fail(ACL_ERROR_RT_PARAM_INVALID,
                    "the argument block %p is no device memory; for host memory there is "
                    "aclrtLaunchKernelWithHostArgs",
                    arguments);
    uint8_t *block = malloc(size + 1);
    if (block == NULL)
        return fail(ACL_ERROR_RT_MEMORY_ALLOCATION, "out of host memory");
    if (belay_gm_read(state.session.chip, (uint64_t)(uintptr_t)arguments, block, size, &err) ==
        BELAY_OK)
        code = launch_block(&call.launch, block, size, call.stream);
    else
        code = fail_library(&err);
    free(block);
    return code;
}

aclError aclrtLaunchKernel(aclrtFuncHandle function, uint32_t blocks, const void *arguments,
                           size_t size, aclrtStream stream)
{
    HOLD_RUNTIME();
    return launch_device_arguments(function, blocks, arguments, size, NULL, stream);
}

aclError aclrtLaunchKernelV2(aclrtFuncHandle function, uint32_t blocks, const void *arguments,
                             size_t size, aclrtLaunchKernelCfg *config, aclrtStream stream)
{
    HOLD_RUNTIME();
    return launch_device_arguments(function, blocks, arguments, size, config, stream);
}

/* --- arguments on the host -------------------------------------------------------------------- */

/* The block with its placeholders pointing into a copy of it on the device; the copy must be freed.
 */
static aclError place(const aclrtPlaceHolderInfo *holder, size_t count, uint8_t *block, size_t size,
                      uint64_t *copy)
{
    belay_error err;
    for (size_t i = 0; i < count; i++)
        if (holder[i].addrOffset + sizeof *copy > size || holder[i].dataOffset > size)
            return fail(ACL_ERROR_RT_PARAM_INVALID,
                        "placeholder %zu: pointer at %u, data at %u, in a block of %zu bytes", i,
                        (unsigned)holder[i].addrOffset, (unsigned)holder[i].dataOffset, size);
    belay_status status = belay_gm_alloc(state.session.chip, size, copy, &err);
    if (status != BELAY_OK)
        return fail(ACL_ERROR_RT_MEMORY_ALLOCATION, "%s", err.message);
    for (size_t i = 0; i < count; i++) {
        uint64_t address = *copy + holder[i].dataOffset;
        memcpy(block + holder[i].addrOffset, &address, sizeof address);
    }
    status = belay_gm_write(state.session.chip, *copy, block, size, &err);
    return status == BELAY_OK ? ACL_SUCCESS : fail_library(&err);
}

static aclError launch_with_placeholders(const struct call *call, const void *arguments,
                                         size_t size, const aclrtPlaceHolderInfo *holder,
                                         size_t count)
{
    uint64_t copy = 0;
    uint8_t *block = malloc(size + 1);
    if (block == NULL)
        return fail(ACL_ERROR_RT_MEMORY_ALLOCATION, "out of host memory");
    memcpy(block, arguments, size);
    aclError code = place(holder, count, block, size, &copy);
    if (code == ACL_SUCCESS)
        code = launch_block(&call->launch, block, size, call->stream);
    if (copy != 0)
        belay_gm_free(state.session.chip, copy, NULL);
    free(block);
    return code;
}

aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle function, uint32_t blocks,
                                       aclrtStream stream, aclrtLaunchKernelCfg *config,
                                       void *arguments, size_t size,
                                       aclrtPlaceHolderInfo *placeholders, size_t placeholder_count)
{
    HOLD_RUNTIME();
    struct call call;
    if (arguments == NULL)
        return fail_null("the argument block");
    aclError code = prepare(function, blocks, stream, config, &call);
    if (code != ACL_SUCCESS)
        return code;
    if (placeholder_count > 0 && placeholders == NULL)
        return fail_null("the list of placeholders");
    if (placeholder_count > 0)
        return launch_with_placeholders(&call, arguments, size, placeholders, placeholder_count);
    return launch_block(&call.launch, arguments, size, call.stream);
}

aclError aclrtLaunchKernelWithArgsArray(void *function, uint32_t blocks, aclrtStream stream,
                                        aclrtLaunchKernelCfg *config, void **arguments)
{
    HOLD_RUNTIME();
    struct call call;
    struct function *found = NULL;
    if (function == NULL)
        return fail_null("function");
    aclError code = find_stub(function, &found);
    if (code == ACL_SUCCESS)
        code = prepare(found != NULL ? found : function, blocks, stream, config, &call);
    return code == ACL_SUCCESS ? launch_array(&call.launch, arguments, call.stream) : code;
}
