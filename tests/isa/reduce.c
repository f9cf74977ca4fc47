/* Reductions and histograms. Rules: asc-devkit Reg Reduce.md, ReduceDataBlock.md,
 * PairReduceElem.md, Histograms.md; docs/numerics.md for what they leave open. */
#include <math.h>
#include <string.h>

#include "tests/isa/trial.h"

/* --- sums: neighbours are added, then the sums of neighbours; inactive elements are 0
 * ----------------------- */

static uint64_t sum_of(const struct trial *t, uint64_t a, uint64_t b)
{
    const struct element *e = &t->element;
    if (e->kind != FLOATING)
        return element_limits(e, element_integer(e, a) + element_integer(e, b),
                              t->run.ctrl >> 53 & 1);
    double sum = element_value(e, a) + element_value(e, b);
    if (e->size == 2 && (t->run.ctrl >> 48 & 1) == 0) { /* every sum saturates */
        if (isnan(sum))
            return 0;
        uint64_t bits = element_nearest(e, sum);
        return (bits & 0x7fff) == 0x7c00 ? (bits & 0x8000) | 0x7bff : bits;
    }
    return element_nearest(e, sum);
}

static uint64_t tree(const struct trial *t, const uint64_t *x, unsigned count)
{
    if (count == 1)
        return x[0];
    return sum_of(t, tree(t, x, count / 2), tree(t, x + count / 2, count / 2));
}

/* Results one behind the other in the lowest lanes, the rest 0 or as it was. */
static void put_results(struct trial *t, const uint64_t *results, unsigned count)
{
    vreg *dst = wanted(t, "dst");
    if (immediate(t, "mode") != IMM_Mode_MERGING)
        memset(dst, 0, sizeof *dst);
    for (unsigned i = 0; i < count; i++)
        put_lane(dst, i, t->element.size, results[i]);
}

static void sums(struct trial *t, unsigned count)
{
    const struct element from = element_of(t->row->types[t->op.type], 1);
    unsigned lanes = VREG_BYTES / from.size;
    uint64_t x[128], results[64];
    for (unsigned i = 0; i < lanes; i++) {
        uint64_t bits = get_lane(source(t, "src"), i, from.size);
        if (!is_active(source(t, "mask"), i, from.size))
            bits = 0;
        x[i] = from.kind == FLOATING
                   ? bits
                   : element_limits(&t->element, element_integer(&from, bits), false);
    }
    for (unsigned i = 0; i < count; i++)
        results[i] = tree(t, x + i * (lanes / count), lanes / count);
    put_results(t, results, count);
}

/* The mask is that of the source, whose size a row with two types has as its second. */
static void remask(struct trial *t)
{
    uint64_t seed = t->run.state.x[7];
    random_mask(&t->run.state.v[field(t, "mask")], element_of(t->row->types[t->op.type], 1).size,
                &seed);
    t->want = t->run.state;
}

static void sum_of_all(struct trial *t)
{
    remask(t);
    sums(t, 1);
}

static void sums_of_blocks(struct trial *t)
{
    remask(t);
    sums(t, 8);
}

static void sums_of_pairs(struct trial *t)
{
    sums(t, VREG_BYTES / t->element.size / 2);
}
ROW_TEST(vcadd, every_type, .rule = sum_of_all)
ROW_TEST(vcgadd, every_type, .rule = sums_of_blocks)
ROW_TEST(vcpadd, every_type, .rule = sums_of_pairs)

/* --- largest and smallest: the first one of equals, -0 below +0, any NaN wins, the first one
 * -------------- */

static bool beats(const struct trial *t, uint64_t x, uint64_t best, bool largest)
{
    const struct element *e = &t->element;
    if (e->kind != FLOATING) {
        __int128 a = element_integer(e, x), b = element_integer(e, best);
        return largest ? a > b : a < b;
    }
    double a = element_value(e, x), b = element_value(e, best);
    if (isnan(a) || isnan(b))
        return isnan(a) && !isnan(b);
    if (a == b)
        return largest ? signbit(b) && !signbit(a) : signbit(a) && !signbit(b);
    return largest ? a > b : a < b;
}

static uint64_t finished(const struct trial *t, uint64_t bits)
{
    const struct element *e = &t->element;
    if (e->kind != FLOATING)
        return bits;
    double value = element_value(e, bits);
    if (e->size == 2 && (t->run.ctrl >> 48 & 1) == 0)
        return isnan(value) ? 0 : isinf(value) ? (value < 0 ? 0xfbff : 0x7bff) : bits;
    return isnan(value) ? element_nearest(e, NAN) : bits;
}

/* Value and index of the winner of a group; without an active element the extreme and 0. */
static unsigned winner(const struct trial *t, unsigned first, unsigned count, bool largest,
                       uint64_t *value)
{
    const struct element *e = &t->element;
    __int128 far = (__int128)1 << 70;
    unsigned index = 0;
    bool found = false;
    *value = e->kind == FLOATING ? element_nearest(e, largest ? -INFINITY : INFINITY)
                                 : element_limits(e, largest ? -far : far, true);
    for (unsigned i = first; i < first + count; i++) {
        uint64_t x = get_lane(source(t, "src"), i, e->size);
        if (!is_active(source(t, "mask"), i, e->size) || (found && !beats(t, x, *value, largest)))
            continue;
        *value = x;
        index = i;
        found = true;
    }
    *value = finished(t, *value);
    return index;
}

static void best(struct trial *t, bool largest)
{
    uint64_t results[2];
    results[1] = winner(t, 0, VREG_BYTES / t->element.size, largest, &results[0]);
    put_results(t, results, 2);
}

static void best_of_blocks(struct trial *t, bool largest)
{
    unsigned each = 32 / t->element.size;
    uint64_t results[8];
    for (unsigned b = 0; b < 8; b++)
        winner(t, b * each, each, largest, &results[b]);
    put_results(t, results, 8);
}

static void largest_of_all(struct trial *t)
{
    best(t, true);
}
static void smallest_of_all(struct trial *t)
{
    best(t, false);
}
static void largest_of_blocks(struct trial *t)
{
    best_of_blocks(t, true);
}
static void smallest_of_blocks(struct trial *t)
{
    best_of_blocks(t, false);
}
ROW_TEST(vcmax, every_type, .rule = largest_of_all)
ROW_TEST(vcmin, every_type, .rule = smallest_of_all)
ROW_TEST(vcgmax, every_type, .rule = largest_of_blocks)
ROW_TEST(vcgmin, every_type, .rule = smallest_of_blocks)

/* --- histograms: counts of single values, or of all up to the value; u16 wraps
 * ----------------------------- */

static void histogram(struct trial *t, bool cumulative)
{
    unsigned half = immediate(t, "bin") % 2;
    set_immediate(t, "bin", half);
    for (unsigned n = 0; n < 128; n++) {
        unsigned count = 0;
        for (unsigned i = 0; i < VREG_BYTES; i++) {
            unsigned x = source(t, "src")->u8[i], value = 128 * half + n;
            if (is_active(source(t, "mask"), i, 1) && (cumulative ? x <= value : x == value))
                count++;
        }
        wanted(t, "dst")->u16[n] = (uint16_t)(source(t, "dst")->u16[n] + count);
    }
}

static void frequencies(struct trial *t)
{
    histogram(t, false);
}
static void cumulative_counts(struct trial *t)
{
    histogram(t, true);
}
ROW_TEST(dhistv2, every_type, .rule = frequencies, .masked = 1)
ROW_TEST(chistv2, every_type, .rule = cumulative_counts, .masked = 1)
