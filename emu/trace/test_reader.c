/* Reading traces put together by hand after docs/trace.md, whole and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "emu/trace/reader.h"
#include "emu/trace/test_file.h"
#include "emu/trace/test_trace.h"

static belay_trace *open_bytes(const struct bytes *file)
{
    belay_trace *trace;
    belay_error err;
    assert_int_equal(reader_open(file->data, file->size, "f", &trace, &err), BELAY_OK);
    return trace;
}

static void refuse(const uint8_t *data, size_t size, const char *text)
{
    belay_trace *trace;
    belay_error err;
    assert_int_equal(reader_open(data, size, "f", &trace, &err), BELAY_BAD_INPUT);
    if (strstr(err.message, text) == NULL)
        fail_msg("'%s' does not say '%s'", err.message, text);
}

struct seen {
    size_t count;
    belay_trace_span span[8];
    belay_trace_insn insn[8];
    belay_trace_flow flow[8];
};

static bool see_span(void *user, const belay_trace_span *span)
{
    struct seen *seen = user;
    seen->span[seen->count++] = *span;
    return seen->count < 8;
}

static bool see_insn(void *user, const belay_trace_insn *insn)
{
    struct seen *seen = user;
    seen->insn[seen->count++] = *insn;
    return seen->count < 8;
}

static bool see_flow(void *user, const belay_trace_flow *flow)
{
    struct seen *seen = user;
    seen->flow[seen->count++] = *flow;
    return seen->count < 8;
}

static void facts_once(void **state)
{
    (void)state;
    struct bytes file = {0};
    test_small_file(&file);
    belay_trace *trace = open_bytes(&file);
    belay_trace_info info;
    belay_trace_lane lane;
    belay_trace_launch launch;
    belay_trace_call call;
    belay_trace_code code;
    belay_trace_get_info(trace, &info);
    assert_null(info.damage);
    assert_string_equal(info.chip, "test");
    assert_int_equal(info.clock_mhz, 1000);
    assert_int_equal(info.begin, 100);
    assert_int_equal(info.end, 150);
    assert_int_equal(info.lanes, 2);
    assert_int_equal(info.spans, 4);
    assert_true(belay_trace_get_lane(trace, 1, &lane));
    assert_string_equal(lane.core, "aiv0");
    assert_string_equal(lane.pipe, "v");
    assert_false(belay_trace_get_lane(trace, 2, &lane));
    assert_true(belay_trace_get_launch(trace, 0, &launch));
    assert_string_equal(launch.kernel, "k");
    assert_int_equal(launch.end, 150);
    assert_true(belay_trace_get_host_call(trace, 0, &call));
    assert_string_equal(call.name, "aclrtMalloc");
    assert_true(belay_trace_code_at(trace, 0, 0x108, &code));
    assert_string_equal(code.text, "vadd.f32 v1, v2, v3");
    assert_string_equal(code.file, "k.asc");
    assert_int_equal(code.line, 8);
    assert_false(belay_trace_code_at(trace, 0, 0x10c, &code));
    belay_trace_close(trace);
    bytes_free(&file);
}

static void facts_of_a_lane(void **state)
{
    (void)state;
    struct bytes file = {0};
    test_small_file(&file);
    belay_trace *trace = open_bytes(&file);
    belay_error err;
    struct seen seen = {0};
    assert_int_equal(belay_trace_spans(trace, 1, 0, 1000, see_span, &seen, &err), BELAY_OK);
    assert_int_equal(seen.count, 3);
    assert_int_equal(seen.span[1].begin, 110);
    assert_int_equal(seen.span[1].end, 130);
    assert_int_equal(seen.span[1].state, 1);
    assert_int_equal(seen.span[2].begin, 140);
    seen.count = 0;
    assert_int_equal(belay_trace_spans(trace, 1, 130, 140, see_span, &seen, &err), BELAY_OK);
    assert_int_equal(seen.count, 0);
    assert_int_equal(belay_trace_insns(trace, 1, 0, 1000, see_insn, &seen, &err), BELAY_OK);
    assert_int_equal(seen.count, 1);
    assert_int_equal(seen.insn[0].begin, 110);
    assert_int_equal(seen.insn[0].end, 130);
    assert_int_equal(seen.insn[0].issue, 105);
    assert_int_equal(seen.insn[0].pc, 0x108);
    assert_int_equal(seen.insn[0].arg[0], 9);
    assert_string_equal(seen.insn[0].text, "vadd.f32 v1, v2, v3");
    assert_int_equal(seen.insn[0].touch[0].address, 64);
    assert_int_equal(seen.insn[0].touch[0].size, 256);
    assert_false(seen.insn[0].touch[0].write);
    seen.count = 0;
    assert_int_equal(belay_trace_flows(trace, 1, 0, 1000, see_flow, &seen, &err), BELAY_OK);
    assert_int_equal(seen.count, 1);
    assert_string_equal(seen.flow[0].kind, "flag");
    assert_int_equal(seen.flow[0].id, 3);
    assert_int_equal(seen.flow[0].from_lane, 0);
    assert_int_equal(seen.flow[0].from_tick, 120);
    assert_int_equal(seen.flow[0].to_tick, 130);
    assert_int_equal(seen.flow[0].from_pc, 0x100);
    assert_int_equal(seen.flow[0].to_pc, 0x108);
    float ticks[2 * 2];
    assert_int_equal(belay_trace_summary(trace, 1, 100, 160, 2, ticks, &err), BELAY_OK);
    static const float expected[] = {10, 20, 10, 0}; /* [100, 130), [130, 160) */
    for (int i = 0; i < 4; i++)
        assert_true(ticks[i] == expected[i]);
    assert_int_equal(belay_trace_spans(trace, 2, 0, 1, see_span, &seen, &err), BELAY_BAD_INPUT);
    belay_trace_close(trace);
    bytes_free(&file);
}

