/* isagen TABLE... [--bodies FILE...] [--tests FILE...] [--chips FILE...] [--out DIR]
 * Checks the table, alone and against the lists. With --out: writes isa_ops.h, isa_table.c,
 * isa_bodies.c, belay_intrinsics.h and isa.md into DIR; a file that would stay the same is not
 * touched, so that nothing is compiled again for it. */
#include "gen.h"

#include <stdlib.h>
#include <string.h>

static struct table table;

static bool holds(const char *path, const char *text, size_t size)
{
    FILE *in = fopen(path, "r");
    if (in == NULL)
        return false;
    bool same = true;
    for (size_t i = 0; i < size && same; i++)
        same = fgetc(in) == (unsigned char)text[i];
    same = same && fgetc(in) == EOF;
    fclose(in);
    return same;
}

static void write_file(const char *dir, const char *name,
                       void (*emit)(const struct table *, FILE *))
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL)
        fail(path, 0, "out of memory");
    emit(&table, memory);
    if (fclose(memory) != 0)
        fail(path, 0, "out of memory");
    if (!holds(path, text, size)) {
        FILE *out = fopen(path, "w");
        if (out == NULL || fwrite(text, 1, size, out) != size || fclose(out) != 0)
            fail(path, 0, "cannot be written");
    }
    free(text);
}

static void write_all(const char *dir)
{
    write_file(dir, "isa_ops.h", emit_c_header);
    write_file(dir, "isa_table.c", emit_c_table);
    write_file(dir, "isa_bodies.c", emit_c_bodies);
    write_file(dir, "belay_intrinsics.h", emit_cpp);
    write_file(dir, "isa.md", emit_doc);
}

static void take_list(const char *list, char **files, int count)
{
    if (strcmp(list, "--bodies") == 0)
        table_check_bodies(&table, files, count);
    else if (strcmp(list, "--tests") == 0)
        table_check_tests(&table, files, count);
    else if (strcmp(list, "--chips") == 0)
        table_check_timing(&table, files, count);
    else if (strcmp(list, "--out") == 0 && count == 1)
        write_all(files[0]);
    else
        fail("isagen", 0, "unknown list %s", list);
}

int main(int argc, char **argv)
{
    int i = 1;
    while (i < argc && strncmp(argv[i], "--", 2) != 0)
        table_read(&table, argv[i++]);
    if (i == 1) {
        fprintf(stderr, "isagen TABLE... [--bodies FILE...] [--tests FILE...] [--chips FILE...] "
                        "[--out DIR]\n");
        return 2;
    }
    table_check(&table);
    while (i < argc) {
        const char *list = argv[i];
        int first = ++i;
        while (i < argc && strncmp(argv[i], "--", 2) != 0)
            i++;
        take_list(list, argv + first, i - first);
    }
    return 0;
}
