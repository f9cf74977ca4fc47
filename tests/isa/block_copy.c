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
