/* add, sub, mul, div, sqrt, fma, max, min and the rest of the arithmetic, against exact values. */
#include <math.h>
#include <stdio.h>

#ifdef HAVE_MPFR
#include <mpfr.h>
#endif

#include "emu/numeric/test_reference.h"

static const struct num_mode ieee = {.round = NUM_RINT, .inf_nan = true};

static double value(uint16_t x)
{
    return ref_widen(ref_format(REF_F16), x);
}

static uint32_t nearest(double x)
{
    return ref_narrow(ref_format(REF_F16), x, ieee);
}

static double bf16_value(uint16_t x)
{
    return ref_widen(ref_format(REF_BF16), x);
}

/* The f16 nearest to |a| / |b|: midpoints of neighbours times b are exact in double. */
static uint32_t ref_div(double a, double b)
{
    const double quotient = a / b;
    const uint32_t code = nearest(quotient);
    if (isnan(quotient) || isinf(quotient) || quotient == 0)
        return code;
    const struct ref_format *f = ref_format(REF_F16);
    const int size = (int)(code & 0x7fff);
    for (int low = size > 0 ? size - 1 : 0; low <= size && low < f->count; low++) {
        const double middle = (f->values[low] + f->values[low + 1]) / 2;
        const double excess = fabs(a) - middle * fabs(b);
        /* on the wrong side of a midpoint next to the result? */
        const bool up = excess > 0 || (excess == 0 && low % 2 == 1);
        if (low == size && up)
            return code + 1;
        if (low == size - 1 && !up)
            return code - 1;
    }
    return code;
}

static uint32_t ref_sqrt(double a)
{
    const double root = sqrt(a);
    const uint32_t code = nearest(root);
    if (isnan(root) || isinf(root) || root == 0)
        return code;
    const struct ref_format *f = ref_format(REF_F16);
    const double below = (f->values[code - 1] + f->values[code]) / 2;
    const double above = (f->values[code] + f->values[code + 1]) / 2;
    /* 12 bits squared: exact, and never equal to an f16 */
    assert_true(below * below < a && a < above * above);
    return code;
}

static void f16_pair(uint16_t a, uint16_t b)
{
    const double x = value(a), y = value(b);
    /* sums and products of two f16 are exact in double */
    assert_bits(f16_add(a, b), nearest(x + y), "0x%04x + 0x%04x", (unsigned)a, (unsigned)b);
    assert_bits(f16_sub(a, b), nearest(x - y), "0x%04x - 0x%04x", (unsigned)a, (unsigned)b);
    assert_bits(f16_mul(a, b), nearest(x * y), "0x%04x * 0x%04x", (unsigned)a, (unsigned)b);
    const uint32_t quotient = ref_div(x, y);
    assert_bits(f16_div_ieee(a, b), quotient, "0x%04x / 0x%04x", (unsigned)a, (unsigned)b);
    const bool small = (a & 0x7fff) < 0x400, small_b = (b & 0x7fff) < 0x400;
    uint32_t flushed = ref_div(small ? copysign(0, x) : x, small_b ? copysign(0, y) : y);
    flushed = (flushed & 0x7fff) < 0x400 ? flushed & 0x8000 : flushed;
    assert_bits(f16_div(a, b), flushed, "0x%04x / 0x%04x, flushed", (unsigned)a, (unsigned)b);
}

static void f16_arithmetic(void **state)
{
    (void)state;
    static const uint16_t special[] = {0,      1,      2,      0x3ff,  0x400,  0x401,  0x7ff,
                                       0x800,  0x1400, 0x3bff, 0x3c00, 0x3c01, 0x3555, 0x5140,
                                       0x6801, 0x7bfe, 0x7bff, 0x7c00, 0x7c01, 0x7e00, 0x7fff};
    const size_t count = sizeof special / sizeof *special;
    for (size_t i = 0; i < 4 * count * count; i++) {
        const uint16_t a = special[i / 4 % count], b = special[i / 4 / count];
        f16_pair((uint16_t)(a | (i & 1) << 15), (uint16_t)(b | (i & 2) << 14));
    }
    uint64_t seed = 8;
    for (long i = scaled(1000000); i > 0; i--) {
        const uint64_t bits = random_bits(&seed);
        f16_pair((uint16_t)bits, (uint16_t)(bits >> 16));
    }
    for (uint32_t a = 0; a < 0x10000; a++) {
        assert_bits(f16_sqrt_ieee((uint16_t)a), ref_sqrt(value((uint16_t)a)), "sqrt 0x%04x", a);
        const double flushed =
            (a & 0x7fff) < 0x400 ? copysign(0, value((uint16_t)a)) : value((uint16_t)a);
        assert_bits(f16_sqrt((uint16_t)a), ref_sqrt(flushed), "sqrt 0x%04x, flushed", a);
        uint32_t inverse = ref_div(1, flushed);
        inverse = (inverse & 0x7fff) < 0x400 ? inverse & 0x8000 : inverse;
        assert_bits(f16_reciprocal((uint16_t)a), inverse, "1 / 0x%04x", a);
    }
}

