/* Stores of vector functions. Distributions: docs/isa.md (enum DistVST), rules asc-devkit docs
 * C-API reg_store and docs/numerics.md. */
#include "emu/vector/any_type.h"
#include "emu/vector/lanes.h"
#include "emu/vector/stream.h"

enum { BLOCK = 32, DIST_MASK = 15, POST_BIT_ST = 4 };

/* --- one source
 * --------------------------------------------------------------------------------------------------
 */

/* Elements up to the last active one: bytes of the others are not touched, nor need they exist. */
static unsigned active_lanes(const vreg *mask, unsigned size)
{
    unsigned lanes = VREG_BYTES / size;
    while (lanes > 0 && !mask_bit(mask, (lanes - 1) * size))
        lanes--;
    return lanes;
}

/* The active elements of `size` bytes. */
static void store_normal(struct vf *vf, const vreg *src, const vreg *mask, uint64_t address,
                         unsigned size)
{
    if (mask_is_full(mask, size)) {
        uint8_t *to = vf_ub(vf, address, VREG_BYTES, BLOCK);
        if (to != NULL)
            memcpy(to, src, VREG_BYTES);
        return;
    }
    unsigned lanes = active_lanes(mask, size);
    uint8_t *to = vf_ub(vf, address, lanes * size, BLOCK);
    if (to == NULL)
        return;
    for (unsigned i = 0; i < lanes; i++)
        if (mask_bit(mask, i * size))
            memcpy(to + i * size, src->u8 + i * size, size);
}

/* The low `part` bytes of every element of `size` bytes, one behind the other. */
static void pack(vreg *packed, const vreg *src, unsigned size, unsigned part)
{
    if (size == 4 && part == 2)
        for (int i = 0; i < LANES_B32; i++)
            packed->u16[i] = (uint16_t)src->u32[i];
    else if (size == 4)
        for (int i = 0; i < LANES_B32; i++)
            packed->u8[i] = (uint8_t)src->u32[i];
    else if (size == 2)
        for (int i = 0; i < LANES_B16; i++)
            packed->u8[i] = (uint8_t)src->u16[i];
    else
        for (int i = 0; i < LANES_B64; i++)
            packed->u32[i] = (uint32_t)src->u64[i];
}

/* The packed elements that are active; an inactive element leaves its packed place as it is. */
static void store_packed(struct vf *vf, const vreg *src, const vreg *mask, uint64_t address,
                         unsigned size, unsigned part)
{
    bool full = mask_is_full(mask, size);
    unsigned lanes = full ? VREG_BYTES / size : active_lanes(mask, size);
    uint8_t *to = vf_ub(vf, address, (uint64_t)lanes * part, BLOCK);
    vreg packed;
    if (to == NULL)
        return;
    pack(&packed, src, size, part);
    if (full) {
        memcpy(to, &packed, lanes * part);
        return;
    }
    for (unsigned i = 0; i < lanes; i++)
        if (mask_bit(mask, i * size))
            memcpy(to + i * part, packed.u8 + i * part, part);
}

static void store_first(struct vf *vf, const vreg *src, uint64_t address, unsigned size)
{
    uint8_t *to = vf_ub(vf, address, size, size);
    if (to != NULL)
        memcpy(to, src, size);
}

static void store(struct vf *vf, const struct isa_op *op, uint64_t address)
{
    const vreg *src = vf_reg(vf, op, 0);
    const vreg *mask = vf_reg(vf, op, 3);
    unsigned dist = op->imm & DIST_MASK;
    switch (dist) {
    case IMM_DistVST_NORM_B8:
    case IMM_DistVST_NORM_B16:
    case IMM_DistVST_NORM_B32:
        store_normal(vf, src, mask, address, 1u << (dist - IMM_DistVST_NORM_B8));
        break;
    case IMM_DistVST_ONEPT_B8:
    case IMM_DistVST_ONEPT_B16:
    case IMM_DistVST_ONEPT_B32:
        store_first(vf, src, address, 1u << (dist - IMM_DistVST_ONEPT_B8));
        break;
    case IMM_DistVST_PK_B16:
        store_packed(vf, src, mask, address, 2, 1);
        break;
    case IMM_DistVST_PK_B32:
        store_packed(vf, src, mask, address, 4, 2);
        break;
    case IMM_DistVST_PK_B64:
        store_packed(vf, src, mask, address, 8, 4);
        break;
    case IMM_DistVST_PK4_B32:
        store_packed(vf, src, mask, address, 4, 1);
        break;
    default:
        vf_fault(vf, BELAY_UNSUPPORTED, "%s: distribution %u is not supported yet",
                 isa_rows[op->row].name, dist);
    }
}

