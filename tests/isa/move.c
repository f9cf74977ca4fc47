/* Moves and fills of vector functions, and the barriers between their loads and stores. */
#include <string.h>

#include "tests/isa/trial.h"

static void copy_active(struct trial *t)
{
    vreg result = *source(t, "src");
    write_masked(t, &result, t->element.size);
}

static void copy_all(struct trial *t)
{
    *wanted(t, "dst") = *source(t, "src");
}

static void fill(vreg *v, unsigned size, uint64_t bits)
{
    for (unsigned i = 0; i < VREG_BYTES / size; i++)
        put_lane(v, i, size, bits);
}

static void fill_all(struct trial *t)
{
    fill(wanted(t, "dst"), t->element.size, scalar_bits(t, "value"));
}

static void fill_active(struct trial *t)
{
    vreg result;
    fill(&result, t->element.size, scalar_bits(t, "value"));
    write_masked(t, &result, t->element.size);
}

/* The lowest or the highest element to all lanes. */
static void spread_lane(struct trial *t)
{
    unsigned size = t->element.size;
    unsigned lane = immediate(t, "pos") == IMM_Pos_HIGHEST ? VREG_BYTES / size - 1 : 0;
    vreg result;
    fill(&result, size, get_lane(source(t, "src"), lane, size));
    write_masked(t, &result, size);
}

ROW_TEST(vmov, every_type, .rule = copy_active)
ROW_TEST(vmov_all, every_type, .rule = copy_all)
ROW_TEST(vbr, every_type, .rule = fill_all)
ROW_TEST(vdup, every_type, .rule = fill_active)
ROW_TEST(vdup_lane, every_type, .rule = spread_lane)

static void nothing(struct trial *t)
{
    (void)t;
}
ROW_TEST(mem_bar, every_type, .rule = nothing)

static void clear_align(struct trial *t)
{
    memset(wanted(t, "ret"), 0, VREG_BYTES);
}
ROW_TEST(vector_align_init, every_type, .rule = clear_align)
