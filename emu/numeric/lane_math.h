/* One lane of arithmetic and of the functions. See lane.h; internal to emu/numeric. */
#ifndef BELAY_EMU_NUMERIC_LANE_MATH_H
#define BELAY_EMU_NUMERIC_LANE_MATH_H

#include "emu/numeric/lane.h"

/* --- arithmetic ------------------------------------------------------------------------------- */

/* p + c rounded to odd in double; p finite or special, no overflow (|p| < 2^257). Knuth's two-sum
 * gives the error of the addition exactly; an even sum with an error moves towards the exact value.
 */
NUM_LANE double odd_sum(double p, double c)
{
    const double sum = p + c;
    const double p_part = sum - c;
    const double c_part = sum - p_part;
    const double error = (p - p_part) + (c - c_part);
    const uint64_t bits = bits_of_f64(sum);
    const uint64_t opposite = (bits ^ bits_of_f64(error)) >> 63;
    /* both comparisons are false when inf or NaN made the error a NaN */
    const uint64_t inexact = (error < 0 ? 1u : 0u) | (error > 0 ? 1u : 0u);
    const uint64_t move = inexact & ~bits & 1;
    return f64_of_bits(bits + move - 2 * (move & opposite));
}

/* The same in f32, for a p that is exact in f32 and far from its limits. */
NUM_LANE float odd_sum_f32(float p, float c)
{
    const float sum = p + c;
    const float p_part = sum - c;
    const float c_part = sum - p_part;
    const float error = (p - p_part) + (c - c_part);
    const uint32_t bits = bits_of_f32(sum);
    const uint32_t opposite = (bits ^ bits_of_f32(error)) >> 31;
    const uint32_t inexact = (error < 0 ? 1u : 0u) | (error > 0 ? 1u : 0u);
    const uint32_t move = inexact & ~bits & 1;
    return f32_of_bits(bits + move - 2 * (move & opposite));
}

NUM_LANE float fma_f32(float a, float b, float c)
{
    /* 24 + 24 bits fit in 53: the product is exact */
    return canonical_f32((float)odd_sum((double)a * (double)b, (double)c));
}

NUM_LANE uint16_t fma_f16(uint16_t a, uint16_t b, uint16_t c)
{
    return nearest_f16(odd_sum_f32(widen_f16(a) * widen_f16(b), widen_f16(c)));
}

/* The product has 16 bits, but an exponent that f32 may not have. */
NUM_LANE float fma_bf16_as_f32(float a, float b, float c)
{
    return nearest_bf16_of_f64(odd_sum((double)a * (double)b, (double)c));
}

/* Signed comparison of these keys orders all floats, -0 below +0. */
NUM_LANE int32_t order_f32(float x)
{
    const int32_t bits = (int32_t)bits_of_f32(x);
    return bits ^ ((bits >> 31) & 0x7fffffff);
}

NUM_LANE float max_f32(float a, float b)
{
    const float x = order_f32(a) > order_f32(b) ? a : b;
    return a != a || b != b ? f32_of_bits(NUM_F32_NAN) : x;
}

NUM_LANE float min_f32(float a, float b)
{
    const float x = order_f32(a) < order_f32(b) ? a : b;
    return a != a || b != b ? f32_of_bits(NUM_F32_NAN) : x;
}

NUM_LANE int16_t order_16(uint16_t x)
{
    return (int16_t)(x ^ (((int16_t)x >> 15) & 0x7fff));
}

/* max or min of f16 and bf16; `infinity` tells which. */
NUM_LANE uint16_t max_16(uint16_t a, uint16_t b, int16_t infinity, uint16_t nan)
{
    const uint16_t x = order_16(a) > order_16(b) ? a : b;
    const int bad = (int16_t)(a & 0x7fff) > infinity || (int16_t)(b & 0x7fff) > infinity;
    return bad ? nan : x;
}

NUM_LANE uint16_t min_16(uint16_t a, uint16_t b, int16_t infinity, uint16_t nan)
{
    const uint16_t x = order_16(a) < order_16(b) ? a : b;
    const int bad = (int16_t)(a & 0x7fff) > infinity || (int16_t)(b & 0x7fff) > infinity;
    return bad ? nan : x;
}

NUM_LANE uint16_t saturate_16(uint16_t x, int16_t infinity)
{
    const int16_t magnitude = (int16_t)(x & 0x7fff);
    const uint16_t finite = (uint16_t)(magnitude == infinity ? x - 1 : x);
    return magnitude > infinity ? 0 : finite;
}

