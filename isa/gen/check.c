/* What must hold in a table, and between a table, the bodies, the tests and the chips. */
#include "gen.h"
#include "types.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { IMMEDIATE_BITS = 10, REGISTERS = 6, OPS = 2048, TYPES = 64 };

void operand_element(const struct row *row, int t, const struct operand *operand, char *out)
{
    out[0] = '\0';
    if (operand->kind == K_FLOAT || operand->component == -1) {
        memcpy(out, operand->type, NAME_SIZE);
        return;
    }
    if (row->type_count == 0)
        return;
    const char *at = row->type[t];
    int component = operand->component < 0 ? 0 : operand->component;
    for (int i = 0; i < component; i++) {
        const char *dot = strchr(at, '.');
        if (dot == NULL)
            break; /* one component serves for all: "f32" stands for f32.f32 */
        at = dot + 1;
    }
    size_t length = strcspn(at, ".");
    memcpy(out, at, length);
    out[length] = '\0';
    if (operand->component < -1) {
        const struct element *element = element_find(out);
        if (element != NULL && operand->component == -4)
            strcpy(out, element->bytes <= 2 ? "u16" : "u32");
        else if (element != NULL)
            strcpy(out, element_integer(element, operand->component == -3));
    }
}

static void check_operand_bits(const struct format *f, const struct operand *o, unsigned *registers,
                               unsigned *bits)
{
    if (o->reg >= REGISTERS)
        fail(f->path, f->line, "%s: no register field r%d", f->name, o->reg);
    if (o->reg >= 0) {
        if (*registers & (1u << o->reg))
            fail(f->path, f->line, "%s: register field of %s overlaps another", f->name, o->name);
        *registers |= 1u << o->reg;
    }
    bool needs_register = o->kind != K_IMMEDIATE && o->kind != K_TAG;
    if (needs_register != (o->reg >= 0))
        fail(f->path, f->line, "%s: operand %s is in the wrong kind of field", f->name, o->name);
    if (o->low < 0)
        return;
    if (o->high >= IMMEDIATE_BITS || o->high < o->low)
        fail(f->path, f->line, "%s: bits %d..%d of %s are outside imm10", f->name, o->high, o->low,
             o->name);
    unsigned mask = ((2u << o->high) - 1) & ~((1u << o->low) - 1);
    if (*bits & mask)
        fail(f->path, f->line, "%s: immediate bits of %s overlap another", f->name, o->name);
    *bits |= mask;
}

static void check_enum_operand(const struct table *t, const struct format *f,
                               const struct operand *o)
{
    const struct enumeration *e = table_enum(t, o->type);
    if (e == NULL)
        fail(f->path, f->line, "%s: unknown enum '%s'", f->name, o->type);
    bool found = !o->has_default;
    for (int i = 0; i < e->count; i++) {
        if (e->value[i] >> (o->high - o->low + 1) != 0)
            fail(f->path, f->line, "%s: %s=%d of %s does not fit its bits", f->name, e->label[i],
                 e->value[i], e->name);
        found = found || strcmp(e->label[i], o->default_text) == 0;
    }
    if (!found)
        fail(f->path, f->line, "%s: no label '%s' in enum %s", f->name, o->default_text, e->name);
}

static void check_format(const struct table *t, const struct format *f)
{
    unsigned registers = 0;
    unsigned bits = 0;
    for (int i = 0; i < f->count; i++) {
        const struct operand *o = &f->operand[i];
        check_operand_bits(f, o, &registers, &bits);
        if (o->kind == K_IMMEDIATE || o->kind == K_TAG)
            check_enum_operand(t, f, o);
        if (o->kind == K_FLOAT && element_find(o->type) == NULL)
            fail(f->path, f->line, "%s: unknown type '%s'", f->name, o->type);
    }
    if (registers & (registers + 1))
        fail(f->path, f->line, "%s: register fields leave a gap", f->name);
    if (bits & (bits + 1))
        fail(f->path, f->line, "%s: immediate bits leave a gap", f->name);
}

static void check_types(const struct row *row)
{
    if (row->type_count > TYPES)
        fail(row->path, row->line, "%s: more than %d types", row->name, TYPES);
    for (int i = 0; i < row->type_count; i++) {
        char list[NAME_SIZE];
        memcpy(list, row->type[i], NAME_SIZE);
        char *state = NULL;
        for (char *name = strtok_r(list, ".", &state); name != NULL;
             name = strtok_r(NULL, ".", &state))
            if (element_find(name) == NULL)
                fail(row->path, row->line, "%s: unknown type '%s'", row->name, name);
        for (int j = 0; j < i; j++)
            if (strcmp(row->type[i], row->type[j]) == 0)
                fail(row->path, row->line, "%s: type %s twice", row->name, row->type[i]);
    }
    for (int i = 0; i < row->format->count; i++) {
        const struct operand *o = &row->format->operand[i];
        bool typed = (o->kind == K_VECTOR || o->kind == K_ELEMENT || o->kind == K_OFFSET ||
                      (o->kind == K_POINTER && !o->is_void)) &&
                     o->component != -1;
        if (typed && row->type_count == 0)
            fail(row->path, row->line, "%s: operand %s needs a type list", row->name, o->name);
    }
}

