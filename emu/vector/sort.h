/* Sorting instructions of the vector pipe. */
#ifndef BELAY_EMU_VECTOR_SORT_H
#define BELAY_EMU_VECTOR_SORT_H

#include <stdint.h>

struct entry;

/* Bytes of records that a queued vbs or vmrgsort4 writes at most. */
uint64_t sort_bytes(const struct entry *entry);

#endif
