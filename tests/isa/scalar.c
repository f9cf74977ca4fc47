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
    case ISA_sflbits: /* neighbours of the sign that equal it */
        while (n < 63 && (x >> (62 - n) & 1) == x >> 63)
            n++;
        return n == 63 ? UINT64_MAX : n;
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
ROW_TEST(sflbits, unary, .rule = NULL)

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

/* --- conversions
 * ------------------------------------------------------------------------------------------- */

/* The instruction on f5; the integer result, or the half's. */
static uint64_t run_conversion(int row, uint32_t in)
{
    static struct code code;
    code_clear(&code);
    set_f(&code, 5, in | UINT64_MAX << 32);
    insn(&code, row, 0, 6, 5);
    end_kernel(&code);
    machine_run(machine(), &code);
    const struct core *core = chip_aiv(machine()->chip, 0);
    return row == ISA_conv_f322f16o ? core->scalar.hart.f[6] : scalar_x()[6];
}

static int64_t want_s32(int row, float x)
{
    if (x != x)
        return 0;
    if (x >= 0x1p31f || x < -0x1p31f)
        return x > 0 ? INT32_MAX : INT32_MIN;
    int64_t down = (int64_t)x - ((float)(int64_t)x > x);
    double part = (double)x - (double)down; /* 0 <= part < 1 */
    bool up;
    switch (row) {
    case ISA_conv_f322s32f:
        up = false;
        break;
    case ISA_conv_f322s32c:
        up = part > 0;
        break;
    case ISA_conv_f322s32a:
        up = part > 0.5 || (part == 0.5 && x > 0);
        break;
    default:
        up = part > 0.5 || (part == 0.5 && down % 2 != 0);
    }
    return down + up;
}

/* The largest half not above it, made odd when it is not exact. */
static uint16_t want_half(float x)
{
    struct element half = element_of("f16", 0);
    double magnitude = x < 0 ? -(double)x : (double)x;
    uint16_t sign = x < 0 ? 0x8000 : 0, h = 0;
    if (x != x)
        return 0x7e00;
    for (unsigned bit = 1 << 14; bit != 0; bit >>= 1)
        if ((h | bit) < 0x7c00 && element_value(&half, h | bit) <= magnitude)
            h = (uint16_t)(h | bit);
    if (magnitude > (double)0x1.fffffep127f)
        return sign | 0x7c00;
    return (uint16_t)(sign | h | (element_value(&half, h) != magnitude));
}

static void conversions(const struct row_test *test)
{
    static const uint32_t special[] = {0x00000000, 0x3f000000, 0x3fc00000, 0x40200000, 0xbf000000,
                                       0xbfc00000, 0xc0200000, 0x4effffff, 0x4f000000, 0xcf000000,
                                       0xcf000001, 0x7f800000, 0xff800000, 0x7fc00000, 0x477fe000,
                                       0x477fffff, 0x33800000, 0x33000000, 0x00000001, 0x7f7fffff};
    enum { SPECIAL = sizeof special / sizeof special[0] };
    uint64_t seed = (uint64_t)test->row;
    for (unsigned i = 0; i < SPECIAL + 150; i++) {
        uint32_t bits = i < SPECIAL ? special[i] : (uint32_t)random_bits(&seed);
        if (i >= SPECIAL) /* between 2^-26 and 2^33 */
            bits = (bits & 0x807fffff) | (101 + random_below(&seed, 60)) << 23;
        float x;
        memcpy(&x, &bits, sizeof x);
        uint64_t got = run_conversion(test->row, bits);
        if (test->row == ISA_conv_f322f16o)
            assert_int_equal(got, want_half(x) | UINT64_MAX << 16);
        else
            assert_int_equal((int64_t)got, want_s32(test->row, x));
    }
}
ROW_TEST(conv_f322s32a, conversions, .rule = NULL)
ROW_TEST(conv_f322s32c, conversions, .rule = NULL)
ROW_TEST(conv_f322s32f, conversions, .rule = NULL)
ROW_TEST(conv_f322s32r, conversions, .rule = NULL)
ROW_TEST(conv_f322f16o, conversions, .rule = NULL)
