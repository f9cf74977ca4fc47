/* The vendor's table of special values (tests/data): rows as text, their operands as numbers. */
#ifndef BELAY_TESTS_EDGE_TABLE_H
#define BELAY_TESTS_EDGE_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tests/isa/reference.h"

enum { MOST_COLUMNS = 7, MOST_ITEMS = 16 };

struct edge_row {
    char text[1024]; /* the line, cut into its cells */
    const char *title;
    const char *value[MOST_COLUMNS]; /* of "key=value" */
    unsigned columns;
    bool is_note;   /* no row of values */
    char name[520]; /* title and operands, without the results */
};

/* The next row of a file; false at its end. */
bool edge_read(FILE *file, struct edge_row *row);

/* An element type by the vendor's name: "half", "int4b_t". */
struct edge_type {
    const char *vendors, *ours; /* "half", "f16" */
    double most, least;
    unsigned bits;
};
/* NULL: none of that name. */
const struct edge_type *edge_type(const char *name, size_t length);

/* One alternative of a cell: "1/0" has two; "a/b / c/d" has two of two when `separator` is " / ".
 */
unsigned edge_split(const char *cell, const char *separator, char items[][64], unsigned most);

/* "65504.0（MAX）", "+inf", "MIN": NaN for "nan". */
double edge_number(const char *text, const struct edge_type *type);

/* The code of a value that the table names, and the value of a code. */
uint64_t edge_code(const struct edge_type *type, double value);
double edge_value(const struct edge_type *type, uint64_t code);

/* The table prints few digits. */
bool edge_agrees(const struct edge_type *type, uint64_t code, double want);

#endif
