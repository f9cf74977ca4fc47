/* DataCopy, DataCopyPad: random lengths, gaps, strides and paddings. */
#include "tests/kernel/harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER = 96 * 1024, OUTSIDE = 128 * 1024, BLOCK = 32, ROUNDS = 40 };

struct memory {
    struct array gm, buffer;
    uint8_t *want;  /* of what the kernel writes to */
    uint8_t *free_; /* 1 where any value is right */
};

static struct memory memory_new(void)
{
    struct memory m = {array_new(OUTSIDE), array_new(BUFFER), malloc(OUTSIDE), calloc(OUTSIDE, 1)};
    assert_non_null(m.want);
    assert_non_null(m.free_);
    return m;
}
static void memory_drop(struct memory *m)
{
    array_drop(&m->gm);
    array_drop(&m->buffer);
    free(m->want);
    free(m->free_);
}
static void expect_array(struct memory *m, struct array *a, const char *what)
{
    array_fetch(a);
    for (size_t i = 0; i < a->size; i++)
        if (m->free_[i])
            m->want[i] = a->host[i];
    expect_bytes(a->host, m->want, a->size, "%s", what);
}

static size_t round_up(size_t x, size_t to)
{
    return (x + to - 1) / to * to;
}

/* --- whole blocks --------------------------------------------------------------------------------
 */

static void test_counts(void **unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        struct memory m = memory_new();
        size_t count = random_below(3000), offset = random_below(100) * BLOCK;
        memcpy(m.want, m.buffer.host, BUFFER); /* what is left of a block is not copied */
        memcpy(m.want + offset, m.gm.host, count * 2 / BLOCK * BLOCK);
        RUN("in_count", 1, m.gm.address, m.buffer.address, offset / 2, count);
        expect_array(&m, &m.buffer, "DataCopy with a count, in");
        memcpy(m.want, m.gm.host, OUTSIDE);
        memcpy(m.want, m.buffer.host + offset, count * 4 / BLOCK * BLOCK);
        RUN("out_count", 1, m.gm.address, m.buffer.address, offset / 4, count);
        expect_array(&m, &m.gm, "DataCopy with a count, out");
        memory_drop(&m);
    }
}

static void test_blocks(void **unused)
{
    (void)unused;
    static const char *const kernels[] = {"in_blocks", "out_blocks"};
    for (int i = 0; i < ROUNDS; i++)
        for (int out = 0; out < 2; out++) {
            struct memory m = memory_new();
            size_t count = 1 + random_below(20), length = 1 + random_below(40);
            size_t source = random_below(30), target = random_below(30);
            struct array *to = out ? &m.gm : &m.buffer, *from = out ? &m.buffer : &m.gm;
            memcpy(m.want, to->host, to->size);
            for (size_t k = 0; k < count; k++)
                memcpy(m.want + k * (length + target) * BLOCK,
                       from->host + k * (length + source) * BLOCK, length * BLOCK);
            RUN(kernels[out], 1, m.gm.address, m.buffer.address, count, length, source, target);
            expect_array(&m, to, kernels[out]);
            memory_drop(&m);
        }
}

static void test_inside(void **unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        struct memory m = memory_new();
        size_t count = 1 + random_below(20), length = 1 + random_below(30);
        size_t source = random_below(30), target = random_below(30);
        memcpy(m.want, m.buffer.host, BUFFER);
        for (size_t k = 0; k < count; k++)
            memcpy(m.want + k * (length + target) * BLOCK,
                   m.buffer.host + BUFFER / 2 + k * (length + source) * BLOCK, length * BLOCK);
        RUN("inside_blocks", 1, m.buffer.address, count, length, source, target);
        expect_array(&m, &m.buffer, "DataCopy inside the buffer");
        memory_drop(&m);
    }
}

/* --- any number of bytes
 * -------------------------------------------------------------------------- */

/* A burst in the buffer begins at a block and takes whole ones; what is behind the right padding up
 * to the end of the last one may be anything. */
