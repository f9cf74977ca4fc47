/* Conversions by element type: through f32 (which holds every smaller format exactly) or s64. */
#include <string.h>

#include "emu/numeric/lane.h"

enum { BLOCK = 64 };

static bool is_float(enum num_type type)
{
    return type <= NUM_E1M2;
}

static bool is_packed(enum num_type type)
{
    return type == NUM_S4 || type == NUM_E2M1 || type == NUM_E1M2;
}

static size_t bytes_of(enum num_type type, size_t n)
{
    static const uint8_t size[NUM_TYPE_COUNT] = {
        [NUM_F32] = 4,  [NUM_F16] = 2,  [NUM_BF16] = 2, [NUM_E4M3] = 1, [NUM_E5M2] = 1,
        [NUM_E8M0] = 1, [NUM_HIF8] = 1, [NUM_S8] = 1,   [NUM_U8] = 1,   [NUM_S16] = 2,
        [NUM_U16] = 2,  [NUM_S32] = 4,  [NUM_U32] = 4,  [NUM_S64] = 8,  [NUM_U64] = 8,
    };
    return is_packed(type) ? n / 2 : n * size[type];
}

static struct num_int int_of(enum num_type type)
{
    static const struct num_int ints[NUM_TYPE_COUNT] = {
        [NUM_S4] = {4, true},    [NUM_S8] = {8, true},    [NUM_U8] = {8, false},
        [NUM_S16] = {16, true},  [NUM_U16] = {16, false}, [NUM_S32] = {32, true},
        [NUM_U32] = {32, false}, [NUM_S64] = {64, true},  [NUM_U64] = {64, false},
    };
    return ints[type];
}

static bool pair_exists(enum num_type to, enum num_type from)
{
    if (to == from || to >= NUM_TYPE_COUNT || from >= NUM_TYPE_COUNT)
        return false;
    if (to == NUM_E8M0)
        return from == NUM_BF16;
    if (is_float(from) || !is_float(to) || to == NUM_F32)
        return true;
    /* an integer that f32 holds exactly has one rounding only */
    return (to == NUM_F16 || to == NUM_BF16) && int_of(from).bits <= 16;
}

/* The target holds every value of the source: nothing to saturate, inf and NaN stay (Reg Cast.md
 * table 7 has no saturation mode for these pairs). */
static bool never_saturates(enum num_type to, enum num_type from)
{
    if (to == NUM_BF16)
        return from != NUM_F32;
    return to == NUM_F16 && from != NUM_F32 && from != NUM_BF16 && from != NUM_E8M0;
}

/* --- floats ----------------------------------------------------------------------------------- */

static void unpack(uint8_t *out, const uint8_t *src, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = src[i / 2] >> (i % 2 * 4) & 15;
}

static void pack(uint8_t *dst, const uint8_t *in, size_t n)
{
    for (size_t i = 0; i < n; i += 2)
        dst[i / 2] = (uint8_t)((in[i] & 15) | in[i + 1] << 4);
}

static void load_floats(float *out, enum num_type type, const void *src, size_t n)
{
    uint8_t four_bits[BLOCK];
    switch (type) {
    case NUM_F16:
        f16_to_f32_n(out, src, n);
        break;
    case NUM_BF16:
        bf16_to_f32_n(out, src, n);
        break;
    case NUM_E4M3:
        e4m3_to_f32_n(out, src, n);
        break;
    case NUM_E5M2:
        e5m2_to_f32_n(out, src, n);
        break;
    case NUM_E8M0:
        e8m0_to_f32_n(out, src, n);
        break;
    case NUM_HIF8:
        hif8_to_f32_n(out, src, n);
        break;
    case NUM_E2M1:
    case NUM_E1M2:
        unpack(four_bits, src, n);
        for (size_t i = 0; i < n; i++)
            out[i] = type == NUM_E2M1 ? e2m1_to_f32(four_bits[i]) : e1m2_to_f32(four_bits[i]);
        break;
    default:
        memcpy(out, src, n * sizeof *out);
    }
}

