// Tensors in global memory and in the buffers of a core, and the allocator that only counts up.
// asc-devkit docs/zh/api/SIMD-API/基础API/数据结构, include/basic_api/kernel_tensor.h.
#pragma once
#pragma clang system_header

#include "ascendc/sync.h"

#ifndef K_MAX_SHAPE_DIM
#define K_MAX_SHAPE_DIM 8
#endif

namespace AscendC
{

struct ShapeInfo {
    uint8_t shapeDim;
    uint8_t originalShapeDim;
    uint32_t shape[K_MAX_SHAPE_DIM];
    uint32_t originalShape[K_MAX_SHAPE_DIM];
    DataFormat dataFormat;

    __belay_api__ ShapeInfo() {}
    __belay_api__ ShapeInfo(uint8_t dim, const uint32_t sizes[], uint8_t originalDim,
                            const uint32_t originalSizes[], DataFormat format)
        : shapeDim(dim), originalShapeDim(originalDim), dataFormat(format)
    {
        for (int i = 0; i < dim; i++)
            shape[i] = sizes[i];
        for (int i = 0; i < originalDim; i++)
            originalShape[i] = originalSizes[i];
    }
    __belay_api__ ShapeInfo(uint8_t dim, const uint32_t sizes[], DataFormat format = DataFormat::ND)
        : ShapeInfo(dim, sizes, dim, sizes, format)
    {
    }
};

__belay_api__ uint64_t GetShapeSize(const ShapeInfo &info)
{
    uint64_t size = 1;
    for (int i = 0; i < info.shapeDim; i++)
        size *= info.shape[i];
    return size;
}

// --- global memory -------------------------------------------------------------------------------

// Hint of a transfer for the second-level cache, as the movers encode it.
__belay_api__ uint8_t __belay_cache_hint(CacheMode mode)
{
    return mode == CacheMode::CACHE_MODE_DISABLE      ? 4
           : mode == CacheMode::CACHE_MODE_LAST       ? 1
           : mode == CacheMode::CACHE_MODE_PERSISTENT ? 2
                                                      : 0;
}

template <class T>
class GlobalTensor
{
  public:
    using PrimType = PrimT<T>;

    __belay_api__ GlobalTensor() {}
    __belay_api__ void SetGlobalBuffer(__gm__ T *buffer, uint64_t bufferSize)
    {
        address_ = buffer;
        bufferSize_ = bufferSize;
    }
    __belay_api__ void SetGlobalBuffer(__gm__ T *buffer) { address_ = buffer; }
    __belay_api__ const __gm__ T *GetPhyAddr() const { return address_; }
    __belay_api__ __gm__ T *GetPhyAddr(uint64_t offset) const { return address_ + offset; }
    // Elements by the scalar unit, through its data cache.
    __belay_api__ T GetValue(uint64_t offset) const { return address_[offset]; }
    __belay_api__ void SetValue(uint64_t offset, T value) { address_[offset] = value; }
    __belay_api__ __gm__ T &operator()(uint64_t offset) const { return address_[offset]; }
    __belay_api__ uint64_t GetSize() const { return bufferSize_; }
    __belay_api__ GlobalTensor operator[](uint64_t offset) const
    {
        GlobalTensor part = *this;
        part.address_ += offset;
        return part;
    }
    template <class U>
    __belay_api__ GlobalTensor<U> ReinterpretCast() const
    {
        GlobalTensor<U> other;
        other.address_ = (__gm__ U *)address_;
        other.bufferSize_ = bufferSize_ * sizeof(T) / sizeof(U);
        other.cacheMode_ = cacheMode_;
        other.shapeInfo_ = shapeInfo_;
        return other;
    }
    __belay_api__ void SetShapeInfo(const ShapeInfo &info) { shapeInfo_ = info; }
    __belay_api__ ShapeInfo GetShapeInfo() const { return shapeInfo_; }
    template <CacheRwMode rwMode = CacheRwMode::RW>
    __belay_api__ void SetL2CacheHint(CacheMode mode)
    {
        cacheMode_ = mode;
    }

    __gm__ T *address_;
    uint64_t bufferSize_ = 0;
    CacheMode cacheMode_ = CacheMode::CACHE_MODE_NORMAL;
    ShapeInfo shapeInfo_;
};

// --- buffers of the core -------------------------------------------------------------------------

struct __belay_buffer; // pipe.h: what a queue knows of one of its buffers
using TBufHandle = uint8_t *;
using TTagType = int32_t;

struct TBuffAddr {
    uint32_t dataLen;    // bytes
    uint32_t bufferAddr; // in the buffer of logicPos
    TBufHandle bufferHandle;
    uint8_t logicPos;
};

template <class T>
class LocalTensor
{
  public:
    using PrimType = PrimT<T>;

