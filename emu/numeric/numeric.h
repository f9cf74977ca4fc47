/* Number formats and functions of the device: bit exact by a written rule, the same on every host.
 * Every rule, with its source or the reason we chose it, is in docs/numerics.md.
 *
 * Representation: f32 is `float`, f16 and bf16 are their bits in uint16_t, e4m3, e5m2, e8m0 and
 * hif8 theirs in uint8_t, e2m1 and e1m2 theirs in the low four bits of a uint8_t. A result that is
 * NaN is always the canonical one below. Nothing here has state; nothing here calls libm.
 *
 * Functions that end in _n work on n lanes. dst may be one of the sources (same lanes); otherwise
 * the arrays must not overlap. They give the same bits as the function without _n, only faster. */
#ifndef BELAY_EMU_NUMERIC_NUMERIC_H
#define BELAY_EMU_NUMERIC_NUMERIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- modes ------------------------------------------------------------------------------------ */

/* Rounding of a conversion; the values are those of the CCE enum ROUND, HYBRID after them.
 * asc-devkit docs/zh/api/SIMD-API/C-API/reg/data_type_convert/rounding_mode.md */
enum num_round {
    NUM_RINT,   /* R: nearest, ties to even */
    NUM_AWAY,   /* A: nearest, ties away from zero */
    NUM_FLOOR,  /* F: towards -inf */
    NUM_CEIL,   /* C: towards +inf */
    NUM_TRUNC,  /* Z: towards zero */
    NUM_ODD,    /* O: exact, or the neighbour with an odd last bit */
    NUM_HYBRID, /* H: to hif8 only; elsewhere it acts as A */
};

/* How a conversion treats what does not fit. All false is the reset state of the chip. */
struct num_mode {
    uint8_t round; /* enum num_round */
    bool inf_nan;  /* CTRL[48] = 1: inf and NaN stay; false: inf -> +-MAX, NaN -> 0 */
    bool keep_nan; /* CTRL[50] = 1: with inf_nan false, NaN to e4m3, e5m2 stays NaN */
    bool wrap;     /* CTRL[59] = 1: to an integer keeps the low bits; false: saturates */
};

/* The mode of a conversion from the CTRL register: with CTRL[60] set CTRL[48] and CTRL[59] decide,
 * otherwise the instruction's own flag (RS_ENABLE) decides both. asc-devkit SetCtrlSpr(ISASI).md */
struct num_mode num_mode_of_ctrl(uint64_t ctrl, enum num_round round, bool instruction_saturates);

/* Canonical NaNs, infinities and largest finite values. */
#define NUM_F32_NAN 0x7fc00000u
#define NUM_F32_INF 0x7f800000u
#define NUM_F32_MAX 0x7f7fffffu
enum {
    NUM_F16_NAN = 0x7e00,
    NUM_F16_INF = 0x7c00,
    NUM_F16_MAX = 0x7bff,
    NUM_BF16_NAN = 0x7fc0,
    NUM_BF16_INF = 0x7f80,
    NUM_BF16_MAX = 0x7f7f,
    NUM_E4M3_NAN = 0x7f,
    NUM_E4M3_MAX = 0x7e, /* 448 */
    NUM_E5M2_NAN = 0x7e,
    NUM_E5M2_INF = 0x7c,
    NUM_E5M2_MAX = 0x7b, /* 57344 */
    NUM_E8M0_NAN = 0xff,
    NUM_HIF8_NAN = 0x80,
    NUM_HIF8_INF = 0x6f,
    NUM_HIF8_MAX = 0x6e, /* 2^15 */
    NUM_E2M1_MAX = 0x7,  /* 6 */
    NUM_E1M2_MAX = 0x7,  /* 1.75 */
};

/* --- formats: to f32 (always exact; inf stays inf in both modes) ------------------------------ */

float f16_to_f32(uint16_t x);
float bf16_to_f32(uint16_t x);
float e4m3_to_f32(uint8_t x); /* OCP e4m3fn: no inf, S.1111.111 is NaN */
float e5m2_to_f32(uint8_t x);
float e8m0_to_f32(uint8_t x); /* 2^(x-127), 255 is NaN */
float e2m1_to_f32(uint8_t x); /* 0 .5 1 1.5 2 3 4 6 */
float e1m2_to_f32(uint8_t x); /* steps of .25 up to 1.75 */
float hif8_to_f32(uint8_t x); /* arXiv 2409.16626 table 1 */

/* --- formats: from f32 ------------------------------------------------------------------------ */

