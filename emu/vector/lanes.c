#include "emu/vector/lanes.h"

static void spread_b32(vreg *bytes, const vreg *mask)
{
    for (int i = 0; i < LANES_B32; i++)
        bytes->u32[i] = -(uint32_t)((mask->u8[i >> 1] >> (4 * (i & 1))) & 1);
}

static void spread_b16(vreg *bytes, const vreg *mask)
{
    for (int i = 0; i < LANES_B16; i++)
        bytes->u16[i] = (uint16_t)-((mask->u8[i >> 2] >> (2 * (i & 3))) & 1);
}

static void spread_b8(vreg *bytes, const vreg *mask)
{
    for (int i = 0; i < LANES_B8; i++)
        bytes->u8[i] = (uint8_t)-((mask->u8[i >> 3] >> (i & 7)) & 1);
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

void mask_from_bits(vreg *mask, const uint64_t bits[4], unsigned size)
{
    memset(mask, 0, sizeof *mask);
    unsigned lanes = VREG_BYTES / size;
    for (unsigned i = 0; i < lanes; i++) {
        unsigned bit = i * size;
        mask->u8[bit >> 3] |= (uint8_t)(((bits[i >> 6] >> (i & 63)) & 1) << (bit & 7));
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
