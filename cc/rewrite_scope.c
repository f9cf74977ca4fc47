/* Where a token stands: namespace, class, statement block or initialiser, and whether the function
 * around it is compiled for an AI core. Without a parser this is read off the tokens between the
 * start of the statement and its brace; what is not recognised counts as an initialiser, in which
 * no rule that depends on the place applies. */
#include <stdlib.h>

#include "cc/rewrite_state.h"

#include "emu/error.h"

struct scope *scope_top(struct rewriter *r)
{
    return &r->scope[r->scope_count - 1];
}

static size_t head_limit(const struct rewriter *r, size_t start)
{
    size_t limit = start + HEAD_LIMIT;
    return limit < r->lexed.token_count ? limit : r->lexed.token_count;
}

/* Past attributes: __attribute__((..)), __declspec(..), alignas(..), [[..]]. */
static size_t skip_attributes(const struct rewriter *r, size_t i, size_t limit)
{
    const struct lexed *lx = &r->lexed;
    while (i < limit) {
        enum word word = token_word(lx, i);
        bool named = word == WORD_ATTRIBUTE || word == WORD_DECLSPEC || word == WORD_ALIGNAS;
        if (named && token_is(lx, i + 1, '('))
            i = after_match(r, i + 1);
        else if (token_is(lx, i, '[') && token_is(lx, i + 1, '['))
            i = after_match(r, i);
        else
            break;
    }
    return i;
}

/* From a class key or enum: does its definition follow, not just its name? */
static bool defines_class(const struct rewriter *r, size_t key, size_t limit)
{
    const struct lexed *lx = &r->lexed;
    size_t i = key + 1;
    if (token_word(lx, i) == WORD_CLASS) /* enum class */
        i++;
    i = skip_attributes(r, i, limit);
    while (i < limit && (token_is_ident(lx, i) || token_equals(r, i, "::"))) {
        bool name = token_is_ident(lx, i++);
        if (token_is(lx, i, '<'))
            i = angle_end(r, i, limit);
        if (name && token_is_ident(lx, i) && !token_equals(r, i, "final"))
            return false;
    }
    return token_is(lx, i, '{') || token_is(lx, i, ':');
}

struct brace_head {
    bool is_namespace, is_extern_c, is_class, is_enum, has_params, has_equal, has_colon;
    enum code_kind code;
    bool host;   /* compiled for the host too */
    bool needed; /* the body says something about the declaration: constexpr, auto */
};

/* One word of a head; returns the token after what it covers. */
static size_t read_head_word(const struct rewriter *r, size_t i, size_t brace,
                             struct brace_head *head)
{
    const struct lexed *lx = &r->lexed;
    switch (token_word(lx, i)) {
    case WORD_TEMPLATE:
        return token_is(lx, i + 1, '<') ? angle_end(r, i + 1, brace) : i + 1;
    case WORD_NAMESPACE:
        head->is_namespace = true;
        return i + 1;
    case WORD_EXTERN:
        head->is_extern_c = lx->token[i + 1].kind == TOKEN_STRING && i + 2 == brace;
        return i + 1;
    case WORD_CLASS:
        head->is_class |= !head->has_params && defines_class(r, i, brace + 1);
        return i + 1;
    case WORD_ENUM:
        head->is_enum = defines_class(r, i, brace + 1);
        return i + 1;
    case WORD_GLOBAL:
    case WORD_AICORE:
    case WORD_CALLEE:
        head->code = CODE_SCALAR;
        return i + 1;
    case WORD_SIMD_VF:
    case WORD_SIMD_CALLEE:
        head->code = CODE_SIMD;
        return i + 1;
    case WORD_SIMT_VF:
    case WORD_SIMT_CALLEE:
        head->code = CODE_SIMT;
        return i + 1;
    case WORD_CONSTEXPR:
    case WORD_AUTO:
    case WORD_REQUIRES:
        head->needed = true;
        return i + 1;
    case WORD_KERNEL_MIX:
    case WORD_DECLTYPE:
    case WORD_ALIGNAS:
    case WORD_DECLSPEC:
        return token_is(lx, i + 1, '(') ? after_match(r, i + 1) : i + 1;
    case WORD_ATTRIBUTE:
        if (!token_is(lx, i + 1, '('))
            return i + 1;
        for (size_t k = i + 2; k < after_match(r, i + 1); k++) {
            if (token_word(lx, k) == WORD_DEVICE && head->code == CODE_HOST)
                head->code = CODE_DEVICE;
            head->host |= token_word(lx, k) == WORD_BARE_HOST;
        }
        return after_match(r, i + 1);
    default:
        return i + 1;
    }
}

