#include "emu/scalar/test_isa.h"

#include <stdlib.h>

int isa_setup(void **state)
{
    struct machine *m = aligned_alloc(64, (sizeof *m + 63) / 64 * 64);
    if (m == NULL)
        return -1;
    machine_init(m);
    *state = m;
    return 0;
}

int isa_teardown(void **state)
{
    machine_done(*state);
    free(*state);
    return 0;
}

void expect_unsupported(struct machine *m, const char *text)
{
    machine_start(m);
    struct rv_hart before = m->hart;
    assert_int_equal(machine_run(m), RV_STOP_UNSUPPORTED);
    assert_string_equal(m->hart.fault_text, text);
    assert_int_equal(m->hart.pc, TEXT_BASE);
    assert_int_equal(m->hart.retired, before.retired);
    assert_int_equal(m->hart.time, before.time);
    assert_memory_equal(m->hart.x, before.x, sizeof before.x);
    m->text_size = 0;
}

static void every_instruction_is_tested(void **state)
{
    (void)state;
    for (unsigned op = RV_OP_EMPTY + 1; op < RV_OP_CORE; op++)
        if (!encoded[op])
            fail_msg("no test of %s", rv_rows[op].id);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_instruction_is_tested)};
    int failed = run_integer_tests();
    failed += run_float_tests();
    failed += run_memory_tests();
    failed += run_control_tests();
    failed += run_system_tests();
    failed += cmocka_run_group_tests(tests, NULL, NULL);
    return failed;
}
