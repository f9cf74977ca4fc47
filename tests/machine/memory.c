/* Global memory and the scalar data cache: poison, gaps between allocations, the L2 mode in
 * pointers, what the cache hides, and what dcci shows. */
#include "tests/machine/support.h"

static struct code code;
static const struct kernel kernel = {.aiv = &code};

static const uint64_t *scalar_x(void)
{
    return chip_aiv(machine()->chip, 0)->scalar.hart.x;
}

/* --- allocations --------------------------------------------------------------------------------
 */

/* Small and large memory is full of poison, from the device as from the host. */
static void poison(void **state)
{
    static const uint64_t sizes[] = {1, 100, 4096, 256 * 1024, 256 * 1024 + 1, 64 << 20};
    (void)state;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint64_t address = gm_new(machine(), sizes[i]);
        uint8_t first, last;
        assert_int_equal(address % 512, 0);
        gm_get(machine(), address, &first, 1);
        gm_get(machine(), address + sizes[i] - 1, &last, 1);
        assert_int_equal(first, 0xa5);
        assert_int_equal(last, 0xa5);
        code_clear(&code);
        set_x(&code, 5, address + sizes[i] - 1);
        load(&code, BYTE, 6, 5, 0);
        end_kernel(&code);
        machine_run(machine(), &code);
        assert_int_equal(scalar_x()[6], (uint64_t)(int64_t)(int8_t)0xa5);
        assert_int_equal(belay_gm_free(machine_chip(machine()), address, NULL), BELAY_OK);
    }
}

/* Every kind of access. */
enum access { SCALAR_LOAD, SCALAR_STORE, LD_DEV, ST_DEV, MTE2, MTE3, ACCESSES };

static void put_access(enum access access, uint64_t address, uint32_t bytes)
{
    code_clear(&code);
    set_x(&code, 5, address);
    set_x(&code, 6, 0);
    switch (access) {
    case SCALAR_LOAD:
        load(&code, BYTE, 7, 5, 0);
        break;
    case SCALAR_STORE:
        store(&code, BYTE, 6, 5, 0);
        break;
    case LD_DEV:
        insn(&code, ISA_ld_dev, type_of(ISA_ld_dev, "u8"), 7, 5, 6);
        break;
    case ST_DEV:
        insn(&code, ISA_st_dev, type_of(ISA_st_dev, "u8"), 6, 5, 6);
        break;
    case MTE2:
        copy_in(&code, 0, address, bytes);
        break;
    default:
        copy_out(&code, address, 0, bytes);
    }
    end_kernel(&code);
}

/* One byte before or behind an allocation belongs to nobody. */
static void guard_gaps(void **state)
{
    uint64_t a = gm_new(machine(), 1000), b = gm_new(machine(), 64);
    (void)state;
    assert_true(b - a >= 1000 + 64 * 1024);
    for (enum access access = 0; access < ACCESSES; access++) {
        const char *pipe = access == MTE2 ? "mte2" : access == MTE3 ? "mte3" : "s";
        put_access(access, a + 999, 1);
        machine_run(machine(), &code);
        put_access(access, a + 1000, 1);
        launch_refused(&kernel, 1, BELAY_KERNEL_BUG, "aiv0", pipe,
                       "0 bytes after the end of the allocation of 1000 bytes");
        put_access(access, b - 1, 1);
        launch_refused(&kernel, 1, BELAY_KERNEL_BUG, "aiv0", pipe, "GM address 0x");
        put_access(access, 0x7000000000, 1);
        launch_refused(&kernel, 1, BELAY_KERNEL_BUG, "aiv0", pipe, "in no allocation");
    }
    put_access(MTE2, a + 990, 11); /* begins inside, ends outside */
    launch_refused(&kernel, 1, BELAY_KERNEL_BUG, "aiv0", "mte2", "illegal read of 11 bytes");
    chip_still_works();
}

static void freed_memory(void **state)
{
    belay_chip *chip = machine_chip(machine());
    uint64_t used, used_after, capacity, a = gm_new(machine(), 4096), b;
    belay_error error;
    (void)state;
    belay_gm_usage(chip, &used, &capacity);
    assert_int_equal(capacity, 128ULL << 30);
    assert_int_equal(belay_gm_free(chip, a, &error), BELAY_OK);
    belay_gm_usage(chip, &used_after, &capacity);
    assert_int_equal(used - used_after, 4096);
    b = gm_new(machine(), 4096);
    assert_int_not_equal(a, b); /* so that a use after free is seen as one */
    put_access(LD_DEV, a + 8, 1);
    launch_refused(&kernel, 1, BELAY_KERNEL_BUG, "aiv0", "s",
                   "in the freed allocation of 4096 bytes");
    assert_int_equal(belay_gm_free(chip, a, &error), BELAY_BAD_INPUT);
    assert_int_equal(belay_gm_free(chip, b + 8, &error), BELAY_BAD_INPUT);
    assert_int_equal(belay_gm_alloc(chip, 0, &a, &error), BELAY_BAD_INPUT);
    assert_int_equal(belay_gm_alloc(chip, capacity, &a, &error), BELAY_BAD_INPUT);
    assert_non_null(strstr(error.message, "are free"));
}

/* --- L2 mode in bits 60..63 ----------------------------------------------------------------------
 */

