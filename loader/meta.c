/* Metadata TLVs of kernels and binaries. Vendor types and layouts: hicann/runtime
 * src/runtime/core/inc/kernel/elf.hpp and kernel/elf.cc (ElfParseTlvInfo, SetMetaFlag); ours and
 * the reasons: docs/kernel_binary.md. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "emu/error.h"
#include "loader/image.h"
#include "loader/loader.h"
#include "loader/tlv.h"

enum {
    TLV_HEAD = 4,
    PARAM_INFO_SIZE = 36, /* u32 index, ordinal, offset, size; u16 align, type; 4 x u32 spaces */
    /* u32 ordinal; u8 class, flags, parts, 0; 2 x {u8 is float, u8 size, u16 offset}; then the
     * name without NUL */
    BELAY_PARAM_HEAD = 16,
    FLAG_POINTER = 1,
    FLAG_SIGNED = 2,
    META_BINARY_IMPLICIT = 4 /* u32: number of one implicit argument, counted from 1 */
};

/* --- writing ---------------------------------------------------------------------------------- */

struct writer {
    uint8_t *at, *end;
    bool full;
};

static void put(struct writer *w, uint64_t value, unsigned bytes)
{
    if ((size_t)(w->end - w->at) < bytes) {
        w->full = true;
        return;
    }
    for (unsigned i = 0; i < bytes; i++)
        *w->at++ = (uint8_t)(value >> (8 * i));
}

static void put_head(struct writer *w, unsigned type, size_t length)
{
    put(w, type, 2);
    put(w, length, 2);
}

static void put_u32(struct writer *w, unsigned type, uint32_t value)
{
    put_head(w, type, 4);
    put(w, value, 4);
}

static void put_param(struct writer *w, uint32_t ordinal, const struct kernel_param *param)
{
    put_head(w, META_PARAM_INFO, PARAM_INFO_SIZE);
    put(w, ordinal, 4); /* index */
    put(w, ordinal, 4);
    put(w, param->offset, 4);
    put(w, param->size, 4);
    put(w, param->align, 2);
    put(w, 0, 2); /* the meaning of type and of the spaces is not public */
    put(w, 0, 8);
    put(w, 0, 8);

    size_t name = strnlen(param->name, sizeof param->name);
    put_head(w, META_BELAY_PARAM, BELAY_PARAM_HEAD + name);
    put(w, ordinal, 4);
    put(w, param->klass, 1);
    put(w, (param->is_pointer ? FLAG_POINTER : 0) | (param->is_signed ? FLAG_SIGNED : 0), 1);
    put(w, param->part_count, 1);
    put(w, 0, 1);
    for (int i = 0; i < 2; i++) {
        put(w, param->part[i].is_float, 1);
        put(w, param->part[i].size, 1);
        put(w, param->part[i].offset, 2);
    }
    for (size_t i = 0; i < name; i++)
        put(w, (uint8_t)param->name[i], 1);
}

size_t meta_encode(const struct kernel_info *kernel, uint8_t *buf, size_t buf_size)
{
    struct writer w = {buf, buf + buf_size, false};
    put_u32(&w, META_KERNEL_TYPE, (uint32_t)kernel->type);
    if (kernel->cross_core_sync)
        put_u32(&w, META_CROSS_CORE_SYNC, 1);
    if (kernel->ratio_aic != 0 || kernel->ratio_aiv != 0) {
        put_head(&w, META_MIX_RATIO, 4);
        put(&w, kernel->ratio_aic, 2);
        put(&w, kernel->ratio_aiv, 2);
    }
    if (kernel->ub_size != 0)
        put_u32(&w, META_UB_SIZE, kernel->ub_size);
    if (kernel->aiv_type != 0)
        put_u32(&w, META_AIV_TYPE, kernel->aiv_type);
    put_head(&w, META_PARAM_SUMMARY, 12);
    put(&w, kernel->param_count, 4);
    put(&w, kernel->args_size, 8);
    for (size_t i = 0; i < kernel->param_count; i++)
        put_param(&w, (uint32_t)i, &kernel->param[i]);
    return w.full ? 0 : (size_t)(w.at - buf);
}

