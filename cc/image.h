/* The linker step of device code: from the objects of the vec and the cube pass to one device
 * program with metadata (docs/kernel_binary.md). */
#ifndef BELAY_CC_IMAGE_H
#define BELAY_CC_IMAGE_H

#include "belay.h"
#include "cc/options.h"
#include "cc/toolchain.h"

struct image_request {
    const struct cc_options *options;
    const struct toolchain *toolchain;
    const char *temp;       /* folder for what is between */
    const char *vec, *cube; /* objects; NULL when that pass was not made */
    const char *error_file; /* standard error of assembler and linker is appended to it */
    const char *output;     /* the device program */
};

/* *made is false, and no file is written, when the objects hold no kernel. BELAY_BAD_INPUT when the
 * linker finds an error (its messages are in error_file), BELAY_UNSUPPORTED by name for a parameter
 * that cannot be passed. */
belay_status image_link(const struct image_request *request, bool *made, belay_error *err);

#endif
