/* Addition, multiplication, division, square root and fused multiply-add.
 *
 * Exact results are held as a sign, an exponent and 128 bits of significand; the addend that is
 * shifted out of them leaves a sticky one in the last bit. That is enough for one correct rounding:
 * bits are only lost when the operands are more than 20 places apart, and then the difference still
 * has its leading one in the two top places. */
#include "emu/scalar/fp_number.h"

#include <float.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "host float and double arithmetic has no excess precision");

typedef unsigned __int128 uint128;

/* significand * 2^(exponent - 126); bit 126 is the leading one. */
struct wide {
    bool sign;
    int exponent;
    uint128 significand;
};

static struct wide widen(struct fp_number a)
{
    return (struct wide){a.sign, a.exponent, (uint128)a.significand << 63};
}

static struct wide multiply(struct fp_number a, struct fp_number b)
{
    struct wide product = {a.sign != b.sign, a.exponent + b.exponent,
                           (uint128)a.significand * b.significand};
    /* Significands have 53 bits at most, so the bit shifted out is zero. */
    if (product.significand >> 127 != 0) {
        product.significand >>= 1;
        product.exponent++;
    }
    return product;
}

static uint64_t round_wide(enum fp_format format, struct wide a, unsigned rounding, uint32_t *flags)
{
    uint64_t high = (uint64_t)(a.significand >> 64);
    int zeros = high != 0 ? __builtin_clzll(high) : 64 + __builtin_clzll((uint64_t)a.significand);
    uint128 significand = a.significand << zeros;
    bool sticky = (uint64_t)significand != 0;
    return fp_round(format, a.sign, a.exponent + 1 - zeros, (uint64_t)(significand >> 64) | sticky,
                    rounding, flags);
}

static uint64_t exact_zero_sum(enum fp_format format, bool sign_a, bool sign_b, unsigned rounding)
{
    return fp_zero(format, sign_a == sign_b ? sign_a : rounding == FP_RDN);
}

static uint64_t add_wide(enum fp_format format, struct wide a, struct wide b, unsigned rounding,
                         uint32_t *flags)
{
    if (a.exponent < b.exponent || (a.exponent == b.exponent && a.significand < b.significand)) {
        struct wide swap = a;
        a = b;
        b = swap;
    }
    int apart = a.exponent - b.exponent;
    if (apart > 127) {
        b.significand = 1;
    } else if (apart > 0) {
        bool sticky = b.significand << (128 - apart) != 0;
        b.significand = b.significand >> apart | sticky;
    }
    if (a.sign == b.sign)
        a.significand += b.significand;
    else
        a.significand -= b.significand;
    if (a.significand == 0)
        return exact_zero_sum(format, a.sign, b.sign, rounding);
    return round_wide(format, a, rounding, flags);
}

static uint64_t invalid(enum fp_format format, uint32_t *flags)
{
    *flags |= FP_INVALID;
    return fp_nan(format);
}

static uint64_t nan_result(enum fp_format format, bool signaling, uint32_t *flags)
{
    return signaling ? invalid(format, flags) : fp_nan(format);
}

static uint64_t add(enum fp_format format, uint64_t bits_a, uint64_t bits_b, bool subtract,
                    unsigned rounding, uint32_t *flags)
{
    struct fp_number a = fp_unpack(format, bits_a), b = fp_unpack(format, bits_b);
    b.sign ^= subtract;
    if (a.kind == FP_NAN || b.kind == FP_NAN)
        return nan_result(format, a.signaling || b.signaling, flags);
    if (a.kind == FP_INFINITE && b.kind == FP_INFINITE && a.sign != b.sign)
        return invalid(format, flags);
    if (a.kind == FP_INFINITE || b.kind == FP_INFINITE)
        return fp_infinity(format, a.kind == FP_INFINITE ? a.sign : b.sign);
    if (a.kind == FP_ZERO && b.kind == FP_ZERO)
        return exact_zero_sum(format, a.sign, b.sign, rounding);
    if (a.kind == FP_ZERO || b.kind == FP_ZERO)
        return round_wide(format, widen(a.kind == FP_ZERO ? b : a), rounding, flags);
    return add_wide(format, widen(a), widen(b), rounding, flags);
}

/* The host's own arithmetic gives the bits and the flags when the flag `inexact` is set already,
 * the rounding is to nearest even, and the result is finite and above the smallest normal number:
 * no other flag can be raised then. The host must be in its default floating point environment. */
#define HOST_ARITHMETIC(operator)                                                                  \
    if (rounding == FP_RNE && (*flags & FP_INEXACT) != 0) {                                        \
        uint64_t result;                                                                           \
        if (format == FP_S && host_single(&result, as_float(a) operator as_float(b)))              \
            return result;                                                                         \
        if (format == FP_D && host_double(&result, as_double(a) operator as_double(b)))            \
            return result;                                                                         \
    }

static float as_float(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return value;
}

