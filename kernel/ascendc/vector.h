// What the vector functions behind the tensor API share: repeats, strides, masks.
// asc-devkit docs/zh/api/SIMD-API/基础API/Memory矢量计算/SIMD计算说明 (repeat, block and repeat
// stride in blocks of 32 bytes, masks); dav_3510 runs every one of them as a loop over registers.
#pragma once
#pragma clang system_header

#include "ascendc/reg_convert.h"

#define __belay_vector_function__ __simd_vf__ inline

// Calls a vector function; cube cores have none.
template <auto function, class... Args>
__belay_api__ void asc_vf_call(Args &&...args)
{
    if constexpr (AscendC::g_coreType == AscendC::AIV)
        function(args...);
}

namespace AscendC
{

struct BinaryRepeatParams {
    __belay_api__ BinaryRepeatParams() {}
    __belay_api__ BinaryRepeatParams(const uint8_t dstBlk, const uint8_t src0Blk,
                                     const uint8_t src1Blk, const uint8_t dstRep,
                                     const uint8_t src0Rep, const uint8_t src1Rep)
        : dstBlkStride(dstBlk), src0BlkStride(src0Blk), src1BlkStride(src1Blk),
          dstRepStride(dstRep), src0RepStride(src0Rep), src1RepStride(src1Rep)
    {
    }
    uint32_t blockNumber = DEFAULT_BLK_NUM;
    uint8_t dstBlkStride = DEFAULT_BLK_STRIDE;
    uint8_t src0BlkStride = DEFAULT_BLK_STRIDE;
    uint8_t src1BlkStride = DEFAULT_BLK_STRIDE;
    uint8_t dstRepStride = DEFAULT_REPEAT_STRIDE;
    uint8_t src0RepStride = DEFAULT_REPEAT_STRIDE;
    uint8_t src1RepStride = DEFAULT_REPEAT_STRIDE;
    bool repeatStrideMode = false;
    bool strideSizeMode = false;
};

struct UnaryRepeatParams {
    __belay_api__ UnaryRepeatParams() {}
    __belay_api__ UnaryRepeatParams(const uint16_t dstBlk, const uint16_t srcBlk,
                                    const uint8_t dstRep, const uint8_t srcRep,
                                    const bool half_block = false)
        : dstBlkStride(dstBlk), srcBlkStride(srcBlk), dstRepStride(dstRep), srcRepStride(srcRep),
          halfBlock(half_block)
    {
    }
    uint32_t blockNumber = DEFAULT_BLK_NUM;
    uint16_t dstBlkStride = DEFAULT_BLK_STRIDE;
    uint16_t srcBlkStride = DEFAULT_BLK_STRIDE;
    uint8_t dstRepStride = DEFAULT_REPEAT_STRIDE;
    uint8_t srcRepStride = DEFAULT_REPEAT_STRIDE;
    bool repeatStrideMode = false;
    bool strideSizeMode = false;
    bool halfBlock = false;
};

struct CopyRepeatParams {
    __belay_api__ CopyRepeatParams() {}
    __belay_api__ CopyRepeatParams(const uint16_t dst, const uint16_t src, const uint16_t dstRep,
                                   const uint16_t srcRep)
        : dstStride(dst), srcStride(src), dstRepeatSize(dstRep), srcRepeatSize(srcRep)
    {
    }
    uint16_t dstStride = 0;
    uint16_t srcStride = 0;
    uint16_t dstRepeatSize = DEFAULT_REPEAT_STRIDE;
    uint16_t srcRepeatSize = DEFAULT_REPEAT_STRIDE;
};

// --- masks ---------------------------------------------------------------------------------------

// Where the mask of a call with repeats comes from.
enum class __belay_mask {
    LANES,            // the first `mask` lanes of every repeat
    REGISTER,         // the register of SetVectorMask, the same in every repeat
    COUNTER,          // `mask` elements over all repeats; the number of repeats follows
    COUNTER_REGISTER, // the same, and the number stands in the register
};

constexpr uint32_t __belay_scratch = TOTAL_UB_SIZE; // behind what kernels may use

// Number of elements in the mask register. It reaches the scalar unit through memory only.
__simd_callee__ inline uint32_t __belay_counter()
{
    auto scratch = (__ubuf__ uint64_t *)(uint64_t)__belay_scratch;
    Reg::MaskReg mask = Reg::MoveMask<uint16_t>();
    Reg::StoreAlign<uint64_t, Reg::MaskDist::DIST_PACK>(scratch, mask);
    Reg::LocalMemBar<Reg::MemType::VEC_STORE, Reg::MemType::SCALAR_LOAD>();
    return (uint32_t)scratch[0];
}

// The masks of the repeats of one call, for elements of type T.
template <class T, __belay_mask kind>
struct __belay_repeats {
    static constexpr bool counter =
        kind == __belay_mask::COUNTER || kind == __belay_mask::COUNTER_REGISTER;
    uint32_t count;
    uint16_t times;
    Reg::MaskReg mask;

