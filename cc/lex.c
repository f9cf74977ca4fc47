#include "cc/lex.h"

#include <stdlib.h>
#include <string.h>

struct lexer {
    struct lexed *out;
    struct word_table *words;
    const char *text;
    size_t size, at;
    bool line_start; /* only blanks since the last newline: a # begins a directive */
    size_t token_room, marker_room;
    uint32_t *open; /* stack of unmatched brackets */
    size_t open_count, open_room, open_braces;
    bool failed;
};

/* Makes room for one more element of a growing array. */
static bool grow(void **array, size_t *room, size_t count, size_t element)
{
    if (count < *room)
        return true;
    size_t wanted = *room ? *room * 2 : 1024;
    void *larger = realloc(*array, wanted * element);
    if (larger == NULL)
        return false;
    *array = larger;
    *room = wanted;
    return true;
}

static bool is_ident_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
           (unsigned char)c >= 0x80;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_ident(char c)
{
    return is_ident_start(c) || is_digit(c);
}

static char char_at(const struct lexer *lx, size_t i)
{
    return i < lx->size ? lx->text[i] : '\0';
}

/* --- brackets ------------------------------------------------------------------------------- */

static void open_bracket(struct lexer *lx, uint32_t index, char c)
{
    if (!grow((void **)&lx->open, &lx->open_room, lx->open_count, sizeof *lx->open)) {
        lx->failed = true;
        return;
    }
    lx->open[lx->open_count++] = index;
    lx->open_braces += c == '{';
}

static char open_char(const struct lexer *lx, size_t stack_index)
{
    return lx->text[lx->out->token[lx->open[stack_index]].offset];
}

/* A brace closes whatever is left open inside it; a parenthesis or bracket only its own kind. */
static void close_bracket(struct lexer *lx, uint32_t index, char c)
{
    char partner = c == ')' ? '(' : c == ']' ? '[' : '{';
    if (partner == '{') {
        if (lx->open_braces == 0)
            return;
        while (open_char(lx, lx->open_count - 1) != '{')
            lx->open_count--;
        lx->open_braces--;
    } else if (lx->open_count == 0 || open_char(lx, lx->open_count - 1) != partner) {
        return;
    }
    uint32_t open = lx->open[--lx->open_count];
    lx->out->token[open].match = index;
    lx->out->token[index].match = open;
}

static void add_token(struct lexer *lx, size_t start, enum token_kind kind)
{
    struct lexed *out = lx->out;
    if (!grow((void **)&out->token, &lx->token_room, out->token_count, sizeof *out->token)) {
        lx->failed = true;
        return;
    }
    uint32_t index = (uint32_t)out->token_count++;
    struct token *token = &out->token[index];
    *token = (struct token){(uint32_t)start, (uint32_t)(lx->at - start), TOKEN_NONE, (uint8_t)kind,
                            WORD_NONE};
    if (kind == TOKEN_IDENT)
        token->word = (uint8_t)word_find(lx->words, lx->text + start, token->length);
    char c = lx->text[start];
    if (kind == TOKEN_PUNCT && (c == '(' || c == '[' || c == '{'))
        open_bracket(lx, index, c);
    else if (kind == TOKEN_PUNCT && (c == ')' || c == ']' || c == '}'))
        close_bracket(lx, index, c);
}

/* --- directives and gaps -------------------------------------------------------------------- */

bool lex_marker(const char *text, size_t start, size_t end, struct line_marker *out)
{
    size_t i = start + 1; /* past the # */
    while (i < end && (text[i] == ' ' || text[i] == '\t'))
        i++;
    if (i >= end || !is_digit(text[i]))
        return false;
    uint32_t line = 0;
    for (; i < end && is_digit(text[i]); i++)
        line = line * 10u + (uint32_t)(text[i] - '0');
    while (i < end && text[i] == ' ')
        i++;
    if (i >= end || text[i] != '"')
        return false;
    size_t name = ++i;
    for (; i < end && text[i] != '"'; i++)
        i += text[i] == '\\' && i + 1 < end;
    if (i >= end)
        return false;
    *out = (struct line_marker){.line = line,
                                .start = (uint32_t)start,
                                .name_offset = (uint32_t)name,
                                .name_length = (uint32_t)(i - name)};
    for (i++; i < end; i++) {
        out->enter |= text[i] == '1';
        out->leave |= text[i] == '2';
        out->system |= text[i] == '3';
    }
    out->offset = (uint32_t)(end + 1); /* past the newline */
    return true;
}

