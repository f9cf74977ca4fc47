// Filling and copying tensors in the unified buffer: Duplicate, CreateVecIndex, Copy.
// asc-devkit docs/zh/api/SIMD-API/基础API/Memory矢量计算/数据填充, include/basic_api.
#pragma once
#pragma clang system_header

#include "ascendc/vector.h"

namespace AscendC
{

// --- fill
// -------------------------------------------------------------------------------------------

// What the first register holds, and what makes the next one of it.
template <class T>
struct __belay_same_value {
    static __belay_reg_api__ void first(Reg::RegTensor<T> &r, T value)
    {
        Reg::MaskReg all = Reg::CreateMask<T>();
        Reg::Duplicate(r, value, all);
    }
    static __belay_reg_api__ void next(Reg::RegTensor<T> &, Reg::MaskReg &) {}
};
template <class T>
struct __belay_counting {
    static __belay_reg_api__ void first(Reg::RegTensor<T> &r, T value) { Reg::Arange(r, value); }
    static __belay_reg_api__ void next(Reg::RegTensor<T> &r, Reg::MaskReg &mask)
    {
        Reg::Adds(r, r, VECTOR_REG_WIDTH / sizeof(T), mask);
    }
};

template <class Values, class T>
__belay_vector_function__ void __belay_fill(__ubuf__ T *dst, T value, uint32_t count)
{
    constexpr uint32_t lanes = VECTOR_REG_WIDTH / sizeof(T);
    uint16_t times = __belay_registers(count, sizeof(T));
    Reg::RegTensor<T> r;
    Values::first(r, value);
    for (uint16_t i = 0; i < times; i++) {
        Reg::MaskReg mask = Reg::UpdateMask<T>(count);
        Reg::StoreAlign(dst + i * lanes, r, mask);
        Values::next(r, mask);
    }
}
template <class Values, class T, __belay_mask kind>
__belay_vector_function__ void __belay_fill_repeats(__ubuf__ T *dst, T value, uint32_t given,
                                                    uint16_t repeat, uint32_t block_stride,
                                                    uint32_t repeat_stride)
{
    __belay_repeats<T, kind> repeats(given, repeat);
    __belay_operand<T> d = {dst, block_stride, repeat_stride};
    Reg::RegTensor<T> r;
    Values::first(r, value);
    for (uint16_t i = 0; i < repeats.times; i++) {
        repeats.template next<false>();
        d.store(r, i, repeats.mask);
        Values::next(r, repeats.mask);
    }
}
template <class Values, bool isSetMask, class T, class Mask>
__belay_api__ void __belay_call_fill(const LocalTensor<T> &dst, T value, Mask mask, uint8_t repeat,
                                     uint16_t block_stride, uint8_t repeat_stride)
{
    static_assert(SupportBytes<T, 2, 4>(), "the forms with repeats: 16 or 32 bits");
    if constexpr (g_coreType == AIV)
        __belay_with_mask<isSetMask>(mask, [&](auto kind, uint32_t given) {
            __belay_fill_repeats<Values, T, decltype(kind)::value>(
                dst.__belay_ub(), value, given, repeat, block_stride, repeat_stride);
        });
}

// dst[i] = scalarValue
template <class T>
__belay_api__ void Duplicate(const LocalTensor<T> &dst, const T &scalarValue, const int32_t &count)
{
    static_assert(SupportBytes<T, 1, 2, 4>(), "Duplicate: elements of 8, 16 or 32 bits");
    if constexpr (g_coreType == AIV)
        __belay_fill<__belay_same_value<T>, T>(dst.__belay_ub(), scalarValue, (uint32_t)count);
}
template <class T, bool isSetMask = true>
__belay_api__ void Duplicate(const LocalTensor<T> &dst, const T &scalarValue, uint64_t mask,
                             const uint8_t repeatTime, const uint16_t dstBlockStride,
                             const uint8_t dstRepeatStride)
{
    __belay_call_fill<__belay_same_value<T>, isSetMask>(dst, scalarValue, mask, repeatTime,
                                                        dstBlockStride, dstRepeatStride);
}
template <class T, bool isSetMask = true>
__belay_api__ void Duplicate(const LocalTensor<T> &dst, const T &scalarValue, uint64_t mask[],
                             const uint8_t repeatTime, const uint16_t dstBlockStride,
                             const uint8_t dstRepeatStride)
{
    __belay_call_fill<__belay_same_value<T>, isSetMask>(
        dst, scalarValue, (const uint64_t *)mask, repeatTime, dstBlockStride, dstRepeatStride);
}

// dst[i] = firstValue + i
template <class T>
__belay_api__ void CreateVecIndex(LocalTensor<T> dst, const T &firstValue, uint32_t count)
{
    static_assert(SupportType<T, int8_t, int16_t, int32_t, half, float>(),
                  "CreateVecIndex: int8_t, int16_t, int32_t, half or float");
    if constexpr (g_coreType == AIV)
        __belay_fill<__belay_counting<T>, T>(dst.__belay_ub(), firstValue, count);
}
template <class T>
__belay_api__ void CreateVecIndex(LocalTensor<T> &dst, const T &firstValue, uint64_t mask,
                                  uint8_t repeatTime, uint16_t dstBlkStride, uint8_t dstRepStride)
{
    static_assert(SupportType<T, int16_t, int32_t, half, float>(),
                  "CreateVecIndex: int16_t, int32_t, half or float");
    __belay_call_fill<__belay_counting<T>, true>(dst, firstValue, mask, repeatTime, dstBlkStride,
                                                 dstRepStride);
}
template <class T>
__belay_api__ void CreateVecIndex(LocalTensor<T> &dst, const T &firstValue, uint64_t mask[],
                                  uint8_t repeatTime, uint16_t dstBlkStride, uint8_t dstRepStride)
{
    static_assert(SupportType<T, int16_t, int32_t, half, float>(),
                  "CreateVecIndex: int16_t, int32_t, half or float");
    __belay_call_fill<__belay_counting<T>, true>(dst, firstValue, (const uint64_t *)mask,
                                                 repeatTime, dstBlkStride, dstRepStride);
}

// --- copy
// -------------------------------------------------------------------------------------------

template <class T>
__belay_vector_function__ void __belay_copy(__ubuf__ T *dst, __ubuf__ T *src, uint32_t count)
{
    constexpr uint32_t lanes = VECTOR_REG_WIDTH / sizeof(T);
    uint16_t times = __belay_registers(count, sizeof(T));
    for (uint16_t i = 0; i < times; i++) {
        Reg::RegTensor<T> r;
        Reg::MaskReg mask = Reg::UpdateMask<T>(count);
        Reg::LoadAlign(r, src + i * lanes);
        Reg::StoreAlign(dst + i * lanes, r, mask);
    }
}
// Unlike the arithmetic, in counter mode every repeat has `count` elements of its own, in registers
// that lie eight block strides apart.
template <class T, __belay_mask kind>
__belay_vector_function__ void __belay_copy_repeats(__ubuf__ T *dst, __ubuf__ T *src,
                                                    uint32_t given, uint16_t repeat,
                                                    CopyRepeatParams p)
{
    constexpr uint32_t block = ONE_BLK_SIZE / sizeof(T);
    __belay_repeats<T, kind> whole(given, 1);
    uint16_t outer = whole.counter ? repeat : 1;
    uint32_t d_repeat = whole.counter ? p.dstStride * DEFAULT_BLK_NUM : p.dstRepeatSize;
    uint32_t s_repeat = whole.counter ? p.srcStride * DEFAULT_BLK_NUM : p.srcRepeatSize;
    for (uint16_t k = 0; k < outer; k++) {
        __belay_repeats<T, kind> repeats = whole;
        __belay_operand<T> d = {dst + k * p.dstRepeatSize * block, p.dstStride, d_repeat};
        __belay_operand<T> s = {src + k * p.srcRepeatSize * block, p.srcStride, s_repeat};
        uint16_t times = whole.counter ? repeats.times : repeat;
        for (uint16_t i = 0; i < times; i++) {
            Reg::RegTensor<T> r;
            repeats.next();
            s.load(r, i, repeats.mask);
            d.store(r, i, repeats.mask);
        }
    }
}
template <bool isSetMask, class T, class Mask>
__belay_api__ void __belay_call_copy(const LocalTensor<T> &dst, const LocalTensor<T> &src,
                                     Mask mask, uint8_t repeat, const CopyRepeatParams &p)
{
    static_assert(SupportBytes<T, 2, 4>(), "Copy with repeats: 16 or 32 bits");
    if constexpr (g_coreType == AIV)
        __belay_with_mask<isSetMask>(mask, [&](auto kind, uint32_t given) {
            __belay_copy_repeats<T, decltype(kind)::value>(dst.__belay_ub(), src.__belay_ub(),
                                                           given, repeat, p);
        });
}

template <class T, bool isSetMask = true>
__belay_api__ void Copy(const LocalTensor<T> &dst, const LocalTensor<T> &src, const uint32_t count)
{
    using Word = __belay_bits_t<std::conditional_t<sizeof(T) == 8, uint32_t, T>>;
    if constexpr (g_coreType == AIV)
        __belay_copy<Word>((__ubuf__ Word *)dst.__belay_ub(), (__ubuf__ Word *)src.__belay_ub(),
                           count * (uint32_t)(sizeof(T) / sizeof(Word)));
}
template <class T, bool isSetMask = true>
__belay_api__ void Copy(const LocalTensor<T> &dst, const LocalTensor<T> &src, const uint64_t mask,
                        const uint8_t repeatTime, const CopyRepeatParams &repeatParams)
{
    __belay_call_copy<isSetMask>(dst, src, mask, repeatTime, repeatParams);
}
template <class T, bool isSetMask = true>
__belay_api__ void Copy(const LocalTensor<T> &dst, const LocalTensor<T> &src, const uint64_t mask[],
                        const uint8_t repeatTime, const CopyRepeatParams &repeatParams)
{
    __belay_call_copy<isSetMask>(dst, src, mask, repeatTime, repeatParams);
}

} // namespace AscendC
