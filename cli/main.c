/* The program `belay`. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/verb.h"
#include "runtime/session.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *text;
} verbs[] = {{"cc", verb_cc, "compile Ascend C for the emulated cores"},
             {"run", verb_run, "run a program or a kernel on an emulated chip"},
             {"export", verb_export, "a trace as Chrome JSON, Kanata or CSV"},
             {"objdump", verb_objdump, "disassemble a device program"},
             {"info", verb_info, "kernels, types and arguments of an object file"},
             {"view", verb_view, "show a trace"},
             {"chips", verb_chips, "chips and their parameters"}};

enum { VERB_COUNT = sizeof verbs / sizeof *verbs };

static void print_help(FILE *out)
{
    fprintf(out, "Belay emulates Huawei Ascend AI cores.\n\n"
                 "usage: belay VERB [arguments]     belay VERB --help\n\n");
    for (int i = 0; i < VERB_COUNT; i++)
        fprintf(out, "  %-9s %s\n", verbs[i].name, verbs[i].text);
    fprintf(out, "\n"
                 "  belay cc add.asc -o add          compile host code and kernels\n"
                 "  ./add                            run on the emulated chip\n"
                 "  belay run ./add --report         the same, and show where the time went\n"
                 "\n"
                 "Exit codes: 0 ok, 1 kernel bug or failed check, 2 usage or bad input,\n"
                 "3 unsupported, 4 internal error. belay --version prints the version.\n");
}

int usage_error(const char *verb, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "belay %s: ", verb);
    vfprintf(stderr, format, args);
    fprintf(stderr, " (see belay %s --help)\n", verb);
    va_end(args);
    return BELAY_BAD_INPUT;
}

belay_status bad_input(belay_error *err, const char *format, ...)
{
    va_list args;
    memset(err, 0, sizeof *err);
    err->status = BELAY_BAD_INPUT;
    va_start(args, format);
    vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    return BELAY_BAD_INPUT;
}

belay_status read_file(const char *path, char **data, size_t *size, belay_error *err)
{
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    size_t have = 0, room = 0;
    while (file != NULL && !ferror(file) && !feof(file)) {
        if (have == room) {
            room = room == 0 ? 1 << 16 : room * 2;
            char *more = realloc(bytes, room);
            if (more == NULL)
                break;
            bytes = more;
        }
        have += fread(bytes + have, 1, room - have, file);
    }
    bool good = file != NULL && feof(file) && !ferror(file);
    if (file != NULL)
        fclose(file);
    if (!good) {
        free(bytes);
        return bad_input(err, "cannot read '%s'", path);
    }
    *data = bytes;
    *size = have;
    return BELAY_OK;
}

int report_file_error(const char *path, belay_error *err)
{
    static const char *const sources[] = {".asc", ".cce", ".cpp", ".cc", ".c"};
    const char *dot = strrchr(path, '.');
    const char *hint = "";
    for (size_t i = 0; dot != NULL && i < sizeof sources / sizeof sources[0]; i++)
        if (strcmp(dot, sources[i]) == 0)
            hint = " (belay cc compiles sources)";
    char text[sizeof err->message];
    if (snprintf(text, sizeof text, "'%s': %s%s", path, err->message, hint) < (int)sizeof text)
        memcpy(err->message, text, sizeof text);
    return report_error(err);
}

int report_error(const belay_error *err)
{
    print_error(err);
    return (int)err->status;
}

/* What was printed must have arrived: a full disk is no success. */
static int finish(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    fprintf(stderr, "belay: cannot write to standard output\n");
    return code == BELAY_OK ? BELAY_BAD_INPUT : code;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "--help";
    if (strcmp(name, "--version") == 0) {
        printf("belay %s\n", belay_version());
        return finish(BELAY_OK);
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_help(argc > 1 ? stdout : stderr);
        return argc > 1 ? finish(BELAY_OK) : BELAY_BAD_INPUT;
    }
    for (int i = 0; i < VERB_COUNT; i++)
        if (strcmp(verbs[i].name, name) == 0)
            return finish(verbs[i].run(argc - 1, argv + 1));
    fprintf(stderr, "belay: there is no verb '%s' (see belay --help)\n", name);
    return BELAY_BAD_INPUT;
}
