/* Arithmetic and functions of one value. */
#include "emu/numeric/exact.h"
#include "emu/numeric/lane_math.h"

/* --- f32 -------------------------------------------------------------------------------------- */

float f32_add(float a, float b)
{
    return canonical_f32(a + b);
}

float f32_sub(float a, float b)
{
    return canonical_f32(a - b);
}

float f32_mul(float a, float b)
{
    return canonical_f32(a * b);
}

float f32_div_ieee(float a, float b)
{
    return canonical_f32(a / b);
}

float f32_sqrt_ieee(float a)
{
    return canonical_f32(sqrt_f32(a));
}

float f32_fma(float a, float b, float c)
{
    return fma_f32(a, b, c);
}

float f32_max(float a, float b)
{
    return max_f32(a, b);
}

float f32_min(float a, float b)
{
    return min_f32(a, b);
}

float f32_abs(float x)
{
    return abs_f32(x);
}

float f32_neg(float x)
{
    return neg_f32(x);
}

float f32_relu(float x)
{
    return relu_f32(x);
}

float f32_prelu(float x, float alpha)
{
    return prelu_f32(x, alpha);
}

float f32_div(float a, float b)
{
    return div_f32(a, b);
}

float f32_sqrt(float x)
{
    return canonical_f32(sqrt_f32(flush_f32(x)));
}

float f32_reciprocal(float x)
{
    return div_f32(1.0f, x);
}

float f32_rsqrt(float x)
{
    return rsqrt_f32(x);
}

float f32_exp(float x)
{
    unsigned unsafe = 0;
    const float result = exp_f32(x, &unsafe);
    return unsafe ? flush_f32(exact_exp_f32(x)) : result;
}

float f32_ln(float x)
{
    unsigned unsafe = 0;
    const float result = ln_f32(x, &unsafe);
    return unsafe ? exact_ln_f32(x) : result;
}

/* --- f16: one operation in f32, then one rounding -----------------------------------------------
 * Two roundings give what one would, as 24 >= 2 * 11 + 2 (Figueroa 1995; the denormals of f16 are
 * covered too: sums are exact there, products have 22 bits, quotients and roots are flushed or were
 * tested one by one). test_arithmetic.c compares with the exact values. */

uint16_t f16_add(uint16_t a, uint16_t b)
{
    return nearest_f16(widen_f16(a) + widen_f16(b));
}

uint16_t f16_sub(uint16_t a, uint16_t b)
{
    return nearest_f16(widen_f16(a) - widen_f16(b));
}

uint16_t f16_mul(uint16_t a, uint16_t b)
{
    return nearest_f16(widen_f16(a) * widen_f16(b));
}

uint16_t f16_div_ieee(uint16_t a, uint16_t b)
{
    return nearest_f16(widen_f16(a) / widen_f16(b));
}

uint16_t f16_sqrt_ieee(uint16_t a)
{
    return nearest_f16(sqrt_f32(widen_f16(a)));
}

uint16_t f16_fma(uint16_t a, uint16_t b, uint16_t c)
{
    return fma_f16(a, b, c);
}

uint16_t f16_max(uint16_t a, uint16_t b)
{
    return max_16(a, b, NUM_F16_INF, NUM_F16_NAN);
}

uint16_t f16_min(uint16_t a, uint16_t b)
{
    return min_16(a, b, NUM_F16_INF, NUM_F16_NAN);
}

uint16_t f16_abs(uint16_t x)
{
    return abs_f16(x);
}

uint16_t f16_neg(uint16_t x)
{
    return neg_f16(x);
}

uint16_t f16_relu(uint16_t x)
{
    return relu_f16(x);
}

uint16_t f16_prelu(uint16_t x, uint16_t alpha)
{
    return prelu_f16(x, alpha);
}

uint16_t f16_saturate(uint16_t x)
{
    return saturate_16(x, NUM_F16_INF);
}

uint16_t f16_div(uint16_t a, uint16_t b)
{
    return div_f16(a, b);
}

uint16_t f16_sqrt(uint16_t x)
{
    return sqrt_f16(x);
}

uint16_t f16_reciprocal(uint16_t x)
{
    return div_f16(0x3c00, x);
}

uint16_t f16_rsqrt(uint16_t x)
{
    return nearest_f16(odd_rsqrt_f32(widen_f16(flush_f16(x))));
}

uint16_t f16_exp(uint16_t x)
{
    return flush_f16(nearest_f16(odd_exp_f32(widen_f16(x))));
}

uint16_t f16_ln(uint16_t x)
{
    return nearest_f16(odd_ln_f32(widen_f16(flush_f16(x))));
}

/* --- bf16 ------------------------------------------------------------------------------------- */

uint16_t bf16_add(uint16_t a, uint16_t b)
{
    return nearest_bf16(widen_bf16(a) + widen_bf16(b));
}

uint16_t bf16_sub(uint16_t a, uint16_t b)
{
    return nearest_bf16(widen_bf16(a) - widen_bf16(b));
}

uint16_t bf16_mul(uint16_t a, uint16_t b)
{
    return nearest_bf16(widen_bf16(a) * widen_bf16(b));
}

uint16_t bf16_fma(uint16_t a, uint16_t b, uint16_t c)
{
    const float result = fma_bf16_as_f32(widen_bf16(a), widen_bf16(b), widen_bf16(c));
    return (uint16_t)(bits_of_f32(result) >> 16);
}

uint16_t bf16_max(uint16_t a, uint16_t b)
{
    return max_16(a, b, NUM_BF16_INF, NUM_BF16_NAN);
}

uint16_t bf16_min(uint16_t a, uint16_t b)
{
    return min_16(a, b, NUM_BF16_INF, NUM_BF16_NAN);
}

uint16_t bf16_saturate(uint16_t x)
{
    return saturate_16(x, NUM_BF16_INF);
}
