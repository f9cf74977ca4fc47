#include "emu/core.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/arguments.h"
#include "emu/chip.h"
#include "emu/error.h"
#include "emu/layout.h"
#include "emu/scalar_unit.h"
#include "emu/sync.h"

/* --- making
 * ------------------------------------------------------------------------------------------------
 */

/* Order of events at one tick: pipes before scalar units, then by core and unit. */
static uint32_t unit_order(const struct core *core, int unit)
{
    return (uint32_t)(unit == CCE_S) << 24 | (uint32_t)core->index << 8 | (uint32_t)unit;
}

static belay_status parameter(struct core *core, const char *key, uint64_t *value, belay_error *err)
{
    double number;
    belay_status status = platform_number(&core->chip->platform, key, &number, err);
    if (status == BELAY_OK)
        *value = (uint64_t)number;
    return status;
}

struct pipe_setup {
    enum cce_pipe number;
    const char *depth_key;
};

static const struct pipe_setup aiv_pipes[] = {
    {CCE_V, "queue.depth.v"}, {CCE_MTE2, "queue.depth.mte2"}, {CCE_MTE3, "queue.depth.mte3"}};
static const struct pipe_setup aic_pipes[] = {{CCE_M, "queue.depth.m"},
                                              {CCE_MTE1, "queue.depth.mte1"},
                                              {CCE_MTE2, "queue.depth.mte2"},
                                              {CCE_MTE3, "queue.depth.mte3"},
                                              {CCE_FIX, "queue.depth.fix"}};

static belay_status make_pipes(struct core *core, unsigned *entries, belay_error *err)
{
    bool aiv = core->kind == CORE_AIV;
    const struct pipe_setup *setup = aiv ? aiv_pipes : aic_pipes;
    size_t count =
        aiv ? sizeof aiv_pipes / sizeof *aiv_pipes : sizeof aic_pipes / sizeof *aic_pipes;
    *entries = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t depth;
        belay_status status = parameter(core, setup[i].depth_key, &depth, err);
        if (status != BELAY_OK)
            return status;
        if (depth < 1 || depth > 4096)
            return error_set(err, BELAY_BAD_INPUT, "chip %s: %s = %llu is not 1..4096",
                             core->chip->platform.name, setup[i].depth_key,
                             (unsigned long long)depth);
        struct pipe *pipe = malloc(sizeof *pipe);
        core->pipe[setup[i].number] = pipe;
        if (pipe == NULL || pipe_init(pipe, core, setup[i].number, (unsigned)depth) != 0)
            return error_set(err, BELAY_INTERNAL, "out of memory");
        pipe->unit.order = unit_order(core, (int)setup[i].number);
        *entries += pipe->room;
    }
    return BELAY_OK;
}

struct memory_setup {
    enum local_space space;
    const char *size_key;
};

static const struct memory_setup aiv_memories[] = {{LOCAL_UB, "ub_physical_size"}};
static const struct memory_setup aic_memories[] = {
    {LOCAL_L1, "AICoreSpec.l1_size"},    {LOCAL_L0A, "AICoreSpec.l0_a_size"},
    {LOCAL_L0B, "AICoreSpec.l0_b_size"}, {LOCAL_L0C, "AICoreSpec.l0_c_size"},
    {LOCAL_BT, "AICoreSpec.bt_size"},    {LOCAL_FB, "AICoreSpec.fb0_size"}};

static belay_status make_memories(struct core *core, belay_error *err)
{
    bool aiv = core->kind == CORE_AIV;
    const struct memory_setup *setup = aiv ? aiv_memories : aic_memories;
    size_t count = aiv ? 1 : sizeof aic_memories / sizeof *aic_memories;
    for (size_t i = 0; i < count; i++) {
        uint64_t size;
        belay_status status = parameter(core, setup[i].size_key, &size, err);
        if (status != BELAY_OK)
            return status;
        if (size == 0 || size > 1 << RV_SLOT_BITS)
            return error_set(err, BELAY_BAD_INPUT, "chip %s: %s = %llu bytes is out of range",
                             core->chip->platform.name, setup[i].size_key,
                             (unsigned long long)size);
        if (local_add(&core->local, setup[i].space, size) != 0)
            return error_set(err, BELAY_INTERNAL, "out of memory");
    }
    return BELAY_OK;
}

static belay_status make_scalar(struct core *core, belay_error *err)
{
    uint64_t size;
    uint64_t ways;
    belay_status status = parameter(core, "dcache_size", &size, err);
    if (status == BELAY_OK)
        status = parameter(core, "dcache_ways", &ways, err);
    if (status != BELAY_OK)
        return status;
    if (ways == 0 || size < ways * DCACHE_LINE || size > 1 << 24)
        return error_set(err, BELAY_BAD_INPUT, "chip %s: dcache_size or dcache_ways out of range",
                         core->chip->platform.name);
    core->scalar.stack_size = core->chip->stack_size;
    core->scalar.stack = malloc(core->scalar.stack_size);
    if (core->scalar.stack == NULL || dcache_init(&core->dcache, size, (unsigned)ways) != 0)
        return error_set(err, BELAY_INTERNAL, "out of memory");
    core->scalar.unit.tick = NO_EVENT;
    core->scalar.unit.order = unit_order(core, CCE_S);
    scalar_init(core);
    return BELAY_OK;
}

