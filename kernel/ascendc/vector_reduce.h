// Reductions over tensors in the unified buffer. asc-devkit docs/zh/api/SIMD-API/基础API/
// Memory矢量计算/归约计算, include/basic_api/kernel_operator_vec_reduce_intf.h. The order of the
// sums is that of impl/basic_api/dav_3510/kernel_operator_vec_reduce_impl.h, so that the bits are
// the same.
#pragma once
#pragma clang system_header

#include "ascendc/pipe.h"
#include "ascendc/vector.h"

namespace AscendC
{

// --- one result for each repeat
// ---------------------------------------------------------------------

// ORDER_INDEX_VALUE and ORDER_ONLY_INDEX: from {value, index} to {index, value}; a 16-bit index
// alone is widened to 32 bits.
template <class T>
__belay_reg_api__ void __belay_index_first(Reg::RegTensor<T> &r, bool alone, Reg::MaskReg &mask)
{
    Reg::RegTensor<T> zero, value, index, rest;
    Reg::Duplicate(zero, (T)0, mask);
    Reg::DeInterleave(value, index, r, zero);
    Reg::Interleave(r, rest, index, value);
    if (sizeof(T) == 2 && alone)
        Reg::Interleave(r, rest, r, zero);
}

// Op::run(dst, src, mask) leaves `size` elements to be stored, `stride` times as far apart.
template <class Op, class U, class T, __belay_mask kind>
__belay_vector_function__ void __belay_reduce_repeats(__ubuf__ U *dst, __belay_operand<T> src,
                                                      uint32_t given, uint16_t repeat,
                                                      uint32_t size, uint32_t stride, int order)
{
    __belay_repeats<T, kind> repeats(given, repeat);
    Reg::UnalignRegForStore stream = init_vector_align_data();
    for (uint16_t i = 0; i < repeats.times; i++) {
        Reg::RegTensor<T> a;
        Reg::RegTensor<U> result;
        repeats.template next<false>();
        src.load(a, i, repeats.mask);
        Op::run(result, a, repeats.mask);
        if constexpr (std::is_same<T, U>::value)
            if (order == (int)ReduceOrder::ORDER_INDEX_VALUE ||
                order == (int)ReduceOrder::ORDER_ONLY_INDEX)
                __belay_index_first(result, order == (int)ReduceOrder::ORDER_ONLY_INDEX,
                                    repeats.mask);
        Reg::StoreUnAlign(dst, result, stream, size);
        if (stride != 1)
            Reg::StoreUnAlignPost(dst, stream, (int32_t)(size * (stride - 1)));
    }
    if (stride == 1)
        Reg::StoreUnAlignPost(dst, stream, 0);
}
// Pairs leave half a register, which is stored as such.
template <class T, __belay_mask kind>
__belay_vector_function__ void __belay_reduce_pairs(__ubuf__ T *dst, __belay_operand<T> src,
                                                    uint32_t given, uint16_t repeat,
                                                    uint32_t stride)
{
    __belay_repeats<T, kind> repeats(given, repeat);
    Reg::MaskReg half_register = Reg::CreateMask<T, Reg::MaskPattern::H>();
    for (uint16_t i = 0; i < repeats.times; i++) {
        Reg::RegTensor<T> a, result;
        repeats.template next<false>();
        src.load(a, i, repeats.mask);
        Reg::PairReduceElem(result, a, repeats.mask);
        Reg::StoreAlign(dst + i * (VECTOR_REG_WIDTH / 2 / sizeof(T)) * stride, result,
                        half_register);
    }
}

template <ReduceType type>
struct __belay_whole {
    template <class U, class T>
    static __belay_reg_api__ void run(U &dst, T &src, Reg::MaskReg &mask)
    {
        Reg::Reduce<type>(dst, src, mask);
    }
};
template <ReduceType type>
struct __belay_blocks_of {
    template <class U, class T>
    static __belay_reg_api__ void run(U &dst, T &src, Reg::MaskReg &mask)
    {
        Reg::ReduceDataBlock<type>(dst, src, mask);
    }
};
struct __belay_pairs_of;

// Stride 0: every repeat writes to the same place, so only the last one is done.
template <class Op, bool isSetMask, class U, class T, class Mask>
__belay_api__ void __belay_call_reduce(const LocalTensor<U> &dst, const LocalTensor<T> &src,
                                       Mask mask, int32_t repeat, int32_t stride, int32_t block,
                                       int32_t repeat_stride, uint32_t size, ReduceOrder order)
{
    if constexpr (g_coreType == AIV) {
        __belay_operand<T> from = {src.__belay_ub(), (uint32_t)block, (uint32_t)repeat_stride};
        bool last_only = stride == 0 && repeat > 0;
        if (last_only)
            from.base = from.at((uint16_t)(repeat - 1));
        uint16_t times = last_only ? 1 : (uint16_t)repeat;
        __belay_with_mask<isSetMask>(mask, [&](auto kind, uint32_t given) {
            constexpr __belay_mask constant = decltype(kind)::value;
            if constexpr (std::is_same<Op, __belay_pairs_of>::value)
                __belay_reduce_pairs<T, constant>(dst.__belay_ub(), from, given, times,
                                                  (uint32_t)stride);
            else
                __belay_reduce_repeats<Op, U, T, constant>(dst.__belay_ub(), from, given, times,
                                                           size, last_only ? 2 : (uint32_t)stride,
                                                           (int)order);
        });
    }
}
template <class T>
__belay_api__ uint32_t __belay_order_size(ReduceOrder order)
{
    bool both = order == ReduceOrder::ORDER_VALUE_INDEX || order == ReduceOrder::ORDER_INDEX_VALUE;
    return both || (sizeof(T) == 2 && order == ReduceOrder::ORDER_ONLY_INDEX) ? 2 : 1;
}

// The forms for a mask as number of lanes and as bits. dstRepStride counts results, that of Reduce-
// DataBlock 8 elements, that of ReducePairElem half registers.
#define __BELAY_REDUCE(MASK_TYPE, MASK)                                                            \
    template <ReduceType reduceType, class T, class U, bool isSetMask = true>                      \
    __belay_api__ void ReduceRepeat(                                                               \
        const LocalTensor<T> &dst, const LocalTensor<U> &src, MASK_TYPE mask MASK,                 \
        const int32_t repeatTime, const int32_t dstRepStride, const int32_t srcBlkStride,          \
        const int32_t srcRepStride, ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX)            \
    {                                                                                              \
        constexpr bool sum = reduceType == ReduceType::SUM;                                        \
        __belay_call_reduce<__belay_whole<reduceType>, isSetMask>(                                 \
            dst, src, __belay_mask_argument(mask), repeatTime, dstRepStride, srcBlkStride,         \
            srcRepStride, sum ? 1 : __belay_order_size<T>(order),                                  \
            sum ? ReduceOrder::ORDER_ONLY_VALUE : order);                                          \
    }                                                                                              \
    template <ReduceType reduceType, class T, class U, bool isSetMask = true>                      \
    __belay_api__ void ReduceDataBlock(const LocalTensor<T> &dst, const LocalTensor<U> &src,       \
                                       MASK_TYPE mask MASK, const int32_t repeatTime,              \
                                       const int32_t dstRepStride, const int32_t srcBlkStride,     \
                                       const int32_t srcRepStride)                                 \
    {                                                                                              \
        static_assert(SupportType<T, half, float>() && std::is_same<T, U>::value,                  \
                      "ReduceDataBlock: half or float");                                           \
        __belay_call_reduce<__belay_blocks_of<reduceType>, isSetMask>(                             \
            dst, src, __belay_mask_argument(mask), repeatTime, dstRepStride, srcBlkStride,         \
            srcRepStride, DEFAULT_BLK_NUM, ReduceOrder::ORDER_ONLY_VALUE);                         \
    }                                                                                              \
    template <ReduceType reduceType, class T, class U, bool isSetMask = true>                      \
    __belay_api__ void ReducePairElem(const LocalTensor<T> &dst, const LocalTensor<U> &src,        \
                                      MASK_TYPE mask MASK, const int32_t repeatTime,               \
                                      const int32_t dstRepStride, const int32_t srcBlkStride,      \
                                      const int32_t srcRepStride)                                  \
    {                                                                                              \
        static_assert(SupportType<T, half, float>() && std::is_same<T, U>::value &&                \
                          reduceType == ReduceType::SUM,                                           \
                      "ReducePairElem: sums of half or float");                                    \
        __belay_call_reduce<__belay_pairs_of, isSetMask>(                                          \
            dst, src, __belay_mask_argument(mask), repeatTime, dstRepStride, srcBlkStride,         \
            srcRepStride, 0, ReduceOrder::ORDER_ONLY_VALUE);                                       \
    }                                                                                              \
    /* older names */                                                                              \
    template <class T, bool isSetMask = true, class U = T>                                         \
    __belay_api__ void WholeReduceSum(const LocalTensor<U> &dst, const LocalTensor<T> &src,        \
                                      MASK_TYPE mask MASK, const int32_t repeatTime,               \
                                      const int32_t dstRepStride, const int32_t srcBlkStride,      \
                                      const int32_t srcRepStride)                                  \
    {                                                                                              \
        ReduceRepeat<ReduceType::SUM, U, T, isSetMask>(dst, src, mask, repeatTime, dstRepStride,   \
                                                       srcBlkStride, srcRepStride);                \
    }                                                                                              \
    __BELAY_REDUCE_OLD(MASK_TYPE, MASK, WholeReduceMax, BlockReduceMax, MAX)                       \
    __BELAY_REDUCE_OLD(MASK_TYPE, MASK, WholeReduceMin, BlockReduceMin, MIN)                       \
    template <class T, bool isSetMask = true>                                                      \
    __belay_api__ void BlockReduceSum(const LocalTensor<T> &dst, const LocalTensor<T> &src,        \
                                      const int32_t repeatTime, MASK_TYPE mask MASK,               \
                                      const int32_t dstRepStride, const int32_t srcBlkStride,      \
                                      const int32_t srcRepStride)                                  \
    {                                                                                              \
        ReduceDataBlock<ReduceType::SUM, T, T, isSetMask>(                                         \
            dst, src, mask, repeatTime, dstRepStride, srcBlkStride, srcRepStride);                 \
    }                                                                                              \
    template <class T, bool isSetMask = true>                                                      \
    __belay_api__ void PairReduceSum(const LocalTensor<T> &dst, const LocalTensor<T> &src,         \
                                     const int32_t repeatTime, MASK_TYPE mask MASK,                \
                                     const int32_t dstRepStride, const int32_t srcBlkStride,       \
                                     const int32_t srcRepStride)                                   \
    {                                                                                              \
        ReducePairElem<ReduceType::SUM, T, T, isSetMask>(dst, src, mask, repeatTime, dstRepStride, \
                                                         srcBlkStride, srcRepStride);              \
    }
#define __BELAY_REDUCE_OLD(MASK_TYPE, MASK, WHOLE, BLOCK, TYPE)                                    \
    template <class T, bool isSetMask = true>                                                      \
    __belay_api__ void WHOLE(                                                                      \
        const LocalTensor<T> &dst, const LocalTensor<T> &src, MASK_TYPE mask MASK,                 \
        const int32_t repeatTime, const int32_t dstRepStride, const int32_t srcBlkStride,          \
        const int32_t srcRepStride, ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX)            \
    {                                                                                              \
        ReduceRepeat<ReduceType::TYPE, T, T, isSetMask>(dst, src, mask, repeatTime, dstRepStride,  \
                                                        srcBlkStride, srcRepStride, order);        \
    }                                                                                              \
    template <class T, bool isSetMask = true>                                                      \
    __belay_api__ void BLOCK(const LocalTensor<T> &dst, const LocalTensor<T> &src,                 \
                             const int32_t repeatTime, MASK_TYPE mask MASK,                        \
                             const int32_t dstRepStride, const int32_t srcBlkStride,               \
                             const int32_t srcRepStride)                                           \
    {                                                                                              \
        ReduceDataBlock<ReduceType::TYPE, T, T, isSetMask>(                                        \
            dst, src, mask, repeatTime, dstRepStride, srcBlkStride, srcRepStride);                 \
    }
__belay_api__ uint64_t __belay_mask_argument(int32_t mask)
{
    return (uint32_t)mask;
}
__belay_api__ const uint64_t *__belay_mask_argument(const uint64_t *mask)
{
    return mask;
}
__BELAY_REDUCE(const int32_t, )
__BELAY_REDUCE(const uint64_t, [])
#undef __BELAY_REDUCE
#undef __BELAY_REDUCE_OLD

// --- one result of all: sums
// ---------------------------------------------------------------------------

// Result of the last ReduceSum.
__BLOCK_LOCAL__ inline float __belay_sum_float;
__BLOCK_LOCAL__ inline half __belay_sum_half;

// The sum of every register, one behind the other.
template <class T>
__belay_reg_api__ void __belay_sums(__ubuf__ T *dst, __ubuf__ T *src, uint32_t count,
                                    uint32_t registers)
{
    Reg::UnalignRegForStore stream = init_vector_align_data();
    for (uint16_t i = 0; i < (uint16_t)registers; i++) {
        Reg::RegTensor<T> a, sum;
        Reg::MaskReg mask = Reg::UpdateMask<T>(count);
        Reg::LoadAlign(a, src + i * (VECTOR_REG_WIDTH / sizeof(T)));
        Reg::Reduce<ReduceType::SUM>(sum, a, mask);
        Reg::StoreUnAlign(dst, sum, stream, 1);
    }
    Reg::StoreUnAlignPost(dst, stream, 0);
}
// Two to four registers are added up first; lanes that the last one has not stay as they are.
template <class T, int registers>
__belay_vector_function__ void __belay_sum_few(__ubuf__ T *dst, __ubuf__ T *src, uint32_t count)
{
    constexpr uint32_t lanes = VECTOR_REG_WIDTH / sizeof(T);
    uint32_t rest = count - (registers - 1) * lanes;
    Reg::MaskReg all = Reg::CreateMask<T>(), last = Reg::UpdateMask<T>(rest);
    Reg::MaskReg first = Reg::CreateMask<T, Reg::MaskPattern::VL1>();
    Reg::RegTensor<T> r[registers];
#pragma unroll
    for (int i = 0; i < registers; i++)
        Reg::LoadAlign(r[i], src + i * lanes);
    Reg::RegTensor<T> sum = r[registers == 4 ? 2 : 0];
    if constexpr (registers == 3)
        Reg::Add(sum, sum, r[1], all);
    if constexpr (registers == 4)
        Reg::Add(r[0], r[0], r[1], all);
    Reg::Add<T, Reg::MaskMergeMode::MERGING>(sum, sum, r[registers - 1], last);
    if constexpr (registers == 4)
        Reg::Add(sum, sum, r[0], all);
    Reg::Reduce<ReduceType::SUM>(sum, sum, all);
    Reg::StoreAlign(dst, sum, first);
}
// More of them in two or three steps: sums of registers, then of those.
template <class T>
__belay_vector_function__ void __belay_sum_many(__ubuf__ T *dst, __ubuf__ T *src, __ubuf__ T *work,
                                                uint32_t count)
{
    constexpr uint32_t lanes = VECTOR_REG_WIDTH / sizeof(T);
    if (count > lanes) {
        uint32_t sums = CeilDivision(count, lanes);
        __belay_sums(work, src, count, sums);
        Reg::LocalMemBar<Reg::MemType::VEC_STORE, Reg::MemType::VEC_LOAD>();
        src = work;
        count = sums;
    }
    if (count > lanes) {
        uint32_t sums = CeilDivision(count, lanes);
        __belay_sums(work, src, count, sums);
        Reg::LocalMemBar<Reg::MemType::VEC_STORE, Reg::MemType::VEC_LOAD>();
        count = sums;
    }
    __belay_sums(dst, src, count, 1);
}

// sharedTmpBuffer: one element for every 256 bytes of src.
template <class T, bool isSetMask = true>
__belay_api__ void ReduceSum(const LocalTensor<T> &dst, const LocalTensor<T> &src,
                             const LocalTensor<T> &sharedTmpBuffer, const int32_t count)
{
    static_assert(SupportType<T, half, float>(), "ReduceSum: half or float");
    if constexpr (g_coreType == AIV) {
        __ubuf__ T *to = dst.__belay_ub(), *from = src.__belay_ub();
        switch (CeilDivision((uint32_t)count, VECTOR_REG_WIDTH / sizeof(T))) {
        case 2:
            __belay_sum_few<T, 2>(to, from, (uint32_t)count);
            break;
        case 3:
            __belay_sum_few<T, 3>(to, from, (uint32_t)count);
            break;
        case 4:
            __belay_sum_few<T, 4>(to, from, (uint32_t)count);
            break;
        default:
            __belay_sum_many<T>(to, from, sharedTmpBuffer.__belay_ub(), (uint32_t)count);
        }
        // The scalar unit keeps the result for GetReduceRepeatSumSpr.
        TEventID id = GetTPipePtr()->AllocEventID<HardEvent::V_S>();
        SetFlag<HardEvent::V_S>(id);
        WaitFlag<HardEvent::V_S>(id);
        GetTPipePtr()->ReleaseEventID<HardEvent::V_S>(id);
        if constexpr (std::is_same<T, float>::value)
            __belay_sum_float = *to;
        else
            __belay_sum_half = *to;
    }
}
template <class T>
__belay_api__ T GetReduceRepeatSumSpr()
{
    if constexpr (sizeof(T) == 2)
        return __belay_sum_half;
    else
        return __belay_sum_float;
}
template <class T>
__belay_api__ T GetAccVal()
{
    return GetReduceRepeatSumSpr<T>();
}

// --- one result of all: the largest and the smallest
// ------------------------------------------------------

// Where the search begins: the finite number on the other end.
template <class T, ReduceType type>
__aicore__ inline constexpr T __belay_worst()
{
    constexpr bool max = type == ReduceType::MAX;
    if constexpr (std::is_same<T, half>::value)
        return __builtin_bit_cast(half, (uint16_t)(max ? 0xfbff : 0x7bff));
    else if constexpr (std::is_same<T, float>::value)
        return __builtin_bit_cast(float, max ? 0xff7fffffu : 0x7f7fffffu);
    else if constexpr (std::is_signed<T>::value)
        return (T)(max ? 1ul << (8 * sizeof(T) - 1) : ~0ul >> (65 - 8 * sizeof(T)));
    else
        return max ? 0 : (T)~0ul;
}
template <ReduceType type, class R>
__belay_reg_api__ void __belay_better(R &dst, R &a, R &b, Reg::MaskReg &mask)
{
    if constexpr (type == ReduceType::MAX)
        Reg::Max(dst, a, b, mask);
    else
        Reg::Min(dst, a, b, mask);
}

template <ReduceType type, class T>
__belay_vector_function__ void __belay_extreme(__ubuf__ T *dst, __ubuf__ T *src, uint32_t count,
                                               T worst)
{
    uint16_t times = __belay_registers(count, sizeof(T));
    Reg::MaskReg all = Reg::CreateMask<T>();
    Reg::RegTensor<T> best, a, next;
    Reg::Duplicate(best, worst);
    for (uint16_t i = 0; i < times; i++) {
        Reg::MaskReg mask = Reg::UpdateMask<T>(count);
        Reg::LoadAlign(a, src + i * (VECTOR_REG_WIDTH / sizeof(T)));
        __belay_better<type>(next, best, a, mask);
        Reg::Select(best, next, best, mask);
    }
    Reg::Reduce<type>(best, best, all);
    Reg::Store(dst, best, 1);
}
// With the index of the first of them behind the value. Each lane keeps where it got its value
// from, counted from 1; the smallest of those of the best lanes is the answer.
template <ReduceType type, class T>
__belay_vector_function__ void __belay_extreme_index(__ubuf__ T *dst, __ubuf__ T *src,
                                                     uint32_t count, T worst)
{
    using Index = __belay_bits_t<T>;
    using Signed = std::conditional_t<sizeof(T) == 2, int16_t, int32_t>;
    constexpr uint32_t lanes = VECTOR_REG_WIDTH / sizeof(T);
    uint16_t times = __belay_registers(count, sizeof(T));
    Reg::MaskReg all = Reg::CreateMask<T>(), changed;
    Reg::RegTensor<T> best, a, next;
    Reg::RegTensor<Index> best_at, at, none, one;
    Reg::RegTensor<Signed> counting;
    Reg::Duplicate(best, worst);
    Reg::Duplicate(none, (Index)0);
    Reg::Duplicate(one, (Index)1);
    Reg::Arange(counting, 1);
    at.reg[0] = (typename Reg::RegTensor<Index>::RegType)counting.reg[0];
    best_at = at;
    for (uint16_t i = 0; i < times; i++) {
        Reg::MaskReg mask = Reg::UpdateMask<T>(count);
        Reg::LoadAlign(a, src + i * lanes);
        __belay_better<type>(next, best, a, mask);
        Reg::Select(next, next, best, mask);
        Reg::Compare<T, CMPMODE::NE>(changed, best, next, all);
        Reg::Select(best_at, at, best_at, changed);
        Reg::Adds(at, at, (Index)lanes, all);
        best = next;
    }
    Reg::UnalignRegForStore stream = init_vector_align_data();
    Reg::Reduce<type>(next, best, all);
    Reg::StoreUnAlign(dst, next, stream, 1);
    Reg::Duplicate(next, next, all);
    Reg::Compare<T, CMPMODE::EQ>(changed, best, next, all);
    Reg::Squeeze(at, best_at, changed);
    Reg::Compare<Index, CMPMODE::NE>(changed, at, none, all);
    Reg::Reduce<ReduceType::MIN>(at, at, changed);
    Reg::Sub(at, at, one, all);
    auto index = (__ubuf__ Index *)dst;
    Reg::StoreUnAlign(index, at, stream, 1);
    Reg::StoreUnAlignPost(index, stream, 0);
}

template <ReduceType type, class T>
__belay_api__ void __belay_call_extreme(const LocalTensor<T> &dst, const LocalTensor<T> &src,
                                        int32_t count, bool with_index)
{
    static_assert(SupportType<T, int16_t, uint16_t, int32_t, uint32_t, half, float>(),
                  "ReduceMax, ReduceMin: 16 or 32 bits");
    if constexpr (g_coreType == AIV) {
        T worst = __belay_worst<T, type>();
        if (with_index)
            __belay_extreme_index<type, T>(dst.__belay_ub(), src.__belay_ub(), (uint32_t)count,
                                           worst);
        else
            __belay_extreme<type, T>(dst.__belay_ub(), src.__belay_ub(), (uint32_t)count, worst);
    }
}
// dst[0] the value; with calIndex dst[1] holds the bits of its index.
template <class T>
__belay_api__ void ReduceMax(const LocalTensor<T> &dst, const LocalTensor<T> &src,
                             const LocalTensor<T> &sharedTmpBuffer, const int32_t count,
                             bool calIndex = false)
{
    __belay_call_extreme<ReduceType::MAX>(dst, src, count, calIndex);
}
template <class T>
__belay_api__ void ReduceMin(const LocalTensor<T> &dst, const LocalTensor<T> &src,
                             const LocalTensor<T> &sharedTmpBuffer, const int32_t count,
                             bool calIndex = false)
{
    __belay_call_extreme<ReduceType::MIN>(dst, src, count, calIndex);
}

} // namespace AscendC
