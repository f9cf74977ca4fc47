/* Aligned stores: every distribution, plain and post-updating, with masks; not a byte beside it
 * changes. Distributions and alignments: asc-devkit StoreAlign tables 3 and 6. */
#include <string.h>

#include "tests/isa/access.h"

enum how { NONE, ACTIVE, FIRST, PACK, INTERLEAVE };

struct distribution {
    enum how how;
    unsigned size, part; /* of the element; bytes of it that are stored */
    unsigned align;
};

static const struct distribution distributions[16] = {
    [IMM_DistVST_NORM_B8] = {ACTIVE, 1, 1, 32},
    [IMM_DistVST_NORM_B16] = {ACTIVE, 2, 2, 32},
    [IMM_DistVST_NORM_B32] = {ACTIVE, 4, 4, 32},
    [IMM_DistVST_ONEPT_B8] = {FIRST, 1, 1, 1},
    [IMM_DistVST_ONEPT_B16] = {FIRST, 2, 2, 2},
    [IMM_DistVST_ONEPT_B32] = {FIRST, 4, 4, 4},
    [IMM_DistVST_PK_B16] = {PACK, 2, 1, 32},
    [IMM_DistVST_PK_B32] = {PACK, 4, 2, 32},
    [IMM_DistVST_PK_B64] = {PACK, 8, 4, 32},
    [IMM_DistVST_PK4_B32] = {PACK, 4, 1, 32},
    [IMM_DistVST_INTLV_B8] = {INTERLEAVE, 1, 1, 32},
    [IMM_DistVST_INTLV_B16] = {INTERLEAVE, 2, 2, 32},
    [IMM_DistVST_INTLV_B32] = {INTERLEAVE, 4, 4, 32},
};

/* Bytes from the address on that a store can reach with all elements active. */
static unsigned reach(const struct distribution *d)
{
    return d->how == FIRST        ? d->size
           : d->how == INTERLEAVE ? 2 * VREG_BYTES
                                  : VREG_BYTES / d->size * d->part;
}

/* The bytes it stores into `ub`; returns how far it really goes. */
static unsigned store_into(const struct trial *t, const struct distribution *d, uint8_t *ub)
{
    unsigned end = 0;
    if (d->how == INTERLEAVE) {
        for (unsigned i = 0; i < 2 * VREG_BYTES; i++)
            ub[i] = source(t, i / d->size % 2 == 0 ? "src0" : "src1")
                        ->u8[i / d->size / 2 * d->size + i % d->size];
        return 2 * VREG_BYTES;
    }
    unsigned lanes = d->how == FIRST ? 1 : VREG_BYTES / d->size;
    for (unsigned i = 0; i < lanes; i++)
        if (d->how == FIRST || is_active(source(t, "mask"), i, d->size)) {
            memcpy(ub + i * d->part, source(t, "src")->u8 + i * d->size, d->part);
            end = (i + 1) * d->part;
        }
    return end;
}

static void check_window(const struct trial *t, const uint8_t *want)
{
    char text[160];
    isa_print(&t->op, text, sizeof text);
    for (unsigned i = 0; i < UB_WINDOW; i++)
        if (t->run.ub[i] != want[i])
            fail_msg("%s: UB byte %u from the access is 0x%02x, want 0x%02x", text,
                     i - (unsigned)(access_address(t) - t->run.ub_at), t->run.ub[i], want[i]);
}

static void begin(struct trial *t, const struct row_test *test, int type, unsigned dist,
                  uint64_t *seed)
{
    trial_random(t, test, type, seed);
    set_immediate(t, "dist", dist);
    random_window(t, seed);
    unsigned size = distributions[dist].size;
    random_mask(&t->run.state.v[field(t, "mask")], size == 0 ? 1 : size, seed);
}

/* At a random place; now and then so near to the end of UB that only the active elements fit. */
static void one_store(struct trial *t, const struct distribution *d, uint64_t *seed)
{
    static uint8_t want[UB_WINDOW + 2 * VREG_BYTES];
    unsigned places = (UB_WINDOW - reach(d)) / d->align + 1;
    unsigned at = random_below(seed, places) * d->align;
    unsigned end = store_into(t, d, want);
    bool at_end = end > 0 && random_below(seed, 3) == 0;
    if (at_end) {
        t->run.ub_at = UB_BYTES - UB_WINDOW;
        at = (UB_WINDOW - end) / d->align * d->align;
    }
    put_access(t, at, seed);
    memcpy(want, t->run.ub, UB_WINDOW);
    store_into(t, d, want + at);
    expect_base(t);
    trial_check(t);
    /* the addresses that check_window prints are those before the base moved */
    check_window(t, want);
}

static void refusals(struct trial *t, const struct row_test *test, unsigned dist, uint64_t *seed)
{
    const struct distribution *d = &distributions[dist];
    if (d->align > 1) {
        begin(t, test, 0, dist, seed);
        put_access(t, 512 + 1 + random_below(seed, d->align - 1), seed);
        access_refused(t, BELAY_KERNEL_BUG, "misaligned vector access");
    }
    begin(t, test, 0, dist, seed);
    t->run.ub_at = UB_BYTES - UB_WINDOW;
    memset(&t->run.state.v[field(t, "mask")], 0xff, VREG_BYTES);
    unsigned near = reach(d) > d->align ? d->align : d->size;
    put_access(t, UB_WINDOW - reach(d) + near, seed);
    access_refused(t, BELAY_KERNEL_BUG, "past the end of UB");
}

static void every_distribution(const struct row_test *test)
{
    static struct trial t;
    uint64_t seed = test_seed(4);
    bool two = isa_operand_find(test->row, "src1") != NULL;
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (unsigned dist = 0; dist < 16; dist++) {
            enum how how = distributions[dist].how;
            if (how == NONE || (how == INTERLEAVE) != two) {
                begin(&t, test, type, dist, &seed);
                put_access(&t, 0, &seed);
                access_refused(&t, BELAY_UNSUPPORTED, "distribution");
                continue;
            }
            for (int i = 0; i < 6; i++) {
                begin(&t, test, type, dist, &seed);
                one_store(&t, &distributions[dist], &seed);
            }
            if (type == 0)
                refusals(&t, test, dist, &seed);
        }
}
ROW_TEST(vsts, every_distribution, .rule = NULL)
ROW_TEST(vsts_post, every_distribution, .rule = NULL)
ROW_TEST(vsts2, every_distribution, .rule = NULL)
ROW_TEST(vsts2_post, every_distribution, .rule = NULL)
ROW_TEST(vst, every_distribution, .rule = NULL)
ROW_TEST(vst2, every_distribution, .rule = NULL)
