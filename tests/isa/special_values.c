/* The vendor's tables of special values, through the instructions and the atomic updates, in both
 * modes: inf and NaN kept (CTRL[48] = 1, integers wrap) and saturating. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/isa/mover.h"

struct value_row {
    char *title, *type, *src0, *src1, *want[2], *note;
};

static const struct {
    const char *vendors, *ours;
    double most, least;
} type_names[] = {{"half", "f16", 65504, -65504},
                  {"float", "f32", 0x1.fffffep127, -0x1.fffffep127},
                  {"bfloat16_t", "bf16", 0x1.fep127, -0x1.fep127},
                  {"hifloat8_t", "hif8", 0x1p15, -0x1p15},
                  {"int8_t", "s8", 127, -128},
                  {"uint8_t", "u8", 255, 0},
                  {"int16_t", "s16", 32767, -32768},
                  {"uint16_t", "u16", 65535, 0},
                  {"int32_t", "s32", 2147483647, -2147483648.0},
                  {"uint32_t", "u32", 4294967295, 0},
                  {"int64_t", "s64", 0x1p63, -0x1p63},
                  {"f16", "f16", 65504, -65504},
                  {"f32", "f32", 0x1.fffffep127, -0x1.fffffep127},
                  {"s16", "s16", 32767, -32768},
                  {"s32", "s32", 2147483647, -2147483648.0}};
enum { TYPE_NAMES = sizeof type_names / sizeof *type_names };

static int find_type(const char *name)
{
    for (int i = 0; i < TYPE_NAMES; i++)
        if (strcmp(type_names[i].vendors, name) == 0)
            return i;
    return -1;
}

static double number(const char *text, int type)
{
    if (strcmp(text, "max") == 0)
        return type_names[type].most;
    if (strcmp(text, "min") == 0)
        return type_names[type].least;
    return strtod(text, NULL); /* knows inf and nan */
}

static uint64_t code_of(const struct element *e, double x)
{
    if (e->kind == FLOATING)
        return element_nearest(e, x);
    if (e->kind == BITS) /* hif8: the values in the table */
        return isnan(x)       ? 0x80
               : x == 0x1p15  ? 0x6e
               : x == -0x1p15 ? 0xee
               : x == 0       ? 0
               : isinf(x)     ? x > 0 ? 0x6f : 0xef
                              : 0x08;
    __int128 value = x >= 0x1p63 ? INT64_MAX : (__int128)x;
    return element_limits(e, value, true);
}

/* The table prints few digits, and now and then one zero for both signs. */
static bool agrees(const struct element *e, uint64_t got, double want, const char *note)
{
    if (e->kind == BITS)
        return got == code_of(e, want);
    if (e->kind != FLOATING)
        return (double)element_integer(e, got) == want ||
               (want >= 0x1p63 && (int64_t)got == INT64_MAX);
    double x = element_value(e, got);
    if (isnan(want))
        return isnan(x);
    if (want == 0)
        return x == 0 && (strcmp(note, "sign") == 0 || !signbit(x) == !signbit(want));
    return x == want || (isfinite(x) && isfinite(want) && fabs(x - want) <= 4e-3 * fabs(want));
}

/* --- which instruction
 * ------------------------------------------------------------------------------ */

static int row_of_title(const char *title)
{
    static const struct {
        const char *title;
        int row;
    } titles[] = {{"Exp", ISA_vexp},
                  {"Ln", ISA_vln},
                  {"Sqrt", ISA_vsqrt},
                  {"Neg", ISA_vneg},
                  {"Abs", ISA_vabs},
                  {"Relu", ISA_vrelu},
                  {"LeakyRelu", ISA_vlrelu},
                  {"Add", ISA_vadd},
                  {"Sub", ISA_vsub},
                  {"Mul", ISA_vmul},
                  {"Div", ISA_vdiv},
                  {"Max", ISA_vmax},
                  {"Min", ISA_vmin},
                  {"Adds", ISA_vadds},
                  {"Muls", ISA_vmuls},
                  {"Maxs", ISA_vmaxs},
                  {"Mins", ISA_vmins},
                  {"Truncate", ISA_vtrc},
                  {"CompareEQ", ISA_vcmp_eq},
                  {"CompareNE", ISA_vcmp_ne},
                  {"CompareLT", ISA_vcmp_lt},
                  {"CompareLE", ISA_vcmp_le},
                  {"CompareGT", ISA_vcmp_gt},
                  {"CompareGE", ISA_vcmp_ge},
                  {"ComparesEQ", ISA_vcmps_eq},
                  {"ComparesNE", ISA_vcmps_ne},
                  {"ComparesLT", ISA_vcmps_lt},
                  {"ComparesLE", ISA_vcmps_le},
                  {"ComparesGT", ISA_vcmps_gt},
                  {"ComparesGE", ISA_vcmps_ge}};
    for (unsigned i = 0; i < sizeof titles / sizeof *titles; i++)
        if (strcmp(titles[i].title, title) == 0)
            return titles[i].row;
    return -1;
}

