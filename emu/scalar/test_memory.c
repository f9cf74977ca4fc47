/* Loads, stores, atomics and whole vector registers: on-core memory, global memory, faults. */
#include "emu/scalar/test_isa.h"

#include <limits.h>
#include <string.h>

enum { RD = 10, RS1 = 11, RS2 = 12 };

static const struct {
    enum rv_op op;
    uint64_t result; /* of loading 88 99 aa bb cc dd ee ff */
    bool to_float;
} loads[] = {
    {RV_OP_lb, 0xffffffffffffff88, false}, {RV_OP_lbu, 0x88, false},
    {RV_OP_lh, 0xffffffffffff9988, false}, {RV_OP_lhu, 0x9988, false},
    {RV_OP_lw, 0xffffffffbbaa9988, false}, {RV_OP_lwu, 0xbbaa9988, false},
    {RV_OP_ld, 0xffeeddccbbaa9988, false}, {RV_OP_flh, 0xffffffffffff9988, true},
    {RV_OP_flw, 0xffffffffbbaa9988, true}, {RV_OP_fld, 0xffeeddccbbaa9988, true},
};

static const struct {
    enum rv_op op;
    unsigned size;
    bool from_float;
} stores[] = {
    {RV_OP_sb, 1, false}, {RV_OP_sh, 2, false}, {RV_OP_sw, 4, false}, {RV_OP_sd, 8, false},
    {RV_OP_fsh, 2, true}, {RV_OP_fsw, 4, true}, {RV_OP_fsd, 8, true},
};

static const uint8_t pattern[8] = {0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff};

static void load_all(struct machine *m, uint8_t *memory, uint64_t address)
{
    memcpy(memory, pattern, sizeof pattern);
    for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++) {
        m->hart.x[RS1] = address + 20;
        run_word(m, encode(loads[i].op, RD, RS1, 0, -20));
        assert_int_equal(loads[i].to_float ? m->hart.f[RD] : m->hart.x[RD], loads[i].result);
    }
}

static void local_loads(void **state)
{
    struct machine *m = *state;
    for (unsigned offset = 0; offset < 9; offset++)
        load_all(m, m->ub + 100 + offset, 100 + offset);
    load_all(m, m->stack + STACK_SIZE - 8, STACK_BASE + STACK_SIZE - 8);
    assert_int_equal(m->call_count, 0);
}

static void global_loads(void **state)
{
    struct machine *m = *state;
    for (unsigned offset = 0; offset < 9; offset++)
        load_all(m, m->gm + 40 + offset, GM_BASE + 40 + offset);
}

static void store_all(struct machine *m, uint8_t *memory, uint64_t address)
{
    for (size_t i = 0; i < sizeof stores / sizeof stores[0]; i++) {
        uint64_t value = 0x0123456789abcdef;
        uint8_t expected[10];
        memset(memory - 1, 0xee, sizeof expected);
        memset(expected, 0xee, sizeof expected);
        memcpy(expected + 1, &value, stores[i].size);
        m->hart.x[RS1] = address - 2047;
        m->hart.x[RS2] = m->hart.f[RS2] = value;
        m->hart.x[stores[i].from_float ? RS2 : RD] = 0;
        run_word(m, encode(stores[i].op, 0, RS1, RS2, 2047));
        assert_memory_equal(memory - 1, expected, sizeof expected);
    }
}

static void local_stores(void **state)
{
    struct machine *m = *state;
    for (unsigned offset = 0; offset < 9; offset++)
        store_all(m, m->ub + 3000 + offset, 3000 + offset);
}

static void global_stores(void **state)
{
    struct machine *m = *state;
    for (unsigned offset = 0; offset < 9; offset++)
        store_all(m, m->gm + 3000 + offset, GM_BASE + 3000 + offset);
}

/* rv.h, rv_gm_access: pieces in ascending order, none across a group of eight bytes, all at the
 * same time; what they add is summed up. */
