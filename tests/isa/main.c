/* Every row of the instruction table. Arguments: parts of the names of the tests to run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/bodies.h"
#include "tests/isa/trial.h"

static struct row_test *first;
static size_t test_count;

void row_test_add(struct row_test *test)
{
    test->next = first;
    first = test;
    test_count++;
}

static void run_row_test(void **state)
{
    const struct row_test *test = *state;
    test->run(test);
}

static bool has_body(int row, int type)
{
    const struct isa_row *r = &isa_rows[row];
    if (r->pipe == ISA_PIPE_VF)
        return vf_bodies[row] != NULL && vf_bodies[row][type] != NULL;
    return scalar_bodies[row] != NULL || queue_bodies[row] != NULL;
}

/* The check of isagen sees a line for every row; this one that every type of it has run. */
static void every_body_has_run(void **state)
{
    (void)state;
    int missing = 0;
    for (int row = 0; row < ISA_ROW_COUNT; row++) {
        const struct isa_row *r = &isa_rows[row];
        for (int type = 0; type < r->type_count || type == 0; type++)
            if (!r->unsupported && has_body(row, type) && !has_run[row][type]) {
                print_error("%s.%s has not run\n", r->name,
                            r->type_count > 0 ? r->types[type] : "");
                missing++;
            }
    }
    assert_int_equal(missing, 0);
}

static bool is_wanted(const char *name, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strstr(name, argv[i]) != NULL)
            return true;
    return argc == 1;
}

static int by_row(const void *a, const void *b)
{
    const struct row_test *x = ((const struct CMUnitTest *)a)->initial_state;
    const struct row_test *y = ((const struct CMUnitTest *)b)->initial_state;
    return x->row - y->row;
}

int main(int argc, char **argv)
{
    struct CMUnitTest *tests = calloc(test_count + 1, sizeof *tests);
    size_t count = 0;
    if (tests == NULL)
        return 1;
    for (struct row_test *test = first; test != NULL; test = test->next)
        if (is_wanted(test->name, argc, argv))
            tests[count++] = (struct CMUnitTest){test->name, run_row_test, NULL, NULL, test};
    qsort(tests, count, sizeof *tests, by_row);
    if (argc == 1)
        tests[count++] = (struct CMUnitTest)cmocka_unit_test(every_body_has_run);
    int failed = _cmocka_run_group_tests("isa", tests, count, NULL, NULL);
    free(tests);
    return failed;
}
