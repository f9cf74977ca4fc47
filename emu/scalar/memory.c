#include "emu/scalar/memory.h"

#include <string.h>

#include "emu/scalar/explain.h"

/* The size of the next call for what is left of an access: all of it if it fits into an aligned
 * group of eight bytes, else the largest naturally aligned piece. */
static unsigned piece_size(uint64_t address, unsigned left)
{
    if ((left == 1 || left == 2 || left == 4 || left == 8) && (address & 7) + left <= 8)
        return left;
    unsigned size = 8;
    while (size > left || (address & (size - 1)) != 0)
        size /= 2;
    return size;
}

/* An access to global memory in one or more calls, as rv.h lays down at rv_gm_access. `bytes` must
 * keep what it holds over a RETRY: it gets the pieces of a load one by one. */
static enum rv_gm_result access_gm(struct rv_hart *hart, uint64_t address, unsigned size,
                                   uint8_t *load_to, const uint8_t *store_from)
{
    uint64_t start = hart->time, spent = 0;
    enum rv_gm_result result = RV_GM_OK;
    while (result == RV_GM_OK && hart->gm_done < size) {
        uint64_t at = address + hart->gm_done, value = 0;
        unsigned piece = piece_size(at, size - hart->gm_done);
        if (store_from != NULL)
            memcpy(&value, store_from + hart->gm_done, piece);
        hart->time = start;
        result = hart->gm(hart, at, piece, store_from != NULL, &value);
        if (result != RV_GM_OK)
            break;
        spent += hart->time - start;
        if (load_to != NULL)
            memcpy(load_to + hart->gm_done, &value, piece);
        hart->gm_done += piece;
    }
    hart->time = start + spent;
    if (result != RV_GM_RETRY)
        hart->gm_done = 0;
    return result;
}

static enum rv_gm_result refuse(struct rv_hart *hart, uint64_t address, unsigned size, bool store)
{
    rv_explain_access(hart, address, size, store);
    return RV_GM_FAULT;
}

enum rv_gm_result rv_load(struct rv_hart *hart, uint64_t address, unsigned size, uint64_t *value)
{
    if (rv_is_local(address) || hart->gm == NULL)
        return refuse(hart, address, size, false);
    enum rv_gm_result result = access_gm(hart, address, size, (uint8_t *)&hart->gm_loaded, NULL);
    *value = hart->gm_loaded;
    return result;
}

enum rv_gm_result rv_store(struct rv_hart *hart, uint64_t address, unsigned size, uint64_t value)
{
    if (rv_is_local(address) || hart->gm == NULL)
        return refuse(hart, address, size, true);
    return access_gm(hart, address, size, NULL, (const uint8_t *)&value);
}

enum rv_gm_result rv_vector_load(struct rv_hart *hart, uint64_t address, unsigned size,
                                 uint8_t *registers)
{
    const uint8_t *local = rv_local(hart, address, size, false);
    if (local != NULL) {
        memcpy(registers, local, size);
        return RV_GM_OK;
    }
    if (rv_is_local(address) || hart->gm == NULL)
        return refuse(hart, address, size, false);
    return access_gm(hart, address, size, registers, NULL);
}

enum rv_gm_result rv_vector_store(struct rv_hart *hart, uint64_t address, unsigned size,
                                  const uint8_t *registers)
{
    uint8_t *local = rv_local(hart, address, size, true);
    if (local != NULL) {
        memcpy(local, registers, size);
        return RV_GM_OK;
    }
    if (rv_is_local(address) || hart->gm == NULL)
        return refuse(hart, address, size, true);
    return access_gm(hart, address, size, NULL, registers);
}

/* --- A extension ---------------------------------------------------------------------------- */

static uint64_t combine(enum rv_amo operation, uint64_t old, uint64_t source, bool word)
{
    int64_t a = word ? (int32_t)old : (int64_t)old, b = word ? (int32_t)source : (int64_t)source;
    uint64_t unsigned_a = word ? (uint32_t)old : old, unsigned_b = word ? (uint32_t)source : source;
    switch (operation) {
    case AMO_SWAP:
        return source;
    case AMO_ADD:
        return old + source;
    case AMO_XOR:
        return old ^ source;
    case AMO_AND:
        return old & source;
    case AMO_OR:
        return old | source;
    case AMO_MIN:
        return a < b ? old : source;
    case AMO_MAX:
        return a > b ? old : source;
    case AMO_MINU:
        return unsigned_a < unsigned_b ? old : source;
    case AMO_MAXU:
        return unsigned_a > unsigned_b ? old : source;
    }
    return 0;
}

/* Section 8.4: lr, sc and amo must be naturally aligned. */
static bool aligned(struct rv_hart *hart, uint64_t address, unsigned size)
{
    if ((address & (size - 1)) == 0)
        return true;
    rv_explain_misaligned(hart, address, size);
    return false;
}

enum rv_gm_result rv_amo(struct rv_hart *hart, enum rv_amo operation, uint64_t address,
                         unsigned size, uint64_t source, uint64_t *old)
{
    *old = 0;
    if (!aligned(hart, address, size))
        return RV_GM_FAULT;
    uint8_t *local = rv_local(hart, address, size, true);
    if (local != NULL) {
        memcpy(old, local, size);
        uint64_t value = combine(operation, *old, source, size == 4);
        memcpy(local, &value, size);
        return RV_GM_OK;
    }
    if (rv_is_local(address) || hart->gm == NULL)
        return refuse(hart, address, size, true);

    /* Both calls see the same time. A RETRY of the second repeats the first, because another core
     * may write in between. */
    uint64_t start = hart->time;
    enum rv_gm_result result = hart->gm(hart, address, size, false, old);
    if (result != RV_GM_OK)
        return result;
    uint64_t loaded = hart->time - start, value = combine(operation, *old, source, size == 4);
    hart->time = start;
    result = hart->gm(hart, address, size, true, &value);
    if (result == RV_GM_OK)
        hart->time += loaded;
    return result;
}

enum rv_gm_result rv_load_reserved(struct rv_hart *hart, uint64_t address, unsigned size,
                                   uint64_t *old)
{
    *old = 0;
    if (!aligned(hart, address, size))
        return RV_GM_FAULT;
    const uint8_t *local = rv_local(hart, address, size, false);
    enum rv_gm_result result = RV_GM_OK;
    if (local != NULL)
        memcpy(old, local, size);
    else
        result = rv_load(hart, address, size, old);
    if (result == RV_GM_OK)
        hart->reservation = address;
    return result;
}

enum rv_gm_result rv_store_conditional(struct rv_hart *hart, uint64_t address, unsigned size,
                                       uint64_t source, uint64_t *old)
{
    *old = 1;
    if (!aligned(hart, address, size))
        return RV_GM_FAULT;
    enum rv_gm_result result = RV_GM_OK;
    if (hart->reservation == address) {
        uint8_t *local = rv_local(hart, address, size, true);
        if (local != NULL)
            memcpy(local, &source, size);
        else
            result = rv_store(hart, address, size, source);
        if (result == RV_GM_OK)
            *old = 0;
    }
    if (result == RV_GM_OK)
        hart->reservation = UINT64_MAX;
    return result;
}
