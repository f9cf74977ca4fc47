/* Rules for address spaces. GM is the default space of the emulated core, so that host pointers,
 * string literals and launch arguments convert as they do on the chip; each on-chip buffer is an
 * address space of clang, which keeps the overloads of the headers apart. */
#include <stdio.h>
#include <string.h>

#include "cc/rewrite_state.h"

/* What the declaration around a buffer marker declares. */
struct declaration {
    bool is_object; /* lies in the buffer itself, it does not only point there */
    bool is_extern, is_static;
    bool unsized; /* name[] */
    size_t last;  /* last token of the declarator */
};

/* Reads the specifiers between the start of the statement and the marker; false when the marker is
 * not among the specifiers of a variable: an expression, template argument, typedef, parameter. */
static bool read_specifiers(struct rewriter *r, size_t marker, struct declaration *d)
{
    const struct lexed *lx = &r->lexed;
    if (r->paren != scope_top(r)->paren || marker - r->statement > HEAD_LIMIT)
        return false;
    for (size_t i = r->statement; i < marker;) {
        enum word word = token_word(lx, i);
        if (word == WORD_USING || word == WORD_TYPEDEF || word == WORD_TEMPLATE ||
            word == WORD_RETURN || word == WORD_OPERATOR)
            return false;
        d->is_extern |= word == WORD_EXTERN;
        d->is_static |= word == WORD_STATIC;
        bool attribute = word == WORD_ATTRIBUTE || word == WORD_DECLSPEC || word == WORD_ALIGNAS;
        if (attribute && token_is(lx, i + 1, '('))
            i = after_match(r, i + 1);
        else if (token_is_ident(lx, i) || token_equals(r, i, "::"))
            i++;
        else if (lx->token[i].kind == TOKEN_STRING && d->is_extern)
            i++;
        else if (token_is(lx, i, '[') && token_is(lx, i + 1, '['))
            i = after_match(r, i);
        else
            return false;
    }
    return true;
}

/* Reads type and name after the marker up to what ends the declarator's name. Two names in a row
 * (type and variable) before [ ; = , make an object. */
static void read_declarator(struct rewriter *r, size_t marker, struct declaration *d)
{
    const struct lexed *lx = &r->lexed;
    size_t limit = marker + HEAD_LIMIT, names = 0, i = marker + 1;
    if (limit > lx->token_count)
        limit = lx->token_count;
    for (size_t k = r->statement; k < marker; k++) /* float __ubuf__ x: the type is in front */
        names += token_is_ident(lx, k) && token_word(lx, k) == WORD_NONE;
    while (i < limit) {
        enum word word = token_word(lx, i);
        if (token_is(lx, i, '<')) {
            i = angle_end(r, i, limit);
        } else if ((word == WORD_DECLTYPE || word == WORD_ALIGNAS || word == WORD_ATTRIBUTE) &&
                   token_is(lx, i + 1, '(')) {
            names += word == WORD_DECLTYPE;
            i = after_match(r, i + 1);
        } else if (token_is_ident(lx, i)) {
            names += word != WORD_CONST && word != WORD_VOLATILE && word != WORD_CLASS &&
                     word != WORD_TYPENAME && word_space(word) < 0;
            i++;
        } else if (token_equals(r, i, "::")) {
            names -= names > 0; /* a::b is one name */
            i++;
        } else {
            break;
        }
    }
    if (i >= limit || names < 2)
        return;
    d->is_object = token_is(lx, i, '[') || token_is(lx, i, ';') || token_is(lx, i, '=') ||
                   token_is(lx, i, ',');
    d->unsized = token_is(lx, i, '[') && token_is(lx, i + 1, ']');
    while (token_is(lx, i, '['))
        i = after_match(r, i);
    d->last = i - 1;
}

/* `extern __ubuf__ T name[];`: the buffer from the first byte that no array of the kernel takes.
 * The linker step defines the symbol. */
static void edit_extern(struct rewriter *r, size_t token, int space, const struct declaration *d)
{
    bool at_namespace = scope_top(r)->kind != SCOPE_BLOCK;
    bool device = at_namespace && r->options->pass != PASS_HOST;
    edit_bytes(r, r->lexed.token[token].offset, 0, "%s", device ? "__attribute__((device)) " : "");
    if (!d->unsized)
        return;
    const struct token *last = &r->lexed.token[d->last];
    edit_bytes(r, (size_t)last->offset + last->length, 0, " __asm__(\"__belay_dynamic_as%d\")",
               space);
}

/* Bytes that the blocks of a buffer's instructions are aligned to, by address space. */
static unsigned space_alignment(int space)
{
    static const unsigned alignment[] = {32, 32, 512, 512, 1024, 32, 32, 64, 64, 32};
    return alignment[space];
}

/* Arrays that a function declares in an on-chip buffer. All threads and calls of a kernel share
 * them, as bisheng allocates them per kernel, so they are static; the ABI tag marks their symbols
 * for the linker step, which gives every kernel's arrays addresses from 0 of the buffer on. */
static void edit_object(struct rewriter *r, size_t token, int space, const struct declaration *d)
{
    bool at_namespace = scope_top(r)->kind != SCOPE_BLOCK;
    if (at_namespace && r->options->pass == PASS_HOST)
        return;
    const struct token *t = &r->lexed.token[token];
    edit_bytes(r, t->offset, 0, "%s__attribute__((device, aligned(%u), abi_tag(\"belay_as%d\"))) ",
               at_namespace || d->is_static ? "" : "static ", space_alignment(space), space);
}