/* One rounding from the exact value, by mode.round. Overflow with inf_nan: as IEEE 754 (inf for R
 * and A, and for F, C when they point that way, else the largest finite value); saturating:
 * +-MAX. asc-devkit Reg Cast.md, appendix table "Cast" (edge_reg_3510.csv). */
uint16_t f32_to_f16(float x, struct num_mode mode);
uint16_t f32_to_bf16(float x, struct num_mode mode);
uint8_t f32_to_e4m3(float x, struct num_mode mode); /* inf_nan: overflow and inf give NaN */
uint8_t f32_to_e5m2(float x, struct num_mode mode);
/* Always saturating, NaN -> +0 (appendix table "Cast", bfloat16/fp4x2 rows). */
uint8_t f32_to_e2m1(float x, enum num_round round);
uint8_t f32_to_e1m2(float x, enum num_round round);
/* hif8 has no -0: every result that rounds to zero is 0x00. Rounding is A or H; H is the rule of
 * asc-devkit Reg Cast.md, sections "float/half -> hifloat8_t": |exponent| < 4 ties away, else up
 * when the 14 (f32) or 2 (f16) bits after the mantissa are >= a threshold made of the lowest source
 * bits. f16 has its own threshold, hence its own function. |x| >= 1.25 * 2^15 overflows. */
uint8_t f32_to_hif8(float x, struct num_mode mode);
uint8_t f16_to_hif8(uint16_t x, struct num_mode mode);
/* The exponent field: sign and mantissa dropped, inf and NaN -> 255 (Reg Cast of bfloat16_t to
 * fp8_e8m0_t shifts the bits; it has no rounding and no saturation). */
uint8_t bf16_to_e8m0(uint16_t x);
/* inf and NaN stay in both modes (appendix table "Cast", half/bfloat16_t rows). */
uint16_t f16_to_bf16(uint16_t x, enum num_round round);
uint16_t bf16_to_f16(uint16_t x, struct num_mode mode);
/* HF32/TF32: mantissa rounded to 10 bits, in place; ties to even, or away (CTRL[47]). */
float f32_to_hf32(float x, bool away);

/* Round to an integral value of the same format (vtrc); inf, NaN and the sign of zero stay. */
float f32_round_integral(float x, enum num_round round);
uint16_t f16_round_integral(uint16_t x, enum num_round round);
uint16_t bf16_round_integral(uint16_t x, enum num_round round);

/* --- integers --------------------------------------------------------------------------------- */

struct num_int {
    uint8_t bits; /* 4, 8, 16, 32 or 64 */
    bool is_signed;
};

/* The rounded value saturated, or with mode.wrap the low bits of the exact rounded integer; inf
 * saturates and NaN gives 0 in both (appendix table "Cast"). The result is sign- or zero-extended;
 * u64 comes back as its bits. */
int64_t f32_to_int(float x, struct num_int to, struct num_mode mode);
/* f16 -> s16 saturates in both modes (appendix table "Cast", half/int16_t rows). */
int64_t f16_to_int(uint16_t x, struct num_int to, struct num_mode mode);
float s64_to_f32(int64_t x, enum num_round round);
float u64_to_f32(uint64_t x, enum num_round round);
uint16_t s16_to_f16(int16_t x, enum num_round round);
/* x in the range of `to`, or its low bits. s16 -> u32 never wraps: see num_convert. */
int64_t int_to_int(int64_t x, struct num_int to, bool wrap);

/* --- arithmetic ------------------------------------------------------------------------------- */

/* f16 and f32: correctly rounded (nearest even), denormals kept. bf16: in f32, then rounded again
 * ([APP] Reg precision table: rint_to_bf16(op(cast_to_f32(x), cast_to_f32(y)))). */
uint16_t f16_add(uint16_t a, uint16_t b);
uint16_t f16_sub(uint16_t a, uint16_t b);
uint16_t f16_mul(uint16_t a, uint16_t b);
uint16_t f16_div_ieee(uint16_t a, uint16_t b);
uint16_t f16_sqrt_ieee(uint16_t a);
uint16_t bf16_add(uint16_t a, uint16_t b);
uint16_t bf16_sub(uint16_t a, uint16_t b);
uint16_t bf16_mul(uint16_t a, uint16_t b);
float f32_add(float a, float b);
float f32_sub(float a, float b);
float f32_mul(float a, float b);
float f32_div_ieee(float a, float b);
float f32_sqrt_ieee(float a);

