/* belay objdump: disassembly of a device program. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/verb.h"

static const char help[] =
    "usage: belay objdump [--no-lines] FILE\n\n"
    "Mnemonics and operands of every instruction of a device program, or of the one inside a "
    "program\n"
    "that belay cc linked, with source file and line in front where they change.\n"
    "AI Core instructions are shown by the names of docs/isa.md.\n\n"
    "  --no-lines   without source lines\n";

static belay_status list(const void *data, size_t size, bool lines, belay_error *err)
{
    belay_program *program;
    char *text;
    belay_status status = belay_program_load(data, size, &program, err);
    if (status != BELAY_OK)
        return status;
    status = belay_disassemble(program, lines, &text, err);
    belay_program_free(program);
    if (status != BELAY_OK)
        return status;
    fputs(text, stdout);
    belay_text_free(text);
    return BELAY_OK;
}

int verb_objdump(int argc, char **argv)
{
    static const struct option options[] = {
        {"help", no_argument, NULL, 'h'}, {"no-lines", no_argument, NULL, 'n'}, {0}};
    bool lines = true;
    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (option == 'h') {
            fputs(help, stdout);
            return BELAY_OK;
        }
        if (option != 'n')
            return BELAY_BAD_INPUT;
        lines = false;
    }
    if (argc - optind != 1)
        return usage_error("objdump", "one file is needed");
    char *data;
    size_t size;
    belay_error err;
    if (read_file(argv[optind], &data, &size, &err) != BELAY_OK)
        return report_error(&err);
    size_t offset, inner;
    belay_status status = BELAY_OK;
    if (!belay_program_embedded(data, size, 0, &offset, &inner))
        status = list(data, size, lines, &err);
    for (size_t i = 0; status == BELAY_OK && belay_program_embedded(data, size, i, &offset, &inner);
         i++)
        status = list(data + offset, inner, lines, &err);
    free(data);
    return status == BELAY_OK ? BELAY_OK : report_file_error(argv[optind], &err);
}
