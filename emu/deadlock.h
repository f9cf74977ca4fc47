/* What to say when no event is left and blocks still run. */
#ifndef BELAY_EMU_DEADLOCK_H
#define BELAY_EMU_DEADLOCK_H

#include "belay.h"

struct chip;

/* Fills chip->error: the first wait that nobody can satisfy (core, pipe, flag or buffer id, source
 * line), who could have set it, and how many other pipes hang. Returns BELAY_KERNEL_BUG. */
belay_status deadlock_report(struct chip *chip);

#endif
