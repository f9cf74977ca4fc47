/* The emulated instruction set as data: what isagen makes of isa/*.isa, and the decoder over it. */
#ifndef BELAY_ISA_ISA_H
#define BELAY_ISA_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The 64-bit long instruction (docs/design.md section 2):
 *   63..54 imm10 | 53..48 type6 | 47..37 op11 | 36..32 r5 | 31..27 r4 | 26..22 r3 | 21..17 r2
 *   | 16..12 r1 | 11..7 rd | 6..0 = 0111111 */
enum { ISA_FIELDS = 6, ISA_MAX_OPERANDS = 12 };

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

/* "vadd.f32 v8, v9, v10, v0, zeroing" into out. */
void isa_print(const struct isa_op *op, char *out, size_t out_size);

#endif
