/* Atomic update of global memory on the way out (CTRL[8:6] type, CTRL[10:9] operation). */
#ifndef BELAY_EMU_MEMORY_ATOMIC_H
#define BELAY_EMU_MEMORY_ATOMIC_H

#include <stdbool.h>
#include <stdint.h>

static inline bool atomic_is_off(uint64_t ctrl)
{
    return ((ctrl >> 6) & 7) == 0;
}

/* dst[i] = op(dst[i], src[i]) over bytes / element size elements. NULL, or what is wrong: a type or
 * operation that does not exist, or a length that is no multiple of the element. */
const char *atomic_update(uint8_t *dst, const uint8_t *src, uint64_t bytes, uint64_t ctrl);

#endif
