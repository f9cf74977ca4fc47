/* Text that grows. */
#ifndef BELAY_EMU_TEXT_H
#define BELAY_EMU_TEXT_H

#include <stddef.h>

#include "belay.h"

struct text {
    char *bytes;
    size_t size, room;
    int failed; /* out of memory: later additions are dropped */
};

void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Adds a string as a JSON string, with its quotes. */
void text_add_json(struct text *text, const char *string);

void text_drop(struct text *text);

/* Hands the malloc'ed, NUL-terminated text over; BELAY_INTERNAL when memory ran out on the way. */
belay_status text_take(struct text *text, char **out, belay_error *err);

#endif