/* a * b + c with one rounding (vaxpy, vmadd, vmula: "same as Fma", [APP] Reg precision table). */
uint16_t f16_fma(uint16_t a, uint16_t b, uint16_t c);
uint16_t bf16_fma(uint16_t a, uint16_t b, uint16_t c);
float f32_fma(float a, float b, float c);

/* NaN if one operand is NaN; -0 is less than +0 (appendix tables Max and Min). */
uint16_t f16_max(uint16_t a, uint16_t b);
uint16_t f16_min(uint16_t a, uint16_t b);
uint16_t bf16_max(uint16_t a, uint16_t b);
uint16_t bf16_min(uint16_t a, uint16_t b);
float f32_max(float a, float b);
float f32_min(float a, float b);

/* abs and neg act on the sign bit; relu(-0) is +0; prelu gives x when its sign bit is clear, else
 * x * alpha with one rounding (appendix tables Abs, Neg, Relu, Prelu, LeakyRelu). */
uint16_t f16_abs(uint16_t x);
uint16_t f16_neg(uint16_t x);
uint16_t f16_relu(uint16_t x);
uint16_t f16_prelu(uint16_t x, uint16_t alpha);
float f32_abs(float x);
float f32_neg(float x);
float f32_relu(float x);
float f32_prelu(float x, float alpha);

/* What CTRL[48] = 0 does to the output of f16 (2201: also bf16) arithmetic: inf -> +-MAX, NaN ->
 * +0. */
uint16_t f16_saturate(uint16_t x);
uint16_t bf16_saturate(uint16_t x);

/* --- functions -------------------------------------------------------------------------------- */

/* The correctly rounded value (nearest even) under the denormal rule of vdiv, vsqrt, vexp, vln: a
 * denormal operand counts as zero of its sign, a result that rounds to a denormal becomes zero of
 * its sign. The chip promises 1 ulp and that rule; which of the neighbours it gives is not public,
 * so the value is ours, approximate. x/0 is +-inf, 0/0 NaN, ln(+-0) -inf, ln and sqrt of x < 0 NaN.
 */
uint16_t f16_div(uint16_t a, uint16_t b);
uint16_t f16_sqrt(uint16_t x);
uint16_t f16_reciprocal(uint16_t x);
uint16_t f16_rsqrt(uint16_t x);
uint16_t f16_exp(uint16_t x);
uint16_t f16_ln(uint16_t x);
float f32_div(float a, float b);
float f32_sqrt(float x);
float f32_reciprocal(float x);
float f32_rsqrt(float x);
float f32_exp(float x);
float f32_ln(float x);

/* --- lanes: conversions ----------------------------------------------------------------------- */

void f16_to_f32_n(float *dst, const uint16_t *src, size_t n);
void bf16_to_f32_n(float *dst, const uint16_t *src, size_t n);
void e4m3_to_f32_n(float *dst, const uint8_t *src, size_t n);
void e5m2_to_f32_n(float *dst, const uint8_t *src, size_t n);
void e8m0_to_f32_n(float *dst, const uint8_t *src, size_t n);
void hif8_to_f32_n(float *dst, const uint8_t *src, size_t n);
void f32_to_f16_n(uint16_t *dst, const float *src, size_t n, struct num_mode mode);
void f32_to_bf16_n(uint16_t *dst, const float *src, size_t n, struct num_mode mode);
void f32_to_e4m3_n(uint8_t *dst, const float *src, size_t n, struct num_mode mode);
void f32_to_e5m2_n(uint8_t *dst, const float *src, size_t n, struct num_mode mode);
void f32_to_hif8_n(uint8_t *dst, const float *src, size_t n, struct num_mode mode);
void f16_to_hif8_n(uint8_t *dst, const uint16_t *src, size_t n, struct num_mode mode);
void f32_to_hf32_n(float *dst, const float *src, size_t n, bool away);
void f32_round_integral_n(float *dst, const float *src, size_t n, enum num_round round);
void f32_to_s32_n(int32_t *dst, const float *src, size_t n, struct num_mode mode);
void f32_to_s16_n(int16_t *dst, const float *src, size_t n, struct num_mode mode);
void f32_to_s8_n(int8_t *dst, const float *src, size_t n, struct num_mode mode);
void f32_to_u8_n(uint8_t *dst, const float *src, size_t n, struct num_mode mode);
void s32_to_f32_n(float *dst, const int32_t *src, size_t n, enum num_round round);

/* Element types of num_convert. The four-bit types are packed, two a byte, element 2i in the low
 * nibble (inferred). */
