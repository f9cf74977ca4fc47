#include "cc/driver.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cc/diagnostics.h"
#include "cc/file.h"
#include "cc/options.h"
#include "cc/process.h"
#include "cc/source.h"
#include "cc/toolchain.h"
#include "emu/error.h"

struct driver {
    struct cc_options options;
    struct toolchain toolchain;
    char *temp;
    char *launch_headers; /* where they go when the user names no folder */
    char **objects;       /* by input: what the linker gets */
    struct diagnostics diagnostics;
    belay_error err;
};

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* "dir/add.asc" -> "add.o" */
static char *default_output(const char *path, const char *extension)
{
    const char *base = base_name(path);
    const char *dot = strrchr(base, '.');
    int length = (int)(dot != NULL && dot != base ? (size_t)(dot - base) : strlen(base));
    return format_string("%.*s%s", length, base, extension);
}

/* Where the result of one source goes: the user's file with -c, else a temporary object. */
static char *source_output(const struct driver *d, size_t input)
{
    const struct cc_options *o = &d->options;
    const char *path = o->input[input].path;
    if (o->device_only)
        return o->output ? strdup(o->output) : default_output(path, ".elf");
    if (o->compile_only)
        return o->output ? strdup(o->output) : default_output(path, ".o");
    return format_string("%s/%zu.o", d->temp, input);
}

static belay_status compile_input(struct driver *d, size_t i)
{
    const struct cc_input *input = &d->options.input[i];
    belay_status status = BELAY_OK;
    if (input->kind == INPUT_LINK) {
        d->objects[i] = strdup(input->path);
        return BELAY_OK;
    }
    d->objects[i] = source_output(d, i);
    char *folder = format_string("%s/%zu", d->temp, i);
    if (d->objects[i] == NULL || folder == NULL || !make_folders(folder))
        status = error_set(&d->err, BELAY_INTERNAL, "out of memory or disk");
    if (status == BELAY_OK) {
        struct source_job job = {.options = &d->options,
                                 .toolchain = &d->toolchain,
                                 .source = input->path,
                                 .temp = folder,
                                 .output = d->objects[i],
                                 .diagnostics = &d->diagnostics};
        status = input->kind == INPUT_ASCEND ? source_compile(&job, &d->err)
                                             : source_native(&job, &d->err);
    }
    free(folder);
    return status;
}

/* Kernels first: the native files of the same command may include their launch headers. */
static belay_status compile_inputs(struct driver *d)
{
    belay_status status = BELAY_OK;
    for (int kernels = 1; kernels >= 0; kernels--)
        for (size_t i = 0; i < d->options.input_count && status == BELAY_OK; i++)
            if ((d->options.input[i].kind == INPUT_ASCEND) == kernels)
                status = compile_input(d, i);
    return status;
}

static belay_status set_launch_headers(struct driver *d)
{
    if (d->options.launch_headers != NULL)
        return BELAY_OK;
    d->launch_headers = format_string("%s/launch", d->temp);
    d->options.launch_headers = d->launch_headers;
    return d->launch_headers != NULL ? BELAY_OK
                                     : error_set(&d->err, BELAY_INTERNAL, "out of memory");
}

static belay_status link_all(struct driver *d)
{
    struct arguments command = {0};
    char *errors = format_string("%s/link.err", d->temp);
    const char *output = d->options.output ? d->options.output : "a.out";
    int code = 0;
    command_host_link(&d->options, &d->toolchain, d->objects, output, &command);
    if (d->options.verbose) {
        char *line = arguments_line(&command);
        fprintf(stderr, "%s\n", line ? line : "");
        free(line);
    }
    belay_status status =
        d->options.dry_run ? BELAY_OK : process_run(&command, NULL, errors, &code, &d->err);
    diagnostics_add_file(&d->diagnostics, errors);
    if (status == BELAY_OK && code != 0)
        status = error_set(&d->err, BELAY_BAD_INPUT, "linking '%s' failed", output);
    arguments_free(&command);
    free(errors);
    return status;
}

