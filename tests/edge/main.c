/* Every row of the vendor's table of special values on the vector unit; the differing ones are
 * those of a list with their reasons (explained.c). Arguments: "print" prints the rows that differ.
 */
#include <stdio.h>
#include <string.h>

#include "tests/edge/explained.h"
#include "tests/edge/run.h"
#include "tests/isa/machine.h"

static bool prints;

static const char *reason_of(const char *name)
{
    for (size_t i = 0; i < edge_explained_count; i++)
        if (strcmp(edge_explained[i].name, name) == 0)
            return edge_explained[i].reason;
    return NULL;
}

/* The table has some rows twice: the later ones are "name (2)". */
static void number_repeated(struct edge_row *row)
{
    enum { MOST = 1600 };
    static char *seen[MOST];
    static unsigned count;
    unsigned times = 1;
    for (unsigned i = 0; i < count; i++)
        times += strcmp(seen[i], row->name) == 0;
    assert_true(count < MOST);
    seen[count++] = strdup(row->name);
    if (times > 1)
        snprintf(row->name + strlen(row->name), 8, " (%u)", times % 100);
}

struct counts {
    unsigned rows, passed, notes, explained, wrong;
};

static void check_row(struct edge_row *row, struct counts *counts)
{
    char difference[256];
    number_repeated(row);
    counts->rows++;
    if (row->is_note) {
        counts->notes++;
        return;
    }
    enum edge_result result = edge_run(row, difference);
    const char *reason = reason_of(row->name);
    if (result == EDGE_NO_INSTRUCTION)
        snprintf(difference, sizeof difference, "no instruction");
    if (prints && result != EDGE_PASSED)
        printf("    {\"%s\", \"%s\"},\n", row->name, difference);
    if (result == EDGE_PASSED && reason == NULL) {
        counts->passed++;
    } else if (result != EDGE_PASSED && reason != NULL) {
        counts->explained++;
    } else if (counts->wrong++ < 20) {
        print_error("%s: %s\n", row->name,
                    result == EDGE_PASSED ? "passes, but is listed as different" : difference);
    }
}

static void every_row(void **state)
{
    struct edge_row row;
    struct counts counts = {0, 0, 0, 0, 0};
    (void)state;
    FILE *file = fopen(EDGE_TABLE, "r");
    assert_non_null(file);
    assert_true(edge_read(file, &row)); /* the heading */
    while (edge_read(file, &row))
        check_row(&row, &counts);
    fclose(file);
    print_message("%u rows: %u pass, %u differ for a reason in the list, %u are notes, %u wrong\n",
                  counts.rows, counts.passed, counts.explained, counts.notes, counts.wrong);
    assert_int_equal(counts.rows, 1590);
    assert_int_equal(counts.wrong, 0);
    assert_int_equal(counts.explained, edge_explained_count);
}

int main(int argc, char **argv)
{
    prints = argc > 1 && strcmp(argv[1], "print") == 0;
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_row)};
    return _cmocka_run_group_tests("edge", tests, 1, NULL, NULL);
}
