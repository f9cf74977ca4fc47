#include "tests/isa/queue_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "emu/bodies.h"
#include "emu/core.h"

void queue_insn(struct queue_case *c, int row, int type, unsigned args, const uint64_t *arg)
{
    struct queue_insn *insn = &c->insn[c->insns++];
    *insn = (struct queue_insn){.row = row, .type = type, .args = args};
    for (unsigned i = 0; i < args; i++) {
        insn->arg[i] = arg[i];
        insn->literal[i] = isa_rows[row].operands[i].kind == ISA_SMALL;
    }
}

void queue_setting(struct queue_case *c, int row, uint64_t value)
{
    assert_true(c->settings < QUEUE_SETTINGS);
    c->setting[c->settings++] = (struct setting){row, value};
}

static void put_insn(struct code *code, const struct queue_insn *q)
{
    int r[5] = {5, 6, 7, 8, 9};
    for (unsigned i = 0; i < q->args; i++) {
        if (q->literal[i])
            r[i] = LITERAL(q->arg[i]);
        else
            set_x(code, (unsigned)r[i], q->arg[i]);
    }
    insn(code, q->row, q->type, r[0], r[1], r[2], r[3], r[4]);
}

static belay_status launch(struct queue_case *c)
{
    static struct code code;
    static uint64_t image;
    if (image == 0)
        image = gm_new(machine(), QUEUE_UB);
    gm_put(machine(), image, c->ub, QUEUE_UB);
    code_clear(&code);
    copy_in(&code, 0, image, QUEUE_UB);
    hand_over(&code, CCE_MTE2, CCE_V, 0);
    hand_over(&code, CCE_MTE2, CCE_MTE3, 0);
    for (unsigned i = 0; i < c->settings; i++) {
        set_x(&code, 5, c->setting[i].value);
        insn(&code, c->setting[i].row, 0, 5);
    }
    for (unsigned i = 0; i < c->insns; i++)
        put_insn(&code, &c->insn[i]);
    /* what an instruction takes it takes when it is queued */
    for (unsigned i = 0; i < c->settings; i++)
        insn(&code, c->setting[i].row, 0, 0);
    end_kernel(&code);
    struct kernel kernel = {.aiv = &code};
    return machine_launch(machine(), &kernel, 1, NULL, 0);
}

/* A message names the source line, so the core needs a program, though an empty one. */
static struct launch *no_program(void)
{
    static struct image image;
    static struct program program = {.arch = "dav-3510", .image = {&image, &image}};
    static struct launch launch = {.program = &program};
    return &launch;
}

static belay_status without_launch(struct core *core, struct queue_case *c)
{
    static struct spr_values values;
    memcpy(values.value, core->spr.now->value, sizeof values.value);
    for (unsigned i = 0; i < c->settings; i++)
        values.value[isa_rows[c->setting[i].row].spr] = c->setting[i].value;
    if (direct.cases++ == 0 || direct.dirty)
        memset(core->local.bytes[LOCAL_UB], GM_POISON, core->local.size[LOCAL_UB]);
    memcpy(core->local.bytes[LOCAL_UB], c->ub, QUEUE_UB);
    core->launch = no_program();
    belay_status status = BELAY_OK;
    for (unsigned i = 0; i < c->insns && status == BELAY_OK; i++) {
        const struct queue_insn *insn = &c->insn[i];
        struct entry entry = {.kind = ENTRY_INSN, .spr = &values};
        entry.op = (struct isa_op){.row = (uint16_t)insn->row, .type = (uint8_t)insn->type};
        for (unsigned j = 0; j < insn->args; j++)
            entry.arg[isa_rows[insn->row].operands[j].field] = insn->arg[j];
        status = queue_bodies[insn->row](core, &entry);
    }
    core->launch = NULL;
    direct.dirty = status != BELAY_OK;
    if (status != BELAY_OK)
        machine()->error = *core->error;
    return status;
}

belay_status queue_try(struct queue_case *c)
{
    struct core *core = chip_aiv(machine()->chip, 0);
    for (unsigned i = 0; i < c->insns; i++)
        has_run[c->insn[i].row][c->insn[i].type] = true;
    belay_status status = direct.enabled ? without_launch(core, c) : launch(c);
    memcpy(c->ub, core->local.bytes[LOCAL_UB], QUEUE_UB);
    return status;
}

void queue_run(struct queue_case *c)
{
    if (queue_try(c) != BELAY_OK)
        fail_msg("%s", machine()->error.message);
}

void queue_refused(struct queue_case *c, const char *text)
{
    assert_int_equal(queue_try(c), BELAY_KERNEL_BUG);
    if (strstr(machine()->error.message, text) == NULL)
        fail_msg("'%s' does not say '%s'", machine()->error.message, text);
}

void queue_rest_untouched(void)
{
    const struct local *local = &chip_aiv(machine()->chip, 0)->local;
    const uint8_t *rest = local->bytes[LOCAL_UB] + QUEUE_UB;
    /* what lies behind the window is poison: equal to itself, one byte on */
    assert_int_equal(rest[0], GM_POISON);
    assert_memory_equal(rest, rest + 1, local->size[LOCAL_UB] - QUEUE_UB - 1);
}

uint64_t queue_gm(const uint8_t **bytes)
{
    static uint64_t address;
    static uint8_t content[QUEUE_GM];
    if (address == 0) {
        uint64_t seed = 99;
        for (unsigned i = 0; i < QUEUE_GM; i++)
            content[i] = (uint8_t)random_bits(&seed);
        address = gm_new(machine(), QUEUE_GM);
        gm_put(machine(), address, content, QUEUE_GM);
    }
    *bytes = content;
    return address;
}
