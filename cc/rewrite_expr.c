/* Rules inside functions: casts, inline assembly, vector scopes. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "cc/rewrite_state.h"

/* reinterpret_cast may not change the address space of a pointer in clang; a C-style cast, which
 * __belay_rc<T>() of the prelude is, may. */
void rule_reinterpret_cast(struct rewriter *r, size_t token)
{
    if (!in_plain_file(r) && token_is(&r->lexed, token + 1, '<'))
        edit_token(r, token, "__belay_rc");
}

/* --- inline assembly ------------------------------------------------------------------------ */

struct asm_statement {
    size_t first, last;  /* tokens: asm ... ) */
    char code[96];       /* the template: escapes and repeated blanks as one blank */
    size_t operand_open; /* ( of the only operand, 0 when there is not exactly one */
};

static void add_code(struct asm_statement *s, const char *text, size_t length)
{
    size_t at = strlen(s->code);
    for (size_t i = 1; i + 1 < length; i++) {
        char c = text[i];
        if (c == '\\' && i + 2 < length) {
            i++;
            c = ' ';
        }
        if (isspace((unsigned char)c))
            c = ' ';
        bool blank = c == ' ' && (at == 0 || s->code[at - 1] == ' ');
        if (!blank && at + 1 < sizeof s->code && isprint((unsigned char)c))
            s->code[at++] = c;
    }
    s->code[at] = '\0';
}

static bool read_asm(const struct rewriter *r, size_t token, struct asm_statement *s)
{
    const struct lexed *lx = &r->lexed;
    size_t i = token + 1, operands = 0;
    while (token_word(lx, i) == WORD_VOLATILE || token_word(lx, i) == WORD_INLINE ||
           token_equals(r, i, "goto"))
        i++;
    if (!token_is(lx, i, '('))
        return false;
    *s = (struct asm_statement){.first = token, .last = after_match(r, i) - 1};
    if (s->last == i)
        return false;
    for (i++; i < s->last && lx->token[i].kind == TOKEN_STRING; i++)
        add_code(s, lx->text + lx->token[i].offset, lx->token[i].length);
    for (; i < s->last; i++)
        if (token_is(lx, i, '(')) {
            s->operand_open = ++operands == 1 ? i : 0;
            i = after_match(r, i) - 1;
        }
    for (size_t n = strlen(s->code); n > 0 && s->code[n - 1] == ' '; n--)
        s->code[n - 1] = '\0';
    return true;
}

/* Replaces the statement by before + its operand + after; the operand's tokens stay in place, for
 * the rules that apply to them. */
static void edit_asm(struct rewriter *r, const struct asm_statement *s, const char *before,
                     const char *after)
{
    size_t close = after_match(r, s->operand_open) - 1;
    edit_range(r, s->first, s->operand_open, before, "");
    edit_range(r, close, s->last, after, "");
    r->skip_to = s->operand_open + 1;
}

/* An instruction of the chip that has no meaning here. The call is an error only where it is
 * compiled in, so that headers may keep code for other chips. */
static void edit_unknown_asm(struct rewriter *r, const struct asm_statement *s)
{
    char code[sizeof s->code];
    snprintf(code, sizeof code, "%s", s->code);
    for (char *c = code; *c; c++)
        if (*c == '"' || *c == '\\')
            *c = '\'';
    char text[448];
    unsigned id = r->lexed.token[s->first].offset;
    snprintf(text, sizeof text,
             "({ __attribute__((device)) void __belay_unsupported_asm_%u(void) "
             "__attribute__((error(\"inline assembly '%s' is not supported\"))); "
             "__belay_unsupported_asm_%u(); })",
             id, code, id);
    edit_range(r, s->first, s->last, text, "");
    r->skip_to = s->last + 1;
}

/* Equal but for case and blanks? */
static bool same_code(const char *a, const char *b)
{
    for (;; a++, b++) {
        a += strspn(a, " ");
        b += strspn(b, " ");
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
        if (*a == '\0')
            return true;
    }
}

/* Assembly statements of the AI core: the few that asc-devkit uses become builtins of the prelude.
 * Labels of declarations, empty barriers, host functions and the prelude's own stay. */
void rule_asm(struct rewriter *r, size_t token)
{
    static const struct {
        const char *code, *before, *after;
    } known[] = {{"MOV %0, SYS_CNT", "(", " = __belay_sys_cnt())"},
                 {"MOV %0, PC", "(", " = __belay_pc())"},
                 {"MOV COND, %0", "__belay_mark(", ")"}};
    struct asm_statement s;
    if (scope_top(r)->kind != SCOPE_BLOCK || in_plain_file(r) || !read_asm(r, token, &s))
        return;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (same_code(s.code, known[i].code) && s.operand_open != 0) {
            edit_asm(r, &s, known[i].before, known[i].after);
            return;
        }
    if (scope_top(r)->code == CODE_HOST || s.code[0] == '\0')
        return;
    bool nop = strncasecmp(s.code, "NOP", 3) == 0 && (s.code[3] == '\0' || s.code[3] == ' ');
    if (nop && s.operand_open == 0) {
        edit_range(r, s.first, s.last, "__belay_nop()", "");
        r->skip_to = s.last + 1;
    } else {
        edit_unknown_asm(r, &s);
    }
}

/* --- vector scopes -------------------------------------------------------------------------- */

/* __VEC_SCOPE__ { body }: the vector unit's own instruction stream, issued with the scalars it uses
 * by value. A closure that captures by value, called through a function of .text.vf, is just that.
 */
void rule_vec_scope(struct rewriter *r, size_t token)
{
    const struct lexed *lx = &r->lexed;
    size_t close = token_is(lx, token + 1, '{') ? after_match(r, token + 1) - 1 : 0;
    if (close <= token + 1)
        return;
    edit_range(r, token, token, "__belay_vf_scope([=]() __attribute__((always_inline)) mutable",
               "");
    edit_after(r, close, ");");
}
