// Conversions of register tensors. asc-devkit
// docs/zh/api/SIMD-API/基础API/Reg矢量计算/类型转换/Cast.md: which pairs of types there are, and
// which of layout, saturation and rounding each of them takes.
#pragma once
#pragma clang system_header

#include "ascendc/reg_compute.h"

namespace AscendC
{
namespace Reg
{

template <RoundMode mode>
__simd_callee__ constexpr ::ROUND __belay_round()
{
    return mode == RoundMode::CAST_FLOOR    ? ::ROUND::F
           : mode == RoundMode::CAST_CEIL   ? ::ROUND::C
           : mode == RoundMode::CAST_ROUND  ? ::ROUND::A
           : mode == RoundMode::CAST_TRUNC  ? ::ROUND::Z
           : mode == RoundMode::CAST_ODD    ? ::ROUND::O
           : mode == RoundMode::CAST_HYBRID ? ::ROUND::H
                                            : ::ROUND::R;
}

// Bits of an element; the packed 4-bit types hold two in a byte.
template <class T>
__simd_callee__ constexpr int __belay_element_bits()
{
    return SupportType<T, float4_e2m1x2_t, float4_e1m2x2_t, int4x2_t>() ? 4 : 8 * (int)sizeof(T);
}

template <class T, class... Types>
constexpr bool __belay_to = (std::is_same<T, Types>::value || ...);
// Does the pair D, S convert at all (table of Cast.md)?
template <class D, class S>
__simd_callee__ constexpr bool __belay_converts()
{
    if constexpr (std::is_same<S, float>::value)
        return __belay_to<D, half, bfloat16_t, hifloat8_t, float8_e4m3_t, float8_e5m2_t, int16_t,
                          int32_t, int64_t>;
    else if constexpr (std::is_same<S, half>::value)
        return __belay_to<D, float, bfloat16_t, hifloat8_t, int32_t, int16_t, int8_t, uint8_t,
                          int4x2_t>;
    else if constexpr (std::is_same<S, bfloat16_t>::value)
        return __belay_to<D, float, half, int32_t, float4_e2m1x2_t, float4_e1m2x2_t>;
    else if constexpr (__belay_to<S, float8_e4m3_t, float8_e5m2_t>)
        return __belay_to<D, float>;
    else if constexpr (std::is_same<S, hifloat8_t>::value)
        return __belay_to<D, float, half>;
    else if constexpr (__belay_to<S, float4_e2m1x2_t, float4_e1m2x2_t>)
        return __belay_to<D, bfloat16_t>;
    else if constexpr (std::is_same<S, int4x2_t>::value)
        return __belay_to<D, half, bfloat16_t, int16_t>;
    else if constexpr (std::is_same<S, uint8_t>::value)
        return __belay_to<D, half, uint16_t, uint32_t>;
    else if constexpr (std::is_same<S, int8_t>::value)
        return __belay_to<D, half, int16_t, int32_t>;
    else if constexpr (std::is_same<S, uint16_t>::value)
        return __belay_to<D, uint8_t, uint32_t>;
    else if constexpr (std::is_same<S, int16_t>::value)
        return __belay_to<D, half, float, uint8_t, uint32_t, int32_t, int4x2_t>;
    else if constexpr (std::is_same<S, uint32_t>::value)
        return __belay_to<D, uint8_t, uint16_t, int16_t>;
    else if constexpr (std::is_same<S, int32_t>::value)
        return __belay_to<D, float, uint8_t, uint16_t, int16_t, int64_t>;
    else if constexpr (std::is_same<S, int64_t>::value)
        return __belay_to<D, float, int32_t>;
    else
        return false;
}

// Where the widths differ the layout names the part of the wider element; the intrinsics take the
// modes as tags in any order and those of the pair only.
template <class D, class S, const CastTrait &trait, class DV, class SV>
__belay_reg_api__ void __belay_vcvt(DV &dst, SV src, MaskReg &mask)
{
    constexpr int from = __belay_element_bits<S>(), to = __belay_element_bits<D>();
    constexpr int ratio = from > to ? from / to : to / from;
    using Round = std::integral_constant<::ROUND, __belay_round<trait.roundMode>()>;
    using Saturation =
        std::integral_constant<::RoundingSaturation,
                               (::RoundingSaturation)(trait.satMode == SatMode::SAT)>;
    constexpr int part = trait.layoutMode == RegLayout::UNKNOWN ? 0 : (int)trait.layoutMode;
    static_assert(part < ratio || ratio == 1, "Cast: layout ZERO or ONE for twice the width, "
                                              "ZERO to THREE for four times");
    if constexpr (std::is_same<D, int4x2_t>::value && std::is_same<S, half>::value)
        vcvt_f162s4(dst, src, mask, Round{}, Saturation{}, __belay_tag_t<::Part_T, part>{},
                    __belay_zeroing{});
    else if constexpr (std::is_same<D, int4x2_t>::value)
        vcvt_s162s4(dst, src, mask, Saturation{}, __belay_tag_t<::Part_T, part>{},
                    __belay_zeroing{});
    else if constexpr (std::is_same<S, int4x2_t>::value && std::is_same<D, half>::value)
        vcvt_s42f16(dst, src, mask, __belay_tag_t<::Part_T, part>{}, __belay_zeroing{});
    else if constexpr (std::is_same<S, int4x2_t>::value && std::is_same<D, bfloat16_t>::value)
        vcvt_s42bf16(dst, src, mask, __belay_tag_t<::Part_T, part>{}, __belay_zeroing{});
    else if constexpr (std::is_same<S, int4x2_t>::value)
        vcvt_s42s16(dst, src, mask, __belay_tag_t<::Part_T, part>{}, __belay_zeroing{});
    else if constexpr (ratio == 1)
        vcvt(dst, src, mask, Round{}, Saturation{}, __belay_zeroing{});
    else if constexpr (ratio == 2)
        vcvt(dst, src, mask, Round{}, Saturation{}, __belay_tag_t<::Part, part>{},
             __belay_zeroing{});
    else
        vcvt(dst, src, mask, Round{}, Saturation{}, __belay_tag_t<::Part_T, part>{},
             __belay_zeroing{});
}

template <class T = DefaultType, class U = DefaultType, const CastTrait &trait = castTrait, class S,
          class V>
__belay_reg_api__ void Cast(S &dstReg, V &srcReg, MaskReg &mask)
{
    using To = typename S::ActualT;
    using From = typename V::ActualT;
    static_assert(__belay_same<T, S>() && __belay_same<U, V>(),
                  "Cast: a register is of another type");
    constexpr bool ok = __belay_converts<To, From>();
    static_assert(ok, "Cast: these types do not convert into one another");
    constexpr MaskMergeMode merge =
        trait.mrgMode == MaskMergeMode::UNKNOWN ? MaskMergeMode::ZEROING : trait.mrgMode;
    if constexpr (ok)
        __belay_masked<merge>(
            dstReg, mask, [&](auto &dst) __attribute__((always_inline)) {
                __belay_vcvt<To, From, trait>(dst, srcReg.reg[0], mask);
            });
}

// To a whole number of the same type.
template <class T = DefaultType, RoundMode roundMode = RoundMode::CAST_NONE,
          MaskMergeMode mode = MaskMergeMode::ZEROING, class S>
__belay_reg_api__ void Truncate(S &dstReg, S &srcReg, MaskReg &mask)
{
    constexpr bool ok = SupportType<typename S::ActualT, half, float, bfloat16_t>();
    static_assert(ok, "Truncate: half, bfloat16_t or float");
    if constexpr (ok)
        __belay_masked<mode>(
            dstReg, mask, [&](auto &dst) __attribute__((always_inline)) {
                vtrc(dst, srcReg.reg[0],
                     std::integral_constant<::ROUND, __belay_round<roundMode>()>{}, mask,
                     __belay_zeroing{});
            });
}

} // namespace Reg
} // namespace AscendC
