#include "emu/pipe.h"

#include <stdlib.h>
#include <string.h>

#include "emu/bodies.h"
#include "emu/chip.h"
#include "emu/core.h"
#include "emu/sync.h"
#include "emu/timing.h"

const char *const cce_pipe_name[CCE_PIPE_COUNT] = {
    [CCE_S] = "s",       [CCE_V] = "v",       [CCE_M] = "m",     [CCE_MTE1] = "mte1",
    [CCE_MTE2] = "mte2", [CCE_MTE3] = "mte3", [CCE_ALL] = "all", [CCE_FIX] = "fix"};

int pipe_init(struct pipe *pipe, struct core *core, enum cce_pipe number, unsigned depth)
{
    memset(pipe, 0, sizeof *pipe);
    pipe->core = core;
    pipe->number = number;
    pipe->depth = depth;
    pipe->room = depth + PIPE_MOST_IN_FLIGHT;
    pipe->ring = calloc(pipe->room, sizeof *pipe->ring);
    pipe->unit.tick = NO_EVENT;
    return pipe->ring == NULL ? -1 : 0;
}

void pipe_destroy(struct pipe *pipe)
{
    free(pipe->ring);
    pipe->ring = NULL;
}

void pipe_reset(struct pipe *pipe, uint64_t tick)
{
    pipe->head = pipe->in_flight = pipe->queued = 0;
    pipe->free_at = pipe->last_done = tick;
}

static struct entry *ring_at(const struct pipe *pipe, unsigned offset)
{
    unsigned place = pipe->head + offset;
    return &pipe->ring[place >= pipe->room ? place - pipe->room : place];
}

struct entry *pipe_push(struct pipe *pipe, uint64_t tick)
{
    struct entry *entry = ring_at(pipe, pipe->in_flight + pipe->queued);
    memset(entry, 0, sizeof *entry);
    entry->ready = tick + pipe->core->chip->timing.queue_latency;
    pipe->queued++;
    events_wake(&pipe->core->chip->events, &pipe->unit, entry->ready);
    return entry;
}

const struct entry *pipe_next(const struct pipe *pipe)
{
    return pipe->queued == 0 ? NULL : ring_at(pipe, pipe->in_flight);
}

static void leave(struct pipe *pipe)
{
    struct entry *entry = ring_at(pipe, 0);
    if (entry->vf != NULL)
        vf_release(&pipe->core->vf, entry->vf);
    if (entry->spr != NULL)
        spr_release(&pipe->core->spr, entry->spr);
    pipe->head = pipe->head + 1 == pipe->room ? 0 : pipe->head + 1;
}

void pipe_clear(struct pipe *pipe)
{
    for (; !pipe_is_empty(pipe); leave(pipe))
        if (pipe->in_flight > 0)
            pipe->in_flight--;
        else
            pipe->queued--;
}

/* Tells the trace of an entry that is complete. */
static void trace_entry(const struct pipe *pipe, const struct entry *entry)
{
    const struct core *core = pipe->core;
    const uint64_t sync[] = {entry->src, entry->dst, entry->id};
    struct trace_insn insn = {.issue = entry->ready - core->chip->timing.queue_latency,
                              .begin = entry->start,
                              .end = entry->done,
                              .pc = entry->pc};
    switch (entry->kind) {
    case ENTRY_INSN:
        insn.args = (unsigned)isa_rows[entry->op.row].field_count;
        insn.arg = entry->arg;
        insn.touches = &core->touches;
        break;
    case ENTRY_SET_FLAG:
    case ENTRY_WAIT_FLAG:
        insn.args = 3;
        insn.arg = sync;
        break;
    case ENTRY_GET_BUF:
    case ENTRY_RLS_BUF:
        insn.args = 1;
        insn.arg = sync + 2;
        break;
    case ENTRY_VF:
        insn.is_call = true;
        break;
    case ENTRY_BARRIER:
        break;
    }
    trace_insn(pipe->lane.trace, &insn);
}

/* Effect of the oldest entry in flight; then it leaves the pipe. */
static belay_status complete(struct pipe *pipe)
{
    struct entry *entry = ring_at(pipe, 0);
    struct core *core = pipe->core;
    belay_status status = BELAY_OK;
    core->touches.count = 0;
    switch (entry->kind) {
    case ENTRY_INSN:
        status = queue_bodies[entry->op.row](core, entry);
        break;
    case ENTRY_SET_FLAG:
        sync_flag_set(core, entry->src, entry->dst, entry->id, entry->pc, entry->done);
        break;
    case ENTRY_RLS_BUF:
        sync_buffer_release(core, pipe->number, entry->id, entry->ticket, entry->pc, entry->done);
        break;
    case ENTRY_VF:
    case ENTRY_WAIT_FLAG:
    case ENTRY_BARRIER:
    case ENTRY_GET_BUF:
        break;
    }
    if (pipe->lane.trace != NULL)
        trace_entry(pipe, entry);
    leave(pipe);
    pipe->in_flight--;
    return status;
}

/* Takes the next entry at `tick`: it will be done after `latency` and lets the next one in after
 * `interval`. */
