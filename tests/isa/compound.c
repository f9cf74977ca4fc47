/* Arithmetic of more than one step. Rules: fused products round once (appendix of precision, "same
 * as Fma"); f16 saturates once, at the end; vsadd, vssub, vsadds always saturate; carries: AddC.md
 * and SubC.md (a difference is src0 + ~src1 + carry); vexpdif, vmulscvt: docs/numerics.md. */
#include <math.h>
#include <string.h>

#include "tests/isa/trial.h"

static double value_of(const struct trial *t, uint64_t bits)
{
    return element_value(&t->element, bits);
}

static uint64_t code_of(const struct trial *t, double value)
{
    uint64_t bits = element_nearest(&t->element, value);
    if (t->element.format != REF_F16 || (t->run.ctrl >> 48 & 1) != 0)
        return bits;
    if (isnan(value))
        return 0;
    return (bits & 0x7fff) == 0x7c00 ? (bits & 0x8000) | 0x7bff : bits;
}

/* a·b + c for one rounding: the product is exact in double; the sum is rounded to odd there, so
 * that the rounding to the element's type sees on which side of a tie it lies. */
static double fused(double a, double b, double c)
{
    double product = a * b;
    if (!isfinite(product) || !isfinite(c))
        return product + c;
    double sum = product + c;
    double with = sum - product;
    double error = (product - (sum - with)) + (c - with);
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    if (error != 0 && (bits & 1) == 0) {
        bool away = (error > 0) == (sum > 0);
        bits += away ? 1 : (uint64_t)-1;
        memcpy(&sum, &bits, sizeof sum);
    }
    return sum;
}

#define RULE(name, of_integers, of_floats)                                                         \
    static uint64_t name(const struct trial *t, uint64_t a_bits, uint64_t b_bits, uint64_t old)    \
    {                                                                                              \
        if (t->element.kind == FLOATING) {                                                         \
            double a = value_of(t, a_bits), b = value_of(t, b_bits), d = value_of(t, old);         \
            (void)b, (void)d;                                                                      \
            return code_of(t, of_floats);                                                          \
        }                                                                                          \
        __int128 a = element_integer(&t->element, a_bits);                                         \
        __int128 b = element_integer(&t->element, b_bits);                                         \
        __int128 d = element_integer(&t->element, old);                                            \
        (void)b, (void)d;                                                                          \
        return element_limits(&t->element, of_integers, t->run.ctrl >> 53 & 1);                    \
    }

static double leaky(double x, double alpha)
{
    return isnan(x) || signbit(x) ? x * alpha : x;
}

/* The difference is rounded before its sign goes. */
static double distance(const struct trial *t, double a, double b)
{
    return fabs(element_value(&t->element, element_nearest(&t->element, a - b)));
}

RULE(accumulate, a *b + d, fused(a, b, d))
RULE(multiply_add, a, fused(d, a, b))
RULE(prelu, a, leaky(a, b))
RULE(difference, a, distance(t, a, b))

#define ELEMENTS(row, rule_) ROW_TEST(row, every_type, .rule = by_elements, .element_rule = rule_)
ELEMENTS(vmula, accumulate)
ELEMENTS(vaxpy, accumulate)
ELEMENTS(vmadd, multiply_add)
ELEMENTS(vprelu, prelu)
ELEMENTS(vabsdif, difference)

static uint64_t saturating_sum(const struct trial *t, uint64_t a, uint64_t b, uint64_t old)
{
    (void)old;
    return element_limits(&t->element,
                          element_integer(&t->element, a) + element_integer(&t->element, b), true);
}

static uint64_t saturating_difference(const struct trial *t, uint64_t a, uint64_t b, uint64_t old)
{
    (void)old;
    return element_limits(&t->element,
                          element_integer(&t->element, a) - element_integer(&t->element, b), true);
}
ELEMENTS(vsadd, saturating_sum)
ELEMENTS(vsadds, saturating_sum)
ELEMENTS(vssub, saturating_difference)

/* --- carries -----------------------------------------------------------------------------------
 */

