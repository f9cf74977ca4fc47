/* Visiting what a lane did. A visit decodes the parts that can overlap the range and nothing else.
 */
#include "emu/trace/reader.h"

#include <stdlib.h>
#include <string.h>

#include "emu/error.h"

bool reader_next_span(struct cursor *c, uint64_t *at, belay_trace_span *span)
{
    if (c->at >= c->end)
        return false;
    uint8_t head = *c->at++;
    uint64_t begin = *at;
    if (head & SPAN_GAP)
        begin += unzigzag(take_varint(c));
    span->state = head & (SPAN_GAP - 1);
    span->begin = begin;
    span->end = begin + take_varint(c);
    *at = span->end;
    return !c->bad;
}

/* The bytes of one kind of a part; false with err when the chunk cannot be read. */
static bool open_part(struct belay_trace *trace, const struct part *part, int kind,
                      struct cursor *c, belay_error *err)
{
    const uint8_t *raw = reader_chunk(trace, part->chunk, err);
    if (raw == NULL)
        return false;
    raw += part->offset;
    for (int i = 0; i < kind; i++)
        raw += part->size[i];
    *c = (struct cursor){raw, raw + part->size[kind], false};
    return true;
}

static bool overlaps(const struct part *part, uint64_t begin, uint64_t end)
{
    return part->first < end && part->last >= begin;
}

/* --- spans ------------------------------------------------------------------------------------ */

belay_status belay_trace_spans(belay_trace *trace, size_t lane, uint64_t begin, uint64_t end,
                               belay_trace_on_span *visit, void *user, belay_error *err)
{
    if (lane >= trace->lane_count)
        return error_set(err, BELAY_BAD_INPUT, "the trace has no lane %zu", lane);
    const struct reader_lane *l = trace->lane[lane];
    for (size_t i = 0; i < l->part_count; i++) {
        const struct part *part = &l->part[i];
        struct cursor c;
        uint64_t at = part->base;
        belay_trace_span span;
        if (!overlaps(part, begin, end) || part->size[PART_SPANS] == 0)
            continue;
        if (!open_part(trace, part, PART_SPANS, &c, err))
            return BELAY_BAD_INPUT;
        while (reader_next_span(&c, &at, &span) && span.begin < end)
            if (span.end > begin && span.state < trace->state_count && !visit(user, &span))
                return BELAY_OK;
    }
    return BELAY_OK;
}

/* --- instructions ----------------------------------------------------------------------------- */

struct insn_decoder {
    uint64_t at, pc;
    struct {
        uint64_t arg[BELAY_TRACE_ARGS], address[BELAY_TRACE_TOUCHES];
    } slot[PC_SLOTS];
};

static bool next_insn(struct cursor *c, struct insn_decoder *d, belay_trace_insn *insn)
{
    if (c->at >= c->end)
        return false;
    uint8_t head = *c->at++;
    *insn = (belay_trace_insn){.is_call = (head & INSN_CALL) != 0,
                               .in_call = (head & INSN_IN_CALL) != 0,
                               .touches = head >> INSN_TOUCHES};
    insn->begin = d->at += unzigzag(take_varint(c));
    insn->end = insn->begin + take_varint(c);
    insn->issue = insn->begin - (insn->in_call ? 0 : take_varint(c));
    d->pc += head & INSN_NEXT_PC ? 8 : unzigzag(take_varint(c));
    insn->pc = d->pc;
    unsigned slot = pc_slot(insn->pc);
    if (head & INSN_ARGS)
        insn->args = c->at < c->end ? *c->at++ : 0;
    if (insn->args > BELAY_TRACE_ARGS || insn->touches > BELAY_TRACE_TOUCHES)
        return false;
    for (unsigned i = 0; i < insn->args; i++)
        insn->arg[i] = d->slot[slot].arg[i] += unzigzag(take_varint(c));
    for (unsigned i = 0; i < insn->touches; i++) {
        uint64_t place = take_varint(c);
        belay_trace_touch *t = &insn->touch[i];
        t->space = (unsigned)(place >> 1);
        t->write = place & 1;
        t->address = d->slot[slot].address[i] += unzigzag(take_varint(c));
        t->size = take_varint(c);
    }
    return !c->bad;
}

