/* Conversions of vector functions. Width changes work on a part: a narrow result is put into
 * sub-lane `part` of each wide lane (the others 0), a narrow source is read from it (asc-devkit
 * docs C-API reg/data_type_convert). Values: emu/numeric and docs/numerics.md. */
#include "emu/numeric/numeric.h"
#include "emu/vector/lanes.h"

/* Fields of imm10: round 4..2, saturation flag 5, part from 6, mode 1..0. */
static struct num_mode mode_of(const struct vf *vf, const struct isa_op *op)
{
    return num_mode_of_ctrl(vf->ctrl, (enum num_round)((op->imm >> 2) & 7), (op->imm >> 5) & 1);
}

static unsigned part_of(const struct isa_op *op)
{
    return (op->imm >> 6) & 3;
}

/* Sub-lane `part` of every wide lane, packed. */
static void gather_part(vreg *packed, const vreg *src, unsigned wide, unsigned narrow,
                        unsigned part)
{
    for (unsigned i = 0; i < VREG_BYTES / wide; i++)
        memcpy(packed->u8 + i * narrow, src->u8 + i * wide + part * narrow, narrow);
}

static void scatter_part(vreg *dst, const vreg *packed, unsigned wide, unsigned narrow,
                         unsigned part)
{
    memset(dst, 0, sizeof *dst);
    for (unsigned i = 0; i < VREG_BYTES / wide; i++)
        memcpy(dst->u8 + i * wide + part * narrow, packed->u8 + i * narrow, narrow);
}

struct conversion {
    enum num_type to, from;
    unsigned to_size, from_size; /* bytes of an element */
};

/* The mask governs the wide lanes. */
static void convert(struct vf *vf, const struct isa_op *op, struct conversion c)
{
    unsigned wide = c.to_size > c.from_size ? c.to_size : c.from_size;
    unsigned part = part_of(op);
    const vreg *src = vf_reg(vf, op, 1);
    vreg packed;
    vreg result;
    vreg r;
    if (part != 0 && part >= wide / (c.to_size < c.from_size ? c.to_size : c.from_size)) {
        vf_fault(vf, BELAY_KERNEL_BUG, "%s: part %u does not exist", isa_rows[op->row].name, part);
        return;
    }
    if (c.from_size < c.to_size) {
        gather_part(&packed, src, wide, c.from_size, part);
        src = &packed;
    }
    if (!num_convert(c.to, result.u8, c.from, src->u8, VREG_BYTES / wide, mode_of(vf, op))) {
        vf_fault(vf, BELAY_UNSUPPORTED, "%s.%s: no such conversion", isa_rows[op->row].name,
                 isa_rows[op->row].types[op->type]);
        return;
    }
    if (c.to_size < c.from_size)
        scatter_part(&r, &result, wide, c.to_size, part);
    else
        r = result;
    vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 2), wide, vf_merges(op));
}

#define CONVERT(name, types, to, to_size, from, from_size)                                         \
    VF_INSN(name, types)                                                                           \
    {                                                                                              \
        convert(vf, op, (struct conversion){NUM_##to, NUM_##from, to_size, from_size});            \
    }

CONVERT(vcvt_ff_part, f16_f32, F16, 2, F32, 4)
CONVERT(vcvt_ff_part, bf16_f32, BF16, 2, F32, 4)
CONVERT(vcvt_ff_part, f32_f16, F32, 4, F16, 2)
CONVERT(vcvt_ff_part, f32_bf16, F32, 4, BF16, 2)
CONVERT(vcvt_ff_part, hif8_f16, HIF8, 1, F16, 2)
CONVERT(vcvt_ff_part, f16_hif8, F16, 2, HIF8, 1)
CONVERT(vcvt_ff, f16_bf16, F16, 2, BF16, 2)
CONVERT(vcvt_ff, bf16_f16, BF16, 2, F16, 2)
CONVERT(vcvt_fi_part, s16_f32, S16, 2, F32, 4)
CONVERT(vcvt_fi_part, s64_f32, S64, 8, F32, 4)
CONVERT(vcvt_fi_part, s32_f16, S32, 4, F16, 2)
CONVERT(vcvt_fi_part, s8_f16, S8, 1, F16, 2)
CONVERT(vcvt_fi_part, u8_f16, U8, 1, F16, 2)
CONVERT(vcvt_fi_part, s32_bf16, S32, 4, BF16, 2)
CONVERT(vcvt_fi, s32_f32, S32, 4, F32, 4)
CONVERT(vcvt_fi, s16_f16, S16, 2, F16, 2)
CONVERT(vcvt_if_part, f32_s16, F32, 4, S16, 2)
CONVERT(vcvt_if_part, f32_s64, F32, 4, S64, 8)
CONVERT(vcvt_if_part, f16_s8, F16, 2, S8, 1)
CONVERT(vcvt_if_part, f16_u8, F16, 2, U8, 1)
CONVERT(vcvt_if, f32_s32, F32, 4, S32, 4)
CONVERT(vcvt_if, f16_s16, F16, 2, S16, 2)
CONVERT(vcvt_ii_part, u16_u8, U16, 2, U8, 1)
CONVERT(vcvt_ii_part, s16_s8, S16, 2, S8, 1)
CONVERT(vcvt_ii_part, u32_u16, U32, 4, U16, 2)
CONVERT(vcvt_ii_part, u32_s16, U32, 4, S16, 2)
CONVERT(vcvt_ii_part, s32_s16, S32, 4, S16, 2)
CONVERT(vcvt_ii_part, s64_s32, S64, 8, S32, 4)
CONVERT(vcvt_ii_part, u8_u16, U8, 1, U16, 2)
CONVERT(vcvt_ii_part, u8_s16, U8, 1, S16, 2)
CONVERT(vcvt_ii_part, u16_u32, U16, 2, U32, 4)
CONVERT(vcvt_ii_part, s16_u32, S16, 2, U32, 4)
CONVERT(vcvt_ii_part, u16_s32, U16, 2, S32, 4)
CONVERT(vcvt_ii_part, s16_s32, S16, 2, S32, 4)
CONVERT(vcvt_ii_part, s32_s64, S32, 4, S64, 8)

#define ROUND_INTEGRAL(name, type, member, size, lane)                                             \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        const vreg *a = vf_reg(vf, op, 1);                                                         \
        enum num_round round = (enum num_round)((op->imm >> 2) & 7);                               \
        vreg r;                                                                                    \
        for (int i = 0; i < VREG_BYTES / (size); i++)                                              \
            r.member[i] = lane(a->member[i], round);                                               \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 2), size, vf_merges(op));                   \
    }
ROUND_INTEGRAL(vtrc, f32, f32, 4, f32_round_integral)
ROUND_INTEGRAL(vtrc, f16, u16, 2, f16_round_integral)
ROUND_INTEGRAL(vtrc, bf16, u16, 2, bf16_round_integral)
