#include "emu/chip.h"

#include <stdlib.h>
#include <string.h>

#include "emu/error.h"

/* Units per core in the event queue: every pipe number. */
enum { UNITS = CCE_PIPE_COUNT };

static belay_status read_counts(struct chip *chip, belay_error *err)
{
    static const struct {
        const char *key;
        double least, most;
    } wanted[] = {{"SoCInfo.cube_core_cnt", 1, 256},
                  {"SoCInfo.vector_core_cnt", 1, 512},
                  {"SoCInfo.memory_size", 1, 1e15},
                  {"AICoreSpec.cube_freq", 1, 1e5},
                  {"stack_size", 4096, 1 << 24}};
    double value[5];
    for (int i = 0; i < 5; i++) {
        belay_status status = platform_number(&chip->platform, wanted[i].key, &value[i], err);
        if (status != BELAY_OK)
            return status;
        if (value[i] < wanted[i].least || value[i] > wanted[i].most)
            return error_set(err, BELAY_BAD_INPUT, "chip %s: %s = %g is not %g..%g",
                             chip->platform.name, wanted[i].key, value[i], wanted[i].least,
                             wanted[i].most);
    }
    chip->aic_count = (unsigned)value[0];
    chip->aiv_count = (unsigned)value[1];
    chip->core_count = chip->aic_count + chip->aiv_count;
    gm_init(&chip->gm, (uint64_t)value[2]);
    chip->clock_mhz = (uint64_t)value[3];
    chip->stack_size = (uint64_t)value[4];
    return BELAY_OK;
}

static belay_status make_cores(struct chip *chip, belay_error *err)
{
    chip->core = calloc(chip->core_count, sizeof *chip->core);
    if (chip->core == NULL || events_init(&chip->events, (size_t)chip->core_count * UNITS) != 0)
        return error_set(err, BELAY_INTERNAL, "out of memory");
    for (unsigned i = 0; i < chip->core_count; i++) {
        bool aic = i < chip->aic_count;
        chip->core[i] = aligned_alloc(64, (sizeof(struct core) + 63) / 64 * 64);
        if (chip->core[i] == NULL)
            return error_set(err, BELAY_INTERNAL, "out of memory");
        memset(chip->core[i], 0, sizeof(struct core));
        belay_status status = core_init(chip->core[i], chip, aic ? CORE_AIC : CORE_AIV,
                                        aic ? i : i - chip->aic_count, i, err);
        if (status != BELAY_OK)
            return status;
    }
    for (unsigned i = 0; i < chip->aic_count; i++) { /* an AI core: AIC i, AIVs 2i and 2i+1 */
        struct core *member[3] = {chip_aic(chip, i), NULL, NULL};
        for (unsigned j = 0; j < 2; j++)
            if (2 * i + j < chip->aiv_count)
                member[1 + j] = chip_aiv(chip, 2 * i + j);
        for (int j = 0; j < 3; j++)
            if (member[j] != NULL)
                memcpy(member[j]->sibling, member, sizeof member);
    }
    return BELAY_OK;
}

belay_status chip_open(const char *dir, const char *name, const char *const *overrides,
                       size_t override_count, struct chip **out, belay_error *err)
{
    struct chip *chip = calloc(1, sizeof *chip);
    if (chip == NULL)
        return error_set(err, BELAY_INTERNAL, "out of memory");
    belay_status status = platform_load(dir, name, overrides, override_count, &chip->platform, err);
    if (status == BELAY_OK)
        status = timing_load(&chip->timing, &chip->platform, err);
    if (status == BELAY_OK)
        status = read_counts(chip, err);
    if (status == BELAY_OK)
        status = make_cores(chip, err);
    if (status != BELAY_OK) {
        chip_close(chip);
        return status;
    }
    *out = chip;
    return BELAY_OK;
}

void chip_close(struct chip *chip)
{
    if (chip == NULL)
        return;
    for (unsigned i = 0; chip->core != NULL && i < chip->core_count; i++)
        if (chip->core[i] != NULL) {
            core_destroy(chip->core[i]);
            free(chip->core[i]);
        }
    free(chip->core);
    events_destroy(&chip->events);
    if (chip->gm.capacity != 0)
        gm_destroy(&chip->gm);
    platform_free(&chip->platform);
    free(chip);
}
