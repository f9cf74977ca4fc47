/* A 128-bit hash of bytes, to name cache entries and to notice damaged ones: MurmurHash3 x64 128
 * (Austin Appleby, public domain), not against people who mean harm. */
#ifndef BELAY_CC_HASH_H
#define BELAY_CC_HASH_H

#include <stddef.h>
#include <stdint.h>

struct hash128 {
    uint64_t high, low;
};

struct hash128 hash_bytes(const void *data, size_t size, struct hash128 seed);

/* 32 hexadecimal digits. */
void hash_print(struct hash128 hash, char out[33]);

#endif
