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
    unsigned shift = 8 * narrow * part;
    if (wide == 4 && narrow == 2)
        for (unsigned i = 0; i < LANES_B32; i++)
            packed->u16[i] = (uint16_t)(src->u32[i] >> shift);
    else if (wide == 4)
        for (unsigned i = 0; i < LANES_B32; i++)
            packed->u8[i] = (uint8_t)(src->u32[i] >> shift);
    else if (wide == 2)
        for (unsigned i = 0; i < LANES_B16; i++)
            packed->u8[i] = (uint8_t)(src->u16[i] >> shift);
    else
        for (unsigned i = 0; i < LANES_B64; i++)
            packed->u32[i] = (uint32_t)(src->u64[i] >> shift);
}

static void scatter_part(vreg *dst, const vreg *packed, unsigned wide, unsigned narrow,
                         unsigned part)
{
    unsigned shift = 8 * narrow * part;
    if (wide == 4 && narrow == 2)
        for (unsigned i = 0; i < LANES_B32; i++)
            dst->u32[i] = (uint32_t)packed->u16[i] << shift;
    else if (wide == 4)
        for (unsigned i = 0; i < LANES_B32; i++)
            dst->u32[i] = (uint32_t)packed->u8[i] << shift;
    else if (wide == 2)
        for (unsigned i = 0; i < LANES_B16; i++)
            dst->u16[i] = (uint16_t)(packed->u8[i] << shift);
    else
        for (unsigned i = 0; i < LANES_B64; i++)
            dst->u64[i] = (uint64_t)packed->u32[i] << shift;
}

/* The mask is that of the source (Cast.md). Of a narrow source only the elements of one sub-lane
 * are read: their bits go to where those of the wide lanes are. Wide lanes have at most 8 bits, so
 * no bit crosses a word. */
static void mask_of_part(vreg *mask, const vreg *from, unsigned shift)
{
    for (int i = 0; i < MASK_BYTES / 8; i++)
        mask->u64[i] = from->u64[i] >> shift;
}

struct conversion {
    enum num_type to, from;
    unsigned to_size,
        from_size;     /* bytes of an element, or of two when the narrow one has four bits */
    unsigned elements; /* in those bytes */
};

static void convert(struct vf *vf, const struct isa_op *op, struct conversion c)
{
    unsigned wide = c.to_size > c.from_size ? c.to_size : c.from_size;
    unsigned narrow = c.to_size < c.from_size ? c.to_size : c.from_size;
    unsigned part = part_of(op);
    const vreg *src = vf_reg(vf, op, 1);
    const vreg *mask = vf_reg(vf, op, 2);
    vreg packed;
    vreg result;
    vreg r;
    vreg own_mask;
    if (part != 0 && part >= wide / narrow) {
        vf_fault(vf, BELAY_KERNEL_BUG, "%s: part %u does not exist", isa_rows[op->row].name, part);
        return;
    }
    if (c.from_size < wide) {
        gather_part(&packed, src, wide, narrow, part);
        src = &packed;
        if (part != 0) {
            mask_of_part(&own_mask, mask, part * narrow);
            mask = &own_mask;
        }
    }
    bool narrows = c.to_size < wide;
    vreg *to = narrows ? &result : &r;
    if (!num_convert(c.to, to->u8, c.from, src->u8, VREG_BYTES / wide * c.elements,
                     mode_of(vf, op))) {
        vf_fault(vf, BELAY_UNSUPPORTED, "%s.%s: no such conversion", isa_rows[op->row].name,
                 isa_rows[op->row].types[op->type]);
        return;
    }
    if (narrows)
        scatter_part(&r, &result, wide, narrow, part);
    vf_write(vf_reg(vf, op, 0), &r, mask, wide, vf_merges(op));
}

