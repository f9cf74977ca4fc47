/* Streams at addresses of any alignment. Loads: the part of the first block comes out of the align
 * register, which then takes the block in which the stream goes on. Stores: whole blocks are
 * written, the rest waits in the align register for the next part or the flush; not a byte outside
 * the stream changes. (asc-devkit LoadUnAlign, StoreUnAlign.) */
#include <string.h>

#include "tests/isa/access.h"

enum { ALIGN = 20, PARTS = 5, X_BASE = 5, X_COUNT = 12 };

/* --- what the programs are made of: bases in x5.., counts in x12.., parts in v0..
 * ------------------- */

struct stream {
    struct vf_case run;
    uint32_t start, end;   /* of the stream, in the window */
    uint32_t count[PARTS]; /* bytes */
    unsigned parts;
    int type;
    unsigned size; /* of its element */
    bool post;
};

static void add_word(struct stream *s, uint64_t word)
{
    assert_true(s->run.count < sizeof s->run.word / sizeof *s->run.word);
    s->run.word[s->run.count++] = word;
}

static void random_stream(struct stream *s, int row, int type, bool whole, uint64_t *seed)
{
    struct trial window = {.run.ub_size = 0};
    memset(&s->run, 0, sizeof s->run);
    random_window(&window, seed);
    memcpy(s->run.ub, window.run.ub, UB_WINDOW);
    s->run.ub_at = window.run.ub_at;
    s->run.ub_size = UB_WINDOW;
    s->run.ctrl = CTRL_RESET;
    for (unsigned i = 0; i < VREG_COUNT; i++)
        for (unsigned j = 0; j < VREG_BYTES / 8; j++)
            s->run.state.v[i].u64[j] = random_bits(seed);
    s->type = type;
    s->size = element_of(isa_rows[row].types[type], 0).size;
    s->parts = 1 + random_below(seed, PARTS);
    uint32_t bytes = 0;
    for (unsigned i = 0; i < s->parts; i++) {
        unsigned most = VREG_BYTES / s->size;
        if (random_below(seed, 3) == 0)
            most = 32 / s->size; /* many within one block */
        s->count[i] = whole ? VREG_BYTES : (1 + random_below(seed, most)) * s->size;
        s->run.state.x[X_COUNT + i] = s->count[i];
        bytes += s->count[i];
    }
    uint32_t room = UB_WINDOW - VREG_BYTES - bytes;
    s->start = random_below(seed, room / s->size) * s->size;
    s->end = s->start + bytes;
}

/* Part i is addressed by its own register, or all by the one that moves. */
static int base_of(const struct stream *s, unsigned i)
{
    return X_BASE + (s->post ? 0 : (int)i);
}

static void set_bases(struct stream *s)
{
    uint64_t at = s->run.ub_at + s->start;
    for (unsigned i = 0; i < s->parts; i++) {
        s->run.state.x[X_BASE + i] = at;
        at += s->count[i];
    }
}

static void check_moved(const struct stream *s)
{
    uint64_t want = s->run.ub_at + (s->post ? s->end : s->start);
    assert_int_equal(s->run.state.x[X_BASE], want);
}

/* --- loads
 * ---------------------------------------------------------------------------------------- */

static void put_loads(struct stream *s, int prepare, int row)
{
    set_bases(s);
    add_word(s, encode(prepare, s->type, ALIGN, X_BASE));
    for (unsigned i = 0; i < s->parts; i++)
        add_word(s, s->post ? encode(row, s->type, i, ALIGN, X_BASE, X_COUNT + i, IMM_Post_UPDATE)
                            : encode(row, s->type, i, ALIGN, base_of(s, i)));
}

static void check_loads(const struct stream *s, const char *name)
{
    uint32_t at = s->start;
    for (unsigned i = 0; i < s->parts; i++) {
        for (unsigned j = 0; j < VREG_BYTES; j++)
            if (s->run.state.v[i].u8[j] != s->run.ub[at + j])
                fail_msg("%s, start %u: byte %u of part %u is 0x%02x, want 0x%02x", name, s->start,
                         j, i, s->run.state.v[i].u8[j], s->run.ub[at + j]);
        at += s->count[i];
    }
}

