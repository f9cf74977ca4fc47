/* Formats with an IEEE-like layout, hf32 and e8m0, one value at a time. */
#include "emu/numeric/lane.h"

struct num_mode num_mode_of_ctrl(uint64_t ctrl, enum num_round round, bool instruction_saturates)
{
    const bool global = (ctrl >> 60 & 1) != 0;
    const struct num_mode mode = {
        .round = (uint8_t)round,
        .inf_nan = global ? (ctrl >> 48 & 1) != 0 : !instruction_saturates,
        .keep_nan = (ctrl >> 50 & 1) != 0,
        .wrap = global ? (ctrl >> 59 & 1) != 0 : !instruction_saturates,
    };
    return mode;
}

static uint32_t narrow(float x, struct layout f, struct num_mode mode)
{
    return narrow_f32(x, f, rounder_of(mode.round), outside_of(f, mode));
}

float f16_to_f32(uint16_t x)
{
    return widen_f16(x);
}

float bf16_to_f32(uint16_t x)
{
    return widen_bf16(x);
}

float e4m3_to_f32(uint8_t x)
{
    return widen_f32(x, layout_e4m3, true);
}

float e5m2_to_f32(uint8_t x)
{
    return widen_f32(x, layout_e5m2, true);
}

float e8m0_to_f32(uint8_t x)
{
    return widen_e8m0(x);
}

float e2m1_to_f32(uint8_t x)
{
    return widen_f32(x, layout_e2m1, false);
}

float e1m2_to_f32(uint8_t x)
{
    return widen_f32(x, layout_e1m2, false);
}

uint16_t f32_to_f16(float x, struct num_mode mode)
{
    return (uint16_t)narrow(x, layout_f16, mode);
}

uint16_t f32_to_bf16(float x, struct num_mode mode)
{
    return (uint16_t)narrow(x, layout_bf16, mode);
}

uint8_t f32_to_e4m3(float x, struct num_mode mode)
{
    return (uint8_t)narrow(x, layout_e4m3, mode);
}

uint8_t f32_to_e5m2(float x, struct num_mode mode)
{
    return (uint8_t)narrow(x, layout_e5m2, mode);
}

uint8_t f32_to_e2m1(float x, enum num_round round)
{
    const struct num_mode mode = {.round = (uint8_t)round};
    return (uint8_t)narrow(x, layout_e2m1, mode);
}

uint8_t f32_to_e1m2(float x, enum num_round round)
{
    const struct num_mode mode = {.round = (uint8_t)round};
    return (uint8_t)narrow(x, layout_e1m2, mode);
}

uint8_t bf16_to_e8m0(uint16_t x)
{
    return (uint8_t)(x >> 7);
}

uint16_t f16_to_bf16(uint16_t x, enum num_round round)
{
    const struct num_mode mode = {.round = (uint8_t)round, .inf_nan = true};
    return f32_to_bf16(widen_f16(x), mode);
}

uint16_t bf16_to_f16(uint16_t x, struct num_mode mode)
{
    return f32_to_f16(widen_bf16(x), mode);
}

float f32_to_hf32(float x, bool away)
{
    return round_hf32(x, away);
}

float f32_round_integral(float x, enum num_round round)
{
    return round_integral_f32(x, rounder_of(round));
}

/* An integral value rounded from a format of fewer bits fits in that format, except that none of
 * f16 reaches an integer it cannot hold: from 2048 on all its values are integers. */
uint16_t f16_round_integral(uint16_t x, enum num_round round)
{
    return nearest_f16(round_integral_f32(widen_f16(x), rounder_of(round)));
}

uint16_t bf16_round_integral(uint16_t x, enum num_round round)
{
    return nearest_bf16(round_integral_f32(widen_bf16(x), rounder_of(round)));
}
