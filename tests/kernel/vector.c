/* Vector functions over tensors against the same arithmetic in C, with random counts, masks,
 * repeats and strides. Numbers are chosen so that no result leaves its type. */
#include "tests/kernel/harness.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 32 * 1024, REGISTER = 256, BLOCK = 32 };
enum type { F32, F16, S32, S16, TYPES };
static const char *const type_name[] = {"f32", "f16", "s32", "s16"};
static const size_t type_size[] = {4, 2, 4, 2};

/* --- numbers of any of the types
 * ------------------------------------------------------------------- */

static bool is_float(enum type t)
{
    return t == F32 || t == F16;
}
static double get(enum type t, const void *from, size_t i)
{
    switch (t) {
    case F32:
        return ((const float *)from)[i];
    case F16:
        return (double)((const _Float16 *)from)[i];
    case S32:
        return ((const int32_t *)from)[i];
    default:
        return ((const int16_t *)from)[i];
    }
}
static void put(enum type t, void *to, size_t i, double value)
{
    switch (t) {
    case F32:
        ((float *)to)[i] = (float)value;
        break;
    case F16:
        ((_Float16 *)to)[i] = (_Float16)value;
        break;
    case S32:
        ((int32_t *)to)[i] = (int32_t)value;
        break;
    default:
        ((int16_t *)to)[i] = (int16_t)value;
    }
}
static uint32_t get_bits(enum type t, const void *from, size_t i)
{
    return type_size[t] == 4 ? ((const uint32_t *)from)[i] : ((const uint16_t *)from)[i];
}
static void put_bits(enum type t, void *to, size_t i, uint32_t bits)
{
    if (type_size[t] == 4)
        ((uint32_t *)to)[i] = bits;
    else
        ((uint16_t *)to)[i] = (uint16_t)bits;
}

struct arrays {
    enum type type;
    size_t count; /* elements */
    struct array x, y, z;
    uint8_t want[BYTES];
};
static void arrays_make(struct arrays *a, enum type t)
{
    a->type = t;
    a->count = BYTES / type_size[t];
    a->x = array_new(BYTES);
    a->y = array_new(BYTES);
    a->z = array_new(BYTES);
    for (size_t i = 0; i < a->count; i++) {
        double range = is_float(t) ? 64 : 150, step = is_float(t) ? 1024 : 1;
        double x = (double)random_below((uint64_t)(2 * range * step)) / step - range;
        double y = (double)random_below((uint64_t)(2 * range * step)) / step - range;
        put(t, a->x.host, i, x);
        put(t, a->y.host, i, y == 0 ? 1 : y);
    }
    array_send(&a->x);
    array_send(&a->y);
    memcpy(a->want, a->z.host, BYTES);
}
static void arrays_check(struct arrays *a, const char *what)
{
    array_fetch(&a->z);
    expect_bytes(a->z.host, a->want, BYTES, "%s", what);
    array_drop(&a->x);
    array_drop(&a->y);
    array_drop(&a->z);
}

/* --- counts
 * ----------------------------------------------------------------------------------------- */

static const char *const binary_name[] = {"Add", "Sub", "Mul", "Max",     "Min",    "And",
                                          "Or",  "Xor", "Div", "AddRelu", "SubRelu"};
static double binary(enum type t, unsigned op, const void *x, const void *y, size_t i)
{
    double a = get(t, x, i), b = get(t, y, i);
    switch (op) {
    case 0:
        return a + b;
    case 1:
        return a - b;
    case 2:
        return a * b;
    case 3:
        return a > b ? a : b;
    case 4:
        return a < b ? a : b;
    case 8:
        return a / b; /* f32 of a double quotient of two floats is the rounded quotient */
    case 9:
        return a + b > 0 ? a + b : 0;
    default:
        return a - b > 0 ? a - b : 0;
    }
}
static void test_binary(void **unused)
{
    (void)unused;
    static struct arrays a;
    for (enum type t = 0; t < TYPES; t++)
        for (unsigned op = 0; op < (is_float(t) ? 11u : 8u); op++) {
            arrays_make(&a, t);
            size_t count = 1 + random_below(a.count);
            for (size_t i = 0; i < count; i++) {
                uint32_t u = get_bits(t, a.x.host, i), v = get_bits(t, a.y.host, i);
                if (5 <= op && op <= 7)
                    put_bits(t, a.want, i, op == 5 ? u & v : op == 6 ? u | v : u ^ v);
                else
                    put(t, a.want, i, binary(t, op, a.x.host, a.y.host, i));
            }
            char name[64], what[96];
            snprintf(name, sizeof name, "binary_%s", type_name[t]);
            snprintf(what, sizeof what, "%s of %zu %s", binary_name[op], count, type_name[t]);
            RUN(name, 1, a.x.address, a.y.address, a.z.address, op, count);
            arrays_check(&a, what);
        }
}

