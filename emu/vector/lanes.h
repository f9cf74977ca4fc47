/* What bodies of vector functions are written with: registers by operand field, masks spread over
 * lanes, and the write of a whole result under its mask. */
#ifndef BELAY_EMU_VECTOR_LANES_H
#define BELAY_EMU_VECTOR_LANES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "emu/bodies.h"
#include "emu/vector/vf.h"

enum { LANES_B8 = 256, LANES_B16 = 128, LANES_B32 = 64, LANES_B64 = 32, MASK_BYTES = 32 };

enum { CTRL_INF_NAN_BIT = 48, CTRL_INTEGER_SATURATE_BIT = 53 };

static inline vreg *vf_reg(struct vf *vf, const struct isa_op *op, int field)
{
    return &vf->v[op->r[field]];
}

static inline uint64_t vf_x(const struct vf *vf, const struct isa_op *op, int field)
{
    return vf->hart.x[op->r[field]];
}

static inline void vf_set_x(struct vf *vf, const struct isa_op *op, int field, uint64_t value)
{
    if (op->r[field] != 0)
        vf->hart.x[op->r[field]] = value;
}

/* A small operand: a literal in the register field when its imm bit is set. */
static inline uint64_t vf_small(const struct vf *vf, const struct isa_op *op, int field, int bit)
{
    return (op->imm >> bit) & 1 ? op->r[field] : vf_x(vf, op, field);
}

static inline float vf_f32(const struct vf *vf, const struct isa_op *op, int field)
{
    uint32_t bits = (uint32_t)vf->hart.f[op->r[field]];
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint16_t vf_f16(const struct vf *vf, const struct isa_op *op, int field)
{
    return (uint16_t)vf->hart.f[op->r[field]];
}

static inline bool vf_merges(const struct isa_op *op)
{
    return (op->imm & 3) == IMM_Mode_MERGING;
}

/* f16 results saturate unless CTRL[48] says that inf and NaN stay. */
static inline bool vf_saturates_f16(const struct vf *vf)
{
    return ((vf->ctrl >> CTRL_INF_NAN_BIT) & 1) == 0;
}

static inline bool vf_saturates_integers(const struct vf *vf)
{
    return ((vf->ctrl >> CTRL_INTEGER_SATURATE_BIT) & 1) != 0;
}

/* --- masks: one bit a byte lane; of an element's bits only the lowest counts
 * ------------------------- */

static inline bool mask_bit(const vreg *mask, unsigned bit)
{
    return (mask->u8[bit >> 3] >> (bit & 7)) & 1;
}

/* Is every element of `size` bytes active? */
static inline bool mask_is_full(const vreg *mask, unsigned size)
{
    uint64_t wanted = size == 1   ? UINT64_MAX
                      : size == 2 ? 0x5555555555555555ULL
                      : size == 4 ? 0x1111111111111111ULL
                                  : 0x0101010101010101ULL;
    return ((mask->u64[0] & mask->u64[1] & mask->u64[2] & mask->u64[3]) & wanted) == wanted;
}

/* A byte of ones for every byte of an active element. */
void mask_spread(vreg *bytes, const vreg *mask, unsigned size);

/* Mask register out of one bit an element: bit i of `bits` goes to element i; the other bits of an
 * element and of the register are 0. */
void mask_from_bits(vreg *mask, const uint64_t bits[4], unsigned size);

/* The low 32 bits, in groups of 1, 2 or 4, each group moved to twice its place; and back, without
 * what lies between. */
uint64_t bits_spread(uint64_t x, unsigned group);
uint64_t bits_collect(uint64_t x, unsigned group);

/* One bit out of every byte, each 0 or 1. */
void bits_of_bytes(uint64_t bits[4], const uint8_t *bytes, unsigned lanes);

/* dst under the mask: active elements of `result`; the others are 0, or stay when merging. */
void vf_write(vreg *dst, const vreg *result, const vreg *mask, unsigned size, bool merging);

/* Fills all lanes with one element. */
static inline void fill_b32(vreg *v, uint32_t value)
{
    for (int i = 0; i < LANES_B32; i++)
        v->u32[i] = value;
}

static inline void fill_b16(vreg *v, uint16_t value)
{
    for (int i = 0; i < LANES_B16; i++)
        v->u16[i] = value;
}

static inline void fill_b8(vreg *v, uint8_t value)
{
    memset(v->u8, value, sizeof v->u8);
}

#endif
