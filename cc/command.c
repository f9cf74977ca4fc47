#include "cc/command.h"

#include <string.h>
#include <unistd.h>

const char host_placeholder[] = "BELAY-DEVICE-PROGRAM";

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* An error by default in clang 19: x.template f(y) without template arguments. The vendor's
 * compiler is clang 15, which takes it. */
static const char accepted_by_vendor[] = "-Wno-missing-template-arg-list-after-template-kw";

/* --- device --------------------------------------------------------------------------------- */

/* RV64 with 2048-bit vector registers. Vectors are only carried: neither vectorisers nor implicit
 * float, so clang makes no vector instruction of its own but whole-register moves, and no vsetvli.
 * hip + hipstdpar is the one language mode of stock clang with <<<>>>, kernel templates that host
 * code instantiates, and host functions that may be used in device code. */
static const char *const device_target[] = {"-triple",
                                            "riscv64-unknown-unknown-elf",
                                            "-aux-triple",
                                            "x86_64-pc-linux-gnu",
                                            "-target-cpu",
                                            "generic-rv64",
                                            "-target-abi",
                                            "lp64d",
                                            "-mvscale-min=32",
                                            "-mvscale-max=32",
                                            "-mrelocation-model",
                                            "static",
                                            "-msmall-data-limit",
                                            "0",
                                            "-mframe-pointer=none",
                                            "-fcuda-is-device",
                                            "-fcuda-allow-variadic-functions",
                                            "--hipstdpar",
                                            "-fhip-new-launch-api",
                                            "-target-sdk-version=12.0",
                                            "-fdeclspec",
                                            "-fgnuc-version=4.2.1",

                                            "-fcxx-exceptions",
                                            "-fexceptions",
                                            "-ferror-limit",
                                            "20",
                                            NULL};

static const char *const device_features[] = {
    "64bit",   "m",       "a",       "f",        "d",        "c",      "v",
    "zfh",     "zfhmin",  "zicsr",   "zifencei", "zmmul",    "zve32f", "zve32x",
    "zve64d",  "zve64f",  "zve64x",  "zvfh",     "zvfhmin",  "zvl32b", "zvl64b",
    "zvl128b", "zvl256b", "zvl512b", "zvl1024b", "zvl2048b", NULL};

static void add_optimise(const struct step *step, struct arguments *out)
{
    arguments_add(out, step->options->optimise);
}

static void add_device_base(const struct step *step, struct arguments *out)
{
    arguments_add(out, step->toolchain->clang);
    arguments_add(out, "-cc1");
    arguments_add_all(out, device_target);
    for (size_t i = 0; device_features[i] != NULL; i++) {
        arguments_add(out, "-target-feature");
        arguments_printf(out, "+%s", device_features[i]);
    }
    arguments_add(out, accepted_by_vendor);
    arguments_add(out, "-resource-dir");
    arguments_add(out, step->toolchain->resource_dir);
    arguments_add(out, step->options->standard);
    add_optimise(step, out);
    const struct arguments *host = &step->options->host;
    for (size_t i = 0; i < host->count; i++)
        if (strcmp(host->item[i], "-w") == 0 || strncmp(host->item[i], "-W", 2) == 0)
            arguments_add(out, host->item[i]);
}

/* --- host ----------------------------------------------------------------------------------- */

static void add_host_base(const struct step *step, struct arguments *out)
{
    static const char *const mode[] = {"--cuda-host-only",
                                       "-nocudainc",
                                       "-nocudalib",
                                       "-nobuiltininc",
                                       "-Xclang",
                                       "-target-sdk-version=12.0",
                                       "-fdeclspec",
                                       "-Wno-unknown-cuda-version",
                                       "-Wno-unused-command-line-argument",
                                       "-ferror-limit=20",
                                       NULL};
    arguments_add(out, step->toolchain->clang);
    arguments_add_all(out, mode);
    arguments_add(out, accepted_by_vendor);
    arguments_add(out, step->options->standard);
    add_optimise(step, out);
    arguments_append(out, &step->options->host);
    /* Bodies of device functions are left out here: what only they use is not unused. */
    arguments_add_all(out, (const char *const[]){"-Wno-unused-parameter", "-Wno-unused-function",
                                                 "-Wno-unused-const-variable",
                                                 "-Wno-unused-private-field", NULL});
}

/* -MD and its kin. What clang would derive from -o is told to it: its output here is another file.
 */
static void add_depend(const struct step *step, struct arguments *out)
{
    const struct arguments *list = &step->options->depend;
    bool wanted = arguments_has(list, "-MD") || arguments_has(list, "-MMD");
    arguments_append(out, list);
    if (!wanted || step->object == NULL)
        return;
    if (!arguments_has(list, "-MF")) {
        const char *dot = strrchr(base_name(step->object), '.');
        int length = (int)(dot ? (size_t)(dot - step->object) : strlen(step->object));
        arguments_printf(out, "-MF%.*s.d", length, step->object);
    }
    if (!arguments_has(list, "-MT") && !arguments_has(list, "-MQ"))
        arguments_printf(out, "-MT%s", step->object);
}

