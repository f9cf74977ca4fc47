#include "cc/diagnostics.h"

#include <stdlib.h>
#include <string.h>

#include "cc/file.h"

struct line {
    const char *text;
    size_t size; /* with its newline */
};

static bool contains(struct line line, const char *part)
{
    return memmem(line.text, line.size, part, strlen(part)) != NULL;
}

static struct line next_line(const char *text, size_t size)
{
    const char *newline = memchr(text, '\n', size);
    return (struct line){text, newline ? (size_t)(newline - text) + 1 : size};
}

/* The line that says what is wrong, not where from or why. */
static bool is_primary(struct line line)
{
    return contains(line, " error: ") || contains(line, " warning: ") || contains(line, "error: ");
}

static bool is_included_from(struct line line)
{
    return line.size > 22 && memcmp(line.text, "In file included from ", 22) == 0;
}

/* "3 errors generated when compiling for host." */
static bool is_summary(struct line line)
{
    return contains(line, " generated when compiling for ") ||
           (contains(line, " generated.") && line.text[0] >= '0' && line.text[0] <= '9');
}

/* One line with __attribute__((address_space(5))) and its kin as the source writes them. */
static void put_line(struct buffer *out, struct line line)
{
    static const char mark[] = "__attribute__((address_space(";
    static const char *const name[] = {"__gm__",      "__gm__",   "__ca__",   "__cb__",
                                       "__cc__",      "__ubuf__", "__cbuf__", "__fbuf__",
                                       "__biasbuf__", "__ssbuf__"};
    size_t length = sizeof mark - 1;
    while (line.size > 0) {
        const char *found = memmem(line.text, line.size, mark, length);
        size_t before = found ? (size_t)(found - line.text) : line.size;
        buffer_add(out, line.text, before);
        line.text += before;
        line.size -= before;
        if (line.size < length + 4)
            continue;
        int space = line.text[length] - '0';
        size_t used = space >= 0 && space <= 9 && memcmp(line.text + length + 1, ")))", 3) == 0
                          ? length + 4
                          : 1;
        if (used > 1)
            buffer_puts(out, name[space]);
        else
            buffer_add(out, line.text, 1);
        line.text += used;
        line.size -= used;
    }
}

/* Notes a message; false when it was there before. */
static bool is_new(struct diagnostics *d, struct line line)
{
    for (size_t i = 0; i < d->seen_count; i++)
        if (strlen(d->seen[i]) == line.size && memcmp(d->seen[i], line.text, line.size) == 0)
            return false;
    if (d->seen_count == d->seen_room) {
        size_t room = d->seen_room ? d->seen_room * 2 : 32;
        char **larger = realloc(d->seen, room * sizeof *larger);
        if (larger == NULL)
            return true;
        d->seen = larger;
        d->seen_room = room;
    }
    char *copy = strndup(line.text, line.size);
    if (copy != NULL)
        d->seen[d->seen_count++] = copy;
    return true;
}

static void note_error(struct diagnostics *d, struct line line)
{
    bool assembly = contains(line, "__belay_unsupported_asm");
    bool intrinsic = contains(line, "undefined symbol: ") &&
                     (contains(line, "__cce_scalar::") || contains(line, "__cce_simd::") ||
                      contains(line, " cce::"));
    bool own = contains(line, " is not supported") && !contains(line, "warning: ");
    d->errors += contains(line, "error: ");
    d->unsupported |= assembly || intrinsic || own;
}

void diagnostics_add(struct diagnostics *d, const char *output, size_t size)
{
    struct buffer pending = {0}; /* "In file included from" lines before their message */
    bool show = true;
    while (size > 0) {
        struct line line = next_line(output, size);
        output += line.size;
        size -= line.size;
        if (is_summary(line))
            continue;
        if (is_included_from(line) || (pending.size > 0 && line.text[0] == ' ')) {
            buffer_add(&pending, line.text, line.size);
            continue;
        }
        if (is_primary(line)) {
            show = is_new(d, line);
            if (show) {
                note_error(d, line);
                buffer_add(&d->text, pending.data ? pending.data : "", pending.size);
            }
            pending.size = 0;
        } else if (pending.size > 0 && show) { /* a note with its own way of inclusion */
            buffer_add(&d->text, pending.data, pending.size);
            pending.size = 0;
        }
        if (show)
            put_line(&d->text, line);
    }
    buffer_free(&pending);
}

void diagnostics_add_file(struct diagnostics *diagnostics, const char *path)
{
    struct file_bytes bytes;
    if (path == NULL || file_map(path, &bytes, NULL) != BELAY_OK)
        return;
    diagnostics_add(diagnostics, bytes.data ? bytes.data : "", bytes.size);
    file_unmap(&bytes);
}

void diagnostics_free(struct diagnostics *diagnostics)
{
    for (size_t i = 0; i < diagnostics->seen_count; i++)
        free(diagnostics->seen[i]);
    free(diagnostics->seen);
    buffer_free(&diagnostics->text);
    *diagnostics = (struct diagnostics){0};
}
