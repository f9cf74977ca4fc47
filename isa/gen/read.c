/* Reading the table: enum, format and instruction lines. */
#include "gen.h"

#include <ctype.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void fail(const char *path, int line, const char *format, ...)
{
    fprintf(stderr, "%s:%d: ", path, line);
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    exit(1);
}

struct reader {
    struct table *table;
    const char *path;
    int line;
};

#define FAIL(r, ...) fail((r)->path, (r)->line, __VA_ARGS__)

static void copy_name(const struct reader *r, char *out, const char *text, size_t length)
{
    if (length >= NAME_SIZE)
        FAIL(r, "name too long: %.*s", (int)length, text);
    memcpy(out, text, length);
    out[length] = '\0';
}

static long number(const struct reader *r, const char *text)
{
    char *end;
    long value = strtol(text, &end, 0);
    if (*text == '\0' || *end != '\0')
        FAIL(r, "not a number: '%s'", text);
    return value;
}

const struct enumeration *table_enum(const struct table *table, const char *name)
{
    for (int i = 0; i < table->enum_count; i++)
        if (strcmp(table->enums[i].name, name) == 0)
            return &table->enums[i];
    return NULL;
}

/* enum NAME enumerator-pattern tag-pattern: label=value ... */
static void read_enum(struct reader *r, char **word, int count)
{
    if (count < 5)
        FAIL(r, "enum NAME ENUMERATOR-PATTERN TAG-PATTERN: LABEL=VALUE ...");
    if (r->table->enum_count == MAX_ENUMS)
        FAIL(r, "too many enums");
    struct enumeration *e = &r->table->enums[r->table->enum_count++];
    copy_name(r, e->name, word[1], strlen(word[1]));
    copy_name(r, e->enumerator, word[2], strlen(word[2]));
    size_t tag_length = strlen(word[3]);
    if (word[3][tag_length - 1] != ':')
        FAIL(r, "':' expected after the tag pattern");
    copy_name(r, e->tag, word[3], tag_length - 1);
    for (int i = 4; i < count; i++) {
        char *equals = strchr(word[i], '=');
        if (equals == NULL || e->count == MAX_LABELS)
            FAIL(r, "LABEL=VALUE expected, found '%s'", word[i]);
        const char *label = word[i];
        if (*label == '-') {
            e->no_tag[e->count] = true;
            label++;
        }
        copy_name(r, e->label[e->count], label, (size_t)(equals - label));
        e->value[e->count++] = (int)number(r, equals + 1);
    }
}

/* "<text>" at *at into out; leaves *at behind it. */
static void read_angle(const struct reader *r, const char **at, char *out)
{
    const char *end = **at == '<' ? strchr(*at, '>') : NULL;
    if (end == NULL)
        FAIL(r, "'<...>' expected at '%s'", *at);
    copy_name(r, out, *at + 1, (size_t)(end - *at - 1));
    *at = end + 1;
}

static void read_pointer(const struct reader *r, struct operand *o, const char **at)
{
    o->kind = K_POINTER;
    if (**at == 'v') {
        o->is_void = true;
        (*at)++;
    } else if (**at == 'x') {
        (*at)++;
        o->component = -1;
        read_angle(r, at, o->type);
    } else if (isdigit((unsigned char)**at)) {
        o->component = *(*at)++ - '0';
    }
    if (*(*at)++ != '.')
        FAIL(r, "'.space' expected in operand %s", o->name);
    size_t length = strspn(*at, "abcdefghijklmnopqrstuvwxyz");
    copy_name(r, o->space, *at, length);
    *at += length;
}

static void read_kind(const struct reader *r, struct operand *o, const char **at)
{
    char letter = *(*at)++;
    switch (letter) {
    case 'v':
        o->kind = K_VECTOR;
        if (isdigit((unsigned char)**at)) {
            o->component = *(*at)++ - '0';
        } else if (**at == 'u' || **at == 's' || **at == 'i') {
            o->component = **at == 'u' ? -2 : **at == 's' ? -3 : -4;
            (*at)++;
        } else if (**at == '<') {
            o->component = -1;
            read_angle(r, at, o->type);
        }
        break;
    case 'm':
        o->kind = K_MASK;
        break;
    case 'a':
        o->kind = K_ALIGN;
        break;
    case 'e':
        o->kind = K_ELEMENT;
        if (isdigit((unsigned char)**at))
            o->component = *(*at)++ - '0';
        break;
    case 'x':
    case 'f':
    case 'k':
    case 'i':
    case 't':
        o->kind = letter == 'x'   ? K_INTEGER
                  : letter == 'f' ? K_FLOAT
                  : letter == 'k' ? K_SMALL
                  : letter == 'i' ? K_IMMEDIATE
                                  : K_TAG;
        read_angle(r, at, o->type);
        break;
    case 'p':
        read_pointer(r, o, at);
        break;
    case 'o':
        o->kind = K_OFFSET;
        break;
    default:
        FAIL(r, "unknown operand kind '%c' of %s", letter, o->name);
    }
}

static void read_place(const struct reader *r, struct operand *o, const char **at)
{
    if (*(*at)++ != '@')
        FAIL(r, "'@field' expected in operand %s", o->name);
    char *end = NULL;
    if (**at == 'r') {
        o->reg = (*at)[1] == 'd' ? 0 : (*at)[1] - '0';
        *at += 2;
        if (**at == '/') {
            o->low = o->high = (int)strtol(*at + 1, &end, 10);
            *at = end;
        }
    } else {
        o->high = o->low = (int)strtol(*at, &end, 10);
        if (end == *at)
            FAIL(r, "register or bits expected in operand %s", o->name);
        if (strncmp(end, "..", 2) == 0)
            o->low = (int)strtol(end + 2, &end, 10);
        *at = end;
    }
}