static void every_load(const struct row_test *test)
{
    static struct stream s;
    uint64_t seed = test_seed(5);
    s.post = isa_operand_find(test->row, "post") != NULL;
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (int i = 0; i < 12; i++) {
            random_stream(&s, test->row, type, !s.post, &seed);
            put_loads(&s, ISA_vldas, test->row);
            case_run(machine(), &s.run);
            check_loads(&s, test->name);
            check_moved(&s);
        }
}
ROW_TEST(vldus, every_load, .rule = NULL)
ROW_TEST(vldus_post, every_load, .rule = NULL)
ROW_TEST(vldui, every_load, .rule = NULL)
ROW_TEST(vldui_post, every_load, .rule = NULL)

/* What the align register took at vldas stays, though memory changes behind it. */
static void first_block_is_kept(const struct row_test *test)
{
    static struct stream s;
    uint64_t seed = test_seed(6);
    for (int type = 0; type < isa_rows[test->row].type_count; type++) {
        random_stream(&s, test->row, type, true, &seed);
        s.parts = 1;
        s.start = 320 + s.size;
        set_bases(&s);
        s.run.state.x[20] = s.run.ub_at + 320;
        memset(&s.run.state.v[30], 0xff, VREG_BYTES);
        uint8_t before[32];
        memcpy(before, s.run.ub + 320, 32);
        add_word(&s, encode(ISA_vldas, type, ALIGN, X_BASE));
        add_word(&s, encode(ISA_vsts, 0, 10, 20, 0, IMM_DistVST_NORM_B8, 30));
        add_word(&s, encode(ISA_vldus, type, 0, ALIGN, X_BASE));
        case_run(machine(), &s.run);
        unsigned kept = 32 - s.size;
        assert_memory_equal(s.run.state.v[0].u8, before + s.size, kept);
        assert_memory_equal(s.run.state.v[0].u8 + kept, s.run.ub + 352, VREG_BYTES - kept);
    }
}
ROW_TEST(vldas, first_block_is_kept, .rule = NULL)

/* --- stores
 * --------------------------------------------------------------------------------------- */

static void put_stores(struct stream *s, int row)
{
    set_bases(s);
    add_word(s, encode(ISA_vector_align_init, 0, ALIGN));
    for (unsigned i = 0; i < s->parts; i++) {
        int count = X_COUNT + (int)i;
        add_word(s, s->post ? encode(row, s->type, ALIGN, count, i, X_BASE, IMM_Post_UPDATE)
                            : encode(row, s->type, ALIGN, count, i, base_of(s, i)));
    }
}

/* The flush of the stream, by a base and an offset whose sum is its end. */
static void put_flush(struct stream *s, int row, unsigned post, uint64_t *seed)
{
    uint64_t *x = s->run.state.x;
    uint64_t end = s->run.ub_at + s->end;
    x[20] = end;
    x[21] = random_below(seed, 1000) * s->size;
    if (row == ISA_vstas_post)
        add_word(s, encode(row, s->type, ALIGN, 20, 21, post));
    else
        add_word(s, encode(row, s->type, ALIGN, 20, 21));
    if (row == ISA_vstas || post == IMM_Post_NORMAL)
        x[20] -= x[21];
}

static void stream_bytes(const struct stream *s, uint8_t *window, uint32_t end)
{
    uint32_t at = s->start;
    for (unsigned i = 0; i < s->parts; at += s->count[i++])
        for (unsigned j = 0; j < s->count[i]; j++)
            if (at + j < end)
                window[at + j] = s->run.state.v[i].u8[j];
}

static void check_stores(const struct stream *s, const char *name, const uint8_t *want)
{
    for (unsigned i = 0; i < UB_WINDOW; i++)
        if (s->run.ub[i] != want[i])
            fail_msg("%s, stream [%u, %u): byte %u is 0x%02x, want 0x%02x", name, s->start, s->end,
                     i, s->run.ub[i], want[i]);
    check_rest_of_ub(&s->run);
}

/* Without the flush only what lies in whole blocks is there. */
static void every_store(const struct row_test *test)
{
    static struct stream s;
    static uint8_t want[UB_WINDOW];
    uint64_t seed = test_seed(7);
    s.post = isa_operand_find(test->row, "post") != NULL;
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (int i = 0; i < 16; i++) {
            bool flushed = i % 4 != 0;
            random_stream(&s, test->row, type, false, &seed);
            put_stores(&s, test->row);
            memcpy(want, s.run.ub, UB_WINDOW);
            stream_bytes(&s, want, flushed ? s.end : s.end & ~31u);
            if (flushed)
                put_flush(&s, ISA_vstas, IMM_Post_NORMAL, &seed);
            case_run(machine(), &s.run);
            check_stores(&s, test->name, want);
            check_moved(&s);
        }
}
ROW_TEST(vstus, every_store, .rule = NULL)
ROW_TEST(vstus_post, every_store, .rule = NULL)
ROW_TEST(vstui, every_store, .rule = NULL)
ROW_TEST(vstui_post, every_store, .rule = NULL)

