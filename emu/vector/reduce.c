/* Reductions and histograms. Rules: asc-devkit Reg Reduce.md, ReduceDataBlock.md,
 * PairReduceElem.md, Histograms.md and docs/numerics.md. Sums are binary trees of neighbours;
 * inactive elements count as 0 there and are never the largest or smallest. Results stand in the
 * lowest lanes; the rest is 0, or stays when merging. */
#include "emu/numeric/numeric.h"
#include "emu/vector/lanes.h"

enum { BLOCK = 32, BLOCKS = VREG_BYTES / BLOCK };

/* The first `bytes` of r into dst. */
static void write_lowest(struct vf *vf, const struct isa_op *op, const vreg *r, unsigned bytes)
{
    vreg *dst = vf_reg(vf, op, 0);
    if (!vf_merges(op))
        memset(dst, 0, sizeof *dst);
    memcpy(dst, r, bytes);
}

/* src with its inactive elements 0. */
static void active_or_zero(struct vf *vf, const struct isa_op *op, vreg *r, unsigned size)
{
    vf_write(r, vf_reg(vf, op, 1), vf_reg(vf, op, 2), size, false);
}

/* --- sums
 * ---------------------------------------------------------------------------------------------- */

/* One level of the tree: n elements to n / 2, in place. */
static void pairs_f32(vreg *r, int n, const struct vf *vf)
{
    float even[LANES_B32 / 2];
    float odd[LANES_B32 / 2];
    (void)vf;
    for (int i = 0; i < n / 2; i++) {
        even[i] = r->f32[2 * i];
        odd[i] = r->f32[2 * i + 1];
    }
    f32_add_n(r->f32, even, odd, (size_t)n / 2);
}

/* In the saturating mode every sum of the tree saturates, as asc_repeat_reduce_sum.md shows it. */
static void pairs_f16(vreg *r, int n, const struct vf *vf)
{
    uint16_t even[LANES_B16 / 2];
    uint16_t odd[LANES_B16 / 2];
    for (int i = 0; i < n / 2; i++) {
        even[i] = r->u16[2 * i];
        odd[i] = r->u16[2 * i + 1];
    }
    f16_add_n(r->u16, even, odd, (size_t)n / 2);
    if (vf_saturates_f16(vf))
        f16_saturate_n(r->u16, r->u16, (size_t)n / 2);
}

static void pairs_s32(vreg *r, int n, const struct vf *vf)
{
    bool saturates = vf_saturates_integers(vf);
    for (int i = 0; i < n / 2; i++) {
        int64_t sum = (int64_t)r->s32[2 * i] + r->s32[2 * i + 1];
        if (saturates)
            sum = sum < INT32_MIN ? INT32_MIN : sum > INT32_MAX ? INT32_MAX : sum;
        r->s32[i] = (int32_t)sum;
    }
}

static void pairs_u32(vreg *r, int n, const struct vf *vf)
{
    bool saturates = vf_saturates_integers(vf);
    for (int i = 0; i < n / 2; i++) {
        uint64_t sum = (uint64_t)r->u32[2 * i] + r->u32[2 * i + 1];
        r->u32[i] = saturates && sum > UINT32_MAX ? UINT32_MAX : (uint32_t)sum;
    }
}

/* n elements to `results`, each level of the tree halving them. */
#define SUM(name, type, size, pairs, lanes, results)                                               \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        vreg r;                                                                                    \
        active_or_zero(vf, op, &r, size);                                                          \
        for (int n = lanes; n > (results); n /= 2)                                                 \
            pairs(&r, n, vf);                                                                      \
        write_lowest(vf, op, &r, (results) * (size));                                              \
    }
SUM(vcadd, f32, 4, pairs_f32, LANES_B32, 1)
SUM(vcadd, f16, 2, pairs_f16, LANES_B16, 1)
SUM(vcadd, s32, 4, pairs_s32, LANES_B32, 1)
SUM(vcadd, u32, 4, pairs_u32, LANES_B32, 1)
SUM(vcgadd, f32, 4, pairs_f32, LANES_B32, BLOCKS)
SUM(vcgadd, f16, 2, pairs_f16, LANES_B16, BLOCKS)
SUM(vcgadd, s32, 4, pairs_s32, LANES_B32, BLOCKS)
SUM(vcgadd, u32, 4, pairs_u32, LANES_B32, BLOCKS)
SUM(vcpadd, f32, 4, pairs_f32, LANES_B32, LANES_B32 / 2)
SUM(vcpadd, f16, 2, pairs_f16, LANES_B16, LANES_B16 / 2)

