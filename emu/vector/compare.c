/* Compare and select. Masks: docs/isa.md; a comparison with NaN is false, != true (appendix tables
 * Compare and Compares). */
#include "emu/numeric/numeric.h"
#include "emu/vector/lanes.h"

/* One bit an element into the mask register of field 0, under the mask of field 3. */
static void write_compare(struct vf *vf, const struct isa_op *op, const uint64_t bits[4],
                          unsigned size)
{
    const vreg *mask = vf_reg(vf, op, 3);
    vreg r;
    mask_from_bits(&r, bits, size);
    vreg *dst = vf_reg(vf, op, 0);
    for (int i = 0; i < MASK_BYTES / 8; i++)
        r.u64[i] &= mask->u64[i];
    *dst = r;
}

#define COLLECT(lanes, condition)                                                                  \
    uint8_t met[lanes];                                                                            \
    uint64_t bits[4];                                                                              \
    for (int i = 0; i < (lanes); i++)                                                              \
        met[i] = condition;                                                                        \
    bits_of_bytes(bits, met, lanes)

#define COMPARE(name, type, lanes, size, condition)                                                \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        const vreg *a = vf_reg(vf, op, 1);                                                         \
        const vreg *b = vf_reg(vf, op, 2);                                                         \
        COLLECT(lanes, condition);                                                                 \
        write_compare(vf, op, bits, size);                                                         \
    }
/* Of 16 bits: as f32, which holds them. */
#define COMPARE_HALF(name, type, widen, OP)                                                        \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        float a[LANES_B16];                                                                        \
        float b[LANES_B16];                                                                        \
        widen(a, vf_reg(vf, op, 1)->u16, LANES_B16);                                               \
        widen(b, vf_reg(vf, op, 2)->u16, LANES_B16);                                               \
        COLLECT(LANES_B16, a[i] OP b[i]);                                                          \
        write_compare(vf, op, bits, 2);                                                            \
    }
#define COMPARE_TYPES(name, OP)                                                                    \
    COMPARE(name, f32, LANES_B32, 4, a->f32[i] OP b->f32[i])                                       \
    COMPARE_HALF(name, f16, f16_to_f32_n, OP)                                                      \
    COMPARE_HALF(name, bf16, bf16_to_f32_n, OP)                                                    \
    COMPARE(name, s32, LANES_B32, 4, a->s32[i] OP b->s32[i])                                       \
    COMPARE(name, u32, LANES_B32, 4, a->u32[i] OP b->u32[i])                                       \
    COMPARE(name, s16, LANES_B16, 2, a->s16[i] OP b->s16[i])                                       \
    COMPARE(name, u16, LANES_B16, 2, a->u16[i] OP b->u16[i])                                       \
    COMPARE(name, s8, LANES_B8, 1, a->s8[i] OP b->s8[i])                                           \
    COMPARE(name, u8, LANES_B8, 1, a->u8[i] OP b->u8[i])

COMPARE_TYPES(vcmp_eq, ==)
COMPARE_TYPES(vcmp_ne, !=)
COMPARE_TYPES(vcmp_lt, <)
COMPARE_TYPES(vcmp_le, <=)
COMPARE_TYPES(vcmp_gt, >)
COMPARE_TYPES(vcmp_ge, >=)

#define COMPARE_SCALAR(name, type, lanes, size, ctype, scalar, condition)                          \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        const vreg *a = vf_reg(vf, op, 1);                                                         \
        ctype s = (ctype)(scalar);                                                                 \
        COLLECT(lanes, condition);                                                                 \
        write_compare(vf, op, bits, size);                                                         \
    }
#define COMPARE_SCALAR_HALF(name, type, widen, s, OP)                                              \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        float a[LANES_B16];                                                                        \
        float b = s;                                                                               \
        widen(a, vf_reg(vf, op, 1)->u16, LANES_B16);                                               \
        COLLECT(LANES_B16, a[i] OP b);                                                             \
        write_compare(vf, op, bits, 2);                                                            \
    }
#define X vf_x(vf, op, 2)
#define COMPARE_SCALAR_TYPES(name, OP)                                                             \
    COMPARE_SCALAR(name, f32, LANES_B32, 4, float, vf_f32(vf, op, 2), a->f32[i] OP s)              \
    COMPARE_SCALAR_HALF(name, f16, f16_to_f32_n, f16_to_f32(vf_f16(vf, op, 2)), OP)                \
    COMPARE_SCALAR_HALF(name, bf16, bf16_to_f32_n, bf16_to_f32((uint16_t)X), OP)                   \
    COMPARE_SCALAR(name, s32, LANES_B32, 4, int32_t, X, a->s32[i] OP s)                            \
    COMPARE_SCALAR(name, u32, LANES_B32, 4, uint32_t, X, a->u32[i] OP s)                           \
    COMPARE_SCALAR(name, s16, LANES_B16, 2, int16_t, X, a->s16[i] OP s)                            \
    COMPARE_SCALAR(name, u16, LANES_B16, 2, uint16_t, X, a->u16[i] OP s)                           \
    COMPARE_SCALAR(name, s8, LANES_B8, 1, int8_t, X, a->s8[i] OP s)                                \
    COMPARE_SCALAR(name, u8, LANES_B8, 1, uint8_t, X, a->u8[i] OP s)

COMPARE_SCALAR_TYPES(vcmps_eq, ==)
COMPARE_SCALAR_TYPES(vcmps_ne, !=)
COMPARE_SCALAR_TYPES(vcmps_lt, <)
COMPARE_SCALAR_TYPES(vcmps_le, <=)
COMPARE_SCALAR_TYPES(vcmps_gt, >)
COMPARE_SCALAR_TYPES(vcmps_ge, >=)

#define SELECT(name, type, size)                                                                   \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        vreg bytes;                                                                                \
        mask_spread(&bytes, vf_reg(vf, op, 3), size);                                              \
        const vreg *a = vf_reg(vf, op, 1);                                                         \
        const vreg *b = vf_reg(vf, op, 2);                                                         \
        vreg *dst = vf_reg(vf, op, 0);                                                             \
        for (int i = 0; i < LANES_B64; i++)                                                        \
            dst->u64[i] = (a->u64[i] & bytes.u64[i]) | (b->u64[i] & ~bytes.u64[i]);                \
    }
SELECT(vsel, f32, 4)
SELECT(vsel, f16, 2)
SELECT(vsel, bf16, 2)
SELECT(vsel, s32, 4)
SELECT(vsel, u32, 4)
SELECT(vsel, s16, 2)
SELECT(vsel, u16, 2)
SELECT(vsel, s8, 1)
SELECT(vsel, u8, 1)
SELECT(vsel, e4m3, 1)
SELECT(vsel, e5m2, 1)
SELECT(vsel, e8m0, 1)
