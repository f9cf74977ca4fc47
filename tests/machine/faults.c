/* What ends a launch: each fault with its category, core, pipe and place, and the chip usable after
 * it. */
#include <stdio.h>

#include "tests/machine/support.h"

static struct code code;
static const struct kernel kernel = {.aiv = &code};
static const struct kernel cube = {.aic = &code};

enum { TEXT = 0x10000000 };

/* Where the instruction under test stands. */
static uint64_t place;

static void begin(void)
{
    code_clear(&code);
    addi(&code, 5, 0, 64);
}

static void mark(void)
{
    place = TEXT + here(&code);
}

static void refused(belay_status status, const char *pipe, const char *text)
{
    end_kernel(&code);
    launch_refused(&kernel, 1, status, "aiv0", pipe, text);
    assert_int_equal(machine()->error.pc, place);
    chip_still_works();
}

/* --- words ---------------------------------------------------------------------------------------
 */

static uint64_t core_word(unsigned op, unsigned type, unsigned imm)
{
    return 0x3f | (uint64_t)op << 37 | (uint64_t)type << 48 | (uint64_t)imm << 54;
}

static void one_word(uint64_t word, belay_status status, const char *text)
{
    begin();
    mark();
    if ((word & 0x3f) == 0x3f)
        put64(&code, word);
    else
        put32(&code, (uint32_t)word);
    refused(status, "s", text);
}

static void unknown_words(void **state)
{
    uint64_t good = encode(ISA_get_block_idx, 0, 6);
    (void)state;
    one_word(core_word(0x7ff, 0, 0), BELAY_UNSUPPORTED, ""); /* no row has this number */
    one_word(core_word(isa_rows[ISA_ld_dev].op, 63, 0), BELAY_UNSUPPORTED, ""); /* nor this type */
    one_word(good | 1ULL << 54, BELAY_UNSUPPORTED, ""); /* a bit that no operand uses */
    one_word(good | 1ULL << 12, BELAY_UNSUPPORTED, ""); /* a register field that none uses */
    one_word(0x0000000b, BELAY_UNSUPPORTED, "");        /* no RISC-V instruction */
    one_word(encode(ISA_vadd, 0, 1, 2, 3, 4, 0), BELAY_KERNEL_BUG,
             "vector instruction vadd outside a vector function");
    one_word(core_word(isa_rows[ISA_hset_flag].op, 0, 0x1f), BELAY_UNSUPPORTED,
             "instruction hset_flag is not supported yet");
    one_word(0x00100073, BELAY_KERNEL_BUG, "trap"); /* ebreak */
}

/* Inside a vector function: only its own instructions, UB but no global memory. */
static void vector_functions(void **state)
{
    static const char *const text[] = {
        "set_ctrl is not allowed inside a vector function",
        "in a vector function: it reaches UB only",
        "set_flag is not allowed inside a vector function",
        "",
    };
    (void)state;
    for (int i = 0; i < 4; i++) {
        begin();
        uint32_t vf = begin_vf(&code);
        set_x(&code, 5, machine()->ub_image);
        mark();
        if (i == 0)
            insn(&code, ISA_set_ctrl, 0, 5);
        else if (i == 1)
            load(&code, DOUBLE, 6, 5, 0);
        else if (i == 2)
            insn(&code, ISA_set_flag, 0, LITERAL(CCE_V), LITERAL(CCE_MTE3), LITERAL(0));
        else
            put64(&code, core_word(0x7ff, 0, 0));
        end_vf(&code);
        call(&code, vf);
        refused(i == 3 ? BELAY_UNSUPPORTED : BELAY_KERNEL_BUG, "v", text[i]);
    }
}

/* --- addresses
 * ------------------------------------------------------------------------------------- */