static void add_marker(struct lexer *lx, size_t start, size_t end)
{
    struct line_marker marker;
    if (!lex_marker(lx->text, start, end, &marker))
        return;
    struct lexed *out = lx->out;
    if (!grow((void **)&out->marker, &lx->marker_room, out->marker_count, sizeof *out->marker)) {
        lx->failed = true;
        return;
    }
    out->marker[out->marker_count++] = marker;
}

/* A directive runs to the end of its line, over backslash-newlines. */
static void skip_directive(struct lexer *lx)
{
    size_t start = lx->at;
    for (;;) {
        const char *newline = memchr(lx->text + lx->at, '\n', lx->size - lx->at);
        if (newline == NULL) {
            lx->at = lx->size;
            return;
        }
        lx->at = (size_t)(newline - lx->text);
        if (lx->text[lx->at - 1] != '\\')
            break;
        lx->at++;
    }
    add_marker(lx, start, lx->at);
}

/* Skips one comment; false when none starts here. */
static bool skip_comment(struct lexer *lx)
{
    char next = char_at(lx, lx->at + 1);
    if (next == '/') {
        const char *newline = memchr(lx->text + lx->at, '\n', lx->size - lx->at);
        lx->at = newline ? (size_t)(newline - lx->text) : lx->size;
        return true;
    }
    if (next != '*')
        return false;
    for (lx->at += 2; lx->at < lx->size; lx->at++)
        if (lx->text[lx->at] == '*' && char_at(lx, lx->at + 1) == '/') {
            lx->at += 2;
            return true;
        }
    return true;
}

/* Skips blanks, newlines, comments and directives. */
static void skip_gap(struct lexer *lx)
{
    while (lx->at < lx->size) {
        char c = lx->text[lx->at];
        if (c == '\n') {
            lx->line_start = true;
            lx->at++;
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == '\0') {
            lx->at++;
        } else if (c == '\\' && char_at(lx, lx->at + 1) == '\n') {
            lx->at += 2;
        } else if (c == '#' && lx->line_start) {
            skip_directive(lx);
        } else if (c != '/' || !skip_comment(lx)) {
            return;
        }
    }
}

/* --- literals ------------------------------------------------------------------------------- */

/* A string or character literal from its opening quote; it ends at its quote or its line. */
static void skip_quoted(struct lexer *lx)
{
    char quote = lx->text[lx->at++];
    while (lx->at < lx->size && lx->text[lx->at] != '\n') {
        char c = lx->text[lx->at++];
        if (c == quote)
            return;
        if (c == '\\' && lx->at < lx->size)
            lx->at++;
    }
}

/* A raw string from its opening quote: "delimiter( ... )delimiter". */
static void skip_raw(struct lexer *lx)
{
    size_t delimiter = lx->at + 1, length = 0;
    while (length <= 16 && delimiter + length < lx->size && lx->text[delimiter + length] != '(' &&
           lx->text[delimiter + length] != '"' && lx->text[delimiter + length] != '\n')
        length++;
    if (char_at(lx, delimiter + length) != '(') {
        skip_quoted(lx);
        return;
    }
    for (size_t i = delimiter + length + 1; i + length + 1 < lx->size; i++) {
        if (lx->text[i] == ')' && lx->text[i + length + 1] == '"' &&
            memcmp(lx->text + i + 1, lx->text + delimiter, length) == 0) {
            lx->at = i + length + 2;
            return;
        }
    }
    lx->at = lx->size;
}

