/* exp, ln, sqrt, div, reciprocal and rsqrt: correctly rounded under the denormal rule. */
#ifdef HAVE_MPFR
#include "emu/numeric/test_mpfr.h"
#else
#include <math.h>

#include "emu/numeric/test_reference.h"
#endif

#include "emu/numeric/exact.h"
#include "emu/numeric/testdata/hard_arguments.h"

static void assert_f32(float got, double want, const char *name, float a, float b)
{
    assert_bits(bits_of(got), isnan(want) ? NUM_F32_NAN : bits_of((float)want),
                "%s of %a (0x%08x), %a (0x%08x)", name, (double)a, bits_of(a), (double)b,
                bits_of(b));
}

/* Values that need no library. */
static void known_values(void **state)
{
    (void)state;
    const float inf = INFINITY, tiny = 0x1p-127f;
    assert_f32(f32_exp(0.0f), 1, "exp", 0, 0);
    assert_f32(f32_exp(tiny), 1, "exp", tiny, 0);
    assert_f32(f32_exp(-inf), 0, "exp", -inf, 0);
    assert_f32(f32_exp(inf), INFINITY, "exp", inf, 0);
    assert_f32(f32_exp(NAN), NAN, "exp", NAN, 0);
    assert_f32(f32_exp(89.0f), INFINITY, "exp", 89, 0);
    assert_f32(f32_exp(-104.0f), 0, "exp", -104, 0);
    /* asc-devkit Reg Exp.md, table 3: a denormal result, which the instruction flushes */
    assert_f32(f32_exp(float_of(0xc2aeac50)), 0, "exp", float_of(0xc2aeac50), 0);
    assert_f32(f32_ln(1.0f), 0, "ln", 1, 0);
    assert_f32(f32_ln(tiny), -INFINITY, "ln", tiny, 0);
    assert_f32(f32_ln(-tiny), -INFINITY, "ln", -tiny, 0);
    assert_f32(f32_ln(-1.0f), NAN, "ln", -1, 0);
    assert_f32(f32_ln(-inf), NAN, "ln", -inf, 0);
    assert_f32(f32_ln(inf), INFINITY, "ln", inf, 0);
    assert_f32(f32_sqrt(-0.0f), -0.0, "sqrt", -0.0f, 0);
    assert_f32(f32_sqrt(-tiny), -0.0, "sqrt", -tiny, 0);
    assert_f32(f32_sqrt(-1.0f), NAN, "sqrt", -1, 0);
    assert_f32(f32_rsqrt(4.0f), 0.5, "rsqrt", 4, 0);
    assert_f32(f32_rsqrt(-tiny), -INFINITY, "rsqrt", -tiny, 0);
    assert_f32(f32_rsqrt(inf), 0, "rsqrt", inf, 0);
    assert_f32(f32_reciprocal(0x1p127f), 0, "reciprocal", 0x1p127f, 0);
    assert_f32(f32_reciprocal(-0x1p126f), -0x1p-126, "reciprocal", -0x1p126f, 0);
    /* asc-devkit Reg Div.md, table 8, without the subnormal mode */
    assert_f32(f32_div(1.0f, float_of(0x8036a794)), -INFINITY, "div", 1, float_of(0x8036a794));
    assert_f32(f32_div(float_of(0x0014440b), float_of(0x0053e3cf)), NAN, "div",
               float_of(0x0014440b), float_of(0x0053e3cf));
}

/* The slow path has to decide these. */
static void hard_arguments(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof hard_exp / sizeof *hard_exp; i++) {
        const float x = float_of(hard_exp[i].x);
        float lanes[3] = {x, 1.0f, x};
        f32_exp_n(lanes, lanes, 3);
        assert_bits(bits_of(f32_exp(x)), hard_exp[i].result, "exp of 0x%08x", hard_exp[i].x);
        assert_bits(bits_of(lanes[2]), hard_exp[i].result, "exp of 0x%08x, lanes", hard_exp[i].x);
        assert_bits(bits_of(lanes[1]), bits_of(f32_exp(1.0f)), "exp of 1 beside it");
    }
    for (size_t i = 0; i < sizeof hard_ln / sizeof *hard_ln; i++) {
        const float x = float_of(hard_ln[i].x);
        float lanes[3] = {3.0f, x, x};
        f32_ln_n(lanes, lanes, 3);
        assert_bits(bits_of(f32_ln(x)), hard_ln[i].result, "ln of 0x%08x", hard_ln[i].x);
        assert_bits(bits_of(lanes[2]), hard_ln[i].result, "ln of 0x%08x, lanes", hard_ln[i].x);
        assert_bits(bits_of(lanes[0]), bits_of(f32_ln(3.0f)), "ln of 3 beside it");
    }
}

