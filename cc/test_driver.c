/* belay cc for real: small sources through clang and lld, and what comes out read back by the
 * loader. One cache folder for all tests, so the precompiled headers are made once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <gelf.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cc/file.h"
#include "cc/process.h"
#include "loader/loader.h"

static char *folder; /* everything is below it */

static char *in_folder(const char *name)
{
    return format_string("%s/%s", folder, name);
}

static void put(const char *name, const char *text)
{
    char *path = in_folder(name);
    struct file_piece piece = {text, strlen(text)};
    assert_int_equal(file_write(path, &piece, 1, NULL), BELAY_OK);
    free(path);
}

static bool has(const char *name)
{
    char *path = in_folder(name);
    bool found = file_exists(path);
    free(path);
    return found;
}

static char *text_of(const char *name)
{
    struct file_bytes bytes;
    char *path = in_folder(name);
    assert_int_equal(file_map(path, &bytes, NULL), BELAY_OK);
    char *text = strndup(bytes.data ? bytes.data : "", bytes.size);
    file_unmap(&bytes);
    free(path);
    return text;
}

static struct arguments command_line(const char *words)
{
    struct arguments command = {0};
    char *copy = strdup(words);
    arguments_add(&command, BELAY_CC_DRIVER);
    for (char *word = strtok(copy, " "); word != NULL; word = strtok(NULL, " "))
        arguments_add(&command, word);
    free(copy);
    return command;
}

/* Runs belay cc on words separated by blanks, in the folder; its messages go to the file
 * "messages". */
static int run(const char *words)
{
    struct arguments command = command_line(words);
    char *messages = in_folder("messages");
    int code = -1;
    unlink(messages);
    assert_int_equal(process_run(&command, NULL, messages, &code, NULL), BELAY_OK);
    arguments_free(&command);
    free(messages);
    return code;
}

static void expect(const char *words, int code, const char *part)
{
    int got = run(words);
    char *messages = text_of("messages");
    if (got != code || strstr(messages, part) == NULL)
        fail_msg("belay cc %s: exit code %d, %s", words, got, messages);
    free(messages);
}

static int setup(void **state)
{
    (void)state;
    if (temp_make(&folder, NULL) != BELAY_OK || chdir(folder) != 0)
        return -1;
    char *cache = in_folder("cache"), *temp = in_folder("tmp");
    setenv("XDG_CACHE_HOME", cache, 1);
    setenv("TMPDIR", temp, 1);
    unsetenv("ASCEND_HOME_PATH");
    bool good = make_folders(temp);
    free(cache);
    free(temp);
    return good ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    temp_remove(folder);
    free(folder);
    return 0;
}

/* Nothing is left behind, whatever happened. */
static int check_clean(void **state)
{
    (void)state;
    char *temp = in_folder("tmp");
    DIR *dir = opendir(temp);
    struct dirent *entry;
    int left = 0;
    while (dir != NULL && (entry = readdir(dir)) != NULL)
        left += entry->d_name[0] != '.';
    closedir(dir);
    free(temp);
    return left == 0 ? 0 : -1;
}

/* --- what is compiled ----------------------------------------------------------------------- */

