#include "cc/pass.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cc/buffer.h"
#include "cc/cache.h"
#include "cc/file.h"
#include "cc/process.h"
#include "cc/registers.h"
#include "cc/split.h"
#include "emu/error.h"

/* Counts in every cache key: raise it when the rewriter's output for the same text changes. */
enum { REWRITER_VERSION = 1 };

struct pass {
    const struct pass_job *job;
    const struct cc_options *options;
    enum rewrite_pass pass;
    char *errors; /* <pass>.err */
    char *pch;    /* NULL: none is used */
    struct rewrite_result text;
    belay_error err;
};

const char *pass_name(enum rewrite_pass pass)
{
    static const char *const name[] = {"vec", "cube", "host"};
    return name[pass];
}

char *pass_file(const char *temp, enum rewrite_pass pass, const char *suffix)
{
    return format_string("%s/%s%s", temp, pass_name(pass), suffix);
}

static belay_status no_memory(struct pass *p)
{
    return error_set(&p->err, BELAY_INTERNAL, "out of memory");
}

/* Runs a command; a failure of the compiler itself has no message of ours. */
static belay_status run(struct pass *p, struct arguments *command)
{
    int code = 0;
    if (p->options->verbose) {
        char *line = arguments_line(command);
        fprintf(stderr, "%s\n", line ? line : "");
        free(line);
    }
    belay_status status = process_run(command, NULL, p->errors, &code, &p->err);
    arguments_free(command);
    if (status != BELAY_OK || code == 0)
        return status;
    error_set(&p->err, BELAY_BAD_INPUT, "%s", "");
    if (code >= 128)
        return error_set(&p->err, BELAY_INTERNAL, "clang ended with signal %d in the %s pass",
                         code - 128, pass_name(p->pass));
    return BELAY_BAD_INPUT;
}

static char *file_of(const struct pass *p, const char *suffix)
{
    return pass_file(p->job->temp, p->pass, suffix);
}

static belay_status write_file(struct pass *p, const char *path, const char *data, size_t size)
{
    struct file_piece piece = {data, size};
    return path == NULL ? no_memory(p) : file_write(path, &piece, 1, &p->err);
}

static belay_status rewrite(struct pass *p, const char *text, size_t size,
                            struct rewrite_result *out)
{
    struct rewrite_options options = {
        .pass = p->pass, .plain_dirs = (const char *const *)p->job->step.toolchain->plain.item};
    return rewrite_text(text, size, &options, out, &p->err);
}

/* --- the precompiled header ----------------------------------------------------------------- */

static struct hash128 cache_key(struct pass *p, const char *head, size_t size)
{
    struct arguments flags = {0};
    int version[] = {REWRITER_VERSION, (int)p->pass};
    struct hash128 hash = hash_bytes(version, sizeof version, p->job->step.toolchain->identity);
    command_pch(&p->job->step, "", "", &flags);
    for (size_t i = 0; i < flags.count; i++)
        hash = hash_bytes(flags.item[i], strlen(flags.item[i]) + 1, hash);
    arguments_free(&flags);
    return hash_bytes(head, size, hash);
}

/* Makes the cache entry, or leaves p->pch NULL where the cache cannot be written. */
static belay_status make_pch(struct pass *p, const char *folder, struct hash128 key,
                             const struct split *split)
{
    struct rewrite_result head;
    struct arguments command = {0};
    char *path = cache_new(folder, key), *input = file_of(p, ".head");
    belay_status status = rewrite(p, split->head, split->head_size, &head);
    if (status == BELAY_OK && path != NULL) {
        status = write_file(p, input, head.text, head.size);
        if (status == BELAY_OK) {
            command_pch(&p->job->step, input, path, &command);
            status = run(p, &command);
        }
        if (status == BELAY_OK)
            p->pch = cache_commit(folder, key, path, (uint64_t)CACHE_LIMIT_MIB << 20);
        else
            unlink(path);
    }
    rewrite_result_free(&head);
    free(path);
    free(input);
    return status;
}

/* What names a source's memory of the headers it had when it was compiled last. */
static struct hash128 source_key(const struct pass *p)
{
    char real[PATH_MAX];
    const char *source = p->job->step.source;
    const char *path = realpath(source, real) != NULL ? real : source;
    int pass[] = {(int)p->pass};
    return hash_bytes(path, strlen(path), hash_bytes(pass, sizeof pass, (struct hash128){0, 0}));
}

/* One way to split: finds the precompiled header, or makes it when `make` allows. The headers must
 * hold no kernel: their kernels would be missing in the list of this source. */
static belay_status try_split(struct pass *p, const char *folder, const struct split *split,
                              bool make)
{
    static const char mark[] = "__belay_global__";
    if (split->head_size == 0 ||
        memmem(split->head, split->head_size, mark, sizeof mark - 1) != NULL)
        return BELAY_OK;
    struct hash128 key = cache_key(p, split->head, split->head_size);
    p->pch = cache_find(folder, key);
    return p->pch != NULL || !make ? BELAY_OK : make_pch(p, folder, key, split);
}

