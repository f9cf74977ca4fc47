/* Special registers and the empty instruction of vector functions. */
#include "emu/vector/lanes.h"

enum { SPR_MASK = 127, POST_BIT = 7 };

static bool is_ar(struct vf *vf, const struct isa_op *op)
{
    if ((op->imm & SPR_MASK) == IMM_Spr_AR)
        return true;
    vf_fault(vf, BELAY_KERNEL_BUG, "%s: special register %u: a vector function reaches AR only",
             isa_rows[op->row].name, op->imm & SPR_MASK);
    return false;
}

VF_INSN_UNTYPED(sprclr)
{
    if (is_ar(vf, op))
        vf->ar = vf->squeezed = 0;
}

/* 32 bits; the offset is bytes. */
static void store_ar(struct vf *vf, const struct isa_op *op, uint64_t address)
{
    uint32_t ar = (uint32_t)vf->ar;
    uint8_t *to = is_ar(vf, op) ? vf_ub(vf, address, sizeof ar, sizeof ar) : NULL;
    if (to != NULL)
        memcpy(to, &ar, sizeof ar);
}

static void store_offset(struct vf *vf, const struct isa_op *op)
{
    store_ar(vf, op, vf_x(vf, op, 0) + (uint64_t)(int32_t)vf_x(vf, op, 1));
}

static void store_post(struct vf *vf, const struct isa_op *op)
{
    uint64_t base = vf_x(vf, op, 0);
    uint64_t moved = base + (uint64_t)(int32_t)vf_x(vf, op, 1);
    bool update = (op->imm >> POST_BIT) & 1;
    store_ar(vf, op, update ? base : moved);
    if (update)
        vf_set_x(vf, op, 0, moved);
}

#define BODY(name, type, function)                                                                 \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        function(vf, op);                                                                          \
    }
BODY(sprsti, u32, store_offset)
BODY(sprsts, u32, store_offset)
BODY(sprsti_post, u32, store_post)
BODY(sprsts_post, u32, store_post)

VF_INSN_UNTYPED(vnop)
{
    (void)vf;
    (void)op;
}
