/* Running programs and private temporary folders. Programs get argument vectors; no shell. */
#ifndef BELAY_CC_PROCESS_H
#define BELAY_CC_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "belay.h"
#include "cc/arguments.h"

/* Starts a program with its standard output and error in files (NULL: /dev/null for output, our own
 * for error). The program is looked up in PATH when its name has no slash. */
belay_status process_start(const struct arguments *command, const char *output, const char *error,
                           pid_t *pid, belay_error *err);

/* Waits; the exit code, or 128 + the signal that killed it. */
int process_wait(pid_t pid);

/* Starts and waits. *code gets the exit code. */
belay_status process_run(const struct arguments *command, const char *output, const char *error,
                         int *code, belay_error *err);

/* A copy of this process that runs work(argument) and exits with what it returns. */
belay_status process_fork(int (*work)(void *), void *argument, pid_t *pid, belay_error *err);

/* From now on SIGINT, SIGTERM and SIGHUP end the programs that run, and process_interrupted() tells
 * the signal's number, so that the caller can clean up. Restored by process_release_signals, which
 * raises the signal again. */
void process_catch_signals(void);
int process_interrupted(void);
void process_release_signals(void);

/* A fresh private folder below $TMPDIR or /tmp; malloc'ed path. */
belay_status temp_make(char **path, belay_error *err);

/* Removes a folder and all that is in it. */
void temp_remove(const char *path);

/* Full path of a program: as given with a slash, else from PATH; NULL when there is none. */
char *program_find_path(const char *name);

#endif
