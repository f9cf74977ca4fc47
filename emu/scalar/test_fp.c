/* The arithmetic of fp.c against independent references: the host's IEEE arithmetic under each of
 * its rounding modes for single and double precision, exact wide arithmetic for half precision and
 * for the rounding mode that hosts do not have (to nearest, ties away). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "emu/scalar/fp.h"
#include "emu/scalar/test_machine.h"

static const int host_modes[] = {
    [FP_RNE] = FE_TONEAREST,
    [FP_RTZ] = FE_TOWARDZERO,
    [FP_RDN] = FE_DOWNWARD,
    [FP_RUP] = FE_UPWARD,
};

static const unsigned exponent_bits[] = {[FP_H] = 5, [FP_S] = 8, [FP_D] = 11};
static const unsigned fraction_bits[] = {[FP_H] = 10, [FP_S] = 23, [FP_D] = 52};

/* --- operands --------------------------------------------------------------------------------- */

/* Bits of the format: any, special values, few significant bits, exponents near another's. */
static uint64_t operand(enum fp_format format, uint64_t other)
{
    unsigned width = 1 + exponent_bits[format] + fraction_bits[format];
    uint64_t mask = UINT64_MAX >> (64 - width), one = UINT64_C(1) << fraction_bits[format];
    uint64_t top = ((UINT64_C(1) << exponent_bits[format]) - 1) * one;
    uint64_t specials[] = {0,       1,           one - 1,    one,           one + 1,
                           top - 1, top,         top + 1,    top + one / 2, top / 2 / one * one,
                           top - 2, one * 2 - 1, one / 2 + 1};
    uint64_t value = random64() & mask, sign = random64() % 2 << (width - 1);
    switch (random64() % 8) {
    case 0:
        return specials[value % (sizeof specials / sizeof specials[0])] | sign;
    case 1: /* few bits */
        return value & ~(one - 1) & mask;
    case 2:
        return (value & ~(one - 1)) | (one >> (1 + random64() % fraction_bits[format]));
    case 3: /* near another operand */
        return (other + random64() % 5 - 2) & mask;
    case 4: { /* an exponent near another's */
        uint64_t exponent = (other & top) + (random64() % 9 - 4) * one;
        return (exponent & top) | (value & (one - 1)) | sign;
    }
    case 5: /* subnormal */
        return (value & (one - 1)) | sign;
    case 6: { /* near one */
        uint64_t exponent = (top >> 1 & top) + (random64() % 65 - 32) * one;
        return (exponent & top) | (value & (one - 1)) | sign;
    }
    default:
        return value;
    }
}

static uint32_t host_flags(void)
{
    int raised = fetestexcept(FE_ALL_EXCEPT);
    return (raised & FE_INEXACT ? FP_INEXACT : 0u) | (raised & FE_UNDERFLOW ? FP_UNDERFLOW : 0u) |
           (raised & FE_OVERFLOW ? FP_OVERFLOW : 0u) |
           (raised & FE_DIVBYZERO ? FP_DIVIDE_BY_ZERO : 0u) |
           (raised & FE_INVALID ? FP_INVALID : 0u);
}

/* --- single and double precision against the host --------------------------------------------- */

enum operation { ADD, SUB, MUL, DIV, SQRT, FMA, OPERATION_COUNT };
static const char *const operation_names[] = {"add", "sub", "mul", "div", "sqrt", "fma"};

static uint64_t ours(enum operation operation, enum fp_format format, const uint64_t *in,
                     unsigned rounding, uint32_t *flags)
{
    switch (operation) {
    case ADD:
        return fp_add(format, in[0], in[1], rounding, flags);
    case SUB:
        return fp_sub(format, in[0], in[1], rounding, flags);
    case MUL:
        return fp_mul(format, in[0], in[1], rounding, flags);
    case DIV:
        return fp_div(format, in[0], in[1], rounding, flags);
    case SQRT:
        return fp_sqrt(format, in[0], rounding, flags);
    default:
        return fp_fma(format, in[0], in[1], in[2], rounding, flags);
    }
}

