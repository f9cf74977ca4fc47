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
static belay_status run(struct core *core, const struct entry *entry, const struct block_copy *copy,
                        enum local_space dst_space, enum local_space src_space)
{
    if (copy->bursts == 0 || copy->blocks == 0)
        return BELAY_OK;
    uint64_t dst = copy->dst, src = copy->src, bytes = copy->blocks * BLOCK;
    if (dst % BLOCK != 0)
        return report(core, entry, "destination", dst, "is not a multiple of 32 bytes");
    if (src % BLOCK != 0)
        return report(core, entry, "source", src, "is not a multiple of 32 bytes");
    for (uint64_t i = 0; i < copy->bursts; i++) {
        uint8_t *to = local_at(&core->local, dst_space, dst, bytes);
        const uint8_t *from = local_at(&core->local, src_space, src, bytes);
        if (to == NULL)
            return report(core, entry, local_name[dst_space], dst,
                          "begins a burst past the end of the memory");
        if (from == NULL)
            return report(core, entry, local_name[src_space], src,
                          "begins a burst past the end of the memory");
        touch(&core->touches, (enum trace_space)src_space, false, src, bytes);
        touch(&core->touches, (enum trace_space)dst_space, true, dst, bytes);
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
    return (struct block_copy){.dst = entry->arg[0],
                               .src = entry->arg[1],
                               .bursts = config & 0xffff,
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
    return run(core, entry, &copy, LOCAL_UB, LOCAL_UB);
}
