/* Events: the emulated time at which a stream was at a place. */
#include <stdlib.h>

#include "runtime/state.h"

struct event {
    struct event *next;
    bool timed;
    bool recorded;
    uint64_t tick;
    aclError error; /* of the stream when it was recorded */
    uint32_t flags;
};

static struct event *events;

static struct event **link_of(const void *handle)
{
    struct event **link = &events;
    while (*link != NULL && *link != handle)
        link = &(*link)->next;
    return link;
}

void events_free(void)
{
    while (events != NULL) {
        struct event *event = events;
        events = event->next;
        free(event);
    }
}

static aclError find_event(aclrtEvent handle, struct event **event)
{
    if (handle == NULL)
        return fail_null("event");
    *event = *link_of(handle);
    if (*event == NULL)
        return fail(ACL_ERROR_RT_INVALID_HANDLE, "%p is no event", handle);
    return need_context(NULL);
}

static aclError create(aclrtEvent *out, bool timed, uint32_t flags)
{
    const uint32_t known = ACL_EVENT_SYNC | ACL_EVENT_CAPTURE_STREAM_PROGRESS | ACL_EVENT_TIME_LINE;
    if (out == NULL)
        return fail_null("event");
    aclError code = need_context(NULL);
    if (code != ACL_SUCCESS)
        return code;
    if ((flags & ~known) != 0)
        return fail_unsupported(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "event flags 0x%x",
                                (unsigned)(flags & ~known));
    struct event *event = calloc(1, sizeof *event);
    if (event == NULL)
        return fail(ACL_ERROR_RT_MEMORY_ALLOCATION, "out of host memory");
    event->timed = timed;
    event->flags = flags;
    event->next = events;
    events = event;
    *out = event;
    return ACL_SUCCESS;
}

aclError aclrtCreateEvent(aclrtEvent *event)
{
    HOLD_RUNTIME();
    return create(event, true, 0);
}

aclError aclrtCreateEventWithFlag(aclrtEvent *event, uint32_t flag)
{
    HOLD_RUNTIME();
    return create(event, (flag & ACL_EVENT_TIME_LINE) != 0, flag);
}

aclError aclrtCreateEventExWithFlag(aclrtEvent *event, uint32_t flag)
{
    HOLD_RUNTIME();
    return create(event, (flag & ACL_EVENT_TIME_LINE) != 0, flag);
}

aclError aclrtDestroyEvent(aclrtEvent handle)
{
    HOLD_RUNTIME();
    if (handle == NULL)
        return fail_null("event");
    struct event **link = link_of(handle), *event = *link;
    if (event == NULL)
        return fail(ACL_ERROR_RT_INVALID_HANDLE, "%p is no event", handle);
    *link = event->next;
    free(event);
    return ACL_SUCCESS;
}

aclError aclrtRecordEvent(aclrtEvent handle, aclrtStream stream_handle)
{
    HOLD_RUNTIME();
    struct event *event = NULL;
    struct stream *stream = NULL;
    belay_summary summary;
    aclError code = find_event(handle, &event);
    if (code == ACL_SUCCESS)
        code = find_stream(stream_handle, &stream);
    if (code != ACL_SUCCESS)
        return code;
    belay_chip_summary(state.session.chip, &summary);
    event->recorded = true;
    event->tick = summary.ticks;
    event->error = stream->error;
    return ACL_SUCCESS;
}

aclError aclrtRecordEventWithFlag(aclrtEvent event, aclrtStream stream, uint32_t flag)
{
    HOLD_RUNTIME();
    if (flag == ACL_EVENT_RECORD_EXTERNAL)
        return fail_unsupported(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "ACL_EVENT_RECORD_EXTERNAL");
    if (flag != ACL_EVENT_RECORD_DEFAULT)
        return fail(ACL_ERROR_INVALID_PARAM, "flag 0x%x", (unsigned)flag);
    return aclrtRecordEvent(event, stream);
}

