#include "loader/opcode_survey.h"

#include <stdlib.h>
#include <string.h>

#include "emu/error.h"

/* --- one piece of code ------------------------------------------------------------------------ */

struct score {
    size_t words, known;
    /* How much speaks for the stream: the tables fix few bits of a word, those of SIMD fewer than
     * those of the core, so a match counts as many points as its mask has bits, and an unknown word
     * takes half of its bits away. */
    int64_t weight;
};

/* Decodes [bytes, bytes + size) as one stream; counts rows when row_words is not NULL. */
static struct score decode(const struct opcode_survey *survey, enum opcode_stream stream,
                           const uint8_t *bytes, size_t size, size_t *row_words)
{
    struct score score = {0};
    const struct opcode *first = opcode_tables[survey->arch].row;
    size_t at = 0;
    while (at < size) {
        size_t length;
        const struct opcode *op = opcode_find(survey->arch, stream, bytes + at, size - at, &length);
        if (length == 0) /* a rest that is shorter than a word */
            length = size - at;
        score.words++;
        if (op != NULL) {
            score.known++;
            score.weight += __builtin_popcountll(op->mask[0]) + __builtin_popcountll(op->mask[1]);
            if (row_words != NULL)
                row_words[op - first]++;
        } else {
            score.weight -= (int64_t)(4 * length);
        }
        at += length;
    }
    return score;
}

static enum opcode_stream best_stream(const struct opcode_survey *survey, const uint8_t *bytes,
                                      size_t size, bool *knows_all)
{
    enum opcode_stream best = OPCODE_CORE;
    struct score score = decode(survey, OPCODE_CORE, bytes, size, NULL);
    for (int i = OPCODE_SIMD; i < OPCODE_STREAM_COUNT && survey->arch == OPCODE_A5; i++) {
        struct score other = decode(survey, (enum opcode_stream)i, bytes, size, NULL);
        if (other.weight > score.weight) {
            score = other;
            best = (enum opcode_stream)i;
        }
    }
    *knows_all = score.known == score.words;
    return best;
}

static void count(struct opcode_survey *survey, enum opcode_stream stream, const uint8_t *bytes,
                  size_t size)
{
    struct score score = decode(survey, stream, bytes, size, survey->row_words);
    survey->words += score.words;
    survey->known += score.known;
    survey->weight += score.weight;
    survey->stream_words[stream] += score.words;
}

/* True after a word that ends a program in the core's or the SIMD stream. */
static bool ends_program(const struct opcode_survey *survey, const uint8_t *word)
{
    for (int i = OPCODE_CORE; i <= OPCODE_SIMD; i++) {
        size_t length;
        const struct opcode *op =
            opcode_find(survey->arch, (enum opcode_stream)i, word, 4, &length);
        if (op != NULL && (strcmp(op->mnemonic, "END") == 0 || strcmp(op->mnemonic, "RET") == 0 ||
                           strcmp(op->mnemonic, "SEND") == 0))
            return true;
    }
    return false;
}

/* Code between two symbols: taken as one stream when that knows all of it, else cut where programs
 * end. */
static void survey_span(struct opcode_survey *survey, const uint8_t *bytes, size_t size)
{
    bool knows_all;
    enum opcode_stream stream = best_stream(survey, bytes, size, &knows_all);
    if (knows_all || survey->arch != OPCODE_A5) {
        count(survey, stream, bytes, size);
        return;
    }
    size_t begin = 0;
    for (size_t at = 0; at < size; at += 4) {
        size_t end = size - at > 4 ? at + 4 : size;
        if (end < size && !ends_program(survey, bytes + at))
            continue;
        stream = best_stream(survey, bytes + begin, end - begin, &knows_all);
        count(survey, stream, bytes + begin, end - begin);
        begin = end;
    }
}