static void store_floats(void *dst, enum num_type type, const float *in, size_t n,
                         struct num_mode mode)
{
    uint8_t four_bits[BLOCK];
    switch (type) {
    case NUM_F16:
        f32_to_f16_n(dst, in, n, mode);
        break;
    case NUM_BF16:
        f32_to_bf16_n(dst, in, n, mode);
        break;
    case NUM_E4M3:
        f32_to_e4m3_n(dst, in, n, mode);
        break;
    case NUM_E5M2:
        f32_to_e5m2_n(dst, in, n, mode);
        break;
    case NUM_HIF8:
        f32_to_hif8_n(dst, in, n, mode);
        break;
    case NUM_E2M1:
    case NUM_E1M2:
        for (size_t i = 0; i < n; i++)
            four_bits[i] =
                type == NUM_E2M1 ? f32_to_e2m1(in[i], mode.round) : f32_to_e1m2(in[i], mode.round);
        pack(dst, four_bits, n);
        break;
    default:
        memcpy(dst, in, n * sizeof *in);
    }
}

/* --- integers ----------------------------------------------------------------------------------
 */

#define EACH(type, to)                                                                             \
    for (size_t i = 0; i < n; i++)                                                                 \
    out[i] = (to)((const type *)src)[i]

/* Of at most 32 bits with a sign, or less without. */
static void load_narrow(int32_t *out, enum num_type type, const void *src, size_t n)
{
    uint8_t four_bits[BLOCK];
    switch (type) {
    case NUM_S4:
        unpack(four_bits, src, n);
        for (size_t i = 0; i < n; i++)
            out[i] = (four_bits[i] ^ 8) - 8;
        break;
    case NUM_S8:
        EACH(int8_t, int32_t);
        break;
    case NUM_U8:
        EACH(uint8_t, int32_t);
        break;
    case NUM_S16:
        EACH(int16_t, int32_t);
        break;
    case NUM_U16:
        EACH(uint16_t, int32_t);
        break;
    default:
        EACH(int32_t, int32_t);
    }
}

static bool is_narrow(enum num_type type)
{
    return int_of(type).bits < 32 || type == NUM_S32;
}

static void load_integers(int64_t *out, enum num_type type, const void *src, size_t n)
{
    int32_t narrow[BLOCK];
    switch (type) {
    case NUM_U32:
        EACH(uint32_t, int64_t);
        break;
    case NUM_S64:
    case NUM_U64:
        EACH(int64_t, int64_t);
        break;
    default:
        load_narrow(narrow, type, src, n);
        for (size_t i = 0; i < n; i++)
            out[i] = narrow[i];
    }
}

/* The low bits of each. */
static void store_narrow(void *dst, enum num_type type, const int32_t *in, size_t n)
{
    uint8_t four_bits[BLOCK];
    switch (int_of(type).bits) {
    case 4:
        for (size_t i = 0; i < n; i++)
            four_bits[i] = (uint8_t)(in[i] & 15);
        pack(dst, four_bits, n);
        break;
    case 8:
        for (size_t i = 0; i < n; i++)
            ((uint8_t *)dst)[i] = (uint8_t)in[i];
        break;
    case 16:
        for (size_t i = 0; i < n; i++)
            ((uint16_t *)dst)[i] = (uint16_t)in[i];
        break;
    default:
        memcpy(dst, in, n * sizeof *in);
    }
}

/* Both types are narrow: wrapping is in storing the low bits. */
static void narrow_to_narrow(void *dst, enum num_type to, enum num_type from, const void *src,
                             size_t n, bool wrap)
{
    int32_t x[BLOCK];
    const struct num_int target = int_of(to);
    load_narrow(x, from, src, n);
    if (!wrap) {
        const int32_t least = (int32_t)int_to_int(INT64_MIN, target, false);
        const int32_t most = (int32_t)int_to_int(INT64_MAX, target, false);
        for (size_t i = 0; i < n; i++)
            x[i] = x[i] < least ? least : x[i] > most ? most : x[i];
    }
    store_narrow(dst, to, x, n);
}

static void store_integers(void *dst, enum num_type type, const int64_t *in, size_t n)
{
    const size_t size = int_of(type).bits / 8;
    uint8_t four_bits[BLOCK];
    for (size_t i = 0; i < n; i++) {
        if (type == NUM_S4)
            four_bits[i] = (uint8_t)(in[i] & 15);
        else
            memcpy((char *)dst + i * size, &in[i], size);
    }
    if (type == NUM_S4)
        pack(dst, four_bits, n);
}

