/* Arithmetic of vector functions, lane by lane. Rules: docs/numerics.md; integers wrap unless
 * CTRL[53] saturates them (asc-devkit SetCtrlSpr). */
#include "emu/numeric/numeric.h"
#include "emu/vector/lanes.h"

/* --- floating point: two registers, register and scalar, one register
 * ---------------------------------------- */

static void done_f16(const struct vf *vf, vreg *r)
{
    if (vf_saturates_f16(vf))
        f16_saturate_n(r->u16, r->u16, LANES_B16);
}

#define BINARY_F32(name, lanes)                                                                    \
    VF_INSN(name, f32)                                                                             \
    {                                                                                              \
        vreg r;                                                                                    \
        lanes(r.f32, vf_reg(vf, op, 1)->f32, vf_reg(vf, op, 2)->f32, LANES_B32);                   \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), 4, vf_merges(op));                      \
    }
#define BINARY_F16(name, lanes)                                                                    \
    VF_INSN(name, f16)                                                                             \
    {                                                                                              \
        vreg r;                                                                                    \
        lanes(r.u16, vf_reg(vf, op, 1)->u16, vf_reg(vf, op, 2)->u16, LANES_B16);                   \
        done_f16(vf, &r);                                                                          \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), 2, vf_merges(op));                      \
    }
#define BINARY_BF16(name, lanes)                                                                   \
    VF_INSN(name, bf16)                                                                            \
    {                                                                                              \
        vreg r;                                                                                    \
        lanes(r.u16, vf_reg(vf, op, 1)->u16, vf_reg(vf, op, 2)->u16, LANES_B16);                   \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), 2, vf_merges(op));                      \
    }

BINARY_F32(vadd, f32_add_n)
BINARY_F16(vadd, f16_add_n)
BINARY_BF16(vadd, bf16_add_n)
BINARY_F32(vsub, f32_sub_n)
BINARY_F16(vsub, f16_sub_n)
BINARY_BF16(vsub, bf16_sub_n)
BINARY_F32(vmul, f32_mul_n)
BINARY_F16(vmul, f16_mul_n)
BINARY_BF16(vmul, bf16_mul_n)
BINARY_F32(vdiv, f32_div_n)
BINARY_F16(vdiv, f16_div_n)
BINARY_F32(vmax, f32_max_n)
BINARY_F16(vmax, f16_max_n)
BINARY_BF16(vmax, bf16_max_n)
BINARY_F32(vmin, f32_min_n)
BINARY_F16(vmin, f16_min_n)
BINARY_BF16(vmin, bf16_min_n)

static void broadcast_f32(struct vf *vf, const struct isa_op *op, vreg *s)
{
    float value = vf_f32(vf, op, 2);
    for (int i = 0; i < LANES_B32; i++)
        s->f32[i] = value;
}

#define SCALAR_F32(name, lanes)                                                                    \
    VF_INSN(name, f32)                                                                             \
    {                                                                                              \
        vreg r;                                                                                    \
        vreg s;                                                                                    \
        broadcast_f32(vf, op, &s);                                                                 \
        lanes(r.f32, vf_reg(vf, op, 1)->f32, s.f32, LANES_B32);                                    \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), 4, vf_merges(op));                      \
    }
#define SCALAR_F16(name, lanes)                                                                    \
    VF_INSN(name, f16)                                                                             \
    {                                                                                              \
        vreg r;                                                                                    \
        vreg s;                                                                                    \
        fill_b16(&s, vf_f16(vf, op, 2));                                                           \
        lanes(r.u16, vf_reg(vf, op, 1)->u16, s.u16, LANES_B16);                                    \
        done_f16(vf, &r);                                                                          \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), 2, vf_merges(op));                      \
    }
#define SCALAR_BF16(name, lanes)                                                                   \
    VF_INSN(name, bf16)                                                                            \
    {                                                                                              \
        vreg r;                                                                                    \
        vreg s;                                                                                    \
        fill_b16(&s, (uint16_t)vf_x(vf, op, 2));                                                   \
        lanes(r.u16, vf_reg(vf, op, 1)->u16, s.u16, LANES_B16);                                    \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), 2, vf_merges(op));                      \
    }