/* --- the file --------------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static belay_status survey_section(const struct elf_file *file, size_t index,
                                   struct opcode_survey *survey, belay_error *err)
{
    const struct elf_section *section = &file->section[index];
    uint64_t *start = malloc((file->symbol_count + 2) * sizeof *start);
    if (start == NULL)
        return error_set(err, BELAY_INTERNAL, "out of memory for %zu symbols", file->symbol_count);
    size_t count_starts = 0;
    start[count_starts++] = 0;
    start[count_starts++] = section->size;
    for (size_t i = 0; i < file->symbol_count; i++) {
        const struct elf_symbol *symbol = &file->symbol[i];
        uint64_t offset = symbol->value - section->address;
        if (symbol->type == STT_FUNC && symbol->section == index && offset < section->size)
            start[count_starts++] = offset;
    }
    qsort(start, count_starts, sizeof *start, by_value);
    for (size_t i = 1; i < count_starts; i++) {
        if (start[i] > start[i - 1])
            survey_span(survey, section->bytes + start[i - 1], (size_t)(start[i] - start[i - 1]));
    }
    free(start);
    return BELAY_OK;
}

belay_status opcode_survey_file(const struct elf_file *file, struct opcode_survey *survey,
                                belay_error *err)
{
    survey->row_words = calloc(opcode_tables[survey->arch].count, sizeof *survey->row_words);
    if (survey->row_words == NULL)
        return error_set(err, BELAY_INTERNAL, "out of memory for the opcode counts");
    for (size_t i = 1; i < file->section_count; i++) {
        const struct elf_section *section = &file->section[i];
        if ((section->flags & SHF_EXECINSTR) == 0 || section->bytes == NULL)
            continue;
        belay_status status = survey_section(file, i, survey, err);
        if (status != BELAY_OK)
            return status;
    }
    return BELAY_OK;
}

/* --- printing --------------------------------------------------------------------------------- */

struct line {
    const char *mnemonic;
    size_t words;
};

static int by_words(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    if (x->words != y->words)
        return x->words > y->words ? -1 : 1;
    return strcmp(x->mnemonic, y->mnemonic);
}

static void print_pipe(FILE *out, const struct opcode_survey *survey, enum opcode_pipe pipe,
                       struct line *line)
{
    const struct opcode_table *table = &opcode_tables[survey->arch];
    size_t lines = 0, words = 0;
    for (size_t i = 0; i < table->count; i++) {
        if (table->row[i].pipe != pipe || survey->row_words[i] == 0)
            continue;
        size_t at = 0; /* one mnemonic may have several rows */
        while (at < lines && strcmp(line[at].mnemonic, table->row[i].mnemonic) != 0)
            at++;
        if (at == lines)
            line[lines++] = (struct line){table->row[i].mnemonic, 0};
        line[at].words += survey->row_words[i];
        words += survey->row_words[i];
    }
    if (lines == 0)
        return;
    qsort(line, lines, sizeof *line, by_words);
    fprintf(out, "  %s: %zu\n", opcode_pipe_name(pipe), words);
    for (size_t i = 0; i < lines; i++)
        fprintf(out, "    %6zu %s\n", line[i].words, line[i].mnemonic);
}

void opcode_survey_print(FILE *out, const struct opcode_survey *survey)
{
    fprintf(out, "%zu of %zu words known; streams, guessed:", survey->known, survey->words);
    for (int i = 0; i < OPCODE_STREAM_COUNT; i++)
        fprintf(out, "%s %s %zu", i > 0 ? "," : "", opcode_stream_name((enum opcode_stream)i),
                survey->stream_words[i]);
    fputs("\n\ninstructions by pipe:\n", out);
    struct line *line = calloc(opcode_tables[survey->arch].count, sizeof *line);
    for (int pipe = 0; line != NULL && pipe < OPCODE_PIPE_COUNT; pipe++)
        print_pipe(out, survey, (enum opcode_pipe)pipe, line);
    free(line);
}

void opcode_survey_clear(struct opcode_survey *survey)
{
    free(survey->row_words);
    survey->row_words = NULL;
}
