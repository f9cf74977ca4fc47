/* GM to UB (MTE2) and UB to GM (MTE3). Rules: asc-devkit docs/zh/api/SIMD-API/C-API/vector_datamove
 * (asc_copy_gm2ub_align, asc_copy_ub2gm_align, loop registers) and DataCopyPad of the basic API. */
#include "emu/memory/align_v2.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "emu/bodies.h"
#include "emu/chip.h"
#include "emu/core.h"
#include "emu/memory/atomic.h"

enum { BLOCK = 32 };

static uint64_t bits(uint64_t word, int high, int low)
{
    return (word >> low) & ((2ULL << (high - low)) - 1);
}

static int64_t signed_bits(uint64_t word, int high, int low)
{
    int unused = 63 - high;
    return (int64_t)(word << unused) >> (unused + low);
}

void align_v2_decode(const struct entry *entry, enum align_v2_path path, struct align_v2 *copy)
{
    uint64_t config0 = entry->arg[2];
    uint64_t config1 = entry->arg[3];
    const uint64_t *spr = entry->spr->value;
    bool in = path == ALIGN_V2_IN;
    copy->dst = in ? entry->arg[0] : entry->arg[0] & GM_ADDRESS_MASK;
    copy->src = in ? entry->arg[1] & GM_ADDRESS_MASK : entry->arg[1];
    copy->burst_num = bits(config0, 24, 4);
    copy->burst_len = bits(config0, 45, 25);
    copy->left_padding = in ? bits(config0, 51, 46) : 0;
    copy->right_padding = in ? bits(config0, 57, 52) : 0;
    copy->constant_padding = in && bits(config0, 58, 58) != 0;
    /* The GM stride is the 40-bit half on both paths; it may be negative (docs: srcStride). */
    int64_t gm_stride = signed_bits(config1, 39, 0);
    int64_t ub_stride = (int64_t)bits(config1, 60, 40);
    copy->src_stride = in ? gm_stride : ub_stride;
    copy->dst_stride = in ? ub_stride : gm_stride;
    uint64_t sizes = spr[in ? SPR_LOOP_SIZE_OUTTOUB : SPR_LOOP_SIZE_UBTOOUT];
    uint64_t strides[2] = {spr[in ? SPR_LOOP1_STRIDE_OUTTOUB : SPR_LOOP1_STRIDE_UBTOOUT],
                           spr[in ? SPR_LOOP2_STRIDE_OUTTOUB : SPR_LOOP2_STRIDE_UBTOOUT]};
    for (int i = 0; i < 2; i++) {
        copy->loop_size[i] = bits(sizes, 20 + 21 * i, 21 * i);
        int64_t gm = signed_bits(strides[i], 39, 0);
        int64_t ub = (int64_t)bits(strides[i], 60, 40);
        copy->loop_src_stride[i] = in ? gm : ub;
        copy->loop_dst_stride[i] = in ? ub : gm;
    }
}

/* --- checks common to both paths ----------------------------------------------------------------
 */

static belay_status report(struct core *core, const struct entry *entry, const char *text)
{
    return core_error(core, BELAY_KERNEL_BUG, NULL, entry->pc, entry->done, "%s: %s",
                      isa_rows[entry->op.row].cce, text);
}

/* Arguments that did not fit their fields: the unpacked form of the intrinsic tells by number. */
static belay_status check_excess(struct core *core, const struct entry *entry,
                                 const char *const *names)
{
    uint64_t excess = entry->arg[4];
    if (excess == 0)
        return BELAY_OK;
    char text[128];
    snprintf(text, sizeof text, "%s is negative or too large", names[__builtin_ctzll(excess)]);
    return report(core, entry, text);
}

