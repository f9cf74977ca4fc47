// C API: arithmetic on registers, for vector functions. Elements that the mask leaves out become
// zero. asc-devkit include/c_api/reg_compute/reg_vector.h.
#pragma once
#pragma clang system_header

#include "ascendc/reg_convert.h"

using vector_float = vector_f32;
using vector_half = vector_f16;
using vector_bfloat16_t = vector_bf16;
using vector_int64_t = vector_s64;
using vector_uint64_t = vector_u64;
using vector_int32_t = vector_s32;
using vector_uint32_t = vector_u32;
using vector_int16_t = vector_s16;
using vector_uint16_t = vector_u16;
using vector_int8_t = vector_s8;
using vector_uint8_t = vector_u8;
using vector_hifloat8_t = vector_hif8;
using vector_fp8_e4m3fn_t = vector_f8e4m3;
using vector_fp8_e5m2_t = vector_f8e5m2;
using vector_fp8_e8m0_t = vector_f8e8m0;
using vector_fp4x2_e2m1_t = vector_f4e2m1x2;
using vector_fp4x2_e1m2_t = vector_f4e1m2x2;
using vector_int4x2_t = vector_s4x2;
using vector_store_unalign = vector_align;
using vector_load_unalign = vector_align;
using addr_reg = vector_address;

template <class V>
using __belay_element_t = typename AscendC::Reg::__belay_element<V>::type;

// --- masks
// ------------------------------------------------------------------------------------------

#define asc_create_mask_b8  pset_b8
#define asc_create_mask_b16 pset_b16
#define asc_create_mask_b32 pset_b32
#define asc_mem_bar         mem_bar
__belay_reg_api__ vector_bool asc_update_mask_b8(uint32_t &value)
{
    return plt_b8(value, POST_UPDATE);
}
__belay_reg_api__ vector_bool asc_update_mask_b16(uint32_t &value)
{
    return plt_b16(value, POST_UPDATE);
}
__belay_reg_api__ vector_bool asc_update_mask_b32(uint32_t &value)
{
    return plt_b32(value, POST_UPDATE);
}
__belay_reg_api__ vector_bool asc_get_mask_spr_b16()
{
    return movp_b16();
}
__belay_reg_api__ vector_bool asc_get_mask_spr_b32()
{
    return movp_b32();
}

#define __BELAY_MASK(NAME, INSN)                                                                   \
    __belay_reg_api__ void asc_##NAME(vector_bool &dst, vector_bool src0, vector_bool src1,        \
                                      vector_bool mask)                                            \
    {                                                                                              \
        INSN(dst, src0, src1, mask);                                                               \
    }
__BELAY_MASK(and, pand)
__BELAY_MASK(or, por)
__BELAY_MASK(xor, pxor)
__BELAY_MASK(select, psel)
#undef __BELAY_MASK
__belay_reg_api__ void asc_not(vector_bool &dst, vector_bool src, vector_bool mask)
{
    pnot(dst, src, mask);
}
__belay_reg_api__ void asc_copy(vector_bool &dst, vector_bool src, vector_bool mask)
{
    pmov(dst, src, mask);
}
__belay_reg_api__ void asc_copy(vector_bool &dst, vector_bool src)
{
    pmov(dst, src);
}
#define __BELAY_MASK_PAIR(NAME, INSN)                                                              \
    __belay_reg_api__ void asc_##NAME(vector_bool &dst0, vector_bool &dst1, vector_bool src0,      \
                                      vector_bool src1)                                            \
    {                                                                                              \
        INSN(dst0, dst1, src0, src1);                                                              \
    }
