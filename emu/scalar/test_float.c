/* Floating point instructions: each one, in each precision, with values that can be checked by
 * hand; boxing, rounding modes and flags. The arithmetic itself is tested in test_fp.c. */
#include "emu/scalar/test_isa.h"

#include <math.h>
#include <string.h>

#include "emu/scalar/fp.h"

enum { RD = 10, RS1 = 11, RS2 = 12, RS3 = 13 };

static const unsigned widths[] = {[FP_H] = 16, [FP_S] = 32, [FP_D] = 64};
static const int fraction_bits[] = {[FP_H] = 10, [FP_S] = 23, [FP_D] = 52};

static uint64_t box(enum fp_format format, uint64_t bits)
{
    return format == FP_D ? bits : bits | UINT64_MAX << widths[format];
}

/* The bits of a value that the format holds exactly. */
static uint64_t bits_of(enum fp_format format, double value)
{
    uint64_t sign = signbit(value) != 0,
             exponent_bits = widths[format] - 1u - (unsigned)fraction_bits[format];
    uint64_t top = (UINT64_C(1) << exponent_bits) - 1, fraction = 0, exponent = 0;
    int bias = (int)(top >> 1), power;
    if (isnan(value)) {
        exponent = top;
        fraction = UINT64_C(1) << (fraction_bits[format] - 1);
        sign = 0;
    } else if (isinf(value)) {
        exponent = top;
    } else if (value != 0) {
        double scaled = frexp(fabs(value), &power); /* 0.5 <= scaled < 1 */
        int biased = power - 1 + bias;
        if (biased < 1) { /* subnormal */
            fraction = (uint64_t)ldexp(fabs(value), bias - 1 + fraction_bits[format]);
        } else {
            exponent = (uint64_t)biased;
            fraction = (uint64_t)ldexp(2 * scaled - 1, fraction_bits[format]);
        }
    }
    return sign << (widths[format] - 1) | exponent << fraction_bits[format] | fraction;
}

static uint64_t boxed(enum fp_format format, double value)
{
    return box(format, bits_of(format, value));
}

#define EACH(op)                                                                                   \
    {                                                                                              \
        RV_OP_##op##_h, RV_OP_##op##_s, RV_OP_##op##_d                                             \
    }
#define INF  (double)INFINITY
#define QNAN (double)NAN

static const struct {
    enum rv_op op[3];
    double a, b, c, result;
    uint32_t flags;
} arithmetic[] = {
    {EACH(fadd), 1.5, 2.25, 0, 3.75, 0},
    {EACH(fadd), 1, -1, 0, 0, 0},
    {EACH(fadd), INF, -INF, 0, QNAN, FP_INVALID},
    {EACH(fsub), 1.5, 2.25, 0, -0.75, 0},
    {EACH(fsub), -0.0, 0.0, 0, -0.0, 0},
    {EACH(fmul), -1.5, 2.5, 0, -3.75, 0},
    {EACH(fmul), 0, INF, 0, QNAN, FP_INVALID},
    {EACH(fdiv), 7, 2, 0, 3.5, 0},
    {EACH(fdiv), -1, 0.0, 0, -INF, FP_DIVIDE_BY_ZERO},
    {EACH(fdiv), 0, 0, 0, QNAN, FP_INVALID},
    {EACH(fsqrt), 6.25, 0, 0, 2.5, 0},
    {EACH(fsqrt), -1, 0, 0, QNAN, FP_INVALID},
    {EACH(fsqrt), -0.0, 0, 0, -0.0, 0},
    /* a * b + c, a * b - c, -(a * b) + c, -(a * b) - c */
    {EACH(fmadd), 2, 3, 0.5, 6.5, 0},
    {EACH(fmsub), 2, 3, 0.5, 5.5, 0},
    {EACH(fnmsub), 2, 3, 0.5, -5.5, 0},
    {EACH(fnmadd), 2, 3, 0.5, -6.5, 0},
    {EACH(fmadd), 0, INF, QNAN, QNAN, FP_INVALID},
    {EACH(fsgnj), 1.5, -2, 0, -1.5, 0},
    {EACH(fsgnjn), 1.5, -2, 0, 1.5, 0},
    {EACH(fsgnjx), -1.5, -2, 0, 1.5, 0},
    {EACH(fsgnjx), -1.5, 2, 0, -1.5, 0},
    {EACH(fmin), -0.0, 0.0, 0, -0.0, 0},
    {EACH(fmin), 0.0, -0.0, 0, -0.0, 0},
    {EACH(fmin), 3, -4, 0, -4, 0},
    {EACH(fmin), QNAN, 4, 0, 4, 0},
    {EACH(fmax), -0.0, 0.0, 0, 0.0, 0},
    {EACH(fmax), 3, -4, 0, 3, 0},
    {EACH(fmax), 3, QNAN, 0, 3, 0},
    {EACH(fmax), QNAN, QNAN, 0, QNAN, 0},
};

