/* Jumps, stops, time, AI Core instructions, and what does not depend on how a run is cut. */
#include "emu/scalar/test_isa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RD = 10, RS1 = 11, RS2 = 12 };

static const struct {
    enum rv_op op;
    uint64_t a, b;
    bool taken;
} branches[] = {
    {RV_OP_beq, 5, 5, true},
    {RV_OP_beq, 5, 6, false},
    {RV_OP_bne, 5, 5, false},
    {RV_OP_bne, 5, 6, true},
    {RV_OP_blt, UINT64_MAX, 0, true},
    {RV_OP_blt, 0, 0, false},
    {RV_OP_bge, UINT64_MAX, 0, false},
    {RV_OP_bge, 0, 0, true},
    {RV_OP_bltu, UINT64_MAX, 0, false},
    {RV_OP_bltu, 0, 1, true},
    {RV_OP_bgeu, UINT64_MAX, 0, true},
    {RV_OP_bgeu, 0, 1, false},
};

static void nops(struct machine *m, unsigned count)
{
    while (count-- > 0)
        put32(m, encode(RV_OP_addi, 0, 0, 0, 0));
}

static void branches_go_where_they_should(void **state)
{
    struct machine *m = *state;
    for (size_t i = 0; i < sizeof branches / sizeof branches[0]; i++)
        for (int32_t distance = -8; distance <= 8; distance += 4) {
            m->text_size = 0;
            nops(m, 2);
            put32(m, encode(branches[i].op, 0, RS1, RS2, distance));
            nops(m, 2);
            machine_start(m);
            m->hart.pc = TEXT_BASE + 8;
            m->hart.x[RS1] = branches[i].a;
            m->hart.x[RS2] = branches[i].b;
            assert_int_equal(rv_run(&m->hart, 0), RV_STOP_TIME);
            assert_int_equal(m->hart.pc, TEXT_BASE + 8 + (branches[i].taken ? distance : 4));
            assert_int_equal(m->hart.retired, 1 + (unsigned)(i * 5 + (unsigned)(distance + 8) / 4));
            m->hart.time = 0;
        }
}

static void jumps_link(void **state)
{
    struct machine *m = *state;
    nops(m, 1);
    put32(m, encode(RV_OP_jal, RD, 0, 0, -4));
    put32(m, encode(RV_OP_jalr, RS1, RS1, 0, -3)); /* rd == rs1: the old value is the base */
    put16(m, 0x9582);                              /* c.jalr a1 */
    nops(m, 1);
    machine_start(m);
    m->hart.pc = TEXT_BASE + 4;
    rv_run(&m->hart, 0);
    assert_int_equal(m->hart.pc, TEXT_BASE);
    assert_int_equal(m->hart.x[RD], TEXT_BASE + 8);

    m->hart.pc = TEXT_BASE + 8;
    m->hart.x[RS1] = TEXT_BASE + 8; /* + (-3), bit 0 cleared: + 4 */
    rv_run(&m->hart, 0);
    assert_int_equal(m->hart.pc, TEXT_BASE + 4);
    assert_int_equal(m->hart.x[RS1], TEXT_BASE + 12);

    m->hart.pc = TEXT_BASE + 12;
    m->hart.x[RS1] = TEXT_BASE + 14;
    rv_run(&m->hart, 0);
    assert_int_equal(m->hart.pc, TEXT_BASE + 14);
    assert_int_equal(m->hart.x[1], TEXT_BASE + 14); /* behind two bytes */
}

static void exit_by_return(void **state)
{
    struct machine *m = *state;
    put32(m, encode(RV_OP_addi, RD, 0, 0, 5));
    put16(m, 0x8082); /* c.jr ra */
    machine_start(m);
    assert_int_equal(machine_run(m), RV_STOP_EXIT);
    assert_int_equal(m->hart.pc, RV_EXIT_PC);
    assert_int_equal(m->hart.retired, 2);
    assert_int_equal(m->hart.time, 2);
    assert_int_equal(machine_run(m), RV_STOP_EXIT); /* and it stays there */
    assert_int_equal(m->hart.retired, 2);
    m->hart.pc = TEXT_BASE + 4;
    m->hart.x[1] = RV_EXIT_PC + 1; /* a jump clears bit 0 */
    assert_int_equal(machine_run(m), RV_STOP_EXIT);
    assert_int_equal(m->hart.pc, RV_EXIT_PC);
}

