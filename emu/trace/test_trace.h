/* Tests of test_trace that are not beside its main. */
#ifndef BELAY_EMU_TRACE_TEST_TRACE_H
#define BELAY_EMU_TRACE_TEST_TRACE_H

void test_write_and_read(void **state);
void test_window_and_cores(void **state);
void test_same_bytes(void **state);
void test_broken_run(void **state);

#endif
