// DataCopy and DataCopyPad. asc-devkit docs/zh/api/SIMD-API/基础API/数据搬运导览,
// include/basic_api/kernel_struct_data_copy.h (parameters and their units); fields of the movers:
// docs/kernel_binary.md, kernel/belay/pack.h.
#pragma once
#pragma clang system_header

#include "ascendc/system.h"

namespace AscendC
{

// --- parameters ----------------------------------------------------------------------------------

// blockCount bursts of blockLen blocks of 32 bytes; gaps from the end of one to the start of the
// next.
struct DataCopyParams {
    __belay_api__ DataCopyParams() {}
    __belay_api__ DataCopyParams(const uint16_t count, const uint16_t len, const uint16_t srcGapIn,
                                 const uint16_t dstGapIn)
        : blockCount(count), blockLen(len), srcGap(srcGapIn), dstGap(dstGapIn)
    {
    }
    uint16_t blockCount = 1;
    uint16_t blockLen = 0;
    union {
        uint16_t srcGap = 0;
        uint16_t srcStride;
    };
    union {
        uint16_t dstGap = 0;
        uint16_t dstStride;
    };
};

// blockLen and the gap in global memory in bytes, the gap in the local buffer in blocks of 32
// bytes.
struct DataCopyExtParams {
    __belay_api__ DataCopyExtParams() {}
    __belay_api__ DataCopyExtParams(const uint16_t count, const uint32_t len,
                                    const int64_t srcStrideIn, const int64_t dstStrideIn,
                                    const uint32_t rsvIn)
        : blockCount(count), blockLen(len), srcStride(srcStrideIn), dstStride(dstStrideIn),
          rsv(rsvIn)
    {
    }
    uint16_t blockCount = 1;
    uint32_t blockLen = 0;
    int64_t srcStride = 0;
    int64_t dstStride = 0;
    uint32_t rsv = 0;
};

// Elements in front of and behind each burst; isPad: they get the value, else copies of the first
// element of the burst.
struct DataCopyPadParams {
    __belay_api__ DataCopyPadParams() {}
    __belay_api__ DataCopyPadParams(const bool isPadIn, const uint8_t left, const uint8_t right,
                                    const uint64_t value)
        : isPad(isPadIn), leftPadding(left), rightPadding(right), paddingValue(value)
    {
    }
    bool isPad = false;
    uint8_t leftPadding = 0;
    uint8_t rightPadding = 0;
    uint64_t paddingValue = 0;
};

template <class T>
struct DataCopyPadExtParams {
    using TYPE = std::conditional_t<std::is_class<T>::value, uint8_t, T>; // 8-bit floats as bits
    __belay_api__ DataCopyPadExtParams() {}
    __belay_api__ DataCopyPadExtParams(const bool isPadIn, const uint8_t left, const uint8_t right,
                                       T value)
        : isPad(isPadIn), leftPadding(left), rightPadding(right),
          paddingValue(__builtin_bit_cast(TYPE, value))
    {
    }
    bool isPad = false;
    uint8_t leftPadding = 0;
    uint8_t rightPadding = 0;
    TYPE paddingValue = (TYPE)0;
};

// Two loops around the bursts of the following DataCopyPad; sizes 1 are no loops. Strides in bytes.
struct LoopModeParams {
    __belay_api__ LoopModeParams() {}
    __belay_api__ LoopModeParams(const uint32_t loop1SizeIn, const uint32_t loop2SizeIn,
                                 const uint64_t loop1SrcStrideIn, const uint64_t loop1DstStrideIn,
                                 const uint64_t loop2SrcStrideIn, const uint64_t loop2DstStrideIn)
        : loop1Size(loop1SizeIn), loop2Size(loop2SizeIn), loop1SrcStride(loop1SrcStrideIn),
          loop1DstStride(loop1DstStrideIn), loop2SrcStride(loop2SrcStrideIn),
          loop2DstStride(loop2DstStrideIn)
    {
    }
    uint32_t loop1Size = 0;
    uint32_t loop2Size = 0;
    uint64_t loop1SrcStride = 0;
    uint64_t loop1DstStride = 0;
    uint64_t loop2SrcStride = 0;
    uint64_t loop2DstStride = 0;
};
enum class DataCopyMVType : uint8_t { UB_TO_OUT = 0, OUT_TO_UB = 1 };

// --- one transfer, everything in bytes -----------------------------------------------------------

struct __belay_transfer {
    uint32_t bursts, length;   // length in bytes
    uint8_t left, right;       // elements
    bool constant;             // pad with the value of set_mov_pad_val
    uint8_t hint;              // for the second-level cache
    int64_t gm_gap, local_gap; // behind a burst; the local side starts each at a multiple of 32
};

template <PaddingMode mode>
__belay_api__ uint32_t __belay_local_stride(const __belay_transfer &t, uint32_t padding)
{
    return mode == PaddingMode::Compact
               ? t.length
               : AlignUp((uint32_t)t.local_gap + t.length + padding, ONE_BLK_SIZE);
}

// Global memory to the unified buffer (vector cores) or to L1 (cube cores). The movers know
// elements of up to 32 bits; 64-bit elements are two of those.
template <PaddingMode mode, class T>
__belay_api__ void __belay_read(const LocalTensor<T> &dst, const GlobalTensor<T> &src,
                                const __belay_transfer &t)
{
    using Word = __belay_bits_t<std::conditional_t<sizeof(T) == 8, uint32_t, T>>;
    constexpr uint32_t words = sizeof(T) / sizeof(Word);
    uint32_t stride = __belay_local_stride<mode>(t, (t.left + t.right) * (uint32_t)sizeof(T));
    uint8_t left = mode == PaddingMode::Compact ? 0 : t.left * words;
    uint8_t right = mode == PaddingMode::Compact ? 0 : t.right * words;
    uint64_t gm_stride = (uint64_t)(t.gm_gap + t.length);
    if constexpr (g_coreType == AIV)
        copy_gm_to_ubuf_align_v2((__ubuf__ Word *)dst.__belay_ub(), (__gm__ Word *)src.address_, 0,
                                 t.bursts, t.length, left, right, t.constant, t.hint, gm_stride,
                                 stride);
    else
        copy_gm_to_cbuf_align_v2((__cbuf__ Word *)dst.GetPhyAddr(), (__gm__ Word *)src.address_, 0,
                                 t.bursts, t.length, left, right, true, t.hint, gm_stride, stride);
}

// The unified buffer to global memory.
template <PaddingMode mode, class T>
__belay_api__ void __belay_write(const GlobalTensor<T> &dst, const LocalTensor<T> &src,
                                 const __belay_transfer &t)
{
    if constexpr (g_coreType == AIV)
        copy_ubuf_to_gm_align_v2((__gm__ void *)dst.address_, (__ubuf__ void *)src.__belay_ub(), 0,
                                 t.bursts, t.length, t.hint, (uint64_t)(t.gm_gap + t.length),
                                 __belay_local_stride<mode>(t, 0));
}

__belay_api__ __belay_transfer __belay_blocks(const DataCopyParams &p, uint32_t gm_gap,
                                              uint32_t local_gap, CacheMode hint)
{
    return {p.blockCount,
            p.blockLen * ONE_BLK_SIZE,
            0,
            0,
            true,
            __belay_cache_hint(hint),
            gm_gap * (int64_t)ONE_BLK_SIZE,
            local_gap * (int64_t)ONE_BLK_SIZE};
}

// --- DataCopy: whole blocks of 32 bytes ----------------------------------------------------------

template <class T>
__belay_api__ void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src,
                            const DataCopyParams &repeatParams)
{
    const DataCopyParams &p = repeatParams;
    __belay_read<PaddingMode::Normal>(dst, src,
                                      __belay_blocks(p, p.srcGap, p.dstGap, src.cacheMode_));
}

