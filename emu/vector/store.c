/* Stores of vector functions. Distributions: docs/isa.md (enum DistVST), rules asc-devkit docs C-API
 * reg_store and docs/numerics.md. */
#include "emu/vector/lanes.h"

enum { BLOCK = 32, DIST_MASK = 15, POST_BIT_ST = 4 };

/* --- one source -------------------------------------------------------------------------------------------------- */

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
    /* Bytes of inactive elements are not touched, nor need they exist. */
    unsigned lanes = VREG_BYTES / size;
    unsigned end = 0;
    for (unsigned i = 0; i < lanes; i++)
        if (mask_bit(mask, i * size))
            end = (i + 1) * size;
    uint8_t *to = vf_ub(vf, address, end, BLOCK);
    if (to == NULL)
        return;
    for (unsigned i = 0; i < end / size; i++)
        if (mask_bit(mask, i * size))
            memcpy(to + i * size, src->u8 + i * size, size);
}

/* The low `part` bytes of every active element of `size` bytes, packed; an inactive element leaves
 * its packed place as it is. */
static void store_packed(struct vf *vf, const vreg *src, const vreg *mask, uint64_t address,
                         unsigned size, unsigned part)
{
    unsigned lanes = VREG_BYTES / size;
    uint8_t *to = vf_ub(vf, address, (uint64_t)lanes * part, BLOCK);
    if (to == NULL)
        return;
    for (unsigned i = 0; i < lanes; i++)
        if (mask_bit(mask, i * size))
            memcpy(to + i * part, src->u8 + i * size, part);
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

static void store_post(struct vf *vf, const struct isa_op *op)
{
    uint64_t base = vf_x(vf, op, 1);
    uint64_t offset = vf_x(vf, op, 2);
    bool update = (op->imm >> POST_BIT_ST) & 1;
    store(vf, op, update ? base : base + offset);
    if (update)
        vf_set_x(vf, op, 1, base + offset);
}

/* --- two sources, interleaved; the mask is ignored ------------------------------------------------------------------ */

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

static void store2_post(struct vf *vf, const struct isa_op *op)
{
    uint64_t base = vf_x(vf, op, 2);
    uint64_t offset = vf_x(vf, op, 3);
    bool update = (op->imm >> POST_BIT_ST) & 1;
    store2(vf, op, update ? base : base + offset);
    if (update)
        vf_set_x(vf, op, 2, base + offset);
}

/* --- unaligned streams ------------------------------------------------------------------------------------------------- */

/* Appends `count` bytes of src to the stream at base: whole blocks are written, the rest stays in the
 * align register, whose first base % 32 bytes are the stream's before. */
static void append(struct vf *vf, vreg *align, const vreg *src, uint64_t base, uint64_t count)
{
    unsigned offset = (unsigned)(base & (BLOCK - 1));
    if (count > VREG_BYTES) {
        vf_fault(vf, BELAY_KERNEL_BUG, "unaligned store of %llu bytes: a register has 256",
                 (unsigned long long)count);
        return;
    }
    uint8_t stream[BLOCK + VREG_BYTES];
    memcpy(stream, align->u8, offset);
    memcpy(stream + offset, src->u8, count);
    uint64_t total = offset + count;
    uint64_t whole = total / BLOCK * BLOCK;
    uint8_t *to = vf_ub(vf, base - offset, whole, BLOCK);
    if (to == NULL)
        return;
    memcpy(to, stream, whole);
    memcpy(align->u8, stream + whole, total - whole);
}

static void append_here(struct vf *vf, const struct isa_op *op)
{
    vreg src = *vf_reg(vf, op, 2);
    append(vf, vf_reg(vf, op, 0), &src, vf_x(vf, op, 3), vf_x(vf, op, 1));
}

static void append_post(struct vf *vf, const struct isa_op *op)
{
    uint64_t base = vf_x(vf, op, 3);
    uint64_t count = vf_x(vf, op, 1);
    append_here(vf, op);
    vf_set_x(vf, op, 3, base + count);
}

/* Writes what the align register still holds: the bytes from the block's beginning up to the end of
 * the stream, which is base + offset. */
static void flush(struct vf *vf, const struct isa_op *op, uint64_t end)
{
    unsigned rest = (unsigned)(end & (BLOCK - 1));
    uint8_t *to = vf_ub(vf, end - rest, rest, BLOCK);
    if (to != NULL)
        memcpy(to, vf_reg(vf, op, 0)->u8, rest);
}

static void flush_offset(struct vf *vf, const struct isa_op *op)
{
    flush(vf, op, vf_x(vf, op, 1) + vf_x(vf, op, 2));
}

static void flush_post(struct vf *vf, const struct isa_op *op)
{
    uint64_t end = vf_x(vf, op, 1) + vf_x(vf, op, 2);
    flush(vf, op, end);
    vf_set_x(vf, op, 1, end);
}

/* A cleared align register begins a stream. */
VF_INSN_UNTYPED(vector_align_init)
{
    memset(vf_reg(vf, op, 0), 0, sizeof(vreg));
}

#define SAME(name, type, function)                                                                 \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        function(vf, op);                                                                          \
    }
#define NARROW_TYPES(MACRO, name, function)                                                        \
    MACRO(name, f32, function)                                                                     \
    MACRO(name, f16, function)                                                                     \
    MACRO(name, bf16, function)                                                                    \
    MACRO(name, s32, function)                                                                     \
    MACRO(name, u32, function)                                                                     \
    MACRO(name, s16, function)                                                                     \
    MACRO(name, u16, function)                                                                     \
    MACRO(name, s8, function)                                                                      \
    MACRO(name, u8, function)                                                                      \
    MACRO(name, s64, function)                                                                     \
    MACRO(name, hif8, function)                                                                    \
    MACRO(name, e4m3, function)                                                                    \
    MACRO(name, e5m2, function)                                                                    \
    MACRO(name, e8m0, function)                                                                    \
    MACRO(name, e2m1x2, function)                                                                  \
    MACRO(name, e1m2x2, function)
#define STORE(name, function)                                                                      \
    NARROW_TYPES(SAME, name, function)                                                             \
    SAME(name, u64, function)
#define STORE_UNALIGNED(name, function) NARROW_TYPES(SAME, name, function)

STORE(vsts, store_offset)
STORE(vsts_post, store_post)
STORE(vsts2, store2_offset)
STORE(vsts2_post, store2_post)
STORE_UNALIGNED(vstus, append_here)
STORE_UNALIGNED(vstus_post, append_post)
STORE_UNALIGNED(vstui, append_here)
STORE_UNALIGNED(vstui_post, append_post)
STORE_UNALIGNED(vstas, flush_offset)
STORE_UNALIGNED(vstas_post, flush_post)
