/* Time: every lane's busy and waiting ticks add up to the time of all launches, waits have their
 * reasons, and the same launches on another chip take the same ticks and give the same bytes. */
#include <stdio.h>
#include <stdlib.h>

#include "tests/isa/reference.h"
#include "tests/machine/support.h"

enum { TILE = 8192, TILES = 6, AREA = 64 * TILE };

/* --- kernels that keep the pipes busy in different ways
 * -------------------------------------------- */

struct buffers {
    uint64_t in, out; /* AREA bytes each */
};

/* x10: in, x11: out, both moved to the block's own part. */
static void begin_block(struct code *code)
{
    code_clear(code);
    insn(code, ISA_get_block_idx, 0, 12);
    shift_x(code, 12, 12, 13);
    add_x(code, A0, A0, 12);
    add_x(code, A0 + 1, A0 + 1, 12);
}

static void copy_tile(struct code *code, int row, int dst, int src)
{
    struct move m = {
        .burst_num = 4, .burst_len = TILE / 4, .gm_stride = TILE / 4, .ub_stride = TILE / 4};
    set_x(code, 13, move_config0(&m));
    set_x(code, 14, move_config1(&m));
    insn(code, row, 0, dst, src, 13, 14, 0);
}

/* exp(v * v) for the whole tile at x15. */
static uint32_t compute_tile(struct code *code)
{
    uint32_t vf = begin_vf(code);
    addi(code, 16, 0, TILE / 256);
    set_x(code, 17, 256);
    insn(code, ISA_pset, type_of(ISA_pset, "b32"), 4, IMM_Pat_ALL);
    uint32_t loop = here(code);
    insn(code, ISA_vlds, 0, 1, 15, 0, IMM_Dist_NORM);
    insn(code, ISA_vmul, 0, 2, 1, 1, 4, IMM_Mode_ZEROING);
    insn(code, ISA_vexp, 0, 2, 2, 4, IMM_Mode_ZEROING);
    insn(code, ISA_vsts_post, 0, 2, 15, 17, IMM_DistVST_NORM_B32, 4, IMM_Post_UPDATE);
    addi(code, 16, 16, -1);
    branch_nonzero(code, 16, loop);
    end_vf(code);
    return vf;
}

/* Tiles through one buffer: flags between the pipes, and back. */
static void put_serial(struct code *code)
{
    begin_block(code);
    uint32_t vf = compute_tile(code);
    set_x(code, 15, 0);
    set_x(code, 18, 0);
    for (int i = 0; i < TILES; i++) {
        if (i > 0)
            insn(code, ISA_wait_flag, 0, LITERAL(CCE_MTE3), LITERAL(CCE_MTE2), LITERAL(0));
        copy_tile(code, ISA_copy_gm_to_ubuf_align_v2, 18, A0);
        hand_over(code, CCE_MTE2, CCE_V, 1);
        call(code, vf);
        hand_over(code, CCE_V, CCE_MTE3, 2);
        copy_tile(code, ISA_copy_ubuf_to_gm_align_v2, A0 + 1, 18);
        if (i < TILES - 1)
            insn(code, ISA_set_flag, 0, LITERAL(CCE_MTE3), LITERAL(CCE_MTE2), LITERAL(0));
    }
    end_kernel(code);
}

/* Two buffers, buffer ids instead of flags. */
static void put_two_buffers(struct code *code)
{
    static const int pipes[] = {CCE_MTE2, CCE_V, CCE_MTE3};
    begin_block(code);
    uint32_t vf = compute_tile(code);
    for (int i = 0; i < TILES; i++) {
        int id = LITERAL(i % 2), buffer = 18 + i % 2;
        set_x(code, (unsigned)buffer, (uint64_t)(i % 2) * TILE);
        set_x(code, 15, (uint64_t)(i % 2) * TILE);
        for (int p = 0; p < 3; p++) {
            insn(code, ISA_get_buf, 0, LITERAL(pipes[p]), id, LITERAL(0));
            if (p == 0)
                copy_tile(code, ISA_copy_gm_to_ubuf_align_v2, buffer, A0);
            else if (p == 1)
                call(code, vf);
            else
                copy_tile(code, ISA_copy_ubuf_to_gm_align_v2, A0 + 1, buffer);
            insn(code, ISA_rls_buf, 0, LITERAL(pipes[p]), id, LITERAL(0));
        }
    }
    end_kernel(code);
}

