// Cast and Truncate over tensors in the unified buffer. asc-devkit docs/zh/api/SIMD-API/基础API/
// Memory矢量计算/类型转换 (pairs of types, the rounding modes of each).
#pragma once
#pragma clang system_header

#include "ascendc/vector.h"

namespace AscendC
{

// --- the rounding modes of a pair, one bit each
// -----------------------------------------------------

constexpr __aicore__ inline uint32_t __belay_mode_bit(RoundMode mode)
{
    return 1u << (int)mode;
}

template <class D, class S>
__aicore__ inline constexpr uint32_t __belay_round_modes()
{
    constexpr uint32_t none = 1, odd = 1u << (int)RoundMode::CAST_ODD;
    constexpr uint32_t rounding = 0x3e; // RINT, FLOOR, CEIL, ROUND, TRUNC
    constexpr uint32_t hif8 =
        __belay_mode_bit(RoundMode::CAST_ROUND) | __belay_mode_bit(RoundMode::CAST_HYBRID);
    if constexpr (std::is_same<D, S>::value)
        return std::is_same<S, float>::value ? rounding : 0;
    else if constexpr (!Reg::__belay_converts<D, S>() || sizeof(D) == 8 || sizeof(S) == 8)
        return 0;
    else if constexpr (std::is_same<D, hifloat8_t>::value)
        return hif8;
    else if constexpr (SupportType<D, float8_e4m3_t, float8_e5m2_t>())
        return __belay_mode_bit(RoundMode::CAST_RINT);
    else if constexpr (std::is_same<S, float>::value)
        return std::is_same<D, half>::value ? rounding | odd | none : rounding;
    else if constexpr (std::is_same<S, half>::value)
        return SupportType<D, int8_t, uint8_t, int4x2_t>() ? rounding | none
               : std::is_same<D, float>::value             ? none
                                                           : rounding;
    else if constexpr (std::is_same<S, bfloat16_t>::value)
        return std::is_same<D, float>::value ? none : rounding;
    else if constexpr (std::is_same<S, int16_t>::value && std::is_same<D, half>::value)
        return rounding | none;
    else if constexpr (std::is_same<S, int32_t>::value && std::is_same<D, float>::value)
        return rounding | none;
    else
        return none;
}
// From int32_t to half there is no instruction; every mode is the same.
template <>
__aicore__ inline constexpr uint32_t __belay_round_modes<half, int32_t>()
{
    return 0xff;
}

// --- one register
// -----------------------------------------------------------------------------------

template <class D, class S, RoundMode mode>
struct __belay_cast {
    static constexpr Reg::CastTrait trait = {Reg::RegLayout::ZERO, Reg::SatMode::SAT,
                                             Reg::MaskMergeMode::ZEROING, mode};
    static constexpr Reg::CastTrait exact = {Reg::RegLayout::ZERO, Reg::SatMode::NO_SAT,
                                             Reg::MaskMergeMode::ZEROING, RoundMode::CAST_RINT};
    static constexpr int from = Reg::__belay_element_bits<S>();
    static constexpr int to = Reg::__belay_element_bits<D>();
    static constexpr int wide = from > to ? from : to; // a register holds elements of this width
    static constexpr int ratio = wide / (from > to ? to : from);
    static constexpr uint32_t lanes = 8 * VECTOR_REG_WIDTH / wide;
    using Wide = std::conditional_t<(from > to), S, D>; // type of the mask

