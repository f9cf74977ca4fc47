/* The command line of `belay cc`, and what the spellings of the vendor's compiler mean here. */
#ifndef BELAY_CC_OPTIONS_H
#define BELAY_CC_OPTIONS_H

#include <stdbool.h>

#include "belay.h"
#include "cc/arguments.h"

enum input_kind {
    INPUT_ASCEND, /* kernels and host code: the whole pipeline */
    INPUT_NATIVE, /* other C or C++: compiled by the host compiler */
    INPUT_LINK    /* objects and libraries */
};

struct cc_input {
    const char *path;
    enum input_kind kind;
};

struct cc_options {
    struct cc_input *input;
    size_t input_count;
    bool compile_only; /* -c */
    bool device_only;  /* --device-only, --cce-aicore-only, or -c -o NAME.elf */
    bool verbose, dry_run, use_cache;
    bool only_vec, only_cube; /* --cce-aicore-arch=dav-c310-vec, -cube */
    bool debug;               /* -g: of the host part; device code always has line information */
    const char *output;       /* NULL when not given */
    const char *optimise;     /* "-O2" */
    const char *standard;     /* "-std=c++17" */
    const char *devkit;       /* --asc-devkit, NULL when not given */
    const char *launch_headers, *save_temps;
    struct arguments preprocess; /* -I -D -U -include -isystem...: every pass */
    struct arguments host;       /* -f -m -W -pthread...: the host pass and native sources */
    struct arguments link;       /* -L -l -Wl, in order with the inputs' objects */
    struct arguments depend;     /* -MD -MF...: the host pass's preprocessor */
    bool help;
};

/* Reads argv[1...]. BELAY_BAD_INPUT for wrong use, BELAY_UNSUPPORTED for what the vendor's compiler
 * has and this one does not; the message names the option. The strings of argv are kept. */
belay_status options_parse(int argc, char **argv, struct cc_options *options, belay_error *err);
void options_free(struct cc_options *options);

/* Text of `belay cc --help`. */
extern const char options_help[];

/* What a file is, by its name and the -x language in force (NULL when none). */
enum input_kind input_kind_of(const char *path, const char *language);

#endif
