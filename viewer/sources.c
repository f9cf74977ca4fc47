#include "viewer/sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 64, MOST_BYTES = 16 << 20 };

struct file {
    char *path, *text;
    const char **line;
    size_t lines;
};

struct source_text {
    const char *folder;
    struct file file[MOST_FILES];
    size_t files;
};

struct source_text *sources_open(const char *folder)
{
    struct source_text *sources = calloc(1, sizeof *sources);
    if (sources != NULL)
        sources->folder = folder;
    return sources;
}

void sources_close(struct source_text *sources)
{
    for (size_t i = 0; sources != NULL && i < sources->files; i++) {
        free(sources->file[i].path);
        free(sources->file[i].text);
        free(sources->file[i].line);
    }
    free(sources);
}

static char *whole(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    char *text = malloc(MOST_BYTES);
    size_t size = text != NULL ? fread(text, 1, MOST_BYTES - 1, file) : 0;
    bool bad = ferror(file) != 0;
    fclose(file);
    if (text == NULL || bad) {
        free(text);
        return NULL;
    }
    text[size] = 0;
    char *exact = realloc(text, size + 1);
    return exact != NULL ? exact : text;
}

/* Ends of lines become NULs, tabs and control characters blanks. */
static void split(struct file *file)
{
    size_t lines = 1;
    for (const char *at = file->text; *at != 0; at++)
        lines += *at == '\n';
    file->line = calloc(lines, sizeof *file->line);
    if (file->line == NULL)
        return;
    char *start = file->text;
    for (char *at = file->text;; at++) {
        if (*at == '\n' || *at == 0) {
            bool end = *at == 0;
            *at = 0;
            if (!end || at != start)
                file->line[file->lines++] = start;
            start = at + 1;
            if (end)
                return;
        } else if ((unsigned char)*at < 32) {
            *at = ' ';
        }
    }
}

const char *const *sources_lines(struct source_text *sources, const char *path, size_t *count)
{
    *count = 0;
    for (size_t i = 0; i < sources->files; i++)
        if (strcmp(sources->file[i].path, path) == 0) {
            *count = sources->file[i].lines;
            return sources->file[i].line;
        }
    if (sources->files == MOST_FILES)
        return NULL;
    struct file *file = &sources->file[sources->files];
    file->path = strdup(path);
    if (file->path == NULL)
        return NULL;
    sources->files++;
    file->text = whole(path);
    if (file->text == NULL && sources->folder != NULL) {
        char other[1024];
        const char *base = strrchr(path, '/');
        snprintf(other, sizeof other, "%s/%s", sources->folder, base != NULL ? base + 1 : path);
        file->text = whole(other);
    }
    if (file->text != NULL)
        split(file);
    *count = file->lines;
    return file->line;
}
