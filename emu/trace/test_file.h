/* Trace files put together by hand, for tests and for the fuzzer's first inputs. */
#ifndef BELAY_EMU_TRACE_TEST_FILE_H
#define BELAY_EMU_TRACE_TEST_FILE_H

#include <zstd.h>

#include "emu/trace/bytes.h"
#include "emu/trace/format.h"

static inline void test_put32(struct bytes *file, uint32_t value)
{
    uint8_t bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
    bytes_add(file, bytes, sizeof bytes);
}

static inline void test_head(struct bytes *file)
{
    uint8_t head[TRACE_HEAD_SIZE] = TRACE_MAGIC;
    head[TRACE_MAGIC_SIZE] = TRACE_VERSION;
    bytes_add(file, head, sizeof head);
}

static inline void test_chunk(struct bytes *file, uint32_t tag, const void *raw, size_t size)
{
    static ZSTD_CCtx *context;
    if (context == NULL) {
        context = ZSTD_createCCtx();
        ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    }
    size_t room = ZSTD_compressBound(size);
    uint8_t *packed = (uint8_t *)malloc(room);
    size_t stored = packed == NULL ? 0 : ZSTD_compress2(context, packed, room, raw, size);
    test_put32(file, tag);
    test_put32(file, (uint32_t)stored);
    test_put32(file, (uint32_t)size);
    bytes_add(file, packed, stored);
    free(packed);
}

/* Each as a varint. */
static inline void test_numbers(struct bytes *raw, const uint64_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++)
        bytes_varint(raw, number[i]);
}
#define TEST_NUMBERS(raw, ...)                                                                     \
    test_numbers(raw, (const uint64_t[]){__VA_ARGS__},                                             \
                 sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

/* The chunks of a small trace: aiv0 with lanes s and v, one launch, one host call. */
enum { TEST_CHUNKS = 7 };

static inline uint32_t test_small(struct bytes *raw, int chunk)
{
    static const char *const name[] = {"s", "v"};
    *raw = (struct bytes){0};
    switch (chunk) {
    case 0:
        bytes_string(raw, "test");
        TEST_NUMBERS(raw, 1000, 2);
        bytes_string(raw, "busy");
        bytes_string(raw, "flag");
        bytes_varint(raw, 1);
        bytes_string(raw, "UB");
        bytes_varint(raw, 2);
        for (unsigned i = 0; i < 2; i++) {
            bytes_string(raw, "aiv0");
            bytes_string(raw, name[i]);
            bytes_varint(raw, i);
        }
        return CHUNK_META;
    case 1:
        for (unsigned i = 0; i < 3; i++) { /* program 0: three instructions from 0x100 */
            if (i == 0)
                bytes_varint(raw, 0);
            bytes_varint(raw, i == 0 ? 0x100 : 8);
            bytes_string(raw, i == 1 ? "vadd.f32 v1, v2, v3" : "nop");
            TEST_NUMBERS(raw, 7 + i, i > 0);
            if (i == 0)
                bytes_string(raw, "k.asc");
            bytes_string(raw, i == 0 ? "k" : "");
        }
        return CHUNK_CODE;
    case 2:
        TEST_NUMBERS(raw, 0, 100);
        bytes_string(raw, "k");
        bytes_varint(raw, 1);
        return CHUNK_LAUNCH;
    case 3:
        bytes_varint(raw, 100);
        bytes_string(raw, "aclrtMalloc");
        return CHUNK_HOST;
    case 4: {
        /* v: busy [100, 110), flag [110, 130), busy [140, 150); vadd at 110..130 issued at 105, it
         * reads UB [64, 320); s set flag 3 at 120, v's wait ended at 130. */
        static const uint8_t spans[] = {0, 10, 1, 20, SPAN_GAP, 20, 10};
        static const uint8_t insns[] = {
            INSN_ARGS | 1 << INSN_TOUCHES, 20, 20, 5, 0x90, 4, 1, 2 * 9, 0, 0x80, 1, 0x80, 2};
        static const uint8_t flows[] = {FLOW_FLAG, 3, 0, 60, 10, 0x80, 4, 0x90, 4};
        TEST_NUMBERS(raw, 1, 100, 50, 0, 0, 0, 3, 1, 1, sizeof spans, sizeof insns, sizeof flows);
        bytes_add(raw, spans, sizeof spans);
        bytes_add(raw, insns, sizeof insns);
        bytes_add(raw, flows, sizeof flows);
        static const uint8_t scalar[] = {0, 50};
        TEST_NUMBERS(raw, 0, 100, 50, 0, 0, 0, 1, 0, 0, sizeof scalar, 0, 0);
        bytes_add(raw, scalar, sizeof scalar);
        return CHUNK_DATA;
    }
    case 5:
        TEST_NUMBERS(raw, 1, 150);
        return CHUNK_LAUNCH;
    default:
        TEST_NUMBERS(raw, 4, 1, 1);
        return CHUNK_END;
    }
}

static inline void test_small_file(struct bytes *file)
{
    test_head(file);
    for (int i = 0; i < TEST_CHUNKS; i++) {
        struct bytes raw;
        uint32_t tag = test_small(&raw, i);
        test_chunk(file, tag, raw.data, raw.size);
        bytes_free(&raw);
    }
}

#endif
