/* Programs made by hand: what is loaded, and what each damage is answered with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "loader/loader.h"
#include "loader/test_elf.h"

static struct program *load(const struct test_elf *elf, belay_status wanted, const char *message)
{
    size_t size;
    uint8_t *bytes = test_elf_build(elf, &size);
    struct program *program;
    belay_error err = {0};
    belay_status status = program_load(bytes, size, &program, &err);
    memset(bytes, 0xee, size); /* the program has its own copy */
    free(bytes);
    if (status != wanted || (message != NULL && strstr(err.message, message) == NULL))
        fail_msg("status %d, '%s' instead of '%s'", (int)status, err.message,
                 message != NULL ? message : "");
    if (status != BELAY_OK) {
        assert_null(program);
        assert_int_equal(err.status, status);
    }
    return program;
}

static void refuse(const struct test_elf *elf, const char *message)
{
    load(elf, BELAY_BAD_INPUT, message);
}

static void program_is_loaded(void **state)
{
    (void)state;
    struct test_elf elf = test_program("aiv");
    struct program *p = load(&elf, BELAY_OK, NULL);
    assert_string_equal(p->arch, "dav-3510");
    assert_null(p->image[CORE_AIC]);
    const struct image *image = p->image[CORE_AIV];
    assert_int_equal(image->kind, CORE_AIV);
    assert_int_equal(image->text_base, TEST_TEXT_BASE);
    assert_int_equal(image->text_size, 28);
    assert_int_equal(image->code_size, 16);
    assert_int_equal(image->vf_begin, TEST_TEXT_BASE);
    assert_int_equal(image->vf_end, TEST_TEXT_BASE + 8);
    assert_int_equal(image->simt_begin, image->simt_end);
    const uint8_t text[28] = {0x13, 0, 0, 0, 0x67, 0x80, 0, 0, 0x13, 0, 0, 0, 0x67, 0x80,
                              0,    0, 0, 0, 0,    0,    0, 0, 0,    0, 1, 2, 3,    4};
    assert_memory_equal(image->text, text, sizeof text);
    const uint8_t data[28] = {5, 6, 7, 8};
    assert_int_equal(image->data_base, TEST_DATA_BASE);
    assert_int_equal(image->data_size, 28);
    assert_memory_equal(image->data, data, sizeof data);
    assert_int_equal(p->kernel_count, 1);
    assert_string_equal(p->kernel[0].name, "add");
    assert_string_equal(p->kernel[0].base_name, "add");
    assert_int_equal(p->kernel[0].entry, TEST_TEXT_BASE + 8);
    assert_int_equal(p->kernel[0].type, META_AIV);
    assert_int_equal(p->kernel[0].ub_size, 0x1234);
    assert_int_equal(p->kernel[0].ratio_aic, 0);
    assert_int_equal(p->kernel[0].ratio_aiv, 1);
    assert_int_equal(p->entry[0][CORE_AIV], TEST_TEXT_BASE + 8);
    assert_int_equal(p->entry[0][CORE_AIC], 0);
    program_free(p);
}

static void symbols_are_sorted(void **state)
{
    (void)state;
    struct test_elf elf = test_program("aiv");
    struct program *p = load(&elf, BELAY_OK, NULL);
    const struct image *image = p->image[CORE_AIV];
    assert_int_equal(image->symbol_count, 4);
    const char *order[] = {"marker", "vf", "add", "table"};
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(image->symbol[i].name, order[i]);
    assert_int_equal(image->symbol[2].size, 8);
    assert_int_equal(image_symbol_address(image, "marker"), 0x100);
    assert_int_equal(image_symbol_address(image, "table"), TEST_TEXT_BASE + 24);
    assert_int_equal(image_symbol_address(image, "mark"), 0);
    int line;
    assert_false(image_line(image, TEST_TEXT_BASE + 8, 0, NULL, &line, NULL));
    program_free(p);
    elf.symbol[0].value = elf.symbol[2].value = TEST_TEXT_BASE + 8;
    elf.symbol[0].size = 12;
    p = load(&elf, BELAY_OK, NULL);
    const char *by_size[] = {"marker", "add", "vf", "table"};
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(p->image[CORE_AIV]->symbol[i].name, by_size[i]);
    program_free(p);
}

