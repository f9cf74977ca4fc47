#include "tests/isa/trial.h"

#include <stdio.h>
#include <string.h>

#include "emu/bodies.h"

enum { TRIALS = 24, LEAST_X = 3, MOST_X = 30, UB_MOST = 256 * 1024, NEIGHBOURHOOD = 2048 };

/* --- registers -------------------------------------------------------------------------------- */

static unsigned fresh(uint32_t *taken, unsigned least, unsigned most, uint64_t *seed)
{
    unsigned r;
    do
        r = least + random_below(seed, most - least + 1);
    while (*taken >> r & 1);
    *taken |= 1u << r;
    return r;
}

static bool in_fp_register(const struct trial *t, const struct isa_operand *o)
{
    return o->kind == ISA_FLOAT ||
           (o->kind == ISA_ELEMENT && isa_is_fp_element(t->row, t->op.type, o->component));
}

static unsigned random_label(const struct isa_operand *o, uint64_t *seed)
{
    unsigned count = 0;
    while (isa_enums[o->enum_index][count].name != NULL)
        count++;
    return (unsigned)isa_enums[o->enum_index][random_below(seed, count)].value;
}

/* Results go to registers of their own; sources may be any, also one that a result overwrites. */
static void choose_operands(struct trial *t, uint64_t *seed)
{
    uint32_t taken_v = 0;
    uint32_t taken_x = 0;
    for (const struct isa_operand *o = t->row->operands; o->name != NULL; o++) {
        switch (o->kind) {
        case ISA_VECTOR:
        case ISA_MASK:
        case ISA_ALIGN:
            t->op.r[o->field] = (uint8_t)(o->direction == ISA_IN ? random_below(seed, 32)
                                                                 : fresh(&taken_v, 0, 31, seed));
            break;
        case ISA_IMMEDIATE:
            t->op.imm |= (uint16_t)(random_label(o, seed) << o->low);
            break;
        default:
            t->op.r[o->field] =
                (uint8_t)(in_fp_register(t, o) ? random_below(seed, 32)
                                               : fresh(&taken_x, LEAST_X, MOST_X, seed));
        }
    }
}

/* --- state ------------------------------------------------------------------------------------ */

static void fill_operand(struct trial *t, const struct isa_operand *o, uint64_t *seed)
{
    struct vf_state *state = &t->run.state;
    struct element e = t->element;
    if (t->row->type_count > 0)
        e = element_of(t->row->types[t->op.type], o->component);
    if (o->kind == ISA_VECTOR) {
        random_elements(&state->v[t->op.r[o->field]], &e, seed);
    } else if (o->kind == ISA_ELEMENT) {
        uint64_t bits = random_element(&e, seed);
        uint64_t above = random_bits(seed) << (8 * e.size - 1) << 1; /* does not count */
        if (in_fp_register(t, o))
            state->f[t->op.r[o->field]] = bits | UINT64_MAX << 8 * e.size;
        else
            state->x[t->op.r[o->field]] = e.size == 8 ? bits : bits | above;
    }
}

/* Registers that are no operands keep what they have after the first time. */
static void fill_register(struct vf_state *state, unsigned r, uint64_t *seed)
{
    for (unsigned j = 0; j < VREG_BYTES / 8; j++)
        state->v[r].u64[j] = random_bits(seed);
}

static void fill_state(struct trial *t, uint64_t *seed)
{
    struct vf_state *state = &t->run.state;
    for (unsigned i = 0; i < VREG_COUNT && !t->filled; i++)
        fill_register(state, i, seed);
    t->filled = true;
    for (const struct isa_operand *o = t->row->operands; o->name != NULL; o++)
        if (o->kind == ISA_MASK || o->kind == ISA_ALIGN || o->kind == ISA_VECTOR)
            fill_register(state, t->op.r[o->field], seed);
    for (unsigned i = 0; i < 32; i++) {
        state->x[i] = random_bits(seed);
        state->f[i] = random_bits(seed);
    }
    for (const struct isa_operand *o = t->row->operands; o->name != NULL; o++)
        fill_operand(t, o, seed);
    unsigned size = t->test->masked > 0 ? t->test->masked : t->element.size;
    for (const struct isa_operand *o = t->row->operands; o->name != NULL; o++)
        if (o->kind == ISA_MASK && o->direction == ISA_IN)
            random_mask(&state->v[t->op.r[o->field]], size, seed);
}

/* CTRL: saturation of f16 (48), of integers (53), of conversions (59), and who decides (60). */
static uint64_t random_ctrl(uint64_t *seed)
{
    uint64_t ctrl = CTRL_RESET;
    static const uint8_t bits[] = {48, 50, 53, 59, 60};
    for (unsigned i = 0; i < sizeof bits; i++)
        if (random_below(seed, 3) == 0)
            ctrl ^= 1ULL << bits[i];
    return ctrl;
}

