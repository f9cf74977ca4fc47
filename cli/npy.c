#include "cli/npy.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/verb.h"

static const struct npy_type types[] = {
    {"f32", "<f4", 4}, {"f16", "<f2", 2}, {"f64", "<f8", 8}, {"bf16", "<V2", 2}, {"s8", "|i1", 1},
    {"u8", "|u1", 1},  {"s16", "<i2", 2}, {"u16", "<u2", 2}, {"s32", "<i4", 4},  {"u32", "<u4", 4},
    {"s64", "<i8", 8}, {"u64", "<u8", 8}, {"bool", "|b1", 1}};

enum { TYPE_COUNT = sizeof types / sizeof *types, HEADER_ALIGN = 64 };

const struct npy_type *npy_type_by_name(const char *name, size_t length)
{
    for (int i = 0; i < TYPE_COUNT; i++)
        if (strlen(types[i].name) == length && strncmp(types[i].name, name, length) == 0)
            return &types[i];
    return NULL;
}

static const struct npy_type *type_by_descr(const char *descr, size_t length)
{
    for (int i = 0; i < TYPE_COUNT; i++) /* numpy writes |V2 or <V2 for two raw bytes */
        if (strlen(types[i].descr) == length &&
            strncmp(types[i].descr + 1, descr + 1, length - 1) == 0 &&
            (descr[0] == '<' || descr[0] == '|' || descr[0] == '='))
            return &types[i];
    return NULL;
}

/* --- shapes
 * -------------------------------------------------------------------------------------------- */

/* Reads numbers with commas up to `end`; false when malformed or the count overflows. */
static bool read_shape(const char *at, char end, struct npy_array *array, const char **after)
{
    array->dimensions = 0;
    array->count = 1;
    for (;;) {
        while (isspace((unsigned char)*at))
            at++;
        if (*at == end)
            break;
        char *number_end;
        if (!isdigit((unsigned char)*at) || array->dimensions == NPY_MOST_DIMENSIONS)
            return false;
        uint64_t n = strtoull(at, &number_end, 10);
        if (n != 0 && array->count > (UINT64_MAX >> 8) / n)
            return false;
        array->shape[array->dimensions++] = n;
        array->count *= n;
        for (at = number_end; isspace((unsigned char)*at); at++)
            ;
        if (*at == ',')
            at++;
        else if (*at != end)
            return false;
    }
    *after = at + 1;
    return true;
}

belay_status npy_parse_shape(const char *text, struct npy_array *array, belay_error *err)
{
    const char *bracket = strchr(text, '['), *after;
    memset(array, 0, sizeof *array);
    if (bracket == NULL)
        return bad_input(err, "'%s' is not a type and shape like f32[16,1024]", text);
    array->type = npy_type_by_name(text, (size_t)(bracket - text));
    if (array->type == NULL)
        return bad_input(err, "'%.*s' is not an element type: f32, f16, bf16, f64, s8, u8 ... u64",
                         (int)(bracket - text), text);
    if (!read_shape(bracket + 1, ']', array, &after) || *after != '\0')
        return bad_input(err, "'%s' is not a shape like [16,1024]", bracket);
    return BELAY_OK;
}

void npy_describe(const struct npy_array *array, char *out, size_t size)
{
    int used = snprintf(out, size, "%s[", array->type->name);
    for (unsigned i = 0; i < array->dimensions && used > 0 && (size_t)used < size; i++)
        used += snprintf(out + used, size - (size_t)used, "%s%" PRIu64, i > 0 ? "," : "",
                         array->shape[i]);
    if (used > 0 && (size_t)used < size)
        snprintf(out + used, size - (size_t)used, "]");
}

/* --- reading
 * ------------------------------------------------------------------------------------------- */

/* The value of a key in the header's dictionary: what follows "'key':". */
static const char *header_value(const char *header, const char *key)
{
    const char *at = strstr(header, key);
    at = at == NULL ? NULL : strchr(at, ':');
    if (at == NULL)
        return NULL;
    for (at++; isspace((unsigned char)*at); at++)
        ;
    return at;
}

