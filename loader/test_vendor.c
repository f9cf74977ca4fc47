/* No object of the vendor's compiler is at hand: the objects are made by hand from words that the
 * vendor's simulator printed with its own mnemonics (testdata/camodel_words.csv). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "loader/loader.h"
#include "loader/opcode.h"
#include "loader/test_elf.h"

enum { MAX_WORDS = 128 };

struct sample {
    char table[4], stream[8], camodel[48], mnemonic[48];
    uint32_t word;
};

static struct sample samples[MAX_WORDS];
static size_t sample_count;

static int read_samples(void **state)
{
    (void)state;
    FILE *in = fopen(LOADER_SOURCE "testdata/camodel_words.csv", "r");
    assert_non_null(in);
    char line[256];
    while (fgets(line, sizeof line, in) != NULL) {
        struct sample *s = &samples[sample_count];
        if (line[0] == '#')
            continue;
        assert_true(sample_count < MAX_WORDS);
        assert_int_equal(sscanf(line, "%3[^,],%7[^,],%x,%47[^,],%47[^\n]", s->table, s->stream,
                                &s->word, s->camodel, s->mnemonic),
                         5);
        sample_count++;
    }
    fclose(in);
    return 0;
}

static void le_bytes(uint8_t *out, uint64_t value, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (uint8_t)(value >> (8 * i));
}

static void words_have_the_mnemonics_of_the_simulator(void **state)
{
    (void)state;
    assert_int_equal(sample_count, 55);
    for (size_t i = 0; i < sample_count; i++) {
        const struct sample *s = &samples[i];
        uint8_t bytes[4];
        size_t length;
        le_bytes(bytes, s->word, 4);
        const struct opcode *op = opcode_find(
            strcmp(s->table, "a5") == 0 ? OPCODE_A5 : OPCODE_A2,
            strcmp(s->stream, "simd") == 0 ? OPCODE_SIMD : OPCODE_CORE, bytes, 4, &length);
        if (op == NULL || strcmp(op->mnemonic, s->mnemonic) != 0)
            fail_msg("0x%08x (%s): %s instead of %s", s->word, s->camodel,
                     op != NULL ? op->mnemonic : "unknown", s->mnemonic);
        assert_int_equal(length, 4);
    }
}

static const struct opcode *find(enum opcode_stream stream, uint64_t high, uint64_t low,
                                 size_t left, size_t *length)
{
    uint8_t bytes[16];
    le_bytes(bytes, low, 8);
    le_bytes(bytes + 8, high, 8);
    return opcode_find(OPCODE_A5, stream, bytes, left, length);
}

/* Values as the public header lists them. */
static void long_words_are_found(void **state)
{
    (void)state;
    size_t length;
    const struct opcode *op = find(OPCODE_CORE, 0, 0x15e0000515430000, 8, &length);
    assert_string_equal(op->mnemonic, "VF Xn, #instr_num");
    assert_int_equal(length, 8);
    op = find(OPCODE_CORE, 0, 0x15e0000515430000, 4, &length); /* only half of it there */
    assert_string_equal(op->mnemonic, "PUSHQS1");
    assert_int_equal(length, 4);
    op = find(OPCODE_SIMT, 0, 0x0000000000120000, 16, &length);
    assert_string_equal(op->mnemonic, "FMUL");
    assert_int_equal(length, 8);
    op = find(OPCODE_SIMT, 1, 0x0000000000120001, 16, &length);
    assert_string_equal(op->mnemonic, "FMUL.i");
    assert_int_equal(length, 16);
    assert_null(find(OPCODE_SIMT, 0, 0x0000000000120001, 16, &length));
    assert_int_equal(length, 16);
    assert_null(find(OPCODE_SIMT, 1, 0x0000000000120001, 8, &length));
    assert_int_equal(length, 0);
    assert_null(find(OPCODE_CORE, 0, 0, 3, &length));
    assert_int_equal(length, 0);
}

/* 0xc0000017 ends a SIMD body and is a FIXPIPE instruction in the core's own program. */
static void the_stream_decides(void **state)
{
    (void)state;
    size_t length;
    assert_string_equal(find(OPCODE_SIMD, 0, 0xc0000017, 4, &length)->mnemonic, "SEND");
    assert_string_equal(find(OPCODE_CORE, 0, 0xc0000017, 4, &length)->mnemonic, "MOV_L1_TO_FB");
}

/* All words of one table and stream into `out`; returns the bytes. */
static size_t gather(const char *table, const char *stream, uint8_t *out)
{
    size_t used = 0;
    for (size_t i = 0; i < sample_count; i++) {
        if (strcmp(samples[i].table, table) != 0 || strcmp(samples[i].stream, stream) != 0)
            continue;
        le_bytes(out + used, samples[i].word, 4);
        used += 4;
    }
    return used;
}

static char *report(const struct test_elf *elf, const char *arch)
{
    size_t size;
    uint8_t *bytes = test_elf_build(elf, &size);
    assert_true(vendor_is_object(bytes, size));
    char *text;
    belay_error err = {0};
    belay_status status = vendor_report(bytes, size, arch, &text, &err);
    free(bytes);
    if (status != BELAY_OK)
        fail_msg("%s", err.message);
    return text;
}

static void contains(const char *text, const char *part)
{
    if (strstr(text, part) == NULL)
        fail_msg("no '%s' in:\n%s", part, text);
}

