/* The local memories of a core. */
#ifndef BELAY_EMU_MEMORY_LOCAL_H
#define BELAY_EMU_MEMORY_LOCAL_H

#include <stdint.h>

#include "belay.h"

/* X(identifier, name in messages) */
#define LOCAL_SPACES(X)                                                                            \
    X(UB, "UB")                                                                                    \
    X(L1, "L1")                                                                                    \
    X(L0A, "L0A")                                                                                  \
    X(L0B, "L0B")                                                                                  \
    X(L0C, "L0C")                                                                                  \
    X(BT, "bias table")                                                                            \
    X(FB, "fixpipe buffer")

enum local_space {
#define LOCAL_ENUM(id, name) LOCAL_##id,
    LOCAL_SPACES(LOCAL_ENUM)
#undef LOCAL_ENUM
        LOCAL_SPACE_COUNT
};

struct local {
    uint8_t *bytes[LOCAL_SPACE_COUNT]; /* NULL when the core has no such memory */
    uint64_t size[LOCAL_SPACE_COUNT];
};

extern const char *const local_name[LOCAL_SPACE_COUNT];

/* Gives the core `size` bytes of a memory, poisoned. -1: no memory. */
int local_add(struct local *local, enum local_space space, uint64_t size);
void local_poison(struct local *local);
void local_destroy(struct local *local);

/* Bytes of [address, address + size) of a memory, or NULL when that is not inside it. */
static inline uint8_t *local_at(const struct local *local, enum local_space space, uint64_t address,
                                uint64_t size)
{
    if (address > local->size[space] || size > local->size[space] - address)
        return 0;
    return local->bytes[space] + address;
}

#endif
