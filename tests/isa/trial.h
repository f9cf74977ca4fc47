/* One instruction of a vector function with random registers, operands and state, run on the
 * machine and compared with the state its rule gives: every register, lane for lane. */
#ifndef BELAY_TESTS_ISA_TRIAL_H
#define BELAY_TESTS_ISA_TRIAL_H

#include "tests/isa/machine.h"
#include "tests/isa/reference.h"

struct row_test;

struct trial {
    const struct row_test *test;
    const struct isa_row *row;
    struct isa_op op;
    struct element element; /* the type's first component */
    struct vf_case run;     /* the state before; after trial_run the one after */
    struct vf_state want;   /* the state before, then what the rule makes of it */
    bool filled;            /* run.state has random registers already */
};

/* The rule of a row: changes t->want from t->run. */
typedef void rule(struct trial *t);
/* The rule of one element: `a`, `b` are the operands, `old` the destination's. */
typedef uint64_t element_rule(const struct trial *t, uint64_t a, uint64_t b, uint64_t old);

struct row_test {
    const char *name;
    int row;
    void (*run)(const struct row_test *test);
    rule *rule;
    element_rule *element_rule;
    unsigned masked; /* trial_random: element size of the mask; 0: that of the type */
    struct row_test *next;
};

void row_test_add(struct row_test *test);

/* A row's test: "ROW_TEST(name, function, .field = value ...)" at the beginning of a line. */
#define ROW_TEST(name_, run_, ...)                                                                 \
    static struct row_test test_##name_ = {#name_, ISA_##name_, run_, __VA_ARGS__};                \
    __attribute__((constructor)) static void add_##name_(void)                                     \
    {                                                                                              \
        row_test_add(&test_##name_);                                                               \
    }

/* Registers, immediates and state at random; t->want is a copy of the state. */
void trial_random(struct trial *t, const struct row_test *test, int type, uint64_t *seed);

/* NULL when the row has no such operand. */
const struct isa_operand *find_operand(const struct trial *t, const char *name);
/* The register number of an operand, and what it holds. */
unsigned field(const struct trial *t, const char *operand);
const vreg *source(const struct trial *t, const char *operand);
vreg *wanted(struct trial *t, const char *operand);
unsigned immediate(const struct trial *t, const char *operand);
void set_immediate(struct trial *t, const char *operand, unsigned value);
/* Bits of a scalar operand of an element type. */
uint64_t scalar_bits(const struct trial *t, const char *operand);

/* Runs it; everything must be as t->want says. */
void trial_check(struct trial *t);

/* Nothing of UB outside the window has changed. */
void check_rest_of_ub(const struct vf_case *c);

/* Runs for every type of the row, with random state and the row's rule; `count` trials a type. */
void every_type(const struct row_test *test);
/* rule: the element rule under mask and mode, operands src or src0 and src1, or scalar. */
void by_elements(struct trial *t);

/* Result under mask and mode: inactive elements 0, or as they were when merging. */
void write_masked(struct trial *t, const vreg *result, unsigned size);
/* The same for any destination, always with zeros. */
void write_masked_to(struct trial *t, const char *dst, const vreg *result, unsigned size);

#endif
