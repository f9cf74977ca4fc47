/* Loads of vector functions. Distributions: docs/isa.md (enum Dist), rules asc-devkit docs C-API
 * vector_datamove and docs/numerics.md; the width is part of the distribution, so one body serves
 * every type. */
#include "emu/vector/any_type.h"
#include "emu/vector/lanes.h"

enum { BLOCK = 32, POST_BIT_LD = 5, DIST_MASK = 31 };

/* --- one destination
 * --------------------------------------------------------------------------------------------- */

static void broadcast(vreg *r, const uint8_t *from, unsigned size)
{
    for (unsigned i = 0; i < VREG_BYTES; i += size)
        memcpy(r->u8 + i, from, size);
}

/* Each element of `size` bytes `times` times. */
static void repeat_elements(vreg *r, const uint8_t *from, unsigned size, unsigned times)
{
    for (unsigned i = 0; i < VREG_BYTES / size; i++)
        memcpy(r->u8 + i * size, from + i / times * size, size);
}

/* Every `step`-th element. */
static void pick_elements(vreg *r, const uint8_t *from, unsigned size, unsigned step)
{
    for (unsigned i = 0; i < VREG_BYTES / size; i++)
        memcpy(r->u8 + i * size, from + i * step * size, size);
}

/* Elements of `size` bytes widened with zeros. */
static void widen(vreg *r, const uint8_t *from, unsigned size, unsigned times)
{
    memset(r, 0, sizeof *r);
    for (unsigned i = 0; i < VREG_BYTES / (size * times); i++)
        memcpy(r->u8 + i * size * times, from + i * size, size);
}

struct distribution {
    uint16_t bytes; /* read from UB */
    uint8_t align;
    uint8_t size; /* of the element that is spread */
    enum { D_COPY, D_BROADCAST, D_REPEAT, D_PICK, D_WIDEN, D_BLOCKS } how;
    uint8_t factor;
};

static const struct distribution distributions[] = {
    [IMM_Dist_NORM] = {256, BLOCK, 1, D_COPY, 1},
    [IMM_Dist_BRC_B8] = {1, 1, 1, D_BROADCAST, 1},
    [IMM_Dist_BRC_B16] = {2, 2, 2, D_BROADCAST, 1},
    [IMM_Dist_BRC_B32] = {4, 4, 4, D_BROADCAST, 1},
    [IMM_Dist_US_B8] = {128, BLOCK, 1, D_REPEAT, 2},
    [IMM_Dist_US_B16] = {128, BLOCK, 2, D_REPEAT, 2},
    [IMM_Dist_DS_B8] = {512, BLOCK, 1, D_PICK, 2},
    [IMM_Dist_DS_B16] = {512, BLOCK, 2, D_PICK, 2},
    [IMM_Dist_UNPK_B8] = {128, BLOCK, 1, D_WIDEN, 2},
    [IMM_Dist_UNPK_B16] = {128, BLOCK, 2, D_WIDEN, 2},
    [IMM_Dist_UNPK_B32] = {128, BLOCK, 4, D_WIDEN, 2},
    [IMM_Dist_UNPK4_B8] = {64, BLOCK, 1, D_WIDEN, 4},
    [IMM_Dist_BLK] = {32, BLOCK, 32, D_BROADCAST, 1},
    [IMM_Dist_E2B_B16] = {16, 16, 2, D_REPEAT, 16}, /* element k over the k-th block of 32 bytes */
    [IMM_Dist_E2B_B32] = {32, BLOCK, 4, D_REPEAT, 8},
    [IMM_Dist_SPLT4CHN_B8] = {0, 0, 0, D_COPY, 0},
};

static void spread(vreg *r, const uint8_t *from, const struct distribution *d)
{
    switch (d->how) {
    case D_BROADCAST:
        broadcast(r, from, d->size);
        break;
    case D_REPEAT:
        repeat_elements(r, from, d->size, d->factor);
        break;
    case D_PICK:
        pick_elements(r, from, d->size, d->factor);
        break;
    case D_WIDEN:
        widen(r, from, d->size, d->factor);
        break;
    default:
        memcpy(r, from, VREG_BYTES);
    }
}

