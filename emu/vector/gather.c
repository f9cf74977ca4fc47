/* Loads and stores at places of their own: elements and blocks by index, blocks with a stride.
 * Rules: asc-devkit Reg Gather.md, GatherB.md, Scatter.md, LoadAlign and StoreAlign (not
 * contiguous); docs/numerics.md. Inactive elements and blocks are not accessed: their addresses may
 * be anything. */
#include "emu/vector/lanes.h"

enum { BLOCK = 32, BLOCKS = VREG_BYTES / BLOCK };

static bool is_base_aligned(struct vf *vf, uint64_t base)
{
    return vf_ub(vf, base, 0, BLOCK) != NULL;
}

/* --- elements
 * ------------------------------------------------------------------------------------------- */

/* How an element is gathered or scattered. */
struct element_access {
    unsigned lanes, lane; /* of the register, and bytes of one: the mask counts these */
    unsigned size;        /* bytes in UB; the rest of the lane is 0 */
    unsigned index;       /* bytes of an index */
};

static uint64_t index_of(const vreg *index, unsigned i, unsigned size)
{
    return size == 2 ? index->u16[i] : index->u32[i];
}

/* The element at index 0, when all active ones are inside UB; NULL after a fault. */
static uint8_t *elements(struct vf *vf, uint64_t base, const vreg *index, const vreg *mask,
                         struct element_access a)
{
    uint64_t most = 0;
    bool any = false;
    for (unsigned i = 0; i < a.lanes; i++)
        if (mask_bit(mask, i * a.lane)) {
            uint64_t at = index_of(index, i, a.index);
            most = at > most ? at : most;
            any = true;
        }
    if (!is_base_aligned(vf, base) || (any && vf_ub(vf, base + most * a.size, a.size, 1) == NULL))
        return NULL;
    return vf->ub + base;
}

static inline __attribute__((always_inline)) void gather_lanes(vreg *r, const uint8_t *from,
                                                               const vreg *index, const vreg *mask,
                                                               struct element_access a)
{
    for (unsigned i = 0; i < a.lanes; i++) {
        if (!mask_bit(mask, i * a.lane))
            continue;
        uint32_t element = 0;
        memcpy(&element, from + index_of(index, i, a.index) * a.size, a.size);
        memcpy(r->u8 + i * a.lane, &element, a.lane);
    }
}

static inline __attribute__((always_inline)) void gather(struct vf *vf, const struct isa_op *op,
                                                         struct element_access a, bool merging)
{
    const vreg *index = vf_reg(vf, op, 2);
    const vreg *mask = vf_reg(vf, op, 3);
    const uint8_t *from = elements(vf, vf_x(vf, op, 1), index, mask, a);
    vreg r;
    if (from == NULL)
        return;
    if (merging)
        r = *vf_reg(vf, op, 0);
    else
        memset(&r, 0, sizeof r);
    gather_lanes(&r, from, index, mask, a);
    *vf_reg(vf, op, 0) = r;
}

/* Of two elements with one place the one of the lower lane stays: they are written from the highest
 * lane down. */
static inline __attribute__((always_inline)) void scatter(struct vf *vf, const struct isa_op *op,
                                                          struct element_access a)
{
    const vreg *src = vf_reg(vf, op, 0);
    const vreg *index = vf_reg(vf, op, 2);
    const vreg *mask = vf_reg(vf, op, 3);
    uint8_t *to = elements(vf, vf_x(vf, op, 1), index, mask, a);
    if (to == NULL)
        return;
    for (unsigned i = a.lanes; i-- > 0;)
        if (mask_bit(mask, i * a.lane))
            memcpy(to + index_of(index, i, a.index) * a.size, src->u8 + i * a.lane, a.size);
}

static const struct element_access of_b32 = {LANES_B32, 4, 4, 4};
static const struct element_access of_b16 = {LANES_B16, 2, 2, 2};
static const struct element_access of_b8 = {LANES_B16, 2, 1, 2}; /* in lanes of 16 bits */
/* vgather2_bc: 16 bits in lanes of 32 */
static const struct element_access of_b16_by_u32 = {LANES_B32, 4, 2, 4};

