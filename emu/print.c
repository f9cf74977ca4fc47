#include "emu/print.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/chip.h"
#include "emu/numeric/numeric.h"
#include "emu/text.h"

/* Sizes and types of asc-devkit impl/utils/debug/asc_debug_types.h. */
enum {
    MAGIC = 0xAE86,
    SLOTS = 108, /* a core's slot is its get_coreid() modulo this */
    HEAD_SIZE = 64,
    RING_AT = 128, /* behind head and read info, on a line of the data cache of its own */
    RING_SIZE = 256 * 1024,
    SLOT_SIZE = RING_AT + RING_SIZE + 64,
    RECORD_HEAD = 8
};

enum record_type {
    RECORD_SCALAR = 1,
    RECORD_TENSOR = 2,
    RECORD_SHAPE = 3,
    RECORD_ASSERT = 4,
    RECORD_TIME_STAMP = 6,
    RECORD_SKIP = 10
};

struct slot_head {
    uint32_t length, core, cores, ring_size;
    uint16_t magic, flag;
    uint32_t reserved;
    uint64_t ring;
    uint8_t rest[32];
};

struct position { /* read info behind the head, write info behind the ring */
    uint32_t type, length;
    uint64_t offset, packets;
};

uint64_t print_pointer_place(const struct image *image)
{
    return image == NULL ? 0 : image_symbol_address(image, "g_sysPrintFifoSpace");
}

belay_status print_prepare(struct chip *chip, belay_error *err)
{
    if (chip->print.address != 0)
        return BELAY_OK;
    uint64_t address;
    belay_status status = gm_alloc(&chip->gm, (uint64_t)SLOTS * SLOT_SIZE, &address, err);
    if (status != BELAY_OK)
        return status;
    for (uint32_t i = 0; i < SLOTS; i++) {
        uint64_t at = address + (uint64_t)i * SLOT_SIZE;
        struct slot_head head = {.length = SLOT_SIZE,
                                 .core = i,
                                 .cores = chip->core_count,
                                 .ring_size = RING_SIZE,
                                 .magic = MAGIC,
                                 .ring = at + RING_AT};
        /* One packet is behind us: device code greets with its version at the first one. */
        struct position start = {.packets = 1};
        uint8_t *host = gm_host(&chip->gm, at, SLOT_SIZE);
        memcpy(host, &head, sizeof head);
        memcpy(host + HEAD_SIZE, &start, sizeof start);
        memcpy(host + RING_AT + RING_SIZE, &start, sizeof start);
    }
    chip->print.address = address;
    return BELAY_OK;
}

/* --- printf
 * -------------------------------------------------------------------------------------------- */

struct record { /* the part behind type and length */
    const uint8_t *bytes;
    size_t size;
};

static uint64_t word_at(const struct record *r, size_t offset)
{
    uint64_t word = 0;
    if (offset <= r->size && r->size - offset >= sizeof word)
        memcpy(&word, r->bytes + offset, sizeof word);
    return word;
}

/* A string of the record; NULL when it does not end inside it. */
static const char *string_at(const struct record *r, uint64_t offset)
{
    bool inside = offset < r->size && memchr(r->bytes + offset, 0, r->size - offset) != NULL;
    return inside ? (const char *)r->bytes + offset : NULL;
}

enum { ARGUMENTS_AT = 16 }; /* block, reserved, offset of the format; then the arguments */

/* Arguments of type half and float travel as a float, whose upper half is 0; the rest are doubles.
 */
static double float_of(uint64_t word)
{
    uint32_t low = (uint32_t)word;
    float single;
    double wide;
    memcpy(&single, &low, sizeof single);
    memcpy(&wide, &word, sizeof wide);
    return word >> 32 == 0 ? (double)single : wide;
}

/* Prints one conversion, "%5.2f" up to and with its letter, of argument number i. */
static void print_conversion(struct text *out, const char *from, size_t length,
                             const struct record *r, unsigned i)
{
    char format[32] = "";
    size_t at = ARGUMENTS_AT + 8 * (size_t)i;
    uint64_t word = word_at(r, at);
    char letter = from[length - 1];
    size_t keep = 0; /* flags, width and precision; the size letters are ours */
    while (keep < length - 1 && keep < 20 && strchr("hljztL", from[keep]) == NULL)
        keep++;
    memcpy(format, from, keep);
    switch (letter) {
    case 'd':
    case 'i':
        strcat(format, PRId64);
        text_add(out, format, (int64_t)word);
        break;
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        strcat(format, "l");
        strncat(format, &letter, 1);
        text_add(out, format, (unsigned long)word);
        break;
    case 'p':
        text_add(out, "0x%" PRIx64, word);
        break;
    case 'c':
        strcat(format, "c");
        text_add(out, format, (int)(char)word);
        break;
    case 's': {
        const char *string = string_at(r, at + word);
        strcat(format, "s");
        text_add(out, format, string == NULL ? "(damaged)" : string);
        break;
    }
    case 'f':
    case 'F':
    case 'e':
    case 'E':
    case 'g':
    case 'G':
        strncat(format, &letter, 1);
        text_add(out, format, float_of(word));
        break;
    default:
        text_add(out, "%.*s", (int)length, from);
    }
}