/* UB rows and loop strides in whole blocks; rows may also lie behind one another. */
static belay_status check_ub_alignment(struct core *core, const struct entry *entry,
                                       enum align_v2_path path, const struct align_v2 *copy)
{
    bool in = path == ALIGN_V2_IN;
    uint64_t address = in ? copy->dst : copy->src;
    int64_t stride = in ? copy->dst_stride : copy->src_stride;
    const int64_t *loop_stride = in ? copy->loop_dst_stride : copy->loop_src_stride;
    char text[160] = "";
    if (address % BLOCK != 0)
        snprintf(text, sizeof text, "UB address 0x%" PRIx64 " is not a multiple of 32 bytes",
                 address);
    else if (copy->burst_num > 1 && stride % BLOCK != 0 && stride != (int64_t)copy->burst_len)
        snprintf(text, sizeof text,
                 "UB stride of %" PRId64 " bytes is neither a multiple of 32 nor the burst length "
                 "of %" PRIu64,
                 stride, copy->burst_len);
    for (int i = 0; i < 2 && text[0] == '\0'; i++)
        if (copy->loop_size[i] > 1 && loop_stride[i] % BLOCK != 0)
            snprintf(text, sizeof text,
                     "loop %d: UB stride of %" PRId64 " bytes is not a multiple of 32", i + 1,
                     loop_stride[i]);
    return text[0] == '\0' ? BELAY_OK : report(core, entry, text);
}

static belay_status ub_bounds(struct core *core, const struct entry *entry, const char *what,
                              uint64_t address, uint64_t size)
{
    return core_error(core, BELAY_KERNEL_BUG, NULL, entry->pc, entry->done,
                      "%s: %s of %" PRIu64 " bytes at UB address 0x%" PRIx64
                      " is past the end of UB (%" PRIu64 " bytes)",
                      isa_rows[entry->op.row].cce, what, size, address, core->local.size[LOCAL_UB]);
}

static belay_status gm_bounds(struct core *core, const struct entry *entry, const char *what,
                              uint64_t address, uint64_t size)
{
    char place[200];
    gm_explain(&core->chip->gm, address, place, sizeof place);
    return core_error(core, BELAY_KERNEL_BUG, NULL, entry->pc, entry->done,
                      "%s: illegal %s of %" PRIu64 " bytes at %s", isa_rows[entry->op.row].cce,
                      what, size, place);
}

/* --- GM to UB -----------------------------------------------------------------------------------
 */

/* The first `bytes` of an element pattern, repeated. */
static void fill(uint8_t *at, uint64_t bytes, const uint8_t *element, unsigned element_size)
{
    for (uint64_t i = 0; i < bytes; i++)
        at[i] = element[i % element_size];
}

static unsigned element_size(const struct entry *entry)
{
    const char *type = isa_rows[entry->op.row].types[entry->op.type];
    if (strstr(type, "32") != NULL)
        return 4;
    return strstr(type, "16") != NULL ? 2 : 1;
}

/* One burst with its padding: left elements, data, right elements, then up to the next block. */
static belay_status burst_in(struct core *core, const struct entry *entry,
                             const struct align_v2 *copy, uint64_t dst, uint64_t src)
{
    unsigned size = element_size(entry);
    uint64_t left = copy->left_padding * size;
    uint64_t right = copy->right_padding * size;
    uint64_t end = dst + left + copy->burst_len + right;
    uint64_t padded_end = (end + BLOCK - 1) / BLOCK * BLOCK;
    uint8_t *to = local_at(&core->local, LOCAL_UB, dst, padded_end - dst);
    if (to == NULL)
        return ub_bounds(core, entry, "write", dst, padded_end - dst);
    const uint8_t *from = gm_host(&core->chip->gm, src, copy->burst_len);
    if (from == NULL)
        return gm_bounds(core, entry, "read", src, copy->burst_len);
    touch(&core->touches, TRACE_GM, false, src, copy->burst_len);
    touch(&core->touches, TRACE_UB, true, dst, padded_end - dst);
    uint8_t first[8];
    uint8_t constant[8];
    memcpy(first, from, size);
    memcpy(constant, &entry->spr->value[SPR_PAD_VAL_OUTTOUB], sizeof constant);
    const uint8_t *padding = copy->constant_padding ? constant : first;
    fill(to, left, padding, size);
    memcpy(to + left, from, copy->burst_len);
    fill(to + left + copy->burst_len, right, padding, size);
    fill(to + (end - dst), padded_end - end, left + right != 0 ? padding : first, size);
    return BELAY_OK;
}

/* Rows that lie behind one another on both sides are one row. */
static void join_rows(struct align_v2 *copy)
{
    bool dense = copy->src_stride == (int64_t)copy->burst_len &&
                 copy->dst_stride == (int64_t)copy->burst_len && copy->left_padding == 0 &&
                 copy->right_padding == 0;
    if (dense && copy->burst_num > 1 && (copy->burst_len * copy->burst_num) % BLOCK == 0) {
        copy->burst_len *= copy->burst_num;
        copy->burst_num = 1;
    }
}

