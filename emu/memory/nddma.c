/* Multi-dimensional copies from GM to UB. Rules: asc-devkit docs/zh/api/SIMD-API/C-API/
 * vector_datamove (asc_ndim_copy_gm2ub, asc_set_ndim_*): every loop writes left padding, data and
 * right padding one destination stride apart; the padding is one value, or the nearest element of
 * the data. The data cache of this mover is not modelled: it always reads what global memory
 * holds. */
#include "emu/memory/nddma.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "emu/bodies.h"
#include "emu/chip.h"
#include "emu/core.h"

enum { BLOCK = 32 };

static uint64_t bits(uint64_t word, int high, int low)
{
    return (word >> low) & ((2ULL << (high - low)) - 1);
}

static unsigned element_size(const struct entry *entry)
{
    return entry->op.row == ISA_nddma_out_to_ub_b8    ? 1
           : entry->op.row == ISA_nddma_out_to_ub_b16 ? 2
                                                      : 4;
}

void nddma_decode(const struct entry *entry, struct nddma *copy)
{
    static const enum isa_spr strides[NDDMA_LOOPS] = {
        SPR_LOOP0_STRIDE_NDDMA, SPR_LOOP1_STRIDE_NDDMA, SPR_LOOP2_STRIDE_NDDMA,
        SPR_LOOP3_STRIDE_NDDMA, SPR_LOOP4_STRIDE_NDDMA};
    uint64_t config0 = entry->arg[2], config1 = entry->arg[3];
    uint64_t counts = entry->spr->value[SPR_PAD_CNT_NDDMA];
    *copy = (struct nddma){.dst = entry->arg[0],
                           .src = entry->arg[1] & GM_ADDRESS_MASK,
                           .element = element_size(entry),
                           .size = {bits(config0, 23, 4), bits(config0, 43, 24), config0 >> 44,
                                    bits(config1, 19, 0), bits(config1, 39, 20)},
                           .left = {bits(config1, 47, 40)},
                           .right = {bits(config1, 55, 48)},
                           .constant_padding = bits(config1, 56, 56) != 0};
    for (int i = 0; i < NDDMA_LOOPS; i++) {
        uint64_t word = entry->spr->value[strides[i]];
        copy->dst_stride[i] = bits(word, 19, 0);
        copy->src_stride[i] = bits(word, 59, 20);
        if (i > 0) {
            copy->left[i] = counts >> (16 * i - 16) & 0xff;
            copy->right[i] = counts >> (16 * i - 8) & 0xff;
        }
    }
}

static uint64_t extent(const struct nddma *copy, int loop)
{
    return copy->left[loop] + copy->size[loop] + copy->right[loop];
}

uint64_t nddma_elements(const struct nddma *copy)
{
    uint64_t count = 1;
    for (int i = 0; i < NDDMA_LOOPS; i++)
        if (copy->size[i] == 0)
            return 0;
    for (int i = 0; i < NDDMA_LOOPS; i++)
        if (__builtin_mul_overflow(count, extent(copy, i), &count))
            return UINT64_MAX;
    return count;
}

static belay_status report(struct core *core, const struct entry *entry, const char *text)
{
    return core_error(core, BELAY_KERNEL_BUG, NULL, entry->pc, entry->done, "%s: %s",
                      isa_rows[entry->op.row].cce, text);
}

static belay_status check(struct core *core, const struct entry *entry, const struct nddma *copy)
{
    static const char *const names[] = {"sid (0..15)",
                                        "loop0_size (0..1048575)",
                                        "loop1_size (0..1048575)",
                                        "loop2_size (0..1048575)",
                                        "loop3_size (0..1048575)",
                                        "loop4_size (0..1048575)",
                                        "loop0_lp_size (0..255)",
                                        "loop0_rp_size (0..255)",
                                        "constant_padding_ctl (0 or 1)",
                                        "l2_cache_ctl (0..15)"};
    char text[160];
    if (entry->arg[4] != 0) {
        snprintf(text, sizeof text, "%s is too large", names[__builtin_ctzll(entry->arg[4])]);
        return report(core, entry, text);
    }
    if (copy->dst % BLOCK != 0) {
        snprintf(text, sizeof text, "UB address 0x%" PRIx64 " is not a multiple of 32 bytes",
                 copy->dst);
        return report(core, entry, text);
    }
    if (copy->src % copy->element != 0) {
        snprintf(text, sizeof text,
                 "GM address 0x%" PRIx64 " is not a multiple of the element's %u bytes", copy->src,
                 copy->element);
        return report(core, entry, text);
    }
    return BELAY_OK;
}

