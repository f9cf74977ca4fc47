#include "cc/source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cc/file.h"
#include "cc/image.h"
#include "cc/pass.h"
#include "cc/process.h"
#include "emu/error.h"

enum { PASSES = 3, MAX_AT_ONCE = 3 };

enum pass_state { PASS_NOT_WANTED, PASS_WAITING, PASS_RUNNING, PASS_DONE };

struct worker {
    struct pass_job job;
    enum pass_state state;
    int pipe; /* reads the worker's notice, then its end */
    pid_t pid;
    belay_status status;
};

struct source {
    const struct source_job *job;
    struct worker worker[PASSES]; /* by enum rewrite_pass */
    struct pass_kernels kernels;  /* of the vec pass, or the cube pass where that is the only one */
    belay_error *err;
};

/* --- the passes, side by side --------------------------------------------------------------- */

static int worker_main(void *argument)
{
    return pass_run(argument);
}

static belay_status start_worker(struct source *s, struct worker *worker)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return error_set(s->err, BELAY_INTERNAL, "pipe: %s", strerror(errno));
    worker->job.notify = ends[1];
    worker->pipe = ends[0];
    belay_status status = process_fork(worker_main, &worker->job, &worker->pid, s->err);
    close(ends[1]);
    if (status != BELAY_OK) {
        close(ends[0]);
        return status;
    }
    worker->state = PASS_RUNNING;
    return BELAY_OK;
}

/* The first device pass tells which cores the kernels want; a source without kernels there may have
 * them under #ifdef for the other core. */
static belay_status kernels_known(struct source *s, enum rewrite_pass pass)
{
    struct pass_kernels kernels;
    if (pass == PASS_HOST)
        return BELAY_OK;
    belay_status status = pass_read_kernels(s->job->temp, pass, &kernels, s->err);
    if (status != BELAY_OK)
        return status;
    if (pass == PASS_VEC || s->job->options->only_cube)
        s->kernels = kernels;
    bool wanted = kernels.in_cube || kernels.count == 0;
    if (pass == PASS_VEC && wanted && !s->job->options->only_vec)
        s->worker[PASS_CUBE].state = PASS_WAITING;
    return BELAY_OK;
}

static belay_status finish_worker(struct source *s, enum rewrite_pass pass)
{
    struct worker *worker = &s->worker[pass];
    close(worker->pipe);
    worker->state = PASS_DONE;
    worker->status = (belay_status)process_wait(worker->pid);
    if ((int)worker->status > (int)BELAY_INTERNAL)
        worker->status = BELAY_INTERNAL;
    return BELAY_OK;
}

/* Waits for news of the running workers and takes it in. */
static belay_status wait_for_news(struct source *s)
{
    struct pollfd fds[PASSES];
    enum rewrite_pass pass[PASSES];
    nfds_t count = 0;
    for (int i = 0; i < PASSES; i++)
        if (s->worker[i].state == PASS_RUNNING) {
            pass[count] = (enum rewrite_pass)i;
            fds[count++] = (struct pollfd){.fd = s->worker[i].pipe, .events = POLLIN};
        }
    if (poll(fds, count, -1) < 0)
        return errno == EINTR ? BELAY_OK : error_set(s->err, BELAY_INTERNAL, "poll failed");
    belay_status status = BELAY_OK;
    for (nfds_t i = 0; i < count && status == BELAY_OK; i++) {
        char notice;
        if (fds[i].revents == 0)
            continue;
        ssize_t got = read(fds[i].fd, &notice, 1);
        if (got == 1)
            status = kernels_known(s, pass[i]);
        else if (got == 0)
            status = finish_worker(s, pass[i]);
    }
    return status;
}

static int count_state(const struct source *s, enum pass_state state)
{
    int count = 0;
    for (int i = 0; i < PASSES; i++)
        count += s->worker[i].state == state;
    return count;
}

static int workers_at_once(void)
{
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    return cpus < 1 ? 1 : (cpus > MAX_AT_ONCE ? MAX_AT_ONCE : (int)cpus);
}

static belay_status run_passes(struct source *s)
{
    static const enum rewrite_pass order[] = {PASS_VEC, PASS_CUBE, PASS_HOST};
    int room = workers_at_once();
    belay_status status = BELAY_OK;
    for (;;) {
        for (int i = 0; i < PASSES && status == BELAY_OK; i++) {
            struct worker *worker = &s->worker[order[i]];
            if (worker->state == PASS_WAITING && count_state(s, PASS_RUNNING) < room &&
                !process_interrupted())
                status = start_worker(s, worker);
        }
        if (count_state(s, PASS_RUNNING) == 0)
            return status;
        belay_status news = wait_for_news(s);
        if (status == BELAY_OK)
            status = news;
    }
}