static uint32_t bf16_twice(float x)
{
    return ref_narrow(ref_format(REF_BF16), (double)x, ieee);
}

static void bf16_arithmetic(void **state)
{
    (void)state;
    uint64_t seed = 9;
    for (long i = scaled(1000000); i > 0; i--) {
        const uint64_t bits = random_bits(&seed);
        const uint16_t a = (uint16_t)bits;
        /* half of the pairs with near exponents */
        const uint16_t b =
            (uint16_t)(bits >> 32 & 1 ? (a & 0x7f00) + (bits >> 16 & 0x81ff) : bits >> 16);
        const float x = (float)bf16_value(a), y = (float)bf16_value(b);
        assert_bits(bf16_add(a, b), bf16_twice(x + y), "0x%04x + 0x%04x", (unsigned)a, (unsigned)b);
        assert_bits(bf16_sub(a, b), bf16_twice(x - y), "0x%04x - 0x%04x", (unsigned)a, (unsigned)b);
        assert_bits(bf16_mul(a, b), bf16_twice(x * y), "0x%04x * 0x%04x", (unsigned)a, (unsigned)b);
    }
}

/* By the order of the values, not of the bits. */
static float ref_max(float a, float b)
{
    if (isnan(a) || isnan(b))
        return float_of(NUM_F32_NAN);
    if (a == b)
        return signbit(a) ? b : a;
    return a > b ? a : b;
}

static void f32_pair(float a, float b)
{
    assert_bits(bits_of(f32_max(a, b)), bits_of(ref_max(a, b)), "max %a %a", (double)a, (double)b);
    const float low = ref_max(-a, -b);
    assert_bits(bits_of(f32_min(a, b)), isnan(low) ? NUM_F32_NAN : bits_of(-low), "min %a %a",
                (double)a, (double)b);
    const float sum = a + b, difference = a - b, product = a * b, quotient = a / b;
    assert_bits(bits_of(f32_add(a, b)), isnan(sum) ? NUM_F32_NAN : bits_of(sum), "%a + %a",
                (double)a, (double)b);
    assert_bits(bits_of(f32_sub(a, b)), isnan(difference) ? NUM_F32_NAN : bits_of(difference),
                "%a - %a", (double)a, (double)b);
    assert_bits(bits_of(f32_mul(a, b)), isnan(product) ? NUM_F32_NAN : bits_of(product), "%a * %a",
                (double)a, (double)b);
    assert_bits(bits_of(f32_div_ieee(a, b)), isnan(quotient) ? NUM_F32_NAN : bits_of(quotient),
                "%a / %a", (double)a, (double)b);
}

static void max_min_and_f32(void **state)
{
    (void)state;
    const uint32_t special[] = {0,          1,          0x007fffff, 0x3f800000,
                                0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fffffff};
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++)
            f32_pair(float_of(special[i / 2] | (uint32_t)i << 31),
                     float_of(special[j / 2] | (uint32_t)j << 31));
    uint64_t seed = 10;
    for (long i = scaled(500000); i > 0; i--) {
        f32_pair(random_f32(&seed), random_f32(&seed));
        const uint64_t bits = random_bits(&seed);
        const uint16_t a = (uint16_t)bits, b = (uint16_t)(bits >> 16);
        const float high = ref_max((float)value(a), (float)value(b));
        const float low = ref_max((float)-value(a), (float)-value(b));
        assert_bits(f16_max(a, b), nearest((double)high), "f16 max 0x%x 0x%x", (unsigned)a,
                    (unsigned)b);
        assert_bits(f16_min(a, b), nearest((double)-low), "f16 min 0x%x 0x%x", (unsigned)a,
                    (unsigned)b);
        const float high_b = ref_max((float)bf16_value(a), (float)bf16_value(b));
        const float low_b = ref_max((float)-bf16_value(a), (float)-bf16_value(b));
        assert_bits(bf16_max(a, b), bf16_twice(high_b), "bf16 max 0x%x 0x%x", (unsigned)a,
                    (unsigned)b);
        assert_bits(bf16_min(a, b), bf16_twice(-low_b), "bf16 min 0x%x 0x%x", (unsigned)a,
                    (unsigned)b);
    }
}

