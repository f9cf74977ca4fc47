/* How long things take: formulas over the values of the chip. No constant of a chip stands here. */
#ifndef BELAY_EMU_TIMING_H
#define BELAY_EMU_TIMING_H

#include <stdint.h>

#include "belay.h"
#include "emu/platform.h"
#include "emu/scalar/rv.h"
#include "isa/isa.h"

struct core;
struct entry;

struct cost {
    uint64_t latency;  /* from being taken by the pipe to completion */
    uint64_t interval; /* until the pipe takes the next entry */
};

enum vf_port { VF_PORT_EXU, VF_PORT_LOAD, VF_PORT_STORE };

struct vf_cost { /* of one row and type inside a vector function */
    uint16_t latency;
    uint16_t interval; /* the port is taken for so long */
    enum vf_port port;
};

enum { VF_MOST_PORTS = 4, TIMING_MOST_TYPES = 48 };

struct dma_timing {
    double base, rate; /* ticks, bytes a tick */
    double short_row, short_base;
};

struct timing {
    uint64_t launch_start, launch_end, launch_wave;
    uint64_t queue_latency, flag, barrier, buffer;
    uint64_t gm_uncached; /* sub-ticks: an access past the data cache */
    uint64_t gm_miss, gm_hit;
    uint64_t spr, cache, dispatch;   /* sub-ticks of the scalar unit */
    uint16_t scalar[RV_CLASS_COUNT]; /* sub-ticks by class */
    struct dma_timing gm_ub, ub_gm, vec_copy, vec_sort, vec_transpose, nddma, ub_l1, l1_ub;
    double nddma_scatter; /* elements a tick when they are no neighbours */
    uint64_t dma_interval;
    uint64_t vf_start, vf_drain, vf_dispatch;
    unsigned vf_ports[3]; /* by vf_port */
    struct vf_cost vf[ISA_ROW_COUNT][TIMING_MOST_TYPES];
};

/* Reads every value; BELAY_BAD_INPUT names a missing or malformed one. */
belay_status timing_load(struct timing *timing, const struct platform *platform, belay_error *err);

/* Of an instruction that its pipe takes now. */
struct cost timing_cost(const struct core *core, const struct entry *entry);

#endif