/* --- from passes to the object -------------------------------------------------------------- */

/* Puts the device program where the host pass left its placeholder. */
static belay_status embed_program(struct source *s, const char *text_path, const char *program,
                                  const char *output)
{
    struct file_bytes text;
    belay_status status = file_map(text_path, &text, s->err);
    if (status != BELAY_OK)
        return status;
    const char *found =
        text.data ? memmem(text.data, text.size, host_placeholder, strlen(host_placeholder)) : NULL;
    const char *line = found, *end = text.data + text.size;
    while (line != NULL && line > text.data && line[-1] != '\n')
        line--;
    const char *after = found ? memchr(found, '\n', (size_t)(end - found)) : NULL;
    char *directive = format_string("\t.p2align\t4\n\t.incbin\t\"%s\"", program ? program : "");
    if (after == NULL) { /* no kernel is launched or defined here */
        struct file_piece whole = {text.data, text.size};
        status = file_write(output, &whole, 1, s->err);
    } else if (directive == NULL || program == NULL) {
        status =
            error_set(s->err, BELAY_INTERNAL,
                      "'%s': the host pass has kernels that no device pass has", s->job->source);
    } else {
        struct file_piece piece[] = {{text.data, (size_t)(line - text.data)},
                                     {directive, strlen(directive)},
                                     {after, (size_t)(end - after)}};
        status = file_write(output, piece, 3, s->err);
    }
    free(directive);
    file_unmap(&text);
    return status;
}

static belay_status make_program(struct source *s, const char *vec, const char *cube,
                                 const char *output, bool *made)
{
    char *errors = format_string("%s/link.err", s->job->temp);
    struct image_request request = {.options = s->job->options,
                                    .toolchain = s->job->toolchain,
                                    .temp = s->job->temp,
                                    .vec = vec != NULL && file_exists(vec) ? vec : NULL,
                                    .cube = cube != NULL && file_exists(cube) ? cube : NULL,
                                    .error_file = errors,
                                    .output = output};
    belay_status status = image_link(&request, made, s->err);
    diagnostics_add_file(s->job->diagnostics, errors);
    free(errors);
    if (status == BELAY_OK && !*made && s->job->options->device_only)
        return error_set(s->err, BELAY_BAD_INPUT, "'%s' has no kernel", s->job->source);
    return status;
}

static belay_status make_host_object(struct source *s, const char *program)
{
    char *text = pass_file(s->job->temp, PASS_HOST, ".s");
    char *whole = pass_file(s->job->temp, PASS_HOST, ".whole.s");
    char *errors = format_string("%s/assemble.err", s->job->temp);
    struct arguments command = {0};
    struct step step = {s->job->options, s->job->toolchain, PASS_HOST, s->job->source,
                        s->job->output};
    int code = 0;
    belay_status status = text == NULL || whole == NULL || errors == NULL
                              ? error_set(s->err, BELAY_INTERNAL, "out of memory")
                              : embed_program(s, text, program, whole);
    if (status == BELAY_OK) {
        command_assemble(&step, whole, s->job->output, &command);
        status = process_run(&command, NULL, errors, &code, s->err);
        diagnostics_add_file(s->job->diagnostics, errors);
    }
    if (status == BELAY_OK && code != 0)
        status = error_set(s->err, BELAY_BAD_INPUT, "cannot write '%s'", s->job->output);
    arguments_free(&command);
    free(text);
    free(whole);
    free(errors);
    return status;
}

/* An error of one device pass counts unless no kernel says that it runs there. */
static belay_status judge_passes(struct source *s)
{
    struct worker *vec = &s->worker[PASS_VEC], *cube = &s->worker[PASS_CUBE];
    belay_status worst = s->worker[PASS_HOST].status;
    bool open = s->kernels.open;
    bool vec_good = vec->state == PASS_DONE && vec->status == BELAY_OK;
    bool cube_good = cube->state == PASS_DONE && cube->status == BELAY_OK;
    if (vec->status != BELAY_OK && !(open && cube_good))
        worst = worst == BELAY_OK ? vec->status : worst;
    if (cube->status != BELAY_OK && !(open && vec_good))
        worst = worst == BELAY_OK ? cube->status : worst;
    return worst;
}

