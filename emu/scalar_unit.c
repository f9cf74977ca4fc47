#include "emu/scalar_unit.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "emu/bodies.h"
#include "emu/chip.h"
#include "emu/launch.h"
#include "emu/layout.h"
#include "emu/operands.h"
#include "emu/sync.h"

/* --- what bodies use
 * -------------------------------------------------------------------------------- */

static uint64_t operand_value(const struct rv_hart *hart, const struct isa_op *op,
                              const struct isa_operand *o)
{
    const struct isa_row *row = &isa_rows[op->row];
    switch (o->kind) {
    case ISA_IMMEDIATE:
        return (op->imm >> o->low) & ((2u << (o->high - o->low)) - 1);
    case ISA_SMALL:
        return (op->imm >> o->low) & 1 ? op->r[o->field] : hart->x[op->r[o->field]];
    case ISA_FLOAT:
        return hart->f[op->r[o->field]];
    case ISA_ELEMENT:
        return isa_is_fp_element(row, op->type, o->component) ? hart->f[op->r[o->field]]
                                                              : hart->x[op->r[o->field]];
    default:
        return hart->x[op->r[o->field]];
    }
}

uint64_t operand(const struct core *core, const struct isa_op *op, int i)
{
    return operand_value(&core->scalar.hart, op, &isa_rows[op->row].operands[i]);
}

enum rv_core_result scalar_block(struct core *core, enum lane_state why)
{
    lane_set(&core->scalar.lane, core_scalar_tick(core), why);
    return RV_CORE_BLOCK;
}

static enum rv_core_result fault(struct core *core, belay_status status, const char *format,
                                 va_list args)
{
    vsnprintf(core->scalar.hart.fault_text, sizeof core->scalar.hart.fault_text, format, args);
    core->scalar.fault_status = status;
    return RV_CORE_FAULT;
}

enum rv_core_result scalar_fault(struct core *core, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    enum rv_core_result r = fault(core, BELAY_KERNEL_BUG, format, args);
    va_end(args);
    return r;
}

enum rv_core_result scalar_unsupported(struct core *core, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    enum rv_core_result r = fault(core, BELAY_UNSUPPORTED, format, args);
    va_end(args);
    return r;
}

/* --- global memory through the data cache
 * --------------------------------------------------------------- */

bool scalar_may_touch_shared(const struct core *core)
{
    uint64_t tick = core_scalar_tick(core);
    return tick <= core->chip->now || tick < events_next(&core->chip->events);
}

static enum rv_gm_result gm_fault(struct core *core, uint64_t address, unsigned size, bool store)
{
    char place[180];
    gm_explain(&core->chip->gm, address, place, sizeof place);
    snprintf(core->scalar.hart.fault_text, sizeof core->scalar.hart.fault_text,
             "illegal scalar %s of %u bytes at %s", store ? "store" : "load", size, place);
    core->scalar.fault_status = BELAY_KERNEL_BUG;
    return RV_GM_FAULT;
}

static enum rv_gm_result gm_access(struct rv_hart *hart, uint64_t address, unsigned size,
                                   bool store, uint64_t *value)
{
    struct core *core = hart->owner;
    const struct timing *timing = &core->chip->timing;
    address &= GM_ADDRESS_MASK;
    struct dcache_line *line = dcache_find(&core->dcache, address);
    if (line == NULL) {
        if (!scalar_may_touch_shared(core))
            return RV_GM_RETRY;
        line = dcache_fill(&core->dcache, &core->chip->gm, address);
        if (line == NULL)
            return gm_fault(core, address, size, store);
        lane_charge(&core->scalar.lane, core_scalar_tick(core), LANE_SCALAR_LOAD,
                    timing->gm_miss / RV_SUBTICKS);
        hart->time += timing->gm_miss;
    } else {
        hart->time += timing->gm_hit;
    }
    uint64_t offset = address - line->address;
    if (offset + size > line->size)
        return gm_fault(core, address, size, store);
    if (store) {
        memcpy(line->bytes + offset, value, size);
        line->dirty = true;
    } else {
        memcpy(value, line->bytes + offset, size);
    }
    return RV_GM_OK;
}

