/* The public opcode tables of the vendor's instruction set: which mnemonic and pipe a word has.
 * Operands are not public. Tables: opcodes_a5.tbl, opcodes_a2.tbl; rules: docs/kernel_binary.md. */
#ifndef BELAY_LOADER_OPCODE_H
#define BELAY_LOADER_OPCODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum opcode_arch { OPCODE_A2 = 0, OPCODE_A5 = 1, OPCODE_ARCH_COUNT };

/* Which instruction stream a word belongs to: the same word means different things in each. */
enum opcode_stream {
    OPCODE_CORE = 0, /* the kernel's program: 4 bytes; the VF calls of A5 8 bytes */
    OPCODE_SIMD = 1, /* body of a SIMD vector function (A5): 4 bytes */
    OPCODE_SIMT = 2, /* body of a SIMT vector function (A5): 8 or 16 bytes */
    OPCODE_STREAM_COUNT
};

enum opcode_pipe {
    OPCODE_SU,
    OPCODE_FC,
    OPCODE_MTE,
    OPCODE_CUBE,
    OPCODE_FIXP,
    OPCODE_VEC,
    OPCODE_SIMD_PIPE,
    OPCODE_PIPE_COUNT
};

struct opcode {
    uint64_t mask[2], value[2]; /* [0] the low 64 bits */
    const char *mnemonic;
    uint8_t bytes; /* 4, 8 or 16 */
    uint8_t stream;
    uint8_t pipe;
};

/* The rows of one arch in order of matching: stream, then width descending, then masks with most
 * ones first, then greater masks first (msopprof's MaskOrder). Written by opcode_gen.c. */
struct opcode_table {
    const struct opcode *row;
    size_t count;
};
extern const struct opcode_table opcode_tables[OPCODE_ARCH_COUNT];

/* The instruction at `bytes`, of which `left` may be read; NULL when no row matches. *length is its
 * length in bytes, or for an unknown word how far to go on (0 when `left` is too short for
 * that). */
const struct opcode *opcode_find(enum opcode_arch arch, enum opcode_stream stream,
                                 const uint8_t *bytes, size_t left, size_t *length);

/* "A5 (dav-3510)". */
const char *opcode_arch_name(enum opcode_arch arch);
const char *opcode_pipe_name(enum opcode_pipe pipe);
const char *opcode_stream_name(enum opcode_stream stream);

#endif
