#include "cli/argument.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/verb.h"

/* --- arrays
 * -------------------------------------------------------------------------------------------- */

/* "FILE" or "FILE:TYPE[SHAPE]"; *shape is NULL without one. The file name is malloc'ed. */
static belay_status split_file(const char *text, char **file, const char **shape, belay_error *err)
{
    const char *colon = strrchr(text, ':');
    bool has_shape = colon != NULL && strchr(colon, '[') != NULL;
    *shape = has_shape ? colon + 1 : NULL;
    *file = has_shape ? strndup(text, (size_t)(colon - text)) : strdup(text);
    if (*file != NULL && **file == '\0')
        return bad_input(err, "an argument names no file");
    return *file == NULL ? bad_input(err, "out of memory") : BELAY_OK;
}

static bool same_shape(const struct npy_array *a, const struct npy_array *b)
{
    return a->type->size == b->type->size && strcmp(a->type->descr + 1, b->type->descr + 1) == 0 &&
           a->dimensions == b->dimensions &&
           memcmp(a->shape, b->shape, a->dimensions * sizeof *a->shape) == 0;
}

/* An array that the kernel reads. */
static belay_status read_array(struct argument *argument, const char *file, const char *shape,
                               belay_error *err)
{
    struct npy_array wanted;
    belay_status status = npy_read(file, &argument->array, err);
    if (status != BELAY_OK || shape == NULL)
        return status;
    status = npy_parse_shape(shape, &wanted, err);
    if (status == BELAY_OK && !same_shape(&wanted, &argument->array)) {
        char have[128];
        npy_describe(&argument->array, have, sizeof have);
        status = bad_input(err, "'%s' is %s, not %s", file, have, shape);
    }
    return status;
}

/* An array that the kernel only writes: shape from the text. */
static belay_status new_array(struct argument *argument, const char *shape, belay_error *err)
{
    if (shape == NULL)
        return bad_input(err, "'%s': an output needs its type and shape, like out:z.npy:f32[1024]",
                         argument->text);
    return npy_parse_shape(shape, &argument->array, err);
}

static belay_status to_device(belay_chip *chip, struct argument *argument, belay_error *err)
{
    uint64_t size = argument->array.count * argument->array.type->size;
    belay_status status = belay_gm_alloc(chip, size, &argument->address, err);
    if (status == BELAY_OK && argument->array.data != NULL)
        status = belay_gm_write(chip, argument->address, argument->array.data, size, err);
    return status;
}

static belay_status place_array(belay_chip *chip, struct argument *argument, const char *rest,
                                bool reads, bool writes, belay_error *err)
{
    char *file = NULL;
    const char *shape;
    belay_status status = split_file(rest, &file, &shape, err);
    if (status == BELAY_OK)
        status = reads ? read_array(argument, file, shape, err) : new_array(argument, shape, err);
    if (status == BELAY_OK)
        status = to_device(chip, argument, err);
    if (writes && status == BELAY_OK)
        argument->file = file;
    else
        free(file);
    return status;
}

static belay_status place_scratch(belay_chip *chip, struct argument *argument, const char *rest,
                                  bool zero, belay_error *err)
{
    char *end;
    errno = 0;
    uint64_t size = strtoull(rest, &end, 0);
    if (*rest == '\0' || *rest == '-' || *end != '\0' || errno != 0)
        return bad_input(err, "'%s' is not a number of bytes", rest);
    belay_status status = belay_gm_alloc(chip, size, &argument->address, err);
    if (status == BELAY_OK && zero)
        status = belay_gm_fill(chip, argument->address, 0, size, err);
    return status;
}

/* --- values
 * -------------------------------------------------------------------------------------------- */

static belay_status place_raw(const belay_param *param, const char *file, uint8_t *block,
                              belay_error *err)
{
    char *data;
    size_t size;
    belay_status status = read_file(file, &data, &size, err);
    if (status != BELAY_OK)
        return status;
    if (size != param->size)
        status = bad_input(err, "'%s' has %zu bytes; parameter %s has %u", file, size, param->name,
                           param->size);
    else
        memcpy(block + param->offset, data, size);
    free(data);
    return status;
}

/* The bits of a number in a format of 16 bits, rounded to nearest even. */
static uint64_t short_float(double value, int mantissa, int least_exponent, int most_exponent)
{
    uint64_t sign = signbit(value) ? 0x8000 : 0;
    uint64_t infinity = (uint64_t)(most_exponent - least_exponent + 2) << mantissa;
    int exponent;
    if (isnan(value))
        return infinity | 1ULL << (mantissa - 1);
    value = fabs(value);
    if (isinf(value))
        return sign | infinity;
    frexp(value, &exponent);
    exponent = value == 0 || exponent - 1 < least_exponent ? least_exponent : exponent - 1;
    /* units of the last place; a carry runs into the exponent by itself */
    uint64_t units = (uint64_t)nearbyint(ldexp(value, mantissa - exponent));
    uint64_t bits = ((uint64_t)(exponent - least_exponent) << mantissa) + units;
    return sign | (bits < infinity ? bits : infinity);
}