static void chain(struct trial *t, bool subtract)
{
    bool has_carry = find_operand(t, "carry_in") != NULL;
    vreg *dst = wanted(t, "dst");
    vreg *carry = wanted(t, "carry");
    memset(carry->u8, 0, 32);
    for (unsigned i = 0; i < 64; i++) {
        uint64_t a = source(t, "src0")->u32[i], b = source(t, "src1")->u32[i];
        uint64_t in = has_carry ? is_active(source(t, "carry_in"), i, 4) : subtract;
        __int128 exact = subtract ? (__int128)a - b - (in == 0) : (__int128)a + b + in;
        bool out = subtract ? exact >= 0 : exact > UINT32_MAX;
        bool active = is_active(source(t, "mask"), i, 4);
        dst->u32[i] = active ? (uint32_t)exact : 0;
        if (active && out)
            carry->u8[i / 2] |= (uint8_t)(1 << i % 2 * 4);
    }
}

static void sum_chain(struct trial *t)
{
    chain(t, false);
}

static void difference_chain(struct trial *t)
{
    chain(t, true);
}
ROW_TEST(vaddc, every_type, .rule = sum_chain)
ROW_TEST(vaddcs, every_type, .rule = sum_chain)
ROW_TEST(vsubc, every_type, .rule = difference_chain)
ROW_TEST(vsubcs, every_type, .rule = difference_chain)

static void wide_product(struct trial *t)
{
    vreg low, high;
    for (unsigned i = 0; i < 64; i++) {
        __int128 product = element_integer(&t->element, source(t, "src0")->u32[i]) *
                           element_integer(&t->element, source(t, "src1")->u32[i]);
        low.u32[i] = (uint32_t)product;
        high.u32[i] = (uint32_t)(product >> 32);
    }
    write_masked_to(t, "dst0", &low, 4);
    write_masked_to(t, "dst1", &high, 4);
}
ROW_TEST(vmull, every_type, .rule = wide_product)

/* --- exp of a difference, scaled conversion ------------------------------------------------------
 */

/* f32 of exp(a - b): the difference rounded to f32, denormals are zero on both sides. */
static uint32_t exp_of_difference(double a, double b)
{
    float difference = (float)(a - b);
    if (fabsf(difference) < 0x1p-126f)
        difference = copysignf(0, difference);
    long double value = expl((long double)difference);
    if (isnan(value))
        return 0x7fc00000;
    float rounded = (float)value;
    return rounded < 0x1p-126f ? 0 : bits_of(rounded);
}

static void exp_difference(struct trial *t)
{
    struct element e = element_of(t->row->types[t->op.type], 1);
    unsigned part = e.size == 2 ? immediate(t, "part") : 0;
    vreg result;
    for (unsigned i = 0; i < 64; i++) {
        unsigned lane = e.size == 2 ? 2 * i + part : i;
        double a = element_value(&e, get_lane(source(t, "src0"), lane, e.size));
        double b = element_value(&e, get_lane(source(t, "src1"), lane, e.size));
        result.u32[i] = exp_of_difference(a, b);
    }
    write_masked_to(t, "dst", &result, 4);
}
ROW_TEST(vexpdif, every_type, .rule = exp_difference, .masked = 4)

/* The product is rounded to f32, then to f16, ties away (CAST_ROUND of MulsCast.md). */
static void scaled_half(struct trial *t)
{
    struct element f32 = element_of("f32", 0);
    bool keeps = (t->run.ctrl >> 60 & 1) != 0 && (t->run.ctrl >> 48 & 1) != 0;
    vreg result;
    for (unsigned i = 0; i < 64; i++) {
        double x = element_value(&f32, source(t, "src")->u32[i]);
        double s = element_value(&f32, scalar_bits(t, "scalar"));
        double product = (double)(float)(x * s);
        struct num_mode mode = {.round = NUM_AWAY, .inf_nan = keeps};
        uint32_t half = ref_narrow(ref_format(REF_F16), product, mode);
        result.u32[i] = half << 16 * immediate(t, "part");
    }
    write_masked_to(t, "dst", &result, 4);
}
ROW_TEST(vmulscvt, every_type, .rule = scaled_half, .masked = 4)