/* Chooses how much goes into the precompiled header. All headers, unless they are not those of the
 * last time: then the user is at work on one, and the part in front of the project's headers is
 * the better choice. */
static belay_status choose_split(struct pass *p, const char *folder, const char *text, size_t size,
                                 struct split_options *where, struct split *split)
{
    where->level = SPLIT_ALL_HEADERS;
    belay_status status = split_text(text, size, where, split, &p->err);
    if (status != BELAY_OK)
        return status;
    bool same = cache_remember(folder, source_key(p), cache_key(p, split->head, split->head_size));
    status = try_split(p, folder, split, same);
    if (status != BELAY_OK || p->pch != NULL)
        return status;
    split_free(split);
    where->level = SPLIT_STABLE;
    status = split_text(text, size, where, split, &p->err);
    return status == BELAY_OK ? try_split(p, folder, split, true) : status;
}

/* Rewrites the text, its headers replaced by a precompiled header where possible. */
static belay_status rewrite_with_cache(struct pass *p, const char *text, size_t size,
                                       struct split_options *where)
{
    struct split split = {0};
    char *folder = p->options->use_cache ? cache_folder() : NULL;
    belay_status status = BELAY_OK;
    if (folder != NULL)
        status = choose_split(p, folder, text, size, where, &split);
    if (status == BELAY_OK && p->pch != NULL)
        status = rewrite(p, split.rest, split.rest_size, &p->text);
    else if (status == BELAY_OK)
        status = rewrite(p, text, size, &p->text);
    split_free(&split);
    free(folder);
    return status;
}

/* Folder above the source's own: where the rest of the user's project is likely to be. */
static void project_folder(const char *source, char out[PATH_MAX])
{
    if (realpath(source, out) == NULL)
        strcpy(out, "/");
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(out, '/');
        if (slash != NULL)
            *slash = '\0';
    }
}

static belay_status rewrite_source(struct pass *p, const char *path)
{
    struct file_bytes bytes;
    char project[PATH_MAX], folder[PATH_MAX];
    struct arguments stable = {0};
    belay_status status = file_map(path, &bytes, &p->err);
    if (status != BELAY_OK)
        return status;
    project_folder(p->job->step.source, project);
    if (getcwd(folder, sizeof folder) == NULL)
        strcpy(folder, "/");
    arguments_append(&stable, &p->job->step.toolchain->devkit);
    arguments_append(&stable, &p->job->step.toolchain->own);
    arguments_append(&stable, &p->job->step.toolchain->system);
    struct split_options where = {.source = p->job->step.source,
                                  .folder = folder,
                                  .stable = (const char *const *)stable.item,
                                  .project = project};
    status = stable.failed
                 ? no_memory(p)
                 : rewrite_with_cache(p, bytes.data ? bytes.data : "", bytes.size, &where);
    arguments_free(&stable);
    file_unmap(&bytes);
    return status;
}

/* --- kernels -------------------------------------------------------------------------------- */

static belay_status write_kernels(struct pass *p)
{
    struct buffer out = {0};
    char *path = file_of(p, ".kernels");
    for (size_t i = 0; i < p->text.kernel_count; i++)
        buffer_printf(&out, "%d %s\n", (int)p->text.kernel[i].kind, p->text.kernel[i].name);
    belay_status status =
        out.failed ? no_memory(p) : write_file(p, path, out.data ? out.data : "", out.size);
    if (status == BELAY_OK && p->job->notify >= 0 && write(p->job->notify, "k", 1) != 1)
        status = error_set(&p->err, BELAY_INTERNAL, "cannot tell the driver");
    buffer_free(&out);
    free(path);
    return status;
}

belay_status pass_read_kernels(const char *temp, enum rewrite_pass pass, struct pass_kernels *out,
                               belay_error *err)
{
    char *path = pass_file(temp, pass, ".kernels"), name[256];
    FILE *file = path ? fopen(path, "r") : NULL;
    int kind;
    *out = (struct pass_kernels){0};
    free(path);
    if (file == NULL)
        return error_set(err, BELAY_INTERNAL, "the %s pass left no list of kernels",
                         pass_name(pass));
    while (fscanf(file, "%d %255s", &kind, name) == 2) {
        out->count++;
        out->open |= kind == KERNEL_AUTO;
        out->in_vec |= kernel_kind_in_pass((enum kernel_kind)kind, PASS_VEC);
        out->in_cube |= kernel_kind_in_pass((enum kernel_kind)kind, PASS_CUBE);
    }
    fclose(file);
    return BELAY_OK;
}