SCALAR_F32(vadds, f32_add_n)
SCALAR_F16(vadds, f16_add_n)
SCALAR_BF16(vadds, bf16_add_n)
SCALAR_F32(vmuls, f32_mul_n)
SCALAR_F16(vmuls, f16_mul_n)
SCALAR_F32(vmaxs, f32_max_n)
SCALAR_F16(vmaxs, f16_max_n)
SCALAR_BF16(vmaxs, bf16_max_n)
SCALAR_F32(vmins, f32_min_n)
SCALAR_F16(vmins, f16_min_n)
SCALAR_BF16(vmins, bf16_min_n)
SCALAR_F32(vlrelu, f32_prelu_n)
SCALAR_F16(vlrelu, f16_prelu_n)

#define UNARY_F32(name, lanes)                                                                     \
    VF_INSN(name, f32)                                                                             \
    {                                                                                              \
        vreg r;                                                                                    \
        lanes(r.f32, vf_reg(vf, op, 1)->f32, LANES_B32);                                           \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 2), 4, vf_merges(op));                      \
    }
#define UNARY_F16(name, lanes)                                                                     \
    VF_INSN(name, f16)                                                                             \
    {                                                                                              \
        vreg r;                                                                                    \
        lanes(r.u16, vf_reg(vf, op, 1)->u16, LANES_B16);                                           \
        done_f16(vf, &r);                                                                          \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 2), 2, vf_merges(op));                      \
    }

UNARY_F32(vabs, f32_abs_n)
UNARY_F16(vabs, f16_abs_n)
UNARY_F32(vneg, f32_neg_n)
UNARY_F16(vneg, f16_neg_n)
UNARY_F32(vrelu, f32_relu_n)
UNARY_F16(vrelu, f16_relu_n)
UNARY_F32(vexp, f32_exp_n)
UNARY_F16(vexp, f16_exp_n)
UNARY_F32(vln, f32_ln_n)
UNARY_F16(vln, f16_ln_n)
UNARY_F32(vsqrt, f32_sqrt_n)
UNARY_F16(vsqrt, f16_sqrt_n)

/* --- integers
 * --------------------------------------------------------------------------------------------------
 */

/* A result of 64 bits into the range of a type. */
static int64_t clamp(int64_t x, int64_t least, int64_t most)
{
    return x < least ? least : x > most ? most : x;
}

#define LANES_OF(type) (VREG_BYTES / (int)sizeof(type))

/* `wrapped` is computed in the lane's own type, `exact` in 64 bits for CTRL[53] = 1. */
#define INTEGER_LANES(member, type, least, most, wrapped, exact)                                   \
    if (vf_saturates_integers(vf))                                                                 \
        for (int i = 0; i < LANES_OF(type); i++) {                                                 \
            int64_t a = va->member[i];                                                             \
            int64_t b = vb->member[i];                                                             \
            (void)b;                                                                               \
            r.member[i] = (type)clamp(exact, least, most);                                         \
        }                                                                                          \
    else                                                                                           \
        for (int i = 0; i < LANES_OF(type); i++) {                                                 \
            type a = va->member[i];                                                                \
            type b = vb->member[i];                                                                \
            (void)b;                                                                               \
            r.member[i] = (type)(wrapped);                                                         \
        }

#define BINARY_INTEGER(name, member, type, least, most, wrapped, exact)                            \
    VF_INSN(name, member)                                                                          \
    {                                                                                              \
        const vreg *va = vf_reg(vf, op, 1);                                                        \
        const vreg *vb = vf_reg(vf, op, 2);                                                        \
        vreg r;                                                                                    \
        INTEGER_LANES(member, type, least, most, wrapped, exact)                                   \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), sizeof(type), vf_merges(op));           \
    }

#define SCALAR_INTEGER(name, member, type, least, most, wrapped, exact)                            \
    VF_INSN(name, member)                                                                          \
    {                                                                                              \
        const vreg *va = vf_reg(vf, op, 1);                                                        \
        vreg s;                                                                                    \
        const vreg *vb = &s;                                                                       \
        for (int i = 0; i < LANES_OF(type); i++)                                                   \
            s.member[i] = (type)vf_x(vf, op, 2);                                                   \
        vreg r;                                                                                    \
        INTEGER_LANES(member, type, least, most, wrapped, exact)                                   \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 3), sizeof(type), vf_merges(op));           \
    }

