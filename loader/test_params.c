/* Every parameter of testdata/abi.cpp: what params.c says of it is written as clang would write the
 * parameter in its IR and compared with what clang 19 did write. */
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

static uint8_t *object;
static size_t object_size;
static char *ir;

static int read_files(void **state)
{
    (void)state;
    size_t size;
    object = testdata_read(LOADER_TESTDATA "abi.o", &object_size);
    ir = (char *)testdata_read(LOADER_TESTDATA "abi.ll", &size);
    return 0;
}

static int free_files(void **state)
{
    (void)state;
    free(object);
    free(ir);
    return 0;
}

static const char *float_name(unsigned size)
{
    return size == 2 ? "half" : size == 4 ? "float" : "double";
}

/* "i8 zeroext", "{float,i32}", "[2xi64]" ... of our description. bool is i1 and __bf16 bfloat in
 * the IR, which is told apart neither here nor in the IR's text below. */
static void describe(const struct kernel_param *p, char *out, size_t size)
{
    switch (p->klass) {
    case PARAM_INTEGER:
        if (p->is_pointer)
            snprintf(out, size, "ptr");
        else if (p->size == 8)
            snprintf(out, size, "i64");
        else
            snprintf(out, size, "i%u %s", 8 * p->size, p->is_signed ? "signext" : "zeroext");
        break;
    case PARAM_FLOAT:
        snprintf(out, size, "%s", float_name(p->size));
        break;
    case PARAM_STRUCT:
        snprintf(out, size, "%s", p->size <= 8 ? "i64" : p->align == 16 ? "i128" : "[2 x i64]");
        break;
    case PARAM_STRUCT_FP:
        out[0] = '\0';
        for (unsigned i = 0; i < p->part_count; i++) {
            char part[16];
            snprintf(part, sizeof part, "i%u", 8 * p->part[i].size);
            size_t used = strlen(out);
            snprintf(out + used, size - used, "%s%s", i > 0 ? ", " : "",
                     p->part[i].is_float ? float_name(p->part[i].size) : part);
        }
        break;
    case PARAM_REFERENCE:
        snprintf(out, size, "ptr");
        break;
    }
}

/* Replaces `from` by `to` in text. */
static void replace(char *text, const char *from, const char *to)
{
    char *at;
    while ((at = strstr(text, from)) != NULL) {
        memmove(at + strlen(to), at + strlen(from), strlen(at + strlen(from)) + 1);
        memcpy(at, to, strlen(to));
    }
}

/* The first parameter (the last one is the pointer `out`) from "define ... @name(i1 noundef zeroext
 * %0, ptr ... %1)", without the attributes that are not part of the convention. */
static bool from_ir(const char *name, char *out, size_t size)
{
    char start[64];
    snprintf(start, sizeof start, "@%s(", name);
    for (const char *define = strstr(ir, "\ndefine "); define != NULL;
         define = strstr(define + 1, "\ndefine ")) {
        const char *end = strchr(define + 1, '\n'), *at = strstr(define, start);
        if (at == NULL || at > end)
            continue;
        const char *out_param = at;
        for (const char *p = at; p < end && (p = strstr(p, ", ptr ")) != NULL && p < end; p++)
            out_param = p;
        snprintf(out, size, "%.*s", (int)(out_param - at - (long)strlen(start)),
                 at + strlen(start));
        for (char *percent; (percent = strchr(out, '%')) != NULL;) {
            char *after = percent + strcspn(percent, ",");
            memmove(percent, after, strlen(after) + 1);
        }
        static const char *const drop[] = {" nocapture", " noundef", " nonnull",
                                           " readonly",  " align 4", " dereferenceable(4)",
                                           " writeonly"};
        for (size_t i = 0; i < sizeof drop / sizeof drop[0]; i++)
            replace(out, drop[i], "");
        replace(out, " ,", ",");
        if (out[0] != '\0' && out[strlen(out) - 1] == ' ')
            out[strlen(out) - 1] = '\0';
        replace(out, "i1 ", "i8 ");
        replace(out, "i1,", "i8,");
        replace(out, "bfloat", "half");
        replace(out, "fp128", "i128");
        return true;
    }
    return false;
}

static void classes_are_those_of_clang(void **state)
{
    (void)state;
    unsigned compared = 0;
    for (const char *at = ir; (at = strstr(at, "@t_")) != NULL; at++) {
        char name[48], wanted[128], got[128];
        size_t length = strcspn(at + 1, "( ,)");
        snprintf(name, sizeof name, "%.*s", (int)length, at + 1);
        if (!from_ir(name, wanted, sizeof wanted))
            continue;
        struct kernel_info kernel = {.name = name};
        belay_error err;
        if (params_from_dwarf(object, object_size, &kernel, &err) != BELAY_OK)
            fail_msg("%s: %s", name, err.message);
        assert_int_equal(kernel.param_count, 2);
        assert_string_equal(kernel.param[0].name, "value");
        assert_string_equal(kernel.param[1].name, "out");
        assert_true(kernel.param[1].is_pointer);
        describe(&kernel.param[0], got, sizeof got);
        if (strcmp(got, wanted) != 0)
            fail_msg("%s: %s, clang passes it as %s", name, got, wanted);
        free(kernel.param);
        compared++;
    }
    assert_int_equal(compared, 69); /* all KERNEL(t_...) of abi.cpp */
}