static void jump_out_of_the_text(void **state)
{
    struct machine *m = *state;
    nops(m, 1);
    put32(m, encode(RV_OP_jalr, RD, RS1, 0, 0));
    put32(m, encode(RV_OP_beq, 0, 0, 0, -16));
    put32(m, encode(RV_OP_jal, RD, 0, 0, 4)); /* to just behind the end */
    machine_start(m);
    m->hart.x[RD] = 77;
    assert_int_equal(machine_run(m), RV_STOP_FAULT);
    assert_string_equal(m->hart.fault_text,
                        "jump to 0x0 is outside the text (0x10000000 to 0x10000010)");
    assert_int_equal(m->hart.pc, TEXT_BASE + 4);
    assert_int_equal(m->hart.x[RD], 77);
    assert_int_equal(m->hart.retired, 1);

    m->hart.pc = TEXT_BASE + 8;
    assert_int_equal(machine_run(m), RV_STOP_FAULT);
    assert_string_equal(m->hart.fault_text,
                        "jump to 0xffffff8 is outside the text (0x10000000 to 0x10000010)");
    m->hart.pc = TEXT_BASE + 12;
    assert_int_equal(machine_run(m), RV_STOP_FAULT);
    assert_string_equal(m->hart.fault_text,
                        "jump to 0x10000010 is outside the text (0x10000000 to 0x10000010)");
    assert_int_equal(m->hart.pc, TEXT_BASE + 12);
    assert_int_equal(m->hart.x[RD], 77);
}

static void run_off_the_end(void **state)
{
    struct machine *m = *state;
    nops(m, 2);
    machine_start(m);
    assert_int_equal(machine_run(m), RV_STOP_FAULT);
    assert_int_equal(m->hart.pc, TEXT_BASE + 8);
    assert_string_equal(m->hart.fault_text,
                        "no instruction at 0x10000008: the text is 0x10000000 to 0x10000008");
    assert_int_equal(machine_run(m), RV_STOP_FAULT); /* the pc as a start */
    m->hart.pc = TEXT_BASE + 1;
    assert_int_equal(machine_run(m), RV_STOP_FAULT);
    assert_string_equal(m->hart.fault_text, "no instruction at 0x10000001: the text is 0x10000000 "
                                            "to 0x10000008 and the address is odd");

    put16(m, 0x0033); /* half of an add */
    machine_start(m);
    assert_int_equal(machine_run(m), RV_STOP_FAULT);
    assert_string_equal(m->hart.fault_text,
                        "the instruction at 0x10000008 runs past the end of the text (0x1000000a)");
}

