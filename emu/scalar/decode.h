/* From the bytes of the text to decoded instructions, and the tables over rv_ops.def that the
 * decoder, the interpreter and the disassembler share. Private to emu/scalar. */
#ifndef BELAY_EMU_SCALAR_DECODE_H
#define BELAY_EMU_SCALAR_DECODE_H

#include <pthread.h>
#include <stdatomic.h>

#include "emu/scalar/rv.h"

/* What a slot of the code cache holds. */
enum rv_op {
    RV_OP_EMPTY, /* not decoded yet */
#define RV_OP(id, ...) RV_OP_##id,
#include "emu/scalar/rv_ops.def"
#undef RV_OP
    RV_OP_CORE,    /* an AI Core instruction */
    RV_OP_UNKNOWN, /* no instruction, or one that is not supported */
    RV_OP_CUT,     /* an instruction that runs past the end of the text */
    RV_OP_END,     /* the slot behind the text */
    RV_OP_COUNT
};

enum rv_immediate { IMM_NONE, IMM_I, IMM_S, IMM_B, IMM_U, IMM_J, IMM_SHIFT, IMM_CSR };

/* One row of rv_ops.def; rv_rows[RV_OP_add] is that of add. */
struct rv_row {
    const char *id; /* the mnemonic with '_' for '.' */
    uint32_t match, mask;
    const char *text; /* operand text, see rv_formats.def */
    enum rv_immediate immediate;
};

extern const struct rv_row rv_rows[RV_OP_COUNT];

/* One row of rvc_ops.def. */
struct rvc_row {
    const char *id;
    uint16_t match, mask;
    const char *text;
};

enum { RV_ROUNDING_DYNAMIC = 7 };

/* A decoded instruction. Fields an instruction does not have are 0 in rd and anything in the rest.
 */
struct rv_insn {
    _Atomic uint16_t op; /* enum rv_op; written last, so that other threads see a whole record */
    uint8_t length;      /* bytes: 2, 4 or 8 */
    uint8_t rm;          /* bits 14..12 */
    union {
        struct {
            uint8_t rd, rs1, rs2, rs3;
            int32_t imm;
        };
        struct isa_op core;
    };
};

_Static_assert(sizeof(struct rv_insn) == 16, "four decoded instructions a cache line");

struct rv_code {
    const uint8_t *text;
    uint64_t base, size; /* bytes; size is even */
    pthread_mutex_t filling;
    struct rv_insn *slots; /* one for each parcel of two bytes, and RV_OP_END */
};

/* What lies at a byte offset of the text. */
struct rv_fetched {
    uint64_t word;   /* little endian, `length` bytes */
    unsigned length; /* by the low bits: 2, 4, 6, 8, and 10 for anything longer */
    bool cut;        /* the text ends before the instruction; word holds what there is */
};

struct rv_fetched rv_fetch(const struct rv_code *code, uint64_t offset);

/* Decodes a 32-bit word into all fields of *insn but the length; false: no such instruction. */
bool rv_decode(uint32_t word, struct rv_insn *insn);

/* The 32-bit word a compressed instruction stands for, 0 when there is none. *row (NULL is allowed)
 * is set to its row whenever the word is not 0. */
uint32_t rv_expand(uint16_t parcel, const struct rvc_row **row);

/* Decodes the instruction of an empty slot. */
void rv_code_fill(struct rv_code *code, struct rv_insn *slot);

#endif
