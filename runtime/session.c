#include "runtime/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* --- errors
 * -------------------------------------------------------------------------------------------- */

static const char *const status_name[] = {"ok", "kernel bug", "bad input", "unsupported",
                                          "internal error"};

void print_error(const belay_error *err)
{
    fflush(stdout);
    fprintf(stderr, "belay: %s: %s\n", status_name[err->status], err->message);
    if (err->core[0] != '\0') {
        fprintf(stderr, "  at core %s", err->core);
        if (err->pipe[0] != '\0')
            fprintf(stderr, ", pipe %s", err->pipe);
        fprintf(stderr, ", tick %" PRIu64 ", pc 0x%" PRIx64 "\n", err->tick, err->pc);
    }
    if (err->file[0] != '\0')
        fprintf(stderr, "  %s:%d\n", err->file, err->line);
}

void session_error(struct session *session, const belay_error *err)
{
    print_error(err);
    if (err->status > session->worst)
        session->worst = err->status;
}

/* --- running
 * ------------------------------------------------------------------------------------------- */

static void write_output(void *user, const char *text, size_t size)
{
    (void)user;
    fwrite(text, 1, size, stdout);
}

static void show_progress(void *user, uint64_t tick, unsigned done, unsigned blocks)
{
    struct session *session = user;
    double seconds = now() - session->launch_started;
    if (seconds < 2)
        return;
    session->progress_shown = true;
    fprintf(stderr, "\rbelay: %.0f s, tick %" PRIu64 ", %u of %u blocks done ", seconds, tick, done,
            blocks);
}

static belay_status fail(belay_error *err, belay_status status, const char *what, const char *which)
{
    memset(err, 0, sizeof *err);
    err->status = status;
    snprintf(err->message, sizeof err->message, what, which);
    return status;
}

static belay_status begin_trace(struct session *session, belay_error *err)
{
    const struct session_settings *settings = &session->settings;
    belay_trace_options options = {.cores = settings->cores};
    if (settings->trace == NULL)
        return BELAY_OK;
    if (settings->window != NULL &&
        !session_parse_window(settings->window, &options.begin, &options.end))
        return fail(err, BELAY_BAD_INPUT, "'%s' is not a window of ticks like 1000:2000",
                    settings->window);
    return belay_trace_begin(session->chip, settings->trace, &options, err);
}

belay_status session_open(struct session *session, const struct session_settings *settings,
                          belay_error *err)
{
    memset(session, 0, sizeof *session);
    session->settings = *settings;
    session->started = now();
    belay_status status = belay_chip_open(settings->chip, settings->override,
                                          settings->override_count, &session->chip, err);
    if (status != BELAY_OK)
        return status;
    belay_chip_set_max_ticks(session->chip, settings->max_ticks);
    belay_chip_set_output(session->chip, (belay_output){write_output, NULL});
    if (isatty(STDERR_FILENO))
        belay_chip_set_progress(session->chip, show_progress, session);
    status = begin_trace(session, err);
    if (status != BELAY_OK)
        belay_chip_close(session->chip);
    return status;
}

belay_status session_launch(struct session *session, belay_program *program, size_t kernel,
                            unsigned blocks, const void *args, size_t args_size, belay_error *err)
{
    session->launch_started = now();
    session->progress_shown = false;
    belay_status status =
        belay_launch(session->chip, program, kernel, blocks, args, args_size, err);
    if (session->progress_shown)
        fprintf(stderr, "\r%70s\r", "");
    return status;
}

/* --- results
 * ------------------------------------------------------------------------------------------- */

static belay_status write_json(struct session *session, belay_error *err)
{
    char *text;
    belay_status status = belay_report_json(session->chip, now() - session->started, &text, err);
    if (status != BELAY_OK)
        return status;
    FILE *file = fopen(session->settings.json, "w");
    bool good = file != NULL && fputs(text, file) >= 0;
    if (file != NULL && fclose(file) != 0)
        good = false;
    belay_text_free(text);
    return good ? BELAY_OK
                : fail(err, BELAY_BAD_INPUT, "cannot write '%s'", session->settings.json);
}

