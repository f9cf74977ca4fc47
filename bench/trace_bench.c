/* A trace of 10^7 spans: bytes a span, time to open it and to ask for what one frame of the viewer
 * shows; and what tracing costs the kernels of bench/vector.asc.
 * Usage: trace_bench FILE (written, then removed) KERNEL.elf */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "emu/chip.h"
#include "emu/trace/trace.h"

enum { SPANS = 10000000, CORES = 8, PIPES = 4, FRAME = 1280 };

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void check(belay_status status, const belay_error *err)
{
    if (status == BELAY_OK)
        return;
    fprintf(stderr, "trace_bench: %s\n", err->message);
    exit((int)status);
}

static uint64_t random_number(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005 + 1442695040888963407;
    return *seed >> 33;
}

/* Spans of random length and reason, every other one busy with an instruction that moves memory. */
static void write_trace(const char *path)
{
    static const int pipe[PIPES] = {CCE_V, CCE_MTE2, CCE_MTE3, CCE_S};
    belay_chip *chip;
    belay_error err;
    uint64_t at[CORES * PIPES] = {0}, seed = 1;
    check(belay_chip_open(NULL, NULL, 0, &chip, &err), &err);
    check(belay_trace_begin(chip, path, NULL, &err), &err);
    for (unsigned c = 0; c < CORES; c++)
        trace_core(chip_aiv(chip_of(chip), c));
    for (unsigned i = 0; i < SPANS; i++) {
        unsigned n = i % (CORES * PIPES);
        struct core *core = chip_aiv(chip_of(chip), n / PIPES);
        int p = pipe[n % PIPES];
        struct trace_lane *lane = p == CCE_S ? core->scalar.lane.trace : core->pipe[p]->lane.trace;
        bool busy = i / (CORES * PIPES) % 2 == 0;
        uint64_t begin = at[n];
        at[n] += 1 + random_number(&seed) % (busy ? 300 : 1000);
        trace_state(lane, busy ? LANE_BUSY : LANE_FLAG + (unsigned)(random_number(&seed) % 6),
                    at[n]);
        if (!busy)
            continue;
        uint64_t arg[3] = {at[n] & 0x3ff00, i & 0xffe0, 256};
        trace_insn(lane, &(struct trace_insn){.issue = begin - begin % 40,
                                              .begin = begin,
                                              .end = at[n],
                                              .pc = 0x10000000 + 8 * (i / 64 % 50),
                                              .args = 3,
                                              .arg = arg});
    }
    check(belay_trace_end(chip, &err), &err);
    belay_chip_close(chip);
}

/* One row of pixels for each lane; milliseconds. */
static double frame(belay_trace *trace, const belay_trace_info *info, uint64_t begin, uint64_t end)
{
    static float ticks[FRAME * 64];
    belay_error err;
    double start = now();
    for (size_t i = 0; i < info->lanes; i++)
        check(belay_trace_summary(trace, i, begin, end, FRAME, ticks, &err), &err);
    return (now() - start) * 1e3;
}

/* Seconds of one kernel, the best of several runs. */
static double run_kernel(belay_program *program, size_t kernel, const char *path)
{
    const struct {
        uint32_t rounds, unused;
    } args = {.rounds = 4000};
    double best = 1e30;
    for (int run = 0; run < 3; run++) {
        belay_chip *chip;
        belay_error err;
        check(belay_chip_open(NULL, NULL, 0, &chip, &err), &err);
        double start = now();
        if (path != NULL)
            check(belay_trace_begin(chip, path, NULL, &err), &err);
        check(belay_launch(chip, program, kernel, 1, &args, sizeof args, &err), &err);
        check(belay_trace_end(chip, &err), &err);
        double took = now() - start;
        best = took < best ? took : best;
        belay_chip_close(chip);
    }
    return best;
}

static void kernels(const char *elf, const char *path)
{
    static char bytes[1 << 20];
    belay_program *program;
    belay_kernel kernel;
    belay_error err;
    FILE *file = fopen(elf, "rb");
    size_t size = file == NULL ? 0 : fread(bytes, 1, sizeof bytes, file);
    if (file != NULL)
        fclose(file);
    check(belay_program_load(bytes, size, &program, &err), &err);
    for (size_t i = 0; i < belay_program_kernel_count(program); i++) {
        belay_trace *trace;
        belay_trace_info info;
        struct stat written;
        belay_program_kernel(program, i, &kernel);
        double plain = run_kernel(program, i, NULL), traced = run_kernel(program, i, path);
        check(belay_trace_open(path, &trace, &err), &err);
        belay_trace_get_info(trace, &info);
        if (stat(path, &written) != 0)
            exit(1);
        uint64_t records = info.spans + info.instructions;
        printf("%-16s %.3f s, traced %.3f s: %.2fx (goal 1.5); %.2f M records, %.2f bytes each "
               "(goal 8)\n",
               kernel.name, plain, traced, traced / plain, (double)records * 1e-6,
               (double)written.st_size / (double)records);
        belay_trace_close(trace);
        unlink(path);
    }
    belay_program_free(program);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: trace_bench FILE KERNEL.elf\n");
        return 2;
    }
    belay_trace *trace;
    belay_trace_info info;
    belay_error err;
    struct stat file;
    double start = now();
    write_trace(argv[1]);
    double wrote = now();
    check(belay_trace_open(argv[1], &trace, &err), &err);
    double opened = now();
    belay_trace_get_info(trace, &info);
    if (stat(argv[1], &file) != 0)
        return 1;
    printf("%zu lanes, %.1f M spans, %.1f M instructions: %.1f MB, %.2f bytes a span, written in "
           "%.2f s\n",
           info.lanes, (double)info.spans * 1e-6, (double)info.instructions * 1e-6,
           (double)file.st_size * 1e-6, (double)file.st_size / (double)info.spans, wrote - start);
    printf("opened in %.2f s (goal 2)\n", opened - wrote);
    uint64_t begin = info.begin, width = info.end - info.begin;
    for (int zoom = 0; zoom < 6; zoom++, width /= 16)
        printf("a frame of %d columns, all lanes, 1/%u of the trace: %.2f ms\n", FRAME,
               1U << 4 * zoom, frame(trace, &info, begin + width / 2, begin + width / 2 + width));
    belay_trace_close(trace);
    char other[4096]; /* FILE stays: the viewer's bench opens it */
    snprintf(other, sizeof other, "%s.kernel", argv[1]);
    kernels(argv[2], other);
    return 0;
}