static void crossing_access_is_split(void **state)
{
    static const struct {
        unsigned offset, size;
    } pieces[] = {{3, 1}, {4, 4}, {8, 2}, {10, 1}};
    struct machine *m = *state;
    m->gm_time = 5;
    m->hart.time = 1000;
    m->hart.x[RS1] = GM_BASE + 3;
    run_word(m, encode(RV_OP_ld, RD, RS1, 0, 0));
    assert_int_equal(m->call_count, 4);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(m->calls[i].address, GM_BASE + pieces[i].offset);
        assert_int_equal(m->calls[i].size, pieces[i].size);
        assert_int_equal(m->calls[i].time, 1000);
        assert_false(m->calls[i].store);
    }
    assert_int_equal(m->hart.time, 1000 + 4 * 5 + 1);

    m->call_count = 0;
    m->hart.x[RS1] = GM_BASE + 2;
    run_word(m, encode(RV_OP_lw, RD, RS1, 0, 0));
    assert_int_equal(m->call_count, 1); /* misaligned, but within the group */
}

/* Runs one instruction whose call number `retry` answers RETRY once, until it is done. */
static void run_with_retry(struct machine *m, uint32_t word, unsigned retry)
{
    m->text_size = 0;
    put32(m, word);
    machine_start(m);
    m->call_count = 0;
    m->retry_at = retry;
    uint64_t retired = m->hart.retired;
    assert_int_equal(rv_run(&m->hart, 0), RV_STOP_RETRY);
    assert_int_equal(m->hart.pc, TEXT_BASE);
    assert_int_equal(m->hart.retired, retired);
    assert_int_equal(rv_run(&m->hart, 0), RV_STOP_TIME);
    assert_int_equal(m->hart.retired, retired + 1);
}

static void retry_repeats_nothing(void **state)
{
    struct machine *m = *state;
    m->gm_time = 5;
    for (unsigned retry = 0; retry < 4; retry++) {
        memset(m->gm, 0xee, 32);
        memcpy(m->gm + 3, pattern, sizeof pattern);
        m->hart.time = 0;
        m->hart.x[RS1] = GM_BASE + 3;
        run_with_retry(m, encode(RV_OP_ld, RD, RS1, 0, 0), retry);
        assert_int_equal(m->hart.x[RD], 0xffeeddccbbaa9988);
        assert_int_equal(m->call_count, 4);
        assert_int_equal(m->hart.time, 4 * 5 + 1);

        m->hart.x[RS1] = GM_BASE + 19;
        run_with_retry(m, encode(RV_OP_sd, 0, RS1, RD, 0), retry);
        assert_memory_equal(m->gm + 19, pattern, sizeof pattern);
        assert_int_equal(m->call_count, 4);
    }
}

static void retried_load_leaves_registers(void **state)
{
    struct machine *m = *state;
    put32(m, encode(RV_OP_lw, RS1, RS1, 0, 0));
    machine_start(m);
    m->hart.x[RS1] = GM_BASE + 6;
    m->retry_at = 1;
    assert_int_equal(machine_run(m), RV_STOP_RETRY);
    assert_int_equal(m->hart.x[RS1], GM_BASE + 6);
}

static void global_fault_is_the_callbacks(void **state)
{
    struct machine *m = *state;
    put32(m, encode(RV_OP_lw, RD, RS1, 0, 0));
    machine_start(m);
    m->hart.x[RS1] = GM_BASE + GM_SIZE;
    m->hart.x[RD] = 77;
    assert_int_equal(machine_run(m), RV_STOP_FAULT);
    assert_string_equal(m->hart.fault_text, "outside of the test's global memory");
    assert_int_equal(m->hart.x[RD], 77);
    assert_int_equal(m->hart.pc, TEXT_BASE);
    assert_int_equal(m->hart.retired, 0);
    assert_int_equal(m->hart.time, 0);
}

static void expect_fault(struct machine *m, uint32_t word, uint64_t address, const char *text)
{
    m->text_size = 0;
    put32(m, word);
    machine_start(m);
    m->hart.x[RS1] = address;
    m->hart.x[RD] = 77;
    assert_int_equal(machine_run(m), RV_STOP_FAULT);
    assert_string_equal(m->hart.fault_text, text);
    assert_int_equal(m->hart.pc, TEXT_BASE);
    assert_int_equal(m->hart.x[RD], 77);
    assert_int_equal(m->hart.retired, 0);
}

