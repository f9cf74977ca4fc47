/* Kanata log, version 0004: https://github.com/shioyadan/Konata docs/kanata-log-format.md. The log
 * is in the order of time, so the events are collected and sorted first. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/export.h"
#include "cli/verb.h"

/* In the order they come at one tick: an instruction may begin, execute and retire at once. */
enum event_kind { EVENT_BEGIN, EVENT_EXECUTE, EVENT_WAIT, EVENT_RETIRE };

struct event {
    uint64_t tick;
    uint32_t insn, other; /* other: of a dependence, the one that ended the wait */
    enum event_kind kind;
};

struct insn {
    uint64_t begin, end;
    char *text;
    uint32_t lane, id; /* id: numbers in the log rise from 0 */
};

struct kanata {
    const struct export *export;
    belay_trace_lane lane;
    uint32_t number;
    size_t insn_count, insn_room, event_count, event_room;
    struct insn *insn;
    struct event *event;
    size_t *lane_first; /* first instruction of each lane */
    bool failed;
};

static bool grow(struct kanata *k, void **array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return true;
    size_t more = *room == 0 ? 1024 : *room * 2;
    void *larger = realloc(*array, more * size);
    if (larger == NULL) {
        k->failed = true;
        return false;
    }
    *array = larger;
    *room = more;
    return true;
}

static void add_event(struct kanata *k, uint64_t tick, enum event_kind kind, size_t insn,
                      size_t other)
{
    if (grow(k, (void **)&k->event, k->event_count, &k->event_room, sizeof *k->event))
        k->event[k->event_count++] = (struct event){tick, (uint32_t)insn, (uint32_t)other, kind};
}

static bool take_insn(void *user, const belay_trace_insn *insn)
{
    struct kanata *k = user;
    char text[256];
    snprintf(text, sizeof text, "%s %s: %s", k->lane.core,
             insn->in_call ? export_vector_name(insn->text) : export_lane_name(k->lane.pipe),
             insn->text);
    char *copy = strdup(text);
    if (copy == NULL ||
        !grow(k, (void **)&k->insn, k->insn_count, &k->insn_room, sizeof *k->insn)) {
        k->failed = true;
        free(copy);
        return false;
    }
    k->insn[k->insn_count] = (struct insn){insn->begin, insn->end, copy, k->number, 0};
    add_event(k, insn->issue, EVENT_BEGIN, k->insn_count, 0);
    add_event(k, insn->begin, EVENT_EXECUTE, k->insn_count, 0);
    add_event(k, insn->end, EVENT_RETIRE, k->insn_count, 0);
    k->insn_count++;
    return !k->failed;
}

/* The instruction of a lane that is taken, or complete, at that tick. */
static bool find_insn(const struct kanata *k, size_t lane, uint64_t tick, bool by_end,
                      size_t *found)
{
    for (size_t i = k->lane_first[lane]; i < k->lane_first[lane + 1]; i++)
        if ((by_end ? k->insn[i].end : k->insn[i].begin) == tick) {
            *found = i;
            return true;
        }
    return false;
}

static bool take_flow(void *user, const belay_trace_flow *flow)
{
    struct kanata *k = user;
    size_t to, from;
    if (find_insn(k, flow->to_lane, flow->to_tick, false, &to) &&
        find_insn(k, flow->from_lane, flow->from_tick, true, &from))
        add_event(k, flow->to_tick, EVENT_WAIT, to, from);
    return !k->failed;
}

static int by_time(const void *a, const void *b)
{
    const struct event *x = a, *y = b;
    if (x->tick != y->tick)
        return x->tick < y->tick ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->insn != y->insn)
        return x->insn < y->insn ? -1 : 1;
    return x->other < y->other ? -1 : x->other > y->other;
}

static void put_events(struct kanata *k)
{
    FILE *out = k->export->out;
    uint64_t tick = k->event_count > 0 ? k->event[0].tick : 0;
    uint32_t begun = 0, retired = 0;
    fprintf(out, "Kanata\t0004\nC=\t%" PRIu64 "\n", tick);
    for (size_t i = 0; i < k->event_count; i++) {
        const struct event *e = &k->event[i];
        struct insn *insn = &k->insn[e->insn];
        if (e->tick != tick)
            fprintf(out, "C\t%" PRIu64 "\n", e->tick - tick);
        tick = e->tick;
        switch (e->kind) {
        case EVENT_BEGIN:
            insn->id = begun++;
            fprintf(out, "I\t%u\t%u\t%u\nL\t%u\t0\t%s\nS\t%u\t0\tQ\n", insn->id, insn->id,
                    insn->lane, insn->id, insn->text, insn->id);
            break;
        case EVENT_EXECUTE:
            fprintf(out, "S\t%u\t0\tX\n", insn->id);
            break;
        case EVENT_WAIT:
            fprintf(out, "W\t%u\t%u\t0\n", insn->id, k->insn[e->other].id);
            break;
        case EVENT_RETIRE:
            fprintf(out, "E\t%u\t0\tX\nR\t%u\t%u\t0\n", insn->id, insn->id, retired++);
            break;
        }
    }
}

static belay_status collect(struct kanata *k, belay_error *err)
{
    const struct export *export = k->export;
    belay_status status = BELAY_OK;
    for (size_t i = 0; i < export->info.lanes && status == BELAY_OK; i++) {
        belay_trace_get_lane(export->trace, i, &k->lane);
        k->number = (uint32_t)i;
        k->lane_first[i] = k->insn_count;
        status = belay_trace_insns(export->trace, i, export->begin, export->end, take_insn, k, err);
    }
    k->lane_first[export->info.lanes] = k->insn_count;
    for (size_t i = 0; i < export->info.lanes && status == BELAY_OK; i++)
        status = belay_trace_flows(export->trace, i, export->begin, export->end, take_flow, k, err);
    return status;
}

belay_status export_kanata(struct export *export, belay_error *err)
{
    struct kanata k = {.export = export};
    k.lane_first = calloc(export->info.lanes + 1, sizeof *k.lane_first);
    k.failed = k.lane_first == NULL;
    belay_status status = k.failed ? BELAY_OK : collect(&k, err);
    if (k.failed) {
        bad_input(err, "out of memory for the instructions of the trace: --range takes a part");
        status = err->status = BELAY_INTERNAL;
    }
    if (status == BELAY_OK) {
        qsort(k.event, k.event_count, sizeof *k.event, by_time);
        put_events(&k);
    }
    for (size_t i = 0; i < k.insn_count; i++)
        free(k.insn[i].text);
    free(k.insn);
    free(k.event);
    free(k.lane_first);
    return status;
}