static void into_a_vector_function(void **state)
{
    struct machine *m = *state;
    nops(m, 4); /* the vector function: 0..16 */
    put32(m, encode(RV_OP_jal, 1, 0, 0, -16));
    put32(m, encode(RV_OP_jalr, RD, RS1, 0, 0));
    put32(m, encode(RV_OP_beq, 0, 0, 0, -16));
    put32(m, encode(RV_OP_bne, 0, 0, 0, -16)); /* not taken */
    put16(m, 0x8582);                          /* c.jr a1 */
    machine_start(m);
    m->hart.vf_begin = TEXT_BASE;
    m->hart.vf_end = TEXT_BASE + 16;
    m->hart.x[RS1] = TEXT_BASE + 12;

    static const struct {
        uint64_t from, target, link;
        unsigned link_register;
    } cases[] = {
        {16, 0, 20, 1},
        {20, 12, 24, RD},
        {24, 8, 0, 0},
        {32, 12, 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        m->hart.pc = TEXT_BASE + cases[i].from;
        m->hart.time = m->hart.retired = 0;
        assert_int_equal(rv_run(&m->hart, 0), RV_STOP_VF); /* before the time */
        assert_int_equal(m->hart.pc, TEXT_BASE + cases[i].target);
        if (cases[i].link != 0)
            assert_int_equal(m->hart.x[cases[i].link_register], TEXT_BASE + cases[i].link);
        assert_int_equal(m->hart.x[0], 0);
        assert_int_equal(m->hart.retired, 1);
        assert_int_equal(m->hart.time, 1);
    }
    m->hart.pc = TEXT_BASE + 28;
    assert_int_equal(rv_run(&m->hart, 0), RV_STOP_TIME);
    assert_int_equal(m->hart.pc, TEXT_BASE + 32);
    m->hart.vf_end = m->hart.vf_begin; /* off */
    m->hart.pc = TEXT_BASE + 16;
    assert_int_equal(rv_run(&m->hart, 0), RV_STOP_TIME);
}

static void inside_a_vector_function(void **state)
{
    struct machine *m = *state;
    put32(m, encode(RV_OP_addi, RD, RD, 0, -1));
    put32(m, encode(RV_OP_bne, 0, RD, 0, -4));
    put16(m, 0x8082); /* c.jr ra: out of it */
    nops(m, 2);
    machine_start(m);
    m->hart.vf_begin = TEXT_BASE;
    m->hart.vf_end = TEXT_BASE + 10;
    m->hart.x[RD] = 10;
    m->hart.x[1] = TEXT_BASE + 10;
    assert_int_equal(machine_run(m), RV_STOP_FAULT); /* off the end of the text, no RV_STOP_VF */
    assert_int_equal(m->hart.retired, 23);
}

static void stop_by_time(void **state)
{
    struct machine *m = *state;
    nops(m, 10);
    machine_start(m);
    m->cost[RV_ALU] = 4;
    assert_int_equal(rv_run(&m->hart, 3), RV_STOP_TIME);
    assert_int_equal(m->hart.time, 4);
    assert_int_equal(rv_run(&m->hart, 8), RV_STOP_TIME); /* until it is more than the bound */
    assert_int_equal(m->hart.time, 12);
    assert_int_equal(rv_run(&m->hart, 0), RV_STOP_TIME); /* at least one instruction */
    assert_int_equal(m->hart.time, 16);
    assert_int_equal(m->hart.retired, 4);
    assert_int_equal(m->hart.pc, TEXT_BASE + 16);
}

static void each_class_has_its_cost(void **state)
{
    static const struct {
        enum rv_op op;
        enum rv_class class;
    } cases[] = {
        {RV_OP_add, RV_ALU},       {RV_OP_lui, RV_ALU},      {RV_OP_fmv_x_w, RV_ALU},
        {RV_OP_mul, RV_MUL},       {RV_OP_remuw, RV_DIV},    {RV_OP_ld, RV_LOAD},
        {RV_OP_vl1re8_v, RV_LOAD}, {RV_OP_sd, RV_STORE},     {RV_OP_amoadd_w, RV_STORE},
        {RV_OP_bne, RV_BRANCH},    {RV_OP_beq, RV_BRANCH},   {RV_OP_fadd_s, RV_FP},
        {RV_OP_fcvt_w_d, RV_FP},   {RV_OP_fdiv_h, RV_FDIV},  {RV_OP_fsqrt_d, RV_FDIV},
        {RV_OP_csrrs, RV_SYSTEM},  {RV_OP_fence, RV_SYSTEM}, {RV_OP_fence_i, RV_SYSTEM},
    };
    struct machine *m = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (unsigned c = 0; c < RV_CLASS_COUNT; c++)
            m->cost[c] = c == cases[i].class ? 1000 : 1;
        m->hart.time = 0;
        /* csr 1, a branch by 4 */
        int32_t imm = cases[i].op == RV_OP_csrrs ? 1 : cases[i].class == RV_BRANCH ? 4 : 0;
        m->text_size = 0;
        put32(m, encode(cases[i].op, 8, 0, 0, imm));
        nops(m, 1);
        machine_start(m);
        assert_int_equal(rv_run(&m->hart, 0), RV_STOP_TIME);
        assert_int_equal(m->hart.time, 1000);
    }
}

/* --- AI Core instructions -------------------------------------------------------------------- */

static uint64_t any_core_word(bool known)
{
    for (uint64_t op = 0; op < 2048; op++) {
        struct isa_op decoded;
        uint64_t word = 0x3f | op << 37;
        if ((isa_decode(word, &decoded) == ISA_OK) == known)
            return word;
    }
    fail_msg("no such word");
    return 0;
}