static const char kernels[] =
    "#include <cstdint>\n"
    "struct Tiling { uint32_t n; float scale; };\n"
    "__simd_vf__ inline void copy_vf(__ubuf__ float *p, int n) { p[n] = p[0]; }\n"
    "template <int N>\n"
    "__global__ __vector__ void vec(__gm__ float *x, int16_t n, Tiling t)\n"
    "{\n"
    "    __ubuf__ float a[N], b[8];\n"
    "    __ubuf__ float *pa = a, *pb = b;\n"
    "    asm volatile(\"\" : : \"r\"(pa), \"r\"(pb) : \"memory\");\n"
    "    copy_vf(a, n);\n"
    "    __VEC_SCOPE__ { pa[1] = n; }\n"
    "    x[get_block_idx()] = a[0] + b[1] + t.scale;\n"
    "}\n"
    "extern \"C\" __global__ __cube__ void cube(__gm__ half *x, __gm__ uint8_t *ws)\n"
    "{\n"
    "    __cbuf__ half l1[256];\n"
    "    __cbuf__ half *p = l1;\n"
    "    asm volatile(\"\" : : \"r\"(p) : \"memory\");\n"
    "    *x = (half)1.0f;\n"
    "}\n"
    "__mix__(1, 2) __global__ __aicore__ void mix(__gm__ int *x)\n"
    "{\n"
    "#ifdef __DAV_CUBE__\n"
    "    x[0] = 1;\n"
    "#else\n"
    "    x[1] = 2;\n"
    "#endif\n"
    "}\n"
    "extern \"C\" __global__ [aicore] void open_kernel(__gm__ int *x) { *x = 3; }\n"
    "int main()\n"
    "{\n"
    "    float x[64];\n"
    "    vec<64><<<4, nullptr, nullptr>>>(x, 3, Tiling{1, 2});\n"
    "    mix<<<1, 0, nullptr>>>(reinterpret_cast<int *>(x));\n"
    "    open_kernel<<<1, nullptr, nullptr>>>((int *)x);\n"
    "}\n";

static struct program *load(const char *name)
{
    struct file_bytes bytes;
    struct program *program = NULL;
    belay_error err = {0};
    char *path = in_folder(name);
    assert_int_equal(file_map(path, &bytes, NULL), BELAY_OK);
    if (program_load(bytes.data, bytes.size, &program, &err) != BELAY_OK)
        fail_msg("%s: %s", name, err.message);
    file_unmap(&bytes);
    free(path);
    return program;
}

static const struct kernel_info *kernel_of(const struct program *program, const char *name)
{
    size_t index = 0;
    belay_error err;
    if (program_find(program, name, &index, &err) != BELAY_OK)
        fail_msg("%s: %s", name, err.message);
    return &program->kernel[index];
}

static void check_kernel(const struct program *program, const char *name,
                         enum meta_kernel_type type, unsigned aic, unsigned aiv)
{
    size_t index = 0;
    const struct kernel_info *kernel = kernel_of(program, name);
    assert_int_equal(program_find(program, name, &index, NULL), BELAY_OK);
    assert_int_equal(kernel->type, type);
    assert_int_equal(kernel->ratio_aic, aic);
    assert_int_equal(kernel->ratio_aiv, aiv);
    assert_int_equal(program->entry[index][CORE_AIV] != 0, aiv != 0);
    assert_int_equal(program->entry[index][CORE_AIC] != 0, aic != 0);
}

static void test_program(void **state)
{
    (void)state;
    put("k.asc", kernels);
    expect("--device-only k.asc -o k.elf", 0, "");
    struct program *program = load("k.elf");
    assert_int_equal(program->kernel_count, 4);
    assert_string_equal(program->arch, "dav-3510");
    check_kernel(program, "vec", META_AIV, 0, 1);
    check_kernel(program, "cube", META_AIC, 1, 0);
    check_kernel(program, "mix", META_MIX_AIC_MAIN, 1, 2);
    check_kernel(program, "open_kernel", META_AIV, 0, 1);
    const struct kernel_info *vec = kernel_of(program, "vec");
    assert_int_equal(vec->param_count, 3);
    assert_string_equal(vec->param[1].name, "n");
    assert_int_equal(vec->param[1].size, 2);
    assert_true(vec->param[0].is_pointer && !vec->param[1].is_pointer);
    assert_int_equal(vec->param[2].klass, PARAM_STRUCT_FP);
    assert_int_equal(vec->ub_size, 64 * 4 + 8 * 4);
    assert_int_equal(vec->aiv_type, 2);
    assert_int_equal(kernel_of(program, "mix")->aiv_type, 1);
    assert_true(program->image[CORE_AIV]->vf_end > program->image[CORE_AIV]->vf_begin);
    const char *file = NULL;
    int line = 0;
    assert_true(image_line(program->image[CORE_AIV], vec->entry, 0, &file, &line, NULL));
    assert_non_null(strstr(file, "k.asc"));
    assert_true(line >= 5 && line <= 13);
    program_free(program);
    /* The same once more, now with all precompiled headers there. */
    char *first = in_folder("k.elf");
    struct file_bytes one, two;
    expect("k.asc -c -o again.elf", 0, "");
    char *second = in_folder("again.elf");
    assert_int_equal(file_map(first, &one, NULL), BELAY_OK);
    assert_int_equal(file_map(second, &two, NULL), BELAY_OK);
    assert_int_equal(one.size, two.size);
    assert_memory_equal(one.data, two.data, one.size);
    file_unmap(&one);
    file_unmap(&two);
    free(first);
    free(second);
}