static double as_double(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static bool host_single(uint64_t *bits, float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    *bits = word;
    uint32_t exponent = word >> 23 & 0xff;
    return exponent >= 2 && exponent != 0xff;
}

static bool host_double(uint64_t *bits, double value)
{
    memcpy(bits, &value, sizeof *bits);
    uint32_t exponent = *bits >> 52 & 0x7ff;
    return exponent >= 2 && exponent != 0x7ff;
}

uint64_t fp_add(enum fp_format format, uint64_t a, uint64_t b, unsigned rounding, uint32_t *flags)
{
    HOST_ARITHMETIC(+)
    return add(format, a, b, false, rounding, flags);
}

uint64_t fp_sub(enum fp_format format, uint64_t a, uint64_t b, unsigned rounding, uint32_t *flags)
{
    HOST_ARITHMETIC(-)
    return add(format, a, b, true, rounding, flags);
}

static uint64_t multiply_soft(enum fp_format format, uint64_t bits_a, uint64_t bits_b,
                              unsigned rounding, uint32_t *flags)
{
    struct fp_number a = fp_unpack(format, bits_a), b = fp_unpack(format, bits_b);
    bool sign = a.sign != b.sign;
    if (a.kind == FP_NAN || b.kind == FP_NAN)
        return nan_result(format, a.signaling || b.signaling, flags);
    if (a.kind == FP_INFINITE || b.kind == FP_INFINITE) {
        if (a.kind == FP_ZERO || b.kind == FP_ZERO)
            return invalid(format, flags);
        return fp_infinity(format, sign);
    }
    if (a.kind == FP_ZERO || b.kind == FP_ZERO)
        return fp_zero(format, sign);
    return round_wide(format, multiply(a, b), rounding, flags);
}

uint64_t fp_mul(enum fp_format format, uint64_t a, uint64_t b, unsigned rounding, uint32_t *flags)
{
    HOST_ARITHMETIC(*)
    return multiply_soft(format, a, b, rounding, flags);
}

static uint64_t divide_soft(enum fp_format format, uint64_t bits_a, uint64_t bits_b,
                            unsigned rounding, uint32_t *flags)
{
    struct fp_number a = fp_unpack(format, bits_a), b = fp_unpack(format, bits_b);
    bool sign = a.sign != b.sign;
    if (a.kind == FP_NAN || b.kind == FP_NAN)
        return nan_result(format, a.signaling || b.signaling, flags);
    if (a.kind == b.kind && a.kind != FP_FINITE) /* inf / inf, 0 / 0 */
        return invalid(format, flags);
    if (a.kind == FP_INFINITE)
        return fp_infinity(format, sign);
    if (a.kind == FP_ZERO || b.kind == FP_INFINITE)
        return fp_zero(format, sign);
    if (b.kind == FP_ZERO) {
        *flags |= FP_DIVIDE_BY_ZERO;
        return fp_infinity(format, sign);
    }
    uint128 dividend = (uint128)a.significand << 63;
    uint64_t quotient = (uint64_t)(dividend / b.significand);
    bool sticky = dividend % b.significand != 0;
    int exponent = a.exponent - b.exponent;
    if (quotient >> 63 == 0) { /* at least 2^62: the significands differ by less than a factor 2 */
        quotient <<= 1;
        exponent--;
    }
    return fp_round(format, sign, exponent, quotient | sticky, rounding, flags);
}

uint64_t fp_div(enum fp_format format, uint64_t a, uint64_t b, unsigned rounding, uint32_t *flags)
{
    HOST_ARITHMETIC(/)
    return divide_soft(format, a, b, rounding, flags);
}

/* The integer square root of a number with one of its two top bits set, digit by digit. */
static uint64_t square_root(uint128 square, bool *sticky)
{
    uint128 rest = 0;
    uint64_t root = 0;
    for (int i = 0; i < 64; i++) {
        rest = rest << 2 | (uint64_t)(square >> 126);
        square <<= 2;
        uint128 trial = (uint128)root << 2 | 1;
        root <<= 1;
        if (rest >= trial) {
            rest -= trial;
            root |= 1;
        }
    }
    *sticky = rest != 0;
    return root;
}

uint64_t fp_sqrt(enum fp_format format, uint64_t bits, unsigned rounding, uint32_t *flags)
{
    struct fp_number a = fp_unpack(format, bits);
    if (a.kind == FP_NAN)
        return nan_result(format, a.signaling, flags);
    if (a.kind == FP_ZERO)
        return fp_zero(format, a.sign);
    if (a.sign)
        return invalid(format, flags);
    if (a.kind == FP_INFINITE)
        return fp_infinity(format, false);
    int odd = a.exponent & 1;
    bool sticky;
    uint64_t root = square_root((uint128)a.significand << (63 + odd), &sticky);
    return fp_round(format, false, (a.exponent - odd) / 2, root | sticky, rounding, flags);
}

uint64_t fp_fma(enum fp_format format, uint64_t bits_a, uint64_t bits_b, uint64_t bits_c,
                unsigned rounding, uint32_t *flags)
{
    struct fp_number a = fp_unpack(format, bits_a), b = fp_unpack(format, bits_b),
                     c = fp_unpack(format, bits_c);
    bool sign = a.sign != b.sign;
    /* Section 11.6: infinity times zero is invalid even when the addend is a quiet NaN. */
    if ((a.kind == FP_INFINITE && b.kind == FP_ZERO) ||
        (a.kind == FP_ZERO && b.kind == FP_INFINITE))
        return invalid(format, flags);
    if (a.kind == FP_NAN || b.kind == FP_NAN || c.kind == FP_NAN)
        return nan_result(format, a.signaling || b.signaling || c.signaling, flags);
    if (a.kind == FP_INFINITE || b.kind == FP_INFINITE) {
        if (c.kind == FP_INFINITE && c.sign != sign)
            return invalid(format, flags);
        return fp_infinity(format, sign);
    }
    if (c.kind == FP_INFINITE)
        return fp_infinity(format, c.sign);
    if (a.kind == FP_ZERO || b.kind == FP_ZERO) {
        if (c.kind == FP_ZERO)
            return exact_zero_sum(format, sign, c.sign, rounding);
        return round_wide(format, widen(c), rounding, flags);
    }
    if (c.kind == FP_ZERO)
        return round_wide(format, multiply(a, b), rounding, flags);
    return add_wide(format, multiply(a, b), widen(c), rounding, flags);
}
