/* --arg of belay run: one parameter of a kernel. Forms:
 *   in:FILE.npy             array, copied to the device before the run
 *   out:FILE.npy:TYPE[SHAPE]  array, poisoned before, written to the file after the run
 *   inout:FILE.npy          both; the file is read, and overwritten after the run
 *   in: and inout: take :TYPE[SHAPE] too, which the file must then match
 *   zero:BYTES, space:BYTES scratch memory, zeroed or poisoned
 *   raw:FILE                the bytes of a parameter passed by value (a struct of tiling data)
 *   NUMBER                  a scalar; TYPE:NUMBER says its type (f16, f32, f64 or integers) */
#ifndef BELAY_CLI_ARGUMENT_H
#define BELAY_CLI_ARGUMENT_H

#include <stdint.h>

#include "belay.h"
#include "cli/npy.h"

struct argument {
    const char *text; /* as given */
    struct npy_array array;
    char *file; /* to write the array to after the run; NULL: none */
    uint64_t address;
};

/* Places the argument for `param` into the argument block `block`, allocating and filling global
 * memory of the chip. Errors as belay_gm_alloc and npy_read. */
belay_status argument_place(belay_chip *chip, const belay_param *param, struct argument *argument,
                            uint8_t *block, belay_error *err);

/* After the run: reads an output back and writes its file. */
belay_status argument_finish(belay_chip *chip, struct argument *argument, belay_error *err);
void argument_free(struct argument *argument);

#endif
