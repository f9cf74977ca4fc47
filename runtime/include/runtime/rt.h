/* The layer below ACL, as far as host programs call it: names and signatures of hicann/runtime
 * pkg_inc/runtime (rt_external_*.h, runtime/{config,dev,mem,rt_ffts,stream}.h). Errors and
 * semantics are those of the ACL function of the same name. */
#ifndef BELAY_RUNTIME_RT_H
#define BELAY_RUNTIME_RT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t rtError_t;
typedef char char_t;
typedef void *rtStream_t;
typedef uint32_t rtMemType_t;

static const int32_t RT_ERROR_NONE = 0;
#define RT_STREAM_PRIORITY_DEFAULT (0U)
#define RT_MEMORY_DEFAULT          (0x0U)
#define RT_MEMORY_HBM              (0x2U)

typedef enum tagRtMemcpyKind {
    RT_MEMCPY_HOST_TO_HOST = 0,
    RT_MEMCPY_HOST_TO_DEVICE,
    RT_MEMCPY_DEVICE_TO_HOST,
    RT_MEMCPY_DEVICE_TO_DEVICE,
    RT_MEMCPY_MANAGED,
    RT_MEMCPY_ADDR_DEVICE_TO_DEVICE,
    RT_MEMCPY_HOST_TO_DEVICE_EX,
    RT_MEMCPY_DEVICE_TO_HOST_EX,
    RT_MEMCPY_DEFAULT,
    RT_MEMCPY_RESERVED
} rtMemcpyKind_t;

rtError_t rtSetDevice(int32_t device);
rtError_t rtGetDevice(int32_t *device);
rtError_t rtGetDeviceCount(int32_t *count);
rtError_t rtDeviceReset(int32_t device);
rtError_t rtDeviceSynchronize(void);
/* "Ascend950PR_9579", cut to most - 1 characters. */
rtError_t rtGetSocVersion(char_t *name, const uint32_t most);
rtError_t rtGetAiCoreCount(uint32_t *count);
/* Device memory for FFTS cross-core flags, as aclrtGetHardwareSyncAddr, and its bytes. */
rtError_t rtGetC2cCtrlAddr(uint64_t *address, uint32_t *size);

rtError_t rtStreamCreate(rtStream_t *stream, int32_t priority);
rtError_t rtStreamDestroy(rtStream_t stream);
rtError_t rtStreamSynchronize(rtStream_t stream);

/* Rounds the size up to a multiple of 32; type and module have no effect. */
rtError_t rtMalloc(void **device, uint64_t size, rtMemType_t type, const uint16_t module);
rtError_t rtFree(void *device);
rtError_t rtMallocHost(void **host, uint64_t size, const uint16_t module);
rtError_t rtFreeHost(void *host);
/* The four plain kinds and RT_MEMCPY_DEFAULT; others: ACL_ERROR_RT_FEATURE_NOT_SUPPORT. */
rtError_t rtMemcpy(void *to, uint64_t most, const void *from, uint64_t count, rtMemcpyKind_t kind);
rtError_t rtMemset(void *memory, uint64_t most, uint32_t value, uint64_t count);

#ifdef __cplusplus
}
#endif
#endif