static struct brace_head read_brace_head(const struct rewriter *r, size_t brace)
{
    const struct lexed *lx = &r->lexed;
    struct brace_head head = {0};
    if (brace - r->statement > HEAD_LIMIT) {
        head.has_equal = true;
        return head;
    }
    for (size_t i = r->statement; i < brace;) {
        if (lx->token[i].kind == TOKEN_IDENT) {
            i = read_head_word(r, i, brace, &head);
        } else if (token_is(lx, i, '(')) {
            head.has_params = true;
            i = after_match(r, i);
        } else if (token_is(lx, i, '[') || (token_is(lx, i, '{') && lx->token[i].match < brace)) {
            for (size_t k = i; k < i + 4; k++) { /* [aicore], [host, aicore] */
                if (token_word(lx, k) == WORD_BARE_AICORE)
                    head.code = CODE_SCALAR;
                head.host |= token_word(lx, k) == WORD_BARE_HOST;
            }
            i = after_match(r, i);
        } else {
            head.has_equal |= token_is(lx, i, '=') && !head.has_params;
            head.has_colon |= token_is(lx, i, ':') && head.has_params;
            i++;
        }
    }
    return head;
}

static enum scope_kind kind_outside_function(const struct rewriter *r, size_t brace,
                                             const struct brace_head *head)
{
    const struct lexed *lx = &r->lexed;
    if (head->is_namespace)
        return SCOPE_NAMESPACE;
    if (head->is_extern_c)
        return SCOPE_EXTERN_C;
    if (head->is_enum || head->has_equal)
        return SCOPE_INIT;
    if (head->is_class)
        return SCOPE_CLASS;
    if (!head->has_params)
        return SCOPE_INIT;
    bool after_name = brace > 0 && (token_is_ident(lx, brace - 1) || token_is(lx, brace - 1, '>'));
    size_t next = after_match(r, brace);
    bool goes_on = token_is(lx, next, ',') || token_is(lx, next, '{');
    if (head->has_colon && after_name && goes_on) /* constructor: member{1}, ... */
        return SCOPE_INIT;
    return SCOPE_BLOCK;
}

static enum scope_kind kind_in_function(const struct rewriter *r, size_t brace,
                                        const struct brace_head *head)
{
    const struct lexed *lx = &r->lexed;
    if (head->is_class && !head->has_equal)
        return SCOPE_CLASS;
    size_t last = brace - 1;
    enum word word = token_word(lx, last);
    if (lx->token[last].kind == TOKEN_IDENT)
        return word == WORD_BLOCK_START || word == WORD_MUTABLE || word == WORD_NOEXCEPT ||
                       word == WORD_VEC_SCOPE || (word >= WORD_AICORE && word <= WORD_CALLEE)
                   ? SCOPE_BLOCK
                   : SCOPE_INIT;
    bool block = token_is(lx, last, ')') || token_is(lx, last, ';') || token_is(lx, last, '{') ||
                 token_is(lx, last, '}') || token_is(lx, last, ':') || token_is(lx, last, ']');
    return block ? SCOPE_BLOCK : SCOPE_INIT;
}

void scope_open(struct rewriter *r, size_t brace)
{
    if (r->scope_count == r->scope_room) {
        size_t room = r->scope_room * 2;
        struct scope *larger = realloc(r->scope, room * sizeof *larger);
        if (larger == NULL) {
            refuse(r, BELAY_INTERNAL, brace, "out of memory");
            return;
        }
        r->scope = larger;
        r->scope_room = room;
    }
    struct scope outer = *scope_top(r);
    struct brace_head head = read_brace_head(r, brace);
    struct scope scope = {.paren = r->paren, .statement = r->statement, .code = outer.code};
    if (outer.kind == SCOPE_BLOCK || outer.kind == SCOPE_INIT || r->paren != outer.paren)
        scope.kind = kind_in_function(r, brace, &head);
    else
        scope.kind = kind_outside_function(r, brace, &head);
    scope.function = scope.kind == SCOPE_BLOCK && outer.kind != SCOPE_BLOCK &&
                     outer.kind != SCOPE_INIT && r->paren == outer.paren;
    if (scope.function)
        scope.code = head.code;
    scope.device_body = scope.function && head.code != CODE_HOST && !head.host && !head.needed;
    r->scope[r->scope_count++] = scope;
    r->statement = brace + 1;
}

void scope_close(struct rewriter *r, size_t brace)
{
    if (r->scope_count == 1) { /* unbalanced text */
        r->statement = brace + 1;
        return;
    }
    struct scope scope = r->scope[--r->scope_count];
    r->paren = scope.paren;
    r->statement = scope.kind == SCOPE_INIT ? scope.statement : brace + 1;
}

/* --- declaration heads ---------------------------------------------------------------------- */