    __belay_api__ LocalTensor() {}
    __belay_api__ LocalTensor(TPosition position, uint32_t addr, uint32_t tileSize)
    {
        address_ = {(uint32_t)(tileSize * sizeof(T)), addr, nullptr, (uint8_t)position};
    }
    __belay_api__ uint64_t GetPhyAddr() const { return address_.bufferAddr; }
    __belay_api__ uint64_t GetPhyAddr(uint32_t offset) const
    {
        return address_.bufferAddr + offset * sizeof(T);
    }
    // Elements by the scalar unit; the kernel orders them with the pipes (V_S, S_V and so on).
    __belay_api__ T GetValue(uint32_t index) const { return *__belay_ub(index); }
    template <class S>
    __belay_api__ void SetValue(uint32_t index, const S value) const
    {
        *__belay_ub(index) = (T)value;
    }
    __belay_api__ __ubuf__ T &operator()(uint32_t offset) const { return *__belay_ub(offset); }
    __belay_api__ LocalTensor operator[](uint32_t offset) const
    {
        LocalTensor part = *this;
        part.address_.bufferAddr += offset * sizeof(T);
        part.address_.dataLen -= offset * sizeof(T);
        return part;
    }
    template <class U>
    __belay_api__ LocalTensor<U> ReinterpretCast() const
    {
        LocalTensor<U> other;
        other.address_ = address_;
        return other;
    }
    __belay_api__ int32_t GetPosition() const { return address_.logicPos; }
    __belay_api__ void SetSize(uint32_t size) { address_.dataLen = size * sizeof(T); }
    __belay_api__ uint32_t GetSize() const { return address_.dataLen / sizeof(T); }
    __belay_api__ uint32_t GetLength() const { return address_.dataLen; }
    __belay_api__ void SetBufferLen(uint32_t bytes) { address_.dataLen = bytes; }
    __belay_api__ void SetUserTag(TTagType tag);
    __belay_api__ TTagType GetUserTag() const;
    __belay_api__ void SetShapeInfo(const ShapeInfo &info) { shapeInfo_ = info; }
    __belay_api__ ShapeInfo GetShapeInfo() const { return shapeInfo_; }

    __belay_api__ void SetAddr(const TBuffAddr &address) { address_ = address; }
    __belay_api__ TBufHandle GetBufferHandle() const { return address_.bufferHandle; }
    template <class S>
    __belay_api__ void SetAddrWithOffset(LocalTensor<S> &src, uint32_t offset)
    {
        address_ = src.address_;
        address_.bufferAddr += offset * sizeof(S);
    }

    // Belay: where the elements lie, as a pointer that instructions take.
    __belay_api__ __ubuf__ T *__belay_ub(uint32_t offset = 0) const
    {
        return (__ubuf__ T *)(uint64_t)(address_.bufferAddr + offset * sizeof(T));
    }

    TBuffAddr address_;
    ShapeInfo shapeInfo_;
};

// --- allocation without queues -------------------------------------------------------------------

// First byte of the unified buffer behind the arrays of the kernel; the other buffers start at 0.
template <Hardware buffer>
__belay_api__ uint32_t __belay_dynamic_start()
{
    if constexpr (buffer == Hardware::UB && g_coreType == AIV) {
        extern __ubuf__ uint32_t dynamicStartUB[];
        return (uint32_t)(uint64_t)dynamicStartUB;
    }
    return 0;
}

template <Hardware hard = Hardware::UB>
class LocalMemAllocator
{
  public:
    static_assert(hard != Hardware::GM && hard != Hardware::MAX,
                  "LocalMemAllocator: a buffer of the core");

    __belay_api__ LocalMemAllocator() : head_(__belay_dynamic_start<hard>()) {}
    __belay_api__ uint32_t GetCurAddr() const { return head_; }
    template <class T>
    __belay_api__ LocalTensor<T> Alloc(uint32_t tileSize)
    {
        return __belay_take<T>(GetDefaultPosition(hard), tileSize);
    }
    template <class T, uint32_t tileSize>
    __belay_api__ LocalTensor<T> Alloc()
    {
        return __belay_take<T>(GetDefaultPosition(hard), tileSize);
    }
    template <TPosition position, class T>
    __belay_api__ LocalTensor<T> Alloc(uint32_t tileSize)
    {
        static_assert(GetPhyType(position) == hard, "Alloc: this position is in another buffer");
        return __belay_take<T>(position, tileSize);
    }
    template <TPosition position, class T, uint32_t tileSize>
    __belay_api__ LocalTensor<T> Alloc()
    {
        static_assert(GetPhyType(position) == hard, "Alloc: this position is in another buffer");
        return __belay_take<T>(position, tileSize);
    }

  private:
    template <class T>
    __belay_api__ LocalTensor<T> __belay_take(TPosition position, uint32_t tileSize)
    {
        LocalTensor<T> tensor(position, head_, tileSize);
        head_ += tileSize * sizeof(T);
        return tensor;
    }
    uint32_t head_;
};

} // namespace AscendC