static void report_of_a_kernel_and_its_vector_function(void **state)
{
    (void)state;
    uint8_t words[4 * MAX_WORDS];
    size_t core = gather("a5", "core", words);
    /* In the samples END is not last: in a program it is. */
    le_bytes(words + core, 0x41600000, 4);
    core += 4;
    size_t simd = gather("a5", "simd", words + core);
    struct test_elf elf = test_vendor(words, core + simd);
    elf.symbol[0].size = core;
    char *text = report(&elf, NULL);
    char line[128];
    snprintf(line, sizeof line, "%zu of %zu words known; streams, guessed: core %zu, simd vf %zu",
             (core + simd) / 4, (core + simd) / 4, core / 4, simd / 4);
    contains(text, line);
    contains(text, "opcode table: a5 (dav-3510), guessed: it knows 46 of 46 words; a2");
    contains(text, "object of Huawei's compiler (elf64-hiipu, e_machine 0x1029), executable");
    contains(text, "kernels: 1\n  _Z10add_customPf_mix_aiv: add_custom, vector core part of a "
                   "mixed kernel, 0x0, ");
    contains(text, "    kernel type: 4 MIX_AIC_MAIN\n    core ratio: 1 aic : 2 aiv\n"
                   "    vector functions: 2 SIMD\n    type 99: 4 bytes\n");
    contains(text, "binary metadata:\n  implicit argument: print fifo\n"
                   "  implicit argument: assert fifo\n");
    contains(text, "  mte: 2\n         1 MOV_OUT_TO_UB_ALIGN_V2\n"
                   "         1 MOV_UB_TO_OUT_ALIGN_V2\n");
    contains(text, "         2 END\n");
    contains(text, "  simd: 18\n         3 VLDI\n         2 PSET\n         1 SEND\n");
    free(text);
}

/* 0x00180018 is a load in a SIMD body and a comparison in the core's program, whose table fixes
 * more bits; the word after it, which only SIMD knows, decides. */
static void unknown_words_count_against_a_stream(void **state)
{
    (void)state;
    uint8_t words[8];
    le_bytes(words, 0x0618c01800180018, 8);
    struct test_elf elf = test_vendor(words, sizeof words);
    char *text = report(&elf, "a5");
    contains(text, "2 of 2 words known; streams, guessed: core 0, simd vf 2, simt vf 0");
    free(text);
}

static void arch_is_guessed_or_asked(void **state)
{
    (void)state;
    uint8_t words[4 * MAX_WORDS];
    size_t size = gather("a2", "core", words);
    le_bytes(words + size, 0x80000000, 4); /* a word that only A2 knows, another that nobody does */
    size += 4;
    le_bytes(words + size, 0xffffffff, 4);
    size += 4;
    struct test_elf elf = test_vendor(words, size);
    char *text = report(&elf, "a2");
    contains(text, "opcode table: a2 (dav-2201), as asked\n");
    contains(text, "simd vf 0, simt vf 0\n");
    free(text);
    text = report(&elf, NULL);
    contains(text, "opcode table: a2 (dav-2201), guessed: it knows 11 of 12 words; a5");
    free(text);
}

static void other_input_is_refused(void **state)
{
    (void)state;
    uint32_t word = 0;
    struct test_elf elf = test_vendor(&word, 4);
    size_t size;
    uint8_t *bytes = test_elf_build(&elf, &size);
    char *text;
    belay_error err;
    assert_int_equal(vendor_report(bytes, size, "a4", &text, &err), BELAY_BAD_INPUT);
    assert_non_null(strstr(err.message, "no opcode table 'a4'"));
    assert_int_equal(vendor_report(bytes, size - 1, NULL, &text, &err), BELAY_BAD_INPUT);
    assert_non_null(strstr(err.message, "truncated"));
    assert_null(text);
    free(bytes);
    elf = test_program("aiv");
    bytes = test_elf_build(&elf, &size);
    assert_false(vendor_is_object(bytes, size));
    assert_int_equal(vendor_report(bytes, size, NULL, &text, &err), BELAY_BAD_INPUT);
    assert_non_null(strstr(err.message, "e_machine 0xf3, not 0x1029"));
    free(bytes);
    assert_false(vendor_is_object("", 0));
}

static void damaged_metadata_is_shown_as_such(void **state)
{
    (void)state;
    uint32_t word = 0x41600000;
    struct test_elf elf = test_vendor(&word, 4);
    elf.section[1].size = 10;
    elf.symbol[0].name = "k\n\x1b_mix_aiv";
    elf.section[1].name = ".ascend.meta.k\n\x1b_mix_aiv";
    char *text = report(&elf, "a5");
    contains(text, "    kernel type: 4 MIX_AIC_MAIN\n    metadata: truncated");
    contains(text, "k??_mix_aiv");
    assert_null(strstr(text, "\x1b"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_have_the_mnemonics_of_the_simulator),
        cmocka_unit_test(long_words_are_found),
        cmocka_unit_test(the_stream_decides),
        cmocka_unit_test(report_of_a_kernel_and_its_vector_function),
        cmocka_unit_test(unknown_words_count_against_a_stream),
        cmocka_unit_test(arch_is_guessed_or_asked),
        cmocka_unit_test(other_input_is_refused),
        cmocka_unit_test(damaged_metadata_is_shown_as_such),
    };
    return cmocka_run_group_tests(tests, read_samples, NULL);
}
