/* rv_disassemble() against llvm-objdump-19 on every compressed parcel and on random words of every
 * row; numbers are compared by value. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emu/scalar/test_machine.h"

enum { BASE = 0x10000, MAX_WORDS = 80000, WORDS_A_ROW = 40 };

/* --- an object file for llvm-objdump ---------------------------------------------------------- */

static bool have_objdump(void)
{
    return system("llvm-objdump-19 --version > /dev/null 2>&1") == 0;
}

/* llvm-mc makes the object, so that nothing here depends on the form of ELF files. */
static void write_source(const char *path, const uint8_t *text, size_t size)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, ".text\n.org 0x%x\nfirst:\n", BASE);
    for (size_t i = 0; i < size; i += 2)
        fprintf(file, ".2byte 0x%x\n", text[i] | text[i + 1] << 8);
    fclose(file);
}

static FILE *objdump(const char *directory, const uint8_t *text, size_t size)
{
    char source[200], command[1000];
    snprintf(source, sizeof source, "%s/words.s", directory);
    write_source(source, text, size);
    const char *features = "+m,+a,+f,+d,+c,+v,+zfh,+zicsr,+zifencei";
    snprintf(command, sizeof command,
             "cd %s && llvm-mc-19 --triple=riscv64 --mattr=%s --filetype=obj words.s -o words.o && "
             "llvm-objdump-19 -d -M no-aliases --mattr=%s --no-show-raw-insn --start-address=0x%x "
             "words.o",
             directory, features, features, BASE);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    return pipe;
}

/* --- comparison ------------------------------------------------------------------------------- */

/* Copies the next token (a number, a word, one other character) and steps over it. */
static const char *token(const char *at, char *out)
{
    size_t length = 0;
    at += strspn(at, " \t\n");
    if (*at != '\0')
        length = strcspn(at, " \t\n,()<>");
    if (length == 0 && *at != '\0')
        length = 1;
    memcpy(out, at, length);
    out[length] = '\0';
    return at + length;
}

static bool same_text(const char *a, const char *b)
{
    for (;;) {
        char token_a[200], token_b[200], *end_a, *end_b;
        a = token(a, token_a);
        b = token(b, token_b);
        if (token_b[0] == '<') /* objdump's symbol behind an address ends the line */
            token_b[0] = '\0';
        if (token_a[0] == '\0' || token_b[0] == '\0')
            return token_a[0] == token_b[0];
        int64_t value_a = strtoll(token_a, &end_a, 0), value_b = strtoll(token_b, &end_b, 0);
        bool numbers = *end_a == '\0' && *end_b == '\0';
        if (numbers ? value_a != value_b : strcmp(token_a, token_b) != 0)
            return false;
    }
}

/* objdump takes c.lui without immediate, which table 16.6 reserves; writes the immediate of the
 * HINT c.lui zero in its own way; and calls the HINTs that shift by 0 by the names they have in
 * RV128. */
static bool is_odd_in_objdump(uint16_t parcel)
{
    bool c_lui = (parcel & 0xe003) == 0x6001;
    bool shift = (parcel & 0xe003) == 0x0002 || (parcel & 0xe803) == 0x8001;
    bool no_immediate = (parcel & 0x107c) == 0;
    return (c_lui && (no_immediate || (parcel & 0x0f80) == 0)) || (shift && no_immediate);
}

/* Compares line by line; returns how many instructions there were. */
static unsigned compare(const uint8_t *text, size_t size)
{
    char directory[] = "/tmp/belay_disasm_XXXXXX", line[400], command[100];
    assert_non_null(mkdtemp(directory));
    FILE *pipe = objdump(directory, text, size);
    struct rv_code *code = rv_code_create(text, BASE, size);
    assert_non_null(code);
    unsigned count = 0;
    while (fgets(line, sizeof line, pipe) != NULL) {
        char ours[200], *end;
        uint64_t pc = strtoull(line, &end, 16);
        if (*end != ':' || pc < BASE)
            continue;
        assert_int_not_equal(rv_disassemble(code, pc, ours, sizeof ours), 0);
        uint16_t parcel = (uint16_t)(text[pc - BASE] | text[pc - BASE + 1] << 8);
        if (strstr(end, "<unknown>") != NULL || strstr(end, "c.unimp") != NULL) {
            if (ours[0] != '.')
                fail_msg("0x%jx: %s, unknown to objdump", (uintmax_t)pc, ours);
        } else if (!is_odd_in_objdump(parcel) && !same_text(ours, end + 1)) {
            fail_msg("0x%jx: \"%s\", not %s", (uintmax_t)pc, ours, end + 1);
        }
        count++;
    }
    assert_int_equal(pclose(pipe), 0);
    rv_code_destroy(code);
    snprintf(command, sizeof command, "rm -r %s", directory);
    assert_int_equal(system(command), 0);
    return count;
}

