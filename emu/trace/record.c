/* Encoding of what lanes do. The functions here run for every instruction of a traced chip. */
#include "emu/trace/writer.h"

#include "emu/lane.h"

_Static_assert((int)LANE_STATE_COUNT <= (int)SPAN_GAP, "states and the gap bit share a byte");

enum { CHUNK_RAW = 1 << 20 }; /* bytes in all lanes at which a chunk is written */

static bool wanted(const struct trace *trace, uint64_t begin, uint64_t end)
{
    return begin < trace->end && end >= trace->begin;
}

/* A record of [begin, end] comes into the lane's part of the chunk. */
static void cover(struct trace_lane *lane, uint64_t begin, uint64_t end)
{
    if (lane->span_count + lane->insn_count + lane->flow_count == 0) {
        lane->first = begin;
        lane->last = end;
        lane->base = lane->span_at = lane->insn_at = lane->flow_at = begin;
        lane->insn_pc = lane->flow_from_pc = lane->flow_to_pc = 0;
        memset(lane->slot, 0, sizeof lane->slot);
    }
    if (begin < lane->first)
        lane->first = begin;
    if (end > lane->last)
        lane->last = end;
}

static void grown(struct trace_lane *lane, size_t bytes)
{
    struct trace *trace = lane->trace;
    trace->buffered += bytes;
    if (trace->buffered >= CHUNK_RAW)
        trace_flush(trace);
}

void trace_close_span(struct trace_lane *lane)
{
    const struct trace *trace = lane->trace;
    uint64_t begin = lane->state_begin, end = lane->state_end;
    lane->state_begin = end;
    begin = begin < trace->begin ? trace->begin : begin;
    end = end > trace->end ? trace->end : end;
    if (end <= begin)
        return;
    cover(lane, begin, end);
    uint8_t *at = bytes_reserve(&lane->spans, 3 * VARINT_MOST);
    if (at == NULL)
        return;
    uint8_t *start = at;
    bool gap = begin != lane->span_at; /* after an error, or at the edge of the window */
    *at++ = (uint8_t)(lane->state | (gap ? SPAN_GAP : 0));
    if (gap)
        at = put_varint(at, zigzag(begin - lane->span_at));
    at = put_varint(at, end - begin);
    lane->span_at = end;
    lane->spans.size += (size_t)(at - start);
    lane->span_count++;
    lane->trace->buffered += (size_t)(at - start);
}

void trace_state(struct trace_lane *lane, unsigned state, uint64_t tick)
{
    if (tick <= lane->state_end)
        return;
    if (lane->state != state) {
        trace_close_span(lane);
        lane->state = state;
    }
    lane->state_end = tick;
    grown(lane, 0);
}

static uint8_t *put_touches(uint8_t *at, const struct touches *touches, struct slot *slot)
{
    for (unsigned i = 0; i < touches->count; i++) {
        const belay_trace_touch *t = &touches->touch[i];
        at = put_varint(at, t->space << 1 | t->write);
        at = put_varint(at, zigzag(t->address - slot->address[i]));
        at = put_varint(at, t->size);
        slot->address[i] = t->address;
    }
    return at;
}

void trace_insn(struct trace_lane *lane, const struct trace_insn *insn)
{
    if (!wanted(lane->trace, insn->begin, insn->end))
        return;
    cover(lane, insn->begin, insn->end);
    uint8_t *at = bytes_reserve(&lane->insns, (size_t)VARINT_MOST *
                                                  (6 + BELAY_TRACE_ARGS + 3 * BELAY_TRACE_TOUCHES));
    if (at == NULL)
        return;
    uint8_t *start = at;
    struct slot *slot = &lane->slot[pc_slot(insn->pc)];
    unsigned touches = insn->touches == NULL ? 0 : insn->touches->count;
    bool next_pc = insn->pc == lane->insn_pc + 8;
    *at++ = (uint8_t)((insn->is_call ? INSN_CALL : 0) | (insn->in_call ? INSN_IN_CALL : 0) |
                      (insn->args > 0 ? INSN_ARGS : 0) | (next_pc ? INSN_NEXT_PC : 0) |
                      touches << INSN_TOUCHES);
    at = put_varint(at, zigzag(insn->begin - lane->insn_at));
    at = put_varint(at, insn->end - insn->begin);
    if (!insn->in_call)
        at = put_varint(at, insn->begin - insn->issue);
    if (!next_pc)
        at = put_varint(at, zigzag(insn->pc - lane->insn_pc));
    if (insn->args > 0)
        *at++ = (uint8_t)insn->args;
    for (unsigned i = 0; i < insn->args; i++) {
        at = put_varint(at, zigzag(insn->arg[i] - slot->arg[i]));
        slot->arg[i] = insn->arg[i];
    }
    if (touches > 0)
        at = put_touches(at, insn->touches, slot);
    lane->insn_at = insn->begin;
    lane->insn_pc = insn->pc;
    lane->insns.size += (size_t)(at - start);
    lane->insn_count++;
    grown(lane, (size_t)(at - start));
}

