/* Masks. Rules: asc-devkit docs C-API reg (asc_create_mask, asc_update_mask) and docs/numerics.md.
 */
#include "emu/vector/lanes.h"

/* The first `count` elements of `size` bytes active. */
static void set_first(vreg *mask, uint64_t count, unsigned size)
{
    uint64_t bits[4];
    for (unsigned i = 0; i < 4; i++) {
        uint64_t before = 64ULL * i;
        bits[i] = count <= before        ? 0
                  : count - before >= 64 ? UINT64_MAX
                                         : (1ULL << (count - before)) - 1;
    }
    mask_from_bits(mask, bits, size);
}

/* Every lane whose index is a multiple of `step`. */
static void set_multiples(vreg *mask, unsigned step, unsigned size)
{
    uint64_t bits[4] = {0, 0, 0, 0};
    for (unsigned i = 0; i < VREG_BYTES / size; i += step)
        bits[i >> 6] |= 1ULL << (i & 63);
    mask_from_bits(mask, bits, size);
}

static void set_pattern(struct vf *vf, const struct isa_op *op, unsigned size)
{
    static const uint16_t counts[] = {
        [IMM_Pat_VL1] = 1,   [IMM_Pat_VL2] = 2,   [IMM_Pat_VL3] = 3,
        [IMM_Pat_VL4] = 4,   [IMM_Pat_VL8] = 8,   [IMM_Pat_VL16] = 16,
        [IMM_Pat_VL32] = 32, [IMM_Pat_VL64] = 64, [IMM_Pat_VL128] = 128};
    unsigned pattern = op->imm & 15;
    unsigned lanes = VREG_BYTES / size;
    vreg *mask = vf_reg(vf, op, 0);
    switch (pattern) {
    case IMM_Pat_ALL:
        set_first(mask, lanes, size);
        break;
    case IMM_Pat_M3:
        set_multiples(mask, 3, size);
        break;
    case IMM_Pat_M4:
        set_multiples(mask, 4, size);
        break;
    case IMM_Pat_H: /* the lowest half, quarter: Huawei's text says lowest, other texts highest */
        set_first(mask, lanes / 2, size);
        break;
    case IMM_Pat_Q:
        set_first(mask, lanes / 4, size);
        break;
    case IMM_Pat_ALLF:
        set_first(mask, 0, size);
        break;
    default:
        if (pattern >= sizeof counts / sizeof *counts)
            vf_fault(vf, BELAY_KERNEL_BUG, "mask pattern %u does not exist", pattern);
        else
            set_first(mask, counts[pattern] < lanes ? counts[pattern] : lanes, size);
    }
}

#define PATTERN(name, type, size)                                                                  \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        set_pattern(vf, op, size);                                                                 \
    }
PATTERN(pset, b8, 1)
PATTERN(pset, b16, 2)
PATTERN(pset, b32, 4)
PATTERN(pge, b8, 1)
PATTERN(pge, b16, 2)
PATTERN(pge, b32, 4)

/* The first `count` lanes; with POST_UPDATE the count goes down by the lanes of a register, not
 * below 0. */
static void less_than(struct vf *vf, const struct isa_op *op, unsigned size)
{
    uint32_t count = (uint32_t)vf_x(vf, op, 1);
    uint32_t lanes = VREG_BYTES / size;
    set_first(vf_reg(vf, op, 0), count, size);
    if ((op->imm & 1) == IMM_Post_UPDATE)
        vf_set_x(vf, op, 1, count > lanes ? count - lanes : 0);
}

#define LESS_THAN(name, type, size)                                                                \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        less_than(vf, op, size);                                                                   \
    }
LESS_THAN(plt, b8, 1)
LESS_THAN(plt, b16, 2)
LESS_THAN(plt, b32, 4)

/* Bits inactive in the governing mask become 0. */
#define LOGIC(name, governing, expression)                                                         \
    VF_INSN_UNTYPED(name)                                                                          \
    {                                                                                              \
        const vreg *a = vf_reg(vf, op, 1);                                                         \
        const vreg *b = vf_reg(vf, op, 2);                                                         \
        const vreg *m = vf_reg(vf, op, governing);                                                 \
        (void)b;                                                                                   \
        vreg r;                                                                                    \
        memset(&r, 0, sizeof r);                                                                   \
        for (int i = 0; i < MASK_BYTES / 8; i++)                                                   \
            r.u64[i] = expression;                                                                 \
        *vf_reg(vf, op, 0) = r;                                                                    \
    }
LOGIC(pand, 3, a->u64[i] & b->u64[i] & m->u64[i])
LOGIC(por, 3, (a->u64[i] | b->u64[i]) & m->u64[i])
LOGIC(pxor, 3, (a->u64[i] ^ b->u64[i]) & m->u64[i])
LOGIC(psel, 3, (a->u64[i] & m->u64[i]) | (b->u64[i] & ~m->u64[i]))
LOGIC(pnot, 2, ~a->u64[i] & m->u64[i])
LOGIC(pmov, 2, a->u64[i] & m->u64[i])
LOGIC(pmov_all, 1, a->u64[i] & m->u64[i])
