/* Other programs' forms of a trace. */
#ifndef BELAY_CLI_EXPORT_H
#define BELAY_CLI_EXPORT_H

#include <stdio.h>

#include "belay.h"

struct export
{
    belay_trace *trace;
    belay_trace_info info;
    uint64_t begin, end; /* only what overlaps these ticks */
    FILE *out;
};

typedef belay_status export_form(struct export *export, belay_error *err);

/* Chrome trace events (Perfetto opens them): ts and dur in microseconds, ticks in args; flags are
 * flows. Overlapping instructions of a pipe lie in tracks beside each other. */
export_form export_chrome;
/* Kanata 0004 (Konata): instructions with the stages Q (queued) and X (executing), flags as
 * dependences. */
export_form export_kanata;
/* kind,core,pipe,begin,end,issue,pc,file,line,text: instructions, waits and flows, by lane. */
export_form export_csv;

/* "VECTOR", "MTE2": the lane's name in the vendor's traces; of an instruction inside a vector
 * function RVECLD, RVECEX or RVECST. */
const char *export_lane_name(const char *pipe);
const char *export_vector_name(const char *text);

#endif
