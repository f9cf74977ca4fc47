#include "cc/split.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cc/buffer.h"
#include "cc/lex.h"
#include "emu/error.h"

/* A precompiled header below this much text costs more than it saves. */
enum { MIN_HEAD = 64 * 1024, MAX_DEPTH = 256 };

struct file_place {
    const char *name; /* in the text, escaped */
    size_t length;
    bool stable;
};

struct splitter {
    const char *text;
    size_t size;
    const struct split_options *options;
    char source[PATH_MAX]; /* absolute */
    struct file_place stack[MAX_DEPTH];
    size_t depth;
    struct buffer head;
    /* The last place where only unstable files were open. */
    size_t cut, cut_head, cut_depth;
    struct file_place cut_stack[MAX_DEPTH];
    bool done;
};

static bool is_below(const char *name, size_t length, const char *folder)
{
    size_t size = strlen(folder);
    return length > size && memcmp(name, folder, size) == 0 && name[size] == '/';
}

/* Appends a relative path to a folder, taking out . and .. by name; false when it is too long. */
static bool join_path(char out[PATH_MAX], const char *folder, const char *name, size_t length)
{
    size_t size = strlen(folder);
    if (size + length + 2 > PATH_MAX)
        return false;
    memcpy(out, folder, size + 1);
    for (size_t at = 0; at < length;) {
        size_t part = 0;
        while (at + part < length && name[at + part] != '/')
            part++;
        if (part == 2 && name[at] == '.' && name[at + 1] == '.') {
            char *slash = strrchr(out, '/');
            size = slash != NULL ? (size_t)(slash - out) : 0;
        } else if (part != 0 && !(part == 1 && name[at] == '.')) {
            out[size++] = '/';
            memcpy(out + size, name + at, part);
            size += part;
        }
        out[size] = '\0';
        at += part + 1;
    }
    return true;
}

/* Stable: not a file of the user's project, as far as its name tells. */
static bool is_stable(const struct splitter *s, const struct line_marker *marker)
{
    const char *name = s->text + marker->name_offset;
    size_t length = marker->name_length;
    char full[PATH_MAX];
    if (length == strlen(s->options->source) && memcmp(name, s->options->source, length) == 0)
        return false;
    if (marker->system || (length > 0 && name[0] == '<') || s->options->level == SPLIT_ALL_HEADERS)
        return true;
    for (const char *const *dir = s->options->stable; dir != NULL && *dir != NULL; dir++)
        if (is_below(name, length, *dir) && !is_below(s->source, strlen(s->source), *dir))
            return true;
    if (!join_path(full, name[0] == '/' ? "" : s->options->folder, name, length))
        return false;
    return !is_below(full, strlen(full), s->options->project);
}

static bool only_unstable(const struct splitter *s)
{
    for (size_t i = 0; i < s->depth; i++)
        if (s->stack[i].stable)
            return false;
    return true;
}

static bool is_blank(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (strchr(" \t\r\n\f\v", text[i]) == NULL || text[i] == '\0')
            return false;
    return true;
}

/* Follows a marker into and out of files. Line markers of one file keep its entry. */
static void follow(struct splitter *s, const struct line_marker *marker)
{
    struct file_place place = {s->text + marker->name_offset, marker->name_length,
                               is_stable(s, marker)};
    if (marker->enter && s->depth < MAX_DEPTH)
        s->stack[s->depth++] = place;
    else if (marker->leave && s->depth > 1)
        s->stack[--s->depth - 1] = place;
    else if (s->depth > 0)
        s->stack[s->depth - 1] = place;
    else
        s->stack[s->depth++] = place;
    s->done |= s->depth == MAX_DEPTH;
}

/* The head must be the same for all users of the same headers: markers into files of the project
 * lose name and line. */
static void put_marker(struct splitter *s, size_t start, const struct line_marker *marker)
{
    if (s->stack[s->depth - 1].stable)
        buffer_add(&s->head, s->text + start, marker->offset - start);
    else
        buffer_printf(&s->head, "# 1 \"<source>\"%s\n",
                      marker->enter ? " 1" : (marker->leave ? " 2" : ""));
}

static void note_cut(struct splitter *s, size_t start)
{
    s->cut = start;
    s->cut_head = s->head.size;
    s->cut_depth = s->depth;
    memcpy(s->cut_stack, s->stack, s->depth * sizeof *s->stack);
}

/* One line that starts at `start`; returns the start of the next one. */
static size_t read_line(struct splitter *s, size_t start)
{
    const char *newline = memchr(s->text + start, '\n', s->size - start);
    size_t end = newline ? (size_t)(newline - s->text) : s->size;
    size_t next = newline ? end + 1 : s->size;
    struct line_marker marker;
    if (s->text[start] == '#' && newline != NULL && lex_marker(s->text, start, end, &marker)) {
        follow(s, &marker);
        if (only_unstable(s) && marker.leave)
            note_cut(s, start);
        put_marker(s, start, &marker);
    } else if (s->depth > 0 && s->stack[s->depth - 1].stable) {
        buffer_add(&s->head, s->text + start, next - start);
    } else if (!is_blank(s->text + start, end - start)) {
        s->done = true;
    }
    return next;
}

/* The rest starts where the cut is: in the innermost of the open files. */
static void put_rest(struct splitter *s, struct buffer *rest)
{
    for (size_t i = 0; i < s->cut_depth; i++)
        buffer_printf(rest, "# 1 \"%.*s\"%s\n", (int)s->cut_stack[i].length, s->cut_stack[i].name,
                      i == 0 ? "" : " 1");
    size_t at = s->cut;
    struct line_marker marker;
    const char *newline = memchr(s->text + at, '\n', s->size - at);
    if (newline != NULL && lex_marker(s->text, at, (size_t)(newline - s->text), &marker)) {
        buffer_printf(rest, "# %u \"%.*s\"\n", marker.line, (int)marker.name_length,
                      s->text + marker.name_offset);
        at = marker.offset;
    }
    buffer_add(rest, s->text + at, s->size - at);
}

belay_status split_text(const char *text, size_t size, const struct split_options *options,
                        struct split *out, belay_error *err)
{
    *out = (struct split){0};
    struct splitter *s = calloc(1, sizeof *s);
    struct buffer rest = {0};
    if (s == NULL)
        return error_set(err, BELAY_INTERNAL, "out of memory");
    s->text = text;
    s->size = size;
    s->options = options;
    if (!join_path(s->source, options->source[0] == '/' ? "" : options->folder, options->source,
                   strlen(options->source)))
        s->source[0] = '\0';
    for (size_t at = 0; at < size && !s->done;)
        at = read_line(s, at);
    if (s->cut_head < MIN_HEAD) {
        buffer_add(&rest, text, size);
        s->cut_head = 0;
    } else {
        put_rest(s, &rest);
    }
    bool failed = s->head.failed;
    out->head_size = s->cut_head;
    out->rest_size = rest.size;
    out->head = buffer_take(&s->head);
    out->rest = buffer_take(&rest);
    free(s);
    if (!failed && out->head != NULL && out->rest != NULL)
        return BELAY_OK;
    split_free(out);
    return error_set(err, BELAY_INTERNAL, "out of memory");
}

void split_free(struct split *split)
{
    free(split->head);
    free(split->rest);
    *split = (struct split){0};
}
