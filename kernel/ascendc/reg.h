// The register API: tensors in vector registers, masks, loads and stores. For vector functions
// (__simd_vf__, __VEC_SCOPE__). asc-devkit docs/zh/api/SIMD-API/基础API/Reg矢量计算,
// include/basic_api/reg_compute (names, template parameters, modes).
#pragma once
#pragma clang system_header

#include "ascendc/system.h"

#define __belay_reg_api__ __simd_callee__ inline __attribute__((nodebug))

namespace AscendC
{
namespace Reg
{

// --- modes, with the instructions' own numbers ---------------------------------------------------

enum class RegLayout { UNKNOWN = -1, ZERO, ONE, TWO, THREE };
enum class SatMode { UNKNOWN = -1, NO_SAT, SAT };
enum class IndexOrder { INCREASE_ORDER, DECREASE_ORDER };
enum class MaskMergeMode { UNKNOWN, MERGING, ZEROING };
enum class HighLowPart { LOWEST, HIGHEST };
enum class PostLiteral { POST_MODE_NORMAL, POST_MODE_UPDATE };
enum class MaskPattern {
    ALL,
    VL1,
    VL2,
    VL3,
    VL4,
    VL8,
    VL16,
    VL32,
    VL64,
    VL128,
    M3,
    M4,
    H,
    Q,
    ALLF = 15
};
enum class LoadDist {
    DIST_NORM,
    DIST_BRC_B8,
    DIST_BRC_B16,
    DIST_BRC_B32,
    DIST_US_B8 = 6,
    DIST_US_B16,
    DIST_DS_B8,
    DIST_DS_B16,
    DIST_BDINTLV,
    DIST_DINTLV_B8,
    DIST_DINTLV_B16,
    DIST_UNPACK_B8,
    DIST_UNPACK_B16,
    DIST_BLK,
    DIST_E2B_B16,
    DIST_E2B_B32,
    DIST_UNPACK_B32,
    DIST_DINTLV_B32,
    DIST_UNPACK4_B8,
    DIST_SPLT4CHN_B8,
    DIST_SPLT2CHN_B8,
    DIST_SPLT2CHN_B16
};
enum class StoreDist {
    DIST_NORM_B8,
    DIST_NORM_B16,
    DIST_NORM_B32,
    DIST_FIRST_ELEMENT_B8,
    DIST_FIRST_ELEMENT_B16,
    DIST_FIRST_ELEMENT_B32,
    DIST_PACK_B16,
    DIST_PACK_B32,
    DIST_INTLV_B8,
    DIST_INTLV_B16,
    DIST_PACK_B64,
    DIST_INTLV_B32,
    DIST_PACK4_B32,
    DIST_MRG4CHN_B8,
    DIST_MRG2CHN_B8,
    DIST_MRG2CHN_B16,
    DIST_NORM
};
enum class MaskDist { DIST_NORM, DIST_US = 1, DIST_DS = 2, DIST_PACK = 1 };
enum class MemType { VEC_STORE, VEC_LOAD, SCALAR_STORE, SCALAR_LOAD, VEC_ALL, SCALAR_ALL };
enum class DataCopyMode { DATA_BLOCK_COPY };
enum class GatherMaskMode { NO_STORE_REG, STORE_REG };
enum class StoreMode { NOSTORED = 0, STORED };
enum class PairReduce { SUM = 0 };
using ReduceType = AscendC::ReduceType;

struct DefaultType {
};
struct CastTrait {
    RegLayout layoutMode = RegLayout::UNKNOWN;
    SatMode satMode = SatMode::UNKNOWN;
    MaskMergeMode mrgMode = MaskMergeMode::UNKNOWN;
    RoundMode roundMode = RoundMode::UNKNOWN;
};
constexpr CastTrait castTrait = {};

// An enumerator as the tag that an intrinsic takes.
template <class Enum, auto value>
using __belay_tag_t = std::integral_constant<Enum, (Enum)value>;

// --- registers -----------------------------------------------------------------------------------

template <class T>
struct __belay_vector;
template <class V>
struct __belay_element; // of a register
#define __BELAY_REGISTER(T, V)                                                                     \
    template <>                                                                                    \
    struct __belay_vector<T> {                                                                     \
        using type = V;                                                                            \
    };                                                                                             \
    template <>                                                                                    \
    struct __belay_element<V> {                                                                    \
        using type = T;                                                                            \
    }
__BELAY_REGISTER(float, vector_f32);
__BELAY_REGISTER(half, vector_f16);
__BELAY_REGISTER(bfloat16_t, vector_bf16);
__BELAY_REGISTER(int64_t, vector_s64);
__BELAY_REGISTER(uint64_t, vector_u64);
__BELAY_REGISTER(int32_t, vector_s32);
__BELAY_REGISTER(uint32_t, vector_u32);
__BELAY_REGISTER(int16_t, vector_s16);
__BELAY_REGISTER(uint16_t, vector_u16);
__BELAY_REGISTER(int8_t, vector_s8);
__BELAY_REGISTER(uint8_t, vector_u8);
__BELAY_REGISTER(hifloat8_t, vector_hif8);
__BELAY_REGISTER(float8_e4m3_t, vector_f8e4m3);
__BELAY_REGISTER(float8_e5m2_t, vector_f8e5m2);
__BELAY_REGISTER(float8_e8m0_t, vector_f8e8m0);
__BELAY_REGISTER(float4_e2m1x2_t, vector_f4e2m1x2);
__BELAY_REGISTER(float4_e1m2x2_t, vector_f4e1m2x2);
__BELAY_REGISTER(int4x2_t, vector_s4x2);
#undef __BELAY_REGISTER
template <>
struct __belay_vector<bool> {
    using type = vector_s8;
};

struct RegTrait {
    int REG_NUM = 1;
};
constexpr RegTrait RegTraitNumOne = {1};
constexpr RegTrait RegTraitNumTwo = {2};

template <class T, const RegTrait &regTrait = RegTraitNumOne>
struct RegTensor {
    using ActualT = T;
    using RegType = typename __belay_vector<T>::type;
    static constexpr RegTrait trait = regTrait;
    static constexpr int REG_NUM = regTrait.REG_NUM;
    static_assert(REG_NUM == 1, "RegTensor: 64-bit elements in two registers are not there");

