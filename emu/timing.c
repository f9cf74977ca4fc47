#include "emu/timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/chip.h"
#include "emu/core.h"
#include "emu/error.h"
#include "emu/memory/align_v2.h"
#include "emu/memory/block_copy.h"
#include "emu/memory/nddma.h"
#include "emu/vector/sort.h"
#include "emu/vector/transpose.h"

/* Integers: rounded to the nearest; sub-ticks where the scalar unit counts in them. */
struct integer_value {
    const char *key;
    size_t offset;
    double scale;
};

#define TICKS(key, field)                                                                          \
    {                                                                                              \
        key, offsetof(struct timing, field), 1                                                     \
    }
#define SUBTICKS(key, field)                                                                       \
    {                                                                                              \
        key, offsetof(struct timing, field), RV_SUBTICKS                                           \
    }

static const struct integer_value integers[] = {
    TICKS("launch.start", launch_start),
    TICKS("launch.end", launch_end),
    TICKS("launch.wave", launch_wave),
    TICKS("queue.latency", queue_latency),
    TICKS("sync.flag.cost", flag),
    TICKS("sync.barrier.cost", barrier),
    TICKS("sync.buf.cost", buffer),
    SUBTICKS("scalar.gm.cost", gm_uncached),
    SUBTICKS("scalar.miss.cost", gm_miss),
    SUBTICKS("scalar.hit.cost", gm_hit),
    SUBTICKS("scalar.spr.cost", spr),
    SUBTICKS("scalar.cache.cost", cache),
    SUBTICKS("scalar.dispatch.cost", dispatch),
    TICKS("dma.issue.interval", dma_interval),
    TICKS("vf.start", vf_start),
    TICKS("vf.drain", vf_drain),
    TICKS("vf.dispatch", vf_dispatch),
};

static const char *const scalar_keys[RV_CLASS_COUNT] = {
    [RV_ALU] = "scalar.alu.cost",       [RV_MUL] = "scalar.mul.cost",
    [RV_DIV] = "scalar.div.cost",       [RV_LOAD] = "scalar.load.cost",
    [RV_STORE] = "scalar.store.cost",   [RV_BRANCH] = "scalar.branch.cost",
    [RV_FP] = "scalar.fp.cost",         [RV_FDIV] = "scalar.fdiv.cost",
    [RV_SYSTEM] = "scalar.system.cost",
};

struct real_value {
    const char *key;
    size_t offset;
};

static const struct real_value reals[] = {
    {"dma.gm_ub.base", offsetof(struct timing, gm_ub.base)},
    {"dma.gm_ub.rate", offsetof(struct timing, gm_ub.rate)},
    {"dma.ub_gm.base", offsetof(struct timing, ub_gm.base)},
    {"dma.ub_gm.rate", offsetof(struct timing, ub_gm.rate)},
    {"dma.ub_gm.short_row", offsetof(struct timing, ub_gm.short_row)},
    {"vec.copy.base", offsetof(struct timing, vec_copy.base)},
    {"vec.copy.rate", offsetof(struct timing, vec_copy.rate)},
    {"vec.transpose.base", offsetof(struct timing, vec_transpose.base)},
    {"vec.transpose.rate", offsetof(struct timing, vec_transpose.rate)},
    {"dma.ub_l1.base", offsetof(struct timing, ub_l1.base)},
    {"dma.ub_l1.rate", offsetof(struct timing, ub_l1.rate)},
    {"mte1.ub.base", offsetof(struct timing, l1_ub.base)},
    {"mte1.ub.rate", offsetof(struct timing, l1_ub.rate)},
    {"dma.nddma.base", offsetof(struct timing, nddma.base)},
    {"dma.nddma.rate", offsetof(struct timing, nddma.rate)},
    {"dma.nddma.scatter", offsetof(struct timing, nddma_scatter)},
    {"vec.sort.base", offsetof(struct timing, vec_sort.base)},
    {"vec.sort.rate", offsetof(struct timing, vec_sort.rate)},
    {"dma.ub_gm.short_base", offsetof(struct timing, ub_gm.short_base)},
};

