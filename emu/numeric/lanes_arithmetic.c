/* Arithmetic and functions of many lanes. */
#include "emu/numeric/exact.h"
#include "emu/numeric/lanes.h"

NUM_BINARY_N(f32_add_n, float, canonical_f32(a + b))
NUM_BINARY_N(f32_sub_n, float, canonical_f32(a - b))
NUM_BINARY_N(f32_mul_n, float, canonical_f32(a *b))
NUM_BINARY_N(f32_div_n, float, div_f32(a, b))
NUM_BINARY_N(f32_max_n, float, max_f32(a, b))
NUM_BINARY_N(f32_min_n, float, min_f32(a, b))
NUM_BINARY_N(f32_prelu_n, float, prelu_f32(a, b))
NUM_UNARY_N(f32_abs_n, float, abs_f32(x))
NUM_UNARY_N(f32_neg_n, float, neg_f32(x))
NUM_UNARY_N(f32_relu_n, float, relu_f32(x))
NUM_UNARY_N(f32_sqrt_n, float, canonical_f32(sqrt_f32(flush_f32(x))))
NUM_UNARY_N(f32_reciprocal_n, float, div_f32(1.0f, x))
NUM_UNARY_N(f32_rsqrt_n, float, rsqrt_f32(x))

NUM_BINARY_N(f16_max_n, uint16_t, max_16(a, b, NUM_F16_INF, NUM_F16_NAN))
NUM_BINARY_N(f16_min_n, uint16_t, min_16(a, b, NUM_F16_INF, NUM_F16_NAN))
NUM_UNARY_N(f16_abs_n, uint16_t, abs_f16(x))
NUM_UNARY_N(f16_neg_n, uint16_t, neg_f16(x))
NUM_UNARY_N(f16_relu_n, uint16_t, relu_f16(x))
NUM_UNARY_N(f16_saturate_n, uint16_t, saturate_16(x, NUM_F16_INF))

NUM_BINARY_N(bf16_add_n, uint16_t, nearest_bf16(widen_bf16(a) + widen_bf16(b)))
NUM_BINARY_N(bf16_sub_n, uint16_t, nearest_bf16(widen_bf16(a) - widen_bf16(b)))
NUM_BINARY_N(bf16_mul_n, uint16_t, nearest_bf16(widen_bf16(a) * widen_bf16(b)))
NUM_BINARY_N(bf16_max_n, uint16_t, max_16(a, b, NUM_BF16_INF, NUM_BF16_NAN))
NUM_BINARY_N(bf16_min_n, uint16_t, min_16(a, b, NUM_BF16_INF, NUM_BF16_NAN))
NUM_UNARY_N(bf16_saturate_n, uint16_t, saturate_16(x, NUM_BF16_INF))

/* --- exp and ln: a fast pass, and the exact one for the few lanes it could not decide --------- */

enum { BLOCK = 64 };

NUM_CLONES static unsigned exp_block(float *restrict out, const float *restrict src, size_t n)
{
    unsigned unsafe = 0;
    for (size_t i = 0; i < n; i++)
        out[i] = exp_f32(src[i], &unsafe);
    return unsafe;
}

NUM_CLONES static unsigned ln_block(float *restrict out, const float *restrict src, size_t n)
{
    unsigned unsafe = 0;
    for (size_t i = 0; i < n; i++)
        out[i] = ln_f32(src[i], &unsafe);
    return unsafe;
}

/* Of all 2^32 arguments 54 (exp) and 191 (ln) are unsafe: then the block is done by the scalar one.
 */
#define NUM_BLOCKS_N(name, block, scalar)                                                          \
    void name(float *dst, const float *src, size_t n)                                              \
    {                                                                                              \
        float out[BLOCK];                                                                          \
        for (size_t done = 0; done < n; done += BLOCK) {                                           \
            const size_t lanes = n - done < BLOCK ? n - done : BLOCK;                              \
            const unsigned unsafe = block(out, src + done, lanes);                                 \
            for (size_t i = 0; unsafe && i < lanes; i++)                                           \
                out[i] = scalar(src[done + i]);                                                    \
            memcpy(dst + done, out, lanes * sizeof *out);                                          \
        }                                                                                          \
    }

NUM_BLOCKS_N(f32_exp_n, exp_block, f32_exp)
NUM_BLOCKS_N(f32_ln_n, ln_block, f32_ln)

/* --- bf16 fma: three loops, as one of 16-bit and 64-bit types would not be vectorised --------- */

NUM_CLONES void bf16_fma_n(uint16_t *dst, const uint16_t *a, const uint16_t *b, const uint16_t *c,
                           size_t n)
{
    for (size_t done = 0; done < n; done += BLOCK) {
        const size_t lanes = n - done < BLOCK ? n - done : BLOCK;
        float x[BLOCK], y[BLOCK], z[BLOCK], r[BLOCK];
        for (size_t i = 0; i < lanes; i++) {
            x[i] = widen_bf16(a[done + i]);
            y[i] = widen_bf16(b[done + i]);
            z[i] = widen_bf16(c[done + i]);
        }
        for (size_t i = 0; i < lanes; i++)
            r[i] = fma_bf16_as_f32(x[i], y[i], z[i]);
        for (size_t i = 0; i < lanes; i++)
            dst[done + i] = (uint16_t)(bits_of_f32(r[i]) >> 16);
    }
}

/* --- f32 fma: the host's instruction is the same function where there is one ------------------ */

NUM_CLONES static void fma_soft(float *dst, const float *a, const float *b, const float *c,
                                size_t n)
{
    NUM_EACH_LANE
    for (size_t i = 0; i < n; i++)
        dst[i] = fma_f32(a[i], b[i], c[i]);
}

#if defined(NUM_HOST_HASWELL)
NUM_HASWELL static void fma_hard(float *dst, const float *a, const float *b, const float *c,
                                 size_t n)
{
    NUM_EACH_LANE
    for (size_t i = 0; i < n; i++)
        dst[i] = canonical_f32(__builtin_fmaf(a[i], b[i], c[i]));
}
#endif

void f32_fma_n(float *dst, const float *a, const float *b, const float *c, size_t n)
{
#if defined(NUM_HOST_HASWELL)
    if (host_is_haswell()) {
        fma_hard(dst, a, b, c, n);
        return;
    }
#endif
    fma_soft(dst, a, b, c, n);
}
