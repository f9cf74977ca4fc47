// Elements of a tensor in the unified buffer by address, and elements spread over blocks.
// asc-devkit docs/zh/api/SIMD-API/基础API/Memory矢量计算/{离散与聚合,数据填充}, include/basic_api.
#pragma once
#pragma clang system_header

#include "ascendc/vector.h"

namespace AscendC
{

// Strides of the result in blocks.
struct BrcbRepeatParams {
    __belay_api__ BrcbRepeatParams() {}
    __belay_api__ BrcbRepeatParams(const uint16_t dstBlk, const uint16_t dstRep)
        : dstRepStride(dstRep), dstBlkStride(dstBlk)
    {
    }
    uint16_t dstRepStride = DEFAULT_REPEAT_STRIDE;
    uint16_t dstBlkStride = DEFAULT_BLK_STRIDE;
};
struct GatherRepeatParams {
    __belay_api__ GatherRepeatParams() {}
    __belay_api__ GatherRepeatParams(const uint8_t dstBlk, const uint8_t dstRep)
        : dstRepStride(dstRep), dstBlkStride(dstBlk)
    {
    }
    uint16_t dstRepStride = DEFAULT_REPEAT_STRIDE;
    uint8_t dstBlkStride = DEFAULT_BLK_STRIDE;
};

// --- by address
// ---------------------------------------------------------------------------------------

template <class Word>
__belay_vector_function__ void __belay_gather(__ubuf__ Word *dst, __ubuf__ Word *src,
                                              __ubuf__ uint32_t *offsets, uint32_t count)
{
    constexpr uint32_t words = VECTOR_REG_WIDTH / sizeof(uint32_t);
    constexpr uint32_t lanes = VECTOR_REG_WIDTH / sizeof(Word);
    uint16_t times = __belay_registers(count, sizeof(Word));
    Reg::MaskReg all = Reg::CreateMask<uint32_t>();
    for (uint16_t i = 0; i < times; i++) {
        Reg::MaskReg mask = Reg::UpdateMask<Word>(count);
        Reg::RegTensor<Word> result;
        if constexpr (sizeof(Word) == 4) {
            Reg::RegTensor<uint32_t> index;
            Reg::LoadAlign(index, offsets + i * words);
            Reg::ShiftRights(index, index, (int16_t)2, all);
            Reg::Gather(result, src, index, mask);
        } else { // indices of 16 bits, of two registers of offsets
            Reg::RegTensor<uint32_t> low, high;
            Reg::RegTensor<uint16_t> first, second, index;
            Reg::MaskReg half_register = Reg::CreateMask<uint16_t, Reg::MaskPattern::H>();
            Reg::LoadAlign(low, offsets + 2 * i * words);
            Reg::LoadAlign(high, offsets + (2 * i + 1) * words);
            Reg::ShiftRights(low, low, (int16_t)1, all);
            Reg::ShiftRights(high, high, (int16_t)1, all);
            Reg::Pack<uint16_t, uint32_t, Reg::HighLowPart::LOWEST>(first, low);
            Reg::Pack<uint16_t, uint32_t, Reg::HighLowPart::HIGHEST>(second, high);
            Reg::Select(index, first, second, half_register);
            Reg::Gather(result, src, index, mask);
        }
        Reg::StoreAlign(dst + i * lanes, result, mask);
    }
}
// dst[i] is the element at byte srcOffset[i] + srcBaseOffset of src.
template <class T>
__belay_api__ void Gather(const LocalTensor<T> &dst, const LocalTensor<T> &src,
                          const LocalTensor<uint32_t> &srcOffset, const uint32_t srcBaseOffset,
                          const uint32_t count)
{
    using Word = __belay_bits_t<T>;
    static_assert(SupportBytes<T, 2, 4>(), "Gather: elements of 16 or 32 bits");
    if constexpr (g_coreType == AIV)
        __belay_gather<Word>((__ubuf__ Word *)dst.__belay_ub(),
                             (__ubuf__ Word *)src.__belay_ub(srcBaseOffset / sizeof(T)),
                             srcOffset.__belay_ub(), count);
}

// --- blocks
// -------------------------------------------------------------------------------------------

template <class Word>
__belay_vector_function__ void __belay_gather_blocks(__ubuf__ Word *dst, __ubuf__ Word *src,
                                                     __ubuf__ uint32_t *offsets, uint8_t repeat,
                                                     GatherRepeatParams p)
{
    __belay_operand<Word> d = {dst, p.dstBlkStride, p.dstRepStride};
    Reg::MaskReg all = Reg::CreateMask<uint8_t>();
    for (uint16_t i = 0; i < repeat; i++) {
        Reg::RegTensor<uint32_t> index;
        Reg::RegTensor<Word> result;
        Reg::LoadAlign(index, offsets + i * DEFAULT_BLK_NUM);
        Reg::GatherB(result, src, index, all);
        d.store(result, i, all);
    }
}
// Eight blocks of 32 bytes in each repeat, at the bytes `offset` of src0.
template <class T>
__belay_api__ void Gatherb(const LocalTensor<T> &dst, const LocalTensor<T> &src0,
                           const LocalTensor<uint32_t> &offset, const uint8_t repeatTime,
                           const GatherRepeatParams &repeatParams)
{
    using Word = __belay_bits_t<T>;
    static_assert(SupportBytes<T, 2, 4>(), "Gatherb: elements of 16 or 32 bits");
    if constexpr (g_coreType == AIV)
        __belay_gather_blocks<Word>((__ubuf__ Word *)dst.__belay_ub(),
                                    (__ubuf__ Word *)src0.__belay_ub(), offset.__belay_ub(),
                                    repeatTime, repeatParams);
}

template <class Word>
__belay_vector_function__ void __belay_spread(__ubuf__ Word *dst, __ubuf__ Word *src,
                                              uint8_t repeat, BrcbRepeatParams p)
{
    constexpr Reg::LoadDist dist =
        sizeof(Word) == 2 ? Reg::LoadDist::DIST_E2B_B16 : Reg::LoadDist::DIST_E2B_B32;
    __belay_operand<Word> d = {dst, p.dstBlkStride == 0 ? 1u : p.dstBlkStride, p.dstRepStride};
    Reg::MaskReg all = Reg::CreateMask<Word>();
    for (uint16_t i = 0; i < repeat; i++) {
        Reg::RegTensor<Word> r;
        Reg::LoadAlign<Word, dist>(r, src + i * DEFAULT_BLK_NUM);
        d.store(r, i, all);
    }
}
// Every repeat takes eight elements and fills a block with each.
template <class T>
__belay_api__ void Brcb(const LocalTensor<T> &dst, const LocalTensor<T> &src0,
                        const uint8_t repeatTime, const BrcbRepeatParams &repeatParams)
{
    using Word = __belay_bits_t<T>;
    static_assert(SupportBytes<T, 2, 4>(), "Brcb: elements of 16 or 32 bits");
    if constexpr (g_coreType == AIV)
        __belay_spread<Word>((__ubuf__ Word *)dst.__belay_ub(), (__ubuf__ Word *)src0.__belay_ub(),
                             repeatTime, repeatParams);
}

} // namespace AscendC