__BELAY_MASK_PAIR(intlv_b8, pintlv_b8)
__BELAY_MASK_PAIR(intlv_b16, pintlv_b16)
__BELAY_MASK_PAIR(intlv_b32, pintlv_b32)
__BELAY_MASK_PAIR(deintlv_b8, pdintlv_b8)
__BELAY_MASK_PAIR(deintlv_b16, pdintlv_b16)
__BELAY_MASK_PAIR(deintlv_b32, pdintlv_b32)
#undef __BELAY_MASK_PAIR
__belay_reg_api__ void asc_pack(vector_bool &dst, vector_bool src)
{
    ppack(dst, src, LOWER);
}
__belay_reg_api__ void asc_pack_v2(vector_bool &dst, vector_bool src)
{
    ppack(dst, src, HIGHER);
}
__belay_reg_api__ void asc_unpack_lower(vector_bool &dst, vector_bool src)
{
    punpack(dst, src, LOWER);
}
__belay_reg_api__ void asc_unpack_upper(vector_bool &dst, vector_bool src)
{
    punpack(dst, src, HIGHER);
}

// --- element by element
// -------------------------------------------------------------------------------

#define __BELAY_TWO(NAME, INSN, ...)                                                               \
    template <class V, class Element = __belay_element_t<V>>                                       \
    __belay_reg_api__ void asc_##NAME(V &dst, V src0, V src1, vector_bool mask)                    \
    {                                                                                              \
        INSN(dst, src0, src1, mask __VA_OPT__(, ) __VA_ARGS__);                                    \
    }
__BELAY_TWO(add, vadd, MODE_ZEROING)
__BELAY_TWO(sub, vsub, MODE_ZEROING)
__BELAY_TWO(mul, vmul, MODE_ZEROING)
__BELAY_TWO(div, vdiv, MODE_ZEROING)
__BELAY_TWO(max, vmax, MODE_ZEROING)
__BELAY_TWO(min, vmin, MODE_ZEROING)
__BELAY_TWO(and, vand, MODE_ZEROING)
__BELAY_TWO(or, vor, MODE_ZEROING)
__BELAY_TWO(xor, vxor, MODE_ZEROING)
__BELAY_TWO(abs_sub, vabsdif, MODE_ZEROING)
__BELAY_TWO(prelu, vprelu, MODE_ZEROING)
__BELAY_TWO(madd, vmadd, MODE_ZEROING)
__BELAY_TWO(select, vsel)
#undef __BELAY_TWO

#define __BELAY_ONE(NAME, INSN)                                                                    \
    template <class V, class Element = __belay_element_t<V>>                                       \
    __belay_reg_api__ void asc_##NAME(V &dst, V src, vector_bool mask)                             \
    {                                                                                              \
        INSN(dst, src, mask, MODE_ZEROING);                                                        \
    }
__BELAY_ONE(abs, vabs)
__BELAY_ONE(neg, vneg)
__BELAY_ONE(relu, vrelu)
__BELAY_ONE(not, vnot)
__BELAY_ONE(exp, vexp)
__BELAY_ONE(ln, vln)
__BELAY_ONE(sqrt, vsqrt)
#undef __BELAY_ONE

#define __BELAY_WITH_VALUE(NAME, INSN)                                                             \
    template <class V>                                                                             \
    __belay_reg_api__ void asc_##NAME(V &dst, V src, __belay_element_t<V> value, vector_bool mask) \
    {                                                                                              \
        INSN(dst, src, value, mask, MODE_ZEROING);                                                 \
    }
__BELAY_WITH_VALUE(add_scalar, vadds)
__BELAY_WITH_VALUE(mul_scalar, vmuls)
__BELAY_WITH_VALUE(max_scalar, vmaxs)
__BELAY_WITH_VALUE(min_scalar, vmins)
__BELAY_WITH_VALUE(leakyrelu, vlrelu)
__BELAY_WITH_VALUE(axpy, vaxpy)
#undef __BELAY_WITH_VALUE

#define __BELAY_SHIFT(NAME, INSN, COUNT)                                                           \
    template <class V, class C, class Element = __belay_element_t<V>>                              \
    __belay_reg_api__ void asc_##NAME(V &dst, V src, C count, vector_bool mask)                    \
    {                                                                                              \
        INSN(dst, src, COUNT, mask, MODE_ZEROING);                                                 \
    }
__BELAY_SHIFT(shiftleft, vshl, count)
__BELAY_SHIFT(shiftright, vshr, count)
__BELAY_SHIFT(shiftleft_scalar, vshls, (int16_t)count)
__BELAY_SHIFT(shiftright_scalar, vshrs, (int16_t)count)
#undef __BELAY_SHIFT

