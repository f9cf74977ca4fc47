/* Device and host memory. The emulator keeps the bytes; here is what the host program holds of it.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/state.h"

/* aclrtMalloc in hicann/runtime src/acl/aclrt_impl/memory.cpp: to whole blocks of 32 bytes, and one
 * more. */
enum { BLOCK = 32, PADDING = 32, HOST_ALIGNMENT = 64 };

struct range {
    uint64_t address, size;
};

/* By address: the emulator never gives one twice, and only higher ones. */
static struct range *device_range;
static size_t device_count, device_room;
static struct range *host_range;
static size_t host_count, host_room;

static bool grow(struct range **list, size_t count, size_t *room)
{
    if (count < *room)
        return true;
    size_t more = *room == 0 ? 64 : 2 * *room;
    struct range *bigger = realloc(*list, more * sizeof *bigger);
    if (bigger == NULL)
        return false;
    *list = bigger;
    *room = more;
    return true;
}

/* --- device ----------------------------------------------------------------------------------- */

/* Index of the allocation that holds the address, else device_count. */
static size_t find_device(uint64_t address)
{
    size_t low = 0, high = device_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (device_range[middle].address + device_range[middle].size <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < device_count && address >= device_range[low].address ? low : device_count;
}

bool is_device_memory(const void *pointer)
{
    return find_device((uint64_t)(uintptr_t)pointer) < device_count;
}

static aclError out_of_memory(size_t size)
{
    uint64_t used, capacity;
    belay_gm_usage(state.session.chip, &used, &capacity);
    return fail(ACL_ERROR_RT_MEMORY_ALLOCATION,
                "%zu bytes: %" PRIu64 " of the %" PRIu64 " bytes of HBM are free", size,
                capacity - used, capacity);
}

aclError memory_allocate(void **device, size_t size, size_t padding)
{
    belay_error err;
    uint64_t address;
    if (device == NULL)
        return fail_null("the place for the pointer");
    if (size == 0 || size > SIZE_MAX - 2 * BLOCK - padding)
        return fail(ACL_ERROR_INVALID_PARAM, "%zu bytes cannot be allocated", size);
    aclError code = need_context(NULL);
    if (code != ACL_SUCCESS)
        return code;
    if (!grow(&device_range, device_count, &device_room))
        return fail(ACL_ERROR_RT_MEMORY_ALLOCATION, "out of host memory");
    size = (size + BLOCK - 1) / BLOCK * BLOCK + padding;
    belay_status status = belay_gm_alloc(state.session.chip, size, &address, &err);
    if (status == BELAY_BAD_INPUT)
        return out_of_memory(size);
    if (status != BELAY_OK)
        return fail(ACL_ERROR_RT_MEMORY_ALLOCATION, "%s", err.message);
    device_range[device_count++] = (struct range){address, size};
    *device = (void *)(uintptr_t)address;
    return ACL_SUCCESS;
}

void memory_free_all(void)
{
    for (size_t i = 0; i < device_count; i++)
        belay_gm_free(state.session.chip, device_range[i].address, NULL);
    device_count = 0;
}

aclError aclrtMalloc(void **device, size_t size, aclrtMemMallocPolicy policy)
{
    HOLD_RUNTIME();
    bool large = policy == ACL_MEM_MALLOC_HUGE1G_ONLY || policy == ACL_MEM_MALLOC_HUGE1G_ONLY_P2P;
    return memory_allocate(device, size, large ? 0 : PADDING);
}

aclError aclrtMallocCached(void **device, size_t size, aclrtMemMallocPolicy policy)
{
    HOLD_RUNTIME();
    return aclrtMalloc(device, size, policy);
}

aclError aclrtMallocAlign32(void **device, size_t size, aclrtMemMallocPolicy policy)
{
    HOLD_RUNTIME();
    (void)policy;
    return memory_allocate(device, size, 0);
}

static aclError check_config(const aclrtMallocConfig *config)
{
    if (config != NULL && config->numAttrs != 0 && config->attrs == NULL)
        return fail(ACL_ERROR_INVALID_PARAM, "%zu attributes without a list", config->numAttrs);
    for (size_t i = 0; config != NULL && i < config->numAttrs; i++)
        if (config->attrs[i].attr == ACL_RT_MEM_ATTR_DEVICE_ID &&
            config->attrs[i].value.deviceId != 0)
            return check_device(config->attrs[i].value.deviceId);
    return ACL_SUCCESS;
}

aclError aclrtMallocWithCfg(void **device, size_t size, aclrtMemMallocPolicy policy,
                            aclrtMallocConfig *config)
{
    HOLD_RUNTIME();
    (void)policy;
    aclError code = check_config(config);
    return code == ACL_SUCCESS ? memory_allocate(device, size, 0) : code;
}

aclError aclrtFree(void *device)
{
    HOLD_RUNTIME();
    belay_error err;
    if (device == NULL)
        return fail_null("the pointer");
    aclError code = need_context(NULL);
    if (code != ACL_SUCCESS)
        return code;
    if (belay_gm_free(state.session.chip, (uint64_t)(uintptr_t)device, &err) != BELAY_OK)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "%s", err.message);
    size_t i = find_device((uint64_t)(uintptr_t)device);
    if (i < device_count) {
        memmove(&device_range[i], &device_range[i + 1],
                (device_count - i - 1) * sizeof *device_range);
        device_count--;
    }
    return ACL_SUCCESS;
}