/* Can the output be written? Better known before than after the work. */
static belay_status check_output(struct driver *d)
{
    const char *output = d->options.output;
    if (output == NULL || d->options.dry_run)
        return BELAY_OK;
    const char *slash = strrchr(output, '/');
    char *folder = slash ? strndup(output, (size_t)(slash - output) + 1) : strdup(".");
    bool good = folder != NULL && !is_folder(output) && access(folder, W_OK) == 0;
    int error = is_folder(output) ? EISDIR : errno;
    free(folder);
    if (good && access(output, F_OK) == 0 && access(output, W_OK) != 0) {
        good = false;
        error = errno;
    }
    return good ? BELAY_OK
                : error_set(&d->err, BELAY_BAD_INPUT, "cannot write '%s': %s", output,
                            strerror(error));
}

/* Missing inputs before any work; clang would tell it three times. */
static belay_status check_inputs(struct driver *d)
{
    for (size_t i = 0; i < d->options.input_count; i++) {
        struct file_bytes bytes;
        belay_status status = file_map(d->options.input[i].path, &bytes, &d->err);
        if (status != BELAY_OK)
            return status;
        file_unmap(&bytes);
    }
    return check_output(d);
}

static belay_status run(struct driver *d)
{
    belay_status status = check_inputs(d);
    if (status == BELAY_OK)
        status = toolchain_find(&d->options, &d->toolchain, &d->err);
    if (status == BELAY_OK)
        status = temp_make(&d->temp, &d->err);
    if (status == BELAY_OK)
        status = set_launch_headers(d);
    d->objects = calloc(d->options.input_count + 1, sizeof *d->objects);
    if (status == BELAY_OK && d->objects == NULL)
        status = error_set(&d->err, BELAY_INTERNAL, "out of memory");
    if (status == BELAY_OK)
        status = compile_inputs(d);
    if (status == BELAY_OK && !d->options.compile_only && !d->options.device_only)
        status = link_all(d);
    return status;
}

/* Prints what the compilers said and, unless they said why, our own message. */
static void report(struct driver *d, belay_status status)
{
    fwrite(d->diagnostics.text.data ? d->diagnostics.text.data : "", 1, d->diagnostics.text.size,
           stderr);
    if (status == BELAY_OK || process_interrupted())
        return;
    if (d->diagnostics.errors == 0 && d->err.message[0] != '\0')
        fprintf(stderr, "belay cc: error: %s\n", d->err.message);
}

static void save_temps(struct driver *d)
{
    if (d->options.save_temps == NULL || d->temp == NULL)
        return;
    for (size_t i = 0; i < d->options.input_count; i++) {
        char *from = format_string("%s/%zu", d->temp, i);
        if (from != NULL && is_folder(from) && !folder_copy(from, d->options.save_temps))
            fprintf(stderr, "belay cc: cannot save temporary files in '%s'\n",
                    d->options.save_temps);
        free(from);
    }
}

int cc_main(int argc, char **argv)
{
    struct driver d = {0};
    belay_status status = options_parse(argc, argv, &d.options, &d.err);
    if (status == BELAY_OK && d.options.help) {
        fputs(options_help, stdout);
        options_free(&d.options);
        return 0;
    }
    if (status == BELAY_OK) {
        process_catch_signals();
        status = run(&d);
        if (status == BELAY_BAD_INPUT && d.diagnostics.unsupported)
            status = BELAY_UNSUPPORTED;
    }
    report(&d, status);
    save_temps(&d);
    if (d.temp != NULL)
        temp_remove(d.temp);
    for (size_t i = 0; d.objects != NULL && i < d.options.input_count; i++)
        free(d.objects[i]);
    free(d.objects);
    free(d.launch_headers);
    free(d.temp);
    diagnostics_free(&d.diagnostics);
    toolchain_free(&d.toolchain);
    options_free(&d.options);
    if (process_interrupted())
        process_release_signals();
    return (int)status;
}
