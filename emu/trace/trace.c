/* A trace's beginning and end, and what is told once: chip, programs, launches, host calls. */
#include "emu/trace/writer.h"

#include <errno.h>
#include <stdio.h>

#include "emu/chip.h"
#include "emu/error.h"

static unsigned lanes_of(const struct core *core)
{
    unsigned count = 0;
    for (int pipe = 0; pipe < CCE_PIPE_COUNT; pipe++)
        count += pipe == CCE_S || core->pipe[pipe] != NULL;
    return count;
}

/* Lanes are numbered by core, then by CCE number of the pipe. */
static unsigned lane_number(const struct core *core, int pipe)
{
    unsigned number = 0;
    for (unsigned i = 0; i < core->index; i++)
        number += lanes_of(core->chip->core[i]);
    for (int p = 0; p < pipe; p++)
        number += p == CCE_S || core->pipe[p] != NULL;
    return number;
}

/* --- META ------------------------------------------------------------------------------------- */

static void put_meta(struct trace *trace)
{
    static const char *const spaces[] = {
#define SPACE_NAME(id, name) name,
        TRACE_SPACES(SPACE_NAME)
#undef SPACE_NAME
    };
    const struct chip *chip = trace->chip;
    struct bytes *raw = &trace->raw;
    bytes_string(raw, chip->platform.name);
    bytes_varint(raw, chip->clock_mhz);
    bytes_varint(raw, LANE_STATE_COUNT);
    for (int i = 0; i < LANE_STATE_COUNT; i++)
        bytes_string(raw, lane_state_name[i]);
    bytes_varint(raw, TRACE_SPACE_COUNT);
    for (int i = 0; i < TRACE_SPACE_COUNT; i++)
        bytes_string(raw, spaces[i]);
    bytes_varint(raw, trace->lane_count);
    for (unsigned i = 0; i < chip->core_count; i++)
        for (int pipe = 0; pipe < CCE_PIPE_COUNT; pipe++) {
            const struct core *core = chip->core[i];
            if (pipe != CCE_S && core->pipe[pipe] == NULL)
                continue;
            bytes_string(raw, core->name);
            bytes_string(raw, cce_pipe_name[pipe]);
            bytes_varint(raw, core->index << FLOW_PIPE_BITS | (unsigned)pipe);
        }
    queue_put(&trace->queue, CHUNK_META, raw);
}

/* --- beginning and end ------------------------------------------------------------------------ */

/* Is the core in the list "aiv0,aiv3-7,aic"? */
static bool in_list(const char *list, const struct core *core)
{
    const char *kind = core->kind == CORE_AIC ? "aic" : "aiv";
    for (const char *at = list; *at != '\0';) {
        size_t length = strcspn(at, ",");
        unsigned first = 0, last = UINT32_MAX;
        char name[4];
        int fields = sscanf(at, "%3[aicv]%u-%u", name, &first, &last);
        if (fields == 2)
            last = first;
        if (fields >= 1 && strcmp(name, kind) == 0 && core->id >= first && core->id <= last)
            return true;
        at += length + (at[length] == ',');
    }
    return false;
}

static belay_status check_list(const struct chip *chip, const char *list, belay_error *err)
{
    for (const char *at = list; *at != '\0';) {
        size_t length = strcspn(at, ",");
        char item[32];
        bool found = false;
        snprintf(item, sizeof item, "%.*s", (int)length, at);
        for (unsigned i = 0; i < chip->core_count && !found; i++)
            found = in_list(item, chip->core[i]);
        if (!found || length >= sizeof item)
            return error_set(
                err, BELAY_BAD_INPUT, "'%.*s' names no core of %s; cores are aic0-%u and aiv0-%u",
                (int)length, at, chip->platform.name, chip->aic_count - 1, chip->aiv_count - 1);
        at += length + (at[length] == ',');
    }
    return BELAY_OK;
}

static void trace_free(struct trace *trace)
{
    for (unsigned i = 0; trace->lane != NULL && i < trace->lane_count; i++) {
        struct trace_lane *lane = trace->lane[i];
        if (lane == NULL)
            continue;
        bytes_free(&lane->spans);
        bytes_free(&lane->insns);
        bytes_free(&lane->flows);
        free(lane);
    }
    bytes_free(&trace->raw);
    free(trace->lane);
    free(trace->cores);
    free(trace->program);
    free(trace);
}

static belay_status start(struct trace *trace, const char *path, const belay_trace_options *options,
                          belay_error *err)
{
    struct chip *chip = trace->chip;
    for (unsigned i = 0; i < chip->core_count; i++)
        trace->lane_count += lanes_of(chip->core[i]);
    trace->lane = calloc(trace->lane_count, sizeof *trace->lane);
    trace->begin = options == NULL ? 0 : options->begin;
    trace->end = options == NULL || options->end == 0 ? UINT64_MAX : options->end;
    if (options != NULL && options->cores != NULL) {
        belay_status status = check_list(chip, options->cores, err);
        if (status != BELAY_OK)
            return status;
        trace->cores = strdup(options->cores);
    }
    if (trace->lane == NULL || (options != NULL && options->cores != NULL && trace->cores == NULL))
        return error_set(err, BELAY_INTERNAL, "out of memory");
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return error_set(err, BELAY_BAD_INPUT, "cannot write '%s': %s", path, strerror(errno));
    uint8_t head[TRACE_HEAD_SIZE] = TRACE_MAGIC;
    head[TRACE_MAGIC_SIZE] = TRACE_VERSION;
    if (fwrite(head, 1, sizeof head, file) != sizeof head ||
        queue_start(&trace->queue, file) != 0) {
        fclose(file);
        trace->queue.file = NULL;
        return error_set(err, BELAY_INTERNAL, "'%s': cannot begin a trace", path);
    }
    put_meta(trace);
    return BELAY_OK;
}