/* Plain: the end is base + offset. Post-updating: the stream ends at the base, which then moves. */
static void every_flush(const struct row_test *test)
{
    static struct stream s;
    static uint8_t want[UB_WINDOW];
    uint64_t seed = test_seed(8);
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (unsigned i = 0; i < 12; i++) {
            unsigned post = test->row == ISA_vstas_post ? i % 2 : IMM_Post_NORMAL;
            s.post = i % 3 == 0;
            random_stream(&s, test->row, type, false, &seed);
            put_stores(&s, s.post ? ISA_vstus_post : ISA_vstus);
            put_flush(&s, test->row, post, &seed);
            memcpy(want, s.run.ub, UB_WINDOW);
            stream_bytes(&s, want, s.end);
            case_run(machine(), &s.run);
            check_stores(&s, test->name, want);
            uint64_t base = s.run.ub_at + s.end;
            uint64_t offset = s.run.state.x[21];
            assert_int_equal(s.run.state.x[20],
                             post == IMM_Post_UPDATE ? base + offset : base - offset);
        }
}
ROW_TEST(vstas, every_flush, .rule = NULL)
ROW_TEST(vstas_post, every_flush, .rule = NULL)

/* --- streams with holes, and what is refused
 * ---------------------------------------------------------- */

/* One element at a time, flushed each time, the base moving on by more than the element: the
 * elements between stay as they are (a reduction with a stride between its results). */
static void strided(const struct row_test *test)
{
    static struct stream s;
    static uint8_t want[UB_WINDOW];
    uint64_t seed = test_seed(9);
    random_stream(&s, test->row, 0, false, &seed);
    memcpy(want, s.run.ub, UB_WINDOW);
    s.run.state.x[X_BASE] = s.run.ub_at + 100;
    s.run.state.x[X_COUNT] = 4;
    s.run.state.x[X_COUNT + 1] = 8;
    add_word(&s, encode(ISA_vector_align_init, 0, ALIGN));
    for (int i = 0; i < 6; i++) {
        add_word(&s, encode(ISA_vstus_post, 0, ALIGN, X_COUNT, i, X_BASE, IMM_Post_UPDATE));
        add_word(&s, encode(ISA_vstas_post, 0, ALIGN, X_BASE, X_COUNT + 1, IMM_Post_UPDATE));
        memcpy(want + 100 + 12 * i, s.run.state.v[i].u8, 4);
    }
    case_run(machine(), &s.run);
    check_stores(&s, "strided", want);
}

static void refused(const struct row_test *test)
{
    static struct stream s;
    uint64_t seed = test_seed(10);
    for (int i = 0; i < 3; i++) {
        random_stream(&s, test->row, 0, true, &seed);
        s.run.ub_at = UB_BYTES - UB_WINDOW;
        s.run.state.x[X_BASE] = UB_BYTES - (i == 0 ? 255 : i == 1 ? 100 : 512);
        s.run.state.x[X_COUNT] = i == 1 ? 256 : 257;
        if (i == 0)
            add_word(&s, encode(ISA_vldus, 0, 0, ALIGN, X_BASE));
        else
            add_word(&s, encode(ISA_vstus, 0, ALIGN, X_COUNT, 0, X_BASE));
        assert_int_equal(case_try(machine(), &s.run), BELAY_KERNEL_BUG);
        const char *text = i == 2 ? "unaligned store of 257 bytes" : "past the end of UB";
        assert_non_null(strstr(machine()->error.message, text));
    }
}

static struct row_test strided_test = {"vstus strided", ISA_vstus, strided, .rule = NULL};
static struct row_test refused_test = {"vldus, vstus refused", ISA_vstus, refused, .rule = NULL};
__attribute__((constructor)) static void add_tests(void)
{
    row_test_add(&strided_test);
    row_test_add(&refused_test);
}