static void compressed(void **state)
{
    (void)state;
    if (!have_objdump()) {
        print_message("skipped: no llvm-objdump-19\n");
        return;
    }
    uint8_t *text = malloc(2 * 0x10000);
    assert_non_null(text);
    size_t size = 0;
    for (uint32_t parcel = 0; parcel < 0x10000; parcel++)
        if ((parcel & 3) != 3) {
            text[size++] = (uint8_t)parcel;
            text[size++] = (uint8_t)(parcel >> 8);
        }
    assert_int_equal(compare(text, size), 0xc000);
    free(text);
}

/* Random operands; fields that assemblers require to be zero are. */
static uint32_t random_word(enum rv_op op)
{
    const struct rv_row *row = &rv_rows[op];
    uint32_t word = ((uint32_t)random64() & ~row->mask) | row->match;
    static const uint32_t csrs[] = {0x001, 0x002, 0x003, 0xc00, 0xc01, 0xc02, 0xc22, 0x7c5};
    if (row->immediate == IMM_CSR)
        word = (word & 0xfffff) | csrs[random64() % 8] << 20;
    if (op == RV_OP_fence)
        word &= 0x0ff0707f;
    if (op == RV_OP_fence_i)
        word = row->match;
    uint32_t rm = word >> 12 & 7;
    if (strpbrk(row->text, "mn") != NULL && (rm == 5 || rm == 6))
        word |= 0x7000;
    return word;
}

static void words(void **state)
{
    (void)state;
    if (!have_objdump()) {
        print_message("skipped: no llvm-objdump-19\n");
        return;
    }
    random_seed(31);
    uint8_t *text = malloc(4 * MAX_WORDS);
    assert_non_null(text);
    size_t size = 0;
    for (unsigned op = RV_OP_EMPTY + 1; op < RV_OP_CORE; op++)
        for (int i = 0; i < WORDS_A_ROW; i++) {
            uint32_t word = random_word(op);
            memcpy(text + size, &word, sizeof word);
            size += sizeof word;
        }
    assert_int_equal(compare(text, size), size / 4);
    free(text);
}

/* --- what needs no objdump -------------------------------------------------------------------- */

static void expect_text(const uint8_t *bytes, size_t size, unsigned length, const char *text)
{
    char out[100];
    struct rv_code *code = rv_code_create(bytes, BASE, size);
    assert_non_null(code);
    assert_int_equal(rv_disassemble(code, BASE, out, sizeof out), length);
    assert_string_equal(out, text);
    rv_code_destroy(code);
}

static void texts(void **state)
{
    static const uint8_t addi[] = {0x13, 0x85, 0xc5, 0xff}, c_addi[] = {0x7d, 0x15},
                         vsetvli[] = {0xd7, 0x72, 0x05, 0x0c}, zero[] = {0, 0},
                         long6[] = {0x1f, 0, 0, 0, 0, 0, 0, 0},
                         core[] = {0x3f, 0, 0, 0, 0xf0, 0xff, 0xff, 0xff};
    (void)state;
    expect_text(addi, 4, 4, "addi a0, a1, -4");
    expect_text(c_addi, 2, 2, "c.addi a0, -1");
    expect_text(addi, 2, 2, ".2byte 0x8513"); /* cut */
    expect_text(vsetvli, 4, 4, ".4byte 0x0c0572d7");
    expect_text(zero, 2, 2, ".2byte 0x0000");
    expect_text(long6, 8, 2, ".2byte 0x001f");
    expect_text(core, 8, 8, ".8byte 0xfffffff00000003f");
}

static void core_words(void **state)
{
    char ours[200], expected[200];
    unsigned known = 0;
    (void)state;
    for (uint64_t op = 0; op < 2048; op++) {
        struct isa_op decoded;
        uint64_t word = 0x3f | op << 37;
        if (isa_decode(word, &decoded) != ISA_OK)
            continue;
        struct rv_code *code = rv_code_create((const uint8_t *)&word, BASE, sizeof word);
        assert_non_null(code);
        assert_int_equal(rv_disassemble(code, BASE, ours, sizeof ours), 8);
        isa_print(&decoded, expected, sizeof expected);
        assert_string_equal(ours, expected);
        rv_code_destroy(code);
        known++;
    }
    assert_true(known > 0);
}

static void outside_and_short_buffers(void **state)
{
    static const uint8_t addi[] = {0x13, 0x85, 0xc5, 0xff};
    char out[8] = "xxxxxxx";
    (void)state;
    struct rv_code *code = rv_code_create(addi, BASE, sizeof addi);
    assert_non_null(code);
    assert_int_equal(rv_disassemble(code, BASE + 4, out, sizeof out), 0);
    assert_string_equal(out, "");
    assert_int_equal(rv_disassemble(code, BASE - 2, out, sizeof out), 0);
    assert_int_equal(rv_disassemble(code, BASE + 1, out, sizeof out), 0);
    assert_int_equal(rv_disassemble(code, BASE, out, sizeof out), 4);
    assert_string_equal(out, "addi a0");
    memset(out, 'x', sizeof out);
    assert_int_equal(rv_disassemble(code, BASE, out, 0), 4);
    assert_int_equal(out[0], 'x');
    rv_code_destroy(code);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compressed),
        cmocka_unit_test(words),
        cmocka_unit_test(texts),
        cmocka_unit_test(core_words),
        cmocka_unit_test(outside_and_short_buffers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