static void check_row(const struct table *t, const struct row *row, const struct row **by_op)
{
    static const char *const pipes[] = {"S", "VF", "V", "M", "MTE1", "MTE2", "MTE3", "FIX"};
    if (row->op <= 0 || row->op >= OPS)
        fail(row->path, row->line, "%s: op 0x%x is not in 1..0x7ff", row->name, row->op);
    if (by_op[row->op] != NULL)
        fail(row->path, row->line, "%s: op 0x%x is taken by %s", row->name, row->op,
             by_op[row->op]->name);
    by_op[row->op] = row;
    for (const struct row *other = t->row; other < row; other++)
        if (strcmp(other->name, row->name) == 0)
            fail(row->path, row->line, "%s stands twice", row->name);
    bool known = false;
    for (size_t i = 0; i < sizeof pipes / sizeof pipes[0]; i++)
        known = known || strcmp(row->pipe, pipes[i]) == 0;
    if (!known)
        fail(row->path, row->line, "%s: unknown pipe '%s'", row->name, row->pipe);
    check_types(row);
}

void table_check(const struct table *t)
{
    if (t->arch[0] == '\0')
        fail("isagen", 0, "no 'arch' line");
    for (int i = 0; i < t->format_count; i++)
        check_format(t, &t->format[i]);
    const struct row *by_op[OPS] = {NULL};
    for (int i = 0; i < t->row_count; i++)
        check_row(t, &t->row[i], by_op);
}

/* --- what stands elsewhere ---------------------------------------------------------------------
 */

static char *read_file(const char *path)
{
    FILE *in = fopen(path, "rb");
    if (in == NULL)
        fail(path, 0, "cannot be read");
    fseek(in, 0, SEEK_END);
    size_t size = (size_t)ftell(in);
    rewind(in);
    char *text = malloc(size + 2);
    if (text == NULL || fread(text + 1, 1, size, in) != size)
        fail(path, 0, "cannot be read");
    fclose(in);
    text[0] = '\n';
    text[size + 1] = '\0';
    return text;
}

/* Marks every row that is the first argument of a macro call at the beginning of a line:
 * "INSN(vadd", "VEC_BINARY(vadd, f32". */
static void mark_calls(const struct table *t, const char *text, bool *found)
{
    for (const char *at = strchr(text, '\n'); at != NULL; at = strchr(at + 1, '\n')) {
        const char *name = at + 1;
        while (isupper((unsigned char)*name) || isdigit((unsigned char)*name) || *name == '_')
            name++;
        if (name == at + 1 || *name != '(')
            continue;
        name++;
        size_t length = strcspn(name, ",) \n");
        for (int i = 0; i < t->row_count; i++)
            if (strlen(t->row[i].name) == length && strncmp(t->row[i].name, name, length) == 0)
                found[i] = true;
    }
}

static bool *find_calls(const struct table *t, char **sources, int count)
{
    bool *found = calloc((size_t)t->row_count, sizeof *found);
    if (found == NULL)
        fail("isagen", 0, "out of memory");
    for (int i = 0; i < count; i++) {
        char *text = read_file(sources[i]);
        mark_calls(t, text, found);
        free(text);
    }
    return found;
}

void table_check_bodies(const struct table *t, char **sources, int count)
{
    bool *found = find_calls(t, sources, count);
    for (int i = 0; i < t->row_count; i++) {
        const struct row *row = &t->row[i];
        bool shared = strcmp(row->body, row->name) != 0;
        if (!row->unsupported && !shared && !found[i])
            fail(row->path, row->line, "%s has no body: no line 'MACRO(%s...' in emu/", row->name,
                 row->name);
        if (row->unsupported && found[i])
            fail(row->path, row->line, "%s has a body but is marked unsupported", row->name);
    }
    free(found);
}

void table_check_tests(const struct table *t, char **sources, int count)
{
    bool *found = find_calls(t, sources, count);
    for (int i = 0; i < t->row_count; i++)
        if (!t->row[i].unsupported && !found[i])
            fail(t->row[i].path, t->row[i].line,
                 "%s has no test: no line 'MACRO(%s...' in tests/isa/", t->row[i].name,
                 t->row[i].name);
    free(found);
}

void table_check_timing(const struct table *t, char **chip_files, int count)
{
    char **text = calloc((size_t)count, sizeof *text);
    if (text == NULL)
        fail("isagen", 0, "out of memory");
    for (int i = 0; i < count; i++)
        text[i] = read_file(chip_files[i]);
    for (int i = 0; i < t->row_count; i++) {
        char key[NAME_SIZE + 2];
        snprintf(key, sizeof key, "\n%s.", t->row[i].timing);
        bool found = false;
        for (int j = 0; j < count; j++)
            found = found || strstr(text[j], key) != NULL;
        if (!found && !t->row[i].unsupported)
            fail(t->row[i].path, t->row[i].line, "%s: no value '%s.*' in chips/", t->row[i].name,
                 t->row[i].timing);
    }
    for (int i = 0; i < count; i++)
        free(text[i]);
    free(text);
}
