// Computing with register tensors. asc-devkit docs/zh/api/SIMD-API/基础API/Reg矢量计算/{基础算术,
// 逻辑计算,复合计算,比较与选择,数据填充,归约计算,数据重排,数据压缩,索引操作}; element types of each
// function from the same pages.
#pragma once
#pragma clang system_header

#include "ascendc/reg_memory.h"

namespace AscendC
{

// Ways to compute that the vendor's headers offer beside the instruction; only the instruction is
// there.
enum class ExpAlgo { INTRINSIC = 0, PRECISION_1ULP_FTZ_TRUE, PRECISION_1ULP_FTZ_FALSE };
enum class LnAlgo { INTRINSIC = 0, PRECISION_1ULP_FTZ_TRUE, PRECISION_1ULP_FTZ_FALSE };
enum class ReciprocalAlgo { INTRINSIC = 0, PRECISION_1ULP_FTZ_TRUE, PRECISION_1ULP_FTZ_FALSE };
enum class DivAlgo {
    INTRINSIC = 0,
    DIFF_COMPENSATION,
    PRECISION_1ULP_FTZ_TRUE,
    PRECISION_0ULP_FTZ_TRUE,
    PRECISION_0ULP_FTZ_FALSE,
    PRECISION_1ULP_FTZ_FALSE
};
enum class SqrtAlgo {
    INTRINSIC = 0,
    FAST_INVERSE,
    PRECISION_1ULP_FTZ_TRUE,
    PRECISION_0ULP_FTZ_FALSE,
    PRECISION_1ULP_FTZ_FALSE
};
enum class RsqrtAlgo {
    INTRINSIC = 0,
    FAST_INVERSE,
    PRECISION_1ULP_FTZ_TRUE,
    PRECISION_0ULP_FTZ_FALSE,
    PRECISION_1ULP_FTZ_FALSE
};
template <class Algo>
struct __belay_config {
    Algo algo = Algo::INTRINSIC;
};
using ExpConfig = __belay_config<ExpAlgo>;
using LnConfig = __belay_config<LnAlgo>;
using ReciprocalConfig = __belay_config<ReciprocalAlgo>;
using DivConfig = __belay_config<DivAlgo>;
using SqrtConfig = __belay_config<SqrtAlgo>;
using RsqrtConfig = __belay_config<RsqrtAlgo>;
constexpr ExpConfig DEFAULT_EXP_CONFIG = {};
constexpr LnConfig DEFAULT_LN_CONFIG = {};
constexpr ReciprocalConfig DEFAULT_RECIPROCAL_CONFIG = {};
constexpr DivConfig DEFAULT_DIV_CONFIG = {};
constexpr SqrtConfig DEFAULT_SQRT_CONFIG = {};
constexpr RsqrtConfig DEFAULT_RSQRT_CONFIG = {};
template <class Algo>
__aicore__ inline constexpr bool __belay_is_instruction(Algo algo)
{
    return algo == Algo::INTRINSIC || algo == Algo::PRECISION_1ULP_FTZ_TRUE;
}

namespace Reg
{

// A mode given as MaskMergeMode, or as a pointer to one of these.
template <class Algo>
struct __belay_specific {
    MaskMergeMode mrgMode = MaskMergeMode::ZEROING;
    Algo algo = Algo::INTRINSIC;
};
template <class Algo>
struct __belay_specific_precise {
    MaskMergeMode mrgMode = MaskMergeMode::ZEROING;
    bool precisionMode = false;
    Algo algo = Algo::INTRINSIC;
};
using ExpSpecificMode = __belay_specific<ExpAlgo>;
using LnSpecificMode = __belay_specific<LnAlgo>;
using DivSpecificMode = __belay_specific_precise<DivAlgo>;
using SqrtSpecificMode = __belay_specific_precise<SqrtAlgo>;

template <auto mode>
__simd_callee__ constexpr MaskMergeMode __belay_merge()
{
    if constexpr (std::is_same<decltype(mode), MaskMergeMode>::value) {
        return mode;
    } else {
        static_assert(__belay_is_instruction(mode->algo),
                      "only the instruction (INTRINSIC) is there, not the more exact algorithms");
        return mode->mrgMode;
    }
}

using __belay_zeroing = __belay_tag_t<::Mode, MaskMergeMode::ZEROING>;

// Runs `compute(result)` on a register that is zero where the mask is; with MERGING those elements
// of dst stay, by a move as on the chip, where the arithmetic itself only zeroes.
template <MaskMergeMode mode, class U, class Body>
__belay_reg_api__ void __belay_masked(U &dst, MaskReg &mask, Body compute)
{
    static_assert(mode == MaskMergeMode::ZEROING || mode == MaskMergeMode::MERGING,
                  "the merge mode is ZEROING or MERGING");
    if constexpr (mode == MaskMergeMode::ZEROING) {
        compute(dst.reg[0]);
    } else {
        typename U::RegType result;
        compute(result);
        vmov(dst.reg[0], result, mask, __belay_tag_t<::Mode, MaskMergeMode::MERGING>{});
    }
}

// --- element by element: two registers -----------------------------------------------------------

#define __BELAY_REG_BINARY(NAME, INSN, MODE, ...)                                                  \
    template <class T = DefaultType, MODE mode = MaskMergeMode::ZEROING, class U>                  \
    __belay_reg_api__ void NAME(U &dstReg, U &srcReg0, U &srcReg1, MaskReg &mask)                  \
    {                                                                                              \
        constexpr bool ok =                                                                        \
            SupportType<typename U::ActualT, __VA_ARGS__>() && __belay_same<T, U>();               \
        static_assert(ok, #NAME ": not for this element type");                                    \
        if constexpr (ok)                                                                          \
            __belay_masked<__belay_merge<mode>()>(                                                 \
                dstReg, mask, [&](auto &dst) __attribute__((always_inline)) {                      \
                    INSN(dst, srcReg0.reg[0], srcReg1.reg[0], mask, __belay_zeroing{});            \
                });                                                                                \
    }
#define __BELAY_INTEGERS int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t
__BELAY_REG_BINARY(Add, vadd, MaskMergeMode, __BELAY_INTEGERS, half, bfloat16_t, float)
__BELAY_REG_BINARY(Sub, vsub, MaskMergeMode, __BELAY_INTEGERS, half, bfloat16_t, float)
__BELAY_REG_BINARY(Mul, vmul, MaskMergeMode, int16_t, uint16_t, int32_t, uint32_t, half, bfloat16_t,
                   float)
__BELAY_REG_BINARY(Div, vdiv, auto, half, float, int16_t, uint16_t, int32_t, uint32_t)
__BELAY_REG_BINARY(Max, vmax, MaskMergeMode, __BELAY_INTEGERS, half, bfloat16_t, float)
__BELAY_REG_BINARY(Min, vmin, MaskMergeMode, __BELAY_INTEGERS, half, bfloat16_t, float)
__BELAY_REG_BINARY(And, vand, MaskMergeMode, __BELAY_INTEGERS, half, bfloat16_t, float)
__BELAY_REG_BINARY(Or, vor, MaskMergeMode, __BELAY_INTEGERS, half, bfloat16_t, float)
__BELAY_REG_BINARY(Xor, vxor, MaskMergeMode, __BELAY_INTEGERS, half, bfloat16_t, float)
__BELAY_REG_BINARY(Prelu, vprelu, MaskMergeMode, half, float)
__BELAY_REG_BINARY(AbsSub, vabsdif, MaskMergeMode, half, float)
#undef __BELAY_REG_BINARY

// Shifts by a register of signed counts.
#define __BELAY_REG_SHIFT(NAME, INSN)                                                              \
    template <class T = DefaultType, class U = DefaultType,                                        \
              MaskMergeMode mode = MaskMergeMode::ZEROING, class S, class V>                       \
    __belay_reg_api__ void NAME(S &dstReg, S &srcReg0, V &srcReg1, MaskReg &mask)                  \
    {                                                                                              \
        constexpr bool ok = SupportType<typename S::ActualT, __BELAY_INTEGERS>() &&                \
                            sizeof(typename S::ActualT) == sizeof(typename V::ActualT);            \
        static_assert(ok, #NAME ": integers, shifted by integers of the same width");              \
        if constexpr (ok)                                                                          \
            __belay_masked<mode>(                                                                  \
                dstReg, mask, [&](auto &dst) __attribute__((always_inline)) {                      \
                    INSN(dst, srcReg0.reg[0], srcReg1.reg[0], mask, __belay_zeroing{});            \
                });                                                                                \
    }
__BELAY_REG_SHIFT(ShiftLeft, vshl)
__BELAY_REG_SHIFT(ShiftRight, vshr)
#undef __BELAY_REG_SHIFT

// dst += src0 * src1, and dst = dst * src0 + src1: one rounding, and dst is also an operand.
#define __BELAY_REG_FUSED(NAME, INSN, ...)                                                         \
    template <class T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, class U>         \
    __belay_reg_api__ void NAME(U &dstReg, U &srcReg0, U &srcReg1, MaskReg &mask)                  \
    {                                                                                              \
        constexpr bool ok =                                                                        \
            SupportType<typename U::ActualT, __VA_ARGS__>() && __belay_same<T, U>();               \
        static_assert(ok, #NAME ": not for this element type");                                    \
        static_assert(mode == MaskMergeMode::ZEROING, #NAME ": ZEROING only");                     \
        if constexpr (ok)                                                                          \
            INSN(dstReg.reg[0], srcReg0.reg[0], srcReg1.reg[0], mask, __belay_zeroing{});          \
    }
__BELAY_REG_FUSED(MulAddDst, vmula, int16_t, uint16_t, int32_t, uint32_t, half, bfloat16_t, float)
__BELAY_REG_FUSED(MulDstAdd, vmadd, half, bfloat16_t, float)
__BELAY_REG_FUSED(FusedMulDstAdd, vmadd, half, bfloat16_t, float)
#undef __BELAY_REG_FUSED

// 32 by 32 bits to the lower and upper halves of 64.
template <class T = DefaultType, class U>
__belay_reg_api__ void Mull(U &dstReg0, U &dstReg1, U &srcReg0, U &srcReg1, MaskReg &mask)
{
    vmull(dstReg0.reg[0], dstReg1.reg[0], srcReg0.reg[0], srcReg1.reg[0], mask);
}
template <class T = DefaultType, class U>
__belay_reg_api__ void Add(MaskReg &carry, U &dstReg, U &srcReg0, U &srcReg1, MaskReg &mask)
{
    vaddc(carry, dstReg.reg[0], srcReg0.reg[0], srcReg1.reg[0], mask);
}
template <class T = DefaultType, class U>
__belay_reg_api__ void Sub(MaskReg &carry, U &dstReg, U &srcReg0, U &srcReg1, MaskReg &mask)
{
    vsubc(carry, dstReg.reg[0], srcReg0.reg[0], srcReg1.reg[0], mask);
}
template <class T = DefaultType, class U>
__belay_reg_api__ void AddC(MaskReg &carry, U &dstReg, U &srcReg0, U &srcReg1, MaskReg &carrySrc,
                            MaskReg &mask)
{
    vaddcs(carry, dstReg.reg[0], srcReg0.reg[0], srcReg1.reg[0], carrySrc, mask);
}
template <class T = DefaultType, class U>
__belay_reg_api__ void SubC(MaskReg &carry, U &dstReg, U &srcReg0, U &srcReg1, MaskReg &carrySrc,
                            MaskReg &mask)
{
    vsubcs(carry, dstReg.reg[0], srcReg0.reg[0], srcReg1.reg[0], carrySrc, mask);
}
template <class T = DefaultType, class U = DefaultType, RegLayout layout = RegLayout::ZERO,
          MaskMergeMode mode = MaskMergeMode::ZEROING, class S, class V>
__belay_reg_api__ void ExpSub(S &dstReg, V &srcReg0, V &srcReg1, MaskReg &mask)
{
    vexpdif(dstReg.reg[0], srcReg0.reg[0], srcReg1.reg[0], mask, __belay_tag_t<::Part, layout>{});
}

// --- one register --------------------------------------------------------------------------------

#define __BELAY_REG_UNARY(NAME, INSN, MODE, ...)                                                   \
    template <class T = DefaultType, MODE mode = MaskMergeMode::ZEROING, class U>                  \
    __belay_reg_api__ void NAME(U &dstReg, U &srcReg, MaskReg &mask)                               \
    {                                                                                              \
        constexpr bool ok =                                                                        \
            SupportType<typename U::ActualT, __VA_ARGS__>() && __belay_same<T, U>();               \
        static_assert(ok, #NAME ": not for this element type");                                    \
        if constexpr (ok)                                                                          \
            __belay_masked<__belay_merge<mode>()>(                                                 \
                dstReg, mask, [&](auto &dst) __attribute__((always_inline)) {                      \
                    INSN(dst, srcReg.reg[0], mask, __belay_zeroing{});                             \
                });                                                                                \
    }
__BELAY_REG_UNARY(Abs, vabs, MaskMergeMode, int8_t, int16_t, int32_t, half, float)
__BELAY_REG_UNARY(Neg, vneg, MaskMergeMode, int8_t, int16_t, int32_t, half, float)
__BELAY_REG_UNARY(Relu, vrelu, MaskMergeMode, int32_t, half, float)
__BELAY_REG_UNARY(Not, vnot, MaskMergeMode, __BELAY_INTEGERS, half, bfloat16_t, float)
__BELAY_REG_UNARY(Exp, vexp, auto, half, float)
__BELAY_REG_UNARY(Ln, vln, auto, half, float)
__BELAY_REG_UNARY(Log, vln, auto, half, float)
__BELAY_REG_UNARY(Sqrt, vsqrt, auto, half, float)
#undef __BELAY_REG_UNARY

// --- a register and a scalar ---------------------------------------------------------------------

#define __BELAY_REG_SCALAR(NAME, INSN, ...)                                                        \
    template <class T = DefaultType, class U, MaskMergeMode mode = MaskMergeMode::ZEROING,         \
              class S>                                                                             \
    __belay_reg_api__ void NAME(S &dstReg, S &srcReg, U scalarValue, MaskReg &mask)                \
    {                                                                                              \
        using Element = typename S::ActualT;                                                       \
        constexpr bool ok = SupportType<Element, __VA_ARGS__>() && __belay_same<T, S>() &&         \
                            std::is_convertible<U, Element>::value;                                \
        static_assert(ok, #NAME ": not for this element type");                                    \
        if constexpr (ok)                                                                          \
            __belay_masked<mode>(                                                                  \
                dstReg, mask, [&](auto &dst) __attribute__((always_inline)) {                      \
                    INSN(dst, srcReg.reg[0], (Element)scalarValue, mask, __belay_zeroing{});       \
                });                                                                                \
    }
__BELAY_REG_SCALAR(Adds, vadds, __BELAY_INTEGERS, half, bfloat16_t, float)
__BELAY_REG_SCALAR(Muls, vmuls, int16_t, uint16_t, int32_t, uint32_t, half, float)
__BELAY_REG_SCALAR(Maxs, vmaxs, __BELAY_INTEGERS, half, bfloat16_t, float)
__BELAY_REG_SCALAR(Mins, vmins, __BELAY_INTEGERS, half, bfloat16_t, float)
__BELAY_REG_SCALAR(LeakyRelu, vlrelu, half, float)
#undef __BELAY_REG_SCALAR

#define __BELAY_REG_SHIFTS(NAME, INSN)                                                             \
    template <class T = DefaultType, class U, MaskMergeMode mode = MaskMergeMode::ZEROING,         \
              class S>                                                                             \
    __belay_reg_api__ void NAME(S &dstReg, S &srcReg, U scalarValue, MaskReg &mask)                \
    {                                                                                              \
        constexpr bool ok = SupportType<typename S::ActualT, __BELAY_INTEGERS>();                  \
        static_assert(ok, #NAME ": integers");                                                     \
        if constexpr (ok)                                                                          \
            __belay_masked<mode>(                                                                  \
                dstReg, mask, [&](auto &dst) __attribute__((always_inline)) {                      \
                    INSN(dst, srcReg.reg[0], (int16_t)scalarValue, mask, __belay_zeroing{});       \
                });                                                                                \
    }
__BELAY_REG_SHIFTS(ShiftLefts, vshls)
__BELAY_REG_SHIFTS(ShiftRights, vshrs)
#undef __BELAY_REG_SHIFTS

// dst += src * scalar
template <class T = DefaultType, class U, MaskMergeMode mode = MaskMergeMode::ZEROING, class S>
__belay_reg_api__ void Axpy(S &dstReg, S &srcReg, const U scalarValue, MaskReg &mask)
{
    using Element = typename S::ActualT;
    constexpr bool ok = SupportType<Element, half, float>() && __belay_same<T, S>();
    static_assert(ok && mode == MaskMergeMode::ZEROING, "Axpy: half or float, ZEROING");
    if constexpr (ok)
        vaxpy(dstReg.reg[0], srcReg.reg[0], (Element)scalarValue, mask, __belay_zeroing{});
}
template <class T0 = DefaultType, class T1 = DefaultType, class T2,
          RegLayout layout = RegLayout::ZERO, class T3, class T4>
__belay_reg_api__ void MulsCast(T3 &dstReg, T4 &srcReg, T2 scalarValue, MaskReg &mask)
{
    vmulscvt(dstReg.reg[0], srcReg.reg[0], scalarValue, mask, __belay_tag_t<::Part, layout>{});
}
// Logarithms to other bases: of ln, times a constant.
template <class T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, class U>
__belay_reg_api__ void Log2(U &dstReg, U &srcReg, MaskReg &mask)
{
    static_assert(std::is_same<typename U::ActualT, float>::value, "Log2: float");
    Ln(dstReg, srcReg, mask);
    Muls(dstReg, dstReg, 1.4426950408889634f, mask);
}
template <class T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, class U>
__belay_reg_api__ void Log10(U &dstReg, U &srcReg, MaskReg &mask)
{
    static_assert(std::is_same<typename U::ActualT, float>::value, "Log10: float");
    Ln(dstReg, srcReg, mask);
    Muls(dstReg, dstReg, 0.43429448190325176f, mask);
}

// --- compare and select --------------------------------------------------------------------------

template <class T = DefaultType, CMPMODE mode = CMPMODE::EQ, class U>
__belay_reg_api__ void Compare(MaskReg &dst, U &srcReg0, U &srcReg1, MaskReg &mask)
{
    static_assert(__belay_same<T, U>(), "Compare: the registers are of another type");
    if constexpr (mode == CMPMODE::LT)
        vcmp_lt(dst, srcReg0.reg[0], srcReg1.reg[0], mask);
    else if constexpr (mode == CMPMODE::GT)
        vcmp_gt(dst, srcReg0.reg[0], srcReg1.reg[0], mask);
    else if constexpr (mode == CMPMODE::EQ)
        vcmp_eq(dst, srcReg0.reg[0], srcReg1.reg[0], mask);
    else if constexpr (mode == CMPMODE::LE)
        vcmp_le(dst, srcReg0.reg[0], srcReg1.reg[0], mask);
    else if constexpr (mode == CMPMODE::GE)
        vcmp_ge(dst, srcReg0.reg[0], srcReg1.reg[0], mask);
    else
        vcmp_ne(dst, srcReg0.reg[0], srcReg1.reg[0], mask);
}
template <class T = DefaultType, CMPMODE mode = CMPMODE::EQ, class U, class S>
__belay_reg_api__ void Compares(MaskReg &dst, U &srcReg, S scalarValue, MaskReg &mask)
{
    static_assert(__belay_same<T, U>(), "Compares: the register is of another type");
    typename U::ActualT scalar = (typename U::ActualT)scalarValue;
    if constexpr (mode == CMPMODE::LT)
        vcmps_lt(dst, srcReg.reg[0], scalar, mask);
    else if constexpr (mode == CMPMODE::GT)
        vcmps_gt(dst, srcReg.reg[0], scalar, mask);
    else if constexpr (mode == CMPMODE::EQ)
        vcmps_eq(dst, srcReg.reg[0], scalar, mask);
    else if constexpr (mode == CMPMODE::LE)
        vcmps_le(dst, srcReg.reg[0], scalar, mask);
    else if constexpr (mode == CMPMODE::GE)
        vcmps_ge(dst, srcReg.reg[0], scalar, mask);
    else
        vcmps_ne(dst, srcReg.reg[0], scalar, mask);
}
template <class T = DefaultType, CMPMODE mode = CMPMODE::EQ, class U, class S>
__belay_reg_api__ void CompareScalar(MaskReg &dst, U &srcReg, S scalarValue, MaskReg &mask)
{
    Compares<T, mode>(dst, srcReg, scalarValue, mask);
}
template <class T = DefaultType, class U>
__belay_reg_api__ void Select(U &dstReg, U &srcReg0, U &srcReg1, MaskReg &mask)
{
    static_assert(__belay_same<T, U>(), "Select: the registers are of another type");
    vsel(dstReg.reg[0], srcReg0.reg[0], srcReg1.reg[0], mask);
}

// --- fill, move, rearrange -----------------------------------------------------------------------

template <class T = DefaultType, class U, class S>
__belay_reg_api__ void Duplicate(S &dstReg, U scalarValue)
{
    using Element = typename S::ActualT;
    if constexpr (std::is_class<Element>::value || std::is_same<Element, bool>::value) {
        vector_s8 filled;
        vbr(filled, __builtin_bit_cast(int8_t, (Element)scalarValue));
        dstReg.reg[0] = (typename S::RegType)filled;
    } else {
        vbr(dstReg.reg[0], (Element)scalarValue);
    }
}
template <class T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, class U, class S>
__belay_reg_api__ void Duplicate(S &dstReg, U scalarValue, MaskReg &mask)
{
    using Element = typename S::ActualT;
    if constexpr (std::is_class<Element>::value || std::is_same<Element, bool>::value) {
        vector_s8 filled = (vector_s8)dstReg.reg[0];
        vdup(filled, __builtin_bit_cast(int8_t, (Element)scalarValue), mask,
             __belay_tag_t<::Mode, mode>{});
        dstReg.reg[0] = (typename S::RegType)filled;
    } else {
        vdup(dstReg.reg[0], (Element)scalarValue, mask, __belay_tag_t<::Mode, mode>{});
    }
}
template <class T = DefaultType, HighLowPart pos = HighLowPart::LOWEST,
          MaskMergeMode mode = MaskMergeMode::ZEROING, class S>
__belay_reg_api__ void Duplicate(S &dstReg, S &srcReg, MaskReg &mask)
{
    vdup(dstReg.reg[0], srcReg.reg[0], mask, __belay_tag_t<::Pos, pos>{},
         __belay_tag_t<::Mode, mode>{});
}
template <class T = DefaultType, MaskMergeMode mode = MaskMergeMode::MERGING, class U>
__belay_reg_api__ void Move(U &dstReg, U &srcReg, MaskReg mask)
{
    static_assert(mode == MaskMergeMode::MERGING, "Move: MERGING only");
    vmov(dstReg.reg[0], srcReg.reg[0], mask, __belay_tag_t<::Mode, mode>{});
}
template <class T = DefaultType, class U>
__belay_reg_api__ void Move(U &dstReg, U &srcReg)
{
    vmov(dstReg.reg[0], srcReg.reg[0]);
}
template <class T = DefaultType, MaskMergeMode mode = MaskMergeMode::MERGING, class U>
__belay_reg_api__ void Copy(U &dstReg, U &srcReg, MaskReg mask)
{
    Move<T, mode>(dstReg, srcReg, mask);
}
template <class T = DefaultType, class U>
__belay_reg_api__ void Copy(U &dstReg, U &srcReg)
{
    vmov(dstReg.reg[0], srcReg.reg[0]);
}
template <class T = DefaultType, IndexOrder order = IndexOrder::INCREASE_ORDER, class U, class S>
__belay_reg_api__ void Arange(S &dstReg, U scalarValue)
{
    vci(dstReg.reg[0], (typename S::ActualT)scalarValue, __belay_tag_t<::Order, order>{});
}
template <class T = DefaultType, class U>
__belay_reg_api__ void Interleave(U &dstReg0, U &dstReg1, U &srcReg0, U &srcReg1)
{
    vintlv(dstReg0.reg[0], dstReg1.reg[0], srcReg0.reg[0], srcReg1.reg[0]);
}
template <class T = DefaultType, class U>
__belay_reg_api__ void DeInterleave(U &dstReg0, U &dstReg1, U &srcReg0, U &srcReg1)
{
    vdintlv(dstReg0.reg[0], dstReg1.reg[0], srcReg0.reg[0], srcReg1.reg[0]);
}
template <class T = DefaultType, class U = DefaultType, HighLowPart part = HighLowPart::LOWEST,
          class S, class V>
__belay_reg_api__ void Pack(S &dstReg, V &srcReg)
{
    vpack(dstReg.reg[0], srcReg.reg[0], __belay_tag_t<::HiloPart, part>{});
}
template <class T = DefaultType, class U = DefaultType, HighLowPart part = HighLowPart::LOWEST,
          class S, class V>
__belay_reg_api__ void UnPack(S &dstReg, V &srcReg)
{
    vunpack(dstReg.reg[0], srcReg.reg[0], __belay_tag_t<::HiloPart, part>{});
}
template <class T = DefaultType, class U = DefaultType, class S, class V>
__belay_reg_api__ void Gather(S &dstReg, S &srcReg, V &indexReg)
{
    using Unit = __belay_unit_vector_t<typename S::ActualT>;
    Unit gathered;
    vselr(gathered, (Unit)srcReg.reg[0], indexReg.reg[0]);
    dstReg.reg[0] = (typename S::RegType)gathered;
}
template <class T = DefaultType, GatherMaskMode store = GatherMaskMode::NO_STORE_REG, class U>
__belay_reg_api__ void Squeeze(U &dstReg, U &srcReg, MaskReg &mask)
{
    vsqz(dstReg.reg[0], srcReg.reg[0], mask, __belay_tag_t<::StoreMode, store>{});
}
template <class T = DefaultType, GatherMaskMode store = GatherMaskMode::NO_STORE_REG, class U>
__belay_reg_api__ void GatherMask(U &dstReg, U &srcReg, MaskReg &mask)
{
    Squeeze<T, store>(dstReg, srcReg, mask);
}
template <SpecialPurposeReg spr>
__belay_reg_api__ void ClearSpr()
{
    static_assert(spr == SpecialPurposeReg::AR, "ClearSpr: AR is the only one");
    sprclr(SPR_AR);
}
template <class T = DefaultType, class U>
__belay_reg_api__ void Unsqueeze(U &dstReg, MaskReg &mask)
{
    vusqz(dstReg.reg[0], mask);
}

// --- reductions: over the register, over each block of 32 bytes, over pairs ----------------------

template <ReduceType type = ReduceType::SUM, class T = DefaultType, class U = DefaultType,
          MaskMergeMode mode = MaskMergeMode::ZEROING, class S, class V>
__belay_reg_api__ void Reduce(S &dstReg, V srcReg, MaskReg mask)
{
    if constexpr (type == ReduceType::SUM)
        vcadd(dstReg.reg[0], srcReg.reg[0], mask, __belay_zeroing{});
    else if constexpr (type == ReduceType::MAX)
        vcmax(dstReg.reg[0], srcReg.reg[0], mask, __belay_zeroing{});
    else
        vcmin(dstReg.reg[0], srcReg.reg[0], mask, __belay_zeroing{});
}
template <ReduceType type = ReduceType::SUM, class T = DefaultType, class U = DefaultType,
          MaskMergeMode mode = MaskMergeMode::ZEROING, class S, class V>
__belay_reg_api__ void ReduceDataBlock(S &dstReg, V srcReg, MaskReg mask)
{
    if constexpr (type == ReduceType::SUM)
        vcgadd(dstReg.reg[0], srcReg.reg[0], mask, __belay_zeroing{});
    else if constexpr (type == ReduceType::MAX)
        vcgmax(dstReg.reg[0], srcReg.reg[0], mask, __belay_zeroing{});
    else
        vcgmin(dstReg.reg[0], srcReg.reg[0], mask, __belay_zeroing{});
}
template <PairReduce type = PairReduce::SUM, class T = DefaultType,
          MaskMergeMode mode = MaskMergeMode::ZEROING, class U>
__belay_reg_api__ void PairReduceElem(U &dstReg, U srcReg, MaskReg mask)
{
    vcpadd(dstReg.reg[0], srcReg.reg[0], mask, __belay_zeroing{});
}

// Older names.
#define __BELAY_REDUCE_NAME(NAME, FUNCTION, TYPE)                                                  \
    template <class T = DefaultType, class U = DefaultType,                                        \
              MaskMergeMode mode = MaskMergeMode::ZEROING, class S, class V>                       \
    __belay_reg_api__ void NAME(S &dstReg, V srcReg, MaskReg mask)                                 \
    {                                                                                              \
        FUNCTION<ReduceType::TYPE>(dstReg, srcReg, mask);                                          \
    }
__BELAY_REDUCE_NAME(ReduceSum, Reduce, SUM)
__BELAY_REDUCE_NAME(ReduceMax, Reduce, MAX)
__BELAY_REDUCE_NAME(ReduceMin, Reduce, MIN)
__BELAY_REDUCE_NAME(ReduceSumWithDataBlock, ReduceDataBlock, SUM)
__BELAY_REDUCE_NAME(ReduceMaxWithDataBlock, ReduceDataBlock, MAX)
__BELAY_REDUCE_NAME(ReduceMinWithDataBlock, ReduceDataBlock, MIN)
#undef __BELAY_REDUCE_NAME
template <class T = DefaultType, MaskMergeMode mode = MaskMergeMode::ZEROING, class U>
__belay_reg_api__ void PairReduceSum(U &dstReg, U srcReg, MaskReg mask)
{
    PairReduceElem(dstReg, srcReg, mask);
}

} // namespace Reg
} // namespace AscendC
