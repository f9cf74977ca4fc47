/* belay info: what an object file holds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/verb.h"

static const char help[] =
    "usage: belay info FILE...\n\n"
    "Kernels, their types, arguments and metadata of a device program that belay cc wrote, of a\n"
    "program with kernels inside it, or of an object of the vendor's compiler (kernels, TLVs and\n"
    "counts of opcodes by pipe; such objects can be listed but not run).\n";

int verb_info(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(help, stdout);
        return BELAY_OK;
    }
    if (argc < 2)
        return usage_error("info", "no file is given");
    for (int i = 1; i < argc; i++) {
        char *data, *text;
        size_t size;
        belay_error err;
        if (argv[i][0] == '-')
            return usage_error("info", "unknown option '%s'", argv[i]);
        if (read_file(argv[i], &data, &size, &err) != BELAY_OK)
            return report_error(&err);
        belay_status status = belay_describe(data, size, &text, &err);
        free(data);
        if (status != BELAY_OK)
            return report_file_error(argv[i], &err);
        if (argc > 2)
            printf("%s%s:\n", i > 1 ? "\n" : "", argv[i]);
        fputs(text, stdout);
        belay_text_free(text);
    }
    return BELAY_OK;
}
