#include "emu/sync.h"

#include <string.h>

#include "emu/bodies.h"
#include "emu/chip.h"
#include "emu/core.h"
#include "emu/operands.h"

/* --- state
 * ---------------------------------------------------------------------------------------- */

void sync_reset(struct core *core)
{
    memset(core->flag, 0, sizeof core->flag);
    memset(core->buffer, 0, sizeof core->buffer);
}

void sync_flag_set(struct core *core, unsigned src, unsigned dst, unsigned id, uint64_t pc,
                   uint64_t tick)
{
    struct flag *flag = &core->flag[src][dst][id];
    if (flag->set)
        flag->lost_pc = pc;
    else
        *flag = (struct flag){.set = true, .at = tick, .set_pc = pc, .lost_pc = flag->lost_pc};
    if (dst == CCE_S)
        core_wake_scalar(core, tick);
    else
        events_wake(&core->chip->events, &core->pipe[dst]->unit, tick);
}

bool sync_flag_is_set(const struct core *core, unsigned src, unsigned dst, unsigned id,
                      uint64_t tick)
{
    const struct flag *flag = &core->flag[src][dst][id];
    return flag->set && flag->at <= tick;
}

void sync_flag_take(struct core *core, unsigned src, unsigned dst, unsigned id, uint64_t pc,
                    uint64_t tick)
{
    struct flag *flag = &core->flag[src][dst][id];
    flag->set = false;
    struct trace_lane *lane = dst == CCE_S ? core->scalar.lane.trace : core->pipe[dst]->lane.trace;
    if (lane != NULL)
        trace_flow(lane, &(struct trace_flow){.kind = FLOW_FLAG,
                                              .id = id,
                                              .from_core = core->index,
                                              .from_pipe = src,
                                              .from_tick = flag->at,
                                              .from_pc = flag->set_pc,
                                              .to_tick = tick,
                                              .to_pc = pc});
}

static void wake_all(struct core *core, uint64_t tick)
{
    for (int i = 0; i < CCE_PIPE_COUNT; i++)
        if (core->pipe[i] != NULL && !pipe_is_empty(core->pipe[i]))
            events_wake(&core->chip->events, &core->pipe[i]->unit, tick);
    core_wake_scalar(core, tick);
}

/* Releases of one id may complete out of program order, on different pipes: `pending` keeps those
 * that are ahead. A queue holds fewer than 64 entries between two of them. */
void sync_buffer_release(struct core *core, enum cce_pipe pipe, unsigned id, uint64_t ticket,
                         uint64_t pc, uint64_t tick)
{
    struct buffer_id *buffer = &core->buffer[id];
    buffer->released_by = pipe;
    buffer->released_pc = pc;
    buffer->released_at = tick;
    buffer->pending |= 1ULL << (ticket - buffer->done);
    while (buffer->pending & 1) {
        buffer->pending >>= 1;
        buffer->done++;
    }
    wake_all(core, tick);
}

void sync_buffer_take(struct core *core, const struct lane *lane, unsigned id, uint64_t pc,
                      uint64_t tick)
{
    const struct buffer_id *buffer = &core->buffer[id];
    if (lane->trace != NULL)
        trace_flow(lane->trace, &(struct trace_flow){.kind = FLOW_BUFFER,
                                                     .id = id,
                                                     .from_core = core->index,
                                                     .from_pipe = buffer->released_by,
                                                     .from_tick = buffer->released_at,
                                                     .from_pc = buffer->released_pc,
                                                     .to_tick = tick,
                                                     .to_pc = pc});
}

bool sync_buffer_is_free(const struct core *core, unsigned id, uint64_t ticket)
{
    return core->buffer[id].done >= ticket;
}

bool sync_pipes_are_empty(const struct core *core)
{
    for (int i = 0; i < CCE_PIPE_COUNT; i++)
        if (core->pipe[i] != NULL && !pipe_is_empty(core->pipe[i]))
            return false;
    return true;
}

/* --- bodies: executed by the scalar unit, which puts them into the queues
 * --------------------------- */

static enum rv_core_result wrong(struct core *core, const char *name, const char *what,
                                 uint64_t value)
{
    return scalar_fault(core, "%s: %s %llu does not exist on an %s", name, what,
                        (unsigned long long)value, core->kind == CORE_AIC ? "AIC" : "AIV");
}

/* A pipe of this core that an instruction can name; S counts. */
static bool has_pipe(const struct core *core, uint64_t number)
{
    return number == CCE_S || (number < CCE_PIPE_COUNT && core->pipe[number] != NULL);
}

static struct entry *push(struct core *core, unsigned pipe, enum entry_kind kind)
{
    struct entry *entry = pipe_push(core->pipe[pipe], core_scalar_tick(core));
    entry->kind = kind;
    entry->pc = core->scalar.hart.pc;
    return entry;
}

