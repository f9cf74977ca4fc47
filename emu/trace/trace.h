/* What the machine tells a trace while it runs. A lane without trace has a NULL pointer, and every
 * call stands behind a test of it. */
#ifndef BELAY_EMU_TRACE_TRACE_H
#define BELAY_EMU_TRACE_TRACE_H

#include <stdbool.h>
#include <stdint.h>

#include "belay.h"
#include "emu/trace/format.h"

struct chip;
struct core;
struct launch;
struct trace_lane;

/* X(identifier, name): what an instruction can read and write; the first ones as in local_space. */
#define TRACE_SPACES(X)                                                                            \
    X(UB, "UB")                                                                                    \
    X(L1, "L1")                                                                                    \
    X(L0A, "L0A")                                                                                  \
    X(L0B, "L0B")                                                                                  \
    X(L0C, "L0C")                                                                                  \
    X(BT, "BT")                                                                                    \
    X(FB, "FB")                                                                                    \
    X(GM, "GM")

enum trace_space {
#define TRACE_SPACE_ENUM(id, name) TRACE_##id,
    TRACE_SPACES(TRACE_SPACE_ENUM)
#undef TRACE_SPACE_ENUM
        TRACE_SPACE_COUNT
};

/* What one instruction reads and writes: the extent in each memory, apart for reads and writes. */
struct touches {
    bool on; /* somebody wants to know */
    unsigned count;
    belay_trace_touch touch[BELAY_TRACE_TOUCHES];
};

void touches_add(struct touches *touches, enum trace_space space, bool write, uint64_t address,
                 uint64_t size);

static inline void touch(struct touches *touches, enum trace_space space, bool write,
                         uint64_t address, uint64_t size)
{
    if (touches->on)
        touches_add(touches, space, write, address, size);
}

struct trace_insn {
    uint64_t issue, begin, end, pc;
    unsigned args;
    const uint64_t *arg;
    const struct touches *touches; /* NULL: none */
    bool is_call, in_call;
};

struct trace_flow {
    enum flow_kind kind;
    unsigned id;
    unsigned from_core, from_pipe; /* core index and CCE number */
    uint64_t from_tick, from_pc;
    uint64_t to_tick, to_pc;
};

/* The lane was in `state` (enum lane_state) up to `tick`. */
void trace_state(struct trace_lane *lane, unsigned state, uint64_t tick);
void trace_insn(struct trace_lane *lane, const struct trace_insn *insn);
void trace_flow(struct trace_lane *lane, const struct trace_flow *flow);

/* A launch begins: its program's code is written, unless it was the last one's too. */
void trace_launch(struct chip *chip, const struct launch *launch);
/* The core begins a block: from its first one on, its lanes are traced. */
void trace_core(struct core *core);
/* All of a launch is told. */
void trace_launch_end(struct chip *chip, uint64_t tick);

#endif
