#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/edge/run.h"
#include "tests/isa/machine.h"

/* The two columns of results: inf and NaN kept and integers wrapped, or all saturated. */
enum { KEPT, SATURATED, MODES };

enum { DST = 4, A = 5, B = 6, MASK = 7, DST1 = 8, SCALAR = 9, CARRY = 10, CARRY_IN = 11 };

/* --- one instruction
 * ---------------------------------------------------------------------------------- */

struct trial_values {
    int row;              /* of the instruction table */
    const char *type;     /* of the row: "f32", "f16.f32" */
    unsigned round;       /* of a conversion */
    unsigned source_bits; /* of an operand: how much of a lane it fills */
    uint64_t a, b, old, scalar;
    bool carry;
};

static uint8_t register_of(const char *operand)
{
    static const struct {
        const char *name;
        uint8_t number;
    } registers[] = {{"dst", DST},       {"dst0", DST},     {"dst1", DST1},
                     {"carry", CARRY},   {"src", A},        {"src0", A},
                     {"src1", B},        {"mask", MASK},    {"carry_in", CARRY_IN},
                     {"scalar", SCALAR}, {"index", SCALAR}, {NULL, 0}};
    int i = 0;
    while (registers[i].name != NULL && strcmp(registers[i].name, operand) != 0)
        i++;
    assert_non_null(registers[i].name);
    return registers[i].number;
}

static uint64_t word_of(const struct trial_values *t)
{
    struct isa_op op = {.row = (uint16_t)t->row, .type = (uint8_t)type_of(t->row, t->type)};
    for (const struct isa_operand *o = isa_rows[t->row].operands; o->name != NULL; o++) {
        if (o->field >= 0)
            op.r[o->field] = register_of(o->name);
        else if (strcmp(o->name, "mode") == 0)
            op.imm |= (uint16_t)(IMM_Mode_ZEROING << o->low);
        else if (strcmp(o->name, "round") == 0)
            op.imm |= (uint16_t)(t->round << o->low);
    }
    return isa_encode(&op);
}

/* Every lane of a register; four-bit elements twice in a byte. */
static void fill(vreg *v, uint64_t bits, unsigned width)
{
    if (width < 8) {
        bits |= bits << 4;
        width = 8;
    }
    for (unsigned i = 0; i < VREG_BYTES * 8 / width; i++)
        put_lane(v, i, width / 8, bits);
}

static uint64_t ctrl_of(int mode)
{
    return CTRL_RESET | (mode == SATURATED ? 1ULL << 53 : 1ULL << 48 | 1ULL << 59);
}

/* Runs the instructions; the state afterwards is c's. */
static void run(struct vf_case *c, const struct trial_values *t, unsigned count, int mode)
{
    memset(c, 0, sizeof *c);
    c->ctrl = ctrl_of(mode);
    memset(&c->state.v[MASK], 0xff, VREG_BYTES);
    memset(&c->state.v[CARRY_IN], t->carry ? 0xff : 0, VREG_BYTES);
    fill(&c->state.v[A], t->a, t->source_bits);
    fill(&c->state.v[B], t->b, t->source_bits);
    fill(&c->state.v[DST], t->old, t->source_bits);
    c->state.x[SCALAR] = t->scalar;
    c->state.f[SCALAR] =
        t->source_bits == 64 ? t->scalar : t->scalar | UINT64_MAX << t->source_bits;
    for (unsigned i = 0; i < count; i++)
        c->word[c->count++] = word_of(&t[i]);
    direct.enabled = true;
    case_run(machine(), c);
}

/* --- rows with operands and one result
 * -------------------------------------------------------------------------- */

enum shape {
    UNARY,       /* type, src */
    BINARY,      /* type, src0, src1 */
    WITH_SCALAR, /* type, src0, scalar */
    PAIRS,       /* type, "a/b / a/b", dst: the destination is a source */
    PAIRS_SCALAR
};

