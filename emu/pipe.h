/* A pipe of a core: an in-order queue that the scalar unit fills, and what of it is in flight.
 * Instructions are issued in order, may overlap, and complete in order; an instruction takes effect
 * on memory when it completes, so that a missing flag gives the wrong bytes here as on the card. */
#ifndef BELAY_EMU_PIPE_H
#define BELAY_EMU_PIPE_H

#include <stdbool.h>
#include <stdint.h>

#include "belay.h"
#include "emu/events.h"
#include "emu/lane.h"
#include "isa/isa.h"

struct core;
struct spr_values;
struct vf_call;

/* pipe_t of the CCE intrinsics */
enum cce_pipe {
    CCE_S = 0,
    CCE_V = 1,
    CCE_M = 2,
    CCE_MTE1 = 3,
    CCE_MTE2 = 4,
    CCE_MTE3 = 5,
    CCE_ALL = 6,
    CCE_FIX = 10,
    CCE_PIPE_COUNT = 11
};

enum { FLAG_IDS = 8, BUFFER_IDS = 32, BUFFER_MOST_OPEN = 64, PIPE_MOST_IN_FLIGHT = 32 };

extern const char
    *const cce_pipe_name[CCE_PIPE_COUNT]; /* "mte2"; NULL for numbers without a pipe */

struct flag { /* of one (source pipe, destination pipe, id): set or not */
    bool set;
    uint64_t at; /* tick from which a wait sees it */
    uint64_t set_pc;
    uint64_t lost_pc; /* of a set that found it set and was lost; 0 when none */
};

enum entry_kind {
    ENTRY_INSN,
    ENTRY_VF,
    ENTRY_SET_FLAG,
    ENTRY_WAIT_FLAG,
    ENTRY_BARRIER,
    ENTRY_GET_BUF,
    ENTRY_RLS_BUF
};

struct entry {
    enum entry_kind kind;
    struct isa_op op;
    uint64_t arg[ISA_FIELDS]; /* operand values by field, read when it was issued to the queue */
    const struct spr_values *spr;
    struct vf_call *vf;
    uint8_t src, dst, id; /* flags and buffers */
    uint64_t ticket;      /* buffers: see sync.c */
    uint64_t pc;
    uint64_t ready; /* not taken before this tick */
    uint64_t start, done;
};

struct pipe {
    struct unit unit;
    struct lane lane;
    struct core *core;
    enum cce_pipe number;
    unsigned depth; /* entries the queue holds */
    unsigned room;  /* of the ring */
    unsigned head;  /* oldest entry in flight, or next to be taken */
    unsigned in_flight, queued;
    struct entry *ring;
    uint64_t free_at;   /* tick at which the next entry can be taken */
    uint64_t last_done; /* completion of the youngest in flight */
    uint64_t instructions;
};

/* -1: no memory. */
int pipe_init(struct pipe *pipe, struct core *core, enum cce_pipe number, unsigned depth);
void pipe_destroy(struct pipe *pipe);
void pipe_reset(struct pipe *pipe, uint64_t tick);

/* Drops every entry, and what it holds, without effect. */
void pipe_clear(struct pipe *pipe);

static inline bool pipe_is_full(const struct pipe *pipe)
{
    return pipe->queued == pipe->depth;
}

static inline bool pipe_is_empty(const struct pipe *pipe)
{
    return pipe->queued == 0 && pipe->in_flight == 0;
}

/* A new entry at the end of the queue, to be filled in; the queue must not be full. It is taken at
 * `tick` plus the queue's latency at the earliest. */
struct entry *pipe_push(struct pipe *pipe, uint64_t tick);

/* The next entry to be taken; NULL when the queue is empty. */
const struct entry *pipe_next(const struct pipe *pipe);

/* Runs the pipe's event. */
belay_status pipe_step(struct pipe *pipe, uint64_t tick);

#endif
