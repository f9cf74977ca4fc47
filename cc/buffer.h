/* A growing byte string. Running out of memory sets `failed` and drops what is added from then on,
 * so a caller checks once at the end. */
#ifndef BELAY_CC_BUFFER_H
#define BELAY_CC_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct buffer {
    char *data; /* always followed by a NUL byte once something was added */
    size_t size, room;
    bool failed;
};

void buffer_add(struct buffer *buffer, const char *data, size_t size);
void buffer_puts(struct buffer *buffer, const char *string);
void buffer_printf(struct buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void buffer_free(struct buffer *buffer);

/* The bytes as a malloc'ed string, the buffer empty again; NULL when it had failed. */
char *buffer_take(struct buffer *buffer);

#endif