#define __BELAY_COMPARE(NAME)                                                                      \
    template <class V, class Element = __belay_element_t<V>>                                       \
    __belay_reg_api__ void asc_##NAME(vector_bool &dst, V src0, V src1, vector_bool mask)          \
    {                                                                                              \
        vcmp_##NAME(dst, src0, src1, mask);                                                        \
    }                                                                                              \
    template <class V>                                                                             \
    __belay_reg_api__ void asc_##NAME##_scalar(vector_bool &dst, V src,                            \
                                               __belay_element_t<V> value, vector_bool mask)       \
    {                                                                                              \
        vcmps_##NAME(dst, src, value, mask);                                                       \
    }
__BELAY_COMPARE(lt)
__BELAY_COMPARE(gt)
__BELAY_COMPARE(eq)
__BELAY_COMPARE(le)
__BELAY_COMPARE(ge)
__BELAY_COMPARE(ne)
#undef __BELAY_COMPARE

// --- fill and rearrange
// ---------------------------------------------------------------------------------

template <class V>
__belay_reg_api__ void asc_duplicate_scalar(V &dst, __belay_element_t<V> value)
{
    vbr(dst, value);
}
template <class V>
__belay_reg_api__ void asc_duplicate_scalar(V &dst, __belay_element_t<V> value, vector_bool mask)
{
    vdup(dst, value, mask, MODE_ZEROING);
}
template <class V, class Element = __belay_element_t<V>>
__belay_reg_api__ void asc_duplicate(V &dst, V src, vector_bool mask)
{
    vdup(dst, src, mask, POS_LOWEST, MODE_ZEROING);
}
template <class V, class Element = __belay_element_t<V>>
__belay_reg_api__ void asc_copy(V &dst, V src, vector_bool mask)
{
    vmov(dst, src, mask, MODE_MERGING);
}
template <class V>
__belay_reg_api__ void asc_arange(V &dst, __belay_element_t<V> value)
{
    vci(dst, value, INC_ORDER);
}
template <class V>
__belay_reg_api__ void asc_arange_descend(V &dst, __belay_element_t<V> value)
{
    vci(dst, value, DEC_ORDER);
}
template <class V, class Element = __belay_element_t<V>>
__belay_reg_api__ void asc_intlv(V &dst0, V &dst1, V src0, V src1)
{
    vintlv(dst0, dst1, src0, src1);
}
template <class V, class Element = __belay_element_t<V>>
__belay_reg_api__ void asc_deintlv(V &dst0, V &dst1, V src0, V src1)
{
    vdintlv(dst0, dst1, src0, src1);
}
template <class V, class Element = __belay_element_t<V>>
__belay_reg_api__ void asc_squeeze(V &dst, V src, vector_bool mask)
{
    vsqz(dst, src, mask, MODE_NO_STORED);
}
template <class V, class Element = __belay_element_t<V>>
__belay_reg_api__ void asc_squeeze_with_status(V &dst, V src, vector_bool mask)
{
    vsqz(dst, src, mask, MODE_STORED);
}

#define __BELAY_REDUCE(NAME, INSN)                                                                 \
    template <class D, class V, class Element = __belay_element_t<V>>                              \
    __belay_reg_api__ void asc_##NAME(D &dst, V src, vector_bool mask)                             \
    {                                                                                              \
        INSN(dst, src, mask, MODE_ZEROING);                                                        \
    }
__BELAY_REDUCE(reduce_sum, vcadd)
__BELAY_REDUCE(reduce_max, vcmax)
__BELAY_REDUCE(reduce_min, vcmin)
__BELAY_REDUCE(reduce_sum_datablock, vcgadd)
__BELAY_REDUCE(reduce_max_datablock, vcgmax)
__BELAY_REDUCE(reduce_min_datablock, vcgmin)
__BELAY_REDUCE(pair_reduce_sum, vcpadd)
#undef __BELAY_REDUCE
