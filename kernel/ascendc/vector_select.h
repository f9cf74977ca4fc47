// Compare and Select over tensors in the unified buffer; a comparison gives one bit an element.
// asc-devkit docs/zh/api/SIMD-API/基础API/Memory矢量计算/比较与选择, include/basic_api.
#pragma once
#pragma clang system_header

#include "ascendc/vector.h"

namespace AscendC
{

// --- Compare
// ----------------------------------------------------------------------------------------

// The second operand: a tensor, or one value for all elements.
template <class T>
struct __belay_other_tensor {
    __ubuf__ T *base;
    uint32_t block_stride = 1, repeat_stride = DEFAULT_REPEAT_STRIDE;
};
template <class T>
struct __belay_other_value {
    T value;
};
template <CMPMODE mode, class T>
__belay_reg_api__ void __belay_compare_with(Reg::MaskReg &result, Reg::RegTensor<T> &a,
                                            __belay_other_value<T> &other, uint16_t,
                                            Reg::MaskReg &mask)
{
    Reg::Compares<T, mode>(result, a, other.value, mask);
}
template <CMPMODE mode, class T>
__belay_reg_api__ void __belay_compare_with(Reg::MaskReg &result, Reg::RegTensor<T> &a,
                                            __belay_other_tensor<T> &other, uint16_t i,
                                            Reg::MaskReg &mask)
{
    Reg::RegTensor<T> b;
    Reg::LoadAlign(b, other.base + i * (VECTOR_REG_WIDTH / sizeof(T)));
    Reg::Compare<T, mode>(result, a, b, mask);
}

// The bits of all registers one behind the other, each register's whole: 8 bytes of 32-bit
// elements, 16 of 16-bit ones, 32 of 8-bit ones.
template <CMPMODE mode, class T, class Other>
__belay_vector_function__ void __belay_compare(__ubuf__ uint8_t *dst, __ubuf__ T *src, Other other,
                                               uint32_t count)
{
    constexpr uint32_t lanes = VECTOR_REG_WIDTH / sizeof(T);
    uint16_t times = __belay_registers(count, sizeof(T));
    Reg::UnalignRegForStore stream = init_vector_align_data();
    auto bits = (__ubuf__ __belay_bits_t<T> *)dst;
    for (uint16_t i = 0; i < times; i++) {
        Reg::RegTensor<T> a;
        Reg::MaskReg mask = Reg::UpdateMask<T>(count), result;
        Reg::LoadAlign(a, src + i * lanes);
        __belay_compare_with<mode>(result, a, other, i, mask);
        if constexpr (sizeof(T) == 1)
            Reg::StoreAlign(bits + i * (lanes / 8), result);
        else
            Reg::StoreUnAlign(bits, result, stream);
    }
    if constexpr (sizeof(T) != 1)
        Reg::StoreUnAlignPost<__belay_bits_t<T>, Reg::PostLiteral::POST_MODE_NORMAL>(bits, stream,
                                                                                     0);
}
template <CMPMODE mode, class T, class Other, __belay_mask kind>
__belay_vector_function__ void __belay_compare_repeats(__ubuf__ uint8_t *dst,
                                                       __belay_operand<T> src, Other other,
                                                       uint32_t given, uint16_t repeat)
{
    constexpr bool tensor = std::is_same<Other, __belay_operand<T>>::value;
    __belay_repeats<T, kind> repeats(given, repeat);
    Reg::UnalignRegForStore stream = init_vector_align_data();
    auto bits = (__ubuf__ __belay_bits_t<T> *)dst;
    for (uint16_t i = 0; i < repeats.times; i++) {
        Reg::RegTensor<T> a, b;
        Reg::MaskReg result;
        repeats.template next<false>();
        src.load(a, i, repeats.mask);
        if constexpr (tensor) {
            other.load(b, i, repeats.mask);
            Reg::Compare<T, mode>(result, a, b, repeats.mask);
        } else {
            Reg::Compares<T, mode>(result, a, other.value, repeats.mask);
        }
        Reg::StoreUnAlign(bits, result, stream);
    }
    Reg::StoreUnAlignPost<__belay_bits_t<T>, Reg::PostLiteral::POST_MODE_NORMAL>(bits, stream, 0);
}

// Calls `launch` with the mode as a constant.
template <class Launch>
__belay_api__ void __belay_with_mode(CMPMODE mode, Launch launch)
{
    switch (mode) {
    case CMPMODE::LT:
        return launch(std::integral_constant<CMPMODE, CMPMODE::LT>{});
    case CMPMODE::GT:
        return launch(std::integral_constant<CMPMODE, CMPMODE::GT>{});
    case CMPMODE::EQ:
        return launch(std::integral_constant<CMPMODE, CMPMODE::EQ>{});
    case CMPMODE::LE:
        return launch(std::integral_constant<CMPMODE, CMPMODE::LE>{});
    case CMPMODE::GE:
        return launch(std::integral_constant<CMPMODE, CMPMODE::GE>{});
    case CMPMODE::NE:
        return launch(std::integral_constant<CMPMODE, CMPMODE::NE>{});
    }
}
template <class U, class T, class Other>
__belay_api__ void __belay_call_compare(const LocalTensor<U> &dst, const LocalTensor<T> &src,
                                        Other other, CMPMODE mode, uint32_t count)
{
    static_assert(SupportType<U, uint8_t, int8_t>(), "Compare: the bits go to bytes");
    if constexpr (g_coreType == AIV)
        __belay_with_mode(mode, [&](auto constant) {
            __belay_compare<decltype(constant)::value, T, Other>(
                (__ubuf__ uint8_t *)dst.__belay_ub(), src.__belay_ub(), other, count);
        });
}
template <class U, class T, class Other, class Mask>
__belay_api__ void __belay_call_compare(const LocalTensor<U> &dst, __belay_operand<T> src,
                                        Other other, CMPMODE mode, Mask mask, uint8_t repeat)
{
    static_assert(SupportType<U, uint8_t, int8_t>(), "Compare: the bits go to bytes");
    static_assert(SupportBytes<T, 2, 4>(), "Compare with repeats: 16 or 32 bits");
    if constexpr (g_coreType == AIV)
        __belay_with_mode(mode, [&](auto constant) {
            __belay_with_mask<true>(mask, [&](auto kind, uint32_t given) {
                __belay_compare_repeats<decltype(constant)::value, T, Other, decltype(kind)::value>(
                    (__ubuf__ uint8_t *)dst.__belay_ub(), src, other, given, repeat);
            });
        });
}

template <class T, class U>
__belay_api__ void Compare(const LocalTensor<U> &dst, const LocalTensor<T> &src0,
                           const LocalTensor<T> &src1, CMPMODE cmpMode, uint32_t count)
{
    __belay_call_compare(dst, src0, __belay_other_tensor<T>{src1.__belay_ub()}, cmpMode, count);
}
template <class T, class U, bool isSetMask = true>
__belay_api__ void Compare(const LocalTensor<U> &dst, const LocalTensor<T> &src0,
                           const LocalTensor<T> &src1, CMPMODE cmpMode, const uint64_t mask,
                           uint8_t repeatTime, const BinaryRepeatParams &repeatParams)
{
    const BinaryRepeatParams &p = repeatParams;
    __belay_call_compare(dst,
                         __belay_operand<T>{src0.__belay_ub(), p.src0BlkStride, p.src0RepStride},
                         __belay_operand<T>{src1.__belay_ub(), p.src1BlkStride, p.src1RepStride},
                         cmpMode, mask, repeatTime);
}
template <class T, class U, bool isSetMask = true>
__belay_api__ void Compare(const LocalTensor<U> &dst, const LocalTensor<T> &src0,
                           const LocalTensor<T> &src1, CMPMODE cmpMode, const uint64_t mask[],
                           uint8_t repeatTime, const BinaryRepeatParams &repeatParams)
{
    const BinaryRepeatParams &p = repeatParams;
    __belay_call_compare(dst,
                         __belay_operand<T>{src0.__belay_ub(), p.src0BlkStride, p.src0RepStride},
                         __belay_operand<T>{src1.__belay_ub(), p.src1BlkStride, p.src1RepStride},
                         cmpMode, mask, repeatTime);
}

// Every element with one value; CompareScalar is the older name.
#define __BELAY_COMPARE_VALUE(NAME)                                                                \
    template <class T, class U>                                                                    \
    __belay_api__ void NAME(const LocalTensor<U> &dst, const LocalTensor<T> &src0,                 \
                            const typename __belay_identity<T>::type src1Scalar, CMPMODE cmpMode,  \
                            uint32_t count)                                                        \
    {                                                                                              \
        __belay_call_compare(dst, src0, __belay_other_value<T>{src1Scalar}, cmpMode, count);       \
    }                                                                                              \
    template <class T, class U, bool isSetMask = true>                                             \
    __belay_api__ void NAME(const LocalTensor<U> &dst, const LocalTensor<T> &src0,                 \
                            const typename __belay_identity<T>::type src1Scalar, CMPMODE cmpMode,  \
                            const uint64_t mask, uint8_t repeatTime,                               \
                            const UnaryRepeatParams &repeatParams)                                 \
    {                                                                                              \
        const UnaryRepeatParams &p = repeatParams;                                                 \
        __belay_call_compare(                                                                      \
            dst, __belay_operand<T>{src0.__belay_ub(), p.srcBlkStride, p.srcRepStride},            \
            __belay_other_value<T>{src1Scalar}, cmpMode, mask, repeatTime);                        \
    }                                                                                              \
    template <class T, class U, bool isSetMask = true>                                             \
    __belay_api__ void NAME(const LocalTensor<U> &dst, const LocalTensor<T> &src0,                 \
                            const typename __belay_identity<T>::type src1Scalar, CMPMODE cmpMode,  \
                            const uint64_t mask[], uint8_t repeatTime,                             \
                            const UnaryRepeatParams &repeatParams)                                 \
    {                                                                                              \
        const UnaryRepeatParams &p = repeatParams;                                                 \
        __belay_call_compare(                                                                      \
            dst, __belay_operand<T>{src0.__belay_ub(), p.srcBlkStride, p.srcRepStride},            \
            __belay_other_value<T>{src1Scalar}, cmpMode, mask, repeatTime);                        \
    }
__BELAY_COMPARE_VALUE(Compares)
__BELAY_COMPARE_VALUE(CompareScalar)
#undef __BELAY_COMPARE_VALUE

// --- Select
// -----------------------------------------------------------------------------------------

// Register i of a selection: the bits of its elements, as Compare writes them. The load doubles
// every bit, to one for a byte of a 16-bit element; for 32-bit elements one half of it is doubled
// again.
template <class T>
__belay_reg_api__ void __belay_selection(Reg::MaskReg &mask, __ubuf__ uint8_t *bits, uint16_t i)
{
    if constexpr (sizeof(T) == 1) {
        Reg::LoadAlign<uint8_t>(mask, bits + i * 32);
    } else if constexpr (sizeof(T) == 2) {
        Reg::LoadAlign<uint8_t, Reg::MaskDist::DIST_US>(mask, bits + i * 16);
    } else {
        Reg::MaskReg two;
        Reg::LoadAlign<uint8_t, Reg::MaskDist::DIST_US>(two, bits + i / 2 * 16);
        if (i % 2 == 0)
            Reg::MaskUnPack<Reg::HighLowPart::LOWEST>(mask, two);
        else
            Reg::MaskUnPack<Reg::HighLowPart::HIGHEST>(mask, two);
    }
}

// With VSEL_CMPMASK_SPR all registers go by the first one's bits.
template <class T, bool tensor>
__belay_vector_function__ void __belay_select(__ubuf__ T *dst, __ubuf__ uint8_t *bits,
                                              __ubuf__ T *src0, __ubuf__ T *src1, T value,
                                              bool same_bits, uint32_t count)
{
    constexpr uint32_t lanes = VECTOR_REG_WIDTH / sizeof(T);
    uint16_t times = __belay_registers(count, sizeof(T));
    Reg::RegTensor<T> a, b, result;
    if constexpr (!tensor)
        Reg::Duplicate(b, value);
    for (uint16_t i = 0; i < times; i++) {
        Reg::MaskReg mask = Reg::UpdateMask<T>(count), chosen;
        __belay_selection<T>(chosen, bits, same_bits ? 0 : i);
        Reg::LoadAlign(a, src0 + i * lanes);
        if constexpr (tensor)
            Reg::LoadAlign(b, src1 + i * lanes);
        Reg::Select(result, a, b, chosen);
        Reg::StoreAlign(dst + i * lanes, result, mask);
    }
}
template <class T, bool tensor, __belay_mask kind>
__belay_vector_function__ void __belay_select_repeats(__ubuf__ T *dst, __ubuf__ uint8_t *bits,
                                                      __ubuf__ T *src0, __ubuf__ T *src1, T value,
                                                      bool same_bits, uint32_t given,
                                                      uint16_t repeat, BinaryRepeatParams p)
{
    __belay_repeats<T, kind> repeats(given, repeat);
    __belay_operand<T> d = {dst, p.dstBlkStride, p.dstRepStride};
    __belay_operand<T> s0 = {src0, p.src0BlkStride, p.src0RepStride};
    __belay_operand<T> s1 = {src1, p.src1BlkStride, p.src1RepStride};
    Reg::RegTensor<T> a, b, result;
    if constexpr (!tensor)
        Reg::Duplicate(b, value);
    for (uint16_t i = 0; i < repeats.times; i++) {
        Reg::MaskReg chosen;
        repeats.template next<false>();
        __belay_selection<T>(chosen, bits, same_bits ? 0 : i);
        s0.load(a, i, repeats.mask);
        if constexpr (tensor)
            s1.load(b, i, repeats.mask);
        Reg::Select(result, a, b, chosen);
        d.store(result, i, repeats.mask);
    }
}

// dst[i] = bit i of selMask ? src0[i] : src1[i]
template <class T, class U>
__belay_api__ void Select(const LocalTensor<T> &dst, const LocalTensor<U> &selMask,
                          const LocalTensor<T> &src0, const LocalTensor<T> &src1, SELMODE selMode,
                          uint32_t count)
{
    static_assert(SupportBytes<T, 1, 2, 4>(), "Select: elements of 8, 16 or 32 bits");
    if constexpr (g_coreType == AIV)
        __belay_select<T, true>(dst.__belay_ub(), (__ubuf__ uint8_t *)selMask.__belay_ub(),
                                src0.__belay_ub(), src1.__belay_ub(), T(),
                                selMode == SELMODE::VSEL_CMPMASK_SPR, count);
}
template <class T, class U>
__belay_api__ void Select(const LocalTensor<T> &dst, const LocalTensor<U> &selMask,
                          const LocalTensor<T> &src0, const typename __belay_identity<T>::type src1,
                          SELMODE selMode, uint32_t count)
{
    static_assert(SupportBytes<T, 1, 2, 4>(), "Select: elements of 8, 16 or 32 bits");
    if constexpr (g_coreType == AIV)
        __belay_select<T, false>(dst.__belay_ub(), (__ubuf__ uint8_t *)selMask.__belay_ub(),
                                 src0.__belay_ub(), src0.__belay_ub(), src1, false, count);
}

template <bool tensor, class T, class U, class Mask>
__belay_api__ void __belay_call_select(const LocalTensor<T> &dst, const LocalTensor<U> &selMask,
                                       const LocalTensor<T> &src0, const LocalTensor<T> &src1,
                                       T value, SELMODE selMode, Mask mask, uint8_t repeat,
                                       const BinaryRepeatParams &p)
{
    static_assert(SupportBytes<T, 2, 4>(), "Select with repeats: 16 or 32 bits");
    if constexpr (g_coreType == AIV)
        __belay_with_mask<true>(mask, [&](auto kind, uint32_t given) {
            __belay_select_repeats<T, tensor, decltype(kind)::value>(
                dst.__belay_ub(), (__ubuf__ uint8_t *)selMask.__belay_ub(), src0.__belay_ub(),
                src1.__belay_ub(), value, tensor && selMode == SELMODE::VSEL_CMPMASK_SPR, given,
                repeat, p);
        });
}
#define __BELAY_SELECT(MASK)                                                                       \
    template <class T, class U, bool isSetMask = true>                                             \
    __belay_api__ void Select(const LocalTensor<T> &dst, const LocalTensor<U> &selMask,            \
                              const LocalTensor<T> &src0, const LocalTensor<T> &src1,              \
                              SELMODE selMode, MASK, uint8_t repeatTime,                           \
                              const BinaryRepeatParams &repeatParams)                              \
    {                                                                                              \
        __belay_call_select<true>(dst, selMask, src0, src1, T(), selMode, mask, repeatTime,        \
                                  repeatParams);                                                   \
    }                                                                                              \
    template <class T, class U, bool isSetMask = true>                                             \
    __belay_api__ void Select(const LocalTensor<T> &dst, const LocalTensor<U> &selMask,            \
                              const LocalTensor<T> &src0,                                          \
                              const typename __belay_identity<T>::type src1, SELMODE selMode,      \
                              MASK, uint8_t repeatTime, const BinaryRepeatParams &repeatParams)    \
    {                                                                                              \
        __belay_call_select<false>(dst, selMask, src0, src0, src1, selMode, mask, repeatTime,      \
                                   repeatParams);                                                  \
    }
__BELAY_SELECT(uint64_t mask)
__BELAY_SELECT(const uint64_t mask[])
#undef __BELAY_SELECT

} // namespace AscendC
