/* Floats to integers, integers to floats, widths of integers, rounding to integral values, and the
 * dispatch by type. */
#include <math.h>
#include <string.h>

#include "emu/numeric/test_reference.h"

static const enum num_round rounds[] = {NUM_RINT, NUM_AWAY,  NUM_FLOOR,
                                        NUM_CEIL, NUM_TRUNC, NUM_ODD};
enum { ROUNDS = 6, INTS = 9 };
static const struct num_int ints[INTS] = {{4, true},   {8, true},   {8, false},
                                          {16, true},  {16, false}, {32, true},
                                          {32, false}, {64, true},  {64, false}};

static double limit(struct num_int to, bool high)
{
    const double top = ldexp(1, to.bits - (to.is_signed ? 1 : 0));
    return high ? top : to.is_signed ? -top : 0;
}

static int64_t extreme(struct num_int to, bool high)
{
    const uint64_t top =
        to.bits == 64 && !to.is_signed ? ~0ull : (1ull << (to.bits - (to.is_signed ? 1 : 0))) - 1;
    return (int64_t)(high ? top : to.is_signed ? ~top : 0);
}

/* The low bits of an integer, without shifts of signed values. */
static int64_t low_bits(uint64_t x, struct num_int to)
{
    if (to.bits == 64)
        return (int64_t)x;
    const uint64_t modulus = 1ull << to.bits;
    x %= modulus;
    return to.is_signed && x >= modulus / 2 ? (int64_t)(x - modulus) : (int64_t)x;
}

static int64_t ref_to_int(double x, struct num_int to, struct num_mode mode)
{
    if (isnan(x))
        return 0;
    if (isinf(x))
        return extreme(to, x > 0);
    const double r = ref_round(x, mode.round);
    if (mode.wrap) {
        const double size = fmod(fabs(r), 0x1p64); /* exact */
        const uint64_t magnitude = (uint64_t)size;
        return low_bits(r < 0 ? 0 - magnitude : magnitude, to);
    }
    if (r >= limit(to, true))
        return extreme(to, true);
    if (r < limit(to, false))
        return extreme(to, false);
    return r < 0 ? (int64_t)r : (int64_t)(uint64_t)r;
}

static void to_int_all_modes(float x)
{
    for (int i = 0; i < ROUNDS; i++) {
        for (int t = 0; t < INTS; t++) {
            for (int wrap = 0; wrap < 2; wrap++) {
                const struct num_mode mode = {.round = (uint8_t)rounds[i], .wrap = wrap == 1};
                assert_bits((uint64_t)f32_to_int(x, ints[t], mode),
                            (uint64_t)ref_to_int((double)x, ints[t], mode),
                            "%a to %d bits signed %d, rounding %d, wrap %d", (double)x,
                            ints[t].bits, ints[t].is_signed, i, wrap);
            }
        }
        const double integral = isnan(x) || isinf(x) ? (double)x : ref_round((double)x, rounds[i]);
        const float want = (float)copysign(integral, (double)x);
        assert_bits(bits_of(f32_round_integral(x, rounds[i])),
                    isnan(x) ? NUM_F32_NAN : bits_of(want), "vtrc of %a, rounding %d", (double)x,
                    i);
    }
}

static void f32_to_integers(void **state)
{
    (void)state;
    for (int e = -3; e < 70; e++) {
        /* limits of all widths, and values around them by halves and by last places */
        const float edge = ldexpf(1, e);
        const float steps[] = {0, 0.25f, 0.5f, 0.75f, 1, 1.5f, 2, 2.5f};
        for (int i = 0; i < 8; i++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                to_int_all_modes((float)sign * (edge + steps[i]));
                to_int_all_modes((float)sign * (edge - steps[i]));
                to_int_all_modes((float)sign * nextafterf(edge + steps[i], 0));
                to_int_all_modes((float)sign * nextafterf(edge + steps[i], INFINITY));
            }
        }
    }
    const uint32_t special[] = {0,          1,          0x007fffff, 0x00800000, 0x7f7fffff,
                                0x7f800000, 0x7f800001, 0x7fc00000, 0x3f000000, 0x3effffff};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++) {
        to_int_all_modes(float_of(special[i]));
        to_int_all_modes(float_of(special[i] | 0x80000000));
    }
    uint64_t seed = 5;
    for (long i = scaled(30000); i > 0; i--) {
        to_int_all_modes(random_f32(&seed));
        to_int_all_modes(float_of((bits_of(random_f32(&seed)) & 0x807fffff) |
                                  (uint32_t)(120 + random_bits(&seed) % 80) << 23));
    }
}

