/* The token rewriter: turns preprocessed Ascend C into what stock clang takes. Text that holds none
 * of the markers comes out byte-identical, and line numbers always stay right.
 * docs/cc.md lists the rules with their reasons. */
#ifndef BELAY_CC_REWRITE_H
#define BELAY_CC_REWRITE_H

#include <stdbool.h>
#include <stddef.h>

#include "belay.h"

enum rewrite_pass { PASS_VEC, PASS_CUBE, PASS_HOST };

/* What a kernel runs on. MIX11: one cube core with one vector core; MIX12: with two. */
enum kernel_kind { KERNEL_AUTO, KERNEL_AIV, KERNEL_AIC, KERNEL_MIX11, KERNEL_MIX12 };

/* "aiv", "mix12": the third part of the section name .text.kernel.KIND.NAME.LINE. */
const char *kernel_kind_name(enum kernel_kind kind);

/* Does a kernel of this kind have code in this pass? */
bool kernel_kind_in_pass(enum kernel_kind kind, enum rewrite_pass pass);

struct rewrite_options {
    enum rewrite_pass pass;
    /* Headers that are no Ascend C and folders of such (C++ library, prelude): their casts and
     * inline assembly stay. NULL ends the list; NULL itself is an empty list. */
    const char *const *plain_dirs;
};

/* One kernel function with a body. */
struct rewrite_kernel {
    char *name; /* as written, without namespaces */
    enum kernel_kind kind;
    bool is_template;
    char *launch_header; /* text of aclrtlaunch_<name>.h for an extern "C" kernel, else NULL */
};

struct rewrite_result {
    char *text;
    size_t size;
    struct rewrite_kernel *kernel;
    size_t kernel_count;
};

/* BELAY_BAD_INPUT and BELAY_UNSUPPORTED carry file and line of the source. */
belay_status rewrite_text(const char *text, size_t size, const struct rewrite_options *options,
                          struct rewrite_result *out, belay_error *err);
void rewrite_result_free(struct rewrite_result *result);

#endif