static void load(struct vf *vf, const struct isa_op *op, vreg *dst, uint64_t address)
{
    unsigned dist = op->imm & DIST_MASK;
    if (dist == IMM_Dist_NORM) {
        const uint8_t *from = vf_ub(vf, address, VREG_BYTES, BLOCK);
        if (from != NULL)
            memcpy(dst, from, VREG_BYTES);
        return;
    }
    const struct distribution *d =
        dist < sizeof distributions / sizeof *distributions ? &distributions[dist] : NULL;
    if (d == NULL || d->bytes == 0) {
        vf_fault(vf, BELAY_UNSUPPORTED, "%s: distribution %u is not supported yet",
                 isa_rows[op->row].name, dist);
        return;
    }
    const uint8_t *from = vf_ub(vf, address, d->bytes, d->align);
    if (from != NULL)
        spread(dst, from, d);
}

static void load_offset(struct vf *vf, const struct isa_op *op)
{
    load(vf, op, vf_reg(vf, op, 0), vf_x(vf, op, 1) + vf_x(vf, op, 2));
}

/* Post-update: the access is at the base, which then moves by the offset (POST_UPDATE), or stays
 * while the offset counts as in the plain form. */
static void load_post(struct vf *vf, const struct isa_op *op)
{
    uint64_t base = vf_x(vf, op, 1);
    uint64_t offset = vf_x(vf, op, 2);
    bool update = (op->imm >> POST_BIT_LD) & 1;
    load(vf, op, vf_reg(vf, op, 0), update ? base : base + offset);
    if (update)
        vf_set_x(vf, op, 1, base + offset);
}

/* With an address register: it holds a byte offset of 32 bits. */
static void load_areg(struct vf *vf, const struct isa_op *op)
{
    load(vf, op, vf_reg(vf, op, 0), vf_x(vf, op, 1) + (uint32_t)vf_x(vf, op, 2));
}

/* --- two destinations
 * ------------------------------------------------------------------------------------------------
 */

static unsigned interleave_size(unsigned dist)
{
    switch (dist) {
    case IMM_Dist_DINTLV_B8:
        return 1;
    case IMM_Dist_DINTLV_B16:
        return 2;
    case IMM_Dist_DINTLV_B32:
        return 4;
    case IMM_Dist_BDINTLV:
        return BLOCK;
    default:
        return 0;
    }
}

/* Even elements (or blocks) to the first destination, odd ones to the second. */
static void load2(struct vf *vf, const struct isa_op *op, uint64_t address)
{
    unsigned size = interleave_size(op->imm & DIST_MASK);
    if (size == 0) {
        vf_fault(vf, BELAY_UNSUPPORTED, "%s: distribution %u is not one of two destinations",
                 isa_rows[op->row].name, op->imm & DIST_MASK);
        return;
    }
    const uint8_t *from = vf_ub(vf, address, 2 * VREG_BYTES, BLOCK);
    if (from == NULL)
        return;
    vreg even;
    vreg odd;
    pick_elements(&even, from, size, 2);
    pick_elements(&odd, from + size, size, 2);
    *vf_reg(vf, op, 0) = even;
    *vf_reg(vf, op, 1) = odd;
}

static void load2_offset(struct vf *vf, const struct isa_op *op)
{
    load2(vf, op, vf_x(vf, op, 2) + vf_x(vf, op, 3));
}

static void load2_areg(struct vf *vf, const struct isa_op *op)
{
    load2(vf, op, vf_x(vf, op, 2) + (uint32_t)vf_x(vf, op, 3));
}

static void load2_post(struct vf *vf, const struct isa_op *op)
{
    uint64_t base = vf_x(vf, op, 2);
    uint64_t offset = vf_x(vf, op, 3);
    bool update = (op->imm >> POST_BIT_LD) & 1;
    load2(vf, op, update ? base : base + offset);
    if (update)
        vf_set_x(vf, op, 2, base + offset);
}

