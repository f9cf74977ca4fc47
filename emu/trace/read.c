/* Opening a trace: what is told once, and an index of the rest by lane. */
#include "emu/trace/reader.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/error.h"

void reader_damage(struct belay_trace *trace, const char *format, ...)
{
    if (trace->damage[0] != '\0')
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(trace->damage, sizeof trace->damage, format, args);
    va_end(args);
}

bool reader_grow(void **array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return true;
    size_t more = *room == 0 ? 16 : *room * 2;
    void *larger = realloc(*array, more * size);
    if (larger == NULL)
        return false;
    *array = larger;
    *room = more;
    return true;
}

/* --- opening ---------------------------------------------------------------------------------- */

static belay_status map_file(const char *path, const uint8_t **data, size_t *size, belay_error *err)
{
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &info) != 0) {
        int error = errno;
        if (fd >= 0)
            close(fd);
        return error_set(err, BELAY_BAD_INPUT, "cannot read '%s': %s", path, strerror(error));
    }
    *size = S_ISREG(info.st_mode) ? (size_t)info.st_size : 0;
    void *map = *size == 0 ? MAP_FAILED : mmap(NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    *data = map == MAP_FAILED ? NULL : map;
    if (map == MAP_FAILED)
        *size = 0;
    return BELAY_OK;
}

static belay_status check_head(const uint8_t *data, size_t size, const char *name, belay_error *err)
{
    if (size < TRACE_MAGIC_SIZE || memcmp(data, TRACE_MAGIC, TRACE_MAGIC_SIZE) != 0)
        return error_set(err, BELAY_BAD_INPUT, "'%s' is not a trace of belay run --trace", name);
    if (size < TRACE_HEAD_SIZE)
        return error_set(err, BELAY_BAD_INPUT, "'%s': the trace breaks off in its head", name);
    unsigned version = data[TRACE_MAGIC_SIZE];
    if (version != TRACE_VERSION)
        return error_set(err, BELAY_BAD_INPUT,
                         "'%s' is a trace of version %u; this Belay reads version %d", name,
                         version, TRACE_VERSION);
    return BELAY_OK;
}

belay_status reader_open(const uint8_t *data, size_t size, const char *name, belay_trace **out,
                         belay_error *err)
{
    belay_status status = check_head(data, size, name, err);
    if (status != BELAY_OK)
        return status;
    struct belay_trace *trace = calloc(1, sizeof *trace);
    if (trace == NULL)
        return error_set(err, BELAY_INTERNAL, "out of memory");
    trace->data = data;
    trace->size = size;
    trace->context = ZSTD_createDCtx();
    status = trace->context == NULL ? error_set(err, BELAY_INTERNAL, "out of memory")
                                    : reader_index(trace, err);
    if (status == BELAY_OK && trace->chip == NULL)
        status = error_set(err, BELAY_BAD_INPUT, "'%s': %s", name,
                           trace->damage[0] != '\0' ? trace->damage : "the trace is empty");
    if (status == BELAY_OK)
        status = reader_total(trace, err);
    if (status != BELAY_OK) {
        belay_trace_close(trace);
        return status;
    }
    *out = trace;
    return BELAY_OK;
}

belay_status belay_trace_open(const char *path, belay_trace **out, belay_error *err)
{
    const uint8_t *data = NULL;
    size_t size = 0;
    belay_status status = map_file(path, &data, &size, err);
    if (status != BELAY_OK)
        return status;
    status = reader_open(data, size, path, out, err);
    if (status == BELAY_OK)
        (*out)->mapped = true;
    else if (data != NULL)
        munmap((void *)(uintptr_t)data, size);
    return status;
}

static void free_strings(char **string, size_t count)
{
    for (size_t i = 0; string != NULL && i < count; i++)
        free(string[i]);
    free(string);
}

void belay_trace_close(belay_trace *trace)
{
    if (trace == NULL)
        return;
    if (trace->mapped)
        munmap((void *)(uintptr_t)trace->data, trace->size);
    ZSTD_freeDCtx(trace->context);
    free(trace->chip);
    free_strings(trace->state, trace->state_count);
    free_strings(trace->space, trace->space_count);
    free_strings(trace->string, trace->string_count);
    for (size_t i = 0; i < trace->all_lane_count; i++) {
        free(trace->all_lane[i].core);
        free(trace->all_lane[i].pipe);
        free(trace->all_lane[i].part);
        free(trace->all_lane[i].total);
    }
    free(trace->all_lane);
    free(trace->lane);
    free(trace->chunk);
    for (size_t i = 0; i < trace->program_count; i++)
        free(trace->program[i].code);
    free(trace->program);
    for (size_t i = 0; i < trace->launch_count; i++)
        free(trace->launch[i].kernel);
    free(trace->launch);
    for (size_t i = 0; i < trace->call_count; i++)
        free(trace->call[i].name);
    free(trace->call);
    for (int i = 0; i < CACHED_CHUNKS; i++)
        free(trace->cached[i].raw);
    free(trace);
}

