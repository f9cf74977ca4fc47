/* Where the elements of a matrix lie in a local memory, by layout: the orders of asc-devkit's
 * documents (a fractal is 16 x 32 bytes; capital letters order fractals, small ones the elements in
 * a fractal). */
#ifndef BELAY_VIEWER_MEMORY_LAYOUT_H
#define BELAY_VIEWER_MEMORY_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum memory_layout {
    LAYOUT_ND,   /* row after row */
    LAYOUT_DN,   /* column after column */
    LAYOUT_NZ,   /* fractals column after column, in them row after row: L1, L0C, L0A of the 950 */
    LAYOUT_ZN,   /* fractals row after row, in them column after column: L0B */
    LAYOUT_ZZ,   /* fractals row after row, in them row after row: L0A of the 910B */
    LAYOUT_MX_A, /* scales of A: 16 rows x 2 columns, row after row, of one byte */
    LAYOUT_MX_B, /* scales of B: 2 rows x 16 columns, column after column, of one byte */
    LAYOUT_COUNT
};

enum memory_type {
    TYPE_F32,
    TYPE_F16,
    TYPE_BF16,
    TYPE_S32,
    TYPE_U32,
    TYPE_S16,
    TYPE_U16,
    TYPE_S8,
    TYPE_U8,
    TYPE_E8M0,
    TYPE_COUNT
};

extern const char *const memory_layout_name[LAYOUT_COUNT];
extern const char *const memory_type_name[TYPE_COUNT];
extern const unsigned memory_type_size[TYPE_COUNT];

/* Byte offset of element (row, column) of a rows x columns matrix of `size`-byte elements. */
uint64_t memory_layout_offset(enum memory_layout layout, unsigned size, uint64_t rows,
                              uint64_t columns, uint64_t row, uint64_t column);

/* An element as text. */
void memory_value_text(enum memory_type type, const uint8_t *bytes, char *text, size_t room);

#endif
