/* Streams and events without kernels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* after those */
#include <cmocka.h>

#include "runtime/include/acl/acl.h"
#include "runtime/include/runtime/rt.h"

static int set_device(void **unused)
{
    (void)unused;
    return aclrtSetDevice(0);
}

static int reset_device(void **unused)
{
    (void)unused;
    return aclrtResetDevice(0);
}

static void streams_live_and_die(void **unused)
{
    (void)unused;
    aclrtStream a, b, standard;
    aclrtStreamStatus status;
    uint32_t number;
    int32_t id, other;
    assert_int_equal(aclrtCreateStream(NULL), ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtCreateStream(&a), ACL_SUCCESS);
    assert_int_equal(aclrtCreateStreamWithConfig(&b, 3, ACL_STREAM_FAST_LAUNCH), ACL_SUCCESS);
    assert_int_equal(aclrtCreateStreamWithConfig(&standard, 0, ACL_STREAM_CPU_SCHEDULE),
                     ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    assert_int_equal(aclrtStreamGetPriority(b, &number), ACL_SUCCESS);
    assert_int_equal(number, 3);
    assert_int_equal(aclrtStreamGetFlags(b, &number), ACL_SUCCESS);
    assert_int_equal(number, ACL_STREAM_FAST_LAUNCH);
    assert_int_equal(aclrtStreamGetId(a, &id), ACL_SUCCESS);
    assert_int_equal(aclrtStreamGetId(b, &other), ACL_SUCCESS);
    assert_int_not_equal(id, other);
    assert_int_equal(aclrtStreamQuery(a, &status), ACL_SUCCESS);
    assert_int_equal(status, ACL_STREAM_STATUS_COMPLETE);
    assert_int_equal(aclrtSynchronizeStream(a), ACL_SUCCESS);
    assert_int_equal(aclrtSynchronizeStream(NULL), ACL_SUCCESS);
    assert_int_equal(aclrtSynchronizeStreamWithTimeout(a, -1), ACL_SUCCESS);
    assert_int_equal(aclrtSynchronizeStreamWithTimeout(a, -2), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtSynchronizeDeviceWithTimeout(0), ACL_SUCCESS);
    assert_int_equal(aclrtSetStreamFailureMode(a, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
    assert_int_equal(aclrtSetStreamFailureMode(a, 2), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtDestroyStream(a), ACL_SUCCESS);
    assert_int_equal(aclrtDestroyStream(a), ACL_ERROR_RT_INVALID_HANDLE);
    assert_int_equal(aclrtSynchronizeStream(a), ACL_ERROR_RT_INVALID_HANDLE);
    assert_int_equal(aclrtDestroyStream(NULL), ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtCtxGetCurrentDefaultStream(&standard), ACL_SUCCESS);
    assert_int_equal(aclrtDestroyStream(standard), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtResetDevice(0), ACL_SUCCESS);
    assert_int_equal(aclrtSynchronizeDevice(), ACL_ERROR_RT_CONTEXT_NULL);
    assert_int_equal(aclrtCreateStream(&a), ACL_ERROR_RT_CONTEXT_NULL);
    assert_int_equal(aclrtSetDevice(0), ACL_SUCCESS);
    assert_int_equal(aclrtDestroyStream(b), ACL_ERROR_RT_INVALID_HANDLE);
    assert_int_equal(rtStreamCreate(&a, RT_STREAM_PRIORITY_DEFAULT), 0);
    assert_int_equal(rtStreamSynchronize(a), 0);
    assert_int_equal(rtStreamDestroy(a), 0);
}

static void call_back(void *argument)
{
    aclrtStream stream;
    assert_int_equal(aclrtCreateStream(&stream), ACL_SUCCESS); /* the lock is free */
    ++*(int *)argument;
}

static void host_functions(void **unused)
{
    (void)unused;
    int calls = 0;
    assert_int_equal(aclrtLaunchHostFunc(NULL, call_back, &calls), ACL_SUCCESS);
    assert_int_equal(calls, 1);
    assert_int_equal(aclrtLaunchHostFunc(NULL, NULL, &calls), ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtLaunchHostFunc(&calls, call_back, &calls), ACL_ERROR_RT_INVALID_HANDLE);
}

static void events_record(void **unused)
{
    (void)unused;
    aclrtEvent timed, line, plain;
    aclrtEventRecordedStatus recorded;
    aclrtEventStatus status;
    aclrtEventWaitStatus waiting;
    float ms = -1;
    uint64_t us = 7;
    assert_int_equal(aclrtCreateEvent(&timed), ACL_SUCCESS);
    assert_int_equal(aclrtCreateEventWithFlag(&line, ACL_EVENT_TIME_LINE), ACL_SUCCESS);
    assert_int_equal(aclrtCreateEventExWithFlag(&plain, ACL_EVENT_SYNC), ACL_SUCCESS);
    assert_int_equal(aclrtCreateEventExWithFlag(&plain, ACL_EVENT_IPC),
                     ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    assert_int_equal(aclrtQueryEventStatus(timed, &recorded), ACL_SUCCESS);
    assert_int_equal(recorded, ACL_EVENT_RECORDED_STATUS_NOT_READY);
    assert_int_equal(aclrtEventElapsedTime(&ms, timed, line), ACL_ERROR_RT_INTERNAL_ERROR);
    assert_int_equal(aclrtRecordEvent(timed, NULL), ACL_SUCCESS);
    assert_int_equal(aclrtRecordEventWithFlag(line, NULL, ACL_EVENT_RECORD_DEFAULT), ACL_SUCCESS);
    assert_int_equal(aclrtRecordEventWithFlag(line, NULL, 9), ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtRecordEvent(plain, NULL), ACL_SUCCESS);
    assert_int_equal(aclrtQueryEventStatus(timed, &recorded), ACL_SUCCESS);
    assert_int_equal(recorded, ACL_EVENT_RECORDED_STATUS_COMPLETE);
    assert_int_equal(aclrtQueryEventWaitStatus(timed, &waiting), ACL_SUCCESS);
    assert_int_equal(waiting, ACL_EVENT_WAIT_STATUS_COMPLETE);
    assert_int_equal(aclrtEventElapsedTime(&ms, timed, line), ACL_SUCCESS);
    assert_true(ms == 0);
    assert_int_equal(aclrtEventElapsedTime(&ms, timed, plain),
                     ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
    assert_int_equal(aclrtEventGetTimestamp(timed, &us), ACL_SUCCESS);
    assert_int_equal(us, 0);
    assert_int_equal(aclrtStreamWaitEvent(NULL, timed), ACL_SUCCESS);
    assert_int_equal(aclrtStreamWaitEventWithTimeout(NULL, timed, -5), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtSynchronizeEvent(timed), ACL_SUCCESS);
    assert_int_equal(aclrtSynchronizeEventWithTimeout(timed, 10), ACL_SUCCESS);
    assert_int_equal(aclrtResetEvent(timed, NULL), ACL_SUCCESS);
    assert_int_equal(aclrtQueryEvent(timed, &status), ACL_SUCCESS);
    assert_int_equal(status, ACL_EVENT_STATUS_NOT_READY);
    assert_int_equal(aclrtDestroyEvent(timed), ACL_SUCCESS);
    assert_int_equal(aclrtDestroyEvent(timed), ACL_ERROR_RT_INVALID_HANDLE);
    assert_int_equal(aclrtRecordEvent(timed, NULL), ACL_ERROR_RT_INVALID_HANDLE);
    assert_int_equal(aclrtRecordEvent(NULL, NULL), ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtResetDevice(0), ACL_SUCCESS);
    assert_int_equal(aclrtSetDevice(0), ACL_SUCCESS);
    assert_int_equal(aclrtDestroyEvent(line), ACL_ERROR_RT_INVALID_HANDLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(streams_live_and_die, set_device, reset_device),
        cmocka_unit_test_setup_teardown(host_functions, set_device, reset_device),
        cmocka_unit_test_setup_teardown(events_record, set_device, reset_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
