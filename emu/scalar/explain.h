/* Fault texts: what is wrong, in one sentence with the value in it, into hart->fault_text. Private
 * to emu/scalar. */
#ifndef BELAY_EMU_SCALAR_EXPLAIN_H
#define BELAY_EMU_SCALAR_EXPLAIN_H

#include "emu/scalar/rv.h"

/* An access that memory.c refuses. */
void rv_explain_access(struct rv_hart *hart, uint64_t address, unsigned size, bool store);

/* An lr, sc or amo at an address that is no multiple of its size. */
void rv_explain_misaligned(struct rv_hart *hart, uint64_t address, unsigned size);

/* A jump from hart->pc to outside the text. */
void rv_explain_jump(struct rv_hart *hart, uint64_t target);

/* The instruction at hart->pc, which is none, or none that is supported, or not in the text at all;
 * returns the reason to stop. */
enum rv_stop rv_explain_instruction(struct rv_hart *hart);

/* A csr that is not there, or not to be written. */
void rv_explain_csr(struct rv_hart *hart, unsigned number, bool write);

/* The dynamic rounding mode is a reserved one. */
void rv_explain_rounding(struct rv_hart *hart);

/* A vector instruction on a core without vector registers. */
void rv_explain_no_vector(struct rv_hart *hart);

#endif
