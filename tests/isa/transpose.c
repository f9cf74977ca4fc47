/* Transposes in UB, against the element each destination element comes from: of sixteen blocks,
 * seen as sixteen rows of the elements that take part, and their columns behind one another. */
#include <string.h>

#include "tests/isa/queue_case.h"

enum { BLOCK = 32, BLOCKS = 16 };

static struct queue_case c;
static uint8_t want[QUEUE_UB];

static void begin(uint64_t *seed)
{
    memset(&c, 0, sizeof c);
    for (unsigned b = 0; b < QUEUE_UB; b += 8)
        memcpy(c.ub + b, &(uint64_t){random_bits(seed)}, 8);
}

/* Sets two neighbouring VA registers, by value or from a list in UB at `list`. */
static void put_addresses(unsigned reg, const uint64_t *address, uint64_t list, bool from_list)
{
    if (from_list)
        memcpy(c.ub + list, address, BLOCKS * sizeof *address);
    for (unsigned half = 0; half < 2; half++) {
        uint64_t by_list[3] = {reg + half, list, half};
        uint64_t by_value[4] = {reg + half, 0, 0, 0};
        for (unsigned i = 0; i < 8; i++)
            by_value[1 + i / 4] |= address[8 * half + i] / BLOCK << 16 * (i % 4);
        if (from_list)
            queue_insn(&c, ISA_ldva, 0, 3, by_list);
        else
            queue_insn(&c, ISA_set_va_reg_sb, 0, 4, by_value);
    }
}

struct transpose {
    int row;
    uint64_t dst[BLOCKS], src[BLOCKS], repeat, dst_stride, src_stride, dst_high, src_high;
};

static void want_transposed(const struct transpose *t)
{
    unsigned size = t->row == ISA_scatter_vnchwconv_b8    ? 1
                    : t->row == ISA_scatter_vnchwconv_b16 ? 2
                                                          : 4;
    unsigned columns = size == 1 ? BLOCKS : BLOCK / size;
    memcpy(want, c.ub, QUEUE_UB);
    for (uint64_t r = 0; r < t->repeat; r++) {
        uint64_t step = t->repeat == 1 ? 1 : r;
        static uint8_t before[QUEUE_UB];
        memcpy(before, want, QUEUE_UB);
        for (unsigned n = 0; n < columns * BLOCKS; n++) {
            unsigned column = n / BLOCKS, source = n % BLOCKS;
            uint64_t from =
                t->src[source] + step * t->src_stride * BLOCK + t->src_high * 16 + column * size;
            /* in the destination a block, or a half of one, holds so many elements */
            unsigned in_block = size == 4 ? 8 : BLOCKS;
            uint64_t to = t->dst[n / in_block] + step * t->dst_stride * BLOCK + t->dst_high * 16 +
                          n % in_block * size;
            memcpy(want + to, before + from, size);
        }
    }
}

/* Sources, and destinations somewhere else or in place; destinations differ. */
static void random_addresses(struct transpose *t, uint64_t *seed)
{
    bool in_place = random_below(seed, 4) == 0, dense = random_below(seed, 2) == 0;
    for (unsigned i = 0; i < BLOCKS; i++) {
        t->src[i] = BLOCK * (dense ? i : random_below(seed, 120));
        t->dst[i] = 4096 + BLOCK * (uint64_t)i;
    }
    for (unsigned i = BLOCKS - 1; i > 0; i--) { /* in any order */
        unsigned j = random_below(seed, i + 1);
        uint64_t kept = t->dst[i];
        t->dst[i] = t->dst[j];
        t->dst[j] = kept;
    }
    t->dst_stride = random_below(seed, 3) == 0 ? random_below(seed, 16) : 16;
    t->src_stride = random_below(seed, 20);
    if (in_place) {
        memcpy(t->dst, t->src, sizeof t->dst);
        for (unsigned i = 0; i < BLOCKS; i++)
            t->dst[i] = t->src[i] = BLOCK * i;
        t->dst_stride = t->src_stride;
    }
}

static void put_transpose(const struct transpose *t, bool from_list)
{
    put_addresses(0, t->dst, 12 * 1024, from_list);
    put_addresses(2, t->src, 12 * 1024 + 256, from_list);
    /* four instructions set registers, the fifth uses them */
    uint64_t args[5] = {0, 2, t->dst_stride | t->src_stride << 16 | t->repeat << 56, t->dst_high,
                        t->src_high};
    queue_insn(&c, t->row, 0, t->row == ISA_scatter_vnchwconv_b8 ? 5 : 3, args);
}