/* 1 / sqrt x for every significand and both parities of the exponent: the result r is right when x
 * lies between 1 / (r + half a unit)^2 and 1 / (r - half a unit)^2, which integers decide. */
static void every_rsqrt(void **state)
{
    (void)state;
    for (uint32_t bits = 0x3f800000; bits < 0x40800000; bits++) {
        const float x = float_of(bits);
        const uint32_t r = bits_of(f32_rsqrt(x));
        if (bits == 0x3f800000) {
            assert_bits(r, 0x3f800000, "rsqrt 1");
            continue;
        }
        /* x = m * 2^(e - 23), e = 0 or 1; r = n * 2^-24 with n in [2^23, 2^24) */
        const uint64_t m = (bits & 0x7fffff) | 0x800000;
        const int e = (int)(bits >> 23) - 127;
        const uint64_t n = (r & 0x7fffff) | 0x800000;
        assert_true(r >> 23 == 126);
        /* (2n +- 1)^2 * m against 2^50 * 2^(23 - e) */
        const __int128 one = (__int128)1 << (73 - e);
        const __int128 above = (__int128)(2 * n + 1) * (2 * n + 1) * m;
        const __int128 below = (__int128)(2 * n - 1) * (2 * n - 1) * m;
        if (!(below < one && one < above))
            fail_msg("rsqrt of 0x%08x: 0x%08x", bits, r);
    }
}

#ifdef HAVE_MPFR
static long cases;

static void f32_case(float x)
{
    const double a = (double)x;
    assert_f32(f32_exp(x), by_mpfr(BY_EXP, a, 0, mpfr_f32), "exp", x, 0);
    assert_f32(f32_ln(x), by_mpfr(BY_LN, a, 0, mpfr_f32), "ln", x, 0);
    cases += 2;
}

static void f32_cheap_case(float x, float y)
{
    const double a = (double)x;
    assert_f32(f32_sqrt(x), by_mpfr(BY_SQRT, a, 0, mpfr_f32), "sqrt", x, 0);
    assert_f32(f32_reciprocal(x), by_mpfr(BY_RECIPROCAL, a, 0, mpfr_f32), "reciprocal", x, 0);
    assert_f32(f32_rsqrt(x), by_mpfr(BY_RSQRT, a, 0, mpfr_f32), "rsqrt", x, 0);
    assert_f32(f32_div(x, y), by_mpfr(BY_DIV, a, (double)y, mpfr_f32), "div", x, y);
    cases += 4;
}

static void f32_by_mpfr(void **state)
{
    (void)state;
    const float edges[] = {
        0.0f,          1.0f,           -0x1p-25f,  0x1p-24f,  88.72284f,       -87.33654f,
        -87.33655f,    -103.97208f,    -104.0f,    89.0f,     0x1.fffffep-1f,  0x1.000002p0f,
        0x1.6a09e6p0f, 0x1.6a09e6p-1f, 2.7182817f, 0x1p-126f, 0x1.fffffep127f, 0x1.fffffep-127f,
        0.34657359f,   0x1p126f};
    cases = 0;
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        for (uint32_t d = 0; d < 400; d++) {
            const uint32_t bits = bits_of(edges[i]) + d - 200;
            f32_case(float_of(bits));
            f32_cheap_case(float_of(bits), float_of(bits ^ 0x80000100));
        }
    }
    uint64_t seed = 13;
    for (uint32_t x = 0; x < 0x10000; x++) { /* every bf16, divided by one with another exponent */
        f32_case(float_of(x << 16));
        f32_cheap_case(float_of(x << 16), float_of((x * 40503u & 0xffff) << 16));
    }
    for (long i = scaled(1000000); i > 0; i--) {
        /* nearly all with results in range: |x| in 2^-30 .. 2^7 for exp, positive for ln */
        const uint32_t bits = (uint32_t)random_bits(&seed);
        const float x = float_of((bits & 0x807fffff) | (uint32_t)(97 + (bits >> 23) % 37) << 23);
        assert_f32(f32_exp(x), by_mpfr(BY_EXP, (double)x, 0, mpfr_f32), "exp", x, 0);
        const float y = float_of((uint32_t)random_bits(&seed) & 0x7fffffff);
        assert_f32(f32_ln(y), by_mpfr(BY_LN, (double)y, 0, mpfr_f32), "ln", y, 0);
        cases += 2;
    }
    for (long i = scaled(1000000); i > 0; i--)
        f32_cheap_case(random_f32(&seed), random_f32(&seed));
    mpfr_free_cache();
    print_message("%ld f32 results compared with MPFR\n", cases);
}

