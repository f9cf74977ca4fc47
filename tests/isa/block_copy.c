/* UB to UB on pipe V: bursts of 32-byte blocks, gaps from the end of one to the start of the next,
 * in the order of the addresses. */
#include <string.h>

#include "tests/isa/trial.h"

enum { ROOM = 64 * 1024, BLOCK = 32 };

static uint64_t config(uint64_t bursts, uint64_t blocks, uint64_t src_gap, uint64_t dst_gap)
{
    return bursts | blocks << 16 | src_gap << 32 | dst_gap << 48;
}

static void put_copy(struct code *code, uint64_t dst, uint64_t src, uint64_t word)
{
    set_x(code, 5, dst);
    set_x(code, 6, src);
    set_x(code, 7, word);
    insn(code, ISA_copy_ubuf_to_ubuf, 0, 5, 6, 7);
}

static void copies(const struct row_test *test)
{
    (void)test;
    static struct code code;
    static uint8_t before[ROOM], want[ROOM];
    uint64_t seed = 77, gm = gm_new(machine(), ROOM);
    for (int i = 0; i < ROOM; i++)
        before[i] = (uint8_t)random_bits(&seed);
    gm_put(machine(), gm, before, ROOM);
    for (int round = 0; round < 200; round++) {
        uint64_t bursts = random_bits(&seed) % 8, blocks = random_bits(&seed) % 40;
        uint64_t src_gap = random_bits(&seed) % 20, dst_gap = random_bits(&seed) % 20;
        uint64_t src = random_bits(&seed) % 1024 * BLOCK, dst = random_bits(&seed) % 1024 * BLOCK;
        memcpy(want, before, ROOM);
        for (uint64_t b = 0; b < bursts; b++)
            for (uint64_t i = 0; i < blocks * BLOCK; i++)
                want[dst + b * (blocks + dst_gap) * BLOCK + i] =
                    want[src + b * (blocks + src_gap) * BLOCK + i];
        code_clear(&code);
        copy_in(&code, 0, gm, ROOM);
        hand_over(&code, CCE_MTE2, CCE_V, 0);
        put_copy(&code, dst, src, config(bursts, blocks, src_gap, dst_gap));
        end_kernel(&code);
        machine_run(machine(), &code);
        const struct local *local = &chip_aiv(machine()->chip, 0)->local;
        assert_memory_equal(local->bytes[LOCAL_UB], want, ROOM);
    }
}

static void refused(uint64_t dst, uint64_t src, const char *text)
{
    static struct code code;
    code_clear(&code);
    put_copy(&code, dst, src, config(2, 2, 0, 0));
    end_kernel(&code);
    machine_refuses(machine(), &code, BELAY_KERNEL_BUG, text);
    assert_string_equal(machine()->error.pipe, "v");
}

static void copies_and_refusals(const struct row_test *test)
{
    copies(test);
    uint64_t end = 256 * 1024;
    refused(16, 0, "destination address 0x10 is not a multiple of 32");
    refused(0, 8, "source address 0x8 is not a multiple of 32");
    refused(end - 64, 0, "UB address 0x40000 begins a burst past the end");
    refused(0, end - 32, "UB address 0x3ffe0 begins a burst past the end");
    has_run[ISA_copy_ubuf_to_ubuf][0] = true;
}
ROW_TEST(copy_ubuf_to_ubuf, copies_and_refusals, .rule = NULL)

/* --- UB to L1 and back, between the cores of an AI core ----------------------------------------
 */

struct crossing {
    uint64_t sub; /* the AIV that takes part */
    uint64_t dst, src, bursts, blocks, src_gap, dst_gap, excess;
};

static void put_crossing(struct code *code, int row, const struct crossing *x)
{
    set_x(code, 5, x->dst);
    set_x(code, 6, x->src);
    set_x(code, 7, x->sub | x->bursts << 4 | x->blocks << 16 | x->src_gap << 32 | x->dst_gap << 48);
    set_x(code, 8, x->excess);
    insn(code, row, 0, 5, 6, 7, 8);
}

static void want_crossing(uint8_t *to, const uint8_t *from, const struct crossing *x)
{
    for (uint64_t b = 0; b < x->bursts; b++)
        for (uint64_t i = 0; i < x->blocks * BLOCK; i++)
            to[x->dst + b * (x->blocks + x->dst_gap) * BLOCK + i] =
                from[x->src + b * (x->blocks + x->src_gap) * BLOCK + i];
}

static struct crossing random_crossing(uint64_t *seed)
{
    return (struct crossing){.sub = random_bits(seed) % 2,
                             .dst = random_bits(seed) % 1000 * BLOCK,
                             .src = random_bits(seed) % 1000 * BLOCK,
                             .bursts = random_bits(seed) % 8,
                             .blocks = random_bits(seed) % 40,
                             .src_gap = random_bits(seed) % 20,
                             .dst_gap = random_bits(seed) % 20};
}