    static __belay_reg_api__ void run(Reg::RegTensor<D> &dst, Reg::RegTensor<S> &src, half scale,
                                      Reg::MaskReg &mask)
    {
        if constexpr (std::is_same<S, int32_t>::value && std::is_same<D, half>::value) {
            Reg::RegTensor<float> f;
            Reg::Cast<float, int32_t, exact>(f, src, mask);
            Reg::Muls(f, f, 1.0f / (1 << 17), mask);
            Reg::Muls(f, f, (float)scale, mask);
            Reg::Muls(f, f, (float)(1 << 17), mask);
            Reg::Cast<half, float, exact>(dst, f, mask);
        } else if constexpr (std::is_same<S, D>::value) {
            Reg::Truncate<D, mode>(dst, src, mask);
        } else {
            Reg::Cast<D, S, trait>(dst, src, mask);
        }
    }
    // Narrow elements stand in the lowest part of the wide lanes.
    static __belay_reg_api__ void load(Reg::RegTensor<S> &r, __ubuf__ S *src)
    {
        constexpr bool narrow = from < to;
        if constexpr (narrow && ratio == 4)
            Reg::LoadAlign<S, Reg::LoadDist::DIST_UNPACK4_B8>(r, src);
        else if constexpr (narrow && from == 16)
            Reg::LoadAlign<S, Reg::LoadDist::DIST_UNPACK_B16>(r, src);
        else if constexpr (narrow)
            Reg::LoadAlign<S, Reg::LoadDist::DIST_UNPACK_B8>(r, src);
        else
            Reg::LoadAlign(r, src);
    }
    static __belay_reg_api__ void store(__ubuf__ D *dst, Reg::RegTensor<D> &r, Reg::MaskReg &mask)
    {
        constexpr bool narrow = to < from;
        if constexpr (narrow && ratio == 4)
            Reg::StoreAlign<D, Reg::StoreDist::DIST_PACK4_B32>(dst, r, mask);
        else if constexpr (narrow && to == 16)
            Reg::StoreAlign<D, Reg::StoreDist::DIST_PACK_B32>(dst, r, mask);
        else if constexpr (narrow)
            Reg::StoreAlign<D, Reg::StoreDist::DIST_PACK_B16>(dst, r, mask);
        else
            Reg::StoreAlign(dst, r, mask);
    }
};

// --- loops
// ------------------------------------------------------------------------------------------

template <class D, class S, RoundMode mode>
__belay_vector_function__ void __belay_convert(__ubuf__ D *dst, __ubuf__ S *src, half scale,
                                               uint32_t count)
{
    using Pair = __belay_cast<D, S, mode>;
    // elements in a byte: two of the packed 4-bit types
    constexpr int d_in_byte = Pair::to == 4 ? 2 : 1, s_in_byte = Pair::from == 4 ? 2 : 1;
    uint16_t times = (uint16_t)CeilDivision(count, Pair::lanes);
    for (uint16_t i = 0; i < times; i++) {
        Reg::RegTensor<S> r;
        Reg::RegTensor<D> result;
        Reg::MaskReg mask = Reg::UpdateMask<typename Pair::Wide>(count);
        Pair::load(r, src + i * Pair::lanes / s_in_byte);
        Pair::run(result, r, scale, mask);
        Pair::store(dst + i * Pair::lanes / d_in_byte, result, mask);
    }
}

// With repeats the blocks of the narrow side are half or a quarter as many; its mask has those
// lanes.
template <class To, class From, class Register>
__belay_reg_api__ void __belay_widen(Register &r)
{
    constexpr bool with_sign = std::is_signed<From>::value && std::is_integral<From>::value;
    using From8 = std::conditional_t<with_sign, int8_t, uint8_t>;
    using From16 = std::conditional_t<with_sign, int16_t, uint16_t>;
    using To16 = std::conditional_t<with_sign, int16_t, uint16_t>;
    using To32 = std::conditional_t<with_sign, int32_t, uint32_t>;
    Reg::RegTensor<To32> words;
    if constexpr (sizeof(From) == 1) {
        Reg::RegTensor<From8> bytes;
        Reg::RegTensor<To16> halves;
        bytes.reg[0] = (typename Reg::RegTensor<From8>::RegType)r.reg[0];
        Reg::UnPack(halves, bytes);
        if constexpr (sizeof(To) == 4) {
            Reg::UnPack(words, halves);
            r.reg[0] = (typename Register::RegType)words.reg[0];
        } else {
            r.reg[0] = (typename Register::RegType)halves.reg[0];
        }
    } else {
        Reg::RegTensor<From16> halves;
        halves.reg[0] = (typename Reg::RegTensor<From16>::RegType)r.reg[0];
        Reg::UnPack(words, halves);
        r.reg[0] = (typename Register::RegType)words.reg[0];
    }
}
template <class To, class From, class Register>
__belay_reg_api__ void __belay_narrow(Register &r)
{
    Reg::RegTensor<uint32_t> words;
    Reg::RegTensor<uint16_t> halves;
    Reg::RegTensor<uint8_t> bytes;
    if constexpr (sizeof(From) == 4) {
        words.reg[0] = (vector_u32)r.reg[0];
        Reg::Pack(halves, words);
    } else {
        halves.reg[0] = (vector_u16)r.reg[0];
    }
    if constexpr (sizeof(To) == 1) {
        Reg::Pack(bytes, halves);
        r.reg[0] = (typename Register::RegType)bytes.reg[0];
    } else {
        r.reg[0] = (typename Register::RegType)halves.reg[0];
    }
}

template <class D, class S, RoundMode mode, __belay_mask kind>
__belay_vector_function__ void __belay_convert_repeats(__ubuf__ D *dst, __ubuf__ S *src, half scale,
                                                       uint32_t given, uint16_t repeat,
                                                       UnaryRepeatParams p)
{
    using Pair = __belay_cast<D, S, mode>;
    __belay_repeats<typename Pair::Wide, kind> repeats(given, repeat);
    __belay_operand<D> d = {dst, p.dstBlkStride, p.dstRepStride};
    __belay_operand<S> s = {src, p.srcBlkStride, p.srcRepStride};
    for (uint16_t i = 0; i < repeats.times; i++) {
        Reg::RegTensor<S> r;
        Reg::RegTensor<D> result;
        repeats.template next<false>();
        Reg::MaskReg narrow = repeats.mask;
        if constexpr (Pair::ratio >= 2)
            Reg::MaskPack(narrow, repeats.mask);
        if constexpr (Pair::ratio == 4)
            Reg::MaskPack(narrow, narrow);
        s.load(r, i, Pair::from < Pair::to ? narrow : repeats.mask);
        if constexpr (Pair::from < Pair::to)
            __belay_widen<D, S>(r);
        Pair::run(result, r, scale, repeats.mask);
        if constexpr (Pair::to < Pair::from)
            __belay_narrow<D, S>(result);
        d.store(result, i, Pair::to < Pair::from ? narrow : repeats.mask);
    }
}

// --- calls
// ------------------------------------------------------------------------------------------

// Calls `launch` with the mode as a constant; a mode that the pair has not is an error at run time.
template <class D, class S, int number = 0, class Launch>
__belay_api__ void __belay_with_round(RoundMode mode, Launch launch)
{
    constexpr uint32_t modes = __belay_round_modes<D, S>();
    static_assert(modes != 0, "Cast: these types do not convert into one another");
    if constexpr (number > (int)RoundMode::CAST_HYBRID) {
        trap();
    } else if constexpr ((modes >> number & 1) != 0) {
        if (mode == (RoundMode)number)
            launch(std::integral_constant<RoundMode, (RoundMode)number>{});
        else
            __belay_with_round<D, S, number + 1>(mode, launch);
    } else {
        __belay_with_round<D, S, number + 1>(mode, launch);
    }
}

template <class T, class U>
__belay_api__ void Cast(const LocalTensor<T> &dst, const LocalTensor<U> &src,
                        const RoundMode &roundMode, const uint32_t count)
{
    if constexpr (g_coreType == AIV)
        __belay_with_round<T, U>(roundMode, [&](auto mode) {
            __belay_convert<T, U, decltype(mode)::value>(dst.__belay_ub(), src.__belay_ub(),
                                                         __belay_deq_scale, count);
        });
}
template <bool isSetMask, class T, class U, class Mask>
__belay_api__ void __belay_call_cast(const LocalTensor<T> &dst, const LocalTensor<U> &src,
                                     RoundMode roundMode, Mask mask, uint8_t repeat,
                                     const UnaryRepeatParams &p)
{
    static_assert(Reg::__belay_element_bits<T>() != 4 && Reg::__belay_element_bits<U>() != 4 &&
                      (sizeof(T) > 1 || sizeof(U) > 1),
                  "Cast with repeats: not for 4-bit types; use the form with count");
    if constexpr (g_coreType == AIV)
        __belay_with_round<T, U>(roundMode, [&](auto mode) {
            __belay_with_mask<isSetMask>(mask, [&](auto kind, uint32_t given) {
                __belay_convert_repeats<T, U, decltype(mode)::value, decltype(kind)::value>(
                    dst.__belay_ub(), src.__belay_ub(), __belay_deq_scale, given, repeat, p);
            });
        });
}
template <class T, class U, bool isSetMask = true>
__belay_api__ void Cast(const LocalTensor<T> &dst, const LocalTensor<U> &src,
                        const RoundMode &roundMode, const uint64_t mask, const uint8_t repeatTime,
                        const UnaryRepeatParams &repeatParams)
{
    __belay_call_cast<isSetMask>(dst, src, roundMode, mask, repeatTime, repeatParams);
}
template <class T, class U, bool isSetMask = true>
__belay_api__ void Cast(const LocalTensor<T> &dst, const LocalTensor<U> &src,
                        const RoundMode &roundMode, const uint64_t mask[], const uint8_t repeatTime,
                        const UnaryRepeatParams &repeatParams)
{
    __belay_call_cast<isSetMask>(dst, src, roundMode, mask, repeatTime, repeatParams);
}

// To a whole number, in the same type.
template <class T, RoundMode roundMode>
__belay_vector_function__ void __belay_truncate(__ubuf__ T *dst, __ubuf__ T *src, uint32_t count)
{
    constexpr uint32_t lanes = VECTOR_REG_WIDTH / sizeof(T);
    uint16_t times = __belay_registers(count, sizeof(T));
    for (uint16_t i = 0; i < times; i++) {
        Reg::RegTensor<T> a, result;
        Reg::MaskReg mask = Reg::UpdateMask<T>(count);
        Reg::LoadAlign(a, src + i * lanes);
        Reg::Truncate<T, roundMode>(result, a, mask);
        Reg::StoreAlign(dst + i * lanes, result, mask);
    }
}
template <class T, RoundMode roundMode>
__belay_api__ void Truncate(const LocalTensor<T> &dst, const LocalTensor<T> &src,
                            const uint32_t count)
{
    static_assert(SupportType<T, half, bfloat16_t, float>(), "Truncate: half, bfloat16_t or float");
    if constexpr (g_coreType == AIV)
        __belay_truncate<T, roundMode>(dst.__belay_ub(), src.__belay_ub(), count);
}

} // namespace AscendC