#define UNARY_INTEGER(name, member, type, least, most, wrapped, exact)                             \
    VF_INSN(name, member)                                                                          \
    {                                                                                              \
        const vreg *va = vf_reg(vf, op, 1);                                                        \
        const vreg *vb = va;                                                                       \
        vreg r;                                                                                    \
        INTEGER_LANES(member, type, least, most, wrapped, exact)                                   \
        vf_write(vf_reg(vf, op, 0), &r, vf_reg(vf, op, 2), sizeof(type), vf_merges(op));           \
    }

/* X(macro, row, wrapped, exact) for every integer type; b16 and wider where no b8 form exists */
#define FOR_B16_B32(MACRO, name, wrapped, exact)                                                   \
    MACRO(name, s32, int32_t, INT32_MIN, INT32_MAX, wrapped, exact)                                \
    MACRO(name, u32, uint32_t, 0, UINT32_MAX, wrapped, exact)                                      \
    MACRO(name, s16, int16_t, INT16_MIN, INT16_MAX, wrapped, exact)                                \
    MACRO(name, u16, uint16_t, 0, UINT16_MAX, wrapped, exact)
#define FOR_INTEGERS(MACRO, name, wrapped, exact)                                                  \
    FOR_B16_B32(MACRO, name, wrapped, exact)                                                       \
    MACRO(name, s8, int8_t, INT8_MIN, INT8_MAX, wrapped, exact)                                    \
    MACRO(name, u8, uint8_t, 0, UINT8_MAX, wrapped, exact)

/* 32-bit products need 64 bits; both forms cut to the lane afterwards */
#define PRODUCT (uint64_t) a *(uint64_t)b

/* Of two u32 it may not fit; then it saturates anyway. */
static int64_t exact_product(int64_t a, int64_t b)
{
    int64_t product;
    return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

FOR_INTEGERS(BINARY_INTEGER, vadd, a + b, a + b)
FOR_INTEGERS(BINARY_INTEGER, vsub, a - b, a - b)
FOR_B16_B32(BINARY_INTEGER, vmul, PRODUCT, exact_product(a, b))
/* Towards zero; nothing is said about a division by zero: all bits set, as on other machines. The
 * least number by -1 is one more than the greatest: it wraps or saturates like a sum. */
static int64_t quotient(int64_t a, int64_t b)
{
    return b == 0 ? -1 : a / b;
}

static uint64_t unsigned_quotient(uint64_t a, uint64_t b)
{
    return b == 0 ? UINT64_MAX : a / b;
}
BINARY_INTEGER(vdiv, s32, int32_t, INT32_MIN, INT32_MAX, quotient(a, b), quotient(a, b))
BINARY_INTEGER(vdiv, s16, int16_t, INT16_MIN, INT16_MAX, quotient(a, b), quotient(a, b))
BINARY_INTEGER(vdiv, u32, uint32_t, 0, UINT32_MAX, unsigned_quotient(a, b),
               b == 0 ? INT64_MAX : a / b)
BINARY_INTEGER(vdiv, u16, uint16_t, 0, UINT16_MAX, unsigned_quotient(a, b),
               b == 0 ? INT64_MAX : a / b)
FOR_INTEGERS(BINARY_INTEGER, vmax, a > b ? a : b, a > b ? a : b)
FOR_INTEGERS(BINARY_INTEGER, vmin, a < b ? a : b, a < b ? a : b)
FOR_INTEGERS(SCALAR_INTEGER, vadds, a + b, a + b)
FOR_B16_B32(SCALAR_INTEGER, vmuls, PRODUCT, exact_product(a, b))
FOR_INTEGERS(SCALAR_INTEGER, vmaxs, a > b ? a : b, a > b ? a : b)
FOR_INTEGERS(SCALAR_INTEGER, vmins, a < b ? a : b, a < b ? a : b)

#define FOR_SIGNED(MACRO, name, wrapped, exact)                                                    \
    MACRO(name, s32, int32_t, INT32_MIN, INT32_MAX, wrapped, exact)                                \
    MACRO(name, s16, int16_t, INT16_MIN, INT16_MAX, wrapped, exact)                                \
    MACRO(name, s8, int8_t, INT8_MIN, INT8_MAX, wrapped, exact)
FOR_SIGNED(UNARY_INTEGER, vabs, a < 0 ? -a : a, a < 0 ? -a : a)
FOR_SIGNED(UNARY_INTEGER, vneg, -a, -a)
UNARY_INTEGER(vrelu, s32, int32_t, INT32_MIN, INT32_MAX, a > 0 ? a : 0, a > 0 ? a : 0)
