/* The ACL runtime interface: devices, memory, streams, events and kernel launches. Names, numbers
 * and signatures are those of hicann/runtime include/external/acl/acl_rt.h; usable from C and C++.
 *
 * Every aclError is 0 (ACL_SUCCESS) or a number of acl_base.h (100000 and more: this interface) or
 * of error_codes/rt_error_codes.h (107000 and more: the runtime); aclGetRecentErrMsg says it in
 * words. A NULL where a pointer is needed gives ACL_ERROR_INVALID_PARAM; a stream, event, context,
 * binary or function that does not exist ACL_ERROR_RT_INVALID_HANDLE; a call that needs a device
 * before aclrtSetDevice ACL_ERROR_RT_CONTEXT_NULL. Sizes are in bytes. NULL as a stream is the
 * default one. */
#ifndef BELAY_ACL_RT_H
#define BELAY_ACL_RT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acl_rt_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- the interface ---------------------------------------------------------------------------- */

/* The configuration file is not read. ACL_ERROR_REPEAT_INITIALIZE: already done. */
aclError aclInit(const char *config_path);
/* ACL_ERROR_REPEAT_FINALIZE: already done. */
aclError aclFinalize(void);
/* Undoes one aclInit; the count that is left in *count, which may be NULL. */
aclError aclFinalizeReference(uint64_t *count);
aclError aclrtGetVersion(int32_t *major, int32_t *minor, int32_t *patch);

/* What went wrong in this thread since the last call; NULL when nothing did. Valid until the next
 * call. */
const char *aclGetRecentErrMsg(void);
/* The last error of the runtime (107000 and more) in this thread; Get forgets it. */
aclError aclrtPeekAtLastError(aclrtLastErrLevel level);
aclError aclrtGetLastError(aclrtLastErrLevel level);

/* --- devices and contexts --------------------------------------------------------------------- */

/* There is one device, 0: ACL_ERROR_RT_INVALID_DEVICEID for others. A device is used until it is
 * reset as often as it was set and its contexts are destroyed; then its memory, streams, events and
 * errors are gone. ACL_ERROR_RT_DEV_SETUP_ERROR: the chip cannot be opened. */
aclError aclrtSetDevice(int32_t device);
/* ACL_ERROR_RT_CONTEXT_RELEASE_ERROR: not set. Force: as if reset often enough. */
aclError aclrtResetDevice(int32_t device);
aclError aclrtResetDeviceForce(int32_t device);
aclError aclrtGetDevice(int32_t *device);
aclError aclrtGetDeviceCount(uint32_t *count);
aclError aclrtQueryDeviceStatus(int32_t device, aclrtDeviceStatus *status);
aclError aclrtGetRunMode(aclrtRunMode *mode);

/* A context becomes the calling thread's. Streams belong to one. */
aclError aclrtCreateContext(aclrtContext *context, int32_t device);
aclError aclrtDestroyContext(aclrtContext context);
aclError aclrtSetCurrentContext(aclrtContext context);
aclError aclrtGetCurrentContext(aclrtContext *context);
aclError aclrtCtxGetCurrentDefaultStream(aclrtStream *stream);

/* A number of the chip. ACL_ERROR_RT_PARAM_INVALID: unknown device or attribute;
 * ACL_ERROR_RT_FEATURE_NOT_SUPPORT: the chip's file does not say. */
aclError aclrtGetDeviceInfo(uint32_t device, aclrtDevAttr attribute, int64_t *value);
/* ACL_DEV_FEATURE_NOT_SUPPORT for both features. */
aclError aclrtGetDeviceCapability(int32_t device, aclrtDevFeatureType feature, int32_t *value);
/* Bytes of HBM; other memory: ACL_ERROR_RT_FEATURE_NOT_SUPPORT. */
aclError aclrtGetMemInfo(aclrtMemAttr attribute, size_t *free, size_t *total);

/* User, logical and physical numbers of the device are the same. */
aclError aclrtGetLogicDevIdByUserDevId(const int32_t user, int32_t *const logical);
aclError aclrtGetUserDevIdByLogicDevId(const int32_t logical, int32_t *const user);
aclError aclrtGetLogicDevIdByPhyDevId(const int32_t physical, int32_t *const logical);
aclError aclrtGetPhyDevIdByLogicDevId(const int32_t logical, int32_t *const physical);
aclError aclrtGetUserDevIdByPhyDevId(const int32_t physical, int32_t *const user);
aclError aclrtGetPhyDevIdByUserDevId(const int32_t user, int32_t *const physical);

