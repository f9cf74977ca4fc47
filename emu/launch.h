/* One kernel launch: its blocks, which cores run them, and how it ends. */
#ifndef BELAY_EMU_LAUNCH_H
#define BELAY_EMU_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "belay.h"
#include "loader/loader.h"

struct chip;
struct core;
struct rv_code;

enum { LAUNCH_MOST_ARGS = 16 * 1024 };

struct launch_slot { /* cores that run one block after another */
    unsigned block;
    unsigned running; /* cores of the block that have not finished */
};

struct launch {
    struct chip *chip;
    const struct program *program;
    size_t kernel;
    struct rv_code *code[2]; /* by core_kind */
    unsigned blocks;
    unsigned sub_blocks;       /* AIVs of a block that has an AIC; 1 without */
    bool mixed;                /* AIC and AIVs of one AI core run the same block */
    uint64_t print_pointer[2]; /* by core_kind; see print_pointer_place */
    const uint8_t *args;
    size_t args_size;

    unsigned next_block;
    unsigned live_blocks;
    unsigned slot_count;
    struct launch_slot *slot;
    bool has_freed; /* a block has ended: its slot can take the next one */
    unsigned freed_slot;
    uint64_t freed_at;
    uint64_t start, end;
    uint64_t last_subtick; /* of the tick limit */
    uint64_t last_tick;
};

/* Runs the launch to its end on launch->chip; the fields up to args_size are given. */
belay_status launch_run(struct launch *launch, belay_error *err);

/* A core has ended its part of a block. */
void launch_core_done(struct launch *launch, struct core *core, uint64_t tick);

#endif