static belay_status write_launch_headers(struct pass *p)
{
    belay_status status = BELAY_OK;
    const char *folder = p->options->launch_headers;
    if (folder == NULL || p->pass != PASS_HOST)
        return BELAY_OK;
    if (!make_folders(folder))
        return error_set(&p->err, BELAY_BAD_INPUT, "cannot make the folder '%s'", folder);
    for (size_t i = 0; i < p->text.kernel_count && status == BELAY_OK; i++) {
        const struct rewrite_kernel *kernel = &p->text.kernel[i];
        if (kernel->launch_header == NULL)
            continue;
        char *path = format_string("%s/aclrtlaunch_%s.h", folder, kernel->name);
        status = write_file(p, path, kernel->launch_header, strlen(kernel->launch_header));
        free(path);
    }
    return status;
}

/* --- compiling ------------------------------------------------------------------------------ */

/* The assembler needs the register numbers as symbols in front, and the device's C functions. */
static belay_status add_runtime(struct pass *p, const char *body, const char *whole)
{
    struct file_bytes text, runtime = {0};
    char *symbols = register_symbols();
    belay_status status = file_map(body, &text, &p->err);
    if (status != BELAY_OK) {
        free(symbols);
        return status;
    }
    status = file_map(p->job->step.toolchain->runtime_source, &runtime, &p->err);
    if (status == BELAY_OK && symbols != NULL) {
        struct file_piece piece[] = {
            {symbols, strlen(symbols)}, {text.data, text.size}, {runtime.data, runtime.size}};
        status = file_write(whole, piece, 3, &p->err);
    } else if (status == BELAY_OK) {
        status = no_memory(p);
    }
    file_unmap(&text);
    file_unmap(&runtime);
    free(symbols);
    return status;
}

static belay_status compile_device(struct pass *p, const char *input)
{
    struct arguments command = {0};
    char *body = file_of(p, ".body.s"), *whole = file_of(p, ".s"), *object = file_of(p, ".o");
    belay_status status = BELAY_OK;
    if (body == NULL || whole == NULL || object == NULL)
        status = no_memory(p);
    if (status == BELAY_OK) {
        command_compile(&p->job->step, input, p->pch, NULL, body, &command);
        status = run(p, &command);
    }
    if (status == BELAY_OK)
        status = add_runtime(p, body, whole);
    if (status == BELAY_OK) {
        command_assemble(&p->job->step, whole, object, &command);
        status = run(p, &command);
    }
    free(body);
    free(whole);
    free(object);
    return status;
}

static belay_status compile_host(struct pass *p, const char *input)
{
    struct arguments command = {0};
    char *placeholder = file_of(p, ".placeholder"), *output = file_of(p, ".s");
    belay_status status = write_file(p, placeholder, host_placeholder, strlen(host_placeholder));
    if (status == BELAY_OK && output == NULL)
        status = no_memory(p);
    if (status == BELAY_OK) {
        command_compile(&p->job->step, input, p->pch, placeholder, output, &command);
        status = run(p, &command);
    }
    free(placeholder);
    free(output);
    return status;
}

/* Is there anything to compile? The host part always is; a device pass needs a kernel. */
static bool has_code(const struct pass *p)
{
    bool found = p->pass == PASS_HOST;
    for (size_t i = 0; i < p->text.kernel_count; i++)
        found |= kernel_kind_in_pass(p->text.kernel[i].kind, p->pass);
    return found;
}

static belay_status run_steps(struct pass *p)
{
    struct arguments command = {0};
    char *raw = file_of(p, ".i"), *input = file_of(p, ".ii");
    belay_status status = raw == NULL || input == NULL ? no_memory(p) : BELAY_OK;
    if (status == BELAY_OK) {
        command_preprocess(&p->job->step, raw, &command);
        status = run(p, &command);
    }
    if (status == BELAY_OK)
        status = rewrite_source(p, raw);
    if (status == BELAY_OK)
        status = write_kernels(p);
    if (status == BELAY_OK)
        status = write_launch_headers(p);
    if (status == BELAY_OK)
        status = write_file(p, input, p->text.text, p->text.size);
    if (status == BELAY_OK && has_code(p))
        status = p->pass == PASS_HOST ? compile_host(p, input) : compile_device(p, input);
    free(raw);
    free(input);
    return status;
}

/* Our own message, in the form of the compiler's. */
static void report(const struct pass *p)
{
    FILE *file = fopen(p->errors, "a");
    if (file == NULL || p->err.message[0] == '\0') {
        if (file != NULL)
            fclose(file);
        return;
    }
    if (p->err.line != 0)
        fprintf(file, "%s:%d: error: %s\n", p->err.file, p->err.line, p->err.message);
    else
        fprintf(file, "belay cc: error: %s\n", p->err.message);
    fclose(file);
}

int pass_run(void *job)
{
    struct pass p = {.job = job};
    p.options = p.job->step.options;
    p.pass = p.job->step.pass;
    p.errors = file_of(&p, ".err");
    belay_status status = p.errors == NULL ? BELAY_INTERNAL : run_steps(&p);
    if (status != BELAY_OK && p.errors != NULL)
        report(&p);
    rewrite_result_free(&p.text);
    free(p.pch);
    free(p.errors);
    return (int)status;
}