enum num_type {
    NUM_F32,
    NUM_F16,
    NUM_BF16,
    NUM_E4M3,
    NUM_E5M2,
    NUM_E8M0,
    NUM_HIF8,
    NUM_E2M1,
    NUM_E1M2,
    NUM_S4,
    NUM_S8,
    NUM_U8,
    NUM_S16,
    NUM_U16,
    NUM_S32,
    NUM_U32,
    NUM_S64,
    NUM_U64,
    NUM_TYPE_COUNT
};

/* Convert n elements (n even for four-bit types; the arrays do not overlap) by the rules above,
 * with the exceptions of single pairs: a float type into one that holds all its values keeps inf
 * and NaN, f16 -> s16 and s16 -> u32 saturate whatever the mode, fp4 saturates. True for every pair
 * of vcvt and vconv and for all others that need one rounding only; false, and dst untouched, for a
 * pair no instruction has. */
bool num_convert(enum num_type to, void *dst, enum num_type from, const void *src, size_t n,
                 struct num_mode mode);

/* --- lanes: arithmetic and functions ---------------------------------------------------------- */

void f32_add_n(float *dst, const float *a, const float *b, size_t n);
void f32_sub_n(float *dst, const float *a, const float *b, size_t n);
void f32_mul_n(float *dst, const float *a, const float *b, size_t n);
void f32_div_n(float *dst, const float *a, const float *b, size_t n);
void f32_max_n(float *dst, const float *a, const float *b, size_t n);
void f32_min_n(float *dst, const float *a, const float *b, size_t n);
void f32_prelu_n(float *dst, const float *x, const float *alpha, size_t n);
void f32_fma_n(float *dst, const float *a, const float *b, const float *c, size_t n);
void f32_abs_n(float *dst, const float *src, size_t n);
void f32_neg_n(float *dst, const float *src, size_t n);
void f32_relu_n(float *dst, const float *src, size_t n);
void f32_sqrt_n(float *dst, const float *src, size_t n);
void f32_reciprocal_n(float *dst, const float *src, size_t n);
void f32_rsqrt_n(float *dst, const float *src, size_t n);
void f32_exp_n(float *dst, const float *src, size_t n);
void f32_ln_n(float *dst, const float *src, size_t n);

void f16_add_n(uint16_t *dst, const uint16_t *a, const uint16_t *b, size_t n);
void f16_sub_n(uint16_t *dst, const uint16_t *a, const uint16_t *b, size_t n);
void f16_mul_n(uint16_t *dst, const uint16_t *a, const uint16_t *b, size_t n);
void f16_div_n(uint16_t *dst, const uint16_t *a, const uint16_t *b, size_t n);
void f16_max_n(uint16_t *dst, const uint16_t *a, const uint16_t *b, size_t n);
void f16_min_n(uint16_t *dst, const uint16_t *a, const uint16_t *b, size_t n);
void f16_prelu_n(uint16_t *dst, const uint16_t *x, const uint16_t *alpha, size_t n);
void f16_fma_n(uint16_t *dst, const uint16_t *a, const uint16_t *b, const uint16_t *c, size_t n);
void f16_abs_n(uint16_t *dst, const uint16_t *src, size_t n);
void f16_neg_n(uint16_t *dst, const uint16_t *src, size_t n);
void f16_relu_n(uint16_t *dst, const uint16_t *src, size_t n);
void f16_sqrt_n(uint16_t *dst, const uint16_t *src, size_t n);
void f16_reciprocal_n(uint16_t *dst, const uint16_t *src, size_t n);
void f16_rsqrt_n(uint16_t *dst, const uint16_t *src, size_t n);
void f16_exp_n(uint16_t *dst, const uint16_t *src, size_t n);
void f16_ln_n(uint16_t *dst, const uint16_t *src, size_t n);
void f16_saturate_n(uint16_t *dst, const uint16_t *src, size_t n);

void bf16_add_n(uint16_t *dst, const uint16_t *a, const uint16_t *b, size_t n);
void bf16_sub_n(uint16_t *dst, const uint16_t *a, const uint16_t *b, size_t n);
void bf16_mul_n(uint16_t *dst, const uint16_t *a, const uint16_t *b, size_t n);
void bf16_max_n(uint16_t *dst, const uint16_t *a, const uint16_t *b, size_t n);
void bf16_min_n(uint16_t *dst, const uint16_t *a, const uint16_t *b, size_t n);
void bf16_fma_n(uint16_t *dst, const uint16_t *a, const uint16_t *b, const uint16_t *c, size_t n);
void bf16_saturate_n(uint16_t *dst, const uint16_t *src, size_t n);

#endif
