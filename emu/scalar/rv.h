/* The scalar unit: RV64IMAFDC, Zicsr, Zifencei, Zfh, and of RVV only the whole-register moves,
 * loads and stores that clang emits for spills (VLEN = 2048). It runs the kernel's program and the
 * program of a vector function (VF); AI Core instructions (64-bit long instructions, low seven bits
 * 0111111) are handed to the owner of the hart.
 *
 * Errors are reported by the stop reason and the hart's fault fields; nothing here allocates while
 * running. Sources: RISC-V unprivileged ISA 20191213, Zfh 1.0, V 1.0. */
#ifndef BELAY_EMU_SCALAR_RV_H
#define BELAY_EMU_SCALAR_RV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "belay.h"
#include "emu/vreg.h"
#include "isa/isa.h"

/* Time inside the scalar unit is in sub-ticks, so that two instructions a tick can be told. */
enum { RV_SUBTICKS = 16 };

/* Cost classes of scalar instructions; the cost of each, in sub-ticks, comes from the chip. */
enum rv_class {
    RV_ALU,    /* integer register operations, lui, auipc, moves between files */
    RV_MUL,    /* integer multiply */
    RV_DIV,    /* integer divide and remainder */
    RV_LOAD,   /* loads from local memory (UB, stack, image) */
    RV_STORE,  /* stores */
    RV_BRANCH, /* taken or not taken branches, jumps */
    RV_FP,     /* floating point add, multiply, convert, compare */
    RV_FDIV,   /* floating point divide and square root */
    RV_SYSTEM, /* csr, fence */
    RV_CLASS_COUNT
};

/* --- address space ------------------------------------------------------------------------- */

/* Addresses below 1 GiB are on-core: 64 slots of 16 MiB, each backed by at most one region that
 * starts at the slot's base. Everything else is global memory and goes through the hart's `gm`
 * callbacks (scalar data cache, L2-mode bits 60..63 included in the address). */
enum { RV_SLOT_BITS = 24, RV_SLOT_COUNT = 64 };

struct rv_region {
    uint8_t *host; /* NULL: nothing there, and the size is 0 */
    uint64_t size; /* bytes from the slot's base, 16 MiB at most */
    bool writable;
    const char *name; /* "UB", "stack", "text", ... for messages */
};

enum rv_gm_result {
    RV_GM_OK,
    RV_GM_RETRY, /* not allowed to happen at this time yet: stop before the instruction */
    RV_GM_FAULT  /* the callback has written hart->fault_text */
};

struct rv_hart;

/* One access of 1, 2, 4 or 8 bytes, within an aligned group of eight; *value is little endian in
 * the low bytes, and comes as 0 for a load. The callback may add to hart->time when it answers
 * RV_GM_OK; the cost of the instruction's class comes on top of it.
 *
 * An access that crosses such a group is made of several calls, in naturally aligned pieces from
 * the lowest address up; a whole vector register of calls of 8 bytes; an amo of a load and a store.
 * All calls of one instruction see the same hart->time, what they add is summed up: when the answer
 * RV_GM_RETRY depends on the time and the address only, it comes to the first call if at all. If it
 * does come to a later one, the pieces that are done are not repeated when the instruction is
 * (their time is in hart->time already); only an amo starts again with its load, as another core
 * may have written in between, and the time of the first load is dropped. */
typedef enum rv_gm_result rv_gm_access(struct rv_hart *hart, uint64_t address, unsigned size,
                                       bool store, uint64_t *value);

/* --- AI Core instructions ------------------------------------------------------------------ */

enum rv_core_result {
    RV_CORE_NEXT,  /* done or queued: go on after it */
    RV_CORE_YIELD, /* the same, but stop behind it with RV_STOP_TIME, whatever the bound */
    RV_CORE_BLOCK, /* could not be taken now: stop before the instruction */
    RV_CORE_FAULT  /* the callback has written hart->fault_text */
};

/* hart->pc, time and retired are those before the instruction. The callback may change registers
 * and add to hart->time. */
typedef enum rv_core_result rv_core_insn(struct rv_hart *hart, const struct isa_op *op);

/* --- code ---------------------------------------------------------------------------------- */

/* The decoded form of one image's text, filled lazily, shared by all harts that run the image. */
struct rv_code;

/* `text` (size bytes, at virtual address base, which is even) must outlive the code object. NULL:
 * out of memory. */
struct rv_code *rv_code_create(const uint8_t *text, uint64_t base, uint64_t size);
void rv_code_destroy(struct rv_code *code);

/* --- hart ---------------------------------------------------------------------------------- */

enum rv_stop {
    RV_STOP_TIME,        /* hart->time has passed the bound */
    RV_STOP_RETRY,       /* a GM access answered RV_GM_RETRY; pc is at the instruction */
    RV_STOP_BLOCK,       /* an AI Core instruction answered RV_CORE_BLOCK; pc is at it */
    RV_STOP_EXIT,        /* pc has reached RV_EXIT_PC: the outermost function has returned */
    RV_STOP_VF,          /* a jump went into [vf_begin, vf_end) from outside; pc is its target, the
                          * link register is written. Comes before RV_STOP_TIME, as RV_STOP_EXIT does */
    RV_STOP_FAULT,       /* hart->fault_text says what; pc is at the instruction */
    RV_STOP_UNSUPPORTED, /* unknown or unsupported instruction; fault_text names it */
    RV_STOP_BREAK        /* ebreak; pc is at it */
};

enum { RV_EXIT_PC = 0x3ffffffe }; /* return address of the outermost function: never mapped */

struct rv_hart {
    uint64_t x[32];
    uint64_t f[32]; /* NaN-boxed */
    uint64_t pc;
    uint64_t time;    /* sub-ticks */
    uint64_t retired; /* instructions, AI Core ones included */
    uint32_t fcsr;
    vreg *v;              /* 32 registers; NULL: a core without */
    const uint16_t *cost; /* sub-ticks by rv_class */
    struct rv_code *code;
    struct rv_region slot[RV_SLOT_COUNT];
    rv_gm_access *gm;
    rv_core_insn *core;
    void *owner;
    uint64_t vf_begin, vf_end; /* jumps into this range stop with RV_STOP_VF; begin == end: off */
    uint64_t reservation;      /* lr/sc: address, or UINT64_MAX; the owner clears it when another
                                * core writes there */
    uint64_t gm_loaded;        /* private: the pieces of a load so far */
    unsigned gm_done;          /* private: bytes done of an access that waits after RV_GM_RETRY */
    uint64_t vector_spills;    /* whole-register loads and stores executed */
    char fault_text[256];
};

/* Clears registers (pc and vectors too), csr and counters; leaves memory, code, cost, callbacks and
 * vf range as set. */
void rv_hart_reset(struct rv_hart *hart);

/* Runs until hart->time > bound or another reason to stop. At least one instruction is executed
 * unless the first one stops. The same inputs give the same result for any partition of the run
 * into calls. */
enum rv_stop rv_run(struct rv_hart *hart, uint64_t bound);

/* Text of the instruction at `pc` of the code ("addi a0, a1, -4", "vadd.f32 v8, v9, v10, v0, z")
 * into out; returns its length in bytes (2, 4 or 8), 0 when pc is outside the text. Not-decodable
 * words are shown as .2byte/.4byte/.8byte. */
unsigned rv_disassemble(const struct rv_code *code, uint64_t pc, char *out, size_t out_size);

#endif
