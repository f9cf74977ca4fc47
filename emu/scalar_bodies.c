/* Rows that the scalar unit executes itself: special registers, cache control, bit instructions.
 * Sources: docs/isa.md names each row's intrinsic; fields of CTRL as in asc-devkit SetCtrlSpr. */
#include <inttypes.h>
#include <string.h>

#include "emu/bodies.h"
#include "emu/chip.h"
#include "emu/memory/gm.h"
#include "emu/numeric/numeric.h"
#include "emu/operands.h"

/* --- special registers
 * ---------------------------------------------------------------------------------------- */

/* rows share this body; the row names the register */
enum rv_core_result insn_spr_get(struct core *core, const struct isa_op *op)
{
    int spr = isa_rows[op->row].spr;
    uint64_t value;
    switch (spr) {
    case SPR_SYS_CNT:
        value = core_scalar_tick(core);
        break;
    case SPR_PC:
        value = core->scalar.hart.pc;
        break;
    case SPR_AR:
        value = core->vf.ar;
        break;
    default:
        value = spr_get(&core->spr, (enum isa_spr)spr);
    }
    result(core, op, value);
    return scalar_next(core, core->chip->timing.spr);
}

enum rv_core_result insn_spr_set(struct core *core, const struct isa_op *op)
{
    spr_set(&core->spr, (enum isa_spr)isa_rows[op->row].spr, operand(core, op, 0));
    return scalar_next(core, core->chip->timing.spr);
}

static enum rv_core_result set_ctrl_field(struct core *core, int low, int width, uint64_t value)
{
    uint64_t mask = ((1ULL << width) - 1) << low;
    uint64_t ctrl = spr_get(&core->spr, SPR_CTRL);
    spr_set(&core->spr, SPR_CTRL, (ctrl & ~mask) | value << low);
    return scalar_next(core, core->chip->timing.spr);
}

enum { ATOMIC_TYPE_LOW = 6, ATOMIC_OP_LOW = 9, MASK_MODE_BIT = 56 };

#define ATOMIC_TYPE(name, value)                                                                   \
    scalar_body insn_##name;                                                                       \
    enum rv_core_result insn_##name(struct core *core, const struct isa_op *op)                    \
    {                                                                                              \
        (void)op;                                                                                  \
        return set_ctrl_field(core, ATOMIC_TYPE_LOW, 3, value);                                    \
    }
ATOMIC_TYPE(set_atomic_f32, 1)
ATOMIC_TYPE(set_atomic_f16, 2)
ATOMIC_TYPE(set_atomic_s16, 3)
ATOMIC_TYPE(set_atomic_s32, 4)
ATOMIC_TYPE(set_atomic_s8, 5)
ATOMIC_TYPE(set_atomic_bf16, 6)

#define ATOMIC_OP(name, value)                                                                     \
    scalar_body insn_##name;                                                                       \
    enum rv_core_result insn_##name(struct core *core, const struct isa_op *op)                    \
    {                                                                                              \
        (void)op;                                                                                  \
        return set_ctrl_field(core, ATOMIC_OP_LOW, 2, value);                                      \
    }
ATOMIC_OP(set_atomic_add, 0)
ATOMIC_OP(set_atomic_max, 1)
ATOMIC_OP(set_atomic_min, 2)

SCALAR_INSN(set_atomic_none)
{
    (void)op;
    return set_ctrl_field(core, ATOMIC_TYPE_LOW, 5, 0);
}

SCALAR_INSN(set_mask_norm)
{
    (void)op;
    return set_ctrl_field(core, MASK_MODE_BIT, 1, 0);
}

SCALAR_INSN(set_mask_count)
{
    (void)op;
    return set_ctrl_field(core, MASK_MODE_BIT, 1, 1);
}

/* The value to fill with, as the bits of its type. */
SCALAR_INSN(set_l0_set_value_h)
{
    spr_set(&core->spr, SPR_L0_SET_VALUE, operand(core, op, 0) & 0xffff);
    return scalar_next(core, core->chip->timing.spr);
}

SCALAR_INSN(set_l0_set_value_bf16)
{
    spr_set(&core->spr, SPR_L0_SET_VALUE, operand(core, op, 0) & 0xffff);
    return scalar_next(core, core->chip->timing.spr);
}

