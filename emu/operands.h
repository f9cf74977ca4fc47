/* What bodies of the scalar unit are written with: operands, results, waits and faults. */
#ifndef BELAY_EMU_OPERANDS_H
#define BELAY_EMU_OPERANDS_H

#include "emu/core.h"

/* Value of the row's i-th operand: an integer register, an FP register's bits, a small operand's
 * literal, or immediate bits. */
uint64_t operand(const struct core *core, const struct isa_op *op, int i);

/* Writes the integer register of field rd. */
static inline void result(struct core *core, const struct isa_op *op, uint64_t value)
{
    if (op->r[0] != 0)
        core->scalar.hart.x[op->r[0]] = value;
}

/* Done; it took so many sub-ticks. */
static inline enum rv_core_result scalar_next(struct core *core, uint64_t subticks)
{
    core->scalar.hart.time += subticks;
    return RV_CORE_NEXT;
}

/* The same for an instruction that gave another unit an event, which must not be overtaken. */
static inline enum rv_core_result scalar_yield(struct core *core, uint64_t subticks)
{
    core->scalar.hart.time += subticks;
    return RV_CORE_YIELD;
}

/* Not now; the scalar unit's lane shows why. */
enum rv_core_result scalar_block(struct core *core, enum lane_state why);

/* May the scalar unit touch what other AI cores touch too? Only when no event of the chip is left
 * that is earlier than the unit's own time. If not, a body answers scalar_retry. */
bool scalar_may_touch_shared(const struct core *core);

/* The instruction is tried again when the chip has come to the unit's time. */
enum rv_core_result scalar_retry(struct core *core);

/* Ends the launch with a message about the kernel. */
enum rv_core_result scalar_fault(struct core *core, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
enum rv_core_result scalar_unsupported(struct core *core, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
