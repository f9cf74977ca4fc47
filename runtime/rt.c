/* The layer below ACL: the same functions under their older names. */
#include "runtime/include/runtime/rt.h"

#include <stdio.h>

#include "runtime/state.h"

rtError_t rtSetDevice(int32_t device)
{
    HOLD_RUNTIME();
    return aclrtSetDevice(device);
}

rtError_t rtGetDevice(int32_t *device)
{
    HOLD_RUNTIME();
    return aclrtGetDevice(device);
}

rtError_t rtGetDeviceCount(int32_t *count)
{
    HOLD_RUNTIME();
    if (count == NULL)
        return fail_null("count");
    *count = 1;
    return RT_ERROR_NONE;
}

rtError_t rtDeviceReset(int32_t device)
{
    HOLD_RUNTIME();
    return aclrtResetDevice(device);
}

rtError_t rtDeviceSynchronize(void)
{
    HOLD_RUNTIME();
    return aclrtSynchronizeDevice();
}

rtError_t rtGetSocVersion(char_t *name, const uint32_t most)
{
    HOLD_RUNTIME();
    if (name == NULL || most == 0)
        return fail_null("name");
    aclError code = need_chip();
    if (code == ACL_SUCCESS)
        snprintf(name, most, "%s", belay_chip_name(state.session.chip));
    return code;
}

rtError_t rtGetAiCoreCount(uint32_t *count)
{
    HOLD_RUNTIME();
    int64_t value;
    if (count == NULL)
        return fail_null("count");
    aclError code = aclrtGetDeviceInfo(0, ACL_DEV_ATTR_AICORE_CORE_NUM, &value);
    if (code == ACL_SUCCESS)
        *count = (uint32_t)value;
    return code;
}

rtError_t rtGetC2cCtrlAddr(uint64_t *address, uint32_t *size)
{
    HOLD_RUNTIME();
    void *memory;
    if (address == NULL || size == NULL)
        return fail_null(address == NULL ? "address" : "size");
    aclError code = aclrtGetHardwareSyncAddr(&memory);
    if (code == ACL_SUCCESS) {
        *address = (uint64_t)(uintptr_t)memory;
        *size = HARDWARE_SYNC_SIZE;
    }
    return code;
}

rtError_t rtStreamCreate(rtStream_t *stream, int32_t priority)
{
    HOLD_RUNTIME();
    return aclrtCreateStreamWithConfig(stream, (uint32_t)priority, 0);
}

rtError_t rtStreamDestroy(rtStream_t stream)
{
    HOLD_RUNTIME();
    return aclrtDestroyStream(stream);
}

rtError_t rtStreamSynchronize(rtStream_t stream)
{
    HOLD_RUNTIME();
    return aclrtSynchronizeStream(stream);
}

rtError_t rtMalloc(void **device, uint64_t size, rtMemType_t type, const uint16_t module)
{
    HOLD_RUNTIME();
    (void)type, (void)module;
    return memory_allocate(device, size, 0);
}

rtError_t rtFree(void *device)
{
    HOLD_RUNTIME();
    return aclrtFree(device);
}

rtError_t rtMallocHost(void **host, uint64_t size, const uint16_t module)
{
    HOLD_RUNTIME();
    (void)module;
    return aclrtMallocHost(host, size);
}

rtError_t rtFreeHost(void *host)
{
    HOLD_RUNTIME();
    return aclrtFreeHost(host);
}

rtError_t rtMemcpy(void *to, uint64_t most, const void *from, uint64_t count, rtMemcpyKind_t kind)
{
    HOLD_RUNTIME();
    if (kind == RT_MEMCPY_DEFAULT)
        return aclrtMemcpy(to, most, from, count, ACL_MEMCPY_DEFAULT);
    if ((unsigned)kind >= RT_MEMCPY_RESERVED)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "kind %d is unknown", (int)kind);
    if (kind > RT_MEMCPY_DEVICE_TO_DEVICE)
        return fail_unsupported(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "kind %d", (int)kind);
    return aclrtMemcpy(to, most, from, count, (aclrtMemcpyKind)kind);
}

rtError_t rtMemset(void *memory, uint64_t most, uint32_t value, uint64_t count)
{
    HOLD_RUNTIME();
    return aclrtMemset(memory, most, (int32_t)value, count);
}
