/* include/belay.h over the machine: chips, global memory, launches, results. */
#include <stdlib.h>
#include <string.h>

#include "emu/chip.h"
#include "emu/error.h"
#include "emu/program.h"
#include "emu/share.h"

/* --- chips
 * ------------------------------------------------------------------------------------------- */

static const char default_chip[] = "Ascend950PR_9579";

belay_status belay_chip_names(char ***names, size_t *count, belay_error *err)
{
    char dir[SHARE_PATH_SIZE];
    belay_status status = share_path("chips", dir, err);
    return status == BELAY_OK ? platform_list(dir, names, count, err) : status;
}

void belay_names_free(char **names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
}

belay_status belay_chip_open(const char *name, const char *const *overrides, size_t override_count,
                             belay_chip **out, belay_error *err)
{
    char dir[SHARE_PATH_SIZE];
    struct chip *chip;
    belay_status status = share_path("chips", dir, err);
    if (status == BELAY_OK)
        status = chip_open(dir, name == NULL ? default_chip : name, overrides, override_count,
                           &chip, err);
    if (status == BELAY_OK)
        *out = (belay_chip *)chip;
    return status;
}

void belay_chip_close(belay_chip *chip)
{
    belay_trace_end(chip, NULL);
    chip_close(chip_of(chip));
}

const char *belay_chip_name(const belay_chip *chip)
{
    return chip_of(chip)->platform.name;
}

uint64_t belay_chip_clock_mhz(const belay_chip *chip)
{
    return chip_of(chip)->clock_mhz;
}

bool belay_chip_number(const belay_chip *chip, const char *key, double *value)
{
    return platform_number(&chip_of(chip)->platform, key, value, NULL) == BELAY_OK;
}

bool belay_chip_parameter(const belay_chip *chip, size_t i, belay_parameter *parameter)
{
    const struct platform *platform = &chip_of(chip)->platform;
    if (i >= platform->count)
        return false;
    const struct param *param = &platform->param[i];
    *parameter = (belay_parameter){param->key, param->value, param->kind, param->source};
    return true;
}

void belay_chip_set_max_ticks(belay_chip *chip, uint64_t ticks)
{
    chip_of(chip)->max_ticks = ticks;
}

/* --- global memory
 * ----------------------------------------------------------------------------------- */

belay_status belay_gm_alloc(belay_chip *chip, uint64_t size, uint64_t *address, belay_error *err)
{
    return gm_alloc(&chip_of(chip)->gm, size, address, err);
}

belay_status belay_gm_free(belay_chip *chip, uint64_t address, belay_error *err)
{
    return gm_free(&chip_of(chip)->gm, address, err);
}

/* Host bytes of a whole range, or an error that names it. */
static belay_status range(belay_chip *chip, uint64_t address, uint64_t size, uint8_t **host,
                          belay_error *err)
{
    struct gm *gm = &chip_of(chip)->gm;
    *host = gm_host(gm, address, size);
    if (*host != NULL)
        return BELAY_OK;
    char place[180];
    gm_explain(gm, address, place, sizeof place);
    return error_set(err, BELAY_BAD_INPUT, "%llu bytes are not inside one allocation: %s",
                     (unsigned long long)size, place);
}

belay_status belay_gm_write(belay_chip *chip, uint64_t address, const void *from, uint64_t size,
                            belay_error *err)
{
    uint8_t *host;
    belay_status status = range(chip, address, size, &host, err);
    if (status == BELAY_OK)
        memcpy(host, from, size);
    return status;
}

belay_status belay_gm_read(belay_chip *chip, uint64_t address, void *to, uint64_t size,
                           belay_error *err)
{
    uint8_t *host;
    belay_status status = range(chip, address, size, &host, err);
    if (status == BELAY_OK)
        memcpy(to, host, size);
    return status;
}

belay_status belay_gm_fill(belay_chip *chip, uint64_t address, uint8_t byte, uint64_t size,
                           belay_error *err)
{
    uint8_t *host;
    belay_status status = range(chip, address, size, &host, err);
    if (status == BELAY_OK)
        memset(host, byte, size);
    return status;
}

