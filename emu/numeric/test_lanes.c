/* Every function on many lanes gives the bits of the function on one, for any length, in place too.
 * The program is built twice: with the loops as they are, and with the portable ones only
 * (NUM_PORTABLE). */
#include <string.h>

#include "emu/numeric/test_reference.h"

enum { LANES = 300 };

static uint64_t seed = 15;
static float f32_a[LANES], f32_b[LANES], f32_c[LANES], f32_out[LANES];
static uint16_t u16_a[LANES], u16_b[LANES], u16_c[LANES], u16_out[LANES];

/* Lengths around the sizes of host vectors and of the blocks. */
static size_t random_length(void)
{
    static const size_t lengths[] = {0,  1,  2,  7,   8,   9,   31,  32,   33,
                                     63, 64, 65, 127, 128, 129, 200, LANES};
    return lengths[random_bits(&seed) % (sizeof lengths / sizeof *lengths)];
}

static void fill(void)
{
    for (int i = 0; i < LANES; i++) {
        const uint64_t bits = random_bits(&seed);
        f32_a[i] = random_f32(&seed);
        f32_b[i] = random_f32(&seed);
        f32_c[i] = random_f32(&seed);
        if (bits & 1) /* where exp, f16 and the integers are not trivial */
            f32_a[i] = float_of((bits_of(f32_a[i]) & 0x807fffff) |
                                (uint32_t)(105 + (bits >> 8) % 50) << 23);
        if ((bits & 6) == 2) /* cancellation in fma */
            f32_c[i] = -(f32_a[i] * f32_b[i]);
        u16_a[i] = (uint16_t)(bits >> 16);
        u16_b[i] = (uint16_t)(bits >> 32);
        u16_c[i] = (bits & 8) != 0 ? f16_neg(f16_mul(u16_a[i], u16_b[i])) : (uint16_t)(bits >> 48);
    }
}

#define SENTINEL 0xabu

#define CHECK(out, type, name, n, want)                                                            \
    do {                                                                                           \
        for (size_t i = 0; i < (n); i++) {                                                         \
            const type one = want;                                                                 \
            if (memcmp(&(out)[i], &one, sizeof one) != 0)                                          \
                fail_msg(name ", lane %zu of %zu (a 0x%08x, b 0x%08x, c 0x%08x; 0x%x 0x%x 0x%x)",  \
                         i, (size_t)(n), bits_of(f32_a[i]), bits_of(f32_b[i]), bits_of(f32_c[i]),  \
                         (unsigned)u16_a[i], (unsigned)u16_b[i], (unsigned)u16_c[i]);              \
        }                                                                                          \
        if ((n) < LANES)                                                                           \
            assert_int_equal(((uint8_t *)((out) + (n)))[0], SENTINEL);                             \
    } while (0)

