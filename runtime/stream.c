/* Streams. Every task is done when the call that makes it returns, which is one of the orders that
 * streams allow; what a stream keeps is its first error. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/state.h"

struct stream *stream_new(uint64_t context)
{
    struct stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL)
        return NULL;
    stream->context = context;
    stream->id = ++state.last_stream_id;
    stream->next = state.streams;
    state.streams = stream;
    return stream;
}

static struct stream **link_of(const void *handle)
{
    struct stream **link = &state.streams;
    while (*link != NULL && *link != handle)
        link = &(*link)->next;
    return link;
}

void streams_free(uint64_t context)
{
    for (struct stream **link = &state.streams; *link != NULL;) {
        struct stream *stream = *link;
        if (stream->context != context) {
            link = &stream->next;
            continue;
        }
        *link = stream->next;
        free(stream);
    }
}

aclError find_stream(aclrtStream handle, struct stream **stream)
{
    struct context *context = NULL;
    aclError code = need_context(&context);
    if (code != ACL_SUCCESS)
        return code;
    *stream = handle == NULL ? context->stream : *link_of(handle);
    return *stream != NULL ? ACL_SUCCESS
                           : fail(ACL_ERROR_RT_INVALID_HANDLE, "%p is no stream", handle);
}

aclError stream_result(const struct stream *stream)
{
    return stream->error == ACL_SUCCESS ? ACL_SUCCESS : fail(stream->error, "%s", stream->message);
}

/* --- making ----------------------------------------------------------------------------------- */

static aclError create(aclrtStream *out, uint32_t priority, uint32_t flags)
{
    const uint32_t known = ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC | ACL_STREAM_HUGE;
    struct context *context = NULL;
    if (out == NULL)
        return fail_null("stream");
    aclError code = need_context(&context);
    if (code != ACL_SUCCESS)
        return code;
    if ((flags & ~known) != 0)
        return fail_unsupported(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "stream flags 0x%x",
                                (unsigned)(flags & ~known));
    struct stream *stream = stream_new(context->number);
    if (stream == NULL)
        return fail(ACL_ERROR_RT_MEMORY_ALLOCATION, "out of host memory");
    stream->priority = priority;
    stream->flags = flags;
    *out = stream;
    return ACL_SUCCESS;
}

aclError aclrtCreateStream(aclrtStream *stream)
{
    HOLD_RUNTIME();
    return create(stream, 0, 0);
}

aclError aclrtCreateStreamWithConfig(aclrtStream *stream, uint32_t priority, uint32_t flag)
{
    HOLD_RUNTIME();
    return create(stream, priority, flag);
}

aclError aclrtDestroyStream(aclrtStream handle)
{
    HOLD_RUNTIME();
    if (handle == NULL)
        return fail_null("stream");
    struct stream **link = link_of(handle), *stream = *link;
    if (stream == NULL)
        return fail(ACL_ERROR_RT_INVALID_HANDLE, "%p is no stream", handle);
    if (stream->is_default)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "the default stream cannot be destroyed");
    *link = stream->next;
    free(stream);
    return ACL_SUCCESS;
}

aclError aclrtDestroyStreamForce(aclrtStream handle)
{
    HOLD_RUNTIME();
    return aclrtDestroyStream(handle);
}

/* --- waiting ---------------------------------------------------------------------------------- */

static aclError check_timeout(int32_t timeout)
{
    if (timeout >= -1)
        return ACL_SUCCESS;
    return fail(ACL_ERROR_RT_PARAM_INVALID, "a timeout of %d ms", (int)timeout);
}

aclError aclrtSynchronizeStream(aclrtStream handle)
{
    HOLD_RUNTIME();
    struct stream *stream = NULL;
    aclError code = find_stream(handle, &stream);
    return code == ACL_SUCCESS ? stream_result(stream) : code;
}

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream handle, int32_t timeout)
{
    HOLD_RUNTIME();
    aclError code = check_timeout(timeout);
    return code == ACL_SUCCESS ? aclrtSynchronizeStream(handle) : code;
}

/* The stream that failed first is the oldest with an error: the list has the newest first. */
aclError aclrtSynchronizeDevice(void)
{
    HOLD_RUNTIME();
    const struct stream *failed = NULL;
    aclError code = need_context(NULL);
    for (const struct stream *stream = state.streams; stream != NULL; stream = stream->next)
        if (stream->error != ACL_SUCCESS)
            failed = stream;
    return code == ACL_SUCCESS && failed != NULL ? stream_result(failed) : code;
}

aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout)
{
    HOLD_RUNTIME();
    aclError code = check_timeout(timeout);
    return code == ACL_SUCCESS ? aclrtSynchronizeDevice() : code;
}

aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event, int32_t timeout)
{
    HOLD_RUNTIME();
    aclError code = check_timeout(timeout);
    return code == ACL_SUCCESS ? aclrtStreamWaitEvent(stream, event) : code;
}

aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout)
{
    HOLD_RUNTIME();
    aclError code = check_timeout(timeout);
    return code == ACL_SUCCESS ? aclrtSynchronizeEvent(event) : code;
}

/* --- asking ----------------------------------------------------------------------------------- */

aclError aclrtStreamQuery(aclrtStream handle, aclrtStreamStatus *status)
{
    HOLD_RUNTIME();
    struct stream *stream = NULL;
    if (status == NULL)
        return fail_null("status");
    aclError code = find_stream(handle, &stream);
    if (code == ACL_SUCCESS)
        code = stream_result(stream);
    if (code == ACL_SUCCESS)
        *status = ACL_STREAM_STATUS_COMPLETE;
    return code;
}

aclError aclrtStreamGetPriority(aclrtStream handle, uint32_t *priority)
{
    HOLD_RUNTIME();
    struct stream *stream = NULL;
    if (priority == NULL)
        return fail_null("priority");
    aclError code = find_stream(handle, &stream);
    if (code == ACL_SUCCESS)
        *priority = stream->priority;
    return code;
}

aclError aclrtStreamGetFlags(aclrtStream handle, uint32_t *flags)
{
    HOLD_RUNTIME();
    struct stream *stream = NULL;
    if (flags == NULL)
        return fail_null("flags");
    aclError code = find_stream(handle, &stream);
    if (code == ACL_SUCCESS)
        *flags = stream->flags;
    return code;
}

aclError aclrtStreamGetId(aclrtStream handle, int32_t *id)
{
    HOLD_RUNTIME();
    struct stream *stream = NULL;
    if (id == NULL)
        return fail_null("id");
    aclError code = find_stream(handle, &stream);
    if (code == ACL_SUCCESS)
        *id = stream->id;
    return code;
}

aclError aclrtSetStreamFailureMode(aclrtStream handle, uint64_t mode)
{
    HOLD_RUNTIME();
    struct stream *stream = NULL;
    aclError code = find_stream(handle, &stream);
    if (code != ACL_SUCCESS)
        return code;
    if (mode != ACL_CONTINUE_ON_FAILURE && mode != ACL_STOP_ON_FAILURE)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "failure mode %llu", (unsigned long long)mode);
    stream->stops = mode == ACL_STOP_ON_FAILURE;
    return ACL_SUCCESS;
}

aclError aclrtLaunchHostFunc(aclrtStream handle, aclrtHostFunc function, void *argument)
{
    HOLD_RUNTIME();
    struct stream *stream = NULL;
    if (function == NULL)
        return fail_null("function");
    aclError code = find_stream(handle, &stream);
    if (code != ACL_SUCCESS)
        return code;
    runtime_pause();
    function(argument);
    runtime_resume();
    return ACL_SUCCESS;
}
