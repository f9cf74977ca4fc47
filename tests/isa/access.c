#include "tests/isa/access.h"

#include <string.h>

void random_window(struct trial *t, uint64_t *seed)
{
    t->run.ub_size = UB_WINDOW;
    t->run.ub_at = UB_BYTES - UB_WINDOW;
    if (random_below(seed, 2) != 0)
        t->run.ub_at = random_below(seed, (UB_BYTES - UB_WINDOW) / 32) * 32;
    static uint64_t window[UB_WINDOW / 8];
    uint64_t change = random_bits(seed);
    for (unsigned i = 0; i < UB_WINDOW / 8; i++)
        window[i] = window[i] == 0 ? random_bits(seed) : window[i] ^ change;
    memcpy(t->run.ub, window, UB_WINDOW);
}

static bool has(const struct trial *t, const char *operand)
{
    return find_operand(t, operand) != NULL;
}

static bool updates(const struct trial *t)
{
    return has(t, "post") && immediate(t, "post") == IMM_Post_UPDATE;
}

/* Its 32 bits have no sign. */
static bool has_address_register(const struct trial *t)
{
    static const int rows[] = {ISA_vld, ISA_vld2, ISA_vst, ISA_vst2, ISA_pld, ISA_pst};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (t->op.row == rows[i])
            return true;
    return false;
}

void put_access(struct trial *t, uint32_t offset, uint64_t *seed)
{
    uint64_t address = t->run.ub_at + offset;
    uint64_t *x = t->run.state.x;
    uint64_t move = random_bits(seed) & 0x7fff;
    if (!has_address_register(t))
        move -= 0x4000; /* also a negative one */
    x[field(t, "base")] = address;
    if (has(t, "offset")) {
        x[field(t, "offset")] = move;
        if (!updates(t))
            x[field(t, "base")] -= move;
    }
    t->want = t->run.state;
}

uint64_t access_address(const struct trial *t)
{
    uint64_t base = t->run.state.x[field(t, "base")];
    return has(t, "offset") && !updates(t) ? base + t->run.state.x[field(t, "offset")] : base;
}

void expect_base(struct trial *t)
{
    if (updates(t) && has(t, "offset"))
        t->want.x[field(t, "base")] += t->run.state.x[field(t, "offset")];
}

void access_refused(struct trial *t, belay_status status, const char *text)
{
    char name[160];
    isa_print(&t->op, name, sizeof name);
    t->run.word[t->run.count++] = isa_encode(&t->op);
    belay_status got = case_try(machine(), &t->run);
    if (got != status || strstr(machine()->error.message, text) == NULL)
        fail_msg("%s at 0x%llx: status %d, '%s'; want %d and '%s'", name,
                 (unsigned long long)access_address(t), got, machine()->error.message, status,
                 text);
}
