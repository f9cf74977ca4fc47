/* A chip's parameters: what chips/NAME.ini says, over what its base says, with the user's
 * overrides. Keys are unique without their section except in the vendor's sections, where the
 * section is part of the key ("AICoreSpec.ub_size"). */
#ifndef BELAY_EMU_PLATFORM_H
#define BELAY_EMU_PLATFORM_H

#include <stddef.h>
#include <stdint.h>

#include "belay.h"

struct param {
    char *key;
    char *value;
    char *kind;   /* MEASURED, SIM, SPEC, INFERRED; "USER" for overrides, "" in a vendor's file */
    char *source; /* with the name of the repository expanded */
};

struct platform {
    char *name; /* "Ascend950PR_9579" */
    size_t count;
    struct param *param;
};

/* `name` is a chip's name in any case, with or without "Ascend" ("950PR_9579"), or the path of an
 * .ini file. `dir` is the folder of the chips. Each override is "key=value", "key=2x" (times the
 * file's value) or a number with a unit (k M G, kB.., B/s with TB/s and GB/s only where the key is
 * a rate). BELAY_BAD_INPUT: unknown name (the message lists the names), unreadable or malformed
 * file, unknown key, malformed value. */
belay_status platform_load(const char *dir, const char *name, const char *const *overrides,
                           size_t override_count, struct platform *platform, belay_error *err);
void platform_free(struct platform *platform);

/* Names of the chips in `dir`, sorted; a malloc'ed array of malloc'ed strings. */
belay_status platform_list(const char *dir, char ***names, size_t *count, belay_error *err);

/* NULL when there is no such key. */
const struct param *platform_find(const struct platform *platform, const char *key);

/* The number of a key. BELAY_BAD_INPUT when it is missing, not a number or negative. */
belay_status platform_number(const struct platform *platform, const char *key, double *value,
                             belay_error *err);

#endif
