#include "viewer/memory_layout.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const memory_layout_name[LAYOUT_COUNT] = {"ND", "DN", "NZ", "ZN", "zZ", "mx A", "mx B"};
const char *const memory_type_name[TYPE_COUNT] = {"f32", "f16", "bf16", "s32", "u32",
                                                  "s16", "u16", "s8",   "u8",  "e8m0"};
const unsigned memory_type_size[TYPE_COUNT] = {4, 2, 2, 4, 4, 2, 2, 1, 1, 1};

static uint64_t blocks(uint64_t n, uint64_t of)
{
    return (n + of - 1) / of;
}

uint64_t memory_layout_offset(enum memory_layout layout, unsigned size, uint64_t rows,
                              uint64_t columns, uint64_t row, uint64_t column)
{
    uint64_t c0 = 32 / size, in;
    switch (layout) {
    case LAYOUT_DN:
        return (column * rows + row) * size;
    case LAYOUT_NZ:
        return ((column / c0 * blocks(rows, 16) * 16 + row) * c0 + column % c0) * size;
    case LAYOUT_ZN:
        in = column % 16 * c0 + row % c0;
        return ((row / c0 * blocks(columns, 16) + column / 16) * 16 * c0 + in) * size;
    case LAYOUT_ZZ:
        in = row % 16 * c0 + column % c0;
        return ((row / 16 * blocks(columns, c0) + column / c0) * 16 * c0 + in) * size;
    case LAYOUT_MX_A:
        return (row / 16 * blocks(columns, 2) + column / 2) * 32 + row % 16 * 2 + column % 2;
    case LAYOUT_MX_B:
        return (column / 16 * blocks(rows, 2) + row / 2) * 32 + column % 16 * 2 + row % 2;
    default:
        return (row * columns + column) * size;
    }
}

static double half(unsigned bits)
{
    int exponent = (int)(bits >> 10 & 31);
    double part = bits & 1023, value;
    if (exponent == 31)
        value = part == 0 ? INFINITY : NAN;
    else
        value = exponent == 0 ? ldexp(part, -24) : ldexp(1024 + part, exponent - 25);
    return bits & 0x8000 ? -value : value;
}

void memory_value_text(enum memory_type type, const uint8_t *bytes, char *text, size_t room)
{
    uint32_t word = 0;
    float number;
    memcpy(&word, bytes, memory_type_size[type]);
    switch (type) {
    case TYPE_F32:
    case TYPE_BF16:
        word <<= type == TYPE_BF16 ? 16 : 0;
        memcpy(&number, &word, sizeof number);
        snprintf(text, room, "%.4g", (double)number);
        break;
    case TYPE_F16:
        snprintf(text, room, "%.4g", half(word));
        break;
    case TYPE_E8M0:
        snprintf(text, room, word == 255 ? "nan" : "2^%d", (int)word - 127);
        break;
    case TYPE_S32:
        snprintf(text, room, "%" PRId32, (int32_t)word);
        break;
    case TYPE_S16:
        snprintf(text, room, "%d", (int16_t)word);
        break;
    case TYPE_S8:
        snprintf(text, room, "%d", (int8_t)word);
        break;
    default:
        snprintf(text, room, "%" PRIu32, word);
        break;
    }
}