/* Largest error of the functions that are not rounded exactly, in units of 2^-23 or 2^-10. */
static double unary(enum type t, unsigned op, double x, double *units)
{
    static const double exact = 0, close = 2;
    *units = exact;
    switch (op) {
    case 0:
        return fabs(x);
    case 1:
        return -x;
    case 3:
        return x + 3;
    case 4:
        return x * -5;
    case 5:
        return x > 2 ? x : 2;
    case 6:
        return x < 2 ? x : 2;
    case 7:
        return x - 7;
    case 8:
        return 7 - x;
    case 9:
        return 11;
    case 10:
        return x;
    }
    if (!is_float(t)) /* arithmetic shifts */
        return op == 11 ? x * 8 : floor(x / 8);
    switch (op) {
    case 11:
        return x > 0 ? x : 0;
    case 12:
        return x > 0 ? x : x * 0.5;
    case 13:
        return x / 4;
    case 14:
        return 4 / x;
    case 15:
        return 1 / x;
    case 16:
        return sqrt(x);
    case 17:
        *units = close;
        return exp(x);
    case 18:
        *units = close;
        return log(x);
    default:
        *units = close; /* rounded twice */
        return 1 / sqrt(x);
    }
}
static void test_unary(void **unused)
{
    (void)unused;
    static struct arrays a;
    for (enum type t = 0; t < TYPES; t++)
        for (unsigned op = 0; op < (is_float(t) ? 20u : 13u); op++) {
            arrays_make(&a, t);
            size_t count = 1 + random_below(a.count);
            if (is_float(t) && op >= 14)
                for (size_t i = 0; i < count; i++) { /* positive; exp stays in half's range */
                    double x = fabs(get(t, a.x.host, i)) / 8 + 0.0625;
                    put(t, a.x.host, i, op == 18 && x == 1 ? 2 : x);
                }
            array_send(&a.x);
            char name[64], what[96];
            snprintf(name, sizeof name, "unary_%s", type_name[t]);
            snprintf(what, sizeof what, "unary function %u of %zu %s", op, count, type_name[t]);
            RUN(name, 1, a.x.address, a.y.address, a.z.address, op, count);
            array_fetch(&a.z);
            for (size_t i = 0; i < count; i++) {
                double units, got = get(t, a.z.host, i);
                double want = unary(t, op, get(t, a.x.host, i), &units);
                double unit = ldexp(fabs(want), t == F32 ? -23 : -10);
                put(t, a.want, i, want);
                if (op == 2)
                    put_bits(t, a.want, i, ~get_bits(t, a.x.host, i));
                else if (units > 0 && fabs(got - want) <= units * unit)
                    put(t, a.want, i, got);
            }
            arrays_check(&a, what);
        }
}

/* --- masks, repeats, strides
 * ------------------------------------------------------------------------- */

enum kind { LANES, BITS, COUNTER, REGISTER_MASK, COUNTER_REGISTER, KINDS };
struct mask {
    enum kind kind;
    uint64_t low, high;
    size_t repeat;
};
static struct mask random_mask(enum kind kind, enum type t)
{
    size_t lanes = REGISTER / type_size[t];
    struct mask m = {.kind = kind, .repeat = 1 + random_below(4)};
    bool counter = kind == COUNTER || kind == COUNTER_REGISTER;
    if (counter) /* the number of repeats follows from the elements */
        m.low = 1 + random_below(4 * lanes);
    else if (kind == LANES)
        m.low = 1 + random_below(lanes);
    else {
        m.low = random_bits();
        m.high = lanes == 128 ? random_bits() : 0;
    }
    if (counter)
        m.repeat = (m.low + lanes - 1) / lanes;
    return m;
}
/* Does repeat r reach lane l? */
static bool reaches(const struct mask *m, enum type t, size_t r, size_t l)
{
    size_t lanes = REGISTER / type_size[t];
    switch (m->kind) {
    case LANES:
        return l < m->low;
    case COUNTER:
    case COUNTER_REGISTER:
        return r * lanes + l < m->low;
    default:
        return ((l < 64 ? m->low : m->high) >> l % 64 & 1) != 0;
    }
}
static size_t place(enum type t, size_t r, size_t l, size_t block_stride, size_t repeat_stride)
{
    size_t in_block = BLOCK / type_size[t];
    return (r * repeat_stride + l / in_block * block_stride) * in_block + l % in_block;
}

