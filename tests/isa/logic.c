/* Logic and shifts of vector functions. A shift of signed elements to the right copies the sign; an
 * amount from the width on shifts everything out (asc_shiftright: 0, or -1 below 0). Negative
 * amounts are undefined there: as too large here. */
#include "tests/isa/trial.h"

static uint64_t mask_of(const struct trial *t)
{
    return UINT64_MAX >> (64 - 8 * t->element.size);
}

#define RULE(name, expression)                                                                     \
    static uint64_t name(const struct trial *t, uint64_t a, uint64_t b, uint64_t old)              \
    {                                                                                              \
        (void)b;                                                                                   \
        (void)old;                                                                                 \
        return (expression)&mask_of(t);                                                            \
    }
RULE(conjunction, a &b)
RULE(disjunction, a | b)
RULE(exclusive, a ^ b)
RULE(complement, ~a)

#define ELEMENTS(row, rule_) ROW_TEST(row, every_type, .rule = by_elements, .element_rule = rule_)
ELEMENTS(vand, conjunction)
ELEMENTS(vor, disjunction)
ELEMENTS(vxor, exclusive)
ELEMENTS(vnot, complement)

/* --- shifts -------------------------------------------------------------------------------------
 */

/* The amount of places, at most the width; a signed element of the operand's size. */
static unsigned places(const struct trial *t, uint64_t amount, unsigned size)
{
    struct element e = {.kind = SIGNED, .size = size};
    __int128 n = element_integer(&e, amount);
    unsigned width = 8 * t->element.size;
    return n < 0 || n >= width ? width : (unsigned)n;
}

static uint64_t left(const struct trial *t, uint64_t a, unsigned n)
{
    return n == 8 * t->element.size ? 0 : (a << n) & mask_of(t);
}

static uint64_t right(const struct trial *t, uint64_t a, unsigned n)
{
    __int128 value = element_integer(&t->element, a);
    return (uint64_t)(value >> n) & mask_of(t); /* 128 bits: n = width leaves the sign or 0 */
}

static void set_amounts(struct trial *t, uint64_t *seed)
{
    unsigned size = t->element.size;
    vreg *amounts = &t->run.state.v[field(t, "src1")];
    for (unsigned i = 0; i < VREG_BYTES / size; i++)
        if (random_below(seed, 8) != 0)
            put_lane(amounts, i, size, random_below(seed, 8 * size + 2));
}

#define SHIFT(name, direction)                                                                     \
    static uint64_t name(const struct trial *t, uint64_t a, uint64_t b, uint64_t old)              \
    {                                                                                              \
        (void)old;                                                                                 \
        return direction(t, a, places(t, b, t->element.size));                                     \
    }                                                                                              \
    static uint64_t name##_by_scalar(const struct trial *t, uint64_t a, uint64_t b, uint64_t old)  \
    {                                                                                              \
        (void)b;                                                                                   \
        (void)old;                                                                                 \
        return direction(t, a, places(t, t->run.state.x[field(t, "amount")] & 0xffff, 2));         \
    }
SHIFT(shift_left, left)
SHIFT(shift_right, right)

/* Amounts in range most of the time, whatever register the amounts share with other operands. */
static void by_amounts(struct trial *t)
{
    uint64_t seed = t->run.state.x[5];
    bool scalar = find_operand(t, "amount") != NULL;
    unsigned mask = field(t, "mask");
    if (scalar && random_below(&seed, 8) != 0)
        t->run.state.x[field(t, "amount")] =
            random_below(&seed, 8 * t->element.size + 2) | random_bits(&seed) << 16;
    else if (!scalar && field(t, "src1") != mask)
        set_amounts(t, &seed);
    t->want = t->run.state;
    by_elements(t);
}

#define SHIFTS(row, rule_) ROW_TEST(row, every_type, .rule = by_amounts, .element_rule = rule_)
SHIFTS(vshl, shift_left)
SHIFTS(vshr, shift_right)
SHIFTS(vshls, shift_left_by_scalar)
SHIFTS(vshrs, shift_right_by_scalar)