/* Device memory of one page for cross-core flags by FFTS; the 950 family does not use it. */
aclError aclrtGetHardwareSyncAddr(void **address);

/* --- memory ----------------------------------------------------------------------------------- */

/* Device memory; a device pointer is no host pointer. Malloc rounds the size up to a multiple of 32
 * and adds 32, the others only round: a block of 32 bytes at the end may be moved whole. The policy
 * has no effect. ACL_ERROR_INVALID_PARAM: size 0 or too large; ACL_ERROR_RT_MEMORY_ALLOCATION: the
 * HBM is full. */
aclError aclrtMalloc(void **device, size_t size, aclrtMemMallocPolicy policy);
aclError aclrtMallocAlign32(void **device, size_t size, aclrtMemMallocPolicy policy);
aclError aclrtMallocCached(void **device, size_t size, aclrtMemMallocPolicy policy);
aclError aclrtMallocWithCfg(void **device, size_t size, aclrtMemMallocPolicy policy,
                            aclrtMallocConfig *config);
/* ACL_ERROR_RT_PARAM_INVALID: not from aclrtMalloc, or freed already. */
aclError aclrtFree(void *device);
/* Host memory. */
aclError aclrtMallocHost(void **host, size_t size);
aclError aclrtMallocHostWithCfg(void **host, uint64_t size, aclrtMallocConfig *config);
aclError aclrtFreeHost(void *host);

/* Copies and fills. ACL_ERROR_RT_PARAM_INVALID: count above the maximum, a kind that does not fit
 * the pointers, bytes outside of one allocation. The asynchronous ones are done when they return;
 * from host to host they give ACL_ERROR_RT_FEATURE_NOT_SUPPORT as on a card. */
aclError aclrtMemcpy(void *to, size_t most, const void *from, size_t count, aclrtMemcpyKind kind);
aclError aclrtMemcpyAsync(void *to, size_t most, const void *from, size_t count,
                          aclrtMemcpyKind kind, aclrtStream stream);
aclError aclrtMemcpy2d(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                       size_t height, aclrtMemcpyKind kind);
aclError aclrtMemcpy2dAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                            size_t width, size_t height, aclrtMemcpyKind kind, aclrtStream stream);
aclError aclrtMemset(void *memory, size_t most, int32_t value, size_t count);
aclError aclrtMemsetAsync(void *memory, size_t most, int32_t value, size_t count,
                          aclrtStream stream);
/* There is no host cache to flush: only the arguments are checked. */
aclError aclrtMemFlush(void *device, size_t size);
aclError aclrtMemInvalidate(void *device, size_t size);

/* --- streams
 * ------------------------------------------------------------------------------------------------
 */

/* A launch has ended when the launching call returns. Its error stays with the stream until the
 * device is reset: every synchronisation returns it. Priorities have no effect. */
aclError aclrtCreateStream(aclrtStream *stream);
aclError aclrtCreateStreamWithConfig(aclrtStream *stream, uint32_t priority, uint32_t flag);
aclError aclrtDestroyStream(aclrtStream stream);
aclError aclrtDestroyStreamForce(aclrtStream stream);
aclError aclrtSynchronizeStream(aclrtStream stream);
/* Timeouts are in milliseconds, -1 for none; others below 0: ACL_ERROR_RT_PARAM_INVALID. */
aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout);
aclError aclrtSynchronizeDevice(void);
aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout);
aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus *status);
aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t *priority);
aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t *flags);
aclError aclrtStreamGetId(aclrtStream stream, int32_t *id);
/* ACL_STOP_ON_FAILURE: after an error no further launch of the stream runs. */
aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode);
/* Calls the function at once. */
aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc function, void *argument);

/* --- events
 * ---------------------------------------------------------------------------------------------------
 */

/* Time is that of the emulated chip: the ticks of all launches so far. Events of CreateEvent or
 * with ACL_EVENT_TIME_LINE have it; others give ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID. Not recorded:
 * ACL_ERROR_RT_INTERNAL_ERROR, as on a card. */
