/* Places in a program that clang and lld made of testdata/inline.cpp; the expected lines are the
 * ones marked there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "loader/loader.h"
#include "loader/testdata.h"

#ifdef LOADER_TESTDATA

static struct program *load(void)
{
    size_t size;
    uint8_t *bytes = testdata_read(LOADER_TESTDATA "inline.elf", &size);
    struct program *program;
    belay_error err;
    if (program_load(bytes, size, &program, &err) != BELAY_OK)
        fail_msg("%s", err.message);
    free(bytes);
    return program;
}

static void linked_program_is_loaded(void **state)
{
    (void)state;
    struct program *program = load();
    const struct image *image = program->image[CORE_AIV];
    assert_string_equal(program->arch, "dav-3510");
    assert_int_equal(program->implicit, 1);
    assert_int_equal(program->kernel_count, 2);
    assert_string_equal(program->kernel[0].base_name, "scale");
    assert_string_equal(program->kernel[1].base_name, "add");
    assert_int_equal(program->kernel[1].entry, image_symbol_address(image, "add"));
    assert_int_equal(image->vf_begin, image_symbol_address(image, "vf_body"));
    assert_true(image->vf_end > image->vf_begin);
    assert_int_equal(image->simt_begin, image_symbol_address(image, "simt_body"));
    assert_int_equal(image->simt_begin, image->vf_end);
    assert_int_equal(image->simt_end, image_symbol_address(image, "add"));
    assert_int_equal(image_symbol_address(image, "_ZN7AscendC14dynamicStartUBE"), 0x2000);
    assert_int_equal(image->data_size, 4);
    program_free(program);
}

static const struct image_symbol *symbol_of(const struct image *image, const char *name)
{
    for (size_t i = 0; i < image->symbol_count; i++) {
        if (strcmp(image->symbol[i].name, name) == 0)
            return &image->symbol[i];
    }
    fail_msg("no symbol %s", name);
    return NULL;
}

/* Looks for an instruction of `name` whose frames are these, innermost first. */
static void expect_frames(const struct image *image, const char *name, const char *source,
                          unsigned frames, const int *lines, const char *const *functions)
{
    const struct image_symbol *symbol = symbol_of(image, name);
    for (uint64_t pc = symbol->address; pc < symbol->address + symbol->size; pc += 2) {
        const char *file, *function;
        int line;
        unsigned depth = 0;
        while (image_line(image, pc, depth, &file, &line, &function) && depth < frames &&
               line == lines[depth] && function != NULL &&
               strcmp(function, functions[depth]) == 0 && strstr(file, source) != NULL)
            depth++;
        if (depth == frames && !image_line(image, pc, depth, NULL, NULL, NULL))
            return;
    }
    fail_msg("no instruction of %s at line %d of %s", name, lines[0], functions[0]);
}

static void inlined_calls_are_followed(void **state)
{
    (void)state;
    struct program *program = load();
    const struct image *image = program->image[CORE_AIV];
    expect_frames(image, "add", "inline.cpp", 3, (int[]){7, 13, 25},
                  (const char *[]){"inner", "middle", "add"});
    expect_frames(image, "add", "inline.cpp", 2, (int[]){12, 25},
                  (const char *[]){"middle", "add"});
    expect_frames(image, "add", "inline.cpp", 1, (int[]){26}, (const char *[]){"add"});
    expect_frames(image, "simt_body", "second.cpp", 1, (int[]){6}, (const char *[]){"simt_body"});
    expect_frames(image, "vf_body", "inline.cpp", 1, (int[]){42}, (const char *[]){"vf_body"});
    expect_frames(image, "_ZN2ns5scaleILi4EEEvPff", "inline.cpp", 1, (int[]){35},
                  (const char *[]){"scale<4>"});
    program_free(program);
}

static void places_outside_the_code_are_unknown(void **state)
{
    (void)state;
    struct program *program = load();
    const struct image *image = program->image[CORE_AIV];
    const uint64_t outside[] = {
        0,         1, image->text_base - 2, image->text_base + image->code_size, image->data_base,
        UINT64_MAX};
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++)
        assert_false(image_line(image, outside[i], 0, NULL, NULL, NULL));
    program_free(program);
}

static void every_instruction_has_a_line(void **state)
{
    (void)state;
    struct program *program = load();
    const struct image *image = program->image[CORE_AIV];
    for (int round = 0; round < 20000; round++) { /* as often as a profiler asks */
        for (uint64_t pc = image->text_base; pc < image->text_base + image->code_size; pc += 2)
            assert_true(image_line(image, pc, 0, NULL, NULL, NULL));
    }
    program_free(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(linked_program_is_loaded),
        cmocka_unit_test(inlined_calls_are_followed),
        cmocka_unit_test(places_outside_the_code_are_unknown),
        cmocka_unit_test(every_instruction_has_a_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void)
{
    puts("skipped: clang-19 or ld.lld-19 was not found");
    return 0;
}

#endif
