/* Devices, contexts, initialisation, errors by thread, what is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* after those */
#include <cmocka.h>
#include <pthread.h>

#include "runtime/include/acl/acl.h"
#include "runtime/include/acl/acl_rt_compile.h"
#include "runtime/include/runtime/rt.h"

static void initialise_and_finalise(void **unused)
{
    (void)unused;
    uint64_t count;
    assert_int_equal(aclInit("/does/not/exist.json"), ACL_ERROR_INVALID_FILE);
    assert_int_equal(aclInit(NULL), ACL_SUCCESS);
    assert_int_equal(aclInit(NULL), ACL_ERROR_REPEAT_INITIALIZE);
    assert_int_equal(aclFinalizeReference(&count), ACL_SUCCESS);
    assert_int_equal(count, 1);
    assert_int_equal(aclFinalize(), ACL_SUCCESS);
    assert_int_equal(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
    assert_int_equal(aclFinalizeReference(&count), ACL_ERROR_REPEAT_FINALIZE);
    assert_int_equal(aclInit(NULL), ACL_SUCCESS);
}

static void one_device(void **unused)
{
    (void)unused;
    uint32_t count = 7;
    int32_t device = 7, rt_count = 7;
    assert_int_equal(aclrtGetDeviceCount(&count), ACL_SUCCESS);
    assert_int_equal(count, 1);
    assert_int_equal(rtGetDeviceCount(&rt_count), RT_ERROR_NONE);
    assert_int_equal(rt_count, 1);
    assert_int_equal(aclrtGetDeviceCount(NULL), ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
    assert_int_equal(aclrtSetDevice(1), ACL_ERROR_RT_INVALID_DEVICEID);
    assert_int_equal(aclrtSetDevice(-1), ACL_ERROR_RT_INVALID_DEVICEID);
    assert_int_equal(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
    assert_int_equal(aclrtSetDevice(0), ACL_SUCCESS);
    assert_int_equal(aclrtGetDevice(&device), ACL_SUCCESS);
    assert_int_equal(device, 0);
    assert_int_equal(aclrtResetDevice(1), ACL_ERROR_RT_INVALID_DEVICEID);
    assert_int_equal(aclrtResetDevice(0), ACL_SUCCESS);
    assert_int_equal(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
    assert_non_null(strstr(aclGetRecentErrMsg(), "aclrtGetDevice: the device of this thread"));
}

static void set_counts(void **unused)
{
    (void)unused;
    void *memory;
    assert_int_equal(aclrtSetDevice(0), ACL_SUCCESS);
    assert_int_equal(aclrtSetDevice(0), ACL_SUCCESS);
    assert_int_equal(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    assert_int_equal(aclrtResetDevice(0), ACL_SUCCESS);
    assert_int_equal(aclrtMemset(memory, 64, 1, 64), ACL_SUCCESS);
    assert_int_equal(aclrtResetDevice(0), ACL_SUCCESS);
    assert_int_equal(aclrtMemset(memory, 64, 1, 64), ACL_ERROR_RT_CONTEXT_NULL);
    assert_int_equal(aclrtSetDevice(0), ACL_SUCCESS);
    assert_int_equal(aclrtMemset(memory, 64, 1, 64), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtSetDevice(0), ACL_SUCCESS);
    assert_int_equal(aclrtResetDeviceForce(0), ACL_SUCCESS);
    assert_int_equal(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
}

static void contexts(void **unused)
{
    (void)unused;
    aclrtContext primary, own, now;
    aclrtStream stream, other;
    void *memory;
    assert_int_equal(aclrtCreateContext(&own, 1), ACL_ERROR_RT_INVALID_DEVICEID);
    assert_int_equal(aclrtCreateContext(NULL, 0), ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtSetDevice(0), ACL_SUCCESS);
    assert_int_equal(aclrtGetCurrentContext(&primary), ACL_SUCCESS);
    assert_int_equal(aclrtCtxGetCurrentDefaultStream(&other), ACL_SUCCESS);
    assert_int_equal(aclrtCreateContext(&own, 0), ACL_SUCCESS);
    assert_int_equal(aclrtGetCurrentContext(&now), ACL_SUCCESS);
    assert_ptr_equal(now, own);
    assert_int_equal(aclrtCtxGetCurrentDefaultStream(&stream), ACL_SUCCESS);
    assert_ptr_not_equal(stream, other);
    assert_int_equal(aclrtSetCurrentContext(primary), ACL_SUCCESS);
    assert_int_equal(aclrtGetCurrentContext(&now), ACL_SUCCESS);
    assert_ptr_equal(now, primary);
    assert_int_equal(aclrtSetCurrentContext(&now), ACL_ERROR_RT_INVALID_HANDLE);
    assert_int_equal(aclrtSetCurrentContext(NULL), ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtDestroyContext(primary), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtDestroyContext(NULL), ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtSetCurrentContext(own), ACL_SUCCESS);
    assert_int_equal(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    assert_int_equal(aclrtResetDevice(0), ACL_SUCCESS);
    /* The context of its own keeps the device. */
    assert_int_equal(aclrtMemset(memory, 64, 1, 64), ACL_SUCCESS);
    assert_int_equal(aclrtCreateStream(&stream), ACL_SUCCESS);
    assert_int_equal(aclrtDestroyContext(own), ACL_SUCCESS);
    assert_int_equal(aclrtDestroyContext(own), ACL_ERROR_RT_INVALID_HANDLE);
    assert_int_equal(aclrtGetCurrentContext(&now), ACL_ERROR_RT_CONTEXT_NULL);
    /* Its streams went with it. */
    assert_int_equal(aclrtDestroyStream(stream), ACL_ERROR_RT_INVALID_HANDLE);
}

/* --- errors ------------------------------------------------------------------------------------
 */

static void *other_thread(void *unused)
{
    (void)unused;
    int32_t device;
    assert_int_equal(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
    assert_null(aclGetRecentErrMsg());
    assert_int_equal(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
    assert_non_null(strstr(aclGetRecentErrMsg(), "call aclrtSetDevice first"));
    assert_int_equal(aclrtSetDevice(0), ACL_SUCCESS);
    assert_int_equal(aclrtGetDevice(&device), ACL_SUCCESS);
    return NULL;
}

static void errors_are_of_a_thread(void **unused)
{
    (void)unused;
    pthread_t thread;
    aclGetRecentErrMsg();
    aclrtGetLastError(ACL_RT_THREAD_LEVEL);
    assert_null(aclGetRecentErrMsg());
    /* Errors of the upper layer are not kept as the last error of the runtime. */
    assert_int_equal(aclrtGetDevice(NULL), ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
    assert_int_equal(aclrtSetDevice(3), ACL_ERROR_RT_INVALID_DEVICEID);
    assert_int_equal(pthread_create(&thread, NULL, other_thread, NULL), 0);
    pthread_join(thread, NULL);
    assert_int_equal(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_INVALID_DEVICEID);
    assert_int_equal(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_INVALID_DEVICEID);
    assert_int_equal(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
    assert_string_equal(aclGetRecentErrMsg(), "aclrtSetDevice: device 3: there is one device, 0");
    assert_null(aclGetRecentErrMsg());
    assert_int_equal(aclrtPeekAtLastError((aclrtLastErrLevel)5), ACL_ERROR_RT_PARAM_INVALID);
    aclrtGetLastError(ACL_RT_THREAD_LEVEL);
    aclrtResetDevice(0);
}

static void refused_by_name(void **unused)
{
    (void)unused;
    aclrtcProg program;
    assert_int_equal(aclmdlRICaptureBegin(NULL, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL),
                     ACL_ERROR_API_NOT_SUPPORT);
    assert_string_equal(aclGetRecentErrMsg(), "unsupported: aclmdlRICaptureBegin");
    assert_int_equal(aclrtcCreateProg(&program, "", "", 0, NULL, NULL), ACL_ERROR_API_NOT_SUPPORT);
    assert_string_equal(aclGetRecentErrMsg(), "unsupported: aclrtcCreateProg");
}

/* --- what the device is ------------------------------------------------------------------------
 */

static void attributes(void **unused)
{
    (void)unused;
    int64_t value = -1;
    int32_t number = -1, feature = -1;
    uint32_t cores = 0;
    aclrtRunMode mode;
    aclrtDeviceStatus status;
    char name[32], cut[8];
    assert_string_equal(aclrtGetSocName(), "Ascend950PR_9579");
    assert_int_equal(rtGetSocVersion(name, sizeof name), 0);
    assert_string_equal(name, "Ascend950PR_9579");
    assert_int_equal(rtGetSocVersion(cut, sizeof cut), 0);
    assert_string_equal(cut, "Ascend9");
    /* DESIGN: 28 Cube cores, 56 vector cores, 128 MiB L2, 128 GiB HBM. */
    assert_int_equal(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_CUBE_CORE_NUM, &value), ACL_SUCCESS);
    assert_int_equal(value, 28);
    assert_int_equal(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_AICORE_CORE_NUM, &value), ACL_SUCCESS);
    assert_int_equal(value, 28);
    assert_int_equal(rtGetAiCoreCount(&cores), 0);
    assert_int_equal(cores, 28);
    assert_int_equal(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_VECTOR_CORE_NUM, &value), ACL_SUCCESS);
    assert_int_equal(value, 56);
    assert_int_equal(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_L2_CACHE_SIZE, &value), ACL_SUCCESS);
    assert_int_equal(value, 128 << 20);
    assert_int_equal(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE, &value), 0);
    assert_true(value == INT64_C(128) << 30);
    assert_int_equal(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_NPU_ARCH, &value), ACL_SUCCESS);
    assert_int_equal(value, 3510);
    assert_int_equal(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_MAINBOARD_ID, &value),
                     ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    assert_int_equal(aclrtGetDeviceInfo(0, (aclrtDevAttr)9999, &value), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtGetDeviceInfo(1, ACL_DEV_ATTR_L2_CACHE_SIZE, &value),
                     ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_L2_CACHE_SIZE, NULL),
                     ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclGetDeviceCapability(0, ACL_DEVICE_INFO_VECTOR_CORE_NUM, &value), 0);
    assert_int_equal(value, 56);
    assert_int_equal(aclGetDeviceCapability(1, ACL_DEVICE_INFO_VECTOR_CORE_NUM, &value),
                     ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclGetDeviceCapability(0, ACL_DEVICE_INFO_UNDEFINED, &value),
                     ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtGetDeviceCapability(0, ACL_FEATURE_SYSTEM_MEMQ_EVENT_CROSS_DEV, &feature),
                     0);
    assert_int_equal(feature, ACL_DEV_FEATURE_NOT_SUPPORT);
    assert_int_equal(aclrtGetDeviceCapability(0, (aclrtDevFeatureType)99, &feature),
                     ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtGetLogicDevIdByUserDevId(0, &number), ACL_SUCCESS);
    assert_int_equal(number, 0);
    assert_int_equal(aclrtGetPhyDevIdByLogicDevId(2, &number), ACL_ERROR_RT_INVALID_DEVICEID);
    assert_int_equal(aclrtGetRunMode(&mode), ACL_SUCCESS);
    assert_int_equal(mode, ACL_HOST);
    assert_int_equal(aclrtQueryDeviceStatus(0, &status), ACL_SUCCESS);
    assert_int_equal(status, ACL_RT_DEVICE_STATUS_NORMAL);
    assert_int_equal(aclrtQueryDeviceStatus(4, &status), ACL_ERROR_RT_INVALID_DEVICEID);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(initialise_and_finalise),
        cmocka_unit_test(one_device),
        cmocka_unit_test(set_counts),
        cmocka_unit_test(contexts),
        cmocka_unit_test(errors_are_of_a_thread),
        cmocka_unit_test(refused_by_name),
        cmocka_unit_test(attributes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
