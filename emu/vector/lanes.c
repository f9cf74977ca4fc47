#include "emu/vector/lanes.h"

static void spread_b32(vreg *bytes, const vreg *mask)
{
    for (int i = 0; i < LANES_B32; i++)
        bytes->u32[i] = -(uint32_t)((mask->u8[i >> 1] >> (4 * (i & 1))) & 1);
}

static void spread_b16(vreg *bytes, const vreg *mask)
{
    for (int i = 0; i < LANES_B16; i++)
        bytes->u16[i] = (uint16_t) - ((mask->u8[i >> 2] >> (2 * (i & 3))) & 1);
}

static void spread_b8(vreg *bytes, const vreg *mask)
{
    for (int i = 0; i < LANES_B8; i++)
        bytes->u8[i] = (uint8_t) - ((mask->u8[i >> 3] >> (i & 7)) & 1);
}

void mask_spread(vreg *bytes, const vreg *mask, unsigned size)
{
    if (size == 4)
        spread_b32(bytes, mask);
    else if (size == 2)
        spread_b16(bytes, mask);
    else if (size == 1)
        spread_b8(bytes, mask);
    else
        for (int i = 0; i < LANES_B64; i++)
            bytes->u64[i] = -(uint64_t)(mask->u8[i] & 1);
}

uint64_t bits_spread(uint64_t x, unsigned group)
{
    x &= 0xffffffff;
    x = (x | x << 16) & 0x0000ffff0000ffffULL;
    x = (x | x << 8) & 0x00ff00ff00ff00ffULL;
    x = (x | x << 4) & 0x0f0f0f0f0f0f0f0fULL;
    if (group < 4)
        x = (x | x << 2) & 0x3333333333333333ULL;
    if (group < 2)
        x = (x | x << 1) & 0x5555555555555555ULL;
    return x;
}

uint64_t bits_collect(uint64_t x, unsigned group)
{
    if (group < 2)
        x = ((x & 0x5555555555555555ULL) | (x & 0x5555555555555555ULL) >> 1);
    if (group < 4)
        x = (x & 0x3333333333333333ULL) | (x & 0x3333333333333333ULL) >> 2;
    x = (x & 0x0f0f0f0f0f0f0f0fULL) | (x & 0x0f0f0f0f0f0f0f0fULL) >> 4;
    x = (x & 0x00ff00ff00ff00ffULL) | (x & 0x00ff00ff00ff00ffULL) >> 8;
    x = (x & 0x0000ffff0000ffffULL) | (x & 0x0000ffff0000ffffULL) >> 16;
    return x & 0xffffffff;
}

void bits_of_bytes(uint64_t bits[4], const uint8_t *bytes, unsigned lanes)
{
    memset(bits, 0, 4 * sizeof *bits);
    for (unsigned i = 0; i < lanes; i += 8) {
        uint64_t eight; /* 0 or 1 each: the product brings byte k to bit k of its highest byte */
        memcpy(&eight, bytes + i, sizeof eight);
        bits[i >> 6] |= (eight * 0x0102040810204080ULL >> 56) << (i & 63);
    }
}

void mask_from_bits(vreg *mask, const uint64_t bits[4], unsigned size)
{
    memset(mask, 0, sizeof *mask);
    unsigned lanes = 64 / size; /* of one word of the mask */
    for (unsigned i = 0; i < MASK_BYTES / 8; i++) {
        unsigned first = i * lanes;
        uint64_t word = bits[first >> 6] >> (first & 63);
        for (unsigned step = 1; step < size; step *= 2)
            word = bits_spread(word, 1);
        mask->u64[i] = word;
    }
}

void vf_write(vreg *dst, const vreg *result, const vreg *mask, unsigned size, bool merging)
{
    if (mask_is_full(mask, size)) {
        *dst = *result;
        return;
    }
    vreg bytes;
    mask_spread(&bytes, mask, size);
    if (merging)
        for (int i = 0; i < LANES_B64; i++)
            dst->u64[i] = (result->u64[i] & bytes.u64[i]) | (dst->u64[i] & ~bytes.u64[i]);
    else
        for (int i = 0; i < LANES_B64; i++)
            dst->u64[i] = result->u64[i] & bytes.u64[i];
}
