/* What the tests of this folder compare with: tables of all values of a format made from its
 * definition, rounding by looking up the two neighbours, seeded random numbers. Uses libm, never
 * emu/numeric. */
#ifndef BELAY_EMU_NUMERIC_TEST_REFERENCE_H
#define BELAY_EMU_NUMERIC_TEST_REFERENCE_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#include "emu/numeric/numeric.h"

enum ref_format_name { REF_F16, REF_BF16, REF_E4M3, REF_E5M2, REF_E2M1, REF_E1M2, REF_COUNT };

struct ref_format {
    const char *name;
    int exponent_bits, mantissa_bits, bias;
    int count;      /* codes of finite magnitudes: 0 .. count - 1 */
    uint32_t inf;   /* code of inf, or of what stands for it */
    uint32_t nan;   /* canonical NaN */
    uint32_t sign;  /* sign bit */
    double *values; /* of the codes 0 .. count; the last one is the first value out of range */
};

/* name: enum ref_format_name */
const struct ref_format *ref_format(int name);

/* The code of x in the format by the rules of num_mode. */
uint32_t ref_narrow(const struct ref_format *f, double x, struct num_mode mode);
/* The value of a code; NaN for NaN. */
double ref_widen(const struct ref_format *f, uint32_t code);

/* The integer that the mode rounds x to. */
double ref_round(double x, enum num_round round);

uint64_t random_bits(uint64_t *state);
/* A float of any exponent, with many short and boundary mantissas. */
float random_f32(uint64_t *state);
/* cases * BELAY_TEST_SCALE */
long scaled(long cases);

uint32_t bits_of(float x);
float float_of(uint32_t bits);

/* Fails with both values and the text when they differ. */
__attribute__((format(printf, 3, 4))) void assert_bits(uint64_t got, uint64_t want,
                                                       const char *format, ...);

#endif
