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
    failed += cmocka_run_group_tests(tests, NULL, NULL);
    return failed;
}
