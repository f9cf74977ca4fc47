/* UB to GM: bursts in two loops, each exactly burst_len bytes; with CTRL[8:6] every element of the
 * destination is updated by CTRL[10:9]: sum, maximum or minimum. */
#include <math.h>
#include <string.h>

#include "tests/isa/mover.h"

struct want {
    const struct transfer *transfer;
    const uint8_t *ub;
    uint8_t *gm;
    struct element element; /* of the atomic update; size 0: none */
    int operation;
    bool keeps_special;
};

enum { SUM, MAXIMUM, MINIMUM };

static double of_floats(int operation, double a, double b)
{
    if (operation == SUM)
        return a + b;
    if (isnan(a) || isnan(b))
        return NAN;
    bool first = a > b || (a == b && !signbit(a));
    return first == (operation == MAXIMUM) ? a : b;
}

/* f16 and bf16 saturate with CTRL[48] = 0; integers wrap. */
static uint64_t updated(const struct want *w, uint64_t old, uint64_t new)
{
    const struct element *e = &w->element;
    if (e->kind != FLOATING) {
        __int128 a = element_integer(e, old), b = element_integer(e, new);
        __int128 largest = a > b ? a : b;
        return element_limits(e,
                              w->operation == SUM       ? a + b
                              : w->operation == MAXIMUM ? largest
                                                        : a + b - largest,
                              false);
    }
    double value = of_floats(w->operation, element_value(e, old), element_value(e, new));
    if (e->format == REF_BF16 && !isnan(value))
        value = (double)(float)value;
    uint64_t bits = element_nearest(e, value);
    if (e->size == 4 || w->keeps_special)
        return bits;
    if (isnan(value))
        return 0;
    uint64_t inf = e->format == REF_F16 ? 0x7c00 : 0x7f80;
    return (bits & 0x7fff) == inf ? bits - 1 : bits;
}

static void want_row(void *user, uint64_t ub, uint64_t gm)
{
    struct want *w = user;
    uint64_t length = w->transfer->move.burst_len;
    unsigned size = w->element.size;
    assert_true(gm + length <= MOVER_BYTES && ub + length <= MOVER_BYTES);
    if (size == 0)
        memcpy(w->gm + gm, w->ub + ub, length);
    for (uint64_t i = 0; size > 0 && i < length; i += size) {
        uint64_t old = 0, new = 0;
        memcpy(&old, w->gm + gm + i, size);
        memcpy(&new, w->ub + ub + i, size);
        old = updated(w, old, new);
        memcpy(w->gm + gm + i, &old, size);
    }
}

static void random_memory(uint8_t *bytes, const struct element *e, uint64_t *seed)
{
    struct element any = {.kind = BITS, .size = 1};
    if (e->size == 0)
        e = &any;
    for (unsigned i = 0; i < MOVER_BYTES; i += e->size) {
        uint64_t bits = random_element(e, seed);
        memcpy(bytes + i, &bits, e->size);
    }
}

/* UB takes buffer 0, the transfer goes to buffer 1 with `ctrl` set in its fields by instructions.
 */
static void run_out(const struct transfer *t, int type_row, int operation_row, uint64_t ctrl)
{
    static struct code code;
    code_clear(&code);
    copy_in(&code, 0, mover_buffer(0), MOVER_BYTES);
    hand_over(&code, CCE_MTE2, CCE_MTE3, 1);
    set_x(&code, 5, ctrl);
    insn(&code, ISA_set_ctrl, 0, 5);
    if (type_row >= 0) {
        insn(&code, type_row, 0);
        insn(&code, operation_row, 0);
    }
    put_transfer(&code, ISA_copy_ubuf_to_gm_align_v2, 0, t, mover_buffer(1));
    insn(&code, ISA_set_atomic_none, 0); /* taken by later copies only */
    end_kernel(&code);
    machine_run(machine(), &code);
}

static void one_copy(struct want *w, int type_row, int operation_row, uint64_t *seed)
{
    static struct transfer t;
    static uint8_t ub[MOVER_BYTES], before[MOVER_BYTES], after[MOVER_BYTES];
    uint64_t ctrl = CTRL_RESET | (uint64_t)random_below(seed, 2) << 48;
    unsigned size = w->element.size;
    random_memory(ub, &w->element, seed);
    random_memory(before, &w->element, seed);
    gm_put(machine(), mover_buffer(0), ub, MOVER_BYTES);
    gm_put(machine(), mover_buffer(1), before, MOVER_BYTES);
    random_transfer(&t, 1, false, seed);
    if (size > 1) {
        bool dense = t.move.ub_stride == t.move.burst_len;
        t.move.burst_len = (t.move.burst_len + size - 1) / size * size;
        if (dense)
            t.move.ub_stride = t.move.burst_len;
        t.loop_size[0] = t.loop_size[1] = 1;
    }
    run_out(&t, type_row, operation_row, ctrl);
    w->transfer = &t;
    w->ub = ub;
    w->gm = before;
    w->keeps_special = ctrl >> 48 & 1;
    transfer_rows(&t, want_row, w);
    gm_get(machine(), mover_buffer(1), after, MOVER_BYTES);
    for (unsigned i = 0; i < MOVER_BYTES; i++)
        if (after[i] != before[i])
            fail_msg("%s %d: GM byte 0x%x is 0x%02x, want 0x%02x",
                     size > 0 ? w->element.name : "copy", w->operation, i, after[i], before[i]);
}