/* Bytes from the first element to the end of the last one. */
static uint64_t span(const struct nddma *copy, const uint64_t *stride, bool padded)
{
    uint64_t last = 0;
    for (int i = 0; i < NDDMA_LOOPS; i++)
        last += ((padded ? extent(copy, i) : copy->size[i]) - 1) * stride[i];
    return (last + 1) * copy->element;
}

struct walk {
    struct core *core;
    const struct entry *entry;
    const struct nddma *copy;
    uint8_t *to;         /* first element of the destination */
    const uint8_t *from; /* of the source; NULL: not all of it lies in one allocation */
};

/* Element `index` of the source; NULL, reported, when it is not in memory. */
static const uint8_t *source(const struct walk *w, uint64_t index)
{
    const struct nddma *copy = w->copy;
    if (w->from != NULL)
        return w->from + index * copy->element;
    uint64_t address = copy->src + index * copy->element;
    const uint8_t *at = gm_host(&w->core->chip->gm, address, copy->element);
    if (at == NULL) {
        char place[200], text[240];
        gm_explain(&w->core->chip->gm, address, place, sizeof place);
        snprintf(text, sizeof text, "illegal read of %u bytes at %s", copy->element, place);
        report(w->core, w->entry, text);
    }
    return at;
}

/* One pass of the innermost loop. `inside`: the outer loops stand at data, not at padding. */
static belay_status row(const struct walk *w, uint64_t dst, uint64_t src, bool inside)
{
    const struct nddma *copy = w->copy;
    const uint8_t *constant = (const uint8_t *)&w->entry->spr->value[SPR_PAD_VAL_NDDMA];
    uint64_t end = extent(copy, 0), first = copy->left[0], behind = first + copy->size[0];
    for (uint64_t i = 0; i < end; i++, dst += copy->dst_stride[0]) {
        const uint8_t *from = constant;
        if (!copy->constant_padding || (inside && i >= first && i < behind)) {
            uint64_t place = i < first ? 0 : i < behind ? i - first : copy->size[0] - 1;
            from = source(w, src + place * copy->src_stride[0]);
            if (from == NULL)
                return BELAY_KERNEL_BUG;
        }
        memcpy(w->to + dst * copy->element, from, copy->element);
    }
    return BELAY_OK;
}

static belay_status loop(const struct walk *w, int level, uint64_t dst, uint64_t src, bool inside)
{
    const struct nddma *copy = w->copy;
    if (level == 0)
        return row(w, dst, src, inside);
    uint64_t end = extent(copy, level), first = copy->left[level],
             behind = first + copy->size[level];
    belay_status status = BELAY_OK;
    for (uint64_t i = 0; i < end && status == BELAY_OK; i++) {
        uint64_t place = i < first ? 0 : i < behind ? i - first : copy->size[level] - 1;
        status = loop(w, level - 1, dst + i * copy->dst_stride[level],
                      src + place * copy->src_stride[level], inside && i >= first && i < behind);
    }
    return status;
}

static belay_status run(struct core *core, const struct entry *entry)
{
    enum { MOST = 1 << 30 }; /* a thousand times what UB holds; only strides of 0 can mean it */
    struct nddma copy;
    nddma_decode(entry, &copy);
    belay_status status = check(core, entry, &copy);
    uint64_t count = nddma_elements(&copy);
    if (status != BELAY_OK || count == 0)
        return status;
    if (count > MOST)
        return core_error(core, BELAY_UNSUPPORTED, NULL, entry->pc, entry->done,
                          "%s: more than %d elements in one copy are not supported",
                          isa_rows[entry->op.row].cce, (int)MOST);
    uint64_t dst_bytes = span(&copy, copy.dst_stride, true);
    uint64_t src_bytes = span(&copy, copy.src_stride, false);
    struct walk w = {.core = core,
                     .entry = entry,
                     .copy = &copy,
                     .to = local_at(&core->local, LOCAL_UB, copy.dst, dst_bytes),
                     .from = gm_host(&core->chip->gm, copy.src, src_bytes)};
    if (w.to == NULL) {
        char text[160];
        snprintf(text, sizeof text,
                 "write of %" PRIu64 " bytes at UB address 0x%" PRIx64 " is past the end of UB",
                 dst_bytes, copy.dst);
        return report(core, entry, text);
    }
    touch(&core->touches, TRACE_GM, false, copy.src, src_bytes);
    touch(&core->touches, TRACE_UB, true, copy.dst, dst_bytes);
    return loop(&w, NDDMA_LOOPS - 1, 0, 0, true);
}

QUEUE_INSN(nddma_out_to_ub_b8)
{
    return run(core, entry);
}

QUEUE_INSN(nddma_out_to_ub_b16)
{
    return run(core, entry);
}

QUEUE_INSN(nddma_out_to_ub_b32)
{
    return run(core, entry);
}
