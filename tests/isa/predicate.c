/* Masks: 256 bits, an element owns as many as it has bytes, the lowest counts and producers leave
 * the others 0. Patterns: asc_create_mask; H and Q are the lowest half and quarter. */
#include <string.h>

#include "tests/isa/trial.h"

static unsigned lanes_of(const struct trial *t)
{
    return VREG_BYTES / t->element.size;
}

static bool in_pattern(unsigned pattern, unsigned lane, unsigned lanes)
{
    static const unsigned first[] = {0, 1, 2, 3, 4, 8, 16, 32, 64, 128};
    switch (pattern) {
    case IMM_Pat_ALL:
        return true;
    case IMM_Pat_ALLF:
        return false;
    case IMM_Pat_M3:
        return lane % 3 == 0;
    case IMM_Pat_M4:
        return lane % 4 == 0;
    case IMM_Pat_H:
        return lane < lanes / 2;
    case IMM_Pat_Q:
        return lane < lanes / 4;
    default:
        return lane < first[pattern];
    }
}

static void set_lane(vreg *mask, unsigned lane, unsigned size)
{
    mask->u8[lane * size / 8] |= (uint8_t)(1u << lane * size % 8);
}

static void clear_mask(vreg *mask)
{
    memset(mask->u8, 0, 32);
}

/* Every pattern of the enum, not a random one. */
static void every_pattern(const struct row_test *test)
{
    static struct trial t;
    uint64_t seed = test_seed(1);
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (unsigned pattern = 0; pattern <= IMM_Pat_ALLF; pattern++) {
            trial_random(&t, test, type, &seed);
            set_immediate(&t, "pattern", pattern);
            if (pattern == 14) { /* not in the enum */
                t.run.word[t.run.count++] = isa_encode(&t.op);
                assert_int_equal(case_try(machine(), &t.run), BELAY_KERNEL_BUG);
                continue;
            }
            clear_mask(wanted(&t, "ret"));
            for (unsigned i = 0; i < lanes_of(&t); i++)
                if (in_pattern(pattern, i, lanes_of(&t)))
                    set_lane(wanted(&t, "ret"), i, t.element.size);
            trial_check(&t);
        }
}
ROW_TEST(pset, every_pattern, .rule = NULL)
ROW_TEST(pge, every_pattern, .rule = NULL)

/* mask[i] = i < count; with POST_UPDATE count goes down by the lanes of a register, not below 0.
 * The count is 32 bits of its register. */
static void first_elements(struct trial *t)
{
    uint64_t seed = t->run.state.x[5];
    unsigned r = field(t, "count");
    unsigned lanes = lanes_of(t);
    if (random_below(&seed, 8) != 0)
        t->run.state.x[r] = random_below(&seed, 3 * lanes);
    if (random_below(&seed, 4) == 0)
        t->run.state.x[r] = lanes * random_below(&seed, 3);
    t->want = t->run.state;
    uint32_t count = (uint32_t)t->run.state.x[r];
    clear_mask(wanted(t, "ret"));
    for (unsigned i = 0; i < lanes; i++)
        if (i < count)
            set_lane(wanted(t, "ret"), i, t->element.size);
    if (immediate(t, "post") == IMM_Post_UPDATE)
        t->want.x[r] = count < lanes ? 0 : count - lanes;
}
ROW_TEST(plt, every_type, .rule = first_elements)

/* --- logic on masks: inactive bits of the governing mask become 0
 * --------------------------------- */

#define LOGIC(row, operands, expression)                                                           \
    static void row(struct trial *t)                                                               \
    {                                                                                              \
        operands;                                                                                  \
        vreg *dst = wanted(t, "dst");                                                              \
        for (unsigned i = 0; i < 32; i++)                                                          \
            dst->u8[i] = (uint8_t)(expression);                                                    \
    }                                                                                              \
    ROW_TEST(row, every_type, .rule = row)
#define TWO                                                                                        \
    const uint8_t *a = source(t, "src0")->u8, *b = source(t, "src1")->u8, *m = source(t, "mask")->u8
#define ONE const uint8_t *a = source(t, "src")->u8, *m = source(t, "mask")->u8

LOGIC(pand, TWO, a[i] & b[i] & m[i])
LOGIC(por, TWO, (a[i] | b[i]) & m[i])
LOGIC(pxor, TWO, (a[i] ^ b[i]) & m[i])
LOGIC(psel, TWO, (m[i] & a[i]) | (~m[i] & b[i]))
LOGIC(pnot, ONE, ~a[i] & m[i])
LOGIC(pmov, ONE, a[i] & m[i])
LOGIC(pmov_all, const uint8_t *a = source(t, "src")->u8, a[i])