static void copies_out(const struct row_test *test)
{
    (void)test;
    uint64_t seed = 21;
    for (int i = 0; i < 300; i++) {
        struct want w = {.element = {.size = 0}};
        one_copy(&w, -1, -1, &seed);
    }
}
ROW_TEST(copy_ubuf_to_gm_align_v2, copies_out, .rule = NULL)

static void atomics(const struct row_test *test)
{
    static const struct {
        const char *type;
        int row;
    } types[] = {{"f32", ISA_set_atomic_f32},   {"f16", ISA_set_atomic_f16},
                 {"bf16", ISA_set_atomic_bf16}, {"s16", ISA_set_atomic_s16},
                 {"s32", ISA_set_atomic_s32},   {"s8", ISA_set_atomic_s8}};
    static const int operations[] = {ISA_set_atomic_add, ISA_set_atomic_max, ISA_set_atomic_min};
    uint64_t seed = 22;
    (void)test;
    for (unsigned type = 0; type < sizeof types / sizeof *types; type++)
        for (int operation = SUM; operation <= MINIMUM; operation++)
            for (int i = 0; i < 16; i++) {
                struct want w = {.element = element_of(types[type].type, 0),
                                 .operation = operation};
                one_copy(&w, types[type].row, operations[operation], &seed);
            }
}

/* --- what is refused
 * -------------------------------------------------------------------------------- */

static void refuse(const struct transfer *t, uint64_t ctrl, const char *text)
{
    static struct code code;
    code_clear(&code);
    set_x(&code, 5, ctrl);
    insn(&code, ISA_set_ctrl, 0, 5);
    put_transfer(&code, ISA_copy_ubuf_to_gm_align_v2, 0, t, mover_buffer(1));
    end_kernel(&code);
    machine_refuses(machine(), &code, BELAY_KERNEL_BUG, text);
    assert_string_equal(machine()->error.pipe, "mte3");
    assert_non_null(strstr(machine()->error.message, "copy_ubuf_to_gm_align_v2"));
}

static void refusals(const struct row_test *test)
{
    static const char *const names[] = {"sid",          "burst_num",  "burst_len",
                                        "l2_cache_ctl", "dst_stride", "src_stride"};
    const struct transfer plain = {.move = {.burst_num = 1, .burst_len = 64, .ub_stride = 64},
                                   .loop_size = {1, 1}};
    struct transfer t = plain;
    (void)test;
    t.ub = 8;
    refuse(&t, CTRL_RESET, "0x8 is not a multiple of 32");
    t = plain;
    t.move.burst_num = 3;
    t.move.ub_stride = 65;
    refuse(&t, CTRL_RESET, "UB stride of 65 bytes");
    t = plain;
    t.loop_size[1] = 2;
    t.loop_ub[1] = 80;
    refuse(&t, CTRL_RESET, "loop 2: UB stride of 80 bytes");
    t = plain;
    t.ub = 256 * 1024 - 32;
    refuse(&t, CTRL_RESET, "past the end of UB");
    t = plain;
    t.gm = MOVER_BYTES - 1;
    refuse(&t, CTRL_RESET, "illegal write of 64 bytes");
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        t = plain;
        t.excess = 1ULL << i;
        refuse(&t, CTRL_RESET, names[i]);
    }
    t = plain;
    t.move.burst_len = 62;
    refuse(&t, CTRL_RESET | 1 << 6, "no multiple of the atomic element");
    refuse(&plain, CTRL_RESET | 7 << 6, "atomic type 7");
    refuse(&plain, CTRL_RESET | 1 << 6 | 3 << 9, "atomic operation 3");
}

static struct row_test atomics_test = {"copy_ubuf_to_gm_align_v2 atomic",
                                       ISA_copy_ubuf_to_gm_align_v2, atomics, .rule = NULL};
static struct row_test refusals_test = {"copy_ubuf_to_gm_align_v2 refused",
                                        ISA_copy_ubuf_to_gm_align_v2, refusals, .rule = NULL};
__attribute__((constructor)) static void add_tests(void)
{
    row_test_add(&atomics_test);
    row_test_add(&refusals_test);
}