static belay_status load_scalars(struct timing *timing, const struct platform *p, belay_error *err)
{
    double value;
    belay_status status = BELAY_OK;
    for (size_t i = 0; i < sizeof integers / sizeof integers[0] && status == BELAY_OK; i++) {
        status = platform_number(p, integers[i].key, &value, err);
        if (status == BELAY_OK)
            *(uint64_t *)((char *)timing + integers[i].offset) =
                (uint64_t)(value * integers[i].scale + 0.5);
    }
    for (int i = 0; i < RV_CLASS_COUNT && status == BELAY_OK; i++) {
        status = platform_number(p, scalar_keys[i], &value, err);
        if (status == BELAY_OK)
            timing->scalar[i] = (uint16_t)(value * (double)RV_SUBTICKS + 0.5);
    }
    for (size_t i = 0; i < sizeof reals / sizeof reals[0] && status == BELAY_OK; i++) {
        status = platform_number(p, reals[i].key, &value, err);
        if (status == BELAY_OK)
            *(double *)((char *)timing + reals[i].offset) = value;
    }
    return status;
}

/* "<class>.<what>.<type>" where there is one, else "<class>.<what>", else `otherwise`. */
static belay_status class_value(const struct platform *p, const struct isa_row *row, int type,
                                const char *what, double otherwise, double *value, belay_error *err)
{
    char key[128];
    if (row->type_count > 0) {
        snprintf(key, sizeof key, "%s.%s.%s", row->timing, what, row->types[type]);
        if (platform_find(p, key) != NULL)
            return platform_number(p, key, value, err);
    }
    snprintf(key, sizeof key, "%s.%s", row->timing, what);
    *value = otherwise;
    return platform_find(p, key) == NULL && otherwise > 0 ? BELAY_OK
                                                          : platform_number(p, key, value, err);
}

static enum vf_port port_of(const struct isa_row *row)
{
    static const char *const loads[] = {"vf.vld", "vf.vgather", "vf.vsldb", "vf.pld"};
    static const char *const stores[] = {"vf.vst", "vf.vsst", "vf.vscatter", "vf.pst"};
    for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++)
        if (strncmp(row->timing, loads[i], strlen(loads[i])) == 0)
            return VF_PORT_LOAD;
    for (size_t i = 0; i < sizeof stores / sizeof stores[0]; i++)
        if (strncmp(row->timing, stores[i], strlen(stores[i])) == 0)
            return VF_PORT_STORE;
    return VF_PORT_EXU;
}

static belay_status load_vf(struct timing *timing, const struct platform *p, belay_error *err)
{
    static const char *const ports[] = {"vf.exu_ports", "vf.load_ports", "vf.store_ports"};
    for (int i = 0; i < 3; i++) {
        double count;
        belay_status status = platform_number(p, ports[i], &count, err);
        if (status != BELAY_OK)
            return status;
        if (count < 1 || count > (double)VF_MOST_PORTS)
            return error_set(err, BELAY_BAD_INPUT, "chip %s: %s = %g is not 1..%d", p->name,
                             ports[i], count, VF_MOST_PORTS);
        timing->vf_ports[i] = (unsigned)count;
    }
    for (int row = 0; row < ISA_ROW_COUNT; row++) {
        const struct isa_row *r = &isa_rows[row];
        for (int type = 0;
             !r->unsupported && r->pipe == ISA_PIPE_VF && (type < r->type_count || type == 0);
             type++) {
            double latency = 0;
            double interval = 0;
            belay_status status = class_value(p, r, type, "latency", 0, &latency, err);
            if (status == BELAY_OK)
                status = class_value(p, r, type, "interval", 1, &interval, err);
            if (status != BELAY_OK)
                return status;
            timing->vf[row][type] =
                (struct vf_cost){(uint16_t)latency, (uint16_t)interval, port_of(r)};
        }
    }
    return BELAY_OK;
}