NUM_LANE float abs_f32(float x)
{
    return canonical_f32(f32_of_bits(bits_of_f32(x) & 0x7fffffff));
}

NUM_LANE float neg_f32(float x)
{
    return canonical_f32(f32_of_bits(bits_of_f32(x) ^ 0x80000000u));
}

NUM_LANE float relu_f32(float x)
{
    const float positive = (int32_t)bits_of_f32(x) < 0 ? 0.0f : x;
    return canonical_f32(x != x ? x : positive);
}

NUM_LANE float prelu_f32(float x, float alpha)
{
    return canonical_f32((int32_t)bits_of_f32(x) < 0 ? x * alpha : x);
}

NUM_LANE uint16_t prelu_f16(uint16_t x, uint16_t alpha)
{
    return nearest_f16(prelu_f32(widen_f16(x), widen_f16(alpha)));
}

/* --- functions: the fast paths ---------------------------------------------------------------- */

/* The chip's denormal rule, on operands and on results. */
NUM_LANE float flush_f32(float x)
{
    const uint32_t bits = bits_of_f32(x);
    const uint32_t magnitude = bits & 0x7fffffff;
    return f32_of_bits((int32_t)magnitude < 0x00800000 ? bits & 0x80000000u : bits);
}

NUM_LANE uint16_t flush_f16(uint16_t x)
{
    return (uint16_t)((int16_t)(x & 0x7fff) < 0x0400 ? x & 0x8000 : x);
}

/* exp of |x| <= 104, relative error below 2^-49.9: x = k ln2 + r with |r| <= ln2 / 2 (k ln2 has its
 * first 42 bits exact), exp(r) by a minimax polynomial of degree 10 (error 2^-51.6, ours by Remez),
 * 2^k by its bits. NaN gives something that is not used. */
NUM_LANE double exp_f64(double x)
{
    const double shifter = 0x1.8p52;
    const double shifted = x * 0x1.71547652b82fep0 + shifter;
    const double k = shifted - shifter;
    const double r = (x - k * 0x1.62e42fefa38p-1) - k * 0x1.ef35793c7673p-45;
    const double r2 = r * r;
    const double r4 = r2 * r2;
    const double q01 = 0x1.ffffffffffed2p-2 + r * 0x1.55555555507b5p-3;
    const double q23 = 0x1.5555555589169p-5 + r * 0x1.11111125b70cbp-7;
    const double q45 = 0x1.6c16c0c818ae1p-10 + r * 0x1.a0198d4c7e35bp-13;
    const double q67 = 0x1.a01b7c749599ep-16 + r * 0x1.72e928913dc73p-19;
    const double low = q01 + r2 * q23;
    const double high = (q45 + r2 * q67) + r4 * 0x1.27079c3217152p-22;
    const double e = 1.0 + (r + r2 * (low + r4 * high));
    const double scale = f64_of_bits((bits_of_f64(shifted) + 1023) << 52);
    return e * scale;
}

/* ln of a positive normal finite f32, relative error below 2^-50: x = 2^k m with m in
 * [sqrt(1/2), sqrt 2), ln m = 2 atanh s, s = (m - 1) / (m + 1), the odd series by a minimax
 * polynomial in s^2 (error 2^-52.2, ours by Remez). Other x give something that is not used. */
NUM_LANE double ln_f64(float x)
{
    const uint32_t bits = bits_of_f32(x);
    const int32_t k = (int32_t)(bits - 0x3f3504f3u) >> 23;
    const double m = (double)f32_of_bits(bits - ((uint32_t)k << 23));
    const double f = m - 1.0;
    const double s = f / (2.0 + f);
    const double z = s * s;
    const double z2 = z * z;
    const double p01 = 0x1.555555555395cp-1 + z * 0x1.999999a295d9dp-2;
    const double p23 = 0x1.2492417612596p-2 + z * 0x1.c722790e16292p-3;
    const double p45 = 0x1.732c0468d37cfp-3 + z * 0x1.58792266a54a4p-3;
    const double p = p01 + z2 * (p23 + z2 * p45);
    return (double)k * 0x1.62e42fefa39efp-1 + (2.0 * s + s * (z * p));
}

/* Half the relative width in which the two fast paths are not trusted. When both ends of the
 * interval round to the same f32 that f32 is the correctly rounded result. */
#define NUM_DOUBT 0x1p-48

