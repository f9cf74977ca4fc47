/* Moves and fills of vector functions. */
#include "emu/vector/lanes.h"

#define MOVE(name, type, size)                                                                     \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        vreg r = *vf_reg(vf, op, 1);                                                               \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 2), size, vf_merges(op));                   \
    }
#define MOVE_ALL(name, type)                                                                       \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        vreg r = *vf_reg(vf, op, 1);                                                               \
        *vf_reg(vf, op, 0) = r;                                                                    \
    }

/* The lowest (0) or highest (1) element to all lanes: pos is imm bit 2. */
enum { POS_BIT = 2 };
#define DUP_LANE(name, type, member, size)                                                         \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        const vreg *src = vf_reg(vf, op, 1);                                                       \
        int last = VREG_BYTES / (size)-1;                                                          \
        vreg r;                                                                                    \
        for (int i = 0; i <= last; i++)                                                            \
            r.member[i] = src->member[(op->imm >> POS_BIT) & 1 ? last : 0];                        \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 2), size, vf_merges(op));                   \
    }

#define DUP(name, type, size, fill, value)                                                         \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        vreg r;                                                                                    \
        fill(&r, value);                                                                           \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 2), size, vf_merges(op));                   \
    }
#define BROADCAST(name, type, fill, value)                                                         \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        fill(vf_reg(vf, op, 0), value);                                                            \
    }

static uint32_t f32_bits(const struct vf *vf, const struct isa_op *op)
{
    return (uint32_t)vf->hart.f[op->r[1]];
}

#define X32 (uint32_t) vf_x(vf, op, 1)
#define X16 (uint16_t) vf_x(vf, op, 1)
#define X8  (uint8_t) vf_x(vf, op, 1)

MOVE(vmov, f32, 4)
MOVE(vmov, f16, 2)
MOVE(vmov, bf16, 2)
MOVE(vmov, s32, 4)
MOVE(vmov, u32, 4)
MOVE(vmov, s16, 2)
MOVE(vmov, u16, 2)
MOVE(vmov, s8, 1)
MOVE(vmov, u8, 1)
MOVE(vmov, s64, 8)
MOVE(vmov, e4m3, 1)
MOVE(vmov, e5m2, 1)
MOVE(vmov, e8m0, 1)
MOVE_ALL(vmov_all, f32)
MOVE_ALL(vmov_all, f16)
MOVE_ALL(vmov_all, bf16)
MOVE_ALL(vmov_all, s32)
MOVE_ALL(vmov_all, u32)
MOVE_ALL(vmov_all, s16)
MOVE_ALL(vmov_all, u16)
MOVE_ALL(vmov_all, s8)
MOVE_ALL(vmov_all, u8)
MOVE_ALL(vmov_all, s64)
MOVE_ALL(vmov_all, e4m3)
MOVE_ALL(vmov_all, e5m2)
MOVE_ALL(vmov_all, e8m0)
DUP_LANE(vdup_lane, f32, u32, 4)
DUP_LANE(vdup_lane, f16, u16, 2)
DUP_LANE(vdup_lane, bf16, u16, 2)
DUP_LANE(vdup_lane, s32, u32, 4)
DUP_LANE(vdup_lane, u32, u32, 4)
DUP_LANE(vdup_lane, s16, u16, 2)
DUP_LANE(vdup_lane, u16, u16, 2)
DUP_LANE(vdup_lane, s8, u8, 1)
DUP_LANE(vdup_lane, u8, u8, 1)
DUP_LANE(vdup_lane, e4m3, u8, 1)
DUP_LANE(vdup_lane, e5m2, u8, 1)
DUP_LANE(vdup_lane, e8m0, u8, 1)
DUP(vdup, f32, 4, fill_b32, f32_bits(vf, op))
DUP(vdup, f16, 2, fill_b16, vf_f16(vf, op, 1))
DUP(vdup, bf16, 2, fill_b16, X16)
DUP(vdup, s32, 4, fill_b32, X32)
DUP(vdup, u32, 4, fill_b32, X32)
DUP(vdup, s16, 2, fill_b16, X16)
DUP(vdup, u16, 2, fill_b16, X16)
DUP(vdup, s8, 1, fill_b8, X8)
DUP(vdup, u8, 1, fill_b8, X8)
DUP(vdup, e4m3, 1, fill_b8, X8)
DUP(vdup, e5m2, 1, fill_b8, X8)
DUP(vdup, e8m0, 1, fill_b8, X8)
BROADCAST(vbr, f32, fill_b32, f32_bits(vf, op))
BROADCAST(vbr, f16, fill_b16, vf_f16(vf, op, 1))
BROADCAST(vbr, bf16, fill_b16, X16)
BROADCAST(vbr, s32, fill_b32, X32)
BROADCAST(vbr, u32, fill_b32, X32)
BROADCAST(vbr, s16, fill_b16, X16)
BROADCAST(vbr, u16, fill_b16, X16)
BROADCAST(vbr, s8, fill_b8, X8)
BROADCAST(vbr, u8, fill_b8, X8)
BROADCAST(vbr, e4m3, fill_b8, X8)
BROADCAST(vbr, e5m2, fill_b8, X8)
BROADCAST(vbr, e8m0, fill_b8, X8)
BROADCAST(vbr, e6m2, fill_b8, X8)

/* Order between the accesses of a vector function: they are executed in program order. */
VF_INSN_UNTYPED(mem_bar)
{
    (void)vf;
    (void)op;
}
