/* Arrays in files of the .npy format, version 1 to 3 (numpy.lib.format), C order, little endian. */
#ifndef BELAY_CLI_NPY_H
#define BELAY_CLI_NPY_H

#include <stddef.h>
#include <stdint.h>

#include "belay.h"

enum { NPY_MOST_DIMENSIONS = 8 };

struct npy_type {
    char name[8];  /* ours: "f32", "u8" ... */
    char descr[8]; /* numpy's: "<f4", "|u1" ... */
    unsigned size; /* bytes of an element */
};

struct npy_array {
    const struct npy_type *type;
    unsigned dimensions;
    uint64_t shape[NPY_MOST_DIMENSIONS];
    uint64_t count; /* elements */
    uint8_t *data;  /* malloc'ed; count * type->size bytes */
};

/* By our name; NULL when there is none. bf16 and the 8-bit floats are stored as raw integers, as
 * numpy has no names for them. */
const struct npy_type *npy_type_by_name(const char *name, size_t length);

/* BELAY_BAD_INPUT: no such file, not .npy, truncated, an element type or order that is not ours;
 * BELAY_INTERNAL: out of memory. */
belay_status npy_read(const char *path, struct npy_array *array, belay_error *err);
belay_status npy_write(const char *path, const struct npy_array *array, belay_error *err);

/* "f32[16,1024]" or "f32[]" or "16384 x ..."; for messages: type and shape of an array into out. */
void npy_describe(const struct npy_array *array, char *out, size_t size);

/* Parses "f32[16,1024]" into type, shape and count. BELAY_BAD_INPUT names what is wrong. */
belay_status npy_parse_shape(const char *text, struct npy_array *array, belay_error *err);

#endif
