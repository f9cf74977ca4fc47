/* The command line: what is taken, ignored, refused, and with which status. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "cc/options.h"

enum { MAX_WORDS = 64 };

/* Parses a line of words separated by blanks. */
static belay_status parse(const char *line, struct cc_options *options, belay_error *err)
{
    static char copy[512];
    char *argv[MAX_WORDS] = {"cc"};
    int argc = 1;
    assert_true(strlen(line) < sizeof copy);
    strcpy(copy, line);
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "))
        argv[argc++] = word;
    return options_parse(argc, argv, options, err);
}

static struct cc_options parsed(const char *line)
{
    struct cc_options options;
    belay_error err;
    if (parse(line, &options, &err) != BELAY_OK)
        fail_msg("%s: %s", line, err.message);
    return options;
}

static void expect_list(const struct arguments *list, const char *wanted)
{
    char *line = arguments_line(list);
    assert_string_equal(line, wanted);
    free(line);
}

static void test_inputs(void **state)
{
    (void)state;
    struct cc_options o = parsed("a.asc b.cce c.cpp d.c e.o libf.a -xasc g.cpp -x c++ h.asc");
    static const enum input_kind kind[] = {INPUT_ASCEND, INPUT_ASCEND, INPUT_NATIVE, INPUT_NATIVE,
                                           INPUT_LINK,   INPUT_LINK,   INPUT_ASCEND, INPUT_NATIVE};
    assert_int_equal(o.input_count, 8);
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(o.input[i].kind, kind[i]);
    assert_string_equal(o.standard, "-std=c++17");
    assert_string_equal(o.optimise, "-O2");
    assert_true(o.use_cache);
    options_free(&o);
}

static void test_values(void **state)
{
    (void)state;
    struct cc_options o = parsed("-c -o out.o -O3 -std=c++20 -Ia -I b -DX=1 -U Y -include p.h "
                                 "-isystem s --asc-devkit D --launch-headers=L --save-temps T "
                                 "-v --no-cache -g -fPIC -march=native -Wall -pthread -w a.asc "
                                 "-MD -MF x.d");
    assert_true(o.compile_only && o.verbose && !o.use_cache && o.debug && !o.dry_run);
    assert_string_equal(o.output, "out.o");
    assert_string_equal(o.optimise, "-O3");
    assert_string_equal(o.standard, "-std=c++20");
    assert_string_equal(o.devkit, "D");
    assert_string_equal(o.launch_headers, "L");
    assert_string_equal(o.save_temps, "T");
    assert_int_equal(o.preprocess.count, 12);
    assert_string_equal(o.preprocess.item[1], "a");
    assert_string_equal(o.preprocess.item[3], "b");
    assert_string_equal(o.preprocess.item[5], "X=1");
    assert_int_equal(o.host.count, 6);
    assert_int_equal(o.depend.count, 3);
    options_free(&o);
    o = parsed("-c a.asc -o a.elf");
    assert_true(o.device_only);
    options_free(&o);
    o = parsed("--help --no-such-option");
    assert_true(o.help);
    options_free(&o);
}

static void test_libraries(void **state)
{
    (void)state;
    struct cc_options o = parsed("a.asc -Lx -lascendcl -l runtime -lm -Wl,-z,now -l c_sec -lfoo");
    assert_int_equal(o.link.count, 5);
    assert_string_equal(o.link.item[2], "-lm");
    assert_string_equal(o.link.item[3], "-Wl,-z,now");
    assert_string_equal(o.link.item[4], "-lfoo");
    options_free(&o);
}

static void test_vendor(void **state)
{
    (void)state;
    struct cc_options o = parsed(
        "--npu-arch=dav-3510 -c --asc-aicore-lang a.asc -mllvm -cce-aicore-stack-size=0x8000");
    assert_int_equal(o.input_count, 1);
    assert_false(o.only_vec || o.only_cube);
    options_free(&o);
    o = parsed("-xcce --cce-aicore-arch=dav-c310-vec a.cpp -c");
    assert_true(o.only_vec && o.input[0].kind == INPUT_ASCEND);
    options_free(&o);
    o = parsed("-x cce --cce-aicore-arch=dav-3510-cube --cce-aicore-only a.cpp");
    assert_true(o.only_cube && o.device_only);
    options_free(&o);
}

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        belay_status status;
        const char *part;
    } row[] = {
        {"", BELAY_BAD_INPUT, "no input file"},
        {"-c", BELAY_BAD_INPUT, "no input file"},
        {"-c a.o", BELAY_BAD_INPUT, "no source"},
        {"a.asc --frobnicate", BELAY_BAD_INPUT, "'--frobnicate'"},
        {"a.asc -o", BELAY_BAD_INPUT, "'-o'"},
        {"a.asc -x fortran", BELAY_BAD_INPUT, "'fortran'"},
        {"-c -o x.o a.asc b.cpp", BELAY_BAD_INPUT, "one source"},
        {"--device-only a.asc b.asc", BELAY_BAD_INPUT, "exactly one"},
        {"--device-only a.cpp", BELAY_BAD_INPUT, "exactly one"},
        {"a.asc --enable-simt", BELAY_UNSUPPORTED, "'--enable-simt'"},
        {"a.asc -dc", BELAY_UNSUPPORTED, "'-dc'"},
        {"a.asc -shared", BELAY_UNSUPPORTED, "'-shared'"},
        {"a.asc --run-mode=cpu", BELAY_UNSUPPORTED, "'--run-mode=cpu'"},
        {"a.asc --npu-arch=dav-2201", BELAY_UNSUPPORTED, "'dav-2201'"},
        {"a.asc --cce-aicore-arch=dav-c220-vec", BELAY_UNSUPPORTED, "'dav-c220-vec'"},
        {"a.asc --npu-arch=dav-3510x", BELAY_UNSUPPORTED, "'dav-3510x'"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct cc_options options;
        belay_error err;
        assert_int_equal(parse(row[i].line, &options, &err), row[i].status);
        if (strstr(err.message, row[i].part) == NULL)
            fail_msg("%s: %s", row[i].line, err.message);
    }
}

static void test_lines(void **state)
{
    (void)state;
    struct arguments list = {0};
    arguments_add_all(&list, (const char *const[]){"a", "-DX=\"y z\"", "it's", "", NULL});
    expect_list(&list, "a '-DX=\"y z\"' 'it'\\''s' ''");
    arguments_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_inputs),    cmocka_unit_test(test_values),
        cmocka_unit_test(test_libraries), cmocka_unit_test(test_vendor),
        cmocka_unit_test(test_refusals),  cmocka_unit_test(test_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
