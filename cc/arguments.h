/* A growing list of strings: argument vectors of commands, lists of folders. Out of memory sets
 * `failed`, which the one who runs or uses the list checks. */
#ifndef BELAY_CC_ARGUMENTS_H
#define BELAY_CC_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

struct arguments {
    char **item; /* NULL after the last one once something was added */
    size_t count, room;
    bool failed;
};

void arguments_add(struct arguments *list, const char *item);
void arguments_printf(struct arguments *list, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds NULL-terminated strings. */
void arguments_add_all(struct arguments *list, const char *const *items);
void arguments_append(struct arguments *list, const struct arguments *more);
bool arguments_has(const struct arguments *list, const char *item);
void arguments_free(struct arguments *list);

/* One line for people: quoted as a shell would need it. malloc'ed. */
char *arguments_line(const struct arguments *list);

#endif
