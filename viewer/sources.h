/* Source files, read once and kept as lines. */
#ifndef BELAY_VIEWER_SOURCES_H
#define BELAY_VIEWER_SOURCES_H

#include <stdbool.h>
#include <stddef.h>

struct source_text;

/* `folder`: where files are looked for, by their names alone, that are not at their own place; may
 * be NULL. */
struct source_text *sources_open(const char *folder);
void sources_close(struct source_text *sources);

/* The lines of a file, without their ends; NULL and *count = 0 when it cannot be read. They live
 * until sources_close. */
const char *const *sources_lines(struct source_text *sources, const char *path, size_t *count);

#endif
