/* The scalar data cache: write-back, whole lines. It is not coherent: a load hits the line however
 * old it is, and a line that is written back overwrites all of its bytes, also those that another
 * core or a mover has changed meanwhile. That is the card's behaviour (asc-devkit docs:
 * GlobalTensor SetValue, DataCacheCleanAndInvalid), and what dcci is for. */
#ifndef BELAY_EMU_MEMORY_DCACHE_H
#define BELAY_EMU_MEMORY_DCACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "belay.h"
#include "emu/memory/gm.h"

enum { DCACHE_LINE = 64 };

struct dcache_line {
    uint64_t address; /* of its first byte */
    uint64_t used;    /* for least recently used */
    bool valid, dirty;
    uint8_t size; /* bytes that lie in the allocation: fewer than a line at its end */
    uint8_t bytes[DCACHE_LINE];
};

struct dcache {
    unsigned sets, ways;
    uint64_t clock;
    struct dcache_line *line; /* sets x ways */
};

/* size and ways from the chip. -1: no memory. */
int dcache_init(struct dcache *cache, uint64_t size, unsigned ways);
void dcache_destroy(struct dcache *cache);

/* The line that holds address, or NULL on a miss. */
struct dcache_line *dcache_find(struct dcache *cache, uint64_t address);

/* Fetches the line of address from memory, writing a dirty victim back first. NULL when the address
 * is in no allocation. */
struct dcache_line *dcache_fill(struct dcache *cache, struct gm *gm, uint64_t address);

/* Writes the line back if it is dirty and drops it. */
void dcache_clean_invalidate(struct gm *gm, struct dcache_line *line);

/* The same for all lines; returns how many were dirty. */
unsigned dcache_clean_invalidate_all(struct dcache *cache, struct gm *gm);

/* Drops everything without writing back. */
void dcache_invalidate_all(struct dcache *cache);

#endif