/* volatile keeps the operations between the two calls of fesetround(). */
#define HOST(type, root, fused)                                                                    \
    volatile type a, b, c, result;                                                                 \
    memcpy((void *)&a, &in[0], sizeof a);                                                          \
    memcpy((void *)&b, &in[1], sizeof b);                                                          \
    memcpy((void *)&c, &in[2], sizeof c);                                                          \
    fesetround(mode);                                                                              \
    feclearexcept(FE_ALL_EXCEPT);                                                                  \
    switch (operation) {                                                                           \
    case ADD:                                                                                      \
        result = a + b;                                                                            \
        break;                                                                                     \
    case SUB:                                                                                      \
        result = a - b;                                                                            \
        break;                                                                                     \
    case MUL:                                                                                      \
        result = a * b;                                                                            \
        break;                                                                                     \
    case DIV:                                                                                      \
        result = a / b;                                                                            \
        break;                                                                                     \
    case SQRT:                                                                                     \
        result = root(a);                                                                          \
        break;                                                                                     \
    default:                                                                                       \
        result = fused(a, b, c);                                                                   \
        break;                                                                                     \
    }                                                                                              \
    *flags = host_flags();                                                                         \
    fesetround(FE_TONEAREST);                                                                      \
    uint64_t bits = 0;                                                                             \
    memcpy(&bits, (void *)&result, sizeof result);                                                 \
    bool nan = result != result

static uint64_t host_single(enum operation operation, const uint64_t *in, int mode, uint32_t *flags)
{
    HOST(float, sqrtf, fmaf);
    return nan ? FP_CANONICAL_S : bits;
}

static uint64_t host_double(enum operation operation, const uint64_t *in, int mode, uint32_t *flags)
{
    HOST(double, sqrt, fma);
    return nan ? FP_CANONICAL_D : bits;
}

static bool is_nan(enum fp_format format, uint64_t bits)
{
    uint64_t one = UINT64_C(1) << fraction_bits[format];
    uint64_t top = ((UINT64_C(1) << exponent_bits[format]) - 1) * one;
    return (bits & (top | (one - 1))) > top;
}

static bool is_infinity_times_zero(enum fp_format format, uint64_t a, uint64_t b)
{
    uint64_t one = UINT64_C(1) << fraction_bits[format];
    uint64_t top = ((UINT64_C(1) << exponent_bits[format]) - 1) * one;
    uint64_t magnitude_a = a & (top | (one - 1)), magnitude_b = b & (top | (one - 1));
    return (magnitude_a == top && magnitude_b == 0) || (magnitude_a == 0 && magnitude_b == top);
}

static void against_host(enum fp_format format, int rounds)
{
    for (int i = 0; i < rounds; i++)
        for (enum operation operation = ADD; operation < OPERATION_COUNT; operation++)
            for (unsigned rounding = FP_RNE; rounding <= FP_RUP; rounding++) {
                uint64_t in[3];
                in[0] = operand(format, random64());
                in[1] = operand(format, in[0]);
                in[2] = operand(format, in[random64() % 2]);
                uint32_t flags = 0, expected_flags;
                uint64_t expected =
                    format == FP_S
                        ? host_single(operation, in, host_modes[rounding], &expected_flags)
                        : host_double(operation, in, host_modes[rounding], &expected_flags);
                /* Hosts may leave inf * 0 + NaN quiet; RISC-V may not. */
                if (operation == FMA && is_infinity_times_zero(format, in[0], in[1]))
                    expected_flags |= FP_INVALID;
                uint64_t result = ours(operation, format, in, rounding, &flags);
                if (result != expected || flags != expected_flags)
                    fail_msg("%s(0x%jx, 0x%jx, 0x%jx) mode %u gives 0x%jx flags 0x%x, not 0x%jx "
                             "flags 0x%x",
                             operation_names[operation], (uintmax_t)in[0], (uintmax_t)in[1],
                             (uintmax_t)in[2], rounding, (uintmax_t)result, flags,
                             (uintmax_t)expected, expected_flags);
                /* The way over the host's arithmetic, and flags that are set already. */
                flags = FP_INEXACT | FP_INVALID;
                assert_int_equal(ours(operation, format, in, rounding, &flags), expected);
                assert_int_equal(flags, FP_INEXACT | FP_INVALID | expected_flags);
            }
}