static enum rv_core_result flag_insn(struct core *core, const struct isa_op *op, const char *name,
                                     bool set)
{
    uint64_t src = operand(core, op, 0);
    uint64_t dst = operand(core, op, 1);
    uint64_t id = operand(core, op, 2);
    if (!has_pipe(core, src) || !has_pipe(core, dst))
        return wrong(core, name, "pipe", has_pipe(core, src) ? dst : src);
    if (id >= FLAG_IDS)
        return wrong(core, name, "flag id", id);
    uint64_t pipe = set ? src : dst;
    if (pipe == CCE_S) {
        uint64_t tick = core_scalar_tick(core);
        if (set)
            sync_flag_set(core, (unsigned)src, (unsigned)dst, (unsigned)id, core->scalar.hart.pc,
                          tick + core->chip->timing.flag);
        else if (!sync_flag_is_set(core, (unsigned)src, (unsigned)dst, (unsigned)id, tick))
            return scalar_block(core, LANE_FLAG);
        else
            sync_flag_take(core, (unsigned)src, (unsigned)dst, (unsigned)id, core->scalar.hart.pc,
                           tick);
        return scalar_yield(core, core->chip->timing.flag * RV_SUBTICKS);
    }
    if (pipe_is_full(core->pipe[pipe]))
        return scalar_block(core, LANE_QUEUE_FULL);
    struct entry *entry = push(core, (unsigned)pipe, set ? ENTRY_SET_FLAG : ENTRY_WAIT_FLAG);
    entry->src = (uint8_t)src;
    entry->dst = (uint8_t)dst;
    entry->id = (uint8_t)id;
    return scalar_yield(core, core->chip->timing.dispatch);
}

SCALAR_INSN(set_flag)
{
    return flag_insn(core, op, "set_flag", true);
}

SCALAR_INSN(wait_flag)
{
    return flag_insn(core, op, "wait_flag", false);
}

/* PIPE_ALL stalls the scalar unit until every pipe is empty; another pipe waits for its own. */
SCALAR_INSN(pipe_barrier)
{
    uint64_t pipe = operand(core, op, 0);
    if (pipe == CCE_ALL) {
        if (!sync_pipes_are_empty(core))
            return scalar_block(core, LANE_BARRIER);
        return scalar_yield(core, core->chip->timing.barrier * RV_SUBTICKS);
    }
    if (pipe == CCE_S)
        return scalar_fault(core, "pipe_barrier(PIPE_S) is not allowed");
    if (!has_pipe(core, pipe))
        return wrong(core, "pipe_barrier", "pipe", pipe);
    if (pipe_is_full(core->pipe[pipe]))
        return scalar_block(core, LANE_QUEUE_FULL);
    push(core, (unsigned)pipe, ENTRY_BARRIER);
    return scalar_yield(core, core->chip->timing.dispatch);
}

/* Does the get have to wait for anything? Not in mode 1, and not behind a release of its id by its
 * own pipe (asc-devkit asc_lock, constraints). */
static bool get_waits(const struct buffer_id *buffer, uint64_t pipe, uint64_t mode)
{
    return mode == 0 && buffer->released > 0 && buffer->last_pipe != pipe;
}

/* The scalar unit as the pipe of the instruction: it waits and releases on the spot. */
static enum rv_core_result scalar_buffer(struct core *core, unsigned id, bool get, bool waits)
{
    struct buffer_id *buffer = &core->buffer[id];
    if (get && waits && !sync_buffer_is_free(core, id, buffer->released))
        return scalar_block(core, LANE_MUTEX);
    if (get && waits)
        sync_buffer_take(core, &core->scalar.lane, id, core->scalar.hart.pc,
                         core_scalar_tick(core));
    if (!get) {
        buffer->last_pipe = CCE_S;
        sync_buffer_release(core, CCE_S, id, buffer->released++, core->scalar.hart.pc,
                            core_scalar_tick(core));
    }
    return scalar_yield(core, core->chip->timing.buffer * RV_SUBTICKS);
}

/* get_buf waits for every rls_buf of its id that is earlier in program order (asc-devkit asc_lock);
 * rls_buf is complete when the earlier instructions of its pipe are, in mode 1 also the earlier
 * releases of its id: a get waits for all of them anyway, so the modes of a release do not differ.
 */
static enum rv_core_result buffer_insn(struct core *core, const struct isa_op *op, const char *name,
                                       bool get)
{
    uint64_t pipe = operand(core, op, 0);
    uint64_t id = operand(core, op, 1);
    uint64_t mode = operand(core, op, 2);
    if (!has_pipe(core, pipe))
        return wrong(core, name, "pipe", pipe);
    if (id >= BUFFER_IDS)
        return wrong(core, name, "buffer id", id);
    struct buffer_id *buffer = &core->buffer[id];
    bool waits = get_waits(buffer, pipe, mode);
    if (!get && buffer->released - buffer->done == BUFFER_MOST_OPEN)
        return scalar_block(core, LANE_MUTEX);
    if (pipe == CCE_S)
        return scalar_buffer(core, (unsigned)id, get, waits);
    if (get && !waits)
        return scalar_yield(core, core->chip->timing.dispatch);
    if (pipe_is_full(core->pipe[pipe]))
        return scalar_block(core, LANE_QUEUE_FULL);
    struct entry *entry = push(core, (unsigned)pipe, get ? ENTRY_GET_BUF : ENTRY_RLS_BUF);
    entry->id = (uint8_t)id;
    entry->ticket = buffer->released;
    if (!get) {
        buffer->released++;
        buffer->last_pipe = (enum cce_pipe)pipe;
    }
    return scalar_yield(core, core->chip->timing.dispatch);
}
SCALAR_INSN(get_buf)
{
    return buffer_insn(core, op, "get_buf", true);
}

SCALAR_INSN(rls_buf)
{
    return buffer_insn(core, op, "rls_buf", false);
}

/* Memory order of the scalar unit: its stores go to the data cache in order, movers start only
 * after what was issued before them, so there is nothing left to wait for but the pipes. */
SCALAR_INSN(dsb)
{
    (void)op;
    return scalar_next(core, core->chip->timing.barrier * RV_SUBTICKS);
}
