/* Unaligned streams that are addressed by an address register or by AR. asc-devkit Reg LoadUnAlign,
 * StoreUnAlign, Squeeze: an address register holds bytes; AR is the end of what was squeezed. */
#include <string.h>

#include "tests/isa/access.h"

enum { ALIGN = 20, X_BASE = 5, X_OFFSET = 6, X_COUNT = 7, PARTS = 4, MASK = 16 };

static struct vf_case run;

static void add_word(uint64_t word)
{
    assert_true(run.count < sizeof run.word / sizeof *run.word);
    run.word[run.count++] = word;
}

/* A window, random registers, the base somewhere in it and an offset of up to 1023 bytes. */
static void begin(uint64_t *seed)
{
    struct trial window = {.run.ub_size = 0};
    memset(&run, 0, sizeof run);
    random_window(&window, seed);
    memcpy(run.ub, window.run.ub, UB_WINDOW);
    run.ub_at = window.run.ub_at;
    run.ub_size = UB_WINDOW;
    run.ctrl = CTRL_RESET;
    for (unsigned i = 0; i < VREG_COUNT; i++)
        for (unsigned j = 0; j < VREG_BYTES / 8; j++)
            run.state.v[i].u64[j] = random_bits(seed);
    run.state.x[X_BASE] = run.ub_at + 64 + random_below(seed, 512);
    run.state.x[X_OFFSET] = random_below(seed, 1024);
}

static void check_window(const char *name, const uint8_t *want)
{
    for (unsigned i = 0; i < UB_WINDOW; i++)
        if (run.ub[i] != want[i])
            fail_msg("%s: byte %u is 0x%02x, want 0x%02x", name, i, run.ub[i], want[i]);
    check_rest_of_ub(&run);
}

/* Registers in a row from base + offset on; the offset moves by the count. */
static void loads(const struct row_test *test)
{
    uint64_t seed = test_seed(31);
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (int n = 0; n < 10; n++) {
            begin(&seed);
            unsigned size = element_of(isa_rows[test->row].types[type], 0).size;
            uint64_t count =
                random_below(&seed, 2) == 0 ? 0 : (1 + random_below(&seed, 256 / size)) * size;
            uint64_t at = run.state.x[X_BASE] + run.state.x[X_OFFSET] - run.ub_at;
            uint64_t offset = run.state.x[X_OFFSET];
            run.state.x[X_COUNT] = count;
            add_word(encode(ISA_vlda, type, ALIGN, X_BASE, X_OFFSET));
            for (unsigned i = 0; i < PARTS; i++)
                add_word(encode(ISA_vldu, type, i, ALIGN, X_OFFSET, X_BASE, X_COUNT));
            case_run(machine(), &run);
            for (unsigned i = 0; i < PARTS; i++)
                assert_memory_equal(run.state.v[i].u8, run.ub + at + i * count, VREG_BYTES);
            assert_int_equal(run.state.x[X_OFFSET], offset + PARTS * count);
        }
}
ROW_TEST(vlda, loads, .rule = NULL)
ROW_TEST(vldu, loads, .rule = NULL)

/* Whole registers in a row; with POST_UPDATE the offset moves behind each. */
static void stores(const struct row_test *test)
{
    static uint8_t want[UB_WINDOW];
    uint64_t seed = test_seed(32);
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (int n = 0; n < 10; n++) {
            begin(&seed);
            memcpy(want, run.ub, UB_WINDOW);
            uint64_t at = run.state.x[X_BASE] + run.state.x[X_OFFSET] - run.ub_at;
            uint64_t offset = run.state.x[X_OFFSET];
            add_word(encode(ISA_vector_align_init, 0, ALIGN));
            for (unsigned i = 0; i < PARTS; i++) {
                add_word(encode(ISA_vstu, type, ALIGN, X_OFFSET, i, X_BASE, IMM_Post_UPDATE));
                memcpy(want + at + i * VREG_BYTES, run.state.v[i].u8, VREG_BYTES);
            }
            add_word(encode(ISA_vsta, type, ALIGN, X_BASE, X_OFFSET));
            case_run(machine(), &run);
            check_window(test->name, want);
            assert_int_equal(run.state.x[X_OFFSET], offset + PARTS * VREG_BYTES);
        }
}
ROW_TEST(vstu, stores, .rule = NULL)
ROW_TEST(vsta, stores, .rule = NULL)

