/* Integers to and from floating point, and between widths, one value at a time. */
#include "emu/numeric/lane.h"

static int64_t lowest(struct num_int to)
{
    return to.is_signed ? (int64_t)(~0ull << (to.bits - 1)) : 0;
}

/* For u64 this is its largest value as bits, -1. */
static int64_t highest(struct num_int to)
{
    const unsigned bits = to.bits - (to.is_signed ? 1u : 0u);
    return (int64_t)(~0ull >> (64 - bits));
}

/* The low bits of x as a value of the type. */
static int64_t wrap_to(uint64_t x, struct num_int to)
{
    const unsigned unused = 64u - to.bits;
    const uint64_t top = x << unused;
    return to.is_signed ? (int64_t)top >> unused : (int64_t)(top >> unused);
}

int64_t int_to_int(int64_t x, struct num_int to, bool wrap)
{
    if (wrap)
        return wrap_to((uint64_t)x, to);
    if (x < lowest(to))
        return lowest(to);
    const bool is_u64 = to.bits == 64 && !to.is_signed;
    return !is_u64 && x > highest(to) ? highest(to) : x;
}

int64_t f32_to_int(float x, struct num_int to, struct num_mode mode)
{
    const uint32_t bits = bits_of_f32(x);
    const uint32_t magnitude = bits & 0x7fffffff;
    const bool negative = bits >> 31 != 0;
    const int field = (int)(magnitude >> 23);
    const uint32_t significand = (magnitude & 0x7fffff) | (field != 0 ? 0x800000u : 0);
    if (magnitude > NUM_F32_INF)
        return 0;
    if (magnitude == NUM_F32_INF)
        return negative ? lowest(to) : highest(to);
    uint64_t integer = 0; /* the low 64 bits of the rounded magnitude */
    if (field >= 150)
        integer = field < 150 + 64 ? (uint64_t)significand << (field - 150) : 0;
    else
        integer = round_shift(significand, field > 125 ? (uint32_t)(150 - field) : 25,
                              negative ? ~0u : 0, rounder_of(mode.round));
    if (mode.wrap)
        return wrap_to(negative ? 0 - integer : integer, to);
    const bool beyond = field >= 127 + 64;
    const uint64_t limit = negative ? 0 - (uint64_t)lowest(to) : (uint64_t)highest(to);
    if (beyond || integer > limit)
        return negative ? lowest(to) : highest(to);
    return (int64_t)(negative ? 0 - integer : integer);
}

int64_t f16_to_int(uint16_t x, struct num_int to, struct num_mode mode)
{
    if (to.bits == 16 && to.is_signed)
        mode.wrap = false;
    return f32_to_int(widen_f16(x), to, mode);
}

static float integer_to_f32(uint64_t magnitude, bool negative, enum num_round round)
{
    if (magnitude == 0)
        return 0.0f;
    const int top = 63 - __builtin_clzll(magnitude);
    uint32_t significand = 0; /* 24 bits, the first one set */
    if (top <= 23) {
        significand = (uint32_t)(magnitude << (23 - top));
    } else {
        const int cut = top - 23;
        const uint64_t lost = magnitude & ((1ull << cut) - 1);
        const uint64_t half = 1ull << (cut - 1);
        significand = (uint32_t)(magnitude >> cut);
        const bool odd = (significand & 1) != 0;
        bool up = false;
        if (round == NUM_RINT)
            up = lost > half || (lost == half && odd);
        else if (round == NUM_AWAY || round == NUM_HYBRID)
            up = lost >= half;
        else if (round == NUM_FLOOR || round == NUM_CEIL)
            up = lost != 0 && negative == (round == NUM_FLOOR);
        else if (round == NUM_ODD)
            up = lost != 0 && !odd;
        significand += up ? 1 : 0;
    }
    /* a carry out of the significand raises the exponent by itself */
    const uint32_t bits = ((uint32_t)(top + 127) << 23) + (significand - 0x800000u);
    return f32_of_bits(bits | (negative ? 0x80000000u : 0));
}

float s64_to_f32(int64_t x, enum num_round round)
{
    return integer_to_f32(x < 0 ? 0 - (uint64_t)x : (uint64_t)x, x < 0, round);
}

float u64_to_f32(uint64_t x, enum num_round round)
{
    return integer_to_f32(x, false, round);
}

uint16_t s16_to_f16(int16_t x, enum num_round round)
{
    const struct num_mode mode = {.round = (uint8_t)round, .inf_nan = true};
    return f32_to_f16((float)x, mode); /* 16 bits are exact in f32 */
}
