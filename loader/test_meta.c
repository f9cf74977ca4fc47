/* Expected bytes are written by hand from docs/kernel_binary.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "loader/loader.h"

/* A mixed kernel (struct {float; int}, uint16_t) with everything set. */
/* clang-format off */
static const uint8_t whole[] = {
    1, 0, 4, 0,   4, 0, 0, 0,       /* kernel type MIX_AIC_MAIN */
    2, 0, 4, 0,   1, 0, 0, 0,       /* cross-core sync */
    3, 0, 4, 0,   1, 0, 2, 0,       /* ratio 1:2 */
    7, 0, 4, 0,   0, 0x20, 0, 0,    /* UB 8192 */
    12, 0, 4, 0,  2, 0, 0, 0,       /* SIMD VF */
    16, 0, 12, 0, 2, 0, 0, 0,  16, 0, 0, 0, 0, 0, 0, 0, /* 2 params, 16 bytes */
    17, 0, 36, 0, 0, 0, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0,  8, 0, 0, 0, /* index, ordinal, offset, size */
        4, 0, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0, /* align, type, spaces */
    1, 0x7f, 19, 0,  0, 0, 0, 0,  3, 0, 2, 0,  1, 4, 0, 0,  0, 4, 4, 0,  'a', 'b', 'c',
    17, 0, 36, 0, 1, 0, 0, 0,  1, 0, 0, 0,  8, 0, 0, 0,  2, 0, 0, 0,
        4, 0, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0,
    1, 0x7f, 17, 0,  1, 0, 0, 0,  0, 2, 0, 0,  0, 0, 0, 0,  0, 0, 0, 0,  'n'};
/* clang-format on */

static struct kernel_param params[2] = {
    {.name = "abc",
     .size = 8,
     .align = 4,
     .klass = PARAM_STRUCT_FP,
     .part_count = 2,
     .part = {{1, 4, 0}, {0, 4, 4}}},
    {.name = "n", .offset = 8, .size = 2, .align = 4, .is_signed = true}};

static const struct kernel_info mixed = {.type = META_MIX_AIC_MAIN,
                                         .ratio_aic = 1,
                                         .ratio_aiv = 2,
                                         .ub_size = 8192,
                                         .aiv_type = 2,
                                         .cross_core_sync = true,
                                         .args_size = 16,
                                         .param_count = 2,
                                         .param = params};

static void encode_writes_the_documented_bytes(void **state)
{
    (void)state;
    uint8_t buf[512];
    assert_int_equal(meta_encode(&mixed, buf, sizeof buf), sizeof whole);
    assert_memory_equal(buf, whole, sizeof whole);
    assert_int_equal(meta_encode(&mixed, buf, sizeof whole), sizeof whole);
    for (size_t size = 0; size < sizeof whole; size++)
        assert_int_equal(meta_encode(&mixed, buf, size), 0);
}

static void decode_reads_them_back(void **state)
{
    (void)state;
    struct kernel_info k = {0};
    assert_int_equal(meta_decode(whole, sizeof whole, &k, NULL), BELAY_OK);
    assert_int_equal(k.type, META_MIX_AIC_MAIN);
    assert_int_equal(k.ratio_aic, 1);
    assert_int_equal(k.ratio_aiv, 2);
    assert_int_equal(k.ub_size, 8192);
    assert_int_equal(k.aiv_type, 2);
    assert_true(k.cross_core_sync);
    assert_int_equal(k.args_size, 16);
    assert_int_equal(k.param_count, 2);
    for (int i = 0; i < 2; i++) {
        assert_string_equal(k.param[i].name, params[i].name);
        assert_int_equal(k.param[i].offset, params[i].offset);
        assert_int_equal(k.param[i].size, params[i].size);
        assert_int_equal(k.param[i].align, params[i].align);
        assert_int_equal(k.param[i].klass, params[i].klass);
        assert_int_equal(k.param[i].is_signed, params[i].is_signed);
        assert_int_equal(k.param[i].part_count, params[i].part_count);
        assert_memory_equal(k.param[i].part, params[i].part, sizeof params[i].part);
    }
    kernel_info_clear(&k);
}

static void every_truncation_is_found(void **state)
{
    (void)state;
    size_t good = 0;
    for (size_t size = 0; size < sizeof whole; size++) {
        uint8_t *copy = malloc(size + 1); /* exact, so that a sanitizer sees a read past it */
        memcpy(copy, whole, size);
        struct kernel_info k = {.ub_size = 77};
        belay_error err;
        belay_status status = meta_decode(copy, size, &k, &err);
        if (status == BELAY_OK)
            good++; /* between TLVs before the parameters, or before a class */
        else {
            assert_int_equal(status, BELAY_BAD_INPUT);
            assert_non_null(strstr(err.message, "metadata: "));
            assert_int_equal(k.ub_size, 77);
            assert_null(k.param);
        }
        kernel_info_clear(&k);
        free(copy);
    }
    assert_int_equal(good, 7);
}

/* A PARAM_INFO of 4 bytes at offset 0 with changes. */
static void expect(const uint8_t *data, size_t size, const char *message)
{
    struct kernel_info k = {0};
    belay_error err;
    assert_int_equal(meta_decode(data, size, &k, &err), BELAY_BAD_INPUT);
    if (strstr(err.message, message) == NULL)
        fail_msg("'%s' does not say '%s'", err.message, message);
    assert_null(k.param);
}

#define INFO(ordinal, offset_high, size, align)                                                    \
    17, 0, 36, 0, 0, 0, 0, 0, (ordinal), 0, 0, 0, 0, 0, 0, (offset_high), (size), 0, 0, 0,         \
        (align), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