static belay_status read_header(const char *path, const char *header, struct npy_array *array,
                                belay_error *err)
{
    const char *descr = header_value(header, "'descr'");
    const char *order = header_value(header, "'fortran_order'");
    const char *shape = header_value(header, "'shape'");
    const char *after;
    if (descr == NULL || order == NULL || shape == NULL || *shape != '(')
        return bad_input(err, "'%s': the .npy header is malformed", path);
    if (*descr != '\'' || strchr(descr + 1, '\'') == NULL)
        return bad_input(err, "'%s': arrays of records are not supported", path);
    size_t length = (size_t)(strchr(descr + 1, '\'') - descr - 1);
    array->type = type_by_descr(descr + 1, length);
    if (array->type == NULL)
        return bad_input(err, "'%s': element type '%.*s' is not supported", path, (int)length,
                         descr + 1);
    if (!read_shape(shape + 1, ')', array, &after))
        return bad_input(err, "'%s': the shape in the .npy header is malformed", path);
    if (strncmp(order, "True", 4) == 0 && array->dimensions > 1)
        return bad_input(err, "'%s' is in Fortran order: save it in C order", path);
    return BELAY_OK;
}

/* Where the header text lies in the file; false when this is no .npy file or it ends too early. */
static bool find_header(const uint8_t *data, size_t size, size_t *at, size_t *length)
{
    if (size < 12 || memcmp(data, "\x93NUMPY", 6) != 0)
        return false;
    bool wide = data[6] >= 2;
    *at = wide ? 12 : 10;
    *length = data[8] | (size_t)data[9] << 8;
    if (wide)
        *length |= (size_t)data[10] << 16 | (size_t)data[11] << 24;
    return *length <= size - *at;
}

belay_status npy_read(const char *path, struct npy_array *array, belay_error *err)
{
    char *file;
    size_t size, at = 0, length = 0;
    memset(array, 0, sizeof *array);
    belay_status status = read_file(path, &file, &size, err);
    if (status != BELAY_OK)
        return status;
    char *header = NULL;
    if (!find_header((uint8_t *)file, size, &at, &length)) {
        status = bad_input(err, "'%s' is not a .npy file", path);
    } else if ((header = strndup(file + at, length)) == NULL) {
        status = bad_input(err, "out of memory");
        err->status = status = BELAY_INTERNAL;
    } else {
        status = read_header(path, header, array, err);
    }
    uint64_t bytes = status == BELAY_OK ? array->count * array->type->size : 0;
    if (status == BELAY_OK && size - at - length < bytes)
        status = bad_input(err, "'%s' is truncated: %zu of %" PRIu64 " bytes of data", path,
                           size - at - length, bytes);
    if (status == BELAY_OK) {
        memmove(file, file + at + length, bytes);
        array->data = (uint8_t *)file;
    } else {
        free(file);
    }
    free(header);
    return status;
}

/* --- writing
 * ------------------------------------------------------------------------------------------- */

belay_status npy_write(const char *path, const struct npy_array *array, belay_error *err)
{
    char text[256];
    int used = snprintf(text, sizeof text, "{'descr': '%s', 'fortran_order': False, 'shape': (",
                        array->type->descr);
    for (unsigned i = 0; i < array->dimensions; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "%" PRIu64 "%s", array->shape[i],
                         array->dimensions == 1 || i + 1 < array->dimensions ? "," : "");
    used += snprintf(text + used, sizeof text - (size_t)used, "), }");
    size_t whole = 10 + (size_t)used + 1; /* magic, text, newline; padded with blanks */
    size_t padded = (whole + HEADER_ALIGN - 1) / HEADER_ALIGN * HEADER_ALIGN;
    uint8_t magic[10] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    magic[8] = (uint8_t)((padded - 10) & 0xff);
    magic[9] = (uint8_t)((padded - 10) >> 8);
    FILE *file = fopen(path, "wb");
    bool good = file != NULL;
    if (good) {
        fwrite(magic, 1, sizeof magic, file);
        fprintf(file, "%s%*s\n", text, (int)(padded - whole), "");
        fwrite(array->data, array->type->size, array->count, file);
        good = !ferror(file);
        good = fclose(file) == 0 && good;
    }
    return good ? BELAY_OK : bad_input(err, "cannot write '%s'", path);
}
