/* Turns the opcode tables into C: opcode_gen A2.tbl A5.tbl > out.c. Refuses a row that cannot match
 * or that another one hides. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loader/opcode.h"

enum { MAX_ROWS = 4096, MAX_LINE = 256 };

struct text_row {
    struct opcode op;
    char mnemonic[MAX_LINE];
};

static struct text_row rows[MAX_ROWS];
static size_t row_count;

static void fail(const char *file, size_t line, const char *message)
{
    fprintf(stderr, "%s:%zu: %s\n", file, line, message);
    exit(1);
}

/* "0x12" or "0xhigh:0xlow"; returns the bytes of the field. */
static unsigned parse_word(const char *text, uint64_t word[2])
{
    const char *colon = strchr(text, ':');
    const char *low = colon != NULL ? colon + 1 : text;
    word[0] = strtoull(low, NULL, 16);
    word[1] = colon != NULL ? strtoull(text, NULL, 16) : 0;
    return colon != NULL ? 16 : (unsigned)(strlen(low) - 2) / 2;
}

static int parse_pipe(const char *text)
{
    static const char *const names[OPCODE_PIPE_COUNT] = {"SU",   "FC",  "MTE", "CUBE",
                                                         "FIXP", "VEC", "SIMD"};
    for (int i = 0; i < OPCODE_PIPE_COUNT; i++) {
        if (strcmp(text, names[i]) == 0)
            return i;
    }
    return -1;
}

/* Only the SIMD rows of A5 are bodies of vector functions: A2 has memory vectors in the core's own
 * stream. The SIMT rows are those whose mask looks at bit 0 of a long word. */
static enum opcode_stream stream_of(const struct opcode *op, bool a5)
{
    if (op->bytes > 4 && (op->mask[0] & 1) != 0)
        return OPCODE_SIMT;
    return a5 && op->pipe == OPCODE_SIMD_PIPE ? OPCODE_SIMD : OPCODE_CORE;
}

static void parse_line(const char *file, size_t line, char *text, bool a5)
{
    char mask[40], value[40], pipe[8];
    int at = 0;
    if (sscanf(text, "%39s %39s %7s %n", mask, value, pipe, &at) != 3 || text[at] == '\0')
        fail(file, line, "expected: mask value pipe mnemonic");
    if (row_count == MAX_ROWS)
        fail(file, line, "too many rows");
    struct text_row *row = &rows[row_count++];
    unsigned bytes = parse_word(mask, row->op.mask);
    if (bytes != parse_word(value, row->op.value) || (bytes != 4 && bytes != 8 && bytes != 16))
        fail(file, line, "mask and value must be of 4, 8 or 16 bytes both");
    for (int i = 0; i < 2; i++) {
        if ((row->op.value[i] & ~row->op.mask[i]) != 0)
            fail(file, line, "value has bits outside the mask: it can never match");
    }
    int number = parse_pipe(pipe);
    if (number < 0)
        fail(file, line, "unknown pipe");
    row->op.bytes = (uint8_t)bytes;
    row->op.pipe = (uint8_t)number;
    row->op.stream = (uint8_t)stream_of(&row->op, a5);
    snprintf(row->mnemonic, sizeof row->mnemonic, "%s", text + at);
}

static int ones(const struct opcode *op)
{
    return __builtin_popcountll(op->mask[0]) + __builtin_popcountll(op->mask[1]);
}

static int compare_words(const uint64_t a[2], const uint64_t b[2])
{
    for (int i = 1; i >= 0; i--) {
        if (a[i] != b[i])
            return a[i] > b[i] ? -1 : 1;
    }
    return 0;
}

static int by_match_order(const void *a, const void *b)
{
    const struct opcode *x = &((const struct text_row *)a)->op;
    const struct opcode *y = &((const struct text_row *)b)->op;
    if (x->stream != y->stream)
        return x->stream < y->stream ? -1 : 1;
    if (x->bytes != y->bytes)
        return x->bytes > y->bytes ? -1 : 1;
    if (ones(x) != ones(y))
        return ones(x) > ones(y) ? -1 : 1;
    int masks = compare_words(x->mask, y->mask);
    return masks != 0 ? masks : compare_words(x->value, y->value);
}

static void read_table(const char *file, bool a5)
{
    FILE *in = fopen(file, "r");
    if (in == NULL)
        fail(file, 0, "cannot be opened");
    char text[MAX_LINE];
    row_count = 0;
    for (size_t line = 1; fgets(text, sizeof text, in) != NULL; line++) {
        text[strcspn(text, "\n")] = '\0';
        if (text[0] != '#' && text[0] != '\0')
            parse_line(file, line, text, a5);
    }
    fclose(in);
    qsort(rows, row_count, sizeof rows[0], by_match_order);
    for (size_t i = 1; i < row_count; i++) {
        if (by_match_order(&rows[i - 1], &rows[i]) == 0)
            fail(file, 0, rows[i].mnemonic); /* twice the same mask and value */
    }
}

static void write_table(const char *name)
{
    printf("static const struct opcode %s[] = {\n", name);
    for (size_t i = 0; i < row_count; i++) {
        const struct opcode *op = &rows[i].op;
        printf("{{0x%llxu, 0x%llxu}, {0x%llxu, 0x%llxu}, \"%s\", %d, %d, %d},\n",
               (unsigned long long)op->mask[0], (unsigned long long)op->mask[1],
               (unsigned long long)op->value[0], (unsigned long long)op->value[1], rows[i].mnemonic,
               op->bytes, op->stream, op->pipe);
    }
    printf("};\n");
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: opcode_gen A2.tbl A5.tbl\n");
        return 2;
    }
    printf("/* Written by opcode_gen. */\n#include \"loader/opcode.h\"\n");
    read_table(argv[1], false);
    write_table("a2");
    read_table(argv[2], true);
    write_table("a5");
    printf("const struct opcode_table opcode_tables[OPCODE_ARCH_COUNT] = {\n"
           "[OPCODE_A2] = {a2, sizeof a2 / sizeof a2[0]},\n"
           "[OPCODE_A5] = {a5, sizeof a5 / sizeof a5[0]}};\n");
    return 0;
}
