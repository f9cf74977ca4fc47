/* The tables the decoder is made of, and the expansion of compressed instructions. */
#include <string.h>

#include "emu/scalar/test_machine.h"

/* A word must be one instruction: bits outside of the mask are zero in match, and no two rows fit
 * the same word. */
static void rows_do_not_overlap(void **state)
{
    (void)state;
    for (unsigned i = RV_OP_EMPTY + 1; i < RV_OP_CORE; i++) {
        const struct rv_row *row = &rv_rows[i];
        assert_int_equal(row->match & ~row->mask, 0);
        assert_int_equal(row->match & 3, 3);
        for (unsigned k = i + 1; k < RV_OP_CORE; k++)
            if (((row->match ^ rv_rows[k].match) & row->mask & rv_rows[k].mask) == 0)
                fail_msg("%s and %s overlap", row->id, rv_rows[k].id);
    }
}

/* What encode() makes of random fields is decoded to the same fields. */
static void fields_come_back(void **state)
{
    (void)state;
    random_seed(21);
    for (unsigned op = RV_OP_EMPTY + 1; op < RV_OP_CORE; op++)
        for (int round = 0; round < 100; round++) {
            unsigned rd = random64() % 32, rs1 = random64() % 32, rs2 = random64() % 32;
            uint32_t word = encode(op, rd, rs1, rs2, (int32_t)random64());
            struct rv_insn insn = {0};
            assert_true(rv_decode(word, &insn));
            assert_int_equal(insn.op, op);
            assert_int_equal(insn.rd,
                             rv_rows[op].immediate == IMM_S || rv_rows[op].immediate == IMM_B
                                 ? 0
                                 : word >> 7 & 31);
            assert_int_equal(insn.rs1, word >> 15 & 31);
            assert_int_equal(insn.rs2, word >> 20 & 31);
            assert_int_equal(insn.rs3, word >> 27);
        }
}

