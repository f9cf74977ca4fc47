/* How the library reports: a filled belay_error and its status, returned up the call chain. */
#ifndef BELAY_EMU_ERROR_H
#define BELAY_EMU_ERROR_H

#include "belay.h"

/* Fills *err (NULL is allowed) with a formatted message, clears its place and returns `status`. */
belay_status error_set(belay_error *err, belay_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
