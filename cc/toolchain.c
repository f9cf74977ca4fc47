#include "cc/toolchain.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cc/buffer.h"
#include "cc/file.h"
#include "cc/process.h"
#include "emu/error.h"

/* CMake finds these at configure time; the names without a folder are looked up in PATH. */
#ifndef BELAY_CLANG
#define BELAY_CLANG "clang-19"
#endif
#ifndef BELAY_LLD
#define BELAY_LLD "ld.lld-19"
#endif
/* The trees it is built from and in, for use before it is installed. */
#ifndef BELAY_BUILD_DIR
#define BELAY_BUILD_DIR     "."
#define BELAY_KERNEL_DIR    "kernel"
#define BELAY_GENERATED_DIR "generated"
#define BELAY_INCLUDE_DIR   "runtime/include"
#endif

/* The program that an environment variable names, else the configured one, else from PATH. */
static belay_status find_program(const char *variable, const char *configured, const char *name,
                                 const char *package, char **path, belay_error *err)
{
    const char *wanted = getenv(variable);
    bool chosen = wanted != NULL && *wanted != '\0';
    *path = program_find_path(chosen ? wanted : configured);
    if (*path == NULL && !chosen)
        *path = program_find_path(name);
    if (*path != NULL)
        return BELAY_OK;
    return error_set(err, BELAY_BAD_INPUT,
                     "'%s' is needed and not found; on Debian: apt install %s",
                     chosen ? wanted : name, package);
}

/* --- clang's own folders -------------------------------------------------------------------- */

/* The next "quoted word" of clang's -### output, unescaped in place; NULL at the end of the line.
 */
static char *next_word(char **text)
{
    char *word = strchr(*text, '"'), *out;
    char *line_end = strchr(*text, '\n');
    if (word == NULL || (line_end != NULL && line_end < word))
        return NULL;
    word++;
    char *in = out = word;
    for (; *in != '\0' && *in != '"'; in++) {
        if (*in == '\\' && in[1] != '\0')
            in++;
        *out++ = *in;
    }
    *text = *in == '"' ? in + 1 : in;
    *out = '\0';
    return word;
}

bool toolchain_read(const char *text, struct toolchain *out)
{
    char *copy = strdup(text), *at = copy ? strstr(copy, "\"-cc1\"") : NULL, *word;
    while (at != NULL && (word = next_word(&at)) != NULL) {
        bool folder = strcmp(word, "-internal-isystem") == 0 ||
                      strcmp(word, "-internal-externc-isystem") == 0;
        bool resource = strcmp(word, "-resource-dir") == 0;
        char *value = folder || resource ? next_word(&at) : NULL;
        char real[PATH_MAX];
        if (value == NULL || realpath(value, real) == NULL)
            continue;
        if (folder) {
            arguments_add(&out->system, word);
            arguments_add(&out->system, real);
            arguments_add(&out->plain, value);
            arguments_add(&out->plain, real);
        } else {
            free(out->resource_dir);
            out->resource_dir = strdup(real);
        }
    }
    free(copy);
    return out->resource_dir != NULL && out->system.count != 0;
}

static belay_status ask_clang(struct toolchain *out, belay_error *err)
{
    char *folder = NULL, *file = NULL;
    struct arguments command = {0};
    struct file_bytes bytes = {0};
    int code = 0;
    belay_status status = temp_make(&folder, err);
    if (status != BELAY_OK)
        return status;
    file = format_string("%s/driver", folder);
    arguments_add(&command, out->clang);
    arguments_add_all(&command,
                      (const char *const[]){"-###", "-x", "c++", "-E", "/dev/null", NULL});
    status = file == NULL ? error_set(err, BELAY_INTERNAL, "out of memory")
                          : process_run(&command, NULL, file, &code, err);
    if (status == BELAY_OK)
        status = file_map(file, &bytes, err);
    if (status == BELAY_OK) {
        char *text = strndup(bytes.data ? bytes.data : "", bytes.size);
        if (code != 0 || text == NULL || !toolchain_read(text, out))
            status = error_set(err, BELAY_BAD_INPUT, "'%s' does not tell its header folders",
                               out->clang);
        free(text);
    }
    file_unmap(&bytes);
    arguments_free(&command);
    temp_remove(folder);
    free(folder);
    free(file);
    return status;
}