static const struct operation {
    const char *title;
    int row;
    enum shape shape;
    bool carry;
} operations[] = {{"Exp", ISA_vexp, UNARY, false},
                  {"Ln", ISA_vln, UNARY, false},
                  {"Log", ISA_vln, UNARY, false},
                  {"Neg", ISA_vneg, UNARY, false},
                  {"Abs", ISA_vabs, UNARY, false},
                  {"Sqrt", ISA_vsqrt, UNARY, false},
                  {"Relu", ISA_vrelu, UNARY, false},
                  {"Truncate", ISA_vtrc, UNARY, false},
                  {"Prelu", ISA_vprelu, BINARY, false},
                  {"Add", ISA_vadd, BINARY, false},
                  {"Sub", ISA_vsub, BINARY, false},
                  {"Mul", ISA_vmul, BINARY, false},
                  {"Div", ISA_vdiv, BINARY, false},
                  {"Max", ISA_vmax, BINARY, false},
                  {"Min", ISA_vmin, BINARY, false},
                  {"AddC", ISA_vaddcs, BINARY, false},
                  {"SubC", ISA_vsubcs, BINARY, true}, /* a carry of 1 is "no borrow" */
                  {"AbsSub", ISA_vabsdif, BINARY, false},
                  {"ExpSub", ISA_vexpdif, BINARY, false},
                  {"Adds", ISA_vadds, WITH_SCALAR, false},
                  {"Muls", ISA_vmuls, WITH_SCALAR, false},
                  {"Maxs", ISA_vmaxs, WITH_SCALAR, false},
                  {"Mins", ISA_vmins, WITH_SCALAR, false},
                  {"LeakyRelu", ISA_vlrelu, WITH_SCALAR, false},
                  {"MulsCast", ISA_vmulscvt, WITH_SCALAR, false},
                  {"Axpy", ISA_vaxpy, PAIRS_SCALAR, false},
                  {"MulDstAdd", ISA_vmadd, PAIRS, false},
                  {"MulAddDst", ISA_vmula, PAIRS, false}};

static const struct operation *operation_of(const char *title)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (strcmp(operations[i].title, title) == 0)
            return &operations[i];
    return NULL;
}

/* Of an element type, from or to another one. */
struct types {
    const struct edge_type *source, *result;
    char name[32]; /* in the instruction table */
};

/* Compares one result; false and a text when it differs. */
static bool check(const struct types *types, uint64_t code, const char *want, int mode,
                  const char *what, char difference[256])
{
    if (edge_agrees(types->result, code, edge_number(want, types->result)))
        return true;
    snprintf(difference, 256, "%.90s of %s, %s: %g instead of %.40s", what, types->name,
             mode == KEPT ? "inf and NaN kept" : "saturated", edge_value(types->result, code),
             want);
    return false;
}

/* Lane 0 of a register. */
static uint64_t result_of(const struct vf_case *c, unsigned r, const struct edge_type *type)
{
    uint64_t bits = get_lane(&c->state.v[r], 0, type->bits < 8 ? 1 : type->bits / 8);
    return type->bits < 8 ? bits & 15 : bits;
}

/* One combination of operands in both modes. */
static bool combination(const struct operation *o, const struct types *types, double a, double b,
                        double old, const char *const want[MODES], char difference[256])
{
    static struct vf_case c;
    struct trial_values t = {.row = o->row,
                             .type = types->name,
                             .source_bits = types->source->bits,
                             .round = o->row == ISA_vtrc ? NUM_TRUNC : NUM_RINT,
                             .a = edge_code(types->source, a),
                             .b = edge_code(types->source, b),
                             .old = edge_code(types->source, old),
                             .scalar = edge_code(types->source, b),
                             .carry = o->carry};
    for (int mode = 0; mode < MODES; mode++) {
        char what[96];
        run(&c, &t, 1, mode);
        snprintf(what, sizeof what, "%g, %g (%g)", a, b, old);
        if (!check(types, result_of(&c, DST, types->result), want[mode], mode, what, difference))
            return false;
    }
    return true;
}