static void test_pad_in(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3 * ROUNDS; i++) {
        struct memory m = memory_new();
        size_t size = (size_t)1 << random_below(3), most = BLOCK / size;
        size_t count = 1 + random_below(20), length = size * (1 + random_below(600 / size));
        size_t source = size * random_below(50), target = random_below(10);
        bool constant = random_bool();
        size_t left = random_below(most + 1), right = random_below(most + 1);
        uint32_t value = (uint32_t)random_bits();
        size_t used = round_up((left + right) * size + length, BLOCK);
        memcpy(m.want, m.buffer.host, BUFFER);
        for (size_t k = 0; k < count; k++) {
            const uint8_t *from = m.gm.host + k * (length + source);
            uint8_t *to = m.want + k * (used + target * BLOCK);
            memset(m.free_ + (to - m.want), 1, used);
            memset(m.free_ + (to - m.want), 0, (left + right) * size + length);
            const void *pad = constant ? (const void *)&value : from;
            for (size_t p = 0; p < left; p++)
                memcpy(to + p * size, pad, size);
            memcpy(to + left * size, from, length);
            for (size_t p = 0; p < right; p++)
                memcpy(to + left * size + length + p * size, pad, size);
        }
        RUN("pad_in_any", 1, m.gm.address, m.buffer.address, size, count, length, source, target,
            constant, left, right, value);
        char what[160];
        snprintf(what, sizeof what,
                 "DataCopyPad in: size %zu, %zu bursts of %zu, gaps %zu %zu, pad %d %zu %zu 0x%08x",
                 size, count, length, source, target, constant, left, right, value);
        expect_array(&m, &m.buffer, what);
        memory_drop(&m);
    }
}

static void test_pad_out(void **unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        struct memory m = memory_new();
        size_t count = 1 + random_below(20), length = 1 + random_below(600);
        size_t source = random_below(10), target = random_below(70);
        size_t stride = round_up(length, BLOCK) + source * BLOCK;
        memcpy(m.want, m.gm.host, OUTSIDE);
        for (size_t k = 0; k < count; k++)
            memcpy(m.want + k * (length + target), m.buffer.host + k * stride, length);
        RUN("pad_out", 1, m.gm.address, m.buffer.address, count, length, source, target);
        expect_array(&m, &m.gm, "DataCopyPad out");
        memory_drop(&m);
    }
}

static void test_compact(void **unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        struct memory m = memory_new();
        size_t count = 1 + random_below(20), length = 1 + random_below(200);
        size_t gap = random_below(70), end = round_up(count * length, BLOCK);
        memcpy(m.want, m.buffer.host, BUFFER);
        memset(m.free_ + count * length, 1, end - count * length);
        for (size_t k = 0; k < count; k++)
            memcpy(m.want + k * length, m.gm.host + k * (length + gap), length);
        RUN("compact_in", 1, m.gm.address, m.buffer.address, count, length, gap);
        expect_array(&m, &m.buffer, "compact DataCopyPad in");
        memset(m.free_, 0, OUTSIDE);
        memcpy(m.want, m.gm.host, OUTSIDE);
        for (size_t k = 0; k < count; k++)
            memcpy(m.want + k * (length + gap), m.buffer.host + k * length, length);
        RUN("compact_out", 1, m.gm.address, m.buffer.address, count, length, gap);
        expect_array(&m, &m.gm, "compact DataCopyPad out");
        memory_drop(&m);
    }
}

static void test_loops(void **unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        struct memory m = memory_new();
        size_t count = 1 + random_below(4), length = 1 + random_below(100);
        size_t size1 = 1 + random_below(4), size2 = 1 + random_below(4);
        size_t burst = round_up(length, BLOCK);
        size_t target1 = count * burst + random_below(4) * BLOCK;
        size_t target2 = size1 * target1 + random_below(4) * BLOCK;
        size_t source1 = random_below(1000), source2 = random_below(5000);
        memcpy(m.want, m.buffer.host, BUFFER);
        for (size_t k2 = 0; k2 < size2; k2++)
            for (size_t k1 = 0; k1 < size1; k1++)
                for (size_t k = 0; k < count; k++) {
                    size_t to = k2 * target2 + k1 * target1 + k * burst;
                    memcpy(m.want + to, m.gm.host + k2 * source2 + k1 * source1 + k * length,
                           length);
                    memset(m.free_ + to + length, 1, burst - length);
                }
        RUN("loops_in", 1, m.gm.address, m.buffer.address, count, length, size1, size2, source1,
            target1, source2, target2);
        expect_array(&m, &m.buffer, "DataCopyPad with loops");
        memory_drop(&m);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),  cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_inside),  cmocka_unit_test(test_pad_in),
        cmocka_unit_test(test_pad_out), cmocka_unit_test(test_compact),
        cmocka_unit_test(test_loops),
    };
    return KERNEL_TESTS(argc, argv, "copy", tests);
}
