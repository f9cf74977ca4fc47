/* Kernels by handle: loading, launching in every way, and what becomes of their errors.
 * Usage: launch KERNELS.elf (belay cc -c of kernels.asc). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* after those */
#include <cmocka.h>
#include <elf.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "acl/acl.h"
#include "belay.h"

enum { BLOCKS = 4, STEP = 16, OUT_SIZE = BLOCKS * STEP * sizeof(float) };

struct pair {
    float factor;
    int32_t add;
};

struct block { /* docs/kernel_binary.md: natural alignment, at least 4, whole to 8 */
    void *in, *out;
    uint8_t small;
    struct pair pair;
};

static const char *path;
static aclrtBinHandle binary;
static aclrtStream stream;
static float *in, *out;

static aclrtFuncHandle function(const char *name)
{
    aclrtFuncHandle handle = NULL;
    assert_int_equal(aclrtBinaryGetFunction(binary, name, &handle), ACL_SUCCESS);
    return handle;
}

static int begin(void **unused)
{
    (void)unused;
    const float values[BLOCKS] = {1, 2, 3, 4};
    if (aclrtSetDevice(0) != 0 || aclrtCreateStream(&stream) != 0 ||
        aclrtBinaryLoadFromFile(path, NULL, &binary) != 0 ||
        aclrtMalloc((void **)&in, sizeof values, ACL_MEM_MALLOC_HUGE_FIRST) != 0 ||
        aclrtMalloc((void **)&out, OUT_SIZE, ACL_MEM_MALLOC_HUGE_FIRST) != 0)
        return -1;
    return aclrtMemcpy(in, sizeof values, values, sizeof values, ACL_MEMCPY_HOST_TO_DEVICE);
}

static int end(void **unused)
{
    (void)unused;
    aclrtGetLastError(ACL_RT_THREAD_LEVEL);
    aclGetRecentErrMsg();
    if (aclrtBinaryUnLoad(binary) != 0)
        return -1;
    return aclrtResetDevice(0);
}

/* in * factor + add + small + block */
static bool is_scaled(const float *at, int factor, int sum)
{
    float values[BLOCKS * STEP];
    if (aclrtMemcpy(values, OUT_SIZE, at, OUT_SIZE, ACL_MEMCPY_DEVICE_TO_HOST) != 0)
        return false;
    for (int i = 0; i < BLOCKS; i++)
        if (values[i * STEP] != (float)(factor * (i + 1) + sum + i))
            return false;
    return true;
}

static void expect_scaled(void)
{
    assert_int_equal(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    assert_true(is_scaled(out, 2, 17));
    assert_int_equal(aclrtMemset(out, OUT_SIZE, 0, OUT_SIZE), ACL_SUCCESS);
}

static struct block scale_block(void)
{
    struct block block = {.in = in, .out = out, .small = 7, .pair = {2, 10}};
    return block;
}

/* --- binaries ----------------------------------------------------------------------------------
 */

static char *whole_file(size_t *size)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *data = malloc(1 << 22);
    *size = fread(data, 1, 1 << 22, file);
    fclose(file);
    return data;
}