static void store_offset(struct vf *vf, const struct isa_op *op)
{
    store(vf, op, vf_x(vf, op, 1) + vf_x(vf, op, 2));
}

/* With an address register: it holds a byte offset of 32 bits. */
static void store_areg(struct vf *vf, const struct isa_op *op)
{
    store(vf, op, vf_x(vf, op, 1) + (uint32_t)vf_x(vf, op, 2));
}

static void store_post(struct vf *vf, const struct isa_op *op)
{
    uint64_t base = vf_x(vf, op, 1);
    uint64_t offset = vf_x(vf, op, 2);
    bool update = (op->imm >> POST_BIT_ST) & 1;
    store(vf, op, update ? base : base + offset);
    if (update)
        vf_set_x(vf, op, 1, base + offset);
}

/* --- two sources, interleaved; the mask is ignored
 * ------------------------------------------------------------------ */

static void store2(struct vf *vf, const struct isa_op *op, uint64_t address)
{
    unsigned dist = op->imm & DIST_MASK;
    unsigned size = dist == IMM_DistVST_INTLV_B8    ? 1
                    : dist == IMM_DistVST_INTLV_B16 ? 2
                    : dist == IMM_DistVST_INTLV_B32 ? 4
                                                    : 0;
    if (size == 0) {
        vf_fault(vf, BELAY_UNSUPPORTED, "%s: distribution %u is not one of two sources",
                 isa_rows[op->row].name, dist);
        return;
    }
    uint8_t *to = vf_ub(vf, address, 2 * VREG_BYTES, BLOCK);
    if (to == NULL)
        return;
    const vreg *even = vf_reg(vf, op, 0);
    const vreg *odd = vf_reg(vf, op, 1);
    for (unsigned i = 0; i < VREG_BYTES; i += size) {
        memcpy(to + 2 * i, even->u8 + i, size);
        memcpy(to + 2 * i + size, odd->u8 + i, size);
    }
}

static void store2_offset(struct vf *vf, const struct isa_op *op)
{
    store2(vf, op, vf_x(vf, op, 2) + vf_x(vf, op, 3));
}

static void store2_areg(struct vf *vf, const struct isa_op *op)
{
    store2(vf, op, vf_x(vf, op, 2) + (uint32_t)vf_x(vf, op, 3));
}

static void store2_post(struct vf *vf, const struct isa_op *op)
{
    uint64_t base = vf_x(vf, op, 2);
    uint64_t offset = vf_x(vf, op, 3);
    bool update = (op->imm >> POST_BIT_ST) & 1;
    store2(vf, op, update ? base : base + offset);
    if (update)
        vf_set_x(vf, op, 2, base + offset);
}

/* --- unaligned streams
 * -------------------------------------------------------------------------------------------------
 */

/* What an align register holds of a stream: its last bytes, up to 31, each at its place in its
 * block of 32 bytes. A stream that goes on elsewhere than where the last one ended is a new one
 * (asc-devkit StoreUnAlign: with an empty register nothing before the address is written). */
struct held {
    uint64_t count;
    uint64_t end; /* UB address behind them; 0: nothing held, as after vector_align_init */
};

static struct held held_in(const vreg *align)
{
    return (struct held){align->u64[4], align->u64[5]};
}

void vf_stream_append(struct vf *vf, vreg *align, const vreg *src, uint64_t base, uint64_t count)
{
    if (count > VREG_BYTES) {
        vf_fault(vf, BELAY_KERNEL_BUG, "unaligned store of %llu bytes: a register has 256",
                 (unsigned long long)count);
        return;
    }
    struct held held = held_in(align);
    uint64_t before = held.end == base && held.count < BLOCK ? held.count : 0;
    uint64_t start = base - before;
    uint64_t end = base + count;
    uint64_t whole_end = end & ~(uint64_t)(BLOCK - 1);
    uint8_t stream[BLOCK + VREG_BYTES];
    memcpy(stream, align->u8 + (start & (BLOCK - 1)), before);
    memcpy(stream + before, src->u8, count);
    if (whole_end > start) {
        uint8_t *to = vf_ub(vf, start, whole_end - start, 1);
        if (to == NULL)
            return;
        memcpy(to, stream, whole_end - start);
        memcpy(align->u8, stream + (whole_end - start), end - whole_end);
        start = whole_end;
    } else {
        memcpy(align->u8 + (start & (BLOCK - 1)), stream, end - start);
    }
    align->u64[4] = end - start;
    align->u64[5] = end;
}

