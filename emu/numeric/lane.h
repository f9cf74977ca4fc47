/* One lane of every hot operation, branch-free, so that the same text serves the scalar functions
 * and the loops over lanes, which the compilers vectorise. Internal to emu/numeric.
 *
 * Only IEEE add, sub, mul, div, sqrt, conversions and integer operations are used; the host rounds
 * to nearest even and keeps denormals (SSE2, AArch64 defaults). */
#ifndef BELAY_EMU_NUMERIC_LANE_H
#define BELAY_EMU_NUMERIC_LANE_H

#include <string.h>

#include "emu/numeric/numeric.h"

/* The code relies on what both compilers define: >> of a negative value keeps the sign. */
#define NUM_LANE static inline __attribute__((always_inline))

NUM_LANE uint32_t bits_of_f32(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

NUM_LANE float f32_of_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

NUM_LANE uint64_t bits_of_f64(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

NUM_LANE double f64_of_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The payload and sign of a NaN result differ between x86 and AArch64. */
NUM_LANE float canonical_f32(float x)
{
    return x != x ? f32_of_bits(NUM_F32_NAN) : x;
}

/* --- rounding --------------------------------------------------------------------------------- */

/* A rounding mode as masks, so that one branch-free formula serves all modes. */
struct rounder {
    uint32_t near;  /* R and A: add almost half a unit */
    uint32_t tie;   /* A: the missing bit of the half always */
    uint32_t even;  /* R: the missing bit of the half when the last bit is odd */
    uint32_t above; /* C: a unit less one bit for positive values */
    uint32_t below; /* F: the same for negative values */
    uint32_t odd;   /* O: set the last bit when something was lost */
};

NUM_LANE struct rounder rounder_of(enum num_round round)
{
    const bool away = round == NUM_AWAY || round == NUM_HYBRID;
    const struct rounder r = {
        .near = round == NUM_RINT || away ? ~0u : 0,
        .tie = away ? 1 : 0,
        .even = round == NUM_RINT ? 1 : 0,
        .above = round == NUM_CEIL ? ~0u : 0,
        .below = round == NUM_FLOOR ? ~0u : 0,
        .odd = round == NUM_ODD ? 1 : 0,
    };
    return r;
}

/* significand / 2^shift rounded; significand < 2^24, shift 0..25. negative is 0 or all ones. */
NUM_LANE uint32_t round_shift(uint32_t significand, uint32_t shift, uint32_t negative,
                              struct rounder r)
{
    const uint32_t lost = (1u << shift) - 1;
    const uint32_t last = significand >> shift;
    const uint32_t half = (lost >> 1) + (lost & 1 & (r.tie | (last & r.even)));
    const uint32_t directed = lost & ((r.above & ~negative) | (r.below & negative));
    const uint32_t sticky = (significand & lost) != 0 ? r.odd : 0;
    return ((significand + (half & r.near) + directed) >> shift) | sticky;
}

/* --- formats with an IEEE-like layout --------------------------------------------------------- */

struct layout {
    uint32_t exponent_bits, mantissa_bits, bias;
    uint32_t max;  /* largest finite code */
    uint32_t inf;  /* what inf and overflow give with inf_nan */
    uint32_t nan;  /* canonical */
    uint32_t sign; /* the sign bit */
};

static const struct layout layout_f16 = {5, 10, 15, NUM_F16_MAX, NUM_F16_INF, NUM_F16_NAN, 0x8000};
static const struct layout layout_bf16 = {8,     7, 127, NUM_BF16_MAX, NUM_BF16_INF, NUM_BF16_NAN,
                                          0x8000};
static const struct layout layout_e4m3 = {4, 3, 7, NUM_E4M3_MAX, NUM_E4M3_NAN, NUM_E4M3_NAN, 0x80};
static const struct layout layout_e5m2 = {5, 2, 15, NUM_E5M2_MAX, NUM_E5M2_INF, NUM_E5M2_NAN, 0x80};
static const struct layout layout_e2m1 = {2, 1, 1, NUM_E2M1_MAX, NUM_E2M1_MAX, 0, 0x8};
static const struct layout layout_e1m2 = {1, 2, 1, NUM_E1M2_MAX, NUM_E1M2_MAX, 0, 0x8};

/* Codes for what lies outside the finite range, chosen once for a whole array. */
struct outside {
    uint32_t inf, nan;
    uint32_t above, below; /* finite values that round beyond +MAX, -MAX (magnitudes) */
};

NUM_LANE struct outside outside_of(struct layout f, struct num_mode mode)
{
    const bool nearest =
        mode.round == NUM_RINT || mode.round == NUM_AWAY || mode.round == NUM_HYBRID;
    const bool fp8 = f.sign == 0x80;
    struct outside o = {f.max, 0, f.max, f.max};
    if (mode.inf_nan) {
        o.inf = f.inf;
        o.nan = f.nan;
        o.above = nearest || mode.round == NUM_CEIL ? f.inf : f.max;
        o.below = nearest || mode.round == NUM_FLOOR ? f.inf : f.max;
    } else if (mode.keep_nan && fp8) {
        o.nan = f.nan;
    }
    return o;
}

/* f32 to the format f. The sign is dropped from every NaN: e4m3 "inf" is its NaN. */
NUM_LANE uint32_t narrow_f32(float x, struct layout f, struct rounder r, struct outside o)
{
    const uint32_t bits = bits_of_f32(x);
    const uint32_t magnitude = bits & 0x7fffffff;
    const uint32_t negative = (uint32_t)((int32_t)bits >> 31);
    const int32_t field = (int32_t)(magnitude >> 23);
    const uint32_t significand = (magnitude & 0x7fffff) | (field != 0 ? 0x800000u : 0);
    /* the exponent field in f before rounding; below 1 the value is denormal in f */
    const int32_t exponent = (field > 1 ? field : 1) - 127 + (int32_t)f.bias;
    const int32_t denormal = exponent < 1 ? 1 - exponent : 0;
    const int32_t wide_shift = 23 - (int32_t)f.mantissa_bits + denormal;
    const int32_t shift = wide_shift < 25 ? wide_shift : 25;
    const int32_t base = exponent > 1 ? exponent - 1 : 0;
    const uint32_t finite = round_shift(significand, (uint32_t)shift, negative, r) +
                            ((uint32_t)base << f.mantissa_bits);
    const uint32_t too_big = negative ? o.below : o.above;
    uint32_t code = (int32_t)finite > (int32_t)f.max ? too_big : finite;
    code = magnitude == NUM_F32_INF ? o.inf : code;
    uint32_t sign = negative & f.sign;
    if (f.inf == f.nan)
        sign = code == f.nan ? 0 : sign;
    return (int32_t)magnitude > (int32_t)NUM_F32_INF ? o.nan : code | sign;
}

/* Exact; for the formats without inf and NaN `special` is false. */
NUM_LANE float widen_f32(uint32_t x, struct layout f, bool special)
{
    const uint32_t magnitude = x & (f.sign - 1);
    const uint32_t sign = (x & f.sign) != 0 ? 0x80000000u : 0;
    const uint32_t normal = (magnitude << (23 - f.mantissa_bits)) + ((127 - f.bias) << 23);
    /* a denormal is an integer times the smallest unit: both factors are exact in f32 */
    const float unit = f32_of_bits((127 + 1 - f.bias - f.mantissa_bits) << 23);
    const uint32_t denormal = bits_of_f32((float)(int32_t)magnitude * unit);
    uint32_t bits = (int32_t)magnitude < (int32_t)(1u << f.mantissa_bits) ? denormal : normal;
    bits |= sign;
    if (special) {
        bits = (int32_t)magnitude > (int32_t)f.max ? NUM_F32_NAN : bits;
        bits = magnitude == f.inf && f.inf != f.nan ? sign | NUM_F32_INF : bits;
    }
    return f32_of_bits(bits);
}

NUM_LANE float widen_f16(uint16_t x)
{
    return widen_f32(x, layout_f16, true);
}

/* bf16 is the upper half of f32. */
NUM_LANE float widen_bf16(uint16_t x)
{
    return canonical_f32(f32_of_bits((uint32_t)x << 16));
}

/* 2^(x - 127); the lowest is a denormal of f32. */
NUM_LANE float widen_e8m0(uint8_t x)
{
    const uint32_t bits = x == 0 ? 0x00400000u : (uint32_t)x << 23;
    return f32_of_bits(x == NUM_E8M0_NAN ? NUM_F32_NAN : bits);
}

/* narrow_f32 for nearest even, with fewer operations: normal results by integer addition, denormal
 * ones by a float addition that leaves the smallest unit of f in the last place. */
NUM_LANE uint32_t nearest_f32(float x, struct layout f, struct outside o)
{
    const uint32_t bits = bits_of_f32(x);
    const uint32_t magnitude = bits & 0x7fffffff;
    const uint32_t shift = 23 - f.mantissa_bits;
    const uint32_t half = (1u << (shift - 1)) - 1 + (magnitude >> shift & 1);
    const uint32_t normal = (magnitude + half - ((127 - f.bias) << 23)) >> shift;
    const uint32_t unit = (127 + 24 - f.bias - f.mantissa_bits) << 23;
    const uint32_t denormal = bits_of_f32(f32_of_bits(magnitude) + f32_of_bits(unit)) - unit;
    uint32_t code = (int32_t)magnitude < (int32_t)((128 - f.bias) << 23) ? denormal : normal;
    code = (int32_t)code > (int32_t)f.max ? o.inf : code;
    uint32_t sign = bits >> 31 ? f.sign : 0;
    if (f.inf == f.nan)
        sign = code == f.nan ? 0 : sign;
    return (int32_t)magnitude > (int32_t)NUM_F32_INF ? o.nan : code | sign;
}

NUM_LANE uint16_t nearest_f16(float x)
{
    const struct outside o = {.inf = NUM_F16_INF, .nan = NUM_F16_NAN};
    return (uint16_t)nearest_f32(x, layout_f16, o);
}

NUM_LANE uint16_t nearest_bf16(float x)
{
    const uint32_t bits = bits_of_f32(x);
    const uint32_t rounded = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
    return (uint16_t)(x != x ? NUM_BF16_NAN : rounded);
}

/* double to f32, rounded to odd: a later rounding to fewer bits then gives what one rounding of the
 * double would (the standard argument; two bits more than the target suffice, here 24 >= 11 + 2).
 * For values that are normal in f32, zero, inf or NaN. */
NUM_LANE float odd_f32(double x)
{
    const uint64_t lost = 0x1fffffff;
    const uint64_t bits = bits_of_f64(x);
    const uint64_t sticky = ((bits & lost) + lost) & (lost + 1);
    return (float)f64_of_bits((bits | sticky) & ~lost);
}

/* double to the nearest bf16, as an f32; for |x| below the normal range a double addition leaves
 * the unit of the denormals, 2^-133, in the last place. */
NUM_LANE float nearest_bf16_of_f64(double x)
{
    const uint64_t lost = (1ull << 45) - 1;
    const uint64_t bits = bits_of_f64(x);
    const double normal = f64_of_bits((bits + (lost >> 1) + (bits >> 45 & 1)) & ~lost);
    const double denormal =
        f64_of_bits(bits_of_f64((x + 0x1.8p-81) - 0x1.8p-81) | (bits & 1ull << 63));
    const double size = f64_of_bits(bits & ~(1ull << 63));
    const double rounded = size < 0x1p-126 ? denormal : normal;
    return canonical_f32((float)(x != x ? x : rounded));
}

/* The low 13 bits of the mantissa rounded away; a carry out of the largest values gives inf. */
NUM_LANE float round_hf32(float x, bool away)
{
    const uint32_t bits = bits_of_f32(x);
    const uint32_t half = away ? 0x1000u : 0x0fffu + (bits >> 13 & 1);
    return x != x ? f32_of_bits(NUM_F32_NAN) : f32_of_bits((bits + half) & ~0x1fffu);
}

/* --- integers --------------------------------------------------------------------------------- */

NUM_LANE float round_integral_f32(float x, struct rounder r)
{
    const uint32_t bits = bits_of_f32(x);
    const uint32_t magnitude = bits & 0x7fffffff;
    const uint32_t negative = (uint32_t)((int32_t)bits >> 31);
    const int32_t field = (int32_t)(magnitude >> 23);
    const uint32_t significand = (magnitude & 0x7fffff) | (field != 0 ? 0x800000u : 0);
    const int32_t shift = field > 125 ? 150 - field : 25;
    const uint32_t integer =
        round_shift(significand, (uint32_t)(shift > 0 ? shift : 0), negative, r);
    const uint32_t rounded = bits_of_f32((float)(int32_t)integer) | (bits & 0x80000000u);
    return canonical_f32(f32_of_bits(field >= 150 ? bits : rounded));
}

/* Rounded and put into [low, high], or with wrap (all ones) the low 32 bits; inf gives low or high
 * and NaN 0 in both. */
NUM_LANE int32_t s32_of_f32(float x, struct rounder r, int32_t wrap, int32_t low, int32_t high)
{
    const uint32_t bits = bits_of_f32(x);
    const uint32_t magnitude = bits & 0x7fffffff;
    const uint32_t negative = (uint32_t)((int32_t)bits >> 31);
    const int32_t field = (int32_t)(magnitude >> 23);
    const uint32_t significand = (magnitude & 0x7fffff) | (field != 0 ? 0x800000u : 0);
    const int32_t right = field > 125 ? 150 - field : 25;
    const int32_t left = field - 150;
    const uint32_t small = round_shift(significand, (uint32_t)(right > 0 ? right : 0), negative, r);
    const uint32_t large = left < 32 ? significand << (left & 31) : 0;
    const uint32_t integer = left > 0 ? large : small;
    const int32_t low_bits = (int32_t)((integer ^ negative) - negative);
    const int32_t extreme = (low & (int32_t)negative) | (high & ~(int32_t)negative);
    int32_t clamped = low_bits < low ? low : low_bits;
    clamped = clamped > high ? high : clamped;
    /* from 2^31 on; -2^31 itself is the limit of s32, and below that of the others */
    clamped = field >= 158 ? extreme : clamped;
    int32_t result = (low_bits & wrap) | (clamped & ~wrap);
    result = magnitude == NUM_F32_INF ? extreme : result;
    return (int32_t)magnitude > (int32_t)NUM_F32_INF ? 0 : result;
}

#endif
