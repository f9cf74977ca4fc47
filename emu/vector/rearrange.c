/* Elements moved inside registers: interleaving, packing, squeezing, gathering by index, index
 * ramps. Rules: asc-devkit Reg Interleave.md, Pack.md, UnPack.md, Squeeze.md, Unsqueeze.md,
 * Gather.md, Arange.md. Of element types only the size counts, so bodies are shared by size. */
#include "emu/numeric/numeric.h"
#include "emu/vector/lanes.h"

/* --- two registers
 * ------------------------------------------------------------------------------------------ */

#define INTERLEAVE(name, member, lanes)                                                            \
    static void interleave_##name(struct vf *vf, const struct isa_op *op)                          \
    {                                                                                              \
        vreg a = *vf_reg(vf, op, 2);                                                               \
        vreg b = *vf_reg(vf, op, 3);                                                               \
        vreg *low = vf_reg(vf, op, 0);                                                             \
        vreg *high = vf_reg(vf, op, 1);                                                            \
        for (int i = 0; i < (lanes) / 2; i++) {                                                    \
            low->member[2 * i] = a.member[i];                                                      \
            low->member[2 * i + 1] = b.member[i];                                                  \
        }                                                                                          \
        for (int i = 0; i < (lanes) / 2; i++) {                                                    \
            high->member[2 * i] = a.member[(lanes) / 2 + i];                                       \
            high->member[2 * i + 1] = b.member[(lanes) / 2 + i];                                   \
        }                                                                                          \
    }                                                                                              \
    static void deinterleave_##name(struct vf *vf, const struct isa_op *op)                        \
    {                                                                                              \
        vreg a = *vf_reg(vf, op, 2);                                                               \
        vreg b = *vf_reg(vf, op, 3);                                                               \
        vreg *even = vf_reg(vf, op, 0);                                                            \
        vreg *odd = vf_reg(vf, op, 1);                                                             \
        for (int i = 0; i < (lanes) / 2; i++) {                                                    \
            even->member[i] = a.member[2 * i];                                                     \
            even->member[(lanes) / 2 + i] = b.member[2 * i];                                       \
        }                                                                                          \
        for (int i = 0; i < (lanes) / 2; i++) {                                                    \
            odd->member[i] = a.member[2 * i + 1];                                                  \
            odd->member[(lanes) / 2 + i] = b.member[2 * i + 1];                                    \
        }                                                                                          \
    }
INTERLEAVE(b8, u8, LANES_B8)
INTERLEAVE(b16, u16, LANES_B16)
INTERLEAVE(b32, u32, LANES_B32)

/* --- halves
 * --------------------------------------------------------------------------------------------- */

/* The low half of every element into the lower or upper half of dst; the other half is 0, or stays
 * when merging. */
enum { PART_BIT = 2 };
#define PACK(name, type, from, to, lanes)                                                          \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        vreg *dst = vf_reg(vf, op, 0);                                                             \
        vreg src = *vf_reg(vf, op, 1);                                                             \
        unsigned first = (op->imm >> PART_BIT) & 1 ? (lanes) : 0;                                  \
        if (!vf_merges(op))                                                                        \
            memset(dst, 0, sizeof *dst);                                                           \
        for (unsigned i = 0; i < (lanes); i++)                                                     \
            dst->to[first + i] = (__typeof__(dst->to[0]))src.from[i];                              \
    }
PACK(vpack, u8_s16, u16, u8, LANES_B16)
PACK(vpack, u8_u16, u16, u8, LANES_B16)
PACK(vpack, u16_s32, u32, u16, LANES_B32)
PACK(vpack, u16_u32, u32, u16, LANES_B32)

/* The lower or upper half of src, widened. */
#define UNPACK(name, type, from, to, lanes)                                                        \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        vreg *dst = vf_reg(vf, op, 0);                                                             \
        vreg src = *vf_reg(vf, op, 1);                                                             \
        unsigned first = op->imm & 1 ? (lanes) : 0;                                                \
        for (unsigned i = 0; i < (lanes); i++)                                                     \
            dst->to[i] = src.from[first + i];                                                      \
    }
UNPACK(vunpack, s32_s16, s16, s32, LANES_B32)
UNPACK(vunpack, s16_s8, s8, s16, LANES_B16)
UNPACK(vunpack, u32_u16, u16, u32, LANES_B32)
UNPACK(vunpack, u16_u8, u8, u16, LANES_B16)
UNPACK(vsunpack, s32_s16, s16, s32, LANES_B32)
UNPACK(vsunpack, s16_s8, s8, s16, LANES_B16)
UNPACK(vsunpack, u32_u16, s16, s32, LANES_B32)
UNPACK(vsunpack, u16_u8, s8, s16, LANES_B16)
UNPACK(vzunpack, s32_s16, u16, u32, LANES_B32)
UNPACK(vzunpack, s16_s8, u8, u16, LANES_B16)
UNPACK(vzunpack, u32_u16, u16, u32, LANES_B32)
UNPACK(vzunpack, u16_u8, u8, u16, LANES_B16)

/* --- squeeze
 * -------------------------------------------------------------------------------------------- */

/* Active elements to the front, the rest 0. STORED: their bytes are what the next vstur appends,
 * and AR, the bytes so far, grows by them. */
