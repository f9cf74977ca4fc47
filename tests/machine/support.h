/* What the tests of whole launches share. */
#ifndef BELAY_TESTS_MACHINE_SUPPORT_H
#define BELAY_TESTS_MACHINE_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tests/isa/machine.h"

/* Stores a register, or the result of a get row, as doubleword `word` of the record at x20. */
void put_record(struct code *code, unsigned r, int word);
void put_record_of(struct code *code, int get_row, int word);

/* The launch fails: status, core, pipe and a part of the message. NULL: not looked at. */
void launch_refused(const struct kernel *kernel, unsigned blocks, belay_status status,
                    const char *core, const char *pipe, const char *text);

/* A kernel that copies `bytes` bytes from one buffer to another, with flags; and whether it works.
 */
void put_good_kernel(struct code *code, uint64_t from, uint64_t to, uint32_t bytes);
void chip_still_works(void);

#endif
