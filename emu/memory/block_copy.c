/* Copies between local memories in blocks of 32 bytes, with gaps behind each burst. Fields: CCE
 * intrinsics' packed form (deepseek-ai/clangd-ascend include/cce_stubs), asc-devkit
 * docs/zh/api/SIMD-API/C-API/vector_datamove. */
#include "emu/memory/block_copy.h"

#include <inttypes.h>
#include <string.h>

#include "emu/bodies.h"
#include "emu/core.h"

enum { BLOCK = 32 };

struct block_copy {
    uint64_t dst, src;
    uint64_t bursts, blocks, src_gap, dst_gap; /* blocks: of a burst; gaps: end to start */
};

static belay_status report(struct core *core, const struct entry *entry, const char *side,
                           uint64_t address, const char *what)
{
    return core_error(core, BELAY_KERNEL_BUG, NULL, entry->pc, entry->done,
                      "%s: %s address 0x%" PRIx64 " %s", isa_rows[entry->op.row].cce, side, address,
                      what);
}

/* In the order of the addresses, block after block: what a burst wrote, a later block reads. */
/* A side of a copy: a memory of the core itself or of another one of its AI core. */
struct side {
    struct core *core;
    enum local_space space;
};

static belay_status run(struct core *core, const struct entry *entry, const struct block_copy *copy,
                        struct side dst_side, struct side src_side)
{
    if (copy->bursts == 0 || copy->blocks == 0)
        return BELAY_OK;
    uint64_t dst = copy->dst, src = copy->src, bytes = copy->blocks * BLOCK;
    if (dst % BLOCK != 0)
        return report(core, entry, "destination", dst, "is not a multiple of 32 bytes");
    if (src % BLOCK != 0)
        return report(core, entry, "source", src, "is not a multiple of 32 bytes");
    for (uint64_t i = 0; i < copy->bursts; i++) {
        uint8_t *to = local_at(&dst_side.core->local, dst_side.space, dst, bytes);
        const uint8_t *from = local_at(&src_side.core->local, src_side.space, src, bytes);
        if (to == NULL)
            return report(core, entry, local_name[dst_side.space], dst,
                          "begins a burst past the end of the memory");
        if (from == NULL)
            return report(core, entry, local_name[src_side.space], src,
                          "begins a burst past the end of the memory");
        touch(&core->touches, (enum trace_space)src_side.space, false, src, bytes);
        touch(&core->touches, (enum trace_space)dst_side.space, true, dst, bytes);
        for (uint64_t b = 0; b < bytes; b += BLOCK)
            memmove(to + b, from + b, BLOCK);
        dst += bytes + copy->dst_gap * BLOCK;
        src += bytes + copy->src_gap * BLOCK;
    }
    return BELAY_OK;
}

static struct block_copy decode(const struct entry *entry)
{
    uint64_t config = entry->arg[2];
    bool across = entry->op.row != ISA_copy_ubuf_to_ubuf; /* the low bits select an AIV */
    return (struct block_copy){.dst = entry->arg[0],
                               .src = entry->arg[1],
                               .bursts = across ? config >> 4 & 0xfff : config & 0xffff,
                               .blocks = config >> 16 & 0xffff,
                               .src_gap = config >> 32 & 0xffff,
                               .dst_gap = config >> 48};
}

uint64_t block_copy_bytes(const struct entry *entry)
{
    struct block_copy copy = decode(entry);
    return copy.bursts * copy.blocks * BLOCK;
}

QUEUE_INSN(copy_ubuf_to_ubuf)
{
    struct block_copy copy = decode(entry);
    struct side ub = {core, LOCAL_UB};
    return run(core, entry, &copy, ub, ub);
}

/* --- between the cores of an AI core ---------------------------------------------------------- */

/* The core whose memory takes part; NULL, reported, when it has no part in this block. */
static struct core *partner(struct core *core, const struct entry *entry, int member)
{
    static const char *const names[] = {"the AIC", "AIV 0", "AIV 1"};
    struct core *other = core->sibling[member];
    if (core->launch->mixed && other != NULL && member <= (int)core->launch->sub_blocks)
        return other;
    core_error(core, BELAY_KERNEL_BUG, NULL, entry->pc, entry->done,
               "%s: %s of this AI core has no part in this launch", isa_rows[entry->op.row].cce,
               names[member]);
    return NULL;
}

static belay_status check_excess(struct core *core, const struct entry *entry)
{
    static const char *const names[] = {"sub_blockid (0 or 1)", "burst_num (0..4095)",
                                        "burst_len (0..65535 blocks)", "src_gap (0..65535 blocks)",
                                        "dst_gap (0..65535 blocks)"};
    if (entry->arg[3] == 0)
        return BELAY_OK;
    return core_error(core, BELAY_KERNEL_BUG, NULL, entry->pc, entry->done, "%s: %s is too large",
                      isa_rows[entry->op.row].cce, names[__builtin_ctzll(entry->arg[3])]);
}

QUEUE_INSN(copy_ubuf_to_cbuf)
{
    struct block_copy copy = decode(entry);
    belay_status status = check_excess(core, entry);
    struct core *aic = status == BELAY_OK ? partner(core, entry, 0) : NULL;
    if (aic == NULL)
        return BELAY_KERNEL_BUG;
    return run(core, entry, &copy, (struct side){aic, LOCAL_L1}, (struct side){core, LOCAL_UB});
}

/* The lowest bit of the config word says which AIV. */
QUEUE_INSN(copy_cbuf_to_ubuf)
{
    struct block_copy copy = decode(entry);
    belay_status status = check_excess(core, entry);
    struct core *aiv =
        status == BELAY_OK ? partner(core, entry, 1 + (int)(entry->arg[2] & 1)) : NULL;
    if (aiv == NULL)
        return BELAY_KERNEL_BUG;
    return run(core, entry, &copy, (struct side){aiv, LOCAL_UB}, (struct side){core, LOCAL_L1});
}