/* "任意值", any value: all the words of the table. */
static const char *const any_value = "+0/-0/MAX/MIN/inf/-inf/nan";

static unsigned alternatives(const char *cell, char items[][64])
{
    return edge_split(strcmp(cell, "任意值") == 0 ? any_value : cell, "/", items, MOST_ITEMS);
}

/* All combinations of the alternatives of two cells and of the destination's. */
static bool combinations(const struct operation *o, const struct types *types, const char *first,
                         const char *second, const char *third, const char *const want[MODES],
                         char difference[256])
{
    char a[MOST_ITEMS][64], b[MOST_ITEMS][64], d[MOST_ITEMS][64];
    unsigned as = alternatives(first, a), bs = alternatives(second, b), ds = alternatives(third, d);
    for (unsigned i = 0; i < as; i++)
        for (unsigned j = 0; j < bs; j++)
            for (unsigned k = 0; k < ds; k++)
                if (!combination(o, types, edge_number(a[i], types->source),
                                 edge_number(b[j], types->source), edge_number(d[k], types->source),
                                 want, difference))
                    return false;
    return true;
}

static bool pairs(const struct operation *o, const struct types *types, const struct edge_row *row,
                  const char *const want[MODES], char difference[256])
{
    char pair[MOST_ITEMS][64];
    unsigned count = edge_split(row->value[1], " / ", pair, MOST_ITEMS);
    for (unsigned i = 0; i < count; i++) {
        char operand[2][64];
        if (edge_split(pair[i], "/", operand, 2) != 2) {
            snprintf(difference, 256, "'%.60s' is no pair", pair[i]);
            return false;
        }
        if (!combinations(o, types, operand[0], operand[1], row->value[2], want, difference))
            return false;
    }
    return true;
}

static bool values_of_type(const struct operation *o, const struct types *types,
                           const struct edge_row *row, char difference[256])
{
    const char *const want[MODES] = {row->value[row->columns - 2], row->value[row->columns - 1]};
    switch (o->shape) {
    case UNARY:
        return combinations(o, types, row->value[1], "0", "0", want, difference);
    case BINARY:
    case WITH_SCALAR:
        return combinations(o, types, row->value[1], row->value[2], "0", want, difference);
    default:
        return pairs(o, types, row, want, difference);
    }
}

/* Names of the row's types; false when the instruction does not have them. */
static bool types_of(struct types *types, int row, const char *vendors)
{
    types->source = types->result = edge_type(vendors, strlen(vendors));
    if (types->source == NULL)
        return false;
    const char *ours = types->source->ours;
    snprintf(types->name, sizeof types->name, "%s", ours);
    if (row == ISA_vexpdif) {
        types->result = edge_type("float", 5);
        snprintf(types->name, sizeof types->name, "f32.%s", ours);
    }
    return isa_find_type(row, types->name) >= 0;
}

static enum edge_result operation_row(const struct operation *o, const struct edge_row *row,
                                      char difference[256])
{
    char names[4][64];
    unsigned count = edge_split(row->value[0], "/", names, 4);
    struct types types;
    if (o->row == ISA_vmulscvt) { /* the source and the result */
        types = (struct types){edge_type("float", 5), edge_type("half", 4), "f16.f32"};
        return values_of_type(o, &types, row, difference) ? EDGE_PASSED : EDGE_DIFFERS;
    }
    for (unsigned i = 0; i < count; i++) {
        if (!types_of(&types, o->row, names[i]))
            return EDGE_NO_INSTRUCTION;
        if (!values_of_type(o, &types, row, difference))
            return EDGE_DIFFERS;
    }
    return EDGE_PASSED;
}

/* --- rows of another form
 * -------------------------------------------------------------------------------------- */