static void f16_and_bf16(void **state)
{
    (void)state;
    for (uint32_t x = 0; x < 0x10000; x++) {
        const double value = ref_widen(ref_format(REF_F16), x);
        const double value_b = ref_widen(ref_format(REF_BF16), x);
        for (int i = 0; i < ROUNDS; i++) {
            for (int t = 0; t < INTS; t++) {
                struct num_mode mode = {.round = (uint8_t)rounds[i], .wrap = (x + (uint32_t)t) % 2};
                const int64_t got = f16_to_int((uint16_t)x, ints[t], mode);
                if (ints[t].bits == 16 && ints[t].is_signed)
                    mode.wrap = false;
                assert_bits((uint64_t)got, (uint64_t)ref_to_int(value, ints[t], mode),
                            "f16 0x%04x to %d bits", x, ints[t].bits);
            }
            const struct num_mode keep = {.round = NUM_RINT, .inf_nan = true};
            const double integral =
                isnan(value) || isinf(value) ? value : copysign(ref_round(value, rounds[i]), value);
            assert_bits(f16_round_integral((uint16_t)x, rounds[i]),
                        ref_narrow(ref_format(REF_F16), integral, keep), "vtrc f16 0x%04x", x);
            const double integral_b = isnan(value_b) || isinf(value_b)
                                          ? value_b
                                          : copysign(ref_round(value_b, rounds[i]), value_b);
            assert_bits(bf16_round_integral((uint16_t)x, rounds[i]),
                        ref_narrow(ref_format(REF_BF16), integral_b, keep), "vtrc bf16 0x%04x", x);
        }
    }
}

/* Chosen between the two f32 around x by exact integer distances. */
static float ref_from_int(__int128 x, enum num_round round)
{
    const __int128 size = x < 0 ? -x : x;
    if (size < 1 << 24)
        return (float)(int64_t)x;              /* exact */
    float low = (float)(double)(uint64_t)size; /* any f32 nearby */
    while ((__int128)low > size)
        low = nextafterf(low, 0);
    while ((__int128)nextafterf(low, INFINITY) <= size)
        low = nextafterf(low, INFINITY);
    const float high = nextafterf(low, INFINITY);
    const __int128 below = size - (__int128)low, above = (__int128)high - size;
    bool up = false;
    const bool odd = (bits_of(low) & 1) != 0;
    if (below != 0) {
        up = below > above || (below == above && odd);
        if (round == NUM_AWAY)
            up = below >= above;
        else if (round == NUM_TRUNC)
            up = false;
        else if (round == NUM_ODD)
            up = !odd;
        else if (round != NUM_RINT)
            up = (x < 0) == (round == NUM_FLOOR);
    }
    const float result = up ? high : low;
    return x < 0 ? -result : result;
}

