/* Conversions. A narrow result goes into sub-lane `part` of each wide lane, the other sub-lanes are
 * 0; a narrow source is read from there; the mask is that of the source. CTRL[60] = 1: CTRL[48]
 * = 1 keeps inf and NaN in float results, CTRL[59] = 1 keeps the low bits in integer results;
 * CTRL[60] = 0: the instruction's RS_DISABLE does both. Otherwise the result saturates and NaN
 * gives 0. */
#include <math.h>
#include <string.h>

#include "tests/isa/trial.h"

/* One side of a conversion. Four-bit elements come by two in a byte, the first one low. */
struct side {
    enum { INTEGER, FLOAT, HIF8 } kind;
    int format; /* of a FLOAT; -1: f32 */
    unsigned bits;
    bool is_signed;
};

struct conversion {
    struct side to, from;
    bool keeps_special, keeps_bits; /* float and integer results that do not fit */
    bool keeps_nan;                 /* CTRL[50]: NaN to fp8, though saturating */
    enum num_round round;
};

static struct side side_of(const char *type, int component)
{
    static const struct {
        const char *name;
        struct side side;
    } sides[] = {{"f32", {FLOAT, -1, 32, true}},         {"f16", {FLOAT, REF_F16, 16, true}},
                 {"bf16", {FLOAT, REF_BF16, 16, true}},  {"e4m3", {FLOAT, REF_E4M3, 8, true}},
                 {"e5m2", {FLOAT, REF_E5M2, 8, true}},   {"e2m1x2", {FLOAT, REF_E2M1, 4, true}},
                 {"e1m2x2", {FLOAT, REF_E1M2, 4, true}}, {"hif8", {HIF8, -1, 8, true}},
                 {"s4x2", {INTEGER, -1, 4, true}},       {"s8", {INTEGER, -1, 8, true}},
                 {"u8", {INTEGER, -1, 8, false}},        {"s16", {INTEGER, -1, 16, true}},
                 {"u16", {INTEGER, -1, 16, false}},      {"s32", {INTEGER, -1, 32, true}},
                 {"u32", {INTEGER, -1, 32, false}},      {"s64", {INTEGER, -1, 64, true}}};
    const char *name = component == 0 ? type : strchr(type, '.') + 1;
    size_t length = strcspn(name, ".");
    for (unsigned i = 0; i < sizeof sides / sizeof *sides; i++)
        if (strlen(sides[i].name) == length && strncmp(sides[i].name, name, length) == 0)
            return sides[i].side;
    fail_msg("no type %s", name);
    return sides[0].side;
}

