/* Global memory (HBM): allocations at device addresses with guard gaps between them, poisoned and
 * never zeroed. An address is never given twice, so that a use after free is seen as one. */
#ifndef BELAY_EMU_MEMORY_GM_H
#define BELAY_EMU_MEMORY_GM_H

#include <stddef.h>
#include <stdint.h>

#include "belay.h"

enum { GM_POISON = 0xa5, GM_ALIGNMENT = 512 };

/* GM pointers carry the L2 mode in bits 60..63 (asc-devkit L2_CACHE_OFFSET = 60). */
#define GM_ADDRESS_MASK 0x0fffffffffffffffULL

struct gm_block {
    uint64_t address, size;
    uint8_t *host;
    uint64_t mapped; /* bytes mapped at host */
};

struct gm {
    uint64_t capacity; /* bytes of HBM */
    uint64_t used;
    uint64_t next_address;
    size_t count, room;
    struct gm_block *block; /* live, by address */
    size_t last;            /* where the last look-up hit */
    size_t freed_count, freed_room;
    struct gm_block *freed; /* for messages; host is NULL */
    int poison_file;        /* memory file full of poison, mapped copy-on-write; -1: none yet */
};

void gm_init(struct gm *gm, uint64_t capacity);
void gm_destroy(struct gm *gm);

/* size > 0 bytes, aligned to GM_ALIGNMENT. BELAY_BAD_INPUT: size 0 or more than what is left of the
 * HBM; BELAY_INTERNAL: the host has no memory left. */
belay_status gm_alloc(struct gm *gm, uint64_t size, uint64_t *address, belay_error *err);

/* BELAY_BAD_INPUT when address is not the beginning of a live allocation. */
belay_status gm_free(struct gm *gm, uint64_t address, belay_error *err);

/* Host bytes of [address, address + size); NULL unless it lies inside one live allocation. The L2
 * mode bits must have been taken off. */
uint8_t *gm_host(struct gm *gm, uint64_t address, uint64_t size);

/* Host bytes from address to the end of its allocation, at most `most`; 0 in *size when outside. */
uint8_t *gm_host_up_to(struct gm *gm, uint64_t address, uint64_t most, uint64_t *size);

/* "GM address 0x12..: 16 bytes after the allocation of 4096 bytes at 0x12.." for messages. */
void gm_explain(const struct gm *gm, uint64_t address, char *out, size_t out_size);

#endif
