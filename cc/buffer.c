#include "cc/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool buffer_reserve(struct buffer *buffer, size_t more)
{
    if (buffer->failed)
        return false;
    size_t wanted = buffer->size + more + 1;
    if (wanted <= buffer->room)
        return true;
    size_t room = buffer->room ? buffer->room : 256;
    while (room < wanted)
        room *= 2;
    char *larger = realloc(buffer->data, room);
    if (larger == NULL) {
        buffer->failed = true;
        return false;
    }
    buffer->data = larger;
    buffer->room = room;
    return true;
}

void buffer_add(struct buffer *buffer, const char *data, size_t size)
{
    if (!buffer_reserve(buffer, size))
        return;
    if (size != 0)
        memcpy(buffer->data + buffer->size, data, size);
    buffer->size += size;
    buffer->data[buffer->size] = '\0';
}

void buffer_puts(struct buffer *buffer, const char *string)
{
    buffer_add(buffer, string, strlen(string));
}

void buffer_printf(struct buffer *buffer, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length >= 0 && buffer_reserve(buffer, (size_t)length)) {
        vsnprintf(buffer->data + buffer->size, (size_t)length + 1, format, again);
        buffer->size += (size_t)length;
    }
    va_end(again);
}

void buffer_free(struct buffer *buffer)
{
    free(buffer->data);
    *buffer = (struct buffer){0};
}

char *buffer_take(struct buffer *buffer)
{
    buffer_add(buffer, "", 0);
    char *data = buffer->data;
    if (buffer->failed) {
        free(data);
        data = NULL;
    }
    *buffer = (struct buffer){0};
    return data;
}
