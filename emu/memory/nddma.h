/* Geometry of the multi-dimensional copies (ND_DMA_OUT_TO_UB): five loops with padding. */
#ifndef BELAY_EMU_MEMORY_NDDMA_H
#define BELAY_EMU_MEMORY_NDDMA_H

#include <stdbool.h>
#include <stdint.h>

struct entry;

enum { NDDMA_LOOPS = 5 };

struct nddma { /* sizes and strides are elements; loop 0 is the innermost */
    uint64_t dst, src;
    unsigned element; /* bytes */
    uint64_t size[NDDMA_LOOPS], left[NDDMA_LOOPS], right[NDDMA_LOOPS];
    uint64_t dst_stride[NDDMA_LOOPS], src_stride[NDDMA_LOOPS];
    bool constant_padding;
};

void nddma_decode(const struct entry *entry, struct nddma *copy);

/* Elements written, with padding; UINT64_MAX when that is too many to count. */
uint64_t nddma_elements(const struct nddma *copy);

/* Are the elements of the innermost loop neighbours on both sides? */
static inline bool nddma_is_dense(const struct nddma *copy)
{
    return copy->dst_stride[0] == 1 && copy->src_stride[0] == 1;
}

#endif