/* --- host
 * -----------------------------------------------------------------------------------------------
 */

static size_t find_host(const void *pointer)
{
    uint64_t address = (uint64_t)(uintptr_t)pointer;
    size_t i = 0;
    while (i < host_count && address - host_range[i].address >= host_range[i].size)
        i++;
    return i;
}

bool is_host_memory(const void *pointer, size_t size)
{
    size_t i = find_host(pointer);
    if (i == host_count)
        return false;
    uint64_t offset = (uint64_t)(uintptr_t)pointer - host_range[i].address;
    return size <= host_range[i].size - offset;
}

static aclError allocate_host(void **host, uint64_t size)
{
    if (host == NULL)
        return fail_null("the place for the pointer");
    if (size == 0 || size > SIZE_MAX - HOST_ALIGNMENT)
        return fail(ACL_ERROR_INVALID_PARAM, "%" PRIu64 " bytes cannot be allocated", size);
    aclError code = need_context(NULL);
    if (code != ACL_SUCCESS)
        return code;
    void *memory = NULL;
    if (grow(&host_range, host_count, &host_room))
        memory = aligned_alloc(HOST_ALIGNMENT,
                               (size + HOST_ALIGNMENT - 1) / HOST_ALIGNMENT * HOST_ALIGNMENT);
    if (memory == NULL)
        return fail(ACL_ERROR_RT_MEMORY_ALLOCATION, "the host has no %" PRIu64 " bytes", size);
    host_range[host_count++] = (struct range){(uint64_t)(uintptr_t)memory, size};
    *host = memory;
    return ACL_SUCCESS;
}

aclError aclrtMallocHost(void **host, size_t size)
{
    HOLD_RUNTIME();
    return allocate_host(host, size);
}

aclError aclrtMallocHostWithCfg(void **host, uint64_t size, aclrtMallocConfig *config)
{
    HOLD_RUNTIME();
    aclError code = check_config(config);
    return code == ACL_SUCCESS ? allocate_host(host, size) : code;
}

/* Allowed after the device is reset: the memory is the host's. */
aclError aclrtFreeHost(void *host)
{
    HOLD_RUNTIME();
    if (host == NULL)
        return fail_null("the pointer");
    size_t i = find_host(host);
    if (i == host_count || host_range[i].address != (uint64_t)(uintptr_t)host)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "%p is not from aclrtMallocHost, or freed already",
                    host);
    free(host);
    host_range[i] = host_range[--host_count];
    return ACL_SUCCESS;
}

/* --- usage ------------------------------------------------------------------------------------ */

aclError aclrtGetMemInfo(aclrtMemAttr attribute, size_t *free_size, size_t *total)
{
    HOLD_RUNTIME();
    uint64_t used, capacity;
    if (free_size == NULL || total == NULL)
        return fail_null(free_size == NULL ? "free" : "total");
    aclError code = need_context(NULL);
    if (code != ACL_SUCCESS)
        return code;
    if (attribute != ACL_HBM_MEM && attribute != ACL_HBM_MEM_HUGE &&
        attribute != ACL_HBM_MEM_NORMAL)
        return fail_unsupported(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                                "memory of attribute %d: the device has HBM only", (int)attribute);
    belay_gm_usage(state.session.chip, &used, &capacity);
    *free_size = capacity - used;
    *total = capacity;
    return ACL_SUCCESS;
}

aclError aclrtGetHardwareSyncAddr(void **address)
{
    HOLD_RUNTIME();
    if (address == NULL)
        return fail_null("address");
    aclError code = ACL_SUCCESS;
    if (state.sync_address == 0) {
        void *memory;
        code = memory_allocate(&memory, HARDWARE_SYNC_SIZE, 0);
        if (code == ACL_SUCCESS)
            state.sync_address = (uint64_t)(uintptr_t)memory;
    } else {
        code = need_context(NULL);
    }
    if (code == ACL_SUCCESS)
        *address = (void *)(uintptr_t)state.sync_address;
    return code;
}