static void local_faults(void **state)
{
    struct machine *m = *state;
    uint32_t lw = encode(RV_OP_lw, RD, RS1, 0, 0), ld = encode(RV_OP_ld, RD, RS1, 0, 0),
             sd = encode(RV_OP_sd, 0, RS1, RS2, 0), sb = encode(RV_OP_sb, 0, RS1, RS2, 0);
    expect_fault(m, lw, UB_SIZE, "load of 4 bytes at 0x2000 is past the end of UB (8192 bytes)");
    expect_fault(m, ld, UB_SIZE - 7,
                 "load of 8 bytes at 0x1ff9 runs past the end of UB (8192 bytes)");
    expect_fault(m, sb, TEXT_BASE + 1, "store of 1 byte to read-only text at 0x10000001");
    expect_fault(m, sd, STACK_BASE - 16,
                 "stack overflow: store of 8 bytes at 0x1ffffff0 is below the stack (4096 bytes)");
    expect_fault(m, sd, STACK_BASE - 4,
                 "stack overflow: store of 8 bytes at 0x1ffffffc is below the stack (4096 bytes)");
    expect_fault(m, ld, STACK_BASE + STACK_SIZE,
                 "load of 8 bytes at 0x20001000 is past the end of stack (4096 bytes)");
    expect_fault(
        m, ld, 0x30000000,
        "load of 8 bytes at 0x30000000 hits no memory; the nearest is stack (4096 bytes at "
        "0x20000000)");
    expect_fault(
        m, ld, 0x3ffffffc,
        "load of 8 bytes at 0x3ffffffc hits no memory; the nearest is stack (4096 bytes at "
        "0x20000000)");
    m->hart.slot[SLOT_UB] = (struct rv_region){0};
    expect_fault(m, lw, 0,
                 "load of 4 bytes at 0x0 hits no memory; the nearest is text (4 bytes at "
                 "0x10000000)");
    m->hart.gm = NULL;
    expect_fault(m, lw, GM_BASE,
                 "load of 4 bytes at 0x8000000000000000: this core has no global memory");
    expect_fault(m, encode(RV_OP_vs1r_v, 0, RS1, 0, 0), GM_BASE,
                 "store of 256 bytes at 0x8000000000000000: this core has no global memory");
}

static void text_can_be_read(void **state)
{
    struct machine *m = *state;
    put32(m, encode(RV_OP_lwu, RD, RS1, 0, 0));
    machine_start(m);
    m->hart.x[RS1] = TEXT_BASE;
    assert_int_equal(rv_run(&m->hart, 0), RV_STOP_TIME);
    assert_int_equal(m->hart.x[RD], encode(RV_OP_lwu, RD, RS1, 0, 0));
}

/* --- A --------------------------------------------------------------------------------------- */

static const struct {
    enum rv_op op;
    uint64_t memory, source, result;
} amos[] = {
    {RV_OP_amoswap_d, 5, 7, 7},
    {RV_OP_amoadd_d, UINT64_MAX, 2, 1},
    {RV_OP_amoxor_d, 0xff00, 0x0ff0, 0xf0f0},
    {RV_OP_amoand_d, 0xff00, 0x0ff0, 0x0f00},
    {RV_OP_amoor_d, 0xff00, 0x0ff0, 0xfff0},
    {RV_OP_amomin_d, UINT64_MAX, 1, UINT64_MAX},
    {RV_OP_amomax_d, UINT64_MAX, 1, 1},
    {RV_OP_amominu_d, UINT64_MAX, 1, 1},
    {RV_OP_amomaxu_d, UINT64_MAX, 1, UINT64_MAX},
    /* Of a word the low halves count, and the four bytes above stay. */
    {RV_OP_amoswap_w, 0x1111111100000005, 0xffffffff00000007, 0x1111111100000007},
    {RV_OP_amoadd_w, 0x11111111ffffffff, 2, 0x1111111100000001},
    {RV_OP_amoxor_w, 0x111111110000ff00, 0x0ff0, 0x111111110000f0f0},
    {RV_OP_amoand_w, 0x111111110000ff00, 0x0ff0, 0x1111111100000f00},
    {RV_OP_amoor_w, 0x111111110000ff00, 0x0ff0, 0x111111110000fff0},
    {RV_OP_amomin_w, 0x11111111ffffffff, 1, 0x11111111ffffffff},
    {RV_OP_amomax_w, 0x11111111ffffffff, 1, 0x1111111100000001},
    {RV_OP_amominu_w, 0x11111111ffffffff, 0x700000001, 0x1111111100000001},
    {RV_OP_amomaxu_w, 0x11111111ffffffff, 1, 0x11111111ffffffff},
};