static void saturation(void **state)
{
    (void)state;
    for (uint32_t x = 0; x < 0x10000; x++) {
        const struct num_mode saturate = {.round = NUM_RINT};
        assert_bits(f16_saturate((uint16_t)x),
                    ref_narrow(ref_format(REF_F16), value((uint16_t)x), saturate), "f16 0x%04x", x);
        assert_bits(bf16_saturate((uint16_t)x),
                    ref_narrow(ref_format(REF_BF16), bf16_value((uint16_t)x), saturate),
                    "bf16 0x%04x", x);
    }
}

/* --- fma
 * ------------------------------------------------------------------------------------------ */

#ifdef HAVE_MPFR
static mpfr_t m_a, m_b, m_c, m_r;
static long fma_cases;

/* a * b + c rounded once to `bits` bits with the exponents of f32 (bf16: fewer bits, same range).
 */
static double mpfr_fma_to(float a, float b, float c, int bits, int lowest, int highest)
{
    mpfr_set_flt(m_a, a, MPFR_RNDN);
    mpfr_set_flt(m_b, b, MPFR_RNDN);
    mpfr_set_flt(m_c, c, MPFR_RNDN);
    mpfr_set_prec(m_r, bits);
    mpfr_set_emin(lowest);
    mpfr_set_emax(highest);
    int inexact = mpfr_fma(m_r, m_a, m_b, m_c, MPFR_RNDN);
    inexact = mpfr_check_range(m_r, inexact, MPFR_RNDN);
    mpfr_subnormalize(m_r, inexact, MPFR_RNDN);
    const double result = mpfr_get_d(m_r, MPFR_RNDN);
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
    fma_cases++;
    return result;
}

static void f32_fma_case(float a, float b, float c)
{
    const double want = mpfr_fma_to(a, b, c, 24, -148, 128);
    assert_bits(bits_of(f32_fma(a, b, c)), isnan(want) ? NUM_F32_NAN : bits_of((float)want),
                "%a * %a + %a", (double)a, (double)b, (double)c);
}

static void f16_fma_case(uint16_t a, uint16_t b, uint16_t c)
{
    const double want = mpfr_fma_to((float)value(a), (float)value(b), (float)value(c), 11, -23, 16);
    assert_bits(f16_fma(a, b, c), nearest(want), "f16 0x%04x * 0x%04x + 0x%04x", (unsigned)a,
                (unsigned)b, (unsigned)c);
}

static void bf16_fma_case(uint16_t a, uint16_t b, uint16_t c)
{
    const double want =
        mpfr_fma_to((float)bf16_value(a), (float)bf16_value(b), (float)bf16_value(c), 8, -132, 128);
    assert_bits(bf16_fma(a, b, c), ref_narrow(ref_format(REF_BF16), want, ieee),
                "bf16 0x%04x * 0x%04x + 0x%04x", (unsigned)a, (unsigned)b, (unsigned)c);
}

/* c cancels the product, or sits at a tie of it, or is far away, or makes a denormal or an
 * overflow. */
