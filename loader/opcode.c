#include "loader/opcode.h"

#include <string.h>

const char *opcode_arch_name(enum opcode_arch arch)
{
    return arch == OPCODE_A5 ? "a5 (dav-3510)" : "a2 (dav-2201)";
}

const char *opcode_pipe_name(enum opcode_pipe pipe)
{
    static const char *const name[OPCODE_PIPE_COUNT] = {
        [OPCODE_SU] = "scalar",     [OPCODE_FC] = "flow",      [OPCODE_MTE] = "mte",
        [OPCODE_CUBE] = "cube",     [OPCODE_FIXP] = "fixpipe", [OPCODE_VEC] = "vector",
        [OPCODE_SIMD_PIPE] = "simd"};
    return name[pipe];
}

const char *opcode_stream_name(enum opcode_stream stream)
{
    static const char *const name[OPCODE_STREAM_COUNT] = {
        [OPCODE_CORE] = "core", [OPCODE_SIMD] = "simd vf", [OPCODE_SIMT] = "simt vf"};
    return name[stream];
}

static uint64_t read_le(const uint8_t *bytes, size_t count)
{
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++)
        value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

/* SIMT words have bit 0 clear when they are 8 bytes long and set in both halves when they are 16;
 * INFERRED from the masks of the table. */
static size_t unit_length(enum opcode_stream stream, const uint8_t *bytes, size_t left)
{
    size_t length = stream != OPCODE_SIMT ? 4 : left > 0 && (bytes[0] & 1) != 0 ? 16 : 8;
    return length <= left ? length : 0;
}

const struct opcode *opcode_find(enum opcode_arch arch, enum opcode_stream stream,
                                 const uint8_t *bytes, size_t left, size_t *length)
{
    const struct opcode_table *table = &opcode_tables[arch];
    size_t short_length = unit_length(stream, bytes, left);
    *length = short_length;
    if (short_length == 0)
        return NULL;
    uint64_t low = read_le(bytes, left < 8 ? left : 8);
    uint64_t high = left >= 16 ? read_le(bytes + 8, 8) : 0;
    for (size_t i = 0; i < table->count; i++) {
        const struct opcode *row = &table->row[i];
        if (row->stream != stream || row->bytes > left ||
            (stream == OPCODE_SIMT && row->bytes != short_length))
            continue;
        if ((low & row->mask[0]) != row->value[0] || (high & row->mask[1]) != row->value[1])
            continue;
        *length = row->bytes;
        return row;
    }
    return NULL;
}