static void single_against_host(void **state)
{
    (void)state;
    random_seed(11);
    against_host(FP_S, 12000);
}

static void double_against_host(void **state)
{
    (void)state;
    random_seed(12);
    against_host(FP_D, 12000);
}

/* --- any format and mode against an exact value ----------------------------------------------- */

/* Rounds |value|, known to be exact but for `beyond` (the sign of what is missing), by counting in
 * units of the last place. Sets the flags of the rounding. */
static uint64_t round_exact(enum fp_format format, long double value, int beyond, bool sign,
                            unsigned rounding, uint32_t *flags)
{
    int precision = (int)fraction_bits[format] + 1;
    int bias = (1 << (exponent_bits[format] - 1)) - 1, power;
    uint64_t sign_bit = (uint64_t)sign << (exponent_bits[format] + fraction_bits[format]);
    frexpl(value, &power); /* 2^(power-1) <= value < 2^power */
    bool up = sign ? rounding == FP_RDN : rounding == FP_RUP;
    long double count = 0, unit = 1;
    bool inexact = false, tiny = false;
    /* First with unbounded exponent, to see whether it is tiny; then as the format has it. */
    for (int pass = 0; pass < 2; pass++) {
        int last = power - precision;
        if (pass == 1 && last < 2 - bias - precision)
            last = 2 - bias - precision;
        unit = ldexpl(1, last);
        long double whole = floorl(value / unit), rest = value / unit - whole;
        if (rest == 0 && beyond < 0) {
            whole -= 1;
            rest = 0.75L; /* anything between a half and one */
        }
        inexact = rest != 0 || beyond != 0;
        bool over_half = rest > 0.5L || (rest == 0.5L && beyond > 0);
        bool half = rest == 0.5L && beyond == 0;
        bool odd = fmodl(whole, 2) != 0;
        bool increment = (up && inexact) || (rounding == FP_RNE && (over_half || (half && odd))) ||
                         (rounding == FP_RMM && (over_half || half));
        count = whole + increment;
        if (pass == 0)
            tiny = count * unit < ldexpl(1, 1 - bias);
    }
    long double result = count * unit;
    *flags |= inexact ? FP_INEXACT : 0u;
    *flags |= inexact && tiny ? FP_UNDERFLOW : 0u;
    uint64_t top = (UINT64_C(1) << exponent_bits[format]) - 1;
    if (result >= ldexpl(1, bias + 1)) {
        *flags |= FP_INEXACT | FP_OVERFLOW;
        bool infinite = rounding == FP_RNE || rounding == FP_RMM || up;
        return sign_bit | ((top << fraction_bits[format]) - !infinite);
    }
    if (result < ldexpl(1, 1 - bias))
        return sign_bit | (uint64_t)count;
    frexpl(result, &power);
    uint64_t significand = (uint64_t)ldexpl(result, precision - power);
    return sign_bit | (((uint64_t)(power - 2 + bias) << fraction_bits[format]) + significand);
}

/* The value of finite bits; exact. */
static long double value_of(enum fp_format format, uint64_t bits)
{
    uint64_t one = UINT64_C(1) << fraction_bits[format];
    int exponent = (int)(bits >> fraction_bits[format] & ((1u << exponent_bits[format]) - 1));
    int bias = (1 << (exponent_bits[format] - 1)) - 1;
    long double fraction = (long double)(bits & (one - 1)) + (exponent != 0 ? (long double)one : 0);
    long double magnitude =
        ldexpl(fraction, (exponent != 0 ? exponent : 1) - bias - (int)fraction_bits[format]);
    return bits >> (exponent_bits[format] + fraction_bits[format]) & 1 ? -magnitude : magnitude;
}

