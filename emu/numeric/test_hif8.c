/* hif8: decoding from the definition, encoding against the list of all values, the vendor's
 * published pairs, and hybrid rounding computed in another way. */
#include <math.h>

#include "emu/numeric/test_reference.h"

static const struct num_mode away = {.round = NUM_AWAY, .inf_nan = true};
static const struct num_mode hybrid = {.round = NUM_HYBRID, .inf_nan = true};

/* pto-isa include/pto/cpu/Hifloat8.hpp, arXiv 2409.16626 table 1, field by field. */
static double decode(unsigned code)
{
    static const struct {
        int dot, dot_bits, exponent_bits;
    } rows[] = {{3, 2, 4}, {2, 2, 3}, {1, 2, 2}, {1, 3, 1}, {1, 4, 0}};
    const double sign = code & 0x80 ? -1 : 1;
    const int size = (int)code & 0x7f;
    if (code == 0x80)
        return NAN;
    if (size == 0x6f)
        return sign * INFINITY;
    if (size < 8)
        return size == 0 ? 0 : sign * ldexp(1, size - 23);
    for (int i = 0; i < 5; i++) {
        if (size >> (7 - rows[i].dot_bits) != rows[i].dot)
            continue;
        const int width = rows[i].exponent_bits;
        const int mantissa_bits = 7 - rows[i].dot_bits - width;
        const int field = size >> mantissa_bits & ((1 << width) - 1);
        int exponent = 0;
        if (width > 0) {
            exponent = (1 << (width - 1)) | (field & ((1 << (width - 1)) - 1));
            exponent = field >> (width - 1) ? -exponent : exponent;
        }
        const int mantissa = size & ((1 << mantissa_bits) - 1);
        return sign * ldexp(1 + ldexp(mantissa, -mantissa_bits), exponent);
    }
    fail();
    return 0;
}

/* The code of a value that hif8 has, or the nearest one, ties away from zero. */
static unsigned nearest(double x)
{
    const double size = fabs(x);
    if (isnan(x))
        return NUM_HIF8_NAN;
    unsigned best = 0;
    double best_distance = INFINITY;
    for (unsigned code = 0; code < 0x80; code++) {
        /* inf stands where the next value, 1.5 * 2^15, would be */
        const double value = code == NUM_HIF8_INF ? 49152.0 : decode(code);
        const double distance = fabs(value - size);
        if (distance < best_distance || (distance == best_distance && value > size)) {
            best = code;
            best_distance = distance;
        }
    }
    if (size >= 49152.0)
        best = NUM_HIF8_INF;
    return best == 0 || x > 0 ? best : best | 0x80;
}

/* The hybrid rule with real numbers: of a value with |exponent| >= 4 the part below the kept
 * mantissa, a fraction in [0, 1), is cut to `bits` bits and compared with the threshold. */
static unsigned hybrid_code(double x, int bits, unsigned threshold)
{
    const double size = fabs(x);
    if (isnan(x) || size >= 40960.0 || size == 0)
        return nearest(x);
    const int exponent = ilogb(size);
    if (exponent > -4 && exponent < 4)
        return nearest(x);
    if (exponent < -23)
        return 0;
    const int e = exponent < 0 ? -exponent : exponent;
    /* at -23 there is no value below but 0, and the implicit one is the first bit that is lost */
    const int kept = exponent == -23 ? -1 : e < 8 ? 2 : e < 16 ? 1 : 0;
    const double unit = ldexp(1, exponent - kept);
    const double low = floor(size / unit) * unit;
    const double lost = (size - low) / unit;
    const double value = floor(ldexp(lost, bits)) >= threshold ? low + unit : low;
    return nearest(x < 0 ? -value : value);
}

static void decodes_by_the_definition(void **state)
{
    (void)state;
    for (unsigned code = 0; code < 256; code++) {
        const double want = decode(code);
        assert_bits(bits_of(hif8_to_f32((uint8_t)code)),
                    isnan(want) ? NUM_F32_NAN : bits_of((float)want), "hif8 0x%02x", code);
        if (isinf(want) || isnan(want))
            continue;
        assert_bits(f32_to_hif8((float)want, away), code, "0x%02x and back", code);
    }
    assert_bits(f32_to_hif8(-0.0f, away), 0, "-0");
}

static void nearest_with_ties_away(void **state)
{
    (void)state;
    for (unsigned code = 0; code < 0x80; code++) {
        /* both ends of the interval that rounds to this value */
        const float value = (float)(code == NUM_HIF8_INF ? 49152.0 : decode(code));
        for (unsigned other = 0; other < 0x80; other++) {
            const float middle =
                (value + (float)(other == NUM_HIF8_INF ? 49152.0 : decode(other))) / 2;
            const float near[] = {middle, nextafterf(middle, 0), nextafterf(middle, INFINITY)};
            for (int i = 0; i < 3; i++) {
                assert_bits(f32_to_hif8(near[i], away), nearest((double)near[i]), "%a",
                            (double)near[i]);
                assert_bits(f32_to_hif8(-near[i], away), nearest((double)-near[i]), "%a",
                            (double)-near[i]);
            }
        }
    }
    uint64_t seed = 3;
    for (long i = scaled(100000); i > 0; i--) {
        const float any = random_f32(&seed);
        const float x =
            float_of((bits_of(any) & 0x807fffff) | (uint32_t)(100 + random_bits(&seed) % 45) << 23);
        assert_bits(f32_to_hif8(x, away), nearest((double)x), "%a", (double)x);
        assert_bits(f32_to_hif8(any, away), nearest((double)any), "%a", (double)any);
    }
}

