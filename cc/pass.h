/* One pass over one source: preprocess, rewrite, compile. Runs in a process of its own; what the
 * driver needs of it goes into files beside each other: <pass>.kernels, <pass>.o or host.s,
 * <pass>.err with all diagnostics. */
#ifndef BELAY_CC_PASS_H
#define BELAY_CC_PASS_H

#include "belay.h"
#include "cc/command.h"

struct pass_job {
    struct step step;
    const char *temp; /* folder of the files of this source */
    int notify;       /* a byte is written when <pass>.kernels is complete; -1 for none */
};

/* "vec", "cube", "host" */
const char *pass_name(enum rewrite_pass pass);

/* Path of a file of a pass, malloc'ed: pass_file("/tmp/x", PASS_VEC, ".o") is "/tmp/x/vec.o". */
char *pass_file(const char *temp, enum rewrite_pass pass, const char *suffix);

/* Does the pass; the exit code of its process: a belay_status. Messages are appended to
 * <pass>.err. */
int pass_run(void *job);

/* The kernels that a pass found, read back from its file. */
struct pass_kernels {
    bool in_vec, in_cube; /* some kernel has code for that core */
    bool open;            /* some kernel does not say where it runs */
    size_t count;
};
belay_status pass_read_kernels(const char *temp, enum rewrite_pass pass, struct pass_kernels *out,
                               belay_error *err);

#endif
