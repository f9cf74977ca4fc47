#include "emu/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "emu/error.h"

static int make_room(struct text *text, size_t more)
{
    if (text->room - text->size > more)
        return 0;
    size_t room = (text->size + more + 1) * 2;
    char *bytes = realloc(text->bytes, room);
    if (bytes == NULL) {
        text->failed = 1;
        return -1;
    }
    text->bytes = bytes;
    text->room = room;
    return 0;
}

void text_add(struct text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0 || text->failed || make_room(text, (size_t)length) != 0)
        return;
    va_start(args, format);
    vsnprintf(text->bytes + text->size, (size_t)length + 1, format, args);
    va_end(args);
    text->size += (size_t)length;
}

void text_add_json(struct text *text, const char *string)
{
    text_add(text, "\"");
    for (; *string != '\0'; string++) {
        unsigned char c = (unsigned char)*string;
        if (c == '"' || c == '\\')
            text_add(text, "\\%c", c);
        else if (c < 0x20)
            text_add(text, "\\u%04x", c);
        else
            text_add(text, "%c", c);
    }
    text_add(text, "\"");
}

void text_drop(struct text *text)
{
    free(text->bytes);
    *text = (struct text){0};
}

belay_status text_take(struct text *text, char **out, belay_error *err)
{
    if (!text->failed)
        text_add(text, "%s", "");
    if (text->failed) {
        text_drop(text);
        return error_set(err, BELAY_INTERNAL, "out of memory");
    }
    *out = text->bytes;
    *text = (struct text){0};
    return BELAY_OK;
}