/* More copies than a queue holds, barriers, and scalar work through the data cache. */
static void put_crowded(struct code *code)
{
    begin_block(code);
    set_x(code, 18, 0);
    for (int i = 0; i < 50; i++)
        copy_tile(code, ISA_copy_gm_to_ubuf_align_v2, 18, A0);
    insn(code, ISA_pipe_barrier, 0, LITERAL(CCE_MTE2));
    for (int i = 0; i < 3; i++)
        copy_tile(code, ISA_copy_gm_to_ubuf_align_v2, 18, A0);
    insn(code, ISA_pipe_barrier, 0, LITERAL(CCE_ALL));
    for (int i = 0; i < 20; i++) {
        load(code, DOUBLE, 5, A0, 64 * i);
        store(code, DOUBLE, 5, A0 + 1, 64 * i);
    }
    insn(code, ISA_dcci, 0, A0, LITERAL(1), LITERAL(0));
    end_kernel(code);
}

typedef void put_kernel(struct code *code);
static put_kernel *const kernels[] = {put_serial, put_two_buffers, put_crowded};
enum { KERNELS = sizeof kernels / sizeof *kernels };

static struct buffers make_buffers(struct machine *m)
{
    static uint8_t bytes[AREA];
    uint64_t seed = 77;
    struct buffers b = {gm_new(m, AREA), gm_new(m, AREA)};
    for (unsigned i = 0; i < AREA; i += 4) {
        uint32_t bits = bits_of((float)random_below(&seed, 1000) / 300);
        memcpy(bytes + i, &bits, 4);
    }
    gm_put(m, b.in, bytes, AREA);
    return b;
}

static void run_all(struct machine *m, const struct buffers *b, unsigned blocks)
{
    static struct code code, empty;
    for (unsigned i = 0; i < KERNELS; i++) {
        struct kernel kernel = {.aiv = &code};
        kernels[i](&code);
        if (machine_launch(m, &kernel, blocks, &b->in, 2) != BELAY_OK)
            fail_msg("kernel %u: %s", i, m->error.message);
    }
    code_clear(&empty);
    end_kernel(&empty);
    put_serial(&code);
    struct kernel mixed = {.aiv = &code, .aic = &empty, .aiv_ratio = 2};
    if (machine_launch(m, &mixed, blocks / 2, &b->in, 2) != BELAY_OK)
        fail_msg("mixed: %s", m->error.message);
}

static void open_chip(struct machine *m)
{
    belay_chip *chip;
    memset(m, 0, sizeof *m);
    assert_int_equal(belay_chip_open("950PR_9579", NULL, 0, &chip, NULL), BELAY_OK);
    m->chip = (struct chip *)chip;
}

/* --- sums
 * -------------------------------------------------------------------------------------------- */

static void check_sums(const belay_chip *chip)
{
    belay_summary summary;
    belay_lane lane;
    belay_chip_summary(chip, &summary);
    for (size_t i = 0; belay_chip_lane(chip, i, &lane); i++) {
        uint64_t sum = lane.busy;
        assert_true(lane.busy <= summary.ticks);
        for (size_t r = 0; r < belay_wait_reason_count(); r++) {
            uint64_t ticks = belay_chip_lane_wait(chip, i, r);
            assert_true(ticks <= summary.ticks);
            sum += ticks;
        }
        if (sum != summary.ticks)
            fail_msg("%s %s: busy and waits are %llu ticks, the launches %llu", lane.core,
                     lane.pipe, (unsigned long long)sum, (unsigned long long)summary.ticks);
    }
}

/* After each launch, also one that fails, with fewer blocks than cores and with more. */
static void lanes_add_up(void **state)
{
    static struct code code;
    struct machine m;
    (void)state;
    open_chip(&m);
    struct buffers b = make_buffers(&m);
    struct kernel kernel = {.aiv = &code};
    run_all(&m, &b, 4);
    check_sums(machine_chip(&m));
    run_all(&m, &b, 60);
    check_sums(machine_chip(&m));
    put_serial(&code);
    code.main_size -= 12; /* instead of its end */
    insn(&code, ISA_trap, 0);
    assert_int_equal(machine_launch(&m, &kernel, 3, &b.in, 2), BELAY_KERNEL_BUG);
    check_sums(machine_chip(&m));
    put_crowded(&code);
    for (uint64_t most = 100; most < 12000; most += 97) { /* cut off anywhere */
        belay_chip_set_max_ticks(machine_chip(&m), most);
        assert_int_equal(machine_launch(&m, &kernel, 3, &b.in, 2), BELAY_KERNEL_BUG);
        check_sums(machine_chip(&m));
    }
    belay_chip_close(machine_chip(&m));
}

/* --- reasons
 * ----------------------------------------------------------------------------------------- */

