#include "emu/scalar/fp_number.h"

static const struct {
    int exponent_bits, fraction_bits;
} layouts[] = {
    [FP_H] = {5, 10},
    [FP_S] = {8, 23},
    [FP_D] = {11, 52},
};

static int bias(enum fp_format format)
{
    return (1 << (layouts[format].exponent_bits - 1)) - 1;
}

int fp_least_exponent(enum fp_format format)
{
    return 1 - bias(format);
}

uint64_t fp_zero(enum fp_format format, bool sign)
{
    return (uint64_t)sign << (layouts[format].exponent_bits + layouts[format].fraction_bits);
}

uint64_t fp_infinity(enum fp_format format, bool sign)
{
    uint64_t exponent = (UINT64_C(1) << layouts[format].exponent_bits) - 1;
    return fp_zero(format, sign) | exponent << layouts[format].fraction_bits;
}

uint64_t fp_nan(enum fp_format format)
{
    return fp_infinity(format, false) | UINT64_C(1) << (layouts[format].fraction_bits - 1);
}

struct fp_number fp_unpack(enum fp_format format, uint64_t bits)
{
    int fraction_bits = layouts[format].fraction_bits;
    uint64_t fraction = bits & ((UINT64_C(1) << fraction_bits) - 1);
    int top = (1 << layouts[format].exponent_bits) - 1;
    int exponent = (int)(bits >> fraction_bits) & top;
    struct fp_number number = {
        .sign = bits >> (fraction_bits + layouts[format].exponent_bits) & 1,
    };
    if (exponent == top) {
        number.kind = fraction == 0 ? FP_INFINITE : FP_NAN;
        number.signaling = fraction != 0 && (fraction >> (fraction_bits - 1)) == 0;
    } else if (exponent != 0) {
        number.kind = FP_FINITE;
        number.exponent = exponent - bias(format);
        number.significand = UINT64_C(1) << 63 | fraction << (63 - fraction_bits);
    } else if (fraction != 0) {
        int zeros = __builtin_clzll(fraction);
        number.kind = FP_FINITE;
        number.exponent = fp_least_exponent(format) + 63 - fraction_bits - zeros;
        number.significand = fraction << zeros;
    }
    return number;
}

bool fp_rounds_up(bool sign, bool odd, uint64_t rest, uint64_t half, unsigned rounding)
{
    switch (rounding) {
    case FP_RNE:
        return rest > half || (rest == half && odd);
    case FP_RDN:
        return sign && rest != 0;
    case FP_RUP:
        return !sign && rest != 0;
    case FP_RMM:
        return rest >= half;
    default:
        return false;
    }
}

static uint64_t overflow(enum fp_format format, bool sign, unsigned rounding, uint32_t *flags)
{
    *flags |= FP_OVERFLOW | FP_INEXACT;
    bool to_infinity = rounding == FP_RNE || rounding == FP_RMM ||
                       rounding == (sign ? (unsigned)FP_RDN : (unsigned)FP_RUP);
    return fp_infinity(format, sign) - !to_infinity;
}

/* significand rounded to the format's precision, as an integer in units of the last place. */
static uint64_t to_precision(enum fp_format format, bool sign, uint64_t significand,
                             unsigned rounding)
{
    int dropped = 63 - layouts[format].fraction_bits;
    uint64_t rest = significand & ((UINT64_C(1) << dropped) - 1);
    uint64_t kept = significand >> dropped;
    return kept + fp_rounds_up(sign, kept & 1, rest, UINT64_C(1) << (dropped - 1), rounding);
}

uint64_t fp_round(enum fp_format format, bool sign, int exponent, uint64_t significand,
                  unsigned rounding, uint32_t *flags)
{
    int fraction_bits = layouts[format].fraction_bits;
    int below = fp_least_exponent(format) - exponent;
    bool tiny = below > 0;
    if (tiny) {
        /* Not tiny if, with unbounded exponent, it rounds up to the smallest normal number. */
        if (below == 1 && to_precision(format, sign, significand, rounding) >> fraction_bits == 2)
            tiny = false;
        significand = below < 64 ? significand >> below | ((significand << (64 - below)) != 0) : 1;
    }
    uint64_t rounded = to_precision(format, sign, significand, rounding);
    if (below < 0) /* the leading one of `rounded` adds 1 to the exponent field */
        rounded += (uint64_t)-below << fraction_bits;
    if (rounded >= fp_infinity(format, false))
        return overflow(format, sign, rounding, flags);
    if ((significand & ((UINT64_C(1) << (63 - fraction_bits)) - 1)) != 0)
        *flags |= tiny ? FP_INEXACT | FP_UNDERFLOW : FP_INEXACT;
    return fp_zero(format, sign) | rounded;
}
