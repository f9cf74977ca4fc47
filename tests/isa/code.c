/* The assembler of the tests. */
#include "tests/isa/machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "emu/layout.h"

enum { TEXT_BASE = SLOT_TEXT << RV_SLOT_BITS, DATA_BASE = SLOT_DATA << RV_SLOT_BITS };

void code_clear(struct code *code)
{
    code->vf_size = code->main_size = code->data_size = 0;
    code->in_vf = false;
}

static void put(struct code *code, const void *bytes, uint32_t size)
{
    uint32_t *used = code->in_vf ? &code->vf_size : &code->main_size;
    assert_true(*used + size <= (code->in_vf ? VF_ROOM : MAIN_ROOM));
    memcpy(code->text + (code->in_vf ? 0 : VF_ROOM) + *used, bytes, size);
    *used += size;
}

void put32(struct code *code, uint32_t word)
{
    put(code, &word, sizeof word);
}

void put64(struct code *code, uint64_t word)
{
    put(code, &word, sizeof word);
}

uint32_t here(const struct code *code)
{
    return code->in_vf ? code->vf_size : VF_ROOM + code->main_size;
}

/* --- RISC-V ----------------------------------------------------------------------------------- */

static void i_format(struct code *code, unsigned opcode, unsigned funct, unsigned rd, unsigned rs1,
                     int imm)
{
    assert_true(imm >= -2048 && imm < 2048);
    put32(code, (uint32_t)imm << 20 | rs1 << 15 | funct << 12 | rd << 7 | opcode);
}

static void lui(struct code *code, unsigned rd, uint32_t value)
{
    put32(code, (value & 0xfffff000u) | rd << 7 | 0x37);
}

void addi(struct code *code, unsigned rd, unsigned rs1, int imm)
{
    i_format(code, 0x13, 0, rd, rs1, imm);
}

void add_x(struct code *code, unsigned rd, unsigned rs1, unsigned rs2)
{
    put32(code, rs2 << 20 | rs1 << 15 | rd << 7 | 0x33);
}

void shift_x(struct code *code, unsigned rd, unsigned rs1, unsigned places)
{
    i_format(code, 0x13, 1, rd, rs1, (int)places);
}

void jump(struct code *code, unsigned rd, uint32_t target)
{
    uint32_t d = target - here(code);
    put32(code, (d >> 20 & 1) << 31 | (d >> 1 & 0x3ff) << 21 | (d >> 11 & 1) << 20 |
                    (d >> 12 & 0xff) << 12 | rd << 7 | 0x6f);
}

void jump_register(struct code *code, unsigned rd, unsigned rs1)
{
    i_format(code, 0x67, 0, rd, rs1, 0);
}

void branch_nonzero(struct code *code, unsigned rs1, uint32_t target)
{
    uint32_t d = target - here(code);
    put32(code, (d >> 12 & 1) << 31 | (d >> 5 & 0x3f) << 25 | rs1 << 15 | 1 << 12 |
                    (d >> 1 & 0xf) << 8 | (d >> 11 & 1) << 7 | 0x63);
}

void load(struct code *code, enum scalar_width width, unsigned rd, unsigned rs1, int offset)
{
    i_format(code, 0x03, width, rd, rs1, offset);
}

void store(struct code *code, enum scalar_width width, unsigned rs2, unsigned rs1, int offset)
{
    uint32_t o = (uint32_t)offset;
    put32(code, (o >> 5 & 0x7f) << 25 | rs2 << 20 | rs1 << 15 | (uint32_t)width << 12 |
                    (o & 31) << 7 | 0x23);
}

/* --- constants -------------------------------------------------------------------------------- */

static uint32_t add_data(struct code *code, const void *bytes, uint32_t size)
{
    uint32_t at = (code->data_size + 7) & ~7u;
    assert_true(at + size <= DATA_ROOM);
    memcpy(code->data + at, bytes, size);
    code->data_size = at + size;
    return DATA_BASE + at;
}

/* x31 := the part of the address that a lui can give; returns the rest. */
static int data_page(struct code *code, uint32_t address)
{
    uint32_t page = (address + 0x800) & ~0xfffu;
    lui(code, SCRATCH, page);
    return (int)(address - page);
}

