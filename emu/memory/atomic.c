#include "emu/memory/atomic.h"

#include <stddef.h>
#include <string.h>

#include "emu/numeric/numeric.h"

/* atomic_type_t and the operations of CTRL[10:9] */
enum { TYPE_F32 = 1, TYPE_F16, TYPE_S16, TYPE_S32, TYPE_S8, TYPE_BF16 };
enum { OP_ADD, OP_MAX, OP_MIN, OP_COUNT };

static int32_t integer(unsigned op, int32_t a, int32_t b)
{
    if (op == OP_ADD)
        return a + b; /* wraps: -fwrapv */
    return (op == OP_MAX) == (a > b) ? a : b;
}

static float f32(unsigned op, float a, float b)
{
    return op == OP_ADD ? f32_add(a, b) : op == OP_MAX ? f32_max(a, b) : f32_min(a, b);
}

static uint16_t f16(unsigned op, uint16_t a, uint16_t b, bool saturate)
{
    uint16_t r = op == OP_ADD ? f16_add(a, b) : op == OP_MAX ? f16_max(a, b) : f16_min(a, b);
    return saturate ? f16_saturate(r) : r;
}

static uint16_t bf16(unsigned op, uint16_t a, uint16_t b, bool saturate)
{
    uint16_t r = op == OP_ADD ? bf16_add(a, b) : op == OP_MAX ? bf16_max(a, b) : bf16_min(a, b);
    return saturate ? bf16_saturate(r) : r;
}

/* One element; CTRL[48] = 0 saturates f16 and bf16 (table of asc-devkit SetCtrlSpr). */
static void update(unsigned type, unsigned op, bool saturate, uint8_t *dst, const uint8_t *src)
{
    union {
        float f;
        int32_t s32;
        int16_t s16;
        uint16_t u16;
        int8_t s8;
    } a, b;
    size_t size = type == TYPE_F32 || type == TYPE_S32 ? 4 : type == TYPE_S8 ? 1 : 2;
    memcpy(&a, dst, size);
    memcpy(&b, src, size);
    switch (type) {
    case TYPE_F32:
        a.f = f32(op, a.f, b.f);
        break;
    case TYPE_F16:
        a.u16 = f16(op, a.u16, b.u16, saturate);
        break;
    case TYPE_BF16:
        a.u16 = bf16(op, a.u16, b.u16, saturate);
        break;
    case TYPE_S16:
        a.s16 = (int16_t)integer(op, a.s16, b.s16);
        break;
    case TYPE_S32:
        a.s32 = integer(op, a.s32, b.s32);
        break;
    default:
        a.s8 = (int8_t)integer(op, a.s8, b.s8);
    }
    memcpy(dst, &a, size);
}

const char *atomic_update(uint8_t *dst, const uint8_t *src, uint64_t bytes, uint64_t ctrl)
{
    static const uint8_t sizes[8] = {0, 4, 2, 2, 4, 1, 2, 0};
    unsigned type = (unsigned)(ctrl >> 6) & 7;
    unsigned op = (unsigned)(ctrl >> 9) & 3;
    if (sizes[type] == 0)
        return "atomic type 7 in CTRL[8:6] does not exist";
    if (op >= OP_COUNT)
        return "atomic operation 3 in CTRL[10:9] does not exist";
    if (bytes % sizes[type] != 0)
        return "the length is no multiple of the atomic element";
    bool saturate = ((ctrl >> 48) & 1) == 0;
    for (uint64_t i = 0; i < bytes; i += sizes[type])
        update(type, op, saturate, dst + i, src + i);
    return NULL;
}
