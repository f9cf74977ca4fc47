/* Belay: an emulator of Huawei Ascend AI cores. The one public header.
 *
 * Every function that can fail returns a belay_status and, where a `belay_error *` is passed, fills
 * it; passing NULL for it is allowed. The library never prints and never exits. Sizes are in bytes,
 * times in ticks of the core clock unless a name says otherwise. Not thread safe per chip: one
 * belay_chip is used by one thread at a time; different chips are independent. */
#ifndef BELAY_H
#define BELAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Who has to act. The values are the exit codes of the command line. */
typedef enum belay_status {
    BELAY_OK = 0,
    BELAY_KERNEL_BUG = 1,  /* the kernel's author */
    BELAY_BAD_INPUT = 2,   /* the user of the command line or of this API */
    BELAY_UNSUPPORTED = 3, /* not built yet; the message names what */
    BELAY_INTERNAL = 4     /* Belay's authors, or a host that ran out of memory */
} belay_status;

typedef struct belay_error {
    belay_status status;
    char message[640]; /* one sentence; names the value */
    char core[16];     /* "aiv3"; empty when no core is concerned */
    char pipe[8];      /* "mte2"; empty when no pipe is concerned */
    uint64_t pc;       /* 0 when unknown */
    uint64_t tick;
    char file[256]; /* source file; empty when unknown */
    int line;       /* 0 when unknown */
} belay_error;

#ifdef __cplusplus
}
#endif
#endif
