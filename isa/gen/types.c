#include "types.h"

#include <stddef.h>
#include <string.h>

static const struct element elements[] = {
    {"f32", "vector_f32", "float", 4, true},
    {"f16", "vector_f16", "half", 2, true},
    {"bf16", "vector_bf16", "bfloat16_t", 2, false},
    {"s64", "vector_s64", "int64_t", 8, false},
    {"u64", "vector_u64", "uint64_t", 8, false},
    {"s32", "vector_s32", "int32_t", 4, false},
    {"u32", "vector_u32", "uint32_t", 4, false},
    {"s16", "vector_s16", "int16_t", 2, false},
    {"u16", "vector_u16", "uint16_t", 2, false},
    {"s8", "vector_s8", "int8_t", 1, false},
    {"u8", "vector_u8", "uint8_t", 1, false},
    {"hif8", "vector_hif8", "hifloat8_t", 1, false},
    {"e4m3", "vector_f8e4m3", "float8_e4m3_t", 1, false},
    {"e5m2", "vector_f8e5m2", "float8_e5m2_t", 1, false},
    {"e8m0", "vector_f8e8m0", "float8_e8m0_t", 1, false},
    {"e6m2", "vector_f8e6m2", "float8_e6m2_t", 1, false},
    {"e2m1x2", "vector_f4e2m1x2", "float4_e2m1x2_t", 1, false},
    {"e1m2x2", "vector_f4e1m2x2", "float4_e1m2x2_t", 1, false},
    {"s4x2", "vector_s4x2", "int4x2_t", 1, false},
    {"b8", NULL, "uint8_t", 0, false},
    {"b16", NULL, "uint16_t", 0, false},
    {"b32", NULL, "uint32_t", 0, false},
    {"void", NULL, "void", 0, false},
};

const struct element *element_find(const char *name)
{
    for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++)
        if (strcmp(elements[i].name, name) == 0)
            return &elements[i];
    return NULL;
}

const char *element_integer(const struct element *element, bool is_signed)
{
    switch (element->bytes) {
    case 1:
        return is_signed ? "s8" : "u8";
    case 2:
        return is_signed ? "s16" : "u16";
    case 4:
        return is_signed ? "s32" : "u32";
    case 8:
        return is_signed ? "s64" : "u64";
    default:
        return "";
    }
}