static void scalar_accesses(void **state)
{
    static const struct {
        uint64_t address;
        bool stores;
        const char *text;
    } cases[] = {
        {256 * 1024 - 4, false, "UB"}, /* a doubleword past the end of UB */
        {256 * 1024, true, "UB"},
        {TEXT, true, "read-only text"},
        {0x18000000 + (1 << 20), false, "data"},
        {0x3f000000, false, ""},
        {0x0fffffffffffffff, false, "GM address"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin();
        set_x(&code, 6, cases[i].address);
        mark();
        if (cases[i].stores)
            store(&code, DOUBLE, 5, 6, 0);
        else
            load(&code, DOUBLE, 7, 6, 0);
        refused(BELAY_KERNEL_BUG, "s", cases[i].text);
    }
}

/* A recursion without end. */
static void stack_overflow(void **state)
{
    (void)state;
    begin();
    uint32_t loop = here(&code);
    addi(&code, SP, SP, -1024);
    mark();
    store(&code, DOUBLE, 5, SP, 0);
    jump(&code, 0, loop);
    refused(BELAY_KERNEL_BUG, "s", "stack overflow");
}

/* Behind the text, and into the data. */
static void jumps(void **state)
{
    static const uint64_t targets[] = {TEXT + CODE_ROOM + 4096, 0x18000000};
    (void)state;
    for (int i = 0; i < 2; i++) {
        begin();
        set_x(&code, 6, targets[i]);
        mark();
        jump_register(&code, RA, 6);
        refused(BELAY_KERNEL_BUG, "s", "jump");
    }
}

/* --- time
 * ------------------------------------------------------------------------------------------- */

/* Loops without end, in the scalar unit and in a vector function. */
static void endless_loops(void **state)
{
    (void)state;
    belay_chip_set_max_ticks(machine_chip(machine()), 20000);
    for (int in_vf = 0; in_vf < 2; in_vf++) {
        uint64_t before = machine()->chip->now;
        code_clear(&code);
        uint32_t vf = begin_vf(&code);
        insn(&code, ISA_vmov_all, 0, 1, 2);
        jump(&code, 0, vf);
        end_vf(&code);
        uint32_t loop = here(&code);
        if (in_vf)
            call(&code, vf);
        else
            jump(&code, 0, loop);
        end_kernel(&code);
        launch_refused(&kernel, 1, BELAY_KERNEL_BUG, "aiv0", in_vf ? "v" : "s",
                       "20000 ticks (--max-ticks): an endless loop?");
        uint64_t from = TEXT + (in_vf ? vf : loop);
        assert_in_range(machine()->error.pc, from, from + 8);
        assert_in_range(machine()->chip->now - before, 20000, 20100);
    }
    chip_still_works();
    belay_chip_set_max_ticks(machine_chip(machine()), 0);
}

/* --- cores
 * ------------------------------------------------------------------------------------------- */

static void wrong_core(void **state)
{
    (void)state;
    begin();
    copy_out(&code, machine()->ub_image, 0, 32);
    end_kernel(&code);
    launch_refused(&cube, 1, BELAY_KERNEL_BUG, "aic0", NULL, "UB");
    begin();
    set_x(&code, 6, 0);
    load(&code, DOUBLE, 7, 6, 0); /* address 0: no UB on an AIC */
    end_kernel(&code);
    launch_refused(&cube, 1, BELAY_KERNEL_BUG, "aic0", "s", "");
    chip_still_works();
}

/* The fault of one block ends the launch, and nothing of it is left for the next one. */
static void one_of_many(void **state)
{
    (void)state;
    code_clear(&code);
    for (int i = 0; i < 20; i++)
        copy_in(&code, 0, machine()->ub_image, 4096);
    insn(&code, ISA_get_block_idx, 0, 5);
    addi(&code, 5, 5, -17);
    branch_nonzero(&code, 5, here(&code) + 12);
    insn(&code, ISA_trap, 0);
    insn(&code, ISA_wait_flag, 0, LITERAL(CCE_V), LITERAL(CCE_MTE2), LITERAL(0));
    end_kernel(&code);
    launch_refused(&kernel, 56, BELAY_KERNEL_BUG, "aiv17", "s", "trap()");
    chip_still_works();
    code_clear(&code);
    end_kernel(&code);
    assert_int_equal(machine_launch(machine(), &kernel, 200, NULL, 0), BELAY_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unknown_words),   cmocka_unit_test(vector_functions),
        cmocka_unit_test(scalar_accesses), cmocka_unit_test(stack_overflow),
        cmocka_unit_test(jumps),           cmocka_unit_test(endless_loops),
        cmocka_unit_test(wrong_core),      cmocka_unit_test(one_of_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
