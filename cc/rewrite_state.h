/* What the rules of the rewriter share: the tokens, where in the program the current one stands,
 * and the edits so far. rewrite.c walks over the tokens once and calls each rule at its word. */
#ifndef BELAY_CC_REWRITE_STATE_H
#define BELAY_CC_REWRITE_STATE_H

#include "cc/buffer.h"
#include "cc/lex.h"
#include "cc/rewrite.h"

/* No declaration head of a real program is longer; a bound keeps every rule linear. */
enum { HEAD_LIMIT = 512 };

enum scope_kind {
    SCOPE_NAMESPACE,
    SCOPE_EXTERN_C,
    SCOPE_CLASS,
    SCOPE_BLOCK, /* statements */
    SCOPE_INIT   /* initialiser list, enumerators */
};

/* What code the body of a function is. */
enum code_kind {
    CODE_HOST,
    CODE_DEVICE, /* of an AI core, marked with clang's own attribute only */
    CODE_SCALAR, /* [aicore] and kernels */
    CODE_SIMD,   /* of the vector unit */
    CODE_SIMT
};

struct scope {
    enum scope_kind kind;
    enum code_kind code;
    bool function;    /* it is the body of a function */
    bool device_body; /* one for the AI core alone, which nothing else depends on */
    size_t paren;     /* depth of ( [ around the scope's own statements */
    size_t statement; /* the outer statement, to go back to after an initialiser */
};

struct edit {
    size_t offset, length; /* of the bytes replaced */
    size_t text, text_length, order;
};

/* The declaration that starts at token `start`, looked at once for all markers in it. */
struct head {
    size_t start, end; /* end: first token after the head: ( of the parameters, { or ; */
    bool is_template, has_global, is_function, is_constexpr, extern_c, is_static;
    size_t name;   /* token of the function's name */
    size_t params; /* token of its ( */
    size_t body;   /* token of its {, TOKEN_NONE for a declaration */
    enum kernel_kind kind;
};

struct rewriter {
    const struct rewrite_options *options;
    struct lexed lexed;
    struct buffer arena; /* replacement texts */
    struct edit *edit;
    size_t edit_count, edit_room;
    struct scope *scope;
    size_t scope_count, scope_room;
    size_t statement;    /* first token of the current statement */
    size_t paren;        /* depth of ( and [ */
    size_t plain_marker; /* 1 + the marker that in_plain_file looked at last, and its answer */
    bool plain;
    size_t marker;      /* line markers passed so far */
    struct head head;   /* of the current declaration, valid when head.start == statement */
    size_t skip_to;     /* tokens before it are done */
    size_t kernel_done; /* 1 + the statement of the last kernel head that was rewritten */
    size_t gm_variable; /* the same for the last variable that got the device attribute */
    size_t elide;       /* the { of a kernel body this pass leaves out, TOKEN_NONE when none */
    struct rewrite_result *result;
    size_t kernel_room;
    belay_status status;
    belay_error *err;
};

/* --- rewrite_edit.c: edits and places ------------------------------------------------------- */

/* Replaces `length` bytes at `offset`. */
void edit_bytes(struct rewriter *r, size_t offset, size_t length, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void edit_token(struct rewriter *r, size_t token, const char *replacement);
void edit_before(struct rewriter *r, size_t token, const char *insertion);
void edit_after(struct rewriter *r, size_t token, const char *insertion);

/* Replaces tokens first..last by before + their newlines and directives + after. */
void edit_range(struct rewriter *r, size_t first, size_t last, const char *before,
                const char *after);

/* Applies all edits; false when memory ran out. */
bool edits_apply(struct rewriter *r);

/* Reports a refusal at a token; the first one counts. */
void refuse(struct rewriter *r, belay_status status, size_t token, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

const struct line_marker *current_marker(const struct rewriter *r);

/* Does the current text come from a header that is no Ascend C? */
bool in_plain_file(struct rewriter *r);

/* Is the token the identifier `name`? The token's text is not NUL-terminated. */
bool token_equals(const struct rewriter *r, size_t token, const char *name);

/* Token after the > that closes the < at `open`, at most `limit`; `limit` when there is none. */
size_t angle_end(const struct rewriter *r, size_t open, size_t limit);

/* Token after the ( ... ) or { ... } at `open`, or open + 1 when it is unbalanced. */
size_t after_match(const struct rewriter *r, size_t open);

/* --- rewrite_scope.c: where the walk stands ------------------------------------------------- */

struct scope *scope_top(struct rewriter *r);
void scope_open(struct rewriter *r, size_t brace);
void scope_close(struct rewriter *r, size_t brace);

/* Fills r->head for the current statement, once. */
const struct head *current_head(struct rewriter *r);

/* --- rules: each is called at its word and may set skip_to ---------------------------------- */

void rule_bracket_aicore(struct rewriter *r, size_t open);    /* rewrite_kernel.c */
void rule_function(struct rewriter *r, size_t token);         /* rewrite_kernel.c */
void rule_kernel(struct rewriter *r, size_t token);           /* rewrite_kernel.c */
void rule_body(struct rewriter *r, size_t brace);             /* rewrite_kernel.c */
void rule_task_type(struct rewriter *r, size_t token);        /* rewrite_kernel.c */
void rule_buffer(struct rewriter *r, size_t token);           /* rewrite_space.c */
void rule_gm(struct rewriter *r, size_t token);               /* rewrite_space.c */
void rule_pair_math(struct rewriter *r, size_t token);        /* rewrite_space.c */
void rule_reinterpret_cast(struct rewriter *r, size_t token); /* rewrite_expr.c */
void rule_asm(struct rewriter *r, size_t token);              /* rewrite_expr.c */
void rule_vec_scope(struct rewriter *r, size_t token);        /* rewrite_expr.c */

/* Host stub and header of an extern "C" kernel; rewrite_launch.c. Inserts the stub in the host
 * pass; returns the header's text, NULL for parameters it cannot pass. */
char *launch_stub(struct rewriter *r, const struct head *head, size_t after);

#endif
