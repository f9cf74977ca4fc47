/* Every stride-th f32 through exp, ln, sqrt, reciprocal or rsqrt, or every pair of f16 through an
 * operation. Not run by ctest: all 2^32 take minutes. Where libm's double, wrong by less than 2^-51
 * of itself, does not decide the rounding, MPFR does. Usage: numeric_exhaustive
 * exp|ln|sqrt|reciprocal|rsqrt|f16-pairs [stride [offset [mpfr]]]
 * With `mpfr` every value is compared with MPFR. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/numeric/test_mpfr.h"

static long wrong, by_library, compared;
static bool always_mpfr;

static void report(const char *what, uint32_t argument, uint32_t got, uint32_t want)
{
    if (wrong++ < 20)
        printf("%s 0x%08x: got 0x%08x, want 0x%08x\n", what, argument, got, want);
}

static double by_libm(enum mpfr_function function, double x)
{
    switch (function) {
    case BY_EXP:
        return exp(x);
    case BY_LN:
        return x == 0 ? -INFINITY : log(x);
    case BY_SQRT:
        return sqrt(x);
    case BY_RECIPROCAL:
        return 1 / x;
    default:
        return x == 0 ? copysign(INFINITY, x) : 1 / sqrt(x);
    }
}

static uint32_t reference(enum mpfr_function function, float x)
{
    const double y = by_libm(function, flushed((double)x, mpfr_f32));
    const float one = (float)(y * (1 - 0x1p-50)), other = (float)(y * (1 + 0x1p-50));
    double result = (double)one;
    if ((bits_of(one) != bits_of(other) && !isnan(y)) || always_mpfr) {
        by_library++;
        result = by_mpfr(function, (double)x, 0, mpfr_f32);
    }
    return isnan(result) ? NUM_F32_NAN : bits_of((float)flushed(result, mpfr_f32));
}

static void all_f32(enum mpfr_function function, float (*lane)(float),
                    void (*lanes)(float *, const float *, size_t), uint64_t stride, uint64_t offset)
{
    enum { BLOCK = 64 };
    float x[BLOCK], y[BLOCK];
    for (uint64_t bits = offset; bits < 1ull << 32;) {
        size_t n = 0;
        for (; n < BLOCK && bits < 1ull << 32; n++, bits += stride)
            x[n] = float_of((uint32_t)bits);
        lanes(y, x, n);
        for (size_t i = 0; i < n; i++) {
            const uint32_t want = reference(function, x[i]);
            if (bits_of(y[i]) != want)
                report("lanes", bits_of(x[i]), bits_of(y[i]), want);
            if (i == 0 && bits_of(lane(x[i])) != want)
                report("scalar", bits_of(x[i]), bits_of(lane(x[i])), want);
        }
        compared += (long)n;
    }
}

/* Sums and products are exact in double; the quotient's double has 53 >= 2 * 11 + 2 bits. */
static void all_f16_pairs(uint64_t stride, uint64_t offset)
{
    const struct num_mode ieee = {.round = NUM_RINT, .inf_nan = true};
    const struct ref_format *f = ref_format(REF_F16);
    static double value[0x10000];
    for (uint32_t x = 0; x < 0x10000; x++)
        value[x] = ref_widen(f, x);
    for (uint64_t pair = offset; pair < 1ull << 32; pair += stride) {
        const uint16_t a = (uint16_t)(pair >> 16), b = (uint16_t)pair;
        const uint32_t sum = ref_narrow(f, value[a] + value[b], ieee);
        const uint32_t product = ref_narrow(f, value[a] * value[b], ieee);
        const uint32_t quotient = ref_narrow(f, value[a] / value[b], ieee);
        if (f16_add(a, b) != sum)
            report("add", (uint32_t)pair, f16_add(a, b), sum);
        if (f16_mul(a, b) != product)
            report("mul", (uint32_t)pair, f16_mul(a, b), product);
        if (f16_div_ieee(a, b) != quotient)
            report("div", (uint32_t)pair, f16_div_ieee(a, b), quotient);
        compared += 3;
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        enum mpfr_function function;
        float (*lane)(float);
        void (*lanes)(float *, const float *, size_t);
    } functions[] = {{"exp", BY_EXP, f32_exp, f32_exp_n},
                     {"ln", BY_LN, f32_ln, f32_ln_n},
                     {"sqrt", BY_SQRT, f32_sqrt, f32_sqrt_n},
                     {"reciprocal", BY_RECIPROCAL, f32_reciprocal, f32_reciprocal_n},
                     {"rsqrt", BY_RSQRT, f32_rsqrt, f32_rsqrt_n}};
    const char *name = argc > 1 ? argv[1] : "";
    const uint64_t stride = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    const uint64_t offset = argc > 3 ? strtoull(argv[3], NULL, 0) : 0;
    always_mpfr = argc > 4 && strcmp(argv[4], "mpfr") == 0;
    if (strcmp(name, "f16-pairs") == 0)
        all_f16_pairs(stride, offset);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(name, functions[i].name) == 0)
            all_f32(functions[i].function, functions[i].lane, functions[i].lanes, stride, offset);
    printf("%s: %ld compared, %ld of them by MPFR, %ld wrong\n", name, compared, by_library, wrong);
    return compared == 0 ? 2 : wrong != 0;
}
