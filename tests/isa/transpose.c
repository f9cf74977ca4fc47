/* vtranspose: element (row, column) of 16 x 16 becomes (column, row). */
#include <string.h>

#include "tests/isa/trial.h"

enum { ROOM = 4096 };

static struct code code;

static void put(int type, uint64_t dst, uint64_t src)
{
    static uint64_t gm;
    static uint8_t bytes[ROOM];
    uint64_t seed = 5;
    for (int i = 0; i < ROOM; i++)
        bytes[i] = (uint8_t)random_bits(&seed);
    if (gm == 0)
        gm = gm_new(machine(), ROOM);
    gm_put(machine(), gm, bytes, ROOM);
    code_clear(&code);
    copy_in(&code, 0, gm, ROOM);
    hand_over(&code, CCE_MTE2, CCE_V, 0);
    set_x(&code, 5, dst);
    set_x(&code, 6, src);
    insn(&code, ISA_vtranspose, type, 5, 6);
    end_kernel(&code);
}

static void transposes(const struct row_test *test)
{
    (void)test;
    static uint8_t want[ROOM];
    const uint64_t places[][2] = {{0, 512}, {1024, 0}, {64, 64}, {32, 256}};
    for (int type = 0; type < 2; type++)
        for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
            uint64_t dst = places[i][0], src = places[i][1], seed = 5;
            static uint8_t before[ROOM];
            for (int b = 0; b < ROOM; b++)
                before[b] = (uint8_t)random_bits(&seed);
            memcpy(want, before, ROOM);
            for (uint64_t element = 0; element < 256; element++)
                memcpy(want + dst + (element % 16 * 16 + element / 16) * 2,
                       before + src + element * 2, 2);
            put(type, dst, src);
            machine_run(machine(), &code);
            assert_memory_equal(chip_aiv(machine()->chip, 0)->local.bytes[LOCAL_UB], want, ROOM);
        }
    put(0, 8, 512);
    machine_refuses(machine(), &code, BELAY_KERNEL_BUG, "destination at UB address 0x8 is not");
    put(0, 0, 256 * 1024 - 32);
    machine_refuses(machine(), &code, BELAY_KERNEL_BUG, "is past the end of UB");
}
ROW_TEST(vtranspose, transposes, .rule = NULL)
