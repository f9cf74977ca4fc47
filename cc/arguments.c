#include "cc/arguments.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cc/buffer.h"

static void add_owned(struct arguments *list, char *item)
{
    if (item == NULL)
        list->failed = true;
    if (!list->failed && list->count + 2 > list->room) {
        size_t room = list->room ? list->room * 2 : 32;
        char **larger = realloc(list->item, room * sizeof *larger);
        list->failed = larger == NULL;
        if (larger != NULL) {
            list->item = larger;
            list->room = room;
        }
    }
    if (list->failed) {
        free(item);
        return;
    }
    list->item[list->count++] = item;
    list->item[list->count] = NULL;
}

void arguments_add(struct arguments *list, const char *item)
{
    add_owned(list, strdup(item));
}

void arguments_printf(struct arguments *list, const char *format, ...)
{
    char *item = NULL;
    va_list args;
    va_start(args, format);
    if (vasprintf(&item, format, args) < 0)
        item = NULL;
    va_end(args);
    add_owned(list, item);
}

void arguments_add_all(struct arguments *list, const char *const *items)
{
    for (; *items != NULL; items++)
        arguments_add(list, *items);
}

void arguments_append(struct arguments *list, const struct arguments *more)
{
    for (size_t i = 0; i < more->count; i++)
        arguments_add(list, more->item[i]);
    list->failed |= more->failed;
}

bool arguments_has(const struct arguments *list, const char *item)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->item[i], item) == 0)
            return true;
    return false;
}

void arguments_free(struct arguments *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->item[i]);
    free(list->item);
    *list = (struct arguments){0};
}

char *arguments_line(const struct arguments *list)
{
    struct buffer out = {0};
    for (size_t i = 0; i < list->count; i++) {
        const char *item = list->item[i];
        const char *plain =
            "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
        if (i > 0)
            buffer_puts(&out, " ");
        if (*item != '\0' && item[strspn(item, plain)] == '\0') {
            buffer_puts(&out, item);
            continue;
        }
        buffer_puts(&out, "'");
        for (; *item; item++)
            buffer_add(&out, *item == '\'' ? "'\\''" : item, *item == '\'' ? 4 : 1);
        buffer_puts(&out, "'");
    }
    return buffer_take(&out);
}
