/* Comparisons, classification and conversions. */
#include "emu/scalar/fp_number.h"

static bool is_less(struct fp_number a, struct fp_number b, uint64_t bits_a, uint64_t bits_b)
{
    if (a.kind == FP_ZERO && b.kind == FP_ZERO)
        return false;
    if (a.sign != b.sign)
        return a.sign;
    return a.sign ? bits_b < bits_a : bits_a < bits_b;
}

static bool is_equal(struct fp_number a, struct fp_number b, uint64_t bits_a, uint64_t bits_b)
{
    return bits_a == bits_b || (a.kind == FP_ZERO && b.kind == FP_ZERO);
}

bool fp_eq(enum fp_format format, uint64_t bits_a, uint64_t bits_b, uint32_t *flags)
{
    struct fp_number a = fp_unpack(format, bits_a), b = fp_unpack(format, bits_b);
    if (a.signaling || b.signaling)
        *flags |= FP_INVALID;
    if (a.kind == FP_NAN || b.kind == FP_NAN)
        return false;
    return is_equal(a, b, bits_a, bits_b);
}

bool fp_lt(enum fp_format format, uint64_t bits_a, uint64_t bits_b, uint32_t *flags)
{
    struct fp_number a = fp_unpack(format, bits_a), b = fp_unpack(format, bits_b);
    if (a.kind == FP_NAN || b.kind == FP_NAN) {
        *flags |= FP_INVALID;
        return false;
    }
    return is_less(a, b, bits_a, bits_b);
}

bool fp_le(enum fp_format format, uint64_t bits_a, uint64_t bits_b, uint32_t *flags)
{
    struct fp_number a = fp_unpack(format, bits_a), b = fp_unpack(format, bits_b);
    if (a.kind == FP_NAN || b.kind == FP_NAN) {
        *flags |= FP_INVALID;
        return false;
    }
    return is_less(a, b, bits_a, bits_b) || is_equal(a, b, bits_a, bits_b);
}

static uint64_t select(enum fp_format format, uint64_t bits_a, uint64_t bits_b, bool larger,
                       uint32_t *flags)
{
    struct fp_number a = fp_unpack(format, bits_a), b = fp_unpack(format, bits_b);
    if (a.signaling || b.signaling)
        *flags |= FP_INVALID;
    if (a.kind == FP_NAN)
        return b.kind == FP_NAN ? fp_nan(format) : bits_b;
    if (b.kind == FP_NAN)
        return bits_a;
    bool a_first = is_less(a, b, bits_a, bits_b) ||
                   (is_equal(a, b, bits_a, bits_b) && a.sign); /* section 11.6: -0 before +0 */
    return a_first != larger ? bits_a : bits_b;
}

uint64_t fp_min(enum fp_format format, uint64_t a, uint64_t b, uint32_t *flags)
{
    return select(format, a, b, false, flags);
}

uint64_t fp_max(enum fp_format format, uint64_t a, uint64_t b, uint32_t *flags)
{
    return select(format, a, b, true, flags);
}

/* Section 11.9, table 11.5: from minus infinity in bit 0 up to plus infinity in bit 7. */
uint64_t fp_class(enum fp_format format, uint64_t bits)
{
    struct fp_number a = fp_unpack(format, bits);
    switch (a.kind) {
    case FP_NAN:
        return a.signaling ? 1 << 8 : 1 << 9;
    case FP_INFINITE:
        return a.sign ? 1 << 0 : 1 << 7;
    case FP_ZERO:
        return a.sign ? 1 << 3 : 1 << 4;
    case FP_FINITE:
        break;
    }
    if (a.exponent < fp_least_exponent(format))
        return a.sign ? 1 << 2 : 1 << 5;
    return a.sign ? 1 << 1 : 1 << 6;
}

uint64_t fp_convert(enum fp_format to, enum fp_format from, uint64_t bits, unsigned rounding,
                    uint32_t *flags)
{
    struct fp_number a = fp_unpack(from, bits);
    switch (a.kind) {
    case FP_ZERO:
        return fp_zero(to, a.sign);
    case FP_INFINITE:
        return fp_infinity(to, a.sign);
    case FP_NAN:
        if (a.signaling)
            *flags |= FP_INVALID;
        return fp_nan(to);
    case FP_FINITE:
        break;
    }
    return fp_round(to, a.sign, a.exponent, a.significand, rounding, flags);
}

static const struct {
    unsigned width;
    bool is_signed;
} integers[] = {
    [FP_S32] = {32, true},
    [FP_U32] = {32, false},
    [FP_S64] = {64, true},
    [FP_U64] = {64, false},
};

/* The register contents for an integer of the given magnitude. */
static uint64_t integer_register(enum fp_integer to, bool sign, uint64_t magnitude)
{
    uint64_t value = sign ? -magnitude : magnitude;
    return integers[to].width == 32 ? (uint64_t)(int64_t)(int32_t)value : value;
}

/* The largest magnitude of an integer of that sign. */
static uint64_t integer_limit(enum fp_integer to, bool sign)
{
    if (!integers[to].is_signed)
        return sign ? 0 : UINT64_MAX >> (64 - integers[to].width);
    return (UINT64_C(1) << (integers[to].width - 1)) - !sign;
}

/* The magnitude rounded to an integer; false when it needs more than 64 bits. */
static bool round_to_integer(struct fp_number a, unsigned rounding, uint64_t *magnitude,
                             bool *inexact)
{
    int shift = 63 - a.exponent; /* places right of the binary point */
    if (shift < 0)
        return false;
    /* `rest` has the weight of one half in its top bit. */
    uint64_t whole = shift < 64 ? a.significand >> shift : 0;
    uint64_t rest = shift == 0 ? 0 : shift <= 64 ? a.significand << (64 - shift) : 1;
    *inexact = rest != 0;
    *magnitude = whole + fp_rounds_up(a.sign, whole & 1, rest, UINT64_C(1) << 63, rounding);
    return true;
}

uint64_t fp_to_integer(enum fp_format format, enum fp_integer to, uint64_t bits, unsigned rounding,
                       uint32_t *flags)
{
    struct fp_number a = fp_unpack(format, bits);
    if (a.kind == FP_ZERO)
        return 0;
    bool sign = a.sign && a.kind != FP_NAN;
    uint64_t limit = integer_limit(to, sign), magnitude = 0;
    bool inexact = false;
    if (a.kind != FP_FINITE || !round_to_integer(a, rounding, &magnitude, &inexact) ||
        magnitude > limit) {
        *flags |= FP_INVALID;
        return integer_register(to, sign, limit);
    }
    if (inexact)
        *flags |= FP_INEXACT;
    return integer_register(to, sign, magnitude);
}

uint64_t fp_from_integer(enum fp_format format, enum fp_integer from, uint64_t value,
                         unsigned rounding, uint32_t *flags)
{
    if (from == FP_S32)
        value = (uint64_t)(int64_t)(int32_t)value;
    else if (from == FP_U32)
        value = (uint32_t)value;
    if (value == 0)
        return fp_zero(format, false);
    bool sign = integers[from].is_signed && value >> 63 != 0;
    uint64_t magnitude = sign ? -value : value;
    int zeros = __builtin_clzll(magnitude);
    return fp_round(format, sign, 63 - zeros, magnitude << zeros, rounding, flags);
}
