/* The align_v2 copies as numbers, and as programs. */
#ifndef BELAY_TESTS_ISA_MOVER_H
#define BELAY_TESTS_ISA_MOVER_H

#include "tests/isa/trial.h"

/* Buffers in global memory hold MOVER_BYTES; copies stay inside them and inside the same number of
 * bytes of UB. */
enum { MOVER_BYTES = 64 * 1024, UB_POISON = 0xa5 };

struct transfer {
    uint64_t ub, gm; /* first row; gm is an offset in the buffer */
    struct move move;
    int64_t gm_stride; /* signed form of move.gm_stride */
    uint64_t loop_size[2];
    int64_t loop_gm[2];
    uint64_t loop_ub[2];
    uint64_t noise; /* of the bits that mean nothing here: sid, L2 control, pointer's L2 mode */
    uint64_t excess;
};

/* Rows, lengths, strides and loops at random; rows of `row_bytes(t)` bytes do not overlap in UB. */
void random_transfer(struct transfer *t, unsigned element, bool padded, uint64_t *seed);

/* For each row in the order of the copy: its place in UB and in the buffer. */
typedef void each_row(void *user, uint64_t ub, uint64_t gm);
void transfer_rows(const struct transfer *t, each_row *each, void *user);

/* The instruction with its loop registers set before and put back right behind it. */
void put_transfer(struct code *code, int row, int type, const struct transfer *t, uint64_t buffer);

uint64_t mover_buffer(unsigned i); /* 0 or 1 */

#endif
