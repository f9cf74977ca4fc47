/* What executes a row of the instruction table. isagen writes the three tables; a body is written
 * with one of the macros, at the beginning of a line, so that isagen finds it. */
#ifndef BELAY_EMU_BODIES_H
#define BELAY_EMU_BODIES_H

#include "belay.h"
#include "emu/pipe.h"
#include "emu/scalar/rv.h"
#include "isa/isa.h"

struct core;
struct vf;

/* S rows: executed by the scalar unit. RV_CORE_BLOCK: not now (core->block_reason says why). */
typedef enum rv_core_result scalar_body(struct core *core, const struct isa_op *op);

/* Rows that go to a queue: executed when the pipe completes the entry. */
typedef belay_status queue_body(struct core *core, const struct entry *entry);

/* VF rows: executed by the vector unit; errors are left in vf->status. */
typedef void vf_body(struct vf *vf, const struct isa_op *op);

extern vf_body *const *const vf_bodies[ISA_ROW_COUNT]; /* by row and type; NULL: unsupported */
extern scalar_body *const scalar_bodies[ISA_ROW_COUNT];
extern queue_body *const queue_bodies[ISA_ROW_COUNT];

#define SCALAR_INSN(name)                                                                          \
    scalar_body insn_##name;                                                                       \
    enum rv_core_result insn_##name(struct core *core, const struct isa_op *op)
#define QUEUE_INSN(name)                                                                           \
    queue_body insn_##name;                                                                        \
    belay_status insn_##name(struct core *core, const struct entry *entry)
#define VF_INSN(name, type)                                                                        \
    vf_body insn_##name##_##type;                                                                  \
    void insn_##name##_##type(struct vf *vf, const struct isa_op *op)
#define VF_INSN_UNTYPED(name)                                                                      \
    vf_body insn_##name;                                                                           \
    void insn_##name(struct vf *vf, const struct isa_op *op)

#endif