    __belay_reg_api__ __belay_repeats(uint32_t given, uint16_t repeat)
    {
        count = kind == __belay_mask::COUNTER_REGISTER ? __belay_counter() : given;
        times = counter ? (uint16_t)CeilDivision(count, VECTOR_REG_WIDTH / sizeof(T)) : repeat;
        if constexpr (kind == __belay_mask::LANES)
            mask = Reg::UpdateMask<T>(count);
        else if constexpr (kind == __belay_mask::REGISTER)
            mask = Reg::MoveMask<T>();
    }
    // The mask of the next repeat. Repeats may overlap: what the last one stored, this one loads.
    template <bool loads = true>
    __belay_reg_api__ void next()
    {
        if constexpr (counter)
            mask = Reg::UpdateMask<T>(count);
        if constexpr (loads)
            Reg::LocalMemBar<Reg::MemType::VEC_STORE, Reg::MemType::VEC_LOAD>();
    }
};

__belay_api__ bool __belay_counter_mode()
{
    return ((uint64_t)get_ctrl() >> 56 & 1) != 0;
}

template <__belay_mask kind>
using __belay_kind = std::integral_constant<__belay_mask, kind>;

// Calls `launch` with where the mask is, for a mask given as a number of lanes or elements ...
template <bool isSetMask, class Launch>
__belay_api__ void __belay_with_mask(uint64_t mask, Launch launch)
{
    constexpr auto normal = isSetMask ? __belay_mask::LANES : __belay_mask::REGISTER;
    constexpr auto counter = isSetMask ? __belay_mask::COUNTER : __belay_mask::COUNTER_REGISTER;
    if (__belay_counter_mode())
        launch(__belay_kind<counter>{}, (uint32_t)mask);
    else
        launch(__belay_kind<normal>{}, (uint32_t)mask);
}
// ... and as bits, of which counter mode reads the first word as a number.
template <bool isSetMask, class Launch>
__belay_api__ void __belay_with_mask(const uint64_t mask[], Launch launch)
{
    constexpr auto counter = isSetMask ? __belay_mask::COUNTER : __belay_mask::COUNTER_REGISTER;
    if (__belay_counter_mode()) {
        launch(__belay_kind<counter>{}, isSetMask ? (uint32_t)mask[0] : 0u);
    } else {
        if constexpr (isSetMask)
            set_vector_mask(mask[1], mask[0]);
        launch(__belay_kind<__belay_mask::REGISTER>{}, 0u);
    }
}

// A parameter of type T from which T is not deduced.
template <class T>
struct __belay_identity {
    using type = T;
};

// --- operands ------------------------------------------------------------------------------------

// One operand of a call with repeats: register number i.
template <class T>
struct __belay_operand {
    __ubuf__ T *base;
    uint32_t block_stride, repeat_stride; // in blocks of 32 bytes
    __belay_reg_api__ __ubuf__ T *at(uint16_t i) const
    {
        return base + i * repeat_stride * (ONE_BLK_SIZE / sizeof(T));
    }
    template <class Register>
    __belay_reg_api__ void load(Register &r, uint16_t i, Reg::MaskReg &mask) const
    {
        Reg::LoadAlign<T, Reg::DataCopyMode::DATA_BLOCK_COPY>(r, at(i), block_stride, mask);
    }
    template <class Register>
    __belay_reg_api__ void store(Register &r, uint16_t i, Reg::MaskReg &mask) const
    {
        Reg::StoreAlign<T, Reg::DataCopyMode::DATA_BLOCK_COPY>(at(i), r, block_stride, mask);
    }
};

constexpr __belay_reg_api__ uint16_t __belay_registers(uint32_t count, uint32_t size)
{
    return (uint16_t)CeilDivision(count, VECTOR_REG_WIDTH / size);
}

} // namespace AscendC