void trace_flow(struct trace_lane *lane, const struct trace_flow *flow)
{
    if (!wanted(lane->trace, flow->from_tick, flow->to_tick))
        return;
    cover(lane, flow->to_tick, flow->to_tick);
    size_t before = lane->flows.size;
    bytes_varint(&lane->flows, flow->kind);
    bytes_varint(&lane->flows, flow->id);
    bytes_varint(&lane->flows, flow->from_core << FLOW_PIPE_BITS | flow->from_pipe);
    bytes_varint(&lane->flows, zigzag(flow->to_tick - lane->flow_at));
    bytes_varint(&lane->flows, flow->to_tick - flow->from_tick);
    bytes_varint(&lane->flows, zigzag(flow->from_pc - lane->flow_from_pc));
    bytes_varint(&lane->flows, zigzag(flow->to_pc - lane->flow_to_pc));
    lane->flow_at = flow->to_tick;
    lane->flow_from_pc = flow->from_pc;
    lane->flow_to_pc = flow->to_pc;
    lane->flow_count++;
    grown(lane, lane->flows.size - before);
}

void touches_add(struct touches *touches, enum trace_space space, bool write, uint64_t address,
                 uint64_t size)
{
    for (unsigned i = 0; i < touches->count; i++) {
        belay_trace_touch *t = &touches->touch[i];
        if (t->space != space || t->write != write)
            continue;
        uint64_t end = t->address + t->size;
        end = end > address + size ? end : address + size;
        t->address = t->address < address ? t->address : address;
        t->size = end - t->address;
        return;
    }
    if (touches->count < BELAY_TRACE_TOUCHES)
        touches->touch[touches->count++] = (belay_trace_touch){space, write, address, size};
}

/* --- chunks ----------------------------------------------------------------------------------- */

static void move_part(struct bytes *to, struct bytes *part)
{
    bytes_add(to, part->data, part->size);
    to->failed |= part->failed;
    part->size = 0;
}

void trace_flush(struct trace *trace)
{
    struct bytes *raw = &trace->raw;
    for (unsigned i = 0; i < trace->lane_count; i++) {
        struct trace_lane *lane = trace->lane[i];
        if (lane == NULL || lane->span_count + lane->insn_count + lane->flow_count == 0)
            continue;
        const uint64_t head[] = {lane->number,
                                 lane->first,
                                 lane->last - lane->first,
                                 lane->base - lane->first,
                                 trace->current[0],
                                 trace->current[1],
                                 lane->span_count,
                                 lane->insn_count,
                                 lane->flow_count,
                                 lane->spans.size,
                                 lane->insns.size,
                                 lane->flows.size};
        for (size_t k = 0; k < sizeof head / sizeof head[0]; k++)
            bytes_varint(raw, head[k]);
        move_part(raw, &lane->spans);
        move_part(raw, &lane->insns);
        move_part(raw, &lane->flows);
        trace->spans += lane->span_count;
        trace->insns += lane->insn_count;
        trace->flows += lane->flow_count;
        lane->span_count = lane->insn_count = lane->flow_count = 0;
    }
    trace->buffered = 0;
    if (raw->size > 0)
        queue_put(&trace->queue, CHUNK_DATA, raw);
}
