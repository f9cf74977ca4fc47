/* GM to UB: bursts in two loops, padding, byte by byte. Row b of a loop starts at the row before it
 * plus the stride; left and right padding are elements of PAD_VAL_OUTTOUB, or of the row's first
 * element; the rest of the last block of a row is undefined; nothing else of UB changes. */
#include <string.h>

#include "tests/isa/mover.h"

enum { UNTOUCHED = -1, UNDEFINED = -2 };

struct want {
    const struct transfer *transfer;
    const uint8_t *gm;
    unsigned element;
    uint64_t pad_value;
    int16_t ub[MOVER_BYTES];
};

static void want_pad(struct want *w, uint64_t at, uint64_t bytes, const uint8_t *row)
{
    uint8_t constant[8];
    memcpy(constant, &w->pad_value, 8);
    const uint8_t *from = w->transfer->move.constant ? constant : row;
    for (uint64_t i = 0; i < bytes; i++)
        w->ub[at + i] = from[i % w->element];
}

static void want_row(void *user, uint64_t ub, uint64_t gm)
{
    struct want *w = user;
    const struct move *m = &w->transfer->move;
    uint64_t left = m->left * w->element, right = m->right * w->element;
    uint64_t end = ub + left + m->burst_len + right;
    assert_true(end + 32 < MOVER_BYTES && gm < MOVER_BYTES - m->burst_len);
    want_pad(w, ub, left, w->gm + gm);
    for (uint64_t i = 0; i < m->burst_len; i++)
        w->ub[ub + left + i] = w->gm[gm + i];
    want_pad(w, end - right, right, w->gm + gm);
    for (; end % 32 != 0; end++)
        w->ub[end] = UNDEFINED;
}

static void check_ub(const struct want *w)
{
    const struct local *local = &chip_aiv(machine()->chip, 0)->local;
    const uint8_t *ub = local->bytes[LOCAL_UB];
    for (uint64_t i = 0; i < local->size[LOCAL_UB]; i++) {
        int want = i < MOVER_BYTES ? w->ub[i] : UNTOUCHED;
        if (want != UNDEFINED && ub[i] != (want == UNTOUCHED ? UB_POISON : want))
            fail_msg("UB byte 0x%llx is 0x%02x, want %d", (unsigned long long)i, ub[i], want);
    }
}

static void random_gm(uint8_t *bytes, uint64_t *seed)
{
    for (unsigned i = 0; i < MOVER_BYTES; i++) {
        bytes[i] = (uint8_t)random_bits(seed);
        bytes[i] = bytes[i] == UB_POISON ? 0 : bytes[i]; /* so that what was written can be told */
    }
}

static void copies_in(const struct row_test *test)
{
    static struct code code;
    static struct transfer t;
    static struct want w;
    static uint8_t gm[MOVER_BYTES];
    uint64_t seed = 20;
    random_gm(gm, &seed);
    gm_put(machine(), mover_buffer(0), gm, MOVER_BYTES);
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (int i = 0; i < 60; i++) {
            w.element = element_of(isa_rows[test->row].types[type], 0).size;
            w.pad_value = random_bits(&seed);
            random_transfer(&t, w.element, true, &seed);
            if (i == 0)
                t.move.burst_num = 0;
            if (i == 1)
                t.move.burst_len = 0;
            code_clear(&code);
            set_x(&code, 5, w.pad_value);
            insn(&code, ISA_set_pad_val_outtoub, 0, 5);
            put_transfer(&code, test->row, type, &t, mover_buffer(0));
            insn(&code, ISA_set_pad_val_outtoub, 0, 0);
            end_kernel(&code);
            machine_run(machine(), &code);
            w.transfer = &t;
            w.gm = gm;
            for (unsigned j = 0; j < MOVER_BYTES; j++)
                w.ub[j] = UNTOUCHED;
            if (t.move.burst_len > 0)
                transfer_rows(&t, want_row, &w);
            check_ub(&w);
        }
}
ROW_TEST(copy_gm_to_ubuf_align_v2, copies_in, .rule = NULL)

/* --- what is refused
 * -------------------------------------------------------------------------------- */

static void plain(struct transfer *t)
{
    *t = (struct transfer){.loop_size = {1, 1}};
    t->move.burst_num = 1;
    t->move.burst_len = 64;
    t->move.ub_stride = 64;
}

static void refuse(const struct transfer *t, const char *type, const char *text)
{
    static struct code code;
    int row = ISA_copy_gm_to_ubuf_align_v2;
    code_clear(&code);
    put_transfer(&code, row, type_of(row, type), t, mover_buffer(0));
    end_kernel(&code);
    machine_refuses(machine(), &code, BELAY_KERNEL_BUG, text);
    assert_string_equal(machine()->error.pipe, "mte2");
    assert_non_null(strstr(machine()->error.message, "copy_gm_to_ubuf_align_v2"));
}

static void refusals_of_addresses(void)
{
    struct transfer t;
    plain(&t);
    t.ub = 16;
    refuse(&t, "u8", "0x10 is not a multiple of 32");
    plain(&t);
    t.move.burst_num = 2;
    t.move.ub_stride = 72;
    refuse(&t, "u8", "UB stride of 72 bytes");
    plain(&t);
    t.loop_size[0] = 2;
    t.loop_ub[0] = 80;
    refuse(&t, "u8", "loop 1: UB stride of 80 bytes");
    plain(&t);
    t.loop_size[1] = 2;
    t.loop_ub[1] = 90;
    refuse(&t, "u8", "loop 2: UB stride of 90 bytes");
    plain(&t);
    t.ub = 256 * 1024 - 32;
    refuse(&t, "u8", "past the end of UB");
    plain(&t);
    t.ub = UINT64_MAX - 31;
    refuse(&t, "u8", "past the end of UB");
    plain(&t);
    t.gm = MOVER_BYTES - 63;
    refuse(&t, "u8", "illegal read of 64 bytes");
    plain(&t);
    t.move.burst_num = 2;
    t.move.gm_stride = (uint64_t)-8;
    refuse(&t, "u8", "illegal read of 64 bytes");
}

static void refusals_of_sizes(void)
{
    static const char *const names[] = {"sid",          "burst_num",     "burst_len",
                                        "left_padding", "right_padding", "data_select",
                                        "l2_cache_ctl", "src_stride",    "dst_stride"};
    struct transfer t;
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        plain(&t);
        t.excess = 1ULL << i;
        refuse(&t, "u8", names[i]);
    }
    plain(&t);
    t.move.left = 17;
    refuse(&t, "f16", "padding of more than 32 bytes");
    plain(&t);
    t.move.right = 9;
    refuse(&t, "f32", "padding of more than 32 bytes");
    plain(&t);
    t.move.burst_len = (1 << 21) - 1; /* the largest: fits its field, not UB */
    refuse(&t, "u8", "past the end of UB");
}

static void refusals(const struct row_test *test)
{
    (void)test;
    refusals_of_addresses();
    refusals_of_sizes();
}
static struct row_test refusals_test = {"copy_gm_to_ubuf_align_v2 refused",
                                        ISA_copy_gm_to_ubuf_align_v2, refusals, .rule = NULL};
__attribute__((constructor)) static void add_refusals(void)
{
    row_test_add(&refusals_test);
}