static void head_word(const struct rewriter *r, struct head *head, size_t i)
{
    const struct lexed *lx = &r->lexed;
    switch (token_word(lx, i)) {
    case WORD_TEMPLATE:
        head->is_template = true;
        break;
    case WORD_GLOBAL:
        head->has_global = true;
        break;
    case WORD_STATIC:
        head->is_static = true;
        break;
    case WORD_CONSTEXPR:
        head->is_constexpr = true;
        break;
    case WORD_EXTERN:
        head->extern_c |= lx->token[i].kind == TOKEN_IDENT && i + 1 < lx->token_count &&
                          lx->token[i + 1].kind == TOKEN_STRING && token_equals(r, i + 1, "\"C\"");
        break;
    case WORD_KERNEL_AIV:
        head->kind = KERNEL_AIV;
        break;
    case WORD_KERNEL_AIC:
        head->kind = KERNEL_AIC;
        break;
    default:
        break;
    }
}

/* __mix__(a, b): cores of each kind in a block. */
static void head_mix(struct rewriter *r, struct head *head, size_t i)
{
    const struct lexed *lx = &r->lexed;
    bool shape = token_is(lx, i + 1, '(') && token_is(lx, i + 3, ',') && token_is(lx, i + 5, ')');
    static const struct {
        const char *aic, *aiv;
        enum kernel_kind kind;
    } ratio[] = {{"1", "2", KERNEL_MIX12},
                 {"1", "1", KERNEL_MIX11},
                 {"1", "0", KERNEL_AIC},
                 {"0", "1", KERNEL_AIV}};
    for (size_t k = 0; shape && k < sizeof ratio / sizeof *ratio; k++)
        if (token_equals(r, i + 2, ratio[k].aic) && token_equals(r, i + 4, ratio[k].aiv)) {
            head->kind = ratio[k].kind;
            return;
        }
    refuse(r, BELAY_UNSUPPORTED, i,
           "__mix__ takes (1, 2), (1, 1), (1, 0) or (0, 1) as literal numbers");
}

/* The body of a function whose parameter list closes before `i`. */
static size_t find_body(const struct rewriter *r, size_t i)
{
    for (size_t limit = head_limit(r, i); i < limit;) {
        if (token_is(&r->lexed, i, '{'))
            return i;
        if (token_is(&r->lexed, i, ';') || token_is(&r->lexed, i, '=') ||
            token_is(&r->lexed, i, '}'))
            break;
        i = token_is(&r->lexed, i, '(') ? after_match(r, i) : i + 1;
    }
    return TOKEN_NONE;
}

static size_t head_step(struct rewriter *r, struct head *head, size_t i, size_t limit)
{
    const struct lexed *lx = &r->lexed;
    enum word word = token_word(lx, i);
    bool call = token_is(lx, i + 1, '(');
    if (word == WORD_TEMPLATE && token_is(lx, i + 1, '<')) {
        head->is_template = true;
        return angle_end(r, i + 1, limit);
    }
    if (word == WORD_KERNEL_MIX) {
        head_mix(r, head, i);
        return call ? after_match(r, i + 1) : i + 1;
    }
    if (call && (word == WORD_ATTRIBUTE || word == WORD_DECLSPEC || word == WORD_ALIGNAS ||
                 word == WORD_DECLTYPE || word == WORD_NOEXCEPT))
        return after_match(r, i + 1);
    head_word(r, head, i);
    return token_is(lx, i, '[') ? after_match(r, i) : i + 1;
}

const struct head *current_head(struct rewriter *r)
{
    const struct lexed *lx = &r->lexed;
    struct head *head = &r->head;
    if (head->start == r->statement)
        return head;
    *head = (struct head){.start = r->statement,
                          .name = TOKEN_NONE,
                          .params = TOKEN_NONE,
                          .body = TOKEN_NONE,
                          .kind = KERNEL_AUTO};
    head->extern_c = scope_top(r)->kind == SCOPE_EXTERN_C;
    size_t limit = head_limit(r, r->statement), i = r->statement;
    while (i < limit) {
        if (token_is(lx, i, ';') || token_is(lx, i, '{') || token_is(lx, i, '}') ||
            token_is(lx, i, '='))
            break;
        if (token_is(lx, i, '(') && i > r->statement) {
            head->is_function = token_is_ident(lx, i - 1) || token_is(lx, i - 1, '>');
            head->params = i;
            head->body = find_body(r, after_match(r, i));
            break;
        }
        if (token_is_ident(lx, i))
            head->name = i;
        i = head_step(r, head, i, limit);
        if (token_is(lx, i, '<') && head->name + 1 == i && !token_is(lx, i + 1, '<'))
            i = angle_end(r, i, limit); /* template-id: a name or a type */
    }
    head->end = i;
    return head;
}