#define GATHER(name, type, access)                                                                 \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        gather(vf, op, access, vf_merges(op));                                                     \
    }
#define GATHER_BY_U32(name, type, access)                                                          \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        gather(vf, op, access, false);                                                             \
    }
#define SCATTER(name, type, access)                                                                \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        scatter(vf, op, access);                                                                   \
    }
GATHER(vgather2, f32, of_b32)
GATHER(vgather2, f16, of_b16)
GATHER(vgather2, bf16, of_b16)
GATHER(vgather2, s32, of_b32)
GATHER(vgather2, u32, of_b32)
GATHER(vgather2, s16, of_b16)
GATHER(vgather2, u16, of_b16)
GATHER(vgather2, u16_u8, of_b8)
GATHER(vgather2, s16_s8, of_b8)
GATHER(vgather2, e4m3, of_b8)
GATHER(vgather2, e5m2, of_b8)
GATHER(vgather2, e8m0, of_b8)
GATHER_BY_U32(vgather2_bc, f32, of_b32)
GATHER_BY_U32(vgather2_bc, f16, of_b16_by_u32)
GATHER_BY_U32(vgather2_bc, bf16, of_b16_by_u32)
GATHER_BY_U32(vgather2_bc, s32, of_b32)
GATHER_BY_U32(vgather2_bc, u32, of_b32)
GATHER_BY_U32(vgather2_bc, s16, of_b16_by_u32)
GATHER_BY_U32(vgather2_bc, u16, of_b16_by_u32)
SCATTER(vscatter, f32, of_b32)
SCATTER(vscatter, f16, of_b16)
SCATTER(vscatter, bf16, of_b16)
SCATTER(vscatter, s32, of_b32)
SCATTER(vscatter, u32, of_b32)
SCATTER(vscatter, s16, of_b16)
SCATTER(vscatter, u16, of_b16)
SCATTER(vscatter, s8, of_b8)
SCATTER(vscatter, u8, of_b8)
SCATTER(vscatter, e4m3, of_b8)
SCATTER(vscatter, e5m2, of_b8)
SCATTER(vscatter, e8m0, of_b8)

/* --- blocks of 32 bytes
 * ----------------------------------------------------------------------------------------- */

/* A block is active when any of its elements is. */
static bool is_block_active(const vreg *mask, unsigned block, unsigned size)
{
    uint32_t bits;
    uint32_t wanted = size == 1   ? UINT32_MAX
                      : size == 2 ? 0x55555555
                      : size == 4 ? 0x11111111
                                  : 0x01010101;
    memcpy(&bits, mask->u8 + block * sizeof bits, sizeof bits);
    return (bits & wanted) != 0;
}

/* One block into r; false after a fault. */
static bool load_block(struct vf *vf, vreg *r, unsigned block, uint64_t address)
{
    const uint8_t *from = vf_ub(vf, address, BLOCK, BLOCK);
    if (from == NULL)
        return false;
    memcpy(r->u8 + block * BLOCK, from, BLOCK);
    return true;
}

/* Byte offsets in the first eight lanes of the index. */
static void gather_blocks(struct vf *vf, const struct isa_op *op, const vreg *mask, unsigned size)
{
    uint64_t base = vf_x(vf, op, 1);
    const vreg *index = vf_reg(vf, op, 2);
    vreg r;
    memset(&r, 0, sizeof r);
    for (unsigned b = 0; b < BLOCKS; b++)
        if ((mask == NULL || is_block_active(mask, b, size)) &&
            !load_block(vf, &r, b, base + index->u32[b]))
            return;
    *vf_reg(vf, op, 0) = r;
}

/* The config word: block stride in the upper half, repeat stride in the lower, in blocks. The
 * access is at the base plus the repeat stride, or at the base, which then moves by it. */
struct strides {
    uint64_t at, block, moved;
};

static struct strides strides_of(uint64_t base, uint64_t config, bool update)
{
    uint64_t moved = base + (config & 0xffff) * BLOCK;
    return (struct strides){update ? base : moved, (config >> 16 & 0xffff) * BLOCK, moved};
}

