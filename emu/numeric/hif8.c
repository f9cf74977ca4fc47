/* hif8 (HiFloat8): sign, a prefix code that tells the width of the exponent, a sign-magnitude
 * exponent with a hidden leading one, 3 to 0 bits of mantissa. pto-isa
 * include/pto/cpu/Hifloat8.hpp; arXiv 2409.16626. */
#include "emu/numeric/lane.h"

/* f32 bits of the codes 0x00..0x7f, made from the definition; test_hif8.c makes them again. */
static const uint32_t hif8_values[128] = {
    0x00000000, 0x34800000, 0x35000000, 0x35800000, 0x36000000, 0x36800000, 0x37000000, 0x37800000,
    0x3f800000, 0x3f900000, 0x3fa00000, 0x3fb00000, 0x3fc00000, 0x3fd00000, 0x3fe00000, 0x3ff00000,
    0x40000000, 0x40100000, 0x40200000, 0x40300000, 0x40400000, 0x40500000, 0x40600000, 0x40700000,
    0x3f000000, 0x3f100000, 0x3f200000, 0x3f300000, 0x3f400000, 0x3f500000, 0x3f600000, 0x3f700000,
    0x40800000, 0x40900000, 0x40a00000, 0x40b00000, 0x40c00000, 0x40d00000, 0x40e00000, 0x40f00000,
    0x41000000, 0x41100000, 0x41200000, 0x41300000, 0x41400000, 0x41500000, 0x41600000, 0x41700000,
    0x3e800000, 0x3e900000, 0x3ea00000, 0x3eb00000, 0x3ec00000, 0x3ed00000, 0x3ee00000, 0x3ef00000,
    0x3e000000, 0x3e100000, 0x3e200000, 0x3e300000, 0x3e400000, 0x3e500000, 0x3e600000, 0x3e700000,
    0x41800000, 0x41a00000, 0x41c00000, 0x41e00000, 0x42000000, 0x42200000, 0x42400000, 0x42600000,
    0x42800000, 0x42a00000, 0x42c00000, 0x42e00000, 0x43000000, 0x43200000, 0x43400000, 0x43600000,
    0x3d800000, 0x3da00000, 0x3dc00000, 0x3de00000, 0x3d000000, 0x3d200000, 0x3d400000, 0x3d600000,
    0x3c800000, 0x3ca00000, 0x3cc00000, 0x3ce00000, 0x3c000000, 0x3c200000, 0x3c400000, 0x3c600000,
    0x43800000, 0x43c00000, 0x44000000, 0x44400000, 0x44800000, 0x44c00000, 0x45000000, 0x45400000,
    0x45800000, 0x45c00000, 0x46000000, 0x46400000, 0x46800000, 0x46c00000, 0x47000000, 0x7f800000,
    0x3b800000, 0x3bc00000, 0x3b000000, 0x3b400000, 0x3a800000, 0x3ac00000, 0x3a000000, 0x3a400000,
    0x39800000, 0x39c00000, 0x39000000, 0x39400000, 0x38800000, 0x38c00000, 0x38000000, 0x38400000,
};

float hif8_to_f32(uint8_t x)
{
    const uint32_t sign = (uint32_t)(x & 0x80) << 24;
    return f32_of_bits(x == NUM_HIF8_NAN ? NUM_F32_NAN : hif8_values[x & 0x7f] | sign);
}

void hif8_to_f32_n(float *dst, const uint8_t *src, size_t n)
{
    for (size_t i = 0; i < n; i++)
        dst[i] = hif8_to_f32(src[i]);
}

/* The codes of 2^-22 .. 2^15, and how many bits of mantissa follow: dot, exponent sign and the bits
 * below the hidden one of the exponent's magnitude. */
enum { LOWEST_EXPONENT = -22 };
static const struct {
    uint8_t code, mantissa_bits;
} powers[] = {
    {0x01, 0}, {0x02, 0}, {0x03, 0}, {0x04, 0}, {0x05, 0}, {0x06, 0}, {0x07, 0}, {0x7e, 1},
    {0x7c, 1}, {0x7a, 1}, {0x78, 1}, {0x76, 1}, {0x74, 1}, {0x72, 1}, {0x70, 1}, {0x5c, 2},
    {0x58, 2}, {0x54, 2}, {0x50, 2}, {0x38, 3}, {0x30, 3}, {0x18, 3}, {0x08, 3}, {0x10, 3},
    {0x20, 3}, {0x28, 3}, {0x40, 2}, {0x44, 2}, {0x48, 2}, {0x4c, 2}, {0x60, 1}, {0x62, 1},
    {0x64, 1}, {0x66, 1}, {0x68, 1}, {0x6a, 1}, {0x6c, 1}, {0x6e, 1},
};

