/* Names of kernels as people write them. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/error.h"
#include "loader/loader.h"

/* C++ runtime (Itanium C++ ABI, "__cxa_demangle"); declared here as cxxabi.h is no C header. */
extern char *__cxa_demangle(const char *mangled, char *buffer, size_t *length, int *status);

/* "void ns::add<2048u>(float*)" of a mangled function; NULL when it is none. */
static char *demangle(const char *symbol)
{
    if (strncmp(symbol, "_Z", 2) != 0)
        return NULL;
    int status = -1;
    char *text = __cxa_demangle(symbol, NULL, NULL, &status);
    return status == 0 ? text : NULL;
}

/* From the closing bracket at `close` back to the one that opens it; `close` when none does. */
static size_t opening(const char *text, size_t close, char open_char, char close_char)
{
    int depth = 0;
    for (size_t i = close + 1; i-- > 0;) {
        if (text[i] == close_char)
            depth++;
        else if (text[i] == open_char && --depth == 0)
            return i;
    }
    return close;
}

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* Where the parts of a demangled function lie: its name without scope [base, base_end), and that
 * name with scope and template arguments [scope, end). False when there is no parameter list. */
struct name_parts {
    size_t scope, base, base_end, end;
};

static bool split_name(const char *text, struct name_parts *parts)
{
    const char *close = strrchr(text, ')');
    if (close == NULL)
        return false;
    size_t at = opening(text, (size_t)(close - text), '(', ')');
    parts->end = at;
    if (at > 0 && text[at - 1] == '>')
        at = opening(text, at - 1, '<', '>');
    parts->base_end = at;
    while (at > 0 && is_name_char(text[at - 1]))
        at--;
    parts->base = at;
    while (at > 0 && text[at - 1] != ' ') { /* back over "ns::outer<1>::(anonymous namespace)::" */
        size_t open = at - 1;
        if (text[open] == '>')
            open = opening(text, open, '<', '>');
        else if (text[open] == ')')
            open = opening(text, open, '(', ')');
        at = open;
    }
    parts->scope = at;
    return parts->base < parts->base_end;
}

char *kernel_base_name(const char *symbol)
{
    char *text = demangle(symbol);
    struct name_parts parts;
    char *name = text != NULL && split_name(text, &parts)
                     ? strndup(text + parts.base, parts.base_end - parts.base)
                     : strdup(symbol);
    free(text);
    return name;
}

/* True when `name` is how C++ writes the function without its parameters. */
static bool is_scoped_name(const char *symbol, const char *name)
{
    char *text = demangle(symbol);
    struct name_parts parts;
    bool same = text != NULL && split_name(text, &parts) &&
                strlen(name) == parts.end - parts.scope &&
                strncmp(text + parts.scope, name, strlen(name)) == 0;
    free(text);
    return same;
}

/* The names of the kernels (only those with that base name, when one is given), as C++ writes them,
 * as many as fit. */
static void list_names(const struct program *program, const char *base, char *buf, size_t size)
{
    size_t used = 0;
    buf[0] = '\0';
    for (size_t i = 0; i < program->kernel_count; i++) {
        const struct kernel_info *kernel = &program->kernel[i];
        if (base != NULL && strcmp(kernel->base_name, base) != 0)
            continue;
        char *text = demangle(kernel->name);
        struct name_parts parts;
        const char *name = kernel->name;
        int length = (int)strnlen(name, 256);
        if (text != NULL && split_name(text, &parts)) {
            name = text + parts.scope;
            length = (int)(parts.end - parts.scope);
        }
        const char *comma = used > 0 ? ", " : "";
        int wanted = snprintf(NULL, 0, "%s%.*s", comma, length, name);
        if (wanted > 0 && used + (size_t)wanted + sizeof ", ..." <= size)
            used += (size_t)snprintf(buf + used, size - used, "%s%.*s", comma, length, name);
        else if (used + sizeof ", ..." <= size) {
            snprintf(buf + used, size - used, "%s...", comma);
            free(text);
            return;
        }
        free(text);
    }
}

belay_status program_find(const struct program *program, const char *name, size_t *index,
                          belay_error *err)
{
    size_t found = 0, scoped = 0, base_at = 0, scoped_at = 0;
    for (size_t i = 0; i < program->kernel_count; i++) {
        const struct kernel_info *kernel = &program->kernel[i];
        if (strcmp(kernel->name, name) == 0) {
            *index = i;
            return BELAY_OK;
        }
        if (strcmp(kernel->base_name, name) == 0) {
            found++;
            base_at = i;
        }
        if (is_scoped_name(kernel->name, name)) {
            scoped++;
            scoped_at = i;
        }
    }
    if (scoped == 1 || found == 1) {
        *index = scoped == 1 ? scoped_at : base_at;
        return BELAY_OK;
    }
    char names[480];
    list_names(program, found > 1 ? name : NULL, names, sizeof names);
    if (found > 1)
        return error_set(err, BELAY_BAD_INPUT, "kernel name '%.64s' is ambiguous: %s", name, names);
    return error_set(err, BELAY_BAD_INPUT, "no kernel '%.64s'; there is: %s", name, names);
}