/* name:kind[direction]@place[=default] */
static void read_operand(const struct reader *r, struct operand *o, const char *text)
{
    const char *at = strchr(text, ':');
    if (at == NULL)
        FAIL(r, "name:kind@place expected, found '%s'", text);
    copy_name(r, o->name, text, (size_t)(at - text));
    at++;
    o->reg = o->high = o->low = -1;
    read_kind(r, o, &at);
    if (*at == '>' || *at == '+' || *at == '~') {
        o->direction = *at == '>' ? D_OUT : *at == '+' ? D_INOUT : D_MERGE;
        at++;
    }
    read_place(r, o, &at);
    if (*at == '=') {
        o->has_default = true;
        copy_name(r, o->default_text, at + 1, strlen(at + 1));
        at += strlen(at);
    }
    if (*at != '\0')
        FAIL(r, "left over in operand: '%s'", at);
}

static void read_format(struct reader *r, char **word, int count)
{
    if (count < 2 || count - 2 > MAX_OPERANDS || r->table->format_count == MAX_FORMATS)
        FAIL(r, "format NAME OPERAND ... (at most %d operands)", MAX_OPERANDS);
    struct format *f = &r->table->format[r->table->format_count++];
    copy_name(r, f->name, word[1], strlen(word[1]));
    f->path = r->path;
    f->line = r->line;
    f->count = count - 2;
    for (int i = 0; i < f->count; i++)
        read_operand(r, &f->operand[i], word[i + 2]);
}

static void read_types(const struct reader *r, struct row *row, char *list)
{
    if (strcmp(list, "-") == 0)
        return;
    char *state = NULL;
    for (char *type = strtok_r(list, ",", &state); type != NULL;
         type = strtok_r(NULL, ",", &state)) {
        if (row->type_count == MAX_TYPES)
            FAIL(r, "too many types");
        size_t length = strlen(type);
        if (type[length - 1] == '!') {
            row->type_unsupported[row->type_count] = true;
            length--;
        }
        copy_name(r, row->type[row->type_count++], type, length);
    }
}

static void read_flag(const struct reader *r, struct row *row, const char *text)
{
    static const struct {
        const char *key;
        size_t offset;
    } keys[] = {{"cce=", offsetof(struct row, cce)},
                {"body=", offsetof(struct row, body)},
                {"spr=", offsetof(struct row, spr)},
                {"asm=", offsetof(struct row, mnemonic)}};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        size_t length = strlen(keys[i].key);
        if (strncmp(text, keys[i].key, length) == 0) {
            copy_name(r, (char *)row + keys[i].offset, text + length, strlen(text + length));
            return;
        }
    }
    if (strcmp(text, "unsupported") == 0)
        row->unsupported = true;
    else if (strcmp(text, "suffix") == 0)
        row->suffix = true;
    else if (strcmp(text, "state") == 0)
        row->state = true;
    else
        FAIL(r, "unknown flag '%s'", text);
}

/* NAME OP FORMAT TYPES PIPE TIMING [FLAG ...] */
static void read_row(struct reader *r, char **word, int count)
{
    if (count < 6)
        FAIL(r, "NAME OP FORMAT TYPES PIPE TIMING [FLAG ...]");
    if (r->table->row_count == MAX_ROWS)
        FAIL(r, "too many instructions");
    struct row *row = &r->table->row[r->table->row_count++];
    row->path = r->path;
    row->line = r->line;
    copy_name(r, row->name, word[0], strlen(word[0]));
    copy_name(r, row->cce, word[0], strlen(word[0]));
    copy_name(r, row->body, word[0], strlen(word[0]));
    row->op = (int)number(r, word[1]);
    for (int i = 0; i < r->table->format_count; i++)
        if (strcmp(r->table->format[i].name, word[2]) == 0)
            row->format = &r->table->format[i];
    if (row->format == NULL)
        FAIL(r, "unknown format '%s'", word[2]);
    read_types(r, row, word[3]);
    if (strlen(word[4]) >= sizeof row->pipe)
        FAIL(r, "unknown pipe '%s'", word[4]);
    memcpy(row->pipe, word[4], strlen(word[4]) + 1);
    copy_name(r, row->timing, word[5], strlen(word[5]));
    for (int i = 6; i < count; i++)
        read_flag(r, row, word[i]);
}

static int split(char *line, char **word, int most)
{
    int count = 0;
    char *state = NULL;
    for (char *w = strtok_r(line, " \t\n", &state); w != NULL; w = strtok_r(NULL, " \t\n", &state))
        if (count < most)
            word[count++] = w;
    return count;
}

void table_read(struct table *table, const char *path)
{
    FILE *in = fopen(path, "r");
    if (in == NULL)
        fail(path, 0, "cannot be read");
    struct reader reader = {table, path, 0};
    char line[4096];
    while (fgets(line, sizeof line, in) != NULL) {
        reader.line++;
        char *comment = strchr(line, '#');
        if (comment != NULL)
            *comment = '\0';
        char *word[96];
        int count = split(line, word, 96);
        if (count == 0)
            continue;
        if (strcmp(word[0], "arch") == 0 && count == 2)
            copy_name(&reader, table->arch, word[1], strlen(word[1]));
        else if (strcmp(word[0], "enum") == 0)
            read_enum(&reader, word, count);
        else if (strcmp(word[0], "format") == 0)
            read_format(&reader, word, count);
        else
            read_row(&reader, word, count);
    }
    fclose(in);
}