enum rv_core_result scalar_retry(struct core *core)
{
    core->scalar.retries = true;
    return RV_CORE_BLOCK;
}

/* --- AI Core instructions
 * ---------------------------------------------------------------------------------- */

static bool is_queued(enum isa_pipe pipe)
{
    return pipe != ISA_PIPE_S && pipe != ISA_PIPE_VF;
}

static const enum cce_pipe cce_of_isa[] = {
    [ISA_PIPE_S] = CCE_S,       [ISA_PIPE_VF] = CCE_V,      [ISA_PIPE_V] = CCE_V,
    [ISA_PIPE_M] = CCE_M,       [ISA_PIPE_MTE1] = CCE_MTE1, [ISA_PIPE_MTE2] = CCE_MTE2,
    [ISA_PIPE_MTE3] = CCE_MTE3, [ISA_PIPE_FIX] = CCE_FIX};

static enum rv_core_result to_queue(struct core *core, const struct isa_op *op)
{
    const struct isa_row *row = &isa_rows[op->row];
    struct pipe *pipe = core->pipe[cce_of_isa[row->pipe]];
    if (pipe == NULL)
        return scalar_fault(core, "%s needs pipe %s, which an %s does not have", row->cce,
                            cce_pipe_name[cce_of_isa[row->pipe]],
                            core->kind == CORE_AIC ? "AIC" : "AIV");
    if (pipe_is_full(pipe))
        return scalar_block(core, LANE_QUEUE_FULL);
    struct entry *entry = pipe_push(pipe, core_scalar_tick(core));
    entry->kind = ENTRY_INSN;
    entry->op = *op;
    for (const struct isa_operand *o = row->operands; o->name != NULL; o++)
        if (o->field >= 0)
            entry->arg[o->field] = operand_value(&core->scalar.hart, op, o);
    entry->spr = spr_hold(&core->spr);
    entry->pc = core->scalar.hart.pc;
    core->scalar.hart.time += core->chip->timing.dispatch;
    return RV_CORE_YIELD; /* the pipe has an event now that the unit must not overtake */
}

static enum rv_core_result core_insn(struct rv_hart *hart, const struct isa_op *op)
{
    struct core *core = hart->owner;
    const struct isa_row *row = &isa_rows[op->row];
    if (row->unsupported)
        return scalar_unsupported(core, "instruction %s is not supported yet", row->name);
    if (row->pipe == ISA_PIPE_VF)
        return scalar_fault(core, "vector instruction %s outside a vector function", row->name);
    if (is_queued(row->pipe))
        return to_queue(core, op);
    if (core->scalar.lane.trace == NULL)
        return scalar_bodies[op->row](core, op);
    struct trace_insn insn = {.pc = hart->pc, .begin = core_scalar_tick(core)};
    enum rv_core_result result = scalar_bodies[op->row](core, op);
    insn.issue = insn.begin;
    insn.end = core_scalar_tick(core);
    if (result == RV_CORE_NEXT || result == RV_CORE_YIELD)
        trace_insn(core->scalar.lane.trace, &insn);
    return result;
}

/* --- vector functions
 * ---------------------------------------------------------------------------------------- */

/* The program has jumped into a vector function: what it was called with goes to the vector pipe,
 * the scalar unit goes on behind the call. False: the queue is full. */
static bool issue_vf(struct core *core)
{
    struct rv_hart *hart = &core->scalar.hart;
    struct pipe *pipe = core->pipe[CCE_V];
    if (pipe_is_full(pipe)) {
        lane_set(&core->scalar.lane, core_scalar_tick(core), LANE_QUEUE_FULL);
        return false;
    }
    struct entry *entry = pipe_push(pipe, core_scalar_tick(core));
    entry->kind = ENTRY_VF;
    entry->pc = hart->pc;
    entry->vf = vf_call(&core->vf, hart);
    entry->spr = spr_hold(&core->spr);
    hart->pc = hart->x[1];
    hart->time += core->chip->timing.dispatch;
    return true;
}

