/* Splits preprocessed text into the headers that hardly ever change (C++ library, prelude,
 * asc-devkit), which go into a precompiled header, and the rest. Because both halves are finished
 * preprocessor output, include guards, #pragma once and macros are all settled: the precompiled
 * header is valid exactly when the first half is the same text again. */
#ifndef BELAY_CC_SPLIT_H
#define BELAY_CC_SPLIT_H

#include <stddef.h>

#include "belay.h"

struct split {
    char *head; /* complete text of the stable headers, places of other files left out */
    size_t head_size;
    char *rest; /* what follows, beginning with a line marker */
    size_t rest_size;
};

struct split_options {
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
