/* One pass at work; shared by pass.c and pass_headers.c. */
#ifndef BELAY_CC_PASS_STATE_H
#define BELAY_CC_PASS_STATE_H

#include "cc/file.h"
#include "cc/pass.h"
#include "cc/split.h"

struct pass {
    const struct pass_job *job;
    const struct cc_options *options;
    enum rewrite_pass pass;
    char *errors;               /* <pass>.err */
    struct rewrite_result text; /* what is compiled, on top of pch */
    char *pch;                  /* NULL: none is used */
    belay_error err;
};

/* Helpers of pass.c. */
belay_status pass_no_memory(struct pass *p);
belay_status pass_command(struct pass *p, struct arguments *command);
belay_status pass_write(struct pass *p, const char *path, const char *data, size_t size);

/* The preprocessed text, and how it can be split for a precompiled header: pass_headers.c. */
struct pass_source {
    struct file_bytes bytes;
    struct arguments stable; /* folders */
    char project[4096], folder[4096];
    char *cache;      /* folder of the cache; NULL when it is not used */
    struct split all; /* everything before the source's own text as its head */
    bool split;       /* p->text is all.rest, not yet the whole */
};

/* Reads the text and rewrites the source's part of it: enough to know its kernels. */
belay_status pass_read_source(struct pass *p, const char *path, struct pass_source *source);

/* Finds or makes a precompiled header and sees to it that p->text is what goes on top of it, or the
 * whole where there is none. */
belay_status pass_find_header(struct pass *p, struct pass_source *source);
void pass_source_free(struct pass_source *source);

#endif