/* --- the event
 * -------------------------------------------------------------------------------------------------
 */

static belay_status stop_with_fault(struct core *core, enum rv_stop stop)
{
    struct rv_hart *hart = &core->scalar.hart;
    uint64_t tick = core_scalar_tick(core);
    if (stop == RV_STOP_UNSUPPORTED)
        core->scalar.fault_status = BELAY_UNSUPPORTED;
    if (stop == RV_STOP_BREAK)
        return core_error(core, BELAY_KERNEL_BUG, "s", hart->pc, tick, "the kernel hit a trap");
    return core_error(core, core->scalar.fault_status, "s", hart->pc, tick, "%s", hart->fault_text);
}

static void end_program(struct core *core)
{
    core->scalar.state = SCALAR_DRAIN;
    lane_set(&core->scalar.lane, core_scalar_tick(core), LANE_NO_WORK);
    core_wake_scalar(core, core_scalar_tick(core));
}

/* Last sub-tick up to which the program may run before the events of its AI core. */
static uint64_t run_bound(const struct core *core, uint64_t tick)
{
    uint64_t horizon = core_horizon(core);
    uint64_t last = horizon > tick + 1 ? horizon - 1 : tick;
    uint64_t most = core->launch->last_subtick;
    return last >= most / RV_SUBTICKS ? most : last * RV_SUBTICKS + RV_SUBTICKS - 1;
}

static belay_status run(struct core *core, uint64_t tick)
{
    struct scalar *scalar = &core->scalar;
    struct rv_hart *hart = &scalar->hart;
    scalar->fault_status = BELAY_KERNEL_BUG;
    uint64_t retired = hart->retired;
    enum rv_stop stop = rv_run(hart, run_bound(core, tick));
    scalar->instructions += hart->retired - retired;
    core->instructions += hart->retired - retired;
    switch (stop) {
    case RV_STOP_VF:
        if (!issue_vf(core)) {
            scalar->vf_waits = true;
            scalar->state = SCALAR_BLOCKED;
            return BELAY_OK;
        }
        break;
    case RV_STOP_TIME:
    case RV_STOP_RETRY:
        break;
    case RV_STOP_BLOCK:
        if (scalar->retries) {
            scalar->retries = false;
            break;
        }
        scalar->state = SCALAR_BLOCKED;
        return BELAY_OK;
    case RV_STOP_EXIT:
        end_program(core);
        return BELAY_OK;
    case RV_STOP_FAULT:
    case RV_STOP_UNSUPPORTED:
    case RV_STOP_BREAK:
        return stop_with_fault(core, stop);
    }
    events_set(&core->chip->events, &scalar->unit, core_scalar_tick(core));
    return BELAY_OK;
}

belay_status scalar_step(struct core *core, uint64_t tick)
{
    struct scalar *scalar = &core->scalar;
    if (scalar->state == SCALAR_OFF)
        return BELAY_OK;
    if (scalar->state == SCALAR_DRAIN) {
        if (sync_pipes_are_empty(core))
            core_finish(core, tick);
        return BELAY_OK;
    }
    if (scalar->hart.time < tick * RV_SUBTICKS)
        scalar->hart.time = tick * RV_SUBTICKS;
    lane_set(&scalar->lane, tick, LANE_BUSY);
    if (scalar->state == SCALAR_BLOCKED) {
        scalar->state = SCALAR_RUN;
        if (scalar->vf_waits) {
            if (!issue_vf(core)) {
                scalar->state = SCALAR_BLOCKED;
                return BELAY_OK;
            }
            scalar->vf_waits = false;
        }
    }
    return run(core, tick);
}

void scalar_init(struct core *core)
{
    struct rv_hart *hart = &core->scalar.hart;
    hart->owner = core;
    hart->gm = gm_access;
    hart->core = core_insn;
    hart->cost = core->chip->timing.scalar;
    hart->reservation = UINT64_MAX;
}
