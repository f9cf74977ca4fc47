/* The vendor's tables of special values, testdata/edge_reg_3510.csv, in both modes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/numeric/test_reference.h"

static const struct num_mode kept = {.round = NUM_RINT, .inf_nan = true, .wrap = true};
static const struct num_mode saturated = {.round = NUM_RINT};

struct row {
    int line;
    char *title, *types, *operand[3], *want[2], *note;
};

/* The word of a row as a number of the type; the types' MAX and MIN differ. */
static double number(const char *text, const char *type)
{
    static const struct {
        const char *type;
        double max, min;
    } limits[] = {{"half", 65504, -65504},
                  {"float", 0x1.fffffep127, -0x1.fffffep127},
                  {"bfloat16", 0x1.fep127, -0x1.fep127},
                  {"bfloat16_t", 0x1.fep127, -0x1.fep127},
                  {"fp8_e5m2_t", 57344, -57344},
                  {"fp8_e4m3_t", 448, -448},
                  {"fp4x2_e2m1_t", 6, -6},
                  {"fp4x2_e1m2_t", 1.75, -1.75},
                  {"int4b_t", 7, -8},
                  {"int8_t", 127, -128},
                  {"uint8_t", 255, 0},
                  {"int16_t", 32767, -32768},
                  {"uint16_t", 65535, 0},
                  {"int32_t", 2147483647, -2147483648.0},
                  {"uint32_t", 4294967295, 0},
                  {"int64_t", 0x1p63, -0x1p63}};
    if (strcmp(text, "max") != 0 && strcmp(text, "min") != 0)
        return strtod(text, NULL); /* knows inf and nan */
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (strcmp(type, limits[i].type) == 0)
            return text[1] == 'a' ? limits[i].max : limits[i].min;
    fail_msg("no limits of %s", type);
    return 0;
}

/* The table prints few digits. */
static bool agrees(double got, double want, const char *note)
{
    if (isnan(want))
        return isnan(got);
    if (want == 0)
        return got == 0 && (strcmp(note, "sign") == 0 || !signbit(got) == !signbit(want));
    if (isinf(want) || isinf(got))
        return got == want;
    return fabs(got - want) <= 4e-3 * fabs(want);
}

/* --- arithmetic ------------------------------------------------------------------------------- */

static float f32_operation(const char *title, float a, float b, float c)
{
    if (strcmp(title, "Exp") == 0)
        return f32_exp(a);
    if (strcmp(title, "Ln") == 0)
        return f32_ln(a);
    if (strcmp(title, "Sqrt") == 0)
        return f32_sqrt(a);
    if (strcmp(title, "Div") == 0)
        return f32_div(a, b);
    if (strcmp(title, "Add") == 0)
        return f32_add(a, b);
    if (strcmp(title, "Sub") == 0)
        return f32_sub(a, b);
    if (strcmp(title, "Mul") == 0)
        return f32_mul(a, b);
    if (strcmp(title, "Max") == 0)
        return f32_max(a, b);
    if (strcmp(title, "Min") == 0)
        return f32_min(a, b);
    if (strcmp(title, "Abs") == 0)
        return f32_abs(a);
    if (strcmp(title, "Neg") == 0)
        return f32_neg(a);
    if (strcmp(title, "Relu") == 0)
        return f32_relu(a);
    if (strcmp(title, "Prelu") == 0 || strcmp(title, "LeakyRelu") == 0)
        return f32_prelu(a, b);
    if (strcmp(title, "AbsSub") == 0)
        return f32_abs(f32_sub(a, b));
    if (strcmp(title, "ExpSub") == 0)
        return f32_exp(f32_sub(a, b));
    if (strcmp(title, "MulDstAdd") == 0)
        return f32_fma(a, c, b);
    if (strcmp(title, "Axpy") != 0 && strcmp(title, "MulAddDst") != 0)
        fail_msg("no operation %s", title);
    return f32_fma(a, b, c);
}