/* `__ubuf__ const char *format = "...";`: bisheng converts the literal, clang wants a cast. It
 * stays in the constants of the image, which scalar loads reach. */
static void edit_literal(struct rewriter *r, size_t token, int space)
{
    const struct lexed *lx = &r->lexed;
    size_t i = token + 1;
    while (i < token + 8 && token_is_ident(lx, i))
        i++;
    bool pointer = token_is(lx, i, '*') && token_is_ident(lx, i + 1) && token_is(lx, i + 2, '=');
    if (!pointer || i + 3 >= lx->token_count || lx->token[i + 3].kind != TOKEN_STRING)
        return;
    edit_bytes(r, lx->token[i + 3].offset, 0, "(__attribute__((address_space(%d))) const char *)",
               space);
}

void rule_buffer(struct rewriter *r, size_t token)
{
    const struct lexed *lx = &r->lexed;
    int space = word_space(token_word(lx, token));
    enum scope_kind kind = scope_top(r)->kind;
    struct declaration d = {0};
    if (kind != SCOPE_CLASS && kind != SCOPE_INIT && read_specifiers(r, token, &d))
        read_declarator(r, token, &d);
    if (d.is_object && d.is_extern)
        edit_extern(r, token, space, &d);
    else if (d.is_object)
        edit_object(r, token, space, &d);
    else
        edit_literal(r, token, space);
    const struct token *t = &lx->token[token];
    edit_bytes(r, t->offset, t->length, "__attribute__((address_space(%d)))", space);
}

/* --- GM ------------------------------------------------------------------------------------- */

/* `template <typename T> struct X<__gm__ T> { ... };` repeats the primary template once GM is the
 * default space. It is taken out; the primary then serves both. */
static bool drop_gm_specialisation(struct rewriter *r, size_t token)
{
    const struct lexed *lx = &r->lexed;
    if (token < 3 || token_word(lx, r->statement) != WORD_TEMPLATE ||
        !token_is(lx, token - 1, '<') || token_word(lx, token - 3) != WORD_CLASS ||
        !token_is_ident(lx, token + 1) || !token_is(lx, token + 2, '>'))
        return false;
    size_t brace = token + 3;
    while (brace < token + 64 && brace < lx->token_count && !token_is(lx, brace, '{') &&
           !token_is(lx, brace, ';'))
        brace++;
    if (!token_is(lx, brace, '{'))
        return false;
    size_t end = after_match(r, brace);
    if (!token_is(lx, end, ';'))
        return false;
    edit_range(r, r->statement, end, "", "");
    r->statement = end + 1;
    r->skip_to = end + 1;
    return true;
}

/* Variables declared with __gm__ are used by device code: clang emits them there only with the
 * device attribute. */
static bool is_gm_variable(struct rewriter *r, size_t token)
{
    const struct lexed *lx = &r->lexed;
    struct declaration d = {0};
    enum scope_kind kind = scope_top(r)->kind;
    bool outside = kind == SCOPE_NAMESPACE || kind == SCOPE_EXTERN_C;
    if ((!outside && kind != SCOPE_BLOCK) || !read_specifiers(r, token, &d))
        return false;
    if (r->gm_variable == r->statement + 1 || (kind == SCOPE_BLOCK && !d.is_static))
        return false;
    size_t limit = token + HEAD_LIMIT;
    for (size_t i = token + 1; i < limit && i < lx->token_count;) {
        if (token_is(lx, i, ';') || token_is(lx, i, '=') || token_is(lx, i, '['))
            return true;
        if (token_is(lx, i, '(') || token_is(lx, i, '{') || token_is(lx, i, '}'))
            return false;
        i = token_is(lx, i, '<') ? angle_end(r, i, limit) : i + 1;
    }
    return false;
}

void rule_gm(struct rewriter *r, size_t token)
{
    const struct lexed *lx = &r->lexed;
    if (drop_gm_specialisation(r, token))
        return;
    /* The high-level Matmul has overloads for a tiling in GM and one on the stack: this one type
     * keeps an address space of its own. */
    size_t type = token + 1;
    while (token_word(lx, type) == WORD_CONST || token_word(lx, type) == WORD_VOLATILE)
        type++;
    if (token_word(lx, type) == WORD_TCUBE_TILING) {
        edit_token(r, token, "__attribute__((address_space(1)))");
        return;
    }
    bool device = r->options->pass != PASS_HOST && is_gm_variable(r, token);
    if (device)
        r->gm_variable = r->statement + 1;
    edit_token(r, token, device ? "__attribute__((device))" : "");
}

/* f(T *) and f(__gm__ T *) of the SIMT mathematics are the same function once GM is the default
 * space. All that name GM get names nobody calls, each its own. */
void rule_pair_math(struct rewriter *r, size_t token)
{
    const struct lexed *lx = &r->lexed;
    enum scope_kind kind = scope_top(r)->kind;
    if (kind == SCOPE_BLOCK || kind == SCOPE_INIT || !token_is(lx, token + 1, '('))
        return;
    size_t end = after_match(r, token + 1);
    if (end - token > HEAD_LIMIT || (!token_is(lx, end, '{') && !token_is(lx, end, ';')))
        return;
    for (size_t i = token + 2; i < end; i++)
        if (token_word(lx, i) == WORD_GM) {
            const struct token *t = &lx->token[token];
            edit_bytes(r, (size_t)t->offset + t->length, 0, "_belay_gm%u", t->offset);
            return;
        }
}