static void l2_mode_is_no_address(void **state)
{
    uint64_t from = gm_new(machine(), 256), to = gm_new(machine(), 256);
    uint8_t in[256], out[256];
    (void)state;
    for (uint64_t mode = 0; mode < 16; mode++) {
        memset(in, (int)(0x10 + mode), sizeof in);
        gm_put(machine(), from, in, sizeof in);
        put_good_kernel(&code, from | mode << 60, to | (15 - mode) << 60, 256);
        machine_run(machine(), &code);
        gm_get(machine(), to, out, sizeof out);
        assert_memory_equal(in, out, sizeof in);
        code_clear(&code); /* a line is the same line whatever the mode */
        set_x(&code, 5, from | mode << 60);
        set_x(&code, 6, from);
        set_x(&code, 7, mode);
        store(&code, DOUBLE, 7, 5, 0);
        load(&code, DOUBLE, 8, 6, 0);
        end_kernel(&code);
        machine_run(machine(), &code);
        assert_int_equal(scalar_x()[8], mode);
    }
}

/* --- the data cache ------------------------------------------------------------------------------
 */

enum { OLD = 0x01, NEW = 0x02 };

/* x5: a line that holds OLD; x6: NEW. */
static uint64_t begin_line(void)
{
    static uint64_t address;
    uint8_t line[64];
    if (address == 0)
        address = gm_new(machine(), 128);
    memset(line, OLD, sizeof line);
    gm_put(machine(), address, line, sizeof line);
    code_clear(&code);
    set_x(&code, 5, address);
    set_x(&code, 6, 0x0202020202020202);
    return address;
}

/* A mover does not see what lies in the cache; after dcci it does. */
static void store_and_mover(void **state)
{
    (void)state;
    for (int with_dcci = 0; with_dcci < 2; with_dcci++) {
        uint64_t line = begin_line();
        store(&code, DOUBLE, 6, 5, 0);
        if (with_dcci)
            insn(&code, ISA_dcci, 0, 5, LITERAL(0), LITERAL(0));
        copy_in(&code, 0, line, 64);
        end_kernel(&code);
        machine_run(machine(), &code);
        uint8_t seen = chip_aiv(machine()->chip, 0)->local.bytes[LOCAL_UB][0];
        assert_int_equal(seen, with_dcci ? NEW : OLD);
        uint8_t after;
        gm_get(machine(), line, &after, 1);
        assert_int_equal(after, NEW); /* at the latest when the block ends */
    }
}

/* A line that was read does not follow what a mover writes; after dcci it is read again. */
static void mover_and_load(void **state)
{
    (void)state;
    for (int with_dcci = 0; with_dcci < 2; with_dcci++) {
        uint64_t line = begin_line();
        load(&code, DOUBLE, 7, 5, 0);
        copy_out(&code, line, 0, 64); /* poison, which UB is full of */
        hand_over(&code, CCE_MTE3, CCE_S, 0);
        if (with_dcci)
            insn(&code, ISA_dcci, 0, 5, LITERAL(1), LITERAL(0));
        load(&code, DOUBLE, 8, 5, 0);
        end_kernel(&code);
        machine_run(machine(), &code);
        assert_int_equal(scalar_x()[7], 0x0101010101010101);
        assert_int_equal(scalar_x()[8], with_dcci ? 0xa5a5a5a5a5a5a5a5 : 0x0101010101010101);
    }
}

/* A line that is written back carries all of its bytes: what a mover has put beside the stored word
 * is lost. */
static void written_back_whole(void **state)
{
    uint64_t line = begin_line();
    uint8_t after[64];
    (void)state;
    store(&code, DOUBLE, 6, 5, 0);
    copy_out(&code, line + 32, 0, 32);
    hand_over(&code, CCE_MTE3, CCE_S, 0);
    end_kernel(&code);
    machine_run(machine(), &code);
    gm_get(machine(), line, after, sizeof after);
    assert_int_equal(after[0], NEW);
    assert_int_equal(after[8], OLD);
    assert_int_equal(after[32], OLD);
}

/* The cache of a core is its own: two cores that store into one line, and the later one wins the
 * line. */
static void one_cache_for_each_core(void **state)
{
    uint64_t line = begin_line();
    uint64_t words[8];
    (void)state;
    insn(&code, ISA_get_block_idx, 0, 7);
    shift_x(&code, 8, 7, 3);
    add_x(&code, 5, 5, 8);
    store(&code, DOUBLE, 7, 5, 0); /* block i writes word i */
    end_kernel(&code);
    assert_int_equal(machine_launch(machine(), &kernel, 2, NULL, 0), BELAY_OK);
    gm_get(machine(), line, words, sizeof words);
    bool first_lost = words[0] == 0x0101010101010101 && words[1] == 1;
    bool second_lost = words[0] == 0 && words[1] == 0x0101010101010101;
    assert_true(first_lost || second_lost);
}

/* More lines than the cache has: dirty ones are written back when they make room, none is lost. */
static void eviction(void **state)
{
    enum { BYTES = 256 * 1024 };
    static uint64_t words[BYTES / 8];
    uint64_t area = gm_new(machine(), BYTES);
    (void)state;
    code_clear(&code);
    set_x(&code, 5, area);
    set_x(&code, 6, BYTES / 64);
    uint32_t loop = here(&code);
    store(&code, DOUBLE, 6, 5, 0);
    addi(&code, 5, 5, 64);
    addi(&code, 6, 6, -1);
    branch_nonzero(&code, 6, loop);
    end_kernel(&code);
    machine_run(machine(), &code);
    gm_get(machine(), area, words, BYTES);
    for (unsigned i = 0; i < BYTES / 64; i++) {
        assert_int_equal(words[8 * i], BYTES / 64 - i);
        assert_int_equal(words[8 * i + 1], 0xa5a5a5a5a5a5a5a5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poison),
        cmocka_unit_test(guard_gaps),
        cmocka_unit_test(freed_memory),
        cmocka_unit_test(l2_mode_is_no_address),
        cmocka_unit_test(store_and_mover),
        cmocka_unit_test(mover_and_load),
        cmocka_unit_test(written_back_whole),
        cmocka_unit_test(one_cache_for_each_core),
        cmocka_unit_test(eviction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
