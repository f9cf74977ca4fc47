/* One instruction of a queue on aiv0, with a window of UB before and after: through a launch, or,
 * when `direct` is enabled, handed to the instruction's body alone, some thousand times as fast. */
#ifndef BELAY_TESTS_ISA_QUEUE_CASE_H
#define BELAY_TESTS_ISA_QUEUE_CASE_H

#include "tests/isa/trial.h"

enum { QUEUE_UB = 16 * 1024, QUEUE_GM = 64 * 1024, QUEUE_SETTINGS = 12 };

struct queue_insn {
    int row, type;
    uint64_t arg[5]; /* operands in the order of the row */
    unsigned args;
    bool literal[5]; /* the operand is a small one, written into the instruction */
};

struct queue_case {
    struct queue_insn insn[5];
    unsigned insns;
    struct setting { /* of a special register, before */
        int row;     /* set_...: an instruction that takes the value */
        uint64_t value;
    } setting[QUEUE_SETTINGS];
    unsigned settings;
    uint8_t ub[QUEUE_UB]; /* the first bytes of UB, before and after */
};

void queue_insn(struct queue_case *c, int row, int type, unsigned args, const uint64_t *arg);
void queue_setting(struct queue_case *c, int row, uint64_t value);

belay_status queue_try(struct queue_case *c);
void queue_run(struct queue_case *c);
void queue_refused(struct queue_case *c, const char *text);

/* Is UB behind the window as it was? */
void queue_rest_untouched(void);

/* A buffer in global memory with random bytes, the same at every call, and what it holds. */
uint64_t queue_gm(const uint8_t **bytes);

/* Cases to run: `launched`, or so many that all campaigns together make the family's number. */
static inline int queue_cases(int launched)
{
    return direct.enabled ? 2000 : launched;
}

#endif