/* --- chunks ----------------------------------------------------------------------------------- */

static const char *unpack(struct belay_trace *trace, const struct chunk *chunk, uint8_t *to)
{
    size_t size = ZSTD_decompressDCtx(trace->context, to, chunk->raw, trace->data + chunk->offset,
                                      chunk->stored);
    if (ZSTD_isError(size))
        return ZSTD_getErrorName(size);
    return size == chunk->raw ? NULL : "another size than it says";
}

const uint8_t *reader_chunk(struct belay_trace *trace, uint32_t number, belay_error *err)
{
    struct cached *oldest = &trace->cached[0];
    for (int i = 0; i < CACHED_CHUNKS; i++) {
        struct cached *c = &trace->cached[i];
        if (c->used != 0 && c->chunk == number) {
            c->used = ++trace->clock;
            return c->raw;
        }
        if (c->used < oldest->used)
            oldest = c;
    }
    const struct chunk *chunk = &trace->chunk[number];
    uint8_t *raw = realloc(oldest->raw, chunk->raw + 1);
    oldest->used = 0;
    if (raw == NULL) {
        error_set(err, BELAY_INTERNAL, "out of memory");
        return NULL;
    }
    oldest->raw = raw;
    const char *wrong = unpack(trace, chunk, raw);
    if (wrong != NULL) {
        reader_damage(trace, "the chunk at byte %llu is damaged: %s",
                      (unsigned long long)chunk->offset, wrong);
        error_set(err, BELAY_BAD_INPUT, "%s", trace->damage);
        return NULL;
    }
    oldest->chunk = number;
    oldest->used = ++trace->clock;
    return raw;
}

/* --- answers ---------------------------------------------------------------------------------- */

void belay_trace_get_info(const belay_trace *trace, belay_trace_info *info)
{
    *info = (belay_trace_info){.chip = trace->chip,
                               .clock_mhz = trace->clock_mhz,
                               .begin = trace->begin,
                               .end = trace->end,
                               .lanes = trace->lane_count,
                               .states = trace->state_count,
                               .launches = trace->launch_count,
                               .host_calls = trace->call_count,
                               .spans = trace->count[PART_SPANS],
                               .instructions = trace->count[PART_INSNS],
                               .flows = trace->count[PART_FLOWS],
                               .damage = trace->damage[0] == '\0' ? NULL : trace->damage};
}

const char *belay_trace_state(const belay_trace *trace, size_t state)
{
    return state < trace->state_count ? trace->state[state] : NULL;
}

bool belay_trace_get_lane(const belay_trace *trace, size_t lane, belay_trace_lane *out)
{
    if (lane >= trace->lane_count)
        return false;
    *out = (belay_trace_lane){trace->lane[lane]->core, trace->lane[lane]->pipe};
    return true;
}

bool belay_trace_get_launch(const belay_trace *trace, size_t i, belay_trace_launch *out)
{
    if (i >= trace->launch_count)
        return false;
    const struct reader_launch *l = &trace->launch[i];
    *out = (belay_trace_launch){l->kernel, l->blocks, l->begin, l->end};
    return true;
}

bool belay_trace_get_host_call(const belay_trace *trace, size_t i, belay_trace_call *out)
{
    if (i >= trace->call_count)
        return false;
    *out = (belay_trace_call){trace->call[i].name, trace->call[i].tick};
    return true;
}

const char *belay_trace_space(const belay_trace *trace, size_t space)
{
    return space < trace->space_count ? trace->space[space] : NULL;
}

size_t belay_trace_programs(const belay_trace *trace)
{
    return trace->program_count;
}

size_t belay_trace_code_count(const belay_trace *trace, unsigned program)
{
    return program < trace->program_count ? trace->program[program].count : 0;
}

bool belay_trace_get_code(const belay_trace *trace, unsigned program, size_t i,
                          belay_trace_code *out)
{
    if (i >= belay_trace_code_count(trace, program))
        return false;
    const struct reader_code *code = &trace->program[program].code[i];
    *out = (belay_trace_code){code->pc, code->text, code->function, code->file, code->line};
    return true;
}

bool belay_trace_code_at(const belay_trace *trace, unsigned program, uint64_t pc,
                         belay_trace_code *out)
{
    size_t low = 0, high = belay_trace_code_count(trace, program);
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (trace->program[program].code[middle].pc < pc)
            low = middle + 1;
        else
            high = middle;
    }
    return belay_trace_get_code(trace, program, low, out) && out->pc == pc;
}
