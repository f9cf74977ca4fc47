// What everything in Belay's own Ascend C stands on: core kinds, positions, modes, type traits.
// Names and values: asc-devkit include/basic_api, docs/zh/api/SIMD-API (facts; none of its code).
#pragma once
#pragma clang system_header

#define GM_ADDR       __gm__ uint8_t *
#define __local_mem__ __ubuf__
#ifndef ASCENDC_ASSERT
#define ASCENDC_ASSERT(condition, action)
#endif

// A function of the API: inlined, and without debug information of its own, so that an instruction
// counts for the line of the kernel that called the API.
#define __belay_api__ __aicore__ inline __attribute__((always_inline, nodebug))

#ifdef __DAV_CUBE__
#define SPLIT_CORE_CUBE
#define ASCEND_IS_AIC     constexpr(true)
#define ASCEND_IS_AIV     constexpr(false)
#define ASCEND_IS_NOT_AIC constexpr(false)
#define ASCEND_IS_NOT_AIV constexpr(true)
#else
#define SPLIT_CORE_VEC
#define ASCEND_IS_AIC     constexpr(false)
#define ASCEND_IS_AIV     constexpr(true)
#define ASCEND_IS_NOT_AIC constexpr(true)
#define ASCEND_IS_NOT_AIV constexpr(false)
#endif

using fp4x2_e2m1_t = float4_e2m1x2_t;
using fp4x2_e1m2_t = float4_e1m2x2_t;
using fp8_e5m2_t = float8_e5m2_t;
using fp8_e4m3fn_t = float8_e4m3_t;
using fp8_e8m0_t = float8_e8m0_t;