static void immediates_of_each_format(void **state)
{
    static const struct {
        enum rv_op op;
        int32_t least, most, step;
    } cases[] = {
        {RV_OP_addi, -2048, 2047, 1},
        {RV_OP_sd, -2048, 2047, 1},
        {RV_OP_beq, -4096, 4094, 2},
        {RV_OP_jal, -1048576, 1048574, 2},
        {RV_OP_lui, INT32_MIN, 0x7ffff000, 0x1000},
        {RV_OP_slli, 0, 63, 1},
        {RV_OP_sraiw, 0, 31, 1},
        {RV_OP_csrrw, 0, 4095, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int64_t imm = cases[i].least; imm <= cases[i].most; imm += cases[i].step) {
            struct rv_insn insn = {0};
            assert_true(rv_decode(encode(cases[i].op, 1, 2, 3, (int32_t)imm), &insn));
            if (insn.imm != imm)
                fail_msg("%s: %d, not %jd", rv_rows[cases[i].op].id, insn.imm, (intmax_t)imm);
        }
}

/* Both forms of the same instruction, as LLVM 19 assembles them with and without the C extension;
 * every compressed instruction, and every bit of its immediate. */
static const struct {
    uint16_t parcel;
    uint32_t word;
} expansions[] = {
    {0x0048, 0x00410513}, /* addi a0, sp, 4 */
    {0x1ffc, 0x3fc10793}, /* addi a5, sp, 1020 */
    {0x0080, 0x04010413}, /* addi s0, sp, 64 */
    {0x0024, 0x00810493}, /* addi s1, sp, 8 */
    {0x2188, 0x0005b507}, /* fld fa0, 0(a1) */
    {0x3c64, 0x0f843487}, /* fld fs1, 248(s0) */
    {0x23bc, 0x0407b787}, /* fld fa5, 64(a5) */
    {0x41c8, 0x0045a503}, /* lw a0, 4(a1) */
    {0x5c64, 0x07c42483}, /* lw s1, 124(s0) */
    {0x433c, 0x04072783}, /* lw a5, 64(a4) */
    {0x6588, 0x0085b503}, /* ld a0, 8(a1) */
    {0x7fe4, 0x0f87b483}, /* ld s1, 248(a5) */
    {0x60a0, 0x0404b403}, /* ld s0, 64(s1) */
    {0xa588, 0x00a5b427}, /* fsd fa0, 8(a1) */
    {0xbfe4, 0x0e97bc27}, /* fsd fs1, 248(a5) */
    {0xc1c8, 0x00a5a223}, /* sw a0, 4(a1) */
    {0xdfe4, 0x0697ae23}, /* sw s1, 124(a5) */
    {0xc234, 0x04d62023}, /* sw a3, 64(a2) */
    {0xe588, 0x00a5b423}, /* sd a0, 8(a1) */
    {0xffe4, 0x0e97bc23}, /* sd s1, 248(a5) */
    {0x0001, 0x00000013}, /* addi zero, zero, 0 */
    {0x0505, 0x00150513}, /* addi a0, a0, 1 */
    {0x1f81, 0xfe0f8f93}, /* addi t6, t6, -32 */
    {0x0dfd, 0x01fd8d93}, /* addi s11, s11, 31 */
    {0x2501, 0x0005051b}, /* addiw a0, a0, 0 */
    {0x3f81, 0xfe0f8f9b}, /* addiw t6, t6, -32 */
    {0x457d, 0x01f00513}, /* addi a0, zero, 31 */
    {0x5f81, 0xfe000f93}, /* addi t6, zero, -32 */
    {0x0141, 0x01010113}, /* addi sp, sp, 16 */
    {0x7101, 0xe0010113}, /* addi sp, sp, -512 */
    {0x617d, 0x1f010113}, /* addi sp, sp, 496 */
    {0x6105, 0x02010113}, /* addi sp, sp, 32 */
    {0x6121, 0x04010113}, /* addi sp, sp, 64 */
    {0x6109, 0x08010113}, /* addi sp, sp, 128 */
    {0x6111, 0x10010113}, /* addi sp, sp, 256 */
    {0x6505, 0x00001537}, /* lui a0, 1 */
    {0x6ffd, 0x0001ffb7}, /* lui t6, 31 */
    {0x7501, 0xfffe0537}, /* lui a0, 0xfffe0 */
    {0x7ffd, 0xffffffb7}, /* lui t6, 0xfffff */
    {0x8105, 0x00155513}, /* srli a0, a0, 1 */
    {0x93fd, 0x03f7d793}, /* srli a5, a5, 63 */
    {0x9401, 0x42045413}, /* srai s0, s0, 32 */
    {0x857d, 0x41f55513}, /* srai a0, a0, 31 */
    {0x997d, 0xfff57513}, /* andi a0, a0, -1 */
    {0x88fd, 0x01f4f493}, /* andi s1, s1, 31 */
    {0x9881, 0xfe04f493}, /* andi s1, s1, -32 */
    {0x8d0d, 0x40b50533}, /* sub a0, a0, a1 */
    {0x8c3d, 0x00f44433}, /* xor s0, s0, a5 */
    {0x8fc1, 0x0087e7b3}, /* or a5, a5, s0 */
    {0x8ce5, 0x0094f4b3}, /* and s1, s1, s1 */
    {0x9d0d, 0x40b5053b}, /* subw a0, a0, a1 */
    {0x9fa5, 0x009787bb}, /* addw a5, a5, s1 */
    {0xaffd, 0x7fe0006f}, /* jal zero, 2046 */
    {0xb001, 0x801ff06f}, /* jal zero, -2048 */
    {0xa009, 0x0020006f}, /* jal zero, 2 */
    {0xa011, 0x0040006f}, /* jal zero, 4 */
    {0xa021, 0x0080006f}, /* jal zero, 8 */
    {0xa801, 0x0100006f}, /* jal zero, 16 */
    {0xa005, 0x0200006f}, /* jal zero, 32 */
    {0xa081, 0x0400006f}, /* jal zero, 64 */
    {0xa041, 0x0800006f}, /* jal zero, 128 */
    {0xa201, 0x1000006f}, /* jal zero, 256 */
    {0xa401, 0x2000006f}, /* jal zero, 512 */
    {0xa101, 0x4000006f}, /* jal zero, 1024 */
    {0xcd7d, 0x0e050f63}, /* beq a0, zero, 254 */
    {0xd001, 0xf00400e3}, /* beq s0, zero, -256 */
    {0xe389, 0x00079163}, /* bne a5, zero, 2 */
    {0xe391, 0x00079263}, /* bne a5, zero, 4 */
    {0xe781, 0x00079463}, /* bne a5, zero, 8 */
    {0xeb81, 0x00079863}, /* bne a5, zero, 16 */
    {0xe385, 0x02079063}, /* bne a5, zero, 32 */
    {0xe3a1, 0x04079063}, /* bne a5, zero, 64 */
    {0xe0c1, 0x08049063}, /* bne s1, zero, 128 */
    {0x0506, 0x00151513}, /* slli a0, a0, 1 */
    {0x1ffe, 0x03ff9f93}, /* slli t6, t6, 63 */
    {0x1902, 0x02091913}, /* slli s2, s2, 32 */
    {0x2522, 0x00813507}, /* fld fa0, 8(sp) */
    {0x3ffe, 0x1f813f87}, /* fld ft11, 504(sp) */
    {0x3002, 0x02013007}, /* fld ft0, 32(sp) */
    {0x2012, 0x10013007}, /* fld ft0, 256(sp) */
    {0x4512, 0x00412503}, /* lw a0, 4(sp) */
    {0x5ffe, 0x0fc12f83}, /* lw t6, 252(sp) */
    {0x5082, 0x02012083}, /* lw ra, 32(sp) */
    {0x4086, 0x04012083}, /* lw ra, 64(sp) */
    {0x6522, 0x00813503}, /* ld a0, 8(sp) */
    {0x7ffe, 0x1f813f83}, /* ld t6, 504(sp) */
    {0x7082, 0x02013083}, /* ld ra, 32(sp) */
    {0x6086, 0x04013083}, /* ld ra, 64(sp) */
    {0x8082, 0x00008067}, /* jalr zero, 0(ra) */
    {0x8f82, 0x000f8067}, /* jalr zero, 0(t6) */
    {0x852e, 0x00b00533}, /* add a0, zero, a1 */
    {0x8f86, 0x00100fb3}, /* add t6, zero, ra */
    {0x9002, 0x00100073}, /* ebreak */
    {0x9502, 0x000500e7}, /* jalr ra, 0(a0) */
    {0x9f82, 0x000f80e7}, /* jalr ra, 0(t6) */
    {0x952e, 0x00b50533}, /* add a0, a0, a1 */
    {0x9f86, 0x001f8fb3}, /* add t6, t6, ra */
    {0xa42a, 0x00a13427}, /* fsd fa0, 8(sp) */
    {0xbffe, 0x1ff13c27}, /* fsd ft11, 504(sp) */
    {0xa082, 0x04013027}, /* fsd ft0, 64(sp) */
    {0xc22a, 0x00a12223}, /* sw a0, 4(sp) */
    {0xdffe, 0x0ff12e23}, /* sw t6, 252(sp) */
    {0xc086, 0x04112023}, /* sw ra, 64(sp) */
    {0xe42a, 0x00a13423}, /* sd a0, 8(sp) */
    {0xfffe, 0x1ff13c23}, /* sd t6, 504(sp) */
    {0xe086, 0x04113023}, /* sd ra, 64(sp) */
};

static void compressed_expand(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof expansions / sizeof expansions[0]; i++) {
        uint32_t word = rv_expand(expansions[i].parcel, NULL);
        if (word != expansions[i].word)
            fail_msg("0x%04x expands to 0x%08x, not 0x%08x", expansions[i].parcel, word,
                     expansions[i].word);
    }
}

