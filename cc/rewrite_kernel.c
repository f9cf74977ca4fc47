/* Rules for functions: what is compiled for an AI core, and kernels.
 *
 * CUDA and HIP know the same three things under other names (global, host, device), but refuse
 * global beside device, and have no kernels for two kinds of core. Source of the vendor's
 * spellings: docs of asc-devkit on __global__, __vector__, __cube__, __mix__ and
 * KERNEL_TASK_TYPE_DEFAULT. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cc/rewrite_state.h"

/* Declarations of functions stand here; in statements and argument lists only lambdas have the
 * markers. */
static bool at_declaration(struct rewriter *r)
{
    enum scope_kind kind = scope_top(r)->kind;
    return kind != SCOPE_BLOCK && kind != SCOPE_INIT && r->paren == scope_top(r)->paren;
}

/* The attributes of an AI core function. Only what host code may use is host too: constants, and
 * what says so. Else a call in host code would be ambiguous between, say, printf of the C library
 * and of the kernel headers. */
static const char *aicore_attributes(bool host_too)
{
    return host_too ? "__attribute__((host)) __attribute__((device))" : "__attribute__((device))";
}

/* `[aicore]` or `[host, aicore]` from its bracket: the index of its ], or 0. */
static size_t bracket_list(const struct rewriter *r, size_t open, bool *host_too)
{
    const struct lexed *lx = &r->lexed;
    *host_too = false;
    enum word first = token_word(lx, open + 1), second = token_word(lx, open + 3);
    if (first == WORD_BARE_AICORE && token_is(lx, open + 2, ']'))
        return open + 2;
    bool pair = (first == WORD_BARE_AICORE && second == WORD_BARE_HOST) ||
                (first == WORD_BARE_HOST && second == WORD_BARE_AICORE);
    *host_too = pair && token_is(lx, open + 2, ',') && token_is(lx, open + 4, ']');
    return *host_too ? open + 4 : 0;
}

/* A subscript is followed by an operator, a lambda capture by ( { < or mutable; a declaration goes
 * on with a name or a type. */
static bool bracket_is_attribute(const struct rewriter *r, size_t open, size_t close)
{
    const struct lexed *lx = &r->lexed;
    size_t next = close + 1;
    enum word word = token_word(lx, next);
    bool goes_on = token_is_ident(lx, next) || token_is(lx, next, '~') || token_is(lx, next, '[') ||
                   token_equals(r, next, "::");
    if (!goes_on || word == WORD_MUTABLE || word == WORD_OPERATOR_WORD)
        return false;
    if (open == 0)
        return true;
    enum word before = token_word(lx, open - 1);
    if (lx->token[open - 1].kind == TOKEN_PUNCT)
        return token_is(lx, open - 1, ';') || token_is(lx, open - 1, '}') ||
               token_is(lx, open - 1, '{') || token_is(lx, open - 1, ')') ||
               token_is(lx, open - 1, '>') || token_is(lx, open - 1, ':') ||
               token_is(lx, open - 1, ']');
    return before != WORD_RETURN && before != WORD_OPERATOR_WORD;
}

/* Is the declaration a constexpr function, which host code may use in a constant? */
static bool is_constant(struct rewriter *r)
{
    return at_declaration(r) && current_head(r)->is_constexpr;
}

void rule_bracket_aicore(struct rewriter *r, size_t open)
{
    bool host_too;
    size_t close = bracket_list(r, open, &host_too);
    if (close == 0 || !bracket_is_attribute(r, open, close))
        return;
    if (at_declaration(r) && current_head(r)->has_global)
        rule_kernel(r, open);
    else
        edit_range(r, open, close, aicore_attributes(host_too || is_constant(r)), "");
}

/* The marks of functions for an AI core. Functions that run on the vector unit or as SIMT threads
 * are calls into sections of their own, one section each so that unused ones can go. */
