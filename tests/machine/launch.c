/* Blocks and cores: which core runs which block, waves, kernel types, what a core has for itself,
 * and the registers by which a kernel knows where it is. */
#include "tests/machine/support.h"

enum { RECORD_WORDS = 8, MOST_BLOCKS = 200 };
enum { INDEX, NUMBER, SUB_ID, SUB_DIM, CORE, ONLY_CORE, STARTED, KIND };

static uint64_t records(void)
{
    static uint64_t address;
    if (address == 0)
        address = gm_new(machine(), MOST_BLOCKS * 64 + 64);
    return address;
}

static void clear_records(void)
{
    assert_int_equal(
        belay_gm_fill(machine_chip(machine()), records(), 0xff, MOST_BLOCKS * 64 + 64, NULL),
        BELAY_OK);
}

/* What the registers say, as the record at x20. */
static void put_registers(struct code *code, int kind)
{
    static const int rows[] = {ISA_get_block_idx,   ISA_get_block_num, ISA_get_subblockid,
                               ISA_get_subblockdim, ISA_get_coreid,    ISA_get_only_coreid,
                               ISA_get_sys_cnt};
    for (int i = 0; i < KIND; i++)
        put_record_of(code, rows[i], i);
    addi(code, 23, 0, kind);
    put_record(code, 23, KIND);
    end_kernel(code);
}

/* x20 := x10 + 64 * block. */
static void begin_block(struct code *code)
{
    code_clear(code);
    insn(code, ISA_get_block_idx, 0, 20);
    shift_x(code, 20, 20, 6);
    add_x(code, 20, 20, A0);
}

static void launch(const struct kernel *kernel, unsigned blocks, uint64_t record[][RECORD_WORDS],
                   unsigned count)
{
    struct machine *m = machine();
    uint64_t base = records();
    if (machine_launch(m, kernel, blocks, &base, 1) != BELAY_OK)
        fail_msg("%s", m->error.message);
    gm_get(m, base, record, (uint64_t)count * 64);
}

static void check_record(const uint64_t *r, unsigned block, unsigned blocks, unsigned sub_id,
                         unsigned sub_dim, unsigned kind)
{
    assert_int_equal(r[INDEX], block);
    assert_int_equal(r[NUMBER], blocks);
    assert_int_equal(r[SUB_ID], sub_id);
    assert_int_equal(r[SUB_DIM], sub_dim);
    assert_int_equal(r[KIND], kind);
    assert_int_equal(r[CORE],
                     kind == CORE_AIC ? r[ONLY_CORE] : r[ONLY_CORE] + machine()->chip->aic_count);
}

/* --- one kind of core ----------------------------------------------------------------------- */

/* More blocks than cores: the first wave goes to the cores in order, each later block to a core
 * that has ended, and starts when the time between waves has passed. */
static void waves(enum core_kind kind)
{
    static struct code code;
    static uint64_t r[MOST_BLOCKS][RECORD_WORDS];
    bool aic = kind == CORE_AIC;
    struct kernel kernel = {.aiv = aic ? NULL : &code, .aic = aic ? &code : NULL};
    struct chip *chip = machine()->chip;
    unsigned cores = aic ? chip->aic_count : chip->aiv_count, blocks = 3 * cores - 5;
    uint64_t last[64] = {0};
    double wave;
    assert_true(belay_chip_number(machine_chip(machine()), "launch.wave", &wave));
    begin_block(&code);
    put_registers(&code, (int)kind);
    clear_records();
    launch(&kernel, blocks, r, blocks + 1);
    for (unsigned i = 0; i < blocks; i++) {
        check_record(r[i], i, blocks, 0, 1, kind);
        uint64_t id = r[i][ONLY_CORE];
        assert_in_range(id, 0, cores - 1);
        if (i < cores)
            assert_int_equal(id, i);
        else
            assert_true(r[i][STARTED] >= last[id] + (uint64_t)wave);
        last[id] = r[i][STARTED];
    }
    assert_int_equal(r[blocks][0], UINT64_MAX); /* no block too many */
}