belay_status core_init(struct core *core, struct chip *chip, enum core_kind kind, unsigned id,
                       unsigned index, belay_error *err)
{
    core->chip = chip;
    core->kind = kind;
    core->id = id;
    core->index = index;
    core->error = &chip->error;
    snprintf(core->name, sizeof core->name, "%s%u", kind == CORE_AIC ? "aic" : "aiv", id);
    unsigned entries;
    belay_status status = make_pipes(core, &entries, err);
    if (status == BELAY_OK)
        status = make_memories(core, err);
    if (status == BELAY_OK)
        status = make_scalar(core, err);
    if (status == BELAY_OK && spr_init(&core->spr, entries + 2) != 0)
        status = error_set(err, BELAY_INTERNAL, "out of memory");
    if (status == BELAY_OK && kind == CORE_AIV &&
        vf_init(&core->vf, core, core->pipe[CCE_V]->room, core->scalar.stack_size) != 0)
        status = error_set(err, BELAY_INTERNAL, "out of memory");
    return status;
}

void core_destroy(struct core *core)
{
    for (int i = 0; i < CCE_PIPE_COUNT; i++)
        if (core->pipe[i] != NULL) {
            pipe_destroy(core->pipe[i]);
            free(core->pipe[i]);
        }
    vf_destroy(&core->vf);
    spr_destroy(&core->spr);
    local_destroy(&core->local);
    dcache_destroy(&core->dcache);
    free(core->scalar.data);
    free(core->scalar.stack);
}

/* --- a block
 * -------------------------------------------------------------------------------------------------
 */

static void map(struct core *core, enum layout_slot slot, uint8_t *host, uint64_t size,
                bool writable, const char *name)
{
    core->scalar.hart.slot[slot] = (struct rv_region){host, size, writable, name};
}

static belay_status map_memories(struct core *core, const struct image *image)
{
    struct scalar *scalar = &core->scalar;
    if (image->data_size > scalar->data_size) {
        free(scalar->data);
        scalar->data = malloc(image->data_size);
        scalar->data_size = scalar->data == NULL ? 0 : image->data_size;
        if (scalar->data == NULL)
            return error_set(core->error, BELAY_INTERNAL, "out of memory");
    }
    if (image->data_size > 0)
        memcpy(scalar->data, image->data, image->data_size);
    uint64_t pointer = core->launch->print_pointer[core->kind] - image->data_base;
    if (pointer < image->data_size)
        memcpy(scalar->data + pointer, &core->chip->print.address, sizeof(uint64_t));
    memset(scalar->stack, GM_POISON, scalar->stack_size);
    map(core, SLOT_UB, core->local.bytes[LOCAL_UB], core->local.size[LOCAL_UB], true, "UB");
    map(core, SLOT_TEXT, image->text, image->text_size, false, "text");
    map(core, SLOT_DATA, scalar->data, image->data_size, true, "data");
    map(core, SLOT_STACK, scalar->stack, scalar->stack_size, true, "stack");
    return BELAY_OK;
}

static void set_block_registers(struct core *core)
{
    const struct launch *launch = core->launch;
    spr_reset(&core->spr);
    core->va_is_set = 0;
    spr_set(&core->spr, SPR_BLOCK_IDX, core->block);
    spr_set(&core->spr, SPR_BLOCK_NUM, launch->blocks);
    spr_set(&core->spr, SPR_SUBBLOCKID, core->sub_block);
    spr_set(&core->spr, SPR_SUBBLOCKDIM, launch->sub_blocks);
    spr_set(&core->spr, SPR_COREID, core->index);
    spr_set(&core->spr, SPR_ONLY_COREID, core->id);
    spr_set(&core->spr, SPR_PARA_BASE, (uint64_t)SLOT_PARAM << RV_SLOT_BITS);
    spr_set(&core->spr, SPR_VL, VREG_BYTES);
    /* All of UB: the vendor's headers keep their debug area in what is above ub_size (asc-devkit
     * impl/utils/debug/npu_arch_3510). */
    spr_set(&core->spr, SPR_SHMEM_SZ, core->local.size[LOCAL_UB]);
}

static void reset_units(struct core *core, uint64_t tick)
{
    for (int i = 0; i < CCE_PIPE_COUNT; i++)
        if (core->pipe[i] != NULL) {
            pipe_reset(core->pipe[i], tick);
            lane_set(&core->pipe[i]->lane, tick, LANE_NO_WORK);
        }
    sync_reset(core);
    dcache_invalidate_all(&core->dcache);
    local_poison(&core->local);
    if (core->kind == CORE_AIV)
        vf_reset(&core->vf);
}