/* Puts `inner` into a section .belay.aic of *outer; the bytes are to be freed. */
static uint8_t *nest(struct test_elf *outer, const struct test_elf *inner)
{
    size_t size;
    uint8_t *bytes = test_elf_build(inner, &size);
    outer->section[7] = (struct test_section){".belay.aic", SHT_PROGBITS, 0, 0, bytes, size};
    return bytes;
}

static const uint8_t mix_meta[] = {TEST_TLV(1, 4), TEST_TLV(3, 0x20001)};

static void mix(struct test_elf *elf)
{
    elf->section[6].bytes = mix_meta;
    elf->section[6].size = sizeof mix_meta;
}

static void mixed_program_has_two_images(void **state)
{
    (void)state;
    struct test_elf outer = test_program("aiv"), inner = test_program("aic");
    mix(&outer);
    mix(&inner);
    inner.symbol[1].value -= 8;
    uint8_t *bytes = nest(&outer, &inner);
    struct program *p = load(&outer, BELAY_OK, NULL);
    free(bytes);
    assert_int_equal(p->image[CORE_AIC]->kind, CORE_AIC);
    assert_int_equal(p->kernel_count, 1);
    assert_int_equal(p->kernel[0].ratio_aic, 1);
    assert_int_equal(p->kernel[0].ratio_aiv, 2);
    assert_int_equal(p->entry[0][CORE_AIV], TEST_TEXT_BASE + 8);
    assert_int_equal(p->entry[0][CORE_AIC], TEST_TEXT_BASE);
    assert_int_equal(p->kernel[0].entry, TEST_TEXT_BASE);
    program_free(p);
}

/* hicann/runtime: DEFAULT_TASK_RATION 2. */
static void mixed_kernels_have_one_cube_and_two_vector_cores(void **state)
{
    (void)state;
    struct test_elf outer = test_program("aiv"), inner = test_program("aic");
    outer.section[6].bytes = inner.section[6].bytes = mix_meta;
    outer.section[6].size = inner.section[6].size = 8; /* the type only */
    uint8_t *bytes = nest(&outer, &inner);
    struct program *p = load(&outer, BELAY_OK, NULL);
    free(bytes);
    assert_int_equal(p->kernel[0].ratio_aic, 1);
    assert_int_equal(p->kernel[0].ratio_aiv, 2);
    program_free(p);
}

static void mixed_kernels_have_the_same_parameters(void **state)
{
    (void)state;
    /* Both: type, ratio, parameter 0; then the AIC image says 4 instead of 8 bytes. */
    uint8_t aiv[56] = {TEST_TLV(1, 4), TEST_TLV(3, 0x20001), 17, 0, 36}, aic[56];
    aiv[16 + 16] = 8;
    memcpy(aic, aiv, sizeof aic);
    struct test_elf outer = test_program("aiv"), inner = test_program("aic");
    outer.section[6].bytes = aiv;
    inner.section[6].bytes = aic;
    outer.section[6].size = inner.section[6].size = sizeof aiv;
    uint8_t *bytes = nest(&outer, &inner);
    struct program *p = load(&outer, BELAY_OK, NULL);
    assert_int_equal(p->kernel[0].args_size, 8);
    program_free(p);
    free(bytes);
    aic[16 + 16] = 4;
    bytes = nest(&outer, &inner);
    refuse(&outer, "kernel add has different parameters in its two images");
    free(bytes);
}

static void mixed_programs_must_agree(void **state)
{
    (void)state;
    struct test_elf outer = test_program("aiv"), inner = test_program("aic");
    mix(&outer);
    uint8_t *bytes = nest(&outer, &inner);
    refuse(&outer, "kernel add is of type 4 in one image and 2 in another");
    free(bytes);
    mix(&inner);
    inner.section[5].bytes = "arch=dav-2201\ncore=aic\nversion=1\n";
    bytes = nest(&outer, &inner);
    refuse(&outer, "holds an image for aic of dav-2201, not for aic of dav-3510");
    free(bytes);
    inner = test_program("aiv");
    mix(&inner);
    bytes = nest(&outer, &inner);
    refuse(&outer, "holds an image for aiv");
    free(bytes);
    outer.section[7].size = 0;
    refuse(&outer, ".belay.aic is empty");
    outer.section[7] = (struct test_section){0};
    refuse(&outer, "kernel add with the core ratio 1:2 needs an aic image");
    inner = test_program("aic");
    outer = test_program("aic");
    bytes = nest(&outer, &inner);
    refuse(&outer, "the aic image has a section .belay.aic");
    free(bytes);
}

