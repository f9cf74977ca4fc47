/* The kernel side: one C++ function for each instruction and type, its body one inline assembly
 * statement. kernel/prelude.h supplies the names with __belay_ in front. */
#include "gen.h"
#include "types.h"

#include <string.h>

struct text { /* a small append-only buffer */
    char data[4096];
    size_t length;
};

static void add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

#include <stdarg.h>

static void add(struct text *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(t->data + t->length, sizeof t->data - t->length, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof t->data - t->length)
        fail("isagen", 0, "function text too long");
    t->length += (size_t)n;
}

static bool is_register_vector(const struct operand *o)
{
    return o->kind == K_VECTOR || o->kind == K_MASK || o->kind == K_ALIGN;
}

static bool is_return(const struct operand *o)
{
    return strcmp(o->name, "ret") == 0;
}

/* C++ type of an operand for type index t of the row. */
static void operand_type(const struct row *row, int t, const struct operand *o, char *out)
{
    char name[NAME_SIZE];
    operand_element(row, t, o, name);
    const struct element *e = element_find(name);
    switch (o->kind) {
    case K_MASK:
        strcpy(out, "vector_bool");
        break;
    case K_ALIGN:
        strcpy(out, "vector_align");
        break;
    case K_VECTOR:
        if (e == NULL || e->vector == NULL)
            fail("isagen", row->line, "%s: no vector type for '%s'", row->name, name);
        strcpy(out, e->vector);
        break;
    case K_ELEMENT:
    case K_FLOAT:
        strcpy(out, e->scalar);
        break;
    case K_POINTER:
        sprintf(out, "__belay_%s__ %s *", o->space,
                o->is_void           ? "void"
                : o->component == -1 ? o->type
                                     : e->scalar);
        break;
    case K_OFFSET:
        strcpy(out, "int32_t");
        break;
    case K_INTEGER:
    case K_SMALL:
        strcpy(out, o->type);
        for (char *c = out; *c != '\0'; c++) /* "const_void*" is one word in the table */
            if (strncmp(c, "const_", 6) == 0)
                c[5] = ' ';
        break;
    case K_IMMEDIATE:
    case K_TAG:
        sprintf(out, "I_%s", o->name);
        break;
    }
}

static bool has_tags(const struct format *f)
{
    for (int i = 0; i < f->count; i++)
        if (f->operand[i].kind == K_TAG)
            return true;
    return false;
}

static bool has_merge(const struct format *f)
{
    for (int i = 0; i < f->count; i++)
        if (f->operand[i].direction == D_MERGE)
            return true;
    return false;
}

static void enumerator(const struct table *table, const struct operand *o, char *out)
{
    const struct enumeration *e = table_enum(table, o->type);
    const char *hole = strchr(e->enumerator, '%');
    sprintf(out, "%s::%.*s%s%s", e->name, (int)(hole - e->enumerator), e->enumerator,
            o->default_text, hole + 1);
}

static void emit_template(const struct table *table, const struct format *f, struct text *out)
{
    const char *separator = "template <";
    for (int i = 0; i < f->count; i++) {
        const struct operand *o = &f->operand[i];
        if (o->kind != K_IMMEDIATE)
            continue;
        add(out, "%sclass I_%s", separator, o->name);
        if (o->has_default) {
            char name[3 * NAME_SIZE];
            enumerator(table, o, name);
            add(out, " = std::integral_constant<%s, %s>", o->type, name);
        }
        separator = ", ";
    }
    if (has_tags(f)) {
        add(out, "%sclass... I_tags", separator);
        separator = ", ";
    }
    if (separator[0] == ',')
        add(out, "> ");
}

static void emit_signature(const struct row *row, int t, struct text *out)
{
    const struct format *f = row->format;
    char type[3 * NAME_SIZE];
    const char *result = "void";
    char result_type[3 * NAME_SIZE];
    for (int i = 0; i < f->count; i++)
        if (is_return(&f->operand[i])) {
            operand_type(row, t, &f->operand[i], result_type);
            result = result_type;
        }
    add(out, "__belay_fn %s %s", result, row->cce);
    if (row->suffix)
        add(out, "_%s", row->type[t]);
    const char *separator = "(";
    for (int i = 0; i < f->count; i++) {
        const struct operand *o = &f->operand[i];
        if (is_return(o) || o->kind == K_TAG)
            continue;
        operand_type(row, t, o, type);
        add(out, "%s%s%s%s", separator, type, o->direction == D_IN ? " " : " &", o->name);
        if (o->has_default && o->kind != K_IMMEDIATE)
            add(out, " = %s", o->default_text);
        else if (o->has_default)
            add(out, " = {}");
        separator = ", ";
    }
    if (has_tags(f)) {
        add(out, "%sI_tags...", separator);
        separator = ", ";
    }
    add(out, "%s)\n{\n", separator[0] == '(' ? "(" : "");
}

