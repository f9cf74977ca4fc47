/* Multi-dimensional copies. The reference asks, for every element of the destination, where it is
 * from: index i of a loop is data from left on, size elements long; before and behind stand the
 * constant or the nearest element of the data. */
#include <string.h>

#include "tests/isa/queue_case.h"

enum { LOOPS = 5 };

struct shape {
    unsigned element;
    uint64_t dst, src; /* bytes; src in the buffer */
    uint64_t size[LOOPS], left[LOOPS], right[LOOPS], dst_stride[LOOPS], src_stride[LOOPS];
    uint64_t constant, value;
};

static uint64_t extent(const struct shape *s, int i)
{
    return s->left[i] + s->size[i] + s->right[i];
}

/* Loops in a random order of strides, without overlap in UB, within the window and the buffer. */
static void random_shape(struct shape *s, unsigned element, uint64_t *seed)
{
    uint64_t dst = 1, src = 1, room = 6000 / element;
    unsigned order[LOOPS] = {0, 1, 2, 3, 4};
    *s = (struct shape){.element = element, .constant = random_below(seed, 2)};
    for (unsigned i = LOOPS - 1; i > 0; i--) {
        unsigned other = (unsigned)random_below(seed, random_below(seed, 2) == 0 ? i + 1 : 1);
        unsigned kept = order[i];
        if (random_below(seed, 3) == 0) {
            order[i] = order[other];
            order[other] = kept;
        }
    }
    for (int n = 0; n < LOOPS; n++) {
        unsigned i = order[n];
        s->size[i] = 1 + random_below(seed, i == 0 ? 12 : 4);
        if (random_below(seed, 3) == 0) {
            s->left[i] = random_below(seed, 4);
            s->right[i] = random_below(seed, 4);
        }
        if (dst * extent(s, (int)i) > room)
            s->left[i] = s->right[i] = 0, s->size[i] = 1;
        s->dst_stride[i] = dst + (dst * 3 < room ? random_below(seed, 2) : 0);
        dst = s->dst_stride[i] * extent(s, (int)i);
        s->src_stride[i] = random_below(seed, 4) == 0 ? random_below(seed, 40) : src;
        src = s->src_stride[i] * s->size[i] % 1000 + 1;
    }
    s->dst = 32 * random_below(seed, 64);
    s->src = element * random_below(seed, 300);
    s->value = random_bits(seed);
}

/* The bytes of one destination element: of the constant, or of the buffer. */
static const uint8_t *origin(const struct shape *s, const uint64_t *index, const uint8_t *gm)
{
    uint64_t from = 0;
    for (int i = 0; i < LOOPS; i++) {
        int64_t at = (int64_t)index[i] - (int64_t)s->left[i];
        if (at < 0 || at >= (int64_t)s->size[i]) {
            if (s->constant)
                return (const uint8_t *)&s->value;
            at = at < 0 ? 0 : (int64_t)s->size[i] - 1;
        }
        from += (uint64_t)at * s->src_stride[i];
    }
    return gm + s->src + from * s->element;
}

static void want_copy(const struct shape *s, const uint8_t *gm, uint8_t *ub)
{
    uint64_t total = 1;
    for (int i = 0; i < LOOPS; i++)
        total *= s->size[i] == 0 ? 0 : extent(s, i);
    for (uint64_t n = 0; n < total; n++) {
        uint64_t index[LOOPS], rest = n, to = 0;
        for (int i = 0; i < LOOPS; i++) {
            index[i] = rest % extent(s, i);
            rest /= extent(s, i);
            to += index[i] * s->dst_stride[i];
        }
        memcpy(ub + s->dst + to * s->element, origin(s, index, gm), s->element);
    }
}

static void put_shape(struct queue_case *c, int row, const struct shape *s, uint64_t gm)
{
    static const int strides[LOOPS] = {ISA_set_loop0_stride_nddma, ISA_set_loop1_stride_nddma,
                                       ISA_set_loop2_stride_nddma, ISA_set_loop3_stride_nddma,
                                       ISA_set_loop4_stride_nddma};
    uint64_t counts = 0;
    for (int i = 0; i < LOOPS; i++)
        queue_setting(c, strides[i], s->dst_stride[i] | s->src_stride[i] << 20);
    for (int i = 1; i < LOOPS; i++)
        counts |= s->left[i] << (16 * (i - 1)) | s->right[i] << (16 * (i - 1) + 8);
    queue_setting(c, ISA_set_pad_cnt_nddma, counts);
    queue_setting(c, ISA_set_pad_val_nddma, s->value);
    uint64_t args[5] = {s->dst, gm + s->src, s->size[0] << 4 | s->size[1] << 24 | s->size[2] << 44,
                        s->size[3] | s->size[4] << 20 | s->left[0] << 40 | s->right[0] << 48 |
                            s->constant << 56,
                        0};
    queue_insn(c, row, 0, 5, args);
}

static unsigned element_of_row(int row)
{
    return row == ISA_nddma_out_to_ub_b8 ? 1 : row == ISA_nddma_out_to_ub_b16 ? 2 : 4;
}

static void refuse(int row, const struct shape *s, uint64_t excess, const char *text)
{
    static struct queue_case c;
    const uint8_t *bytes;
    memset(&c, 0, sizeof c);
    put_shape(&c, row, s, queue_gm(&bytes));
    c.insn[0].arg[4] = excess;
    queue_refused(&c, text);
}

static void refusals(int row)
{
    struct shape good = {.element = element_of_row(row),
                         .size = {8, 2, 1, 1, 1},
                         .dst_stride = {1, 8, 0, 0, 0},
                         .src_stride = {1, 8, 0, 0, 0}};
    struct shape s = good;
    s.dst = 16;
    refuse(row, &s, 0, "UB address 0x10 is not a multiple of 32");
    s = good;
    s.dst = 256 * 1024 - 32;
    s.dst_stride[1] = 1000;
    refuse(row, &s, 0, "past the end of UB");
    s = good;
    s.src = QUEUE_GM - 8 * s.element;
    refuse(row, &s, 0, "illegal read of");
    s = good;
    s.src_stride[1] = (1ULL << 40) - 1;
    refuse(row, &s, 0, "illegal read of");
    refuse(row, &good, 2, "loop0_size (0..1048575) is too large");
    if (good.element > 1) {
        s = good;
        s.src = 1;
        refuse(row, &s, 0, "is not a multiple of the element's");
    }
}

static void copies(const struct row_test *test)
{
    static struct queue_case c;
    static uint8_t want[QUEUE_UB];
    const uint8_t *bytes;
    uint64_t seed = test_seed((uint64_t)test->row), gm = queue_gm(&bytes);
    for (int i = 0; i < queue_cases(80); i++) {
        struct shape s;
        random_shape(&s, element_of_row(test->row), &seed);
        if (i % 50 == 7)
            s.size[random_below(&seed, LOOPS)] = 0;
        memset(&c, 0, sizeof c);
        for (unsigned b = 0; b < QUEUE_UB; b += 8)
            memcpy(c.ub + b, &(uint64_t){random_bits(&seed)}, 8);
        memcpy(want, c.ub, QUEUE_UB);
        want_copy(&s, bytes, want);
        put_shape(&c, test->row, &s, gm);
        queue_run(&c);
        assert_memory_equal(c.ub, want, QUEUE_UB);
    }
    queue_rest_untouched();
    refusals(test->row);
}
ROW_TEST(nddma_out_to_ub_b8, copies, .rule = NULL)
ROW_TEST(nddma_out_to_ub_b16, copies, .rule = NULL)
ROW_TEST(nddma_out_to_ub_b32, copies, .rule = NULL)
