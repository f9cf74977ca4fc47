/* Flags, barriers and buffer ids between the pipes of an AIV: with them the second pipe sees what
 * the first has done, without them it does not. */
#include <string.h>

#include "tests/isa/sync.h"
#include "tests/isa/trial.h"

/* The scalar unit as the first has finished before it goes on: nothing can go wrong behind it. */
static bool can_go_wrong(const struct dependence *d)
{
    return d->first != CCE_S;
}

static void by_flag(struct code *code, const struct dependence *d, int id)
{
    hand_over(code, d->first, d->second, id);
}

/* The same with pipes and id in registers. */
static void by_flag_in_registers(struct code *code, const struct dependence *d, int id)
{
    set_x(code, 21, (uint64_t)d->first);
    set_x(code, 22, (uint64_t)d->second);
    set_x(code, 23, (uint64_t)id);
    insn(code, ISA_set_flag, 0, 21, 22, 23);
    insn(code, ISA_wait_flag, 0, 21, 22, 23);
}

static void flags(const struct row_test *test)
{
    (void)test;
    for (int i = 0; i < DEPENDENCES; i++) {
        const struct dependence *d = &dependences[i];
        struct ordered none = {.id = 0};
        assert_int_equal(runs_in_order(d, &none), !can_go_wrong(d));
        for (int id = 0; id < FLAG_IDS; id++) {
            struct ordered how = {.between = id % 2 ? by_flag : by_flag_in_registers, .id = id};
            assert_true(runs_in_order(d, &how));
        }
    }
}
ROW_TEST(set_flag, flags, .rule = NULL)

static void refuse(int row, int a, int b, int c, const char *text)
{
    static struct code code;
    code_clear(&code);
    set_x(&code, 5, (uint64_t)c);
    if (row == ISA_pipe_barrier)
        insn(&code, row, 0, LITERAL(a));
    else if (row == ISA_set_flag || row == ISA_wait_flag)
        insn(&code, row, 0, LITERAL(a), LITERAL(b), 5);
    else
        insn(&code, row, 0, LITERAL(a), 5, LITERAL(b));
    end_kernel(&code);
    machine_refuses(machine(), &code, BELAY_KERNEL_BUG, text);
    assert_non_null(strstr(machine()->error.message, isa_rows[row].name));
}

/* The flag of one pair and id is no other's: each wait finds its own set only. */
static void flags_are_apart(const struct row_test *test)
{
    static struct code code;
    static const int pipes[] = {CCE_S, CCE_V, CCE_MTE2, CCE_MTE3};
    code_clear(&code);
    for (int phase = 0; phase < 2; phase++)
        for (int s = 0; s < 4; s++)
            for (int d = 0; d < 4; d++)
                for (int id = 0; id < FLAG_IDS && s != d; id++)
                    insn(&code, phase == 0 ? ISA_set_flag : ISA_wait_flag, 0, LITERAL(pipes[s]),
                         LITERAL(pipes[d]), LITERAL(id));
    end_kernel(&code);
    machine_run(machine(), &code);
    refuse(test->row, CCE_M, CCE_V, 0, "pipe 2 does not exist on an AIV");
    refuse(test->row, CCE_V, CCE_FIX, 0, "pipe 10 does not exist on an AIV");
    refuse(test->row, CCE_V, 9, 0, "pipe 9 does not exist on an AIV");
    refuse(test->row, CCE_V, CCE_MTE3, 8, "flag id 8 does not exist");
}
ROW_TEST(wait_flag, flags_are_apart, .rule = NULL)

/* --- barriers
 * --------------------------------------------------------------------------------------- */

static void by_barrier(struct code *code, const struct dependence *d, int id)
{
    (void)d;
    (void)id;
    insn(code, ISA_pipe_barrier, 0, LITERAL(CCE_ALL));
}

/* Ticks of two copies of one pipe, with a barrier between them or not. */
static uint64_t two_copies(bool with_barrier)
{
    static struct code code;
    struct machine *m = machine();
    code_clear(&code);
    copy_in(&code, 0, m->ub_image, 32);
    if (with_barrier)
        insn(&code, ISA_pipe_barrier, 0, LITERAL(CCE_MTE2));
    copy_in(&code, 1024, m->ub_image, 32);
    end_kernel(&code);
    uint64_t before = m->chip->now;
    machine_run(m, &code);
    return m->chip->now - before;
}