void set_x(struct code *code, unsigned rd, uint64_t value)
{
    if ((int64_t)value >= -2048 && (int64_t)value < 2048) {
        addi(code, rd, 0, (int)value);
        return;
    }
    int offset = data_page(code, add_data(code, &value, sizeof value));
    load(code, DOUBLE, rd, SCRATCH, offset);
}

void set_f(struct code *code, unsigned rd, uint64_t bits)
{
    int offset = data_page(code, add_data(code, &bits, sizeof bits));
    i_format(code, 0x07, 3, rd, SCRATCH, offset); /* fld */
}

void set_v(struct code *code, unsigned vd, const vreg *value)
{
    int offset = data_page(code, add_data(code, value, sizeof *value));
    addi(code, SCRATCH, SCRATCH, offset);
    put32(code, 0x02800007u | SCRATCH << 15 | vd << 7); /* vl1re8.v vd, (x31) */
}

/* --- AI Core instructions --------------------------------------------------------------------- */

bool has_run[ISA_ROW_COUNT][MOST_TYPES];

int type_of(int row, const char *type)
{
    int index = isa_find_type(row, type);
    if (index < 0)
        fail_msg("%s has no type %s", isa_rows[row].name, type);
    return index;
}

static void add_operand(struct isa_op *op, const struct isa_operand *o, int value)
{
    if (o->kind == ISA_IMMEDIATE)
        op->imm |= (uint16_t)(value << o->low);
    else
        op->r[o->field] = (uint8_t)(value & 31);
    if (o->kind == ISA_SMALL && (value & 0x100) != 0)
        op->imm |= (uint16_t)(1u << o->low);
}

static uint64_t encode_list(int row, int type, va_list operands)
{
    struct isa_op op = {.row = (uint16_t)row, .type = (uint8_t)type};
    for (const struct isa_operand *o = isa_rows[row].operands; o->name != NULL; o++)
        add_operand(&op, o, va_arg(operands, int));
    has_run[row][type] = true;
    return isa_encode(&op);
}

uint64_t encode(int row, int type, ...)
{
    va_list operands;
    va_start(operands, type);
    uint64_t word = encode_list(row, type, operands);
    va_end(operands);
    return word;
}

void insn(struct code *code, int row, int type, ...)
{
    va_list operands;
    va_start(operands, type);
    put64(code, encode_list(row, type, operands));
    va_end(operands);
}

/* --- what kernels are made of -------------------------------------------------------------------
 */

uint32_t begin_vf(struct code *code)
{
    code->in_vf = true;
    return here(code);
}

void end_vf(struct code *code)
{
    jump_register(code, 0, RA);
    code->in_vf = false;
}

void call(struct code *code, uint32_t vf)
{
    jump(code, RA, vf);
}

void end_kernel(struct code *code)
{
    lui(code, SCRATCH, RV_EXIT_PC + 2);
    addi(code, SCRATCH, SCRATCH, -2);
    jump_register(code, 0, SCRATCH);
}

void hand_over(struct code *code, int from, int to, int id)
{
    insn(code, ISA_set_flag, 0, LITERAL(from), LITERAL(to), LITERAL(id));
    insn(code, ISA_wait_flag, 0, LITERAL(from), LITERAL(to), LITERAL(id));
}

uint64_t move_config0(const struct move *m)
{
    return m->burst_num << 4 | m->burst_len << 25 | m->left << 46 | m->right << 52 |
           m->constant << 58;
}

uint64_t move_config1(const struct move *m)
{
    return (m->gm_stride & 0xffffffffffULL) | m->ub_stride << 40;
}

static void copy(struct code *code, int row, int type, uint64_t dst, uint64_t src, uint32_t bytes)
{
    struct move m = {.burst_num = 1, .burst_len = bytes};
    set_x(code, 27, dst);
    set_x(code, 28, src);
    set_x(code, 29, move_config0(&m));
    set_x(code, 30, 0);
    insn(code, row, type, 27, 28, 29, 30, 0);
}

void copy_in(struct code *code, uint64_t ub, uint64_t gm, uint32_t bytes)
{
    int row = ISA_copy_gm_to_ubuf_align_v2;
    copy(code, row, type_of(row, "u8"), ub, gm, bytes);
}

void copy_out(struct code *code, uint64_t gm, uint64_t ub, uint32_t bytes)
{
    copy(code, ISA_copy_ubuf_to_gm_align_v2, 0, gm, ub, bytes);
}
