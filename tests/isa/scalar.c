/* Instructions of the scalar unit on its own registers. */
#include <string.h>

#include "tests/isa/trial.h"

static const uint64_t *scalar_x(void)
{
    return chip_aiv(machine()->chip, 0)->scalar.hart.x;
}

/* The instruction on x5 into x6; nothing else changes. */
static uint64_t run_unary(int row, uint64_t in)
{
    static struct code code;
    uint64_t seed = 1;
    uint64_t before[SCRATCH];
    code_clear(&code);
    for (unsigned r = 3; r < SCRATCH; r++) {
        before[r] = r == 5 ? in : random_bits(&seed);
        set_x(&code, r, before[r]);
    }
    insn(&code, row, 0, 6, 5);
    end_kernel(&code);
    machine_run(machine(), &code);
    for (unsigned r = 3; r < SCRATCH; r++)
        if (r != 6)
            assert_int_equal(scalar_x()[r], before[r]);
    return scalar_x()[6];
}

/* --- one operand ---------------------------------------------------------------------------------
 */

static uint64_t count_bits(uint64_t x, unsigned bit)
{
    uint64_t n = 0;
    for (int i = 0; i < 64; i++)
        n += (x >> i & 1) == bit;
    return n;
}

/* From the lowest bit; -1 when there is none (GetSFFValue). */
static uint64_t find_bit(uint64_t x, unsigned bit)
{
    for (unsigned i = 0; i < 64; i++)
        if ((x >> i & 1) == bit)
            return i;
    return UINT64_MAX;
}

static uint64_t expect_unary(int row, uint64_t x)
{
    uint64_t n = 0;
    switch (row) {
    case ISA_bcnt0:
        return count_bits(x, 0);
    case ISA_bcnt1:
        return count_bits(x, 1);
    case ISA_sff0:
        return find_bit(x, 0);
    case ISA_sff1:
        return find_bit(x, 1);
    case ISA_clz:
        while (n < 64 && (x >> (63 - n) & 1) == 0)
            n++;
        return n;
    default:
        return x;
    }
}

static void unary(const struct row_test *test)
{
    uint64_t seed = (uint64_t)test->row;
    for (unsigned i = 0; i < 64 + 64 + 20; i++) {
        uint64_t x = i < 64 ? 1ULL << i : i < 128 ? ~(1ULL << (i - 64)) : random_bits(&seed);
        if (i >= 144)
            x = i == 144 ? 0 : i == 145 ? UINT64_MAX : x >> 40;
        assert_int_equal(run_unary(test->row, x), expect_unary(test->row, x));
    }
}
ROW_TEST(bcnt0, unary, .rule = NULL)
ROW_TEST(bcnt1, unary, .rule = NULL)
ROW_TEST(clz, unary, .rule = NULL)
ROW_TEST(sff0, unary, .rule = NULL)
ROW_TEST(sff1, unary, .rule = NULL)
ROW_TEST(get_imm, unary, .rule = NULL)

/* --- one bit: its number in a register, or in the instruction
 * ---------------------------------------- */

static void one_bit(const struct row_test *test)
{
    static struct code code;
    uint64_t seed = 2;
    for (unsigned bit = 0; bit < 64; bit++) {
        uint64_t x = random_bits(&seed);
        bool set = test->row == ISA_sbitset1;
        uint64_t want = set ? x | 1ULL << bit : x & ~(1ULL << bit);
        code_clear(&code);
        set_x(&code, 5, x);
        set_x(&code, 6, bit);
        insn(&code, test->row, 0, 7, 5, 6);
        if (bit < 32)
            insn(&code, test->row, 0, 8, 5, LITERAL(bit));
        end_kernel(&code);
        machine_run(machine(), &code);
        assert_int_equal(scalar_x()[7], want);
        if (bit < 32)
            assert_int_equal(scalar_x()[8], want);
    }
}
ROW_TEST(sbitset0, one_bit, .rule = NULL)
ROW_TEST(sbitset1, one_bit, .rule = NULL)

static void traps(const struct row_test *test)
{
    static struct code code;
    code_clear(&code);
    insn(&code, test->row, 0);
    end_kernel(&code);
    machine_refuses(machine(), &code, BELAY_KERNEL_BUG, "trap()");
    assert_string_equal(machine()->error.core, "aiv0");
    assert_string_equal(machine()->error.pipe, "s");
}
ROW_TEST(trap, traps, .rule = NULL)
