/* Flags and buffer ids where they are used wrongly: the deadlock is named with core, pipe, flag.
 * (That they order the pipes: tests/isa/sync.c.) */
#include <stdio.h>

#include "tests/machine/support.h"

static const int aiv_pipes[] = {CCE_S, CCE_V, CCE_MTE2, CCE_MTE3};
static const int aic_pipes[] = {CCE_S, CCE_M, CCE_MTE1, CCE_MTE2, CCE_MTE3, CCE_FIX};

static void flag(struct code *code, int row, int src, int dst, int id)
{
    insn(code, row, 0, LITERAL(src), LITERAL(dst), LITERAL(id));
}

/* One kernel that sets and waits for every flag of an AIC, all sets first. */
static void every_flag_of_an_aic(void **state)
{
    static struct code code;
    (void)state;
    code_clear(&code);
    for (int row = ISA_set_flag; row <= ISA_wait_flag; row++)
        for (int s = 0; s < 6; s++)
            for (int d = 0; d < 6; d++)
                for (int id = 0; id < FLAG_IDS && s != d; id++)
                    flag(&code, row, aic_pipes[s], aic_pipes[d], id);
    end_kernel(&code);
    struct kernel kernel = {.aic = &code};
    assert_int_equal(machine_launch(machine(), &kernel, 1, NULL, 0), BELAY_OK);
    code_clear(&code);
    flag(&code, ISA_set_flag, CCE_V, CCE_MTE2, 0);
    end_kernel(&code);
    launch_refused(&kernel, 1, BELAY_KERNEL_BUG, "aic0", "s", "pipe 1 does not exist on an AIC");
}

/* A wait whose set went to another flag: named by core, pipe and flag. */
static void wait_without_set(const int *pipes, int count, bool aic)
{
    static struct code code;
    struct kernel kernel = {.aiv = aic ? NULL : &code, .aic = aic ? &code : NULL};
    for (int s = 0; s < count; s++)
        for (int d = 0; d < count; d++) {
            if (s == d)
                continue;
            int id = (s * count + d) % FLAG_IDS;
            char text[64];
            if (pipes[d] == CCE_S)
                snprintf(text, sizeof text, "scalar unit waits (flag) at 'wait_flag #%d, #%d, #%d'",
                         pipes[s], pipes[d], id);
            else
                snprintf(text, sizeof text,
                         "deadlock: wait_flag %s -> %s, id %d:", cce_pipe_name[pipes[s]],
                         cce_pipe_name[pipes[d]], id);
            code_clear(&code);
            flag(&code, ISA_set_flag, pipes[s], pipes[d], (id + 1) % FLAG_IDS);
            flag(&code, ISA_set_flag, pipes[d], pipes[s], id);
            flag(&code, ISA_wait_flag, pipes[s], pipes[d], id);
            end_kernel(&code);
            launch_refused(&kernel, 1, BELAY_KERNEL_BUG, aic ? "aic0" : "aiv0",
                           cce_pipe_name[pipes[d]], text);
        }
    chip_still_works();
}

static void every_wait_without_set(void **state)
{
    (void)state;
    wait_without_set(aiv_pipes, 4, false);
    wait_without_set(aic_pipes, 6, true);
}

/* A set that finds the flag set is lost; the report of the wait that then never ends says where. */
static void lost_set(void **state)
{
    static struct code code;
    struct kernel kernel = {.aiv = &code};
    char text[64];
    (void)state;
    code_clear(&code);
    flag(&code, ISA_set_flag, CCE_MTE2, CCE_V, 2);
    uint32_t second = here(&code);
    flag(&code, ISA_set_flag, CCE_MTE2, CCE_V, 2);
    insn(&code, ISA_pipe_barrier, 0, LITERAL(CCE_ALL));
    flag(&code, ISA_wait_flag, CCE_MTE2, CCE_V, 2);
    flag(&code, ISA_wait_flag, CCE_MTE2, CCE_V, 2);
    end_kernel(&code);
    snprintf(text, sizeof text, "the set_flag at pc 0x%x was lost", 0x10000000 + second);
    launch_refused(&kernel, 1, BELAY_KERNEL_BUG, "aiv0", "v", text);
    code_clear(&code); /* set, wait, set, wait: nothing is lost */
    for (int i = 0; i < 2; i++) {
        flag(&code, ISA_set_flag, CCE_MTE2, CCE_V, 2);
        flag(&code, ISA_wait_flag, CCE_MTE2, CCE_V, 2);
        insn(&code, ISA_pipe_barrier, 0, LITERAL(CCE_ALL));
    }
    end_kernel(&code);
    machine_run(machine(), &code);
}

