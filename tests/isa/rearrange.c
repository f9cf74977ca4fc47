/* Elements moved inside registers: asc-devkit Reg Interleave.md, Pack.md, UnPack.md, Squeeze.md,
 * Unsqueeze.md, Gather.md, Arange.md. */
#include <math.h>
#include <string.h>

#include "tests/isa/trial.h"

static unsigned lanes_of(const struct trial *t)
{
    return VREG_BYTES / t->element.size;
}

/* The two registers one behind the other as one of twice the lanes. */
static uint64_t of_both(const struct trial *t, const char *low, const char *high, unsigned lane)
{
    unsigned lanes = lanes_of(t);
    return get_lane(source(t, lane < lanes ? low : high), lane % lanes, t->element.size);
}

static void put_both(struct trial *t, unsigned lane, uint64_t bits)
{
    unsigned lanes = lanes_of(t);
    put_lane(wanted(t, lane < lanes ? "dst0" : "dst1"), lane % lanes, t->element.size, bits);
}

/* a0 b0 a1 b1 ... over both destinations. */
static void interleaved(struct trial *t)
{
    for (unsigned i = 0; i < 2 * lanes_of(t); i++)
        put_both(t, i, get_lane(source(t, i % 2 ? "src1" : "src0"), i / 2, t->element.size));
}

/* Of both sources in a row, the even elements and the odd ones. */
static void deinterleaved(struct trial *t)
{
    for (unsigned i = 0; i < 2 * lanes_of(t); i++)
        put_both(t, i % 2 * lanes_of(t) + i / 2, of_both(t, "src0", "src1", i));
}
ROW_TEST(vintlv, every_type, .rule = interleaved)
ROW_TEST(vdintlv, every_type, .rule = deinterleaved)

static void packed(struct trial *t)
{
    unsigned size = t->element.size, count = lanes_of(t) / 2;
    unsigned first = immediate(t, "part") == IMM_HiloPart_HIGHER ? count : 0;
    if (immediate(t, "mode") != IMM_Mode_MERGING)
        memset(wanted(t, "dst"), 0, VREG_BYTES);
    for (unsigned i = 0; i < count; i++)
        put_lane(wanted(t, "dst"), first + i, size, get_lane(source(t, "src"), 2 * i, size));
}
ROW_TEST(vpack, every_type, .rule = packed)

/* extend: 0 by the type, 1 always the sign, 2 always zeros */
static void widened(struct trial *t, int extend)
{
    struct element from = element_of(t->row->types[t->op.type], 1);
    unsigned count = lanes_of(t);
    unsigned first = immediate(t, "part") == IMM_HiloPart_HIGHER ? count : 0;
    if (extend != 0)
        from.kind = extend == 1 ? SIGNED : UNSIGNED;
    for (unsigned i = 0; i < count; i++) {
        __int128 value = element_integer(&from, get_lane(source(t, "src"), first + i, from.size));
        put_lane(wanted(t, "dst"), i, t->element.size, (uint64_t)value);
    }
}
static void widened_by_type(struct trial *t)
{
    widened(t, 0);
}
static void widened_with_sign(struct trial *t)
{
    widened(t, 1);
}
static void widened_with_zeros(struct trial *t)
{
    widened(t, 2);
}
ROW_TEST(vunpack, every_type, .rule = widened_by_type)
ROW_TEST(vsunpack, every_type, .rule = widened_with_sign)
ROW_TEST(vzunpack, every_type, .rule = widened_with_zeros)

static void squeezed(struct trial *t)
{
    unsigned size = t->element.size, count = 0;
    memset(wanted(t, "dst"), 0, VREG_BYTES);
    for (unsigned i = 0; i < lanes_of(t); i++)
        if (is_active(source(t, "mask"), i, size))
            put_lane(wanted(t, "dst"), count++, size, get_lane(source(t, "src"), i, size));
}
ROW_TEST(vsqz, every_type, .rule = squeezed)

static void counted(struct trial *t)
{
    unsigned size = t->element.size;
    for (unsigned i = 0; i < lanes_of(t); i++) {
        unsigned before = 0;
        for (unsigned j = 0; j < i; j++)
            before += is_active(source(t, "mask"), j, size);
        put_lane(wanted(t, "dst"), i, size, before);
    }
}
ROW_TEST(vusqz, every_type, .rule = counted)

static void selected(struct trial *t)
{
    unsigned size = t->element.size;
    for (unsigned i = 0; i < lanes_of(t); i++) {
        uint64_t index = get_lane(source(t, "index"), i, size) % lanes_of(t);
        put_lane(wanted(t, "dst"), i, size, get_lane(source(t, "src"), (unsigned)index, size));
    }
}
ROW_TEST(vselr, every_type, .rule = selected)

/* Up from the value, or down to it in the last lane; integers wrap in both modes of CTRL[53]. */
static void ramp(struct trial *t)
{
    const struct element *e = &t->element;
    uint64_t start = scalar_bits(t, "index");
    bool down = immediate(t, "order") == IMM_Order_DEC_ORDER;
    bool saturates = e->format == REF_F16 && (t->run.ctrl >> 48 & 1) == 0;
    for (unsigned i = 0; i < lanes_of(t); i++) {
        unsigned step = down ? lanes_of(t) - 1 - i : i;
        uint64_t bits;
        if (e->kind == FLOATING) {
            double value = element_value(e, start) + step;
            bits = saturates && isnan(value) ? 0 : element_nearest(e, value);
            if (saturates && (bits & 0x7fff) == 0x7c00)
                bits--;
        } else {
            bits = element_limits(e, element_integer(e, start) + step, false);
        }
        put_lane(wanted(t, "dst"), i, e->size, bits);
    }
}
ROW_TEST(vci, every_type, .rule = ramp)