aclError aclrtCreateEvent(aclrtEvent *event);
aclError aclrtCreateEventWithFlag(aclrtEvent *event, uint32_t flag);
aclError aclrtCreateEventExWithFlag(aclrtEvent *event, uint32_t flag);
aclError aclrtDestroyEvent(aclrtEvent event);
aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream);
aclError aclrtRecordEventWithFlag(aclrtEvent event, aclrtStream stream, uint32_t flag);
aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream);
aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus *status);
aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus *status);
aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus *status);
aclError aclrtSynchronizeEvent(aclrtEvent event);
aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout);
aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event);
aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event, int32_t timeout);
/* Milliseconds from start to end; negative when end was recorded first. */
aclError aclrtEventElapsedTime(float *milliseconds, aclrtEvent start, aclrtEvent end);
/* Microseconds. */
aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t *microseconds);

/* A launch that takes longer than this ends with ACL_ERROR_RT_AICORE_TIMEOUT or
 * ACL_ERROR_RT_VECTOR_CORE_TIMEOUT; 0: no limit. Seconds, milliseconds, microseconds. */
aclError aclrtSetOpExecuteTimeOut(uint32_t seconds);
aclError aclrtSetOpExecuteTimeOutWithMs(uint32_t milliseconds);
aclError aclrtSetOpExecuteTimeOutV2(uint64_t microseconds, uint64_t *actual);

/* --- binaries and functions ------------------------------------------------------------------- */

/* Device programs that `belay cc -c` wrote. ACL_ERROR_RT_FILE_OPEN; ACL_ERROR_RT_PARAM_INVALID: not
 * a program, or damaged; ACL_ERROR_RT_FEATURE_NOT_SUPPORT: an object of the vendor's compiler, or
 * AI CPU. */
aclError aclrtBinaryLoadFromFile(const char *path, aclrtBinaryLoadOptions *options,
                                 aclrtBinHandle *binary);
aclError aclrtBinaryLoadFromData(const void *data, size_t size,
                                 const aclrtBinaryLoadOptions *options, aclrtBinHandle *binary);
aclError aclrtBinaryUnLoad(aclrtBinHandle binary);
/* By symbol, or by the kernel's base name when it is the only one of that name;
 * ACL_ERROR_RT_PARAM_INVALID: there is none, the message lists them. */
aclError aclrtBinaryGetFunction(const aclrtBinHandle binary, const char *name,
                                aclrtFuncHandle *function);
/* Of a kernel of this program, by its host function. */
aclError aclrtGetFuncBySymbol(const void *symbol, aclrtFuncHandle *function);
aclError aclrtGetFunctionName(aclrtFuncHandle function, uint32_t most, char *name);
/* Type; ratio as (AIC << 16 | AIV); schedule mode 0. */
aclError aclrtGetFunctionAttribute(aclrtFuncHandle function, aclrtFuncAttribute attribute,
                                   int64_t *value);
aclError aclrtFunctionGetBinary(const aclrtFuncHandle function, aclrtBinHandle *binary);
aclError aclrtFunctionGetParamCount(const void *function, size_t *count);
aclError aclrtFunctionGetParamInfo(const void *function, size_t index, size_t *offset,
                                   size_t *size);

/* --- launches
 * -------------------------------------------------------------------------------------------------
 */

/* What is wrong with the call itself is returned; what goes wrong in the kernel stays with the
 * stream. Attributes: dynamic UB size and timeouts count, the ones that only steer a card's
 * scheduler do not; engine type and block offset give ACL_ERROR_RT_FEATURE_NOT_SUPPORT. */

/* The argument block lies in device memory. */
aclError aclrtLaunchKernel(aclrtFuncHandle function, uint32_t blocks, const void *arguments,
                           size_t size, aclrtStream stream);
aclError aclrtLaunchKernelV2(aclrtFuncHandle function, uint32_t blocks, const void *arguments,
                             size_t size, aclrtLaunchKernelCfg *config, aclrtStream stream);
/* It lies in host memory; a placeholder is a pointer in it (at addrOffset) to data in it (at
 * dataOffset). */