static void arithmetic_results(void **state)
{
    struct machine *m = *state;
    for (size_t i = 0; i < sizeof arithmetic / sizeof arithmetic[0]; i++)
        for (unsigned format = FP_H; format <= FP_D; format++) {
            enum rv_op op = arithmetic[i].op[format];
            m->hart.f[RS1] = boxed(format, arithmetic[i].a);
            m->hart.f[RS2] = boxed(format, arithmetic[i].b);
            m->hart.f[RS3] = boxed(format, arithmetic[i].c);
            m->hart.fcsr = 0;
            uint32_t word = strchr(rv_rows[op].text, 'R') != NULL
                                ? encode_fused(op, RD, RS1, RS2, RS3, 7)
                                : encode(op, RD, RS1, RS2, 0);
            run_word(m, word);
            if (m->hart.f[RD] != boxed(format, arithmetic[i].result) ||
                m->hart.fcsr != arithmetic[i].flags)
                fail_msg("%s(%g, %g, %g) gives 0x%jx, flags 0x%x", rv_rows[op].id, arithmetic[i].a,
                         arithmetic[i].b, arithmetic[i].c, (uintmax_t)m->hart.f[RD], m->hart.fcsr);
        }
}

static const struct {
    enum rv_op op[3];
    double a, b;
    uint64_t result;
    uint32_t flags;
} comparisons[] = {
    {EACH(feq), 1, 1, 1, 0},         {EACH(feq), -0.0, 0.0, 1, 0},
    {EACH(feq), 1, 2, 0, 0},         {EACH(feq), QNAN, QNAN, 0, 0},
    {EACH(flt), 1, 2, 1, 0},         {EACH(flt), -2, -1, 1, 0},
    {EACH(flt), -0.0, 0.0, 0, 0},    {EACH(flt), 1, QNAN, 0, FP_INVALID},
    {EACH(fle), 2, 2, 1, 0},         {EACH(fle), 0.0, -0.0, 1, 0},
    {EACH(fle), -1, -2, 0, 0},       {EACH(fle), QNAN, 1, 0, FP_INVALID},
    {EACH(fclass), -INF, 0, 1, 0},   {EACH(fclass), -1, 0, 2, 0},
    {EACH(fclass), -0.0, 0, 8, 0},   {EACH(fclass), 0.0, 0, 16, 0},
    {EACH(fclass), 1, 0, 64, 0},     {EACH(fclass), INF, 0, 128, 0},
    {EACH(fclass), QNAN, 0, 512, 0},
};

static void comparison_results(void **state)
{
    struct machine *m = *state;
    for (size_t i = 0; i < sizeof comparisons / sizeof comparisons[0]; i++)
        for (unsigned format = FP_H; format <= FP_D; format++) {
            enum rv_op op = comparisons[i].op[format];
            m->hart.f[RS1] = boxed(format, comparisons[i].a);
            m->hart.f[RS2] = boxed(format, comparisons[i].b);
            m->hart.fcsr = 0;
            run_word(m, encode(op, RD, RS1, RS2, 0));
            if (m->hart.x[RD] != comparisons[i].result || m->hart.fcsr != comparisons[i].flags)
                fail_msg("%s(%g, %g) gives 0x%jx, flags 0x%x", rv_rows[op].id, comparisons[i].a,
                         comparisons[i].b, (uintmax_t)m->hart.x[RD], m->hart.fcsr);
        }
}

static void classes_of_bits(void **state)
{
    static const struct {
        enum rv_op op;
        uint64_t bits, result;
    } cases[] = {
        {RV_OP_fclass_h, 0xffffffffffff8001, 4},   {RV_OP_fclass_h, 0xffffffffffff03ff, 32},
        {RV_OP_fclass_h, 0xffffffffffff7c01, 256}, {RV_OP_fclass_s, 0xffffffff80000001, 4},
        {RV_OP_fclass_s, 0xffffffff007fffff, 32},  {RV_OP_fclass_s, 0xffffffff7fbfffff, 256},
        {RV_OP_fclass_d, 0x8000000000000001, 4},   {RV_OP_fclass_d, 0x000fffffffffffff, 32},
        {RV_OP_fclass_d, 0xfff0000000000001, 256},
    };
    struct machine *m = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        m->hart.f[RS1] = cases[i].bits;
        run_word(m, encode(cases[i].op, RD, RS1, 0, 0));
        assert_int_equal(m->hart.x[RD], cases[i].result);
    }
}

