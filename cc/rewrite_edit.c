#include "cc/rewrite_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/error.h"

static void out_of_memory(struct rewriter *r)
{
    if (r->status == BELAY_OK)
        r->status = error_set(r->err, BELAY_INTERNAL, "out of memory");
}

static void edit_add(struct rewriter *r, size_t offset, size_t length, size_t text)
{
    if (r->edit_count == r->edit_room) {
        size_t room = r->edit_room ? r->edit_room * 2 : 256;
        struct edit *larger = realloc(r->edit, room * sizeof *larger);
        if (larger == NULL) {
            out_of_memory(r);
            return;
        }
        r->edit = larger;
        r->edit_room = room;
    }
    r->edit[r->edit_count] =
        (struct edit){offset, length, text, r->arena.size - text, r->edit_count};
    r->edit_count++;
}

void edit_bytes(struct rewriter *r, size_t offset, size_t length, const char *format, ...)
{
    size_t text = r->arena.size;
    char line[512];
    va_list args;
    va_start(args, format);
    int written = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (written < 0 || (size_t)written >= sizeof line) {
        refuse(r, BELAY_INTERNAL, 0, "a replacement is longer than %zu bytes", sizeof line);
        return;
    }
    buffer_add(&r->arena, line, (size_t)written);
    edit_add(r, offset, length, text);
}

void edit_token(struct rewriter *r, size_t token, const char *replacement)
{
    const struct token *t = &r->lexed.token[token];
    edit_bytes(r, t->offset, t->length, "%s", replacement);
}

void edit_before(struct rewriter *r, size_t token, const char *insertion)
{
    edit_bytes(r, r->lexed.token[token].offset, 0, "%s", insertion);
}

void edit_after(struct rewriter *r, size_t token, const char *insertion)
{
    const struct token *t = &r->lexed.token[token];
    size_t text = r->arena.size;
    buffer_puts(&r->arena, insertion);
    edit_add(r, (size_t)t->offset + t->length, 0, text);
}

/* Newlines of a piece of text; in gaps between tokens also the line markers. A pragma goes with the
 * code that it was for. */
static void keep_lines(struct buffer *out, const char *text, size_t from, size_t to, bool gap)
{
    for (size_t i = from; i < to; i++) {
        if (text[i] == '\n')
            buffer_add(out, "\n", 1);
        if (text[i] != '#' || !gap)
            continue;
        size_t start = i;
        while (i + 1 < to && (text[i + 1] != '\n' || text[i] == '\\'))
            i++;
        struct line_marker marker;
        if (lex_marker(text, start, i + 1, &marker))
            buffer_add(out, text + start, i + 1 - start);
        else
            keep_lines(out, text, start, i + 1, false);
    }
}

void edit_range(struct rewriter *r, size_t first, size_t last, const char *before,
                const char *after)
{
    const struct token *token = r->lexed.token;
    size_t text = r->arena.size;
    buffer_puts(&r->arena, before);
    for (size_t i = first; i <= last; i++) {
        size_t end = (size_t)token[i].offset + token[i].length;
        keep_lines(&r->arena, r->lexed.text, token[i].offset, end, false);
        if (i < last)
            keep_lines(&r->arena, r->lexed.text, end, token[i + 1].offset, true);
    }
    buffer_puts(&r->arena, after);
    edit_add(r, token[first].offset,
             (size_t)token[last].offset + token[last].length - token[first].offset, text);
}

static int compare_edits(const void *a, const void *b)
{
    const struct edit *x = a, *y = b;
    if (x->offset != y->offset)
        return x->offset < y->offset ? -1 : 1;
    return x->order < y->order ? -1 : 1;
}

bool edits_apply(struct rewriter *r)
{
    struct buffer out = {0};
    size_t at = 0;
    if (r->edit_count != 0)
        qsort(r->edit, r->edit_count, sizeof *r->edit, compare_edits);
    for (size_t i = 0; i < r->edit_count; i++) {
        const struct edit *edit = &r->edit[i];
        if (edit->offset < at) /* inside a range that is already replaced */
            continue;
        buffer_add(&out, r->lexed.text + at, edit->offset - at);
        buffer_add(&out, r->arena.data + edit->text, edit->text_length);
        at = edit->offset + edit->length;
    }
    buffer_add(&out, r->lexed.text + at, r->lexed.size - at);
    r->result->size = out.size;
    r->result->text = buffer_take(&out);
    return r->result->text != NULL && !r->arena.failed;
}

void refuse(struct rewriter *r, belay_status status, size_t token, const char *format, ...)
{
    if (r->status != BELAY_OK)
        return;
    char message[400];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    r->status = error_set(r->err, status, "%s", message);
    if (r->err == NULL || token >= r->lexed.token_count)
        return;
    const struct line_marker *marker;
    r->err->line = (int)lexed_line(&r->lexed, r->lexed.token[token].offset, &marker);
    if (marker != NULL)
        snprintf(r->err->file, sizeof r->err->file, "%.*s", (int)marker->name_length,
                 r->lexed.text + marker->name_offset);
}

const struct line_marker *current_marker(const struct rewriter *r)
{
    return r->marker == 0 ? NULL : &r->lexed.marker[r->marker - 1];
}

/* Is it that file, or a file below that folder? */
static bool is_within(const char *name, size_t length, const char *path)
{
    size_t size = strlen(path);
    return length >= size && memcmp(name, path, size) == 0 && (length == size || name[size] == '/');
}

bool in_plain_file(struct rewriter *r)
{
    const struct line_marker *marker = current_marker(r);
    if (r->plain_marker == r->marker + 1)
        return r->plain;
    r->plain_marker = r->marker + 1;
    r->plain = false;
    const char *const *dir = r->options->plain_dirs;
    for (; marker != NULL && dir != NULL && *dir != NULL && !r->plain; dir++)
        r->plain = is_within(r->lexed.text + marker->name_offset, marker->name_length, *dir);
    return r->plain;
}

bool token_equals(const struct rewriter *r, size_t token, const char *name)
{
    if (token >= r->lexed.token_count)
        return false;
    const struct token *t = &r->lexed.token[token];
    return t->length == strlen(name) && memcmp(r->lexed.text + t->offset, name, t->length) == 0;
}

size_t after_match(const struct rewriter *r, size_t open)
{
    uint32_t match = r->lexed.token[open].match;
    return match == TOKEN_NONE || match < open ? open + 1 : (size_t)match + 1;
}

size_t angle_end(const struct rewriter *r, size_t open, size_t limit)
{
    size_t depth = 0;
    for (size_t i = open; i < limit && i < r->lexed.token_count;) {
        if (token_is(&r->lexed, i, '(') || token_is(&r->lexed, i, '{')) {
            i = after_match(r, i);
            continue;
        }
        if (token_is(&r->lexed, i, ';') || token_is(&r->lexed, i, '}'))
            return limit;
        if (token_is(&r->lexed, i, '<'))
            depth++;
        if (token_is(&r->lexed, i, '>') && --depth == 0)
            return i + 1;
        i++;
    }
    return limit;
}