aclError aclrtLaunchKernelWithHostArgs(aclrtFuncHandle function, uint32_t blocks,
                                       aclrtStream stream, aclrtLaunchKernelCfg *config,
                                       void *arguments, size_t size,
                                       aclrtPlaceHolderInfo *placeholders,
                                       size_t placeholder_count);
/* The address of each argument; `function` is a handle or the host function of a kernel. */
aclError aclrtLaunchKernelWithArgsArray(void *function, uint32_t blocks, aclrtStream stream,
                                        aclrtLaunchKernelCfg *config, void **arguments);
/* The block that the functions below put together. */
aclError aclrtLaunchKernelWithConfig(aclrtFuncHandle function, uint32_t blocks, aclrtStream stream,
                                     aclrtLaunchKernelCfg *config, aclrtArgsHandle arguments,
                                     void *reserved);

/* Arguments in the order of the parameters; ACL_ERROR_RT_PARAM_INVALID: a size that is not the
 * parameter's, or too many. They live until the binary is unloaded. */
aclError aclrtKernelArgsInit(aclrtFuncHandle function, aclrtArgsHandle *arguments);
aclError aclrtKernelArgsAppend(aclrtArgsHandle arguments, void *value, size_t size,
                               aclrtParamHandle *parameter);
aclError aclrtKernelArgsAppendPlaceHolder(aclrtArgsHandle arguments, aclrtParamHandle *parameter);
/* Host memory that is copied to the device at each launch; the placeholder becomes its address. */
aclError aclrtKernelArgsGetPlaceHolderBuffer(aclrtArgsHandle arguments, aclrtParamHandle parameter,
                                             size_t size, void **buffer);
aclError aclrtKernelArgsParaUpdate(aclrtArgsHandle arguments, aclrtParamHandle parameter,
                                   void *value, size_t size);
aclError aclrtKernelArgsFinalize(aclrtArgsHandle arguments);

/* --- not built
 * --------------------------------------------------------------------------------------------------
 */

/* All of these print "unsupported: NAME" and return ACL_ERROR_API_NOT_SUPPORT; so do the functions
 * of CANN's acl_rt.h that are not declared here, for programs that look them up. */
aclError aclmdlRICaptureBegin(aclrtStream stream, aclmdlRICaptureMode mode);
aclError aclmdlRICaptureGetInfo(aclrtStream stream, aclmdlRICaptureStatus *status, aclmdlRI *model);
aclError aclmdlRICaptureEnd(aclrtStream stream, aclmdlRI *model);
aclError aclmdlRIDebugJsonPrint(aclmdlRI model, const char *path, uint32_t flags);
aclError aclmdlRIExecuteAsync(aclmdlRI model, aclrtStream stream);
aclError aclmdlRIDestroy(aclmdlRI model);
aclError aclrtCmoAsync(void *from, size_t size, aclrtCmoType type, aclrtStream stream);
aclError aclrtReserveMemAddress(void **address, size_t size, size_t alignment, void *wanted,
                                uint64_t flags);
aclError aclrtReleaseMemAddress(void *address);
aclError aclrtMallocPhysical(aclrtDrvMemHandle *handle, size_t size,
                             const aclrtPhysicalMemProp *property, uint64_t flags);
aclError aclrtFreePhysical(aclrtDrvMemHandle handle);
aclError aclrtMapMem(void *address, size_t size, size_t offset, aclrtDrvMemHandle handle,
                     uint64_t flags);
aclError aclrtUnmapMem(void *address);
aclError aclrtDeviceEnablePeerAccess(int32_t peer, uint32_t flags);
aclError aclrtBinaryGetFunctionByEntry(aclrtBinHandle binary, uint64_t entry,
                                       aclrtFuncHandle *function);
aclError aclrtRegisterCpuFunc(const aclrtBinHandle binary, const char *function, const char *kernel,
                              aclrtFuncHandle *handle);
aclError aclrtSubscribeReport(uint64_t thread, aclrtStream stream);
aclError aclrtLaunchCallback(aclrtCallback function, void *argument, aclrtCallbackBlockType type,
                             aclrtStream stream);
aclError aclrtProcessReport(int32_t timeout);
aclError aclrtUnSubscribeReport(uint64_t thread, aclrtStream stream);

#ifdef __cplusplus
}
#endif
#endif