static const char *squeezed_type(unsigned size)
{
    return size == 1 ? "u8" : size == 2 ? "u16" : "u32";
}

/* The active elements of some registers, one behind the other from the base on; AR is their bytes.
 */
static void squeezes(const struct row_test *test)
{
    static uint8_t want[UB_WINDOW];
    uint64_t seed = test_seed(33);
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (int n = 0; n < 10; n++) {
            begin(&seed);
            memcpy(want, run.ub, UB_WINDOW);
            unsigned size = element_of(isa_rows[test->row].types[type], 0).size % 8;
            size = size == 0 ? 4 : size;
            int squeeze = type_of(ISA_vsqz, squeezed_type(size));
            uint64_t at = run.state.x[X_BASE] - run.ub_at, bytes = 0;
            add_word(encode(ISA_sprclr, 0, IMM_Spr_AR));
            add_word(encode(ISA_vector_align_init, 0, ALIGN));
            for (unsigned i = 0; i < PARTS; i++) {
                random_mask(&run.state.v[MASK + i], size, &seed);
                add_word(encode(ISA_vsqz, squeeze, 10, i, MASK + i, IMM_StoreMode_STORED));
                add_word(encode(ISA_vstur, type, ALIGN, 10, X_BASE, IMM_Post_UPDATE));
                for (unsigned j = 0; j < VREG_BYTES / size; j++)
                    if (is_active(&run.state.v[MASK + i], j, size)) {
                        memcpy(want + at + bytes, run.state.v[i].u8 + j * size, size);
                        bytes += size;
                    }
            }
            add_word(encode(ISA_vstar, type, ALIGN, X_BASE));
            case_run(machine(), &run);
            check_window(test->name, want);
            assert_int_equal(chip_aiv(machine()->chip, 0)->vf.ar, bytes);
        }
}
ROW_TEST(vstur, squeezes, .rule = NULL)
ROW_TEST(vstar, squeezes, .rule = NULL)

/* What AR holds goes to UB, 32 bits; the address like that of other stores. */
static void stores_ar(const struct row_test *test)
{
    static struct trial t;
    static uint8_t want[UB_WINDOW];
    uint64_t seed = test_seed(34);
    bool clears = test->row == ISA_sprclr;
    for (int n = 0; n < 20; n++) {
        struct row_test store = *test;
        if (clears)
            store.row = ISA_sprsts;
        trial_random(&t, &store, 0, &seed);
        random_window(&t, &seed);
        unsigned place = random_below(&seed, UB_WINDOW / 4) * 4;
        put_access(&t, place, &seed);
        memset(&t.run.state.v[1], 0xff, VREG_BYTES);
        t.run.word[t.run.count++] = encode(ISA_sprclr, 0, IMM_Spr_AR);
        t.run.word[t.run.count++] =
            encode(ISA_vsqz, type_of(ISA_vsqz, "u8"), 2, 3, 1, IMM_StoreMode_STORED);
        if (clears)
            t.run.word[t.run.count++] = encode(ISA_sprclr, 0, IMM_Spr_AR);
        t.want = t.run.state;
        t.want.v[2] = t.run.state.v[3];
        expect_base(&t);
        uint32_t ar = clears ? 0 : VREG_BYTES;
        memcpy(want, t.run.ub, UB_WINDOW);
        memcpy(want + place, &ar, sizeof ar);
        trial_check(&t);
        assert_memory_equal(t.run.ub, want, UB_WINDOW);
    }
}
ROW_TEST(sprclr, stores_ar, .rule = NULL)
ROW_TEST(sprsts, stores_ar, .rule = NULL)
ROW_TEST(sprsts_post, stores_ar, .rule = NULL)
ROW_TEST(sprsti, stores_ar, .rule = NULL)
ROW_TEST(sprsti_post, stores_ar, .rule = NULL)
