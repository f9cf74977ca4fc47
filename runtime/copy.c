/* Copies and fills. On a card the driver looks at the addresses; here too, and a kind that does not
 * fit them is an error instead of a fault. */
#include <stdint.h>
#include <string.h>

#include "runtime/state.h"

struct direction {
    bool from_device, to_device;
};

static const char *kind_name(aclrtMemcpyKind kind)
{
    static const char *const name[] = {"HOST_TO_HOST", "HOST_TO_DEVICE", "DEVICE_TO_HOST",
                                       "DEVICE_TO_DEVICE"};
    return (unsigned)kind < sizeof name / sizeof *name ? name[kind] : "DEFAULT";
}

/* One end against the kind. What should be device memory and is not is found when it is copied. */
static aclError check_end(const char *which, const void *pointer, bool device, aclrtMemcpyKind kind)
{
    bool is_device = is_device_memory(pointer);
    if (is_device == device || device)
        return ACL_SUCCESS;
    return fail(ACL_ERROR_RT_PARAM_INVALID, "%s %p is device memory; the kind is %s", which,
                pointer, kind_name(kind));
}

static aclError find_direction(const void *to, const void *from, aclrtMemcpyKind kind,
                               struct direction *direction)
{
    switch (kind) {
    case ACL_MEMCPY_HOST_TO_HOST:
        *direction = (struct direction){false, false};
        break;
    case ACL_MEMCPY_HOST_TO_DEVICE:
    case ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE:
        *direction = (struct direction){false, true};
        break;
    case ACL_MEMCPY_DEVICE_TO_HOST:
        *direction = (struct direction){true, false};
        break;
    case ACL_MEMCPY_DEVICE_TO_DEVICE:
        *direction = (struct direction){true, true};
        break;
    case ACL_MEMCPY_DEFAULT:
        *direction = (struct direction){is_device_memory(from), is_device_memory(to)};
        break;
    default:
        return fail(ACL_ERROR_INVALID_PARAM, "kind %d is none of aclrtMemcpyKind", (int)kind);
    }
    aclError code = check_end("the source", from, direction->from_device, kind);
    return code == ACL_SUCCESS ? check_end("the target", to, direction->to_device, kind) : code;
}

/* Which end is meant to be device memory and is not, for the message. */
static aclError copy_failed(const struct direction *direction, const void *to, const void *from,
                            const belay_error *err)
{
    const void *bad = direction->to_device && !is_device_memory(to)       ? to
                      : direction->from_device && !is_device_memory(from) ? from
                                                                          : NULL;
    if (err->status != BELAY_BAD_INPUT)
        return fail_library(err);
    if (bad != NULL)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "the %s %p is no device memory (%s)",
                    bad == to ? "target" : "source", bad, err->message);
    return fail(ACL_ERROR_RT_PARAM_INVALID, "%s", err->message);
}

static aclError copy(void *to, const void *from, size_t count, const struct direction *direction)
{
    belay_chip *chip = state.session.chip;
    belay_error err;
    belay_status status = BELAY_OK;
    uint64_t target = (uint64_t)(uintptr_t)to, source = (uint64_t)(uintptr_t)from;
    if (direction->from_device && direction->to_device)
        status = belay_gm_copy(chip, target, source, count, &err);
    else if (direction->to_device)
        status = belay_gm_write(chip, target, from, count, &err);
    else if (direction->from_device)
        status = belay_gm_read(chip, source, to, count, &err);
    else
        memmove(to, from, count);
    return status == BELAY_OK ? ACL_SUCCESS : copy_failed(direction, to, from, &err);
}

static aclError check_copy(const void *to, size_t most, const void *from, size_t count)
{
    if (to == NULL || from == NULL)
        return fail_null(to == NULL ? "the target" : "the source");
    aclError code = need_context(NULL);
    if (code == ACL_SUCCESS && count > most)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "%zu bytes into a target of %zu", count, most);
    return code;
}

aclError aclrtMemcpy(void *to, size_t most, const void *from, size_t count, aclrtMemcpyKind kind)
{
    HOLD_RUNTIME();
    struct direction direction;
    if (count == 0)
        return ACL_SUCCESS;
    aclError code = check_copy(to, most, from, count);
    if (code == ACL_SUCCESS)
        code = find_direction(to, from, kind, &direction);
    return code == ACL_SUCCESS ? copy(to, from, count, &direction) : code;
}

