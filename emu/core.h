/* One core (AIC or AIV) of the machine: its scalar unit, pipes, flags, registers and local
 * memories. emu/cube, emu/vector and emu/memory meet here and do not include each other. */
#ifndef BELAY_EMU_CORE_H
#define BELAY_EMU_CORE_H

#include <stdbool.h>
#include <stdint.h>

#include "belay.h"
#include "emu/events.h"
#include "emu/lane.h"
#include "emu/launch.h"
#include "emu/memory/dcache.h"
#include "emu/memory/local.h"
#include "emu/pipe.h"
#include "emu/scalar/rv.h"
#include "emu/spr.h"
#include "emu/trace/trace.h"
#include "emu/vector/vf.h"
#include "loader/loader.h"

struct chip;
struct launch;

/* What the scalar unit is doing. */
enum scalar_state {
    SCALAR_OFF,     /* no block */
    SCALAR_RUN,     /* executing, or ready to */
    SCALAR_BLOCKED, /* at an instruction that cannot be taken yet; a wake retries it */
    SCALAR_DRAIN    /* program ended; pipes still work */
};

struct scalar {
    struct unit unit;
    struct lane lane;
    enum scalar_state state;
    struct rv_hart hart;
    bool vf_waits;             /* blocked behind a call of a vector function: the queue was full */
    bool retries;              /* stopped to let the chip catch up, not blocked */
    belay_status fault_status; /* of the text in hart.fault_text */
    uint8_t *data, *stack;     /* private memory: the image's .data and .bss, the stack */
    uint64_t data_size, stack_size;
    uint8_t param[LAUNCH_MOST_ARGS]; /* copy of the launch's argument block */
    uint64_t instructions;
};

struct buffer_id {             /* one of the 32 ids of get_buf / rls_buf */
    uint64_t released;         /* releases dispatched so far: tickets 0 .. released-1 */
    enum cce_pipe last_pipe;   /* of the latest release dispatched */
    uint64_t done;             /* tickets below this are complete */
    uint64_t pending;          /* bit i: ticket done+i is complete ahead of an earlier one */
    enum cce_pipe released_by; /* the latest release that is complete, for the trace */
    uint64_t released_pc, released_at;
};

enum { VA_REGISTERS = 8, VA_ADDRESSES = 8 };

struct core {
    struct chip *chip;
    unsigned id;    /* within its kind: aiv3 has 3 */
    unsigned index; /* of all cores of the chip */
    enum core_kind kind;
    char name[16];           /* "aiv3" */
    struct core *sibling[3]; /* the AI core it belongs to: AIC, AIV0, AIV1; NULL when absent */

    struct scalar scalar;
    struct pipe *pipe[CCE_PIPE_COUNT]; /* by CCE number; NULL when the core has no such pipe */
    struct flag flag[CCE_PIPE_COUNT][CCE_PIPE_COUNT][FLAG_IDS];
    struct buffer_id buffer[BUFFER_IDS];
    struct spr_file spr;
    uint64_t mask[2];                        /* MASK0, MASK1 of set_vector_mask */
    uint32_t va[VA_REGISTERS][VA_ADDRESSES]; /* UB addresses, for transposes */
    unsigned va_is_set;                      /* bit i: VAi has been set in this block */
    struct local local;
    struct dcache dcache;
    struct vf vf;

    struct launch *launch; /* of the running block; NULL when idle */
    unsigned block, sub_block;
    struct touches touches; /* of the queue's instruction being executed */
    bool used;              /* since the chip was opened: its lanes are worth a report */
    uint64_t start;         /* tick at which the block began */
    uint64_t instructions;  /* of the scalar unit and inside vector functions */
    belay_error *error;     /* where bodies report; the chip's */
};

/* Allocates what a core of this kind needs. BELAY_INTERNAL when memory is out. */
belay_status core_init(struct core *core, struct chip *chip, enum core_kind kind, unsigned id,
                       unsigned index, belay_error *err);
void core_destroy(struct core *core);

/* Puts the core at the beginning of a block at `tick`: registers, special registers, private data
 * and stack fresh, local memories poisoned. */
belay_status core_start(struct core *core, struct launch *launch, unsigned block,
                        unsigned sub_block, uint64_t tick);

/* Forgets a block that an error has ended. */
void core_abandon(struct core *core);

/* Runs the event of one of its units. Not BELAY_OK: the launch ends with core->error. */
belay_status core_step(struct core *core, struct unit *unit, uint64_t tick);

/* The program has ended and every pipe is empty: writes the data cache back and tells the launch.
 */
void core_finish(struct core *core, uint64_t tick);

/* Tick of the earliest event of the AI core `core` belongs to: up to it, what only touches this AI
 * core may run ahead. */
uint64_t core_horizon(const struct core *core);

/* Tick now seen by the program of the core's scalar unit. */
uint64_t core_scalar_tick(const struct core *core);

/* Tries a blocked scalar unit again at `tick`. */
void core_wake_scalar(struct core *core, uint64_t tick);

/* Fills core->error with place (core, pipe, pc, line, tick) and message; returns status. */
belay_status core_error(struct core *core, belay_status status, const char *pipe, uint64_t pc,
                        uint64_t tick, const char *format, ...)
    __attribute__((format(printf, 6, 7)));

#endif