/* 16 bits are widened, so that no sum overflows. */
#define SUM_WIDENED(name, type, member, wide, results)                                             \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        enum { EACH = LANES_B16 / (results) };                                                     \
        vreg a;                                                                                    \
        vreg r;                                                                                    \
        active_or_zero(vf, op, &a, 2);                                                             \
        for (int i = 0; i < (results); i++) {                                                      \
            r.wide[i] = 0;                                                                         \
            for (int j = 0; j < EACH; j++)                                                         \
                r.wide[i] += a.member[i * EACH + j];                                               \
        }                                                                                          \
        write_lowest(vf, op, &r, (results)*4);                                                     \
    }
SUM_WIDENED(vcadd, s32_s16, s16, s32, 1)
SUM_WIDENED(vcadd, u32_u16, u16, u32, 1)
SUM_WIDENED(vcgadd, s32_s16, s16, s32, BLOCKS)
SUM_WIDENED(vcgadd, u32_u16, u16, u32, BLOCKS)

/* --- largest and smallest
 * ------------------------------------------------------------------------------------ */

/* Elements as numbers whose order is that of the type: of floats -0 comes before +0. NaN goes
 * beyond everything. */
static int32_t order_f32(uint32_t x, bool largest)
{
    if ((x & 0x7fffffff) > NUM_F32_INF)
        return largest ? INT32_MAX : INT32_MIN;
    return x >> 31 ? (int32_t)(~x ^ 0x80000000) : (int32_t)x;
}

static int32_t order_f16(uint16_t x, bool largest)
{
    if ((x & 0x7fff) > NUM_F16_INF)
        return largest ? INT32_MAX : INT32_MIN;
    return x >> 15 ? -(int32_t)(x & 0x7fff) - 1 : (int32_t)x;
}

/* Which element wins of the active ones of [first, first + count), the first of equals; -1: none.
 */
#define BEST_OF(name, member, order_of)                                                            \
    static int name(const vreg *src, const vreg *mask, int first, int count, bool largest)         \
    {                                                                                              \
        const unsigned size = sizeof src->member[0];                                               \
        int best = -1;                                                                             \
        int64_t best_order = 0;                                                                    \
        for (int i = first; i < first + count; i++) {                                              \
            if (!mask_bit(mask, (unsigned)i * size))                                               \
                continue;                                                                          \
            int64_t order = order_of;                                                              \
            if (best < 0 || (largest ? order > best_order : order < best_order)) {                 \
                best = i;                                                                          \
                best_order = order;                                                                \
            }                                                                                      \
        }                                                                                          \
        return best;                                                                               \
    }
BEST_OF(best_f32, u32, order_f32(src->u32[i], largest))
BEST_OF(best_f16, u16, order_f16(src->u16[i], largest))
BEST_OF(best_s32, s32, src->s32[i])
BEST_OF(best_u32, u32, src->u32[i])
BEST_OF(best_s16, s16, src->s16[i])
BEST_OF(best_u16, u16, src->u16[i])

static uint32_t done_f32(const struct vf *vf, uint32_t x)
{
    (void)vf;
    return (x & 0x7fffffff) > NUM_F32_INF ? NUM_F32_NAN : x;
}

static uint32_t done_f16(const struct vf *vf, uint32_t x)
{
    uint16_t canonical = (x & 0x7fff) > NUM_F16_INF ? NUM_F16_NAN : (uint16_t)x;
    return vf_saturates_f16(vf) ? f16_saturate(canonical) : canonical;
}

static uint32_t done_integer(const struct vf *vf, uint32_t x)
{
    (void)vf;
    return x;
}

