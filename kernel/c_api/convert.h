// C API: conversions of registers, asc_<from>2<to>[_<rounding>][_sat][_v2]: rounding rn to nearest
// even, rna away from zero, rd down, ru up, rz to zero, ro to odd; _sat clamps what does not fit;
// _v2 uses the odd elements of the narrower side. asc-devkit
// include/c_api/reg_compute/reg_convert.h.
#pragma once
#pragma clang system_header

#include "c_api/registers.h"

#define __BELAY_CVT(NAME, TO, FROM, ...)                                                           \
    __belay_reg_api__ void asc_##NAME(vector_##TO &dst, vector_##FROM src, vector_bool mask)       \
    {                                                                                              \
        vcvt(dst, src, mask, __VA_ARGS__, MODE_ZEROING);                                           \
    }

// Widths differ: both halves, both ways to treat what does not fit.
#define __BELAY_CVT_WIDEN(NAME, TO, FROM)                                                          \
    __BELAY_CVT(NAME, TO, FROM, PART_EVEN)                                                         \
    __BELAY_CVT(NAME##_v2, TO, FROM, PART_ODD)
#define __BELAY_CVT_WIDEN_ROUND(NAME, TO, FROM, ROUND)                                             \
    __BELAY_CVT(NAME, TO, FROM, ROUND, PART_EVEN)                                                  \
    __BELAY_CVT(NAME##_v2, TO, FROM, ROUND, PART_ODD)
#define __BELAY_CVT_NARROW(NAME, TO, FROM, ROUND)                                                  \
    __BELAY_CVT(NAME, TO, FROM, ROUND, RS_DISABLE, PART_EVEN)                                      \
    __BELAY_CVT(NAME##_v2, TO, FROM, ROUND, RS_DISABLE, PART_ODD)                                  \
    __BELAY_CVT(NAME##_sat, TO, FROM, ROUND, RS_ENABLE, PART_EVEN)                                 \
    __BELAY_CVT(NAME##_sat_v2, TO, FROM, ROUND, RS_ENABLE, PART_ODD)
#define __BELAY_CVT_SAME(NAME, TO, FROM, ROUND)                                                    \
    __BELAY_CVT(NAME, TO, FROM, ROUND, RS_DISABLE)                                                 \
    __BELAY_CVT(NAME##_sat, TO, FROM, ROUND, RS_ENABLE)
#define __BELAY_CVT_ROUND(FORM, NAME, TO, FROM)                                                    \
    FORM(NAME##_rn, TO, FROM, ROUND_R)                                                             \
    FORM(NAME##_rna, TO, FROM, ROUND_A)                                                            \
    FORM(NAME##_rd, TO, FROM, ROUND_F)                                                             \
    FORM(NAME##_ru, TO, FROM, ROUND_C)                                                             \
    FORM(NAME##_rz, TO, FROM, ROUND_Z)

__BELAY_CVT_ROUND(__BELAY_CVT_NARROW, float2half, half, float)
__BELAY_CVT_NARROW(float2half_ro, half, float, ROUND_O)
__BELAY_CVT_ROUND(__BELAY_CVT_NARROW, float2bfloat16, bfloat16_t, float)
__BELAY_CVT_ROUND(__BELAY_CVT_NARROW, float2int16, int16_t, float)
__BELAY_CVT_ROUND(__BELAY_CVT_NARROW, half2int8, int8_t, half)
__BELAY_CVT_ROUND(__BELAY_CVT_NARROW, half2uint8, uint8_t, half)
__BELAY_CVT_ROUND(__BELAY_CVT_SAME, float2int32, int32_t, float)
__BELAY_CVT_ROUND(__BELAY_CVT_SAME, half2int16, int16_t, half)
__BELAY_CVT_ROUND(__BELAY_CVT, int322float, float, int32_t)
__BELAY_CVT_ROUND(__BELAY_CVT, int162half, half, int16_t)

__BELAY_CVT_WIDEN(half2float, float, half)
__BELAY_CVT_WIDEN(bfloat162float, float, bfloat16_t)
__BELAY_CVT_WIDEN(int162float, float, int16_t)
__BELAY_CVT_WIDEN(int162int32, int32_t, int16_t)
__BELAY_CVT_WIDEN(int82half, half, int8_t)
__BELAY_CVT_WIDEN(uint82half, half, uint8_t)
__BELAY_CVT_WIDEN(int82int16, int16_t, int8_t)
__BELAY_CVT_WIDEN(uint82uint16, uint16_t, uint8_t)
__BELAY_CVT_WIDEN(uint162uint32, uint32_t, uint16_t)
__BELAY_CVT_ROUND(__BELAY_CVT_WIDEN_ROUND, half2int32, int32_t, half)

#define __BELAY_CVT_INTEGER(NAME, TO, FROM)                                                        \
    __BELAY_CVT(NAME, TO, FROM, RS_DISABLE, PART_EVEN)                                             \
    __BELAY_CVT(NAME##_v2, TO, FROM, RS_DISABLE, PART_ODD)                                         \
    __BELAY_CVT(NAME##_sat, TO, FROM, RS_ENABLE, PART_EVEN)                                        \
    __BELAY_CVT(NAME##_sat_v2, TO, FROM, RS_ENABLE, PART_ODD)
__BELAY_CVT_INTEGER(int322int16, int16_t, int32_t)
__BELAY_CVT_INTEGER(int322uint16, uint16_t, int32_t)
__BELAY_CVT_INTEGER(int162uint8, uint8_t, int16_t)
__BELAY_CVT_INTEGER(uint162uint8, uint8_t, uint16_t)

#undef __BELAY_CVT
#undef __BELAY_CVT_WIDEN
#undef __BELAY_CVT_WIDEN_ROUND
#undef __BELAY_CVT_NARROW
#undef __BELAY_CVT_SAME
#undef __BELAY_CVT_ROUND
#undef __BELAY_CVT_INTEGER

// To a whole number in the same type.
#define __BELAY_TRUNCATE(NAME, ROUND)                                                              \
    template <class V, class Element = __belay_element_t<V>>                                       \
    __belay_reg_api__ void asc_##NAME(V &dst, V src, vector_bool mask)                             \
    {                                                                                              \
        vtrc(dst, src, ROUND, mask, MODE_ZEROING);                                                 \
    }
__BELAY_TRUNCATE(rint, ROUND_R)
__BELAY_TRUNCATE(round, ROUND_A)
__BELAY_TRUNCATE(floor, ROUND_F)
__BELAY_TRUNCATE(ceil, ROUND_C)
__BELAY_TRUNCATE(trunc, ROUND_Z)
#undef __BELAY_TRUNCATE