#define F32_UNARY(f)                                                                               \
    do {                                                                                           \
        const size_t n = random_length();                                                          \
        memset(f32_out, SENTINEL, sizeof f32_out);                                                 \
        f##_n(f32_out, f32_a, n);                                                                  \
        CHECK(f32_out, float, #f, n, f(f32_a[i]));                                                 \
        memcpy(f32_out, f32_a, n * sizeof *f32_out);                                               \
        f##_n(f32_out, f32_out, n);                                                                \
        CHECK(f32_out, float, #f " in place", n, f(f32_a[i]));                                     \
    } while (0)

#define F32_BINARY(f)                                                                              \
    do {                                                                                           \
        const size_t n = random_length();                                                          \
        memset(f32_out, SENTINEL, sizeof f32_out);                                                 \
        f##_n(f32_out, f32_a, f32_b, n);                                                           \
        CHECK(f32_out, float, #f, n, f(f32_a[i], f32_b[i]));                                       \
        memcpy(f32_out, f32_a, n * sizeof *f32_out);                                               \
        f##_n(f32_out, f32_out, f32_b, n);                                                         \
        CHECK(f32_out, float, #f " in place", n, f(f32_a[i], f32_b[i]));                           \
    } while (0)

#define U16_UNARY(f)                                                                               \
    do {                                                                                           \
        const size_t n = random_length();                                                          \
        memset(u16_out, SENTINEL, sizeof u16_out);                                                 \
        f##_n(u16_out, u16_a, n);                                                                  \
        CHECK(u16_out, uint16_t, #f, n, f(u16_a[i]));                                              \
        memcpy(u16_out, u16_a, n * sizeof *u16_out);                                               \
        f##_n(u16_out, u16_out, n);                                                                \
        CHECK(u16_out, uint16_t, #f " in place", n, f(u16_a[i]));                                  \
    } while (0)

#define U16_BINARY(f)                                                                              \
    do {                                                                                           \
        const size_t n = random_length();                                                          \
        memset(u16_out, SENTINEL, sizeof u16_out);                                                 \
        f##_n(u16_out, u16_a, u16_b, n);                                                           \
        CHECK(u16_out, uint16_t, #f, n, f(u16_a[i], u16_b[i]));                                    \
        memcpy(u16_out, u16_b, n * sizeof *u16_out);                                               \
        f##_n(u16_out, u16_a, u16_out, n);                                                         \
        CHECK(u16_out, uint16_t, #f " in place", n, f(u16_a[i], u16_b[i]));                        \
    } while (0)

#define U16_TERNARY(f)                                                                             \
    do {                                                                                           \
        const size_t n = random_length();                                                          \
        memset(u16_out, SENTINEL, sizeof u16_out);                                                 \
        f##_n(u16_out, u16_a, u16_b, u16_c, n);                                                    \
        CHECK(u16_out, uint16_t, #f, n, f(u16_a[i], u16_b[i], u16_c[i]));                          \
        memcpy(u16_out, u16_c, n * sizeof *u16_out);                                               \
        f##_n(u16_out, u16_a, u16_b, u16_out, n);                                                  \
        CHECK(u16_out, uint16_t, #f " in place", n, f(u16_a[i], u16_b[i], u16_c[i]));              \
    } while (0)

static void f32_lanes(void **state)
{
    (void)state;
    for (long round = scaled(8000); round > 0; round--) {
        fill();
        F32_BINARY(f32_add);
        F32_BINARY(f32_sub);
        F32_BINARY(f32_mul);
        F32_BINARY(f32_div);
        F32_BINARY(f32_max);
        F32_BINARY(f32_min);
        F32_BINARY(f32_prelu);
        F32_UNARY(f32_abs);
        F32_UNARY(f32_neg);
        F32_UNARY(f32_relu);
        F32_UNARY(f32_sqrt);
        F32_UNARY(f32_reciprocal);
        F32_UNARY(f32_rsqrt);
        F32_UNARY(f32_exp);
        F32_UNARY(f32_ln);
        const size_t length = random_length();
        memset(f32_out, SENTINEL, sizeof f32_out);
        f32_fma_n(f32_out, f32_a, f32_b, f32_c, length);
        CHECK(f32_out, float, "f32_fma", length, f32_fma(f32_a[i], f32_b[i], f32_c[i]));
        memcpy(f32_out, f32_c, length * sizeof *f32_out);
        f32_fma_n(f32_out, f32_a, f32_b, f32_out, length);
        CHECK(f32_out, float, "f32_fma in place", length, f32_fma(f32_a[i], f32_b[i], f32_c[i]));
    }
}

static void f16_lanes(void **state)
{
    (void)state;
    for (long round = scaled(8000); round > 0; round--) {
        fill();
        U16_BINARY(f16_add);
        U16_BINARY(f16_sub);
        U16_BINARY(f16_mul);
        U16_BINARY(f16_div);
        U16_BINARY(f16_max);
        U16_BINARY(f16_min);
        U16_BINARY(f16_prelu);
        U16_TERNARY(f16_fma);
        U16_UNARY(f16_abs);
        U16_UNARY(f16_neg);
        U16_UNARY(f16_relu);
        U16_UNARY(f16_sqrt);
        U16_UNARY(f16_reciprocal);
        U16_UNARY(f16_rsqrt);
        U16_UNARY(f16_exp);
        U16_UNARY(f16_ln);
        U16_UNARY(f16_saturate);
        U16_BINARY(bf16_add);
        U16_BINARY(bf16_sub);
        U16_BINARY(bf16_mul);
        U16_BINARY(bf16_max);
        U16_BINARY(bf16_min);
        U16_TERNARY(bf16_fma);
        U16_UNARY(bf16_saturate);
    }
}

static void every_f16(void **state)
{
    (void)state;
    for (uint32_t first = 0; first < 0x10000; first += 256) {
        for (uint32_t i = 0; i < 256; i++)
            u16_a[i] = (uint16_t)(first + i);
        f16_to_f32_n(f32_out, u16_a, 256);
        CHECK(f32_out, float, "f16_to_f32", 256, f16_to_f32(u16_a[i]));
        bf16_to_f32_n(f32_out, u16_a, 256);
        CHECK(f32_out, float, "bf16_to_f32", 256, bf16_to_f32(u16_a[i]));
        memset(u16_out, SENTINEL, sizeof u16_out);
        f16_exp_n(u16_out, u16_a, 256);
        CHECK(u16_out, uint16_t, "f16_exp", 256, f16_exp(u16_a[i]));
        f16_ln_n(u16_out, u16_a, 256);
        CHECK(u16_out, uint16_t, "f16_ln", 256, f16_ln(u16_a[i]));
        f16_rsqrt_n(u16_out, u16_a, 256);
        CHECK(u16_out, uint16_t, "f16_rsqrt", 256, f16_rsqrt(u16_a[i]));
        f16_sqrt_n(u16_out, u16_a, 256);
        CHECK(u16_out, uint16_t, "f16_sqrt", 256, f16_sqrt(u16_a[i]));
        f16_reciprocal_n(u16_out, u16_a, 256);
        CHECK(u16_out, uint16_t, "f16_reciprocal", 256, f16_reciprocal(u16_a[i]));
        memset(f32_out, SENTINEL, sizeof f32_out);
    }
}

static union {
    uint8_t u8[LANES * 4];
    int8_t s8[LANES];
    int16_t s16[LANES];
    int32_t s32[LANES];
} bytes;

#define NARROW(f, member, type, want)                                                              \
    do {                                                                                           \
        const size_t n = random_length();                                                          \
        memset(&bytes, SENTINEL, sizeof bytes);                                                    \
        f(bytes.member, f32_a, n, mode);                                                           \
        CHECK(bytes.member, type, #f, n, (type)(want));                                            \
    } while (0)

static void conversions(void **state)
{
    (void)state;
    static const struct num_int s32 = {32, true}, s16 = {16, true}, s8 = {8, true}, u8 = {8, false};
    for (long round = scaled(12000); round > 0; round--) {
        fill();
        const uint64_t bits = random_bits(&seed);
        const struct num_mode mode = {.round = (uint8_t)(bits % 6),
                                      .inf_nan = (bits >> 8 & 1) != 0,
                                      .keep_nan = (bits >> 9 & 1) != 0,
                                      .wrap = (bits >> 10 & 1) != 0};
        size_t length = random_length();
        memset(u16_out, SENTINEL, sizeof u16_out);
        f32_to_f16_n(u16_out, f32_a, length, mode);
        CHECK(u16_out, uint16_t, "f32_to_f16", length, f32_to_f16(f32_a[i], mode));
        memset(u16_out, SENTINEL, sizeof u16_out);
        f32_to_bf16_n(u16_out, f32_a, length, mode);
        CHECK(u16_out, uint16_t, "f32_to_bf16", length, f32_to_bf16(f32_a[i], mode));
        NARROW(f32_to_e4m3_n, u8, uint8_t, f32_to_e4m3(f32_a[i], mode));
        NARROW(f32_to_e5m2_n, u8, uint8_t, f32_to_e5m2(f32_a[i], mode));
        NARROW(f32_to_hif8_n, u8, uint8_t, f32_to_hif8(f32_a[i], mode));
        NARROW(f32_to_s32_n, s32, int32_t, f32_to_int(f32_a[i], s32, mode));
        NARROW(f32_to_s16_n, s16, int16_t, f32_to_int(f32_a[i], s16, mode));
        NARROW(f32_to_s8_n, s8, int8_t, f32_to_int(f32_a[i], s8, mode));
        NARROW(f32_to_u8_n, u8, uint8_t, f32_to_int(f32_a[i], u8, mode));
        length = random_length();
        memset(f32_out, SENTINEL, sizeof f32_out);
        f32_to_hf32_n(f32_out, f32_a, length, mode.wrap);
        CHECK(f32_out, float, "f32_to_hf32", length, f32_to_hf32(f32_a[i], mode.wrap));
        f32_round_integral_n(f32_out, f32_a, length, mode.round);
        CHECK(f32_out, float, "f32_round_integral", length,
              f32_round_integral(f32_a[i], mode.round));
        memcpy(bytes.s32, f32_a, sizeof bytes.s32);
        s32_to_f32_n(f32_out, bytes.s32, length, mode.round);
        CHECK(f32_out, float, "s32_to_f32", length, s64_to_f32(bytes.s32[i], mode.round));
        memcpy(bytes.u8, u16_a, LANES);
        e4m3_to_f32_n(f32_out, bytes.u8, length);
        CHECK(f32_out, float, "e4m3_to_f32", length, e4m3_to_f32(bytes.u8[i]));
        e5m2_to_f32_n(f32_out, bytes.u8, length);
        CHECK(f32_out, float, "e5m2_to_f32", length, e5m2_to_f32(bytes.u8[i]));
        e8m0_to_f32_n(f32_out, bytes.u8, length);
        CHECK(f32_out, float, "e8m0_to_f32", length, e8m0_to_f32(bytes.u8[i]));
        hif8_to_f32_n(f32_out, bytes.u8, length);
        CHECK(f32_out, float, "hif8_to_f32", length, hif8_to_f32(bytes.u8[i]));
        memset(bytes.u8, SENTINEL, sizeof bytes.u8);
        f16_to_hif8_n(bytes.u8, u16_a, length, mode);
        CHECK(bytes.u8, uint8_t, "f16_to_hif8", length, f16_to_hif8(u16_a[i], mode));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(f32_lanes),
        cmocka_unit_test(f16_lanes),
        cmocka_unit_test(every_f16),
        cmocka_unit_test(conversions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