static void amo_all(struct machine *m, uint8_t *memory, uint64_t address)
{
    for (size_t i = 0; i < sizeof amos / sizeof amos[0]; i++) {
        bool word = amos[i].op < RV_OP_lr_d;
        uint64_t old = word ? (uint64_t)(int64_t)(int32_t)amos[i].memory : amos[i].memory;
        memcpy(memory, &amos[i].memory, 8);
        m->hart.x[RS1] = address;
        m->hart.x[RS2] = amos[i].source;
        run_word(m, encode(amos[i].op, RD, RS1, RS2, 0) | 3 << 25);
        assert_int_equal(m->hart.x[RD], old);
        assert_memory_equal(memory, &amos[i].result, 8);
    }
}

static void local_amo(void **state)
{
    struct machine *m = *state;
    amo_all(m, m->ub + 64, 64);
}

static void global_amo(void **state)
{
    struct machine *m = *state;
    m->gm_time = 3;
    amo_all(m, m->gm + 64, GM_BASE + 64);
    assert_int_equal(m->call_count, 2 * sizeof amos / sizeof amos[0]);
    for (unsigned i = 0; i < m->call_count; i += 2) {
        assert_false(m->calls[i].store);
        assert_true(m->calls[i + 1].store);
        assert_int_equal(m->calls[i].time, m->calls[i + 1].time);
    }
    assert_int_equal(m->hart.time, (2 * 3 + 1) * sizeof amos / sizeof amos[0]);
}

static void amo_destination_is_source(void **state)
{
    struct machine *m = *state;
    m->ub[8] = 5;
    m->hart.x[RS1] = 8;
    m->hart.x[RS2] = 7;
    run_word(m, encode(RV_OP_amoadd_w, RS2, RS1, RS2, 0));
    assert_int_equal(m->hart.x[RS2], 5);
    assert_int_equal(m->ub[8], 12);
}

/* The load is repeated: another core may have written in between. Its time counts once. */
static void retried_amo_loads_again(void **state)
{
    struct machine *m = *state;
    m->gm_time = 3;
    m->hart.x[RS1] = GM_BASE;
    m->hart.x[RS2] = 1;
    put32(m, encode(RV_OP_amoadd_w, RD, RS1, RS2, 0));
    machine_start(m);
    m->retry_at = 1;
    m->hart.x[RS1] = GM_BASE;
    assert_int_equal(machine_run(m), RV_STOP_RETRY);
    assert_int_equal(m->hart.time, 0);
    m->gm[0] = 41;
    assert_int_equal(rv_run(&m->hart, 0), RV_STOP_TIME);
    assert_int_equal(m->gm[0], 42);
    assert_int_equal(m->hart.x[RD], 41);
    assert_int_equal(m->hart.time, 2 * 3 + 1);
}