/* Row and type of a conversion; false when no instruction that has a body does it. */
static bool find_cast(const char *types, int *row, int *type, int *from, int *to)
{
    static const int rows[] = {ISA_vcvt_ff_part, ISA_vcvt_ff, ISA_vcvt_fi_part, ISA_vcvt_fi,
                               ISA_vcvt_if_part, ISA_vcvt_if, ISA_vcvt_ii_part};
    char source[32], target[32], name[32];
    if (sscanf(types, "%31[^>]>%31s", source, target) != 2)
        return false;
    *from = find_type(source);
    *to = find_type(target);
    if (*from < 0 || *to < 0)
        return false;
    snprintf(name, sizeof name, "%s.%s", type_names[*to].ours, type_names[*from].ours);
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        *row = rows[i];
        *type = isa_find_type(*row, name);
        if (*type >= 0)
            return true;
    }
    return false;
}

static int values_checked;

/* --- one row of the table
 * ---------------------------------------------------------------------------- */

enum { DST = 4, A = 5, B = 6, MASK = 7, SCALAR = 9 };

static void set_fields(struct isa_op *op)
{
    for (const struct isa_operand *o = isa_rows[op->row].operands; o->name != NULL; o++) {
        uint8_t r = strcmp(o->name, "dst") == 0      ? DST
                    : strcmp(o->name, "src1") == 0   ? B
                    : strcmp(o->name, "mask") == 0   ? MASK
                    : strcmp(o->name, "scalar") == 0 ? SCALAR
                                                     : A;
        if (o->field >= 0)
            op->r[o->field] = r;
        else if (strcmp(o->name, "mode") == 0)
            op->imm |= (uint16_t)(IMM_Mode_ZEROING << o->low);
        else if (strcmp(o->name, "round") == 0 && op->row == ISA_vtrc)
            op->imm |= (uint16_t)(IMM_ROUND_Z << o->low);
    }
}

static uint64_t ctrl_of(bool saturates)
{
    return CTRL_RESET | (saturates ? 1ULL << 53 : 1ULL << 48 | 1ULL << 59);
}

/* Element 0 of the result; of a comparison bit 0. */
static vreg run_row(const struct isa_op *op, const struct element *e, double a, double b,
                    bool saturates)
{
    static struct vf_case c;
    memset(&c, 0, sizeof c);
    c.ctrl = ctrl_of(saturates);
    memset(&c.state.v[MASK], 0xff, VREG_BYTES);
    put_lane(&c.state.v[A], 0, e->size, code_of(e, a));
    put_lane(&c.state.v[B], 0, e->size, code_of(e, b));
    c.state.x[SCALAR] = code_of(e, b);
    c.state.f[SCALAR] = e->size == 8 ? code_of(e, b) : code_of(e, b) | UINT64_MAX << 8 * e->size;
    c.word[c.count++] = isa_encode(op);
    case_run(machine(), &c);
    return c.state.v[DST];
}

