/* Conversions. A narrow result goes into sub-lane `part` of each wide lane, the other sub-lanes are
 * 0; a narrow source is read from there; the mask is that of the wide lanes. CTRL[60] = 1: CTRL[48]
 * = 1 keeps inf and NaN in float results, CTRL[59] = 1 keeps the low bits in integer results;
 * CTRL[60] = 0: the instruction's RS_DISABLE does both. Otherwise the result saturates and NaN
 * gives 0. */
#include <math.h>
#include <string.h>

#include "tests/isa/trial.h"

struct conversion {
    struct element to, from;
    bool to_hif8, from_hif8;
    bool keeps_special, keeps_bits; /* float and integer results that do not fit */
    enum num_round round;
};

static struct conversion conversion_of(const struct trial *t)
{
    const char *type = t->row->types[t->op.type];
    uint64_t ctrl = t->run.ctrl;
    bool global = ctrl >> 60 & 1;
    bool disabled = immediate(t, "sat") == IMM_RoundingSaturation_DISABLE;
    return (struct conversion){.to = element_of(type, 0),
                               .from = element_of(type, 1),
                               .to_hif8 = strncmp(type, "hif8", 4) == 0,
                               .from_hif8 = strstr(type, ".hif8") != NULL,
                               .keeps_special = global ? ctrl >> 48 & 1 : disabled,
                               .keeps_bits = global ? ctrl >> 59 & 1 : disabled,
                               .round = (enum num_round)immediate(t, "round")};
}

/* --- hif8: sign, then a prefix that tells the bits of exponent and mantissa
 * ------------------------- */

static double hif8_value(unsigned code)
{
    static const struct {
        unsigned prefix, prefix_bits, exponent_bits;
    } forms[] = {{3, 2, 4}, {2, 2, 3}, {1, 2, 2}, {1, 3, 1}, {1, 4, 0}};
    unsigned magnitude = code & 0x7f;
    if (magnitude == 0)
        return code == 0x80 ? NAN : 0;
    double sign = code & 0x80 ? -1 : 1;
    if (magnitude == 0x6f)
        return sign * INFINITY;
    for (unsigned i = 0; i < 5; i++) {
        unsigned rest = 7 - forms[i].prefix_bits;
        if (magnitude >> rest != forms[i].prefix)
            continue;
        unsigned mantissa_bits = rest - forms[i].exponent_bits;
        unsigned field = magnitude >> mantissa_bits & ((1u << forms[i].exponent_bits) - 1);
        int exponent = 0;
        if (forms[i].exponent_bits > 0) { /* sign and magnitude, the leading 1 hidden */
            unsigned top = forms[i].exponent_bits - 1;
            exponent = (int)((field & ((1u << top) - 1)) | 1u << top);
            exponent = field >> top & 1 ? -exponent : exponent;
        }
        unsigned mantissa = magnitude & ((1u << mantissa_bits) - 1);
        return sign * ldexp(1 + mantissa / (double)(1u << mantissa_bits), exponent);
    }
    return sign * ldexp(1, (int)magnitude - 23);
}

/* The neighbours of a positive value among the 111 positive codes. */
static void hif8_around(double x, unsigned *below, unsigned *above)
{
    double low = -1, high = INFINITY;
    *below = 0;
    *above = 0x6f;
    for (unsigned code = 0; code < 0x80; code++) {
        double v = code == 0x6f ? INFINITY : hif8_value(code);
        if (v <= x && v > low) {
            low = v;
            *below = code;
        }
        if (v >= x && v < high) {
            high = v;
            *above = code;
        }
    }
}

/* Ties away; hybrid from f16, for |exponent| >= 4: up when the two bits behind the mantissa are at
 * least twice the last bit of the source plus one. */
static unsigned to_hif8(const struct conversion *c, double x, bool last_bit)
{
    if (isnan(x))
        return c->keeps_special ? 0x80 : 0;
    unsigned below, above;
    double size = fabs(x);
    hif8_around(size, &below, &above);
    unsigned code = below;
    double low = hif8_value(below), high = above == 0x6f ? 0x1.8p15 : hif8_value(above);
    if (below != above && isfinite(size)) {
        double share = (size - low) / (high - low);
        double least = 0.5;
        int exponent = size > 0 ? ilogb(size) : -30;
        if (c->round == NUM_HYBRID && (exponent >= 4 || exponent <= -4) && size >= 0x1p-22)
            least = last_bit ? 0.75 : 0.25;
        code = share >= least ? above : below;
    }
    if (size >= 1.25 * 0x1p15)
        code = 0x6f;
    if (code == 0x6f && !c->keeps_special)
        code = 0x6e;
    return code == 0 ? 0 : code | (signbit(x) ? 0x80 : 0);
}

