/* Conversions of many lanes. */
#include "emu/numeric/lanes.h"

#define NUM_WIDEN_N(name, type, expression)                                                        \
    NUM_CLONES void name(float *dst, const type *src, size_t n)                                    \
    {                                                                                              \
        NUM_EACH_LANE                                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            const type x = src[i];                                                                 \
            dst[i] = expression;                                                                   \
        }                                                                                          \
    }

NUM_WIDEN_N(bf16_to_f32_n, uint16_t, widen_bf16(x))
NUM_WIDEN_N(e4m3_to_f32_n, uint8_t, widen_f32(x, layout_e4m3, true))
NUM_WIDEN_N(e5m2_to_f32_n, uint8_t, widen_f32(x, layout_e5m2, true))
NUM_WIDEN_N(e8m0_to_f32_n, uint8_t, widen_e8m0(x))

NUM_CLONES void f32_to_bf16_n(uint16_t *dst, const float *src, size_t n, struct num_mode mode){
    NUM_NARROW_LANES(dst, src, n, mode, layout_bf16)}

NUM_CLONES void f32_to_e4m3_n(uint8_t *dst, const float *src, size_t n, struct num_mode mode){
    NUM_NARROW_LANES(dst, src, n, mode, layout_e4m3)}

NUM_CLONES void f32_to_e5m2_n(uint8_t *dst, const float *src, size_t n, struct num_mode mode){
    NUM_NARROW_LANES(dst, src, n, mode, layout_e5m2)}

NUM_CLONES void f32_to_hf32_n(float *dst, const float *src, size_t n, bool away)
{
    NUM_EACH_LANE
    for (size_t i = 0; i < n; i++)
        dst[i] = round_hf32(src[i], away);
}

NUM_CLONES void f32_round_integral_n(float *dst, const float *src, size_t n, enum num_round round)
{
    const struct rounder r = rounder_of(round);
    NUM_EACH_LANE
    for (size_t i = 0; i < n; i++)
        dst[i] = round_integral_f32(src[i], r);
}

#define TO_INT_N(name, type, low, high)                                                            \
    NUM_CLONES void name(type *dst, const float *src, size_t n, struct num_mode mode)              \
    {                                                                                              \
        const struct rounder r = rounder_of(mode.round);                                           \
        const int32_t wrap = mode.wrap ? -1 : 0;                                                   \
        NUM_EACH_LANE                                                                              \
        for (size_t i = 0; i < n; i++)                                                             \
            dst[i] = (type)s32_of_f32(src[i], r, wrap, low, high);                                 \
    }

TO_INT_N(f32_to_s32_n, int32_t, INT32_MIN, INT32_MAX)
TO_INT_N(f32_to_s16_n, int16_t, INT16_MIN, INT16_MAX)
TO_INT_N(f32_to_s8_n, int8_t, INT8_MIN, INT8_MAX)
TO_INT_N(f32_to_u8_n, uint8_t, 0, UINT8_MAX)

NUM_CLONES static void s32_to_nearest_f32(float *dst, const int32_t *src, size_t n)
{
    NUM_EACH_LANE
    for (size_t i = 0; i < n; i++)
        dst[i] = (float)src[i]; /* the host's conversion rounds to nearest even */
}

void s32_to_f32_n(float *dst, const int32_t *src, size_t n, enum num_round round)
{
    if (round == NUM_RINT) {
        s32_to_nearest_f32(dst, src, n);
        return;
    }
    for (size_t i = 0; i < n; i++)
        dst[i] = s64_to_f32(src[i], round);
}