aclError aclrtResetEvent(aclrtEvent handle, aclrtStream stream_handle)
{
    HOLD_RUNTIME();
    struct event *event = NULL;
    struct stream *stream = NULL;
    aclError code = find_event(handle, &event);
    if (code == ACL_SUCCESS)
        code = find_stream(stream_handle, &stream);
    if (code == ACL_SUCCESS)
        event->recorded = false;
    return code;
}

/* --- asking and waiting ----------------------------------------------------------------------- */

aclError aclrtQueryEvent(aclrtEvent handle, aclrtEventStatus *status)
{
    HOLD_RUNTIME();
    struct event *event = NULL;
    if (status == NULL)
        return fail_null("status");
    aclError code = find_event(handle, &event);
    if (code == ACL_SUCCESS)
        *status = event->recorded ? ACL_EVENT_STATUS_COMPLETE : ACL_EVENT_STATUS_NOT_READY;
    return code;
}

aclError aclrtQueryEventStatus(aclrtEvent handle, aclrtEventRecordedStatus *status)
{
    HOLD_RUNTIME();
    struct event *event = NULL;
    if (status == NULL)
        return fail_null("status");
    aclError code = find_event(handle, &event);
    if (code == ACL_SUCCESS)
        *status = event->recorded ? ACL_EVENT_RECORDED_STATUS_COMPLETE
                                  : ACL_EVENT_RECORDED_STATUS_NOT_READY;
    return code;
}

/* Waiting tasks are done at once. */
aclError aclrtQueryEventWaitStatus(aclrtEvent handle, aclrtEventWaitStatus *status)
{
    HOLD_RUNTIME();
    struct event *event = NULL;
    if (status == NULL)
        return fail_null("status");
    aclError code = find_event(handle, &event);
    if (code == ACL_SUCCESS)
        *status = ACL_EVENT_WAIT_STATUS_COMPLETE;
    return code;
}

aclError aclrtSynchronizeEvent(aclrtEvent handle)
{
    HOLD_RUNTIME();
    struct event *event = NULL;
    aclError code = find_event(handle, &event);
    if (code == ACL_SUCCESS && event->recorded && event->error != ACL_SUCCESS)
        return fail(event->error, "an earlier launch of the stream of this event failed");
    return code;
}

aclError aclrtStreamWaitEvent(aclrtStream stream_handle, aclrtEvent handle)
{
    HOLD_RUNTIME();
    struct event *event = NULL;
    struct stream *stream = NULL;
    aclError code = find_event(handle, &event);
    return code == ACL_SUCCESS ? find_stream(stream_handle, &stream) : code;
}

/* --- time
 * -----------------------------------------------------------------------------------------------
 */

static aclError tick_of(aclrtEvent handle, const char *which, double *tick)
{
    struct event *event = NULL;
    aclError code = find_event(handle, &event);
    if (code != ACL_SUCCESS)
        return code;
    if (!event->recorded)
        return fail(ACL_ERROR_RT_INTERNAL_ERROR, "the %sevent has not been recorded", which);
    if (!event->timed)
        return fail(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                    "the %sevent was created without ACL_EVENT_TIME_LINE", which);
    *tick = (double)event->tick;
    return ACL_SUCCESS;
}

aclError aclrtEventElapsedTime(float *milliseconds, aclrtEvent start, aclrtEvent end)
{
    HOLD_RUNTIME();
    double from, to;
    if (milliseconds == NULL)
        return fail_null("the place for the time");
    aclError code = tick_of(start, "start ", &from);
    if (code == ACL_SUCCESS)
        code = tick_of(end, "end ", &to);
    if (code == ACL_SUCCESS) {
        double mhz = (double)belay_chip_clock_mhz(state.session.chip);
        *milliseconds = (float)((to - from) / (mhz * 1000));
    }
    return code;
}

aclError aclrtEventGetTimestamp(aclrtEvent handle, uint64_t *microseconds)
{
    HOLD_RUNTIME();
    double tick;
    if (microseconds == NULL)
        return fail_null("the place for the time");
    aclError code = tick_of(handle, "", &tick);
    if (code == ACL_SUCCESS)
        *microseconds = (uint64_t)(tick / (double)belay_chip_clock_mhz(state.session.chip));
    return code;
}