/* Path, size and time of the real programs: another compiler makes other precompiled headers. */
static struct hash128 program_identity(const char *path, struct hash128 hash)
{
    char real[PATH_MAX];
    struct stat info = {0};
    if (realpath(path, real) == NULL || stat(real, &info) != 0)
        return hash;
    hash = hash_bytes(real, strlen(real), hash);
    long long value[] = {info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec};
    return hash_bytes(value, sizeof value, hash);
}

/* --- Belay's own files ---------------------------------------------------------------------- */

static char *executable_folder(void)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return NULL;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    if (slash != NULL)
        *slash = '\0';
    return strdup(path);
}

/* The first of two folders that holds a file; malloc'ed, NULL when neither does. */
static char *folder_with(const char *file, const char *first, const char *second)
{
    const char *const candidate[] = {first, second};
    for (size_t i = 0; i < 2; i++) {
        char *probe = format_string("%s/%s", candidate[i], file);
        bool found = probe != NULL && file_exists(probe);
        free(probe);
        if (found)
            return strdup(candidate[i]);
    }
    return NULL;
}

/* Where Belay is installed everything is below share/belay; in a build the generated header and the
 * runtime's headers may be where they were made. */
static belay_status add_own_folders(struct toolchain *out, const char *kernel, const char *share,
                                    belay_error *err)
{
    char real[PATH_MAX];
    char *installed = format_string("%s/include", share);
    char *include = folder_with("acl/acl.h", installed ? installed : "", BELAY_INCLUDE_DIR);
    char *generated = folder_with("belay_intrinsics.h", kernel, BELAY_GENERATED_DIR);
    belay_status status = BELAY_OK;
    if (realpath(kernel, real) == NULL || generated == NULL) {
        status = error_set(err, BELAY_BAD_INPUT, "Belay's kernel headers are not in '%s'", kernel);
    } else {
        out->script = format_string("%s/kernel.ld", real);
        out->runtime_source = format_string("%s/rt.s", real);
        arguments_printf(&out->own, "%s/compat", real);
        arguments_add(&out->own, real);
        if (strcmp(generated, kernel) != 0)
            arguments_add(&out->own, generated);
        if (include != NULL)
            arguments_add(&out->own, include);
        /* The prelude is plain C++ with our own assembly; the rest of kernel/ is Ascend C. */
        arguments_printf(&out->plain, "%s/belay", real);
        arguments_printf(&out->plain, "%s/belay_intrinsics.h", real);
        arguments_printf(&out->plain, "%s/belay_intrinsics.h", generated);
    }
    free(installed);
    free(include);
    free(generated);
    return status;
}

/* Installed beside the program, else in the trees it was built from and in. */
static belay_status find_own(struct toolchain *out, belay_error *err)
{
    char *bin = executable_folder();
    char *share = format_string("%s/../share/belay", bin ? bin : ".");
    char *prelude = format_string("%s/kernel/prelude.h", share ? share : "");
    bool installed = prelude != NULL && file_exists(prelude);
    if (!installed) {
        free(share);
        share = strdup(BELAY_BUILD_DIR "/share/belay");
    }
    char *kernel = installed ? format_string("%s/kernel", share) : strdup(BELAY_KERNEL_DIR);
    out->library_dir = installed ? format_string("%s/../lib", bin) : strdup(BELAY_BUILD_DIR "/lib");
    belay_status status = share != NULL && kernel != NULL
                              ? add_own_folders(out, kernel, share, err)
                              : error_set(err, BELAY_INTERNAL, "out of memory");
    free(bin);
    free(share);
    free(kernel);
    free(prelude);
    return status;
}

