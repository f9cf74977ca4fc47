#include "isa/isa.h"

#include <stdio.h>
#include <string.h>

enum { OPCODE = 0x3f, FIELD_BITS = 5, FIRST_FIELD = 7 };

enum isa_decode_result isa_decode(uint64_t word, struct isa_op *op)
{
    uint16_t row = isa_row_of_op[(word >> 37) & 0x7ff];
    if (row == 0)
        return ISA_UNKNOWN_OP;
    const struct isa_row *r = &isa_rows[row - 1];
    op->row = (uint16_t)(row - 1);
    op->type = (uint8_t)((word >> 48) & 0x3f);
    op->imm = (uint16_t)(word >> 54);
    unsigned used = 0;
    for (int i = 0; i < ISA_FIELDS; i++) {
        op->r[i] = (uint8_t)((word >> (FIRST_FIELD + FIELD_BITS * i)) & 31);
        if (i >= r->field_count)
            used |= op->r[i];
    }
    if (op->type >= (r->type_count == 0 ? 1 : r->type_count))
        return ISA_BAD_TYPE;
    if (used != 0 || (op->imm & ~r->imm_mask) != 0)
        return ISA_RESERVED_BIT;
    return ISA_OK;
}

uint64_t isa_encode(const struct isa_op *op)
{
    uint64_t word = OPCODE | (uint64_t)isa_rows[op->row].op << 37 | (uint64_t)op->type << 48 |
                    (uint64_t)op->imm << 54;
    for (int i = 0; i < ISA_FIELDS; i++)
        word |= (uint64_t)op->r[i] << (FIRST_FIELD + FIELD_BITS * i);
    return word;
}

int isa_find(const char *name)
{
    for (int i = 0; i < ISA_ROW_COUNT; i++)
        if (strcmp(isa_rows[i].name, name) == 0)
            return i;
    return -1;
}

int isa_find_type(int row, const char *type)
{
    for (int i = 0; i < isa_rows[row].type_count; i++)
        if (strcmp(isa_rows[row].types[i], type) == 0)
            return i;
    return -1;
}

const struct isa_operand *isa_operand_find(int row, const char *name)
{
    for (const struct isa_operand *o = isa_rows[row].operands; o->name != NULL; o++)
        if (strcmp(o->name, name) == 0)
            return o;
    return NULL;
}

static const char *const x_names[32] = {"zero", "ra", "sp",  "gp",  "tp", "t0", "t1", "t2",
                                        "s0",   "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
                                        "a6",   "a7", "s2",  "s3",  "s4", "s5", "s6", "s7",
                                        "s8",   "s9", "s10", "s11", "t3", "t4", "t5", "t6"};
static const char *const f_names[32] = {"ft0", "ft1", "ft2",  "ft3",  "ft4", "ft5", "ft6",  "ft7",
                                        "fs0", "fs1", "fa0",  "fa1",  "fa2", "fa3", "fa4",  "fa5",
                                        "fa6", "fa7", "fs2",  "fs3",  "fs4", "fs5", "fs6",  "fs7",
                                        "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11"};

bool isa_is_fp_element(const struct isa_row *row, int type, int component)
{
    if (row->type_count == 0)
        return false;
    const char *at = row->types[type];
    for (int i = 0; i < component && strchr(at, '.') != NULL; i++)
        at = strchr(at, '.') + 1;
    return strncmp(at, "f32", 3) == 0 || strncmp(at, "f16", 3) == 0;
}

static void print_operand(const struct isa_row *row, const struct isa_op *op,
                          const struct isa_operand *o, char *out, size_t size)
{
    unsigned field = o->field >= 0 ? op->r[o->field] : 0;
    if (o->kind == ISA_IMMEDIATE) {
        int value = (op->imm >> o->low) & ((2 << (o->high - o->low)) - 1);
        for (const struct isa_label *l = isa_enums[o->enum_index]; l->name != NULL; l++)
            if (l->value == value) {
                snprintf(out, size, "%s", l->name);
                return;
            }
        snprintf(out, size, "%s:%d", o->name, value);
    } else if (o->kind == ISA_VECTOR || o->kind == ISA_MASK || o->kind == ISA_ALIGN) {
        snprintf(out, size, "v%u", field);
    } else if (o->kind == ISA_SMALL && (op->imm >> o->low & 1) != 0) {
        snprintf(out, size, "#%u", field);
    } else if (o->kind == ISA_FLOAT ||
               (o->kind == ISA_ELEMENT && isa_is_fp_element(row, op->type, o->component))) {
        snprintf(out, size, "%s", f_names[field]);
    } else if (o->kind == ISA_POINTER) {
        snprintf(out, size, "[%s]", x_names[field]);
    } else {
        snprintf(out, size, "%s", x_names[field]);
    }
}

void isa_print(const struct isa_op *op, char *out, size_t out_size)
{
    const struct isa_row *row = &isa_rows[op->row];
    size_t length = (size_t)snprintf(out, out_size, "%s", row->name);
    if (row->type_count > 0 && length < out_size)
        length += (size_t)snprintf(out + length, out_size - length, ".%s", row->types[op->type]);
    const char *separator = " ";
    for (const struct isa_operand *o = row->operands; o->name != NULL; o++) {
        char text[48];
        print_operand(row, op, o, text, sizeof text);
        if (length < out_size)
            length += (size_t)snprintf(out + length, out_size - length, "%s%s", separator, text);
        separator = ", ";
    }
}
