#include "emu/scalar/decode.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "text and memory are read as host words");

#define RV_FORMAT(id, immediate, text)                                                             \
    enum { IMMEDIATE_##id = immediate };                                                           \
    static const char text_##id[] = text;
#include "emu/scalar/rv_formats.def"
#undef RV_FORMAT

const struct rv_row rv_rows[RV_OP_COUNT] = {
#define RV_OP(id, class, format, match, mask, ...)                                                 \
    [RV_OP_##id] = {#id, match, mask, text_##format, (enum rv_immediate)IMMEDIATE_##format},
#include "emu/scalar/rv_ops.def"
#undef RV_OP
};

/* Bits high..low of the word, moved to bit 0. */
static uint32_t bits(uint32_t word, unsigned high, unsigned low)
{
    return (word >> low) & ((2u << (high - low)) - 1);
}

static uint32_t sign_extend(uint32_t value, unsigned width)
{
    uint32_t sign = 1u << (width - 1);
    return (value ^ sign) - sign;
}

/* Unprivileged ISA 20191213, section 2.3, figure 2.4. */
static uint32_t immediate(enum rv_immediate kind, uint32_t word)
{
    switch (kind) {
    case IMM_NONE:
        return 0;
    case IMM_I:
        return sign_extend(bits(word, 31, 20), 12);
    case IMM_S:
        return sign_extend(bits(word, 31, 25) << 5 | bits(word, 11, 7), 12);
    case IMM_B:
        return sign_extend(bits(word, 31, 31) << 12 | bits(word, 7, 7) << 11 |
                               bits(word, 30, 25) << 5 | bits(word, 11, 8) << 1,
                           13);
    case IMM_U:
        return word & 0xfffff000u;
    case IMM_J:
        return sign_extend(bits(word, 31, 31) << 20 | bits(word, 19, 12) << 12 |
                               bits(word, 20, 20) << 11 | bits(word, 30, 21) << 1,
                           21);
    case IMM_SHIFT:
        return bits(word, 25, 20);
    case IMM_CSR:
        return bits(word, 31, 20);
    }
    return 0;
}

bool rv_decode(uint32_t word, struct rv_insn *insn)
{
    unsigned op = RV_OP_EMPTY + 1;
    while (op < RV_OP_CORE && (word & rv_rows[op].mask) != rv_rows[op].match)
        op++;
    if (op == RV_OP_CORE)
        return false;
    const struct rv_row *row = &rv_rows[op];
    bool has_rd = row->immediate != IMM_S && row->immediate != IMM_B;
    insn->rd = has_rd ? (uint8_t)bits(word, 11, 7) : 0;
    insn->rs1 = (uint8_t)bits(word, 19, 15);
    insn->rs2 = (uint8_t)bits(word, 24, 20);
    insn->rs3 = (uint8_t)bits(word, 31, 27);
    insn->rm = (uint8_t)bits(word, 14, 12);
    insn->imm = (int32_t)immediate(row->immediate, word);
    bool has_rounding = strpbrk(row->text, "mn") != NULL;
    if (has_rounding && (insn->rm == 5 || insn->rm == 6))
        return false;
    atomic_store_explicit(&insn->op, (uint16_t)op, memory_order_release);
    return true;
}

struct rv_fetched rv_fetch(const struct rv_code *code, uint64_t offset)
{
    uint64_t left = code->size - offset;
    struct rv_fetched fetched = {.length = 2};
    memcpy(&fetched.word, code->text + offset, left < 8 ? left : 8);
    uint32_t low = (uint32_t)fetched.word & 0xffff;
    /* Section 1.5, figure 1.1: the length is in the low bits of the first parcel. */
    if (isa_is_core_word(low))
        fetched.length = 8;
    else if ((low & 0x3f) == 0x1f)
        fetched.length = 6;
    else if ((low & 0x1f) == 0x1f)
        fetched.length = 10;
    else if ((low & 3) == 3)
        fetched.length = 4;
    fetched.cut = fetched.length > left;
    if (fetched.length < 8)
        fetched.word &= (UINT64_C(1) << 8 * fetched.length) - 1;
    return fetched;
}

static enum rv_op decode_slot(const struct rv_fetched *fetched, struct rv_insn *insn)
{
    if (fetched->cut)
        return RV_OP_CUT;
    insn->length = (uint8_t)fetched->length;
    switch (fetched->length) {
    case 2: {
        uint32_t word = rv_expand((uint16_t)fetched->word, NULL);
        return word != 0 && rv_decode(word, insn) ? (enum rv_op)insn->op : RV_OP_UNKNOWN;
    }
    case 4:
        return rv_decode((uint32_t)fetched->word, insn) ? (enum rv_op)insn->op : RV_OP_UNKNOWN;
    case 8:
        return isa_decode(fetched->word, &insn->core) == ISA_OK ? RV_OP_CORE : RV_OP_UNKNOWN;
    default:
        return RV_OP_UNKNOWN;
    }
}

void rv_code_fill(struct rv_code *code, struct rv_insn *slot)
{
    struct rv_insn insn = {0};
    struct rv_fetched fetched = rv_fetch(code, (uint64_t)(slot - code->slots) * 2);
    enum rv_op op = decode_slot(&fetched, &insn);

    pthread_mutex_lock(&code->filling);
    if (slot->op == RV_OP_EMPTY) {
        slot->length = insn.length;
        slot->rm = insn.rm;
        slot->core = insn.core;
        atomic_store_explicit(&slot->op, (uint16_t)op, memory_order_release);
    }
    pthread_mutex_unlock(&code->filling);
}

struct rv_code *rv_code_create(const uint8_t *text, uint64_t base, uint64_t size)
{
    struct rv_code *code = malloc(sizeof *code);
    if (code == NULL)
        return NULL;
    uint64_t parcels = size / 2;
    *code = (struct rv_code){.text = text, .base = base, .size = parcels * 2};
    code->slots = calloc(parcels + 1, sizeof *code->slots);
    if (code->slots == NULL) {
        free(code);
        return NULL;
    }
    code->slots[parcels].op = RV_OP_END;
    pthread_mutex_init(&code->filling, NULL);
    return code;
}

void rv_code_destroy(struct rv_code *code)
{
    if (code == NULL)
        return;
    pthread_mutex_destroy(&code->filling);
    free(code->slots);
    free(code);
}
