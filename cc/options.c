#include "cc/options.h"

#include <stdlib.h>
#include <string.h>

#include "cc/file.h"
#include "cc/lex.h"
#include "emu/error.h"

const char options_help[] =
    "usage: belay cc [options] file...\n"
    "\n"
    "Compiles Ascend C (.asc, .cce; C++ with __global__ or -x asc) for the emulated core and "
    "links\n"
    "it with the host code of the same file. Other C and C++ is compiled natively, objects "
    "linked.\n"
    "\n"
    "  -c                     compile to a host object that holds the device program\n"
    "  -o FILE                output; FILE.elf with -c is the device program alone\n"
    "  --device-only          write the device program, an ELF file\n"
    "  -O0 .. -O3, -g, -std=  as for clang; device code always has line information\n"
    "  -I -D -U -include -isystem -iquote -idirafter\n"
    "                         as for clang, in all passes\n"
    "  -f* -m* -W* -w -pthread\n"
    "                         as for clang, for the host code\n"
    "  -L -l -Wl,*            as for clang; the vendor's libraries are left out, libbelay has "
    "them\n"
    "  -MD -MMD -MF -MT -MQ -MP\n"
    "                         dependency file\n"
    "  --npu-arch=dav-3510    the architecture\n"
    "  --asc-devkit DIR       a checkout of asc-devkit, or an installed one; else "
    "$ASCEND_HOME_PATH\n"
    "  --launch-headers DIR   write aclrtlaunch_<kernel>.h there; native files of the same "
    "command\n"
    "                         find them also without\n"
    "  --save-temps DIR       keep the files between the passes there\n"
    "  --no-cache             no precompiled headers\n"
    "  -v, -###               print the commands; -### runs none\n";

struct parser {
    struct cc_options *options;
    int argc, at;
    char **argv;
    const char *language;
    belay_error *err;
};

static const char *after_prefix(const char *text, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncmp(text, prefix, length) == 0 ? text + length : NULL;
}

static bool is_one_of(const char *text, const char *const *list)
{
    for (; *list != NULL; list++)
        if (strcmp(text, *list) == 0)
            return true;
    return false;
}

/* The next word of the command line, as the value of an option. */
static belay_status next_value(struct parser *p, const char **value)
{
    if (p->at + 1 >= p->argc)
        return error_set(p->err, BELAY_BAD_INPUT, "option '%s' needs a value", p->argv[p->at]);
    *value = p->argv[++p->at];
    return BELAY_OK;
}

enum input_kind input_kind_of(const char *path, const char *language)
{
    static const char *const ascend[] = {"asc", "cce", NULL};
    static const char *const native[] = {"c", "cc", "cpp", "cxx", "C", "c++", "s", "S", NULL};
    const char *dot = strrchr(path, '.');
    const char *extension = dot != NULL && strchr(dot, '/') == NULL ? dot + 1 : "";
    if (language != NULL)
        return is_one_of(language, ascend) ? INPUT_ASCEND : INPUT_NATIVE;
    if (is_one_of(extension, ascend))
        return INPUT_ASCEND;
    return is_one_of(extension, native) ? INPUT_NATIVE : INPUT_LINK;
}

/* C++ with __global__ in it can only be for the device, whatever its name. */
static bool holds_kernels(const char *path)
{
    struct file_bytes bytes;
    struct lexed lexed;
    bool found = false;
    if (file_map(path, &bytes, NULL) != BELAY_OK)
        return false; /* missing: reported with the other inputs */
    if (lex_text(bytes.data, bytes.size, &lexed)) {
        for (size_t i = 0; i < lexed.token_count && !found; i++)
            found = token_word(&lexed, i) == WORD_GLOBAL;
        lexed_free(&lexed);
    }
    file_unmap(&bytes);
    return found;
}