static void append_here(struct vf *vf, const struct isa_op *op)
{
    vreg src = *vf_reg(vf, op, 2);
    vf_stream_append(vf, vf_reg(vf, op, 0), &src, vf_x(vf, op, 3), vf_x(vf, op, 1));
}

static void append_post(struct vf *vf, const struct isa_op *op)
{
    uint64_t base = vf_x(vf, op, 3);
    uint64_t count = vf_x(vf, op, 1);
    append_here(vf, op);
    if ((op->imm & 1) == IMM_Post_UPDATE)
        vf_set_x(vf, op, 3, base + count);
}

/* A whole register at the base plus an address register, which then moves behind it. */
static void append_areg(struct vf *vf, const struct isa_op *op)
{
    uint32_t offset = (uint32_t)vf_x(vf, op, 1);
    vreg src = *vf_reg(vf, op, 2);
    vf_stream_append(vf, vf_reg(vf, op, 0), &src, vf_x(vf, op, 3) + offset, VREG_BYTES);
    if ((op->imm & 1) == IMM_Post_UPDATE)
        vf_set_x(vf, op, 1, offset + VREG_BYTES);
}

/* The bytes of the last squeeze that was STORED, behind those of the squeezes before it: AR is the
 * end of them. Without POST_UPDATE AR does not move. */
static void append_squeezed(struct vf *vf, const struct isa_op *op)
{
    vreg src = *vf_reg(vf, op, 1);
    uint64_t before = vf->ar - vf->squeezed;
    vf_stream_append(vf, vf_reg(vf, op, 0), &src, vf_x(vf, op, 2) + before, vf->squeezed);
    if ((op->imm & 1) == IMM_Post_NORMAL)
        vf->ar = before;
    vf->squeezed = 0;
}

/* Writes what the align register still holds of the stream that ends at `end`; given another end,
 * the bytes from the beginning of its block on. */
static void flush(struct vf *vf, const struct isa_op *op, uint64_t end)
{
    const vreg *align = vf_reg(vf, op, 0);
    struct held held = held_in(align);
    uint64_t count = held.end == 0 ? 0 : held.end == end ? held.count : end & (BLOCK - 1);
    uint8_t *to = vf_ub(vf, end - count, count, 1);
    if (to != NULL)
        memcpy(to, align->u8 + ((end - count) & (BLOCK - 1)), count);
}

static void flush_offset(struct vf *vf, const struct isa_op *op)
{
    flush(vf, op, vf_x(vf, op, 1) + vf_x(vf, op, 2));
}

static void flush_areg(struct vf *vf, const struct isa_op *op)
{
    flush(vf, op, vf_x(vf, op, 1) + (uint32_t)vf_x(vf, op, 2));
}

static void flush_squeezed(struct vf *vf, const struct isa_op *op)
{
    flush(vf, op, vf_x(vf, op, 1) + vf->ar);
}

/* With POST_UPDATE the stream ends at the base, which moves afterwards (asc-devkit
 * StoreUnAlignPost). */
static void flush_post(struct vf *vf, const struct isa_op *op)
{
    uint64_t base = vf_x(vf, op, 1);
    uint64_t moved = base + vf_x(vf, op, 2);
    bool update = (op->imm & 1) == IMM_Post_UPDATE;
    flush(vf, op, update ? base : moved);
    if (update)
        vf_set_x(vf, op, 1, moved);
}

/* A cleared align register begins a stream. */
VF_INSN_UNTYPED(vector_align_init)
{
    memset(vf_reg(vf, op, 0), 0, sizeof(vreg));
}

ALIGNED(vsts, store_offset)
ALIGNED(vsts_post, store_post)
ALIGNED(vsts2, store2_offset)
ALIGNED(vsts2_post, store2_post)
UNALIGNED(vstus, append_here)
UNALIGNED(vstus_post, append_post)
UNALIGNED(vstui, append_here)
UNALIGNED(vstui_post, append_post)
UNALIGNED(vstas, flush_offset)
UNALIGNED(vstas_post, flush_post)
ALIGNED(vst, store_areg)
ALIGNED(vst2, store2_areg)
UNALIGNED(vstu, append_areg)
UNALIGNED(vstur, append_squeezed)
UNALIGNED(vsta, flush_areg)
UNALIGNED(vstar, flush_squeezed)