static void wait_long(struct code *code)
{
    set_x(code, 9, 20000);
    uint32_t loop = here(code);
    addi(code, 9, 9, -1);
    branch_nonzero(code, 9, loop);
}

/* Both AIVs fill their UB and send the same rows to L1; long after that the AIC sends rows back to
 * one of them. */
static void crossings(const struct row_test *test)
{
    (void)test;
    static struct code aiv, aic;
    static uint8_t before[ROOM], l1[ROOM], ub[2][ROOM];
    struct kernel kernel = {.aiv = &aiv, .aic = &aic, .aiv_ratio = 2};
    uint64_t seed = 78, gm = gm_new(machine(), ROOM);
    for (int i = 0; i < ROOM; i++)
        before[i] = (uint8_t)random_bits(&seed);
    gm_put(machine(), gm, before, ROOM);
    for (int round = 0; round < 60; round++) {
        struct crossing out = random_crossing(&seed), back = random_crossing(&seed);
        memset(l1, GM_POISON, ROOM);
        memcpy(ub[0], before, ROOM);
        memcpy(ub[1], before, ROOM);
        want_crossing(l1, before, &out);
        want_crossing(ub[back.sub], l1, &back);
        code_clear(&aiv);
        copy_in(&aiv, 0, gm, ROOM);
        hand_over(&aiv, CCE_MTE2, CCE_MTE3, 0);
        put_crossing(&aiv, ISA_copy_ubuf_to_cbuf, &out);
        end_kernel(&aiv);
        code_clear(&aic);
        wait_long(&aic);
        put_crossing(&aic, ISA_copy_cbuf_to_ubuf, &back);
        end_kernel(&aic);
        if (machine_launch(machine(), &kernel, 1, NULL, 0) != BELAY_OK)
            fail_msg("%s", machine()->error.message);
        struct chip *chip = machine()->chip;
        assert_memory_equal(chip_aic(chip, 0)->local.bytes[LOCAL_L1], l1, ROOM);
        for (unsigned i = 0; i < 2; i++)
            assert_memory_equal(chip_aiv(chip, i)->local.bytes[LOCAL_UB], ub[i], ROOM);
    }
    has_run[ISA_copy_ubuf_to_cbuf][0] = has_run[ISA_copy_cbuf_to_ubuf][0] = true;
}

/* ratio 0: an AIV, or an AIC, alone. */
static void crossing_refused(int row, unsigned ratio, const struct crossing *x, const char *text)
{
    static struct code code, other;
    bool outwards = row == ISA_copy_ubuf_to_cbuf;
    code_clear(&code);
    code_clear(&other);
    put_crossing(&code, row, x);
    end_kernel(&code);
    end_kernel(&other);
    struct code *absent = ratio == 0 ? NULL : &other;
    struct kernel kernel = {
        .aiv = outwards ? &code : absent, .aic = outwards ? absent : &code, .aiv_ratio = ratio};
    assert_int_equal(machine_launch(machine(), &kernel, 1, NULL, 0), BELAY_KERNEL_BUG);
    if (strstr(machine()->error.message, text) == NULL)
        fail_msg("'%s' does not say '%s'", machine()->error.message, text);
}

static void crossing_refusals(const struct row_test *test)
{
    bool outwards = test->row == ISA_copy_ubuf_to_cbuf;
    struct crossing x = {.bursts = 1, .blocks = 2}, good = x;
    crossings(test);
    crossing_refused(test->row, 0, &x,
                     outwards ? "the AIC of this AI core has no part in this launch"
                              : "AIV 0 of this AI core has no part in this launch");
    x.sub = 1;
    if (!outwards)
        crossing_refused(test->row, 1, &x, "AIV 1 of this AI core has no part in this launch");
    x = good;
    x.src = 16;
    crossing_refused(test->row, 1, &x, "source address 0x10 is not a multiple of 32");
    x = good;
    x.dst = outwards ? 512 * 1024 - 32 : 256 * 1024 - 32;
    crossing_refused(test->row, 1, &x,
                     outwards ? "L1 address 0x7ffe0 begins a burst past the end"
                              : "UB address 0x3ffe0 begins a burst past the end");
    x = good;
    x.excess = 2;
    crossing_refused(test->row, 1, &x, "burst_num (0..4095) is too large");
}
ROW_TEST(copy_ubuf_to_cbuf, crossing_refusals, .rule = NULL)
ROW_TEST(copy_cbuf_to_ubuf, crossing_refusals, .rule = NULL)