void trial_random(struct trial *t, const struct row_test *test, int type, uint64_t *seed)
{
    t->test = test;
    t->row = &isa_rows[test->row];
    t->op = (struct isa_op){.row = (uint16_t)test->row, .type = (uint8_t)type};
    t->element = element_of(t->row->type_count > 0 ? t->row->types[type] : "b8", 0);
    t->run.count = 0;
    t->run.ub_at = t->run.ub_size = 0;
    t->run.ctrl = random_ctrl(seed);
    choose_operands(t, seed);
    fill_state(t, seed);
    t->want = t->run.state;
}

/* --- operands by name ---------------------------------------------------------------------------
 */

/* Names are literals: what one of them was found to be last time is looked up by its address. */
const struct isa_operand *find_operand(const struct trial *t, const char *name)
{
    enum { PLACES = 256 };
    static struct {
        const char *name;
        int row;
        const struct isa_operand *operand;
    } found[PLACES];
    unsigned place = (unsigned)((uintptr_t)name ^ t->op.row * 7u) % PLACES;
    if (found[place].name != name || found[place].row != t->op.row) {
        found[place].name = name;
        found[place].row = t->op.row;
        found[place].operand = isa_operand_find(t->op.row, name);
    }
    return found[place].operand;
}

static const struct isa_operand *operand_of(const struct trial *t, const char *name)
{
    const struct isa_operand *o = find_operand(t, name);
    if (o == NULL)
        fail_msg("%s has no operand %s", t->row->name, name);
    return o;
}

unsigned field(const struct trial *t, const char *operand)
{
    return t->op.r[operand_of(t, operand)->field];
}

const vreg *source(const struct trial *t, const char *operand)
{
    return &t->run.state.v[field(t, operand)];
}

vreg *wanted(struct trial *t, const char *operand)
{
    return &t->want.v[field(t, operand)];
}

unsigned immediate(const struct trial *t, const char *operand)
{
    const struct isa_operand *o = operand_of(t, operand);
    return t->op.imm >> o->low & ((2u << (o->high - o->low)) - 1);
}

void set_immediate(struct trial *t, const char *operand, unsigned value)
{
    const struct isa_operand *o = operand_of(t, operand);
    unsigned mask = ((2u << (o->high - o->low)) - 1) << o->low;
    t->op.imm = (uint16_t)((t->op.imm & ~mask) | value << o->low);
}

uint64_t scalar_bits(const struct trial *t, const char *operand)
{
    const struct isa_operand *o = operand_of(t, operand);
    struct element e = element_of(t->row->types[t->op.type], o->component);
    const uint64_t *file = in_fp_register(t, o) ? t->run.state.f : t->run.state.x;
    uint64_t bits = file[t->op.r[o->field]];
    return e.size == 8 ? bits : bits & ((1ULL << 8 * e.size) - 1);
}

/* --- running ------------------------------------------------------------------------------------
 */

static void differ(const struct trial *t, const char *what, unsigned index, uint64_t got,
                   uint64_t want)
{
    char text[160];
    isa_print(&t->op, text, sizeof text);
    fail_msg("%s, ctrl 0x%llx: %s %u is 0x%llx, want 0x%llx", text, (unsigned long long)t->run.ctrl,
             what, index, (unsigned long long)got, (unsigned long long)want);
}

static bool is_mask_result(const struct trial *t, unsigned r)
{
    for (const struct isa_operand *o = t->row->operands; o->name != NULL; o++)
        if (o->kind == ISA_MASK && o->direction != ISA_IN && t->op.r[o->field] == r)
            return true;
    return false;
}

static void check_vector(const struct trial *t, unsigned r)
{
    const vreg *got = &t->run.state.v[r];
    const vreg *want = &t->want.v[r];
    unsigned bytes = is_mask_result(t, r) ? 32 : VREG_BYTES;
    if (memcmp(got, want, bytes) == 0)
        return;
    unsigned size = is_mask_result(t, r) ? 1 : t->element.size;
    for (unsigned i = 0; i < bytes / size; i++)
        if (get_lane(got, i, size) != get_lane(want, i, size)) {
            char what[32];
            snprintf(what, sizeof what, "v%u lane", r);
            differ(t, what, i, get_lane(got, i, size), get_lane(want, i, size));
        }
}

static bool is_poison(const uint8_t *bytes, uint64_t size)
{
    static uint8_t poison[UB_MOST];
    poison[0] = GM_POISON;
    if (poison[1] != GM_POISON)
        memset(poison, GM_POISON, sizeof poison);
    return memcmp(bytes, poison, size) == 0;
}