static bool is_finite(enum fp_format format, uint64_t bits)
{
    unsigned top = (1u << exponent_bits[format]) - 1;
    return (bits >> fraction_bits[format] & top) != top;
}

static void expect_exact(enum operation operation, enum fp_format format, const uint64_t *in,
                         long double value, int beyond)
{
    if (value == 0)
        return; /* signs of zero: test_float.c and the comparison with the host */
    for (unsigned rounding = 0; rounding < FP_ROUNDING_COUNT; rounding++) {
        uint32_t flags = 0, expected_flags = 0;
        uint64_t expected =
            round_exact(format, fabsl(value), beyond, value < 0, rounding, &expected_flags);
        uint64_t result = ours(operation, format, in, rounding, &flags);
        if (result != expected || flags != expected_flags)
            fail_msg("%s(0x%jx, 0x%jx, 0x%jx) mode %u gives 0x%jx flags 0x%x, not 0x%jx flags 0x%x",
                     operation_names[operation], (uintmax_t)in[0], (uintmax_t)in[1],
                     (uintmax_t)in[2], rounding, (uintmax_t)result, flags, (uintmax_t)expected,
                     expected_flags);
    }
}

/* Whether a sum is exact in a long double: no two-sum error. */
static bool exact_sum(long double a, long double b)
{
    volatile long double sum = a + b, part = sum - a;
    return (a - (sum - part)) + (b - part) == 0;
}

/* One random case of each operation whose exact value a long double holds, or, for a quotient and a
 * root, the value and the sign of what is missing. */
static void exact_case(enum fp_format format)
{
    uint64_t in[3];
    in[0] = operand(format, random64());
    in[1] = operand(format, in[0]);
    in[2] = operand(format, in[1]);
    if (!is_finite(format, in[0]) || !is_finite(format, in[1]) || !is_finite(format, in[2]))
        return;
    long double a = value_of(format, in[0]), b = value_of(format, in[1]),
                c = value_of(format, in[2]);
    if (exact_sum(a, b))
        expect_exact(ADD, format, in, a + b, 0);
    if (exact_sum(a, -b))
        expect_exact(SUB, format, in, a - b, 0);
    if (format == FP_D)
        return; /* products of 106 bits */
    expect_exact(MUL, format, in, a * b, 0);
    if (exact_sum(a * b, c))
        expect_exact(FMA, format, in, a * b + c, 0);
    if (b != 0) {
        long double quotient = a / b, missing = fmal(-quotient, b, a);
        int beyond = (missing > 0) - (missing < 0);
        expect_exact(DIV, format, in, quotient, a < 0 ? -beyond : beyond);
    }
    if (a > 0) {
        long double root = sqrtl(a), missing = fmal(-root, root, a);
        expect_exact(SQRT, format, in, root, (missing > 0) - (missing < 0));
    }
}

static void exact_values(void **state)
{
    (void)state;
    if (LDBL_MANT_DIG < 64)
        skip();
    random_seed(13);
    for (int i = 0; i < 25000; i++) {
        exact_case(FP_H);
        exact_case(FP_S);
        exact_case(FP_D);
    }
}

static void half_square_roots(void **state)
{
    (void)state;
    if (LDBL_MANT_DIG < 64)
        skip();
    for (uint64_t bits = 1; bits < 0x7c00; bits++) {
        uint64_t in[3] = {bits};
        long double a = value_of(FP_H, bits), root = sqrtl(a), missing = fmal(-root, root, a);
        expect_exact(SQRT, FP_H, in, root, (missing > 0) - (missing < 0));
    }
}

/* --- conversions ------------------------------------------------------------------------------ */

