/* f16, many lanes: eight at a time by the host's own f16 conversions (they are the IEEE ones), or
 * by the portable lane operations. test_lanes.c compares both with the scalar functions. */
#include "emu/numeric/lanes.h"

#if defined(NUM_HOST_HASWELL)
#include <immintrin.h>

/* --- eight lanes on x86-64 -------------------------------------------------------------------- */

#define NUM_EIGHT NUM_HASWELL static inline

NUM_EIGHT __m128i load_bits(const uint16_t *src)
{
    return _mm_loadu_si128((const __m128i *)(const void *)src);
}

NUM_EIGHT void store_bits(uint16_t *dst, __m128i x)
{
    _mm_storeu_si128((__m128i *)(void *)dst, x);
}

NUM_EIGHT __m128i size_bits(__m128i x)
{
    return _mm_and_si128(x, _mm_set1_epi16(0x7fff));
}

/* NaN becomes nan, inf of either sign becomes inf of that sign. */
NUM_EIGHT __m128i specials(__m128i x, int nan, int inf)
{
    const __m128i size = size_bits(x), infinity = _mm_set1_epi16(NUM_F16_INF);
    const __m128i is_nan = _mm_cmpgt_epi16(size, infinity);
    const __m128i is_inf = _mm_cmpeq_epi16(size, infinity);
    const __m128i change = _mm_set1_epi16((short)(NUM_F16_INF ^ inf));
    const __m128i finite = _mm_xor_si128(x, _mm_and_si128(is_inf, change));
    return _mm_blendv_epi8(finite, _mm_set1_epi16((short)nan), is_nan);
}

NUM_EIGHT __m128i flush_eight(__m128i x)
{
    const __m128i small = _mm_cmpgt_epi16(_mm_set1_epi16(0x0400), size_bits(x));
    return _mm_andnot_si128(size_bits(small), x);
}

NUM_EIGHT __m256 widen_eight(__m128i x)
{
    return _mm256_cvtph_ps(x);
}

NUM_EIGHT __m128i nearest_eight(__m256 x)
{
    return specials(_mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT), NUM_F16_NAN, NUM_F16_INF);
}

NUM_EIGHT __m256 prelu_eight(__m256 x, __m256 alpha)
{
    return _mm256_blendv_ps(x, _mm256_mul_ps(x, alpha), x);
}

/* odd_sum_f32 of the exact product. */
NUM_EIGHT __m256 odd_fma_eight(__m256 a, __m256 b, __m256 c)
{
    const __m256 p = _mm256_mul_ps(a, b);
    const __m256 sum = _mm256_add_ps(p, c);
    const __m256 p_part = _mm256_sub_ps(sum, c);
    const __m256 c_part = _mm256_sub_ps(sum, p_part);
    const __m256 error = _mm256_add_ps(_mm256_sub_ps(p, p_part), _mm256_sub_ps(c, c_part));
    const __m256i inexact =
        _mm256_castps_si256(_mm256_cmp_ps(error, _mm256_setzero_ps(), _CMP_NEQ_OQ));
    const __m256i bits = _mm256_castps_si256(sum);
    const __m256i opposite =
        _mm256_srli_epi32(_mm256_xor_si256(bits, _mm256_castps_si256(error)), 31);
    const __m256i one = _mm256_set1_epi32(1);
    const __m256i move = _mm256_andnot_si256(bits, _mm256_and_si256(inexact, one));
    const __m256i step = _mm256_sub_epi32(one, _mm256_add_epi32(opposite, opposite));
    const __m256i moved = _mm256_and_si256(_mm256_sub_epi32(_mm256_setzero_si256(), move), step);
    return _mm256_castsi256_ps(_mm256_add_epi32(bits, moved));
}

#define NUM_HARD(name, arguments, ...)                                                             \
    NUM_HASWELL static size_t name##_hard arguments                                                \
    {                                                                                              \
        size_t i = 0;                                                                              \
        for (; i + 8 <= n; i += 8)                                                                 \
            __VA_ARGS__;                                                                           \
        return i;                                                                                  \
    }

NUM_HARD(widen, (float *dst, const uint16_t *src, size_t n),
         _mm256_storeu_ps(dst + i,
                          widen_eight(specials(load_bits(src + i), NUM_F16_NAN, NUM_F16_INF))))

/* The rounding of the instruction is part of it, hence a loop for each. */
#define NUM_NARROW_HARD(name, rounding)                                                            \
    NUM_HARD(name, (uint16_t * dst, const float *src, size_t n, int nan, int inf),                 \
             store_bits(dst + i,                                                                   \
                        specials(_mm256_cvtps_ph(_mm256_loadu_ps(src + i), rounding), nan, inf)))

