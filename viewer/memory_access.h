/* Every access of one local memory, and what its blocks of 32 bytes have seen up to a tick. */
#ifndef BELAY_VIEWER_MEMORY_ACCESS_H
#define BELAY_VIEWER_MEMORY_ACCESS_H

#include "viewer/model.h"

enum { MEMORY_BLOCK = 32, MEMORY_MOST_ACCESSES = 400000 };

struct memory_access {
    uint64_t begin, end, pc;
    uint32_t lane, program;
    const char *text;
    uint32_t address, size;
    bool write;
};

struct memory_block { /* indices of accesses + 1; 0: none so far */
    uint32_t write, read;
    bool ever; /* touched at some time of the run: part of some buffer */
    uint8_t
        now; /* 1: read, 2: written by an instruction that works at the tick, 4: bank conflict */
};

struct memory_accesses {
    struct memory_access *at; /* by end: an instruction takes effect when it completes */
    size_t n;
    bool cut; /* there were more */
    struct memory_block *block;
    size_t blocks;
    bool valid;
    size_t buffer; /* what this is of */
    uint64_t tick, version;
};

/* Makes it that of a buffer at a tick; costs little when it is already. false: memory is out. */
bool memory_accesses_of(struct memory_accesses *accesses, struct model *model, size_t buffer,
                        uint64_t tick);
void memory_accesses_free(struct memory_accesses *accesses);

#endif
