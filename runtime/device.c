/* The one device: initialisation, the chip behind it, contexts, and the end of the process. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "runtime/state.h"

struct state state;

static _Thread_local uint64_t current; /* number of this thread's context; 0: none */

/* --- the chip --------------------------------------------------------------------------------- */

aclError need_chip(void)
{
    if (state.chip == CHIP_NOT_YET) {
        struct session_settings settings;
        belay_status worst = state.session.worst;
        belay_status status = session_from_environment(&settings, &state.chip_error);
        if (status == BELAY_OK)
            status = session_open(&state.session, &settings, &state.chip_error);
        state.session.worst = worst;
        state.chip = status == BELAY_OK ? CHIP_OPEN : CHIP_FAILED;
        state.owner = getpid();
        if (status != BELAY_OK)
            report_error(&state.chip_error);
    }
    if (state.chip == CHIP_FAILED)
        return fail(ACL_ERROR_RT_DEV_SETUP_ERROR, "%s", state.chip_error.message);
    return ACL_SUCCESS;
}

/* Tells `belay run` how bad it was; it takes silence for BELAY_OK. */
static void send_status(void)
{
    const char *number = getenv("BELAY_STATUS_FD");
    if (number == NULL || state.session.worst == BELAY_OK)
        return;
    unsigned char byte = (unsigned char)state.session.worst;
    signal(SIGPIPE, SIG_IGN);
    if (write(atoi(number), &byte, 1) != 1)
        perror("belay: BELAY_STATUS_FD");
}

/* After main and the handlers of atexit: what the program wrote comes before the report. */
static void __attribute__((destructor)) at_end(void)
{
    belay_error err;
    if (state.owner != 0 && state.owner != getpid())
        return;
    fflush(stdout);
    /* Another thread may still be inside a launch: then the chip is left alone. */
    if (state.chip == CHIP_OPEN && runtime_try_lock()) {
        belay_status status = session_close(&state.session, &err);
        if (status != BELAY_OK)
            report_error(&err);
        state.chip = CHIP_FAILED; /* for whoever calls in the destructors that come after */
        snprintf(state.chip_error.message, sizeof state.chip_error.message,
                 "the process is ending");
        state.contexts = NULL;
    }
    send_status();
}

/* --- contexts --------------------------------------------------------------------------------- */

static struct context *context_by_number(uint64_t number)
{
    struct context *context = state.contexts;
    while (context != NULL && context->number != number)
        context = context->next;
    return context;
}

static struct context *context_by_handle(aclrtContext handle)
{
    struct context *context = state.contexts;
    while (context != NULL && context != handle)
        context = context->next;
    return context;
}

static struct context *primary_context(void)
{
    struct context *context = state.contexts;
    while (context != NULL && !context->primary)
        context = context->next;
    return context;
}

aclError need_context(struct context **out)
{
    struct context *context = context_by_number(current);
    if (context == NULL)
        return fail(ACL_ERROR_RT_CONTEXT_NULL,
                    current == 0 ? "this thread has no device: call aclrtSetDevice first"
                                 : "the device of this thread has been reset");
    if (out != NULL)
        *out = context;
    return ACL_SUCCESS;
}

static aclError new_context(bool primary, struct context **out)
{
    struct context *context = calloc(1, sizeof *context);
    if (context == NULL)
        return fail(ACL_ERROR_RT_MEMORY_ALLOCATION, "out of host memory");
    context->number = ++state.last_context;
    context->stream = stream_new(context->number);
    if (context->stream == NULL) {
        free(context);
        return fail(ACL_ERROR_RT_MEMORY_ALLOCATION, "out of host memory");
    }
    context->stream->is_default = true;
    context->primary = primary;
    context->next = state.contexts;
    state.contexts = context;
    *out = context;
    return ACL_SUCCESS;
}

/* The device is no longer used when neither aclrtSetDevice nor a context holds it. The streams have
 * gone with their contexts. */
static void release_device(void)
{
    if (state.set_count > 0 || state.contexts != NULL)
        return;
    events_free();
    memory_free_all();
    state.sync_address = 0;
    state.time_limit_us = 0;
}

static void remove_context(struct context *context)
{
    struct context **link = &state.contexts;
    while (*link != context)
        link = &(*link)->next;
    *link = context->next;
    streams_free(context->number);
    free(context);
}

aclError check_device(int64_t device)
{
    if (device == 0)
        return ACL_SUCCESS;
    return fail(ACL_ERROR_RT_INVALID_DEVICEID, "device %lld: there is one device, 0",
                (long long)device);
}

aclError aclrtCreateContext(aclrtContext *out, int32_t device)
{
    HOLD_RUNTIME();
    struct context *context = NULL;
    if (out == NULL)
        return fail_null("context");
    aclError code = check_device(device);
    if (code == ACL_SUCCESS)
        code = need_chip();
    if (code == ACL_SUCCESS)
        code = new_context(false, &context);
    if (code != ACL_SUCCESS)
        return code;
    current = context->number;
    *out = context;
    return ACL_SUCCESS;
}

