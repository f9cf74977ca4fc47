/* Chrome trace events:
 * https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU (Trace Event
 * Format). A process a core, threads its lanes. */
#include <inttypes.h>
#include <string.h>

#include "cli/export.h"

/* Events of one thread must nest; pipes overlap their instructions, so a lane has several tracks.
 */
enum { TRACKS = 32, WAIT_TRACK = TRACKS, LANE_TRACKS = TRACKS + 1 };

struct track {
    char name[32];
    uint64_t end; /* of the last instruction in it */
};

struct chrome {
    const struct export *export;
    belay_trace_lane lane;
    size_t number; /* of the lane */
    unsigned process;
    bool first; /* no event yet: no comma */
    uint64_t flow_id;
    unsigned count;
    struct track track[TRACKS];
};

static double microseconds(const struct chrome *c, uint64_t ticks)
{
    return (double)ticks / (double)c->export->info.clock_mhz;
}

static void put_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            fprintf(out, "\\u%04x", (unsigned)*text);
        else
            fputc(*text, out);
    }
    fputc('"', out);
}

/* {"ph": ..., "pid": ..., "tid": ... and stays open. */
static void begin_event(struct chrome *c, const char *phase, unsigned track)
{
    fprintf(c->export->out, "%s\n{\"ph\":\"%s\",\"pid\":%u,\"tid\":%zu", c->first ? "" : ",", phase,
            c->process, c->number * LANE_TRACKS + track);
    c->first = false;
}

static void name_track(struct chrome *c, unsigned track, const char *name)
{
    begin_event(c, "M", track);
    fputs(",\"name\":\"thread_name\",\"args\":{\"name\":", c->export->out);
    put_text(c->export->out, name);
    fputs("}}", c->export->out);
}

/* A track of that name in which nothing runs at `begin`; a new one if need be. */
static unsigned find_track(struct chrome *c, const char *name, uint64_t begin, uint64_t end)
{
    unsigned same = 0, last = 0;
    for (unsigned i = 0; i < c->count; i++) {
        if (strncmp(c->track[i].name, name, strlen(name)) != 0)
            continue;
        same++;
        last = i;
        if (c->track[i].end <= begin) {
            c->track[i].end = end;
            return i;
        }
    }
    if (c->count == TRACKS)
        return last;
    struct track *track = &c->track[c->count];
    if (same == 0)
        snprintf(track->name, sizeof track->name, "%s", name);
    else
        snprintf(track->name, sizeof track->name, "%s %u", name, same + 1);
    track->end = end;
    name_track(c, c->count, track->name);
    return c->count++;
}

static bool put_insn(void *user, const belay_trace_insn *insn)
{
    struct chrome *c = user;
    FILE *out = c->export->out;
    const char *name =
        insn->in_call ? export_vector_name(insn->text) : export_lane_name(c->lane.pipe);
    unsigned track = find_track(c, name, insn->begin, insn->end);
    belay_trace_code code = {.file = ""};
    char short_name[64];
    snprintf(short_name, sizeof short_name, "%.*s",
             insn->is_call ? 63 : (int)strcspn(insn->text, " "), insn->text);
    belay_trace_code_at(c->export->trace, insn->program, insn->pc, &code);
    begin_event(c, "X", track);
    fprintf(out, ",\"ts\":%.4f,\"dur\":%.4f,\"name\":", microseconds(c, insn->begin),
            microseconds(c, insn->end - insn->begin));
    put_text(out, short_name);
    fprintf(out,
            ",\"args\":{\"tick\":%" PRIu64 ",\"ticks\":%" PRIu64 ",\"issue\":%" PRIu64
            ",\"pc_addr\":\"0x%" PRIx64 "\",\"detail\":",
            insn->begin, insn->end - insn->begin, insn->issue, insn->pc);
    put_text(out, insn->text);
    fputs(",\"code\":", out);
    char place[320];
    snprintf(place, sizeof place, "%s:%d", code.file, code.line);
    put_text(out, place);
    fputs("}}", out);
    return true;
}

static bool put_wait(void *user, const belay_trace_span *span)
{
    struct chrome *c = user;
    const char *reason = belay_trace_state(c->export->trace, span->state);
    if (span->state == 0 || strcmp(reason, "no_work") == 0 || strcmp(reason, "launch_wave") == 0)
        return true;
    begin_event(c, "X", WAIT_TRACK);
    fprintf(c->export->out,
            ",\"ts\":%.4f,\"dur\":%.4f,\"cat\":\"wait\",\"name\":\"%s\",\"args\":{\"tick\":%" PRIu64
            ",\"ticks\":%" PRIu64 "}}",
            microseconds(c, span->begin), microseconds(c, span->end - span->begin), reason,
            span->begin, span->end - span->begin);
    return true;
}

static bool put_flow(void *user, const belay_trace_flow *flow)
{
    struct chrome *c = user;
    struct chrome from = *c;
    from.number = flow->from_lane;
    c->flow_id++;
    for (int end = 0; end < 2; end++) {
        begin_event(end ? c : &from, end ? "f" : "s", 0);
        c->first = from.first = false;
        fprintf(c->export->out,
                ",\"ts\":%.4f,\"id\":%" PRIu64 ",\"cat\":\"%s\",\"name\":\"%s %u\"%s,"
                "\"args\":{\"tick\":%" PRIu64 ",\"pc_addr\":\"0x%" PRIx64 "\"}}",
                microseconds(c, end ? flow->to_tick : flow->from_tick), c->flow_id, flow->kind,
                flow->kind, flow->id, end ? ",\"bp\":\"e\"" : "",
                end ? flow->to_tick : flow->from_tick, end ? flow->to_pc : flow->from_pc);
    }
    return true;
}

static void name_core(struct chrome *c)
{
    begin_event(c, "M", 0);
    fputs(",\"name\":\"process_name\",\"args\":{\"name\":", c->export->out);
    put_text(c->export->out, c->lane.core);
    fputs("}}", c->export->out);
}

belay_status export_chrome(struct export *export, belay_error *err)
{
    struct chrome c = {.export = export, .first = true};
    char core[32] = "";
    belay_status status = BELAY_OK;
    fprintf(export->out,
            "{\"displayTimeUnit\":\"ns\",\"otherData\":{\"chip\":\"%s\","
            "\"clock_mhz\":%" PRIu64 "},\"traceEvents\":[",
            export->info.chip, export->info.clock_mhz);
    for (; status == BELAY_OK && belay_trace_get_lane(export->trace, c.number, &c.lane);
         c.number++) {
        if (strcmp(core, c.lane.core) != 0) {
            c.process++;
            snprintf(core, sizeof core, "%s", c.lane.core);
            name_core(&c);
        }
        char waits[40];
        snprintf(waits, sizeof waits, "%s waits", export_lane_name(c.lane.pipe));
        name_track(&c, WAIT_TRACK, waits);
        c.count = 0;
        find_track(&c, export_lane_name(c.lane.pipe), 0, 0);
        status = belay_trace_insns(export->trace, c.number, export->begin, export->end, put_insn,
                                   &c, err);
        if (status == BELAY_OK)
            status = belay_trace_spans(export->trace, c.number, export->begin, export->end,
                                       put_wait, &c, err);
        if (status == BELAY_OK)
            status = belay_trace_flows(export->trace, c.number, export->begin, export->end,
                                       put_flow, &c, err);
    }
    fputs("\n]}\n", export->out);
    return status;
}
