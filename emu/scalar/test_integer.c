/* Integer instructions: tables with the values the ISA manual asks for, and random operands against
 * an independent model. */
#include "emu/scalar/test_isa.h"

enum { RD = 10, RS1 = 11, RS2 = 12 };

static uint64_t run_register(struct machine *m, enum rv_op op, uint64_t a, uint64_t b)
{
    m->hart.x[RS1] = a;
    m->hart.x[RS2] = b;
    run_word(m, encode(op, RD, RS1, RS2, 0));
    return m->hart.x[RD];
}

static uint64_t run_immediate(struct machine *m, enum rv_op op, uint64_t a, int32_t imm)
{
    m->hart.x[RS1] = a;
    run_word(m, encode(op, RD, RS1, 0, imm));
    return m->hart.x[RD];
}

#define MIN64    UINT64_C(0x8000000000000000)
#define MIN32    UINT64_C(0xffffffff80000000) /* sign extended */
#define MINUS(n) (UINT64_MAX - (n) + 1)

static const struct {
    enum rv_op op;
    uint64_t a, b, result;
} register_cases[] = {
    {RV_OP_add, 1, MINUS(1), 0},
    {RV_OP_add, INT64_MAX, 1, MIN64},
    {RV_OP_sub, 0, 1, MINUS(1)},
    {RV_OP_sll, 1, 63, MIN64},
    {RV_OP_sll, 1, 64 + 3, 8}, /* the low six bits count */
    {RV_OP_slt, MINUS(1), 0, 1},
    {RV_OP_slt, 0, MINUS(1), 0},
    {RV_OP_slt, 5, 5, 0},
    {RV_OP_sltu, MINUS(1), 0, 0},
    {RV_OP_sltu, 0, MINUS(1), 1},
    {RV_OP_xor, 0xff00, 0x0ff0, 0xf0f0},
    {RV_OP_srl, MIN64, 63, 1},
    {RV_OP_srl, MIN64, 64, MIN64},
    {RV_OP_sra, MIN64, 63, MINUS(1)},
    {RV_OP_sra, 0x100, 4, 0x10},
    {RV_OP_or, 0xff00, 0x0ff0, 0xfff0},
    {RV_OP_and, 0xff00, 0x0ff0, 0x0f00},
    {RV_OP_addw, 0x7fffffff, 1, MIN32},
    {RV_OP_addw, 0xffffffff00000001, 1, 2},
    {RV_OP_subw, 0, 1, MINUS(1)},
    {RV_OP_subw, 0x80000000, 1, 0x7fffffff},
    {RV_OP_sllw, 1, 31, MIN32},
    {RV_OP_sllw, 1, 32, 1}, /* the low five bits count */
    {RV_OP_srlw, 0xffffffff80000000, 31, 1},
    {RV_OP_srlw, 0x180000000, 0, MIN32},
    {RV_OP_sraw, 0x80000000, 31, MINUS(1)},
    {RV_OP_sraw, 0x7fffffff, 30, 1},
    {RV_OP_mul, MINUS(3), 5, MINUS(15)},
    {RV_OP_mul, UINT64_C(1) << 40, UINT64_C(1) << 40, 0},
    {RV_OP_mulh, MINUS(1), MINUS(1), 0},
    {RV_OP_mulh, MIN64, MIN64, UINT64_C(1) << 62},
    {RV_OP_mulhsu, MINUS(1), MINUS(1), MINUS(1)},
    {RV_OP_mulhu, MINUS(1), MINUS(1), MINUS(2)},
    /* Table 7.1: division by zero and overflow. */
    {RV_OP_div, 17, 0, MINUS(1)},
    {RV_OP_divu, 17, 0, MINUS(1)},
    {RV_OP_rem, 17, 0, 17},
    {RV_OP_remu, 17, 0, 17},
    {RV_OP_div, MIN64, MINUS(1), MIN64},
    {RV_OP_rem, MIN64, MINUS(1), 0},
    {RV_OP_divw, 17, 0, MINUS(1)},
    {RV_OP_divuw, 17, 0, MINUS(1)},
    {RV_OP_remw, 0x80000000, 0, MIN32},
    {RV_OP_remuw, 0x80000000, 0, MIN32},
    {RV_OP_divw, 0x80000000, 0xffffffff, MIN32},
    {RV_OP_remw, 0x80000000, 0xffffffff, 0},
    /* Rounds towards zero; the remainder has the sign of the dividend. */
    {RV_OP_div, MINUS(7), 2, MINUS(3)},
    {RV_OP_rem, MINUS(7), 2, MINUS(1)},
    {RV_OP_rem, 7, MINUS(2), 1},
    {RV_OP_divu, MINUS(1), 2, INT64_MAX},
    {RV_OP_remu, MINUS(1), 10, 5},
    {RV_OP_mulw, 0x10000, 0x8000, MIN32},
    {RV_OP_mulw, 0x100000003, 5, 15},
    {RV_OP_divuw, 0xffffffff, 1, MINUS(1)},
    {RV_OP_remuw, 0xffffffff, 0x80000000, 0x7fffffff},
};