/* Log2 and Log10 are made of vln and vmuls; half goes through float. */
static enum edge_result logarithm_row(const struct edge_row *row, float factor,
                                      char difference[256])
{
    static struct vf_case c;
    const struct edge_type *type = edge_type(row->value[0], strlen(row->value[0]));
    struct types types = {type, type, "logarithm"};
    bool half = type->bits == 16;
    for (int mode = 0; mode < MODES; mode++) {
        struct trial_values t[4] = {{.row = ISA_vcvt_ff_part, .type = "f32.f16"},
                                    {.row = ISA_vln, .type = "f32"},
                                    {.row = ISA_vmuls, .type = "f32"},
                                    {.row = ISA_vcvt_ff_part, .type = "f16.f32"}};
        struct trial_values *begin = half ? t : t + 1;
        begin->source_bits = type->bits;
        begin->a = edge_code(type, edge_number(row->value[1], type));
        run(&c, begin, 0, mode);
        c.state.f[SCALAR] = UINT64_MAX << 32 | bits_of(factor);
        for (struct trial_values *at = begin; at < t + (half ? 4 : 3); at++) {
            struct isa_op op;
            assert_int_equal(isa_decode(word_of(at), &op), ISA_OK);
            op.r[1] = at == begin ? A : DST;
            c.word[c.count++] = isa_encode(&op);
        }
        case_run(machine(), &c);
        if (!check(&types, result_of(&c, DST, type), row->value[2 + mode], mode, row->value[1],
                   difference))
            return EDGE_DIFFERS;
    }
    return EDGE_PASSED;
}

static enum edge_result wide_product_row(const struct edge_row *row, char difference[256])
{
    static struct vf_case c;
    const struct edge_type *type = edge_type(row->value[0], strlen(row->value[0]));
    struct types types = {type, type, ""};
    struct trial_values t = {.row = ISA_vmull,
                             .type = type->ours,
                             .source_bits = 32,
                             .a = edge_code(type, edge_number(row->value[1], type)),
                             .b = edge_code(type, edge_number(row->value[2], type))};
    run(&c, &t, 1, KEPT);
    bool same = check(&types, result_of(&c, DST, type), row->value[3], KEPT, "low", difference) &&
                check(&types, result_of(&c, DST1, type), row->value[4], KEPT, "high", difference);
    return same ? EDGE_PASSED : EDGE_DIFFERS;
}

static int comparison_of(const char *mode, bool scalar)
{
    static const struct {
        const char *name;
        int row, scalar;
    } modes[] = {{"EQ", ISA_vcmp_eq, ISA_vcmps_eq}, {"NE", ISA_vcmp_ne, ISA_vcmps_ne},
                 {"LT", ISA_vcmp_lt, ISA_vcmps_lt}, {"LE", ISA_vcmp_le, ISA_vcmps_le},
                 {"GT", ISA_vcmp_gt, ISA_vcmps_gt}, {"GE", ISA_vcmp_ge, ISA_vcmps_ge}};
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (strcmp(modes[i].name, mode + strlen("CMPMODE::")) == 0)
            return scalar ? modes[i].scalar : modes[i].row;
    fail_msg("no comparison %s", mode);
    return -1;
}

/* The results stand in the order of the second operands. */
static enum edge_result comparison_row(const struct edge_row *row, bool scalar,
                                       char difference[256])
{
    static struct vf_case c;
    char second[MOST_ITEMS][64], want[MODES][MOST_ITEMS][64];
    const struct edge_type *type = edge_type(row->value[0], strcspn(row->value[0], "/"));
    unsigned count = edge_split(row->value[3], "/", second, MOST_ITEMS);
    for (int mode = 0; mode < MODES; mode++) {
        if (edge_split(row->value[4 + mode], "/", want[mode], MOST_ITEMS) != count) {
            snprintf(difference, 256, "%u operands and another number of results", count);
            return EDGE_DIFFERS;
        }
        for (unsigned i = 0; i < count; i++) {
            struct trial_values t = {.row = comparison_of(row->value[1], scalar),
                                     .type = type->ours,
                                     .source_bits = type->bits,
                                     .a = edge_code(type, edge_number(row->value[2], type)),
                                     .b = edge_code(type, edge_number(second[i], type))};
            t.scalar = t.b;
            run(&c, &t, 1, mode);
            if ((c.state.v[DST].u8[0] & 1) != atoi(want[mode][i])) {
                snprintf(difference, 256, "%.60s and %.60s: not %.9s", row->value[2], second[i],
                         want[mode][i]);
                return EDGE_DIFFERS;
            }
        }
    }
    return EDGE_PASSED;
}

