/* The reading side of traces, private to emu/trace. */
#ifndef BELAY_EMU_TRACE_READER_H
#define BELAY_EMU_TRACE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zstd.h>

#include "belay.h"
#include "emu/trace/bytes.h"
#include "emu/trace/format.h"

struct part { /* what one lane has in one DATA chunk */
    uint32_t chunk;
    uint64_t offset;            /* of its spans in the raw chunk; instructions and flows follow */
    uint64_t first, last;       /* ticks that its records cover */
    uint64_t base;              /* what the first differences count from */
    uint32_t size[3], count[3]; /* spans, instructions, flows */
    uint32_t program;
};

enum { PART_SPANS, PART_INSNS, PART_FLOWS };

struct reader_lane {
    char *core, *pipe;
    uint32_t place; /* core index and CCE number, as flows name it */
    bool is_aic;
    size_t part_count, part_room;
    struct part *part; /* in the order of the file; the order of time too, but for overlaps */
    /* Cumulated ticks by state at the edges of buckets of equal width; see total.c. */
    uint64_t *total;
};

struct chunk { /* where it is in the file */
    uint64_t offset;
    uint32_t stored, raw;
};

struct cached {
    uint32_t chunk;
    uint64_t used; /* time of last use; 0: empty */
    uint8_t *raw;
};

enum { CACHED_CHUNKS = 24 };

struct reader_code {
    uint64_t pc;
    const char *text, *file, *function;
    int line;
};

struct reader_program {
    size_t count, room;
    struct reader_code *code;
};

struct reader_launch {
    char *kernel;
    unsigned blocks;
    uint64_t begin, end;
};

struct reader_call {
    char *name;
    uint64_t tick;
};

struct belay_trace {
    const uint8_t *data; /* the file */
    bool mapped;         /* closing unmaps it */
    size_t size;
    ZSTD_DCtx *context;

    char *chip;
    uint64_t clock_mhz, begin, end;
    size_t state_count, space_count;
    char **state, **space;
    size_t all_lane_count; /* of the chip */
    struct reader_lane *all_lane;
    size_t lane_count; /* of those that have records */
    struct reader_lane **lane;
    size_t chunk_count, chunk_room;
    struct chunk *chunk;
    size_t program_count;
    struct reader_program *program;
    size_t launch_count, launch_room;
    struct reader_launch *launch;
    size_t call_count, call_room;
    struct reader_call *call;
    size_t string_count, string_room;
    char **string; /* owned strings of code */
    uint64_t count[3];
    char damage[200];

    struct cached cached[CACHED_CHUNKS];
    uint64_t clock; /* of the cache */
    size_t buckets; /* of the totals */
    uint64_t bucket_width;
};

/* A trace in memory, which must outlive it; `name` is for messages. */
belay_status reader_open(const uint8_t *data, size_t size, const char *name, belay_trace **out,
                         belay_error *err);

/* Raw bytes of a chunk, from the cache or unpacked now; they stay valid until so many others were
 * asked for. NULL: err says why. */
const uint8_t *reader_chunk(struct belay_trace *trace, uint32_t number, belay_error *err);

/* Notes damage, unless some is known. */
void reader_damage(struct belay_trace *trace, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Reads META, CODE ... and indexes DATA. BELAY_INTERNAL when memory is out. */
belay_status reader_index(struct belay_trace *trace, belay_error *err);

/* The next span of a lane's part. */
bool reader_next_span(struct cursor *c, uint64_t *at, belay_trace_span *span);

/* Fills the totals of every lane. */
belay_status reader_total(struct belay_trace *trace, belay_error *err);

/* Makes room for one more element. */
bool reader_grow(void **array, size_t count, size_t *room, size_t size);

#endif