/* --- one element
 * ---------------------------------------------------------------------------------- */

static uint64_t to_integer(const struct conversion *c, double x)
{
    bool saturates = !c->keeps_bits;
    if (c->from.format == REF_F16 && c->to.kind == SIGNED && c->to.size == 2)
        saturates = true; /* the vendor's table, half to int16_t */
    if (isnan(x))
        return 0;
    __int128 far = (__int128)1 << 100;
    if (isinf(x))
        return element_limits(&c->to, x < 0 ? -far : far, true);
    double rounded = ref_round(x, c->round);
    if (fabs(rounded) >= 0x1p100) /* its low 64 bits are 0 */
        return element_limits(&c->to, x < 0 ? -far : far, saturates);
    return element_limits(&c->to, (__int128)rounded, saturates);
}

static bool holds_all(const struct conversion *c)
{
    return c->to.size == 4 || c->from_hif8 ||
           (c->to.format == REF_BF16 && c->from.format == REF_F16);
}

static uint64_t to_float(const struct conversion *c, long double x)
{
    if (c->to.size == 4)
        return narrow_f32(x, c->round);
    struct num_mode mode = {.round = (uint8_t)c->round,
                            .inf_nan = c->keeps_special || holds_all(c)};
    return ref_narrow(ref_format(c->to.format), (double)x, mode);
}

static uint64_t convert(const struct conversion *c, uint64_t bits)
{
    bool from_integer = c->from.kind == SIGNED || c->from.kind == UNSIGNED;
    if (from_integer) {
        __int128 value = element_integer(&c->from, bits);
        if (c->to.kind == FLOATING)
            return to_float(c, (long double)value);
        bool always = c->from.kind == SIGNED && c->to.kind == UNSIGNED && c->to.size > c->from.size;
        return element_limits(&c->to, value, always || !c->keeps_bits);
    }
    double x = c->from_hif8 ? hif8_value((unsigned)bits) : element_value(&c->from, bits);
    if (c->to_hif8)
        return to_hif8(c, x, bits & 1);
    return c->to.kind == FLOATING ? to_float(c, (long double)x) : to_integer(c, x);
}

/* --- lanes
 * ---------------------------------------------------------------------------------------- */

static void by_parts(struct trial *t)
{
    if (strncmp(t->row->types[t->op.type], "hif8", 4) == 0)
        set_immediate(t, "round", immediate(t, "round") % 2 ? NUM_AWAY : NUM_HYBRID);
    else if (immediate(t, "round") == NUM_HYBRID) /* to hif8 only */
        set_immediate(t, "round", NUM_RINT);
    struct conversion c = conversion_of(t);
    unsigned wide = c.to.size > c.from.size ? c.to.size : c.from.size;
    unsigned part = isa_operand_find(t->op.row, "part") != NULL ? immediate(t, "part") : 0;
    unsigned to_part = c.to.size < wide ? part * c.to.size : 0;
    unsigned from_part = c.from.size < wide ? part * c.from.size : 0;
    vreg result;
    memset(&result, 0, sizeof result);
    for (unsigned i = 0; i < VREG_BYTES / wide; i++) {
        uint64_t from = 0;
        memcpy(&from, source(t, "src")->u8 + i * wide + from_part, c.from.size);
        uint64_t to = convert(&c, from);
        memcpy(result.u8 + i * wide + to_part, &to, c.to.size);
    }
    write_masked(t, &result, wide);
}

ROW_TEST(vcvt_ff_part, every_type, .rule = by_parts)
ROW_TEST(vcvt_ff, every_type, .rule = by_parts)
ROW_TEST(vcvt_fi_part, every_type, .rule = by_parts)
ROW_TEST(vcvt_fi, every_type, .rule = by_parts)
ROW_TEST(vcvt_if_part, every_type, .rule = by_parts)
ROW_TEST(vcvt_if, every_type, .rule = by_parts)
ROW_TEST(vcvt_ii_part, every_type, .rule = by_parts)

/* --- to an integral value of the same type; inf, NaN and the sign of zero stay
 * -------------------------- */

static uint64_t integral(const struct trial *t, uint64_t a, uint64_t b, uint64_t old)
{
    (void)b;
    (void)old;
    double x = element_value(&t->element, a);
    if (!isfinite(x))
        return element_nearest(&t->element, x);
    double rounded = ref_round(x, (enum num_round)immediate(t, "round"));
    return element_nearest(&t->element, copysign(rounded, x));
}

static void to_integral(struct trial *t)
{
    if (immediate(t, "round") == NUM_HYBRID)
        set_immediate(t, "round", NUM_TRUNC);
    by_elements(t);
}
ROW_TEST(vtrc, every_type, .rule = to_integral, .element_rule = integral)
