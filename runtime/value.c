/* Helpers on the host's own data: half precision, element sizes, data buffers, logging. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/state.h"

/* --- half precision --------------------------------------------------------------------------- */

float aclFloat16ToFloat(aclFloat16 value)
{
    uint32_t sign = (uint32_t)(value & 0x8000) << 16, mantissa = value & 0x3ff;
    uint32_t exponent = value >> 10 & 0x1f, bits;
    float result;
    if (exponent == 0 && mantissa == 0) {
        bits = sign;
    } else {
        if (exponent == 0) { /* subnormal: shift the leading one to bit 10 */
            exponent = 1;
            for (; (mantissa & 0x400) == 0; exponent--)
                mantissa <<= 1;
        }
        /* exponent 31 is a number here too; 112 is the difference of the biases */
        bits = sign | (exponent + 112) << 23 | (mantissa & 0x3ff) << 13;
    }
    memcpy(&result, &bits, sizeof result);
    return result;
}

aclFloat16 aclFloatToFloat16(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    uint32_t exponent = magnitude >> 23, mantissa = (magnitude & 0x7fffff) | 0x800000;
    uint32_t shift = exponent > 112 ? 13 : 126 - exponent; /* bits of the mantissa that go */
    uint32_t result;
    if (exponent < 102) /* below half of the smallest subnormal */
        return (aclFloat16)sign;
    result = exponent > 112 ? (exponent - 112) << 10 | (mantissa >> 13 & 0x3ff) : mantissa >> shift;
    uint32_t rest = mantissa & ((1u << shift) - 1), half = 1u << (shift - 1);
    if (rest > half || (rest == half && (result & 1) != 0))
        result++;
    if (exponent > 142 || result > 0x7bff)
        result = 0x7bff;
    return (aclFloat16)(sign | result);
}

/* --- types
 * --------------------------------------------------------------------------------------------------
 */

size_t aclDataTypeSize(aclDataType type)
{
    switch (type) {
    case ACL_DT_UNDEFINED:
    case ACL_STRING:
        return 0;
    case ACL_INT4:
    case ACL_UINT1:
    case ACL_BOOL:
    case ACL_INT8:
    case ACL_UINT8:
    case ACL_HIFLOAT8:
    case ACL_FLOAT8_E5M2:
    case ACL_FLOAT8_E4M3FN:
    case ACL_FLOAT8_E8M0:
        return 1;
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_INT16:
    case ACL_UINT16:
        return 2;
    case ACL_FLOAT:
    case ACL_INT32:
    case ACL_UINT32:
    case ACL_COMPLEX32:
        return 4;
    case ACL_COMPLEX128:
        return 16;
    default:
        return 8;
    }
}

/* --- data buffers ----------------------------------------------------------------------------- */

struct aclDataBuffer {
    void *data;
    size_t size;
};

aclDataBuffer *aclCreateDataBuffer(void *data, size_t size)
{
    aclDataBuffer *buffer = malloc(sizeof *buffer);
    if (buffer != NULL)
        *buffer = (aclDataBuffer){data, size};
    return buffer;
}

aclError aclDestroyDataBuffer(const aclDataBuffer *buffer)
{
    HOLD_RUNTIME();
    if (buffer == NULL)
        return fail_null("buffer");
    free((void *)(uintptr_t)buffer);
    return ACL_SUCCESS;
}

aclError aclUpdateDataBuffer(aclDataBuffer *buffer, void *data, size_t size)
{
    HOLD_RUNTIME();
    if (buffer == NULL)
        return fail_null("buffer");
    *buffer = (aclDataBuffer){data, size};
    return ACL_SUCCESS;
}

void *aclGetDataBufferAddr(const aclDataBuffer *buffer)
{
    return buffer == NULL ? NULL : buffer->data;
}

uint32_t aclGetDataBufferSize(const aclDataBuffer *buffer)
{
    return buffer == NULL ? 0 : (uint32_t)buffer->size;
}

size_t aclGetDataBufferSizeV2(const aclDataBuffer *buffer)
{
    return buffer == NULL ? 0 : buffer->size;
}

/* --- logging
 * ------------------------------------------------------------------------------------------------
 */

void aclAppLog(aclLogLevel level, const char *function, const char *file, uint32_t line,
               const char *format, ...)
{
    va_list list;
    if (level < ACL_WARNING || format == NULL)
        return;
    fprintf(stderr, "%s:%u: %s: %s: ", file == NULL ? "?" : file, (unsigned)line,
            function == NULL ? "?" : function, level == ACL_WARNING ? "warning" : "error");
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
}