SCALAR_INSN(set_vector_mask)
{
    core->mask[1] = operand(core, op, 0);
    core->mask[0] = operand(core, op, 1);
    return scalar_next(core, core->chip->timing.spr);
}

SCALAR_INSN(set_vector_mask_dup)
{
    core->mask[0] = core->mask[1] = operand(core, op, 0);
    return scalar_next(core, core->chip->timing.spr);
}

/* --- bits
 * --------------------------------------------------------------------------------------------------------
 */

static enum rv_core_result bits_done(struct core *core, const struct isa_op *op, uint64_t value)
{
    result(core, op, value);
    return scalar_next(core, core->chip->timing.scalar[RV_ALU]);
}

SCALAR_INSN(sbitset0)
{
    return bits_done(core, op, operand(core, op, 1) & ~(1ULL << (operand(core, op, 2) & 63)));
}

SCALAR_INSN(sbitset1)
{
    return bits_done(core, op, operand(core, op, 1) | 1ULL << (operand(core, op, 2) & 63));
}

/* Place of the first 0 (1) from the lowest bit; -1 when there is none (asc-devkit
 * ScalarGetSFFValue) */
static uint64_t first_one(uint64_t x)
{
    return x == 0 ? UINT64_MAX : (uint64_t)__builtin_ctzll(x);
}

SCALAR_INSN(sff0)
{
    return bits_done(core, op, first_one(~operand(core, op, 1)));
}

SCALAR_INSN(sff1)
{
    return bits_done(core, op, first_one(operand(core, op, 1)));
}

SCALAR_INSN(bcnt0)
{
    return bits_done(core, op, (uint64_t)__builtin_popcountll(~operand(core, op, 1)));
}

SCALAR_INSN(bcnt1)
{
    return bits_done(core, op, (uint64_t)__builtin_popcountll(operand(core, op, 1)));
}

SCALAR_INSN(clz)
{
    uint64_t x = operand(core, op, 1);
    return bits_done(core, op, x == 0 ? 64 : (uint64_t)__builtin_clzll(x));
}

/* Bits below the sign that equal it; -1 for 0 and -1 (asc-devkit CountBitsCntSameAsSignBit). */
SCALAR_INSN(sflbits)
{
    int64_t x = (int64_t)operand(core, op, 1);
    uint64_t differs = (uint64_t)(x ^ x >> 63);
    return bits_done(core, op, differs == 0 ? UINT64_MAX : (uint64_t)__builtin_clzll(differs) - 1);
}

SCALAR_INSN(get_imm)
{
    return bits_done(core, op, operand(core, op, 1));
}

/* --- conversions
 * -------------------------------------------------------------------------------------------------
 */

