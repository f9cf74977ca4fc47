/* What the verbs of the command line share. A verb gets argv with its own name in argv[0] and
 * returns the exit code: a belay_status. */
#ifndef BELAY_CLI_VERB_H
#define BELAY_CLI_VERB_H

#include <stddef.h>

#include "belay.h"

int verb_cc(int argc, char **argv);
int verb_chips(int argc, char **argv);
int verb_export(int argc, char **argv);
int verb_info(int argc, char **argv);
int verb_objdump(int argc, char **argv);
int verb_run(int argc, char **argv);
int verb_view(int argc, char **argv);

/* Prints a usage error and points to the verb's help; returns BELAY_BAD_INPUT. */
int usage_error(const char *verb, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Fills *err with a bad-input message. */
belay_status bad_input(belay_error *err, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The whole of a file, malloc'ed. BELAY_BAD_INPUT names a file that cannot be read. */
belay_status read_file(const char *path, char **data, size_t *size, belay_error *err);

/* Prints the error; returns its status. */
int report_error(const belay_error *err);

/* The same for an error in the contents of a file, which it puts in front. */
int report_file_error(const char *path, belay_error *err);

#endif
