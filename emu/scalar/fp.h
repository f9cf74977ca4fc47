/* IEEE 754 arithmetic of the scalar unit in half, single and double precision, by integers: the
 * same bits and flags on every host. Private to emu/scalar.
 *
 * Values are passed as the bits of the format in the low end of a uint64_t, without NaN boxing.
 * `rounding` is 0..4 as in the rm field; exception flags are ORed into *flags. NaN results are
 * canonical; tininess is detected after rounding. Sources: IEEE 754-2008; unprivileged ISA 20191213
 * chapters 11 and 12; Zfh 1.0. */
#ifndef BELAY_EMU_SCALAR_FP_H
#define BELAY_EMU_SCALAR_FP_H

#include <stdbool.h>
#include <stdint.h>

enum fp_format { FP_H, FP_S, FP_D };
enum fp_integer { FP_S32, FP_U32, FP_S64, FP_U64 };
enum fp_rounding { FP_RNE, FP_RTZ, FP_RDN, FP_RUP, FP_RMM, FP_ROUNDING_COUNT };

enum fp_flag {
    FP_INEXACT = 1,
    FP_UNDERFLOW = 2,
    FP_OVERFLOW = 4,
    FP_DIVIDE_BY_ZERO = 8,
    FP_INVALID = 16,
    FP_FLAGS = 31
};

#define FP_CANONICAL_H 0x7e00u
#define FP_CANONICAL_S 0x7fc00000u
#define FP_CANONICAL_D UINT64_C(0x7ff8000000000000)

uint64_t fp_add(enum fp_format format, uint64_t a, uint64_t b, unsigned rounding, uint32_t *flags);
uint64_t fp_sub(enum fp_format format, uint64_t a, uint64_t b, unsigned rounding, uint32_t *flags);
uint64_t fp_mul(enum fp_format format, uint64_t a, uint64_t b, unsigned rounding, uint32_t *flags);
uint64_t fp_div(enum fp_format format, uint64_t a, uint64_t b, unsigned rounding, uint32_t *flags);
uint64_t fp_sqrt(enum fp_format format, uint64_t a, unsigned rounding, uint32_t *flags);

/* a * b + c, rounded once. */
uint64_t fp_fma(enum fp_format format, uint64_t a, uint64_t b, uint64_t c, unsigned rounding,
                uint32_t *flags);

/* IEEE 754-2019 minimumNumber and maximumNumber: -0 is less than +0, a NaN loses to a number. */
uint64_t fp_min(enum fp_format format, uint64_t a, uint64_t b, uint32_t *flags);
uint64_t fp_max(enum fp_format format, uint64_t a, uint64_t b, uint32_t *flags);

/* fp_eq is quiet; fp_lt and fp_le signal any NaN. */
bool fp_eq(enum fp_format format, uint64_t a, uint64_t b, uint32_t *flags);
bool fp_lt(enum fp_format format, uint64_t a, uint64_t b, uint32_t *flags);
bool fp_le(enum fp_format format, uint64_t a, uint64_t b, uint32_t *flags);

/* The ten-bit mask of fclass. */
uint64_t fp_class(enum fp_format format, uint64_t a);

uint64_t fp_convert(enum fp_format to, enum fp_format from, uint64_t a, unsigned rounding,
                    uint32_t *flags);

/* 32-bit results are sign extended to 64 bits, unsigned ones too (fcvt.wu). Out of range values and
 * NaN give the nearest, for NaN the largest, integer and FP_INVALID alone. */
uint64_t fp_to_integer(enum fp_format format, enum fp_integer to, uint64_t a, unsigned rounding,
                       uint32_t *flags);
/* Of a 32-bit integer the low half of `value` counts. */
uint64_t fp_from_integer(enum fp_format format, enum fp_integer from, uint64_t value,
                         unsigned rounding, uint32_t *flags);

#endif