static void block_layout(void **state)
{
    (void)state;
    /* bool, unsigned char, short, double, short[3], float, packed {char; float},
     * alignas(16) {long}, char, packed {int; long; int}: computed by hand by the rule in loader.h.
     */
    static const uint32_t offset[] = {0, 4, 8, 16, 24, 32, 36, 48, 64, 68};
    static const uint32_t size[] = {1, 1, 2, 8, 6, 4, 5, 16, 1, 16};
    static const uint32_t align[] = {4, 4, 4, 8, 4, 4, 4, 16, 4, 4};
    struct kernel_info kernel = {.name = "layout"};
    belay_error err;
    if (params_from_dwarf(object, object_size, &kernel, &err) != BELAY_OK)
        fail_msg("%s", err.message);
    assert_int_equal(kernel.param_count, 10);
    for (size_t i = 0; i < 10; i++) {
        assert_int_equal(kernel.param[i].offset, offset[i]);
        assert_int_equal(kernel.param[i].size, size[i]);
        assert_int_equal(kernel.param[i].align, align[i]);
    }
    assert_int_equal(kernel.args_size, 88);
    free(kernel.param);
}

static void part_offsets(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint16_t offset[2];
    } cases[] = {{"t_FloatInt", {0, 4}},      {"t_IntFloat", {0, 8}}, {"t_Packed", {0, 1}},
                 {"t_NestedEmpty", {4, 8}},   {"t_Derived", {0, 4}},  {"t_TwoInMatrix", {0, 4}},
                 {"t_FloatAligned", {0, 8}},  {"t_Complex", {0, 4}},  {"t_BitField", {0, 4}},
                 {"t_complexdouble", {0, 8}}, {"t_HalfHalf", {0, 2}}, {"t_Bf16Float", {0, 4}}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s", cases[i].name);
        struct kernel_info kernel = {.name = name};
        assert_int_equal(params_from_dwarf(object, object_size, &kernel, NULL), BELAY_OK);
        for (int part = 0; part < 2; part++)
            assert_int_equal(kernel.param[0].part[part].offset, cases[i].offset[part]);
        free(kernel.param);
    }
}

static void refuse(const char *file, char *name, belay_status wanted, const char *message)
{
    size_t size;
    uint8_t *bytes = testdata_read(file, &size);
    struct kernel_info kernel = {.name = name};
    belay_error err;
    assert_int_equal(params_from_dwarf(bytes, size, &kernel, &err), wanted);
    if (strstr(err.message, message) == NULL)
        fail_msg("'%s' does not say '%s'", err.message, message);
    assert_null(kernel.param);
    free(bytes);
}

static void other_types_are_refused_by_name(void **state)
{
    (void)state;
    const char *abi = LOADER_TESTDATA "abi.o";
    refuse(abi, "u_scalable", BELAY_UNSUPPORTED, "value: a scalable vector");
    refuse(abi, "u_wide", BELAY_UNSUPPORTED, "value: a vector of 64 bytes");
    refuse(abi, "u_variadic", BELAY_UNSUPPORTED, "u_variadic has a variable number");
    refuse(abi, "u_elsewhere", BELAY_BAD_INPUT, "value: type Elsewhere is only declared");
    refuse(abi, "missing", BELAY_BAD_INPUT, "missing: no function of that symbol");
    refuse(LOADER_TESTDATA "abi.ll", "layout", BELAY_BAD_INPUT, "not an ELF file");
    refuse(LOADER_TESTDATA "meta.o", "add", BELAY_BAD_INPUT, "");
}

/* The same from the object and from the linked program; a template is found by its mangled name. */
static void linked_and_unlinked_files_say_the_same(void **state)
{
    (void)state;
    char *names[] = {"add", "_ZN2ns5scaleILi4EEEvPff"};
    const char *files[] = {LOADER_TESTDATA "inline.o", LOADER_TESTDATA "inline.elf"};
    for (int i = 0; i < 4; i++) {
        size_t size;
        uint8_t *bytes = testdata_read(files[i % 2], &size);
        struct kernel_info kernel = {.name = names[i / 2]};
        belay_error err;
        if (params_from_dwarf(bytes, size, &kernel, &err) != BELAY_OK)
            fail_msg("%s", err.message);
        if (i < 2) {
            assert_int_equal(kernel.param_count, 5);
            assert_string_equal(kernel.param[3].name, "tiling");
            assert_int_equal(kernel.param[3].klass, PARAM_REFERENCE);
            assert_int_equal(kernel.param[3].size, 48);
            assert_int_equal(kernel.param[3].offset, 16);
            assert_int_equal(kernel.param[4].offset, 64);
            assert_int_equal(kernel.args_size, 72);
        } else {
            assert_int_equal(kernel.param_count, 2);
            assert_int_equal(kernel.param[1].klass, PARAM_FLOAT);
            assert_int_equal(kernel.args_size, 16);
        }
        free(kernel.param);
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_are_those_of_clang),
        cmocka_unit_test(block_layout),
        cmocka_unit_test(part_offsets),
        cmocka_unit_test(other_types_are_refused_by_name),
        cmocka_unit_test(linked_and_unlinked_files_say_the_same),
    };
    return cmocka_run_group_tests(tests, read_files, free_files);
}

#else

int main(void)
{
    puts("skipped: clang-19 or ld.lld-19 was not found");
    return 0;
}

#endif