static void integers_to_f32(void **state)
{
    (void)state;
    uint64_t seed = 6;
    for (long i = scaled(300000); i > 0; i--) {
        uint64_t x = random_bits(&seed) >> (random_bits(&seed) & 63);
        if (i % 4 == 0) /* ties and neighbours of ties */
            x = (x | 1ull << 39 | 0x8000) & (~0x7fffull | (random_bits(&seed) & 1));
        for (int r = 0; r < ROUNDS; r++) {
            assert_bits(bits_of(u64_to_f32(x, rounds[r])),
                        bits_of(ref_from_int((__int128)x, rounds[r])), "u64 %llu, rounding %d",
                        (unsigned long long)x, r);
            const int64_t s = (int64_t)x;
            assert_bits(bits_of(s64_to_f32(s, rounds[r])), bits_of(ref_from_int(s, rounds[r])),
                        "s64 %lld, rounding %d", (long long)s, r);
            assert_bits(bits_of(s64_to_f32(-s, rounds[r])), bits_of(ref_from_int(-s, rounds[r])),
                        "s64 %lld, rounding %d", (long long)-s, r);
        }
    }
    const int64_t special[] = {0, 1, -1, INT64_MAX, INT64_MIN, INT32_MIN, INT32_MAX, 16777217};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        for (int r = 0; r < ROUNDS; r++)
            assert_bits(bits_of(s64_to_f32(special[i], rounds[r])),
                        bits_of(ref_from_int(special[i], rounds[r])), "s64 %lld",
                        (long long)special[i]);
    for (int32_t x = INT16_MIN; x <= INT16_MAX; x++)
        for (int r = 0; r < ROUNDS; r++) {
            const struct num_mode mode = {.round = (uint8_t)rounds[r], .inf_nan = true};
            assert_bits(s16_to_f16((int16_t)x, rounds[r]), ref_narrow(ref_format(REF_F16), x, mode),
                        "s16 %d, rounding %d", x, r);
        }
}

static void widths(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (long i = scaled(100000); i > 0; i--) {
        const int64_t x = (int64_t)random_bits(&seed) >> (random_bits(&seed) & 63);
        for (int t = 0; t < INTS; t++) {
            assert_bits((uint64_t)int_to_int(x, ints[t], true),
                        (uint64_t)low_bits((uint64_t)x, ints[t]), "%lld wraps", (long long)x);
            __int128 want = x;
            const __int128 high = ints[t].bits == 64 && !ints[t].is_signed
                                      ? (__int128)UINT64_MAX
                                      : (__int128)extreme(ints[t], true);
            want = want > high ? high : want;
            want = want < extreme(ints[t], false) ? extreme(ints[t], false) : want;
            assert_bits((uint64_t)int_to_int(x, ints[t], false), (uint64_t)want,
                        "%lld to %d bits saturates", (long long)x, ints[t].bits);
        }
    }
}

