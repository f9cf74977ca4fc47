// System variables, special registers, caches, atomics of stores, scalar bits.
// asc-devkit docs/zh/api/SIMD-API/基础API/{工具接口,特殊寄存器访问,缓存控制,原子操作,标量计算}.
#pragma once
#pragma clang system_header

#include "ascendc/tensor.h"

namespace AscendC
{

// --- which core this is --------------------------------------------------------------------------

__belay_api__ int64_t GetBlockNum()
{
    return get_block_num();
}
__belay_api__ int64_t GetSubBlockIdx()
{
    return get_subblockid();
}
__belay_api__ int64_t GetSubBlockNum()
{
    return g_coreType == AIC ? 1 : get_subblockdim();
}
__belay_api__ int64_t GetTaskRatio()
{
    return GetSubBlockNum();
}
__belay_api__ int64_t GetTaskRation()
{
    return GetSubBlockNum();
}
// Vector cores count on their own: two to a block of a mixed kernel.
__belay_api__ int64_t GetBlockIdx()
{
    if constexpr (g_coreType == AIV)
        return get_block_idx() * get_subblockdim() + get_subblockid();
    else
        return get_block_idx();
}
__belay_api__ int64_t GetSystemCycle()
{
    return get_sys_cnt();
}
__belay_api__ int64_t GetProgramCounter()
{
    return get_pc() & 0xffffffffffff;
}
__belay_api__ void GetArchVersion(uint32_t &version)
{
    version = (uint32_t)(get_arch_ver() >> 32) & 0xfff;
}
__belay_api__ void Trap()
{
    trap();
}

__aicore__ inline constexpr uint32_t GetVecLen()
{
    return VECTOR_REG_WIDTH;
}
__aicore__ inline constexpr int16_t GetDataBlockSizeInBytes()
{
    return ONE_BLK_SIZE;
}
__aicore__ inline constexpr uint32_t GetUBSizeInBytes()
{
    return TOTAL_UB_SIZE;
}
__aicore__ inline constexpr uint32_t GetRuntimeUBSize()
{
    return TOTAL_UB_SIZE;
}

template <SpecialPurposeReg spr>
__belay_api__ int64_t GetSpr()
{
    static_assert(spr == SpecialPurposeReg::AR, "GetSpr: AR is the only one");
    return get_ar();
}

// --- CTRL ----------------------------------------------------------------------------------------

// Bits start..end, both included.
template <int8_t start, int8_t end>
__belay_api__ int64_t GetCtrlSpr()
{
    static_assert(start >= 0 && start <= end && end < 64, "GetCtrlSpr: bits 0 to 63");
    constexpr int width = end - start + 1;
    constexpr uint64_t mask = width == 64 ? ~0ul : (1ul << (width & 63)) - 1;
    return (int64_t)((uint64_t)get_ctrl() >> start & mask);
}
template <int8_t start, int8_t end>
__belay_api__ void SetCtrlSpr(int64_t value)
{
    constexpr bool atomic = 6 <= start && start <= end && end <= 10;
    constexpr bool one = start == end && (start == 45 || start == 48 || start == 50 ||
                                          start == 53 || start == 59 || start == 60);
    static_assert(atomic || one, "SetCtrlSpr: bits 6 to 10, or one of 45, 48, 50, 53, 59, 60");
    constexpr uint64_t mask = ((1ul << (end - start + 1)) - 1) << start;
    set_ctrl(((uint64_t)get_ctrl() & ~mask) | (uint64_t)value << start);
}
// What InitSocState sets: conversions choose saturation themselves (bit 60), caches as usual (bit
// 3).
constexpr uint64_t __belay_ctrl_default = 0x1000000000000008ul;
template <int8_t start, int8_t end>
__belay_api__ void ResetCtrlSpr()
{
    constexpr uint64_t mask = ((1ul << (end - start + 1)) - 1) << start;
    SetCtrlSpr<start, end>((int64_t)((__belay_ctrl_default & mask) >> start));
}

// --- the state a kernel starts from --------------------------------------------------------------

__belay_api__ void SetMaskNorm()
{
    set_mask_norm();
}
__belay_api__ void SetMaskCount()
{
    set_mask_count();
}

// Factor of the conversion from int32_t to half.
__BLOCK_LOCAL__ inline half __belay_deq_scale;
__belay_api__ void SetDeqScale(half scale)
{
    __belay_deq_scale = scale;
}

// Also what TPipe does when it is made. The float mode (bit 48) stays as the launch chose it.
__belay_api__ void InitSocState()
{
    constexpr uint64_t one_by_one = 1ul << 21 | 1;
    set_atomic_none();
    set_mask_norm();
    SetDeqScale((half)1.0f);
    set_ctrl(__belay_ctrl_default | ((uint64_t)get_ctrl() & 1ul << 48));
    if constexpr (g_coreType == AIC) {
        set_padding((uint64_t)0);
    } else {
        set_vector_mask(~0ul, ~0ul);
        set_loop_size_ubtoout(one_by_one);
        set_loop_size_outtoub(one_by_one);
    }
    set_st_atomic_cfg((uint64_t)0x24);
}

// --- mask of the vector unit ---------------------------------------------------------------------

template <class T, MaskMode mode = MaskMode::NORMAL>
__belay_api__ void SetVectorMask(const uint64_t maskHigh, const uint64_t maskLow)
{
    if constexpr (g_coreType == AIV)
        set_vector_mask(maskHigh, maskLow);
}
// The first `length` lanes, or in counter mode the number of elements.
template <class T, MaskMode mode = MaskMode::NORMAL>
__belay_api__ void SetVectorMask(int32_t length)
{
    uint64_t n = (uint64_t)length;
    if constexpr (mode == MaskMode::COUNTER) {
        SetVectorMask<T, mode>(0, n);
    } else {
        uint64_t low = n >= 64 ? ~0ul : (1ul << n) - 1;
        uint64_t high = n <= 64 ? 0 : n >= 128 ? ~0ul : (1ul << (n - 64)) - 1;
        SetVectorMask<T, mode>(n == VECTOR_REG_WIDTH / sizeof(T) && n > 64 ? ~0ul : high, low);
    }
}
__belay_api__ void ResetMask()
{
    if constexpr (g_coreType == AIV)
        set_vector_mask(~0ul, ~0ul);
}

// --- atomic stores of the data movers ------------------------------------------------------------

template <class T>
__belay_api__ void SetAtomicType()
{
    static_assert(SupportType<T, float, half, bfloat16_t, int32_t, int16_t, int8_t>(),
                  "atomics: float, half, bfloat16_t, int32_t, int16_t, int8_t");
    if constexpr (std::is_same<T, float>::value)
        set_atomic_f32();
    else if constexpr (std::is_same<T, half>::value)
        set_atomic_f16();
    else if constexpr (std::is_same<T, bfloat16_t>::value)
        set_atomic_bf16();
    else if constexpr (std::is_same<T, int32_t>::value)
        set_atomic_s32();
    else if constexpr (std::is_same<T, int16_t>::value)
        set_atomic_s16();
    else
        set_atomic_s8();
}
template <class T>
__belay_api__ void SetAtomicAdd()
{
    SetAtomicType<T>();
    set_atomic_add();
}
template <class T>
__belay_api__ void SetAtomicMax()
{
    SetAtomicType<T>();
    set_atomic_max();
}
template <class T>
__belay_api__ void SetAtomicMin()
{
    SetAtomicType<T>();
    set_atomic_min();
}
__belay_api__ void SetAtomicNone()
{
    set_atomic_none();
}
__belay_api__ void DisableDmaAtomic()
{
    set_atomic_none();
}

// --- data cache of the scalar unit ---------------------------------------------------------------

template <class T, CacheLine entireType, DcciDst dcciDst = DcciDst::CACHELINE_ALL>
__belay_api__ void DataCacheCleanAndInvalid(const GlobalTensor<T> &dst)
{
    dcci((__gm__ void *)dst.address_, (uint64_t)entireType, (uint64_t)dcciDst);
}
template <class T, CacheLine entireType, DcciDst dcciDst>
__belay_api__ void DataCacheCleanAndInvalid(const LocalTensor<T> &dst)
{
    dcci((__ubuf__ void *)dst.__belay_ub(), (uint64_t)entireType, (uint64_t)dcciDst);
}
template <class T>
__belay_api__ void DataCachePreload(const GlobalTensor<uint64_t> &src, const T offset)
{
    dc_preload((__gm__ void *)src.address_, (int64_t)offset);
}
__belay_api__ void ICachePreLoad(const int64_t lines)
{
    preload((const void *)get_pc(), lines);
}

template <class T>
__belay_api__ T ReadGmByPassDCache(__gm__ T *address)
{
    return (T)ld_dev(address, 0);
}
template <class T>
__belay_api__ void WriteGmByPassDCache(__gm__ T *address, T value)
{
    st_dev(value, address, 0);
}

// --- scalar bits ---------------------------------------------------------------------------------

template <int countValue>
__belay_api__ int64_t GetBitCount(uint64_t value)
{
    static_assert(countValue == 0 || countValue == 1, "GetBitCount: zeros or ones");
    return countValue == 1 ? bcnt1(value) : bcnt0(value);
}
template <int countValue>
__belay_api__ int64_t GetSFFValue(uint64_t value)
{
    static_assert(countValue == 0 || countValue == 1, "GetSFFValue: the first 0 or the first 1");
    return countValue == 1 ? sff1(value) : sff0(value);
}
__belay_api__ int64_t CountLeadingZero(uint64_t value)
{
    return clz(value);
}
__belay_api__ int64_t ScalarCountLeadingZero(uint64_t value)
{
    return clz(value);
}
template <int countValue>
__belay_api__ int64_t ScalarGetCountOfValue(uint64_t value)
{
    return GetBitCount<countValue>(value);
}
template <int countValue>
__belay_api__ int64_t ScalarGetSFFValue(uint64_t value)
{
    return GetSFFValue<countValue>(value);
}

} // namespace AscendC
