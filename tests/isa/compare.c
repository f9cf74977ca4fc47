/* Compare and select. A mask result has one bit an element, its lowest; the others and those of
 * inactive elements are 0. A comparison with NaN is false, but != is true. */
#include <math.h>

#include "tests/isa/trial.h"

static uint64_t compare(const struct trial *t, uint64_t a, uint64_t b, int want_less,
                        int want_equal, int want_greater, int want_unordered)
{
    if (t->element.kind == FLOATING) {
        double x = element_value(&t->element, a), y = element_value(&t->element, b);
        if (isnan(x) || isnan(y))
            return (uint64_t)want_unordered;
        return (uint64_t)(x < y ? want_less : x > y ? want_greater : want_equal);
    }
    __int128 x = element_integer(&t->element, a), y = element_integer(&t->element, b);
    return (uint64_t)(x < y ? want_less : x > y ? want_greater : want_equal);
}

#define RULE(name, less, equal, greater, unordered)                                                \
    static uint64_t name(const struct trial *t, uint64_t a, uint64_t b, uint64_t old)              \
    {                                                                                              \
        (void)old;                                                                                 \
        return compare(t, a, b, less, equal, greater, unordered);                                  \
    }
RULE(equal, 0, 1, 0, 0)
RULE(not_equal, 1, 0, 1, 1)
RULE(less, 1, 0, 0, 0)
RULE(less_or_equal, 1, 1, 0, 0)
RULE(greater, 0, 0, 1, 0)
RULE(greater_or_equal, 0, 1, 1, 0)

/* Operands equal now and then, which two random ones seldom are. */
static void make_equal(struct trial *t)
{
    bool scalar = find_operand(t, "scalar") != NULL;
    unsigned size = t->element.size;
    uint64_t seed = t->run.state.x[5];
    if (field(t, "mask") == field(t, "src0"))
        return;
    for (unsigned i = 0; i < VREG_BYTES / size; i++)
        if (random_below(&seed, 4) == 0)
            put_lane(&t->run.state.v[field(t, "src0")], i, size,
                     scalar ? scalar_bits(t, "scalar") : get_lane(source(t, "src1"), i, size));
    t->want = t->run.state;
}

static void to_mask(struct trial *t)
{
    make_equal(t);
    unsigned size = t->element.size;
    bool scalar = find_operand(t, "scalar") != NULL;
    vreg *dst = wanted(t, "dst");
    for (unsigned i = 0; i < 32; i++)
        dst->u8[i] = 0;
    for (unsigned i = 0; i < VREG_BYTES / size; i++) {
        uint64_t a = get_lane(source(t, "src0"), i, size);
        uint64_t b = scalar ? scalar_bits(t, "scalar") : get_lane(source(t, "src1"), i, size);
        bool set = is_active(source(t, "mask"), i, size) && t->test->element_rule(t, a, b, 0) != 0;
        dst->u8[i * size / 8] |= (uint8_t)(set << i * size % 8);
    }
}

#define COMPARE(row, rule_) ROW_TEST(row, every_type, .rule = to_mask, .element_rule = rule_)
COMPARE(vcmp_eq, equal)
COMPARE(vcmp_ne, not_equal)
COMPARE(vcmp_lt, less)
COMPARE(vcmp_le, less_or_equal)
COMPARE(vcmp_gt, greater)
COMPARE(vcmp_ge, greater_or_equal)
COMPARE(vcmps_eq, equal)
COMPARE(vcmps_ne, not_equal)
COMPARE(vcmps_lt, less)
COMPARE(vcmps_le, less_or_equal)
COMPARE(vcmps_gt, greater)
COMPARE(vcmps_ge, greater_or_equal)

/* Active elements of src0, the others of src1; bits unchanged. */
static void choice(struct trial *t)
{
    unsigned size = t->element.size;
    for (unsigned i = 0; i < VREG_BYTES / size; i++) {
        bool first = is_active(source(t, "mask"), i, size);
        put_lane(wanted(t, "dst"), i, size, get_lane(source(t, first ? "src0" : "src1"), i, size));
    }
}
ROW_TEST(vsel, every_type, .rule = choice)
