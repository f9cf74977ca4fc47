/* A case without a launch: its instructions are handed to the vector unit of aiv0 one by one. Some
 * thousand times as fast; queues, flags and time play no part. */
#include "tests/isa/machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "emu/bodies.h"

struct direct direct;

static void load_state(struct vf *vf, const struct vf_case *c)
{
    memcpy(vf->v, c->state.v, sizeof vf->v);
    memcpy(vf->hart.f, c->state.f, sizeof vf->hart.f);
    for (unsigned i = 3; i < SCRATCH; i++)
        vf->hart.x[i] = c->state.x[i];
    vf->ctrl = c->ctrl;
    vf->status = BELAY_OK;
}

static void save_state(const struct vf *vf, struct vf_case *c)
{
    memcpy(c->state.v, vf->v, sizeof vf->v);
    memcpy(c->state.f, vf->hart.f, sizeof vf->hart.f);
    for (unsigned i = 3; i < SCRATCH; i++)
        c->state.x[i] = vf->hart.x[i];
}

static void execute(struct vf *vf, uint64_t word)
{
    struct isa_op op;
    assert_int_equal(isa_decode(word, &op), ISA_OK);
    vf_body *body = vf_bodies[op.row] == NULL ? NULL : vf_bodies[op.row][op.type];
    if (body == NULL)
        vf_fault(vf, BELAY_UNSUPPORTED, "instruction %s.%s is not supported yet",
                 isa_rows[op.row].name, isa_rows[op.row].types[op.type]);
    else
        body(vf, &op);
}

belay_status direct_try(struct machine *m, struct vf_case *c)
{
    struct core *core = chip_aiv(m->chip, 0);
    struct vf *vf = &core->vf;
    uint8_t *window = core->local.bytes[LOCAL_UB] + c->ub_at;
    if (direct.cases++ == 0 || direct.dirty)
        memset(core->local.bytes[LOCAL_UB], GM_POISON, core->local.size[LOCAL_UB]);
    memcpy(window, c->ub, c->ub_size);
    load_state(vf, c);
    for (unsigned i = 0; i < c->count && vf->status == BELAY_OK; i++)
        execute(vf, c->word[i]);
    save_state(vf, c);
    memcpy(c->ub, window, c->ub_size);
    memset(window, GM_POISON, c->ub_size);
    direct.dirty = vf->status != BELAY_OK; /* it may have begun to write */
    snprintf(m->error.message, sizeof m->error.message, "%s", vf->hart.fault_text);
    return vf->status;
}