static void core_instructions(void **state)
{
    struct machine *m = *state;
    nops(m, 1);
    put64(m, any_core_word(true));
    nops(m, 1);
    machine_start(m);
    m->core_answer = RV_CORE_BLOCK;
    assert_int_equal(machine_run(m), RV_STOP_BLOCK);
    assert_int_equal(m->hart.pc, TEXT_BASE + 4);
    assert_int_equal(m->hart.retired, 1);
    assert_int_equal(m->hart.time, 1);
    m->core_answer = RV_CORE_FAULT;
    assert_int_equal(machine_run(m), RV_STOP_FAULT);
    assert_string_equal(m->hart.fault_text, "the core's fault");
    assert_int_equal(m->hart.pc, TEXT_BASE + 4);
    m->core_answer = RV_CORE_NEXT;
    assert_int_equal(rv_run(&m->hart, 0), RV_STOP_TIME);
    assert_int_equal(m->hart.pc, TEXT_BASE + 12);
    assert_int_equal(m->hart.retired, 2);
    assert_int_equal(m->hart.time, 1 + 7); /* the callback's time alone */
    assert_int_equal(m->hart.x[31], TEXT_BASE + 4);
    assert_int_equal(m->hart.x[0], 0);
    assert_int_equal(m->core_count, 1);
}

/* Stops behind the instruction although the bound is far. */
static void core_instruction_yields(void **state)
{
    struct machine *m = *state;
    put64(m, any_core_word(true));
    nops(m, 2);
    machine_start(m);
    m->core_answer = RV_CORE_YIELD;
    assert_int_equal(rv_run(&m->hart, 1000), RV_STOP_TIME);
    assert_int_equal(m->hart.pc, TEXT_BASE + 8);
    assert_int_equal(m->hart.retired, 1);
    assert_int_equal(m->hart.time, 7);
    assert_int_equal(m->hart.x[0], 0);
}

static void unknown_core_instruction(void **state)
{
    struct machine *m = *state;
    char text[100];
    uint64_t word = any_core_word(false);
    put64(m, word);
    snprintf(text, sizeof text,
             "unknown instruction word 0x%016jx: no instruction has this op number",
             (uintmax_t)word);
    expect_unsupported(m, text);
}

/* --- partition ------------------------------------------------------------------------------- */

/* A loop with everything that has a stop rule of its own; `round` varies the data. */
static void put_program(struct machine *m)
{
    put32(m, encode(RV_OP_addi, 20, 20, 0, -1));
    put32(m, encode(RV_OP_ld, 21, 11, 0, 3)); /* global, in pieces */
    put32(m, encode(RV_OP_add, 21, 21, 20, 0));
    put32(m, encode(RV_OP_sd, 0, 11, 21, 5));
    put32(m, encode(RV_OP_amoadd_w, 22, 11, 20, 0));
    put32(m, encode(RV_OP_sw, 0, 0, 22, 64)); /* UB */
    put32(m, encode(RV_OP_fcvt_s_l, 1, 20, 0, 0));
    put32(m, encode(RV_OP_fdiv_s, 2, 1, 2, 0));
    put32(m, encode(RV_OP_csrrs, 23, 0, 0, 0xc00)); /* cycle */
    put32(m, encode(RV_OP_add, 24, 24, 23, 0));
    put64(m, any_core_word(true));
    put32(m, encode(RV_OP_mul, 25, 24, 21, 0));
    put16(m, 0x0001); /* c.nop */
    put32(m, encode(RV_OP_bne, 0, 20, 0, -54));
    put16(m, 0x8082); /* c.jr ra */
}

static enum rv_stop run_program(struct machine *m, uint64_t step)
{
    machine_init(m);
    put_program(m);
    machine_start(m);
    for (unsigned i = 0; i < RV_CLASS_COUNT; i++)
        m->cost[i] = (uint16_t)(i * 3 % 7);
    m->gm_time = 11;
    m->core_answer = RV_CORE_NEXT;
    m->hart.x[11] = GM_BASE;
    m->hart.x[20] = 50;
    m->hart.f[2] = UINT64_MAX << 32 | 0x40400000;
    enum rv_stop stop;
    do
        stop = rv_run(&m->hart, step == UINT64_MAX ? step : m->hart.time + step);
    while (stop == RV_STOP_TIME);
    return stop;
}

