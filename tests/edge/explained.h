/* Rows of the vendor's table that do not come out as printed, and why. */
#ifndef BELAY_TESTS_EDGE_EXPLAINED_H
#define BELAY_TESTS_EDGE_EXPLAINED_H

#include <stddef.h>

struct edge_explanation {
    const char *name, *reason;
};
extern const struct edge_explanation edge_explained[];
extern const size_t edge_explained_count;

#endif
