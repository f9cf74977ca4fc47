/* ACLRT_LAUNCH_KERNEL: the vendor's build generates, for an extern "C" kernel k, a host function
 * aclrtlaunch_k(blocks, stream, arguments...) and a header that declares it; pointers are passed as
 * void *. Source of the convention: asc-devkit cmake/asc/legacy_modules (host stub scripts). */
#include <stdlib.h>
#include <string.h>

#include "cc/rewrite_state.h"

struct parameter {
    size_t first, name; /* tokens [first, name) are its type */
    bool pointer;
};

static bool is_builtin_type(const struct rewriter *r, size_t token)
{
    static const char *const type[] = {
        "int",  "char", "long",  "short",    "unsigned", "signed",       "float",    "double",
        "bool", "half", "const", "volatile", "void",     "__restrict__", "restrict", "__restrict"};
    for (size_t i = 0; i < sizeof type / sizeof *type; i++)
        if (token_equals(r, token, type[i]))
            return true;
    return false;
}

/* Reads the parameter in tokens [first, end). False for what a stub cannot name: function pointers,
 * arrays, variadic lists. */
static bool read_parameter(const struct rewriter *r, size_t first, size_t end, struct parameter *p)
{
    const struct lexed *lx = &r->lexed;
    size_t types = 0;
    *p = (struct parameter){.first = first};
    for (size_t i = first; i < end; i++) {
        if (token_is(lx, i, '=')) { /* default argument */
            end = i;
            break;
        }
        if (token_is(lx, i, '(') || token_is(lx, i, '[') || token_is(lx, i, '{') ||
            token_is(lx, i, '.'))
            return false;
        p->pointer |= token_is(lx, i, '*');
        types += token_is_ident(lx, i) && word_space(token_word(lx, i)) < 0 &&
                 token_word(lx, i) != WORD_CONST;
    }
    if (end == first)
        return false;
    bool named = token_is_ident(lx, end - 1) && !is_builtin_type(r, end - 1) && types > 1 &&
                 !token_equals(r, end - 2, "::");
    p->name = named ? end - 1 : end;
    return true;
}

/* Splits the parameter list; the number of parameters or -1. */
static int read_parameters(const struct rewriter *r, const struct head *head,
                           struct parameter *list, int room)
{
    const struct lexed *lx = &r->lexed;
    size_t close = after_match(r, head->params) - 1, first = head->params + 1;
    int count = 0;
    if (close == first || (close == first + 1 && token_equals(r, first, "void")))
        return 0;
    for (size_t i = first; i <= close;) {
        if (i == close || token_is(lx, i, ',')) {
            if (count == room || !read_parameter(r, first, i, &list[count++]))
                return -1;
            first = ++i;
        } else if (token_is(lx, i, '<')) {
            i = angle_end(r, i, close);
        } else {
            i = token_is(lx, i, '(') || token_is(lx, i, '{') ? after_match(r, i) : i + 1;
        }
    }
    return count;
}

static void put_type(const struct rewriter *r, const struct parameter *p, struct buffer *out)
{
    const char *separator = "";
    for (size_t i = p->first; i < p->name; i++) {
        const struct token *t = &r->lexed.token[i];
        if (word_space(token_word(&r->lexed, i)) >= 0)
            continue;
        buffer_puts(out, separator);
        separator = " ";
        buffer_add(out, r->lexed.text + t->offset, t->length);
    }
}

static void put_prototype(const struct rewriter *r, const struct token *name,
                          const struct parameter *list, int count, struct buffer *out)
{
    const char *text = r->lexed.text + name->offset;
    buffer_printf(out, "unsigned int aclrtlaunch_%.*s(unsigned int blocks, void *stream",
                  (int)name->length, text);
    for (int i = 0; i < count; i++) {
        buffer_puts(out, ", ");
        if (list[i].pointer)
            buffer_puts(out, "void *");
        else
            put_type(r, &list[i], out);
        buffer_printf(out, " p%d", i);
    }
    buffer_puts(out, ")");
}

static char *header_text(const struct rewriter *r, const struct token *name,
                         const struct parameter *list, int count)
{
    struct buffer out = {0};
    const char *text = r->lexed.text + name->offset;
    int length = (int)name->length;
    buffer_printf(&out,
                  "/* aclrtlaunch_%.*s: written by belay cc */\n"
                  "#ifndef BELAY_ACLRTLAUNCH_%.*s\n#define BELAY_ACLRTLAUNCH_%.*s\n"
                  "#include <stdint.h>\n"
                  "#ifndef ACLRT_LAUNCH_KERNEL\n"
                  "#define ACLRT_LAUNCH_KERNEL(kernel_func) aclrtlaunch_##kernel_func\n"
                  "#endif\n#ifdef __cplusplus\nextern \"C\"\n#endif\n",
                  length, text, length, text, length, text);
    put_prototype(r, name, list, count, &out);
    buffer_puts(&out, ";\n#endif\n");
    return buffer_take(&out);
}

char *launch_stub(struct rewriter *r, const struct head *head, size_t after)
{
    enum { ROOM = 128 };
    struct parameter list[ROOM];
    const struct token *name = &r->lexed.token[head->name];
    int count = read_parameters(r, head, list, ROOM);
    if (count < 0)
        return NULL;
    if (r->options->pass == PASS_HOST) {
        struct buffer out = {0};
        buffer_puts(&out, " extern \"C\" ");
        put_prototype(r, name, list, count, &out);
        buffer_printf(&out, " { %.*s<<<blocks, nullptr, stream>>>(", (int)name->length,
                      r->lexed.text + name->offset);
        for (int i = 0; i < count; i++) {
            buffer_puts(&out, i ? ", (" : "(");
            put_type(r, &list[i], &out);
            buffer_printf(&out, ")p%d", i);
        }
        buffer_puts(&out, "); return 0; }");
        char *stub = buffer_take(&out);
        edit_after(r, after, stub ? stub : "");
        free(stub);
    }
    return header_text(r, name, list, count);
}