/* A finite source value 2^exponent * (1 + mantissa / 2^23), and what hybrid rounding compares: the
 * first `width` bits that do not fit, against `threshold`. */
struct source {
    int exponent;
    uint32_t mantissa;
    uint32_t width, threshold;
};

static uint8_t round_to_hif8(struct source x, bool hybrid)
{
    if (x.exponent < LOWEST_EXPONENT - 1)
        return 0;
    if (x.exponent == LOWEST_EXPONENT - 1) {
        const uint32_t lost = 1u << (x.width - 1) | x.mantissa >> (24 - x.width);
        return !hybrid || lost >= x.threshold ? 1 : 0;
    }
    const int power = x.exponent - LOWEST_EXPONENT;
    const uint32_t kept = powers[power].mantissa_bits;
    const uint32_t shift = 23 - kept;
    const uint32_t lost = x.mantissa >> (shift - x.width) & ((1u << x.width) - 1);
    const uint32_t half = x.mantissa >> (shift - 1) & 1;
    const uint32_t up = hybrid && kept < 3 ? (lost >= x.threshold ? 1u : 0u) : half;
    const uint32_t mantissa = (x.mantissa >> shift) + up;
    /* 2^15 has no carry: from 1.25 * 2^15 on values overflow */
    return mantissa >> kept ? powers[power + 1].code : (uint8_t)(powers[power].code + mantissa);
}

static uint8_t with_sign(uint8_t code, bool negative, struct num_mode mode)
{
    const uint8_t size = code == NUM_HIF8_INF && !mode.inf_nan ? NUM_HIF8_MAX : code;
    return (uint8_t)(negative && size != 0 ? size | 0x80 : size);
}

uint8_t f32_to_hif8(float x, struct num_mode mode)
{
    const uint32_t bits = bits_of_f32(x);
    const uint32_t magnitude = bits & 0x7fffffff;
    const bool negative = bits >> 31 != 0;
    if (magnitude > NUM_F32_INF)
        return mode.inf_nan ? NUM_HIF8_NAN : 0;
    if (magnitude >= bits_of_f32(1.25f * 32768.0f))
        return with_sign(NUM_HIF8_INF, negative, mode);
    const struct source source = {
        .exponent = (int)(magnitude >> 23) - 127,
        .mantissa = magnitude & 0x7fffff,
        .width = 14,
        .threshold = magnitude & 0x3fff,
    };
    return with_sign(round_to_hif8(source, mode.round == NUM_HYBRID), negative, mode);
}

uint8_t f16_to_hif8(uint16_t x, struct num_mode mode)
{
    const float value = widen_f16(x);
    const uint32_t bits = bits_of_f32(value);
    const uint32_t magnitude = bits & 0x7fffffff;
    if (mode.round != NUM_HYBRID || magnitude == 0 || magnitude >= bits_of_f32(1.25f * 32768.0f))
        return f32_to_hif8(value, mode);
    /* the threshold bit is the last bit of the source as it is stored, also of a denormal */
    const struct source source = {
        .exponent = (int)(magnitude >> 23) - 127,
        .mantissa = magnitude & 0x7fffff,
        .width = 2,
        .threshold = (x & 1u) << 1 | 1,
    };
    return with_sign(round_to_hif8(source, true), bits >> 31 != 0, mode);
}

void f32_to_hif8_n(uint8_t *dst, const float *src, size_t n, struct num_mode mode)
{
    for (size_t i = 0; i < n; i++)
        dst[i] = f32_to_hif8(src[i], mode);
}

void f16_to_hif8_n(uint8_t *dst, const uint16_t *src, size_t n, struct num_mode mode)
{
    for (size_t i = 0; i < n; i++)
        dst[i] = f16_to_hif8(src[i], mode);
}