static void registers(void **state)
{
    struct machine *m = *state;
    for (size_t i = 0; i < sizeof register_cases / sizeof register_cases[0]; i++) {
        uint64_t result =
            run_register(m, register_cases[i].op, register_cases[i].a, register_cases[i].b);
        if (result != register_cases[i].result)
            fail_msg("%s(0x%jx, 0x%jx) gives 0x%jx", rv_rows[register_cases[i].op].id,
                     (uintmax_t)register_cases[i].a, (uintmax_t)register_cases[i].b,
                     (uintmax_t)result);
    }
}

static const struct {
    enum rv_op op;
    uint64_t a;
    int32_t imm;
    uint64_t result;
} immediate_cases[] = {
    {RV_OP_addi, 5, -8, MINUS(3)},
    {RV_OP_addi, 0, 2047, 2047},
    {RV_OP_addi, 0, -2048, MINUS(2048)},
    {RV_OP_slti, MINUS(5), -4, 1},
    {RV_OP_slti, 0, -1, 0},
    {RV_OP_sltiu, 0, 1, 1},  /* seqz */
    {RV_OP_sltiu, 5, -1, 1}, /* the immediate is sign extended first */
    {RV_OP_xori, 0x55, -1, MINUS(0x56)},
    {RV_OP_ori, 0x55, 0x700, 0x755},
    {RV_OP_andi, MINUS(1), 0x7f, 0x7f},
    {RV_OP_andi, 0x12345678, -16, 0x12345670},
    {RV_OP_slli, 3, 62, 0xc000000000000000},
    {RV_OP_srli, MIN64, 63, 1},
    {RV_OP_srai, MIN64, 62, MINUS(2)},
    {RV_OP_addiw, 0x7fffffff, 1, MIN32},
    {RV_OP_addiw, 0x1ffffffff, 0, MINUS(1)}, /* sext.w */
    {RV_OP_slliw, 1, 31, MIN32},
    {RV_OP_srliw, MINUS(1), 31, 1},
    {RV_OP_srliw, 0x80000000, 0, MIN32},
    {RV_OP_sraiw, 0x80000000, 4, 0xfffffffff8000000},
    {RV_OP_lui, 0, 0x12345000, 0x12345000},
    {RV_OP_lui, 0, INT32_MIN, MIN32},
    {RV_OP_auipc, 0, 0x1000, TEXT_BASE + 0x1000},
    {RV_OP_auipc, 0, -0x1000, TEXT_BASE - 0x1000},
};

static void immediates(void **state)
{
    struct machine *m = *state;
    for (size_t i = 0; i < sizeof immediate_cases / sizeof immediate_cases[0]; i++) {
        uint64_t result =
            run_immediate(m, immediate_cases[i].op, immediate_cases[i].a, immediate_cases[i].imm);
        if (result != immediate_cases[i].result)
            fail_msg("%s(0x%jx, %d) gives 0x%jx", rv_rows[immediate_cases[i].op].id,
                     (uintmax_t)immediate_cases[i].a, immediate_cases[i].imm, (uintmax_t)result);
    }
}

