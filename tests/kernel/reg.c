/* Vector functions on registers (reg.asc) against the same in C. */
#include "tests/kernel/harness.h"

#include <string.h>

enum { BYTES = 16 * 1024, ROUNDS = 6 };

static void test_address_registers(void **unused)
{
    (void)unused;
    struct array x = array_new(BYTES), z = array_new(BYTES);
    array_send(&x);
    RUN("address_registers", 1, x.address, z.address);
    array_fetch(&z);
    for (size_t i = 0; i < 8; i++)
        for (size_t j = 0; j < 2; j++)
            expect_bytes(z.host + (j * 512 + i * 64) * 4, x.host + (i * 128 + j * 64) * 4, 256,
                         "row %zu, column %zu", i, j);
    array_drop(&x);
    array_drop(&z);
}

static void test_squeezed(void **unused)
{
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        struct array x = array_new(BYTES), z = array_new(BYTES);
        uint32_t n = (uint32_t)random_below(3000), count = 0;
        const int32_t *from = (const int32_t *)(const void *)x.host;
        static int32_t want[BYTES / 4];
        for (uint32_t i = 0; i < n; i++)
            if (from[i] > 0)
                want[count++] = from[i];
        array_send(&x);
        RUN("squeezed", 1, x.address, z.address, n);
        array_fetch(&z);
        count *= 4;
        expect_bytes(z.host, &count, 4, "bytes of %u numbers", n);
        expect_bytes(z.host + 4, want, count, "the positive of %u numbers", n);
        array_drop(&x);
        array_drop(&z);
    }
}

static uint64_t joined(const uint32_t *x, size_t i, size_t operand)
{
    return (uint64_t)x[128 + operand * 64 + i] << 32 | x[operand * 64 + i];
}

static void test_wide_sums(void **unused)
{
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        struct array x = array_new(BYTES), z = array_new(BYTES);
        const uint32_t *from = (const uint32_t *)(const void *)x.host;
        uint64_t want[128];
        for (size_t i = 0; i < 64; i++) {
            want[i] = joined(from, i, 0) + joined(from, i, 1);
            want[64 + i] = joined(from, i, 0) - joined(from, i, 1);
        }
        array_send(&x);
        RUN("wide_sums", 1, x.address, z.address);
        array_fetch(&z);
        expect_bytes(z.host, want, sizeof want, "sums and differences");
        array_drop(&x);
        array_drop(&z);
    }
}

static void test_histogram(void **unused)
{
    (void)unused;
    for (int round = 0; round < ROUNDS; round++) {
        struct array x = array_new(BYTES), z = array_new(BYTES);
        uint32_t n = (uint32_t)random_below(BYTES);
        uint16_t want[256] = {0};
        for (uint32_t i = 0; i < n; i++)
            want[x.host[i]]++;
        array_send(&x);
        RUN("histogram", 1, x.address, z.address, n);
        array_fetch(&z);
        expect_bytes(z.host, want, sizeof want, "of %u bytes", n);
        array_drop(&x);
        array_drop(&z);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_address_registers),
        cmocka_unit_test(test_squeezed),
        cmocka_unit_test(test_wide_sums),
        cmocka_unit_test(test_histogram),
    };
    return KERNEL_TESTS(argc, argv, "reg", tests);
}
