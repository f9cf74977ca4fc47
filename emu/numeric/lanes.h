/* How the loops over lanes are compiled. Internal to emu/numeric. */
#ifndef BELAY_EMU_NUMERIC_LANES_H
#define BELAY_EMU_NUMERIC_LANES_H

#include "emu/numeric/lane_math.h"

/* A second copy of each loop for AVX2, chosen when the program is loaded. FMA is not part of it,
 * and every lane operation is exact or correctly rounded, so both copies give the same bits. clang
 * 14 gives the resolver a name that other objects do not find. NUM_PORTABLE leaves only the
 * portable loops; a test is built that way. */
#if !defined(NUM_PORTABLE) && defined(__x86_64__) && defined(__ELF__) && defined(__GLIBC__) &&     \
    (!defined(__clang__) || __clang_major__ >= 17)
#define NUM_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define NUM_CLONES
#endif

/* Hosts of x86-64-v3: their FMA and f16 conversions are the IEEE ones, so they may stand in. clang
 * before 17 does not know the name f16c; no AVX2 host lacks it. */
#if defined(__x86_64__) && !defined(NUM_PORTABLE)
#define NUM_HOST_HASWELL
#define NUM_HASWELL __attribute__((target("avx2,fma,f16c")))
static inline bool host_is_haswell(void)
{
#if !defined(__clang__) || __clang_major__ >= 17
    if (!__builtin_cpu_supports("f16c"))
        return false;
#endif
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}
#endif

/* Iterations are independent: dst is a source (same lane) or overlaps nothing. */
#if defined(__clang__)
#define NUM_EACH_LANE _Pragma("clang loop vectorize(assume_safety)")
/* with sanitizers or without optimisation the loops stay scalar */
#pragma clang diagnostic ignored "-Wpass-failed"
#else
#define NUM_EACH_LANE _Pragma("GCC ivdep")
#endif

#define NUM_UNARY_N(name, type, expression)                                                        \
    NUM_CLONES void name(type *dst, const type *src, size_t n)                                     \
    {                                                                                              \
        NUM_EACH_LANE                                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            const type x = src[i];                                                                 \
            dst[i] = expression;                                                                   \
        }                                                                                          \
    }

#define NUM_BINARY_N(name, type, expression)                                                       \
    NUM_CLONES void name(type *dst, const type *first, const type *second, size_t n)               \
    {                                                                                              \
        NUM_EACH_LANE                                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            const type a = first[i], b = second[i];                                                \
            dst[i] = expression;                                                                   \
        }                                                                                          \
    }

#define NUM_TERNARY_N(name, type, expression)                                                      \
    NUM_CLONES void name(type *dst, const type *first, const type *second, const type *third,      \
                         size_t n)                                                                 \
    {                                                                                              \
        NUM_EACH_LANE                                                                              \
        for (size_t i = 0; i < n; i++) {                                                           \
            const type a = first[i], b = second[i], c = third[i];                                  \
            dst[i] = expression;                                                                   \
        }                                                                                          \
    }

/* Nearest even, the usual case, has a shorter lane operation. */
#define NUM_NARROW_LANES(dst, src, n, mode, layout)                                                \
    const struct outside o = outside_of(layout, mode);                                             \
    if ((mode).round == NUM_RINT) {                                                                \
        NUM_EACH_LANE                                                                              \
        for (size_t i = 0; i < (n); i++)                                                           \
            (dst)[i] = (__typeof__(*(dst)))nearest_f32((src)[i], layout, o);                       \
        return;                                                                                    \
    }                                                                                              \
    const struct rounder r = rounder_of((mode).round);                                             \
    NUM_EACH_LANE                                                                                  \
    for (size_t i = 0; i < (n); i++)                                                               \
        (dst)[i] = (__typeof__(*(dst)))narrow_f32((src)[i], layout, r, o);

#endif
