/* Loads and stores of the scalar unit: on-core memory here, global memory through the hart's `gm`
 * callback. Private to emu/scalar. */
#ifndef BELAY_EMU_SCALAR_MEMORY_H
#define BELAY_EMU_SCALAR_MEMORY_H

#include "emu/scalar/rv.h"

enum { RV_SLOT_SIZE = 1 << RV_SLOT_BITS };

static inline bool rv_is_local(uint64_t address)
{
    return address >> RV_SLOT_BITS < RV_SLOT_COUNT;
}

/* Where `size` bytes of on-core memory lie on the host; NULL when they are not all there, or not
 * writable and to be written. */
static inline uint8_t *rv_local(struct rv_hart *hart, uint64_t address, uint64_t size, bool store)
{
    if (!rv_is_local(address))
        return NULL;
    struct rv_region *region = &hart->slot[address >> RV_SLOT_BITS];
    uint64_t offset = address & (RV_SLOT_SIZE - 1);
    if (offset + size > region->size || (store && !region->writable))
        return NULL;
    return region->host + offset;
}

/* Accesses that rv_local() does not serve: of 1, 2, 4 or 8 bytes to global memory, or a fault.
 * hart->time and hart->pc must be current; the callback may add to the time. */
enum rv_gm_result rv_load(struct rv_hart *hart, uint64_t address, unsigned size, uint64_t *value);
enum rv_gm_result rv_store(struct rv_hart *hart, uint64_t address, unsigned size, uint64_t value);

/* Whole vector registers, `size` bytes; any address. */
enum rv_gm_result rv_vector_load(struct rv_hart *hart, uint64_t address, unsigned size,
                                 uint8_t *registers);
enum rv_gm_result rv_vector_store(struct rv_hart *hart, uint64_t address, unsigned size,
                                  const uint8_t *registers);

/* The A extension, 4 or 8 bytes at any address. *old is what was in memory, of four bytes the high
 * half is undefined; of rv_store_conditional it is the result register: 0 stored, 1 not. */
enum rv_amo { AMO_SWAP, AMO_ADD, AMO_XOR, AMO_AND, AMO_OR, AMO_MIN, AMO_MAX, AMO_MINU, AMO_MAXU };

enum rv_gm_result rv_amo(struct rv_hart *hart, enum rv_amo operation, uint64_t address,
                         unsigned size, uint64_t source, uint64_t *old);
enum rv_gm_result rv_load_reserved(struct rv_hart *hart, uint64_t address, unsigned size,
                                   uint64_t *old);
enum rv_gm_result rv_store_conditional(struct rv_hart *hart, uint64_t address, unsigned size,
                                       uint64_t source, uint64_t *old);

#endif
