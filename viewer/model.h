/* What the pages know of a run: an open trace (include/belay.h), its lanes and the local memories
 * of its cores. Pages ask the trace for what is visible and keep nothing. Times are ticks. */
#ifndef BELAY_VIEWER_MODEL_H
#define BELAY_VIEWER_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "belay.h"

/* State 0 is busy, the others are the reasons of waits. */
enum { MODEL_MOST_STATES = 32, MODEL_BUSY = 0 };

enum model_kind { MODEL_INSN, MODEL_WAIT };

struct model_item { /* what can be chosen: an instruction in a pipe, or the time it waited */
    enum model_kind kind;
    size_t lane;
    unsigned state; /* of a wait */
    uint64_t begin, end;
    belay_trace_insn insn; /* of an instruction */
};

struct model_buffer { /* a local memory of a core */
    char core[16];
    const char *name; /* "UB", "L0A" */
    unsigned space;   /* of belay_trace_space */
    uint64_t size;
    unsigned banks, bank_bytes; /* banks: 0 when unknown; a bank holds bank_bytes, then the next */
};

struct model {
    char title[256];
    belay_trace *trace;
    belay_trace_info info;
    belay_trace_lane *lane;
    struct model_buffer *buffer;
    size_t buffers;
    double peak_cube, peak_vector, peak_bytes; /* a second; 0: unknown */
    uint64_t version;                          /* changes when a live run goes on */
    char problem[400];                         /* empty: nothing is wrong */
};

/* A finished trace. NULL: *err says why. */
struct model *model_open(const char *path, belay_error *err);

/* A model over an open trace, which it takes over. */
struct model *model_of_trace(belay_trace *trace, const char *title, belay_error *err);
void model_close(struct model *model);

/* The lane of a core's pipe; false when there is none. */
bool model_find_lane(const struct model *model, const char *core, const char *pipe, size_t *lane);

/* The name of an instruction: the first word of its disassembly. */
const char *model_mnemonic(const belay_trace_insn *insn, char *name, size_t room);

#endif
