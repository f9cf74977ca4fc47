/* A row of the table on the vector unit. */
#ifndef BELAY_TESTS_EDGE_RUN_H
#define BELAY_TESTS_EDGE_RUN_H

#include "tests/edge/table.h"

/* How a row came out: every one of its values in both modes as printed; no instruction does it; or
 * the first difference, in `difference`. */
enum edge_result { EDGE_PASSED, EDGE_DIFFERS, EDGE_NO_INSTRUCTION };
enum edge_result edge_run(const struct edge_row *row, char difference[256]);

#endif