template <class T>
__belay_api__ void DataCopy(const GlobalTensor<T> &dst, const LocalTensor<T> &src,
                            const DataCopyParams &repeatParams)
{
    const DataCopyParams &p = repeatParams;
    __belay_write<PaddingMode::Normal>(dst, src,
                                       __belay_blocks(p, p.dstGap, p.srcGap, dst.cacheMode_));
}

// Between buffers of the core: on vector cores within the unified buffer and from it to L1, on cube
// cores from L1 to the unified buffer of the first vector core.
template <class T>
__belay_api__ void DataCopy(const LocalTensor<T> &dst, const LocalTensor<T> &src,
                            const DataCopyParams &repeatParams)
{
    const DataCopyParams &p = repeatParams;
    bool to_l1 = GetPhyType((TPosition)dst.GetPosition()) == Hardware::L1;
    if constexpr (g_coreType == AIV) {
        __ubuf__ void *from = (__ubuf__ void *)src.__belay_ub();
        if (to_l1)
            copy_ubuf_to_cbuf((__cbuf__ void *)dst.GetPhyAddr(), from, 0, p.blockCount, p.blockLen,
                              p.srcGap, p.dstGap);
        else
            copy_ubuf_to_ubuf((__ubuf__ void *)dst.__belay_ub(), from, 0, p.blockCount, p.blockLen,
                              p.srcGap, p.dstGap);
    } else if (GetPhyType((TPosition)src.GetPosition()) == Hardware::L1 && !to_l1) {
        copy_cbuf_to_ubuf((__ubuf__ void *)dst.__belay_ub(), (__cbuf__ void *)src.GetPhyAddr(),
                          false, p.blockCount, p.blockLen, p.srcGap, p.dstGap);
    }
}

