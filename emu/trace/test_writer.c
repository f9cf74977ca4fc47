/* What is written is read back: spans of random length on the lanes of two cores, against a list
 * kept beside. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include <cmocka.h>

#include "emu/chip.h"
#include "emu/trace/reader.h"
#include "emu/trace/test_trace.h"

enum { SPANS = 100000 };
static const char path[] = "test_trace.tmp", other[] = "test_trace2.tmp";

struct kept {
    belay_trace_span span[SPANS];
    size_t count, next;
    uint64_t begin, end; /* of the window */
};
static struct kept kept[2];

static uint64_t random_number(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005 + 1442695040888963407;
    return *seed >> 33;
}

/* aiv0 and aiv5 do something on pipe v. */
static void write_trace(const char *file, const belay_trace_options *options, bool finish)
{
    belay_chip *chip;
    belay_error err;
    uint64_t seed = 1;
    assert_int_equal(belay_chip_open(NULL, NULL, 0, &chip, &err), BELAY_OK);
    assert_int_equal(belay_trace_begin(chip, file, options, &err), BELAY_OK);
    struct core *core[2] = {chip_aiv(chip_of(chip), 0), chip_aiv(chip_of(chip), 5)};
    for (int c = 0; c < 2; c++) {
        kept[c] = (struct kept){.end = UINT64_MAX};
        trace_core(core[c]);
    }
    uint64_t at[2] = {0, 0};
    for (int i = 0; i < SPANS; i++)
        for (int c = 0; c < 2; c++) {
            uint64_t length = 1 + random_number(&seed) % (i % 100 == 0 ? 100000 : 30);
            unsigned state = (unsigned)((unsigned)i % 5 * 3); /* never the same twice */
            struct trace_lane *lane = core[c]->pipe[CCE_V]->lane.trace;
            kept[c].span[kept[c].count++] = (belay_trace_span){at[c], at[c] + length, state};
            at[c] += length;
            if (lane == NULL)
                continue;
            trace_state(lane, state, at[c]);
            uint64_t arg[2] = {random_number(&seed), (uint64_t)i};
            trace_insn(lane, &(struct trace_insn){.issue = at[c] - length,
                                                  .begin = at[c] - length,
                                                  .end = at[c],
                                                  .pc = 0x1000 + 8 * (unsigned)(i % 77),
                                                  .args = 2,
                                                  .arg = arg});
        }
    if (finish)
        assert_int_equal(belay_trace_end(chip, &err), BELAY_OK);
    belay_chip_close(chip);
}

static bool compare(void *user, const belay_trace_span *span)
{
    struct kept *k = user;
    belay_trace_span want;
    do
        want = k->span[k->next++];
    while (want.end <= k->begin);
    want.begin = want.begin < k->begin ? k->begin : want.begin;
    want.end = want.end > k->end ? k->end : want.end;
    assert_int_equal(span->begin, want.begin);
    assert_int_equal(span->end, want.end);
    assert_int_equal(span->state, want.state);
    return true;
}

static size_t lane_of(const belay_trace *trace, const char *core)
{
    belay_trace_lane lane;
    for (size_t i = 0; belay_trace_get_lane(trace, i, &lane); i++)
        if (strcmp(lane.core, core) == 0 && strcmp(lane.pipe, "v") == 0)
            return i;
    return SIZE_MAX;
}

static belay_trace *open_trace(const char *file)
{
    belay_trace *trace;
    belay_error err;
    assert_int_equal(belay_trace_open(file, &trace, &err), BELAY_OK);
    return trace;
}

/* Exact totals of a wide view: its buckets' sums against the list. */
static void compare_totals(belay_trace *trace, size_t lane, const struct kept *k)
{
    static float ticks[50 * 64];
    double sum[64] = {0}, want[64] = {0};
    belay_trace_info info;
    belay_error err;
    belay_trace_get_info(trace, &info);
    assert_int_equal(belay_trace_summary(trace, lane, info.begin, info.end + 1, 50, ticks, &err),
                     BELAY_OK);
    for (size_t i = 0; i < 50 * info.states; i++)
        sum[i % info.states] += (double)ticks[i];
    for (size_t i = 0; i < k->count; i++)
        want[k->span[i].state] += (double)(k->span[i].end - k->span[i].begin);
    for (size_t s = 0; s < info.states; s++)
        assert_true(sum[s] > want[s] * 0.999999 - 1 && sum[s] < want[s] * 1.000001 + 1);
}

