/* include/belay.h over the machine: stops inside a launch, and what a core holds. */
#include <inttypes.h>
#include <string.h>

#include "emu/chip.h"
#include "emu/error.h"

void belay_chip_set_stop(belay_chip *chip, uint64_t tick, belay_on_stop *stop, void *user)
{
    struct chip *c = chip_of(chip);
    c->stop_at = stop == NULL ? UINT64_MAX : tick;
    c->stop = stop;
    c->stop_user = user;
}

static belay_status find_core(const belay_chip *chip, const char *name, const struct core **core,
                              belay_error *err)
{
    const struct chip *c = chip_of(chip);
    for (unsigned i = 0; i < c->core_count; i++)
        if (strcmp(c->core[i]->name, name) == 0) {
            *core = c->core[i];
            return BELAY_OK;
        }
    return error_set(err, BELAY_BAD_INPUT, "%s has no core '%s'; cores are aic0-%u and aiv0-%u",
                     c->platform.name, name, c->aic_count - 1, c->aiv_count - 1);
}

belay_status belay_core_look(const belay_chip *chip, const char *core, belay_core_state *state,
                             belay_error *err)
{
    const struct core *c;
    belay_status status = find_core(chip, core, &c, err);
    if (status != BELAY_OK)
        return status;
    const struct rv_hart *hart = &c->scalar.hart;
    *state = (belay_core_state){.running = c->launch != NULL,
                                .block = c->block,
                                .tick = core_scalar_tick(c),
                                .pc = hart->pc};
    memcpy(state->x, hart->x, sizeof state->x);
    memcpy(state->f, hart->f, sizeof state->f);
    if (c->kind == CORE_AIV) {
        state->in_function = c->vf.running;
        state->vf_pc = c->vf.hart.pc;
        state->vector = (const uint8_t *)c->vf.hart.v;
    }
    return BELAY_OK;
}

belay_status belay_local_read(const belay_chip *chip, const char *core, const char *memory,
                              uint64_t address, void *to, uint64_t size, belay_error *err)
{
    static const char *const names[] = {
#define SPACE_NAME(id, name) name,
        TRACE_SPACES(SPACE_NAME)
#undef SPACE_NAME
    };
    const struct core *c;
    belay_status status = find_core(chip, core, &c, err);
    if (status != BELAY_OK)
        return status;
    unsigned space = 0;
    while (space < LOCAL_SPACE_COUNT && strcmp(names[space], memory) != 0)
        space++;
    if (space == LOCAL_SPACE_COUNT || c->local.bytes[space] == NULL)
        return error_set(err, BELAY_BAD_INPUT, "%s has no memory '%s'", core, memory);
    const uint8_t *from = local_at(&c->local, (enum local_space)space, address, size);
    if (from == NULL)
        return error_set(err, BELAY_BAD_INPUT,
                         "%" PRIu64 " bytes at 0x%" PRIx64 " are not inside %s of %s (%" PRIu64
                         " bytes)",
                         size, address, memory, core, c->local.size[space]);
    memcpy(to, from, size);
    return BELAY_OK;
}
