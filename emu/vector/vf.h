/* The vector function (VF) unit of an AIV: it runs the program of a vector function when the vector
 * pipe takes it, with the scalars and the stack as they were at the call. */
#ifndef BELAY_EMU_VECTOR_VF_H
#define BELAY_EMU_VECTOR_VF_H

#include <stdbool.h>
#include <stdint.h>

#include "belay.h"
#include "emu/scalar/rv.h"
#include "emu/timing.h"
#include "emu/trace/trace.h"
#include "emu/vreg.h"

struct core;

struct vf_call { /* what a call was made with */
    uint64_t x[32], f[32];
    uint64_t pc;
    uint64_t ctrl;
    uint64_t mask[2]; /* MASK0, MASK1 */
    uint8_t *stack;   /* the used part of the caller's stack, at its offsets; the rest is scratch */
    struct vf_call *next_free;
};

struct vf {
    struct core *core;
    bool running;
    struct vf_call *call; /* of the running function */
    struct rv_hart hart;
    vreg v[VREG_COUNT];
    uint8_t *ub;
    uint64_t ub_size;
    uint64_t ctrl;     /* CTRL at the call: saturation modes */
    uint64_t ar;       /* AR: bytes squeezed so far, the place of the next in its stream */
    uint64_t squeezed; /* bytes of the last squeeze: those that vstur appends */

    struct touches touches; /* of the instruction being executed */

    belay_status status; /* of the last instruction; not BELAY_OK: hart.fault_text says why */

    /* scoreboard, in ticks */
    uint64_t ready[VREG_COUNT];
    uint64_t port_free[3][VF_MOST_PORTS];
    uint64_t dispatch;       /* of the next instruction */
    uint64_t dispatched_now; /* instructions dispatched in that tick */
    uint64_t last;           /* completion of the latest so far */
    uint64_t instructions;

    struct vf_call *calls, *free_calls; /* one for every entry of the vector queue */
    uint8_t *stacks;
};

/* calls: entries that the queue of the vector pipe and the pipe can hold. -1: no memory. */
int vf_init(struct vf *vf, struct core *core, unsigned calls, uint64_t stack_size);
void vf_destroy(struct vf *vf);
void vf_reset(struct vf *vf);

/* Takes a call over from the scalar unit's hart, whose pc is the function. */
struct vf_call *vf_call(struct vf *vf, const struct rv_hart *hart);
void vf_release(struct vf *vf, struct vf_call *call);

/* The vector pipe takes the call at `tick`. */
belay_status vf_begin(struct vf *vf, struct vf_call *call, uint64_t tick);

/* Runs the function up to tick `last` (at least one instruction). *next: the tick to go on at, or
 * when vf->running is false now, the tick of its completion. */
belay_status vf_run(struct vf *vf, uint64_t tick, uint64_t last, uint64_t *next);

/* For bodies: the instruction cannot be executed; the text says why. */
void vf_fault(struct vf *vf, belay_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* For bodies: bytes of UB, or NULL and a fault when they are not inside it or `address` is not a
 * multiple of `alignment`. */
uint8_t *vf_ub(struct vf *vf, uint64_t address, uint64_t size, unsigned alignment);

#endif