/* A host object links with a runtime; this one stands in for libbelay's. */
static const char runtime[] =
    "#include <cstdio>\n"
    "#include <cstring>\n"
    "struct dim { unsigned x, y, z; };\n"
    "static unsigned blocks;\n"
    "extern \"C\" {\n"
    "unsigned belay_push_launch(const unsigned *grid, const unsigned *, unsigned long, void *)\n"
    "{ blocks = grid[0]; return 0; }\n"
    "unsigned __cudaPopCallConfiguration(dim *g, dim *, size_t *, void **)\n"
    "{ g->x = blocks; return 0; }\n"
    "struct Wrap { int magic, version; const char *data; void *more; };\n"
    "void **__cudaRegisterFatBinary(void *w)\n"
    "{ std::printf(\"image %d\\n\", std::memcmp(((Wrap *)w)->data, \"\\177ELF\", 4) == 0 &&\n"
    "  (unsigned long)((Wrap *)w)->data % 8 == 0); return (void **)w; }\n"
    "void __cudaRegisterFatBinaryEnd(void **) {}\n"
    "void __cudaUnregisterFatBinary(void **) {}\n"
    "int __cudaRegisterFunction(void **, const char *, char *, const char *name, int, void *, void "
    "*,\n"
    "  void *, void *, int *) { std::printf(\"kernel %s\\n\", name); return 0; }\n"
    "int cudaLaunchKernel(const void *, dim g, dim, void **a, size_t, void *)\n"
    "{ std::printf(\"launch %u %d\\n\", g.x, a != nullptr); return 0; }\n"
    "}\n";

/* The vendor's projects keep kernels in .cpp files, and their host code includes launch headers. */
static void test_kernels_in_cpp(void **state)
{
    (void)state;
    put("k.cpp", kernels);
    put("main.cpp",
        "#include \"aclrtlaunch_cube.h\"\n"
        "int main() { return ACLRT_LAUNCH_KERNEL(cube)(7, nullptr, nullptr, nullptr); }\n");
    expect("-c main.cpp", 2, "aclrtlaunch_cube.h");
    expect("-c main.cpp k.cpp", 0, "");
    assert_true(has("main.o") && has("k.o"));
    put("not.cpp", "// __global__\nint not_a_kernel() { return 0; }\n");
    expect("-c not.cpp", 0, "");
}