static belay_status add_input(struct parser *p, const char *path)
{
    struct cc_options *o = p->options;
    struct cc_input *larger = realloc(o->input, (o->input_count + 1) * sizeof *larger);
    if (larger == NULL)
        return error_set(p->err, BELAY_INTERNAL, "out of memory");
    o->input = larger;
    enum input_kind kind = input_kind_of(path, p->language);
    if (kind == INPUT_NATIVE && p->language == NULL && holds_kernels(path))
        kind = INPUT_ASCEND;
    o->input[o->input_count++] = (struct cc_input){path, kind};
    return BELAY_OK;
}

/* --- the vendor's spellings ----------------------------------------------------------------- */

/* dav-3510, or the older name of the same core. */
static belay_status set_arch(struct parser *p, const char *name)
{
    struct cc_options *o = p->options;
    const char *rest = after_prefix(name, "dav-3510");
    if (rest == NULL)
        rest = after_prefix(name, "dav-c310");
    o->only_vec = rest != NULL && strcmp(rest, "-vec") == 0;
    o->only_cube = rest != NULL && strcmp(rest, "-cube") == 0;
    if (rest == NULL || (*rest != '\0' && !o->only_vec && !o->only_cube))
        return error_set(p->err, BELAY_UNSUPPORTED,
                         "architecture '%s' is not supported; dav-3510 is", name);
    return BELAY_OK;
}

static belay_status set_language(struct parser *p, const char *name)
{
    static const char *const known[] = {"asc", "cce", "c", "c++", "assembler", NULL};
    if (strcmp(name, "none") == 0) {
        p->language = NULL;
        return BELAY_OK;
    }
    if (!is_one_of(name, known))
        return error_set(p->err, BELAY_BAD_INPUT, "language '%s' of -x is not known", name);
    p->language = name;
    return BELAY_OK;
}

/* Libraries of CANN: libbelay has what programs use of them, and the machine need not have them. */
static bool is_vendor_library(const char *name)
{
    static const char *const list[] = {"ascendcl",
                                       "runtime",
                                       "ascendc_runtime",
                                       "acl_rt",
                                       "acl_rt_impl",
                                       "profapi",
                                       "unified_dlog",
                                       "ascendalog",
                                       "mmpa",
                                       "ascend_dump",
                                       "error_manager",
                                       "c_sec",
                                       "ge_common_base",
                                       "ge_common",
                                       "register",
                                       "tiling_api",
                                       "platform",
                                       "nnopbase",
                                       "opapi",
                                       "graph",
                                       "graph_base",
                                       "runtime_camodel",
                                       "npu_drv_camodel",
                                       "ascend_hal",
                                       "metadef",
                                       "ascendc_acl_stub",
                                       "hccl",
                                       NULL};
    return is_one_of(name, list);
}

static const char *const ignored[] = {
    "--asc-aicore-lang",   "--cce-fatobj-link", "-rdc=false",  "--cce-no-dcache-flush",
    "--cce-auto-sync=off", "--cce-res-usage",   "-save-temps", NULL};
static const char *const ignored_prefix[] = {"--cce-soc-version=",
                                             "--cce-soc-core-type=",
                                             "--cce-auto-sync",
                                             "--cce-enable-",
                                             "--cce-simd-vf-fusion=",
                                             "--run-mode=npu",
                                             NULL};
static const char *const unsupported[] = {"--enable-simt", "-dc", "-shared",           "-S", "-lib",
                                          "-rdc=true",     "-E",  "--cce-aicore-lang", NULL};
static const char *const unsupported_prefix[] = {"--run-mode=", "-Xclang", "-Xcce", NULL};

static bool has_prefix_of(const char *text, const char *const *list)
{
    for (; *list != NULL; list++)
        if (after_prefix(text, *list) != NULL)
            return true;
    return false;
}