static void expect_convert(enum fp_format to, enum fp_format from, uint64_t bits)
{
    for (unsigned rounding = 0; rounding < FP_ROUNDING_COUNT; rounding++) {
        uint32_t flags = 0, expected_flags = 0;
        long double value = value_of(from, bits);
        uint64_t expected = round_exact(to, fabsl(value), 0, value < 0, rounding, &expected_flags);
        uint64_t result = fp_convert(to, from, bits, rounding, &flags);
        if (result != expected || flags != expected_flags)
            fail_msg("0x%jx of format %d to %d, mode %u, gives 0x%jx flags 0x%x, not 0x%jx 0x%x",
                     (uintmax_t)bits, from, to, rounding, (uintmax_t)result, flags,
                     (uintmax_t)expected, expected_flags);
    }
}

static void between_formats(void **state)
{
    (void)state;
    if (LDBL_MANT_DIG < 64)
        skip();
    random_seed(14);
    for (uint64_t half = 1; half < 0x7c00; half++) {
        expect_convert(FP_S, FP_H, half);
        expect_convert(FP_D, FP_H, half | 0x8000);
    }
    for (int i = 0; i < 25000; i++) {
        uint64_t single = operand(FP_S, 0x3f800000), twice = operand(FP_D, 0x3ff0000000000000);
        if (is_finite(FP_S, single) && (single & 0x7fffffff) != 0) {
            expect_convert(FP_H, FP_S, single);
            expect_convert(FP_D, FP_S, single);
        }
        if (is_finite(FP_D, twice) && twice << 1 != 0) {
            expect_convert(FP_H, FP_D, twice);
            expect_convert(FP_S, FP_D, twice);
        }
    }
}

static const struct {
    enum fp_integer type;
    long double least, most;
    uint64_t least_bits, most_bits;
} integer_types[] = {
    {FP_S32, -0x1p31L, 0x1p31L - 1, 0xffffffff80000000, 0x7fffffff},
    {FP_U32, 0, 0x1p32L - 1, 0, UINT64_MAX},
    {FP_S64, -0x1p63L, 0x1p63L - 1, UINT64_C(1) << 63, INT64_MAX},
    {FP_U64, 0, 0x1p64L - 1, 0, UINT64_MAX},
};

static long double round_to_integer(long double value, unsigned rounding)
{
    switch (rounding) {
    case FP_RNE: {
        long double low = floorl(value), rest = value - low;
        return low + (rest > 0.5L || (rest == 0.5L && fmodl(low, 2) != 0));
    }
    case FP_RTZ:
        return truncl(value);
    case FP_RDN:
        return floorl(value);
    case FP_RUP:
        return ceill(value);
    default:
        return roundl(value); /* ties away */
    }
}

static void expect_to_integer(enum fp_format format, uint64_t bits)
{
    for (size_t i = 0; i < sizeof integer_types / sizeof integer_types[0]; i++)
        for (unsigned rounding = 0; rounding < FP_ROUNDING_COUNT; rounding++) {
            long double value = value_of(format, bits), whole = round_to_integer(value, rounding);
            uint64_t expected = integer_types[i].type == FP_U64 ? (uint64_t)whole : 0;
            uint32_t flags = 0, expected_flags = whole != value ? FP_INEXACT : 0;
            if (whole < integer_types[i].least || whole > integer_types[i].most) {
                expected = whole < 0 ? integer_types[i].least_bits : integer_types[i].most_bits;
                expected_flags = FP_INVALID;
            } else if (integer_types[i].type == FP_U32) {
                expected = (uint64_t)(int64_t)(int32_t)(uint32_t)whole;
            } else if (integer_types[i].type != FP_U64) {
                expected = (uint64_t)(int64_t)whole;
            }
            uint64_t result = fp_to_integer(format, integer_types[i].type, bits, rounding, &flags);
            if (result != expected || flags != expected_flags)
                fail_msg("0x%jx of format %d to integer %d, mode %u, gives 0x%jx flags 0x%x",
                         (uintmax_t)bits, format, integer_types[i].type, rounding,
                         (uintmax_t)result, flags);
        }
}

