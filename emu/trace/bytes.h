/* Growing byte strings and variable-length integers (seven bits a byte, lowest first). */
#ifndef BELAY_EMU_TRACE_BYTES_H
#define BELAY_EMU_TRACE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct bytes {
    uint8_t *data;
    size_t size, room;
    bool failed; /* out of memory: what was added since is lost */
};

enum { VARINT_MOST = 10 };

/* Room for `more` bytes; NULL when memory is out. */
static inline uint8_t *bytes_reserve(struct bytes *b, size_t more)
{
    if (b->room - b->size < more) {
        size_t room = (b->size + more) * 2;
        uint8_t *data = (uint8_t *)realloc(b->data, room);
        if (data == NULL) {
            b->failed = true;
            return NULL;
        }
        b->data = data;
        b->room = room;
    }
    return b->data + b->size;
}

static inline uint8_t *put_varint(uint8_t *at, uint64_t value)
{
    while (value >= 0x80) {
        *at++ = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    *at++ = (uint8_t)value;
    return at;
}

/* Small for small differences of either sign. */
static inline uint64_t zigzag(uint64_t difference)
{
    return (difference << 1) ^ (uint64_t)((int64_t)difference >> 63);
}

static inline uint64_t unzigzag(uint64_t value)
{
    return (value >> 1) ^ (0 - (value & 1));
}

static inline void bytes_varint(struct bytes *b, uint64_t value)
{
    uint8_t *at = bytes_reserve(b, VARINT_MOST);
    if (at != NULL)
        b->size = (size_t)(put_varint(at, value) - b->data);
}

static inline void bytes_add(struct bytes *b, const void *from, size_t size)
{
    uint8_t *at = size == 0 ? NULL : bytes_reserve(b, size);
    if (at != NULL) {
        memcpy(at, from, size);
        b->size += size;
    }
}

static inline void bytes_string(struct bytes *b, const char *text)
{
    size_t size = strlen(text);
    bytes_varint(b, size);
    bytes_add(b, text, size);
}

static inline void bytes_free(struct bytes *b)
{
    free(b->data);
    *b = (struct bytes){0};
}

/* Reading; past the end `bad` is set and zeros come. */
struct cursor {
    const uint8_t *at, *end;
    bool bad;
};

static inline uint64_t take_varint(struct cursor *c)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (c->at >= c->end)
            break;
        uint8_t byte = *c->at++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return value;
    }
    c->bad = true;
    c->at = c->end;
    return 0;
}

static inline struct cursor take_part(struct cursor *c, uint64_t size)
{
    if (size > (uint64_t)(c->end - c->at)) {
        c->bad = true;
        size = 0;
    }
    struct cursor part = {c->at, c->at + size, c->bad};
    c->at += size;
    return part;
}

/* A malloc'ed, NUL-terminated copy; NULL with `bad` set when it is cut or memory is out. */
static inline char *take_string(struct cursor *c)
{
    struct cursor part = take_part(c, take_varint(c));
    size_t size = (size_t)(part.end - part.at);
    char *text = c->bad ? NULL : (char *)malloc(size + 1);
    if (text == NULL) {
        c->bad = true;
        return NULL;
    }
    memcpy(text, part.at, size);
    text[size] = '\0';
    return text;
}

#endif
