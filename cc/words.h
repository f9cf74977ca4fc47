/* The identifiers the rewriter looks at: markers of kernel/prelude.h, the same names as the source
 * spells them (for text that does not come through the prelude), and the C++ keywords rules need.
 */
#ifndef BELAY_CC_WORDS_H
#define BELAY_CC_WORDS_H

#include <stddef.h>

/* The buffer markers stand in the order of their address spaces, see word_space. */
#define WORD_LIST(X)                                                                               \
    X(GLOBAL, "__belay_global__")                                                                  \
    X(GLOBAL, "__global__")                                                                        \
    X(AICORE, "__belay_aicore__")                                                                  \
    X(AICORE, "__aicore__")                                                                        \
    X(SIMD_VF, "__belay_simd_vf__")                                                                \
    X(SIMD_VF, "__simd_vf__")                                                                      \
    X(SIMD_CALLEE, "__belay_simd_callee__")                                                        \
    X(SIMD_CALLEE, "__simd_callee__")                                                              \
    X(SIMT_VF, "__belay_simt_vf__")                                                                \
    X(SIMT_VF, "__simt_vf__")                                                                      \
    X(SIMT_CALLEE, "__belay_simt_callee__")                                                        \
    X(SIMT_CALLEE, "__simt_callee__")                                                              \
    X(CALLEE, "__belay_callee__")                                                                  \
    X(CALLEE, "__callee__")                                                                        \
    X(KERNEL_AIV, "__belay_kernel_aiv__")                                                          \
    X(KERNEL_AIV, "__vector__")                                                                    \
    X(KERNEL_AIC, "__belay_kernel_aic__")                                                          \
    X(KERNEL_AIC, "__cube__")                                                                      \
    X(KERNEL_MIX, "__belay_kernel_mix__")                                                          \
    X(KERNEL_MIX, "__mix__")                                                                       \
    X(TASK_TYPE, "__belay_task_type__")                                                            \
    X(VEC_SCOPE, "__belay_vec_scope__")                                                            \
    X(VEC_SCOPE, "__VEC_SCOPE__")                                                                  \
    X(GM, "__belay_gm__")                                                                          \
    X(GM, "__gm__")                                                                                \
    X(CA, "__belay_ca__")                                                                          \
    X(CA, "__ca__")                                                                                \
    X(CB, "__belay_cb__")                                                                          \
    X(CB, "__cb__")                                                                                \
    X(CC, "__belay_cc__")                                                                          \
    X(CC, "__cc__")                                                                                \
    X(UBUF, "__belay_ub__")                                                                        \
    X(UBUF, "__ubuf__")                                                                            \
    X(CBUF, "__belay_cbuf__")                                                                      \
    X(CBUF, "__cbuf__")                                                                            \
    X(FBUF, "__belay_fbuf__")                                                                      \
    X(FBUF, "__fbuf__")                                                                            \
    X(BIASBUF, "__belay_biasbuf__")                                                                \
    X(BIASBUF, "__biasbuf__")                                                                      \
    X(SSBUF, "__belay_ssbuf__")                                                                    \
    X(SSBUF, "__ssbuf__")                                                                          \
    X(BARE_AICORE, "aicore")                                                                       \
    X(BARE_HOST, "host")                                                                           \
    X(DEVICE, "device")                                                                            \
    X(ATTRIBUTE, "__attribute__")                                                                  \
    X(ATTRIBUTE, "__attribute")                                                                    \
    X(DECLSPEC, "__declspec")                                                                      \
    X(ALIGNAS, "alignas")                                                                          \
    X(ALIGNAS, "_Alignas")                                                                         \
    X(DECLTYPE, "decltype")                                                                        \
    X(REINTERPRET_CAST, "reinterpret_cast")                                                        \
    X(ASM, "asm")                                                                                  \
    X(ASM, "__asm__")                                                                              \
    X(ASM, "__asm")                                                                                \
    X(VOLATILE, "volatile")                                                                        \
    X(VOLATILE, "__volatile__")                                                                    \
    X(VOLATILE, "__volatile")                                                                      \
    X(CONST, "const")                                                                              \
    X(CONSTEXPR, "constexpr")                                                                      \
    X(CONSTEXPR, "consteval")                                                                      \
    X(AUTO, "auto")                                                                                \
    X(STATIC, "static")                                                                            \
    X(EXTERN, "extern")                                                                            \
    X(INLINE, "inline")                                                                            \
    X(INLINE, "__inline__")                                                                        \
    X(INLINE, "__inline")                                                                          \
    X(MUTABLE, "mutable")                                                                          \
    X(NOEXCEPT, "noexcept")                                                                        \
    X(REQUIRES, "requires")                                                                        \
    X(TEMPLATE, "template")                                                                        \
    X(CLASS, "class")                                                                              \
    X(CLASS, "struct")                                                                             \
    X(CLASS, "union")                                                                              \
    X(ENUM, "enum")                                                                                \
    X(NAMESPACE, "namespace")                                                                      \
    X(USING, "using")                                                                              \
    X(TYPEDEF, "typedef")                                                                          \
    X(ACCESS, "public")                                                                            \
    X(ACCESS, "private")                                                                           \
    X(ACCESS, "protected")                                                                         \
    X(CASE, "case")                                                                                \
    X(CASE, "default")                                                                             \
    X(BLOCK_START, "else")                                                                         \
    X(BLOCK_START, "do")                                                                           \
    X(BLOCK_START, "try")                                                                          \
    X(RETURN, "return")                                                                            \
    X(OPERATOR, "operator")                                                                        \
    X(OPERATOR_WORD, "and")                                                                        \
    X(OPERATOR_WORD, "or")                                                                         \
    X(OPERATOR_WORD, "xor")                                                                        \
    X(OPERATOR_WORD, "bitand")                                                                     \
    X(OPERATOR_WORD, "bitor")                                                                      \
    X(OPERATOR_WORD, "and_eq")                                                                     \
    X(OPERATOR_WORD, "or_eq")                                                                      \
    X(OPERATOR_WORD, "xor_eq")                                                                     \
    X(OPERATOR_WORD, "not_eq")                                                                     \
    X(NEW_DELETE, "new")                                                                           \
    X(NEW_DELETE, "delete")                                                                        \
    X(TYPENAME, "typename")                                                                        \
    X(TCUBE_TILING, "TCubeTiling")                                                                 \
    X(PAIR_MATH, "modff")                                                                          \
    X(PAIR_MATH, "frexpf")                                                                         \
    X(PAIR_MATH, "sincosf")                                                                        \
    X(PAIR_MATH, "sincospif")                                                                      \
    X(PAIR_MATH, "remquof")                                                                        \
    X(PAIR_MATH, "normf")                                                                          \
    X(PAIR_MATH, "rnormf")

