/* Transposition on the vector pipe, in UB. Rule: asc-devkit docs/zh/api Transpose: 16 rows of 16
 * elements of two bytes, row-major on both sides. */
#include <inttypes.h>
#include <string.h>

#include "emu/bodies.h"
#include "emu/core.h"

enum { SIDE = 16, BYTES = SIDE * SIDE * 2, BLOCK = 32 };

QUEUE_INSN(vtranspose)
{
    uint16_t from[SIDE][SIDE], to[SIDE][SIDE];
    uint8_t *at[2];
    for (int i = 0; i < 2; i++) {
        at[i] = local_at(&core->local, LOCAL_UB, entry->arg[i], BYTES);
        if (at[i] == NULL || entry->arg[i] % BLOCK != 0)
            return core_error(core, BELAY_KERNEL_BUG, NULL, entry->pc, entry->done,
                              "vtranspose: %s at UB address 0x%" PRIx64 " is %s",
                              i == 0 ? "destination" : "source", entry->arg[i],
                              at[i] == NULL ? "past the end of UB" : "not aligned to 32 bytes");
        touch(&core->touches, TRACE_UB, i == 0, entry->arg[i], BYTES);
    }
    memcpy(from, at[1], BYTES);
    for (int row = 0; row < SIDE; row++)
        for (int column = 0; column < SIDE; column++)
            to[column][row] = from[row][column];
    memcpy(at[0], to, BYTES);
    return BELAY_OK;
}
