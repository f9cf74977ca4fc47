#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/edge/table.h"

/* --- rows
 * ---------------------------------------------------------------------------------------- */

/* Cells may be quoted, with commas inside. */
static char *next_cell(char **at)
{
    char *cell = *at;
    if (cell == NULL)
        return NULL;
    char *end;
    if (*cell == '"') {
        end = strchr(++cell, '"');
        *end++ = '\0';
    } else {
        end = cell + strcspn(cell, ",");
    }
    *at = *end == ',' ? end + 1 : NULL;
    *end = '\0';
    return cell;
}

/* Results are the last columns of a row, one for each mode; Mull has two destinations. */
static bool is_result(const char *key)
{
    return strncmp(key, "dst_", 4) == 0 || strstr(key, "模式）") != NULL ||
           strncmp(key, "dst0的", strlen("dst0的")) == 0 ||
           strncmp(key, "dst1的", strlen("dst1的")) == 0;
}

static void add_column(struct edge_row *row, char *cell)
{
    char *value = strchr(cell, '=');
    if (value == NULL || row->columns == MOST_COLUMNS)
        return;
    *value++ = '\0';
    row->is_note = row->is_note || strcmp(cell, "NOTE") == 0;
    row->value[row->columns++] = value;
    if (!is_result(cell)) {
        strncat(row->name, ", ", sizeof row->name - strlen(row->name) - 9);
        strncat(row->name, value, sizeof row->name - strlen(row->name) - 9);
    }
}

bool edge_read(FILE *file, struct edge_row *row)
{
    memset(row, 0, sizeof *row);
    if (fgets(row->text, sizeof row->text, file) == NULL)
        return false;
    row->text[strcspn(row->text, "\r\n")] = '\0';
    char *at = row->text;
    next_cell(&at); /* section */
    next_cell(&at); /* number of the table */
    row->title = next_cell(&at);
    strncat(row->name, row->title, sizeof row->name - 1);
    for (char *cell = next_cell(&at); cell != NULL; cell = next_cell(&at))
        add_column(row, cell);
    return true;
}

unsigned edge_split(const char *cell, const char *separator, char items[][64], unsigned most)
{
    unsigned count = 0;
    while (count < most) {
        while (*cell == ' ')
            cell++;
        const char *end = strstr(cell, separator);
        size_t length = end == NULL ? strlen(cell) : (size_t)(end - cell);
        while (length > 0 && cell[length - 1] == ' ')
            length--;
        length = length < 63 ? length : 63;
        memcpy(items[count], cell, length);
        items[count++][length] = '\0';
        if (end == NULL)
            break;
        cell = end + strlen(separator);
    }
    return count;
}

/* --- types
 * ----------------------------------------------------------------------------------------- */

static const struct edge_type types[] = {{"half", "f16", 65504, -65504, 16},
                                         {"float", "f32", 0x1.fffffep127, -0x1.fffffep127, 32},
                                         {"bfloat16", "bf16", 0x1.fep127, -0x1.fep127, 16},
                                         {"bfloat16_t", "bf16", 0x1.fep127, -0x1.fep127, 16},
                                         {"hifloat8_t", "hif8", 0x1p15, -0x1p15, 8},
                                         {"fp8_e4m3_t", "e4m3", 448, -448, 8},
                                         {"fp8_e5m2_t", "e5m2", 57344, -57344, 8},
                                         {"fp8_e8m0_t", "e8m0", 0x1p127, 0x1p-127, 8},
                                         {"fp4x2_e2m1_t", "e2m1x2", 6, -6, 4},
                                         {"fp4x2_e1m2_t", "e1m2x2", 1.75, -1.75, 4},
                                         {"int4b_t", "s4x2", 7, -8, 4},
                                         {"int8_t", "s8", 127, -128, 8},
                                         {"uint8_t", "u8", 255, 0, 8},
                                         {"int16_t", "s16", 32767, -32768, 16},
                                         {"uint16_t", "u16", 65535, 0, 16},
                                         {"int32_t", "s32", 2147483647, -2147483648.0, 32},
                                         {"uint32_t", "u32", 4294967295, 0, 32},
                                         {"int64_t", "s64", 0x1p63, -0x1p63, 64}};

const struct edge_type *edge_type(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strlen(types[i].vendors) == length && strncmp(types[i].vendors, name, length) == 0)
            return &types[i];
    return NULL;
}

static bool starts(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

double edge_number(const char *text, const struct edge_type *type)
{
    if (starts(text, "MAX") || starts(text, "max"))
        return type->most;
    if (starts(text, "MIN") || starts(text, "min"))
        return type->least;
    return strtod(text, NULL); /* knows inf and nan */
}

/* --- codes
 * ----------------------------------------------------------------------------------------- */

static bool is_integer(const struct edge_type *type)
{
    return (type->ours[0] == 's' || type->ours[0] == 'u');
}

/* f16, bf16 and the small formats of reference tables; -1: none of them. */
static int format_of(const struct edge_type *type)
{
    static const struct {
        const char *name;
        int format;
    } formats[] = {{"f16", REF_F16},   {"bf16", REF_BF16},   {"e4m3", REF_E4M3},
                   {"e5m2", REF_E5M2}, {"e2m1x2", REF_E2M1}, {"e1m2x2", REF_E1M2}};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, type->ours) == 0)
            return formats[i].format;
    return -1;
}

static uint64_t hif8_code(double x)
{
    return isnan(x)       ? 0x80
           : x == 0x1p15  ? 0x6e
           : x == -0x1p15 ? 0xee
           : x == 0       ? 0
           : isinf(x)     ? x > 0 ? 0x6f : 0xef
                          : 0x08;
}

uint64_t edge_code(const struct edge_type *type, double value)
{
    static const struct num_mode kept = {.round = NUM_RINT, .inf_nan = true};
    uint64_t mask = type->bits == 64 ? UINT64_MAX : (1ULL << type->bits) - 1;
    if (is_integer(type))
        return (value >= 0x1p63 ? (uint64_t)INT64_MAX : (uint64_t)(int64_t)value) & mask;
    if (strcmp(type->ours, "hif8") == 0)
        return hif8_code(value);
    if (strcmp(type->ours, "f32") == 0)
        return isnan(value) ? 0x7fc00000 : bits_of((float)value);
    return ref_narrow(ref_format(format_of(type)), value, kept);
}

double edge_value(const struct edge_type *type, uint64_t code)
{
    if (is_integer(type)) {
        __int128 value = code;
        if (type->ours[0] == 's' && code >> (type->bits - 1) & 1)
            value -= (__int128)1 << type->bits;
        return (double)value;
    }
    if (strcmp(type->ours, "f32") == 0)
        return (double)float_of((uint32_t)code);
    if (strcmp(type->ours, "hif8") == 0)
        return code == 0x80                   ? NAN
               : code == 0                    ? 0
               : code == 0x6f || code == 0xef ? (code >> 7 ? -INFINITY : INFINITY)
               : code == 0x6e || code == 0xee ? (code >> 7 ? -0x1p15 : 0x1p15)
                                              : 1;
    return ref_widen(ref_format(format_of(type)), (uint32_t)code);
}

bool edge_agrees(const struct edge_type *type, uint64_t code, double want)
{
    double got = edge_value(type, code);
    if (isnan(want))
        return isnan(got);
    if (want == 0)
        return got == 0 && (is_integer(type) || strcmp(type->ours, "hif8") == 0 ||
                            !signbit(got) == !signbit(want));
    return got == want || (isfinite(got) && isfinite(want) && !is_integer(type) &&
                           fabs(got - want) <= 4e-3 * fabs(want));
}
