// Element by element over tensors in the unified buffer: the count form and the forms with mask and
// repeats. asc-devkit docs/zh/api/SIMD-API/基础API/Memory矢量计算/{基础算术,逻辑计算,复合计算}.
#pragma once
#pragma clang system_header

#include "ascendc/vector.h"

namespace AscendC
{

// --- loops ---------------------------------------------------------------------------------------

// Op::run(dst, src0, src1, mask) on registers; where Op::reads_dst, dst is loaded before.
template <class Op, class T>
__belay_vector_function__ void __belay_binary(__ubuf__ T *dst, __ubuf__ T *src0, __ubuf__ T *src1,
                                              uint32_t count)
{
    constexpr uint32_t lanes = VECTOR_REG_WIDTH / sizeof(T);
    uint16_t times = __belay_registers(count, sizeof(T));
    for (uint16_t i = 0; i < times; i++) {
        Reg::RegTensor<T> a, b, result;
        Reg::MaskReg mask = Reg::UpdateMask<T>(count);
        Reg::LoadAlign(a, src0 + i * lanes);
        Reg::LoadAlign(b, src1 + i * lanes);
        if constexpr (Op::reads_dst)
            Reg::LoadAlign(result, dst + i * lanes);
        Op::run(result, a, b, mask);
        Reg::StoreAlign(dst + i * lanes, result, mask);
    }
}
template <class Op, class T, __belay_mask kind>
__belay_vector_function__ void __belay_binary_repeats(__ubuf__ T *dst, __ubuf__ T *src0,
                                                      __ubuf__ T *src1, uint32_t given,
                                                      uint16_t repeat, BinaryRepeatParams p)
{
    __belay_repeats<T, kind> repeats(given, repeat);
    __belay_operand<T> d = {dst, p.dstBlkStride, p.dstRepStride};
    __belay_operand<T> s0 = {src0, p.src0BlkStride, p.src0RepStride};
    __belay_operand<T> s1 = {src1, p.src1BlkStride, p.src1RepStride};
    for (uint16_t i = 0; i < repeats.times; i++) {
        Reg::RegTensor<T> a, b, result;
        repeats.next();
        s0.load(a, i, repeats.mask);
        s1.load(b, i, repeats.mask);
        if constexpr (Op::reads_dst)
            d.load(result, i, repeats.mask);
        Op::run(result, a, b, repeats.mask);
        d.store(result, i, repeats.mask);
    }
}

// Op::run(dst, src, scalar, mask); operations without a scalar get a 0 that nobody reads.
template <class Op, class T, class S>
__belay_vector_function__ void __belay_unary(__ubuf__ T *dst, __ubuf__ T *src, S scalar,
                                             uint32_t count)
{
    constexpr uint32_t lanes = VECTOR_REG_WIDTH / sizeof(T);
    uint16_t times = __belay_registers(count, sizeof(T));
    for (uint16_t i = 0; i < times; i++) {
        Reg::RegTensor<T> a, result;
        Reg::MaskReg mask = Reg::UpdateMask<T>(count);
        Reg::LoadAlign(a, src + i * lanes);
        if constexpr (Op::reads_dst)
            Reg::LoadAlign(result, dst + i * lanes);
        Op::run(result, a, scalar, mask);
        Reg::StoreAlign(dst + i * lanes, result, mask);
    }
}
template <class Op, class T, class S, __belay_mask kind>
__belay_vector_function__ void __belay_unary_repeats(__ubuf__ T *dst, __ubuf__ T *src, S scalar,
                                                     uint32_t given, uint16_t repeat,
                                                     UnaryRepeatParams p)
{
    __belay_repeats<T, kind> repeats(given, repeat);
    __belay_operand<T> d = {dst, p.dstBlkStride, p.dstRepStride};
    __belay_operand<T> s = {src, p.srcBlkStride, p.srcRepStride};
    for (uint16_t i = 0; i < repeats.times; i++) {
        Reg::RegTensor<T> a, result;
        repeats.next();
        s.load(a, i, repeats.mask);
        if constexpr (Op::reads_dst)
            d.load(result, i, repeats.mask);
        Op::run(result, a, scalar, repeats.mask);
        d.store(result, i, repeats.mask);
    }
}

// --- calls ---------------------------------------------------------------------------------------

template <class Op, class T>
__belay_api__ void __belay_call_binary(const LocalTensor<T> &dst, const LocalTensor<T> &src0,
                                       const LocalTensor<T> &src1, uint32_t count)
{
    if constexpr (g_coreType == AIV)
        __belay_binary<Op, T>(dst.__belay_ub(), src0.__belay_ub(), src1.__belay_ub(), count);
}
// Mask: a number, or a pointer to the words of bits.
template <class Op, bool isSetMask, class T, class Mask>
__belay_api__ void __belay_call_binary(const LocalTensor<T> &dst, const LocalTensor<T> &src0,
                                       const LocalTensor<T> &src1, Mask mask, uint8_t repeat,
                                       const BinaryRepeatParams &p)
{
    static_assert(SupportBytes<T, 2, 4>(), "the forms with repeats: 16 or 32 bits");
    if constexpr (g_coreType == AIV)
        __belay_with_mask<isSetMask>(mask, [&](auto kind, uint32_t given) {
            __belay_binary_repeats<Op, T, decltype(kind)::value>(
                dst.__belay_ub(), src0.__belay_ub(), src1.__belay_ub(), given, repeat, p);
        });
}
template <class Op, class T, class S>
__belay_api__ void __belay_call_unary(const LocalTensor<T> &dst, const LocalTensor<T> &src,
                                      S scalar, uint32_t count)
{
    if constexpr (g_coreType == AIV)
        __belay_unary<Op, T, S>(dst.__belay_ub(), src.__belay_ub(), scalar, count);
}
template <class Op, bool isSetMask, class T, class S, class Mask>
__belay_api__ void __belay_call_unary(const LocalTensor<T> &dst, const LocalTensor<T> &src,
                                      S scalar, Mask mask, uint8_t repeat,
                                      const UnaryRepeatParams &p)
{
    static_assert(SupportBytes<T, 2, 4>(), "the forms with repeats: 16 or 32 bits");
    if constexpr (g_coreType == AIV)
        __belay_with_mask<isSetMask>(mask, [&](auto kind, uint32_t given) {
            __belay_unary_repeats<Op, T, S, decltype(kind)::value>(
                dst.__belay_ub(), src.__belay_ub(), scalar, given, repeat, p);
        });
}

// Ways to compute other than the instruction are not there; CONFIG names the parameter that the
// vendor's templates have for them.
struct __belay_plain {
    struct only {
        static constexpr int INTRINSIC = 0, PRECISION_1ULP_FTZ_TRUE = 1;
    };
};
template <class Config>
constexpr Config __belay_default = {};
template <class Config>
__aicore__ inline constexpr bool __belay_plain_config(const Config &config)
{
    if constexpr (std::is_same<Config, __belay_plain>::value)
        return true;
    else
        return __belay_is_instruction(config.algo);
}
#define __BELAY_CHECK_CONFIG(NAME)                                                                 \
    static_assert(__belay_plain_config(config), #NAME                                              \
                  ": only the instruction (INTRINSIC) is there, not the more exact algorithms")

// The three forms of one operation.
#define __BELAY_BINARY_API(NAME, OP, CONFIG)                                                       \
    template <class T, const CONFIG &config = __belay_default<CONFIG>>                             \
    __belay_api__ void NAME(const LocalTensor<T> &dst, const LocalTensor<T> &src0,                 \
                            const LocalTensor<T> &src1, const int32_t &count)                      \
    {                                                                                              \
        __BELAY_CHECK_CONFIG(NAME);                                                                \
        __belay_call_binary<OP>(dst, src0, src1, (uint32_t)count);                                 \
    }                                                                                              \
    template <class T, bool isSetMask = true, const CONFIG &config = __belay_default<CONFIG>>      \
    __belay_api__ void NAME(const LocalTensor<T> &dst, const LocalTensor<T> &src0,                 \
                            const LocalTensor<T> &src1, uint64_t mask, const uint8_t repeatTime,   \
                            const BinaryRepeatParams &repeatParams)                                \
    {                                                                                              \
        __BELAY_CHECK_CONFIG(NAME);                                                                \
        __belay_call_binary<OP, isSetMask>(dst, src0, src1, mask, repeatTime, repeatParams);       \
    }                                                                                              \
    template <class T, bool isSetMask = true, const CONFIG &config = __belay_default<CONFIG>>      \
    __belay_api__ void NAME(const LocalTensor<T> &dst, const LocalTensor<T> &src0,                 \
                            const LocalTensor<T> &src1, uint64_t mask[], const uint8_t repeatTime, \
                            const BinaryRepeatParams &repeatParams)                                \
    {                                                                                              \
        __BELAY_CHECK_CONFIG(NAME);                                                                \
        __belay_call_binary<OP, isSetMask>(dst, src0, src1, (const uint64_t *)mask, repeatTime,    \
                                           repeatParams);                                          \
    }

#define __BELAY_UNARY_API(NAME, OP, CONFIG)                                                        \
    template <class T, const CONFIG &config = __belay_default<CONFIG>>                             \
    __belay_api__ void NAME(const LocalTensor<T> &dst, const LocalTensor<T> &src,                  \
                            const int32_t &count)                                                  \
    {                                                                                              \
        __BELAY_CHECK_CONFIG(NAME);                                                                \
        __belay_call_unary<OP>(dst, src, 0, (uint32_t)count);                                      \
    }                                                                                              \
    template <class T, bool isSetMask = true, const CONFIG &config = __belay_default<CONFIG>>      \
    __belay_api__ void NAME(const LocalTensor<T> &dst, const LocalTensor<T> &src, uint64_t mask,   \
                            const uint8_t repeatTime, const UnaryRepeatParams &repeatParams)       \
    {                                                                                              \
        __BELAY_CHECK_CONFIG(NAME);                                                                \
        __belay_call_unary<OP, isSetMask>(dst, src, 0, mask, repeatTime, repeatParams);            \
    }                                                                                              \
    template <class T, bool isSetMask = true, const CONFIG &config = __belay_default<CONFIG>>      \
    __belay_api__ void NAME(const LocalTensor<T> &dst, const LocalTensor<T> &src, uint64_t mask[], \
                            const uint8_t repeatTime, const UnaryRepeatParams &repeatParams)       \
    {                                                                                              \
        __BELAY_CHECK_CONFIG(NAME);                                                                \
        __belay_call_unary<OP, isSetMask>(dst, src, 0, (const uint64_t *)mask, repeatTime,         \
                                          repeatParams);                                           \
    }

#define __BELAY_SCALAR_API(NAME, OP)                                                               \
    template <class T, bool isSetMask = true>                                                      \
    __belay_api__ void NAME(const LocalTensor<T> &dst, const LocalTensor<T> &src,                  \
                            const typename __belay_identity<T>::type &scalarValue,                 \
                            const int32_t &count)                                                  \
    {                                                                                              \
        __belay_call_unary<OP>(dst, src, scalarValue, (uint32_t)count);                            \
    }                                                                                              \
    template <class T, bool isSetMask = true>                                                      \
    __belay_api__ void NAME(const LocalTensor<T> &dst, const LocalTensor<T> &src,                  \
                            const typename __belay_identity<T>::type &scalarValue, uint64_t mask,  \
                            const uint8_t repeatTime, const UnaryRepeatParams &repeatParams)       \
    {                                                                                              \
        __belay_call_unary<OP, isSetMask>(dst, src, scalarValue, mask, repeatTime, repeatParams);  \
    }                                                                                              \
    template <class T, bool isSetMask = true>                                                      \
    __belay_api__ void NAME(const LocalTensor<T> &dst, const LocalTensor<T> &src,                  \
                            const typename __belay_identity<T>::type &scalarValue,                 \
                            uint64_t mask[], const uint8_t repeatTime,                             \
                            const UnaryRepeatParams &repeatParams)                                 \
    {                                                                                              \
        __belay_call_unary<OP, isSetMask>(dst, src, scalarValue, (const uint64_t *)mask,           \
                                          repeatTime, repeatParams);                               \
    }

// An operation whose body is `...`, with registers dst, a, b (or a and the scalar s) and mask.
#define __BELAY_BINARY_OP(NAME, CONFIG, READS, ...)                                                \
    struct __belay_op_##NAME {                                                                     \
        static constexpr bool reads_dst = READS;                                                   \
        template <class R>                                                                         \
        static __belay_reg_api__ void run(R &dst, R &a, R &b, Reg::MaskReg &mask)                  \
        {                                                                                          \
            using T = typename R::ActualT;                                                         \
            __VA_ARGS__;                                                                           \
        }                                                                                          \
    };                                                                                             \
    __BELAY_BINARY_API(NAME, __belay_op_##NAME, CONFIG)
#define __BELAY_UNARY_OP_BODY(NAME, READS, ...)                                                    \
    struct __belay_op_##NAME {                                                                     \
        static constexpr bool reads_dst = READS;                                                   \
        template <class R, class S>                                                                \
        static __belay_reg_api__ void run(R &dst, R &a, S s, Reg::MaskReg &mask)                   \
        {                                                                                          \
            using T = typename R::ActualT;                                                         \
            __VA_ARGS__;                                                                           \
        }                                                                                          \
    };