static void f32_fma_directed(uint64_t *seed)
{
    const float a = random_f32(seed);
    float b = random_f32(seed);
    const uint64_t bits = random_bits(seed);
    if (bits & 1) { /* the product near 2^(some normal exponent) */
        const uint32_t exponent = 381 - (bits_of(a) >> 23 & 0xff) - (uint32_t)(bits >> 1 & 127);
        b = float_of((bits_of(b) & 0x807fffff) | (exponent & 0xff) << 23);
    }
    const float product = a * b;
    f32_fma_case(a, b, -product);
    f32_fma_case(a, b, float_of(bits_of(-product) + (uint32_t)(bits >> 8 & 3)));
    f32_fma_case(a, b, float_of(bits_of(-product) - (uint32_t)(bits >> 10 & 3)));
    f32_fma_case(a, b, product * 0x1p24f);
    f32_fma_case(a, b, -product * 0x1p25f);
    f32_fma_case(a, b, product * 0x1p-25f);
    f32_fma_case(a, b, ldexpf(bits & 2 ? 1.0f : -1.0f, (int)((bits >> 16) % 90) - 149));
    f32_fma_case(a, float_of(bits_of(1.0f) + (uint32_t)(bits >> 40 & 7)), product);
    /* exactly half a unit, and a tiny third part on one side of it */
    const float odd = float_of((bits_of(a) & 0xff7fffff) | 1);
    f32_fma_case(1.5f, odd, ldexpf(bits & 4 ? 1.0f : -1.0f, -149));
}

static void fma_by_mpfr(void **state)
{
    (void)state;
    mpfr_inits2(53, m_a, m_b, m_c, m_r, (mpfr_ptr)NULL);
    const uint32_t special[] = {0,          1,          0x007fffff, 0x00800000,
                                0x3f800000, 0x7f7fffff, 0x7f800000, 0x7fc00000};
    for (uint32_t i = 0; i < 16 * 16 * 16; i++)
        f32_fma_case(float_of(special[i & 7] | (i & 8) << 28),
                     float_of(special[i >> 4 & 7] | (i & 128) << 24),
                     float_of(special[i >> 8 & 7] | (i & 2048) << 20));
    uint64_t seed = 11;
    for (long i = scaled(300000); i > 0; i--)
        f32_fma_case(random_f32(&seed), random_f32(&seed), random_f32(&seed));
    for (long i = scaled(60000); i > 0; i--)
        f32_fma_directed(&seed);
    for (long i = scaled(300000); i > 0; i--) {
        const uint64_t bits = random_bits(&seed);
        const uint16_t a = (uint16_t)bits, b = (uint16_t)(bits >> 16), c = (uint16_t)(bits >> 32);
        f16_fma_case(a, b, c);
        f16_fma_case(a, b, (uint16_t)(f16_mul(a, b) ^ 0x8000));
        f16_fma_case(a, b, (uint16_t)(c & 0x83ff)); /* denormal third part */
        bf16_fma_case(a, b, c);
        bf16_fma_case(a, b, (uint16_t)((bf16_mul(a, b) ^ 0x8000) + (bits >> 48 & 1)));
        /* a product between the denormals of bf16, and a tiny third part */
        const uint16_t near =
            (uint16_t)((bits >> 50 & 0x8000) |
                       (((0x3f80 + 0x3f80 - 0x4080 - (a & 0x7f80)) & 0x7f80) | (b & 0x7f)));
        bf16_fma_case(a, near, (uint16_t)(c & 0x803f));
        bf16_fma_case(a, near, 0);
    }
    mpfr_clears(m_a, m_b, m_c, m_r, (mpfr_ptr)NULL);
    mpfr_free_cache();
    print_message("%ld fma compared with MPFR\n", fma_cases);
}
#else
static void fma_by_mpfr(void **state)
{
    (void)state;
    print_message("no MPFR: skipped\n");
    skip();
}
#endif

/* libm's fma as a second opinion, there with or without MPFR. */
static void fma_by_libm(void **state)
{
    (void)state;
    uint64_t seed = 12;
    for (long i = scaled(1000000); i > 0; i--) {
        const float a = random_f32(&seed), b = random_f32(&seed);
        float c = random_f32(&seed);
        if (i & 1)
            c = float_of(bits_of(-(a * b)) + (uint32_t)(random_bits(&seed) & 3));
        const float want = fmaf(a, b, c);
        assert_bits(bits_of(f32_fma(a, b, c)), isnan(want) ? NUM_F32_NAN : bits_of(want),
                    "%a * %a + %a", (double)a, (double)b, (double)c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(f16_arithmetic),  cmocka_unit_test(bf16_arithmetic),
        cmocka_unit_test(max_min_and_f32), cmocka_unit_test(saturation),
        cmocka_unit_test(fma_by_mpfr),     cmocka_unit_test(fma_by_libm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
