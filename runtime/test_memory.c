/* Memory, copies, fills, and the helpers on the host's own data. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* after those */
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "runtime/include/acl/acl.h"
#include "runtime/include/runtime/rt.h"

enum { SIZE = 100 };

static char *device_memory(size_t size)
{
    void *memory = NULL;
    assert_int_equal(aclrtMalloc(&memory, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    return memory;
}

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

static void sizes_are_padded(void **unused)
{
    (void)unused;
    void *memory, *exact;
    char *padded = device_memory(33); /* 64 and 32 more */
    assert_int_equal(aclrtMemset(padded, 96, 0, 96), ACL_SUCCESS);
    assert_int_equal(aclrtMemset(padded, 97, 0, 97), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtMallocAlign32(&exact, 33, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    assert_int_equal(aclrtMemset(exact, 64, 0, 64), ACL_SUCCESS);
    assert_int_equal(aclrtMemset(exact, 65, 0, 65), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtMalloc(&memory, 0, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtMalloc(&memory, SIZE_MAX, ACL_MEM_MALLOC_HUGE_FIRST),
                     ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtMalloc(NULL, 8, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtFree(padded), ACL_SUCCESS);
    assert_int_equal(aclrtFree(exact), ACL_SUCCESS);
}

static void frees_are_checked(void **unused)
{
    (void)unused;
    char *memory = device_memory(SIZE), *host = NULL;
    char local[8];
    assert_int_equal(aclrtFree(memory + 32), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtFree(memory), ACL_SUCCESS);
    assert_int_equal(aclrtFree(memory), ACL_ERROR_RT_PARAM_INVALID);
    assert_non_null(strstr(aclGetRecentErrMsg(), "freed allocation"));
    assert_int_equal(aclrtFree(local), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtFree(NULL), ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtMallocHost((void **)&host, SIZE), ACL_SUCCESS);
    memset(host, 1, SIZE);
    assert_int_equal(aclrtFreeHost(host + 1), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtFreeHost(host), ACL_SUCCESS);
    assert_int_equal(aclrtFreeHost(host), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtFreeHost(NULL), ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtMallocHost((void **)&host, 0), ACL_ERROR_INVALID_PARAM);
}

static void memory_runs_out(void **unused)
{
    (void)unused;
    void *first, *second;
    size_t free_size, total;
    assert_int_equal(aclrtGetMemInfo(ACL_HBM_MEM, &free_size, &total), ACL_SUCCESS);
    assert_true(total == (size_t)128 << 30 && free_size <= total);
    assert_int_equal(aclrtMallocAlign32(&first, free_size - 4096, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    assert_int_equal(aclrtMalloc(&second, 8192, ACL_MEM_MALLOC_HUGE_FIRST),
                     ACL_ERROR_RT_MEMORY_ALLOCATION);
    assert_int_equal(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_MEMORY_ALLOCATION);
    assert_non_null(strstr(aclGetRecentErrMsg(), "of HBM are free"));
    assert_int_equal(aclrtFree(first), ACL_SUCCESS);
    assert_int_equal(aclrtMalloc(&second, 8192, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    assert_int_equal(aclrtFree(second), ACL_SUCCESS);
    assert_int_equal(aclrtGetMemInfo(ACL_DDR_MEM, &free_size, &total),
                     ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
}

static void a_reset_frees_all(void **unused)
{
    (void)unused;
    char *memory = device_memory(SIZE), out[SIZE];
    size_t before, after, total;
    assert_int_equal(aclrtResetDevice(0), ACL_SUCCESS);
    assert_int_equal(aclrtSetDevice(0), ACL_SUCCESS);
    assert_int_equal(aclrtMemcpy(out, SIZE, memory, SIZE, ACL_MEMCPY_DEVICE_TO_HOST),
                     ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtFree(memory), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtGetMemInfo(ACL_HBM_MEM, &before, &total), ACL_SUCCESS);
    device_memory(SIZE);
    assert_int_equal(aclrtGetMemInfo(ACL_HBM_MEM, &after, &total), ACL_SUCCESS);
    assert_int_equal(before - after, 160); /* 100 to 128, and 32 */
}

/* --- copies ------------------------------------------------------------------------------------
 */

static void copies_carry_bytes(void **unused)
{
    (void)unused;
    char in[SIZE], out[SIZE], *a = device_memory(SIZE), *b = device_memory(SIZE);
    aclrtStream stream;
    for (int i = 0; i < SIZE; i++)
        in[i] = (char)(3 * i);
    assert_int_equal(aclrtCreateStream(&stream), ACL_SUCCESS);
    assert_int_equal(aclrtMemcpy(a, SIZE, in, SIZE, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    assert_int_equal(aclrtMemcpyAsync(b, SIZE, a, SIZE, ACL_MEMCPY_DEVICE_TO_DEVICE, stream),
                     ACL_SUCCESS);
    assert_int_equal(aclrtMemcpy(out, SIZE, b, SIZE, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    assert_memory_equal(in, out, SIZE);
    memset(out, 0, SIZE);
    assert_int_equal(aclrtMemcpy(out, SIZE, in, SIZE, ACL_MEMCPY_HOST_TO_HOST), ACL_SUCCESS);
    assert_memory_equal(in, out, SIZE);
    memset(out, 0, SIZE);
    assert_int_equal(aclrtMemcpy(out + 1, SIZE - 1, b + 1, 10, ACL_MEMCPY_DEFAULT), ACL_SUCCESS);
    assert_memory_equal(in + 1, out + 1, 10);
    assert_int_equal(out[11], 0);
    assert_int_equal(rtMemcpy(a, SIZE, in + 50, 50, RT_MEMCPY_HOST_TO_DEVICE), 0);
    assert_int_equal(rtMemcpy(out, SIZE, a, SIZE, RT_MEMCPY_DEVICE_TO_HOST), 0);
    assert_memory_equal(in + 50, out, 50);
    assert_memory_equal(in + 50, out + 50, 50);
    assert_int_equal(rtMemcpy(out, SIZE, a, SIZE, RT_MEMCPY_MANAGED),
                     ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    assert_int_equal(aclrtMemcpy(NULL, 0, NULL, 0, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
}

static void new_memory_is_poisoned(void **unused)
{
    (void)unused;
    unsigned char out[SIZE];
    char *memory = device_memory(SIZE);
    assert_int_equal(aclrtMemcpy(out, SIZE, memory, SIZE, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    for (int i = 0; i < SIZE; i++)
        assert_int_equal(out[i], 0xa5);
}

static void wrong_copies(void **unused)
{
    (void)unused;
    char host[SIZE] = {0}, *device = device_memory(SIZE);
    aclrtStream stream;
    assert_int_equal(aclrtCreateStream(&stream), ACL_SUCCESS);
    assert_int_equal(aclrtMemcpy(NULL, SIZE, host, SIZE, ACL_MEMCPY_HOST_TO_DEVICE),
                     ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtMemcpy(device, SIZE, NULL, SIZE, ACL_MEMCPY_HOST_TO_DEVICE),
                     ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtMemcpy(device, 8, host, 9, ACL_MEMCPY_HOST_TO_DEVICE),
                     ACL_ERROR_RT_PARAM_INVALID);
    assert_string_equal(aclGetRecentErrMsg(), "aclrtMemcpy: 9 bytes into a target of 8");
    assert_int_equal(aclrtMemcpy(device, SIZE, host, SIZE, ACL_MEMCPY_DEVICE_TO_HOST),
                     ACL_ERROR_RT_PARAM_INVALID);
    assert_non_null(strstr(aclGetRecentErrMsg(), "is device memory; the kind is DEVICE_TO_HOST"));
    assert_int_equal(aclrtMemcpy(host, SIZE, device, SIZE, ACL_MEMCPY_HOST_TO_DEVICE),
                     ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtMemcpy(host, SIZE, host, SIZE, ACL_MEMCPY_HOST_TO_DEVICE),
                     ACL_ERROR_RT_PARAM_INVALID);
    assert_non_null(strstr(aclGetRecentErrMsg(), "is no device memory"));
    assert_int_equal(aclrtMemcpy(device, SIZE, host, SIZE, ACL_MEMCPY_DEVICE_TO_DEVICE),
                     ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtMemcpy(device, SIZE, host, SIZE, ACL_MEMCPY_HOST_TO_HOST),
                     ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtMemcpy(device, SIZE, host, SIZE, (aclrtMemcpyKind)77),
                     ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtMemcpy(device + 100, SIZE, host, SIZE, ACL_MEMCPY_HOST_TO_DEVICE),
                     ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtMemcpyAsync(host, SIZE, host, 1, ACL_MEMCPY_HOST_TO_HOST, stream),
                     ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    assert_int_equal(aclrtMemcpyAsync(device, SIZE, host, 1, ACL_MEMCPY_HOST_TO_DEVICE, host),
                     ACL_ERROR_RT_INVALID_HANDLE);
}

static void rows(void **unused)
{
    (void)unused;
    char in[64], out[64] = {0}, *device = device_memory(64);
    for (int i = 0; i < 64; i++)
        in[i] = (char)i;
    assert_int_equal(aclrtMemset(device, 64, 9, 64), ACL_SUCCESS);
    assert_int_equal(aclrtMemcpy2d(device, 16, in, 8, 8, 4, ACL_MEMCPY_HOST_TO_DEVICE), 0);
    assert_int_equal(aclrtMemcpy(out, 64, device, 64, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    for (int i = 0; i < 64; i++)
        assert_int_equal(out[i], i % 16 < 8 ? i / 16 * 8 + i % 16 : 9);
    assert_int_equal(aclrtMemcpy2d(device, 4, in, 8, 8, 4, ACL_MEMCPY_HOST_TO_DEVICE),
                     ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtMemcpy2d(device, 8, device, 8, 8, 4, ACL_MEMCPY_DEVICE_TO_DEVICE),
                     ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    assert_int_equal(
        aclrtMemcpy2dAsync(device + 32, 8, device, 8, 8, 4, ACL_MEMCPY_DEVICE_TO_DEVICE, NULL),
        ACL_SUCCESS);
    assert_int_equal(aclrtMemcpy2d(out, 8, in, 8, 8, 4, ACL_MEMCPY_HOST_TO_HOST),
                     ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtMemcpy2d(NULL, 8, in, 8, 0, 4, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
}

static void fills(void **unused)
{
    (void)unused;
    unsigned char out[SIZE], *host, *device = (unsigned char *)device_memory(SIZE);
    assert_int_equal(aclrtMemset(device, SIZE, 0x17f, SIZE), ACL_SUCCESS);
    assert_int_equal(aclrtMemsetAsync(device + 10, SIZE, 1, 5, NULL), ACL_SUCCESS);
    assert_int_equal(aclrtMemcpy(out, SIZE, device, SIZE, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    for (int i = 0; i < SIZE; i++)
        assert_int_equal(out[i], i >= 10 && i < 15 ? 1 : 0x7f);
    assert_int_equal(aclrtMallocHost((void **)&host, SIZE), ACL_SUCCESS);
    assert_int_equal(aclrtMemset(host, SIZE, 5, SIZE), ACL_SUCCESS);
    assert_int_equal(host[SIZE - 1], 5);
    assert_int_equal(aclrtMemset(host, SIZE + 1, 5, SIZE + 1), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtFreeHost(host), ACL_SUCCESS);
    assert_int_equal(aclrtMemset(device, 3, 5, 4), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtMemset(NULL, 3, 5, 3), ACL_ERROR_INVALID_PARAM);
    assert_int_equal(aclrtMemset(out, SIZE, 5, SIZE), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtMemFlush(device, 4), ACL_SUCCESS);
    assert_int_equal(aclrtMemFlush(out, 4), ACL_ERROR_RT_PARAM_INVALID);
    assert_int_equal(aclrtMemInvalidate(device, 0), ACL_ERROR_INVALID_PARAM);
}

static void sync_address_is_memory(void **unused)
{
    (void)unused;
    void *first, *second;
    uint64_t address;
    uint32_t size;
    assert_int_equal(aclrtGetHardwareSyncAddr(&first), ACL_SUCCESS);
    assert_int_equal(aclrtGetHardwareSyncAddr(&second), ACL_SUCCESS);
    assert_ptr_equal(first, second);
    assert_int_equal(rtGetC2cCtrlAddr(&address, &size), 0);
    assert_true(address == (uint64_t)(uintptr_t)first);
    assert_int_equal(aclrtMemset(first, size, 0, size), ACL_SUCCESS);
}

/* --- helpers -----------------------------------------------------------------------------------
 */

/* An independent way: scale and round by the C library. */
static uint16_t half_of(float x)
{
    uint16_t sign = signbit(x) ? 0x8000 : 0;
    double magnitude = fabs((double)x);
    int exponent;
    if (isnan(x) || magnitude >= 65520)
        return sign | 0x7bff;
    frexp(magnitude, &exponent);
    if (exponent < -13)
        exponent = -13; /* subnormal: steps of 2^-24 */
    double steps = nearbyint(ldexp(magnitude, 11 - exponent));
    if (steps >= 2048) {
        steps /= 2;
        exponent++;
    }
    if (exponent > 16)
        return sign | 0x7bff;
    if (steps < 1024)
        return (uint16_t)(sign | (unsigned)steps);
    return (uint16_t)(sign | (unsigned)(exponent + 14) << 10 | ((unsigned)steps - 1024));
}

static void half_precision(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; i < 0x10000; i++) {
        uint32_t exponent = i >> 10 & 0x1f, mantissa = i & 0x3ff;
        double magnitude =
            exponent == 0 ? ldexp(mantissa, -24) : ldexp(1024 + mantissa, (int)exponent - 25);
        float value = aclFloat16ToFloat((aclFloat16)i);
        assert_true((double)value == ((i & 0x8000) != 0 ? -magnitude : magnitude));
        if (exponent < 31)
            assert_int_equal(aclFloatToFloat16(value), i);
    }
    /* hicann/runtime acl_base_rt.h: +inf reads as 65536, NaN as 98304; both write 65504. */
    assert_true(aclFloat16ToFloat(0x7c00) == 65536.0f);
    assert_true(aclFloat16ToFloat(0x7e00) == 98304.0f);
    assert_int_equal(aclFloatToFloat16(INFINITY), 0x7bff);
    assert_int_equal(aclFloatToFloat16(-INFINITY), 0xfbff);
    assert_int_equal(aclFloatToFloat16(NAN) & 0x7fff, 0x7bff);
    uint32_t bits = 1;
    for (int i = 0; i < 2000000; i++) {
        float x;
        bits = bits * 1664525u + 1013904223u;
        memcpy(&x, &bits, sizeof x);
        assert_int_equal(aclFloatToFloat16(x), half_of(x));
        /* near half precision's own range, and exact ties */
        uint32_t near = (bits & 0x8fffffff) | 0x30000000;
        if ((i & 1) != 0)
            near &= 0xfffff000;
        memcpy(&x, &near, sizeof x);
        assert_int_equal(aclFloatToFloat16(x), half_of(x));
    }
}

static void element_sizes_and_buffers(void **unused)
{
    (void)unused;
    int value;
    assert_int_equal(aclDataTypeSize(ACL_FLOAT16), 2);
    assert_int_equal(aclDataTypeSize(ACL_BF16), 2);
    assert_int_equal(aclDataTypeSize(ACL_FLOAT), 4);
    assert_int_equal(aclDataTypeSize(ACL_INT4), 1);
    assert_int_equal(aclDataTypeSize(ACL_DOUBLE), 8);
    assert_int_equal(aclDataTypeSize(ACL_COMPLEX128), 16);
    assert_int_equal(aclDataTypeSize(ACL_STRING), 0);
    aclDataBuffer *buffer = aclCreateDataBuffer(&value, 4);
    assert_ptr_equal(aclGetDataBufferAddr(buffer), &value);
    assert_int_equal(aclGetDataBufferSizeV2(buffer), 4);
    assert_int_equal(aclUpdateDataBuffer(buffer, NULL, 7), ACL_SUCCESS);
    assert_int_equal(aclGetDataBufferSize(buffer), 7);
    assert_int_equal(aclDestroyDataBuffer(buffer), ACL_SUCCESS);
    assert_int_equal(aclDestroyDataBuffer(NULL), ACL_ERROR_INVALID_PARAM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(sizes_are_padded, set_device, reset_device),
        cmocka_unit_test_setup_teardown(frees_are_checked, set_device, reset_device),
        cmocka_unit_test_setup_teardown(memory_runs_out, set_device, reset_device),
        cmocka_unit_test_setup_teardown(a_reset_frees_all, set_device, reset_device),
        cmocka_unit_test_setup_teardown(copies_carry_bytes, set_device, reset_device),
        cmocka_unit_test_setup_teardown(new_memory_is_poisoned, set_device, reset_device),
        cmocka_unit_test_setup_teardown(wrong_copies, set_device, reset_device),
        cmocka_unit_test_setup_teardown(rows, set_device, reset_device),
        cmocka_unit_test_setup_teardown(fills, set_device, reset_device),
        cmocka_unit_test_setup_teardown(sync_address_is_memory, set_device, reset_device),
        cmocka_unit_test(half_precision),
        cmocka_unit_test(element_sizes_and_buffers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
