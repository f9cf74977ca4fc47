/* Where the time of one unit (a pipe or the scalar unit of one core) goes: at every tick it is busy
 * or waits for exactly one reason, so busy and waits always add up. */
#ifndef BELAY_EMU_LANE_H
#define BELAY_EMU_LANE_H

#include <stdint.h>

#include "emu/trace/trace.h"

/* X(identifier, text in reports and JSON) */
#define LANE_STATES(X)                                                                             \
    X(BUSY, "busy")                                                                                \
    X(FLAG, "flag")                                                                                \
    X(QUEUE_FULL, "queue_full")                                                                    \
    X(BARRIER, "barrier")                                                                          \
    X(MUTEX, "mutex")                                                                              \
    X(BANK_CONFLICT, "bank_conflict")                                                              \
    X(OPERAND, "operand_not_ready")                                                                \
    X(L2_MISS, "l2_miss")                                                                          \
    X(HBM_BANDWIDTH, "hbm_bandwidth")                                                              \
    X(SHORT_ROW, "dma_short_row")                                                                  \
    X(SCALAR_LOAD, "scalar_load")                                                                  \
    X(ICACHE, "icache")                                                                            \
    X(CROSS_CORE, "cross_core")                                                                    \
    X(LAUNCH, "launch")        /* before the first instruction of the block */                     \
    X(WAVE, "launch_wave")     /* between two blocks of the core, and after its last one */        \
    X(NO_WORK, "no_work")      /* queue empty: nothing was issued to it */                         \
    X(ISSUE, "issue_interval") /* the pipe takes its next instruction only later */

enum lane_state {
#define LANE_ENUM(id, text) LANE_##id,
    LANE_STATES(LANE_ENUM)
#undef LANE_ENUM
        LANE_STATE_COUNT
};

struct lane {
    enum lane_state state;
    uint64_t since; /* tick at which `state` began */
    uint64_t time[LANE_STATE_COUNT];
    struct trace_lane *trace; /* NULL: nobody wants to know */
};

extern const char *const lane_state_name[LANE_STATE_COUNT];

/* At `tick` (never earlier than the last change) the lane changes to `state`. */
static inline void lane_set(struct lane *lane, uint64_t tick, enum lane_state state)
{
    if (lane->trace != NULL)
        trace_state(lane->trace, lane->state, tick);
    lane->time[lane->state] += tick - lane->since;
    lane->since = tick;
    lane->state = state;
}

/* At `tick` the lane waits `ticks` for `reason`, then goes on as before. */
static inline void lane_charge(struct lane *lane, uint64_t tick, enum lane_state reason,
                               uint64_t ticks)
{
    enum lane_state state = lane->state;
    lane_set(lane, tick, reason);
    lane_set(lane, tick + ticks, state);
}

#endif
