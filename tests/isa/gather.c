/* Gather, scatter and block-strided accesses: asc-devkit Reg Gather.md, GatherB.md, Scatter.md,
 * LoadAlign and StoreAlign (not contiguous); pto-isa kirin9030/TGather.hpp for vgather2_bc.
 * Inactive elements and blocks may have any address. */
#include <string.h>

#include "tests/isa/access.h"

enum { BLOCK = 32, WINDOW_BLOCKS = UB_WINDOW / BLOCK };

static void check_window(const struct trial *t, const uint8_t *want)
{
    char text[160];
    isa_print(&t->op, text, sizeof text);
    for (unsigned i = 0; i < UB_WINDOW; i++)
        if (t->run.ub[i] != want[i])
            fail_msg("%s: byte %u of the window is 0x%02x, want 0x%02x", text, i, t->run.ub[i],
                     want[i]);
}

static uint64_t *base_of(struct trial *t)
{
    return &t->run.state.x[field(t, "base")];
}

static bool merges(const struct trial *t)
{
    return find_operand(t, "mode") != NULL && immediate(t, "mode") == IMM_Mode_MERGING;
}

/* --- elements: lanes of `lane` bytes, of which `size` are in UB, by indices of `index` bytes
 * ---------------- */

struct elements {
    unsigned lane, size, index;
};

static struct elements elements_of(const struct trial *t)
{
    unsigned size = element_of(t->row->types[t->op.type], 1).size;
    if (t->op.row == ISA_vgather2_bc)
        return (struct elements){4, size, 4};
    return (struct elements){size == 4 ? 4 : 2, size, size == 4 ? 4 : 2};
}

/* Indices into the window for active lanes, anything for the others. */
static void set_indices(struct trial *t, const struct elements *e, uint64_t *seed)
{
    vreg *index = &t->run.state.v[field(t, "index")];
    unsigned lanes = VREG_BYTES / e->lane;
    for (unsigned i = 0; i < lanes; i++) {
        uint64_t at = random_bits(seed);
        if (is_active(source(t, "mask"), i, e->lane))
            at = random_below(seed, UB_WINDOW / e->size);
        put_lane(index, i, e->index, at);
    }
}

/* The index register must not be the mask's or the data's: choose anew until it is not. */
static void begin(struct trial *t, const struct row_test *test, int type, uint64_t *seed)
{
    bool same;
    do {
        trial_random(t, test, type, seed);
        bool loads = find_operand(t, "src") == NULL;
        bool masked = find_operand(t, "mask") != NULL;
        same = masked && field(t, "index") == field(t, "mask");
        same = same || (!loads && (field(t, "index") == field(t, "src") ||
                                   field(t, "mask") == field(t, "src")));
    } while (same);
    random_window(t, seed);
    *base_of(t) = t->run.ub_at;
}

static void remask(struct trial *t, unsigned size, uint64_t *seed)
{
    random_mask(&t->run.state.v[field(t, "mask")], size, seed);
}

static void gather_element(struct trial *t, const struct elements *e, unsigned i)
{
    uint64_t at = get_lane(source(t, "index"), i, e->index) * e->size;
    uint64_t bits = 0;
    if (is_active(source(t, "mask"), i, e->lane))
        memcpy(&bits, t->run.ub + at, e->size);
    else if (merges(t))
        return;
    put_lane(wanted(t, "dst"), i, e->lane, bits);
}

static void every_gather(const struct row_test *test)
{
    static struct trial t;
    uint64_t seed = test_seed(21);
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (int n = 0; n < 40; n++) {
            begin(&t, test, type, &seed);
            struct elements e = elements_of(&t);
            remask(&t, e.lane, &seed);
            set_indices(&t, &e, &seed);
            t.want = t.run.state;
            for (unsigned i = 0; i < VREG_BYTES / e.lane; i++)
                gather_element(&t, &e, i);
            trial_check(&t);
        }
}
ROW_TEST(vgather2, every_gather, .rule = NULL)
ROW_TEST(vgather2_bc, every_gather, .rule = NULL)

/* Of two elements with one place the one of the lower lane stays. */
static void every_scatter(const struct row_test *test)
{
    static struct trial t;
    static uint8_t want[UB_WINDOW];
    uint64_t seed = test_seed(22);
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (int n = 0; n < 40; n++) {
            begin(&t, test, type, &seed);
            struct elements e = elements_of(&t);
            remask(&t, e.lane, &seed);
            set_indices(&t, &e, &seed);
            t.want = t.run.state;
            bool taken[UB_WINDOW] = {false};
            memcpy(want, t.run.ub, UB_WINDOW);
            for (unsigned i = 0; i < VREG_BYTES / e.lane; i++) {
                uint64_t at = get_lane(source(&t, "index"), i, e.index) * e.size;
                if (!is_active(source(&t, "mask"), i, e.lane) || taken[at])
                    continue;
                taken[at] = true;
                memcpy(want + at, source(&t, "src")->u8 + i * e.lane, e.size);
            }
            trial_check(&t);
            check_window(&t, want);
        }
}
ROW_TEST(vscatter, every_scatter, .rule = NULL)

/* --- blocks: active when any of their elements is
 * ------------------------------------------------------------- */