/* Cut at every byte: refused up to the end of META, then what is before the cut is there. */
static void truncated(void **state)
{
    (void)state;
    struct bytes file = {0}, meta = {0};
    struct bytes raw;
    test_head(&meta);
    uint32_t tag = test_small(&raw, 0);
    test_chunk(&meta, tag, raw.data, raw.size);
    bytes_free(&raw);
    test_small_file(&file);
    for (size_t size = 0; size < file.size; size++) {
        if (size < TRACE_MAGIC_SIZE) {
            refuse(file.data, size, "not a trace");
        } else if (size < meta.size) {
            refuse(file.data, size, "breaks off");
        } else {
            struct bytes cut = {.data = file.data, .size = size};
            belay_trace *trace = open_bytes(&cut);
            belay_trace_info info;
            belay_trace_get_info(trace, &info);
            assert_non_null(info.damage);
            assert_non_null(strstr(info.damage, "breaks off"));
            belay_trace_close(trace);
        }
    }
    bytes_free(&file);
    bytes_free(&meta);
}

static bool same_chunks(belay_trace *a, belay_trace *b)
{
    if (a->chunk_count != b->chunk_count)
        return false;
    for (uint32_t i = 0; i < a->chunk_count; i++)
        if (a->chunk[i].raw != b->chunk[i].raw ||
            memcmp(reader_chunk(a, i, NULL), reader_chunk(b, i, NULL), a->chunk[i].raw) != 0)
            return false;
    return true;
}

/* Every bit of the file behind the head turned over is noticed, or changes nothing that the file
 * holds: frame headers have an unused bit and two ways to tell a window (RFC 8878, 3.1.1.1). */
static void corrupted(void **state)
{
    (void)state;
    struct bytes file = {0};
    test_small_file(&file);
    struct bytes copy = {0};
    bytes_add(&copy, file.data, file.size);
    belay_trace *whole = open_bytes(&copy);
    for (size_t bit = TRACE_HEAD_SIZE * 8; bit < file.size * 8; bit++) {
        belay_trace *trace;
        belay_error err;
        file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
        if (reader_open(file.data, file.size, "f", &trace, &err) == BELAY_OK) {
            belay_trace_info info;
            belay_trace_get_info(trace, &info);
            if (info.damage == NULL && !same_chunks(trace, whole))
                fail_msg("bit %zu of byte %zu is not noticed", bit % 8, bit / 8);
            belay_trace_close(trace);
        }
        file.data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    belay_trace_close(whole);
    bytes_free(&copy);
    bytes_free(&file);
}

static void foreign_and_newer(void **state)
{
    (void)state;
    struct bytes file = {0};
    refuse((const uint8_t *)"{\"traceEvents\":[]}", 18, "is not a trace");
    test_small_file(&file);
    file.data[TRACE_MAGIC_SIZE]++;
    refuse(file.data, file.size, "is a trace of version 2; this Belay reads version 1");
    file.data[TRACE_MAGIC_SIZE]--;
    bytes_add(&file, "more", 4);
    belay_trace *trace = open_bytes(&file);
    belay_trace_info info;
    belay_trace_get_info(trace, &info);
    assert_string_equal(info.damage, "4 bytes stand behind the end of the trace");
    belay_trace_close(trace);
    bytes_free(&file);
    belay_error err;
    assert_int_equal(belay_trace_open("/nonexistent.trace", &trace, &err), BELAY_BAD_INPUT);
    assert_non_null(strstr(err.message, "/nonexistent.trace"));
    assert_int_equal(belay_trace_open("/", &trace, &err), BELAY_BAD_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(facts_once),
        cmocka_unit_test(facts_of_a_lane),
        cmocka_unit_test(truncated),
        cmocka_unit_test(corrupted),
        cmocka_unit_test(foreign_and_newer),
        cmocka_unit_test(test_write_and_read),
        cmocka_unit_test(test_window_and_cores),
        cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_broken_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