static void print_formatted(struct text *out, const struct record *r)
{
    const char *format = string_at(r, 8 + word_at(r, 8));
    unsigned argument = 0;
    while (format != NULL && *format != '\0') {
        size_t plain = strcspn(format, "%");
        text_add(out, "%.*s", (int)plain, format);
        format += plain;
        if (format[0] == '%' && format[1] == '%') {
            text_add(out, "%%");
            format += 2;
        } else if (format[0] == '%') {
            size_t length = 1 + strspn(format + 1, "-+ #0123456789.hljztL");
            if (format[length] != '\0')
                length++;
            print_conversion(out, format, length, r, argument++);
            format += length;
        }
    }
}

/* --- tensors
 * ------------------------------------------------------------------------------------------- */

enum { MOST_DIMENSIONS = 8 };

struct tensor { /* behind type and length; asc-devkit DumpTensorTlv */
    uint32_t address, type, desc, buffer;
    uint16_t position, block;
    uint32_t dimensions, shape[MOST_DIMENSIONS], reserved, size;
};

enum element_kind { KIND_SIGNED, KIND_UNSIGNED, KIND_FLOAT };

static const struct element {
    uint32_t type; /* aclDataType */
    const char *name;
    unsigned size;
    enum element_kind kind;
} elements[] = {{0, "float32", 4, KIND_FLOAT},        {1, "float16", 2, KIND_FLOAT},
                {2, "int8", 1, KIND_SIGNED},          {3, "int32", 4, KIND_SIGNED},
                {4, "uint8", 1, KIND_UNSIGNED},       {6, "int16", 2, KIND_SIGNED},
                {7, "uint16", 2, KIND_UNSIGNED},      {8, "uint32", 4, KIND_UNSIGNED},
                {9, "int64", 8, KIND_SIGNED},         {10, "uint64", 8, KIND_UNSIGNED},
                {12, "bool", 1, KIND_UNSIGNED},       {27, "bfloat16", 2, KIND_FLOAT},
                {34, "hifloat8", 1, KIND_FLOAT},      {35, "float8_e5m2", 1, KIND_FLOAT},
                {36, "float8_e4m3fn", 1, KIND_FLOAT}, {37, "float8_e8m0", 1, KIND_FLOAT}};

static float small_float(uint32_t type, uint64_t bits)
{
    switch (type) {
    case 1:
        return f16_to_f32((uint16_t)bits);
    case 27:
        return bf16_to_f32((uint16_t)bits);
    case 34:
        return hif8_to_f32((uint8_t)bits);
    case 35:
        return e5m2_to_f32((uint8_t)bits);
    case 36:
        return e4m3_to_f32((uint8_t)bits);
    case 37:
        return e8m0_to_f32((uint8_t)bits);
    default: {
        uint32_t word = (uint32_t)bits;
        float value;
        memcpy(&value, &word, sizeof value);
        return value;
    }
    }
}

static void print_element(struct text *out, const struct element *e, const uint8_t *at)
{
    uint64_t bits = 0;
    memcpy(&bits, at, e->size);
    unsigned spare = 64 - 8 * e->size;
    if (e->kind == KIND_FLOAT)
        text_add(out, "%f", (double)small_float(e->type, bits));
    else if (e->kind == KIND_SIGNED)
        text_add(out, "%" PRId64, (int64_t)(bits << spare) >> spare);
    else
        text_add(out, "%" PRIu64, bits);
}

/* Elements with their brackets; '-' for those that the shape has and the dump has not. */
static void print_shaped(struct text *out, const struct tensor *t, const struct element *e,
                         const uint8_t *data, uint64_t have, uint64_t want)
{
    uint64_t span[MOST_DIMENSIONS + 1]; /* elements of a row, of a plane ... */
    span[0] = 1;
    for (unsigned i = 0; i < t->dimensions; i++)
        span[i + 1] = span[i] * t->shape[t->dimensions - 1 - i];
    for (uint64_t k = 0; k < want; k++) {
        for (unsigned i = t->dimensions; i > 0; i--)
            if (k % span[i] == 0)
                text_add(out, "[");
        if (k < have)
            print_element(out, e, data + k * e->size);
        else
            text_add(out, "-");
        unsigned closed = 0;
        for (unsigned i = 1; i <= t->dimensions; i++)
            closed += (k + 1) % span[i] == 0;
        for (unsigned i = 0; i < closed; i++)
            text_add(out, "]");
        if (k + 1 < want)
            text_add(out, closed > 0 ? ",\n" : ",");
    }
    text_add(out, "\n");
}