static void partition_does_not_matter(void **state)
{
    struct machine *one = *state;
    struct machine *other = aligned_alloc(64, (sizeof *other + 63) / 64 * 64);
    assert_non_null(other);
    static const uint64_t steps[] = {0, 1, 7, 100};
    assert_int_equal(run_program(one, UINT64_MAX), RV_STOP_EXIT);
    assert_int_equal(one->hart.retired, 50 * 14 + 1);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        assert_int_equal(run_program(other, steps[i]), RV_STOP_EXIT);
        assert_memory_equal(one->hart.x, other->hart.x, sizeof one->hart.x);
        assert_memory_equal(one->hart.f, other->hart.f, sizeof one->hart.f);
        assert_int_equal(one->hart.time, other->hart.time);
        assert_int_equal(one->hart.retired, other->hart.retired);
        assert_int_equal(one->hart.fcsr, other->hart.fcsr);
        assert_int_equal(one->call_count, other->call_count);
        assert_memory_equal(one->calls, other->calls, sizeof one->calls[0] * one->call_count);
        assert_memory_equal(one->ub, other->ub, sizeof one->ub);
        assert_memory_equal(one->gm, other->gm, sizeof one->gm);
        machine_done(other);
    }
    free(other);
}

/* --- shared code ----------------------------------------------------------------------------- */

enum { SUM_ROUNDS = 1000, SUM_LENGTH = 200 };

static void *run_sum(void *argument)
{
    struct machine *m = argument;
    while (rv_run(&m->hart, m->hart.time + 50) == RV_STOP_TIME)
        ;
    return NULL;
}

/* Harts in several threads fill and run one code object. */
static void threads_share_code(void **state)
{
    struct machine *m = *state;
    static struct machine others[4];
    pthread_t threads[4];
    for (int32_t i = 0; i < SUM_LENGTH; i++)
        put32(m, encode(RV_OP_addi, RD, RD, 0, i));
    put32(m, encode(RV_OP_addi, RS1, RS1, 0, -1));
    put32(m, encode(RV_OP_bne, 0, RS1, 0, -4 * (SUM_LENGTH + 1)));
    put16(m, 0x8082); /* c.jr ra */
    machine_start(m);
    for (int i = 0; i < 4; i++) {
        machine_init(&others[i]);
        others[i].hart.code = m->hart.code;
        others[i].hart.pc = TEXT_BASE;
        others[i].hart.x[1] = RV_EXIT_PC;
        others[i].hart.x[RS1] = SUM_ROUNDS;
        assert_int_equal(pthread_create(&threads[i], NULL, run_sum, &others[i]), 0);
    }
    for (int i = 0; i < 4; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(others[i].hart.pc, RV_EXIT_PC);
        assert_int_equal(others[i].hart.x[RD], SUM_ROUNDS * (SUM_LENGTH * (SUM_LENGTH - 1) / 2));
    }
}

static void reset(void **state)
{
    struct machine *m = *state;
    nops(m, 1);
    machine_start(m);
    m->hart.vf_end = 8;
    memset(m->hart.x, 1, sizeof m->hart.x);
    memset(m->hart.f, 1, sizeof m->hart.f);
    memset(m->v, 1, sizeof m->v);
    m->hart.time = m->hart.retired = m->hart.vector_spills = m->hart.reservation = 5;
    m->hart.fcsr = 5;
    rv_hart_reset(&m->hart);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(m->hart.x[i] | m->hart.f[i], 0);
        assert_int_equal(m->v[i].u8[i], 0);
    }
    assert_int_equal(m->hart.time | m->hart.retired | m->hart.vector_spills | m->hart.fcsr, 0);
    assert_int_equal(m->hart.reservation, UINT64_MAX);
    assert_int_equal(m->hart.vf_end, 8);
    assert_non_null(m->hart.code);
    assert_ptr_equal(m->hart.slot[SLOT_UB].host, m->ub);
}

int run_control_tests(void)
{
    const struct CMUnitTest tests[] = {
        isa_test(branches_go_where_they_should),
        isa_test(jumps_link),
        isa_test(exit_by_return),
        isa_test(jump_out_of_the_text),
        isa_test(run_off_the_end),
        isa_test(into_a_vector_function),
        isa_test(inside_a_vector_function),
        isa_test(stop_by_time),
        isa_test(each_class_has_its_cost),
        isa_test(core_instructions),
        isa_test(core_instruction_yields),
        isa_test(unknown_core_instruction),
        isa_test(partition_does_not_matter),
        isa_test(threads_share_code),
        isa_test(reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