static uint16_t f16_operation(const char *title, uint16_t a, uint16_t b, uint16_t c)
{
    if (strcmp(title, "Exp") == 0)
        return f16_exp(a);
    if (strcmp(title, "Ln") == 0)
        return f16_ln(a);
    if (strcmp(title, "Sqrt") == 0)
        return f16_sqrt(a);
    if (strcmp(title, "Div") == 0)
        return f16_div(a, b);
    if (strcmp(title, "Add") == 0)
        return f16_add(a, b);
    if (strcmp(title, "Sub") == 0)
        return f16_sub(a, b);
    if (strcmp(title, "Mul") == 0)
        return f16_mul(a, b);
    if (strcmp(title, "Max") == 0)
        return f16_max(a, b);
    if (strcmp(title, "Min") == 0)
        return f16_min(a, b);
    if (strcmp(title, "Abs") == 0)
        return f16_abs(a);
    if (strcmp(title, "Neg") == 0)
        return f16_neg(a);
    if (strcmp(title, "Relu") == 0)
        return f16_relu(a);
    if (strcmp(title, "Prelu") == 0 || strcmp(title, "LeakyRelu") == 0)
        return f16_prelu(a, b);
    if (strcmp(title, "AbsSub") == 0)
        return f16_abs(f16_sub(a, b));
    if (strcmp(title, "MulDstAdd") == 0)
        return f16_fma(a, c, b);
    if (strcmp(title, "Axpy") != 0 && strcmp(title, "MulAddDst") != 0)
        fail_msg("no operation %s", title);
    return f16_fma(a, b, c);
}

static double arithmetic(const struct row *row, bool saturates)
{
    const bool half = strcmp(row->types, "half") == 0;
    const char *type = half || strcmp(row->types, "half/float") == 0 ? "half" : "float";
    float x[3];
    for (int i = 0; i < 3; i++)
        x[i] = (float)number(row->operand[i], type);
    if (strcmp(row->title, "MulsCast") == 0) {
        const uint16_t result = f32_to_f16(f32_mul(x[0], x[1]), saturates ? saturated : kept);
        return (double)f16_to_f32(result);
    }
    if (!half)
        return (double)f32_operation(row->title, x[0], x[1], x[2]);
    uint16_t bits[3];
    for (int i = 0; i < 3; i++)
        bits[i] = f32_to_f16(x[i], kept);
    const uint16_t result = f16_operation(row->title, bits[0], bits[1], bits[2]);
    return (double)f16_to_f32(saturates ? f16_saturate(result) : result);
}

/* --- conversions ------------------------------------------------------------------------------ */

