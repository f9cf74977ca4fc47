/* The file format of traces; docs/trace.md describes it. Everything is little-endian. */
#ifndef BELAY_EMU_TRACE_FORMAT_H
#define BELAY_EMU_TRACE_FORMAT_H

#include <stdint.h>

#define TRACE_MAGIC "BELAYTRC"
enum { TRACE_VERSION = 1, TRACE_MAGIC_SIZE = 8, TRACE_HEAD_SIZE = 16 };

/* A chunk: tag, stored size, raw size, then `stored size` bytes, a zstd frame with a checksum. */
enum { CHUNK_HEAD_SIZE = 12 };
enum chunk_tag {
    CHUNK_META = 0x4154454d,   /* "META" */
    CHUNK_CODE = 0x45444f43,   /* "CODE": one image of a program */
    CHUNK_LAUNCH = 0x434e554c, /* "LUNC" */
    CHUNK_HOST = 0x54534f48,   /* "HOST": a call of the host interface */
    CHUNK_DATA = 0x41544144,   /* "DATA": records of lanes */
    CHUNK_END = 0x53444e45     /* "ENDS": totals; a file without it broke off */
};

enum { CHUNK_MOST = 1 << 28 }; /* raw bytes of one chunk: more is damage */

/* First byte of a span: its state, and whether the distance from the span before follows. */
enum { SPAN_GAP = 0x40 };

/* First byte of an instruction's record. */
enum insn_bits {
    INSN_CALL = 1,
    INSN_IN_CALL = 2,
    INSN_ARGS = 4,
    INSN_NEXT_PC = 8, /* eight bytes behind the record before */
    INSN_TOUCHES = 4  /* shift: their number in the upper bits */
};

/* Operands and addresses are told as the difference from the last record of the same slot. */
enum { PC_SLOTS = 256 };
static inline unsigned pc_slot(uint64_t pc)
{
    return (unsigned)(pc >> 2) % PC_SLOTS;
}

/* Where a flow comes from: index of the core, CCE number of the pipe. */
enum { FLOW_PIPE_BITS = 4 };

enum flow_kind { FLOW_FLAG, FLOW_BUFFER, FLOW_CROSS_CORE, FLOW_KINDS };

#endif