static void reservation(struct machine *m, enum rv_op load, enum rv_op store, uint8_t *memory,
                        uint64_t address)
{
    memset(memory, 0xff, 8);
    m->hart.x[RS1] = address;
    m->hart.x[RS2] = 5;
    run_word(m, encode(store, RD, RS1, RS2, 0)); /* without reservation */
    assert_int_equal(m->hart.x[RD], 1);
    assert_int_equal(memory[0], 0xff);

    run_word(m, encode(load, RD, RS1, 0, 0));
    assert_int_equal(m->hart.x[RD], UINT64_MAX);
    assert_int_equal(m->hart.reservation, address);
    run_word(m, encode(store, RD, RS1, RS2, 0));
    assert_int_equal(m->hart.x[RD], 0);
    assert_int_equal(memory[0], 5);
    assert_int_equal(memory[7], store == RV_OP_sc_d ? 0 : 0xff);

    m->hart.x[RS2] = 6;
    run_word(m, encode(store, RD, RS1, RS2, 0)); /* it is gone */
    assert_int_equal(m->hart.x[RD], 1);
    assert_int_equal(memory[0], 5);

    run_word(m, encode(load, RD, RS1, 0, 0));
    m->hart.x[RS1] = address + 8;
    run_word(m, encode(store, RD, RS1, RS2, 0)); /* another address; clears it as well */
    assert_int_equal(m->hart.x[RD], 1);
    assert_int_equal(m->hart.reservation, UINT64_MAX);
}

static void load_reserved_store_conditional(void **state)
{
    struct machine *m = *state;
    reservation(m, RV_OP_lr_w, RV_OP_sc_w, m->ub + 24, 24);
    reservation(m, RV_OP_lr_d, RV_OP_sc_d, m->ub + 24, 24);
    reservation(m, RV_OP_lr_w, RV_OP_sc_w, m->gm + 24, GM_BASE + 24);
    reservation(m, RV_OP_lr_d, RV_OP_sc_d, m->gm + 24, GM_BASE + 24);
}

static void atomic_faults(void **state)
{
    struct machine *m = *state;
    const char *misaligned = "atomic access of 4 bytes at 0x2 is not aligned";
    expect_fault(m, encode(RV_OP_amoadd_w, RD, RS1, RS2, 0), 2, misaligned);
    expect_fault(m, encode(RV_OP_lr_w, RD, RS1, 0, 0), 2, misaligned);
    expect_fault(m, encode(RV_OP_sc_w, RD, RS1, RS2, 0), 2, misaligned);
    expect_fault(m, encode(RV_OP_amoadd_w, RD, RS1, RS2, 0), TEXT_BASE,
                 "store of 4 bytes to read-only text at 0x10000000");
    expect_fault(m, encode(RV_OP_lr_d, RD, RS1, 0, 0), UB_SIZE,
                 "load of 8 bytes at 0x2000 is past the end of UB (8192 bytes)");
}

/* --- V: whole registers ---------------------------------------------------------------------- */

static void fill(uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)random64();
}

static void vector_loads_and_stores(struct machine *m, uint8_t *memory, uint64_t address)
{
    static const enum rv_op load_ops[4][4] = {
        {RV_OP_vl1re8_v, RV_OP_vl1re16_v, RV_OP_vl1re32_v, RV_OP_vl1re64_v},
        {RV_OP_vl2re8_v, RV_OP_vl2re16_v, RV_OP_vl2re32_v, RV_OP_vl2re64_v},
        {RV_OP_vl4re8_v, RV_OP_vl4re16_v, RV_OP_vl4re32_v, RV_OP_vl4re64_v},
        {RV_OP_vl8re8_v, RV_OP_vl8re16_v, RV_OP_vl8re32_v, RV_OP_vl8re64_v},
    };
    static const enum rv_op store_ops[4] = {RV_OP_vs1r_v, RV_OP_vs2r_v, RV_OP_vs4r_v, RV_OP_vs8r_v};
    for (unsigned group = 0; group < 4; group++) {
        size_t size = (size_t)VREG_BYTES << group;
        for (unsigned width = 0; width < 4; width++) {
            uint64_t spills = m->hart.vector_spills;
            fill(memory, size);
            fill(m->v[0].u8, sizeof m->v);
            vreg before = m->v[8 + (1 << group)];
            m->call_count = 0;
            m->hart.x[RS1] = address;
            run_word(m, encode(load_ops[group][width], 8, RS1, 0, 0));
            assert_memory_equal(m->v[8].u8, memory, size);
            assert_memory_equal(m->v[8 + (1 << group)].u8, before.u8, VREG_BYTES);
            assert_int_equal(m->hart.vector_spills, spills + 1);
        }
        fill(m->v[0].u8, sizeof m->v);
        memory[size] = 0x5a;
        m->hart.x[RS1] = address;
        m->call_count = 0;
        run_word(m, encode(store_ops[group], 16, RS1, 0, 0));
        assert_memory_equal(memory, m->v[16].u8, size);
        assert_int_equal(memory[size], 0x5a);
    }
}