static bool block_active(const struct trial *t, unsigned block)
{
    if (find_operand(t, "mask") == NULL)
        return true;
    unsigned each = BLOCK / t->element.size;
    for (unsigned i = block * each; i < (block + 1) * each; i++)
        if (is_active(source(t, "mask"), i, t->element.size))
            return true;
    return false;
}

/* Loads the block at `at` of the window, or zeros. */
static void load_block(struct trial *t, unsigned block, uint64_t at)
{
    uint8_t *to = wanted(t, "dst")->u8 + block * BLOCK;
    if (block_active(t, block))
        memcpy(to, t->run.ub + at, BLOCK);
    else
        memset(to, 0, BLOCK);
}

static void every_block_gather(const struct row_test *test)
{
    static struct trial t;
    uint64_t seed = test_seed(23);
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (int n = 0; n < 20; n++) {
            begin(&t, test, type, &seed);
            vreg *index = &t.run.state.v[field(&t, "index")];
            for (unsigned b = 0; b < 8; b++)
                index->u32[b] = block_active(&t, b) ? random_below(&seed, WINDOW_BLOCKS) * BLOCK
                                                    : (uint32_t)random_bits(&seed);
            t.want = t.run.state;
            for (unsigned b = 0; b < 8; b++)
                load_block(&t, b, index->u32[b]);
            trial_check(&t);
        }
}
ROW_TEST(vgatherb, every_block_gather, .rule = NULL)
ROW_TEST(vgatherb_mask, every_block_gather, .rule = NULL)

/* Strides in blocks: of the blocks in the upper half of the config word, of the base in the lower.
 * Without post-update the access is at the moved base. */
struct strides {
    unsigned block, repeat;
    bool update;
};

static struct strides random_strides(struct trial *t, const struct row_test *test, int type,
                                     uint64_t *seed)
{
    do
        trial_random(t, test, type, seed);
    while (find_operand(t, "src") != NULL && field(t, "src") == field(t, "mask"));
    random_window(t, seed);
    struct strides s = {random_below(seed, 12), random_below(seed, 32), false};
    if (find_operand(t, "post") != NULL)
        s.update = immediate(t, "post") == IMM_Post_UPDATE;
    uint64_t above = random_bits(seed) << 32;
    t->run.state.x[field(t, "config")] = above | s.block << 16 | s.repeat;
    *base_of(t) = t->run.ub_at;
    t->want = t->run.state;
    if (s.update)
        t->want.x[field(t, "base")] += s.repeat * BLOCK;
    return s;
}

static uint64_t place_of(const struct strides *s, unsigned block)
{
    return (block * s->block + (s->update ? 0 : s->repeat)) * BLOCK;
}

static void every_strided_load(const struct row_test *test)
{
    static struct trial t;
    uint64_t seed = test_seed(24);
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (int n = 0; n < 20; n++) {
            struct strides s = random_strides(&t, test, type, &seed);
            for (unsigned b = 0; b < 8; b++)
                load_block(&t, b, place_of(&s, b));
            trial_check(&t);
        }
}
ROW_TEST(vsldb, every_strided_load, .rule = NULL)
ROW_TEST(vsldb_post, every_strided_load, .rule = NULL)

static void every_strided_store(const struct row_test *test)
{
    static struct trial t;
    static uint8_t want[UB_WINDOW];
    uint64_t seed = test_seed(25);
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (int n = 0; n < 20; n++) {
            struct strides s = random_strides(&t, test, type, &seed);
            unsigned size = t.element.size;
            memcpy(want, t.run.ub, UB_WINDOW);
            for (unsigned i = 0; i < VREG_BYTES / size; i++)
                if (is_active(source(&t, "mask"), i, size))
                    memcpy(want + place_of(&s, i * size / BLOCK) + i * size % BLOCK,
                           source(&t, "src")->u8 + i * size, size);
            trial_check(&t);
            check_window(&t, want);
        }
}
ROW_TEST(vsstb, every_strided_store, .rule = NULL)
ROW_TEST(vsstb_post, every_strided_store, .rule = NULL)

/* --- refused: misaligned bases and places outside of UB, when an active element wants them
 * ------------------ */

static void refusals(const struct row_test *test)
{
    static struct trial t;
    uint64_t seed = test_seed(26);
    static const int rows[] = {ISA_vgather2, ISA_vscatter, ISA_vgatherb_mask, ISA_vsldb, ISA_vsstb};
    for (unsigned i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
        struct row_test one = *test;
        one.row = rows[i / 2];
        bool indexed = isa_operand_find(one.row, "index") != NULL;
        do
            trial_random(&t, &one, 0, &seed);
        while (indexed && field(&t, "index") == field(&t, "mask"));
        random_window(&t, &seed);
        unsigned mask = field(&t, "mask");
        memset(&t.run.state.v[mask], 0xff, VREG_BYTES);
        *base_of(&t) = i % 2 == 0 ? 16 : UB_BYTES - 32;
        if (indexed)
            for (unsigned lane = 0; lane < 64; lane++)
                t.run.state.v[field(&t, "index")].u32[lane] = 64 * lane;
        else
            t.run.state.x[field(&t, "config")] = 1 << 16;
        access_refused(&t, BELAY_KERNEL_BUG,
                       i % 2 == 0 ? "misaligned vector access" : "past the end of UB");
    }
}
static struct row_test refusal_test = {"gather refused", ISA_vgather2, refusals, .rule = NULL};
__attribute__((constructor)) static void add_refusals(void)
{
    row_test_add(&refusal_test);
}