/* --- reading ---------------------------------------------------------------------------------- */

uint64_t tlv_number(const uint8_t *at, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)at[i] << (8 * i);
    return value;
}

belay_status tlv_next(const uint8_t *data, size_t size, size_t *offset, struct tlv *tlv,
                      belay_error *err)
{
    *tlv = (struct tlv){0};
    if (*offset == size)
        return BELAY_OK;
    size_t left = size - *offset;
    if (left < TLV_HEAD)
        return error_set(err, BELAY_BAD_INPUT, "metadata: truncated: %zu bytes left at offset %zu",
                         left, *offset);
    tlv->type = (unsigned)tlv_number(data + *offset, 2);
    tlv->length = (size_t)tlv_number(data + *offset + 2, 2);
    if (tlv->length > left - TLV_HEAD)
        return error_set(err, BELAY_BAD_INPUT,
                         "metadata: truncated: type %u at offset %zu has %zu bytes of %zu",
                         tlv->type, *offset, left - TLV_HEAD, tlv->length);
    tlv->payload = data + *offset + TLV_HEAD;
    *offset += TLV_HEAD + tlv->length;
    return BELAY_OK;
}

/* The least payload each known type has; 0 for types that are skipped. */
static size_t least_length(unsigned type)
{
    switch (type) {
    case META_KERNEL_TYPE:
    case META_CROSS_CORE_SYNC:
    case META_MIX_RATIO:
    case META_UB_SIZE:
    case META_AIV_TYPE:
        return 4;
    case META_PARAM_SUMMARY:
        return 12;
    case META_PARAM_INFO:
        return PARAM_INFO_SIZE;
    case META_BELAY_PARAM:
        return BELAY_PARAM_HEAD;
    default:
        return 0;
    }
}

/* What was read so far; moved into the kernel when all of it is right. */
struct reader {
    struct kernel_info kernel;
    bool *placed; /* per parameter: its PARAM_INFO was seen */
    bool has_summary;
    uint64_t summary_count, summary_size;
};

/* For a foreign program without our TLV: what the size alone tells. */
static enum param_class class_of_size(uint32_t size)
{
    return size <= 8 ? PARAM_INTEGER : size <= 16 ? PARAM_STRUCT : PARAM_REFERENCE;
}

static belay_status read_param_info(struct reader *r, const uint8_t *p, belay_error *err)
{
    uint64_t ordinal = tlv_number(p + 4, 4);
    if (ordinal >= r->kernel.param_count || r->placed[ordinal])
        return error_set(
            err, BELAY_BAD_INPUT, "metadata: parameter ordinal %" PRIu64 " of %zu is %s", ordinal,
            r->kernel.param_count, ordinal >= r->kernel.param_count ? "too large" : "given twice");
    struct kernel_param *param = &r->kernel.param[ordinal];
    r->placed[ordinal] = true;
    param->offset = (uint32_t)tlv_number(p + 8, 4);
    param->size = (uint32_t)tlv_number(p + 12, 4);
    param->align = (uint32_t)tlv_number(p + 16, 2);
    if ((uint64_t)param->offset + param->size > SLOT_SIZE)
        return error_set(err, BELAY_BAD_INPUT,
                         "metadata: parameter %" PRIu64
                         " at offset %u with %u bytes lies outside any argument block",
                         ordinal, param->offset, param->size);
    if ((param->align & (param->align - 1)) != 0)
        return error_set(err, BELAY_BAD_INPUT,
                         "metadata: parameter %" PRIu64 " has alignment %u, no power of two",
                         ordinal, param->align);
    if (param->align == 0)
        param->align = 1;
    param->klass = class_of_size(param->size);
    return BELAY_OK;
}