static void hybrid_rounding(void **state)
{
    (void)state;
    for (uint32_t x = 0; x < 0x10000; x++) {
        const double value = (double)f16_to_f32((uint16_t)x);
        assert_bits(f16_to_hif8((uint16_t)x, hybrid), hybrid_code(value, 2, x & 1 ? 3 : 1),
                    "f16 0x%04x", x);
        assert_bits(f16_to_hif8((uint16_t)x, away), nearest(value), "f16 0x%04x, away", x);
    }
    uint64_t seed = 4;
    for (long i = scaled(200000); i > 0; i--) {
        const float x = float_of((bits_of(random_f32(&seed)) & 0x807fffff) |
                                 (uint32_t)(100 + random_bits(&seed) % 45) << 23);
        assert_bits(f32_to_hif8(x, hybrid), hybrid_code((double)x, 14, bits_of(x) & 0x3fff),
                    "%a (0x%08x)", (double)x, bits_of(x));
    }
    /* the threshold of a value with 14 zero bits is 0, which nothing is below: 16 becomes 20 */
    assert_bits(f32_to_hif8(16.0f, hybrid), nearest(20.0), "16, hybrid");
}

static void saturating_mode(void **state)
{
    (void)state;
    const struct num_mode modes[] = {{.round = NUM_AWAY}, {.round = NUM_HYBRID}};
    for (int i = 0; i < 2; i++) {
        assert_bits(f32_to_hif8(INFINITY, modes[i]), 0x6e, "inf");
        assert_bits(f32_to_hif8(-INFINITY, modes[i]), 0xee, "-inf");
        assert_bits(f32_to_hif8(1e6f, modes[i]), 0x6e, "1e6");
        assert_bits(f32_to_hif8(-40960.0f, modes[i]), 0xee, "-40960");
        assert_bits(f32_to_hif8(NAN, modes[i]), 0x00, "nan");
        assert_bits(f16_to_hif8(0x7c00, modes[i]), 0x6e, "f16 inf");
        assert_bits(f16_to_hif8(0xfe00, modes[i]), 0x00, "f16 nan");
        assert_bits(f16_to_hif8(0x7bff, modes[i]), 0x6e, "f16 max");
    }
    assert_bits(f32_to_hif8(INFINITY, away), 0x6f, "inf");
    assert_bits(f32_to_hif8(-NAN, away), 0x80, "nan");
    assert_bits(f16_to_hif8(0xfc00, hybrid), 0xef, "f16 -inf");
}

/* Pairs of the vendor's unit test gitcode.com/cann/ge tests of common/math/hif8_t. */
static void published_pairs(void **state)
{
    (void)state;
    static const struct {
        uint32_t f32;
        uint8_t hif8;
    } from_f32[] = {
        {0x3638c290, 0x04}, {0x3698aeb6, 0x05}, {0x36e515dd, 0x06}, {0x371c2ff8, 0x06},
        {0x358b4f67, 0x03}, {0x3f48849e, 0x1d}, {0x3cfdc7cd, 0x54}, {0x3f112a2c, 0x19},
        {0x3f655965, 0x1e}, {0x3e2040ed, 0x3a}, {0x43411383, 0x4e}, {0x438e0e21, 0x60},
        {0x42356389, 0x46}, {0x43b308db, 0x61}, {0x42536b25, 0x47}, {0x4686c7e7, 0x6c},
        {0x46e1ca4a, 0x6e}, {0x453d6d1b, 0x67}, {0x462b0bbf, 0x6b}, {0x4743505e, 0x6f},
    };
    static const struct {
        uint16_t f16;
        uint8_t hif8;
    } from_f16[] = {
        {0x0005, 0x01}, {0x0008, 0x02}, {0x002c, 0x04}, {0x0033, 0x05}, {0x008d, 0x06},
        {0x289b, 0x55}, {0x3716, 0x36}, {0x2e79, 0x52}, {0x3b69, 0x1f}, {0x38fc, 0x1a},
        {0x67df, 0x66}, {0x64f3, 0x64}, {0x658d, 0x65}, {0x6070, 0x62}, {0x691f, 0x67},
        {0x7871, 0x6e}, {0x77ae, 0x6e}, {0x746e, 0x6c}, {0x711b, 0x6b}, {0x79ea, 0x6f},
    };
    for (size_t i = 0; i < sizeof from_f32 / sizeof *from_f32; i++)
        assert_bits(f32_to_hif8(float_of(from_f32[i].f32), away), from_f32[i].hif8, "f32 0x%08x",
                    from_f32[i].f32);
    for (size_t i = 0; i < sizeof from_f16 / sizeof *from_f16; i++)
        assert_bits(f16_to_hif8(from_f16[i].f16, away), from_f16[i].hif8, "f16 0x%04x",
                    (unsigned)from_f16[i].f16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decodes_by_the_definition), cmocka_unit_test(nearest_with_ties_away),
        cmocka_unit_test(hybrid_rounding),           cmocka_unit_test(saturating_mode),
        cmocka_unit_test(published_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
