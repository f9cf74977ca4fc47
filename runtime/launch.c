/* One kernel launch, and what becomes of its errors. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/state.h"

/* --- attributes ------------------------------------------------------------------------------- */

static aclError read_attribute(const aclrtLaunchKernelAttr *attribute, struct launch *launch)
{
    const aclrtLaunchKernelAttrValue *value = &attribute->value;
    switch (attribute->id) {
    case ACL_RT_LAUNCH_KERNEL_ATTR_DYN_UBUF_SIZE:
        launch->dynamic_ub = value->dynUBufSize;
        return ACL_SUCCESS;
    case ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT:
        launch->time_limit_us = value->timeout * UINT64_C(1000000);
        return ACL_SUCCESS;
    case ACL_RT_LAUNCH_KERNEL_ATTR_TIMEOUT_US:
        launch->time_limit_us =
            (uint64_t)value->timeoutUs.timeoutHigh << 32 | value->timeoutUs.timeoutLow;
        return ACL_SUCCESS;
    case ACL_RT_LAUNCH_KERNEL_ATTR_SCHEM_MODE: /* steer the scheduler and tools of a card */
    case ACL_RT_LAUNCH_KERNEL_ATTR_BLOCK_TASK_PREFETCH:
    case ACL_RT_LAUNCH_KERNEL_ATTR_DATA_DUMP:
    case ACL_RT_LAUNCH_KERNEL_ATTR_ENABLE_PROFILING:
        return ACL_SUCCESS;
    case ACL_RT_LAUNCH_KERNEL_ATTR_ENGINE_TYPE:
    case ACL_RT_LAUNCH_KERNEL_ATTR_BLOCKDIM_OFFSET:
        return fail_unsupported(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, "launch attribute %d",
                                (int)attribute->id);
    default:
        return fail(ACL_ERROR_RT_PARAM_INVALID, "launch attribute %d is unknown",
                    (int)attribute->id);
    }
}

aclError launch_attributes(const aclrtLaunchKernelCfg *config, struct launch *launch)
{
    aclError code = ACL_SUCCESS;
    if (config == NULL || config->numAttrs == 0)
        return ACL_SUCCESS;
    if (config->attrs == NULL)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "%zu attributes without a list", config->numAttrs);
    for (size_t i = 0; i < config->numAttrs && code == ACL_SUCCESS; i++)
        code = read_attribute(&config->attrs[i], launch);
    return code;
}

/* --- failures of kernels ---------------------------------------------------------------------- */

enum way { EXCEPTION, TRAP, TIMEOUT };

/* How a kernel ended. libbelay tells it by the beginning of its message only; a deadlock is what
 * runs into the time limit of a card. */
static enum way way_of(const belay_error *err, bool too_long)
{
    static const char deadlock[] = "deadlock:", trap[] = "the kernel executed trap()";
    if (too_long || strncmp(err->message, deadlock, sizeof deadlock - 1) == 0)
        return TIMEOUT;
    return strncmp(err->message, trap, sizeof trap - 1) == 0 ? TRAP : EXCEPTION;
}

/* hicann/runtime davinci_kernel_task_v100.cc: tasks of vector kernels have codes of their own, all
 * others those of the AI core. */
static aclError code_of(const belay_error *err, const belay_kernel *kernel, bool too_long)
{
    static const aclError code[][3] = {
        {ACL_ERROR_RT_AICORE_EXCEPTION, ACL_ERROR_RT_AICORE_TRAP_EXCEPTION,
         ACL_ERROR_RT_AICORE_TIMEOUT},
        {ACL_ERROR_RT_VECTOR_CORE_EXCEPTION, ACL_ERROR_RT_VECTOR_CORE_TRAP_EXCEPTION,
         ACL_ERROR_RT_VECTOR_CORE_TIMEOUT}};
    if (err->status == BELAY_UNSUPPORTED)
        return ACL_ERROR_RT_FEATURE_NOT_SUPPORT;
    if (err->status != BELAY_KERNEL_BUG)
        return ACL_ERROR_RT_INTERNAL_ERROR;
    return code[strcmp(kernel->type, "aiv") == 0][way_of(err, too_long)];
}

static void set_stream_error(struct stream *stream, aclError code, const char *message)
{
    if (stream->error != ACL_SUCCESS)
        return;
    stream->error = code;
    snprintf(stream->message, sizeof stream->message, "%.*s", STREAM_MESSAGE_SIZE - 1, message);
}

/* " (core aiv3, pipe mte2, tick 12, pc 0x40, add.asc:7)" */
static void put_place(const belay_error *err, char *out, size_t size)
{
    int used = 0;
    out[0] = '\0';
    if (err->core[0] == '\0')
        return;
    used = snprintf(out, size, " (core %s%s%s, tick %" PRIu64 ", pc 0x%" PRIx64, err->core,
                    err->pipe[0] != '\0' ? ", pipe " : "", err->pipe, err->tick, err->pc);
    if (err->file[0] != '\0')
        used += snprintf(out + used, size - (size_t)used, ", %.200s:%d", err->file, err->line);
    snprintf(out + used, size - (size_t)used, ")");
}