aclError aclrtDestroyContext(aclrtContext handle)
{
    HOLD_RUNTIME();
    if (handle == NULL)
        return fail_null("context");
    struct context *context = context_by_handle(handle);
    if (context == NULL)
        return fail(ACL_ERROR_RT_INVALID_HANDLE, "%p is no context", handle);
    if (context->primary)
        return fail(ACL_ERROR_RT_PARAM_INVALID,
                    "the context of aclrtSetDevice is destroyed by aclrtResetDevice");
    remove_context(context);
    struct context *primary = primary_context();
    if (context_by_number(current) == NULL && primary != NULL)
        current = primary->number;
    release_device();
    return ACL_SUCCESS;
}

aclError aclrtSetCurrentContext(aclrtContext handle)
{
    HOLD_RUNTIME();
    if (handle == NULL)
        return fail_null("context");
    struct context *context = context_by_handle(handle);
    if (context == NULL)
        return fail(ACL_ERROR_RT_INVALID_HANDLE, "%p is no context", handle);
    current = context->number;
    return ACL_SUCCESS;
}

aclError aclrtGetCurrentContext(aclrtContext *out)
{
    HOLD_RUNTIME();
    struct context *context = NULL;
    if (out == NULL)
        return fail_null("context");
    aclError code = need_context(&context);
    if (code == ACL_SUCCESS)
        *out = context;
    return code;
}

aclError aclrtCtxGetCurrentDefaultStream(aclrtStream *stream)
{
    HOLD_RUNTIME();
    struct context *context = NULL;
    if (stream == NULL)
        return fail_null("stream");
    aclError code = need_context(&context);
    if (code == ACL_SUCCESS)
        *stream = context->stream;
    return code;
}

/* --- initialisation --------------------------------------------------------------------------- */

aclError aclInit(const char *config_path)
{
    HOLD_RUNTIME();
    if (config_path != NULL && config_path[0] != '\0' && access(config_path, R_OK) != 0)
        return fail(ACL_ERROR_INVALID_FILE, "cannot read '%s'", config_path);
    if (state.init_count++ > 0)
        return fail(ACL_ERROR_REPEAT_INITIALIZE, "aclInit has been called before");
    state.finalized = false;
    return ACL_SUCCESS;
}

aclError aclFinalize(void)
{
    HOLD_RUNTIME();
    if (state.finalized)
        return fail(ACL_ERROR_REPEAT_FINALIZE, "aclFinalize has been called before");
    state.finalized = true;
    state.init_count = 0;
    return ACL_SUCCESS;
}

aclError aclFinalizeReference(uint64_t *count)
{
    HOLD_RUNTIME();
    if (count != NULL)
        *count = state.init_count;
    if (state.init_count == 0)
        return fail(ACL_ERROR_REPEAT_FINALIZE, "aclInit has not been called as often");
    if (--state.init_count == 0)
        state.finalized = true;
    if (count != NULL)
        *count = state.init_count;
    return ACL_SUCCESS;
}

/* --- the device ------------------------------------------------------------------------------- */

aclError aclrtSetDevice(int32_t device)
{
    HOLD_RUNTIME();
    struct context *primary = primary_context();
    aclError code = check_device(device);
    if (code == ACL_SUCCESS)
        code = need_chip();
    if (code == ACL_SUCCESS && primary == NULL)
        code = new_context(true, &primary);
    if (code != ACL_SUCCESS)
        return code;
    state.set_count++;
    current = primary->number;
    return ACL_SUCCESS;
}

static aclError reset_device(int32_t device, bool force)
{
    aclError code = check_device(device);
    if (code != ACL_SUCCESS)
        return code;
    if (state.set_count == 0)
        return fail(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR, "device %d has not been set", device);
    state.set_count = force ? 0 : state.set_count - 1;
    if (state.set_count == 0)
        remove_context(primary_context());
    release_device();
    return ACL_SUCCESS;
}

aclError aclrtResetDevice(int32_t device)
{
    HOLD_RUNTIME();
    return reset_device(device, false);
}

aclError aclrtResetDeviceForce(int32_t device)
{
    HOLD_RUNTIME();
    return reset_device(device, true);
}

aclError aclrtGetDevice(int32_t *device)
{
    HOLD_RUNTIME();
    if (device == NULL)
        return fail_null("device");
    aclError code = need_context(NULL);
    if (code == ACL_SUCCESS)
        *device = 0;
    return code;
}

aclError aclrtGetDeviceCount(uint32_t *count)
{
    HOLD_RUNTIME();
    if (count == NULL)
        return fail_null("count");
    *count = 1;
    return ACL_SUCCESS;
}

aclError aclrtQueryDeviceStatus(int32_t device, aclrtDeviceStatus *status)
{
    HOLD_RUNTIME();
    if (status == NULL)
        return fail_null("status");
    aclError code = check_device(device);
    if (code == ACL_SUCCESS)
        *status = ACL_RT_DEVICE_STATUS_NORMAL;
    return code;
}

aclError aclrtGetRunMode(aclrtRunMode *mode)
{
    HOLD_RUNTIME();
    if (mode == NULL)
        return fail_null("mode");
    *mode = ACL_HOST;
    return ACL_SUCCESS;
}