typedef belay_status burst_copy(struct core *core, const struct entry *entry,
                                const struct align_v2 *copy, uint64_t dst, uint64_t src);

static belay_status run_loops(struct core *core, const struct entry *entry,
                              const struct align_v2 *copy, burst_copy *burst)
{
    for (uint64_t l2 = 0; l2 < copy->loop_size[1]; l2++)
        for (uint64_t l1 = 0; l1 < copy->loop_size[0]; l1++) {
            uint64_t dst = copy->dst + l2 * (uint64_t)copy->loop_dst_stride[1] +
                           l1 * (uint64_t)copy->loop_dst_stride[0];
            uint64_t src = copy->src + l2 * (uint64_t)copy->loop_src_stride[1] +
                           l1 * (uint64_t)copy->loop_src_stride[0];
            for (uint64_t b = 0; b < copy->burst_num; b++) {
                belay_status status = burst(core, entry, copy, dst, src);
                if (status != BELAY_OK)
                    return status;
                dst += (uint64_t)copy->dst_stride;
                src += (uint64_t)copy->src_stride;
            }
        }
    return BELAY_OK;
}

QUEUE_INSN(copy_gm_to_ubuf_align_v2)
{
    static const char *const names[] = {
        "sid (0..15)",          "burst_num (0..2097151)", "burst_len (0..2097151 bytes)",
        "left_padding (0..63)", "right_padding (0..63)",  "data_select (0 or 1)",
        "l2_cache_ctl (0..15)", "src_stride (40 bits)",   "dst_stride (0..2097151 bytes)"};
    struct align_v2 copy;
    align_v2_decode(entry, ALIGN_V2_IN, &copy);
    belay_status status = check_excess(core, entry, names);
    if (status != BELAY_OK || align_v2_bursts(&copy) == 0)
        return status;
    status = check_ub_alignment(core, entry, ALIGN_V2_IN, &copy);
    if (status == BELAY_OK && (copy.left_padding * element_size(entry) > BLOCK ||
                               copy.right_padding * element_size(entry) > BLOCK))
        status = report(core, entry, "padding of more than 32 bytes");
    if (status != BELAY_OK)
        return status;
    join_rows(&copy);
    return run_loops(core, entry, &copy, burst_in);
}

/* --- UB to GM -----------------------------------------------------------------------------------
 */

static belay_status burst_out(struct core *core, const struct entry *entry,
                              const struct align_v2 *copy, uint64_t dst, uint64_t src)
{
    const uint8_t *from = local_at(&core->local, LOCAL_UB, src, copy->burst_len);
    if (from == NULL)
        return ub_bounds(core, entry, "read", src, copy->burst_len);
    uint8_t *to = gm_host(&core->chip->gm, dst, copy->burst_len);
    if (to == NULL)
        return gm_bounds(core, entry, "write", dst, copy->burst_len);
    touch(&core->touches, TRACE_UB, false, src, copy->burst_len);
    touch(&core->touches, TRACE_GM, true, dst, copy->burst_len);
    uint64_t ctrl = entry->spr->value[SPR_CTRL];
    if (atomic_is_off(ctrl)) {
        memcpy(to, from, copy->burst_len);
        return BELAY_OK;
    }
    const char *wrong = atomic_update(to, from, copy->burst_len, ctrl);
    return wrong == NULL ? BELAY_OK : report(core, entry, wrong);
}

QUEUE_INSN(copy_ubuf_to_gm_align_v2)
{
    static const char *const names[] = {
        "sid (0..15)",          "burst_num (0..2097151)", "burst_len (0..2097151 bytes)",
        "l2_cache_ctl (0..15)", "dst_stride (40 bits)",   "src_stride (0..2097151 bytes)"};
    struct align_v2 copy;
    align_v2_decode(entry, ALIGN_V2_OUT, &copy);
    belay_status status = check_excess(core, entry, names);
    if (status == BELAY_OK)
        status = check_ub_alignment(core, entry, ALIGN_V2_OUT, &copy);
    if (status != BELAY_OK || align_v2_bursts(&copy) == 0)
        return status;
    join_rows(&copy);
    return run_loops(core, entry, &copy, burst_out);
}
