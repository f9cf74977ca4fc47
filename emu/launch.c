#include "emu/launch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/chip.h"
#include "emu/deadlock.h"
#include "emu/error.h"
#include "emu/scalar/rv.h"

/* --- which cores run a block
 * ------------------------------------------------------------------------------- */

static unsigned slots_of(const struct launch *launch)
{
    const struct kernel_info *kernel = &launch->program->kernel[launch->kernel];
    if (kernel->ratio_aic == 0)
        return launch->chip->aiv_count;
    unsigned slots = launch->chip->aic_count;
    if (kernel->ratio_aiv > 0 && launch->chip->aiv_count / kernel->ratio_aiv < slots)
        slots = launch->chip->aiv_count / kernel->ratio_aiv;
    return slots;
}

/* The cores of slot `slot`; returns how many. AIV only: one AIV a block; else AI core `slot`. */
static unsigned cores_of_slot(const struct launch *launch, unsigned slot, struct core **cores)
{
    const struct kernel_info *kernel = &launch->program->kernel[launch->kernel];
    if (kernel->ratio_aic == 0) {
        cores[0] = chip_aiv(launch->chip, slot);
        return 1;
    }
    unsigned count = 0;
    cores[count++] = chip_aic(launch->chip, slot);
    for (unsigned i = 0; i < kernel->ratio_aiv; i++)
        cores[count++] = chip_aiv(launch->chip, 2 * slot + i);
    return count;
}

static belay_status start_block(struct launch *launch, unsigned slot, uint64_t tick)
{
    struct core *cores[3];
    unsigned count = cores_of_slot(launch, slot, cores);
    unsigned block = launch->next_block++;
    launch->slot[slot] = (struct launch_slot){block, count};
    for (unsigned i = 0; i < count; i++) {
        unsigned sub_block = cores[i]->kind == CORE_AIV ? cores[i]->id % 2 : 0;
        if (!launch->mixed)
            sub_block = 0;
        belay_status status = core_start(cores[i], launch, block, sub_block, tick);
        if (status != BELAY_OK)
            return status;
    }
    return BELAY_OK;
}

void launch_core_done(struct launch *launch, struct core *core, uint64_t tick)
{
    bool by_ai_core = launch->program->kernel[launch->kernel].ratio_aic != 0;
    unsigned slot = !by_ai_core ? core->id : core->kind == CORE_AIC ? core->id : core->id / 2;
    core->launch = NULL;
    if (--launch->slot[slot].running > 0)
        return;
    uint64_t end = tick + launch->chip->timing.launch_end;
    if (end > launch->end)
        launch->end = end;
    launch->live_blocks--;
    launch->freed_slot = slot;
    launch->freed_at = end;
    launch->has_freed = true;
}

enum { PROGRESS_INTERVAL = 4096 }; /* events */

/* --- the main loop
 * --------------------------------------------------------------------------------------------- */

/* Is the program for this kind of chip? "dav-3510" against the chip's NpuArch. */
static belay_status check_arch(const struct launch *launch, belay_error *err)
{
    const struct platform *platform = &launch->chip->platform;
    const struct param *arch = platform_find(platform, "version.NpuArch");
    const char *of_program = launch->program->arch;
    if (arch != NULL && strncmp(of_program, "dav-", 4) == 0 &&
        strcmp(of_program + 4, arch->value) == 0)
        return BELAY_OK;
    return error_set(err, BELAY_BAD_INPUT, "the program is compiled for %s; chip %s is dav-%s",
                     of_program, platform->name, arch == NULL ? "?" : arch->value);
}

static belay_status check_kernel(struct launch *launch, belay_error *err)
{
    const struct kernel_info *kernel = &launch->program->kernel[launch->kernel];
    const uint64_t *entry = launch->program->entry[launch->kernel];
    if (launch->blocks == 0)
        return error_set(err, BELAY_BAD_INPUT, "kernel %s: 0 blocks", kernel->base_name);
    if (launch->blocks > 65535)
        return error_set(err, BELAY_BAD_INPUT,
                         "kernel %s: %u blocks; at most 65535 can be launched", kernel->base_name,
                         launch->blocks);
    if ((kernel->ratio_aic > 0 && entry[CORE_AIC] == 0) ||
        (kernel->ratio_aiv > 0 && entry[CORE_AIV] == 0))
        return error_set(err, BELAY_BAD_INPUT, "kernel %s has no code for one of its cores",
                         kernel->base_name);
    if (launch->args_size > LAUNCH_MOST_ARGS)
        return error_set(err, BELAY_UNSUPPORTED, "kernel %s: more than %d bytes of arguments",
                         kernel->base_name, LAUNCH_MOST_ARGS);
    launch->mixed = kernel->ratio_aic > 0 && kernel->ratio_aiv > 0;
    launch->sub_blocks = launch->mixed ? kernel->ratio_aiv : 1;
    return BELAY_OK;
}

static belay_status prepare_printing(struct launch *launch, belay_error *err)
{
    bool prints = false;
    for (int kind = 0; kind < 2; kind++) {
        launch->print_pointer[kind] = print_pointer_place(launch->program->image[kind]);
        prints |= launch->print_pointer[kind] != 0;
    }
    return prints ? print_prepare(launch->chip, err) : BELAY_OK;
}

