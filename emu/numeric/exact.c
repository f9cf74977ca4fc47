/* The values are held as integers times 2^-116. Every step loses less than one unit, the sums fewer
 * than 2^8 units: 108 bits are right where 24 + 1 are rounded. No f32 has an exp or ln (but exp 0
 * and ln 1) so near to a rounding boundary: the closest, ln of 0x65d890d3, is 2^-57.7 of its value
 * away, exp of 0xc16912cd 2^-52.6 (found by going through all 2^32). */
#include "emu/numeric/exact.h"

#include "emu/numeric/lane.h"

typedef unsigned __int128 wide;
typedef __int128 wide_signed;

enum { FRACTION = 116, EXP_TERMS = 26, LN_TERMS = 24 };

#define WIDE_ONE ((wide)1 << FRACTION)
/* ln 2 * 2^116 */
#define WIDE_LN2 ((wide)0xb17217f7d1cf7ull << 64 | 0x9abc9e3b39803f2full)

/* a * b / 2^116, truncated; a, b < 2^118 so that the product of the high halves fits. */
static wide multiply(wide a, wide b)
{
    const uint64_t a1 = (uint64_t)(a >> 64), a0 = (uint64_t)a;
    const uint64_t b1 = (uint64_t)(b >> 64), b0 = (uint64_t)b;
    const wide low = (wide)a0 * b0;
    const wide middle1 = (wide)a1 * b0;
    const wide middle2 = (wide)a0 * b1;
    const wide carry = (low >> 64) + (uint64_t)middle1 + (uint64_t)middle2;
    const wide high = (wide)a1 * b1 + (middle1 >> 64) + (middle2 >> 64) + (carry >> 64);
    return high << (128 - FRACTION) | (uint64_t)carry >> (FRACTION - 64);
}

/* value / 2^116 * 2^exponent to nearest f32; never a tie, see the top of the file. */
static float round_wide(wide value, int exponent)
{
    int top = 127;
    while ((value >> top & 1) == 0)
        top--;
    const int e = top - FRACTION + exponent;
    const int unit = e < -126 ? -149 : e - 23; /* exponent of the last bit kept */
    const int shift = unit + FRACTION - exponent;
    if (e > 127)
        return f32_of_bits(NUM_F32_INF);
    const uint32_t kept = (uint32_t)((value + ((wide)1 << (shift - 1))) >> shift);
    /* a carry runs into the exponent field, from the largest value to inf */
    const uint32_t bits = e < -126 ? kept : ((uint32_t)(e + 127) << 23) + (kept - 0x800000u);
    return f32_of_bits(bits);
}

float exact_exp_f32(float x)
{
    const uint32_t bits = bits_of_f32(x);
    const uint32_t significand = (bits & 0x7fffff) | 0x800000u;
    const int exponent = (int)(bits >> 23 & 0xff) - 150;
    const wide size = (wide)significand << (FRACTION + exponent);
    const double turns = (double)x * 0x1.71547652b82fep0;
    const int k = (int)(turns + (turns < 0 ? -0.5 : 0.5));
    wide_signed r = (bits >> 31) != 0 ? -(wide_signed)size : (wide_signed)size;
    r -= (wide_signed)WIDE_LN2 * k;
    const bool negative = r < 0;
    const wide r_size = (wide)(negative ? -r : r);
    wide sum = WIDE_ONE;
    for (unsigned i = EXP_TERMS; i >= 1; i--) {
        const wide term = multiply(sum, r_size) / i;
        sum = negative ? WIDE_ONE - term : WIDE_ONE + term;
    }
    return round_wide(sum, k);
}

float exact_ln_f32(float x)
{
    const uint32_t bits = bits_of_f32(x);
    const uint32_t m = (bits & 0x7fffff) | 0x800000u;
    /* m / one in about [sqrt(1/2), sqrt 2) */
    const bool upper = m >= 0xb504f3u;
    const uint32_t one = upper ? 0x1000000u : 0x800000u;
    const int k = (int)(bits >> 23) - 127 + (upper ? 1 : 0);
    /* z = (m - one) / (m + one), in two steps of long division */
    const bool negative = m < one;
    const wide divisor = (wide)m + one;
    const wide dividend = (wide)(negative ? one - m : m - one) << 100;
    const wide remainder = dividend % divisor;
    const wide z = (dividend / divisor << 16) + (remainder << 16) / divisor;
    const wide z2 = multiply(z, z);
    wide sum = 0;
    for (unsigned i = LN_TERMS + 1; i-- > 0;)
        sum = WIDE_ONE / (2 * i + 1) + multiply(sum, z2);
    const wide_signed ln_m = (wide_signed)(2 * multiply(z, sum));
    const wide_signed ln = (wide_signed)WIDE_LN2 * k + (negative ? -ln_m : ln_m);
    if (ln == 0)
        return 0.0f;
    const float size = round_wide((wide)(ln < 0 ? -ln : ln), 0);
    return ln < 0 ? -size : size;
}
