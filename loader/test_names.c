#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "loader/loader.h"

static void base_names(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"add_custom", "add_custom"},
        {"_Z10add_customILj2048EEvPfS0_S0_", "add_custom"},
        {"_Z10add_customPhS_S_", "add_custom"},
        {"_ZN2ns5scaleILi4EEEvPff", "scale"},
        /* void (anonymous namespace)::k(float*) */
        {"_ZN12_GLOBAL__N_11kEPf", "k"},
        /* void ns::outer<1>::inner<int, Tile<2> >(Tile<2>) */
        {"_ZN2ns5outerILi1EE5innerIi4TileILi2EEEEvT0_", "inner"},
        /* void k<(Mode)1>(float*) and a parameter with brackets: void k(void (*)(int)) */
        {"_Z1kIL4Mode1EEvPf", "k"},
        {"_Z1kPFviE", "k"},
        {"_Z", "_Z"},
        {"_Znot_a_name", "_Znot_a_name"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *name = kernel_base_name(cases[i][0]);
        assert_string_equal(name, cases[i][1]);
        free(name);
    }
}

enum { COUNT = 6 };

static struct program *make(struct kernel_info *kernel)
{
    static char *names[COUNT] = {"_Z3addILj1EEvPf", "_Z3addILj2EEvPf", "_ZN2ns3addEPf",
                                 "_ZN2ns3mulEPf",   "plain",           "_Z3mulPf"};
    static struct program program;
    for (size_t i = 0; i < COUNT; i++) {
        kernel[i] = (struct kernel_info){.name = names[i], .base_name = kernel_base_name(names[i])};
    }
    program = (struct program){.kernel_count = COUNT, .kernel = kernel};
    return &program;
}

static void release(struct kernel_info *kernel)
{
    for (size_t i = 0; i < COUNT; i++)
        free(kernel[i].base_name);
}

static void find_by_each_kind_of_name(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t index;
    } cases[] = {{"plain", 4},   {"_Z3addILj2EEvPf", 1}, {"add<1u>", 0}, {"add<2u>", 1},
                 {"ns::add", 2}, {"ns::mul", 3},         {"mul", 5}};
    struct kernel_info kernel[COUNT];
    struct program *program = make(kernel);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t index = 99;
        assert_int_equal(program_find(program, cases[i].name, &index, NULL), BELAY_OK);
        assert_int_equal(index, cases[i].index);
    }
    release(kernel);
}

static void unknown_and_ambiguous_names_list_the_kernels(void **state)
{
    (void)state;
    struct kernel_info kernel[COUNT];
    struct program *program = make(kernel);
    belay_error err;
    size_t index;
    assert_int_equal(program_find(program, "add", &index, &err), BELAY_BAD_INPUT);
    assert_string_equal(err.message, "kernel name 'add' is ambiguous: add<1u>, add<2u>, ns::add");
    assert_int_equal(program_find(program, "sub", &index, &err), BELAY_BAD_INPUT);
    assert_string_equal(
        err.message, "no kernel 'sub'; there is: add<1u>, add<2u>, ns::add, ns::mul, plain, mul");
    release(kernel);
}

static void long_lists_are_cut(void **state)
{
    (void)state;
    struct kernel_info kernel[100];
    char name[100][16];
    for (int i = 0; i < 100; i++) {
        snprintf(name[i], sizeof name[i], "kernel_%d", i);
        kernel[i] = (struct kernel_info){.name = name[i], .base_name = name[i]};
    }
    struct program program = {.kernel_count = 100, .kernel = kernel};
    belay_error err;
    size_t index;
    assert_int_equal(program_find(&program, "x", &index, &err), BELAY_BAD_INPUT);
    size_t length = strlen(err.message);
    assert_true(length > 400 && length < sizeof err.message);
    assert_string_equal(err.message + length - 5, ", ...");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(base_names),
        cmocka_unit_test(find_by_each_kind_of_name),
        cmocka_unit_test(unknown_and_ambiguous_names_list_the_kernels),
        cmocka_unit_test(long_lists_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