static void vector_local(void **state)
{
    struct machine *m = *state;
    random_seed(2);
    /* rd is bits 11..7 in stores too: the encoder fills it as for a load */
    vector_loads_and_stores(m, m->ub + 512, 512);
    vector_loads_and_stores(m, m->ub + 517, 517);
}

static void vector_global(void **state)
{
    struct machine *m = *state;
    random_seed(3);
    vector_loads_and_stores(m, m->gm + 512, GM_BASE + 512);
    vector_loads_and_stores(m, m->gm + 517, GM_BASE + 517);
}

static void vector_retry(void **state)
{
    struct machine *m = *state;
    random_seed(4);
    for (unsigned retry = 0; retry < 64; retry += 9) {
        fill(m->gm, 512);
        m->hart.x[RS1] = GM_BASE;
        run_with_retry(m, encode(RV_OP_vl2re32_v, 2, RS1, 0, 0), retry);
        assert_int_equal(m->call_count, 64);
        assert_memory_equal(m->v[2].u8, m->gm, 512);
    }
}

static void vector_moves(void **state)
{
    static const enum rv_op ops[4] = {RV_OP_vmv1r_v, RV_OP_vmv2r_v, RV_OP_vmv4r_v, RV_OP_vmv8r_v};
    struct machine *m = *state;
    random_seed(5);
    for (unsigned group = 0; group < 4; group++) {
        vreg expected[VREG_COUNT];
        fill(m->v[0].u8, sizeof m->v);
        memcpy(expected, m->v, sizeof expected);
        memcpy(&expected[24], &expected[8], sizeof(vreg) << group);
        run_word(m, encode(ops[group], 24, 0, 8, 0));
        assert_memory_equal(m->v, expected, sizeof expected);
        run_word(m, encode(ops[group], 24, 0, 24, 0));
        assert_memory_equal(m->v, expected, sizeof expected);
    }
    assert_int_equal(m->hart.vector_spills, 0);
}

static void vector_faults(void **state)
{
    struct machine *m = *state;
    expect_fault(m, encode(RV_OP_vl1re8_v, 8, RS1, 0, 0), UB_SIZE - 255,
                 "load of 256 bytes at 0x1f01 runs past the end of UB (8192 bytes)");
    expect_fault(
        m, encode(RV_OP_vs1r_v, 8, RS1, 0, 0), STACK_BASE - 256,
        "stack overflow: store of 256 bytes at 0x1fffff00 is below the stack (4096 bytes)");
    m->hart.v = NULL;
    m->text_size = 0;
    put32(m, encode(RV_OP_vmv1r_v, 8, 0, 9, 0));
    machine_start(m);
    assert_int_equal(machine_run(m), RV_STOP_UNSUPPORTED);
    assert_string_equal(m->hart.fault_text,
                        "vector instruction on a core without vector registers");
}

int run_memory_tests(void)
{
    const struct CMUnitTest tests[] = {
        isa_test(local_loads),
        isa_test(global_loads),
        isa_test(local_stores),
        isa_test(global_stores),
        isa_test(crossing_access_is_split),
        isa_test(retry_repeats_nothing),
        isa_test(retried_load_leaves_registers),
        isa_test(global_fault_is_the_callbacks),
        isa_test(local_faults),
        isa_test(text_can_be_read),
        isa_test(local_amo),
        isa_test(global_amo),
        isa_test(amo_destination_is_source),
        isa_test(retried_amo_loads_again),
        isa_test(load_reserved_store_conditional),
        isa_test(atomic_faults),
        isa_test(vector_local),
        isa_test(vector_global),
        isa_test(vector_retry),
        isa_test(vector_moves),
        isa_test(vector_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