static bool check_row(const struct value_row *r, int mode, double *got)
{
    struct isa_op op = {.row = 0};
    int from = find_type(r->type), to = from, row = row_of_title(r->title), type = -1;
    if (strcmp(r->title, "Cast") == 0 && !find_cast(r->type, &row, &type, &from, &to))
        return true;
    if (row < 0 || from < 0)
        return true;
    if (type < 0)
        type = type_of(row, type_names[from].ours);
    op.row = (uint16_t)row;
    op.type = (uint8_t)type;
    set_fields(&op);
    struct element source = element_of(type_names[from].ours, 0);
    struct element target = element_of(type_names[to].ours, 0);
    values_checked++;
    vreg result = run_row(&op, &source, number(r->src0, from), number(r->src1, from), mode == 1);
    if (strncmp(r->title, "Compare", 7) == 0) {
        *got = result.u8[0] & 1;
        return *got == strtod(r->want[mode], NULL);
    }
    uint64_t bits = get_lane(&result, 0, target.size);
    *got = target.kind == FLOATING ? element_value(&target, bits) : (double)(int64_t)bits;
    return agrees(&target, bits, number(r->want[mode], to), r->note);
}

/* --- atomic updates
 * ------------------------------------------------------------------------------------ */

static bool check_atomic(const struct value_row *r, int mode, double *got)
{
    static struct code code;
    static const struct element f16 = {"f16", FLOATING, 2, REF_F16};
    int operation = strstr(r->title, "Add") != NULL   ? ISA_set_atomic_add
                    : strstr(r->title, "Max") != NULL ? ISA_set_atomic_max
                                                      : ISA_set_atomic_min;
    uint64_t a = code_of(&f16, number(r->src0, 0)), b = code_of(&f16, number(r->src1, 0)),
             after = 0;
    values_checked++;
    gm_put(machine(), mover_buffer(0), &a, 2);
    gm_put(machine(), mover_buffer(1), &b, 2);
    code_clear(&code);
    set_x(&code, 5, ctrl_of(mode == 1));
    insn(&code, ISA_set_ctrl, 0, 5);
    insn(&code, ISA_set_atomic_f16, 0);
    insn(&code, operation, 0);
    copy_in(&code, 0, mover_buffer(0), 2);
    hand_over(&code, CCE_MTE2, CCE_MTE3, 0);
    copy_out(&code, mover_buffer(1), 0, 2);
    end_kernel(&code);
    machine_run(machine(), &code);
    gm_get(machine(), mover_buffer(1), &after, 2);
    *got = element_value(&f16, after);
    return agrees(&f16, after, number(r->want[mode], 0), "");
}

/* --- files
 * --------------------------------------------------------------------------------------------- */

/* The files differ in a third operand and a note that only the first has. */
static bool parse(struct value_row *row, char *line, bool with_notes)
{
    char *f[8] = {"", "", "", "", "", "", "", ""};
    line[strcspn(line, "\r\n")] = '\0';
    if (line[0] == '#' || line[0] == '\0')
        return false;
    for (int i = 0; i < 8 && line[0] != '\0'; i++) {
        f[i] = line;
        line += strcspn(line, ",");
        if (*line == ',')
            *line++ = '\0';
    }
    int want = with_notes ? 5 : 4;
    *row = (struct value_row){f[0], f[1], f[2], f[3], {f[want], f[want + 1]}, f[want + 2]};
    return strcmp(row->note, "typo") != 0;
}

static int check_file(const char *path, bool with_notes)
{
    char line[256];
    int wrong = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        struct value_row row;
        if (!parse(&row, line, with_notes))
            continue;
        for (int mode = 0; mode < 2; mode++) {
            double got = 0;
            bool atomic = strncmp(row.title, "SetAtomic", 9) == 0;
            bool good = strcmp(row.want[mode], "?") == 0 ||
                        (atomic ? check_atomic : check_row)(&row, mode, &got);
            if (!good && wrong++ < 20)
                print_error("%s %s(%s, %s), mode %d: got %g, want %s\n", row.title, row.type,
                            row.src0, row.src1, mode, got, row.want[mode]);
        }
    }
    fclose(file);
    return wrong;
}

static void vendors_tables(const struct row_test *test)
{
    (void)test;
    int wrong = check_file(NUMERIC_VALUES, true) + check_file(SPECIAL_VALUES, false);
    print_message("%d values of the tables checked\n", values_checked);
    assert_true(values_checked > 4000); /* the other rows are of instructions without a body yet */
    assert_int_equal(wrong, 0);
}

static struct row_test tables = {"special values", ISA_vadd, vendors_tables, .rule = NULL};
__attribute__((constructor)) static void add_tables(void)
{
    row_test_add(&tables);
}