static void test_executable(void **state)
{
    (void)state;
    put("k.asc", kernels);
    put("runtime.cpp", runtime);
    put("other.asc", "__global__ __aicore__ void mix(__gm__ int *x);\n"
                     "static int launch() { mix<<<9, 0, nullptr>>>(nullptr); return 0; }\n"
                     "static int l = launch();\n");
    put("main.cpp", "#include \"aclrtlaunch_cube.h\"\n"
                    "static int f = ACLRT_LAUNCH_KERNEL(cube)(7, nullptr, nullptr, nullptr);\n");
    expect("-c k.asc -o k.o --launch-headers inc -MMD", 0, "");
    char *dependencies = text_of("k.d");
    assert_non_null(strstr(dependencies, "k.o: k.asc"));
    free(dependencies);
    assert_true(has("inc/aclrtlaunch_cube.h") && has("inc/aclrtlaunch_open_kernel.h"));
    assert_false(has("inc/aclrtlaunch_vec.h"));
    expect("k.o runtime.cpp main.cpp other.asc -Iinc -o prog -lascendcl", 0, "");
#ifdef __SANITIZE_ADDRESS__
    return; /* libbelay is instrumented too and wants the sanitizer's runtime in the program */
#endif
    struct arguments command = {0};
    char *program = in_folder("prog"), *output = in_folder("output");
    int code = -1;
    arguments_add(&command, program);
    assert_int_equal(process_run(&command, output, NULL, &code, NULL), BELAY_OK);
    assert_int_equal(code, 0);
    char *text = text_of("output");
    static const char *const part[] = {"image 1\n",
                                       "kernel cube\n",
                                       "kernel _Z3mixPi\n",
                                       "kernel _Z3vecILi64EEvPfs6Tiling\n",
                                       "launch 7 1\n",
                                       "launch 9 1\n",
                                       "launch 4 1\nlaunch 1 1\nlaunch 1 1\n"};
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (strstr(text, part[i]) == NULL)
            fail_msg("no '%s' in: %s", part[i], text);
    arguments_free(&command);
    free(program);
    free(output);
    free(text);
}

/* --- headers -------------------------------------------------------------------------------- */

static uint64_t block_of(const char *name)
{
    struct program *program = load(name);
    const struct kernel_info *kernel = &program->kernel[0];
    uint64_t size = kernel->ub_size;
    program_free(program);
    return size;
}

/* Headers with #pragma once or a guard, seen in the precompiled part and again after it; a header
 * that changes; and the size of an array as the proof of which text was used. */
static void test_headers(void **state)
{
    (void)state;
    put("once.h", "#pragma once\n#define COUNT 10\nstruct Once { int a; };\n");
    put("guard.h", "#ifndef GUARD\n#define GUARD\n#include \"once.h\"\nstruct Guard { Once o; };\n"
                   "#endif\n");
    put("h.asc",
        "#include <vector>\n#include \"guard.h\"\n#include \"once.h\"\nstatic int before;\n"
        "#include \"guard.h\"\n#include \"once.h\"\n#include <vector>\n"
        "__global__ __vector__ void k(__gm__ int *x)\n"
        "{ __ubuf__ int a[COUNT]; __ubuf__ int *p = a;\n"
        "  asm volatile(\"\" : : \"r\"(p) : \"memory\"); x[0] = a[1]; }\n");
    for (int i = 0; i < 2; i++) {
        expect("--device-only h.asc -o h.elf", 0, "");
        assert_int_equal(block_of("h.elf"), 40);
    }
    for (int count = 11; count < 13; count++) { /* the user edits a header */
        char *text =
            format_string("#pragma once\n#define COUNT %d\nstruct Once { int a; };\n", count);
        put("once.h", text);
        expect("--device-only h.asc -o h.elf", 0, "");
        assert_int_equal(block_of("h.elf"), count * 4);
        free(text);
    }
    expect("--no-cache --device-only h.asc -o h.elf", 0, "");
    assert_int_equal(block_of("h.elf"), 48);
}

static void damage(const char *path)
{
    DIR *dir = opendir(path);
    struct dirent *entry;
    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        char *below = format_string("%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.' && is_folder(below))
            damage(below);
        else if (strstr(entry->d_name, ".pch") != NULL)
            assert_int_equal(truncate(below, 4096), 0);
        free(below);
    }
    if (dir != NULL)
        closedir(dir);
}

