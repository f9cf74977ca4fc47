/* Splits preprocessed text into headers, which go into a precompiled header, and the rest. Because
 * both halves are finished preprocessor output, include guards, #pragma once and macros are all
 * settled: the precompiled header is valid exactly when the first half is the same text again. */
#ifndef BELAY_CC_SPLIT_H
#define BELAY_CC_SPLIT_H

#include <stddef.h>

#include "belay.h"

enum split_level {
    SPLIT_ALL_HEADERS, /* everything in front of the source's own text */
    SPLIT_STABLE       /* up to the first header of the user's project: those change more often */
};

struct split {
    char *head; /* text of the headers; places in the source itself left out */
    size_t head_size;
    char *rest; /* what follows, beginning with a line marker */
    size_t rest_size;
};

struct split_options {
    enum split_level level;
    const char *source;        /* as the preprocessor was given it */
    const char *folder;        /* what relative names are relative to */
    const char *const *stable; /* folders whose files are stable wherever they lie; NULL ends */
    const char *project;       /* folder whose other files are not stable */
};

/* An empty head when nothing is worth it. BELAY_INTERNAL without memory. */
belay_status split_text(const char *text, size_t size, const struct split_options *options,
                        struct split *out, belay_error *err);
void split_free(struct split *split);

#endif
