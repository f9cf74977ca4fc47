/* Control and status registers, and the instructions that are refused. */
#include "emu/scalar/test_isa.h"

#include <stdio.h>

enum { RD = 10, RS1 = 11 };

/* --- csr ------------------------------------------------------------------------------------- */

enum { FFLAGS = 1, FRM = 2, FCSR = 3, CYCLE = 0xc00, TIME = 0xc01, INSTRET = 0xc02, VLENB = 0xc22 };

static uint64_t run_csr(struct machine *m, enum rv_op op, int32_t csr, unsigned rs1)
{
    run_word(m, encode(op, RD, rs1, 0, csr));
    return m->hart.x[RD];
}

static void csr_operations(void **state)
{
    struct machine *m = *state;
    m->hart.x[RS1] = 0xfff;
    assert_int_equal(run_csr(m, RV_OP_csrrw, FCSR, RS1), 0);
    assert_int_equal(m->hart.fcsr, 0xff);
    m->hart.x[RS1] = 0x21;
    assert_int_equal(run_csr(m, RV_OP_csrrc, FCSR, RS1), 0xff);
    assert_int_equal(m->hart.fcsr, 0xde);
    assert_int_equal(run_csr(m, RV_OP_csrrs, FCSR, RS1), 0xde);
    assert_int_equal(m->hart.fcsr, 0xff);
    assert_int_equal(run_csr(m, RV_OP_csrrwi, FFLAGS, 9), 0x1f);
    assert_int_equal(m->hart.fcsr, 0xe9);
    assert_int_equal(run_csr(m, RV_OP_csrrsi, FFLAGS, 6), 9);
    assert_int_equal(m->hart.fcsr, 0xef);
    assert_int_equal(run_csr(m, RV_OP_csrrci, FRM, 5), 7);
    assert_int_equal(m->hart.fcsr, 0x4f);
    assert_int_equal(run_csr(m, RV_OP_csrrs, FRM, 0), 2);
    m->hart.x[RS1] = 0x23;
    assert_int_equal(run_csr(m, RV_OP_csrrw, FRM, RS1), 2); /* three bits */
    assert_int_equal(m->hart.fcsr, 0x6f);
    m->hart.x[RD] = 0x12;
    assert_int_equal(run_csr(m, RV_OP_csrrw, FFLAGS, RD), 0xf); /* rd == rs1 */
    assert_int_equal(m->hart.fcsr, 0x72);
}

static void counters(void **state)
{
    struct machine *m = *state;
    m->hart.time = 100 * RV_SUBTICKS + 3;
    m->hart.retired = 55;
    assert_int_equal(run_csr(m, RV_OP_csrrs, CYCLE, 0), 100);
    assert_int_equal(run_csr(m, RV_OP_csrrs, TIME, 0), 100);
    assert_int_equal(run_csr(m, RV_OP_csrrs, INSTRET, 0), 57);
    assert_int_equal(run_csr(m, RV_OP_csrrs, VLENB, 0), 256);
    assert_int_equal(run_csr(m, RV_OP_csrrci, VLENB, 0), 256); /* no write */
    assert_int_equal(run_csr(m, RV_OP_csrrc, VLENB, 0), 256);
}

static void unsupported_csr(void **state)
{
    struct machine *m = *state;
    put32(m, encode(RV_OP_csrrs, RD, 0, 0, 0x300));
    expect_unsupported(m, "unsupported use of csr 0x300 (mstatus)");
    put32(m, encode(RV_OP_csrrs, RD, 0, 0, 0x7c0));
    expect_unsupported(m, "unsupported use of csr 0x7c0 (unknown)");
    put32(m, encode(RV_OP_csrrw, RD, RS1, 0, CYCLE));
    expect_unsupported(m, "unsupported write to csr 0xc00 (cycle)");
    put32(m, encode(RV_OP_csrrsi, RD, 1, 0, VLENB));
    expect_unsupported(m, "unsupported write to csr 0xc22 (vlenb)");
}

/* --- what is not supported ------------------------------------------------------------------- */

static void unsupported_instructions(void **state)
{
    static const struct {
        uint32_t word;
        const char *text;
    } cases[] = {
        {0x0c0572d7, "unsupported instruction 0x0c0572d7 (vsetvl)"},
        {0x02056407, "unsupported instruction 0x02056407 (vector load)"},
        {0x02056427, "unsupported instruction 0x02056427 (vector store)"},
        {0x02c58557, "unsupported instruction 0x02c58557 (vector)"},
        {0x228504a7, "unsupported instruction 0x228504a7 (vector store)"},   /* vs2r.v v9 */
        {0x30200073, "unsupported instruction 0x30200073 (system)"},         /* mret */
        {0x20b52533, "unsupported instruction 0x20b52533 (integer)"},        /* sh1add */
        {0x06b57553, "unsupported instruction 0x06b57553 (floating point)"}, /* quad precision */
        {0x00b55553, "unsupported instruction 0x00b55553 (floating point)"}, /* rounding mode 5 */
        {0x00056503 | 0x7000, "unsupported instruction 0x00057503 (load)"},
        {0x0000000b, "unsupported instruction 0x0000000b (custom-0)"},
        {0x0000001f, "unsupported instruction 0x001f... (48-bit)"},
        {0x0000007f, "unsupported instruction 0x007f... (80-bit or longer)"},
    };
    struct machine *m = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        put32(m, cases[i].word);
        put64(m, 0);
        expect_unsupported(m, cases[i].text);
    }
    put16(m, 0);
    expect_unsupported(m, "unsupported instruction 0x0000 (all bits zero)");
    put16(m, 0x8002); /* c.jr zero is reserved */
    expect_unsupported(m, "unsupported instruction 0x8002 (compressed)");
    put32(m, encode(RV_OP_ecall, 0, 0, 0, 0));
    expect_unsupported(m, "unsupported instruction 0x00000073 (ecall)");
}

static void reserved_rounding(void **state)
{
    struct machine *m = *state;
    char text[100];
    for (unsigned rm = 5; rm < 8; rm++) {
        m->hart.fcsr = rm << 5;
        put32(m, encode(RV_OP_fadd_s, 1, 2, 3, 0));
        snprintf(text, sizeof text, "reserved rounding mode %u in frm", rm);
        expect_unsupported(m, text);
        run_word(m, encode_rounding(RV_OP_fadd_s, 1, 2, 3, 0)); /* a static one does not care */
        m->text_size = 0;
    }
    put32(m, encode_rounding(RV_OP_fcvt_d_s, 1, 2, 0, 6));
    expect_unsupported(m, "unsupported instruction 0x420160d3 (floating point)");
}

static void breakpoints(void **state)
{
    struct machine *m = *state;
    put32(m, encode(RV_OP_ebreak, 0, 0, 0, 0));
    put16(m, 0x9002); /* c.ebreak */
    machine_start(m);
    assert_int_equal(machine_run(m), RV_STOP_BREAK);
    assert_int_equal(m->hart.pc, TEXT_BASE);
    assert_int_equal(m->hart.retired, 0);
    m->hart.pc = TEXT_BASE + 4;
    assert_int_equal(machine_run(m), RV_STOP_BREAK);
    assert_int_equal(m->hart.pc, TEXT_BASE + 4);
}

int run_system_tests(void)
{
    const struct CMUnitTest tests[] = {
        isa_test(csr_operations),           isa_test(counters),          isa_test(unsupported_csr),
        isa_test(unsupported_instructions), isa_test(reserved_rounding), isa_test(breakpoints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