/* Options of the vendor's compiler; *known says whether this was one. */
static belay_status parse_vendor(struct parser *p, const char *arg, bool *known)
{
    const char *value;
    *known = true;
    if ((value = after_prefix(arg, "--npu-arch=")) != NULL ||
        (value = after_prefix(arg, "--cce-aicore-arch=")) != NULL)
        return set_arch(p, value);
    if (strcmp(arg, "-mllvm") == 0) /* tuning of the vendor's code generator */
        return next_value(p, &value);
    if (strcmp(arg, "--cce-aicore-only") == 0) {
        p->options->device_only = true;
        return BELAY_OK;
    }
    if (is_one_of(arg, ignored) || has_prefix_of(arg, ignored_prefix))
        return BELAY_OK;
    if (is_one_of(arg, unsupported) || has_prefix_of(arg, unsupported_prefix))
        return error_set(p->err, BELAY_UNSUPPORTED, "option '%s' is not supported", arg);
    *known = false;
    return BELAY_OK;
}

/* --- options with values -------------------------------------------------------------------- */

/* -Idir or -I dir, into a list as two words. */
static belay_status parse_joined(struct parser *p, const char *arg, const char *name,
                                 struct arguments *list)
{
    const char *value = arg + strlen(name);
    if (*value == '\0') {
        belay_status status = next_value(p, &value);
        if (status != BELAY_OK)
            return status;
    }
    arguments_add(list, name);
    arguments_add(list, value);
    return BELAY_OK;
}

/* Options whose value is the next word, or stands after = where `equals`. */
static belay_status parse_string(struct parser *p, const char *arg, bool *known)
{
    struct cc_options *o = p->options;
    const struct {
        const char *name;
        const char **target;
        bool equals;
    } row[] = {{"-o", &o->output, false},
               {"--asc-devkit", &o->devkit, true},
               {"--launch-headers", &o->launch_headers, true},
               {"--save-temps", &o->save_temps, true}};
    *known = true;
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const char *rest = after_prefix(arg, row[i].name);
        if (rest == NULL)
            continue;
        if (*rest == '\0')
            return next_value(p, row[i].target);
        if (row[i].equals && *rest != '=')
            continue;
        *row[i].target = rest + row[i].equals;
        return BELAY_OK;
    }
    *known = false;
    return BELAY_OK;
}

static belay_status parse_lists(struct parser *p, const char *arg, bool *known)
{
    struct cc_options *o = p->options;
    /* Longer names first: -include before -I would not matter, -isystem and -iquote do. */
    static const char *const separate[] = {"-include", "-isystem", "-iquote", "-idirafter",
                                           "-I",       "-D",       "-U",      NULL};
    static const char *const depend[] = {"-MF", "-MT", "-MQ", NULL};
    *known = true;
    for (size_t i = 0; separate[i] != NULL; i++)
        if (after_prefix(arg, separate[i]) != NULL)
            return parse_joined(p, arg, separate[i], &o->preprocess);
    for (size_t i = 0; depend[i] != NULL; i++)
        if (after_prefix(arg, depend[i]) != NULL)
            return parse_joined(p, arg, depend[i], &o->depend);
    if (after_prefix(arg, "-L") != NULL)
        return parse_joined(p, arg, "-L", &o->link);
    if (after_prefix(arg, "-l") != NULL) {
        struct arguments library = {0};
        belay_status status = parse_joined(p, arg, "-l", &library);
        if (status == BELAY_OK && !is_vendor_library(library.item[1]))
            arguments_printf(&o->link, "-l%s", library.item[1]);
        arguments_free(&library);
        return status;
    }
    if (after_prefix(arg, "-x") != NULL) {
        const char *value = arg + 2;
        belay_status status = *value ? BELAY_OK : next_value(p, &value);
        return status != BELAY_OK ? status : set_language(p, value);
    }
    *known = false;
    return BELAY_OK;
}

/* --- options without values ----------------------------------------------------------------- */