enum word {
    WORD_NONE = 0,
    WORD_GLOBAL,
    WORD_AICORE, /* functions for an AI core, to WORD_CALLEE */
    WORD_SIMD_VF,
    WORD_SIMD_CALLEE,
    WORD_SIMT_VF,
    WORD_SIMT_CALLEE,
    WORD_CALLEE,
    WORD_KERNEL_AIV,
    WORD_KERNEL_AIC,
    WORD_KERNEL_MIX,
    WORD_TASK_TYPE,
    WORD_VEC_SCOPE,
    WORD_GM,
    WORD_CA,
    WORD_CB,
    WORD_CC,
    WORD_UBUF,
    WORD_CBUF,
    WORD_FBUF,
    WORD_BIASBUF,
    WORD_SSBUF,
    WORD_BARE_AICORE,
    WORD_BARE_HOST,
    WORD_DEVICE,
    WORD_ATTRIBUTE,
    WORD_DECLSPEC,
    WORD_ALIGNAS,
    WORD_DECLTYPE,
    WORD_REINTERPRET_CAST,
    WORD_ASM,
    WORD_VOLATILE,
    WORD_CONST,
    WORD_CONSTEXPR,
    WORD_AUTO,
    WORD_STATIC,
    WORD_EXTERN,
    WORD_INLINE,
    WORD_MUTABLE,
    WORD_NOEXCEPT,
    WORD_REQUIRES,
    WORD_TEMPLATE,
    WORD_CLASS,
    WORD_ENUM,
    WORD_NAMESPACE,
    WORD_USING,
    WORD_TYPEDEF,
    WORD_ACCESS,
    WORD_CASE,
    WORD_BLOCK_START,
    WORD_RETURN,
    WORD_OPERATOR,
    WORD_OPERATOR_WORD,
    WORD_NEW_DELETE,
    WORD_TYPENAME,
    WORD_TCUBE_TILING,
    WORD_PAIR_MATH
};

/* Address space of a buffer marker as clang gets it: CA 2, CB 3, CC 4, UBUF 5, CBUF 6, FBUF 7,
 * BIASBUF 8, SSBUF 9; 0 (the default space) for GM and -1 for any other word. */
static inline int word_space(enum word word)
{
    if (word == WORD_GM)
        return 0;
    return word >= WORD_CA && word <= WORD_SSBUF ? (int)word - WORD_CA + 2 : -1;
}

struct word_table;

/* Looks identifiers up; built once for a text. word_table_new returns NULL without memory. */
struct word_table *word_table_new(void);
void word_table_free(struct word_table *table);
enum word word_find(const struct word_table *table, const char *name, size_t length);

#endif