static void waves_of_aivs(void **state)
{
    (void)state;
    waves(CORE_AIV);
}

static void waves_of_aics(void **state)
{
    (void)state;
    waves(CORE_AIC);
}

static void numbers_of_blocks(void **state)
{
    static struct code code;
    struct kernel kernel = {.aiv = &code};
    (void)state;
    code_clear(&code);
    end_kernel(&code);
    launch_refused(&kernel, 0, BELAY_BAD_INPUT, NULL, NULL, "0 blocks");
    launch_refused(&kernel, 65536, BELAY_BAD_INPUT, NULL, NULL, "65536 blocks");
    assert_int_equal(machine_launch(machine(), &kernel, 2000, NULL, 0), BELAY_OK);
}

/* --- both kinds ------------------------------------------------------------------------------ */

/* An AI core runs a block: AIC i, AIV 2i, with a ratio of 2 also AIV 2i + 1. The AIC's records come
 * first, those of sub-block s behind them. */
static void mixed(unsigned ratio)
{
    static struct code aiv, aic;
    static uint64_t r[MOST_BLOCKS][RECORD_WORDS];
    enum { BLOCKS = 40 };
    struct kernel kernel = {.aiv = &aiv, .aic = &aic, .aiv_ratio = ratio};
    begin_block(&aic);
    put_registers(&aic, CORE_AIC);
    begin_block(&aiv);
    set_x(&aiv, 25, BLOCKS * 64);
    insn(&aiv, ISA_get_subblockid, 0, 24);
    add_x(&aiv, 20, 20, 25);
    branch_nonzero(&aiv, 24, here(&aiv) + 8);
    addi(&aiv, 25, 0, 0);
    add_x(&aiv, 20, 20, 25);
    put_registers(&aiv, CORE_AIV);
    clear_records();
    launch(&kernel, BLOCKS, r, BLOCKS * (1 + ratio) + 1);
    for (unsigned i = 0; i < BLOCKS; i++) {
        check_record(r[i], i, BLOCKS, 0, ratio, CORE_AIC);
        for (unsigned s = 0; s < ratio; s++) {
            const uint64_t *v = r[BLOCKS * (1 + s) + i];
            check_record(v, i, BLOCKS, s, ratio, CORE_AIV);
            assert_int_equal(v[ONLY_CORE], 2 * r[i][ONLY_CORE] + s);
        }
    }
    assert_int_equal(r[BLOCKS * (1 + ratio)][0], UINT64_MAX);
}

static void mixed_1_to_1(void **state)
{
    (void)state;
    mixed(1);
}

static void mixed_1_to_2(void **state)
{
    (void)state;
    mixed(2);
}

/* A block ends when its last core has: the next one on the AI core waits for it. */
static void mixed_block_ends_with_its_last_core(void **state)
{
    static struct code aiv, aic;
    struct kernel kernel = {.aiv = &aiv, .aic = &aic, .aiv_ratio = 2};
    struct machine *m = machine();
    (void)state;
    for (int slow = 0; slow < 2; slow++) {
        struct code *code = slow == 0 ? &aic : &aiv;
        code_clear(&aic);
        code_clear(&aiv);
        set_x(code, 5, 100000); /* rounds of one tick */
        uint32_t loop = here(code);
        addi(code, 5, 5, -1);
        branch_nonzero(code, 5, loop);
        end_kernel(&aic);
        end_kernel(&aiv);
        uint64_t before = m->chip->now;
        assert_int_equal(machine_launch(m, &kernel, m->chip->aic_count + 1, NULL, 0), BELAY_OK);
        assert_true(m->chip->now - before > 200000);
    }
}

/* --- what a core has for itself -----------------------------------------------------------------
 */

/* Initialised data: every core begins with the image's bytes, and what one writes no other sees.
 * The stack: poison, and as large as the chip says. */