/* --- preprocessing -------------------------------------------------------------------------- */

/* KERNEL_TASK_TYPE_DEFAULT has a hook for tools in asc-devkit (kernel_utils_macros.h): with it the
 * macro leaves the marker that the rewriter reads a kernel's type from. */
static const char *const task_type[] = {
    "-D", "__PLUGIN__KERNEL_TASK_TYPE_DEFAULT_DEFINED__=1", "-D",
    "KERNEL_TASK_TYPE_DEFAULT(value)=__belay_task_type__(value)", NULL};

static void add_pass_macros(const struct step *step, struct arguments *out)
{
    static const char *const macro[] = {"-D__BELAY_PASS_AIV__=1", "-D__BELAY_PASS_AIC__=1",
                                        "-D__BELAY_PASS_HOST__=1"};
    arguments_add(out, macro[step->pass]);
    arguments_add_all(out, task_type);
    arguments_add_all(
        out, (const char *const[]){"-include", "prelude.h", "-include", "markers.h", NULL});
}

/* The user's folders first; headers of asc-devkit and ours count as system headers, so that only
 * the user's own code is warned about. */
static void add_folders(const struct step *step, struct arguments *out)
{
    const struct arguments *list[] = {&step->toolchain->devkit, &step->toolchain->own};
    arguments_append(out, &step->options->preprocess);
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < list[k]->count; i++) {
            arguments_add(out, "-isystem");
            arguments_add(out, list[k]->item[i]);
        }
}

void command_preprocess(const struct step *step, const char *output, struct arguments *out)
{
    if (step->pass == PASS_HOST) {
        add_host_base(step, out);
        add_depend(step, out);
        /* Without the wrappers that CUDA mode puts before the C++ library. */
        arguments_add(out, "-idirafter");
        arguments_printf(out, "%s/include", step->toolchain->resource_dir);
        arguments_add_all(out, (const char *const[]){"-x", "cuda", "-E", NULL});
    } else {
        add_device_base(step, out);
        arguments_append(out, &step->toolchain->system);
        arguments_add_all(out, (const char *const[]){"-D_GNU_SOURCE=1", "-x", "hip", "-E", NULL});
    }
    add_pass_macros(step, out);
    add_folders(step, out);
    arguments_add(out, "-o");
    arguments_add(out, output);
    arguments_add(out, step->source);
}

/* --- compiling ------------------------------------------------------------------------------ */

/* An option of the compiler proper; the host pass goes through the driver. */
static void add_cc1(bool through_driver, const char *option, struct arguments *out)
{
    if (through_driver)
        arguments_add(out, "-Xclang");
    arguments_add(out, option);
}

static void add_base(const struct step *step, struct arguments *out)
{
    if (step->pass == PASS_HOST)
        add_host_base(step, out);
    else
        add_device_base(step, out);
}

void command_pch(const struct step *step, const char *input, const char *output,
                 struct arguments *out)
{
    /* Templates that the headers themselves use are instantiated now, not again in each use. The
     * text stays inside: its file is gone when the header is used. */
    static const char *const flags[] = {"-emit-pch", "-fpch-instantiate-templates",
                                        "-fmodules-embed-all-files", "-o"};
    bool host = step->pass == PASS_HOST;
    add_base(step, out);
    arguments_add(out, "-x");
    arguments_add(out, host ? "cuda-cpp-output" : "hip-cpp-output");
    if (host)
        arguments_add(out, "-fsyntax-only");
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        add_cc1(host, flags[i], out);
    add_cc1(host, output, out);
    arguments_add(out, input);
}

static void add_pch(const struct step *step, const char *pch, struct arguments *out)
{
    if (pch == NULL)
        return;
    add_cc1(step->pass == PASS_HOST, "-include-pch", out);
    add_cc1(step->pass == PASS_HOST, pch, out);
}

/* Debug information names the source, not the temporary file that stands for it. */
static void add_source_place(const struct step *step, const char *input, struct arguments *out)
{
    const char *input_name = base_name(input), *source_name = base_name(step->source);
    int input_folder = input_name == input ? 0 : (int)(input_name - input - 1);
    int source_folder = source_name == step->source ? 0 : (int)(source_name - step->source - 1);
    char folder[4096];
    if (getcwd(folder, sizeof folder) == NULL)
        return;
    if (step->pass != PASS_HOST) {
        arguments_add(out, "-main-file-name");
        arguments_add(out, source_name);
    }
    arguments_printf(out, "-fdebug-compilation-dir=%s", folder);
    if (source_folder == 0)
        arguments_printf(out, "-fdebug-prefix-map=%.*s=%s", input_folder, input, folder);
    else
        arguments_printf(out, "-fdebug-prefix-map=%.*s=%.*s", input_folder, input, source_folder,
                         step->source);
}