#define CLASS(ordinal, klass, parts, first_size)                                                   \
    1, 0x7f, 16, 0, (ordinal), 0, 0, 0, (klass), 0, (parts), 0, 1, (first_size), 0, 0, 0, 0, 0, 0
#define EXPECT(message, ...)                                                                       \
    do {                                                                                           \
        const uint8_t bytes[] = {__VA_ARGS__};                                                     \
        expect(bytes, sizeof bytes, message);                                                      \
    } while (0)

static void contradictions_are_refused(void **state)
{
    (void)state;
    EXPECT("kernel type 9 is unknown", 1, 0, 4, 0, 9, 0, 0, 0);
    EXPECT("type 1 has 2 bytes of payload, at least 4", 1, 0, 2, 0, 3, 0);
    EXPECT("ordinal 1 of 1 is too large", INFO(1, 0, 4, 4));
    EXPECT("ordinal 0 of 2 is given twice", INFO(0, 0, 4, 4), INFO(0, 0, 4, 4));
    EXPECT("outside any argument block", INFO(0, 1, 4, 4));
    EXPECT("alignment 6, no power of two", INFO(0, 0, 4, 6));
    EXPECT("1 parameters are described, the summary says 2", INFO(0, 0, 4, 4), 16, 0, 12, 0, 2, 0,
           0, 0, 4, 0, 0, 0, 0, 0, 0, 0);
    EXPECT("has 3 bytes, the parameters need 4", INFO(0, 0, 4, 4), 16, 0, 12, 0, 1, 0, 0, 0, 3, 0,
           0, 0, 0, 0, 0, 0);
    EXPECT("comes without its place", CLASS(0, 0, 0, 0));
    EXPECT("unknown class 5", INFO(0, 0, 4, 4), CLASS(0, 5, 0, 0));
    EXPECT("with 3 parts", INFO(0, 0, 4, 4), CLASS(0, 3, 3, 4));
    EXPECT("cannot be of class 3 with 1 parts", INFO(0, 0, 4, 4), CLASS(0, 3, 1, 8));
    EXPECT("cannot be of class 3 with 0 parts", INFO(0, 0, 4, 4), CLASS(0, 3, 0, 4));
    EXPECT("cannot be of class 1", INFO(0, 0, 9, 4), CLASS(0, 1, 0, 0));
    EXPECT("cannot be of class 2", INFO(0, 0, 17, 4), CLASS(0, 2, 0, 0));
}

static void foreign_metadata_is_accepted(void **state)
{
    (void)state;
    /* Parameters without our TLV, unknown types and zeros between the TLVs; no total size. */
    const uint8_t bytes[] = {
        99, 0, 1, 0, 5, 0, 0, 0, 0, INFO(1, 0, 17, 0), 0, 0, 0, 0, INFO(0, 0, 12, 8)};
    struct kernel_info k = {.type = META_AIV};
    assert_int_equal(meta_decode(bytes, sizeof bytes, &k, NULL), BELAY_OK);
    assert_int_equal(k.type, META_AIV);
    assert_int_equal(k.param_count, 2);
    assert_int_equal(k.param[0].klass, PARAM_STRUCT);
    assert_int_equal(k.param[1].klass, PARAM_REFERENCE);
    assert_int_equal(k.param[1].align, 1);
    assert_int_equal(k.args_size, 24);
    /* Nothing about parameters: what was there stays. */
    struct kernel_param *before = k.param;
    assert_int_equal(meta_decode(NULL, 0, &k, NULL), BELAY_OK);
    assert_ptr_equal(k.param, before);
    kernel_info_clear(&k);
}

static void long_names_are_cut(void **state)
{
    (void)state;
    uint8_t bytes[40 + 20 + 100] = {INFO(0, 0, 4, 4), CLASS(0, 0, 0, 0)};
    bytes[42] = 116; /* payload of the second TLV: 16 + 100 */
    memset(bytes + 60, 'x', 100);
    struct kernel_info k = {0};
    assert_int_equal(meta_decode(bytes, sizeof bytes, &k, NULL), BELAY_OK);
    assert_int_equal(strlen(k.param[0].name), sizeof k.param[0].name - 1);
    kernel_info_clear(&k);
}

static void implicit_arguments_are_numbers(void **state)
{
    (void)state;
    /* asc-devkit emits {4, 4, 1} for printf and {4, 4, 5} for assert; a version TLV comes first. */
    const uint8_t bytes[] = {0, 0, 4, 0, 1, 0, 0, 0, 4, 0, 4, 0,
                             1, 0, 0, 0, 4, 0, 4, 0, 5, 0, 0, 0};
    uint32_t implicit = 2;
    assert_int_equal(meta_decode_binary(bytes, sizeof bytes, &implicit, NULL), BELAY_OK);
    assert_int_equal(implicit, 1 | 2 | 16);
    const uint8_t bad[] = {4, 0, 4, 0, 33, 0, 0, 0};
    belay_error err;
    assert_int_equal(meta_decode_binary(bad, sizeof bad, &implicit, &err), BELAY_BAD_INPUT);
    assert_non_null(strstr(err.message, "number 33"));
    assert_int_equal(meta_decode_binary(bytes, 10, &implicit, &err), BELAY_BAD_INPUT);
    assert_int_equal(implicit, 1 | 2 | 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encode_writes_the_documented_bytes),
        cmocka_unit_test(decode_reads_them_back),
        cmocka_unit_test(every_truncation_is_found),
        cmocka_unit_test(contradictions_are_refused),
        cmocka_unit_test(foreign_metadata_is_accepted),
        cmocka_unit_test(long_names_are_cut),
        cmocka_unit_test(implicit_arguments_are_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