static size_t lane_of(const belay_chip *chip, const char *core, const char *pipe)
{
    belay_lane lane;
    for (size_t i = 0; belay_chip_lane(chip, i, &lane); i++)
        if (strcmp(lane.core, core) == 0 && strcmp(lane.pipe, pipe) == 0)
            return i;
    fail_msg("no lane %s %s", core, pipe);
    return 0;
}

static uint64_t reason_ticks(const belay_chip *chip, size_t lane, const char *reason)
{
    for (size_t r = 0; r < belay_wait_reason_count(); r++)
        if (strcmp(belay_wait_reason(r), reason) == 0)
            return belay_chip_lane_wait(chip, lane, r);
    fail_msg("no reason '%s'", reason);
    return 0;
}

/* Each kernel alone: who waits for what. */
static void waits_have_reasons(void **state)
{
    static const struct {
        unsigned kernel;
        const char *pipe, *reason;
    } expected[] = {{0, "v", "flag"},       {0, "mte2", "flag"},  {0, "mte3", "flag"},
                    {1, "v", "mutex"},      {1, "mte2", "mutex"}, {1, "mte3", "mutex"},
                    {2, "s", "queue_full"}, {2, "s", "barrier"},  {2, "s", "scalar_load"},
                    {2, "v", "no_work"},    {0, "s", "launch"}};
    static struct code code;
    (void)state;
    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
        struct machine m;
        open_chip(&m);
        struct buffers b = make_buffers(&m);
        struct kernel kernel = {.aiv = &code};
        kernels[expected[i].kernel](&code);
        assert_int_equal(machine_launch(&m, &kernel, 1, &b.in, 2), BELAY_OK);
        size_t lane = lane_of(machine_chip(&m), "aiv0", expected[i].pipe);
        if (reason_ticks(machine_chip(&m), lane, expected[i].reason) == 0)
            fail_msg("kernel %u: %s never waits for %s", expected[i].kernel, expected[i].pipe,
                     expected[i].reason);
        belay_chip_close(machine_chip(&m));
    }
}

static uint64_t ticks_of(struct machine *m, const struct code *code, unsigned blocks,
                         const struct buffers *b)
{
    struct kernel kernel = {.aiv = (struct code *)(uintptr_t)code};
    uint64_t before = m->chip->now;
    assert_int_equal(machine_launch(m, &kernel, blocks, &b->in, 2), BELAY_OK);
    return m->chip->now - before;
}

/* Two buffers overlap what one buffer does in turn. */
static void buffers_overlap(void **state)
{
    static struct code code;
    struct buffers b = make_buffers(machine());
    (void)state;
    put_serial(&code);
    uint64_t serial = ticks_of(machine(), &code, 1, &b);
    put_two_buffers(&code);
    assert_true(ticks_of(machine(), &code, 1, &b) < serial);
}

/* --- determinism
 * ------------------------------------------------------------------------------------- */

struct result {
    char *report;
    belay_summary summary;
    uint64_t now;
    uint8_t out[AREA];
};

static void get_result(struct result *r)
{
    struct machine m;
    open_chip(&m);
    struct buffers b = make_buffers(&m);
    run_all(&m, &b, 60);
    belay_chip_summary(machine_chip(&m), &r->summary);
    r->now = m.chip->now;
    assert_int_equal(belay_report_text(machine_chip(&m), &r->report, NULL), BELAY_OK);
    gm_get(&m, b.out, r->out, AREA);
    belay_chip_close(machine_chip(&m));
}

static void twice_the_same(void **state)
{
    static struct result a, b;
    (void)state;
    get_result(&a);
    get_result(&b);
    assert_memory_equal(a.out, b.out, AREA);
    assert_string_equal(a.report, b.report);
    assert_int_equal(a.now, b.now);
    assert_int_equal(a.summary.ticks, b.summary.ticks);
    assert_int_equal(a.summary.instructions, b.summary.instructions);
    assert_true(a.summary.instructions > 0 && a.summary.launches == KERNELS + 1);
    belay_text_free(a.report);
    belay_text_free(b.report);
}

/* A launch takes the same time whatever ran before it on the chip. */
static void history_does_not_matter(void **state)
{
    static struct code code;
    struct buffers b = make_buffers(machine());
    (void)state;
    put_two_buffers(&code);
    uint64_t first = ticks_of(machine(), &code, 9, &b);
    run_all(machine(), &b, 60);
    chip_still_works();
    assert_int_equal(ticks_of(machine(), &code, 9, &b), first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_add_up),
        cmocka_unit_test(waits_have_reasons),
        cmocka_unit_test(buffers_overlap),
        cmocka_unit_test(twice_the_same),
        cmocka_unit_test(history_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
