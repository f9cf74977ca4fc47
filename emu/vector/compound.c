/* Arithmetic of more than one step: fused products, differences, carry chains, wide products.
 * Rules: docs/numerics.md; carries: asc-devkit Reg AddC.md, SubC.md. */
#include "emu/numeric/numeric.h"
#include "emu/vector/lanes.h"

static void done_f16(const struct vf *vf, vreg *r)
{
    if (vf_saturates_f16(vf))
        f16_saturate_n(r->u16, r->u16, LANES_B16);
}

/* --- difference and its absolute value, prelu
 * ---------------------------------------------------------- */

VF_INSN(vabsdif, f32)
{
    vreg r;
    f32_sub_n(r.f32, vf_reg(vf, op, 1)->f32, vf_reg(vf, op, 2)->f32, LANES_B32);
    f32_abs_n(r.f32, r.f32, LANES_B32);
    vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), 4, vf_merges(op));
}

VF_INSN(vabsdif, f16)
{
    vreg r;
    f16_sub_n(r.u16, vf_reg(vf, op, 1)->u16, vf_reg(vf, op, 2)->u16, LANES_B16);
    f16_abs_n(r.u16, r.u16, LANES_B16);
    done_f16(vf, &r);
    vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), 2, vf_merges(op));
}

VF_INSN(vprelu, f32)
{
    vreg r;
    f32_prelu_n(r.f32, vf_reg(vf, op, 1)->f32, vf_reg(vf, op, 2)->f32, LANES_B32);
    vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), 4, vf_merges(op));
}

VF_INSN(vprelu, f16)
{
    vreg r;
    f16_prelu_n(r.u16, vf_reg(vf, op, 1)->u16, vf_reg(vf, op, 2)->u16, LANES_B16);
    done_f16(vf, &r);
    vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), 2, vf_merges(op));
}

/* --- always saturating s16, whatever CTRL[53] says
 * ----------------------------------------------------- */

static int16_t clamp_s16(int32_t x)
{
    return (int16_t)(x < INT16_MIN ? INT16_MIN : x > INT16_MAX ? INT16_MAX : x);
}

VF_INSN(vsadd, s16)
{
    vreg r;
    for (int i = 0; i < LANES_B16; i++)
        r.s16[i] = clamp_s16(vf_reg(vf, op, 1)->s16[i] + vf_reg(vf, op, 2)->s16[i]);
    vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), 2, vf_merges(op));
}

VF_INSN(vssub, s16)
{
    vreg r;
    for (int i = 0; i < LANES_B16; i++)
        r.s16[i] = clamp_s16(vf_reg(vf, op, 1)->s16[i] - vf_reg(vf, op, 2)->s16[i]);
    vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), 2, vf_merges(op));
}

VF_INSN(vsadds, s16)
{
    int16_t scalar = (int16_t)vf_x(vf, op, 2);
    vreg r;
    for (int i = 0; i < LANES_B16; i++)
        r.s16[i] = clamp_s16(vf_reg(vf, op, 1)->s16[i] + scalar);
    vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), 2, vf_merges(op));
}

/* --- fused: one rounding. The destination is a source; inactive elements of it stay, unless the
 * mode says zero. vmula: dst + a·b; vmadd: dst·a + b; vaxpy: a·scalar + dst.
 * ------------------------------ */

static bool zeroes(const struct isa_op *op)
{
    return (op->imm & 3) == IMM_Mode_ZEROING;
}

static void write_acc(struct vf *vf, const struct isa_op *op, const vreg *r, unsigned size)
{
    vf_write(vf_reg(vf, op, 0), r, vf_reg(vf, op, 3), size, !zeroes(op));
}

VF_INSN(vmula, f32)
{
    vreg *d = vf_reg(vf, op, 0);
    vreg r;
    f32_fma_n(r.f32, vf_reg(vf, op, 1)->f32, vf_reg(vf, op, 2)->f32, d->f32, LANES_B32);
    write_acc(vf, op, &r, 4);
}

VF_INSN(vmadd, f32)
{
    vreg *d = vf_reg(vf, op, 0);
    vreg r;
    f32_fma_n(r.f32, d->f32, vf_reg(vf, op, 1)->f32, vf_reg(vf, op, 2)->f32, LANES_B32);
    write_acc(vf, op, &r, 4);
}