/* Of the whole register: the value in lane 0, its index in lane 1. */
#define BEST(name, type, member, best, done, largest, nothing)                                     \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        const vreg *src = vf_reg(vf, op, 1);                                                       \
        const int lanes = VREG_BYTES / (int)sizeof src->member[0];                                 \
        int i = best(src, vf_reg(vf, op, 2), 0, lanes, largest);                                   \
        vreg r;                                                                                    \
        r.member[0] =                                                                              \
            (__typeof__(src->member[0]))done(vf, i < 0 ? (nothing) : (uint32_t)src->member[i]);    \
        r.member[1] = (__typeof__(src->member[0]))(i < 0 ? 0 : i);                                 \
        write_lowest(vf, op, &r, 2 * sizeof src->member[0]);                                       \
    }
/* Of each block of 32 bytes: the values in lanes 0..7. */
#define BEST_OF_BLOCKS(name, type, member, best, done, largest, nothing)                           \
    VF_INSN(name, type)                                                                            \
    {                                                                                              \
        const vreg *src = vf_reg(vf, op, 1);                                                       \
        const int each = BLOCK / (int)sizeof src->member[0];                                       \
        vreg r;                                                                                    \
        for (int b = 0; b < BLOCKS; b++) {                                                         \
            int i = best(src, vf_reg(vf, op, 2), b * each, each, largest);                         \
            uint32_t bits = i < 0 ? (nothing) : (uint32_t)src->member[i];                          \
            r.member[b] = (__typeof__(src->member[0]))done(vf, bits);                              \
        }                                                                                          \
        write_lowest(vf, op, &r, BLOCKS * sizeof src->member[0]);                                  \
    }
/* Without an active element: the least value for a largest one, the greatest for a smallest. */
#define FOR_TYPES(name, MACRO, largest)                                                            \
    MACRO(name, f32, u32, best_f32, done_f32, largest, (largest) ? 0xff800000u : 0x7f800000u)      \
    MACRO(name, f16, u16, best_f16, done_f16, largest, (largest) ? 0xfc00u : 0x7c00u)              \
    MACRO(name, s32, s32, best_s32, done_integer, largest, (largest) ? 0x80000000u : 0x7fffffffu)  \
    MACRO(name, u32, u32, best_u32, done_integer, largest, (largest) ? 0u : UINT32_MAX)            \
    MACRO(name, s16, s16, best_s16, done_integer, largest, (largest) ? 0x8000u : 0x7fffu)          \
    MACRO(name, u16, u16, best_u16, done_integer, largest, (largest) ? 0u : 0xffffu)
FOR_TYPES(vcmax, BEST, true)
FOR_TYPES(vcmin, BEST, false)
FOR_TYPES(vcgmax, BEST_OF_BLOCKS, true)
FOR_TYPES(vcgmin, BEST_OF_BLOCKS, false)

/* --- histograms: counts of the values of a half of 0..255, added to the destination
 * ------------------------ */

enum { BINS = LANES_B16 };

static void count_values(struct vf *vf, const struct isa_op *op, uint16_t counts[256])
{
    const vreg *src = vf_reg(vf, op, 1);
    const vreg *mask = vf_reg(vf, op, 2);
    memset(counts, 0, 256 * sizeof *counts);
    for (unsigned i = 0; i < LANES_B8; i++)
        counts[src->u8[i]] = (uint16_t)(counts[src->u8[i]] + mask_bit(mask, i));
}

static void add_bins(struct vf *vf, const struct isa_op *op, const uint16_t counts[256])
{
    vreg *dst = vf_reg(vf, op, 0);
    unsigned bin = op->imm & 3;
    if (bin > IMM_Bin_N1) {
        vf_fault(vf, BELAY_KERNEL_BUG, "%s: bin %u: there are two halves of 128 values",
                 isa_rows[op->row].name, bin);
        return;
    }
    for (unsigned i = 0; i < BINS; i++)
        dst->u16[i] = (uint16_t)(dst->u16[i] + counts[bin * BINS + i]);
}

VF_INSN(dhistv2, u16_u8)
{
    uint16_t counts[256];
    count_values(vf, op, counts);
    add_bins(vf, op, counts);
}

/* Bin n counts the values up to n, from 0 on, in the upper half too. */
VF_INSN(chistv2, u16_u8)
{
    uint16_t counts[256];
    count_values(vf, op, counts);
    for (int i = 1; i < 256; i++)
        counts[i] = (uint16_t)(counts[i] + counts[i - 1]);
    add_bins(vf, op, counts);
}