/* 1 + half a unit in the last place: a tie. Its negative as well. */
static void rounding_modes(void **state)
{
    static const enum rv_op ops[] = EACH(fadd);
    static const bool away[2][FP_ROUNDING_COUNT] = {
        {[FP_RUP] = true, [FP_RMM] = true}, /* positive */
        {[FP_RDN] = true, [FP_RMM] = true}, /* negative */
    };
    struct machine *m = *state;
    for (unsigned format = FP_H; format <= FP_D; format++)
        for (unsigned negative = 0; negative < 2; negative++)
            for (unsigned rm = 0; rm < FP_ROUNDING_COUNT; rm++) {
                double sign = negative ? -1 : 1, unit = ldexp(sign, -fraction_bits[format]);
                double expected = sign + (away[negative][rm] ? unit : 0);
                m->hart.f[RS1] = boxed(format, sign);
                m->hart.f[RS2] = boxed(format, unit / 2);
                m->hart.fcsr = 0;
                run_word(m, encode_rounding(ops[format], RD, RS1, RS2, rm));
                assert_int_equal(m->hart.f[RD], boxed(format, expected));
                assert_int_equal(m->hart.fcsr, FP_INEXACT);
                m->hart.fcsr = rm << 5;
                run_word(m, encode_rounding(ops[format], RD, RS1, RS2, RV_ROUNDING_DYNAMIC));
                assert_int_equal(m->hart.f[RD], boxed(format, expected));
                assert_int_equal(m->hart.fcsr, rm << 5 | FP_INEXACT);
            }
}

/* Section 11.7, table 11.4. */
static const struct {
    enum rv_op op[3];
    double value;
    uint64_t result;
    uint32_t flags;
} to_integers[] = {
    {EACH(fcvt_w), -3, (uint64_t)-3, 0},
    {EACH(fcvt_w), 2.5, 2, FP_INEXACT},
    {EACH(fcvt_w), INF, 0x7fffffff, FP_INVALID},
    {EACH(fcvt_w), -INF, 0xffffffff80000000, FP_INVALID},
    {EACH(fcvt_w), QNAN, 0x7fffffff, FP_INVALID},
    {EACH(fcvt_wu), 60000, 60000, 0},
    {EACH(fcvt_wu), -1, 0, FP_INVALID},
    {EACH(fcvt_wu), -0.25, 0, FP_INEXACT},
    {EACH(fcvt_wu), INF, UINT64_MAX, FP_INVALID},
    {EACH(fcvt_wu), QNAN, UINT64_MAX, FP_INVALID},
    {EACH(fcvt_l), -3.5, (uint64_t)-4, FP_INEXACT},
    {EACH(fcvt_l), INF, INT64_MAX, FP_INVALID},
    {EACH(fcvt_l), -INF, UINT64_C(1) << 63, FP_INVALID},
    {EACH(fcvt_l), QNAN, INT64_MAX, FP_INVALID},
    {EACH(fcvt_lu), 3, 3, 0},
    {EACH(fcvt_lu), -INF, 0, FP_INVALID},
    {EACH(fcvt_lu), QNAN, UINT64_MAX, FP_INVALID},
};

static void conversions_to_integers(void **state)
{
    struct machine *m = *state;
    for (size_t i = 0; i < sizeof to_integers / sizeof to_integers[0]; i++)
        for (unsigned format = FP_H; format <= FP_D; format++) {
            enum rv_op op = (enum rv_op)(to_integers[i].op[format]);
            m->hart.f[RS1] = boxed(format, to_integers[i].value);
            m->hart.fcsr = 0;
            run_word(m, encode(op, RD, RS1, 0, 0));
            if (m->hart.x[RD] != to_integers[i].result || m->hart.fcsr != to_integers[i].flags)
                fail_msg("%s(%g) gives 0x%jx, flags 0x%x", rv_rows[op].id, to_integers[i].value,
                         (uintmax_t)m->hart.x[RD], m->hart.fcsr);
        }
}

