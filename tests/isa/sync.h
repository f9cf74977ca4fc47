/* Pairs of pipes of an AIV, of which the second depends on the first: on what it wrote, or on that
 * it has read what the second overwrites. */
#ifndef BELAY_TESTS_ISA_SYNC_H
#define BELAY_TESTS_ISA_SYNC_H

#include "tests/isa/machine.h"

struct dependence {
    int first, second; /* CCE_... */
    bool is_read;      /* the first reads what the second overwrites */
};

enum { DEPENDENCES = 12 };
extern const struct dependence dependences[DEPENDENCES];

/* How the test orders them, between the two. */
typedef void ordering(struct code *code, const struct dependence *d, int id);

/* Runs the pair with an ordering before the first, between them and after the second (each may be
 * NULL); true when the second saw, or kept, the bytes of the first. */
struct ordered {
    ordering *before, *between, *after;
    int id;
};
bool runs_in_order(const struct dependence *d, const struct ordered *how);

#endif