belay_status session_close(struct session *session, belay_error *err)
{
    belay_status status = BELAY_OK;
    if (session->settings.report) {
        char *text;
        status = belay_report_text(session->chip, &text, err);
        if (status == BELAY_OK) {
            fputs(text, stdout);
            belay_text_free(text);
        }
    }
    if (session->settings.json != NULL && status == BELAY_OK)
        status = write_json(session, err);
    if (status == BELAY_OK)
        status = belay_trace_end(session->chip, err);
    belay_chip_close(session->chip);
    session->chip = NULL;
    return status;
}

/* --- environment
 * --------------------------------------------------------------------------------------- */

bool session_parse_ticks(const char *text, uint64_t *ticks)
{
    if (text[0] == '\0' || strspn(text, "0123456789") != strlen(text) || strlen(text) > 18)
        return false;
    *ticks = strtoull(text, NULL, 10);
    return true;
}

bool session_parse_window(const char *text, uint64_t *begin, uint64_t *end)
{
    char first[24] = "";
    const char *colon = strchr(text, ':');
    if (colon == NULL || (size_t)(colon - text) >= sizeof first)
        return false;
    memcpy(first, text, (size_t)(colon - text));
    *begin = *end = 0;
    return (first[0] == '\0' || session_parse_ticks(first, begin)) &&
           (colon[1] == '\0' || (session_parse_ticks(colon + 1, end) && *end > *begin));
}

belay_status session_from_environment(struct session_settings *settings, belay_error *err)
{
    memset(settings, 0, sizeof *settings);
    settings->chip = getenv("BELAY_CHIP");
    settings->report = getenv("BELAY_REPORT") != NULL;
    settings->json = getenv("BELAY_JSON");
    settings->trace = getenv("BELAY_TRACE");
    settings->window = getenv("BELAY_WINDOW");
    settings->cores = getenv("BELAY_CORES");
    const char *ticks = getenv("BELAY_MAX_TICKS");
    if (ticks != NULL && !session_parse_ticks(ticks, &settings->max_ticks))
        return fail(err, BELAY_BAD_INPUT, "BELAY_MAX_TICKS is '%s', not a number of ticks", ticks);
    const char *set = getenv("BELAY_SET");
    char *copy = set == NULL ? NULL : strdup(set); /* kept: the settings point into it */
    for (char *line = copy == NULL ? NULL : strtok(copy, "\n"); line != NULL;
         line = strtok(NULL, "\n")) {
        if (settings->override_count == SESSION_MOST_OVERRIDES)
            return fail(err, BELAY_BAD_INPUT, "BELAY_SET has too many lines: %s", line);
        settings->override[settings->override_count++] = line;
    }
    return BELAY_OK;
}

static bool put(const char *name, const char *value)
{
    return value == NULL || setenv(name, value, 1) == 0;
}

bool session_to_environment(const struct session_settings *settings)
{
    char ticks[24];
    size_t size = 1;
    for (size_t i = 0; i < settings->override_count; i++)
        size += strlen(settings->override[i]) + 1;
    char *set = calloc(1, size);
    if (set == NULL)
        return false;
    for (size_t i = 0; i < settings->override_count; i++) {
        strcat(set, settings->override[i]);
        strcat(set, "\n");
    }
    snprintf(ticks, sizeof ticks, "%" PRIu64, settings->max_ticks);
    bool good = put("BELAY_CHIP", settings->chip) &&
                put("BELAY_SET", settings->override_count == 0 ? NULL : set) &&
                put("BELAY_MAX_TICKS", settings->max_ticks == 0 ? NULL : ticks) &&
                put("BELAY_REPORT", settings->report ? "1" : NULL) &&
                put("BELAY_JSON", settings->json) && put("BELAY_TRACE", settings->trace) &&
                put("BELAY_WINDOW", settings->window) && put("BELAY_CORES", settings->cores);
    free(set);
    return good;
}