static void large_conversions(void **state)
{
    static const struct {
        enum rv_op op;
        double value;
        uint64_t result;
        uint32_t flags;
    } cases[] = {
        {RV_OP_fcvt_w_d, 2147483647.0, 0x7fffffff, 0},
        {RV_OP_fcvt_w_d, 2147483648.0, 0x7fffffff, FP_INVALID},
        {RV_OP_fcvt_w_d, -2147483648.0, 0xffffffff80000000, 0},
        {RV_OP_fcvt_w_d, -2147483649.0, 0xffffffff80000000, FP_INVALID},
        {RV_OP_fcvt_w_d, -2147483648.25, 0xffffffff80000000, FP_INEXACT},
        {RV_OP_fcvt_w_d, 2147483647.5, 0x7fffffff, FP_INVALID}, /* rounds to 2^31 */
        {RV_OP_fcvt_wu_d, 4294967295.0, UINT64_MAX, 0},         /* sign extended */
        {RV_OP_fcvt_wu_d, 4294967296.0, UINT64_MAX, FP_INVALID},
        {RV_OP_fcvt_l_d, 0x1p62, UINT64_C(1) << 62, 0},
        {RV_OP_fcvt_l_d, 0x1p63, INT64_MAX, FP_INVALID},
        {RV_OP_fcvt_l_d, -0x1p63, UINT64_C(1) << 63, 0},
        {RV_OP_fcvt_lu_d, 0x1.fffffffffffffp63, 0xfffffffffffff800, 0},
        {RV_OP_fcvt_lu_d, 0x1p64, UINT64_MAX, FP_INVALID},
    };
    struct machine *m = *state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        m->hart.f[RS1] = boxed(FP_D, cases[i].value);
        m->hart.fcsr = 0;
        run_word(m, encode(cases[i].op, RD, RS1, 0, 0));
        assert_int_equal(m->hart.x[RD], cases[i].result);
        assert_int_equal(m->hart.fcsr, cases[i].flags);
    }
}

static const struct {
    enum rv_op op[3];
    uint64_t value;
    double result;
} from_integers[] = {
    {{RV_OP_fcvt_h_w, RV_OP_fcvt_s_w, RV_OP_fcvt_d_w}, 0x55555555fffffffd, -3},
    {{RV_OP_fcvt_h_wu, RV_OP_fcvt_s_wu, RV_OP_fcvt_d_wu}, 0x5555555500000400, 1024},
    {{RV_OP_fcvt_h_l, RV_OP_fcvt_s_l, RV_OP_fcvt_d_l}, (uint64_t)-2048, -2048},
    {{RV_OP_fcvt_h_lu, RV_OP_fcvt_s_lu, RV_OP_fcvt_d_lu}, 2048, 2048},
    {{RV_OP_fcvt_h_lu, RV_OP_fcvt_s_lu, RV_OP_fcvt_d_lu}, 0, 0.0},
};

static void conversions_from_integers(void **state)
{
    struct machine *m = *state;
    for (size_t i = 0; i < sizeof from_integers / sizeof from_integers[0]; i++)
        for (unsigned format = FP_H; format <= FP_D; format++) {
            m->hart.x[RS1] = from_integers[i].value;
            run_word(m, encode(from_integers[i].op[format], RD, RS1, 0, 0));
            assert_int_equal(m->hart.f[RD], boxed(format, from_integers[i].result));
            assert_int_equal(m->hart.fcsr, 0);
        }
    m->hart.x[RS1] = UINT64_MAX;
    run_word(m, encode(RV_OP_fcvt_d_lu, RD, RS1, 0, 0));
    assert_int_equal(m->hart.f[RD], boxed(FP_D, 0x1p64));
    assert_int_equal(m->hart.fcsr, FP_INEXACT);
    m->hart.x[RS1] = 65520; /* half way from the largest half to 2^16 */
    run_word(m, encode(RV_OP_fcvt_h_wu, RD, RS1, 0, 0));
    assert_int_equal(m->hart.f[RD], boxed(FP_H, INF));
    assert_int_equal(m->hart.fcsr, FP_INEXACT | FP_OVERFLOW);
}

static void conversions_between_formats(void **state)
{
    static const struct {
        enum rv_op op;
        enum fp_format to, from;
    } ops[] = {
        {RV_OP_fcvt_s_d, FP_S, FP_D}, {RV_OP_fcvt_d_s, FP_D, FP_S}, {RV_OP_fcvt_s_h, FP_S, FP_H},
        {RV_OP_fcvt_h_s, FP_H, FP_S}, {RV_OP_fcvt_d_h, FP_D, FP_H}, {RV_OP_fcvt_h_d, FP_H, FP_D},
    };
    static const double values[] = {0.0, -0.0, 1.5, -65504, 0x1p-24, INF, -INF, QNAN};
    struct machine *m = *state;
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++)
        for (size_t k = 0; k < sizeof values / sizeof values[0]; k++) {
            m->hart.f[RS1] = boxed(ops[i].from, values[k]);
            run_word(m, encode(ops[i].op, RD, RS1, 0, 0));
            assert_int_equal(m->hart.f[RD], boxed(ops[i].to, values[k]));
            assert_int_equal(m->hart.fcsr, 0);
        }
}

