#include "cc/pass.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cc/buffer.h"
#include "cc/file.h"
#include "cc/pass_state.h"
#include "cc/process.h"
#include "cc/registers.h"
#include "emu/error.h"

const char *pass_name(enum rewrite_pass pass)
{
    static const char *const name[] = {"vec", "cube", "host"};
    return name[pass];
}

char *pass_file(const char *temp, enum rewrite_pass pass, const char *suffix)
{
    return format_string("%s/%s%s", temp, pass_name(pass), suffix);
}

belay_status pass_no_memory(struct pass *p)
{
    return error_set(&p->err, BELAY_INTERNAL, "out of memory");
}

/* Runs a command; a failure of the compiler itself has no message of ours. */
belay_status pass_command(struct pass *p, struct arguments *command)
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

belay_status pass_write(struct pass *p, const char *path, const char *data, size_t size)
{
    struct file_piece piece = {data, size};
    return path == NULL ? pass_no_memory(p) : file_write(path, &piece, 1, &p->err);
}

/* --- kernels -------------------------------------------------------------------------------- */

static belay_status write_kernels(struct pass *p)
{
    struct buffer out = {0};
    char *path = file_of(p, ".kernels");
    for (size_t i = 0; i < p->text.kernel_count; i++)
        buffer_printf(&out, "%d %s\n", (int)p->text.kernel[i].kind, p->text.kernel[i].name);
    belay_status status =
        out.failed ? pass_no_memory(p) : pass_write(p, path, out.data ? out.data : "", out.size);
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
    if (p->pass != PASS_HOST)
        return BELAY_OK;
    if (!make_folders(folder))
        return error_set(&p->err, BELAY_BAD_INPUT, "cannot make the folder '%s'", folder);
    for (size_t i = 0; i < p->text.kernel_count && status == BELAY_OK; i++) {
        const struct rewrite_kernel *kernel = &p->text.kernel[i];
        if (kernel->launch_header == NULL)
            continue;
        char *path = format_string("%s/aclrtlaunch_%s.h", folder, kernel->name);
        status = pass_write(p, path, kernel->launch_header, strlen(kernel->launch_header));
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
        status = pass_no_memory(p);
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
        status = pass_no_memory(p);
    if (status == BELAY_OK) {
        command_compile(&p->job->step, input, p->pch, NULL, body, &command);
        status = pass_command(p, &command);
    }
    if (status == BELAY_OK)
        status = add_runtime(p, body, whole);
    if (status == BELAY_OK) {
        command_assemble(&p->job->step, whole, object, &command);
        status = pass_command(p, &command);
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
    belay_status status = pass_write(p, placeholder, host_placeholder, strlen(host_placeholder));
    if (status == BELAY_OK && output == NULL)
        status = pass_no_memory(p);
    if (status == BELAY_OK) {
        command_compile(&p->job->step, input, p->pch, placeholder, output, &command);
        status = pass_command(p, &command);
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

/* From the preprocessed text to assembly or an object. The list of kernels comes early: the driver
 * waits for it to know whether the other device pass is needed. */
static belay_status compile_text(struct pass *p, const char *raw, const char *input)
{
    struct pass_source source;
    belay_status status = pass_read_source(p, raw, &source);
    if (status == BELAY_OK)
        status = write_kernels(p);
    if (status == BELAY_OK)
        status = write_launch_headers(p);
    bool wanted = status == BELAY_OK && has_code(p);
    if (wanted)
        status = pass_find_header(p, &source);
    pass_source_free(&source);
    if (wanted && status == BELAY_OK)
        status = pass_write(p, input, p->text.text, p->text.size);
    if (wanted && status == BELAY_OK)
        status = p->pass == PASS_HOST ? compile_host(p, input) : compile_device(p, input);
    return status;
}

static belay_status run_steps(struct pass *p)
{
    struct arguments command = {0};
    char *raw = file_of(p, ".i"), *input = file_of(p, ".ii");
    belay_status status = raw == NULL || input == NULL ? pass_no_memory(p) : BELAY_OK;
    if (status == BELAY_OK) {
        command_preprocess(&p->job->step, raw, &command);
        status = pass_command(p, &command);
    }
    if (status == BELAY_OK)
        status = compile_text(p, raw, input);
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
