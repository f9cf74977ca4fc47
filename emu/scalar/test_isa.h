/* The groups of test_scalar_isa, one program, so that it can tell which instructions have no test.
 */
#ifndef BELAY_EMU_SCALAR_TEST_ISA_H
#define BELAY_EMU_SCALAR_TEST_ISA_H

#include "emu/scalar/test_machine.h"

int isa_setup(void **state);
int isa_teardown(void **state);

/* A test with a fresh struct machine as its state. */
#define isa_test(function) cmocka_unit_test_setup_teardown(function, isa_setup, isa_teardown)

/* What was put must stop at once with RV_STOP_UNSUPPORTED and this text, and change nothing; the
 * text is empty afterwards. */
void expect_unsupported(struct machine *m, const char *text);

int run_integer_tests(void);
int run_float_tests(void);
int run_memory_tests(void);
int run_control_tests(void);
int run_system_tests(void);

#endif