static void test_damaged_cache(void **state)
{
    (void)state;
    put("d.asc", "__global__ __vector__ void k(__gm__ int *x) { *x = 1; }\n");
    char *cache = in_folder("cache");
    damage(cache);
    expect("--device-only d.asc -o d.elf", 0, "");
    assert_int_equal(block_of("d.elf"), 0);
    free(cache);
}

/* --- what goes wrong ------------------------------------------------------------------------ */

static void test_errors(void **state)
{
    (void)state;
    put("bad.asc", "int ok;\n\n__global__ __vector__ void k(__gm__ int *x) { *x = 1; }\n"
                   "int f() { return no_such_name; }\n");
    expect("-c bad.asc", 2, "bad.asc:4:18: error: use of undeclared identifier 'no_such_name'");
    assert_false(has("bad.o"));
    put("asm.asc", "__aicore__ inline void f(int x) { asm volatile(\"MOVEX %0\" :: \"l\"(x)); }\n"
                   "__global__ __vector__ void k(int x) { f(x); }\n");
    expect("--device-only asm.asc", 3, "inline assembly 'MOVEX %0' is not supported");
    put("mix.asc", "\n__global__ __mix__(2, 2) void k(int x) { }\n");
    expect("--device-only mix.asc", 3, "mix.asc:2: error: __mix__");
    put("none.asc", "int f() { return 1; }\n");
    expect("--device-only none.asc", 2, "'none.asc' has no kernel");
}

static void test_use(void **state)
{
    (void)state;
    put("k.asc", kernels);
    expect("-c missing.asc", 2, "'missing.asc'");
    expect("-c .", 2, "no source");
    expect("-c k.asc --no-such", 2, "'--no-such'");
    expect("-c k.asc -o no/such/folder/k.o", 2, "cannot write 'no/such/folder/k.o'");
    expect("-c k.asc --npu-arch=dav-2201", 3, "'dav-2201'");
    expect("-c k.asc --enable-simt", 3, "'--enable-simt'");
    expect("-c k.asc --asc-devkit /tmp", 2, "no asc-devkit");
    expect("-### -c k.asc", 0, "-fcuda-is-device");
    assert_false(has("k-dry.o"));
    setenv("BELAY_CLANG", "/no/such/clang", 1);
    expect("-c k.asc", 2, "apt install clang-19");
    unsetenv("BELAY_CLANG");
    setenv("BELAY_LLD", "/no/such/lld", 1);
    expect("-c k.asc", 2, "apt install lld-19");
    unsetenv("BELAY_LLD");
}

/* Ended from outside: by that signal, and with no temporary files left (check_clean). */
static void test_signal(void **state)
{
    (void)state;
    put("k.asc", kernels);
    struct arguments command = command_line("--no-cache -c k.asc -o never.o");
    pid_t pid;
    assert_int_equal(process_start(&command, NULL, NULL, &pid, NULL), BELAY_OK);
    usleep(300 * 1000);
    kill(pid, SIGTERM);
    assert_int_equal(process_wait(pid), 128 + SIGTERM);
    assert_false(has("never.o"));
    arguments_free(&command);
}

int main(void)
{
    elf_version(EV_CURRENT);
    char *clang = program_find_path("clang-19"), *lld = program_find_path("ld.lld-19");
    bool there = clang != NULL && lld != NULL;
    free(clang);
    free(lld);
    if (!there) {
        puts("skipped: clang-19 or ld.lld-19 is not installed");
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_use, check_clean),
        cmocka_unit_test_teardown(test_program, check_clean),
        cmocka_unit_test_teardown(test_kernels_in_cpp, check_clean),
        cmocka_unit_test_teardown(test_executable, check_clean),
        cmocka_unit_test_teardown(test_headers, check_clean),
        cmocka_unit_test_teardown(test_errors, check_clean),
        cmocka_unit_test_teardown(test_damaged_cache, check_clean),
        cmocka_unit_test_teardown(test_signal, check_clean),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
