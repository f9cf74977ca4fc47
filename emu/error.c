#include "emu/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

belay_status error_set(belay_error *err, belay_status status, const char *format, ...)
{
    if (err == NULL)
        return status;
    memset(err, 0, sizeof *err);
    err->status = status;
    va_list args;
    va_start(args, format);
    vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    return status;
}