static void load_strided(struct vf *vf, const struct isa_op *op, unsigned size, bool update)
{
    struct strides s = strides_of(vf_x(vf, op, 1), vf_x(vf, op, 2), update);
    const vreg *mask = vf_reg(vf, op, 3);
    vreg r;
    memset(&r, 0, sizeof r);
    for (unsigned b = 0; b < BLOCKS; b++)
        if (is_block_active(mask, b, size) && !load_block(vf, &r, b, s.at + b * s.block))
            return;
    *vf_reg(vf, op, 0) = r;
    if (update)
        vf_set_x(vf, op, 1, s.moved);
}

/* Of an active block the active elements are written. */
static void store_strided(struct vf *vf, const struct isa_op *op, unsigned size, bool update)
{
    struct strides s = strides_of(vf_x(vf, op, 1), vf_x(vf, op, 2), update);
    const vreg *mask = vf_reg(vf, op, 3);
    const vreg *src = vf_reg(vf, op, 0);
    for (unsigned b = 0; b < BLOCKS; b++) {
        if (!is_block_active(mask, b, size))
            continue;
        uint8_t *to = vf_ub(vf, s.at + b * s.block, BLOCK, BLOCK);
        if (to == NULL)
            return;
        for (unsigned at = 0; at < BLOCK; at += size)
            if (mask_bit(mask, b * BLOCK + at))
                memcpy(to + at, src->u8 + b * BLOCK + at, size);
    }
    if (update)
        vf_set_x(vf, op, 1, s.moved);
}

static bool updates(const struct isa_op *op)
{
    return (op->imm & 1) == IMM_Post_UPDATE;
}

#define BODY(name, type, call)                                                                     \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        call;                                                                                      \
    }
#define FOR_TYPES(MACRO, name)                                                                     \
    MACRO(name, f32, 4)                                                                            \
    MACRO(name, f16, 2)                                                                            \
    MACRO(name, bf16, 2)                                                                           \
    MACRO(name, s32, 4)                                                                            \
    MACRO(name, u32, 4)                                                                            \
    MACRO(name, s16, 2)                                                                            \
    MACRO(name, u16, 2)                                                                            \
    MACRO(name, s8, 1)                                                                             \
    MACRO(name, u8, 1)                                                                             \
    MACRO(name, s64, 8)                                                                            \
    MACRO(name, hif8, 1)                                                                           \
    MACRO(name, e4m3, 1)                                                                           \
    MACRO(name, e5m2, 1)                                                                           \
    MACRO(name, e8m0, 1)                                                                           \
    MACRO(name, e2m1x2, 1)                                                                         \
    MACRO(name, e1m2x2, 1)
#define BLOCKS_BY_INDEX(name, type, size) BODY(name, type, gather_blocks(vf, op, NULL, size))
#define ACTIVE_BY_INDEX(name, type, size)                                                          \
    BODY(name, type, gather_blocks(vf, op, vf_reg(vf, op, 3), size))
#define LOAD_STRIDED(name, type, size) BODY(name, type, load_strided(vf, op, size, false))
#define LOAD_STRIDED_POST(name, type, size)                                                        \
    BODY(name, type, load_strided(vf, op, size, updates(op)))
#define STORE_STRIDED(name, type, size) BODY(name, type, store_strided(vf, op, size, false))
#define STORE_STRIDED_POST(name, type, size)                                                       \
    BODY(name, type, store_strided(vf, op, size, updates(op)))
#define EVERY_TYPE(name, MACRO) FOR_TYPES(MACRO, name)

EVERY_TYPE(vgatherb, BLOCKS_BY_INDEX)
BLOCKS_BY_INDEX(vgatherb, u64, 8)
EVERY_TYPE(vgatherb_mask, ACTIVE_BY_INDEX)
ACTIVE_BY_INDEX(vgatherb_mask, u64, 8)
EVERY_TYPE(vsldb, LOAD_STRIDED)
EVERY_TYPE(vsldb_post, LOAD_STRIDED_POST)
EVERY_TYPE(vsstb, STORE_STRIDED)
EVERY_TYPE(vsstb_post, STORE_STRIDED_POST)
