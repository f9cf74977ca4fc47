/* The emulated instruction set as data: what isagen makes of isa/<arch>.isa, and the decoder,
 * encoder and disassembler over it. */
#ifndef BELAY_ISA_ISA_H
#define BELAY_ISA_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa_ops.h" /* generated: ISA_<row>, SPR_<register>, IMM_<enum>_<label> */

/* The 64-bit long instruction (docs/design.md section 2):
 *   63..54 imm10 | 53..48 type6 | 47..37 op11 | 36..32 r5 | 31..27 r4 | 26..22 r3 | 21..17 r2
 *   | 16..12 r1 | 11..7 rd | 6..0 = 0111111 */
enum { ISA_FIELDS = 6 };

enum isa_pipe {
    ISA_PIPE_S,  /* executed by the scalar unit when it meets it */
    ISA_PIPE_VF, /* inside a vector function */
    ISA_PIPE_V,  /* queued to the vector pipe; the same for the others */
    ISA_PIPE_M,
    ISA_PIPE_MTE1,
    ISA_PIPE_MTE2,
    ISA_PIPE_MTE3,
    ISA_PIPE_FIX
};

enum isa_kind {
    ISA_VECTOR,
    ISA_MASK,
    ISA_ALIGN,
    ISA_ELEMENT, /* scalar of an element type: FP register for f32 and f16, else integer register */
    ISA_INTEGER,
    ISA_FLOAT,
    ISA_POINTER,
    ISA_SMALL,    /* integer register, or the field itself when imm bit `low` is set */
    ISA_IMMEDIATE /* bits high..low of imm10 */
};

enum isa_direction { ISA_IN, ISA_OUT, ISA_INOUT, ISA_MERGE /* in-out when mode is MERGING */ };

struct isa_label {
    int value;
    const char *name; /* NULL ends a list */
};

struct isa_operand {
    const char *name; /* NULL ends a list */
    enum isa_kind kind;
    enum isa_direction direction;
    int field;      /* 0 rd, 1..5 r1..r5, -1 none */
    int high, low;  /* bits of imm10, or -1 */
    int enum_index; /* into isa_enums, or -1 */
    int component;  /* of the type, for ISA_ELEMENT */
};

struct isa_row {
    const char *name;     /* "vlds_post" */
    const char *cce;      /* "vlds": the intrinsic */
    const char *mnemonic; /* the vendor's, "" when none is public */
    const char *timing;   /* class in chips/ */
    uint16_t op;
    enum isa_pipe pipe;
    int type_count;
    int field_count; /* register fields used: rd, r1 ... */
    unsigned imm_mask;
    const struct isa_operand *operands;
    const char *const *types; /* "f32", "f16.f32" ... NULL ends */
    int spr;                  /* SPR_... that get and set rows name, or -1 */
    bool unsupported;         /* decoded and named, but refused */
};

extern const struct isa_row isa_rows[];
extern const struct isa_label *const isa_enums[];
extern const uint16_t isa_row_of_op[2048]; /* row + 1, 0: none */

/* One decoded instruction. `row` indexes isa_rows; r[0] is rd, r[1..5] are r1..r5. */
struct isa_op {
    uint16_t row;
    uint8_t type; /* index into the row's types */
    uint8_t r[ISA_FIELDS];
    uint16_t imm; /* the ten bits */
};

enum isa_decode_result {
    ISA_OK,
    ISA_UNKNOWN_OP,  /* no row has this op number */
    ISA_BAD_TYPE,    /* the row has no such type index */
    ISA_RESERVED_BIT /* a bit that no operand of the row uses is set */
};

/* True for any word whose low seven bits mark a 64-bit AI Core instruction. */
static inline bool isa_is_core_word(uint32_t low)
{
    return (low & 0x7fu) == 0x3fu;
}

enum isa_decode_result isa_decode(uint64_t word, struct isa_op *op);
uint64_t isa_encode(const struct isa_op *op);

/* Index of a row by its name, -1 when there is none. */
int isa_find(const char *name);

/* Index of a type of a row by its name ("f32"), -1 when the row does not list it. */
int isa_find_type(int row, const char *type);

/* Does a scalar of this component of the row's type travel in an FP register? */
bool isa_is_fp_element(const struct isa_row *row, int type, int component);

/* "vadd.f32 v8, v9, v10, v0, ZEROING" into out. */
void isa_print(const struct isa_op *op, char *out, size_t out_size);

/* Register field of an operand by name; for tests and tools. NULL when the row has none. */
const struct isa_operand *isa_operand_find(int row, const char *name);

#endif
