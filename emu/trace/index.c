/* One walk over the chunks of a file. What does not add up ends it: everything before is good. */
#include "emu/trace/reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "emu/error.h"

enum { MOST_LANES = 1 << 16, MOST_NAMES = 256, LAUNCH_BEGINS = 0 };

/* Far from where sums of ticks run over; more is damage. */
#define MOST_TICK (UINT64_C(1) << 60)

static uint32_t get32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static char **take_names(struct cursor *c, size_t *count)
{
    uint64_t n = take_varint(c);
    char **name = c->bad || n == 0 || n > MOST_NAMES ? NULL : calloc(n, sizeof *name);
    if (name == NULL) {
        c->bad = true;
        return NULL;
    }
    *count = n;
    for (uint64_t i = 0; i < n; i++)
        name[i] = take_string(c);
    return name;
}

static void read_meta(struct belay_trace *trace, struct cursor *c)
{
    if (trace->chip != NULL || trace->state != NULL) {
        c->bad = true;
        return;
    }
    char *chip = take_string(c);
    trace->clock_mhz = take_varint(c);
    trace->state = take_names(c, &trace->state_count);
    if (!c->bad)
        trace->space = take_names(c, &trace->space_count);
    uint64_t lanes = take_varint(c);
    if (!c->bad && lanes <= MOST_LANES)
        trace->all_lane = calloc(lanes + 1, sizeof *trace->all_lane);
    if (trace->all_lane == NULL || trace->state_count > SPAN_GAP) {
        c->bad = true;
        free(chip);
        return;
    }
    trace->all_lane_count = lanes;
    for (uint64_t i = 0; i < lanes; i++) {
        struct reader_lane *lane = &trace->all_lane[i];
        lane->core = take_string(c);
        lane->pipe = take_string(c);
        lane->place = (uint32_t)take_varint(c);
        lane->is_aic = lane->core != NULL && strncmp(lane->core, "aic", 3) == 0;
    }
    if (c->bad) /* a trace without whole names is none */
        free(chip);
    else
        trace->chip = chip;
}

/* Keeps a string to the end of the trace. */
static const char *keep(struct belay_trace *trace, struct cursor *c)
{
    char *text = take_string(c);
    if (text == NULL || !reader_grow((void **)&trace->string, trace->string_count,
                                     &trace->string_room, sizeof *trace->string)) {
        free(text);
        c->bad = true;
        return "";
    }
    trace->string[trace->string_count++] = text;
    return text;
}

static void read_code(struct belay_trace *trace, struct cursor *c)
{
    uint64_t number = take_varint(c);
    if (c->bad || number != trace->program_count) { /* they are numbered in their order */
        c->bad = true;
        return;
    }
    struct reader_program *more =
        realloc(trace->program, (trace->program_count + 1) * sizeof *more);
    if (more == NULL) {
        c->bad = true;
        return;
    }
    trace->program = more;
    struct reader_program *program = &more[trace->program_count++];
    *program = (struct reader_program){0};
    uint64_t pc = 0;
    const char *file = "";
    while (c->at < c->end && !c->bad) {
        if (!reader_grow((void **)&program->code, program->count, &program->room,
                         sizeof *program->code)) {
            c->bad = true;
            return;
        }
        struct reader_code code;
        pc += take_varint(c);
        code.pc = pc;
        code.text = keep(trace, c);
        code.line = (int)(take_varint(c) & INT32_MAX);
        if (take_varint(c) == 0)
            file = keep(trace, c);
        code.file = file;
        code.function = keep(trace, c);
        if (!c->bad)
            program->code[program->count++] = code;
    }
}

static void read_launch(struct belay_trace *trace, struct cursor *c)
{
    uint64_t kind = take_varint(c), tick = take_varint(c);
    if (tick > MOST_TICK) {
        c->bad = true;
        return;
    }
    if (kind != LAUNCH_BEGINS) {
        if (trace->launch_count > 0)
            trace->launch[trace->launch_count - 1].end = tick;
        return;
    }
    char *kernel = take_string(c);
    uint64_t blocks = take_varint(c);
    if (c->bad || !reader_grow((void **)&trace->launch, trace->launch_count, &trace->launch_room,
                               sizeof *trace->launch)) {
        free(kernel);
        c->bad = true;
        return;
    }
    trace->launch[trace->launch_count++] =
        (struct reader_launch){kernel, (unsigned)blocks, tick, tick};
}

static void read_call(struct belay_trace *trace, struct cursor *c)
{
    uint64_t tick = take_varint(c);
    char *name = take_string(c);
    if (c->bad || !reader_grow((void **)&trace->call, trace->call_count, &trace->call_room,
                               sizeof *trace->call)) {
        free(name);
        c->bad = true;
        return;
    }
    trace->call[trace->call_count++] = (struct reader_call){name, tick};
}