namespace AscendC
{

// --- constants -----------------------------------------------------------------------------------

constexpr int32_t AIC = 1;
constexpr int32_t AIV = 2;
constexpr int32_t MIX = 0;
#ifdef __DAV_CUBE__
constexpr int32_t g_coreType = AIC;
#else
constexpr int32_t g_coreType = AIV;
#endif

constexpr uint32_t ONE_BLK_SIZE = 32;
constexpr uint32_t ONE_REPEAT_BYTE_SIZE = 256;
constexpr uint32_t VECTOR_REG_WIDTH = 256;
constexpr uint32_t DEFAULT_BLK_NUM = 8;
constexpr uint8_t DEFAULT_BLK_STRIDE = 1;
constexpr uint8_t DEFAULT_REPEAT_STRIDE = 8;
constexpr int32_t MAX_REPEAT_TIMES = 255;
constexpr uint32_t TOTAL_UB_SIZE = 248 * 1024;
constexpr uint32_t TOTAL_L1_SIZE = 512 * 1024;
constexpr uint32_t TOTAL_L0A_SIZE = 64 * 1024;
constexpr uint32_t TOTAL_L0B_SIZE = 64 * 1024;
constexpr uint32_t TOTAL_L0C_SIZE = 256 * 1024;
constexpr size_t RESERVED_WORKSPACE = 16 * 1024 * 1024;
constexpr int32_t QUE_MAX_EVENT = 8;
constexpr uint64_t MASK_PLACEHOLDER = 0; // where the mask is in the register already
constexpr uint64_t MASK_PLACEHOLDER_LIST[2] = {0, 0};

// --- where data lies -----------------------------------------------------------------------------

enum class TPosition : uint8_t {
    GM,
    A1,
    A2,
    B1,
    B2,
    C1,
    C2,
    CO1,
    CO2,
    VECIN,
    VECOUT,
    VECCALC,
    LCM = VECCALC,
    SPM,
    SHM = SPM,
    TSCM,
    C2PIPE2GM,
    C2PIPE2LOCAL,
    MAX
};
using QuePosition = TPosition;

enum class Hardware : uint8_t { GM, UB, L1, L0A, L0B, L0C, BIAS, FIXBUF, MAX };

// Buffer of a position on the 950 (docs: data structures, TPosition).
__aicore__ inline constexpr Hardware GetPhyType(TPosition position)
{
    switch (position) {
    case TPosition::GM:
    case TPosition::CO2:
        return Hardware::GM;
    case TPosition::A1:
    case TPosition::B1:
    case TPosition::C1:
    case TPosition::SHM:
    case TPosition::TSCM:
        return Hardware::L1;
    case TPosition::A2:
        return Hardware::L0A;
    case TPosition::B2:
        return Hardware::L0B;
    case TPosition::C2:
        return Hardware::BIAS;
    case TPosition::CO1:
        return Hardware::L0C;
    case TPosition::C2PIPE2GM:
        return Hardware::FIXBUF;
    default:
        return Hardware::UB;
    }
}

// Position that the allocator of a buffer gives to its tensors.
__aicore__ inline constexpr TPosition GetDefaultPosition(Hardware buffer)
{
    constexpr TPosition position[] = {TPosition::MAX, TPosition::VECCALC,  TPosition::A1,
                                      TPosition::A2,  TPosition::B2,       TPosition::CO1,
                                      TPosition::C2,  TPosition::C2PIPE2GM};
    return buffer < Hardware::MAX ? position[(int)buffer] : TPosition::MAX;
}

// --- modes ---------------------------------------------------------------------------------------

enum class RoundMode : uint8_t {
    CAST_NONE = 0,
    CAST_RINT,
    CAST_FLOOR,
    CAST_CEIL,
    CAST_ROUND,
    CAST_TRUNC,
    CAST_ODD,
    CAST_HYBRID,
    CAST_EVEN,
    CAST_ZERO,
    UNKNOWN = 0xff
};
enum class CMPMODE : uint8_t { LT = 0, GT, EQ, LE, GE, NE };
enum class SELMODE : uint8_t {
    VSEL_CMPMASK_SPR = 0,
    VSEL_TENSOR_SCALAR_MODE,
    VSEL_TENSOR_TENSOR_MODE
};
enum class ReduceType { NONE = -1, SUM = 0, MAX, MIN };
enum class ReduceOrder : uint8_t {
    ORDER_VALUE_INDEX = 0,
    ORDER_INDEX_VALUE,
    ORDER_ONLY_VALUE,
    ORDER_ONLY_INDEX
};
enum class MaskMode : uint8_t { NORMAL = 0, COUNTER };
enum class CacheLine : uint64_t { SINGLE_CACHE_LINE = 0, ENTIRE_DATA_CACHE };
enum class DcciDst : uint64_t { CACHELINE_ALL = 0, CACHELINE_UB, CACHELINE_OUT, CACHELINE_ATOMIC };
enum class CacheMode {
    CACHE_MODE_DISABLE = 0,
    CACHE_MODE_NORMAL = 1,
    CACHE_MODE_LAST = 2,
    CACHE_MODE_PERSISTENT = 4
};
enum class CacheRwMode { READ = 1, WRITE = 2, RW = 3 };
enum class MemDsbT : uint8_t { ALL = 0, DDR, UB, SEQ };
enum class DataFormat : uint8_t { ND = 0, NZ, NCHW, NC1HWC0, NHWC, NCDHW, NDC1HWC0, FRACTAL_Z_3D };
enum class PaddingMode : uint8_t { Normal = 0, Compact };
enum class SpecialPurposeReg { AR = 0 };

// --- type traits ---------------------------------------------------------------------------------

namespace Std
{
using std::conditional_t;
using std::enable_if;
using std::enable_if_t;
using std::integral_constant;
using std::is_same;
template <class T, class U>
inline constexpr bool is_same_v = std::is_same<T, U>::value;
} // namespace Std

template <class T, class U>
using IsSameType = std::is_same<T, U>;

// T is one of Types.
template <class T, class... Types>
__aicore__ inline constexpr bool SupportType()
{
    return (std::is_same<T, Types>::value || ...);
}
template <class T, int... Sizes>
__aicore__ inline constexpr bool SupportBytes()
{
    return ((sizeof(T) == Sizes) || ...);
}
template <auto Value, auto... Values>
__aicore__ inline constexpr bool SupportEnum()
{
    return ((Value == Values) || ...);
}

// Element type of a tensor; tensor traits are not there.
template <class T>
using PrimT = T;

// The unsigned integer as wide as T.
template <int Size>
struct __belay_bits_of;
template <>
struct __belay_bits_of<1> {
    using type = uint8_t;
};
template <>
struct __belay_bits_of<2> {
    using type = uint16_t;
};
template <>
struct __belay_bits_of<4> {
    using type = uint32_t;
};
template <>
struct __belay_bits_of<8> {
    using type = uint64_t;
};
template <class T>
using __belay_bits_t = typename __belay_bits_of<sizeof(T)>::type;

__aicore__ inline constexpr uint32_t CeilDivision(uint32_t a, uint32_t b)
{
    return b == 0 ? a : (a + b - 1) / b;
}
__aicore__ inline constexpr uint32_t DivCeil(uint32_t a, uint32_t b)
{
    return CeilDivision(a, b);
}
__aicore__ inline constexpr uint32_t AlignUp(uint32_t a, uint32_t to)
{
    return CeilDivision(a, to) * to;
}

} // namespace AscendC
