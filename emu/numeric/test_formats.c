/* Conversions between formats against the tables of test_reference.c: every code, every boundary
 * between two neighbours in every mode, random values. */
#include <math.h>

#include "emu/numeric/test_reference.h"

static const enum num_round rounds[] = {NUM_RINT, NUM_AWAY,  NUM_FLOOR,
                                        NUM_CEIL, NUM_TRUNC, NUM_ODD};
enum { ROUNDS = 6 };

static uint32_t narrow(int name, float x, struct num_mode mode)
{
    switch (name) {
    case REF_F16:
        return f32_to_f16(x, mode);
    case REF_BF16:
        return f32_to_bf16(x, mode);
    case REF_E4M3:
        return f32_to_e4m3(x, mode);
    case REF_E5M2:
        return f32_to_e5m2(x, mode);
    case REF_E2M1:
        return f32_to_e2m1(x, mode.round);
    default:
        return f32_to_e1m2(x, mode.round);
    }
}

static float widen(int name, uint32_t x)
{
    switch (name) {
    case REF_F16:
        return f16_to_f32((uint16_t)x);
    case REF_BF16:
        return bf16_to_f32((uint16_t)x);
    case REF_E4M3:
        return e4m3_to_f32((uint8_t)x);
    case REF_E5M2:
        return e5m2_to_f32((uint8_t)x);
    case REF_E2M1:
        return e2m1_to_f32((uint8_t)x);
    default:
        return e1m2_to_f32((uint8_t)x);
    }
}

static void narrow_all_modes(int name, float x)
{
    const struct ref_format *f = ref_format(name);
    for (int i = 0; i < ROUNDS; i++) {
        for (int sat = 0; sat < 3; sat++) {
            const struct num_mode mode = {
                .round = (uint8_t)rounds[i], .inf_nan = sat == 1, .keep_nan = sat == 2};
            assert_bits(narrow(name, x, mode), ref_narrow(f, (double)x, mode),
                        "%s of %a (0x%08x), rounding %d, mode %d", f->name, (double)x, bits_of(x),
                        i, sat);
        }
    }
}

static void every_code_widens(void **state)
{
    (void)state;
    for (int name = 0; name < REF_COUNT; name++) {
        const struct ref_format *f = ref_format(name);
        for (uint32_t code = 0; code < 2 * f->sign; code++) {
            const double want = ref_widen(f, code);
            const uint32_t want_bits = isnan(want) ? NUM_F32_NAN : bits_of((float)want);
            assert_bits(bits_of(widen(name, code)), want_bits, "%s 0x%x", f->name, code);
        }
    }
    for (uint32_t code = 0; code < 256; code++) {
        const uint32_t want = code == 255 ? NUM_F32_NAN : bits_of((float)ldexp(1, (int)code - 127));
        assert_bits(bits_of(e8m0_to_f32((uint8_t)code)), want, "e8m0 0x%x", code);
    }
}

static void every_code_comes_back(void **state)
{
    (void)state;
    for (int name = 0; name < REF_COUNT; name++) {
        const struct ref_format *f = ref_format(name);
        for (uint32_t code = 0; code < 2 * f->sign; code++) {
            const double value = ref_widen(f, code);
            if (!isnan(value) && !isinf(value))
                narrow_all_modes(name, (float)value);
        }
    }
}

static void every_boundary(void **state)
{
    (void)state;
    for (int name = 0; name < REF_COUNT; name++) {
        const struct ref_format *f = ref_format(name);
        for (int code = 0; code < f->count; code++) {
            const double low = f->values[code], high = f->values[code + 1];
            const float middle = (float)(low + (high - low) / 2);
            /* the lowest boundary of bf16 has no middle in f32; the values nearby serve */
            for (int sign = -1; sign <= 1; sign += 2) {
                narrow_all_modes(name, (float)sign * middle);
                narrow_all_modes(name, (float)sign * nextafterf(middle, 0));
                narrow_all_modes(name, (float)sign * nextafterf(middle, INFINITY));
                narrow_all_modes(name, (float)sign * nextafterf((float)low, INFINITY));
                narrow_all_modes(name, (float)sign * nextafterf((float)high, 0));
            }
        }
    }
}

