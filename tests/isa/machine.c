#include "tests/isa/machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "emu/layout.h"
#include "emu/program.h"

enum { TEXT_BASE = SLOT_TEXT << RV_SLOT_BITS, DATA_BASE = SLOT_DATA << RV_SLOT_BITS };

/* --- chip and memory ----------------------------------------------------------------------------
 */

struct machine *machine(void)
{
    static struct machine shared;
    if (shared.chip == NULL) {
        belay_chip *chip;
        if (belay_chip_open("950PR_9579", NULL, 0, &chip, &shared.error) != BELAY_OK)
            fail_msg("%s", shared.error.message);
        shared.chip = (struct chip *)chip;
        shared.ub_image = gm_new(&shared, UB_WINDOW);
    }
    return &shared;
}

belay_chip *machine_chip(struct machine *m)
{
    return (belay_chip *)m->chip;
}

uint64_t gm_new(struct machine *m, uint64_t size)
{
    uint64_t address;
    assert_int_equal(belay_gm_alloc(machine_chip(m), size, &address, NULL), BELAY_OK);
    return address;
}

void gm_put(struct machine *m, uint64_t address, const void *from, uint64_t size)
{
    assert_int_equal(belay_gm_write(machine_chip(m), address, from, size, NULL), BELAY_OK);
}

void gm_get(struct machine *m, uint64_t address, void *to, uint64_t size)
{
    assert_int_equal(belay_gm_read(machine_chip(m), address, to, size, NULL), BELAY_OK);
}

/* --- launches ------------------------------------------------------------------------------------
 */

static void make_image(struct image *image, enum core_kind kind, struct code *code)
{
    *image = (struct image){.kind = kind,
                            .text = code->text,
                            .text_base = TEXT_BASE,
                            .text_size = VF_ROOM + code->main_size,
                            .code_size = VF_ROOM + code->main_size,
                            .vf_begin = TEXT_BASE,
                            .vf_end = TEXT_BASE + code->vf_size,
                            .data = code->data,
                            .data_base = DATA_BASE,
                            .data_size = code->data_size};
}

static void make_params(struct kernel_param *param, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        param[i] =
            (struct kernel_param){.offset = 8 * i, .size = 8, .align = 8, .klass = PARAM_INTEGER};
}

belay_status machine_launch(struct machine *m, const struct kernel *kernel, unsigned blocks,
                            const uint64_t *args, unsigned arg_count)
{
    struct kernel_param param[16];
    static char name[] = "test";
    struct code *code[2] = {[CORE_AIV] = kernel->aiv, [CORE_AIC] = kernel->aic};
    struct kernel_info info = {.name = name,
                               .base_name = name,
                               .ratio_aic = kernel->aic != NULL,
                               .ratio_aiv = (uint16_t)(kernel->aiv == NULL   ? 0
                                                       : kernel->aic == NULL ? 1
                                                                             : kernel->aiv_ratio),
                               .args_size = 8 * arg_count,
                               .param_count = arg_count,
                               .param = param};
    struct image image[2];
    uint64_t entry[1][2] = {{0, 0}};
    struct program program = {
        .arch = "dav-3510", .kernel_count = 1, .kernel = &info, .entry = entry};
    belay_program handle = {.program = &program};
    assert_true(arg_count <= 16);
    make_params(param, arg_count);
    for (int kind = 0; kind < 2; kind++) {
        if (code[kind] == NULL)
            continue;
        make_image(&image[kind], (enum core_kind)kind, code[kind]);
        program.image[kind] = &image[kind];
        entry[0][kind] = TEXT_BASE + VF_ROOM;
        handle.code[kind] = rv_code_create(code[kind]->text, TEXT_BASE, image[kind].code_size);
        assert_non_null(handle.code[kind]);
    }
    info.entry = entry[0][kernel->aiv != NULL ? CORE_AIV : CORE_AIC];
    memset(&m->error, 0, sizeof m->error);
    belay_status status =
        belay_launch(machine_chip(m), &handle, 0, blocks, args, 8 * arg_count, &m->error);
    for (int kind = 0; kind < 2; kind++)
        rv_code_destroy(handle.code[kind]);
    return status;
}

void machine_run(struct machine *m, struct code *code)
{
    struct kernel kernel = {.aiv = code};
    if (machine_launch(m, &kernel, 1, NULL, 0) != BELAY_OK)
        fail_msg("%s (pc 0x%llx)", m->error.message, (unsigned long long)m->error.pc);
}

void machine_refuses(struct machine *m, struct code *code, belay_status status, const char *text)
{
    struct kernel kernel = {.aiv = code};
    assert_int_equal(machine_launch(m, &kernel, 1, NULL, 0), status);
    assert_int_equal(m->error.status, status);
    if (strstr(m->error.message, text) == NULL)
        fail_msg("'%s' does not say '%s'", m->error.message, text);
}

/* --- a vector function between two states
 * ---------------------------------------------------------- */

static void assemble(struct machine *m, const struct vf_case *c, struct code *code)
{
    code_clear(code);
    uint32_t vf = begin_vf(code);
    for (unsigned i = 0; i < VREG_COUNT; i++)
        set_v(code, i, &c->state.v[i]);
    for (unsigned i = 0; i < c->count; i++)
        put64(code, c->word[i]);
    end_vf(code);
    if (c->ub_size > 0) {
        copy_in(code, c->ub_at, m->ub_image, c->ub_size);
        hand_over(code, CCE_MTE2, CCE_V, 0);
    }
    set_x(code, 3, c->ctrl);
    insn(code, ISA_set_ctrl, 0, 3);
    for (unsigned i = 0; i < 32; i++)
        set_f(code, i, c->state.f[i]);
    for (unsigned i = 3; i < SCRATCH; i++)
        set_x(code, i, c->state.x[i]);
    call(code, vf);
    end_kernel(code);
}

static void note_rows(const struct vf_case *c)
{
    for (unsigned i = 0; i < c->count; i++) {
        struct isa_op op;
        if (isa_decode(c->word[i], &op) == ISA_OK)
            has_run[op.row][op.type] = true;
    }
}

belay_status case_try(struct machine *m, struct vf_case *c)
{
    static struct code code;
    note_rows(c);
    if (direct.enabled)
        return direct_try(m, c);
    if (c->ub_size > 0)
        gm_put(m, m->ub_image, c->ub, c->ub_size);
    assemble(m, c, &code);
    struct kernel kernel = {.aiv = &code};
    belay_status status = machine_launch(m, &kernel, 1, NULL, 0);
    const struct core *core = chip_aiv(m->chip, 0);
    memcpy(c->state.v, core->vf.v, sizeof c->state.v);
    memcpy(c->state.f, core->vf.hart.f, sizeof c->state.f);
    for (unsigned i = 3; i < SCRATCH; i++)
        c->state.x[i] = core->vf.hart.x[i];
    memcpy(c->ub, core->local.bytes[LOCAL_UB] + c->ub_at, c->ub_size);
    return status;
}

void case_run(struct machine *m, struct vf_case *c)
{
    if (case_try(m, c) != BELAY_OK)
        fail_msg("%s (pc 0x%llx)", m->error.message, (unsigned long long)m->error.pc);
}