belay_status belay_gm_copy(belay_chip *chip, uint64_t to, uint64_t from, uint64_t size,
                           belay_error *err)
{
    uint8_t *target, *source;
    belay_status status = range(chip, to, size, &target, err);
    if (status == BELAY_OK)
        status = range(chip, from, size, &source, err);
    if (status == BELAY_OK)
        memmove(target, source, size);
    return status;
}

void belay_gm_usage(const belay_chip *chip, uint64_t *used, uint64_t *capacity)
{
    *used = chip_of(chip)->gm.used;
    *capacity = chip_of(chip)->gm.capacity;
}

/* --- running
 * ----------------------------------------------------------------------------------------- */

void belay_chip_set_output(belay_chip *chip, belay_output output)
{
    chip_of(chip)->output = output;
}

void belay_chip_set_progress(belay_chip *chip, belay_progress *progress, void *user)
{
    chip_of(chip)->progress = progress;
    chip_of(chip)->progress_user = user;
}

belay_status belay_launch(belay_chip *chip, belay_program *program, size_t kernel, unsigned blocks,
                          const void *args, size_t args_size, belay_error *err)
{
    const struct program *image = program->program;
    if (kernel >= image->kernel_count)
        return error_set(err, BELAY_BAD_INPUT, "the program has no kernel number %zu", kernel);
    if (args_size != image->kernel[kernel].args_size)
        return error_set(err, BELAY_BAD_INPUT, "kernel %s takes %u bytes of arguments, not %zu",
                         image->kernel[kernel].base_name, image->kernel[kernel].args_size,
                         args_size);
    struct launch launch = {.chip = chip_of(chip),
                            .program = image,
                            .kernel = kernel,
                            .code = {program->code[0], program->code[1]},
                            .blocks = blocks,
                            .args = args,
                            .args_size = args_size};
    return launch_run(&launch, err);
}

/* --- results
 * ----------------------------------------------------------------------------------------- */

void belay_chip_summary(const belay_chip *chip, belay_summary *summary)
{
    const struct chip *c = chip_of(chip);
    *summary = (belay_summary){.ticks = c->ticks, .launches = c->launches};
    for (unsigned i = 0; i < c->core_count; i++)
        summary->instructions += c->core[i]->instructions;
}

/* The lanes of a core: its scalar unit, then its pipes in the order of their numbers. */
static const struct lane *lane_at(const struct chip *chip, size_t i, const struct core **of,
                                  int *pipe)
{
    for (unsigned c = 0; c < chip->core_count; c++) {
        const struct core *core = chip->core[c];
        if (!core->used)
            continue;
        *of = core;
        for (*pipe = 0; *pipe < CCE_PIPE_COUNT; ++*pipe) {
            bool scalar = *pipe == CCE_S;
            if (!scalar && core->pipe[*pipe] == NULL)
                continue;
            if (i-- == 0)
                return scalar ? &core->scalar.lane : &core->pipe[*pipe]->lane;
        }
    }
    return NULL;
}

bool belay_chip_lane(const belay_chip *chip, size_t i, belay_lane *out)
{
    const struct core *core;
    int pipe;
    const struct lane *lane = lane_at(chip_of(chip), i, &core, &pipe);
    if (lane == NULL)
        return false;
    out->core = core->name;
    out->pipe = cce_pipe_name[pipe];
    out->busy = lane->time[LANE_BUSY];
    out->instructions = pipe == CCE_S   ? core->scalar.instructions
                        : pipe == CCE_V ? core->vf.instructions
                                        : core->pipe[pipe]->instructions;
    return true;
}

size_t belay_wait_reason_count(void)
{
    return LANE_STATE_COUNT - 1; /* all but BUSY, which is the first */
}

const char *belay_wait_reason(size_t reason)
{
    return reason < LANE_STATE_COUNT - 1 ? lane_state_name[reason + 1] : NULL;
}

uint64_t belay_chip_lane_wait(const belay_chip *chip, size_t i, size_t reason)
{
    const struct core *core;
    int pipe;
    const struct lane *lane = lane_at(chip_of(chip), i, &core, &pipe);
    return lane == NULL || reason >= LANE_STATE_COUNT - 1 ? 0 : lane->time[reason + 1];
}

const char *belay_version(void)
{
    return BELAY_VERSION;
}