static void moves_copy_bits(void **state)
{
    struct machine *m = *state;
    m->hart.f[RS1] = 0x0123456789abcdef; /* boxed in no format */
    run_word(m, encode(RV_OP_fmv_x_h, RD, RS1, 0, 0));
    assert_int_equal(m->hart.x[RD], 0xffffffffffffcdef);
    run_word(m, encode(RV_OP_fmv_x_w, RD, RS1, 0, 0));
    assert_int_equal(m->hart.x[RD], 0xffffffff89abcdef);
    run_word(m, encode(RV_OP_fmv_x_d, RD, RS1, 0, 0));
    assert_int_equal(m->hart.x[RD], 0x0123456789abcdef);
    m->hart.x[RS1] = 0x0123456789abcdef;
    run_word(m, encode(RV_OP_fmv_h_x, RD, RS1, 0, 0));
    assert_int_equal(m->hart.f[RD], 0xffffffffffffcdef);
    run_word(m, encode(RV_OP_fmv_w_x, RD, RS1, 0, 0));
    assert_int_equal(m->hart.f[RD], 0xffffffff89abcdef);
    run_word(m, encode(RV_OP_fmv_d_x, RD, RS1, 0, 0));
    assert_int_equal(m->hart.f[RD], 0x0123456789abcdef);
    run_word(m, encode(RV_OP_fmv_d_x, 0, RS1, 0, 0)); /* f0 is a register like any other */
    assert_int_equal(m->hart.f[0], 0x0123456789abcdef);
}

/* Section 12.2: an operand that is not boxed counts as the canonical NaN. */
static void unboxed_operands_are_nan(void **state)
{
    struct machine *m = *state;
    m->hart.f[RS1] = 0xfffffffe3f800000;
    m->hart.f[RS2] = boxed(FP_S, 1);
    run_word(m, encode(RV_OP_fadd_s, RD, RS1, RS2, 0));
    assert_int_equal(m->hart.f[RD], boxed(FP_S, QNAN));
    assert_int_equal(m->hart.fcsr, 0);
    run_word(m, encode(RV_OP_fsgnj_s, RD, RS2, RS1, 0)); /* the sign of the NaN: plus */
    assert_int_equal(m->hart.f[RD], boxed(FP_S, 1));
    run_word(m, encode(RV_OP_fmax_s, RD, RS2, RS1, 0));
    assert_int_equal(m->hart.f[RD], boxed(FP_S, 1));
    m->hart.f[RS1] = boxed(FP_S, 1); /* boxed, but as a single */
    run_word(m, encode(RV_OP_fclass_h, RD, RS1, 0, 0));
    assert_int_equal(m->hart.x[RD], 512);
    run_word(m, encode(RV_OP_fcvt_s_h, RD, RS1, 0, 0));
    assert_int_equal(m->hart.f[RD], boxed(FP_S, QNAN));
}

static void flags_accumulate(void **state)
{
    struct machine *m = *state;
    m->hart.f[RS1] = boxed(FP_S, 1);
    m->hart.f[RS2] = boxed(FP_S, 0);
    run_word(m, encode(RV_OP_fdiv_s, RD, RS1, RS2, 0));
    m->hart.f[RS2] = boxed(FP_S, 3);
    run_word(m, encode(RV_OP_fdiv_s, RD, RS1, RS2, 0));
    assert_int_equal(m->hart.fcsr, FP_DIVIDE_BY_ZERO | FP_INEXACT);
    run_word(m, encode(RV_OP_fadd_s, RD, RS1, RS1, 0));
    assert_int_equal(m->hart.fcsr, FP_DIVIDE_BY_ZERO | FP_INEXACT);
}

int run_float_tests(void)
{
    const struct CMUnitTest tests[] = {
        isa_test(arithmetic_results),        isa_test(comparison_results),
        isa_test(classes_of_bits),           isa_test(rounding_modes),
        isa_test(conversions_to_integers),   isa_test(large_conversions),
        isa_test(conversions_from_integers), isa_test(conversions_between_formats),
        isa_test(moves_copy_bits),           isa_test(unboxed_operands_are_nan),
        isa_test(flags_accumulate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
