/* Masks rearranged, loaded and stored. Rules: asc-devkit Reg MaskReg (Interleave.md, Pack.md,
 * UnPack.md, MoveMask.md), LoadAlign, StoreAlign and StoreUnAlign of MaskReg, MaskGenWithRegTensor.
 */
#include "emu/vector/lanes.h"
#include "emu/vector/stream.h"

enum { WORDS = MASK_BYTES / 8, POST_BIT = 2, DIST_MASK = 3 };

static void clear(vreg *mask)
{
    memset(mask, 0, sizeof *mask);
}

/* --- two masks, by groups of as many bits as an element has
 * ---------------------------------------------------- */

/* Half a word of each source makes a word of the pair of results. */
static void interleave(struct vf *vf, const struct isa_op *op, unsigned group)
{
    vreg a = *vf_reg(vf, op, 2);
    vreg b = *vf_reg(vf, op, 3);
    for (int d = 0; d < 2; d++) {
        vreg *dst = vf_reg(vf, op, d);
        clear(dst);
        for (int i = 0; i < WORDS; i++) {
            int half = d * WORDS + i;
            uint64_t x = bits_spread(a.u32[half], group);
            dst->u64[i] = x | bits_spread(b.u32[half], group) << group;
        }
    }
}

static void deinterleave(struct vf *vf, const struct isa_op *op, unsigned group)
{
    vreg a = *vf_reg(vf, op, 2);
    vreg b = *vf_reg(vf, op, 3);
    for (unsigned d = 0; d < 2; d++) {
        vreg *dst = vf_reg(vf, op, (int)d);
        clear(dst);
        for (int i = 0; i < 2 * WORDS; i++) {
            uint64_t word = i < WORDS ? a.u64[i] : b.u64[i - WORDS];
            dst->u32[i] = (uint32_t)bits_collect(word >> d * group, group);
        }
    }
}

#define INTERLEAVE(name, type, how, group)                                                         \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        how(vf, op, group);                                                                        \
    }
INTERLEAVE(pintlv, b8, interleave, 1)
INTERLEAVE(pintlv, b16, interleave, 2)
INTERLEAVE(pintlv, b32, interleave, 4)
INTERLEAVE(pdintlv, b8, deinterleave, 1)
INTERLEAVE(pdintlv, b16, deinterleave, 2)
INTERLEAVE(pdintlv, b32, deinterleave, 4)

/* --- one mask
 * ------------------------------------------------------------------------------------------ */

/* The even bits into the lower or upper half, the other half 0. */
VF_INSN_UNTYPED(ppack)
{
    vreg src = *vf_reg(vf, op, 1);
    vreg *dst = vf_reg(vf, op, 0);
    int first = op->imm & 1 ? WORDS : 0;
    clear(dst);
    for (int i = 0; i < WORDS; i++)
        dst->u32[first + i] = (uint32_t)bits_collect(src.u64[i], 1);
}

/* The lower or upper half to the even bits, the odd ones 0. */
VF_INSN_UNTYPED(punpack)
{
    vreg src = *vf_reg(vf, op, 1);
    vreg *dst = vf_reg(vf, op, 0);
    int first = op->imm & 1 ? WORDS : 0;
    clear(dst);
    for (int i = 0; i < WORDS; i++)
        dst->u64[i] = bits_spread(src.u32[first + i], 1);
}

/* Every bit two or four times, as many as a mask holds. */
static void repeat_bits(vreg *r, const uint8_t *from, unsigned times)
{
    clear(r);
    for (int i = 0; i < WORDS; i++) {
        uint32_t bits = 0;
        memcpy(&bits, from + (unsigned)i * 8 / times, 8 / times);
        uint64_t x = bits_spread(bits, 1);
        x |= x << 1;
        if (times == 4) {
            x = bits_spread(x, 1);
            x |= x << 1;
        }
        r->u64[i] = x;
    }
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
        for (int i = 0; i < 2 * WORDS; i++) {
            uint64_t word;
            memcpy(&word, from + 8 * i, sizeof word);
            dst->u32[i] = (uint32_t)bits_collect(word, 1);
        }
}

/* Every bit, every second or every fourth of a mask, packed into the first bytes. */
static void pack_bits(uint8_t to[MASK_BYTES], const vreg *mask, unsigned step)
{
    memcpy(to, mask, MASK_BYTES);
    for (unsigned bytes = MASK_BYTES; step > 1; step /= 2, bytes /= 2)
        for (unsigned i = 0; i < bytes / 8; i++) {
            uint64_t word;
            memcpy(&word, to + 8 * i, sizeof word);
            word = bits_collect(word, 1);
            memcpy(to + 4 * i, &word, 4);
        }
}

static void store_mask(struct vf *vf, const struct isa_op *op, uint64_t address)
{
    unsigned dist = op->imm & DIST_MASK;
    uint8_t packed[MASK_BYTES];
    if (dist > IMM_DistPst_PK) {
        vf_fault(vf, BELAY_KERNEL_BUG, "psts: distribution %u does not exist", dist);
        return;
    }
    unsigned step = dist == IMM_DistPst_PK ? 2 : 1;
    unsigned bytes = MASK_BYTES / step;
    pack_bits(packed, vf_reg(vf, op, 0), step);
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
    unsigned bytes = MASK_BYTES / size;
    pack_bits(packed.u8, vf_reg(vf, op, 1), size);
    if (vf_ub(vf, base, 0, bytes) == NULL)
        return;
    vf_stream_append(vf, vf_reg(vf, op, 0), &packed, base, bytes);
    vf_set_x(vf, op, 2, base + bytes);
}
BODY(pstu, u16, append_mask(vf, op, 2))
BODY(pstu, u32, append_mask(vf, op, 4))