NUM_NARROW_HARD(nearest, _MM_FROUND_TO_NEAREST_INT)
NUM_NARROW_HARD(floor, _MM_FROUND_TO_NEG_INF)
NUM_NARROW_HARD(ceil, _MM_FROUND_TO_POS_INF)
NUM_NARROW_HARD(trunc, _MM_FROUND_TO_ZERO)

static size_t narrow_hard(uint16_t *dst, const float *src, size_t n, struct num_mode mode)
{
    const struct outside o = outside_of(layout_f16, mode);
    /* inf_nan: the instruction already rounds overflow as IEEE 754 wants it */
    const int nan = (int)o.nan, inf = mode.inf_nan ? NUM_F16_INF : NUM_F16_MAX;
    switch (mode.round) {
    case NUM_RINT:
        return nearest_hard(dst, src, n, nan, inf);
    case NUM_FLOOR:
        return floor_hard(dst, src, n, nan, inf);
    case NUM_CEIL:
        return ceil_hard(dst, src, n, nan, inf);
    case NUM_TRUNC:
        return trunc_hard(dst, src, n, nan, inf);
    default:
        return 0;
    }
}

#define NUM_UNARY_HARD(name, expression)                                                           \
    NUM_HARD(name, (uint16_t * dst, const uint16_t *src, size_t n), {                              \
        const __m128i x = load_bits(src + i);                                                      \
        store_bits(dst + i, expression);                                                           \
    })

#define NUM_BINARY_HARD(name, expression)                                                          \
    NUM_HARD(name, (uint16_t * dst, const uint16_t *first, const uint16_t *second, size_t n), {    \
        const __m128i a = load_bits(first + i), b = load_bits(second + i);                         \
        store_bits(dst + i, expression);                                                           \
    })

NUM_HARD(f16_fma_n,
         (uint16_t * dst, const uint16_t *a, const uint16_t *b, const uint16_t *c, size_t n),
         store_bits(dst + i, nearest_eight(odd_fma_eight(widen_eight(load_bits(a + i)),
                                                         widen_eight(load_bits(b + i)),
                                                         widen_eight(load_bits(c + i))))))

/* How many lanes were done; the portable loop does the rest. */
#define NUM_TRY_HARD(call) (host_is_haswell() ? call : (size_t)0)
#else
#define NUM_UNARY_HARD(name, expression)
#define NUM_BINARY_HARD(name, expression)
#define NUM_TRY_HARD(call) 0
#endif

/* --- conversions ------------------------------------------------------------------------------ */

NUM_CLONES static void widen_soft(float *dst, const uint16_t *src, size_t n)
{
    NUM_EACH_LANE
    for (size_t i = 0; i < n; i++)
        dst[i] = widen_f16(src[i]);
}

void f16_to_f32_n(float *dst, const uint16_t *src, size_t n)
{
    const size_t done = NUM_TRY_HARD(widen_hard(dst, src, n));
    widen_soft(dst + done, src + done, n - done);
}

NUM_CLONES static void narrow_soft(uint16_t *dst, const float *src, size_t n, struct num_mode mode)
{
    NUM_NARROW_LANES(dst, src, n, mode, layout_f16)
}

void f32_to_f16_n(uint16_t *dst, const float *src, size_t n, struct num_mode mode)
{
    const size_t done = NUM_TRY_HARD(narrow_hard(dst, src, n, mode));
    narrow_soft(dst + done, src + done, n - done, mode);
}

/* --- arithmetic: `eight` and `one` say the same
 * ---------------------------------------------------- */