static void foreign_files_are_told_apart(void **state)
{
    (void)state;
    struct test_elf elf = test_program("aiv");
    elf.machine = EM_X86_64;
    refuse(&elf, "e_machine 0x3e, not 0xf3");
    elf.machine = 0x1029;
    load(&elf, BELAY_UNSUPPORTED, "operand encoding of its instructions is not public");
    elf = test_program("aiv");
    elf.type = ET_REL;
    refuse(&elf, "not linked: ELF type 1");
    struct program *program;
    belay_error err;
    assert_int_equal(program_load("#!/bin/sh\n", 10, &program, &err), BELAY_BAD_INPUT);
    assert_non_null(strstr(err.message, "not an ELF file"));
    assert_int_equal(program_load(NULL, 0, &program, NULL), BELAY_BAD_INPUT);
    uint8_t head[64] = {0x7f, 'E', 'L', 'F', 1, 1};
    assert_int_equal(program_load(head, sizeof head, &program, &err), BELAY_BAD_INPUT);
    assert_non_null(strstr(err.message, "ELF class 1"));
    head[4] = 2;
    head[5] = 2;
    assert_int_equal(program_load(head, sizeof head, &program, &err), BELAY_BAD_INPUT);
    assert_non_null(strstr(err.message, "byte order 2"));
    assert_int_equal(program_load(head, 20, &program, &err), BELAY_BAD_INPUT);
    assert_non_null(strstr(err.message, "truncated"));
}

