/* Copies of 32-byte blocks between local memories. */
#ifndef BELAY_EMU_MEMORY_BLOCK_COPY_H
#define BELAY_EMU_MEMORY_BLOCK_COPY_H

#include <stdint.h>

struct entry;

/* Bytes that a queued copy moves. */
uint64_t block_copy_bytes(const struct entry *entry);

#endif
