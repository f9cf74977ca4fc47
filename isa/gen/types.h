/* The element types a row may list, with their C++ names. */
#ifndef BELAY_ISA_TYPES_H
#define BELAY_ISA_TYPES_H

#include <stdbool.h>

struct element {
    const char *name;   /* in the table */
    const char *vector; /* C++ vector type, NULL when there is none */
    const char *scalar; /* C++ element type */
    int bytes;          /* 0: bits of a mask, or void */
    bool fp_register;   /* a scalar of it travels in an FP register */
};

/* NULL when unknown. */
const struct element *element_find(const char *name);

/* The integer type of the same width ("u16", "s32"...); "" when there is none. */
const char *element_integer(const struct element *element, bool is_signed);

#endif