static void to_integers(void **state)
{
    (void)state;
    if (LDBL_MANT_DIG < 64)
        skip();
    random_seed(15);
    for (uint64_t half = 0; half < 0x7c00; half++) {
        expect_to_integer(FP_H, half);
        expect_to_integer(FP_H, half | 0x8000);
    }
    for (int i = 0; i < 25000; i++) {
        uint64_t single = operand(FP_S, 0x4f000000), twice = operand(FP_D, 0x43e0000000000000);
        if (is_finite(FP_S, single))
            expect_to_integer(FP_S, single);
        if (is_finite(FP_D, twice) && fabsl(value_of(FP_D, twice)) > 0x1p-1000L)
            expect_to_integer(FP_D, twice);
    }
}

static void from_integers(void **state)
{
    (void)state;
    if (LDBL_MANT_DIG < 64)
        skip();
    random_seed(16);
    for (int i = 0; i < 25000; i++) {
        uint64_t value = random64() >> random64() % 64;
        if (random64() % 4 == 0)
            value = -value;
        if (random64() % 4 == 0) /* long runs of ones: carries */
            value |= UINT64_MAX >> random64() % 64;
        const long double values[] = {(int32_t)value, (uint32_t)value, (long double)(int64_t)value,
                                      (long double)value};
        for (enum fp_integer from = FP_S32; from <= FP_U64; from++)
            for (enum fp_format format = FP_H; format <= FP_D; format++)
                for (unsigned rounding = 0; rounding < FP_ROUNDING_COUNT; rounding++) {
                    uint32_t flags = 0, expected_flags = 0;
                    uint64_t expected = values[from] == 0 ? 0
                                                          : round_exact(format, fabsl(values[from]),
                                                                        0, values[from] < 0,
                                                                        rounding, &expected_flags);
                    assert_int_equal(fp_from_integer(format, from, value, rounding, &flags),
                                     expected);
                    assert_int_equal(flags, expected_flags);
                }
    }
}

/* --- comparisons ------------------------------------------------------------------------------ */

static void comparisons(void **state)
{
    (void)state;
    random_seed(17);
    for (int i = 0; i < 60000; i++)
        for (enum fp_format format = FP_H; format <= FP_D; format++) {
            uint64_t one = UINT64_C(1) << fraction_bits[format];
            uint64_t x = operand(format, random64()), y = operand(format, x);
            bool nan = is_nan(format, x) || is_nan(format, y);
            bool signaling = (is_nan(format, x) && (x & one / 2) == 0) ||
                             (is_nan(format, y) && (y & one / 2) == 0);
            bool finite = is_finite(format, x) && is_finite(format, y);
            uint32_t eq_flags = 0, lt_flags = 0, le_flags = 0;
            bool eq = fp_eq(format, x, y, &eq_flags), lt = fp_lt(format, x, y, &lt_flags),
                 le = fp_le(format, x, y, &le_flags);
            assert_int_equal(eq_flags, signaling ? FP_INVALID : 0);
            assert_int_equal(lt_flags, nan ? FP_INVALID : 0);
            assert_int_equal(le_flags, nan ? FP_INVALID : 0);
            if (nan) {
                assert_false(eq || lt || le);
            } else if (finite) {
                long double a = value_of(format, x), b = value_of(format, y);
                assert_int_equal(eq, a == b);
                assert_int_equal(lt, a < b);
                assert_int_equal(le, a <= b);
            } else { /* infinities order like the largest numbers */
                assert_int_equal(le, lt || eq);
                assert_int_equal(eq, x == y);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(single_against_host), cmocka_unit_test(double_against_host),
        cmocka_unit_test(exact_values),        cmocka_unit_test(half_square_roots),
        cmocka_unit_test(between_formats),     cmocka_unit_test(to_integers),
        cmocka_unit_test(from_integers),       cmocka_unit_test(comparisons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