/* Diagnostics of the host pass first: it sees the source as the user wrote it. */
static void collect_diagnostics(struct source *s, belay_status judged)
{
    static const enum rewrite_pass order[] = {PASS_HOST, PASS_VEC, PASS_CUBE};
    for (int i = 0; i < PASSES; i++) {
        const struct worker *worker = &s->worker[order[i]];
        if (worker->state != PASS_DONE || (worker->status != BELAY_OK && judged == BELAY_OK))
            continue;
        char *path = pass_file(s->job->temp, order[i], ".err");
        diagnostics_add_file(s->job->diagnostics, path);
        free(path);
    }
}

static void print_plan(struct source *s)
{
    for (int i = 0; i < PASSES; i++) {
        struct step *step = &s->worker[i].job.step;
        struct arguments command[3] = {{0}, {0}, {0}};
        char *name[4] = {
            pass_file(s->job->temp, step->pass, ".i"), pass_file(s->job->temp, step->pass, ".ii"),
            pass_file(s->job->temp, step->pass, ".s"), pass_file(s->job->temp, step->pass, ".o")};
        command_preprocess(step, name[0] ? name[0] : "", &command[0]);
        command_compile(step, name[1] ? name[1] : "", NULL, "placeholder", name[2] ? name[2] : "",
                        &command[1]);
        command_assemble(step, name[2] ? name[2] : "", name[3] ? name[3] : "", &command[2]);
        for (int k = 0; k < 3; k++) {
            char *line = arguments_line(&command[k]);
            fprintf(stderr, "%s\n", line ? line : "");
            free(line);
            arguments_free(&command[k]);
        }
        for (int k = 0; k < 4; k++)
            free(name[k]);
    }
}

static void prepare(struct source *s)
{
    const struct cc_options *o = s->job->options;
    for (int i = 0; i < PASSES; i++) {
        struct worker *worker = &s->worker[i];
        worker->job.step = (struct step){o, s->job->toolchain, (enum rewrite_pass)i, s->job->source,
                                         s->job->output};
        worker->job.temp = s->job->temp;
        worker->status = BELAY_OK;
    }
    s->worker[o->only_cube ? PASS_CUBE : PASS_VEC].state = PASS_WAITING;
    if (!o->device_only)
        s->worker[PASS_HOST].state = PASS_WAITING;
}

belay_status source_compile(const struct source_job *job, belay_error *err)
{
    struct source s = {.job = job, .err = err};
    prepare(&s);
    if (job->options->dry_run) {
        print_plan(&s);
        return BELAY_OK;
    }
    belay_status status = run_passes(&s);
    if (status == BELAY_OK && process_interrupted())
        status = error_set(err, BELAY_BAD_INPUT, "interrupted");
    if (status != BELAY_OK)
        return status;
    status = judge_passes(&s);
    collect_diagnostics(&s, status);
    if (status != BELAY_OK)
        return error_set(err, status, "compiling '%s' failed", job->source);
    char *vec = pass_file(job->temp, PASS_VEC, ".o"), *cube = pass_file(job->temp, PASS_CUBE, ".o");
    char *program =
        job->options->device_only ? strdup(job->output) : format_string("%s/device.elf", job->temp);
    if (vec == NULL || cube == NULL || program == NULL)
        status = error_set(err, BELAY_INTERNAL, "out of memory");
    bool made = false;
    if (status == BELAY_OK)
        status = make_program(&s, vec, cube, program, &made);
    if (status == BELAY_OK && !job->options->device_only)
        status = make_host_object(&s, made ? program : NULL);
    free(vec);
    free(cube);
    free(program);
    return status;
}

belay_status source_native(const struct source_job *job, belay_error *err)
{
    struct arguments command = {0};
    struct step step = {job->options, job->toolchain, PASS_HOST, job->source, job->output};
    char *errors = format_string("%s/native.err", job->temp);
    int code = 0;
    command_native(&step, job->output, &command);
    if (job->options->verbose) {
        char *line = arguments_line(&command);
        fprintf(stderr, "%s\n", line ? line : "");
        free(line);
    }
    belay_status status =
        job->options->dry_run ? BELAY_OK : process_run(&command, NULL, errors, &code, err);
    diagnostics_add_file(job->diagnostics, errors);
    if (status == BELAY_OK && code != 0)
        status = error_set(err, BELAY_BAD_INPUT, "compiling '%s' failed", job->source);
    arguments_free(&command);
    free(errors);
    return status;
}