/* --- conversions: "a/b，c/d" is a list of pairs
 * ------------------------------------------------------------------ */

static bool find_conversion(struct types *types, int *row)
{
    static const int rows[] = {
        ISA_vcvt_ff_part, ISA_vcvt_ff_part4, ISA_vcvt_ff,      ISA_vcvt_fi_part,  ISA_vcvt_fi,
        ISA_vcvt_if_part, ISA_vcvt_if,       ISA_vcvt_ii_part, ISA_vcvt_ii_part4, ISA_vcvt_f162s4,
        ISA_vcvt_s42f16,  ISA_vcvt_s42bf16,  ISA_vcvt_s162s4,  ISA_vcvt_s42s16};
    snprintf(types->name, sizeof types->name, "%s.%s", types->result->ours, types->source->ours);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        *row = rows[i];
        if (isa_find_type(*row, types->name) >= 0)
            return true;
    }
    return false;
}

static enum edge_result conversion(struct types *types, const struct edge_row *row,
                                   char difference[256])
{
    static struct vf_case c;
    struct trial_values t = {.type = types->name, .source_bits = types->source->bits};
    if (!find_conversion(types, &t.row))
        return EDGE_NO_INSTRUCTION;
    t.a = edge_code(types->source, edge_number(row->value[1], types->source));
    t.round = strcmp(types->result->ours, "hif8") == 0 ? NUM_AWAY : NUM_RINT;
    for (int mode = 0; mode < MODES; mode++) {
        run(&c, &t, 1, mode);
        if (!check(types, result_of(&c, DST, types->result), row->value[2 + mode], mode,
                   row->value[1], difference))
            return EDGE_DIFFERS;
    }
    return EDGE_PASSED;
}

static enum edge_result conversion_row(const struct edge_row *row, char difference[256])
{
    const char *at = row->value[0];
    if (strstr(row->value[2], "&nbsp;") != NULL) {
        snprintf(difference, 256, "the table has no values");
        return EDGE_DIFFERS;
    }
    while (*at != '\0') {
        struct types types;
        at += strspn(at, " /");
        size_t first = strcspn(at, "/");
        types.source = edge_type(at, first);
        at += first + 1;
        size_t second = strcspn(at, " /\xef"); /* the comma is U+FF0C */
        types.result = edge_type(at, second);
        at += second;
        if (strncmp(at, "，", strlen("，")) == 0)
            at += strlen("，");
        at += strspn(at, " /");
        assert_true(types.source != NULL && types.result != NULL);
        enum edge_result result = conversion(&types, row, difference);
        if (result != EDGE_PASSED)
            return result;
    }
    return EDGE_PASSED;
}

/* --- reductions: all lanes hold the value
 * ----------------------------------------------------------------------- */

static enum edge_result reduction_row(const struct edge_row *row, char difference[256])
{
    static struct vf_case c;
    static const int rows[2][3] = {{ISA_vcadd, ISA_vcmax, ISA_vcmin},
                                   {ISA_vcgadd, ISA_vcgmax, ISA_vcgmin}};
    const char *how = row->value[0];
    const struct edge_type *type = edge_type(row->value[1], strlen(row->value[1]));
    struct types types = {type, type, ""};
    int which = strcmp(how, "max") == 0 ? 1 : strcmp(how, "min") == 0 ? 2 : 0;
    struct trial_values t = {.row = rows[strcmp(row->title, "ReduceDataBlock") == 0][which],
                             .type = type->ours,
                             .source_bits = type->bits,
                             .a = edge_code(type, edge_number(row->value[2], type))};
    if (strcmp(row->title, "PairReduceElem") == 0)
        t.row = ISA_vcpadd;
    for (int mode = 0; mode < MODES; mode++) {
        run(&c, &t, 1, mode);
        if (!check(&types, result_of(&c, DST, type), row->value[3 + mode], mode, row->value[2],
                   difference))
            return EDGE_DIFFERS;
    }
    return EDGE_PASSED;
}

