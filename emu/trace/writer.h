/* The writing side of traces, private to emu/trace. */
#ifndef BELAY_EMU_TRACE_WRITER_H
#define BELAY_EMU_TRACE_WRITER_H

#include <pthread.h>
#include <stdio.h>
#include <zstd.h>

#include "emu/trace/bytes.h"
#include "emu/trace/trace.h"

struct slot { /* last values of the instructions that share it */
    uint64_t arg[BELAY_TRACE_ARGS];
    uint64_t address[BELAY_TRACE_TOUCHES];
};

struct trace_lane {
    struct trace *trace;
    unsigned number;
    /* The span that is still growing. */
    unsigned state;
    uint64_t state_begin, state_end;
    /* Records of the chunk being filled, and what they are told against. */
    struct bytes spans, insns, flows;
    uint64_t span_count, insn_count, flow_count;
    uint64_t first, last; /* ticks that those records cover */
    uint64_t base;        /* begin of the first of them */
    uint64_t span_at, insn_at, insn_pc, flow_at, flow_from_pc, flow_to_pc;
    struct slot slot[PC_SLOTS];
};

/* Chunks go to a thread of their own that compresses and writes them in the order they came. */
struct chunk_queue {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool running, stopping, full; /* full: `raw` waits to be written or is being written */
    uint32_t tag;
    struct bytes raw;
    FILE *file;
    ZSTD_CCtx *context;
    struct bytes packed;
    const char *failed; /* reason; nothing more is written */
};

struct trace {
    struct chip *chip;
    struct chunk_queue queue;
    struct bytes raw; /* the chunk being put together */
    uint64_t begin, end;
    char *cores; /* NULL: all */
    unsigned lane_count;
    struct trace_lane **lane; /* by number; NULL: not traced (yet) */
    size_t buffered;          /* bytes in all lanes */
    uint64_t spans, insns, flows;
    unsigned program_count; /* images whose code is in the trace, by the hash of their text */
    uint64_t *program;
    unsigned current[2]; /* program number by core kind */
};

/* -1 when memory or threads are out. */
int queue_start(struct chunk_queue *queue, FILE *file);
/* Hands the bytes over (they are swapped for an empty buffer); waits while one is being written. */
void queue_put(struct chunk_queue *queue, uint32_t tag, struct bytes *raw);
/* Writes what is left; the reason of a failure, or NULL. */
const char *queue_stop(struct chunk_queue *queue);

/* Moves the records of all lanes into a chunk. */
void trace_flush(struct trace *trace);
/* A lane's growing span becomes a record. */
void trace_close_span(struct trace_lane *lane);

/* Writes the image's code when it is new; its number, 0 when there is no such image. */
unsigned trace_put_code(struct trace *trace, const struct launch *launch, int kind);

#endif