static void special_and_random_values(void **state)
{
    (void)state;
    static const uint32_t special[] = {
        0x00000000, 0x00000001, 0x00000002, 0x007fffff, 0x00800000, 0x00800001, 0x7f7fffff,
        0x7f7ffffe, 0x7f7f8000, 0x7f7f7fff, 0x7f7f0000, 0x7f800000, 0x7f800001, 0x7fbfffff,
        0x7fc00000, 0x7fffffff, 0x3f800000, 0x3effffff, 0x3f000000, 0x47800000, 0x43e00000,
        0x43e80000, 0x43e7ffff, 0x43e80001, 0x477fe000, 0x477fefff, 0x477ff000, 0x477ff001,
        0x40e00000, 0x40dfffff, 0x3ff00000, 0x3fefffff, 0x40c00000, 0x33000000, 0x33000001,
    };
    for (int name = 0; name < REF_COUNT; name++) {
        for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
            narrow_all_modes(name, float_of(special[i]));
            narrow_all_modes(name, float_of(special[i] | 0x80000000));
        }
    }
    uint64_t seed = 1;
    for (long i = scaled(100000); i > 0; i--) {
        const float x = random_f32(&seed);
        for (int name = 0; name < REF_COUNT; name++)
            narrow_all_modes(name, x);
        /* most floats are far outside the small formats: near them too */
        const float y = ldexpf(x < 0 ? -1.0f : 1.0f, (int)(random_bits(&seed) % 50) - 30) *
                        (1 + (float)(random_bits(&seed) >> 40) * 0x1p-24f);
        for (int name = 0; name < REF_COUNT; name++)
            narrow_all_modes(name, y);
    }
}

/* f16 <-> bf16 and bf16 -> e8m0 on all 65536 codes. */
static void sixteen_bits_to_sixteen_bits(void **state)
{
    (void)state;
    const struct ref_format *f16 = ref_format(REF_F16), *bf16 = ref_format(REF_BF16);
    for (uint32_t code = 0; code < 0x10000; code++) {
        for (int i = 0; i < ROUNDS; i++) {
            struct num_mode mode = {.round = (uint8_t)rounds[i], .inf_nan = true};
            assert_bits(f16_to_bf16((uint16_t)code, rounds[i]),
                        ref_narrow(bf16, ref_widen(f16, code), mode), "f16 0x%x to bf16", code);
            for (int keep = 0; keep < 2; keep++) {
                mode.inf_nan = keep == 1;
                assert_bits(bf16_to_f16((uint16_t)code, mode),
                            ref_narrow(f16, ref_widen(bf16, code), mode), "bf16 0x%x to f16", code);
            }
        }
        const double size = fabs(ref_widen(bf16, code));
        const unsigned e8m0 = isnan(size) || isinf(size) ? 255
                              : size < 0x1p-126          ? 0
                                                         : (unsigned)(ilogb(size) + 127);
        assert_bits(bf16_to_e8m0((uint16_t)code), e8m0, "bf16 0x%x to e8m0", code);
    }
}

/* hf32 is f32 with 10 bits of mantissa; its denormals keep the same last place. */
static float ref_hf32(float x, bool away)
{
    if (isnan(x) || isinf(x))
        return isnan(x) ? float_of(NUM_F32_NAN) : x;
    int exponent = x == 0 ? -126 : ilogbf(x);
    exponent = exponent < -126 ? -126 : exponent;
    const double scaled_x = ldexp((double)x, 10 - exponent);
    const double rounded = ref_round(fabs(scaled_x), away ? NUM_AWAY : NUM_RINT);
    return (float)copysign(ldexp(rounded, exponent - 10), (double)x);
}

static void hf32(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (long i = scaled(300000); i > 0; i--) {
        float x = random_f32(&seed);
        if (i % 3 == 0) /* ties */
            x = float_of((bits_of(x) & ~0x1fffu) | 0x1000);
        for (int away = 0; away < 2; away++)
            assert_bits(bits_of(f32_to_hf32(x, away == 1)), bits_of(ref_hf32(x, away == 1)),
                        "hf32 of 0x%08x, away %d", bits_of(x), away);
    }
    assert_bits(bits_of(f32_to_hf32(float_of(NUM_F32_MAX), false)), NUM_F32_INF, "hf32 of MAX");
}

static void mode_of_ctrl(void **state)
{
    (void)state;
    const uint64_t global = 1ull << 60;
    struct num_mode m = num_mode_of_ctrl(global, NUM_FLOOR, false);
    assert_true(m.round == NUM_FLOOR && !m.inf_nan && !m.keep_nan && !m.wrap);
    m = num_mode_of_ctrl(global | 1ull << 48 | 1ull << 59, NUM_RINT, true);
    assert_true(m.inf_nan && m.wrap && !m.keep_nan);
    m = num_mode_of_ctrl(1ull << 50, NUM_RINT, true);
    assert_true(!m.inf_nan && !m.wrap && m.keep_nan);
    m = num_mode_of_ctrl(0, NUM_RINT, false);
    assert_true(m.inf_nan && m.wrap);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_widens),
        cmocka_unit_test(every_code_comes_back),
        cmocka_unit_test(every_boundary),
        cmocka_unit_test(special_and_random_values),
        cmocka_unit_test(sixteen_bits_to_sixteen_bits),
        cmocka_unit_test(hf32),
        cmocka_unit_test(mode_of_ctrl),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
