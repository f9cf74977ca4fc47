/* Compressed instructions are executed as the 32-bit instruction they stand for. */
#include "emu/scalar/decode.h"

/* Field `high..low` of the parcel, put at bit `at` of an immediate. */
static uint32_t field(uint32_t parcel, unsigned high, unsigned low, unsigned at)
{
    return ((parcel >> low) & ((2u << (high - low)) - 1)) << at;
}

static int32_t sign_extend(uint32_t value, unsigned width)
{
    uint32_t sign = 1u << (width - 1);
    return (int32_t)((value ^ sign) - sign);
}

/* Encoders of the 32-bit formats: section 2.3, figure 2.3. */
static uint32_t r_type(enum rv_op op, uint32_t rd, uint32_t rs1, uint32_t rs2)
{
    return rv_rows[op].match | rd << 7 | rs1 << 15 | rs2 << 20;
}

static uint32_t i_type(enum rv_op op, uint32_t rd, uint32_t rs1, int32_t imm)
{
    return rv_rows[op].match | rd << 7 | rs1 << 15 | (uint32_t)imm << 20;
}

static uint32_t s_type(enum rv_op op, uint32_t rs1, uint32_t rs2, int32_t imm)
{
    uint32_t value = (uint32_t)imm;
    return rv_rows[op].match | rs1 << 15 | rs2 << 20 | field(value, 4, 0, 7) |
           field(value, 11, 5, 25);
}

static uint32_t b_type(enum rv_op op, uint32_t rs1, uint32_t rs2, int32_t imm)
{
    uint32_t value = (uint32_t)imm;
    return rv_rows[op].match | rs1 << 15 | rs2 << 20 | field(value, 11, 11, 7) |
           field(value, 4, 1, 8) | field(value, 10, 5, 25) | field(value, 12, 12, 31);
}

static uint32_t u_type(enum rv_op op, uint32_t rd, int32_t imm)
{
    return rv_rows[op].match | rd << 7 | (uint32_t)imm << 12;
}

static uint32_t j_type(enum rv_op op, uint32_t rd, int32_t imm)
{
    uint32_t value = (uint32_t)imm;
    return rv_rows[op].match | rd << 7 | field(value, 19, 12, 12) | field(value, 11, 11, 20) |
           field(value, 10, 1, 21) | field(value, 20, 20, 31);
}

static uint32_t nonzero(int64_t operand, uint32_t word)
{
    return operand != 0 ? word : 0;
}

/* The terms of rvc_ops.def: a name with '_' at its end is a three-bit register field. */
#define R(op, rd, rs1, rs2)  r_type(RV_OP_##op, rd, rs1, rs2)
#define I(op, rd, rs1, imm)  i_type(RV_OP_##op, rd, rs1, imm)
#define S(op, rs1, rs2, imm) s_type(RV_OP_##op, rs1, rs2, imm)
#define B(op, rs1, rs2, imm) b_type(RV_OP_##op, rs1, rs2, imm)
#define U(op, rd, imm)       u_type(RV_OP_##op, rd, imm)
#define J(op, rd, imm)       j_type(RV_OP_##op, rd, imm)
#define EBREAK               rv_rows[RV_OP_ebreak].match

#define RD    field(c, 11, 7, 0)
#define RS2   field(c, 6, 2, 0)
#define RS1_  (8 + field(c, 9, 7, 0))
#define RS2_  (8 + field(c, 4, 2, 0))
#define SHAMT (int32_t)(field(c, 12, 12, 5) | field(c, 6, 2, 0))
#define IMM6  sign_extend(field(c, 12, 12, 5) | field(c, 6, 2, 0), 6)
#define WIDE_IMM                                                                                   \
    (int32_t)(field(c, 12, 11, 4) | field(c, 10, 7, 6) | field(c, 6, 6, 2) | field(c, 5, 5, 3))
#define STACK_IMM                                                                                  \
    sign_extend(field(c, 12, 12, 9) | field(c, 6, 6, 4) | field(c, 5, 5, 6) | field(c, 4, 3, 7) |  \
                    field(c, 2, 2, 5),                                                             \
                10)
#define OFFSET_W      (int32_t)(field(c, 12, 10, 3) | field(c, 6, 6, 2) | field(c, 5, 5, 6))
#define OFFSET_D      (int32_t)(field(c, 12, 10, 3) | field(c, 6, 5, 6))
#define STACK_LOAD_W  (int32_t)(field(c, 12, 12, 5) | field(c, 6, 4, 2) | field(c, 3, 2, 6))
#define STACK_LOAD_D  (int32_t)(field(c, 12, 12, 5) | field(c, 6, 5, 3) | field(c, 4, 2, 6))
#define STACK_STORE_W (int32_t)(field(c, 12, 9, 2) | field(c, 8, 7, 6))
#define STACK_STORE_D (int32_t)(field(c, 12, 10, 3) | field(c, 9, 7, 6))
#define JUMP_IMM                                                                                   \
    sign_extend(field(c, 12, 12, 11) | field(c, 11, 11, 4) | field(c, 10, 9, 8) |                  \
                    field(c, 8, 8, 10) | field(c, 7, 7, 6) | field(c, 6, 6, 7) |                   \
                    field(c, 5, 3, 1) | field(c, 2, 2, 5),                                         \
                12)
#define BRANCH_IMM                                                                                 \
    sign_extend(field(c, 12, 12, 8) | field(c, 11, 10, 3) | field(c, 6, 5, 6) |                    \
                    field(c, 4, 3, 1) | field(c, 2, 2, 5),                                         \
                9)

enum {
#define RVC_OP(id, ...) RVC_##id,
#include "emu/scalar/rvc_ops.def"
#undef RVC_OP
    RVC_COUNT
};

static const struct rvc_row rows[RVC_COUNT] = {
#define RVC_OP(id, match, mask, text, expansion) {#id, match, mask, text},
#include "emu/scalar/rvc_ops.def"
#undef RVC_OP
};

static uint32_t expand(unsigned row, uint32_t c)
{
    switch (row) {
#define RVC_OP(id, match, mask, text, expansion)                                                   \
    case RVC_##id:                                                                                 \
        return expansion;
#include "emu/scalar/rvc_ops.def"
#undef RVC_OP
    }
    return 0;
}

uint32_t rv_expand(uint16_t parcel, const struct rvc_row **row)
{
    unsigned i = 0;
    while (i < RVC_COUNT && (parcel & rows[i].mask) != rows[i].match)
        i++;
    if (i == RVC_COUNT)
        return 0;
    if (row != NULL)
        *row = &rows[i];
    return expand(i, parcel);
}
