/* An emulated chip: cores, global memory, the event queue. Everything of it hangs on one struct;
 * chips are independent of each other. */
#ifndef BELAY_EMU_CHIP_H
#define BELAY_EMU_CHIP_H

#include <stdint.h>

#include "belay.h"
#include "emu/core.h"
#include "emu/events.h"
#include "emu/launch.h"
#include "emu/memory/gm.h"
#include "emu/platform.h"
#include "emu/print.h"
#include "emu/timing.h"

struct trace;

struct chip {
    struct platform platform;
    struct timing timing;
    struct events events;
    struct gm gm;
    uint64_t now; /* tick of the event being run */
    unsigned aic_count, aiv_count, core_count;
    struct core **core; /* AICs first, then AIVs; by index */
    uint64_t clock_mhz;
    uint64_t stack_size;
    uint64_t max_ticks; /* of one launch; 0: no limit */
    belay_error error;
    belay_output output; /* of printf in kernels */
    struct print print;
    belay_progress *progress;
    void *progress_user;
    belay_on_stop *stop; /* NULL: nobody wants to stop */
    void *stop_user;
    uint64_t stop_at;
    uint64_t launches, ticks; /* of all launches since the chip was opened */
    struct trace *trace;      /* NULL: none is written */
};

/* The chip behind the public handle. */
static inline struct chip *chip_of(const belay_chip *chip)
{
    return (struct chip *)(uintptr_t)chip;
}

static inline struct core *chip_aic(const struct chip *chip, unsigned i)
{
    return chip->core[i];
}

static inline struct core *chip_aiv(const struct chip *chip, unsigned i)
{
    return chip->core[chip->aic_count + i];
}

/* Opens the chip `name` of the folder `dir`; see platform_load for name and overrides. */
belay_status chip_open(const char *dir, const char *name, const char *const *overrides,
                       size_t override_count, struct chip **out, belay_error *err);
void chip_close(struct chip *chip);

#endif