static const char *position_name(unsigned position)
{
    static const char *const name[] = {"GM", "UB", "L1", "L0A", "L0B", "L0C", "BIAS", "FIXBUF"};
    return position < sizeof name / sizeof *name ? name[position] : "?";
}

static void print_tensor(struct text *out, const struct record *r)
{
    struct tensor t;
    if (r->size < sizeof t)
        return;
    memcpy(&t, r->bytes, sizeof t);
    const struct element *e = NULL;
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (elements[i].type == t.type)
            e = &elements[i];
    if (e == NULL || t.size > r->size - sizeof t || t.dimensions > MOST_DIMENSIONS) {
        text_add(out, "DumpTensor: desc=%u, data_type %u is not supported\n", t.desc, t.type);
        return;
    }
    uint64_t have = t.size / e->size, want = 1;
    text_add(out,
             "DumpTensor: desc=%u, addr=0x%x, data_type=%s, position=%s, dump_size=%" PRIu64 "\n",
             t.desc, t.address, e->name, position_name(t.position), have);
    const uint8_t *data = r->bytes + sizeof t;
    if (t.dimensions == 0) {
        t.dimensions = 1;
        t.shape[0] = (uint32_t)have;
    }
    for (unsigned i = 0; i < t.dimensions && want <= UINT32_MAX; i++)
        want *= t.shape[i];
    if (want > r->size)
        text_add(out, "a shape of %" PRIu64 " elements is not printed\n", want);
    else
        print_shaped(out, &t, e, data, have, want);
}

/* --- records
 * ------------------------------------------------------------------------------------------- */

static void print_time_stamp(struct text *out, const struct record *r)
{
    uint32_t desc = (uint32_t)word_at(r, 0);
    text_add(out, "time stamp: desc=%u, block=%u, cycle=%" PRIu64 ", pc=0x%" PRIx64 "\n", desc,
             (unsigned)(word_at(r, 0) >> 32 & 0xffff), word_at(r, 8), word_at(r, 16));
}

static void print_record(struct text *out, uint32_t type, const struct record *r)
{
    switch (type) {
    case RECORD_SCALAR:
    case RECORD_ASSERT:
        print_formatted(out, r);
        break;
    case RECORD_TENSOR:
        print_tensor(out, r);
        break;
    case RECORD_TIME_STAMP:
        print_time_stamp(out, r);
        break;
    case RECORD_SHAPE: /* describes the tensor dumped next on chips without shapes in its record */
    case RECORD_SKIP:
        break;
    default:
        text_add(out, "(a print record of unknown type %u)\n", type);
    }
}

/* All records in [from, to) of the ring. */
static void print_records(struct text *out, const uint8_t *ring, uint64_t from, uint64_t to)
{
    while (to - from >= RECORD_HEAD) {
        uint32_t type, length;
        memcpy(&type, ring + from, sizeof type);
        memcpy(&length, ring + from + 4, sizeof length);
        if (length > to - from - RECORD_HEAD) {
            text_add(out, "(a damaged print record of %u bytes)\n", length);
            return;
        }
        struct record record = {ring + from + RECORD_HEAD, length};
        print_record(out, type, &record);
        from += RECORD_HEAD + (uint64_t)length;
    }
}

void print_drain(struct core *core)
{
    struct chip *chip = core->chip;
    if (chip->print.address == 0)
        return;
    uint64_t at = chip->print.address + (uint64_t)(core->index % SLOTS) * SLOT_SIZE;
    uint8_t *slot = gm_host(&chip->gm, at, SLOT_SIZE);
    struct position read, write;
    memcpy(&read, slot + HEAD_SIZE, sizeof read);
    memcpy(&write, slot + RING_AT + RING_SIZE, sizeof write);
    if (read.offset == write.offset || write.offset > RING_SIZE || read.offset > RING_SIZE)
        return;
    struct text text = {0};
    const uint8_t *ring = slot + RING_AT;
    if (write.offset < read.offset) { /* wrapped: the rest of the ring first */
        print_records(&text, ring, read.offset, RING_SIZE);
        read.offset = 0;
    }
    print_records(&text, ring, read.offset, write.offset);
    read.offset = write.offset;
    memcpy(slot + HEAD_SIZE, &read, sizeof read);
    if (chip->output.write != NULL && text.size > 0)
        chip->output.write(chip->output.user, text.bytes, text.size);
    text_drop(&text);
}
