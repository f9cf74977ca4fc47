/* What the tests of this folder compare with: element types and their values, plain C arithmetic on
 * them, random elements and masks. Uses libm and the tables of emu/numeric's tests; never a
 * function of the emulator. */
#ifndef BELAY_TESTS_ISA_REFERENCE_H
#define BELAY_TESTS_ISA_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/numeric/test_reference.h"
#include "emu/vreg.h"

enum element_kind { SIGNED, UNSIGNED, FLOATING, BITS };

struct element {
    const char *name;
    enum element_kind kind;
    unsigned size;
    int format; /* ref_format_name of f16 and bf16; -1 else */
};

/* The component of a row's type ("f16.f32" has two); a type without dot serves for all. */
struct element element_of(const char *type, int component);

uint64_t get_lane(const vreg *v, unsigned lane, unsigned size);
void put_lane(vreg *v, unsigned lane, unsigned size, uint64_t bits);

/* Integers: the element's value. */
__int128 element_integer(const struct element *e, uint64_t bits);
uint64_t element_limits(const struct element *e, __int128 value, bool saturate);

/* f32, f16, bf16: value, and the nearest code (ties to even, inf and NaN kept, canonical NaN). */
double element_value(const struct element *e, uint64_t bits);
uint64_t element_nearest(const struct element *e, double value);

/* The f32 of a value by a rounding mode of the chip; inf where the mode goes beyond the range. */
uint32_t narrow_f32(long double x, enum num_round round);

/* --- random ------------------------------------------------------------------------------------
 */

uint64_t random_element(const struct element *e, uint64_t *seed);
void random_elements(vreg *v, const struct element *e, uint64_t *seed);
/* Full, empty, a prefix, one element or any bits; bits that do not count are set at random. */
void random_mask(vreg *mask, unsigned size, uint64_t *seed);
static inline unsigned random_below(uint64_t *seed, unsigned n)
{
    return (unsigned)(random_bits(seed) >> 33) % n;
}

/* --- masks: one bit a byte lane, the lowest of an element counts
 * ----------------------------------- */

static inline bool is_active(const vreg *mask, unsigned lane, unsigned size)
{
    return mask->u8[lane * size / 8] >> (lane * size % 8) & 1;
}

#endif
