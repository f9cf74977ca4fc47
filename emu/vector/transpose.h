/* Transposes of the vector pipe, in UB. */
#ifndef BELAY_EMU_VECTOR_TRANSPOSE_H
#define BELAY_EMU_VECTOR_TRANSPOSE_H

#include <stdint.h>

struct entry;

/* Bytes that a queued transpose writes. */
uint64_t transpose_bytes(const struct entry *entry);

#endif