/* One value of each kind of pair, and the exceptions. */
static void dispatch(void **state)
{
    (void)state;
    const struct num_mode saturate = {.round = NUM_RINT}, wrap = {.round = NUM_RINT, .wrap = true};
    uint16_t halves[4] = {0x5c04 /* 257 */, 0xfbff, 0x7c00, 0x7e00};
    uint8_t bytes[4];
    assert_true(num_convert(NUM_U8, bytes, NUM_F16, halves, 4, wrap));
    assert_memory_equal(bytes, ((uint8_t[]){1, 32, 255, 0}), 4); /* Cast.md table 4: 257 -> 1 */
    assert_true(num_convert(NUM_U8, bytes, NUM_F16, halves, 4, saturate));
    assert_memory_equal(bytes, ((uint8_t[]){255, 0, 255, 0}), 4);
    int16_t shorts[4];
    assert_true(num_convert(NUM_S16, shorts, NUM_F16, halves, 4, wrap));
    assert_memory_equal(shorts, ((int16_t[]){257, -32768, 32767, 0}), 8);
    uint16_t brains[4];
    assert_true(num_convert(NUM_BF16, brains, NUM_F16, halves, 4, saturate));
    assert_memory_equal(brains, ((uint16_t[]){0x4380, 0xc780, 0x7f80, 0x7fc0}), 8);
    assert_true(
        num_convert(NUM_S4, bytes, NUM_S16, ((int16_t[]){-32768, 32767, 5, -3}), 4, saturate));
    assert_memory_equal(bytes, ((uint8_t[]){0x78, 0xd5}), 2);
    assert_true(num_convert(NUM_S16, shorts, NUM_S4, bytes, 4, saturate));
    assert_memory_equal(shorts, ((int16_t[]){-8, 7, 5, -3}), 8);
    assert_true(num_convert(NUM_F16, halves, NUM_S4, bytes, 4, saturate));
    assert_memory_equal(halves, ((uint16_t[]){0xc800, 0x4700, 0x4500, 0xc200}), 8);
    uint32_t words[4];
    assert_true(num_convert(NUM_U32, words, NUM_S16, shorts, 4, wrap));
    assert_memory_equal(words, ((uint32_t[]){0, 7, 5, 0}), 16);
    float floats[4];
    assert_true(num_convert(NUM_F32, floats, NUM_S32, ((int32_t[]){16777217, -5, 0, INT32_MIN}), 4,
                            saturate));
    assert_memory_equal(floats, ((float[]){16777216.0f, -5.0f, 0.0f, -2147483648.0f}), 16);
    brains[0] = 0x40c0, brains[1] = 0x4120, brains[2] = 0xbf00, brains[3] = 0x7fc0;
    assert_true(num_convert(NUM_E2M1, bytes, NUM_BF16, brains, 4, saturate));
    assert_memory_equal(bytes, ((uint8_t[]){0x77, 0x09}), 2);
    assert_true(num_convert(NUM_F32, floats, NUM_E2M1, bytes, 4, saturate));
    assert_memory_equal(floats, ((float[]){6.0f, 6.0f, -0.5f, 0.0f}), 16);
    assert_true(num_convert(NUM_E8M0, bytes, NUM_BF16, brains, 4, saturate));
    assert_memory_equal(bytes, ((uint8_t[]){129, 130, 126, 255}), 4);
    uint64_t longs[2] = {UINT64_MAX, 5};
    assert_true(num_convert(NUM_S32, words, NUM_U64, longs, 2, saturate));
    assert_memory_equal(words, ((int32_t[]){INT32_MAX, 5}), 8);
    assert_true(num_convert(NUM_S64, longs, NUM_F32, ((float[]){-1e30f, 1e10f}), 2, saturate));
    assert_memory_equal(longs, ((int64_t[]){INT64_MIN, 10000000000}), 16);
    assert_false(num_convert(NUM_F32, floats, NUM_F32, floats, 4, saturate));
    assert_false(num_convert(NUM_HIF8, bytes, NUM_S32, words, 4, saturate));
    assert_false(num_convert(NUM_E8M0, bytes, NUM_F32, floats, 4, saturate));
    assert_false(num_convert(NUM_F16, halves, NUM_S32, words, 4, saturate));
}

/* All at once (several blocks, a tail) as two at a time, for every pair that exists. */
static void dispatch_in_blocks(void **state)
{
    (void)state;
    enum { N = 130 };
    static const size_t bits[NUM_TYPE_COUNT] = {32, 16, 16, 8,  8,  8,  8,  4,  4,
                                                4,  8,  8,  16, 16, 32, 32, 64, 64};
    uint64_t seed = 16;
    static uint64_t source[N], all[N];
    int pairs = 0;
    for (enum num_type to = 0; to < NUM_TYPE_COUNT; to++) {
        for (enum num_type from = 0; from < NUM_TYPE_COUNT; from++) {
            for (int i = 0; i < N; i++)
                source[i] = random_bits(&seed);
            const struct num_mode mode = {.round = NUM_AWAY, .inf_nan = from % 2 == 0};
            if (!num_convert(to, all, from, source, N, mode))
                continue;
            pairs++;
            for (size_t i = 0; i < N; i += 2) {
                uint64_t two[2] = {0};
                const size_t from_byte = i * bits[from] / 8, to_byte = i * bits[to] / 8;
                assert_true(num_convert(to, two, from, (char *)source + from_byte, 2, mode));
                assert_memory_equal(two, (char *)all + to_byte, 2 * bits[to] / 8);
            }
        }
    }
    /* floats to floats (to e8m0 only bf16), to integers, integers to integers, to f32, to f16 and
     * bf16 */
    print_message("%d pairs\n", pairs);
    assert_int_equal(pairs, 9 * 8 - 7 + 9 * 9 + 9 * 8 + 9 + 2 * 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(f32_to_integers), cmocka_unit_test(f16_and_bf16),
        cmocka_unit_test(integers_to_f32), cmocka_unit_test(widths),
        cmocka_unit_test(dispatch),        cmocka_unit_test(dispatch_in_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