/* The bits of a number in a type by its name, "" when none is given. */
static bool float_bits(double value, unsigned size, const char *type, uint64_t *bits)
{
    if (size == 8) {
        memcpy(bits, &value, sizeof *bits);
    } else if (size == 4) {
        float single = (float)value;
        *bits = 0;
        memcpy(bits, &single, sizeof single);
    } else if (strcmp(type, "f16") == 0) {
        *bits = short_float(value, 10, -14, 15);
    } else if (strcmp(type, "bf16") == 0) {
        *bits = short_float(value, 7, -126, 127);
    } else {
        return false;
    }
    return true;
}

static belay_status place_number(const belay_param *param, const char *text, uint8_t *block,
                                 belay_error *err)
{
    const char *colon = strchr(text, ':'), *number = colon == NULL ? text : colon + 1;
    bool is_float = param->is_float;
    const struct npy_type *type = NULL;
    char *end;
    uint64_t bits;
    if (colon != NULL) {
        type = npy_type_by_name(text, (size_t)(colon - text));
        if (type == NULL || type->size != param->size ||
            (strchr("fb", type->name[0]) != NULL && type->size > 1) != is_float)
            return bad_input(err, "'%s' does not fit parameter %s, %s of %u bytes", text,
                             param->name, is_float ? "a float" : "an integer", param->size);
    }
    errno = 0;
    if (is_float) {
        double value = strtod(number, &end);
        if (!float_bits(value, param->size, type == NULL ? "" : type->name, &bits))
            return bad_input(err, "parameter %s is a float of %u bytes: write f16:%s or bf16:%s",
                             param->name, param->size, number, number);
    } else {
        bits = number[0] == '-' ? (uint64_t)strtoll(number, &end, 0) : strtoull(number, &end, 0);
        unsigned spare = param->size < 8 ? 64 - 8 * param->size : 0;
        uint64_t as_unsigned = bits << spare >> spare;
        uint64_t as_signed = (uint64_t)((int64_t)(bits << spare) >> spare);
        if (as_unsigned != bits && as_signed != bits)
            errno = ERANGE;
    }
    if (*number == '\0' || *end != '\0' || errno != 0)
        return bad_input(err, "'%s' is not a number for parameter %s, %s of %u bytes", text,
                         param->name, is_float ? "a float" : "an integer", param->size);
    memcpy(block + param->offset, &bits, param->size);
    return BELAY_OK;
}

/* --- all
 * -----------------------------------------------------------------------------------------------
 */

enum form { FORM_IN, FORM_OUT, FORM_INOUT, FORM_ZERO, FORM_SPACE, FORM_RAW, FORM_NUMBER };

static enum form form_of(const char *text, const char **rest)
{
    static const char *const prefix[] = {"in:", "out:", "inout:", "zero:", "space:", "raw:"};
    for (int i = 0; i < FORM_NUMBER; i++)
        if (strncmp(text, prefix[i], strlen(prefix[i])) == 0) {
            *rest = text + strlen(prefix[i]);
            return (enum form)i;
        }
    *rest = text;
    return FORM_NUMBER;
}

belay_status argument_place(belay_chip *chip, const belay_param *param, struct argument *argument,
                            uint8_t *block, belay_error *err)
{
    const char *rest;
    enum form form = form_of(argument->text, &rest);
    bool memory = form <= FORM_SPACE;
    if (memory && !param->is_pointer)
        return bad_input(err, "'%s' is memory, but parameter %s is not a pointer", argument->text,
                         param->name);
    if (form == FORM_RAW)
        return place_raw(param, rest, block, err);
    if (form == FORM_NUMBER) {
        if (param->size > 8)
            return bad_input(err, "parameter %s is a struct of %u bytes: use raw:FILE", param->name,
                             param->size);
        if (param->is_pointer && strcmp(rest, "0") != 0)
            return bad_input(err,
                             "parameter %s is a pointer: use in:, out:, inout:, zero: or "
                             "space: (0 is a null pointer)",
                             param->name);
        return place_number(param, rest, block, err);
    }
    belay_status status =
        form == FORM_ZERO || form == FORM_SPACE
            ? place_scratch(chip, argument, rest, form == FORM_ZERO, err)
            : place_array(chip, argument, rest, form != FORM_OUT, form != FORM_IN, err);
    if (status == BELAY_OK)
        memcpy(block + param->offset, &argument->address, sizeof argument->address);
    return status;
}

belay_status argument_finish(belay_chip *chip, struct argument *argument, belay_error *err)
{
    if (argument->file == NULL)
        return BELAY_OK;
    struct npy_array *array = &argument->array;
    uint64_t size = array->count * array->type->size;
    if (array->data == NULL)
        array->data = malloc(size);
    if (array->data == NULL) {
        bad_input(err, "out of memory");
        return err->status = BELAY_INTERNAL;
    }
    belay_status status = belay_gm_read(chip, argument->address, array->data, size, err);
    return status == BELAY_OK ? npy_write(argument->file, array, err) : status;
}

void argument_free(struct argument *argument)
{
    free(argument->array.data);
    free(argument->file);
}