static void read_part(struct belay_trace *trace, struct cursor *c, uint32_t chunk,
                      const uint8_t *raw)
{
    uint64_t number = take_varint(c);
    struct part part = {.chunk = chunk, .first = take_varint(c)};
    part.last = part.first + take_varint(c);
    part.base = part.first + take_varint(c);
    uint32_t program[2];
    for (int i = 0; i < 2; i++)
        program[i] = (uint32_t)take_varint(c);
    for (int i = 0; i < 3; i++)
        part.count[i] = (uint32_t)take_varint(c);
    for (int i = 0; i < 3; i++)
        part.size[i] = (uint32_t)take_varint(c);
    part.offset = (uint64_t)(c->at - raw);
    for (int i = 0; i < 3; i++)
        take_part(c, part.size[i]);
    if (c->bad || number >= trace->all_lane_count || part.last < part.first ||
        part.last > MOST_TICK) {
        c->bad = true;
        return;
    }
    struct reader_lane *lane = &trace->all_lane[number];
    part.program = program[lane->is_aic];
    if (!reader_grow((void **)&lane->part, lane->part_count, &lane->part_room, sizeof part)) {
        c->bad = true;
        return;
    }
    lane->part[lane->part_count++] = part;
    for (int i = 0; i < 3; i++)
        trace->count[i] += part.count[i];
    if (part.first < trace->begin)
        trace->begin = part.first;
    if (part.last > trace->end)
        trace->end = part.last;
}

/* One chunk; false when it is damaged. */
static bool read_chunk(struct belay_trace *trace, uint32_t tag, const struct chunk *chunk,
                       belay_error *err)
{
    if (!reader_grow((void **)&trace->chunk, trace->chunk_count, &trace->chunk_room,
                     sizeof *trace->chunk))
        return false;
    uint32_t number = (uint32_t)trace->chunk_count;
    trace->chunk[trace->chunk_count++] = *chunk;
    const uint8_t *raw = reader_chunk(trace, number, err);
    if (raw == NULL)
        return false;
    struct cursor c = {raw, raw + chunk->raw, false};
    if (tag == CHUNK_META)
        read_meta(trace, &c);
    else if (trace->chip == NULL)
        c.bad = true;
    else if (tag == CHUNK_CODE)
        read_code(trace, &c);
    else if (tag == CHUNK_LAUNCH)
        read_launch(trace, &c);
    else if (tag == CHUNK_HOST)
        read_call(trace, &c);
    while (tag == CHUNK_DATA && c.at < c.end && !c.bad)
        read_part(trace, &c, number, raw);
    return !c.bad;
}

static bool known(uint32_t tag)
{
    return tag == CHUNK_META || tag == CHUNK_CODE || tag == CHUNK_LAUNCH || tag == CHUNK_HOST ||
           tag == CHUNK_DATA || tag == CHUNK_END;
}

static void walk(struct belay_trace *trace, belay_error *err)
{
    size_t at = TRACE_HEAD_SIZE;
    uint32_t tag = 0;
    while (tag != CHUNK_END) {
        if (trace->size - at < CHUNK_HEAD_SIZE) {
            reader_damage(trace, "the trace breaks off at byte %zu", trace->size);
            return;
        }
        tag = get32(trace->data + at);
        struct chunk chunk = {at + CHUNK_HEAD_SIZE, get32(trace->data + at + 4),
                              get32(trace->data + at + 8)};
        if (!known(tag) || chunk.raw > CHUNK_MOST) {
            reader_damage(trace, "no chunk begins at byte %zu", at);
            return;
        }
        if (chunk.stored > trace->size - chunk.offset) {
            reader_damage(trace, "the trace breaks off inside the chunk at byte %zu", at);
            return;
        }
        if (!read_chunk(trace, tag, &chunk, err)) {
            reader_damage(trace, "the chunk at byte %zu is damaged", at);
            return;
        }
        at = chunk.offset + chunk.stored;
    }
    if (at != trace->size)
        reader_damage(trace, "%zu bytes stand behind the end of the trace", trace->size - at);
}

belay_status reader_index(struct belay_trace *trace, belay_error *err)
{
    trace->begin = UINT64_MAX;
    walk(trace, err);
    for (size_t i = 0; i < trace->launch_count; i++) {
        const struct reader_launch *l = &trace->launch[i];
        trace->begin = l->begin < trace->begin ? l->begin : trace->begin;
    }
    if (trace->begin > trace->end)
        trace->begin = trace->end;
    for (size_t i = 0; i < trace->launch_count; i++) /* a launch that the file does not end */
        if (trace->launch[i].end == trace->launch[i].begin)
            trace->launch[i].end =
                trace->end > trace->launch[i].begin ? trace->end : trace->launch[i].begin;
    trace->lane = calloc(trace->all_lane_count + 1, sizeof *trace->lane);
    if (trace->lane == NULL)
        return error_set(err, BELAY_INTERNAL, "out of memory");
    for (size_t i = 0; i < trace->all_lane_count; i++)
        if (trace->all_lane[i].part_count > 0)
            trace->lane[trace->lane_count++] = &trace->all_lane[i];
    return BELAY_OK;
}