/* Everything in 128-bit arithmetic, narrowed at the end. */
static uint64_t model(enum rv_op op, uint64_t a, uint64_t b)
{
    __int128 sa = (int64_t)a, sb = (int64_t)b, wa = (int32_t)a, wb = (int32_t)b;
    unsigned __int128 ua = a, ub = b, ua32 = (uint32_t)a, ub32 = (uint32_t)b;
    __int128 word;
    switch (op) {
    case RV_OP_add:
        return (uint64_t)(sa + sb);
    case RV_OP_sub:
        return (uint64_t)(sa - sb);
    case RV_OP_slt:
        return sa < sb;
    case RV_OP_sltu:
        return ua < ub;
    case RV_OP_sll:
        return (uint64_t)(ua << (b % 64));
    case RV_OP_srl:
        return (uint64_t)(ua >> (b % 64));
    case RV_OP_sra:
        return (uint64_t)(sa >> (b % 64));
    case RV_OP_mul:
        return (uint64_t)(sa * sb);
    case RV_OP_mulh:
        return (uint64_t)((sa * sb) >> 64);
    case RV_OP_mulhsu:
        return (uint64_t)((sa * (__int128)ub) >> 64);
    case RV_OP_mulhu:
        return (uint64_t)((ua * ub) >> 64);
    case RV_OP_div:
        return b == 0 ? UINT64_MAX : (uint64_t)(sa / sb);
    case RV_OP_rem:
        return b == 0 ? a : (uint64_t)(sa % sb);
    case RV_OP_divu:
        return b == 0 ? UINT64_MAX : (uint64_t)(ua / ub);
    case RV_OP_remu:
        return b == 0 ? a : (uint64_t)(ua % ub);
    case RV_OP_addw:
        word = wa + wb;
        break;
    case RV_OP_subw:
        word = wa - wb;
        break;
    case RV_OP_sllw:
        word = (__int128)(ua32 << (b % 32));
        break;
    case RV_OP_srlw:
        word = (__int128)(ua32 >> (b % 32));
        break;
    case RV_OP_sraw:
        word = wa >> (b % 32);
        break;
    case RV_OP_mulw:
        word = wa * wb;
        break;
    case RV_OP_divw:
        word = wb == 0 ? -1 : wa / wb;
        break;
    case RV_OP_remw:
        word = wb == 0 ? wa : wa % wb;
        break;
    case RV_OP_divuw:
        word = ub32 == 0 ? -1 : (__int128)(ua32 / ub32);
        break;
    case RV_OP_remuw:
        word = ub32 == 0 ? wa : (__int128)(ua32 % ub32);
        break;
    default:
        fail_msg("no model of %s", rv_rows[op].id);
        return 0;
    }
    return (uint64_t)(int64_t)(int32_t)word;
}

/* Values near the borders and with few bits as often as any other. */
static uint64_t operand(void)
{
    uint64_t value = random64();
    switch (random64() % 4) {
    case 0:
        return value >> random64() % 64;
    case 1:
        return MIN64 + value % 5 - 2;
    case 2:
        return MIN32 + value % 5 - 2;
    default:
        return value;
    }
}

static void random_operands(void **state)
{
    static const enum rv_op ops[] = {
        RV_OP_add,  RV_OP_sub,  RV_OP_slt,    RV_OP_sltu,  RV_OP_sll,  RV_OP_srl,  RV_OP_sra,
        RV_OP_mul,  RV_OP_mulh, RV_OP_mulhsu, RV_OP_mulhu, RV_OP_div,  RV_OP_rem,  RV_OP_divu,
        RV_OP_remu, RV_OP_addw, RV_OP_subw,   RV_OP_sllw,  RV_OP_srlw, RV_OP_sraw, RV_OP_mulw,
        RV_OP_divw, RV_OP_remw, RV_OP_divuw,  RV_OP_remuw,
    };
    struct machine *m = *state;
    random_seed(1);
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++)
        for (int round = 0; round < 2000; round++) {
            uint64_t a = operand(), b = operand();
            uint64_t result = run_register(m, ops[i], a, b), expected = model(ops[i], a, b);
            if (result != expected)
                fail_msg("%s(0x%jx, 0x%jx) gives 0x%jx, not 0x%jx", rv_rows[ops[i]].id,
                         (uintmax_t)a, (uintmax_t)b, (uintmax_t)result, (uintmax_t)expected);
        }
}

static void destination_is_source(void **state)
{
    struct machine *m = *state;
    m->hart.x[RS1] = 6;
    m->hart.x[RS2] = 7;
    run_word(m, encode(RV_OP_mul, RS1, RS1, RS2, 0));
    assert_int_equal(m->hart.x[RS1], 42);
    run_word(m, encode(RV_OP_sub, RS2, RS1, RS2, 0));
    assert_int_equal(m->hart.x[RS2], 35);
}

static void x0_stays_zero(void **state)
{
    struct machine *m = *state;
    m->hart.x[RS1] = 6;
    run_word(m, encode(RV_OP_addi, 0, RS1, 0, 5));
    assert_int_equal(m->hart.x[0], 0);
    run_word(m, encode(RV_OP_add, RD, 0, RS1, 0));
    assert_int_equal(m->hart.x[RD], 6);
}

int run_integer_tests(void)
{
    const struct CMUnitTest tests[] = {
        isa_test(registers),       isa_test(immediates),
        isa_test(random_operands), isa_test(destination_is_source),
        isa_test(x0_stays_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