static void add_device_code(struct arguments *out)
{
    static const char *const flags[] = {"-x",
                                        "hip-cpp-output",
                                        "-S",
                                        "-no-implicit-float",
                                        "-ffp-contract=off",
                                        "-ffunction-sections",
                                        "-fdata-sections",
                                        "-debug-info-kind=constructor",
                                        "-dwarf-version=5",
                                        "-debugger-tuning=gdb",
                                        "-fno-verbose-asm",
                                        NULL};
    arguments_add_all(out, flags);
}

static void add_host_code(const char *placeholder, struct arguments *out)
{
    static const char *const flags[] = {"-x", "cuda-cpp-output", "-S", "-ffunction-sections", NULL};
    arguments_add_all(out, flags);
    add_cc1(true, "-fcuda-include-gpubinary", out);
    add_cc1(true, placeholder, out);
}

void command_compile(const struct step *step, const char *input, const char *pch,
                     const char *placeholder, const char *output, struct arguments *out)
{
    add_base(step, out);
    add_pch(step, pch, out);
    if (step->pass == PASS_HOST)
        add_host_code(placeholder, out);
    else
        add_device_code(out);
    add_source_place(step, input, out);
    arguments_add(out, "-o");
    arguments_add(out, output);
    arguments_add(out, input);
}

void command_assemble(const struct step *step, const char *input, const char *output,
                      struct arguments *out)
{
    arguments_add(out, step->toolchain->clang);
    if (step->pass != PASS_HOST)
        arguments_add_all(out, (const char *const[]){"--target=riscv64-unknown-elf",
                                                     "-march=rv64gcv_zfh_zvfh_zvl2048b",
                                                     "-mabi=lp64d", "-Wa,--no-warn", NULL});
    arguments_add_all(out, (const char *const[]){"-x", "assembler", "-c",
                                                 "-Wno-unused-command-line-argument", "-o", NULL});
    arguments_add(out, output);
    arguments_add(out, input);
}

void command_native(const struct step *step, const char *output, struct arguments *out)
{
    const char *dot = strrchr(step->source, '.');
    bool is_c =
        dot != NULL && (strcmp(dot, ".c") == 0 || strcmp(dot, ".s") == 0 || strcmp(dot, ".S") == 0);
    arguments_add(out, step->toolchain->clang);
    if (!is_c)
        arguments_add(out, step->options->standard);
    add_optimise(step, out);
    arguments_append(out, &step->options->host);
    add_depend(step, out);
    add_folders(step, out);
    arguments_add_all(
        out, (const char *const[]){"-idirafter", step->options->launch_headers, "-c", "-o", NULL});
    arguments_add(out, output);
    arguments_add(out, step->source);
}

/* --- linking -------------------------------------------------------------------------------- */

void command_device_link(const struct toolchain *toolchain, const char *output,
                         struct arguments *out)
{
    /* Buffers of different address spaces overlap on purpose: --no-check-sections. */
    static const char *const flags[] = {"-m",
                                        "elf64lriscv",
                                        "-static",
                                        "--gc-sections",
                                        "--no-check-sections",
                                        "--build-id=none",
                                        "-z",
                                        "nognustack",
                                        "--no-relax",
                                        "-T",
                                        NULL};
    arguments_add(out, toolchain->lld);
    arguments_add_all(out, flags);
    arguments_add(out, toolchain->script);
    arguments_add(out, "-o");
    arguments_add(out, output);
}

void command_host_link(const struct cc_options *options, const struct toolchain *toolchain,
                       char *const *objects, const char *output, struct arguments *out)
{
    arguments_add(out, toolchain->clang);
    arguments_add(out, "--driver-mode=g++");
    /* Dead functions may call device code that no library has. */
    arguments_printf(out, "--ld-path=%s", toolchain->lld);
    arguments_add(out, "-Wl,--gc-sections");
    arguments_append(out, &options->host);
    arguments_add(out, "-o");
    arguments_add(out, output);
    for (size_t i = 0; i < options->input_count; i++)
        arguments_add(out, objects[i]);
    arguments_append(out, &options->link);
    if (toolchain->library_dir != NULL) {
        arguments_printf(out, "-L%s", toolchain->library_dir);
        arguments_printf(out, "-Wl,-rpath,%s", toolchain->library_dir);
    }
    arguments_add(out, "-lbelay");
    arguments_add(out, "-Wno-unused-command-line-argument");
}