/* After a launch all of it, after a case without one the neighbourhood. */
void check_rest_of_ub(const struct vf_case *c)
{
    const struct local *local = &chip_aiv(machine()->chip, 0)->local;
    const uint8_t *ub = local->bytes[LOCAL_UB];
    uint64_t end = c->ub_at + c->ub_size;
    uint64_t before = c->ub_at, after = local->size[LOCAL_UB] - end;
    if (direct.enabled) {
        before = before < NEIGHBOURHOOD ? before : NEIGHBOURHOOD;
        after = after < NEIGHBOURHOOD ? after : NEIGHBOURHOOD;
    }
    if (!is_poison(ub + c->ub_at - before, before) || !is_poison(ub + end, after))
        fail_msg("bytes of UB outside [0x%llx, 0x%llx) have changed", (unsigned long long)c->ub_at,
                 (unsigned long long)end);
}

void trial_check(struct trial *t)
{
    t->run.word[t->run.count++] = isa_encode(&t->op);
    case_run(machine(), &t->run);
    if (t->run.ub_size > 0)
        check_rest_of_ub(&t->run);
    for (unsigned r = 0; r < VREG_COUNT; r++)
        check_vector(t, r);
    for (unsigned r = LEAST_X; r <= MOST_X; r++)
        if (t->run.state.x[r] != t->want.x[r])
            differ(t, "x", r, t->run.state.x[r], t->want.x[r]);
    for (unsigned r = 0; r < 32; r++)
        if (t->run.state.f[r] != t->want.f[r])
            differ(t, "f", r, t->run.state.f[r], t->want.f[r]);
}

/* --- families -----------------------------------------------------------------------------------
 */

/* A type without body is refused by name. */
static void check_refused(struct trial *t)
{
    char name[64];
    snprintf(name, sizeof name, "%s.%s is not supported", t->row->name, t->row->types[t->op.type]);
    t->run.word[t->run.count++] = isa_encode(&t->op);
    assert_int_equal(case_try(machine(), &t->run), BELAY_UNSUPPORTED);
    if (strstr(machine()->error.message, name) == NULL)
        fail_msg("'%s' does not say '%s'", machine()->error.message, name);
}

void every_type(const struct row_test *test)
{
    static struct trial t;
    const struct isa_row *row = &isa_rows[test->row];
    uint64_t seed = test_seed((uint64_t)test->row);
    for (int type = 0; type < row->type_count || type == 0; type++) {
        for (int i = 0; i < TRIALS; i++) {
            trial_random(&t, test, type, &seed);
            if (vf_bodies[test->row][type] == NULL) {
                check_refused(&t);
                break;
            }
            test->rule(&t);
            trial_check(&t);
        }
    }
}

/* A destination that is also a source keeps its inactive elements, unless the mode says zero. */
static bool keeps_inactive(const struct trial *t)
{
    bool has_mode = find_operand(t, "mode") != NULL;
    if (operand_of(t, "dst")->direction == ISA_INOUT)
        return !has_mode || immediate(t, "mode") != IMM_Mode_ZEROING;
    return has_mode && immediate(t, "mode") == IMM_Mode_MERGING;
}

void write_masked_to(struct trial *t, const char *dst, const vreg *result, unsigned size)
{
    const vreg *mask = source(t, "mask");
    for (unsigned i = 0; i < VREG_BYTES / size; i++)
        if (is_active(mask, i, size))
            put_lane(wanted(t, dst), i, size, get_lane(result, i, size));
        else
            put_lane(wanted(t, dst), i, size, 0);
}

void write_masked(struct trial *t, const vreg *result, unsigned size)
{
    if (!keeps_inactive(t)) {
        write_masked_to(t, "dst", result, size);
        return;
    }
    for (unsigned i = 0; i < VREG_BYTES / size; i++)
        if (is_active(source(t, "mask"), i, size))
            put_lane(wanted(t, "dst"), i, size, get_lane(result, i, size));
}

void by_elements(struct trial *t)
{
    unsigned size = t->element.size;
    bool has_scalar = find_operand(t, "scalar") != NULL;
    bool binary = find_operand(t, "src1") != NULL;
    const vreg *a = source(t, binary ? "src0" : "src");
    vreg result;
    for (unsigned i = 0; i < VREG_BYTES / size; i++) {
        uint64_t b = has_scalar ? scalar_bits(t, "scalar")
                     : binary   ? get_lane(source(t, "src1"), i, size)
                                : 0;
        uint64_t old = get_lane(source(t, "dst"), i, size);
        put_lane(&result, i, size, t->test->element_rule(t, get_lane(a, i, size), b, old));
    }
    write_masked(t, &result, size);
}