/* --- asc-devkit ----------------------------------------------------------------------------- */

/* Layout: <root>/include/kernel_operator.h in a checkout, <home>/[<arch>-linux/]asc/include/...
 * where CANN is installed (asc-devkit scripts/package, cmake/asc/asc_modules). */
static bool devkit_root(const char *root, struct arguments *out)
{
    static const char *const below[] = {"",
                                        "/include",
                                        "/include/basic_api",
                                        "/include/adv_api",
                                        "/include/c_api",
                                        "/include/utils",
                                        "/include/simt_api",
                                        "/include/tensor_api",
                                        "/include/aicpu_api",
                                        "/impl",
                                        "/impl/basic_api",
                                        NULL};
    char *probe = format_string("%s/include/kernel_operator.h", root);
    bool found = probe != NULL && file_exists(probe);
    free(probe);
    for (size_t i = 0; found && below[i] != NULL; i++) {
        char *folder = format_string("%s%s", root, below[i]);
        if (folder != NULL && is_folder(folder))
            arguments_add(out, folder);
        free(folder);
    }
    return found;
}

void devkit_folders(const char *dir, struct arguments *out)
{
    static const char *const root[] = {
        "", "/asc", "/x86_64-linux/asc", "/aarch64-linux/asc", "/compiler/asc", NULL};
    char real[PATH_MAX];
    if (realpath(dir, real) == NULL)
        return;
    for (size_t i = 0; root[i] != NULL; i++) {
        char *path = format_string("%s%s", real, root[i]);
        bool found = path != NULL && devkit_root(path, out);
        free(path);
        if (!found)
            continue;
        char *installed = format_string("%s/include", real); /* acl, securec, register */
        if (i > 0 && installed != NULL && is_folder(installed))
            arguments_add(out, installed);
        free(installed);
        return;
    }
}

static belay_status find_devkit(const struct cc_options *options, struct toolchain *out,
                                belay_error *err)
{
    const char *home = getenv("ASCEND_HOME_PATH");
    if (options->devkit != NULL) {
        devkit_folders(options->devkit, &out->devkit);
        if (out->devkit.count == 0)
            return error_set(err, BELAY_BAD_INPUT,
                             "'%s' is no asc-devkit: it has no include/kernel_operator.h",
                             options->devkit);
    } else if (home != NULL && *home != '\0') {
        devkit_folders(home, &out->devkit);
    }
    return BELAY_OK;
}

belay_status toolchain_find(const struct cc_options *options, struct toolchain *out,
                            belay_error *err)
{
    *out = (struct toolchain){0};
    belay_status status =
        find_program("BELAY_CLANG", BELAY_CLANG, "clang-19", "clang-19", &out->clang, err);
    if (status == BELAY_OK)
        status = find_program("BELAY_LLD", BELAY_LLD, "ld.lld-19", "lld-19", &out->lld, err);
    if (status == BELAY_OK)
        status = ask_clang(out, err);
    if (status == BELAY_OK)
        status = find_own(out, err);
    if (status == BELAY_OK)
        status = find_devkit(options, out, err);
    if (status != BELAY_OK) {
        toolchain_free(out);
        return status;
    }
    out->identity = program_identity(out->clang, (struct hash128){0, 0});
    return BELAY_OK;
}

void toolchain_free(struct toolchain *toolchain)
{
    free(toolchain->clang);
    free(toolchain->lld);
    free(toolchain->resource_dir);
    free(toolchain->script);
    free(toolchain->runtime_source);
    free(toolchain->library_dir);
    arguments_free(&toolchain->system);
    arguments_free(&toolchain->own);
    arguments_free(&toolchain->devkit);
    arguments_free(&toolchain->plain);
    *toolchain = (struct toolchain){0};
}