static void loading(void **unused)
{
    (void)unused;
    size_t size;
    char *data = whole_file(&size);
    aclrtBinHandle other;
    aclrtFuncHandle handle;
    aclrtBinaryLoadOption magic = {.type = ACL_RT_BINARY_LOAD_OPT_MAGIC,
                                   .value.magic = ACL_RT_BINARY_MAGIC_ELF_VECTOR_CORE};
    aclrtBinaryLoadOptions options = {&magic, 1};
    assert_int_equal(aclrtBinaryLoadFromData(data, size, &options, &other), ACL_SUCCESS);
    assert_int_equal(aclrtBinaryGetFunction(other, "scale", &handle), ACL_SUCCESS);
    assert_int_equal(aclrtBinaryGetFunction(other, "no_such", &handle), ACL_ERROR_RT_PARAM_INVALID);
    assert_non_null(strstr(aclGetRecentErrMsg(), "scale"));
    assert_int_equal(aclrtBinaryUnLoad(other), ACL_SUCCESS);
    assert_int_equal(aclrtBinaryUnLoad(other), ACL_ERROR_RT_INVALID_HANDLE);
    assert_int_equal(aclrtBinaryGetFunction(other, "scale", &handle), ACL_ERROR_RT_INVALID_HANDLE);
    assert_int_equal(aclrtLaunchKernelWithHostArgs(handle, 1, stream, NULL, data, 64, NULL, 0),
                     ACL_ERROR_RT_INVALID_HANDLE);
    magic.value.magic = 5;
    assert_int_equal(aclrtBinaryLoadFromData(data, size, &options, &other),
                     ACL_ERROR_RT_PARAM_INVALID);
    magic.type = ACL_RT_BINARY_LOAD_OPT_CPU_KERNEL_MODE;
    assert_int_equal(aclrtBinaryLoadFromData(data, size, &options, &other),
                     ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    assert_int_equal(aclrtBinaryLoadFromData(data, size / 2, NULL, &other),
                     ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtBinaryLoadFromData("text", 4, NULL, &other), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtBinaryLoadFromData(NULL, 4, NULL, &other), ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtBinaryLoadFromFile("/does/not/exist", NULL, &other),
                     ACL_ERROR_RT_FILE_OPEN);
    assert_non_null(strstr(aclGetRecentErrMsg(), "/does/not/exist"));
    ((Elf64_Ehdr *)data)->e_machine = 0x1029;
    assert_int_equal(aclrtBinaryLoadFromData(data, size, NULL, &other),
                     ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    assert_non_null(strstr(aclGetRecentErrMsg(), "aclrtBinaryLoadFromData: "));
    free(data);
}

static void functions(void **unused)
{
    (void)unused;
    aclrtFuncHandle scale = function("scale"), cube = function("nothing_cube");
    aclrtBinHandle of = NULL;
    int64_t value;
    char name[16];
    size_t count, offset, size;
    assert_int_equal(aclrtGetFunctionAttribute(scale, ACL_FUNC_ATTR_KERNEL_TYPE, &value), 0);
    assert_int_equal(value, ACL_KERNEL_TYPE_VECTOR);
    assert_int_equal(aclrtGetFunctionAttribute(cube, ACL_FUNC_ATTR_KERNEL_TYPE, &value), 0);
    assert_int_equal(value, ACL_KERNEL_TYPE_CUBE);
    assert_int_equal(aclrtGetFunctionAttribute(cube, ACL_FUNC_ATTR_KERNEL_RATIO, &value), 0);
    assert_int_equal(value, 1 << 16);
    assert_int_equal(aclrtGetFunctionAttribute(scale, ACL_FUNC_ATTR_KERNEL_RATIO, &value), 0);
    assert_int_equal(value, 1);
    assert_int_equal(aclrtGetFunctionAttribute(scale, (aclrtFuncAttribute)9, &value),
                     ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtGetFunctionName(scale, sizeof name, name), ACL_SUCCESS);
    assert_string_equal(name, "scale");
    assert_int_equal(aclrtGetFunctionName(scale, 5, name), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtFunctionGetBinary(scale, &of), ACL_SUCCESS);
    assert_ptr_equal(of, binary);
    assert_int_equal(aclrtFunctionGetParamCount(scale, &count), ACL_SUCCESS);
    assert_int_equal(count, 4);
    assert_int_equal(aclrtFunctionGetParamInfo(scale, 3, &offset, &size), ACL_SUCCESS);
    assert_int_equal(offset, offsetof(struct block, pair));
    assert_int_equal(size, sizeof(struct pair));
    assert_int_equal(aclrtFunctionGetParamInfo(scale, 4, &offset, &size),
                     ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtGetFunctionName(&value, sizeof name, name), ACL_ERROR_RT_INVALID_HANDLE);
    assert_int_equal(aclrtGetFuncBySymbol(&value, &scale), ACL_ERROR_RT_INVALID_DEVICE_FUNCTION);
}

/* --- launches ----------------------------------------------------------------------------------
 */

static void host_arguments(void **unused)
{
    (void)unused;
    struct block block = scale_block();
    aclrtFuncHandle scale = function("scale");
    aclrtLaunchKernelAttr attribute[] = {
        {.id = ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE, .value.dynUBufSize = 1024},
        {.id = ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT, .value.timeout = 10}};
    aclrtLaunchKernelCfg config = {attribute, 2};
    assert_int_equal(aclrtLaunchKernelWithHostArgs(scale, BLOCKS, stream, &config, &block,
                                                   sizeof block, NULL, 0),
                     ACL_SUCCESS);
    expect_scaled();
    assert_int_equal(
        aclrtLaunchKernelWithHostArgs(scale, BLOCKS, stream, NULL, &block, 24, NULL, 0),
        ACL_ERROR_RT_PARAM_INVALID);
    assert_string_equal(aclGetRecentErrMsg(), "aclrtLaunchKernelWithHostArgs: kernel scale takes "
                                              "32 bytes of arguments; 24 are given");
    assert_int_equal(
        aclrtLaunchKernelWithHostArgs(scale, 0, stream, NULL, &block, sizeof block, NULL, 0),
        ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(
        aclrtLaunchKernelWithHostArgs(scale, 70000, stream, NULL, &block, sizeof block, NULL, 0),
        ACL_ERROR_RT_PARAM_INVALID);
    attribute[0].value.dynUBufSize = 1 << 20;
    assert_int_equal(aclrtLaunchKernelWithHostArgs(scale, BLOCKS, stream, &config, &block,
                                                   sizeof block, NULL, 0),
                     ACL_ERROR_RT_PARAM_INVALID);
    attribute[0].id = ACL_RT_LAUNCH_KERNEL_ATTR_BLOCKDIM_OFFSET;
    assert_int_equal(aclrtLaunchKernelWithHostArgs(scale, BLOCKS, stream, &config, &block,
                                                   sizeof block, NULL, 0),
                     ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    attribute[0].id = (aclrtLaunchKernelAttrId)77;
    assert_int_equal(aclrtLaunchKernelWithHostArgs(scale, BLOCKS, stream, &config, &block,
                                                   sizeof block, NULL, 0),
                     ACL_ERROR_RT_PARAM_INVALID);
    /* Mistakes of the call do not stay. */
    assert_int_equal(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

static void device_arguments(void **unused)
{
    (void)unused;
    struct block block = scale_block();
    void *there;
    assert_int_equal(aclrtMalloc(&there, sizeof block, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    assert_int_equal(
        aclrtMemcpy(there, sizeof block, &block, sizeof block, ACL_MEMCPY_HOST_TO_DEVICE), 0);
    assert_int_equal(aclrtLaunchKernel(function("scale"), BLOCKS, there, sizeof block, stream), 0);
    expect_scaled();
    assert_int_equal(
        aclrtLaunchKernelV2(function("scale"), BLOCKS, there, sizeof block, NULL, stream), 0);
    expect_scaled();
    assert_int_equal(aclrtLaunchKernel(function("scale"), BLOCKS, &block, sizeof block, stream),
                     ACL_ERROR_RT_PARAM_INVALID);
    assert_non_null(strstr(aclGetRecentErrMsg(), "is no device memory"));
    assert_int_equal(aclrtLaunchKernel(function("scale"), BLOCKS, there, 4096, stream),
                     ACL_ERROR_RT_PARAM_INVALID);
}

static void argument_array(void **unused)
{
    (void)unused;
    struct block block = scale_block();
    void *list[] = {&block.in, &block.out, &block.small, &block.pair};
    assert_int_equal(aclrtLaunchKernelWithArgsArray(function("scale"), BLOCKS, stream, NULL, list),
                     0);
    expect_scaled();
    assert_int_equal(aclrtLaunchKernelWithArgsArray(function("nothing"), 1, NULL, NULL, NULL), 0);
    assert_int_equal(aclrtLaunchKernelWithArgsArray(function("scale"), BLOCKS, stream, NULL, NULL),
                     ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtLaunchKernelWithArgsArray(&block, BLOCKS, stream, NULL, list),
                     ACL_ERROR_RT_INVALID_HANDLE);
}

static void placeholders(void **unused)
{
    (void)unused;
    struct {
        uint64_t list;
        void *out;
        int32_t data[2];
    } block = {0, out, {40, 2}};
    aclrtPlaceHolderInfo holder = {0, offsetof(__typeof(block), data)};
    int32_t result = 0;
    size_t before, after, total;
    aclrtGetMemInfo(ACL_HBM_MEM, &before, &total);
    assert_int_equal(aclrtLaunchKernelWithHostArgs(function("first_of"), 1, stream, NULL, &block,
                                                   sizeof block, &holder, 1),
                     ACL_SUCCESS);
    aclrtGetMemInfo(ACL_HBM_MEM, &after, &total);
    assert_int_equal(before, after);
    assert_int_equal(aclrtMemcpy(&result, 4, out, 4, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    assert_int_equal(result, 42);
    assert_int_equal(block.list, 0); /* the caller's block is left alone */
    holder.addrOffset = sizeof block;
    assert_int_equal(aclrtLaunchKernelWithHostArgs(function("first_of"), 1, stream, NULL, &block,
                                                   sizeof block, &holder, 1),
                     ACL_ERROR_RT_PARAM_INVALID);
}

static void kernel_args(void **unused)
{
    (void)unused;
    struct block block = scale_block();
    struct pair wrong = {0, 0};
    aclrtArgsHandle args;
    aclrtParamHandle a, b, c, d;
    aclrtFuncHandle scale = function("scale");
    assert_int_equal(aclrtKernelArgsInit(scale, &args), ACL_SUCCESS);
    assert_int_equal(aclrtKernelArgsAppend(args, &block.in, 8, &a), ACL_SUCCESS);
    assert_int_equal(aclrtKernelArgsAppend(args, &block.out, 8, &b), ACL_SUCCESS);
    assert_int_equal(aclrtKernelArgsAppend(args, &block.small, 4, &c), ACL_ERROR_RT_PARAM_INVALID);
    assert_string_equal(
        aclGetRecentErrMsg(),
        "aclrtKernelArgsAppend: parameter small of kernel scale has 1 bytes, not 4");
    assert_int_equal(aclrtKernelArgsAppend(args, &block.small, 1, &c), ACL_SUCCESS);
    assert_int_equal(aclrtKernelArgsFinalize(args), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtKernelArgsAppend(args, &wrong, sizeof wrong, &d), ACL_SUCCESS);
    assert_int_equal(aclrtKernelArgsAppend(args, &wrong, sizeof wrong, &d),
                     ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtLaunchKernelWithConfig(scale, BLOCKS, stream, NULL, args, NULL),
                     ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtKernelArgsFinalize(args), ACL_SUCCESS);
    assert_int_equal(aclrtKernelArgsParaUpdate(args, d, &block.pair, sizeof block.pair), 0);
    assert_int_equal(aclrtKernelArgsParaUpdate(args, d, &block.pair, 4),
                     ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtKernelArgsParaUpdate(args, &a, &block.pair, 8),
                     ACL_ERROR_RT_INVALID_HANDLE);
    assert_int_equal(aclrtKernelArgsFinalize(args), ACL_SUCCESS);
    assert_int_equal(aclrtLaunchKernelWithConfig(scale, BLOCKS, stream, NULL, args, NULL), 0);
    expect_scaled();
    assert_int_equal(aclrtLaunchKernelWithConfig(scale, BLOCKS, stream, NULL, args, args),
                     ACL_ERROR_INVALID_PARAM);
    assert_int_equal(
        aclrtLaunchKernelWithConfig(function("nothing"), BLOCKS, stream, NULL, args, NULL),
        ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtLaunchKernelWithConfig(scale, BLOCKS, stream, NULL, &a, NULL),
                     ACL_ERROR_RT_INVALID_HANDLE);
}

static void kernel_args_go_with_their_binary(void **unused)
{
    (void)unused;
    aclrtBinHandle other;
    aclrtFuncHandle nothing;
    aclrtArgsHandle args;
    assert_int_equal(aclrtBinaryLoadFromFile(path, NULL, &other), ACL_SUCCESS);
    assert_int_equal(aclrtBinaryGetFunction(other, "nothing", &nothing), ACL_SUCCESS);
    assert_int_equal(aclrtKernelArgsInit(nothing, &args), ACL_SUCCESS);
    assert_int_equal(aclrtKernelArgsFinalize(args), ACL_SUCCESS);
    assert_int_equal(aclrtLaunchKernelWithConfig(nothing, 1, stream, NULL, args, NULL), 0);
    assert_int_equal(aclrtBinaryUnLoad(other), ACL_SUCCESS);
    assert_int_equal(aclrtKernelArgsFinalize(args), ACL_ERROR_RT_INVALID_HANDLE);
}

static void kernel_args_placeholder(void **unused)
{
    (void)unused;
    aclrtArgsHandle args;
    aclrtParamHandle list, target;
    int32_t *data, result = 0;
    size_t memory_before, memory_after, total;
    aclrtGetMemInfo(ACL_HBM_MEM, &memory_before, &total);
    assert_int_equal(aclrtKernelArgsInit(function("first_of"), &args), ACL_SUCCESS);
    assert_int_equal(aclrtKernelArgsAppendPlaceHolder(args, &list), ACL_SUCCESS);
    assert_int_equal(aclrtKernelArgsAppend(args, &out, sizeof out, &target), ACL_SUCCESS);
    assert_int_equal(aclrtKernelArgsGetPlaceHolderBuffer(args, target, 8, (void **)&data),
                     ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtKernelArgsGetPlaceHolderBuffer(args, list, 8, (void **)&data), 0);
    data[0] = 30;
    data[1] = 3;
    assert_int_equal(aclrtKernelArgsFinalize(args), ACL_SUCCESS);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(
            aclrtLaunchKernelWithConfig(function("first_of"), 1, stream, NULL, args, NULL), 0);
        assert_int_equal(aclrtMemcpy(&result, 4, out, 4, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
        assert_int_equal(result, 33 + i);
        data[1]++;
    }
    aclrtGetMemInfo(ACL_HBM_MEM, &memory_after, &total);
    assert_int_equal(memory_before, memory_after);
}

/* --- failures ----------------------------------------------------------------------------------
 */

static void launch_two_pointers(const char *name)
{
    void *block[] = {in, out};
    assert_int_equal(aclrtLaunchKernelWithHostArgs(function(name), 1, stream, NULL, block,
                                                   sizeof block, NULL, 0),
                     ACL_SUCCESS);
}

static void expect_failure(aclError code, const char *text)
{
    aclrtStream other;
    aclrtEvent event;
    aclrtStreamStatus status;
    assert_int_equal(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), code);
    assert_non_null(strstr(aclGetRecentErrMsg(), text));
    assert_int_equal(aclrtGetLastError(ACL_RT_THREAD_LEVEL), code);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(aclrtSynchronizeStream(stream), code);
        assert_non_null(strstr(aclGetRecentErrMsg(), text));
    }
    assert_int_equal(aclrtSynchronizeDevice(), code);
    assert_int_equal(aclrtStreamQuery(stream, &status), code);
    assert_int_equal(aclrtCreateStream(&other), ACL_SUCCESS);
    assert_int_equal(aclrtSynchronizeStream(other), ACL_SUCCESS);
    assert_int_equal(aclrtCreateEvent(&event), ACL_SUCCESS);
    assert_int_equal(aclrtRecordEvent(event, stream), ACL_SUCCESS);
    assert_int_equal(aclrtSynchronizeEvent(event), code);
    assert_int_equal(aclrtResetDevice(0), ACL_SUCCESS);
    assert_int_equal(aclrtSetDevice(0), ACL_SUCCESS);
    assert_int_equal(aclrtSynchronizeDevice(), ACL_SUCCESS);
}

static void vector_exception(void **unused)
{
    (void)unused;
    launch_two_pointers("read_outside");
    expect_failure(ACL_ERROR_RT_VECTOR_CORE_EXCEPTION, "kernel read_outside: ");
}

static void cube_exception(void **unused)
{
    (void)unused;
    launch_two_pointers("read_outside_cube");
    expect_failure(ACL_ERROR_RT_AICORE_EXCEPTION, "(core aic0, ");
}

static void launch_plain(const char *name)
{
    assert_int_equal(aclrtLaunchKernelWithArgsArray(function(name), 1, stream, NULL, NULL), 0);
}

static void deadlock(void **unused)
{
    (void)unused;
    launch_plain("wait_for_ever");
    expect_failure(ACL_ERROR_RT_VECTOR_CORE_TIMEOUT, "deadlock");
}

static void deadlock_of_a_cube(void **unused)
{
    (void)unused;
    launch_plain("wait_for_ever_cube");
    expect_failure(ACL_ERROR_RT_AICORE_TIMEOUT, "deadlock");
}

static void trap(void **unused)
{
    (void)unused;
    launch_plain("give_up");
    expect_failure(ACL_ERROR_RT_VECTOR_CORE_TRAP_EXCEPTION, "trap()");
}

static void trap_of_a_cube(void **unused)
{
    (void)unused;
    launch_plain("give_up_cube");
    expect_failure(ACL_ERROR_RT_AICORE_TRAP_EXCEPTION, "trap()");
}

static void time_limit(void **unused)
{
    (void)unused;
    aclrtLaunchKernelAttr attribute = {.id = ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US,
                                       .value.timeoutUs = {.timeoutLow = 20}};
    aclrtLaunchKernelCfg config = {&attribute, 1};
    aclrtEvent before, after;
    float ms = 0;
    assert_int_equal(aclrtCreateEvent(&before), ACL_SUCCESS);
    assert_int_equal(aclrtCreateEvent(&after), ACL_SUCCESS);
    assert_int_equal(aclrtRecordEvent(before, NULL), ACL_SUCCESS);
    assert_int_equal(aclrtLaunchKernelWithHostArgs(function("run_for_ever"), 1, stream, &config,
                                                   &out, sizeof out, NULL, 0),
                     ACL_SUCCESS);
    assert_int_equal(aclrtRecordEvent(after, NULL), ACL_SUCCESS);
    assert_int_equal(aclrtEventElapsedTime(&ms, before, after), ACL_SUCCESS);
    assert_true(ms > 0.02 && ms < 0.020005);
    /* 20 us at 1650 MHz */
    expect_failure(ACL_ERROR_RT_VECTOR_CORE_TIMEOUT, "33000 ticks");
}

static void time_limit_of_all(void **unused)
{
    (void)unused;
    uint64_t actual;
    assert_int_equal(aclrtSetOpExecuteTimeOutV2(10, &actual), ACL_SUCCESS);
    assert_int_equal(actual, 10);
    assert_int_equal(aclrtLaunchKernelWithHostArgs(function("run_for_ever"), 1, stream, NULL, &out,
                                                   sizeof out, NULL, 0),
                     ACL_SUCCESS);
    expect_failure(ACL_ERROR_RT_VECTOR_CORE_TIMEOUT, "16500 ticks");
}

static void stop_on_failure(void **unused)
{
    (void)unused;
    struct block block = scale_block();
    assert_int_equal(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
    launch_two_pointers("read_outside");
    assert_int_equal(aclrtMemset(out, 16, 0, 16), ACL_SUCCESS);
    assert_int_equal(aclrtLaunchKernelWithHostArgs(function("scale"), BLOCKS, stream, NULL, &block,
                                                   sizeof block, NULL, 0),
                     ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    float value = 1;
    assert_int_equal(aclrtMemcpy(&value, 4, out, 4, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    assert_true(value == 0);
}

/* --- time and threads --------------------------------------------------------------------------
 */

static void events_count_emulated_time(void **unused)
{
    (void)unused;
    aclrtEvent a, b, c;
    float one, two;
    assert_int_equal(aclrtCreateEvent(&a), ACL_SUCCESS);
    assert_int_equal(aclrtCreateEvent(&b), ACL_SUCCESS);
    assert_int_equal(aclrtCreateEventWithFlag(&c, ACL_EVENT_TIME_LINE), ACL_SUCCESS);
    assert_int_equal(aclrtRecordEvent(a, stream), ACL_SUCCESS);
    aclrtLaunchKernelWithArgsArray(function("nothing"), 1, stream, NULL, NULL);
    assert_int_equal(aclrtRecordEvent(b, stream), ACL_SUCCESS);
    aclrtLaunchKernelWithArgsArray(function("nothing"), 1, stream, NULL, NULL);
    aclrtLaunchKernelWithArgsArray(function("nothing"), 1, stream, NULL, NULL);
    assert_int_equal(aclrtRecordEvent(c, stream), ACL_SUCCESS);
    assert_int_equal(aclrtEventElapsedTime(&one, a, b), ACL_SUCCESS);
    assert_int_equal(aclrtEventElapsedTime(&two, b, c), ACL_SUCCESS);
    /* An empty kernel is the start of a block (492 ticks) and little more; twice it is two of them.
     */
    assert_true(one > 492 / 1650e3 && one < 600 / 1650e3);
    assert_true(two > 1.999f * one && two < 2.001f * one);
    assert_int_equal(aclrtEventElapsedTime(&two, b, a), ACL_SUCCESS);
    assert_true(two == -one);
}

/* Returns its argument when something is wrong: cmocka's assertions are for the main thread. */
static void *launch_often(void *factor)
{
    float *target;
    aclrtStream own;
    bool good = aclrtSetDevice(0) == 0 && aclrtCreateStream(&own) == 0 &&
                aclrtMalloc((void **)&target, OUT_SIZE, ACL_MEM_MALLOC_HUGE_FIRST) == 0;
    for (int i = 0; i < 20 && good; i++) {
        struct block block = {in, target, (uint8_t)i, {(float)(intptr_t)factor, 1}};
        good = aclrtLaunchKernelWithHostArgs(function("scale"), BLOCKS, own, NULL, &block,
                                             sizeof block, NULL, 0) == 0 &&
               aclrtSynchronizeStream(own) == 0 && is_scaled(target, (int)(intptr_t)factor, 1 + i);
    }
    good = good && aclrtFree(target) == 0 && aclrtResetDevice(0) == 0;
    return good ? NULL : factor;
}

static void threads(void **unused)
{
    (void)unused;
    pthread_t thread[4];
    void *wrong;
    for (intptr_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, launch_often, (void *)(i + 1)), 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(thread[i], &wrong);
        assert_null(wrong);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(loading),
        TEST(functions),
        TEST(host_arguments),
        TEST(device_arguments),
        TEST(argument_array),
        TEST(placeholders),
        TEST(kernel_args),
        TEST(kernel_args_go_with_their_binary),
        TEST(kernel_args_placeholder),
        TEST(vector_exception),
        TEST(cube_exception),
        TEST(deadlock),
        TEST(deadlock_of_a_cube),
        TEST(trap),
        TEST(trap_of_a_cube),
        TEST(time_limit),
        TEST(time_limit_of_all),
        TEST(stop_on_failure),
        TEST(events_count_emulated_time),
        TEST(threads),
    };
    if (argc != 2)
        return 2;
    path = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