static belay_status check_parts(const struct kernel_param *param, uint64_t ordinal,
                                belay_error *err)
{
    bool right = (param->part_count == 0) == (param->klass != PARAM_STRUCT_FP);
    for (unsigned i = 0; i < param->part_count; i++) {
        const struct param_part *part = &param->part[i];
        right = right && part->size >= 1 && part->size <= 8 &&
                (uint32_t)part->offset + part->size <= param->size;
    }
    uint32_t most = param->klass == PARAM_INTEGER || param->klass == PARAM_FLOAT ? 8
                    : param->klass == PARAM_REFERENCE                            ? UINT32_MAX
                                                                                 : 16;
    if (right && param->size <= most)
        return BELAY_OK;
    return error_set(err, BELAY_BAD_INPUT,
                     "metadata: parameter %" PRIu64
                     " of %u bytes cannot be of class %d with %u parts",
                     ordinal, param->size, (int)param->klass, param->part_count);
}

/* Needs its PARAM_INFO before it: that is how meta_encode writes them. */
static belay_status read_belay_param(struct reader *r, const struct tlv *tlv, belay_error *err)
{
    const uint8_t *p = tlv->payload;
    uint64_t ordinal = tlv_number(p, 4);
    if (ordinal >= r->kernel.param_count || !r->placed[ordinal])
        return error_set(err, BELAY_BAD_INPUT,
                         "metadata: class of parameter %" PRIu64 " comes without its place",
                         ordinal);
    struct kernel_param *param = &r->kernel.param[ordinal];
    if (p[4] > PARAM_REFERENCE || p[6] > 2)
        return error_set(err, BELAY_BAD_INPUT,
                         "metadata: parameter %" PRIu64 " has unknown class %d with %d parts",
                         ordinal, p[4], p[6]);
    param->klass = (enum param_class)p[4];
    param->is_pointer = (p[5] & FLAG_POINTER) != 0;
    param->is_signed = (p[5] & FLAG_SIGNED) != 0;
    param->part_count = p[6];
    for (unsigned i = 0; i < param->part_count; i++) {
        const uint8_t *part = p + 8 + 4 * i;
        param->part[i] = (struct param_part){
            .is_float = part[0] != 0, .size = part[1], .offset = (uint16_t)tlv_number(part + 2, 2)};
    }
    size_t name = tlv->length - BELAY_PARAM_HEAD;
    if (name >= sizeof param->name)
        name = sizeof param->name - 1;
    memcpy(param->name, p + BELAY_PARAM_HEAD, name);
    param->name[name] = '\0';
    return check_parts(param, ordinal, err);
}

static belay_status read_tlv(struct reader *r, const struct tlv *tlv, belay_error *err)
{
    const uint8_t *p = tlv->payload;
    if (tlv->length < least_length(tlv->type))
        return error_set(err, BELAY_BAD_INPUT,
                         "metadata: type %u has %zu bytes of payload, at least %zu are needed",
                         tlv->type, tlv->length, least_length(tlv->type));
    switch (tlv->type) {
    case META_KERNEL_TYPE:
        r->kernel.type = (enum meta_kernel_type)tlv_number(p, 4);
        if (tlv_number(p, 4) < META_AICORE || tlv_number(p, 4) > META_MIX_AIV_MAIN)
            return error_set(err, BELAY_BAD_INPUT, "metadata: kernel type %" PRIu64 " is unknown",
                             tlv_number(p, 4));
        return BELAY_OK;
    case META_CROSS_CORE_SYNC:
        r->kernel.cross_core_sync = tlv_number(p, 4) != 0;
        return BELAY_OK;
    case META_MIX_RATIO:
        r->kernel.ratio_aic = (uint16_t)tlv_number(p, 2);
        r->kernel.ratio_aiv = (uint16_t)tlv_number(p + 2, 2);
        return BELAY_OK;
    case META_UB_SIZE:
        r->kernel.ub_size = (uint32_t)tlv_number(p, 4);
        return BELAY_OK;
    case META_AIV_TYPE:
        r->kernel.aiv_type = (uint32_t)tlv_number(p, 4);
        return BELAY_OK;
    case META_PARAM_SUMMARY:
        r->has_summary = true;
        r->summary_count = tlv_number(p, 4);
        r->summary_size = tlv_number(p + 4, 8);
        return BELAY_OK;
    case META_PARAM_INFO:
        return read_param_info(r, p, err);
    case META_BELAY_PARAM:
        return read_belay_param(r, tlv, err);
    default:
        return BELAY_OK;
    }
}

