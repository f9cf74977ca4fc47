/* Synchronisation inside a core: flags between pipes and the buffer ids of get_buf / rls_buf. */
#ifndef BELAY_EMU_SYNC_H
#define BELAY_EMU_SYNC_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/pipe.h"

struct core;

/* Sets the flag and wakes who may wait for it. A flag that is already set stays set: the set is
 * lost (asc-devkit SetFlag: "sets the flag to 1"), and remembered for the report of a deadlock. */
void sync_flag_set(struct core *core, unsigned src, unsigned dst, unsigned id, uint64_t pc,
                   uint64_t tick);

/* Does a wait at `tick` find the flag set? */
bool sync_flag_is_set(const struct core *core, unsigned src, unsigned dst, unsigned id,
                      uint64_t tick);

/* A wait finds the flag set, and clears it. */
void sync_flag_take(struct core *core, unsigned src, unsigned dst, unsigned id, uint64_t pc,
                    uint64_t tick);

/* rls_buf number `ticket` of this id, of `pipe`, is complete. */
void sync_buffer_release(struct core *core, enum cce_pipe pipe, unsigned id, uint64_t ticket,
                         uint64_t pc, uint64_t tick);

/* A get_buf goes on. */
void sync_buffer_take(struct core *core, const struct lane *lane, unsigned id, uint64_t pc,
                      uint64_t tick);

/* Are all releases with a smaller ticket complete? */
bool sync_buffer_is_free(const struct core *core, unsigned id, uint64_t ticket);

/* All flags clear, all ids free. */
void sync_reset(struct core *core);

/* Are all queues of the core empty and nothing in flight? */
bool sync_pipes_are_empty(const struct core *core);

#endif