belay_status core_start(struct core *core, struct launch *launch, unsigned block,
                        unsigned sub_block, uint64_t tick)
{
    const struct image *image = launch->program->image[core->kind];
    struct rv_hart *hart = &core->scalar.hart;
    core->launch = launch;
    core->block = block;
    core->sub_block = sub_block;
    core->start = tick;
    core->used = true;
    reset_units(core, tick);
    set_block_registers(core);
    belay_status status = map_memories(core, image);
    if (status != BELAY_OK)
        return status;
    rv_hart_reset(hart);
    hart->code = launch->code[core->kind];
    hart->v = core->kind == CORE_AIV ? core->vf.v : NULL;
    hart->vf_begin = image->vf_begin;
    hart->vf_end = image->vf_end;
    hart->pc = launch->program->entry[launch->kernel][core->kind];
    hart->x[1] = RV_EXIT_PC;
    hart->x[2] = ((uint64_t)SLOT_STACK << RV_SLOT_BITS) + core->scalar.stack_size;
    status = arguments_place(core, launch);
    if (status != BELAY_OK)
        return status;
    uint64_t first = tick + core->chip->timing.launch_start;
    hart->time = first * RV_SUBTICKS;
    core->scalar.state = SCALAR_RUN;
    core->scalar.vf_waits = false;
    lane_set(&core->scalar.lane, tick, LANE_LAUNCH);
    trace_core(core);
    events_set(&core->chip->events, &core->scalar.unit, first);
    return BELAY_OK;
}

void core_finish(struct core *core, uint64_t tick)
{
    dcache_clean_invalidate_all(&core->dcache, &core->chip->gm);
    print_drain(core);
    core->scalar.state = SCALAR_OFF;
    lane_set(&core->scalar.lane, tick, LANE_WAVE);
    for (int i = 0; i < CCE_PIPE_COUNT; i++)
        if (core->pipe[i] != NULL)
            lane_set(&core->pipe[i]->lane, tick, LANE_WAVE);
    launch_core_done(core->launch, core, tick);
}

void core_abandon(struct core *core)
{
    print_drain(core);
    core->scalar.state = SCALAR_OFF;
    core->launch = NULL;
    for (int i = 0; i < CCE_PIPE_COUNT; i++)
        if (core->pipe[i] != NULL)
            pipe_clear(core->pipe[i]);
    if (core->kind == CORE_AIV)
        core->vf.running = false;
}

/* --- events
 * -----------------------------------------------------------------------------------------------------
 */

belay_status core_step(struct core *core, struct unit *unit, uint64_t tick)
{
    if (unit == &core->scalar.unit)
        return scalar_step(core, tick);
    struct pipe *pipe = core->pipe[unit->order & 0xff];
    belay_status status = pipe_step(pipe, tick);
    if (status != BELAY_OK && core->error->pipe[0] == '\0')
        snprintf(core->error->pipe, sizeof core->error->pipe, "%s", cce_pipe_name[pipe->number]);
    return status;
}

static uint64_t own_horizon(const struct core *core)
{
    uint64_t tick = core->scalar.unit.tick;
    for (int i = 0; i < CCE_PIPE_COUNT; i++)
        if (core->pipe[i] != NULL && core->pipe[i]->unit.tick < tick)
            tick = core->pipe[i]->unit.tick;
    return tick;
}

uint64_t core_horizon(const struct core *core)
{
    if (!core->launch->mixed)
        return own_horizon(core);
    uint64_t tick = NO_EVENT;
    for (int i = 0; i < 3; i++)
        if (core->sibling[i] != NULL && own_horizon(core->sibling[i]) < tick)
            tick = own_horizon(core->sibling[i]);
    return tick;
}

uint64_t core_scalar_tick(const struct core *core)
{
    return core->scalar.hart.time / RV_SUBTICKS;
}

void core_wake_scalar(struct core *core, uint64_t tick)
{
    enum scalar_state state = core->scalar.state;
    if (state == SCALAR_BLOCKED || state == SCALAR_DRAIN) {
        uint64_t own = core_scalar_tick(core);
        events_wake(&core->chip->events, &core->scalar.unit, tick > own ? tick : own);
    }
}

belay_status core_error(struct core *core, belay_status status, const char *pipe, uint64_t pc,
                        uint64_t tick, const char *format, ...)
{
    belay_error *err = core->error;
    va_list args;
    memset(err, 0, sizeof *err);
    err->status = status;
    va_start(args, format);
    vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    snprintf(err->core, sizeof err->core, "%s", core->name);
    snprintf(err->pipe, sizeof err->pipe, "%s", pipe == NULL ? "" : pipe);
    err->pc = pc;
    err->tick = tick;
    const struct image *image = core->launch->program->image[core->kind];
    const char *file;
    if (image_line(image, pc, 0, &file, &err->line, NULL))
        snprintf(err->file, sizeof err->file, "%s", file);
    return status;
}
