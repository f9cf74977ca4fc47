// Element types that the vendor's compiler has built in.
#pragma once

typedef _Float16 half;
typedef __bf16 bfloat16_t;
typedef half float16_t;
typedef float float32_t;

// Eight-bit and packed four-bit floats: carriers of a byte; conversions are vector instructions.
#define __BELAY_BYTE_TYPE(NAME)                                                                    \
    struct NAME {                                                                                  \
        uint8_t bits;                                                                              \
        NAME() = default;                                                                          \
        __belay_hd__ constexpr explicit NAME(int value) : bits((uint8_t)value) {}                  \
        __belay_hd__ constexpr bool operator==(const NAME &other) const                            \
        {                                                                                          \
            return bits == other.bits;                                                             \
        }                                                                                          \
        __belay_hd__ explicit NAME(float);                                                         \
        __belay_hd__ explicit operator float() const;                                              \
    }
__BELAY_BYTE_TYPE(hifloat8_t);
__BELAY_BYTE_TYPE(float8_e4m3_t);
__BELAY_BYTE_TYPE(float8_e5m2_t);
__BELAY_BYTE_TYPE(float8_e8m0_t);
__BELAY_BYTE_TYPE(float8_e6m2_t);
__BELAY_BYTE_TYPE(float4_e2m1x2_t);
__BELAY_BYTE_TYPE(float4_e1m2x2_t);
__BELAY_BYTE_TYPE(hifloat4x2_t);
#undef __BELAY_BYTE_TYPE
typedef float4_e2m1x2_t float4_e2m1_t;
typedef float4_e1m2x2_t float4_e1m2_t;
struct int4x2_t {
    uint8_t data;
};

// Short vectors of SIMT code.
#define __BELAY_SHORT_VECTORS(TYPE, NAME)                                                          \
    typedef TYPE NAME##1 __attribute__((ext_vector_type(1)));                                      \
    typedef TYPE NAME##2 __attribute__((ext_vector_type(2)));                                      \
    typedef TYPE NAME##3 __attribute__((ext_vector_type(3)));                                      \
    typedef TYPE NAME##4 __attribute__((ext_vector_type(4)))
__BELAY_SHORT_VECTORS(float, float);
__BELAY_SHORT_VECTORS(double, double);
__BELAY_SHORT_VECTORS(signed char, char);
__BELAY_SHORT_VECTORS(unsigned char, uchar);
__BELAY_SHORT_VECTORS(short, short);
__BELAY_SHORT_VECTORS(unsigned short, ushort);
__BELAY_SHORT_VECTORS(int, int);
__BELAY_SHORT_VECTORS(unsigned, uint);
__BELAY_SHORT_VECTORS(long, long);
__BELAY_SHORT_VECTORS(unsigned long, ulong);
__BELAY_SHORT_VECTORS(long long, longlong);
__BELAY_SHORT_VECTORS(unsigned long long, ulonglong);
#undef __BELAY_SHORT_VECTORS
typedef half half2 __attribute__((ext_vector_type(2)));
typedef bfloat16_t bfloat16x2_t __attribute__((ext_vector_type(2)));

namespace cce
{
struct dim3 {
    unsigned x, y, z;
    __belay_hd__ constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c)
    {
    }
};
} // namespace cce
using cce::dim3;

constexpr uint16_t CCE_VL = 256;
enum ELE_CNT : uint16_t { ELE_CNT_B8 = 256, ELE_CNT_B16 = 128, ELE_CNT_B32 = 64 };
