/* Rows of loads and stores move bytes: one body for every type of the row. The macros of a row
 * stand at the beginning of a line, where isagen looks for them. */
#ifndef BELAY_EMU_VECTOR_ANY_TYPE_H
#define BELAY_EMU_VECTOR_ANY_TYPE_H

#include "emu/bodies.h"

#define SAME(name, type, function)                                                                 \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        function(vf, op);                                                                          \
    }
/* Types of unaligned streams. */
#define UNALIGNED(name, function)                                                                  \
    SAME(name, f32, function)                                                                      \
    SAME(name, f16, function)                                                                      \
    SAME(name, bf16, function)                                                                     \
    SAME(name, s32, function)                                                                      \
    SAME(name, u32, function)                                                                      \
    SAME(name, s16, function)                                                                      \
    SAME(name, u16, function)                                                                      \
    SAME(name, s8, function)                                                                       \
    SAME(name, u8, function)                                                                       \
    SAME(name, s64, function)                                                                      \
    SAME(name, hif8, function)                                                                     \
    SAME(name, e4m3, function)                                                                     \
    SAME(name, e5m2, function)                                                                     \
    SAME(name, e8m0, function)                                                                     \
    SAME(name, e2m1x2, function)                                                                   \
    SAME(name, e1m2x2, function)
/* The same and u64. */
#define ALIGNED(name, function)                                                                    \
    UNALIGNED(name, function)                                                                      \
    SAME(name, u64, function)

#endif