static void notes_are_checked(void **state)
{
    (void)state;
    static const struct {
        const char *note;
        belay_status status;
        const char *message;
    } cases[] = {
        {"arch=dav-3510\ncore=aiv\n", BELAY_BAD_INPUT, "lacks the key version"},
        {"arch=dav-3510\nversion=1\n", BELAY_BAD_INPUT, "lacks the key core"},
        {"core=aiv\nversion=1\n", BELAY_BAD_INPUT, "lacks the key arch"},
        {"arch=dav-3510\ncore=aiv\nversion=2\n", BELAY_UNSUPPORTED, "version 2 of the format"},
        {"arch=dav-3510\ncore=vec\nversion=1\n", BELAY_BAD_INPUT, "core 'vec' is neither"},
        {"arch=dav-3510-and-more\n", BELAY_BAD_INPUT, "arch has 17 characters, 1..15"},
        {"arch=\n", BELAY_BAD_INPUT, "arch has 0 characters"},
        {"arch=dav-3510\narch=dav-2201\n", BELAY_BAD_INPUT, "both 'dav-3510' and 'dav-2201'"},
        {"arch=dav-3510\ncore=aiv\nmore=x\nversion=1\narch=dav-3510", BELAY_OK, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct test_elf elf = test_program("aiv");
        elf.section[5].bytes = cases[i].note;
        elf.section[5].size = strlen(cases[i].note);
        program_free(load(&elf, cases[i].status, cases[i].message));
    }
    struct test_elf elf = test_program("aiv");
    elf.section[5].name = ".other";
    refuse(&elf, "no section .belay.note");
}

static void layout_is_checked(void **state)
{
    (void)state;
    struct test_elf elf = test_program("aiv");
    elf.section[2].address = 0x20000000;
    refuse(&elf, "section .rodata at 0x20000000 with 0x4 bytes lies outside the read-only part");
    elf = test_program("aiv");
    elf.section[4].size = 0x1000000;
    refuse(&elf, "section .bss at 0x18000010 with 0x1000000 bytes lies outside the writable part");
    elf.section[4].size = UINT64_MAX;
    refuse(&elf, "lies outside the writable part");
    elf.section[4].size = 0xfffff0; /* exactly to the end of the slot */
    program_free(load(&elf, BELAY_OK, NULL));
    elf = test_program("aiv");
    elf.section[0].flags = elf.section[1].flags = SHF_ALLOC;
    refuse(&elf, "no instructions");
}

static void kernels_are_checked(void **state)
{
    (void)state;
    struct test_elf elf = test_program("aiv");
    elf.section[6].name = ".ascend.metal";
    refuse(&elf, "no kernel");
    elf = test_program("aiv");
    elf.section[6].name = ".ascend.meta.sub";
    refuse(&elf, "kernel sub has metadata but no function in the aiv image");
    elf = test_program("aiv");
    elf.symbol[1].value = TEST_TEXT_BASE + 24; /* in .rodata */
    refuse(&elf, "kernel add has metadata but no function");
    elf.symbol[1].value = TEST_TEXT_BASE + 9;
    refuse(&elf, "kernel add has metadata but no function");
    elf = test_program("aiv");
    elf.symbol[0].section = SHN_UNDEF;
    refuse(&elf, "not linked: symbol table is undefined");
    elf = test_program("aiv");
    elf.section[6].size = 7;
    refuse(&elf, "metadata: truncated");
    static const uint8_t odd[] = {TEST_TLV(1, 2), TEST_TLV(3, 0x10000)};
    elf = test_program("aiv"); /* an AIC kernel that runs on AIV cores */
    elf.section[6].bytes = odd;
    elf.section[6].size = sizeof odd;
    refuse(&elf, "kernel add of type 2 has the core ratio 0:1");
}

/* Section headers that a writer would never write. */
static void sections_lie_inside_the_file(void **state)
{
    (void)state;
    struct test_elf elf = test_program("aiv");
    size_t size;
    uint8_t *bytes = test_elf_build(&elf, &size);
    Elf64_Ehdr head;
    memcpy(&head, bytes, sizeof head);
    Elf64_Shdr *section = (Elf64_Shdr *)(void *)(bytes + head.e_shoff);
    struct program *program;
    belay_error err;
    section[1].sh_offset = size - 4; /* of 8 bytes */
    assert_int_equal(program_load(bytes, size, &program, &err), BELAY_BAD_INPUT);
    assert_non_null(strstr(err.message, "truncated: section .text.vf at offset"));
    section[1].sh_offset = 0;
    section[1].sh_size = size - 8;
    assert_int_equal(program_load(bytes, size, &program, &err), BELAY_BAD_INPUT);
    assert_non_null(strstr(err.message, "section .rodata overlaps others"));
    head.e_shoff = size - 64;
    memcpy(bytes, &head, sizeof head);
    assert_int_equal(program_load(bytes, size, &program, &err), BELAY_BAD_INPUT);
    assert_non_null(strstr(err.message, "section headers at offset"));
    free(bytes);
}

/* Every cut and every changed byte of a mixed program gives a program or an error, never a read
 * past the bytes (run with -DBELAY_SANITIZE=ON). */
static void damaged_files_are_survived(void **state)
{
    (void)state;
    struct test_elf outer = test_program("aiv"), inner = test_program("aic");
    mix(&outer);
    mix(&inner);
    uint8_t *bytes = nest(&outer, &inner);
    size_t size, loaded = 0;
    uint8_t *whole = test_elf_build(&outer, &size);
    free(bytes);
    struct program *program;
    for (size_t cut = 0; cut < size; cut++) {
        uint8_t *copy = malloc(cut + 1);
        memcpy(copy, whole, cut);
        assert_int_equal(program_load(copy, cut, &program, NULL), BELAY_BAD_INPUT);
        free(copy);
    }
    static const uint8_t change[] = {0x01, 0x80, 0xff};
    for (size_t at = 0; at < size * 3; at++) {
        whole[at / 3] ^= change[at % 3];
        if (program_load(whole, size, &program, NULL) == BELAY_OK)
            loaded++;
        program_free(program);
        whole[at / 3] ^= change[at % 3];
    }
    assert_true(loaded > 0); /* code and data may be anything */
    free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(program_is_loaded),
        cmocka_unit_test(symbols_are_sorted),
        cmocka_unit_test(mixed_program_has_two_images),
        cmocka_unit_test(mixed_kernels_have_one_cube_and_two_vector_cores),
        cmocka_unit_test(mixed_kernels_have_the_same_parameters),
        cmocka_unit_test(mixed_programs_must_agree),
        cmocka_unit_test(foreign_files_are_told_apart),
        cmocka_unit_test(notes_are_checked),
        cmocka_unit_test(layout_is_checked),
        cmocka_unit_test(kernels_are_checked),
        cmocka_unit_test(sections_lie_inside_the_file),
        cmocka_unit_test(damaged_files_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
