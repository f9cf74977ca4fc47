/* The walk of the rewriter over the tokens: keeps the place and calls the rules. */
#include "cc/rewrite.h"

#include <stdlib.h>
#include <string.h>

#include "cc/rewrite_state.h"
#include "emu/error.h"

const char *kernel_kind_name(enum kernel_kind kind)
{
    static const char *const name[] = {"auto", "aiv", "aic", "mix11", "mix12"};
    return name[kind];
}

bool kernel_kind_in_pass(enum kernel_kind kind, enum rewrite_pass pass)
{
    if (pass == PASS_HOST)
        return false;
    return kind != (pass == PASS_VEC ? KERNEL_AIC : KERNEL_AIV);
}

static void pass_markers(struct rewriter *r, size_t offset)
{
    const struct lexed *lx = &r->lexed;
    while (r->marker < lx->marker_count && lx->marker[r->marker].offset <= offset)
        r->marker++;
}

static void visit_punct(struct rewriter *r, size_t i)
{
    switch (r->lexed.text[r->lexed.token[i].offset]) {
    case '{':
        pass_markers(r, r->lexed.token[i].offset);
        scope_open(r, i);
        rule_body(r, i);
        break;
    case '}':
        scope_close(r, i);
        break;
    case '[':
        rule_bracket_aicore(r, i);
        r->paren++;
        break;
    case '(':
        r->paren++;
        break;
    case ']':
    case ')':
        if (r->paren > scope_top(r)->paren)
            r->paren--;
        break;
    case ';':
        if (r->paren != scope_top(r)->paren)
            break;
        if (scope_top(r)->kind == SCOPE_INIT) /* statements after all: a lambda with -> type */
            scope_top(r)->kind = SCOPE_BLOCK;
        r->statement = i + 1;
        break;
    case ':':
        if (r->lexed.token[i].length == 1 && r->paren == scope_top(r)->paren &&
            (token_word(&r->lexed, r->statement) == WORD_CASE ||
             token_word(&r->lexed, r->statement) == WORD_ACCESS))
            r->statement = i + 1;
        break;
    default:
        break;
    }
}

static void visit_word(struct rewriter *r, size_t i)
{
    switch (token_word(&r->lexed, i)) {
    case WORD_GLOBAL:
    case WORD_KERNEL_AIV:
    case WORD_KERNEL_AIC:
    case WORD_KERNEL_MIX:
        rule_kernel(r, i);
        break;
    case WORD_AICORE:
    case WORD_SIMD_VF:
    case WORD_SIMD_CALLEE:
    case WORD_SIMT_VF:
    case WORD_SIMT_CALLEE:
    case WORD_CALLEE:
        rule_function(r, i);
        break;
    case WORD_TASK_TYPE:
        rule_task_type(r, i);
        break;
    case WORD_VEC_SCOPE:
        rule_vec_scope(r, i);
        break;
    case WORD_GM:
        rule_gm(r, i);
        break;
    case WORD_CA:
    case WORD_CB:
    case WORD_CC:
    case WORD_UBUF:
    case WORD_CBUF:
    case WORD_FBUF:
    case WORD_BIASBUF:
    case WORD_SSBUF:
        rule_buffer(r, i);
        break;
    case WORD_PAIR_MATH:
        rule_pair_math(r, i);
        break;
    case WORD_REINTERPRET_CAST:
        rule_reinterpret_cast(r, i);
        break;
    case WORD_ASM:
        rule_asm(r, i);
        break;
    default:
        break;
    }
}

static void walk(struct rewriter *r)
{
    const struct lexed *lx = &r->lexed;
    for (size_t i = 0; i < lx->token_count && r->status == BELAY_OK; i++) {
        if (i < r->skip_to)
            continue;
        const struct token *token = &lx->token[i];
        if (token->kind == TOKEN_PUNCT) {
            visit_punct(r, i);
        } else if (token->word != WORD_NONE) {
            pass_markers(r, token->offset);
            visit_word(r, i);
        }
    }
}

belay_status rewrite_text(const char *text, size_t size, const struct rewrite_options *options,
                          struct rewrite_result *out, belay_error *err)
{
    *out = (struct rewrite_result){0};
    struct rewriter r = {.options = options, .result = out, .err = err, .elide = TOKEN_NONE};
    r.scope_room = 64;
    r.scope = malloc(r.scope_room * sizeof *r.scope);
    if (r.scope == NULL || !lex_text(text, size, &r.lexed)) {
        free(r.scope);
        return error_set(err, BELAY_INTERNAL, "out of memory, or a source of 4 GiB");
    }
    r.scope[0] = (struct scope){.kind = SCOPE_NAMESPACE};
    r.scope_count = 1;
    r.head.start = TOKEN_NONE;
    walk(&r);
    if (r.status == BELAY_OK && !edits_apply(&r))
        r.status = error_set(err, BELAY_INTERNAL, "out of memory");
    if (r.status != BELAY_OK)
        rewrite_result_free(out);
    lexed_free(&r.lexed);
    buffer_free(&r.arena);
    free(r.edit);
    free(r.scope);
    return r.status;
}

void rewrite_result_free(struct rewrite_result *result)
{
    for (size_t i = 0; i < result->kernel_count; i++) {
        free(result->kernel[i].name);
        free(result->kernel[i].launch_header);
    }
    free(result->kernel);
    free(result->text);
    *result = (struct rewrite_result){0};
}