    __belay_reg_api__ RegTensor() {}
    __belay_reg_api__ operator RegType &() { return reg[0]; }

    RegType reg[1];
};

using MaskReg = vector_bool;
using UnalignReg = vector_align;
using UnalignRegForLoad = vector_align;
using UnalignRegForStore = vector_align;
using AddrReg = vector_address;

// T of the call, if it is given, is the element type of the register.
template <class T, class U>
__simd_callee__ constexpr bool __belay_same()
{
    return std::is_same<T, DefaultType>::value || std::is_same<T, typename U::ActualT>::value;
}
// 64-bit elements move as pairs of 32 bits.
template <class T>
using __belay_unit_t = std::conditional_t<sizeof(T) == 8, uint32_t, __belay_bits_t<T>>;
template <class T>
using __belay_unit_vector_t = typename __belay_vector<__belay_unit_t<T>>::type;
template <class T>
constexpr int32_t __belay_units = sizeof(T) / sizeof(__belay_unit_t<T>);

// --- masks ---------------------------------------------------------------------------------------

// The first `count` lanes; count goes down by the lanes of a register.
template <class T, const RegTrait &regTrait = RegTraitNumOne>
__belay_reg_api__ MaskReg UpdateMask(uint32_t &count)
{
    static_assert(SupportBytes<T, 1, 2, 4, 8>(), "UpdateMask: 8, 16, 32 or 64 bits");
    if constexpr (sizeof(T) == 1) {
        return plt_b8(count, POST_UPDATE);
    } else if constexpr (sizeof(T) == 2) {
        return plt_b16(count, POST_UPDATE);
    } else if constexpr (sizeof(T) == 4) {
        return plt_b32(count, POST_UPDATE);
    } else { // a bit in front of every eight
        constexpr uint32_t lanes = VECTOR_REG_WIDTH / sizeof(T);
        uint32_t before = count;
        MaskReg words = plt_b32(count, POST_UPDATE), mask;
        punpack(mask, words, LOWER);
        count = before > lanes ? before - lanes : 0;
        return mask;
    }
}

template <class T, MaskPattern mode = MaskPattern::ALL, const RegTrait &regTrait = RegTraitNumOne>
__belay_reg_api__ MaskReg CreateMask()
{
    constexpr bool wide = sizeof(T) == 8;
    constexpr MaskPattern pattern = wide && mode == MaskPattern::H   ? MaskPattern::VL16
                                    : wide && mode == MaskPattern::Q ? MaskPattern::VL8
                                                                     : mode;
    constexpr __belay_tag_t<::Pat, pattern> tag{};
    if constexpr (sizeof(T) == 1) {
        return pset_b8(tag);
    } else if constexpr (sizeof(T) == 2) {
        return pset_b16(tag);
    } else if constexpr (sizeof(T) == 4) {
        return pset_b32(tag);
    } else {
        MaskReg words = pset_b32(tag), mask;
        punpack(mask, words, LOWER);
        return mask;
    }
}

// The mask register that SetVectorMask sets.
template <class T>
__belay_reg_api__ MaskReg MoveMask()
{
    static_assert(SupportBytes<T, 2, 4>(), "MoveMask: 16 or 32 bits");
    if constexpr (sizeof(T) == 2)
        return movp_b16();
    else
        return movp_b32();
}

#define __BELAY_MASK_BINARY(NAME, OLD, INSN)                                                       \
    __belay_reg_api__ void NAME(MaskReg &dst, MaskReg &src0, MaskReg &src1, MaskReg &mask)         \
    {                                                                                              \
        INSN(dst, src0, src1, mask);                                                               \
    }                                                                                              \
    __belay_reg_api__ void OLD(MaskReg &dst, MaskReg &src0, MaskReg &src1, MaskReg &mask)          \
    {                                                                                              \
        INSN(dst, src0, src1, mask);                                                               \
    }
__BELAY_MASK_BINARY(And, MaskAnd, pand)
__BELAY_MASK_BINARY(Or, MaskOr, por)
__BELAY_MASK_BINARY(Xor, MaskXor, pxor)
__BELAY_MASK_BINARY(Select, MaskSel, psel)
#undef __BELAY_MASK_BINARY
__belay_reg_api__ void Not(MaskReg &dst, MaskReg &src, MaskReg &mask)
{
    pnot(dst, src, mask);
}
__belay_reg_api__ void MaskNot(MaskReg &dst, MaskReg &src, MaskReg &mask)
{
    pnot(dst, src, mask);
}
__belay_reg_api__ void Move(MaskReg &dst, MaskReg &src, MaskReg &mask)
{
    pmov(dst, src, mask);
}
__belay_reg_api__ void MaskMov(MaskReg &dst, MaskReg &src, MaskReg &mask)
{
    pmov(dst, src, mask);
}
__belay_reg_api__ void Move(MaskReg &dst, MaskReg &src)
{
    pmov(dst, src);
}
__belay_reg_api__ void MaskMov(MaskReg &dst, MaskReg &src)
{
    pmov(dst, src);
}

template <class T>
__belay_reg_api__ void MaskInterleave(MaskReg &dst0, MaskReg &dst1, MaskReg &src0, MaskReg &src1)
{
    static_assert(SupportBytes<T, 1, 2, 4>(), "MaskInterleave: 8, 16 or 32 bits");
    if constexpr (sizeof(T) == 1)
        pintlv_b8(dst0, dst1, src0, src1);
    else if constexpr (sizeof(T) == 2)
        pintlv_b16(dst0, dst1, src0, src1);
    else
        pintlv_b32(dst0, dst1, src0, src1);
}
template <class T>
__belay_reg_api__ void MaskDeInterleave(MaskReg &dst0, MaskReg &dst1, MaskReg &src0, MaskReg &src1)
{
    static_assert(SupportBytes<T, 1, 2, 4>(), "MaskDeInterleave: 8, 16 or 32 bits");
    if constexpr (sizeof(T) == 1)
        pdintlv_b8(dst0, dst1, src0, src1);
    else if constexpr (sizeof(T) == 2)
        pdintlv_b16(dst0, dst1, src0, src1);
    else
        pdintlv_b32(dst0, dst1, src0, src1);
}
// From a mask of narrow elements to one of twice the width, and back.
template <HighLowPart part = HighLowPart::LOWEST>
__belay_reg_api__ void MaskPack(MaskReg &dst, MaskReg &src)
{
    ppack(dst, src, __belay_tag_t<::HiloPart, part>{});
}
template <HighLowPart part = HighLowPart::LOWEST>
__belay_reg_api__ void MaskUnPack(MaskReg &dst, MaskReg &src)
{
    punpack(dst, src, __belay_tag_t<::HiloPart, part>{});
}
template <class T = DefaultType, int16_t offset, class U>
__belay_reg_api__ void MaskGenWithRegTensor(MaskReg &dst, U &srcReg)
{
    using Unit = __belay_bits_t<typename U::ActualT>;
    static_assert(SupportBytes<Unit, 2, 4>(), "MaskGenWithRegTensor: 16 or 32 bits");
    movvp(dst, (typename __belay_vector<Unit>::type)srcReg.reg[0], offset);
}

// --- order of memory accesses inside a vector function -------------------------------------------

template <MemType src, MemType dst>
__belay_reg_api__ void LocalMemBar()
{
    using M = MemType;
    constexpr bool vs = src == M::VEC_STORE, vl = src == M::VEC_LOAD, va = src == M::VEC_ALL;
    constexpr bool ss = src == M::SCALAR_STORE, sl = src == M::SCALAR_LOAD;
    constexpr bool sa = src == M::SCALAR_ALL;
    if constexpr (va && dst == M::VEC_ALL)
        mem_bar(VV_ALL);
    else if constexpr (vs && dst == M::VEC_LOAD)
        mem_bar(VST_VLD);
    else if constexpr (vl && dst == M::VEC_STORE)
        mem_bar(VLD_VST);
    else if constexpr (vs && dst == M::VEC_STORE)
        mem_bar(VST_VST);
    else if constexpr (va && dst == M::SCALAR_ALL)
        mem_bar(VS_ALL);
    else if constexpr (vs && dst == M::SCALAR_LOAD)
        mem_bar(VST_LD);
    else if constexpr (vl && dst == M::SCALAR_STORE)
        mem_bar(VLD_ST);
    else if constexpr (vs && dst == M::SCALAR_STORE)
        mem_bar(VST_ST);
    else if constexpr (sa && dst == M::VEC_ALL)
        mem_bar(SV_ALL);
    else if constexpr (ss && dst == M::VEC_LOAD)
        mem_bar(ST_VLD);
    else if constexpr (sl && dst == M::VEC_STORE)
        mem_bar(LD_VST);
    else if constexpr (ss && dst == M::VEC_STORE)
        mem_bar(ST_VST);
    else
        static_assert(src != src, "LocalMemBar: no barrier between these two");
}

} // namespace Reg
namespace MicroAPI = Reg;
} // namespace AscendC
