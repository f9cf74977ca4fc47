/* What benches of device programs share: the clock, and programs from files. */
#ifndef BELAY_BENCH_PROGRAM_H
#define BELAY_BENCH_PROGRAM_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "belay.h"

static inline double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline void check(belay_status status, const belay_error *err)
{
    if (status == BELAY_OK)
        return;
    fprintf(stderr, "bench: %s\n", err->message);
    exit((int)status);
}

static inline belay_program *load(const char *path, belay_error *err)
{
    static char bytes[1 << 20];
    belay_program *program;
    FILE *file = fopen(path, "rb");
    size_t size = file == NULL ? 0 : fread(bytes, 1, sizeof bytes, file);
    if (file != NULL)
        fclose(file);
    check(belay_program_load(bytes, size, &program, err), err);
    return program;
}

#endif