// count elements, cut to whole blocks as the chip does.
template <class T>
__belay_api__ DataCopyParams __belay_count_of(uint32_t count)
{
    return DataCopyParams(1, (uint16_t)(count * sizeof(T) / ONE_BLK_SIZE), 0, 0);
}
template <class T>
__belay_api__ void DataCopy(const LocalTensor<T> &dst, const GlobalTensor<T> &src,
                            const uint32_t count)
{
    DataCopy(dst, src, __belay_count_of<T>(count));
}
template <class T>
__belay_api__ void DataCopy(const GlobalTensor<T> &dst, const LocalTensor<T> &src,
                            const uint32_t count)
{
    DataCopy(dst, src, __belay_count_of<T>(count));
}
template <class T>
__belay_api__ void DataCopy(const LocalTensor<T> &dst, const LocalTensor<T> &src,
                            const uint32_t count)
{
    DataCopy(dst, src, __belay_count_of<T>(count));
}

// --- DataCopyPad: any number of bytes ------------------------------------------------------------

template <class T>
__belay_api__ void SetPadValue(T paddingValue)
{
    static_assert(sizeof(T) <= 8, "SetPadValue: an element");
    set_mov_pad_val((uint64_t) __builtin_bit_cast(__belay_bits_t<T>, paddingValue));
}

template <class T, PaddingMode mode = PaddingMode::Normal>
__belay_api__ void DataCopyPad(const LocalTensor<T> &dst, const GlobalTensor<T> &src,
                               const DataCopyExtParams &dataCopyParams,
                               const DataCopyPadExtParams<T> &padParams)
{
    const DataCopyExtParams &p = dataCopyParams;
    if (padParams.isPad)
        SetPadValue(padParams.paddingValue);
    __belay_read<mode>(dst, src,
                       {p.blockCount, p.blockLen, padParams.leftPadding, padParams.rightPadding,
                        padParams.isPad, __belay_cache_hint(src.cacheMode_), p.srcStride,
                        p.dstStride * ONE_BLK_SIZE});
}
template <class T, PaddingMode mode = PaddingMode::Normal>
__belay_api__ void DataCopyPad(const LocalTensor<T> &dst, const GlobalTensor<T> &src,
                               const DataCopyParams &dataCopyParams,
                               const DataCopyPadParams &padParams)
{
    const DataCopyParams &p = dataCopyParams;
    if (padParams.isPad)
        set_mov_pad_val(padParams.paddingValue);
    __belay_read<mode>(dst, src,
                       {p.blockCount, p.blockLen, padParams.leftPadding, padParams.rightPadding,
                        padParams.isPad, __belay_cache_hint(src.cacheMode_), p.srcGap,
                        p.dstGap * (int64_t)ONE_BLK_SIZE});
}

template <class T, PaddingMode mode = PaddingMode::Normal>
__belay_api__ void DataCopyPad(const GlobalTensor<T> &dst, const LocalTensor<T> &src,
                               const DataCopyExtParams &dataCopyParams)
{
    const DataCopyExtParams &p = dataCopyParams;
    __belay_write<mode>(dst, src,
                        {p.blockCount, p.blockLen, 0, 0, false, __belay_cache_hint(dst.cacheMode_),
                         p.dstStride, p.srcStride * ONE_BLK_SIZE});
}
template <class T, PaddingMode mode = PaddingMode::Normal>
__belay_api__ void DataCopyPad(const GlobalTensor<T> &dst, const LocalTensor<T> &src,
                               const DataCopyParams &dataCopyParams)
{
    const DataCopyParams &p = dataCopyParams;
    __belay_write<mode>(dst, src,
                        {p.blockCount, p.blockLen, 0, 0, false, __belay_cache_hint(dst.cacheMode_),
                         p.dstGap, p.srcGap * (int64_t)ONE_BLK_SIZE});
}

__belay_api__ void SetLoopModePara(const LoopModeParams &loopParams, DataCopyMVType type)
{
    const LoopModeParams &p = loopParams;
    uint64_t sizes = (uint64_t)p.loop2Size << 21 | p.loop1Size;
    if (type == DataCopyMVType::OUT_TO_UB) {
        set_loop_size_outtoub(sizes);
        set_loop1_stride_outtoub(p.loop1DstStride << 40 | p.loop1SrcStride);
        set_loop2_stride_outtoub(p.loop2DstStride << 40 | p.loop2SrcStride);
    } else {
        set_loop_size_ubtoout(sizes);
        set_loop1_stride_ubtoout(p.loop1SrcStride << 40 | p.loop1DstStride);
        set_loop2_stride_ubtoout(p.loop2SrcStride << 40 | p.loop2DstStride);
    }
}
__belay_api__ void ResetLoopModePara(DataCopyMVType type)
{
    constexpr uint64_t one_by_one = 1ul << 21 | 1;
    if (type == DataCopyMVType::OUT_TO_UB)
        set_loop_size_outtoub(one_by_one);
    else
        set_loop_size_ubtoout(one_by_one);
}

} // namespace AscendC