static void take(struct pipe *pipe, uint64_t tick, struct cost cost)
{
    struct entry *entry = ring_at(pipe, pipe->in_flight);
    entry->start = tick;
    entry->done = tick + cost.latency > pipe->last_done ? tick + cost.latency : pipe->last_done;
    pipe->last_done = entry->done;
    pipe->free_at = tick + cost.interval;
    pipe->in_flight++;
    pipe->queued--;
}

/* Can the next entry be taken at `tick`? When not, *state says why. Waits that end by an event of
 * another unit are woken by it. */
static bool can_take(const struct pipe *pipe, const struct entry *entry, uint64_t tick,
                     enum lane_state *state)
{
    struct core *core = pipe->core;
    switch (entry->kind) {
    case ENTRY_WAIT_FLAG:
        *state = LANE_FLAG;
        return sync_flag_is_set(core, entry->src, entry->dst, entry->id, tick);
    case ENTRY_BARRIER:
        *state = LANE_BARRIER;
        return pipe->in_flight == 0;
    case ENTRY_GET_BUF:
        *state = LANE_MUTEX;
        return sync_buffer_is_free(core, entry->id, entry->ticket);
    default:
        return true;
    }
}

static belay_status take_next(struct pipe *pipe, uint64_t tick)
{
    struct core *core = pipe->core;
    struct entry *entry = ring_at(pipe, pipe->in_flight);
    struct cost cost = {0, 0};
    switch (entry->kind) {
    case ENTRY_INSN:
        pipe->instructions++;
        cost = timing_cost(core, entry);
        break;
    case ENTRY_VF:
        pipe->instructions++;
        take(pipe, tick, cost);
        entry->done = pipe->last_done = pipe->free_at = NO_EVENT; /* until the program has run */
        return vf_begin(&core->vf, entry->vf, tick);
    case ENTRY_WAIT_FLAG:
        sync_flag_take(core, entry->src, entry->dst, entry->id, entry->pc, tick);
        cost.latency = cost.interval = core->chip->timing.flag;
        break;
    case ENTRY_SET_FLAG:
        cost.latency = core->chip->timing.flag; /* after everything before it: see take() */
        break;
    case ENTRY_BARRIER:
        cost.latency = cost.interval = core->chip->timing.barrier;
        break;
    case ENTRY_GET_BUF:
        sync_buffer_take(core, &pipe->lane, entry->id, entry->pc, tick);
        /* fall through */
    case ENTRY_RLS_BUF:
        cost.latency = core->chip->timing.buffer;
        cost.interval = entry->kind == ENTRY_GET_BUF ? cost.latency : 0;
        break;
    }
    take(pipe, tick, cost);
    return BELAY_OK;
}

/* A vector function is running: lets it go on up to the horizon of its AI core. */
static belay_status run_vf(struct pipe *pipe, uint64_t tick, uint64_t *next)
{
    struct core *core = pipe->core;
    struct entry *entry = ring_at(pipe, pipe->in_flight - 1);
    uint64_t horizon = core_horizon(core);
    belay_status status = vf_run(&core->vf, tick, horizon == 0 ? 0 : horizon - 1, next);
    if (status == BELAY_OK && !core->vf.running) {
        entry->done = pipe->last_done = pipe->free_at = *next;
    }
    return status;
}

static void wake_scalar(struct pipe *pipe, uint64_t tick)
{
    enum scalar_state state = pipe->core->scalar.state;
    if (state == SCALAR_BLOCKED || state == SCALAR_DRAIN)
        core_wake_scalar(pipe->core, tick);
}

belay_status pipe_step(struct pipe *pipe, uint64_t tick)
{
    struct core *core = pipe->core;
    enum lane_state state = LANE_NO_WORK;
    uint64_t next = NO_EVENT;
    for (;;) {
        belay_status status = BELAY_OK;
        if (core->vf.running && pipe->number == CCE_V) {
            status = run_vf(pipe, tick, &next);
            if (status != BELAY_OK)
                return status;
        }
        while (pipe->in_flight > 0 && ring_at(pipe, 0)->done <= tick) {
            status = complete(pipe);
            if (status != BELAY_OK)
                return status;
        }
        const struct entry *entry = pipe_next(pipe);
        if (entry == NULL)
            break;
        uint64_t at = entry->ready > pipe->free_at ? entry->ready : pipe->free_at;
        if (at > tick) {
            state = entry->ready > tick ? LANE_NO_WORK : LANE_ISSUE;
            if (at < next)
                next = at;
            break;
        }
        if (pipe->in_flight == PIPE_MOST_IN_FLIGHT || !can_take(pipe, entry, tick, &state))
            break;
        status = take_next(pipe, tick);
        if (status != BELAY_OK)
            return status;
    }
    if (pipe->in_flight > 0 && ring_at(pipe, 0)->done < next)
        next = ring_at(pipe, 0)->done;
    lane_set(&pipe->lane, tick, pipe->in_flight > 0 ? LANE_BUSY : state);
    if (next != NO_EVENT)
        events_wake(&core->chip->events, &pipe->unit, next);
    wake_scalar(pipe, tick);
    return BELAY_OK;
}