static void private_memory(void **state)
{
    static struct code code;
    static uint64_t r[MOST_BLOCKS][RECORD_WORDS];
    struct kernel kernel = {.aiv = &code};
    unsigned blocks = machine()->chip->aiv_count;
    (void)state;
    for (int round = 0; round < 2; round++) { /* the second launch begins anew */
        begin_block(&code);
        set_x(&code, 5, 0x1234567812345678); /* the first constant of the data part */
        set_x(&code, 6, 0x18000000);
        insn(&code, ISA_get_block_idx, 0, 8);
        load(&code, DOUBLE, 7, 6, 0);
        put_record(&code, 7, 0);
        store(&code, DOUBLE, 8, 6, 0);
        load(&code, DOUBLE, 7, 6, 0);
        put_record(&code, 7, 1);
        load(&code, DOUBLE, 7, SP, -16);
        put_record(&code, 7, 2);
        store(&code, DOUBLE, 8, SP, -16);
        load(&code, DOUBLE, 7, SP, -16);
        put_record(&code, 7, 3);
        put_record(&code, SP, 4);
        end_kernel(&code);
        launch(&kernel, blocks, r, blocks);
        for (unsigned i = 0; i < blocks; i++) {
            assert_int_equal(r[i][0], 0x1234567812345678);
            assert_int_equal(r[i][1], i);
            assert_int_equal(r[i][2], 0xa5a5a5a5a5a5a5a5);
            assert_int_equal(r[i][3], i);
            assert_int_equal(r[i][4], 0x20000000 + machine()->chip->stack_size);
        }
    }
}

/* UB begins poisoned, whatever the launch before has left. */
static void ub_begins_poisoned(void **state)
{
    static struct code code;
    struct machine *m = machine();
    const uint8_t *ub = chip_aiv(m->chip, 0)->local.bytes[LOCAL_UB];
    (void)state;
    gm_put(m, m->ub_image, code.text, UB_WINDOW); /* zeros */
    code_clear(&code);
    copy_in(&code, 0, m->ub_image, UB_WINDOW);
    end_kernel(&code);
    machine_run(m, &code);
    assert_int_equal(ub[100], 0);
    code_clear(&code);
    end_kernel(&code);
    machine_run(m, &code);
    for (unsigned i = 0; i < 256 * 1024; i++)
        assert_int_equal(ub[i], 0xa5);
}

/* --- arguments ----------------------------------------------------------------------------------
 */

/* Eight in registers, the others on the stack, all in the argument block. */
static void arguments(void **state)
{
    static struct code code;
    static uint64_t r[4][RECORD_WORDS];
    uint64_t args[14] = {records()};
    struct kernel kernel = {.aiv = &code};
    (void)state;
    for (unsigned i = 1; i < 14; i++)
        args[i] = 0x1111111111111111 * i;
    code_clear(&code);
    add_x(&code, 20, A0, 0);
    for (unsigned i = 1; i < 8; i++)
        put_record(&code, A0 + i, (int)i);
    for (int i = 8; i < 14; i++) {
        load(&code, DOUBLE, 5, SP, 8 * (i - 8));
        put_record(&code, 5, i);
    }
    insn(&code, ISA_get_para_base, 0, 6);
    load(&code, DOUBLE, 5, 6, 8 * 13);
    put_record(&code, 5, 14);
    end_kernel(&code);
    assert_int_equal(machine_launch(machine(), &kernel, 1, args, 14), BELAY_OK);
    gm_get(machine(), records(), r, sizeof r);
    for (unsigned i = 1; i < 14; i++)
        assert_int_equal(r[i / 8][i % 8], args[i]);
    assert_int_equal(r[1][6], args[13]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waves_of_aivs),     cmocka_unit_test(waves_of_aics),
        cmocka_unit_test(numbers_of_blocks), cmocka_unit_test(mixed_1_to_1),
        cmocka_unit_test(mixed_1_to_2),      cmocka_unit_test(mixed_block_ends_with_its_last_core),
        cmocka_unit_test(private_memory),    cmocka_unit_test(ub_begins_poisoned),
        cmocka_unit_test(arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