belay_status timing_load(struct timing *timing, const struct platform *platform, belay_error *err)
{
    belay_status status = load_scalars(timing, platform, err);
    if (status == BELAY_OK &&
        (timing->gm_ub.rate <= 0 || timing->ub_gm.rate <= 0 || timing->vec_copy.rate <= 0 ||
         timing->vec_sort.rate <= 0 || timing->vec_transpose.rate <= 0 || timing->nddma.rate <= 0 ||
         timing->ub_l1.rate <= 0 || timing->l1_ub.rate <= 0 || timing->nddma_scatter <= 0))
        status = error_set(err, BELAY_BAD_INPUT, "chip %s: a dma rate of 0", platform->name);
    if (status == BELAY_OK && timing->vf_dispatch == 0)
        status = error_set(err, BELAY_BAD_INPUT, "chip %s: vf.dispatch = 0", platform->name);
    return status == BELAY_OK ? load_vf(timing, platform, err) : status;
}

/* base + bytes / rate, rounded up; a mover with short rows starts later. */
static struct cost dma_cost(const struct timing *timing, const struct dma_timing *dma,
                            const struct align_v2 *copy)
{
    double bytes = (double)copy->burst_len * (double)align_v2_bursts(copy);
    bool is_short = (double)copy->burst_len < dma->short_row;
    double ticks = (is_short ? dma->short_base : dma->base) + bytes / dma->rate;
    uint64_t latency = (uint64_t)ticks + (ticks > (double)(uint64_t)ticks);
    uint64_t transfer = (uint64_t)(bytes / dma->rate);
    uint64_t interval = transfer > timing->dma_interval ? transfer : timing->dma_interval;
    return (struct cost){latency, interval < latency ? interval : latency};
}

/* The pipe does nothing else meanwhile. */
static struct cost serial_cost(const struct dma_timing *dma, uint64_t bytes)
{
    double ticks = dma->base + (double)bytes / dma->rate;
    uint64_t latency = (uint64_t)ticks + (ticks > (double)(uint64_t)ticks);
    return (struct cost){latency, latency};
}

/* Rows of neighbours at the rate of a plain copy, other elements one by one. */
static struct cost nddma_cost(const struct timing *timing, const struct entry *entry)
{
    struct nddma copy;
    nddma_decode(entry, &copy);
    double elements = (double)nddma_elements(&copy);
    double ticks =
        timing->nddma.base + (nddma_is_dense(&copy) ? elements * copy.element / timing->nddma.rate
                                                    : elements / timing->nddma_scatter);
    uint64_t latency = (uint64_t)ticks + (ticks > (double)(uint64_t)ticks);
    return (struct cost){latency, latency};
}

struct cost timing_cost(const struct core *core, const struct entry *entry)
{
    const struct timing *timing = &core->chip->timing;
    struct align_v2 copy;
    switch (entry->op.row) {
    case ISA_copy_gm_to_ubuf_align_v2:
        align_v2_decode(entry, ALIGN_V2_IN, &copy);
        return dma_cost(timing, &timing->gm_ub, &copy);
    case ISA_copy_ubuf_to_gm_align_v2:
        align_v2_decode(entry, ALIGN_V2_OUT, &copy);
        return dma_cost(timing, &timing->ub_gm, &copy);
    case ISA_nddma_out_to_ub_b8:
    case ISA_nddma_out_to_ub_b16:
    case ISA_nddma_out_to_ub_b32:
        return nddma_cost(timing, entry);
    case ISA_copy_ubuf_to_cbuf:
        return serial_cost(&timing->ub_l1, block_copy_bytes(entry));
    case ISA_copy_cbuf_to_ubuf:
        return serial_cost(&timing->l1_ub, block_copy_bytes(entry));
    case ISA_copy_ubuf_to_ubuf:
        return serial_cost(&timing->vec_copy, block_copy_bytes(entry));
    case ISA_set_va_reg_sb:
        return serial_cost(&timing->vec_transpose, 0);
    case ISA_vtranspose:
    case ISA_scatter_vnchwconv_b8:
    case ISA_scatter_vnchwconv_b16:
    case ISA_scatter_vnchwconv_b32:
        return serial_cost(&timing->vec_transpose, transpose_bytes(entry));
    case ISA_vbs:
    case ISA_vmrgsort4:
        return serial_cost(&timing->vec_sort, sort_bytes(entry));
    default:
        return (struct cost){1, 1};
    }
}
