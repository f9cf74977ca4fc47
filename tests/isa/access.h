/* Trials of instructions that touch UB: a window of random bytes somewhere in UB, often at its end.
 */
#ifndef BELAY_TESTS_ISA_ACCESS_H
#define BELAY_TESTS_ISA_ACCESS_H

#include "tests/isa/trial.h"

/* A window with random bytes; the last one ends where UB ends. */
void random_window(struct trial *t, uint64_t *seed);

/* Puts the access at `offset` of the window: base and offset registers whose sum is its address, or
 * the base alone when the instruction moves it afterwards. */
void put_access(struct trial *t, uint32_t offset, uint64_t *seed);

/* The UB address of the access. */
uint64_t access_address(const struct trial *t);

/* The base register as the instruction should leave it. */
void expect_base(struct trial *t);

/* The trial must fail with this in the message. */
void access_refused(struct trial *t, belay_status status, const char *text);

enum { UB_BYTES = 256 * 1024 };

#endif
