/* The tests of the vector rows again, with random operands, masks, strides and types against the
 * same scalar references, without launches: at least 100 000 cases of every family.
 * BELAY_TEST_SCALE multiplies them. Arguments: parts of the names of the families to run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/isa/trial.h"

enum { CASES = 100000 };

struct family {
    const char *name;
    unsigned first, last; /* op numbers (isa/dav-3510) */
};

static const struct family families[] = {{"arithmetic", 0x200, 0x23f},
                                         {"logic", 0x240, 0x24f},
                                         {"compare, select", 0x250, 0x26f},
                                         {"moves", 0x270, 0x278},
                                         {"rearrange", 0x279, 0x28f},
                                         {"reduce, histogram", 0x290, 0x29f},
                                         {"convert", 0x2a0, 0x2bf},
                                         {"load", 0x2c0, 0x2ce},
                                         {"gather", 0x2cf, 0x2df},
                                         {"store", 0x2e0, 0x2ef},
                                         {"scatter, strides", 0x2f0, 0x2ff},
                                         {"masks", 0x300, 0x312},
                                         {"masks in memory", 0x313, 0x32f},
                                         {"registers", 0x330, 0x33f},
                                         {"multi-dimensional copies", 0x117, 0x119},
                                         {"transposes in UB", 0x183, 0x186}};

static struct row_test *first;

void row_test_add(struct row_test *test)
{
    test->next = first;
    first = test;
}

static bool is_of(const struct row_test *test, const struct family *family)
{
    unsigned op = isa_rows[test->row].op;
    return op >= family->first && op <= family->last;
}

static void run_family(void **state)
{
    const struct family *family = *state;
    unsigned long wanted = (unsigned long)scaled(CASES);
    direct.enabled = true;
    direct.cases = 0;
    for (direct.campaign = 1; direct.cases < wanted; direct.campaign++) {
        unsigned long before = direct.cases;
        for (const struct row_test *test = first; test != NULL; test = test->next)
            if (is_of(test, family) && direct.cases < wanted)
                test->run(test);
        assert_true(direct.cases > before);
    }
    print_message("%s: %lu cases\n", family->name, direct.cases);
}

static bool is_wanted(const char *name, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strstr(name, argv[i]) != NULL)
            return true;
    return argc == 1;
}

int main(int argc, char **argv)
{
    enum { FAMILIES = sizeof families / sizeof *families };
    struct CMUnitTest tests[FAMILIES];
    size_t count = 0;
    for (size_t i = 0; i < FAMILIES; i++)
        if (is_wanted(families[i].name, argc, argv))
            tests[count++] = (struct CMUnitTest){families[i].name, run_family, NULL, NULL,
                                                 (void *)(uintptr_t)&families[i]};
    return _cmocka_run_group_tests("vector unit", tests, count, NULL, NULL);
}