/* A flag that a block leaves set is not there for the next launch, nor for the core's next block.
 */
static void flags_end_with_the_block(void **state)
{
    static struct code code;
    struct kernel kernel = {.aiv = &code};
    int cores = (int)machine()->chip->aiv_count;
    (void)state;
    code_clear(&code);
    flag(&code, ISA_set_flag, CCE_MTE2, CCE_V, 0);
    end_kernel(&code);
    machine_run(machine(), &code);
    code_clear(&code);
    flag(&code, ISA_wait_flag, CCE_MTE2, CCE_V, 0);
    end_kernel(&code);
    launch_refused(&kernel, 1, BELAY_KERNEL_BUG, "aiv0", "v", "wait_flag mte2 -> v, id 0");
    /* the last block, the second one of aiv0, waits for what all others have set */
    code_clear(&code);
    insn(&code, ISA_get_block_idx, 0, 5);
    addi(&code, 5, 5, -cores);
    branch_nonzero(&code, 5, here(&code) + 16);
    flag(&code, ISA_wait_flag, CCE_MTE2, CCE_V, 0);
    jump(&code, 0, here(&code) + 12);
    flag(&code, ISA_set_flag, CCE_MTE2, CCE_V, 0);
    end_kernel(&code);
    launch_refused(&kernel, (unsigned)cores + 1, BELAY_KERNEL_BUG, "aiv0", "v",
                   "wait_flag mte2 -> v, id 0");
    chip_still_works();
}

/* Only block 3 hangs; the others end. */
static void deadlock_of_one_block(void **state)
{
    static struct code code;
    struct kernel kernel = {.aiv = &code};
    (void)state;
    code_clear(&code);
    insn(&code, ISA_get_block_idx, 0, 5);
    addi(&code, 5, 5, -3);
    branch_nonzero(&code, 5, here(&code) + 12);
    uint32_t wait = here(&code);
    flag(&code, ISA_wait_flag, CCE_V, CCE_MTE3, 6);
    end_kernel(&code);
    launch_refused(&kernel, 8, BELAY_KERNEL_BUG, "aiv3", "mte3", "wait_flag v -> mte3, id 6");
    assert_non_null(strstr(machine()->error.message, "1 pipe(s) locked up"));
    assert_int_equal(machine()->error.pc, 0x10000000 + wait);
}

/* A release that never completes, behind a wait that never ends. */
static void deadlock_of_a_buffer(void **state)
{
    static struct code code;
    struct kernel kernel = {.aiv = &code};
    (void)state;
    code_clear(&code);
    flag(&code, ISA_wait_flag, CCE_V, CCE_MTE2, 1);
    insn(&code, ISA_rls_buf, 0, LITERAL(CCE_MTE2), LITERAL(9), LITERAL(0));
    insn(&code, ISA_get_buf, 0, LITERAL(CCE_V), LITERAL(9), LITERAL(0));
    flag(&code, ISA_set_flag, CCE_V, CCE_MTE2, 1);
    end_kernel(&code);
    launch_refused(&kernel, 1, BELAY_KERNEL_BUG, "aiv0", "v", "get_buf v, id 9");
    assert_non_null(strstr(machine()->error.message, "2 pipe(s) locked up"));
    code_clear(&code); /* an id that nobody holds */
    insn(&code, ISA_get_buf, 0, LITERAL(CCE_V), LITERAL(9), LITERAL(0));
    insn(&code, ISA_get_buf, 0, LITERAL(CCE_S), LITERAL(9), LITERAL(0));
    end_kernel(&code);
    machine_run(machine(), &code);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_flag_of_an_aic),
        cmocka_unit_test(every_wait_without_set),
        cmocka_unit_test(lost_set),
        cmocka_unit_test(flags_end_with_the_block),
        cmocka_unit_test(deadlock_of_one_block),
        cmocka_unit_test(deadlock_of_a_buffer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