static void begin_lanes(struct chip *chip, uint64_t tick)
{
    for (unsigned i = 0; i < chip->core_count; i++) {
        struct core *core = chip->core[i];
        core->scalar.lane.since = tick;
        core->scalar.lane.state = LANE_LAUNCH;
        for (int p = 0; p < CCE_PIPE_COUNT; p++)
            if (core->pipe[p] != NULL) {
                core->pipe[p]->lane.since = tick;
                core->pipe[p]->lane.state = LANE_LAUNCH;
            }
    }
}

static void end_lanes(struct chip *chip, uint64_t tick)
{
    for (unsigned i = 0; i < chip->core_count; i++) {
        struct core *core = chip->core[i];
        lane_set(&core->scalar.lane, tick, LANE_WAVE);
        for (int p = 0; p < CCE_PIPE_COUNT; p++)
            if (core->pipe[p] != NULL)
                lane_set(&core->pipe[p]->lane, tick, LANE_WAVE);
    }
}

/* Names the first core that has not ended; its vector function when only that still runs. */
static belay_status too_long(const struct launch *launch)
{
    const struct chip *chip = launch->chip;
    for (unsigned i = 0; i < chip->core_count; i++) {
        struct core *core = chip->core[i];
        bool in_vf = core->kind == CORE_AIV && core->vf.running && core->scalar.state != SCALAR_RUN;
        if (core->launch == NULL || (core->scalar.state == SCALAR_DRAIN && !in_vf))
            continue;
        uint64_t pc = in_vf ? core->vf.hart.pc : core->scalar.hart.pc;
        return core_error(core, BELAY_KERNEL_BUG, in_vf ? "v" : "s", pc, chip->now,
                          "the kernel has not ended after %" PRIu64
                          " ticks (--max-ticks): an endless loop?",
                          launch->last_tick - launch->start);
    }
    return error_set(&launch->chip->error, BELAY_KERNEL_BUG,
                     "the kernel has not ended after %" PRIu64 " ticks (--max-ticks)",
                     launch->last_tick - launch->start);
}

static belay_status run_events(struct launch *launch)
{
    struct chip *chip = launch->chip;
    for (uint64_t event = 1; launch->live_blocks > 0; event++) {
        uint64_t tick;
        if (event % PROGRESS_INTERVAL == 0 && chip->progress != NULL)
            chip->progress(chip->progress_user, chip->now - launch->start,
                           launch->blocks - launch->live_blocks, launch->blocks);
        struct unit *unit = events_pop(&chip->events, &tick);
        if (unit == NULL)
            return deadlock_report(chip);
        if (chip->stop != NULL && tick >= chip->stop_at &&
            !chip->stop(chip->stop_user, tick, &chip->stop_at))
            return error_set(&chip->error, BELAY_BAD_INPUT, "given up at tick %" PRIu64, tick);
        chip->now = tick;
        if (tick > launch->last_tick)
            return too_long(launch);
        struct core *core = chip->core[(unit->order >> 8) & 0xffff];
        belay_status status = core_step(core, unit, tick);
        if (status == BELAY_OK && launch->has_freed) {
            launch->has_freed = false;
            if (launch->next_block < launch->blocks)
                status = start_block(launch, launch->freed_slot,
                                     launch->freed_at + chip->timing.launch_wave);
        }
        if (status != BELAY_OK)
            return status;
    }
    return BELAY_OK;
}

/* After an error: nothing of the launch may be left for the next one. */
static void abandon(struct chip *chip)
{
    for (unsigned i = 0; i < chip->core_count; i++) {
        struct core *core = chip->core[i];
        if (core->launch == NULL)
            continue;
        core_abandon(core);
    }
    uint64_t tick;
    while (events_pop(&chip->events, &tick) != NULL)
        ;
}

static belay_status run(struct launch *launch)
{
    struct chip *chip = launch->chip;
    unsigned first = launch->blocks < launch->slot_count ? launch->blocks : launch->slot_count;
    launch->live_blocks = launch->blocks;
    launch->start = launch->end = chip->now;
    launch->last_tick =
        chip->max_ticks == 0 ? UINT64_MAX / RV_SUBTICKS - 1 : launch->start + chip->max_ticks;
    launch->last_subtick = launch->last_tick * RV_SUBTICKS + RV_SUBTICKS - 1;
    begin_lanes(chip, launch->start);
    trace_launch(chip, launch);
    belay_status status = BELAY_OK;
    for (unsigned slot = 0; slot < first && status == BELAY_OK; slot++)
        status = start_block(launch, slot, launch->start);
    if (status == BELAY_OK)
        status = run_events(launch);
    if (status != BELAY_OK) {
        abandon(chip);
        launch->end = chip->now;
    }
    chip->now = launch->end;
    end_lanes(chip, launch->end);
    trace_launch_end(chip, launch->end);
    return status;
}

belay_status launch_run(struct launch *launch, belay_error *err)
{
    struct chip *chip = launch->chip;
    belay_status status = check_arch(launch, err);
    if (status == BELAY_OK)
        status = check_kernel(launch, err);
    if (status == BELAY_OK)
        status = prepare_printing(launch, err);
    if (status != BELAY_OK)
        return status;
    launch->slot_count = slots_of(launch);
    launch->slot = calloc(launch->slot_count, sizeof *launch->slot);
    if (launch->slot == NULL)
        return error_set(err, BELAY_INTERNAL, "out of memory");
    status = run(launch);
    free(launch->slot);
    chip->launches++;
    chip->ticks += launch->end - launch->start;
    if (status != BELAY_OK && err != NULL)
        *err = chip->error;
    return status;
}