static enum num_type type_of(const char *name)
{
    static const char *const names[NUM_TYPE_COUNT] = {
        [NUM_F32] = "float",       [NUM_F16] = "half",          [NUM_BF16] = "bfloat16_t",
        [NUM_E4M3] = "fp8_e4m3_t", [NUM_E5M2] = "fp8_e5m2_t",   [NUM_E8M0] = "fp8_e8m0_t",
        [NUM_HIF8] = "hifloat8_t", [NUM_E2M1] = "fp4x2_e2m1_t", [NUM_E1M2] = "fp4x2_e1m2_t",
        [NUM_S4] = "int4b_t",      [NUM_S8] = "int8_t",         [NUM_U8] = "uint8_t",
        [NUM_S16] = "int16_t",     [NUM_U16] = "uint16_t",      [NUM_S32] = "int32_t",
        [NUM_U32] = "uint32_t",    [NUM_S64] = "int64_t",       [NUM_U64] = "uint64_t",
    };
    for (enum num_type i = 0; i < NUM_TYPE_COUNT; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    fail_msg("no type %s", name);
    return 0;
}

static bool is_float(enum num_type type)
{
    return type <= NUM_E1M2;
}

/* Two elements, as four-bit types want, both the value of the text. */
static void make_source(uint64_t *source, enum num_type type, const char *text, const char *name)
{
    const double x = number(text, name);
    if (type == NUM_F32) {
        const float pair[2] = {(float)x, (float)x};
        memcpy(source, pair, sizeof pair);
    } else if (is_float(type)) {
        const float pair[2] = {(float)x, (float)x};
        assert_true(
            num_convert(type == NUM_E8M0 ? NUM_BF16 : type, source, NUM_F32, pair, 2, kept));
        if (type == NUM_E8M0)
            memset(source, isnan(x) ? 0xff : 0x7f, 2);
    } else {
        const int64_t s = x >= 0x1p63 ? INT64_MAX : (int64_t)x;
        const int64_t pair[2] = {s, s};
        memcpy(source, pair, sizeof pair);
        if (type != NUM_S64)
            assert_true(num_convert(type, source, NUM_S64, pair, 2, kept));
    }
}

static double conversion(const struct row *row, bool saturates)
{
    char from_name[32], to_name[32];
    assert_int_equal(sscanf(row->types, "%31[^>]>%31s", from_name, to_name), 2);
    const enum num_type from = type_of(from_name), to = type_of(to_name);
    uint64_t source[2] = {0}, result[2] = {0};
    make_source(source, from, row->operand[0], from_name);
    const struct num_mode mode = saturates ? saturated : kept;
    assert_true(num_convert(to, result, from, source, 2, mode));
    if (to == NUM_F32) {
        float x;
        memcpy(&x, result, sizeof x);
        return (double)x;
    }
    if (is_float(to)) {
        float x[2];
        assert_true(num_convert(NUM_F32, x, to, result, 2, kept));
        /* e8m0 has no zero: its smallest value stands for it */
        return to == NUM_E8M0 && ((uint8_t *)result)[0] == 0 ? 0 : (double)x[0];
    }
    int64_t x[2];
    memcpy(x, result, sizeof x);
    if (to != NUM_S64)
        assert_true(num_convert(NUM_S64, x, to, result, 2, kept));
    return (double)x[0];
}

static double truncation(const struct row *row)
{
    const float x = (float)number(row->operand[0], row->types);
    if (strcmp(row->types, "float") == 0)
        return (double)f32_round_integral(x, NUM_TRUNC);
    if (strcmp(row->types, "half") == 0)
        return (double)f16_to_f32(f16_round_integral(f32_to_f16(x, kept), NUM_TRUNC));
    return (double)bf16_to_f32(bf16_round_integral(f32_to_bf16(x, kept), NUM_TRUNC));
}

/* --- rows ------------------------------------------------------------------------------------- */

static bool parse(struct row *row, char *line)
{
    char *fields[8];
    line[strcspn(line, "\r\n")] = 0;
    if (line[0] == '#' || line[0] == 0)
        return false;
    for (int i = 0; i < 8; i++) {
        fields[i] = line;
        line += strcspn(line, ",");
        if (*line == ',')
            *line++ = 0;
    }
    row->title = fields[0];
    row->types = fields[1];
    for (int i = 0; i < 3; i++)
        row->operand[i] = fields[2 + i];
    row->want[0] = fields[5];
    row->want[1] = fields[6];
    row->note = fields[7];
    return true;
}

static void every_row(void **state)
{
    (void)state;
    FILE *file = fopen(EDGE_ROWS, "r");
    assert_non_null(file);
    char line[256];
    int number_of_line = 0, tested = 0, skipped = 0, wrong = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        struct row row;
        number_of_line++;
        if (!parse(&row, line))
            continue;
        if (strcmp(row.note, "typo") == 0) {
            skipped++;
            continue;
        }
        const bool cast = strcmp(row.title, "Cast") == 0;
        const char *target = cast ? strchr(row.types, '>') + 1 : row.types;
        if (strcmp(row.title, "MulsCast") == 0)
            target = "half";
        else if (strcmp(row.types, "half/float") == 0)
            target = "float";
        for (int i = 0; i < 2; i++) {
            if (strcmp(row.want[i], "?") == 0)
                continue; /* the table leaves it empty */
            const double want = number(row.want[i], target);
            const double got = cast                                 ? conversion(&row, i == 1)
                               : strcmp(row.title, "Truncate") == 0 ? truncation(&row)
                                                                    : arithmetic(&row, i == 1);
            tested++;
            if (!agrees(got, want, row.note) && wrong++ < 20)
                print_error("line %d, %s %s(%s, %s, %s), mode %d: got %g, want %g\n",
                            number_of_line, row.title, row.types, row.operand[0], row.operand[1],
                            row.operand[2], i, got, want);
        }
    }
    fclose(file);
    print_message("%d values tested, %d rows contradict themselves\n", tested, skipped);
    assert_true(tested > 4000);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