static void floats_to_integers(void *dst, enum num_type to, enum num_type from, const float *in,
                               size_t n, struct num_mode mode)
{
    int64_t integers[BLOCK];
    if (from == NUM_F16 && to == NUM_S16)
        mode.wrap = false;
    switch (to) {
    case NUM_S32:
        f32_to_s32_n(dst, in, n, mode);
        break;
    case NUM_S16:
        f32_to_s16_n(dst, in, n, mode);
        break;
    case NUM_S8:
        f32_to_s8_n(dst, in, n, mode);
        break;
    case NUM_U8:
        f32_to_u8_n(dst, in, n, mode);
        break;
    default:
        for (size_t i = 0; i < n; i++)
            integers[i] = f32_to_int(in[i], int_of(to), mode);
        store_integers(dst, to, integers, n);
    }
}

static void integers_to_floats(void *dst, enum num_type to, enum num_type from, const void *src,
                               size_t n, struct num_mode mode)
{
    float floats[BLOCK];
    int32_t narrow[BLOCK];
    int64_t in[BLOCK];
    if (is_narrow(from)) {
        load_narrow(narrow, from, src, n);
        /* up to 16 bits are exact, and the usual rounding has the faster loop */
        s32_to_f32_n(floats, narrow, n, int_of(from).bits < 32 ? NUM_RINT : mode.round);
    } else {
        load_integers(in, from, src, n);
        for (size_t i = 0; i < n; i++)
            floats[i] = from == NUM_U64 ? u64_to_f32((uint64_t)in[i], mode.round)
                                        : s64_to_f32(in[i], mode.round);
    }
    mode.inf_nan = true; /* all of them are in range */
    store_floats(dst, to, floats, n, mode);
}

static void integers_to_integers(void *dst, enum num_type to, enum num_type from, const void *src,
                                 size_t n, bool wrap)
{
    int64_t in[BLOCK];
    const struct num_int target = int_of(to), source = int_of(from);
    /* asc-devkit Reg Cast.md, constraints: int16_t to uint32_t only saturates */
    if (source.is_signed && !target.is_signed && target.bits > source.bits)
        wrap = false;
    if (is_narrow(from) && is_narrow(to)) {
        narrow_to_narrow(dst, to, from, src, n, wrap);
        return;
    }
    load_integers(in, from, src, n);
    for (size_t i = 0; i < n; i++) {
        const bool huge = from == NUM_U64 && in[i] < 0 && !wrap;
        in[i] = int_to_int(huge ? INT64_MAX : in[i], target, wrap);
    }
    store_integers(dst, to, in, n);
}

/* --- all of them ------------------------------------------------------------------------------ */

static void convert_block(enum num_type to, void *dst, enum num_type from, const void *src,
                          size_t n, struct num_mode mode)
{
    float floats[BLOCK];
    if (to == NUM_E8M0) {
        for (size_t i = 0; i < n; i++)
            ((uint8_t *)dst)[i] = bf16_to_e8m0(((const uint16_t *)src)[i]);
    } else if (from == NUM_F16 && to == NUM_HIF8) {
        f16_to_hif8_n(dst, src, n, mode);
    } else if (is_float(from)) {
        if (never_saturates(to, from))
            mode.inf_nan = true;
        load_floats(floats, from, src, n);
        if (is_float(to))
            store_floats(dst, to, floats, n, mode);
        else
            floats_to_integers(dst, to, from, floats, n, mode);
    } else {
        if (is_float(to))
            integers_to_floats(dst, to, from, src, n, mode);
        else
            integers_to_integers(dst, to, from, src, n, mode.wrap);
    }
}

bool num_convert(enum num_type to, void *dst, enum num_type from, const void *src, size_t n,
                 struct num_mode mode)
{
    if (!pair_exists(to, from))
        return false;
    for (size_t done = 0; done < n; done += BLOCK) {
        const size_t lanes = n - done < BLOCK ? n - done : BLOCK;
        convert_block(to, (char *)dst + bytes_of(to, done), from,
                      (const char *)src + bytes_of(from, done), lanes, mode);
    }
    return true;
}
