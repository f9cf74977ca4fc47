/* Walking a metadata section: u16 type, u16 length of the payload, payload, little endian. Private
 * to the loader; implemented in meta.c. */
#ifndef BELAY_LOADER_TLV_H
#define BELAY_LOADER_TLV_H

#include <stddef.h>
#include <stdint.h>

#include "belay.h"

struct tlv {
    unsigned type;
    size_t length;
    const uint8_t *payload;
};

/* Reads the TLV at *offset and moves past it; payload is NULL at the end. BELAY_BAD_INPUT when it
 * reaches past `size`. */
belay_status tlv_next(const uint8_t *data, size_t size, size_t *offset, struct tlv *tlv,
                      belay_error *err);

/* Little-endian number of 1..8 bytes. */
uint64_t tlv_number(const uint8_t *at, unsigned bytes);

#endif
