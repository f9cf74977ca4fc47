/* Assembler symbols that turn a register as clang prints it into its number: the prelude's inline
 * assembly writes .Lx_%1, .Lf_%1, .Lv_%1, and .Li_%1 for an operand that is a register or one of
 * the numbers 0..31 (as 32 + number). */
#ifndef BELAY_CC_REGISTERS_H
#define BELAY_CC_REGISTERS_H

/* The .set lines; malloc'ed, NULL without memory. */
char *register_symbols(void);

#endif
