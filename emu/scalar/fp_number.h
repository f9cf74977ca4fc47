/* A floating point number taken apart, and put together again with rounding. Private to fp.c and
 * fp_convert.c. */
#ifndef BELAY_EMU_SCALAR_FP_NUMBER_H
#define BELAY_EMU_SCALAR_FP_NUMBER_H

#include "emu/scalar/fp.h"

enum fp_kind { FP_ZERO, FP_FINITE, FP_INFINITE, FP_NAN };

/* A finite number is significand * 2^(exponent - 63), with bit 63 of the significand set. */
struct fp_number {
    enum fp_kind kind;
    bool sign;
    bool signaling;
    int exponent;
    uint64_t significand;
};

struct fp_number fp_unpack(enum fp_format format, uint64_t bits);

/* Rounds a finite number; bit 0 of the significand stands for any bits that did not fit. */
uint64_t fp_round(enum fp_format format, bool sign, int exponent, uint64_t significand,
                  unsigned rounding, uint32_t *flags);

/* True when the magnitude of a number is to be rounded away from zero: `rest` is what lies below
 * the last place, `half` the weight of half a last place, `odd` the last place itself. */
bool fp_rounds_up(bool sign, bool odd, uint64_t rest, uint64_t half, unsigned rounding);

/* The exponent of the smallest normal number. */
int fp_least_exponent(enum fp_format format);

uint64_t fp_zero(enum fp_format format, bool sign);
uint64_t fp_infinity(enum fp_format format, bool sign);
uint64_t fp_nan(enum fp_format format);

#endif
