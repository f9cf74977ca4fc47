/* Diagnostics, the toolchain's folders, register symbols. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "cc/diagnostics.h"
#include "cc/file.h"
#include "cc/process.h"
#include "cc/registers.h"
#include "cc/toolchain.h"

static void add(struct diagnostics *d, const char *text)
{
    diagnostics_add(d, text, strlen(text));
}

static void test_diagnostics(void **state)
{
    (void)state;
    static const char first[] = "In file included from a.asc:1:\n"
                                "In file included from b.h:2:\n"
                                "c.h:3:4: error: no type 'x'\n    3 | x y;\n      | ^\n"
                                "c.h:1:1: note: here\n"
                                "a.asc:9:1: warning: unused [-Wunused]\n"
                                "1 warning and 1 error generated when compiling for host.\n";
    static const char second[] =
        "In file included from a.asc:1:\n"
        "c.h:3:4: error: no type 'x'\n    3 | x y;\n"
        "c.h:1:1: note: here\n"
        "a.asc:20:2: error: bad __attribute__((address_space(5))) float *\n"
        "1 error generated.\n";
    struct diagnostics d = {0};
    add(&d, first);
    add(&d, second);
    assert_string_equal(d.text.data, "In file included from a.asc:1:\n"
                                     "In file included from b.h:2:\n"
                                     "c.h:3:4: error: no type 'x'\n    3 | x y;\n      | ^\n"
                                     "c.h:1:1: note: here\n"
                                     "a.asc:9:1: warning: unused [-Wunused]\n"
                                     "a.asc:20:2: error: bad __ubuf__ float *\n");
    assert_int_equal(d.errors, 2);
    assert_false(d.unsupported);
    diagnostics_free(&d);
}

static void test_unsupported(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool unsupported;
    } row[] = {
        {"a.asc:3:1: error: call to '__belay_unsupported_asm_7' declared with 'error' attribute: "
         "inline assembly 'X' is not supported\n",
         true},
        {"ld.lld-19: error: undefined symbol: float __cce_scalar::__expf(float)\n", true},
        {"ld.lld-19: error: undefined symbol: void cce::async_invoke<&f>()\n", true},
        {"ld.lld-19: error: undefined symbol: f(float)\n", false},
        {"a.asc:3: error: kernel task type 'X' is not supported\n", true},
        {"a.asc:3:1: warning: X is not supported\n", false},
        {"a.asc:3:1: error: expected ';'", false},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct diagnostics d = {0};
        add(&d, row[i].text);
        assert_int_equal(d.unsupported, row[i].unsupported);
        assert_string_equal(d.text.data, row[i].text);
        diagnostics_free(&d);
    }
}

static void test_clang_output(void **state)
{
    (void)state;
    struct toolchain t = {0};
    assert_true(toolchain_read("clang version 19\n \"/usr/bin/clang\" \"-cc1\" \"-x\" \"c++\" "
                               "\"-resource-dir\" \"/usr\" \"-internal-isystem\" \"/usr/../usr\" "
                               "\"-internal-isystem\" \"/no/such/folder\" "
                               "\"-internal-externc-isystem\" \"/tmp\" \"/dev/null\"\n",
                               &t));
    assert_string_equal(t.resource_dir, "/usr");
    assert_int_equal(t.system.count, 4);
    assert_string_equal(t.system.item[0], "-internal-isystem");
    assert_string_equal(t.system.item[1], "/usr");
    assert_string_equal(t.system.item[3], "/tmp");
    toolchain_free(&t);
    assert_false(toolchain_read("error: no such file\n", &t));
    assert_false(toolchain_read("\"-cc1\" \"-internal-isystem", &t));
    toolchain_free(&t);
}

static void touch(const char *folder, const char *name)
{
    char *path = format_string("%s/%s", folder, name);
    char *slash = strrchr(path, '/');
    *slash = '\0';
    assert_true(make_folders(path));
    *slash = '/';
    struct file_piece piece = {"", 0};
    assert_int_equal(file_write(path, &piece, 1, NULL), BELAY_OK);
    free(path);
}

static void test_devkit(void **state)
{
    (void)state;
    char *root;
    struct arguments found = {0};
    assert_int_equal(temp_make(&root, NULL), BELAY_OK);
    devkit_folders(root, &found);
    assert_int_equal(found.count, 0);
    devkit_folders("/no/such/folder", &found);
    assert_int_equal(found.count, 0);
    touch(root, "tree/include/kernel_operator.h");
    touch(root, "tree/include/basic_api/x.h");
    touch(root, "tree/impl/basic_api/y.h");
    touch(root, "home/x86_64-linux/asc/include/kernel_operator.h");
    touch(root, "home/include/acl/acl.h");
    char *tree = format_string("%s/tree", root), *home = format_string("%s/home", root);
    devkit_folders(tree, &found);
    assert_int_equal(found.count, 5); /* itself, include, include/basic_api, impl, impl/basic_api */
    arguments_free(&found);
    devkit_folders(home, &found);
    assert_int_equal(found.count, 3);
    assert_non_null(strstr(found.item[2], "/home/include"));
    arguments_free(&found);
    temp_remove(root);
    free(tree);
    free(home);
    free(root);
}

static void test_registers(void **state)
{
    (void)state;
    static const char *const line[] = {
        ".set .Lx_zero,0\n", ".set .Lx_t6,31\n",   ".set .Lx_a0,10\n",  ".set .Lf_ft0,0\n",
        ".set .Lf_fa0,10\n", ".set .Lf_ft11,31\n", ".set .Lv_v31,31\n", ".set .Li_a7,17\n",
        ".set .Li_0,32\n",   ".set .Li_31,63\n"};
    char *text = register_symbols();
    assert_non_null(text);
    for (size_t i = 0; i < sizeof line / sizeof *line; i++)
        assert_non_null(strstr(text, line[i]));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_diagnostics),  cmocka_unit_test(test_unsupported),
        cmocka_unit_test(test_clang_output), cmocka_unit_test(test_devkit),
        cmocka_unit_test(test_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