/* --- ramps: "16个-65504，32个-65472", "127（MAX），-128~126", "0~63", "inf"
 * ------------------------------------- */

/* The value that the text gives lane i; lanes in all. */
static double ramp_value(const char *text, const struct edge_type *type, unsigned lane)
{
    if (text[0] == 'M') /* "MAX", "MIN": of all lanes */
        return edge_number(text, type);
    unsigned first = 0;
    double value = NAN;
    while (*text != '\0') {
        char *end;
        double number = strtod(text, &end);
        unsigned count = 1;
        if (strncmp(text, "其余为", strlen("其余为")) == 0)
            return strtod(text + strlen("其余为"), NULL);
        if (strncmp(end, "个", strlen("个")) == 0) {
            count = (unsigned)number;
            number = strtod(end + strlen("个"), &end);
        }
        if (strncmp(end, "（", strlen("（")) == 0)
            end = strstr(end, "）") + strlen("）");
        value = number;
        if (*end == '~') {
            count = (unsigned)(strtod(end + 1, &end) - number) + 1;
            value = number + (lane - first);
        }
        if (strncmp(end, "（", strlen("（")) == 0)
            end = strstr(end, "）") + strlen("）");
        if (lane < first + count)
            return value;
        first += count;
        end += strncmp(end, "，", strlen("，")) == 0 ? strlen("，") : *end == ',' ? 1 : 0;
        text = end;
    }
    return value; /* a single one is that of all lanes */
}

static enum edge_result ramp_row(const struct edge_row *row, char difference[256])
{
    static struct vf_case c;
    const struct edge_type *type = edge_type(row->value[0], strlen(row->value[0]));
    if (type == NULL || isa_find_type(ISA_vci, type->ours) < 0)
        return EDGE_NO_INSTRUCTION;
    struct trial_values t = {.row = ISA_vci,
                             .type = type->ours,
                             .source_bits = type->bits,
                             .scalar = edge_code(type, edge_number(row->value[1], type))};
    for (int mode = 0; mode < MODES; mode++) {
        run(&c, &t, 1, mode);
        for (unsigned i = 0; i < VREG_BYTES * 8 / type->bits; i++) {
            uint64_t code = get_lane(&c.state.v[DST], i, type->bits / 8);
            double want = ramp_value(row->value[2 + mode], type, i);
            if (!edge_agrees(type, code, want)) {
                snprintf(difference, 256, "lane %u from %.40s, %s: %g instead of %g", i,
                         row->value[1], mode == KEPT ? "inf and NaN kept" : "saturated",
                         edge_value(type, code), want);
                return EDGE_DIFFERS;
            }
        }
    }
    return EDGE_PASSED;
}

/* --- all of them
 * ---------------------------------------------------------------------------------------- */

enum edge_result edge_run(const struct edge_row *row, char difference[256])
{
    const struct operation *o = operation_of(row->title);
    difference[0] = '\0';
    if (o != NULL)
        return operation_row(o, row, difference);
    if (strcmp(row->title, "Log2") == 0)
        return logarithm_row(row, 1.44269504f, difference);
    if (strcmp(row->title, "Log10") == 0)
        return logarithm_row(row, 0.434294482f, difference);
    if (strcmp(row->title, "Mull") == 0)
        return wide_product_row(row, difference);
    if (strncmp(row->title, "Compare", 7) == 0)
        return comparison_row(row, strcmp(row->title, "Compares") == 0, difference);
    if (strcmp(row->title, "Cast") == 0)
        return conversion_row(row, difference);
    if (strcmp(row->title, "Arange") == 0)
        return ramp_row(row, difference);
    return reduction_row(row, difference);
}