void rule_function(struct rewriter *r, size_t token)
{
    enum word word = token_word(&r->lexed, token);
    bool declaration = at_declaration(r);
    if (declaration && current_head(r)->has_global) {
        rule_kernel(r, token);
        return;
    }
    char text[320];
    const char *device = aicore_attributes(is_constant(r));
    bool vf = word == WORD_SIMD_VF, simt = word == WORD_SIMT_VF;
    if ((vf || simt) && declaration && current_head(r)->name != TOKEN_NONE) {
        const struct token *name = &r->lexed.token[current_head(r)->name];
        snprintf(text, sizeof text, "%s __attribute__((noinline, section(\".text.%s.%.*s\")))",
                 device, vf ? "vf" : "simt", name->length > 128 ? 128 : (int)name->length,
                 r->lexed.text + name->offset);
    } else {
        bool inlined = word == WORD_SIMD_CALLEE;
        snprintf(text, sizeof text, "%s%s", device,
                 inlined ? " __attribute__((always_inline))" : "");
    }
    edit_token(r, token, text);
}

/* The headers' implicit namespaces: code of one kind sees the names for its kind. */
static void open_namespace(struct rewriter *r, size_t brace)
{
    static const char *const name[] = {NULL, NULL, "aicore", "simd_vf", "simt_vf"};
    const struct scope *scope = scope_top(r);
    if (!scope->function || name[scope->code] == NULL || in_plain_file(r))
        return;
    const struct token *t = &r->lexed.token[brace];
    edit_bytes(r, (size_t)t->offset + 1, 0, " using namespace __belay_ns_%s;", name[scope->code]);
}

/* --- kernels -------------------------------------------------------------------------------- */

/* KERNEL_TASK_TYPE_DEFAULT(X), which the prelude leaves as a marker: the kind of kernel X names. */
static enum kernel_kind task_kind(struct rewriter *r, size_t token)
{
    static const struct {
        const char *name;
        enum kernel_kind kind;
    } type[] = {
        {"KERNEL_TYPE_AIV_ONLY", KERNEL_AIV},      {"KERNEL_TYPE_AIC_ONLY", KERNEL_AIC},
        {"KERNEL_TYPE_MIX_AIV_1_0", KERNEL_AIV},   {"KERNEL_TYPE_MIX_AIC_1_0", KERNEL_AIC},
        {"KERNEL_TYPE_MIX_AIC_1_1", KERNEL_MIX11}, {"KERNEL_TYPE_MIX_AIC_1_2", KERNEL_MIX12}};
    for (size_t i = 0; i < sizeof type / sizeof *type; i++)
        if (token_is(&r->lexed, token + 1, '(') && token_equals(r, token + 2, type[i].name))
            return type[i].kind;
    refuse(r, BELAY_UNSUPPORTED, token, "kernel task type '%.*s' is not supported",
           token + 2 < r->lexed.token_count ? (int)r->lexed.token[token + 2].length : 0,
           token + 2 < r->lexed.token_count ? r->lexed.text + r->lexed.token[token + 2].offset
                                            : "");
    return KERNEL_AUTO;
}

/* The kind of a kernel: its attribute, else the task type its body names. */
static enum kernel_kind kernel_kind_of(struct rewriter *r, const struct head *head)
{
    if (head->kind != KERNEL_AUTO || head->body == TOKEN_NONE)
        return head->kind;
    size_t end = after_match(r, head->body);
    for (size_t i = head->body; i < end; i++)
        if (token_word(&r->lexed, i) == WORD_TASK_TYPE)
            return task_kind(r, i);
    return KERNEL_AUTO;
}

/* Host launch code and metadata need the kernel; its name and kind go into the result. */
static void add_kernel(struct rewriter *r, const struct head *head, enum kernel_kind kind)
{
    struct rewrite_result *result = r->result;
    if (result->kernel_count == r->kernel_room) {
        size_t room = r->kernel_room ? r->kernel_room * 2 : 8;
        struct rewrite_kernel *larger = realloc(result->kernel, room * sizeof *larger);
        if (larger == NULL) {
            refuse(r, BELAY_INTERNAL, head->start, "out of memory");
            return;
        }
        result->kernel = larger;
        r->kernel_room = room;
    }
    const struct token *name = &r->lexed.token[head->name];
    struct rewrite_kernel *kernel = &result->kernel[result->kernel_count];
    *kernel = (struct rewrite_kernel){.kind = kind, .is_template = head->is_template};
    kernel->name = strndup(r->lexed.text + name->offset, name->length);
    if (kernel->name == NULL) {
        refuse(r, BELAY_INTERNAL, head->start, "out of memory");
        return;
    }
    result->kernel_count++;
    if (head->extern_c && !head->is_template && !head->is_static)
        kernel->launch_header = launch_stub(r, head, after_match(r, head->body) - 1);
}