#define CONVERT(name, types, to, to_size, from, from_size)                                         \
    VF_INSN(name, types)                                                                           \
    {                                                                                              \
        convert(vf, op, (struct conversion){NUM_##to, NUM_##from, to_size, from_size, 1});         \
    }
/* Four-bit elements go by two: a byte for every two elements of 16 bits. */
#define CONVERT_PAIRS(name, types, to, to_size, from, from_size)                                   \
    VF_INSN(name, types)                                                                           \
    {                                                                                              \
        convert(vf, op, (struct conversion){NUM_##to, NUM_##from, to_size, from_size, 2});         \
    }

CONVERT(vcvt_ff_part, f16_f32, F16, 2, F32, 4)
CONVERT(vcvt_ff_part, bf16_f32, BF16, 2, F32, 4)
CONVERT(vcvt_ff_part, f32_f16, F32, 4, F16, 2)
CONVERT(vcvt_ff_part, f32_bf16, F32, 4, BF16, 2)
CONVERT(vcvt_ff_part, hif8_f16, HIF8, 1, F16, 2)
CONVERT(vcvt_ff_part, f16_hif8, F16, 2, HIF8, 1)
CONVERT(vcvt_ff_part4, hif8_f32, HIF8, 1, F32, 4)
CONVERT(vcvt_ff_part4, e4m3_f32, E4M3, 1, F32, 4)
CONVERT(vcvt_ff_part4, e5m2_f32, E5M2, 1, F32, 4)
CONVERT(vcvt_ff_part4, f32_hif8, F32, 4, HIF8, 1)
CONVERT(vcvt_ff_part4, f32_e4m3, F32, 4, E4M3, 1)
CONVERT(vcvt_ff_part4, f32_e5m2, F32, 4, E5M2, 1)
CONVERT(vcvt_ff_part4, e4m3_f16, E4M3, 1, F16, 2)
CONVERT(vcvt_ff_part4, e5m2_f16, E5M2, 1, F16, 2)
CONVERT(vcvt_ff_part4, e4m3_bf16, E4M3, 1, BF16, 2)
CONVERT(vcvt_ff_part4, e5m2_bf16, E5M2, 1, BF16, 2)
CONVERT_PAIRS(vcvt_ff_part4, e2m1x2_bf16, E2M1, 1, BF16, 4)
CONVERT_PAIRS(vcvt_ff_part4, e1m2x2_bf16, E1M2, 1, BF16, 4)
CONVERT_PAIRS(vcvt_ff_part4, bf16_e2m1x2, BF16, 4, E2M1, 1)
CONVERT_PAIRS(vcvt_ff_part4, bf16_e1m2x2, BF16, 4, E1M2, 1)
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
CONVERT(vcvt_ii_part4, u32_u8, U32, 4, U8, 1)
CONVERT(vcvt_ii_part4, s32_s8, S32, 4, S8, 1)
CONVERT(vcvt_ii_part4, u8_u32, U8, 1, U32, 4)
CONVERT(vcvt_ii_part4, u8_s32, U8, 1, S32, 4)
CONVERT_PAIRS(vcvt_f162s4, s4x2_f16, S4, 1, F16, 4)
CONVERT_PAIRS(vcvt_s162s4, s4x2_s16, S4, 1, S16, 4)
CONVERT_PAIRS(vcvt_s42f16, f16_s4x2, F16, 4, S4, 1)
CONVERT_PAIRS(vcvt_s42bf16, bf16_s4x2, BF16, 4, S4, 1)
CONVERT_PAIRS(vcvt_s42s16, s16_s4x2, S16, 4, S4, 1)

VF_INSN(vtrc, f32)
{
    vreg r;
    f32_round_integral_n(r.f32, vf_reg(vf, op, 1)->f32, LANES_B32, mode_of(vf, op).round);
    vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 2), 4, vf_merges(op));
}

/* In f32, which holds the values before and after. */
#define ROUND_HALF(name, type, widen, narrow)                                                      \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        static const struct num_mode exact = {.round = NUM_RINT, .inf_nan = true};                 \
        float x[LANES_B16];                                                                        \
        vreg r;                                                                                    \
        widen(x, vf_reg(vf, op, 1)->u16, LANES_B16);                                               \
        f32_round_integral_n(x, x, LANES_B16, mode_of(vf, op).round);                              \
        narrow(r.u16, x, LANES_B16, exact);                                                        \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 2), 2, vf_merges(op));                      \
    }
ROUND_HALF(vtrc, f16, f16_to_f32_n, f32_to_f16_n)
ROUND_HALF(vtrc, bf16, bf16_to_f32_n, f32_to_bf16_n)
