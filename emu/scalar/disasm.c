#include "emu/scalar/decode.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "emu/scalar/csr.h"

/* Text that grows to the size of its buffer and is cut there. */
struct text {
    char *out;
    size_t size, length;
};

static void __attribute__((format(printf, 2, 3))) append(struct text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text->length < text->size ? text->out + text->length : NULL,
                           text->length < text->size ? text->size - text->length : 0, format, args);
    va_end(args);
    text->length += length > 0 ? (size_t)length : 0;
}

/* Unprivileged ISA 20191213, table 25.1. */
static const char x_names[32][5] = {
    "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
    "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
    "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
};
static const char f_names[32][5] = {
    "ft0", "ft1", "ft2", "ft3", "ft4",  "ft5",  "ft6", "ft7", "fs0",  "fs1",  "fa0",
    "fa1", "fa2", "fa3", "fa4", "fa5",  "fa6",  "fa7", "fs2", "fs3",  "fs4",  "fs5",
    "fs6", "fs7", "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11",
};
static const char rounding_names[8][4] = {"rne", "rtz", "rdn", "rup", "rmm", "", "", "dyn"};

static void append_fence_set(struct text *text, unsigned set)
{
    static const char letters[] = "iorw";
    if (set == 0)
        append(text, "0");
    for (unsigned i = 0; i < 4; i++)
        if ((set & (8u >> i)) != 0)
            append(text, "%c", letters[i]);
}

static void append_fence(struct text *text, uint32_t imm)
{
    append_fence_set(text, imm >> 4 & 15);
    append(text, ", ");
    append_fence_set(text, imm & 15);
}

static void append_csr(struct text *text, unsigned number)
{
    const char *name = rv_csr_name(number);
    if (name != NULL)
        append(text, "%s", name);
    else
        append(text, "0x%x", number);
}

/* The register a letter of an operand text stands for (rv_formats.def); NULL: none. */
static const char *register_name(char letter, const struct rv_insn *insn)
{
    switch (letter) {
    case 'd':
        return x_names[insn->rd];
    case 's':
        return x_names[insn->rs1];
    case 't':
        return x_names[insn->rs2];
    case 'D':
        return f_names[insn->rd];
    case 'S':
        return f_names[insn->rs1];
    case 'T':
        return f_names[insn->rs2];
    case 'R':
        return f_names[insn->rs3];
    default:
        return NULL;
    }
}

static void append_operand(struct text *text, char letter, const struct rv_insn *insn, uint64_t pc)
{
    const char *name = register_name(letter, insn);
    if (name != NULL) {
        append(text, "%s", name);
        return;
    }
    switch (letter) {
    case 'V':
        append(text, "v%u", insn->rd);
        break;
    case 'W':
        append(text, "v%u", insn->rs2);
        break;
    case 'i':
    case 'h':
        append(text, "%d", insn->imm);
        break;
    case 'u':
        append(text, "0x%x", (uint32_t)insn->imm >> 12);
        break;
    case 'p':
        append(text, "0x%" PRIx64, pc + (uint64_t)(int64_t)insn->imm);
        break;
    case 'o':
        append(text, "%d(%s)", insn->imm, x_names[insn->rs1]);
        break;
    case 'a':
        append(text, "(%s)", x_names[insn->rs1]);
        break;
    case 'c':
        append_csr(text, (unsigned)insn->imm);
        break;
    case 'z':
        append(text, "%u", insn->rs1);
        break;
    case 'm':
    case 'n':
        append(text, "%s", rounding_names[insn->rm]);
        break;
    case 'f':
        append_fence(text, (uint32_t)insn->imm);
        break;
    default:
        break;
    }
}

/* `operands` is a list of letters with ", " between; those that are hidden take their comma along.
 */
static void append_operands(struct text *text, const char *operands, const struct rv_insn *insn,
                            uint64_t pc)
{
    const char *before = " ";
    for (const char *letter = operands; *letter != '\0'; letter++) {
        bool hidden = (*letter == 'n' && insn->rm == 0) || (*letter == 'h' && insn->imm == 0);
        if (*letter == ',' || *letter == ' ' || hidden)
            continue;
        append(text, "%s", before);
        append_operand(text, *letter, insn, pc);
        before = ", ";
    }
}

static void append_mnemonic(struct text *text, const char *id)
{
    for (; *id != '\0'; id++)
        append(text, "%c", *id == '_' ? '.' : *id);
}

static void append_word(struct text *text, uint32_t word, uint64_t pc)
{
    struct rv_insn insn = {0};
    if (!rv_decode(word, &insn)) {
        append(text, ".4byte 0x%08" PRIx32, word);
        return;
    }
    if (insn.op == RV_OP_fence && (uint32_t)insn.imm == 0xfffff833u) {
        append(text, "fence.tso");
        return;
    }
    append_mnemonic(text, rv_rows[insn.op].id);
    if (insn.op >= RV_OP_lr_w && insn.op <= RV_OP_amomaxu_d) {
        static const char *const orders[] = {"", ".rl", ".aq", ".aqrl"};
        append(text, "%s", orders[word >> 25 & 3]);
    }
    append_operands(text, rv_rows[insn.op].text, &insn, pc);
}

static void append_parcel(struct text *text, uint16_t parcel, uint64_t pc)
{
    const struct rvc_row *row;
    struct rv_insn insn = {0};
    uint32_t word = rv_expand(parcel, &row);
    if (word == 0 || !rv_decode(word, &insn)) {
        append(text, ".2byte 0x%04x", parcel);
        return;
    }
    append_mnemonic(text, row->id);
    append_operands(text, row->text, &insn, pc);
}

unsigned rv_disassemble(const struct rv_code *code, uint64_t pc, char *out, size_t out_size)
{
    struct text text = {out, out_size, 0};
    uint64_t offset = pc - code->base;
    if (out_size > 0)
        out[0] = '\0';
    if (offset >= code->size || offset % 2 != 0)
        return 0;
    struct rv_fetched fetched = rv_fetch(code, offset);
    struct isa_op op;
    if (!fetched.cut && fetched.length == 2) {
        append_parcel(&text, (uint16_t)fetched.word, pc);
    } else if (!fetched.cut && fetched.length == 4) {
        append_word(&text, (uint32_t)fetched.word, pc);
    } else if (!fetched.cut && fetched.length == 8) {
        if (isa_decode(fetched.word, &op) == ISA_OK)
            isa_print(&op, out, out_size);
        else
            append(&text, ".8byte 0x%016" PRIx64, fetched.word);
    } else {
        append(&text, ".2byte 0x%04x", (unsigned)(fetched.word & 0xffff));
        return 2;
    }
    return fetched.length;
}
