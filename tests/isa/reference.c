#include "tests/isa/reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct element element_of(const char *type, int component)
{
    char name[16] = "";
    const char *at = type;
    for (int i = 0; i < component && strchr(at, '.') != NULL; i++)
        at = strchr(at, '.') + 1;
    memcpy(name, at, strcspn(at, "."));
    struct element e = {type, BITS, 1, -1};
    unsigned digits = (unsigned)strtoul(name + 1 + (name[0] == 'b' && name[1] == 'f'), NULL, 10);
    if (strchr(name, 'x') != NULL)
        return e; /* two of four bits */
    if (name[0] == 's' || name[0] == 'u')
        e.kind = name[0] == 's' ? SIGNED : UNSIGNED;
    else if (strcmp(name, "f32") == 0 || strcmp(name, "f16") == 0 || strcmp(name, "bf16") == 0)
        e.kind = FLOATING;
    else if (name[0] != 'b')
        return e; /* fp8, fp4 and hif8: bytes */
    e.size = digits / 8;
    if (e.kind == FLOATING && e.size == 2)
        e.format = name[0] == 'b' ? REF_BF16 : REF_F16;
    return e;
}

uint64_t get_lane(const vreg *v, unsigned lane, unsigned size)
{
    uint64_t bits = 0;
    memcpy(&bits, v->u8 + lane * size, size);
    return bits;
}

void put_lane(vreg *v, unsigned lane, unsigned size, uint64_t bits)
{
    memcpy(v->u8 + lane * size, &bits, size);
}

/* --- integers ----------------------------------------------------------------------------------
 */

__int128 element_integer(const struct element *e, uint64_t bits)
{
    __int128 value = bits;
    if (e->kind == SIGNED && bits >> (8 * e->size - 1) & 1)
        value -= (__int128)1 << (8 * e->size);
    return value;
}

uint64_t element_limits(const struct element *e, __int128 value, bool saturate)
{
    unsigned bits = 8 * e->size;
    __int128 least = e->kind == SIGNED ? -((__int128)1 << (bits - 1)) : 0;
    __int128 most = ((__int128)1 << (e->kind == SIGNED ? bits - 1 : bits)) - 1;
    if (saturate)
        value = value < least ? least : value > most ? most : value;
    return (uint64_t)value & (bits == 64 ? UINT64_MAX : (1ULL << bits) - 1);
}

/* --- floats ------------------------------------------------------------------------------------
 */

double element_value(const struct element *e, uint64_t bits)
{
    if (e->size == 4)
        return (double)float_of((uint32_t)bits);
    return ref_widen(ref_format(e->format), (uint32_t)bits);
}

uint64_t element_nearest(const struct element *e, double value)
{
    static const struct num_mode kept = {.round = NUM_RINT, .inf_nan = true};
    if (e->size == 4)
        return isnan(value) ? 0x7fc00000 : bits_of((float)value);
    return ref_narrow(ref_format(e->format), value, kept);
}

/* Of two neighbours around x, by mode; `even` is the one with an even code. */
static float choose(long double x, float below, float above, enum num_round round)
{
    long double middle = ((long double)below + (long double)above) / 2;
    switch (round) {
    case NUM_FLOOR:
        return below;
    case NUM_CEIL:
        return above;
    case NUM_TRUNC:
        return x < 0 ? above : below;
    case NUM_ODD:
        return bits_of(below) & 1 ? below : above;
    case NUM_RINT:
        if (x == middle)
            return bits_of(below) & 1 ? above : below;
        return x < middle ? below : above;
    default:
        if (x == middle)
            return x < 0 ? below : above;
        return x < middle ? below : above;
    }
}

uint32_t narrow_f32(long double x, enum num_round round)
{
    if (isnan(x))
        return 0x7fc00000;
    float near = (float)x;
    if ((long double)near == x || isinf(near))
        return bits_of(near);
    float below = (long double)near < x ? near : nextafterf(near, -INFINITY);
    float above = (long double)near > x ? near : nextafterf(near, INFINITY);
    return bits_of(choose(x, below, above, round));
}

/* --- random ------------------------------------------------------------------------------------
 */

static uint64_t random_float(const struct element *e, uint64_t *seed)
{
    static const uint32_t special32[] = {0,          0x80000000, 0x7f800000, 0xff800000,
                                         0x7fc00000, 0xffa00001, 0x7f7fffff, 0xff7fffff,
                                         0x00800000, 0x00000001, 0x807fffff, 0x3f800000,
                                         0xbf800000, 0x3f000000, 0x4effffff};
    static const uint16_t special16[] = {0,      0x8000, 0x7c00, 0xfc00, 0x7e00,
                                         0xfd01, 0x7bff, 0xfbff, 0x0400, 0x0001,
                                         0x83ff, 0x3c00, 0xbc00, 0x3800, 0x7800};
    uint64_t bits = random_bits(seed);
    unsigned pick = (unsigned)(bits >> 40) % 15;
    if (bits >> 60 < 4) /* a quarter special */
        return e->size == 4           ? special32[pick]
               : e->format == REF_F16 ? special16[pick]
                                      : special32[pick] >> 16;
    if (bits >> 60 < 8) { /* a quarter small numbers, with halves */
        double value = ((int)(bits & 0x3ff) - 512) / 4.0;
        return element_nearest(e, value);
    }
    if (e->size == 4)
        return bits_of(random_f32(seed));
    return bits & 0xffff;
}

static uint64_t random_integer(const struct element *e, uint64_t *seed)
{
    uint64_t bits = random_bits(seed);
    unsigned top = 8 * e->size - 1;
    uint64_t value = bits;
    switch (bits >> 60) {
    case 0:
        value = 1ULL << top; /* the least signed */
        break;
    case 1:
        value = (1ULL << top) - 1; /* the most signed */
        break;
    case 2:
        value = UINT64_MAX;
        break;
    case 3:
        value = 0;
        break;
    case 4:
    case 5:
    case 6:
        value = (bits & 63) - 32;
        break;
    default:
        break;
    }
    return e->size == 8 ? value : value & ((1ULL << 8 * e->size) - 1);
}

uint64_t random_element(const struct element *e, uint64_t *seed)
{
    if (e->kind == FLOATING)
        return random_float(e, seed);
    if (e->kind == BITS)
        return random_bits(seed) >> (64 - 8 * e->size);
    return random_integer(e, seed);
}

void random_elements(vreg *v, const struct element *e, uint64_t *seed)
{
    for (unsigned i = 0; i < VREG_BYTES / e->size; i++)
        put_lane(v, i, e->size, random_element(e, seed));
}

static void set_element(vreg *mask, unsigned lane, unsigned size, bool active)
{
    unsigned bit = lane * size;
    unsigned others = mask->u8[bit / 8] & ~(1u << bit % 8);
    mask->u8[bit / 8] = (uint8_t)(others | (unsigned)active << bit % 8);
}

void random_mask(vreg *mask, unsigned size, uint64_t *seed)
{
    unsigned lanes = VREG_BYTES / size;
    unsigned kind = random_below(seed, 6);
    unsigned at = random_below(seed, lanes);
    for (int i = 0; i < VREG_BYTES / 8; i++)
        mask->u64[i] = random_bits(seed);
    for (unsigned i = 0; i < lanes && kind < 5; i++)
        set_element(mask, i, size,
                    kind == 0 || kind == 1 || (kind == 2 && i < at) || (kind == 3 && i == at));
}
