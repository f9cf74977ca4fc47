/* Errors of the runtime: codes, the text of the last one in each thread, what is refused by name.
 */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "runtime/refuse.h"
#include "runtime/state.h"

enum { MESSAGE_SIZE = 1024, FIRST_RUNTIME_CODE = 107000 };

/* hicann/runtime keeps both by thread: the last error only of the layer below ACL (codes from
 * 107000). */
static _Thread_local aclError last_error;
static _Thread_local char recent[MESSAGE_SIZE];
static _Thread_local char handed_out[MESSAGE_SIZE];
static _Thread_local const char *entered; /* public function this thread is in */
static _Thread_local unsigned depth;

/* --- the lock --------------------------------------------------------------------------------- */

static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

int runtime_lock(const char *function)
{
    pthread_mutex_lock(&lock);
    if (depth++ == 0)
        entered = function;
    return 0;
}

void runtime_unlock(const int *held)
{
    (void)held;
    depth--;
    pthread_mutex_unlock(&lock);
}

void runtime_pause(void)
{
    depth--;
    pthread_mutex_unlock(&lock);
}

void runtime_resume(void)
{
    pthread_mutex_lock(&lock);
    depth++;
}

bool runtime_try_lock(void)
{
    return pthread_mutex_trylock(&lock) == 0;
}

/* --- failing ---------------------------------------------------------------------------------- */

static aclError note(aclError code, const char *format, va_list list)
{
    char text[MESSAGE_SIZE - 64];
    vsnprintf(text, sizeof text, format, list);
    snprintf(recent, sizeof recent, "%s: %s", entered, text);
    if (code >= FIRST_RUNTIME_CODE)
        last_error = code;
    return code;
}

aclError fail(aclError code, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    note(code, format, list);
    va_end(list);
    return code;
}

aclError fail_null(const char *argument)
{
    return fail(ACL_ERROR_INVALID_PARAM, "%s is NULL", argument);
}

aclError fail_unsupported(aclError code, const char *format, ...)
{
    belay_error err = {.status = BELAY_UNSUPPORTED};
    va_list list;
    va_start(list, format);
    note(code, format, list);
    va_end(list);
    snprintf(err.message, sizeof err.message, "%.600s", recent);
    session_error(&state.session, &err);
    return code;
}

aclError fail_library(const belay_error *err)
{
    switch (err->status) {
    case BELAY_UNSUPPORTED:
        return fail_unsupported(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "%s", err->message);
    case BELAY_INTERNAL:
        return fail(ACL_ERROR_RT_INTERNAL_ERROR, "%s", err->message);
    default:
        return fail(ACL_ERROR_RT_PARAM_INVALID, "%s", err->message);
    }
}

void report_error(const belay_error *err)
{
    session_error(&state.session, err);
}

int refuse(const char *function, bool *told)
{
    belay_error err = {.status = BELAY_UNSUPPORTED};
    HOLD_RUNTIME();
    entered = "unsupported";
    fail(ACL_ERROR_API_NOT_SUPPORT, "%s", function);
    if (!*told) {
        snprintf(err.message, sizeof err.message, "%s", function);
        session_error(&state.session, &err);
    }
    *told = true;
    return ACL_ERROR_API_NOT_SUPPORT;
}

const char *recent_message(void)
{
    return recent;
}

/* --- asking ----------------------------------------------------------------------------------- */

const char *aclGetRecentErrMsg(void)
{
    if (recent[0] == '\0')
        return NULL;
    memcpy(handed_out, recent, sizeof recent);
    recent[0] = '\0';
    return handed_out;
}

aclError aclrtPeekAtLastError(aclrtLastErrLevel level)
{
    HOLD_RUNTIME();
    if (level != ACL_RT_THREAD_LEVEL)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "level %d is not ACL_RT_THREAD_LEVEL", (int)level);
    return last_error;
}

aclError aclrtGetLastError(aclrtLastErrLevel level)
{
    aclError code = aclrtPeekAtLastError(level);
    if (level == ACL_RT_THREAD_LEVEL)
        last_error = ACL_SUCCESS;
    return code;
}