VF_INSN(vaxpy, f32)
{
    vreg *d = vf_reg(vf, op, 0);
    float scalar = vf_f32(vf, op, 2);
    vreg r;
    for (int i = 0; i < LANES_B32; i++)
        r.f32[i] = scalar;
    f32_fma_n(r.f32, vf_reg(vf, op, 1)->f32, r.f32, d->f32, LANES_B32);
    write_acc(vf, op, &r, 4);
}

VF_INSN(vmula, f16)
{
    vreg *d = vf_reg(vf, op, 0);
    vreg r;
    f16_fma_n(r.u16, vf_reg(vf, op, 1)->u16, vf_reg(vf, op, 2)->u16, d->u16, LANES_B16);
    done_f16(vf, &r);
    write_acc(vf, op, &r, 2);
}

VF_INSN(vmadd, f16)
{
    vreg *d = vf_reg(vf, op, 0);
    vreg r;
    f16_fma_n(r.u16, d->u16, vf_reg(vf, op, 1)->u16, vf_reg(vf, op, 2)->u16, LANES_B16);
    done_f16(vf, &r);
    write_acc(vf, op, &r, 2);
}

VF_INSN(vaxpy, f16)
{
    vreg *d = vf_reg(vf, op, 0);
    vreg r;
    fill_b16(&r, vf_f16(vf, op, 2));
    f16_fma_n(r.u16, vf_reg(vf, op, 1)->u16, r.u16, d->u16, LANES_B16);
    done_f16(vf, &r);
    write_acc(vf, op, &r, 2);
}

VF_INSN(vmula, bf16)
{
    vreg *d = vf_reg(vf, op, 0);
    vreg r;
    bf16_fma_n(r.u16, vf_reg(vf, op, 1)->u16, vf_reg(vf, op, 2)->u16, d->u16, LANES_B16);
    write_acc(vf, op, &r, 2);
}

VF_INSN(vmadd, bf16)
{
    vreg *d = vf_reg(vf, op, 0);
    vreg r;
    bf16_fma_n(r.u16, d->u16, vf_reg(vf, op, 1)->u16, vf_reg(vf, op, 2)->u16, LANES_B16);
    write_acc(vf, op, &r, 2);
}

/* Exact in 128 bits, then wrapped or, with CTRL[53], saturated. */
#define MULTIPLY_ADD(name, member, type, least, most)                                              \
    VF_INSN(name, member)                                                                          \
    {                                                                                              \
        const vreg *a = vf_reg(vf, op, 1);                                                         \
        const vreg *b = vf_reg(vf, op, 2);                                                         \
        const vreg *d = vf_reg(vf, op, 0);                                                         \
        vreg r;                                                                                    \
        if (vf_saturates_integers(vf))                                                             \
            for (int i = 0; i < VREG_BYTES / (int)sizeof(type); i++) {                             \
                __int128 x = (__int128)a->member[i] * b->member[i] + d->member[i];                 \
                r.member[i] = (type)(x < (least) ? (least) : x > (most) ? (most) : x);             \
            }                                                                                      \
        else                                                                                       \
            for (int i = 0; i < VREG_BYTES / (int)sizeof(type); i++)                               \
                r.member[i] = (type)((uint32_t)a->member[i] * (uint32_t)b->member[i] +             \
                                     (uint32_t)d->member[i]);                                      \
        write_acc(vf, op, &r, sizeof(type));                                                       \
    }
MULTIPLY_ADD(vmula, s32, int32_t, INT32_MIN, INT32_MAX)
MULTIPLY_ADD(vmula, u32, uint32_t, 0, UINT32_MAX)
MULTIPLY_ADD(vmula, s16, int16_t, INT16_MIN, INT16_MAX)
MULTIPLY_ADD(vmula, u16, uint16_t, 0, UINT16_MAX)

/* --- carry chains: the carry of element i is the lowest of its four mask bits; a difference is
 * src0 + ~src1 + carry, so its carry says "no borrow". Inactive elements: 0 and no carry.
 * -------------- */

static void add_with_carry(struct vf *vf, const struct isa_op *op, uint32_t invert, bool plain,
                           const vreg *carry_in, const vreg *mask)
{
    const vreg *a = vf_reg(vf, op, 2);
    const vreg *b = vf_reg(vf, op, 3);
    uint64_t carries[4] = {0, 0, 0, 0};
    vreg r;
    for (int i = 0; i < LANES_B32; i++) {
        unsigned in = carry_in == NULL ? plain : mask_bit(carry_in, (unsigned)i * 4);
        uint64_t sum = (uint64_t)a->u32[i] + (b->u32[i] ^ invert) + in;
        bool active = mask_bit(mask, (unsigned)i * 4);
        r.u32[i] = active ? (uint32_t)sum : 0;
        carries[0] |= (sum >> 32 & active) << i;
    }
    mask_from_bits(vf_reg(vf, op, 0), carries, 4);
    *vf_reg(vf, op, 1) = r;
}