#define SQUEEZE(name, member, lanes)                                                               \
    static void squeeze_##name(struct vf *vf, const struct isa_op *op)                             \
    {                                                                                              \
        const vreg *src = vf_reg(vf, op, 1);                                                       \
        const vreg *mask = vf_reg(vf, op, 2);                                                      \
        const unsigned size = sizeof src->member[0];                                               \
        vreg r;                                                                                    \
        unsigned count = 0;                                                                        \
        memset(&r, 0, sizeof r);                                                                   \
        for (unsigned i = 0; i < (lanes); i++)                                                     \
            if (mask_bit(mask, i * size))                                                          \
                r.member[count++] = src->member[i];                                                \
        if ((op->imm & 1) == IMM_StoreMode_STORED) {                                               \
            vf->squeezed = count * size;                                                           \
            vf->ar += vf->squeezed;                                                                \
        }                                                                                          \
        *vf_reg(vf, op, 0) = r;                                                                    \
    }
SQUEEZE(b8, u8, LANES_B8)
SQUEEZE(b16, u16, LANES_B16)
SQUEEZE(b32, u32, LANES_B32)

/* Element i: how many elements before it are active. */
#define UNSQUEEZE(name, type, member, lanes)                                                       \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        vreg mask = *vf_reg(vf, op, 1);                                                            \
        vreg *dst = vf_reg(vf, op, 0);                                                             \
        const unsigned size = sizeof dst->member[0];                                               \
        unsigned count = 0;                                                                        \
        for (unsigned i = 0; i < (lanes); i++) {                                                   \
            dst->member[i] = (__typeof__(dst->member[0]))count;                                    \
            count += mask_bit(&mask, i * size);                                                    \
        }                                                                                          \
    }
UNSQUEEZE(vusqz, s32, u32, LANES_B32)
UNSQUEEZE(vusqz, u32, u32, LANES_B32)
UNSQUEEZE(vusqz, s16, u16, LANES_B16)
UNSQUEEZE(vusqz, u16, u16, LANES_B16)
UNSQUEEZE(vusqz, s8, u8, LANES_B8)
UNSQUEEZE(vusqz, u8, u8, LANES_B8)

/* --- by index
 * ------------------------------------------------------------------------------------------- */

/* dst[i] = src[index[i] mod lanes] */
#define SELECT(name, member, lanes)                                                                \
    static void select_##name(struct vf *vf, const struct isa_op *op)                              \
    {                                                                                              \
        vreg src = *vf_reg(vf, op, 1);                                                             \
        vreg index = *vf_reg(vf, op, 2);                                                           \
        vreg *dst = vf_reg(vf, op, 0);                                                             \
        for (int i = 0; i < (lanes); i++)                                                          \
            dst->member[i] = src.member[index.member[i] % (lanes)];                                \
    }
SELECT(b8, u8, LANES_B8)
SELECT(b16, u16, LANES_B16)
SELECT(b32, u32, LANES_B32)

#define SAME(name, type, function)                                                                 \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        function(vf, op);                                                                          \
    }
#define FOR_TYPES(name, function)                                                                  \
    SAME(name, f32, function##_b32)                                                                \
    SAME(name, f16, function##_b16)                                                                \
    SAME(name, bf16, function##_b16)                                                               \
    SAME(name, s32, function##_b32)                                                                \
    SAME(name, u32, function##_b32)                                                                \
    SAME(name, s16, function##_b16)                                                                \
    SAME(name, u16, function##_b16)                                                                \
    SAME(name, s8, function##_b8)                                                                  \
    SAME(name, u8, function##_b8)                                                                  \
    SAME(name, e4m3, function##_b8)                                                                \
    SAME(name, e5m2, function##_b8)                                                                \
    SAME(name, e8m0, function##_b8)
FOR_TYPES(vintlv, interleave)
FOR_TYPES(vdintlv, deinterleave)
FOR_TYPES(vsqz, squeeze)
SAME(vsqz, hif8, squeeze_b8)
SAME(vsqz, e6m2, squeeze_b8)
FOR_TYPES(vselr, select)

/* --- ramps: from the value up, or down to the value in the last lane (Arange.md)
 * ------------------------------- */

static unsigned step_of(const struct isa_op *op, unsigned i, unsigned lanes)
{
    return (op->imm & 1) == IMM_Order_DEC_ORDER ? lanes - 1 - i : i;
}

#define RAMP(name, type, member, lanes)                                                            \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        unsigned value = (unsigned)vf_x(vf, op, 1);                                                \
        for (unsigned i = 0; i < (lanes); i++)                                                     \
            vf_reg(vf, op, 0)->member[i] =                                                         \
                (__typeof__(vf_reg(vf, op, 0)->member[0]))(value + step_of(op, i, lanes));         \
    }
RAMP(vci, s32, u32, LANES_B32)
RAMP(vci, s16, u16, LANES_B16)
RAMP(vci, s8, u8, LANES_B8)

VF_INSN(vci, f32)
{
    vreg *dst = vf_reg(vf, op, 0);
    float value = vf_f32(vf, op, 1);
    for (unsigned i = 0; i < LANES_B32; i++)
        dst->f32[i] = f32_add(value, (float)step_of(op, i, LANES_B32));
}

VF_INSN(vci, f16)
{
    vreg *dst = vf_reg(vf, op, 0);
    float steps[LANES_B16];
    vreg value;
    vreg step;
    for (unsigned i = 0; i < LANES_B16; i++)
        steps[i] = (float)step_of(op, i, LANES_B16);
    fill_b16(&value, vf_f16(vf, op, 1));
    f32_to_f16_n(step.u16, steps, LANES_B16, (struct num_mode){.round = NUM_RINT});
    f16_add_n(dst->u16, value.u16, step.u16, LANES_B16);
    if (vf_saturates_f16(vf))
        f16_saturate_n(dst->u16, dst->u16, LANES_B16);
}