void test_write_and_read(void **state)
{
    (void)state;
    static const char *const core[] = {"aiv0", "aiv5"};
    belay_error err;
    write_trace(path, NULL, true);
    belay_trace *trace = open_trace(path);
    belay_trace_info info;
    belay_trace_get_info(trace, &info);
    assert_null(info.damage);
    assert_int_equal(info.instructions, 2 * SPANS);
    for (int c = 0; c < 2; c++) {
        size_t lane = lane_of(trace, core[c]);
        assert_int_not_equal(lane, SIZE_MAX);
        assert_int_equal(belay_trace_spans(trace, lane, 0, UINT64_MAX, compare, &kept[c], &err),
                         BELAY_OK);
        assert_int_equal(kept[c].next, SPANS);
        compare_totals(trace, lane, &kept[c]);
    }
    belay_trace_close(trace);
    unlink(path);
}

void test_window_and_cores(void **state)
{
    (void)state;
    belay_error err;
    const belay_trace_options options = {.begin = 5003, .end = 90017, .cores = "aiv3-7"};
    write_trace(path, &options, true);
    belay_trace *trace = open_trace(path);
    belay_trace_info info;
    belay_trace_get_info(trace, &info);
    assert_int_equal(lane_of(trace, "aiv0"), SIZE_MAX);
    size_t lane = lane_of(trace, "aiv5");
    kept[1].begin = options.begin;
    kept[1].end = options.end;
    assert_int_equal(belay_trace_spans(trace, lane, 0, UINT64_MAX, compare, &kept[1], &err),
                     BELAY_OK);
    assert_true(kept[1].next > 100 && kept[1].next < SPANS);
    assert_true(kept[1].span[kept[1].next].begin >= options.end);
    belay_trace_close(trace);
    unlink(path);
    belay_chip *chip;
    assert_int_equal(belay_chip_open(NULL, NULL, 0, &chip, &err), BELAY_OK);
    const belay_trace_options bad = {.cores = "aiv0,aib"};
    assert_int_equal(belay_trace_begin(chip, path, &bad, &err), BELAY_BAD_INPUT);
    assert_non_null(strstr(err.message, "'aib' names no core"));
    belay_chip_close(chip);
}

static size_t file_bytes(const char *name, uint8_t **data)
{
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    *data = malloc(1 << 24);
    assert_non_null(*data);
    size_t size = fread(*data, 1, 1 << 24, file);
    fclose(file);
    return size;
}

void test_same_bytes(void **state)
{
    (void)state;
    uint8_t *a, *b;
    write_trace(path, NULL, true);
    write_trace(other, NULL, true);
    size_t size = file_bytes(path, &a);
    assert_int_equal(file_bytes(other, &b), size);
    assert_memory_equal(a, b, size);
    free(a);
    free(b);
    unlink(path);
    unlink(other);
}

/* The file as it is on the disk while the run goes on holds all whole chunks. */
void test_broken_run(void **state)
{
    (void)state;
    uint8_t *data;
    write_trace(path, NULL, true);
    size_t size = file_bytes(path, &data);
    assert_int_equal(truncate(path, (off_t)(size * 2 / 3)), 0);
    belay_trace *trace = open_trace(path);
    belay_trace_info info;
    belay_error err;
    belay_trace_get_info(trace, &info);
    assert_non_null(strstr(info.damage, "breaks off"));
    assert_true(info.spans > 0 && info.spans < 2 * SPANS);
    assert_int_equal(
        belay_trace_spans(trace, lane_of(trace, "aiv5"), 0, UINT64_MAX, compare, &kept[1], &err),
        BELAY_OK);
    assert_true(kept[1].next > 0);
    belay_trace_close(trace);
    free(data);
    unlink(path);
}
