/* What each instruction of the programs did in the whole run: how often, for how long, and how long
 * its pipe waited for it to go on. Counted piece by piece, so that the window stays alive. */
#ifndef BELAY_VIEWER_CODE_STATS_H
#define BELAY_VIEWER_CODE_STATS_H

#include "viewer/model.h"

struct code_line { /* one instruction */
    belay_trace_code code;
    unsigned program;
    uint64_t count, ticks, waits; /* ticks: from taken to complete, summed up */
    uint32_t wait[MODEL_MOST_STATES];
    double operations; /* in all, as work.h counts them */
    uint64_t gm_bytes;
};

struct code_stats {
    struct code_line *line; /* by program, then pc */
    size_t lines;
    size_t *first; /* of each program; one more at the end */
    size_t programs;
    size_t lane; /* being counted; info.lanes: done */
    uint64_t at;
    uint64_t pending[MODEL_MOST_STATES]; /* waits of the lane whose instruction is still to come */
    uint64_t version;
};

/* false: memory is out */
bool code_stats_open(struct code_stats *stats, struct model *model);
void code_stats_close(struct code_stats *stats);

/* Counts on for about this long (0: to the end); returns the part that is done, 0 to 1. */
double code_stats_go_on(struct code_stats *stats, struct model *model, double seconds);

struct code_line *code_stats_find(const struct code_stats *stats, unsigned program, uint64_t pc);

/* The state an instruction waited in most; 0: none. */
unsigned code_stats_top_wait(const struct code_line *line, size_t states);

#endif
