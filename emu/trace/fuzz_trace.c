/* libFuzzer harness: any bytes as a trace, and any bytes inside of well-packed chunks. The first
 * byte of an input chooses; then comes the file, or chunks: tag number, size (two bytes), bytes.
 * `fuzz_trace -seeds=DIRECTORY`, as the only argument, writes the first inputs. */
#include <stdio.h>

#include "emu/trace/reader.h"
#include "emu/trace/test_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static const uint32_t tags[] = {CHUNK_META, CHUNK_CODE, CHUNK_LAUNCH,
                                CHUNK_HOST, CHUNK_DATA, CHUNK_END};
enum { TAGS = sizeof tags / sizeof tags[0] };

static uint64_t sum; /* so that nothing is left out */

static bool on_span(void *user, const belay_trace_span *span)
{
    (void)user;
    sum += span->begin + span->end + span->state;
    return true;
}

static bool on_insn(void *user, const belay_trace_insn *insn)
{
    (void)user;
    sum += insn->begin + insn->end + strlen(insn->text);
    for (unsigned i = 0; i < insn->touches; i++)
        sum += insn->touch[i].address + insn->touch[i].size;
    for (unsigned i = 0; i < insn->args; i++)
        sum += insn->arg[i];
    return true;
}

static bool on_flow(void *user, const belay_trace_flow *flow)
{
    belay_trace_lane lane;
    if (!belay_trace_get_lane(user, flow->from_lane, &lane))
        __builtin_trap();
    sum += flow->from_tick + strlen(flow->kind) + strlen(lane.core);
    return true;
}

static void use_lane(belay_trace *trace, const belay_trace_info *info, size_t i)
{
    static float ticks[64 * 7];
    belay_error err;
    belay_trace_lane lane;
    uint64_t width = info->end - info->begin;
    if (!belay_trace_get_lane(trace, i, &lane))
        __builtin_trap();
    sum += strlen(lane.core) + strlen(lane.pipe);
    belay_trace_summary(trace, i, info->begin, info->end + 1, 7, ticks, &err);
    belay_trace_summary(trace, i, info->begin + width / 3, info->begin + width / 3 + 9, 7, ticks,
                        &err);
    belay_trace_spans(trace, i, 0, UINT64_MAX, on_span, NULL, &err);
    belay_trace_insns(trace, i, 0, UINT64_MAX, on_insn, NULL, &err);
    belay_trace_flows(trace, i, 0, UINT64_MAX, on_flow, trace, &err);
}

static void use(belay_trace *trace)
{
    belay_trace_info info;
    belay_trace_launch launch;
    belay_trace_call call;
    belay_trace_code code;
    belay_trace_get_info(trace, &info);
    if (info.states > 64 || info.end < info.begin)
        __builtin_trap();
    for (size_t i = 0; i < info.states; i++)
        sum += strlen(belay_trace_state(trace, i));
    for (size_t i = 0; belay_trace_space(trace, i) != NULL; i++)
        sum += strlen(belay_trace_space(trace, i));
    for (size_t i = 0; belay_trace_get_launch(trace, i, &launch); i++)
        sum += strlen(launch.kernel) + launch.end;
    for (size_t i = 0; belay_trace_get_host_call(trace, i, &call); i++)
        sum += strlen(call.name);
    for (unsigned p = 0; p < belay_trace_programs(trace); p++)
        for (size_t i = 0; belay_trace_get_code(trace, p, i, &code); i++)
            sum += strlen(code.text) + strlen(code.file) + strlen(code.function);
    for (size_t i = 0; i < info.lanes; i++)
        use_lane(trace, &info, i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct bytes file = {0};
    if (data[0] & 1) {
        bytes_add(&file, data + 1, size - 1);
    } else {
        test_head(&file);
        for (size_t at = 1; size - at >= 3;) {
            size_t length = data[at + 1] | (size_t)data[at + 2] << 8;
            uint32_t tag = tags[data[at] % TAGS];
            at += 3;
            length = length > size - at ? size - at : length;
            test_chunk(&file, tag, data + at, length);
            at += length;
        }
    }
    belay_trace *trace;
    belay_error err;
    if (reader_open(file.data, file.size, "input", &trace, &err) == BELAY_OK) {
        use(trace);
        belay_trace_close(trace);
    }
    bytes_free(&file);
    return 0;
}

static void write_seed(const char *directory, const char *name, const struct bytes *seed)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *out = fopen(path, "wb");
    if (out == NULL || fwrite(seed->data, 1, seed->size, out) != seed->size || fclose(out) != 0) {
        perror(path);
        exit(1);
    }
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    if (*argc != 2 || strncmp((*argv)[1], "-seeds=", 7) != 0)
        return 0;
    struct bytes file = {0}, chunks = {0};
    bytes_varint(&file, 1);
    test_small_file(&file);
    bytes_varint(&chunks, 0);
    for (int i = 0; i < TEST_CHUNKS; i++) {
        struct bytes raw;
        uint32_t tag = test_small(&raw, i);
        uint8_t head[3] = {0, (uint8_t)raw.size, (uint8_t)(raw.size >> 8)};
        while (tags[head[0]] != tag)
            head[0]++;
        bytes_add(&chunks, head, sizeof head);
        bytes_add(&chunks, raw.data, raw.size);
        bytes_free(&raw);
    }
    write_seed((*argv)[1] + 7, "file", &file);
    write_seed((*argv)[1] + 7, "chunks", &chunks);
    exit(0);
}
