/* What kernels print: a ring of records for each core in global memory, written by printf, assert
 * and DumpTensor on the device, read here. Layout of the rings and records: docs/print.md. */
#ifndef BELAY_EMU_PRINT_H
#define BELAY_EMU_PRINT_H

#include <stdint.h>

#include "belay.h"
#include "loader/loader.h"

struct chip;
struct core;

struct print {
    uint64_t address; /* of the rings; 0: not allocated yet */
};

/* Address in the writable part of the image where the device code expects that of the rings; 0 when
 * the program does not print. */
uint64_t print_pointer_place(const struct image *image);

/* Makes the rings when there are none yet. */
belay_status print_prepare(struct chip *chip, belay_error *err);

/* Hands what the core has written since the last time to the chip's output. */
void print_drain(struct core *core);

#endif
