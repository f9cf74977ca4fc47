/* Masks rearranged, loaded and stored. Rules: asc-devkit Reg MaskReg (Interleave.md, Pack.md,
 * UnPack.md, MoveMask.md), LoadAlign, StoreAlign and StoreUnAlign of MaskReg, MaskGenWithRegTensor.
 */
#include "emu/vector/lanes.h"
#include "emu/vector/stream.h"

enum { MASK_BITS = 8 * MASK_BYTES, POST_BIT = 2, DIST_MASK = 3 };

static void set_bit(vreg *mask, unsigned bit, bool value)
{
    mask->u8[bit >> 3] = (uint8_t)(mask->u8[bit >> 3] | (unsigned)value << (bit & 7));
}

static void clear(vreg *mask)
{
    memset(mask, 0, sizeof *mask);
}

/* --- two masks, by groups of as many bits as an element has
 * ---------------------------------------------------- */

/* Bit i of the result comes from bit from(i) of the two sources in a row. */
static bool bit_of_both(const vreg *low, const vreg *high, unsigned bit)
{
    return bit < MASK_BITS ? mask_bit(low, bit) : mask_bit(high, bit - MASK_BITS);
}

static void put_bit_of_both(vreg *low, vreg *high, unsigned bit, bool value)
{
    if (bit < MASK_BITS)
        set_bit(low, bit, value);
    else
        set_bit(high, bit - MASK_BITS, value);
}

/* Group g of the interleaved pair is group g / 2 of source g % 2; deinterleaving goes back. */
static void interleave(struct vf *vf, const struct isa_op *op, unsigned group, bool back)
{
    vreg a = *vf_reg(vf, op, 2);
    vreg b = *vf_reg(vf, op, 3);
    vreg low;
    vreg high;
    clear(&low);
    clear(&high);
    for (unsigned i = 0; i < 2 * MASK_BITS; i++) {
        unsigned g = i / group;
        unsigned apart = (g & 1) * MASK_BITS + g / 2 * group + i % group;
        bool value = back ? bit_of_both(&a, &b, i) : bit_of_both(&a, &b, apart);
        put_bit_of_both(&low, &high, back ? apart : i, value);
    }
    *vf_reg(vf, op, 0) = low;
    *vf_reg(vf, op, 1) = high;
}

#define INTERLEAVE(name, type, group, back)                                                        \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        interleave(vf, op, group, back);                                                           \
    }
INTERLEAVE(pintlv, b8, 1, false)
INTERLEAVE(pintlv, b16, 2, false)
INTERLEAVE(pintlv, b32, 4, false)
INTERLEAVE(pdintlv, b8, 1, true)
INTERLEAVE(pdintlv, b16, 2, true)
INTERLEAVE(pdintlv, b32, 4, true)

/* --- one mask
 * ------------------------------------------------------------------------------------------ */

/* The even bits into the lower or upper half, the other half 0. */
VF_INSN_UNTYPED(ppack)
{
    vreg src = *vf_reg(vf, op, 1);
    unsigned first = op->imm & 1 ? MASK_BITS / 2 : 0;
    vreg r;
    clear(&r);
    for (unsigned i = 0; i < MASK_BITS / 2; i++)
        set_bit(&r, first + i, mask_bit(&src, 2 * i));
    *vf_reg(vf, op, 0) = r;
}

/* The lower or upper half to the even bits, the odd ones 0. */
VF_INSN_UNTYPED(punpack)
{
    vreg src = *vf_reg(vf, op, 1);
    unsigned first = op->imm & 1 ? MASK_BITS / 2 : 0;
    vreg r;
    clear(&r);
    for (unsigned i = 0; i < MASK_BITS / 2; i++)
        set_bit(&r, 2 * i, mask_bit(&src, first + i));
    *vf_reg(vf, op, 0) = r;
}

/* Every bit `times` times, MASK_BITS / times of them. */
static void repeat_bits(vreg *r, const uint8_t *from, unsigned times)
{
    clear(r);
    for (unsigned i = 0; i < MASK_BITS; i++)
        set_bit(r, i, (from[i / times >> 3] >> (i / times & 7)) & 1);
}

/* Block `part` of the vector register, as many bits as there are elements, each for all the bits of
 * its element. */
static void mask_of_vector(struct vf *vf, const struct isa_op *op, unsigned size)
{
    vreg src = *vf_reg(vf, op, 1);
    uint64_t part = vf_small(vf, op, 2, 0);
    unsigned bytes = MASK_BYTES / size;
    if (part >= VREG_BYTES / bytes)
        vf_fault(vf, BELAY_KERNEL_BUG, "movvp: block %llu: the register has %u of %u bytes",
                 (unsigned long long)part, VREG_BYTES / bytes, bytes);
    else
        repeat_bits(vf_reg(vf, op, 0), src.u8 + part * bytes, size);
}

/* The lanes of MASK0 and MASK1, as they were at the call. */
static void mask_of_register(struct vf *vf, const struct isa_op *op, unsigned size)
{
    uint8_t bytes[16];
    memcpy(bytes, vf->call->mask, sizeof bytes);
    repeat_bits(vf_reg(vf, op, 0), bytes, size);
}

