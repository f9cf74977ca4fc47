/* One chip opened by the settings of `belay run`: progress on the terminal, errors in words, report
 * and JSON at the end. The command line uses it for device programs, the ACL runtime inside a host
 * program, where the settings come from the environment. */
#ifndef BELAY_RUNTIME_SESSION_H
#define BELAY_RUNTIME_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "belay.h"

enum { SESSION_MOST_OVERRIDES = 64 };

struct session_settings {
    const char *chip; /* NULL: the default */
    const char *override[SESSION_MOST_OVERRIDES];
    size_t override_count;
    uint64_t max_ticks; /* 0: no limit */
    bool report;
    const char *json;   /* file; NULL: none */
    const char *trace;  /* file; NULL: none */
    const char *window; /* "A:B" in ticks, A or B may be missing; NULL: everything */
    const char *cores;  /* "aiv0,aic2-5"; NULL: all */
};

struct session {
    struct session_settings settings;
    belay_chip *chip;
    double started;        /* host seconds */
    double launch_started; /* of the launch that is running */
    bool progress_shown;
    belay_status worst; /* of all that session_error has seen */
};

/* Opens the chip. On an error nothing is left open. */
belay_status session_open(struct session *session, const struct session_settings *settings,
                          belay_error *err);

/* belay_launch, with progress on standard error when that is a terminal and it takes over 2 s. */
belay_status session_launch(struct session *session, belay_program *program, size_t kernel,
                            unsigned blocks, const void *args, size_t args_size, belay_error *err);

/* Writes the report to standard output and the JSON to its file; closes the chip. */
belay_status session_close(struct session *session, belay_error *err);

/* Prints an error to standard error: what, where, and how much it weighs. */
void session_error(struct session *session, const belay_error *err);
void print_error(const belay_error *err);

/* --- settings through the environment: BELAY_CHIP, BELAY_SET (one override a line),
 * BELAY_MAX_TICKS, BELAY_REPORT, BELAY_JSON, BELAY_TRACE, BELAY_WINDOW, BELAY_CORES
 * ------------------------------------------------------------------------- */

belay_status session_from_environment(struct session_settings *settings, belay_error *err);

/* false when memory is out */
bool session_to_environment(const struct session_settings *settings);

/* "A:B"; false when it is no such window. A missing B is 0. */
bool session_parse_window(const char *text, uint64_t *begin, uint64_t *end);

/* A tick count: decimal digits only. */
bool session_parse_ticks(const char *text, uint64_t *ticks);

#endif
