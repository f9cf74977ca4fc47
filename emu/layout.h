/* The scalar address space of a core: which 16 MiB slot (emu/scalar/rv.h) holds what. The linker
 * script kernel/kernel.ld uses the same numbers. On-core pointers are 0-based offsets, so UB lies
 * at address 0 (asc-devkit's LocalTensor addresses and dynamicStartUB are such offsets). */
#ifndef BELAY_EMU_LAYOUT_H
#define BELAY_EMU_LAYOUT_H

enum layout_slot {
    SLOT_UB = 0,     /* AIV only: unified buffer */
    SLOT_TEXT = 16,  /* 0x10000000: .text.vf, .text.simt, .text, .rodata of the image, read only */
    SLOT_DATA = 24,  /* 0x18000000: .data, .bss: one private copy per core and launch */
    SLOT_STACK = 32, /* 0x20000000: scalar stack, grows down from the end of the region */
    SLOT_PARAM = 33, /* 0x21000000: argument block of the launch, read only */
    SLOT_SSBUF = 48  /* 0x30000000: AIC <-> AIV message buffer of the 950 */
};

#endif