/* Local copies that the assembly statement reads and writes. */
static void emit_locals(const struct row *row, int t, struct text *out)
{
    for (int i = 0; i < row->format->count; i++) {
        const struct operand *o = &row->format->operand[i];
        bool fp = o->kind == K_FLOAT;
        char type[3 * NAME_SIZE];
        operand_type(row, t, o, type);
        if (o->kind == K_ELEMENT) {
            char name[NAME_SIZE];
            operand_element(row, t, o, name);
            fp = element_find(name)->fp_register;
        }
        if (is_register_vector(o) && o->direction == D_OUT)
            add(out, "    __belay_rv r_%s;\n", o->name);
        else if (is_register_vector(o))
            add(out, "    __belay_rv r_%s = __belay_get(%s);\n", o->name, o->name);
        else if (o->kind == K_OFFSET) {
            char name[NAME_SIZE];
            operand_element(row, t, o, name);
            add(out, "    unsigned long r_%s = (unsigned long)(%s * %ldL);\n", o->name, o->name,
                (long)element_find(name)->bytes);
        } else if (o->kind == K_IMMEDIATE || o->kind == K_TAG)
            continue;
        else if (fp && o->direction == D_OUT)
            add(out, "    %s r_%s;\n", type, o->name);
        else if (fp)
            add(out, "    %s r_%s = %s;\n", type, o->name, o->name);
        else if (o->direction == D_OUT)
            add(out, "    unsigned long r_%s;\n", o->name);
        else
            add(out, "    unsigned long r_%s = __belay_word(%s);\n", o->name, o->name);
    }
}

static bool is_fp_operand(const struct row *row, int t, const struct operand *o)
{
    char name[NAME_SIZE];
    if (o->kind == K_FLOAT)
        return true;
    if (o->kind != K_ELEMENT)
        return false;
    operand_element(row, t, o, name);
    return element_find(name)->fp_register;
}

static void emit_word(const struct row *row, int t, struct text *out)
{
    unsigned long long word =
        0x3fULL | (unsigned long long)row->op << 37 | (unsigned long long)t << 48;
    add(out, "    constexpr unsigned long word = 0x%llxUL", word);
    for (int i = 0; i < row->format->count; i++) {
        const struct operand *o = &row->format->operand[i];
        if (o->kind == K_IMMEDIATE)
            add(out, " | __belay_bits<I_%s, %d, %d>()", o->name, o->high, o->low);
        else if (o->kind == K_TAG)
            add(out, " | __belay_tag<%s, %d, %d, I_tags...>()", o->type, o->high, o->low);
    }
    add(out, ";\n");
}

/* A row is pure when the compiler may move, merge or drop it: it only reads and writes registers.
 */
static bool is_pure(const struct row *row)
{
    if (strcmp(row->pipe, "VF") != 0 || row->state)
        return false;
    for (int i = 0; i < row->format->count; i++)
        if (row->format->operand[i].kind == K_POINTER)
            return false;
    return row->format->count > 0;
}

static void emit_asm(const struct row *row, int t, bool merging, const char *indent,
                     struct text *out)
{
    const struct format *f = row->format;
    int index[MAX_OPERANDS];
    int count = 0;
    for (int pass = 0; pass < 2; pass++) /* outputs come first */
        for (int i = 0; i < f->count; i++)
            if (f->operand[i].reg >= 0 && (f->operand[i].direction == D_IN) == (pass == 1))
                index[i] = count++;
    add(out, "%s__BELAY_ASM(%s (\".8byte %%%d", indent, is_pure(row) ? "" : "volatile", count);
    for (int i = 0; i < f->count; i++) {
        const struct operand *o = &f->operand[i];
        if (o->reg < 0)
            continue;
        int shift = 7 + 5 * o->reg;
        if (o->kind == K_SMALL)
            add(out, "|((.Li_%%%d&31)<<%d)|((.Li_%%%d>>5)<<%d)", index[i], shift, index[i],
                54 + o->low);
        else
            add(out, "|(.L%c_%%%d<<%d)",
                is_register_vector(o)      ? 'v'
                : is_fp_operand(row, t, o) ? 'f'
                                           : 'x',
                index[i], shift);
    }
    add(out, "\" : ");
    for (int pass = 0; pass < 2; pass++) {
        const char *separator = "";
        for (int i = 0; i < f->count; i++) {
            const struct operand *o = &f->operand[i];
            if (o->reg < 0 || (o->direction == D_IN) != (pass == 1))
                continue;
            bool inout = o->direction == D_INOUT || (o->direction == D_MERGE && merging);
            add(out, "%s\"%s%s\"(r_%s)", separator,
                pass == 1 ? ""
                : inout   ? "+"
                          : "=",
                is_register_vector(o)      ? "vr"
                : is_fp_operand(row, t, o) ? "f"
                : o->kind == K_SMALL       ? "rK"
                                           : "r",
                o->name);
            separator = ", ";
        }
        add(out, "%s", pass == 0 ? " : " : separator);
    }
    add(out, "\"i\"((long)word)%s));\n", is_pure(row) ? "" : " : \"memory\"");
}

