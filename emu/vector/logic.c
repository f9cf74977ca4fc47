/* Logic and shifts of vector functions: on bits, so one body serves every type of a width. */
#include "emu/vector/lanes.h"

#define LOGIC(name, type, size, expression)                                                        \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        const vreg *a = vf_reg(vf, op, 1);                                                         \
        const vreg *b = vf_reg(vf, op, 2);                                                         \
        vreg r;                                                                                    \
        for (int i = 0; i < LANES_B64; i++)                                                        \
            r.u64[i] = expression;                                                                 \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), size, vf_merges(op));                   \
    }
#define LOGIC_TYPES(name, expression)                                                              \
    LOGIC(name, f32, 4, expression)                                                                \
    LOGIC(name, f16, 2, expression)                                                                \
    LOGIC(name, bf16, 2, expression)                                                               \
    LOGIC(name, s32, 4, expression)                                                                \
    LOGIC(name, u32, 4, expression)                                                                \
    LOGIC(name, s16, 2, expression)                                                                \
    LOGIC(name, u16, 2, expression)                                                                \
    LOGIC(name, s8, 1, expression)                                                                 \
    LOGIC(name, u8, 1, expression)                                                                 \
    LOGIC(name, e4m3, 1, expression)                                                               \
    LOGIC(name, e5m2, 1, expression)                                                               \
    LOGIC(name, e8m0, 1, expression)

LOGIC_TYPES(vand, a->u64[i] & b->u64[i])
LOGIC_TYPES(vor, a->u64[i] | b->u64[i])
LOGIC_TYPES(vxor, a->u64[i] ^ b->u64[i])

#define NOT(name, type, size)                                                                      \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        const vreg *a = vf_reg(vf, op, 1);                                                         \
        vreg r;                                                                                    \
        for (int i = 0; i < LANES_B64; i++)                                                        \
            r.u64[i] = ~a->u64[i];                                                                 \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 2), size, vf_merges(op));                   \
    }
NOT(vnot, f32, 4)
NOT(vnot, f16, 2)
NOT(vnot, bf16, 2)
NOT(vnot, s32, 4)
NOT(vnot, u32, 4)
NOT(vnot, s16, 2)
NOT(vnot, u16, 2)
NOT(vnot, s8, 1)
NOT(vnot, u8, 1)
NOT(vnot, e4m3, 1)
NOT(vnot, e5m2, 1)
NOT(vnot, e8m0, 1)

/* Shift amounts from the width on: not public. Ours: everything is shifted out, an arithmetic right
 * shift leaves copies of the sign (docs/numerics.md). A negative amount counts as too large. */
static inline uint64_t shift_left(uint64_t x, int64_t amount, unsigned width)
{
    return amount < 0 || amount >= (int64_t)width ? 0 : x << amount;
}

static inline int64_t shift_right(int64_t x, int64_t amount, unsigned width)
{
    return x >> (amount < 0 || amount >= (int64_t)width ? width - 1 : (unsigned)amount);
}

static inline uint64_t shift_right_unsigned(uint64_t x, int64_t amount, unsigned width)
{
    return amount < 0 || amount >= (int64_t)width ? 0 : x >> amount;
}

#define SHIFT(name, member, ctype, amounts, expression)                                            \
    VF_INSN(name, member)                                                                          \
    {                                                                                              \
        enum { WIDTH = 8 * sizeof(ctype) };                                                        \
        const vreg *a = vf_reg(vf, op, 1);                                                         \
        const vreg *b = vf_reg(vf, op, 2);                                                         \
        vreg r;                                                                                    \
        for (int i = 0; i < VREG_BYTES / (int)sizeof(ctype); i++) {                                \
            int64_t n = b->amounts[i];                                                             \
            ctype x = a->member[i];                                                                \
            r.member[i] = (ctype)expression;                                                       \
        }                                                                                          \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), sizeof(ctype), vf_merges(op));          \
    }
#define SHIFT_SCALAR(name, member, ctype, expression)                                              \
    VF_INSN(name, member)                                                                          \
    {                                                                                              \
        enum { WIDTH = 8 * sizeof(ctype) };                                                        \
        const vreg *a = vf_reg(vf, op, 1);                                                         \
        int64_t n = (int16_t)vf_x(vf, op, 2);                                                      \
        vreg r;                                                                                    \
        for (int i = 0; i < VREG_BYTES / (int)sizeof(ctype); i++) {                                \
            ctype x = a->member[i];                                                                \
            r.member[i] = (ctype)expression;                                                       \
        }                                                                                          \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), sizeof(ctype), vf_merges(op));          \
    }

SHIFT(vshl, s32, int32_t, s32, shift_left((uint64_t)x, n, WIDTH))
SHIFT(vshl, u32, uint32_t, s32, shift_left(x, n, WIDTH))
SHIFT(vshl, s16, int16_t, s16, shift_left((uint64_t)x, n, WIDTH))
SHIFT(vshl, u16, uint16_t, s16, shift_left(x, n, WIDTH))
SHIFT(vshl, s8, int8_t, s8, shift_left((uint64_t)x, n, WIDTH))
SHIFT(vshl, u8, uint8_t, s8, shift_left(x, n, WIDTH))
SHIFT(vshr, s32, int32_t, s32, shift_right(x, n, WIDTH))
SHIFT(vshr, u32, uint32_t, s32, shift_right_unsigned(x, n, WIDTH))
SHIFT(vshr, s16, int16_t, s16, shift_right(x, n, WIDTH))
SHIFT(vshr, u16, uint16_t, s16, shift_right_unsigned(x, n, WIDTH))
SHIFT(vshr, s8, int8_t, s8, shift_right(x, n, WIDTH))
SHIFT(vshr, u8, uint8_t, s8, shift_right_unsigned(x, n, WIDTH))
SHIFT_SCALAR(vshls, s32, int32_t, shift_left((uint64_t)x, n, WIDTH))
SHIFT_SCALAR(vshls, u32, uint32_t, shift_left(x, n, WIDTH))
SHIFT_SCALAR(vshls, s16, int16_t, shift_left((uint64_t)x, n, WIDTH))
SHIFT_SCALAR(vshls, u16, uint16_t, shift_left(x, n, WIDTH))
SHIFT_SCALAR(vshls, s8, int8_t, shift_left((uint64_t)x, n, WIDTH))
SHIFT_SCALAR(vshls, u8, uint8_t, shift_left(x, n, WIDTH))
SHIFT_SCALAR(vshrs, s32, int32_t, shift_right(x, n, WIDTH))
SHIFT_SCALAR(vshrs, u32, uint32_t, shift_right_unsigned(x, n, WIDTH))
SHIFT_SCALAR(vshrs, s16, int16_t, shift_right(x, n, WIDTH))
SHIFT_SCALAR(vshrs, u16, uint16_t, shift_right_unsigned(x, n, WIDTH))
SHIFT_SCALAR(vshrs, s8, int8_t, shift_right(x, n, WIDTH))
SHIFT_SCALAR(vshrs, u8, uint8_t, shift_right_unsigned(x, n, WIDTH))
