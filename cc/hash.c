#include "cc/hash.h"

#include <stdio.h>
#include <string.h>

static uint64_t rotate(uint64_t x, unsigned n)
{
    return x << n | x >> (64 - n);
}

static uint64_t mix(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdu;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53u;
    return x ^ x >> 33;
}

static uint64_t load(const unsigned char *data, size_t size)
{
    uint64_t word = 0;
    for (size_t i = size; i-- > 0;)
        word = word << 8 | data[i];
    return word;
}

struct hash128 hash_bytes(const void *data, size_t size, struct hash128 seed)
{
    const uint64_t c1 = 0x87c37b91114253d5u, c2 = 0x4cf5ad432745937fu;
    const unsigned char *bytes = data;
    uint64_t h1 = seed.high, h2 = seed.low;
    size_t at = 0;
    for (; at + 16 <= size; at += 16) {
        uint64_t k1, k2; /* the targets are little endian */
        memcpy(&k1, bytes + at, 8);
        memcpy(&k2, bytes + at + 8, 8);
        h1 ^= rotate(k1 * c1, 31) * c2;
        h1 = (rotate(h1, 27) + h2) * 5 + 0x52dce729u;
        h2 ^= rotate(k2 * c2, 33) * c1;
        h2 = (rotate(h2, 31) + h1) * 5 + 0x38495ab5u;
    }
    size_t rest = size - at, first = rest < 8 ? rest : 8;
    if (rest > 8)
        h2 ^= rotate(load(bytes + at + 8, rest - 8) * c2, 33) * c1;
    if (first > 0)
        h1 ^= rotate(load(bytes + at, first) * c1, 31) * c2;
    h1 ^= size;
    h2 ^= size;
    h1 += h2;
    h2 += h1;
    h1 = mix(h1);
    h2 = mix(h2);
    h1 += h2;
    return (struct hash128){h1, h2 + h1};
}

void hash_print(struct hash128 hash, char out[33])
{
    snprintf(out, 33, "%016llx%016llx", (unsigned long long)hash.high,
             (unsigned long long)hash.low);
}