aclError aclrtMemcpyAsync(void *to, size_t most, const void *from, size_t count,
                          aclrtMemcpyKind kind, aclrtStream handle)
{
    HOLD_RUNTIME();
    struct direction direction;
    struct stream *stream = NULL;
    if (count == 0)
        return ACL_SUCCESS;
    aclError code = check_copy(to, most, from, count);
    if (code == ACL_SUCCESS)
        code = find_stream(handle, &stream);
    if (code == ACL_SUCCESS)
        code = find_direction(to, from, kind, &direction);
    if (code != ACL_SUCCESS)
        return code;
    /* hicann/runtime api_error.cc MemcpyAsync refuses it as well. */
    if (!direction.from_device && !direction.to_device)
        return fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "from host to host: use aclrtMemcpy");
    return copy(to, from, count, &direction);
}

/* --- rows
 * -----------------------------------------------------------------------------------------------
 */

static aclError copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                          size_t width, size_t height, aclrtMemcpyKind kind, bool async)
{
    struct direction direction;
    aclError code = check_copy(to, width, from, width);
    if (code != ACL_SUCCESS)
        return code;
    if (width > to_pitch || width > from_pitch)
        return fail(ACL_ERROR_INVALID_PARAM, "rows of %zu bytes at pitches of %zu and %zu", width,
                    to_pitch, from_pitch);
    if (kind == ACL_MEMCPY_HOST_TO_HOST || kind == ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE)
        return fail(ACL_ERROR_INVALID_PARAM, "kind %s is not for rows", kind_name(kind));
    code = find_direction(to, from, kind, &direction);
    if (code != ACL_SUCCESS)
        return code;
    if (direction.from_device == direction.to_device && !(async && direction.to_device))
        return fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                    async ? "from host to host" : "only between host and device");
    for (size_t row = 0; row < height && code == ACL_SUCCESS; row++)
        code = copy((char *)to + row * to_pitch, (const char *)from + row * from_pitch, width,
                    &direction);
    return code;
}

aclError aclrtMemcpy2d(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                       size_t height, aclrtMemcpyKind kind)
{
    HOLD_RUNTIME();
    if (width == 0 || height == 0)
        return ACL_SUCCESS;
    return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, false);
}

aclError aclrtMemcpy2dAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                            size_t width, size_t height, aclrtMemcpyKind kind, aclrtStream handle)
{
    HOLD_RUNTIME();
    struct stream *stream = NULL;
    if (width == 0 || height == 0)
        return ACL_SUCCESS;
    aclError code = find_stream(handle, &stream);
    if (code != ACL_SUCCESS)
        return code;
    return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, true);
}

/* --- fills ------------------------------------------------------------------------------------ */

aclError aclrtMemset(void *memory, size_t most, int32_t value, size_t count)
{
    HOLD_RUNTIME();
    belay_error err;
    if (count == 0)
        return ACL_SUCCESS;
    if (memory == NULL)
        return fail_null("the target");
    aclError code = need_context(NULL);
    if (code != ACL_SUCCESS)
        return code;
    if (count > most)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "%zu bytes into a target of %zu", count, most);
    if (is_host_memory(memory, count)) {
        memset(memory, value, count);
        return ACL_SUCCESS;
    }
    belay_status status =
        belay_gm_fill(state.session.chip, (uint64_t)(uintptr_t)memory, (uint8_t)value, count, &err);
    return status == BELAY_OK ? ACL_SUCCESS : fail_library(&err);
}

aclError aclrtMemsetAsync(void *memory, size_t most, int32_t value, size_t count,
                          aclrtStream handle)
{
    HOLD_RUNTIME();
    struct stream *stream = NULL;
    aclError code = find_stream(handle, &stream);
    return code == ACL_SUCCESS ? aclrtMemset(memory, most, value, count) : code;
}

static aclError check_range(const void *device, size_t size)
{
    if (device == NULL)
        return fail_null("the pointer");
    if (size == 0)
        return fail(ACL_ERROR_INVALID_PARAM, "0 bytes");
    aclError code = need_context(NULL);
    if (code == ACL_SUCCESS && !is_device_memory(device))
        return fail(ACL_ERROR_RT_PARAM_INVALID, "%p is no device memory", device);
    return code;
}

aclError aclrtMemFlush(void *device, size_t size)
{
    HOLD_RUNTIME();
    return check_range(device, size);
}

aclError aclrtMemInvalidate(void *device, size_t size)
{
    HOLD_RUNTIME();
    return check_range(device, size);
}