/* Is text[start, at), just before a quote, an encoding prefix? *raw says whether it ends in R. */
static bool is_prefix(const struct lexer *lx, size_t start, bool *raw)
{
    const char *name = lx->text + start;
    size_t length = lx->at - start;
    *raw = length > 0 && name[length - 1] == 'R';
    length -= *raw;
    return length == 0 || (length == 1 && (*name == 'L' || *name == 'u' || *name == 'U')) ||
           (length == 2 && name[0] == 'u' && name[1] == '8');
}

static void lex_ident(struct lexer *lx)
{
    size_t start = lx->at;
    bool raw = false;
    while (lx->at < lx->size && is_ident(lx->text[lx->at]))
        lx->at++;
    char quote = char_at(lx, lx->at);
    if ((quote != '"' && quote != '\'') || !is_prefix(lx, start, &raw) || (raw && quote == '\'')) {
        add_token(lx, start, TOKEN_IDENT);
        return;
    }
    if (raw)
        skip_raw(lx);
    else
        skip_quoted(lx);
    add_token(lx, start, quote == '"' ? TOKEN_STRING : TOKEN_CHAR);
}

/* A preprocessing number: digits, letters, dots, ' between digits, signs after e and p. */
static void lex_number(struct lexer *lx)
{
    size_t start = lx->at;
    while (lx->at < lx->size) {
        char c = lx->text[lx->at], next = char_at(lx, lx->at + 1);
        bool exponent = c == 'e' || c == 'E' || c == 'p' || c == 'P';
        if (exponent && (next == '+' || next == '-'))
            lx->at += 2;
        else if (c == '\'' && is_ident(next))
            lx->at += 2;
        else if (is_ident(c) || c == '.')
            lx->at++;
        else
            break;
    }
    add_token(lx, start, TOKEN_NUMBER);
}

static void lex_one(struct lexer *lx)
{
    size_t start = lx->at;
    char c = lx->text[start], next = char_at(lx, start + 1);
    lx->line_start = false;
    if (is_ident_start(c)) {
        lex_ident(lx);
    } else if (is_digit(c) || (c == '.' && is_digit(next))) {
        lex_number(lx);
    } else if (c == '"' || c == '\'') {
        skip_quoted(lx);
        add_token(lx, start, c == '"' ? TOKEN_STRING : TOKEN_CHAR);
    } else {
        lx->at += (c == ':' && next == ':') || (c == '-' && next == '>') ? 2 : 1;
        add_token(lx, start, TOKEN_PUNCT);
    }
}

bool lex_text(const char *text, size_t size, struct lexed *out)
{
    *out = (struct lexed){.text = text, .size = size};
    if (size >= UINT32_MAX)
        return false;
    struct lexer lx = {.out = out, .text = text, .size = size, .line_start = true};
    lx.words = word_table_new();
    lx.failed = lx.words == NULL;
    while (!lx.failed) {
        skip_gap(&lx);
        if (lx.at >= size)
            break;
        lex_one(&lx);
    }
    word_table_free(lx.words);
    free(lx.open);
    if (lx.failed)
        lexed_free(out);
    return !lx.failed;
}

void lexed_free(struct lexed *lexed)
{
    free(lexed->token);
    free(lexed->marker);
    *lexed = (struct lexed){0};
}

/* --- places --------------------------------------------------------------------------------- */

const struct line_marker *lexed_marker_at(const struct lexed *lexed, size_t offset)
{
    size_t low = 0, high = lexed->marker_count; /* the marker is in [low - 1, high - 1] */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lexed->marker[middle].offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low == 0 ? NULL : &lexed->marker[low - 1];
}

uint32_t lexed_line(const struct lexed *lexed, size_t offset, const struct line_marker **marker)
{
    const struct line_marker *found = lexed_marker_at(lexed, offset);
    size_t from = found ? found->offset : 0;
    uint32_t line = found ? found->line : 1;
    for (size_t i = from; i < offset && i < lexed->size; i++)
        line += lexed->text[i] == '\n';
    if (marker != NULL)
        *marker = found;
    return line;
}