belay_status belay_trace_begin(belay_chip *chip, const char *path,
                               const belay_trace_options *options, belay_error *err)
{
    struct chip *machine = chip_of(chip);
    if (machine->trace != NULL)
        return error_set(err, BELAY_BAD_INPUT, "a trace is being written already");
    struct trace *trace = calloc(1, sizeof *trace);
    if (trace == NULL)
        return error_set(err, BELAY_INTERNAL, "out of memory");
    trace->chip = machine;
    belay_status status = start(trace, path, options, err);
    if (status == BELAY_OK) {
        machine->trace = trace;
        return BELAY_OK;
    }
    if (trace->queue.file != NULL)
        queue_stop(&trace->queue);
    trace_free(trace);
    return status;
}

static void detach(struct chip *chip)
{
    for (unsigned i = 0; i < chip->core_count; i++) {
        struct core *core = chip->core[i];
        core->scalar.lane.trace = NULL;
        core->touches.on = core->vf.touches.on = false;
        for (int pipe = 0; pipe < CCE_PIPE_COUNT; pipe++)
            if (core->pipe[pipe] != NULL)
                core->pipe[pipe]->lane.trace = NULL;
    }
}

belay_status belay_trace_end(belay_chip *chip, belay_error *err)
{
    struct trace *trace = chip == NULL ? NULL : chip_of(chip)->trace;
    if (trace == NULL)
        return BELAY_OK;
    for (unsigned i = 0; i < trace->lane_count; i++)
        if (trace->lane[i] != NULL)
            trace_close_span(trace->lane[i]);
    trace_flush(trace);
    bytes_varint(&trace->raw, trace->spans);
    bytes_varint(&trace->raw, trace->insns);
    bytes_varint(&trace->raw, trace->flows);
    queue_put(&trace->queue, CHUNK_END, &trace->raw);
    const char *failed = queue_stop(&trace->queue);
    if (fclose(trace->queue.file) != 0 && failed == NULL)
        failed = "cannot write";
    detach(chip_of(chip));
    chip_of(chip)->trace = NULL;
    trace_free(trace);
    return failed == NULL ? BELAY_OK : error_set(err, BELAY_INTERNAL, "the trace: %s", failed);
}

/* --- what happens once ------------------------------------------------------------------------ */

static void attach(struct trace *trace, struct core *core, int pipe, struct lane *lane)
{
    unsigned number = lane_number(core, pipe);
    if (trace->lane[number] == NULL) {
        struct trace_lane *new = calloc(1, sizeof *new);
        if (new == NULL)
            return; /* the lane is missing in the trace; the run is not harmed */
        new->trace = trace;
        new->number = number;
        new->state = (unsigned)lane->state;
        new->state_begin = new->state_end = lane->since;
        trace->lane[number] = new;
    }
    lane->trace = trace->lane[number];
}

void trace_core(struct core *core)
{
    struct trace *trace = core->chip->trace;
    if (trace == NULL || core->scalar.lane.trace != NULL ||
        (trace->cores != NULL && !in_list(trace->cores, core)))
        return;
    attach(trace, core, CCE_S, &core->scalar.lane);
    for (int pipe = 0; pipe < CCE_PIPE_COUNT; pipe++)
        if (core->pipe[pipe] != NULL)
            attach(trace, core, pipe, &core->pipe[pipe]->lane);
    core->touches.on = core->vf.touches.on = true;
}

enum { LAUNCH_BEGINS, LAUNCH_ENDS };

void trace_launch(struct chip *chip, const struct launch *launch)
{
    struct trace *trace = chip->trace;
    if (trace == NULL)
        return;
    trace_flush(trace);
    for (int kind = 0; kind < 2; kind++)
        trace->current[kind] = trace_put_code(trace, launch, kind);
    bytes_varint(&trace->raw, LAUNCH_BEGINS);
    bytes_varint(&trace->raw, launch->start);
    bytes_string(&trace->raw, launch->program->kernel[launch->kernel].base_name);
    bytes_varint(&trace->raw, launch->blocks);
    queue_put(&trace->queue, CHUNK_LAUNCH, &trace->raw);
}

void trace_launch_end(struct chip *chip, uint64_t tick)
{
    struct trace *trace = chip->trace;
    if (trace == NULL)
        return;
    bytes_varint(&trace->raw, LAUNCH_ENDS);
    bytes_varint(&trace->raw, tick);
    queue_put(&trace->queue, CHUNK_LAUNCH, &trace->raw);
}

void belay_trace_host_call(belay_chip *chip, const char *name)
{
    struct trace *trace = chip_of(chip)->trace;
    if (trace == NULL)
        return;
    bytes_varint(&trace->raw, chip_of(chip)->now);
    bytes_string(&trace->raw, name);
    queue_put(&trace->queue, CHUNK_HOST, &trace->raw);
}