/* The slow path by itself, denormal results included. */
static void exact_by_mpfr(void **state)
{
    (void)state;
    const struct mpfr_format unflushed = {24, -148, 128, 0};
    uint64_t seed = 17;
    cases = 0;
    for (long i = scaled(100000); i > 0; i--, cases += 2) {
        const uint32_t bits = (uint32_t)random_bits(&seed);
        float x = float_of((bits & 0x807fffff) | (uint32_t)(97 + (bits >> 23) % 37) << 23);
        x = x < -104.0f ? -104.0f : x > 104.0f ? 104.0f : x;
        assert_f32(exact_exp_f32(x), by_mpfr(BY_EXP, (double)x, 0, unflushed), "exact exp", x, 0);
        const float y = float_of((uint32_t)(1 + random_bits(&seed) % 254) << 23 |
                                 (uint32_t)(random_bits(&seed) & 0x7fffff));
        assert_f32(exact_ln_f32(y), by_mpfr(BY_LN, (double)y, 0, unflushed), "exact ln", y, 0);
    }
    mpfr_free_cache();
    print_message("%ld exact results compared with MPFR\n", cases);
}

static void f16_by_mpfr(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint16_t (*function)(uint16_t);
        enum mpfr_function reference;
    } functions[] = {{"exp", f16_exp, BY_EXP},
                     {"ln", f16_ln, BY_LN},
                     {"sqrt", f16_sqrt, BY_SQRT},
                     {"reciprocal", f16_reciprocal, BY_RECIPROCAL},
                     {"rsqrt", f16_rsqrt, BY_RSQRT}};
    const struct num_mode ieee = {.round = NUM_RINT, .inf_nan = true};
    const struct ref_format *f = ref_format(REF_F16);
    cases = 0;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        for (uint32_t x = 0; x < 0x10000; x++, cases++) {
            const double want = by_mpfr(functions[i].reference, ref_widen(f, x), 0, mpfr_f16);
            assert_bits(functions[i].function((uint16_t)x), ref_narrow(f, want, ieee), "%s 0x%04x",
                        functions[i].name, x);
        }
    }
    uint64_t seed = 14;
    for (long i = scaled(1000000); i > 0; i--, cases++) {
        const uint64_t bits = random_bits(&seed);
        const uint16_t a = (uint16_t)bits, b = (uint16_t)(bits >> 16);
        const double want = by_mpfr(BY_DIV, ref_widen(f, a), ref_widen(f, b), mpfr_f16);
        assert_bits(f16_div(a, b), ref_narrow(f, want, ieee), "0x%04x / 0x%04x", (unsigned)a,
                    (unsigned)b);
    }
    mpfr_free_cache();
    print_message("%ld f16 results compared with MPFR\n", cases);
}
#else
static void f32_by_mpfr(void **state)
{
    (void)state;
    print_message("no MPFR: skipped\n");
    skip();
}

static void exact_by_mpfr(void **state)
{
    f32_by_mpfr(state);
}

static void f16_by_mpfr(void **state)
{
    f32_by_mpfr(state);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_values),  cmocka_unit_test(hard_arguments),
        cmocka_unit_test(every_rsqrt),   cmocka_unit_test(f32_by_mpfr),
        cmocka_unit_test(exact_by_mpfr), cmocka_unit_test(f16_by_mpfr),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
