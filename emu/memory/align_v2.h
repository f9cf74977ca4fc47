/* Geometry of the align_v2 copies (MOV_OUT_TO_UB_ALIGN_V2 and its kin): bursts inside two loops.
 * Fields: docs/kernel_binary.md, config words. */
#ifndef BELAY_EMU_MEMORY_ALIGN_V2_H
#define BELAY_EMU_MEMORY_ALIGN_V2_H

#include <stdbool.h>
#include <stdint.h>

struct entry;

enum align_v2_path { ALIGN_V2_IN /* global to local memory */, ALIGN_V2_OUT };

struct align_v2 {
    uint64_t dst, src;                    /* GM side without its L2 mode bits */
    uint64_t burst_num, burst_len;        /* bursts; bytes */
    uint64_t left_padding, right_padding; /* elements */
    bool constant_padding;
    uint64_t loop_size[2];          /* loop1, loop2 */
    int64_t src_stride, dst_stride; /* bytes, start to start */
    int64_t loop_src_stride[2], loop_dst_stride[2];
};

void align_v2_decode(const struct entry *entry, enum align_v2_path path, struct align_v2 *copy);

/* Number of bursts of all loops together; 0 when the copy does nothing. */
static inline uint64_t align_v2_bursts(const struct align_v2 *copy)
{
    return copy->burst_len == 0 ? 0 : copy->burst_num * copy->loop_size[0] * copy->loop_size[1];
}

#endif