static void test_masked(void **unused)
{
    (void)unused;
    static struct arrays a;
    for (int round = 0; round < 10; round++)
        for (enum type t = 0; t < TYPES; t++)
            for (enum kind kind = 0; kind < KINDS; kind++) {
                arrays_make(&a, t);
                struct mask m = random_mask(kind, t);
                size_t d = 1 + random_below(3), dr = 8 * d + random_below(4);
                size_t x = random_below(4), y = random_below(4);
                size_t xr = random_below(20), yr = random_below(20);
                for (size_t r = 0; r < m.repeat; r++)
                    for (size_t l = 0; l < REGISTER / type_size[t]; l++)
                        if (reaches(&m, t, r, l))
                            put(t, a.want, place(t, r, l, d, dr),
                                get(t, a.x.host, place(t, r, l, x, xr)) +
                                    get(t, a.y.host, place(t, r, l, y, yr)));
                char name[64], what[160];
                snprintf(name, sizeof name, "masked_%s", type_name[t]);
                snprintf(
                    what, sizeof what,
                    "Add of %s, mask %d 0x%llx 0x%llx, %zu repeats, blocks %zu %zu %zu, repeats "
                    "%zu %zu %zu",
                    type_name[t], kind, (unsigned long long)m.low, (unsigned long long)m.high,
                    m.repeat, d, x, y, dr, xr, yr);
                RUN(name, 1, a.x.address, a.y.address, a.z.address, kind, m.low, m.high, m.repeat,
                    d, x, y, dr, xr, yr);
                arrays_check(&a, what);
            }
}

/* Adds, Abs, Duplicate, Copy. In counter mode Copy has the elements of the mask in every repeat. */
static void test_masked_scalar(void **unused)
{
    (void)unused;
    static struct arrays a;
    for (int round = 0; round < 4; round++)
        for (enum type t = 0; t < TYPES; t++)
            for (unsigned op = 0; op < 4; op++)
                for (enum kind kind = 0; kind < KINDS; kind++) {
                    arrays_make(&a, t);
                    struct mask m = random_mask(kind, t);
                    bool counter = kind == COUNTER || kind == COUNTER_REGISTER;
                    size_t d = 1 + random_below(3), dr = 8 * d + random_below(4);
                    size_t x = random_below(4), xr = random_below(20);
                    size_t outer = op == 3 && counter ? 1 + random_below(3) : 1;
                    if (outer > 1)
                        dr = 8 * d * m.repeat + random_below(4);
                    for (size_t k = 0; k < outer; k++)
                        for (size_t r = 0; r < m.repeat; r++)
                            for (size_t l = 0; l < REGISTER / type_size[t]; l++) {
                                size_t in_block = BLOCK / type_size[t];
                                bool copies = op == 3 && counter;
                                size_t to = place(t, r, l, d, copies ? 8 * d : dr);
                                size_t from = place(t, r, l, x, copies ? 8 * x : xr);
                                if (copies) {
                                    to += k * dr * in_block;
                                    from += k * xr * in_block;
                                }
                                if (!reaches(&m, t, r, l))
                                    continue;
                                double v = get(t, a.x.host, from);
                                if (op == 3)
                                    put_bits(t, a.want, to, get_bits(t, a.x.host, from));
                                else
                                    put(t, a.want, to, op == 0 ? v + 3 : op == 1 ? fabs(v) : 11);
                            }
                    char name[64], what[160];
                    snprintf(name, sizeof name, "masked_scalar_%s", type_name[t]);
                    snprintf(what, sizeof what,
                             "function %u of %s, mask %d 0x%llx 0x%llx, %zu x %zu repeats, blocks "
                             "%zu %zu, repeats %zu %zu",
                             op, type_name[t], kind, (unsigned long long)m.low,
                             (unsigned long long)m.high, outer, m.repeat, d, x, dr, xr);
                    RUN(name, 1, a.x.address, a.y.address, a.z.address, op, kind, m.low, m.high,
                        op == 3 && counter ? outer : m.repeat, d, x, dr, xr);
                    arrays_check(&a, what);
                }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_binary),
        cmocka_unit_test(test_unary),
        cmocka_unit_test(test_masked),
        cmocka_unit_test(test_masked_scalar),
    };
    return KERNEL_TESTS(argc, argv, "vector", tests);
}