#define BODY(name, type, call)                                                                     \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        call;                                                                                      \
    }
BODY(movvp, u16, mask_of_vector(vf, op, 2))
BODY(movvp, u32, mask_of_vector(vf, op, 4))
BODY(movp, b16, mask_of_register(vf, op, 2))
BODY(movp, b32, mask_of_register(vf, op, 4))

/* --- in memory: offsets are bytes
 * ------------------------------------------------------------------------------- */

static void load_mask(struct vf *vf, const struct isa_op *op, uint64_t address)
{
    unsigned dist = op->imm & DIST_MASK;
    vreg *dst = vf_reg(vf, op, 0);
    unsigned bytes = dist == IMM_DistPred_US   ? MASK_BYTES / 2
                     : dist == IMM_DistPred_DS ? 2 * MASK_BYTES
                                               : MASK_BYTES;
    if (dist > IMM_DistPred_DS) {
        vf_fault(vf, BELAY_KERNEL_BUG, "plds: distribution %u does not exist", dist);
        return;
    }
    const uint8_t *from = vf_ub(vf, address, bytes, bytes < MASK_BYTES ? bytes : MASK_BYTES);
    if (from == NULL)
        return;
    if (dist == IMM_DistPred_US) {
        repeat_bits(dst, from, 2);
        return;
    }
    clear(dst);
    if (dist == IMM_DistPred_NORM)
        memcpy(dst, from, MASK_BYTES);
    else
        for (unsigned i = 0; i < MASK_BITS; i++)
            set_bit(dst, i, (from[i >> 2] >> (2 * (i & 3))) & 1);
}

/* Every `step`-th bit of a mask, packed; returns the bytes. */
static unsigned pack_bits(uint8_t *to, const vreg *mask, unsigned step)
{
    memset(to, 0, MASK_BYTES);
    for (unsigned i = 0; i < MASK_BITS / step; i++)
        to[i >> 3] = (uint8_t)(to[i >> 3] | (unsigned)mask_bit(mask, i * step) << (i & 7));
    return MASK_BYTES / step;
}

static void store_mask(struct vf *vf, const struct isa_op *op, uint64_t address)
{
    unsigned dist = op->imm & DIST_MASK;
    uint8_t packed[MASK_BYTES];
    if (dist > IMM_DistPst_PK) {
        vf_fault(vf, BELAY_KERNEL_BUG, "psts: distribution %u does not exist", dist);
        return;
    }
    unsigned bytes = pack_bits(packed, vf_reg(vf, op, 0), dist == IMM_DistPst_PK ? 2 : 1);
    uint8_t *to = vf_ub(vf, address, bytes, bytes);
    if (to != NULL)
        memcpy(to, packed, bytes);
}

typedef void access(struct vf *vf, const struct isa_op *op, uint64_t address);

static void at_offset(struct vf *vf, const struct isa_op *op, access *how)
{
    how(vf, op, vf_x(vf, op, 1) + (uint64_t)(int32_t)vf_x(vf, op, 2));
}

static void at_areg(struct vf *vf, const struct isa_op *op, access *how)
{
    how(vf, op, vf_x(vf, op, 1) + (uint32_t)vf_x(vf, op, 2));
}

static void post(struct vf *vf, const struct isa_op *op, access *how)
{
    uint64_t base = vf_x(vf, op, 1);
    uint64_t moved = base + (uint64_t)(int32_t)vf_x(vf, op, 2);
    bool update = (op->imm >> POST_BIT) & 1;
    how(vf, op, update ? base : moved);
    if (update)
        vf_set_x(vf, op, 1, moved);
}

#define ACCESS(name, address, how)                                                                 \
    VF_INSN_UNTYPED(name)                                                                          \
    {                                                                                              \
        address(vf, op, how);                                                                      \
    }
ACCESS(plds, at_offset, load_mask)
ACCESS(pldi, at_offset, load_mask)
ACCESS(pld, at_areg, load_mask)
ACCESS(plds_post, post, load_mask)
ACCESS(pldi_post, post, load_mask)
ACCESS(psts, at_offset, store_mask)
ACCESS(psti, at_offset, store_mask)
ACCESS(pst, at_areg, store_mask)
ACCESS(psts_post, post, store_mask)
ACCESS(psti_post, post, store_mask)

/* One bit an element, appended to the stream at the base, which moves by them. */
static void append_mask(struct vf *vf, const struct isa_op *op, unsigned size)
{
    vreg packed;
    uint64_t base = vf_x(vf, op, 2);
    unsigned bytes = pack_bits(packed.u8, vf_reg(vf, op, 1), size);
    if (vf_ub(vf, base, 0, bytes) == NULL)
        return;
    vf_stream_append(vf, vf_reg(vf, op, 0), &packed, base, bytes);
    vf_set_x(vf, op, 2, base + bytes);
}
BODY(pstu, u16, append_mask(vf, op, 2))
BODY(pstu, u32, append_mask(vf, op, 4))