/* Takes out every marker of a kernel's head but puts `attribute` in place of the first global. */
static void edit_kernel_head(struct rewriter *r, const struct head *head, const char *attribute)
{
    const struct lexed *lx = &r->lexed;
    bool host_too;
    for (size_t i = head->start; i < head->end; i++) {
        switch (token_word(lx, i)) {
        case WORD_GLOBAL:
            edit_token(r, i, attribute);
            attribute = "";
            break;
        case WORD_KERNEL_AIV:
        case WORD_KERNEL_AIC:
        case WORD_AICORE:
            edit_token(r, i, "");
            break;
        case WORD_KERNEL_MIX:
            edit_range(r, i, token_is(lx, i + 1, '(') ? after_match(r, i + 1) - 1 : i, "", "");
            break;
        default:
            if (token_is(lx, i, '[') && bracket_list(r, i, &host_too) != 0)
                edit_range(r, i, bracket_list(r, i, &host_too), "", "");
            break;
        }
    }
}

/* A kernel. Its section carries its kind to the linker step, one section a kernel so that what a
 * kernel reaches can be told apart. A pass whose core does not run the kernel keeps its
 * declaration, for the launches in host code, but drops the body: it may use what that core does
 * not have. */
static void rewrite_kernel(struct rewriter *r, const struct head *head)
{
    char attribute[320] = "__attribute__((global))";
    bool defined = head->is_function && head->body != TOKEN_NONE && head->name != TOKEN_NONE;
    enum kernel_kind kind = kernel_kind_of(r, head);
    if (defined && kernel_kind_in_pass(kind, r->options->pass)) {
        const struct token *name = &r->lexed.token[head->name];
        int length = name->length > 128 ? 128 : (int)name->length;
        snprintf(attribute, sizeof attribute,
                 "__attribute__((global)) __attribute__((section(\".text.kernel.%s.%.*s.%u\")))",
                 kernel_kind_name(kind), length, r->lexed.text + name->offset,
                 lexed_line(&r->lexed, name->offset, NULL));
    } else if (defined) {
        r->elide = head->body;
    }
    edit_kernel_head(r, head, attribute);
    if (defined)
        add_kernel(r, head, kind);
}

void rule_kernel(struct rewriter *r, size_t token)
{
    bool is_global = token_word(&r->lexed, token) == WORD_GLOBAL;
    if (at_declaration(r) && current_head(r)->has_global) {
        if (r->kernel_done == r->statement + 1)
            return;
        r->kernel_done = r->statement + 1;
        rewrite_kernel(r, current_head(r));
    } else if (token_word(&r->lexed, token) == WORD_KERNEL_MIX) {
        bool call = token_is(&r->lexed, token + 1, '(');
        edit_range(r, token, call ? after_match(r, token + 1) - 1 : token, "", "");
    } else {
        edit_token(r, token, is_global ? "__attribute__((global))" : "");
    }
}

/* Bodies that this pass leaves out: of a kernel for the other kind of core, and in the host pass of
 * all that only an AI core runs. The host pass has nothing to check there, and is much faster. */
void rule_body(struct rewriter *r, size_t brace)
{
    size_t close = after_match(r, brace) - 1;
    bool kernel = brace == r->elide;
    bool device = r->options->pass == PASS_HOST && scope_top(r)->device_body;
    if ((!kernel && !device) || close == brace) {
        open_namespace(r, brace);
        return;
    }
    r->elide = TOKEN_NONE;
    edit_range(r, brace, close, kernel ? "{" : "{ __builtin_unreachable();", "}");
    r->skip_to = close;
}

void rule_task_type(struct rewriter *r, size_t token)
{
    size_t last = token_is(&r->lexed, token + 1, '(') ? after_match(r, token + 1) - 1 : token;
    edit_range(r, token, last, "", "");
}