/* Counts the parameters and reserves them, so that an ordinal can be checked when it is read. */
static belay_status reserve_params(struct reader *r, const uint8_t *data, size_t size,
                                   belay_error *err)
{
    struct tlv tlv;
    size_t offset = 0, count = 0;
    do {
        belay_status status = tlv_next(data, size, &offset, &tlv, err);
        if (status != BELAY_OK)
            return status;
        count += tlv.payload != NULL && tlv.type == META_PARAM_INFO;
    } while (tlv.payload != NULL);
    r->kernel.param_count = count;
    r->kernel.param = count > 0 ? calloc(count, sizeof *r->kernel.param) : NULL;
    r->placed = calloc(count + 1, sizeof *r->placed);
    if ((count > 0 && r->kernel.param == NULL) || r->placed == NULL)
        return error_set(err, BELAY_INTERNAL, "metadata: out of memory for %zu parameters", count);
    return BELAY_OK;
}

static belay_status finish_params(struct reader *r, belay_error *err)
{
    struct kernel_info *kernel = &r->kernel;
    uint64_t end = 0;
    for (size_t i = 0; i < kernel->param_count; i++) {
        uint64_t param_end = (uint64_t)kernel->param[i].offset + kernel->param[i].size;
        end = param_end > end ? param_end : end;
    }
    if (r->has_summary && r->summary_count != kernel->param_count)
        return error_set(err, BELAY_BAD_INPUT,
                         "metadata: %zu parameters are described, the summary says %" PRIu64,
                         kernel->param_count, r->summary_count);
    if (r->has_summary && (r->summary_size < end || r->summary_size > SLOT_SIZE))
        return error_set(err, BELAY_BAD_INPUT,
                         "metadata: the argument block has %" PRIu64
                         " bytes, the parameters need %" PRIu64 " and at most %u are possible",
                         r->summary_size, end, (unsigned)SLOT_SIZE);
    if (r->has_summary)
        end = r->summary_size;
    kernel->args_size = (uint32_t)((end + 7) & ~(uint64_t)7);
    return BELAY_OK;
}

belay_status meta_decode(const uint8_t *data, size_t size, struct kernel_info *kernel,
                         belay_error *err)
{
    struct reader r = {.kernel = *kernel};
    struct tlv tlv = {.payload = data};
    size_t offset = 0;
    belay_status status = reserve_params(&r, data, size, err);
    while (status == BELAY_OK && tlv.payload != NULL) {
        status = tlv_next(data, size, &offset, &tlv, err);
        if (status == BELAY_OK && tlv.payload != NULL)
            status = read_tlv(&r, &tlv, err);
    }
    if (status == BELAY_OK)
        status = finish_params(&r, err);
    free(r.placed);
    if (status != BELAY_OK) {
        free(r.kernel.param);
        return status;
    }
    if (r.kernel.param_count == 0 && !r.has_summary) { /* nothing said about parameters: keep */
        r.kernel.param = kernel->param;
        r.kernel.param_count = kernel->param_count;
        r.kernel.args_size = kernel->args_size;
    }
    *kernel = r.kernel;
    return BELAY_OK;
}

belay_status meta_decode_binary(const uint8_t *data, size_t size, uint32_t *implicit,
                                belay_error *err)
{
    struct tlv tlv = {.payload = data};
    size_t offset = 0;
    uint32_t bits = 0;
    while (tlv.payload != NULL) {
        belay_status status = tlv_next(data, size, &offset, &tlv, err);
        if (status != BELAY_OK)
            return status;
        if (tlv.payload == NULL || tlv.type != META_BINARY_IMPLICIT)
            continue;
        uint64_t number = tlv.length >= 4 ? tlv_number(tlv.payload, 4) : 0;
        if (number < 1 || number > 32)
            return error_set(err, BELAY_BAD_INPUT,
                             "metadata: implicit argument number %" PRIu64 " is not in 1..32",
                             number);
        bits |= 1U << (number - 1);
    }
    *implicit |= bits;
    return BELAY_OK;
}

void kernel_info_clear(struct kernel_info *kernel)
{
    free(kernel->name);
    free(kernel->base_name);
    free(kernel->param);
    *kernel = (struct kernel_info){0};
}
