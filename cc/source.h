/* One source file: its passes side by side, the device program, the host object. */
#ifndef BELAY_CC_SOURCE_H
#define BELAY_CC_SOURCE_H

#include "belay.h"
#include "cc/command.h"
#include "cc/diagnostics.h"

struct source_job {
    const struct cc_options *options;
    const struct toolchain *toolchain;
    const char *source;
    const char *temp;   /* a folder for this source */
    const char *output; /* object, or device program with options->device_only */
    struct diagnostics *diagnostics;
};

/* Ascend C. The compilers' messages are added to the diagnostics. */
belay_status source_compile(const struct source_job *job, belay_error *err);

/* C and C++ without kernels. */
belay_status source_native(const struct source_job *job, belay_error *err);

#endif