static void name_insn(const struct belay_trace *trace, const struct part *part,
                      belay_trace_insn *insn)
{
    belay_trace_code code;
    insn->program = part->program;
    insn->text = "";
    if (belay_trace_code_at(trace, part->program, insn->pc, &code))
        insn->text = insn->is_call && code.function[0] != '\0' ? code.function : code.text;
}

belay_status belay_trace_insns(belay_trace *trace, size_t lane, uint64_t begin, uint64_t end,
                               belay_trace_on_insn *visit, void *user, belay_error *err)
{
    if (lane >= trace->lane_count)
        return error_set(err, BELAY_BAD_INPUT, "the trace has no lane %zu", lane);
    const struct reader_lane *l = trace->lane[lane];
    struct insn_decoder *d = malloc(sizeof *d);
    if (d == NULL)
        return error_set(err, BELAY_INTERNAL, "out of memory");
    bool go_on = true;
    belay_status status = BELAY_OK;
    for (size_t i = 0; i < l->part_count && go_on && status == BELAY_OK; i++) {
        const struct part *part = &l->part[i];
        struct cursor c;
        belay_trace_insn insn;
        if (!overlaps(part, begin, end) || part->size[PART_INSNS] == 0)
            continue;
        memset(d, 0, sizeof *d);
        d->at = part->base;
        if (!open_part(trace, part, PART_INSNS, &c, err)) {
            status = BELAY_BAD_INPUT;
            break;
        }
        while (go_on && next_insn(&c, d, &insn)) {
            if (insn.begin >= end || (insn.end <= begin && insn.begin < begin))
                continue;
            name_insn(trace, part, &insn);
            go_on = visit(user, &insn);
        }
    }
    free(d);
    return status;
}

/* --- flows ------------------------------------------------------------------------------------ */

static bool find_place(const struct belay_trace *trace, uint64_t place, size_t *lane)
{
    for (*lane = 0; *lane < trace->lane_count; ++*lane)
        if (trace->lane[*lane]->place == place)
            return true;
    return false;
}

belay_status belay_trace_flows(belay_trace *trace, size_t lane, uint64_t begin, uint64_t end,
                               belay_trace_on_flow *visit, void *user, belay_error *err)
{
    static const char *const kinds[FLOW_KINDS] = {"flag", "buffer", "cross_core"};
    if (lane >= trace->lane_count)
        return error_set(err, BELAY_BAD_INPUT, "the trace has no lane %zu", lane);
    const struct reader_lane *l = trace->lane[lane];
    for (size_t i = 0; i < l->part_count; i++) {
        const struct part *part = &l->part[i];
        struct cursor c;
        if (!overlaps(part, begin, end) || part->size[PART_FLOWS] == 0)
            continue;
        if (!open_part(trace, part, PART_FLOWS, &c, err))
            return BELAY_BAD_INPUT;
        belay_trace_flow flow = {.to_lane = lane, .to_tick = part->base};
        while (c.at < c.end && !c.bad) {
            uint64_t kind = take_varint(&c);
            flow.id = (unsigned)take_varint(&c);
            uint64_t place = take_varint(&c);
            flow.to_tick += unzigzag(take_varint(&c));
            flow.from_tick = flow.to_tick - take_varint(&c);
            flow.from_pc += unzigzag(take_varint(&c));
            flow.to_pc += unzigzag(take_varint(&c));
            if (c.bad || kind >= FLOW_KINDS)
                break;
            flow.kind = kinds[kind];
            if (flow.to_tick < begin || flow.to_tick >= end ||
                !find_place(trace, place, &flow.from_lane))
                continue;
            if (!visit(user, &flow))
                return BELAY_OK;
        }
    }
    return BELAY_OK;
}
