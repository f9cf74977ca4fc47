/* The unaligned stream of stores that an align register carries. */
#ifndef BELAY_EMU_VECTOR_STREAM_H
#define BELAY_EMU_VECTOR_STREAM_H

#include "emu/vector/vf.h"

/* Appends `count` bytes of src to the stream at base: whole blocks of 32 bytes are written, the
 * rest stays in the align register. */
void vf_stream_append(struct vf *vf, vreg *align, const vreg *src, uint64_t base, uint64_t count);

#endif