/* --- unaligned streams
 * -------------------------------------------------------------------------------------------------
 */

/* The align register takes the block of 32 bytes that holds `address`; past the end of UB it keeps
 * what it has. */
static void keep_block(struct vf *vf, vreg *align, uint64_t address)
{
    uint64_t block = address & ~(uint64_t)(BLOCK - 1);
    if (block < vf->ub_size)
        memcpy(align, vf->ub + block, vf->ub_size - block < BLOCK ? vf->ub_size - block : BLOCK);
}

static void load_align_at(struct vf *vf, const struct isa_op *op, uint64_t address)
{
    uint64_t block = address & ~(uint64_t)(BLOCK - 1);
    if (vf_ub(vf, block, BLOCK, 1) != NULL)
        keep_block(vf, vf_reg(vf, op, 0), block);
}

static void load_align(struct vf *vf, const struct isa_op *op)
{
    load_align_at(vf, op, vf_x(vf, op, 1));
}

static void load_align_areg(struct vf *vf, const struct isa_op *op)
{
    load_align_at(vf, op, vf_x(vf, op, 1) + (uint32_t)vf_x(vf, op, 2));
}

/* 256 bytes from base on: the part of the first block out of the align register, the rest from
 * memory; then the align register holds the block in which the stream goes on at `next`. */
static bool load_unaligned(struct vf *vf, const struct isa_op *op, uint64_t base, uint64_t next)
{
    unsigned offset = (unsigned)(base & (BLOCK - 1));
    unsigned kept = offset == 0 ? 0 : BLOCK - offset;
    vreg *align = vf_reg(vf, op, 1);
    const uint8_t *from = vf_ub(vf, base + kept, VREG_BYTES - kept, 1);
    if (from == NULL)
        return false;
    vreg r;
    memcpy(r.u8, align->u8 + offset, kept);
    memcpy(r.u8 + kept, from, VREG_BYTES - kept);
    keep_block(vf, align, next);
    *vf_reg(vf, op, 0) = r;
    return true;
}

static void load_unaligned_here(struct vf *vf, const struct isa_op *op)
{
    uint64_t base = vf_x(vf, op, 2);
    load_unaligned(vf, op, base, base + VREG_BYTES);
}

/* The base moves by the count, which may be less than a register. */
static void load_unaligned_post(struct vf *vf, const struct isa_op *op)
{
    uint64_t next = vf_x(vf, op, 2) + vf_x(vf, op, 3);
    if ((op->imm & 1) == IMM_Post_NORMAL)
        load_unaligned_here(vf, op);
    else if (load_unaligned(vf, op, vf_x(vf, op, 2), next))
        vf_set_x(vf, op, 2, next);
}

/* The address register moves by the count. */
static void load_unaligned_areg(struct vf *vf, const struct isa_op *op)
{
    uint32_t offset = (uint32_t)vf_x(vf, op, 2);
    uint32_t moved = offset + (uint32_t)vf_x(vf, op, 4);
    uint64_t base = vf_x(vf, op, 3);
    if (load_unaligned(vf, op, base + offset, base + moved))
        vf_set_x(vf, op, 2, moved);
}

ALIGNED(vlds, load_offset)
ALIGNED(vlds_post, load_post)
ALIGNED(vlds2, load2_offset)
ALIGNED(vlds2_post, load2_post)
UNALIGNED(vldas, load_align)
UNALIGNED(vldus, load_unaligned_here)
UNALIGNED(vldus_post, load_unaligned_post)
UNALIGNED(vldui, load_unaligned_here)
UNALIGNED(vldui_post, load_unaligned_post)
ALIGNED(vld, load_areg)
ALIGNED(vld2, load2_areg)
UNALIGNED(vlda, load_align_areg)
UNALIGNED(vldu, load_unaligned_areg)