#define CARRY(name, type, invert, plain)                                                           \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        add_with_carry(vf, op, invert, plain, NULL, vf_reg(vf, op, 4));                            \
    }
#define CARRY_IN(name, type, invert)                                                               \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        add_with_carry(vf, op, invert, false, vf_reg(vf, op, 4), vf_reg(vf, op, 5));               \
    }
CARRY(vaddc, s32, 0, false)
CARRY(vaddc, u32, 0, false)
CARRY(vsubc, s32, UINT32_MAX, true)
CARRY(vsubc, u32, UINT32_MAX, true)
CARRY_IN(vaddcs, s32, 0)
CARRY_IN(vaddcs, u32, 0)
CARRY_IN(vsubcs, s32, UINT32_MAX)
CARRY_IN(vsubcs, u32, UINT32_MAX)

/* Low and high half of the product of 64 bits. */
#define WIDE_PRODUCT(name, member, wide)                                                           \
    VF_INSN(name, member)                                                                          \
    {                                                                                              \
        const vreg *a = vf_reg(vf, op, 2);                                                         \
        const vreg *b = vf_reg(vf, op, 3);                                                         \
        vreg low;                                                                                  \
        vreg high;                                                                                 \
        for (int i = 0; i < LANES_B32; i++) {                                                      \
            uint64_t product = (uint64_t)((wide)a->member[i] * (wide)b->member[i]);                \
            low.u32[i] = (uint32_t)product;                                                        \
            high.u32[i] = (uint32_t)(product >> 32);                                               \
        }                                                                                          \
        vreg mask = *vf_reg(vf, op, 4);                                                            \
        vf_write(vf_reg(vf, op, 0), &low, &mask, 4, false);                                        \
        vf_write(vf_reg(vf, op, 1), &high, &mask, 4, false);                                       \
    }
WIDE_PRODUCT(vmull, s32, int64_t)
WIDE_PRODUCT(vmull, u32, uint64_t)

/* --- exp of a difference, scaled conversion
 * ------------------------------------------------------------ */

VF_INSN(vexpdif, f32_f32)
{
    vreg r;
    f32_sub_n(r.f32, vf_reg(vf, op, 1)->f32, vf_reg(vf, op, 2)->f32, LANES_B32);
    f32_exp_n(r.f32, r.f32, LANES_B32);
    vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), 4, false);
}

/* The half sources are the even or the odd elements; the mask is that of the even ones, which are
 * the elements of the result (ExpSub.md). */
VF_INSN(vexpdif, f32_f16)
{
    const vreg *a = vf_reg(vf, op, 1);
    const vreg *b = vf_reg(vf, op, 2);
    unsigned part = op->imm & 1;
    uint16_t x[LANES_B32];
    uint16_t y[LANES_B32];
    for (int i = 0; i < LANES_B32; i++) {
        x[i] = a->u16[2 * (unsigned)i + part];
        y[i] = b->u16[2 * (unsigned)i + part];
    }
    vreg r;
    vreg s;
    f16_to_f32_n(r.f32, x, LANES_B32);
    f16_to_f32_n(s.f32, y, LANES_B32);
    f32_sub_n(r.f32, r.f32, s.f32, LANES_B32);
    f32_exp_n(r.f32, r.f32, LANES_B32);
    vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), 4, false);
}

/* f16(x · scalar) in sub-lane `part` of each 32 bits, the other sub-lane 0; to nearest, ties away
 * (CAST_ROUND of MulsCast.md). */
VF_INSN(vmulscvt, f16_f32)
{
    float scalar = vf_f32(vf, op, 2);
    struct num_mode mode = num_mode_of_ctrl(vf->ctrl, NUM_AWAY, true);
    unsigned part = op->imm & 1;
    uint16_t half[LANES_B32];
    vreg product;
    vreg r;
    for (int i = 0; i < LANES_B32; i++)
        product.f32[i] = scalar;
    f32_mul_n(product.f32, vf_reg(vf, op, 1)->f32, product.f32, LANES_B32);
    f32_to_f16_n(half, product.f32, LANES_B32, mode);
    for (int i = 0; i < LANES_B32; i++)
        r.u32[i] = (uint32_t)half[i] << 16 * part;
    vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), 4, false);
}
