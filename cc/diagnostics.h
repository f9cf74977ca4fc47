/* What the compilers said, for people: each message once although several passes read the same
 * source, and address spaces under the names the source uses. */
#ifndef BELAY_CC_DIAGNOSTICS_H
#define BELAY_CC_DIAGNOSTICS_H

#include <stdbool.h>
#include <stddef.h>

#include "cc/buffer.h"

struct diagnostics {
    struct buffer text; /* what to print */
    size_t errors;      /* messages that are errors */
    bool unsupported;   /* one of them names something that is not supported here */
    char **seen;        /* first lines of the messages so far */
    size_t seen_count, seen_room;
};

/* Adds the output of one compiler run. */
void diagnostics_add(struct diagnostics *diagnostics, const char *output, size_t size);

/* The same for a file; a missing one is empty. */
void diagnostics_add_file(struct diagnostics *diagnostics, const char *path);
void diagnostics_free(struct diagnostics *diagnostics);

#endif