/* *unsafe is set when the result needs exact_exp_f32. */
NUM_LANE float exp_f32(float x, unsigned *unsafe)
{
    /* beyond these limits the result is 0 or inf anyway; NaN stays NaN */
    float clamped = x < -104.0f ? -104.0f : x;
    clamped = clamped > 89.0f ? 89.0f : clamped;
    const double e = exp_f64((double)clamped);
    const float low = (float)(e - e * NUM_DOUBT);
    const float high = (float)(e + e * NUM_DOUBT);
    *unsafe |= low < high ? 1u : 0u;
    return canonical_f32(x != x ? x : flush_f32(low));
}

/* *unsafe is set when the result needs exact_ln_f32. */
NUM_LANE float ln_f32(float x, unsigned *unsafe)
{
    const int32_t bits = (int32_t)bits_of_f32(x);
    const double ln = ln_f64(x);
    const float one = (float)(ln - ln * NUM_DOUBT);
    const float other = (float)(ln + ln * NUM_DOUBT);
    const unsigned normal =
        (unsigned)(bits >= 0x00800000) & (unsigned)(bits < (int32_t)NUM_F32_INF);
    *unsafe |= normal & (one != other ? 1u : 0u);
    const float zero = f32_of_bits(0x80000000u | NUM_F32_INF); /* of +-0 and denormals */
    const float nan = f32_of_bits(NUM_F32_NAN);
    float result = bits < 0 ? nan : one;
    result = (bits & 0x7fffffff) < 0x00800000 ? zero : result;
    result = bits == (int32_t)NUM_F32_INF ? x : result;
    return bits > (int32_t)NUM_F32_INF ? nan : result;
}

/* With -fno-math-errno this is one instruction; the test no_libm looks at the objects. */
NUM_LANE float sqrt_f32(float x)
{
    return __builtin_sqrtf(x);
}

NUM_LANE float div_f32(float a, float b)
{
    return canonical_f32(flush_f32(flush_f32(a) / flush_f32(b)));
}

/* 1 / sqrt x in double is off by less than 2^-52; test_functions.c goes through all significands
 * and finds none so near to a rounding boundary that this matters. */
NUM_LANE double rsqrt_f64(float x)
{
    return 1.0 / __builtin_sqrt((double)x);
}

NUM_LANE float rsqrt_f32(float x)
{
    return canonical_f32((float)rsqrt_f64(flush_f32(x)));
}

/* The same for f16: what is returned is rounded to odd, so that nearest_f16 of it is the correctly
 * rounded result; all 65536 arguments are tested. */
NUM_LANE float odd_exp_f32(float x)
{
    float clamped = x < -32.0f ? -32.0f : x;
    clamped = clamped > 32.0f ? 32.0f : clamped;
    const float result = odd_f32(exp_f64((double)clamped));
    return x != x ? x : result;
}

NUM_LANE float odd_ln_f32(float x)
{
    const int32_t bits = (int32_t)bits_of_f32(x);
    float result = odd_f32(ln_f64(x));
    result = bits < 0 ? f32_of_bits(NUM_F32_NAN) : result;
    result = (bits & 0x7fffffff) == 0 ? f32_of_bits(0x80000000u | NUM_F32_INF) : result;
    return bits >= (int32_t)NUM_F32_INF ? x : result;
}

NUM_LANE float odd_rsqrt_f32(float x)
{
    return odd_f32(rsqrt_f64(x));
}

NUM_LANE uint16_t div_f16(uint16_t a, uint16_t b)
{
    return flush_f16(nearest_f16(widen_f16(flush_f16(a)) / widen_f16(flush_f16(b))));
}

NUM_LANE uint16_t sqrt_f16(uint16_t x)
{
    return nearest_f16(sqrt_f32(widen_f16(flush_f16(x))));
}

NUM_LANE uint16_t canonical_f16(uint16_t x)
{
    return (uint16_t)((int16_t)(x & 0x7fff) > NUM_F16_INF ? NUM_F16_NAN : x);
}

NUM_LANE uint16_t abs_f16(uint16_t x)
{
    return canonical_f16(x & 0x7fff);
}

NUM_LANE uint16_t neg_f16(uint16_t x)
{
    return canonical_f16(x ^ 0x8000);
}

NUM_LANE uint16_t relu_f16(uint16_t x)
{
    const uint16_t positive = (int16_t)x < 0 ? 0 : x;
    return canonical_f16((int16_t)(x & 0x7fff) > NUM_F16_INF ? x : positive);
}

#endif