#define __BELAY_UNARY_OP(NAME, CONFIG, ...)                                                        \
    __BELAY_UNARY_OP_BODY(NAME, false, __VA_ARGS__)                                                \
    __BELAY_UNARY_API(NAME, __belay_op_##NAME, CONFIG)
#define __BELAY_SCALAR_OP(NAME, ...)                                                               \
    __BELAY_UNARY_OP_BODY(NAME, false, __VA_ARGS__)                                                \
    __BELAY_SCALAR_API(NAME, __belay_op_##NAME)

// --- the operations ------------------------------------------------------------------------------

#define __BELAY_SIMPLE_OP(NAME)                                                                    \
    __BELAY_BINARY_OP(NAME, __belay_plain, false, Reg::NAME(dst, a, b, mask))
__BELAY_SIMPLE_OP(Add)
__BELAY_SIMPLE_OP(Sub)
__BELAY_SIMPLE_OP(Mul)
__BELAY_BINARY_OP(Div, DivConfig, false, Reg::Div(dst, a, b, mask))
__BELAY_SIMPLE_OP(Max)
__BELAY_SIMPLE_OP(Min)
__BELAY_SIMPLE_OP(And)
__BELAY_SIMPLE_OP(Or)
__BELAY_SIMPLE_OP(Xor)
#undef __BELAY_SIMPLE_OP
__BELAY_BINARY_OP(AddRelu, __belay_plain, false, Reg::Add(dst, a, b, mask);
                  Reg::Maxs(dst, dst, (T)0, mask))
__BELAY_BINARY_OP(SubRelu, __belay_plain, false, Reg::Sub(dst, a, b, mask);
                  Reg::Maxs(dst, dst, (T)0, mask))
__BELAY_BINARY_OP(MulAddDst, __belay_plain, true, Reg::MulAddDst(dst, a, b, mask))
__BELAY_BINARY_OP(FusedMulAdd, __belay_plain, true, Reg::MulDstAdd(dst, a, b, mask))
__BELAY_BINARY_OP(FusedMulAddRelu, __belay_plain, true, Reg::MulDstAdd(dst, a, b, mask);
                  Reg::Maxs(dst, dst, (T)0, mask))

__BELAY_UNARY_OP(Abs, __belay_plain, Reg::Abs(dst, a, mask))
__BELAY_UNARY_OP(Neg, __belay_plain, Reg::Neg(dst, a, mask))
__BELAY_UNARY_OP(Relu, __belay_plain, Reg::Relu(dst, a, mask))
__BELAY_UNARY_OP(Not, __belay_plain, Reg::Not(dst, a, mask))
__BELAY_UNARY_OP(Exp, ExpConfig, Reg::Exp(dst, a, mask))
__BELAY_UNARY_OP(Ln, LnConfig, Reg::Ln(dst, a, mask))
__BELAY_UNARY_OP(Sqrt, SqrtConfig, Reg::Sqrt(dst, a, mask))
// Reciprocals by division, as on the chip.
__BELAY_UNARY_OP(Reciprocal, ReciprocalConfig, R one; Reg::Duplicate(one, (T)1.0f, mask);
                 Reg::Div(dst, one, a, mask))
// The root of a negative number is not divided again.
__BELAY_UNARY_OP(Rsqrt, RsqrtConfig, R one; R root; Reg::MaskReg negative;
                 Reg::Duplicate(one, (T)1.0f, mask);
                 Reg::Compares<T, CMPMODE::LT>(negative, a, (T)0.0f, mask);
                 Reg::Sqrt(root, a, mask); Reg::Div(dst, one, root, mask);
                 Reg::Select(dst, root, dst, negative))

__BELAY_SCALAR_OP(Adds, Reg::Adds(dst, a, s, mask))
__BELAY_SCALAR_OP(
    Muls,
    if constexpr (std::is_same<T, bfloat16_t>::value) {
        Reg::Duplicate(dst, s, mask);
        Reg::Mul(dst, a, dst, mask);
    } else { Reg::Muls(dst, a, s, mask); })
__BELAY_SCALAR_OP(Maxs, Reg::Maxs(dst, a, s, mask))
__BELAY_SCALAR_OP(Mins, Reg::Mins(dst, a, s, mask))
__BELAY_SCALAR_OP(LeakyRelu, Reg::LeakyRelu(dst, a, s, mask))
__BELAY_SCALAR_OP(ShiftLeft, Reg::ShiftLefts(dst, a, (int16_t)s, mask))
__BELAY_SCALAR_OP(ShiftRight, Reg::ShiftRights(dst, a, (int16_t)s, mask))
// Of these the instruction takes registers only.
__BELAY_SCALAR_OP(Subs, Reg::Duplicate(dst, s, mask); Reg::Sub(dst, a, dst, mask))
__BELAY_SCALAR_OP(Divs, Reg::Duplicate(dst, s, mask); Reg::Div(dst, a, dst, mask))
__BELAY_SCALAR_OP(Ands, Reg::Duplicate(dst, s, mask); Reg::And(dst, a, dst, mask))
__BELAY_SCALAR_OP(Ors, Reg::Duplicate(dst, s, mask); Reg::Or(dst, a, dst, mask))

// The scalar in front: scalar - src, scalar / src.
#define __BELAY_SCALAR_FIRST_OP(NAME, OP, ...)                                                     \
    __BELAY_UNARY_OP_BODY(OP, false, __VA_ARGS__)                                                  \
    template <class T>                                                                             \
    __belay_api__ void NAME(const LocalTensor<T> &dst,                                             \
                            const typename __belay_identity<T>::type &scalarValue,                 \
                            const LocalTensor<T> &src, const int32_t &count)                       \
    {                                                                                              \
        __belay_call_unary<__belay_op_##OP>(dst, src, scalarValue, (uint32_t)count);               \
    }
__BELAY_SCALAR_FIRST_OP(Subs, FromScalar, Reg::Duplicate(dst, s, mask); Reg::Sub(dst, dst, a, mask))
__BELAY_SCALAR_FIRST_OP(Divs, DivideScalar, Reg::Duplicate(dst, s, mask);
                        Reg::Div(dst, dst, a, mask))
#undef __BELAY_SCALAR_FIRST_OP

// dst += src * scalar
__BELAY_UNARY_OP_BODY(Axpy, true, Reg::Axpy(dst, a, s, mask))
template <class T, class U>
__belay_api__ void Axpy(const LocalTensor<T> &dst, const LocalTensor<U> &src, const U &scalarValue,
                        const int32_t &count)
{
    static_assert(std::is_same<T, U>::value, "Axpy: both tensors of the same type");
    __belay_call_unary<__belay_op_Axpy>(dst, src, scalarValue, (uint32_t)count);
}
template <class T, class U, bool isSetMask = true>
__belay_api__ void Axpy(const LocalTensor<T> &dst, const LocalTensor<U> &src, const U &scalarValue,
                        uint64_t mask, const uint8_t repeatTime,
                        const UnaryRepeatParams &repeatParams)
{
    static_assert(std::is_same<T, U>::value, "Axpy: both tensors of the same type");
    __belay_call_unary<__belay_op_Axpy, isSetMask>(dst, src, scalarValue, mask, repeatTime,
                                                   repeatParams);
}
template <class T, class U, bool isSetMask = true>
__belay_api__ void Axpy(const LocalTensor<T> &dst, const LocalTensor<U> &src, const U &scalarValue,
                        uint64_t mask[], const uint8_t repeatTime,
                        const UnaryRepeatParams &repeatParams)
{
    static_assert(std::is_same<T, U>::value, "Axpy: both tensors of the same type");
    __belay_call_unary<__belay_op_Axpy, isSetMask>(dst, src, scalarValue, (const uint64_t *)mask,
                                                   repeatTime, repeatParams);
}

#undef __BELAY_CHECK_CONFIG
#undef __BELAY_BINARY_OP
#undef __BELAY_UNARY_OP
#undef __BELAY_UNARY_OP_BODY
#undef __BELAY_SCALAR_OP
#undef __BELAY_BINARY_API
#undef __BELAY_UNARY_API
#undef __BELAY_SCALAR_API

} // namespace AscendC
