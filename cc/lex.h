/* Tokens of preprocessed C++: what the rewriter works on. Whitespace, comments and directives are
 * gaps between tokens, so text that no rule touches stays byte-identical. Nothing is ever rejected:
 * an unterminated literal ends at its line or at the end of the text. */
#ifndef BELAY_CC_LEX_H
#define BELAY_CC_LEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cc/words.h"

enum token_kind { TOKEN_IDENT, TOKEN_NUMBER, TOKEN_STRING, TOKEN_CHAR, TOKEN_PUNCT };

enum { TOKEN_NONE = UINT32_MAX };

struct token {
    uint32_t offset, length;
    uint32_t match; /* for ( [ { } ] ): index of the partner; TOKEN_NONE when unbalanced */
    uint8_t kind;
    uint8_t word; /* enum word; WORD_NONE for other identifiers and for all that is no identifier */
};

/* A `# 12 "file" 1 3` line. The text from `offset` on is line `line` of `file`. */
struct line_marker {
    uint32_t offset; /* first byte after the marker line */
    uint32_t start;  /* first byte of the marker line */
    uint32_t line;
    uint32_t name_offset, name_length; /* in the text, without the quotes, still escaped */
    bool enter, leave, system;         /* flags 1, 2, 3 */
};

struct lexed {
    const char *text;
    size_t size;
    struct token *token;
    size_t token_count;
    struct line_marker *marker;
    size_t marker_count;
};

/* Splits text into tokens; the text must outlive *out. False when memory runs out or the text is
 * 4 GiB or longer. */
bool lex_text(const char *text, size_t size, struct lexed *out);
void lexed_free(struct lexed *lexed);

/* Reads one line marker in text[start, end), end at its newline; false when the line is none. */
bool lex_marker(const char *text, size_t start, size_t end, struct line_marker *out);

/* The last marker at or before a byte, NULL when there is none. */
const struct line_marker *lexed_marker_at(const struct lexed *lexed, size_t offset);

/* Line number of a byte by the markers; *marker (may be NULL) gets the marker it counts from. */
uint32_t lexed_line(const struct lexed *lexed, size_t offset, const struct line_marker **marker);

/* Is token i the one-character punctuation c? Past the end it is not. */
static inline bool token_is(const struct lexed *lexed, size_t i, char c)
{
    return i < lexed->token_count && lexed->token[i].kind == TOKEN_PUNCT &&
           lexed->token[i].length == 1 && lexed->text[lexed->token[i].offset] == c;
}

static inline enum word token_word(const struct lexed *lexed, size_t i)
{
    return i < lexed->token_count ? (enum word)lexed->token[i].word : WORD_NONE;
}

static inline bool token_is_ident(const struct lexed *lexed, size_t i)
{
    return i < lexed->token_count && lexed->token[i].kind == TOKEN_IDENT;
}

#endif
