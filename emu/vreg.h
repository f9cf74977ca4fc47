/* A vector register of the AIV (256 bytes) and the register file shared by vectors, masks and align
 * registers: the compiler allocates all three out of RVV v0..v31 (docs/design.md section 2). */
#ifndef BELAY_EMU_VREG_H
#define BELAY_EMU_VREG_H

#include <stdint.h>

enum { VREG_BYTES = 256, VREG_COUNT = 32 };

typedef union vreg {
    _Alignas(64) uint8_t u8[VREG_BYTES];
    int8_t s8[VREG_BYTES];
    uint16_t u16[VREG_BYTES / 2];
    int16_t s16[VREG_BYTES / 2];
    uint32_t u32[VREG_BYTES / 4];
    int32_t s32[VREG_BYTES / 4];
    uint64_t u64[VREG_BYTES / 8];
    int64_t s64[VREG_BYTES / 8];
    float f32[VREG_BYTES / 4];
} vreg;

#endif