/* The reserved encodings of table 16.5 to 16.7 in RV64C; HINTs are instructions. */
static bool is_reserved(uint16_t parcel)
{
    unsigned quadrant = parcel & 3, function = parcel >> 13, rd = parcel >> 7 & 31;
    bool no_imm6 = (parcel & 0x107c) == 0;
    switch (quadrant << 3 | function) {
    case 000: /* c.addi4spn without immediate; all zero */
        return (parcel & 0x1fe0) == 0;
    case 004:
        return true;
    case 011: /* c.addiw x0 */
        return rd == 0;
    case 013: /* c.lui, c.addi16sp without immediate */
        return no_imm6;
    case 014: /* two holes beside c.subw, c.addw */
        return (parcel & 0x1c40) == 0x1c40;
    case 022: /* c.lwsp, c.ldsp x0 */
    case 023:
        return rd == 0;
    case 024: /* c.jr x0 */
        return (parcel & 0x1ffc) == 0;
    default:
        return false;
    }
}

static void compressed_reserved(void **state)
{
    (void)state;
    for (uint32_t parcel = 0; parcel < 0x10000; parcel++) {
        if ((parcel & 3) == 3)
            continue;
        uint32_t word = rv_expand((uint16_t)parcel, NULL);
        struct rv_insn insn = {0};
        if ((word == 0) != is_reserved((uint16_t)parcel))
            fail_msg("0x%04x expands to 0x%08x", parcel, word);
        if (word != 0)
            assert_true(rv_decode(word, &insn));
    }
}

/* Lengths: section 1.5, figure 1.1. */
static void lengths(void **state)
{
    static const struct {
        uint64_t word;
        unsigned length;
    } cases[] = {
        {0x0001, 2},   {0x0002, 2},   {0x8000, 2}, {0x0013, 4}, {0x0000001b, 4},
        {0x00001f, 6}, {0x00005f, 6}, {0x3f, 8},   {0x7f, 10},  {0xffff, 10},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t text[16] = {0};
        memcpy(text, &cases[i].word, 8);
        for (uint64_t size = 2; size <= sizeof text; size += 2) {
            struct rv_code *code = rv_code_create(text, 0x1000, size);
            assert_non_null(code);
            struct rv_fetched fetched = rv_fetch(code, 0);
            assert_int_equal(fetched.length, cases[i].length);
            assert_int_equal(fetched.cut, cases[i].length > size);
            rv_code_destroy(code);
        }
    }
    rv_code_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_do_not_overlap),       cmocka_unit_test(fields_come_back),
        cmocka_unit_test(immediates_of_each_format), cmocka_unit_test(compressed_expand),
        cmocka_unit_test(compressed_reserved),       cmocka_unit_test(lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
