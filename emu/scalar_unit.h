/* The scalar unit of a core at work: it runs the block's program, executes what is its own, and
 * hands the rest to the queues. */
#ifndef BELAY_EMU_SCALAR_UNIT_H
#define BELAY_EMU_SCALAR_UNIT_H

#include "emu/core.h"

/* Wires the hart of a core to its memories and callbacks; once, when the core is made. */
void scalar_init(struct core *core);

/* Runs the scalar unit's event. */
belay_status scalar_step(struct core *core, uint64_t tick);

#endif
