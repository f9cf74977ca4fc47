/* Arguments of a kernel: from the argument block of the launch to the registers and the stack of a
 * core, by the RISC-V lp64d calling convention. */
#ifndef BELAY_EMU_ARGUMENTS_H
#define BELAY_EMU_ARGUMENTS_H

#include "emu/core.h"

/* Places the arguments of the launch for the core's scalar unit, whose pc and sp are set. */
belay_status arguments_place(struct core *core, const struct launch *launch);

#endif
