#include "emu/numeric/test_reference.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void assert_bits(uint64_t got, uint64_t want, const char *format, ...)
{
    if (got == want)
        return;
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fail_msg("%s: got 0x%llx, want 0x%llx", text, (unsigned long long)got,
             (unsigned long long)want);
}

uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static struct ref_format formats[REF_COUNT] = {
    [REF_F16] = {"f16", 5, 10, 15, 0x7c00, 0x7c00, 0x7e00, 0x8000, NULL},
    [REF_BF16] = {"bf16", 8, 7, 127, 0x7f80, 0x7f80, 0x7fc0, 0x8000, NULL},
    [REF_E4M3] = {"e4m3", 4, 3, 7, 0x7f, 0x7f, 0x7f, 0x80, NULL},
    [REF_E5M2] = {"e5m2", 5, 2, 15, 0x7c, 0x7c, 0x7e, 0x80, NULL},
    [REF_E2M1] = {"e2m1", 2, 1, 1, 8, 7, 0, 0x8, NULL},
    [REF_E1M2] = {"e1m2", 1, 2, 1, 8, 7, 0, 0x8, NULL},
};

const struct ref_format *ref_format(int name)
{
    struct ref_format *f = &formats[name];
    if (f->values != NULL)
        return f;
    f->values = malloc((size_t)(f->count + 1) * sizeof *f->values);
    for (int code = 0; code <= f->count; code++) {
        const int exponent = code >> f->mantissa_bits;
        const double fraction = ldexp(code & ((1 << f->mantissa_bits) - 1), -f->mantissa_bits);
        f->values[code] =
            exponent == 0 ? ldexp(fraction, 1 - f->bias) : ldexp(1 + fraction, exponent - f->bias);
    }
    return f;
}

double ref_widen(const struct ref_format *f, uint32_t code)
{
    const uint32_t size = code & (f->sign - 1);
    double value = NAN;
    if ((int)size < f->count)
        value = f->values[size];
    else if (size == f->inf && f->inf != f->nan)
        value = INFINITY;
    return code & f->sign ? -value : value;
}

/* low is the code of the largest value <= size; size is above it, below the next one. */
static int choose(const struct ref_format *f, double size, int low, bool negative,
                  enum num_round round)
{
    const double middle = f->values[low] + (f->values[low + 1] - f->values[low]) / 2;
    switch (round) {
    case NUM_RINT:
        return size < middle || (size == middle && low % 2 == 0) ? low : low + 1;
    case NUM_FLOOR:
        return negative ? low + 1 : low;
    case NUM_CEIL:
        return negative ? low : low + 1;
    case NUM_TRUNC:
        return low;
    case NUM_ODD:
        return low % 2 == 1 || low == f->count - 1 ? low : low + 1; /* O never overflows */
    default:
        return size < middle ? low : low + 1;
    }
}

uint32_t ref_narrow(const struct ref_format *f, double x, struct num_mode mode)
{
    const bool saturates = !mode.inf_nan || f->sign == 0x8;
    const uint32_t max = (uint32_t)f->count - 1;
    if (isnan(x))
        return !saturates || (mode.keep_nan && f->sign == 0x80) ? f->nan : 0;
    const bool negative = signbit(x) != 0;
    const double size = fabs(x);
    int low = 0, high = f->count; /* largest low with values[low] <= size */
    while (low < high) {
        const int middle = (low + high + 1) / 2;
        if (f->values[middle] <= size)
            low = middle;
        else
            high = middle - 1;
    }
    const bool nearest =
        mode.round == NUM_RINT || mode.round == NUM_AWAY || mode.round == NUM_HYBRID;
    const bool outwards = mode.round == (negative ? NUM_FLOOR : NUM_CEIL);
    uint32_t code;
    if (low == f->count)
        code = isinf(x) || nearest || outwards ? f->inf : max;
    else
        code =
            (uint32_t)(f->values[low] == size ? low : choose(f, size, low, negative, mode.round));
    if (code > max)
        code = saturates ? max : f->inf;
    if (code == f->inf && saturates)
        code = max;
    return code == f->nan && f->inf == f->nan ? code : code | (negative ? f->sign : 0);
}

double ref_round(double x, enum num_round round)
{
    const double low = floor(x);
    switch (round) {
    case NUM_RINT:
        return x - low < 0.5 || (x - low == 0.5 && fmod(low, 2) == 0) ? low : low + 1;
    case NUM_FLOOR:
        return low;
    case NUM_CEIL:
        return ceil(x);
    case NUM_TRUNC:
        return trunc(x);
    case NUM_ODD:
        return low == x || fmod(low, 2) != 0 ? low : low + 1;
    default:
        return x < 0 ? -floor(-x + 0.5) : floor(x + 0.5);
    }
}

/* SplitMix64 (Steele, Lea, Flood 2014). */
uint64_t random_bits(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

float random_f32(uint64_t *state)
{
    const uint64_t bits = random_bits(state);
    uint32_t x = (uint32_t)bits;
    const unsigned kind = bits >> 32 & 7;
    if (kind == 0)
        x &= ~0u << (bits >> 40 & 31); /* short mantissa */
    else if (kind == 1)
        x = (x | 0x7fffff) ^ (1u << (bits >> 40 & 15)); /* long run of ones */
    return float_of(x);
}

long scaled(long cases)
{
    const char *scale = getenv("BELAY_TEST_SCALE");
    const double factor = scale != NULL ? strtod(scale, NULL) : 1.0;
    return factor > 0 ? (long)((double)cases * factor) : cases;
}
