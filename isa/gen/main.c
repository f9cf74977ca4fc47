/* isagen TABLE... --out DIR [--bodies FILE...] [--tests FILE...] [--chips FILE...]
 * Writes isa_ops.h, isa_table.c, isa_bodies.c, belay_intrinsics.h and isa.md into DIR. */
#include "gen.h"

#include <stdlib.h>
#include <string.h>

static struct table table;

static void write_file(const char *dir, const char *name,
                       void (*emit)(const struct table *, FILE *))
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *out = fopen(path, "w");
    if (out == NULL)
        fail(path, 0, "cannot be written");
    emit(&table, out);
    if (fclose(out) != 0)
        fail(path, 0, "cannot be written");
}

int main(int argc, char **argv)
{
    int out = 1;
    while (out < argc && strcmp(argv[out], "--out") != 0)
        table_read(&table, argv[out++]);
    if (out < 2 || out + 1 >= argc) {
        fprintf(stderr, "isagen TABLE... --out DIR [--bodies FILE...] [--tests FILE...] "
                        "[--chips FILE...]\n");
        return 2;
    }
    const char *dir = argv[out + 1];
    table_check(&table);
    for (int i = out + 2; i < argc;) {
        const char *list = argv[i];
        int first = ++i;
        while (i < argc && strncmp(argv[i], "--", 2) != 0)
            i++;
        if (strcmp(list, "--bodies") == 0)
            table_check_bodies(&table, argv + first, i - first);
        else if (strcmp(list, "--tests") == 0)
            table_check_tests(&table, argv + first, i - first);
        else if (strcmp(list, "--chips") == 0)
            table_check_timing(&table, argv + first, i - first);
        else
            fail("isagen", 0, "unknown list %s", list);
    }
    write_file(dir, "isa_ops.h", emit_c_header);
    write_file(dir, "isa_table.c", emit_c_table);
    write_file(dir, "isa_bodies.c", emit_c_bodies);
    write_file(dir, "belay_intrinsics.h", emit_cpp);
    write_file(dir, "isa.md", emit_doc);
    return 0;
}