static void kernel_failed(struct stream *stream, aclError code, const belay_kernel *kernel,
                          const belay_error *err)
{
    char place[400], text[STREAM_MESSAGE_SIZE];
    report_error(err);
    put_place(err, place, sizeof place);
    snprintf(text, sizeof text, "kernel %.100s: %.400s%.300s", kernel->name, err->message, place);
    set_stream_error(stream, code, text);
    fail(code, "%s", text);
}

void launch_failed(struct stream *stream, aclError code)
{
    belay_error err = {.status = BELAY_BAD_INPUT};
    if (stream != NULL && stream->stops && stream->error != ACL_SUCCESS)
        return;
    snprintf(err.message, sizeof err.message, "%.600s", recent_message());
    if (code != ACL_ERROR_RT_FEATURE_NOT_SUPPORT) /* fail_unsupported has printed it */
        report_error(&err);
    if (stream != NULL)
        set_stream_error(stream, code, err.message);
}

/* --- running
 * --------------------------------------------------------------------------------------------------
 */

static uint64_t least_limit(uint64_t a, uint64_t b)
{
    return a == 0 || (b != 0 && b < a) ? b : a;
}

static aclError run(const struct launch *launch, const belay_kernel *kernel, const void *block,
                    struct stream *stream)
{
    struct session *session = &state.session;
    belay_summary before, after;
    belay_error err;
    uint64_t us = least_limit(launch->time_limit_us, state.time_limit_us);
    uint64_t mhz = belay_chip_clock_mhz(session->chip);
    uint64_t limit = us > UINT64_MAX / mhz ? UINT64_MAX : us * mhz;
    limit = least_limit(limit, session->settings.max_ticks);
    belay_chip_summary(session->chip, &before);
    belay_chip_set_max_ticks(session->chip, limit);
    belay_status status =
        session_launch(session, launch->function->binary->program, launch->function->kernel,
                       launch->blocks, block, kernel->args_size, &err);
    belay_chip_summary(session->chip, &after);
    if (status == BELAY_OK)
        return ACL_SUCCESS;
    if (status == BELAY_BAD_INPUT)
        return fail(ACL_ERROR_RT_PARAM_INVALID, "%s", err.message);
    bool too_long = limit != 0 && after.ticks - before.ticks >= limit;
    kernel_failed(stream, code_of(&err, kernel, too_long), kernel, &err);
    return ACL_SUCCESS;
}

static aclError check_dynamic_ub(const struct launch *launch, const belay_kernel *kernel)
{
    double size;
    if (launch->dynamic_ub == 0 ||
        !belay_chip_number(state.session.chip, "VectorCoreSpec.ub_size", &size) ||
        (double)launch->dynamic_ub <= size)
        return ACL_SUCCESS;
    return fail(ACL_ERROR_RT_PARAM_INVALID,
                "kernel %s: %" PRIu64 " bytes of dynamic UB; a core has %.0f", kernel->name,
                launch->dynamic_ub, size);
}

aclError launch_block(const struct launch *launch, const void *block, size_t size,
                      struct stream *stream)
{
    belay_kernel kernel;
    belay_program_kernel(launch->function->binary->program, launch->function->kernel, &kernel);
    if (size < kernel.args_size)
        return fail(ACL_ERROR_RT_PARAM_INVALID,
                    "kernel %s takes %u bytes of arguments; %zu are given", kernel.name,
                    kernel.args_size, size);
    aclError code = check_dynamic_ub(launch, &kernel);
    if (code != ACL_SUCCESS)
        return code;
    if (stream->stops && stream->error != ACL_SUCCESS)
        return stream_result(stream);
    return run(launch, &kernel, block, stream);
}

aclError launch_array(const struct launch *launch, void **arguments, struct stream *stream)
{
    const belay_program *program = launch->function->binary->program;
    belay_kernel kernel;
    belay_param param;
    belay_program_kernel(program, launch->function->kernel, &kernel);
    if (kernel.param_count > 0 && arguments == NULL)
        return fail_null("the list of arguments");
    uint8_t *block = calloc(1, kernel.args_size + 1);
    if (block == NULL)
        return fail(ACL_ERROR_RT_MEMORY_ALLOCATION, "out of host memory");
    for (size_t i = 0; belay_program_param(program, launch->function->kernel, i, &param); i++)
        memcpy(block + param.offset, arguments[i], param.size);
    aclError code = launch_block(launch, block, kernel.args_size, stream);
    free(block);
    return code;
}
