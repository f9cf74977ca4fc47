/* How much an instruction computes and how much it moves from and to global memory. */
#ifndef BELAY_VIEWER_WORK_H
#define BELAY_VIEWER_WORK_H

#include "viewer/model.h"

/* Operations of an instruction with all lanes on: one for each lane of an arithmetic vector
 * instruction, two where it multiplies and adds; 2 m n k of a matrix product. Masks are not looked
 * at. */
double work_operations(const belay_trace_insn *insn);

/* Bytes that it moves from or to global memory: the smaller extent of both its sides. */
uint64_t work_gm_bytes(const struct model *model, const belay_trace_insn *insn);

#endif
