/* Counting the instructions of a vendor object by the public opcode tables. Private to the
 * loader. */
#ifndef BELAY_LOADER_OPCODE_SURVEY_H
#define BELAY_LOADER_OPCODE_SURVEY_H

#include <stdio.h>

#include "loader/elf_file.h"
#include "loader/opcode.h"

struct opcode_survey {
    enum opcode_arch arch;
    size_t words, known; /* a word is one instruction of 4, 8 or 16 bytes */
    int64_t weight;      /* how much speaks for the table: opcode_survey.c */
    size_t stream_words[OPCODE_STREAM_COUNT];
    size_t *row_words; /* per row of the table */
};

/* Adds the words of all executable sections. Where a vector function begins is not written in an
 * object, so the stream of each piece of code (between symbols and ends of programs) is guessed:
 * the one whose table fits best. BELAY_INTERNAL when memory is out. */
belay_status opcode_survey_file(const struct elf_file *file, struct opcode_survey *survey,
                                belay_error *err);
void opcode_survey_print(FILE *out, const struct opcode_survey *survey);
void opcode_survey_clear(struct opcode_survey *survey);

#endif