static void refusals(int row)
{
    struct transpose t = {.row = row, .repeat = 2};
    uint64_t seed = 5;
    random_addresses(&t, &seed);
    begin(&seed);
    uint64_t args[5] = {0, 7, 1ULL << 56, 0, 0};
    queue_insn(&c, row, 0, row == ISA_scatter_vnchwconv_b8 ? 5 : 3, args);
    queue_refused(&c, "there is no register VA8");
    begin(&seed);
    t.src[3] = 256 * 1024 - BLOCK;
    t.src_stride = 1;
    put_transpose(&t, false);
    queue_refused(&c, "source 3: UB address 0x40000 is past the end of UB");
    begin(&seed);
    t.src[3] = 0;
    t.dst[15] = 256 * 1024;
    put_transpose(&t, false);
    queue_refused(&c, "destination 15: UB address 0x40000 is past the end of UB");
}

static void not_set(int row)
{
    uint64_t args[5] = {4, 4, 1ULL << 56, 0, 0};
    memset(&c, 0, sizeof c);
    queue_insn(&c, row, 0, row == ISA_scatter_vnchwconv_b8 ? 5 : 3, args);
    queue_refused(&c, "VA4 has not been set");
}

static void transposes(const struct row_test *test)
{
    uint64_t seed = test_seed((uint64_t)test->row);
    for (int i = 0; i < queue_cases(60); i++) {
        struct transpose t = {.row = test->row, .repeat = random_below(&seed, 6)};
        random_addresses(&t, &seed);
        if (test->row == ISA_scatter_vnchwconv_b8) {
            t.dst_high = random_below(&seed, 2);
            t.src_high = random_below(&seed, 2);
        }
        begin(&seed);
        put_transpose(&t, i % 3 == 0);
        want_transposed(&t);
        queue_run(&c);
        assert_memory_equal(c.ub, want, QUEUE_UB);
    }
    queue_rest_untouched();
    refusals(test->row);
    if (!direct.enabled)
        not_set(test->row);
}
ROW_TEST(scatter_vnchwconv_b8, transposes, .rule = NULL)
ROW_TEST(scatter_vnchwconv_b16, transposes, .rule = NULL)
ROW_TEST(scatter_vnchwconv_b32, transposes, .rule = NULL)

/* What they set is seen through a transpose, above. */
static void set_refusals(const struct row_test *test)
{
    (void)test;
    memset(&c, 0, sizeof c);
    queue_insn(&c, ISA_set_va_reg_sb, 0, 4, (uint64_t[]){8, 0, 0, 0});
    queue_refused(&c, "there is no register VA8");
    memset(&c, 0, sizeof c);
    queue_insn(&c, ISA_set_va_reg_sb, 0, 4, (uint64_t[]){0, 0, 0, 4});
    queue_refused(&c, "address 2 is no multiple of 32 bytes");
}
ROW_TEST(set_va_reg_sb, set_refusals, .rule = NULL)

static void list_refusals(const struct row_test *test)
{
    (void)test;
    memset(&c, 0, sizeof c);
    queue_insn(&c, ISA_ldva, 0, 3, (uint64_t[]){0, 8, 0});
    queue_refused(&c, "list: UB address 0x8 is not a multiple of 32");
    memset(&c, 0, sizeof c);
    queue_insn(&c, ISA_ldva, 0, 3, (uint64_t[]){0, 256 * 1024 - 96, 1});
    queue_refused(&c, "past the end of UB");
    memset(&c, 0, sizeof c);
    c.ub[8 * 9] = 16;
    queue_insn(&c, ISA_ldva, 0, 3, (uint64_t[]){0, 0, 1});
    queue_refused(&c, "an address of the list: UB address 0x10 is not a multiple of 32");
}
ROW_TEST(ldva, list_refusals, .rule = NULL)

static void squares(const struct row_test *test)
{
    uint64_t seed = test_seed(31);
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (int i = 0; i < queue_cases(40); i++) {
            uint64_t dst = BLOCK * (uint64_t)random_below(&seed, 200);
            uint64_t src =
                random_below(&seed, 4) == 0 ? dst : BLOCK * (uint64_t)random_below(&seed, 200);
            begin(&seed);
            memcpy(want, c.ub, QUEUE_UB);
            for (unsigned n = 0; n < 256; n++)
                memcpy(want + dst + 2 * n, c.ub + src + 2 * (n % 16 * 16 + n / 16), 2);
            queue_insn(&c, test->row, type, 2, (uint64_t[]){dst, src});
            queue_run(&c);
            assert_memory_equal(c.ub, want, QUEUE_UB);
        }
    queue_rest_untouched();
    memset(&c, 0, sizeof c);
    queue_insn(&c, test->row, 0, 2, (uint64_t[]){0, 2});
    queue_refused(&c, "source: UB address 0x2 is not a multiple of 32");
    memset(&c, 0, sizeof c);
    queue_insn(&c, test->row, 0, 2, (uint64_t[]){256 * 1024 - 480, 0});
    queue_refused(&c, "destination: UB address 0x3fe20 is past the end of UB");
}
ROW_TEST(vtranspose, squares, .rule = NULL)