#define NUM_F16_UNARY_N(name, eight, one)                                                          \
    NUM_UNARY_HARD(name, eight)                                                                    \
    NUM_CLONES static void name##_soft(uint16_t *dst, const uint16_t *src, size_t n)               \
    {                                                                                              \
        NUM_EACH_LANE                                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            const uint16_t x = src[i];                                                             \
            dst[i] = one;                                                                          \
        }                                                                                          \
    }                                                                                              \
    void name(uint16_t *dst, const uint16_t *src, size_t n)                                        \
    {                                                                                              \
        const size_t done = NUM_TRY_HARD(name##_hard(dst, src, n));                                \
        name##_soft(dst + done, src + done, n - done);                                             \
    }

#define NUM_F16_BINARY_N(name, eight, one)                                                         \
    NUM_BINARY_HARD(name, eight)                                                                   \
    NUM_CLONES static void name##_soft(uint16_t *dst, const uint16_t *first,                       \
                                       const uint16_t *second, size_t n)                           \
    {                                                                                              \
        NUM_EACH_LANE                                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            const uint16_t a = first[i], b = second[i];                                            \
            dst[i] = one;                                                                          \
        }                                                                                          \
    }                                                                                              \
    void name(uint16_t *dst, const uint16_t *first, const uint16_t *second, size_t n)              \
    {                                                                                              \
        const size_t done = NUM_TRY_HARD(name##_hard(dst, first, second, n));                      \
        name##_soft(dst + done, first + done, second + done, n - done);                            \
    }

NUM_F16_BINARY_N(f16_add_n, nearest_eight(_mm256_add_ps(widen_eight(a), widen_eight(b))),
                 nearest_f16(widen_f16(a) + widen_f16(b)))
NUM_F16_BINARY_N(f16_sub_n, nearest_eight(_mm256_sub_ps(widen_eight(a), widen_eight(b))),
                 nearest_f16(widen_f16(a) - widen_f16(b)))
NUM_F16_BINARY_N(f16_mul_n, nearest_eight(_mm256_mul_ps(widen_eight(a), widen_eight(b))),
                 nearest_f16(widen_f16(a) * widen_f16(b)))
NUM_F16_BINARY_N(f16_div_n,
                 flush_eight(nearest_eight(_mm256_div_ps(widen_eight(flush_eight(a)),
                                                         widen_eight(flush_eight(b))))),
                 div_f16(a, b))
NUM_F16_BINARY_N(f16_prelu_n, nearest_eight(prelu_eight(widen_eight(a), widen_eight(b))),
                 prelu_f16(a, b))
NUM_F16_UNARY_N(f16_sqrt_n, nearest_eight(_mm256_sqrt_ps(widen_eight(flush_eight(x)))), sqrt_f16(x))
NUM_F16_UNARY_N(f16_reciprocal_n,
                flush_eight(nearest_eight(_mm256_div_ps(_mm256_set1_ps(1.0f),
                                                        widen_eight(flush_eight(x))))),
                div_f16(0x3c00, x))

NUM_CLONES static void fma_soft(uint16_t *dst, const uint16_t *a, const uint16_t *b,
                                const uint16_t *c, size_t n)
{
    NUM_EACH_LANE
    for (size_t i = 0; i < n; i++)
        dst[i] = fma_f16(a[i], b[i], c[i]);
}

void f16_fma_n(uint16_t *dst, const uint16_t *a, const uint16_t *b, const uint16_t *c, size_t n)
{
    const size_t done = NUM_TRY_HARD(f16_fma_n_hard(dst, a, b, c, n));
    fma_soft(dst + done, a + done, b + done, c + done, n - done);
}

/* --- functions by double ---------------------------------------------------------------------- */

enum { BLOCK = 64 };

/* src may be dst: a block is read before it is written. */
#define NUM_F16_BY_DOUBLE_N(name, function)                                                        \
    NUM_CLONES static void name##_block(float *restrict y, const float *restrict x, size_t n)      \
    {                                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            y[i] = function(x[i]);                                                                 \
    }                                                                                              \
    void name(uint16_t *dst, const uint16_t *src, size_t n)                                        \
    {                                                                                              \
        for (size_t done = 0; done < n; done += BLOCK) {                                           \
            const size_t lanes = n - done < BLOCK ? n - done : BLOCK;                              \
            uint16_t bits[BLOCK];                                                                  \
            float x[BLOCK], y[BLOCK];                                                              \
            flush_block(bits, src + done, lanes);                                                  \
            f16_to_f32_n(x, bits, lanes);                                                          \
            name##_block(y, x, lanes);                                                             \
            f32_to_f16_n(bits, y, lanes, (struct num_mode){.round = NUM_RINT, .inf_nan = true});   \
            flush_block(dst + done, bits, lanes);                                                  \
        }                                                                                          \
    }

NUM_CLONES static void flush_block(uint16_t *dst, const uint16_t *src, size_t n)
{
    NUM_EACH_LANE
    for (size_t i = 0; i < n; i++)
        dst[i] = flush_f16(src[i]);
}

NUM_F16_BY_DOUBLE_N(f16_exp_n, odd_exp_f32)
NUM_F16_BY_DOUBLE_N(f16_ln_n, odd_ln_f32)
NUM_F16_BY_DOUBLE_N(f16_rsqrt_n, odd_rsqrt_f32)