static void emit_result(const struct row *row, int t, const struct operand *o, struct text *out)
{
    char type[3 * NAME_SIZE];
    char value[6 * NAME_SIZE];
    operand_type(row, t, o, type);
    if (is_register_vector(o))
        sprintf(value, "__belay_put<%s>(r_%s)", type, o->name);
    else if (is_fp_operand(row, t, o))
        sprintf(value, "r_%s", o->name);
    else
        sprintf(value, "__belay_from<%s>(r_%s)", type, o->name);
    if (is_return(o))
        add(out, "    return %s;\n", value);
    else
        add(out, "    %s = %s;\n", o->name, value);
}

static void emit_results(const struct row *row, int t, struct text *out)
{
    const struct operand *returned = NULL;
    for (int i = 0; i < row->format->count; i++) {
        const struct operand *o = &row->format->operand[i];
        if (o->direction == D_IN || o->reg < 0)
            continue;
        if (is_return(o))
            returned = o;
        else
            emit_result(row, t, o, out);
    }
    if (returned != NULL)
        emit_result(row, t, returned, out);
}

static void emit_function(const struct table *table, const struct row *row, int t, FILE *out)
{
    struct text text = {.length = 0};
    emit_template(table, row->format, &text);
    emit_signature(row, t, &text);
    if (has_tags(row->format)) {
        add(&text, "    static_assert(__belay_tags_known<__belay_tag_list<");
        const char *separator = "";
        for (int i = 0; i < row->format->count; i++)
            if (row->format->operand[i].kind == K_TAG) {
                add(&text, "%s%s", separator, row->format->operand[i].type);
                separator = ", ";
            }
        add(&text, ">, I_tags...>(), \"%s: a mode, part or rounding that it does not have\");\n",
            row->cce);
    }
    emit_locals(row, t, &text);
    emit_word(row, t, &text);
    if (has_merge(row->format)) {
        const char *mode =
            has_tags(row->format) ? "__belay_merging<I_tags...>()" : "__belay_merging<I_mode>()";
        add(&text, "    if constexpr (%s) {\n", mode);
        /* MERGING reads the old destination */
        emit_asm(row, t, true, "        ", &text);
        add(&text, "    } else {\n");
        emit_asm(row, t, false, "        ", &text);
        add(&text, "    }\n");
    } else {
        emit_asm(row, t, false, "    ", &text);
    }
    emit_results(row, t, &text);
    fprintf(out, "%s}\n", text.data);
}

static void emit_enums(const struct table *table, FILE *out)
{
    for (int i = 0; i < table->enum_count; i++) {
        const struct enumeration *e = &table->enums[i];
        if (strcmp(e->enumerator, "-") == 0)
            continue;
        const char *hole = strchr(e->enumerator, '%');
        const char *tag_hole = strchr(e->tag, '%');
        fprintf(out, "enum class %s : unsigned {", e->name);
        for (int j = 0; j < e->count; j++)
            fprintf(out, " %.*s%s%s = %d,", (int)(hole - e->enumerator), e->enumerator, e->label[j],
                    hole + 1, e->value[j]);
        fprintf(out, " };\n");
        for (int j = 0; tag_hole != NULL && j < e->count; j++)
            if (!e->no_tag[j])
                fprintf(out, "constexpr std::integral_constant<%s, %s::%.*s%s%s> %.*s%s%s{};\n",
                        e->name, e->name, (int)(hole - e->enumerator), e->enumerator, e->label[j],
                        hole + 1, (int)(tag_hole - e->tag), e->tag, e->label[j], tag_hole + 1);
    }
}

void emit_cpp(const struct table *table, FILE *out)
{
    fprintf(out,
            "// Generated by isagen from the %s table: CCE intrinsics as inline assembly.\n"
            "// Included by prelude.h in its two halves.\n#ifdef __BELAY_ISA_ENUMS__\n",
            table->arch);
    emit_enums(table, out);
    fprintf(out, "#endif\n#ifdef __BELAY_ISA_FUNCTIONS__\n");
    for (int i = 0; i < table->row_count; i++) {
        const struct row *row = &table->row[i];
        for (int t = 0; t < row->type_count || t == 0; t++)
            emit_function(table, row, t, out);
    }
    fprintf(out, "#endif\n");
}
