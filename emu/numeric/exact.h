/* exp and ln in 128-bit fixed point, for the arguments whose rounding the fast paths cannot decide.
 * Internal to emu/numeric. */
#ifndef BELAY_EMU_NUMERIC_EXACT_H
#define BELAY_EMU_NUMERIC_EXACT_H

/* The correctly rounded exp of a finite x, 2^-30 <= |x| <= 104, denormal results included. */
float exact_exp_f32(float x);
/* The correctly rounded ln of a normal finite x > 0. */
float exact_ln_f32(float x);

#endif