static float float_operand(const struct core *core, const struct isa_op *op)
{
    uint32_t bits = (uint32_t)operand(core, op, 1);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Saturates; NaN gives 0, as the vector unit's conversion (docs/numerics.md). */
static enum rv_core_result to_s32(struct core *core, const struct isa_op *op, enum num_round round)
{
    static const struct num_int s32 = {.bits = 32, .is_signed = true};
    int64_t value =
        f32_to_int(float_operand(core, op), s32, (struct num_mode){.round = (uint8_t)round});
    result(core, op, (uint64_t)value);
    return scalar_next(core, core->chip->timing.scalar[RV_FP]);
}

SCALAR_INSN(conv_f322s32a)
{
    return to_s32(core, op, NUM_AWAY);
}

SCALAR_INSN(conv_f322s32c)
{
    return to_s32(core, op, NUM_CEIL);
}

SCALAR_INSN(conv_f322s32f)
{
    return to_s32(core, op, NUM_FLOOR);
}

SCALAR_INSN(conv_f322s32r)
{
    return to_s32(core, op, NUM_RINT);
}

/* inf and NaN stay. */
SCALAR_INSN(conv_f322f16o)
{
    struct num_mode mode = {.round = NUM_ODD, .inf_nan = true};
    uint16_t half = f32_to_f16(float_operand(core, op), mode);
    core->scalar.hart.f[op->r[0]] = half | UINT64_MAX << 16;
    return scalar_next(core, core->chip->timing.scalar[RV_FP]);
}

/* --- scalar data cache
 * -----------------------------------------------------------------------------------------------
 */

/* Clean and invalidate one line or all; what is written back is seen by other cores and movers, so
 * the unit must not be ahead of the chip's events. type: dcci_dst_t; UB is not cached. */
SCALAR_INSN(dcci)
{
    enum { ENTIRE = 1, TYPE_UB = 1 };
    uint64_t address = operand(core, op, 0) & GM_ADDRESS_MASK;
    if (operand(core, op, 2) == TYPE_UB)
        return scalar_next(core, core->chip->timing.cache);
    if (!scalar_may_touch_shared(core))
        return scalar_retry(core);
    if (operand(core, op, 1) == ENTIRE) {
        dcache_clean_invalidate_all(&core->dcache, &core->chip->gm);
    } else {
        struct dcache_line *line = dcache_find(&core->dcache, address);
        if (line != NULL)
            dcache_clean_invalidate(&core->chip->gm, line);
    }
    print_drain(core); /* the host sees what has reached global memory */
    return scalar_next(core, core->chip->timing.cache);
}

/* CTRL[49] = 0: scalar accesses to UB do not go through the cache. */
SCALAR_INSN(dcci_ub)
{
    (void)op;
    return scalar_next(core, core->chip->timing.cache);
}

SCALAR_INSN(dci)
{
    (void)op;
    dcache_invalidate_all(&core->dcache);
    return scalar_next(core, core->chip->timing.cache);
}

/* The data cache of the multi-dimensional mover: not modelled, the mover always reads memory. */
SCALAR_INSN(nd_dma_dci)
{
    (void)op;
    return scalar_next(core, core->chip->timing.cache);
}

/* Hints: no effect on values. */
SCALAR_INSN(dc_preload)
{
    (void)op;
    return scalar_next(core, core->chip->timing.cache);
}

SCALAR_INSN(preload)
{
    (void)op;
    return scalar_next(core, core->chip->timing.cache);
}

/* --- past the cache
 * -----------------------------------------------------------------------------------------------------
 */

static unsigned type_size(const struct isa_op *op)
{
    const char *type = isa_rows[op->row].types[op->type];
    unsigned bits = 0;
    for (const char *c = type; *c != '\0'; c++)
        if (*c >= '0' && *c <= '9')
            bits = bits * 10 + (unsigned)(*c - '0');
    return bits / 8;
}

static enum rv_core_result gm_fault(struct core *core, const char *what, uint64_t address)
{
    char place[160];
    gm_explain(&core->chip->gm, address, place, sizeof place);
    return scalar_fault(core, "illegal %s at %s", what, place);
}

SCALAR_INSN(ld_dev)
{
    if (!scalar_may_touch_shared(core))
        return scalar_retry(core);
    unsigned size = type_size(op);
    uint64_t address =
        (operand(core, op, 1) & GM_ADDRESS_MASK) + (uint64_t)(int16_t)operand(core, op, 2) * size;
    const uint8_t *host = gm_host(&core->chip->gm, address, size);
    if (host == NULL)
        return gm_fault(core, "ld_dev", address);
    uint64_t value = 0;
    memcpy(&value, host, size);
    if (isa_is_fp_element(&isa_rows[op->row], op->type, 0)) {
        core->scalar.hart.f[op->r[0]] = value | UINT64_MAX << (8 * size);
    } else {
        bool is_signed = isa_rows[op->row].types[op->type][0] == 's' || size == 4;
        unsigned unused = 64 - 8 * size;
        result(core, op, is_signed ? (uint64_t)((int64_t)(value << unused) >> unused) : value);
    }
    return scalar_next(core, core->chip->timing.gm_uncached);
}

SCALAR_INSN(st_dev)
{
    if (!scalar_may_touch_shared(core))
        return scalar_retry(core);
    unsigned size = type_size(op);
    uint64_t address =
        (operand(core, op, 1) & GM_ADDRESS_MASK) + (uint64_t)(int16_t)operand(core, op, 2) * size;
    uint8_t *host = gm_host(&core->chip->gm, address, size);
    if (host == NULL)
        return gm_fault(core, "st_dev", address);
    uint64_t value = operand(core, op, 0);
    memcpy(host, &value, size);
    return scalar_next(core, core->chip->timing.spr);
}

/* --- debug
 * -----------------------------------------------------------------------------------------------------------------
 */

SCALAR_INSN(trap)
{
    (void)op;
    return scalar_fault(core, "the kernel executed trap()");
}
