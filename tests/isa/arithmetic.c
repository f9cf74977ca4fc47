/* Arithmetic of vector functions. Rules: f32 and f16 correctly rounded, denormals kept; bf16 in f32
 * and rounded again; f16 in the saturating mode (CTRL[48] = 0) gives MAX for inf and 0 for NaN;
 * integers wrap, or saturate with CTRL[53]. vdiv, vexp, vln, vsqrt: correctly rounded, denormals
 * are zero. */
#include <math.h>

#include "tests/isa/trial.h"

static bool is_saturating_f16(const struct trial *t)
{
    return t->element.format == REF_F16 && (t->run.ctrl >> 48 & 1) == 0;
}

/* Code of an exact or twice as precise result: one rounding to f32 or f16, two to bf16. */
static uint64_t rounded(const struct trial *t, double value)
{
    const struct element *e = &t->element;
    if (e->format == REF_BF16 && !isnan(value))
        value = (double)(float)value;
    if (is_saturating_f16(t)) {
        if (isnan(value))
            return 0;
        uint64_t bits = element_nearest(e, value);
        return (bits & 0x7fff) == 0x7c00 ? (bits & 0x8000) | 0x7bff : bits;
    }
    return element_nearest(e, value);
}

static double value_of(const struct trial *t, uint64_t bits)
{
    return element_value(&t->element, bits);
}

static uint64_t integer(const struct trial *t, __int128 exact)
{
    return element_limits(&t->element, exact, t->run.ctrl >> 53 & 1);
}

/* A rule out of one for integers and one for floats. */
#define RULE(name, of_integers, of_floats)                                                         \
    static uint64_t name(const struct trial *t, uint64_t a_bits, uint64_t b_bits, uint64_t old)    \
    {                                                                                              \
        (void)old;                                                                                 \
        if (t->element.kind == FLOATING) {                                                         \
            double a = value_of(t, a_bits), b = value_of(t, b_bits);                               \
            (void)b;                                                                               \
            return rounded(t, of_floats);                                                          \
        }                                                                                          \
        __int128 a = element_integer(&t->element, a_bits);                                         \
        __int128 b = element_integer(&t->element, b_bits);                                         \
        (void)b;                                                                                   \
        return integer(t, of_integers);                                                            \
    }

/* NaN if one operand is; -0 is less than +0. */
static double larger(double a, double b)
{
    if (isnan(a) || isnan(b))
        return NAN;
    return a > b || (a == b && !signbit(a)) ? a : b;
}

static double smaller(double a, double b)
{
    if (isnan(a) || isnan(b))
        return NAN;
    return a < b || (a == b && signbit(a)) ? a : b;
}

static double rectified(double x)
{
    return isnan(x) || x > 0 ? x : 0;
}

static double leaky(double x, double alpha)
{
    return isnan(x) || signbit(x) ? x * alpha : x;
}

RULE(add, a + b, a + b)
RULE(subtract, a - b, a - b)
RULE(multiply, a *b, a *b)
RULE(maximum, a > b ? a : b, larger(a, b))
RULE(minimum, a < b ? a : b, smaller(a, b))
RULE(absolute, a < 0 ? -a : a, fabs(a))
RULE(negative, -a, -a)
RULE(relu, a > 0 ? a : 0, rectified(a))
RULE(leaky_relu, a, leaky(a, b)) /* no integer form */

#define ELEMENTS(row, rule_) ROW_TEST(row, every_type, .rule = by_elements, .element_rule = rule_)
ELEMENTS(vadd, add)
ELEMENTS(vsub, subtract)
ELEMENTS(vmul, multiply)
ELEMENTS(vmax, maximum)
ELEMENTS(vmin, minimum)
ELEMENTS(vadds, add)
ELEMENTS(vmuls, multiply)
ELEMENTS(vmaxs, maximum)
ELEMENTS(vmins, minimum)
ELEMENTS(vlrelu, leaky_relu)
ELEMENTS(vabs, absolute)
ELEMENTS(vneg, negative)
ELEMENTS(vrelu, relu)

/* --- functions: no denormals on either side ------------------------------------------------------
 */

static double flushed(const struct trial *t, double x)
{
    double least = t->element.size == 4 ? 0x1p-126 : 0x1p-14;
    return fabs(x) < least ? copysign(0, x) : x;
}

static uint64_t function(const struct trial *t, double value)
{
    if (!isnan(value))
        value = element_value(&t->element, element_nearest(&t->element, value));
    return rounded(t, flushed(t, value));
}

#define FUNCTION(name, expression)                                                                 \
    static uint64_t name(const struct trial *t, uint64_t a_bits, uint64_t b_bits, uint64_t old)    \
    {                                                                                              \
        (void)old;                                                                                 \
        double a = flushed(t, value_of(t, a_bits)), b = flushed(t, value_of(t, b_bits));           \
        (void)b;                                                                                   \
        return function(t, expression);                                                            \
    }
FUNCTION(quotient, a / b)
FUNCTION(root, sqrt(a))
FUNCTION(exponential, (double)expl((long double)a))
FUNCTION(logarithm, a == 0 ? -INFINITY : (double)logl((long double)a))

/* Integers towards zero; by zero all bits set, in both modes of CTRL[53]. */
static uint64_t any_quotient(const struct trial *t, uint64_t a_bits, uint64_t b_bits, uint64_t old)
{
    if (t->element.kind == FLOATING)
        return quotient(t, a_bits, b_bits, old);
    __int128 a = element_integer(&t->element, a_bits), b = element_integer(&t->element, b_bits);
    if (b == 0)
        return UINT64_MAX >> (64 - 8 * t->element.size);
    return integer(t, a / b);
}

ELEMENTS(vdiv, any_quotient)
ELEMENTS(vsqrt, root)
ELEMENTS(vexp, exponential)
ELEMENTS(vln, logarithm)
