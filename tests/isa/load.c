/* Aligned loads: every distribution of the row, at every address it allows, plain and
 * post-updating; the others are refused. Distributions and alignments: asc-devkit LoadAlign tables
 * 3 and 6. */
#include <string.h>

#include "tests/isa/access.h"

enum how { NONE, COPY, BROADCAST, REPEAT, PICK, WIDEN, SPLIT };

struct distribution {
    enum how how;
    unsigned size, factor; /* of the element; copies, steps or widths of it */
    unsigned bytes, align; /* read, of the address */
};

static const struct distribution distributions[32] = {
    [IMM_Dist_NORM] = {COPY, 1, 1, 256, 32},        [IMM_Dist_BRC_B8] = {BROADCAST, 1, 1, 1, 1},
    [IMM_Dist_BRC_B16] = {BROADCAST, 2, 1, 2, 2},   [IMM_Dist_BRC_B32] = {BROADCAST, 4, 1, 4, 4},
    [IMM_Dist_US_B8] = {REPEAT, 1, 2, 128, 32},     [IMM_Dist_US_B16] = {REPEAT, 2, 2, 128, 32},
    [IMM_Dist_DS_B8] = {PICK, 1, 2, 512, 32},       [IMM_Dist_DS_B16] = {PICK, 2, 2, 512, 32},
    [IMM_Dist_UNPK_B8] = {WIDEN, 1, 2, 128, 32},    [IMM_Dist_UNPK_B16] = {WIDEN, 2, 2, 128, 32},
    [IMM_Dist_UNPK_B32] = {WIDEN, 4, 2, 128, 32},   [IMM_Dist_UNPK4_B8] = {WIDEN, 1, 4, 64, 32},
    [IMM_Dist_BLK] = {BROADCAST, 32, 1, 32, 32},    [IMM_Dist_E2B_B16] = {REPEAT, 2, 16, 16, 16},
    [IMM_Dist_E2B_B32] = {REPEAT, 4, 8, 32, 32},    [IMM_Dist_DINTLV_B8] = {SPLIT, 1, 2, 512, 32},
    [IMM_Dist_DINTLV_B16] = {SPLIT, 2, 2, 512, 32}, [IMM_Dist_DINTLV_B32] = {SPLIT, 4, 2, 512, 32},
    [IMM_Dist_BDINTLV] = {SPLIT, 32, 2, 512, 32},
};

/* Byte i of destination `n`; -1: zero. */
static int source_byte(const struct distribution *d, unsigned i, unsigned n)
{
    unsigned element = i / d->size, within = i % d->size;
    switch (d->how) {
    case COPY:
        return (int)i;
    case BROADCAST:
        return (int)within;
    case REPEAT:
        return (int)(element / d->factor * d->size + within);
    case PICK:
        return (int)(element * d->factor * d->size + within);
    case WIDEN:
        return element % d->factor == 0 ? (int)(element / d->factor * d->size + within) : -1;
    default:
        return (int)((element * 2 + n) * d->size + within);
    }
}

static void expect_load(struct trial *t, const struct distribution *d, bool two)
{
    uint64_t at = access_address(t) - t->run.ub_at;
    for (unsigned n = 0; n < (two ? 2u : 1u); n++) {
        vreg *dst = wanted(t, !two ? "dst" : n == 0 ? "dst0" : "dst1");
        for (unsigned i = 0; i < VREG_BYTES; i++) {
            int from = source_byte(d, i, n);
            dst->u8[i] = from < 0 ? 0 : t->run.ub[at + (unsigned)from];
        }
    }
    expect_base(t);
}

static void begin(struct trial *t, const struct row_test *test, int type, unsigned dist,
                  uint64_t *seed)
{
    trial_random(t, test, type, seed);
    set_immediate(t, "dist", dist);
    random_window(t, seed);
}

/* One place where it must work, one that is not aligned, one byte too near to the end. */
static void one_distribution(struct trial *t, const struct row_test *test, int type, unsigned dist,
                             bool two, uint64_t *seed)
{
    const struct distribution *d = &distributions[dist];
    unsigned places = (UB_WINDOW - d->bytes) / d->align + 1;
    for (unsigned i = 0; i < 3; i++) {
        begin(t, test, type, dist, seed);
        unsigned place = i == 0 ? places - 1 : random_below(seed, places);
        put_access(t, place * d->align, seed);
        expect_load(t, d, two);
        trial_check(t);
    }
    if (type != 0)
        return;
    if (d->align > 1) {
        begin(t, test, type, dist, seed);
        put_access(t, 512 + 1 + random_below(seed, d->align - 1), seed);
        access_refused(t, BELAY_KERNEL_BUG, "misaligned vector access");
    }
    begin(t, test, type, dist, seed);
    t->run.ub_at = UB_BYTES - UB_WINDOW;
    put_access(t, UB_WINDOW - d->bytes + (d->bytes > d->align ? d->align : d->bytes), seed);
    access_refused(t, BELAY_KERNEL_BUG, "past the end of UB");
}

static void every_distribution(const struct row_test *test)
{
    static struct trial t;
    uint64_t seed = test_seed(3);
    bool two = isa_operand_find(test->row, "dst1") != NULL;
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (unsigned dist = 0; dist < 32; dist++) {
            enum how how = distributions[dist].how;
            if (how != NONE && (how == SPLIT) == two) {
                one_distribution(&t, test, type, dist, two, &seed);
            } else if (type == 0) {
                begin(&t, test, type, dist, &seed);
                put_access(&t, 0, &seed);
                access_refused(&t, BELAY_UNSUPPORTED, "distribution");
            }
        }
}
ROW_TEST(vlds, every_distribution, .rule = NULL)
ROW_TEST(vlds_post, every_distribution, .rule = NULL)
ROW_TEST(vlds2, every_distribution, .rule = NULL)
ROW_TEST(vlds2_post, every_distribution, .rule = NULL)
ROW_TEST(vld, every_distribution, .rule = NULL)
ROW_TEST(vld2, every_distribution, .rule = NULL)