static bool parse_flag(struct parser *p, const char *arg)
{
    struct cc_options *o = p->options;
    static const char *const levels[] = {"-O0", "-O1", "-O2", "-O3", "-Os", NULL};
    static const char *const depend[] = {"-MD", "-MMD", "-MP", NULL};
    if (strcmp(arg, "-c") == 0)
        o->compile_only = true;
    else if (strcmp(arg, "--device-only") == 0)
        o->device_only = true;
    else if (strcmp(arg, "-v") == 0)
        o->verbose = true;
    else if (strcmp(arg, "-###") == 0)
        o->verbose = o->dry_run = true;
    else if (strcmp(arg, "--no-cache") == 0)
        o->use_cache = false;
    else if (strcmp(arg, "--help") == 0 || strcmp(arg, "-h") == 0)
        o->help = true;
    else if (is_one_of(arg, levels))
        o->optimise = arg;
    else if (strcmp(arg, "-O") == 0)
        o->optimise = "-O1";
    else if (after_prefix(arg, "-std=") != NULL)
        o->standard = arg;
    else if (is_one_of(arg, depend))
        arguments_add(&o->depend, arg);
    else if (strcmp(arg, "-pthread") == 0 || strcmp(arg, "-w") == 0)
        arguments_add(&o->host, arg);
    else if (strncmp(arg, "-Wl,", 4) == 0 || strcmp(arg, "-rdynamic") == 0)
        arguments_add(&o->link, arg);
    else if (arg[1] == 'g') {
        o->debug = strcmp(arg, "-g0") != 0;
        arguments_add(&o->host, arg);
    } else if (arg[1] == 'f' || arg[1] == 'm' || arg[1] == 'W')
        arguments_add(&o->host, arg);
    else
        return false;
    return true;
}

static belay_status parse_one(struct parser *p)
{
    const char *arg = p->argv[p->at];
    bool known = false;
    if (arg[0] != '-' || arg[1] == '\0')
        return add_input(p, arg);
    belay_status status = parse_vendor(p, arg, &known);
    if (!known)
        status = parse_string(p, arg, &known);
    if (!known)
        status = parse_lists(p, arg, &known);
    if (!known && !parse_flag(p, arg))
        return error_set(p->err, BELAY_BAD_INPUT, "option '%s' is not known", arg);
    return status;
}

/* --- the whole ------------------------------------------------------------------------------ */

static belay_status check_options(struct cc_options *o, belay_error *err)
{
    size_t ascend = 0, sources = 0;
    for (size_t i = 0; i < o->input_count; i++) {
        ascend += o->input[i].kind == INPUT_ASCEND;
        sources += o->input[i].kind != INPUT_LINK;
    }
    if (o->input_count == 0)
        return error_set(err, BELAY_BAD_INPUT, "no input file");
    if (o->device_only && (ascend != 1 || sources != 1))
        return error_set(err, BELAY_BAD_INPUT,
                         "a device program is made of exactly one source "
                         "with kernels");
    if (o->compile_only && sources == 0)
        return error_set(err, BELAY_BAD_INPUT, "no source file to compile");
    if (o->compile_only && o->output != NULL && sources > 1)
        return error_set(err, BELAY_BAD_INPUT, "-o with -c takes one source file");
    if (o->preprocess.failed || o->host.failed || o->link.failed || o->depend.failed)
        return error_set(err, BELAY_INTERNAL, "out of memory");
    return BELAY_OK;
}

belay_status options_parse(int argc, char **argv, struct cc_options *options, belay_error *err)
{
    *options = (struct cc_options){.optimise = "-O2", .standard = "-std=c++17", .use_cache = true};
    struct parser p = {.options = options, .argc = argc, .argv = argv, .err = err};
    belay_status status = BELAY_OK;
    for (p.at = 1; p.at < argc && status == BELAY_OK && !options->help; p.at++)
        status = parse_one(&p);
    size_t length = options->output ? strlen(options->output) : 0;
    if (options->compile_only && length > 4 && strcmp(options->output + length - 4, ".elf") == 0)
        options->device_only = true;
    if (status == BELAY_OK && !options->help)
        status = check_options(options, err);
    if (status != BELAY_OK)
        options_free(options);
    return status;
}

void options_free(struct cc_options *options)
{
    free(options->input);
    arguments_free(&options->preprocess);
    arguments_free(&options->host);
    arguments_free(&options->link);
    arguments_free(&options->depend);
    *options = (struct cc_options){0};
}