static struct conversion conversion_of(const struct trial *t)
{
    const char *type = t->row->types[t->op.type];
    uint64_t ctrl = t->run.ctrl;
    bool global = ctrl >> 60 & 1;
    bool disabled = immediate(t, "sat") == IMM_RoundingSaturation_DISABLE;
    return (struct conversion){.to = side_of(type, 0),
                               .from = side_of(type, 1),
                               .keeps_special = global ? ctrl >> 48 & 1 : disabled,
                               .keeps_bits = global ? ctrl >> 59 & 1 : disabled,
                               .keeps_nan = ctrl >> 50 & 1,
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

/* Ties away; hybrid for |exponent| >= 4: from f16 up when the two bits behind the mantissa are at
 * least twice the last bit of the source plus one, from f32 when the 14 bits behind it are at least
 * the last 14 of the source. */
static double least_share(const struct conversion *c, double size, uint64_t source)
{
    int exponent = size > 0 ? ilogb(size) : -30;
    if (c->round != NUM_HYBRID || (exponent < 4 && exponent > -4))
        return 0.5;
    if (exponent < -23)
        return 1; /* to 0, whatever the threshold */
    if (c->from.bits == 32)
        return (double)(source & 0x3fff) / 0x1p14;
    return source & 1 ? 0.75 : 0.25;
}

static unsigned to_hif8(const struct conversion *c, double x, uint64_t source)
{
    if (isnan(x))
        return c->keeps_special ? 0x80 : 0;
    unsigned below, above;
    double size = fabs(x);
    /* by the letter of the rule a value that needs no rounding goes up when the threshold is 0 */
    hif8_around(c->round == NUM_HYBRID ? nextafter(size, INFINITY) : size, &below, &above);
    unsigned code = below;
    double low = hif8_value(below), high = above == 0x6f ? 0x1.8p15 : hif8_value(above);
    if (below != above && isfinite(size)) {
        double share = (size - low) / (high - low);
        code = share >= least_share(c, size, source) ? above : below;
    }
    if (size >= 1.25 * 0x1p15)
        code = 0x6f;
    if (code == 0x6f && !c->keeps_special)
        code = 0x6e;
    return code == 0 ? 0 : code | (signbit(x) ? 0x80 : 0);
}

/* --- one element
 * ---------------------------------------------------------------------------------- */

static uint64_t limit(const struct side *s, __int128 value, bool saturate)
{
    __int128 one = 1;
    __int128 least = s->is_signed ? -(one << (s->bits - 1)) : 0;
    __int128 most = (one << (s->is_signed ? s->bits - 1 : s->bits)) - 1;
    if (saturate)
        value = value < least ? least : value > most ? most : value;
    return (uint64_t)(value & ((one << s->bits) - 1));
}

static uint64_t to_integer(const struct conversion *c, double x)
{
    bool saturates = !c->keeps_bits;
    if (c->from.format == REF_F16 && c->to.is_signed && c->to.bits == 16)
        saturates = true; /* the vendor's table, half to int16_t */
    if (isnan(x))
        return 0;
    __int128 far = (__int128)1 << 100;
    if (isinf(x))
        return limit(&c->to, x < 0 ? -far : far, true);
    double rounded = ref_round(x, c->round);
    if (fabs(rounded) >= 0x1p100) /* its low 64 bits are 0 */
        return limit(&c->to, x < 0 ? -far : far, saturates);
    return limit(&c->to, (__int128)rounded, saturates);
}

static bool holds_all(const struct conversion *c)
{
    return c->to.bits == 32 || c->from.kind == HIF8 || c->from.bits == 4 ||
           (c->to.format == REF_BF16 && c->from.format == REF_F16);
}

static uint64_t to_float(const struct conversion *c, long double x)
{
    if (c->to.bits == 32)
        return narrow_f32(x, c->round);
    struct num_mode mode = {.round = (uint8_t)c->round,
                            .keep_nan = c->keeps_nan,
                            .inf_nan = c->keeps_special || holds_all(c)};
    return ref_narrow(ref_format(c->to.format), (double)x, mode);
}

static double value_of(const struct side *from, uint64_t bits)
{
    if (from->kind == HIF8)
        return hif8_value((unsigned)bits);
    if (from->bits == 32)
        return (double)float_of((uint32_t)bits);
    return ref_widen(ref_format(from->format), (uint32_t)bits);
}

static uint64_t convert(const struct conversion *c, uint64_t bits)
{
    if (c->from.kind == INTEGER) {
        __int128 value = bits;
        if (c->from.is_signed && bits >> (c->from.bits - 1) & 1)
            value -= (__int128)1 << c->from.bits;
        if (c->to.kind == FLOAT)
            return to_float(c, (long double)value);
        bool always = c->from.is_signed && !c->to.is_signed && c->to.bits > c->from.bits;
        return limit(&c->to, value, always || !c->keeps_bits);
    }
    double x = value_of(&c->from, bits);
    if (c->to.kind == HIF8)
        return to_hif8(c, x, bits);
    return c->to.kind == FLOAT ? to_float(c, (long double)x) : to_integer(c, x);
}

/* --- lanes
 * ---------------------------------------------------------------------------------------- */

/* Element i of those in the byte or lane at `at`. */
static uint64_t get_bits(const uint8_t *at, unsigned bits, unsigned i)
{
    uint64_t value = 0;
    memcpy(&value, at + i * bits / 8, bits < 8 ? 1 : bits / 8);
    return bits < 8 ? value >> 4 * (i % 2) & 15 : value;
}

static void put_bits(uint8_t *at, unsigned bits, unsigned i, uint64_t value)
{
    if (bits < 8)
        *at = (uint8_t)((*at & ~(15u << 4 * (i % 2))) | value << 4 * (i % 2));
    else
        memcpy(at + i * bits / 8, &value, bits / 8);
}

static void choose_round(struct trial *t)
{
    if (strncmp(t->row->types[t->op.type], "hif8", 4) == 0)
        set_immediate(t, "round", immediate(t, "round") % 2 ? NUM_AWAY : NUM_HYBRID);
    else if (immediate(t, "round") == NUM_HYBRID) /* to hif8 only */
        set_immediate(t, "round", NUM_RINT);
}

/* A wide lane is active when the element that is read for it is: the mask is the source's. */
static void by_parts(struct trial *t)
{
    choose_round(t);
    struct conversion c = conversion_of(t);
    unsigned elements = c.to.bits == 4 || c.from.bits == 4 ? 2 : 1;
    unsigned to_size = c.to.bits * elements / 8, from_size = c.from.bits * elements / 8;
    unsigned wide = to_size > from_size ? to_size : from_size;
    unsigned narrow = to_size < from_size ? to_size : from_size;
    bool has_part = find_operand(t, "part") != NULL;
    unsigned part = has_part ? immediate(t, "part") % (wide / narrow) : 0;
    if (has_part)
        set_immediate(t, "part", part);
    bool merging = immediate(t, "mode") == IMM_Mode_MERGING;
    unsigned from_part = from_size < wide ? part * narrow : 0;
    for (unsigned i = 0; i < VREG_BYTES / wide; i++) {
        uint8_t lane[8] = {0};
        uint8_t *to = lane + (to_size < wide ? part * narrow : 0);
        const uint8_t *from = source(t, "src")->u8 + i * wide + from_part;
        bool active = is_active(source(t, "mask"), i * wide + from_part, 1);
        for (unsigned j = 0; j < elements && active; j++)
            put_bits(to, c.to.bits, j, convert(&c, get_bits(from, c.from.bits, j)));
        if (active || !merging)
            memcpy(wanted(t, "dst")->u8 + i * wide, lane, wide);
    }
}

ROW_TEST(vcvt_ff_part, every_type, .rule = by_parts)
ROW_TEST(vcvt_ff, every_type, .rule = by_parts)
ROW_TEST(vcvt_fi_part, every_type, .rule = by_parts)
ROW_TEST(vcvt_fi, every_type, .rule = by_parts)
ROW_TEST(vcvt_if_part, every_type, .rule = by_parts)
ROW_TEST(vcvt_if, every_type, .rule = by_parts)
ROW_TEST(vcvt_ii_part, every_type, .rule = by_parts)
ROW_TEST(vcvt_ff_part4, every_type, .rule = by_parts)
ROW_TEST(vcvt_ii_part4, every_type, .rule = by_parts)
ROW_TEST(vcvt_f162s4, every_type, .rule = by_parts)
ROW_TEST(vcvt_s162s4, every_type, .rule = by_parts)
ROW_TEST(vcvt_s42f16, every_type, .rule = by_parts)
ROW_TEST(vcvt_s42bf16, every_type, .rule = by_parts)
ROW_TEST(vcvt_s42s16, every_type, .rule = by_parts)

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