static void barriers(const struct row_test *test)
{
    for (int i = 0; i < DEPENDENCES; i++) {
        struct ordered how = {.between = by_barrier, .id = 0};
        assert_true(runs_in_order(&dependences[i], &how));
    }
    double base, interval;
    assert_true(belay_chip_number(machine_chip(machine()), "dma.gm_ub.base", &base));
    assert_true(belay_chip_number(machine_chip(machine()), "dma.issue.interval", &interval));
    uint64_t overlapped = two_copies(false), apart = two_copies(true);
    assert_in_range(apart - overlapped, (uint64_t)(base - interval),
                    (uint64_t)(base - interval) + 4);
    refuse(test->row, CCE_S, 0, 0, "pipe_barrier(PIPE_S) is not allowed");
    refuse(test->row, CCE_MTE1, 0, 0, "pipe 3 does not exist");
    refuse(test->row, 31, 0, 0, "pipe 31 does not exist");
}
ROW_TEST(pipe_barrier, barriers, .rule = NULL)

/* --- buffer ids
 * --------------------------------------------------------------------------------------- */

static void buffer(struct code *code, int row, int pipe, int id, int mode)
{
    insn(code, row, 0, LITERAL(pipe), LITERAL(id), LITERAL(mode));
}

static void take(struct code *code, const struct dependence *d, int id)
{
    buffer(code, ISA_get_buf, d->first, id, 0);
}

static void pass_on(struct code *code, const struct dependence *d, int id)
{
    buffer(code, ISA_rls_buf, d->first, id, 0);
    buffer(code, ISA_get_buf, d->second, id, 0);
}

static void pass_on_without_wait(struct code *code, const struct dependence *d, int id)
{
    buffer(code, ISA_rls_buf, d->first, id, 0);
    buffer(code, ISA_get_buf, d->second, id, 1);
}

static void release_in_mode_1(struct code *code, const struct dependence *d, int id)
{
    buffer(code, ISA_rls_buf, d->first, id, 1);
}

static void pass_on_in_mode_1(struct code *code, const struct dependence *d, int id)
{
    release_in_mode_1(code, d, id);
    buffer(code, ISA_get_buf, d->second, id, 0);
}

static void give(struct code *code, const struct dependence *d, int id)
{
    buffer(code, ISA_rls_buf, d->second, id, 0);
}

/* Mode 0: get waits for every release that is earlier in the program. */
static void get_waits(const struct row_test *test)
{
    for (int i = 0; i < DEPENDENCES; i++)
        for (int id = 0; id < BUFFER_IDS; id++) {
            struct ordered how = {take, pass_on, give, id};
            assert_true(runs_in_order(&dependences[i], &how));
        }
    refuse(test->row, CCE_V, 0, 32, "buffer id 32 does not exist");
    refuse(test->row, CCE_M, 0, 0, "pipe 2 does not exist");
}
ROW_TEST(get_buf, get_waits, .rule = NULL)

/* Mode 1: get does not wait. A release is complete when what its pipe has to do before it is, in
 * mode 1 also the earlier releases of the id; neither holds the pipes or the scalar unit (asc_lock,
 * asc_unlock). */
static void modes(const struct row_test *test)
{
    for (int i = 0; i < DEPENDENCES; i++) {
        const struct dependence *d = &dependences[i];
        struct ordered get_of_mode_1 = {take, pass_on_without_wait, give, 3};
        struct ordered release_alone = {take, release_in_mode_1, NULL, 3};
        struct ordered release_and_get = {take, pass_on_in_mode_1, give, 3};
        assert_int_equal(runs_in_order(d, &get_of_mode_1), !can_go_wrong(d));
        assert_int_equal(runs_in_order(d, &release_alone), !can_go_wrong(d));
        assert_true(runs_in_order(d, &release_and_get));
    }
    refuse(test->row, CCE_V, 0, 33, "buffer id 33 does not exist");
}
ROW_TEST(rls_buf, modes, .rule = NULL)
