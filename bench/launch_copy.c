/* A kernel that adds two large arrays on all vector cores, against memcpy of the same bytes on the
 * host. Usage: launch_copy KERNEL.elf [TILES]: bench/add_large.asc, tiles of 8192 floats. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/program.h"

enum { TILE_BYTES = 8192 * 4, BLOCKS = 56 };

int main(int argc, char **argv)
{
    uint32_t tiles = argc > 2 ? (uint32_t)atoi(argv[2]) : BLOCKS * 146; /* 64 Mi floats */
    uint64_t size = (uint64_t)tiles * TILE_BYTES;
    belay_error err;
    belay_chip *chip;
    if (argc < 2)
        return 2;
    belay_program *program = load(argv[1], &err);
    check(belay_chip_open(NULL, NULL, 0, &chip, &err), &err);
    struct {
        uint64_t x, y, z;
        uint32_t tiles, unused;
    } args = {.tiles = tiles};
    check(belay_gm_alloc(chip, size, &args.x, &err), &err);
    check(belay_gm_alloc(chip, size, &args.y, &err), &err);
    check(belay_gm_alloc(chip, size, &args.z, &err), &err);
    check(belay_gm_fill(chip, args.x, 1, size, &err), &err);
    check(belay_gm_fill(chip, args.y, 2, size, &err), &err);
    check(belay_gm_fill(chip, args.z, 0, size, &err), &err);
    char *from = malloc(size), *to = malloc(size);
    if (from == NULL || to == NULL)
        return 4;
    memset(from, 1, size);
    memset(to, 2, size);
    double best_copy = 1e30, best_launch = 1e30;
    for (int run = 0; run < 3; run++) {
        double start = now();
        for (int i = 0; i < 3; i++) /* x and y are read, z is written */
            memcpy(i % 2 ? from : to, i % 2 ? to : from, size);
        double middle = now();
        check(belay_launch(chip, program, 0, BLOCKS, &args, sizeof args, &err), &err);
        double end = now();
        best_copy = middle - start < best_copy ? middle - start : best_copy;
        best_launch = end - middle < best_launch ? end - middle : best_launch;
    }
    printf("add of %.1f Mi floats on %d blocks: %.2f s, memcpy of the same bytes %.2f s: %.1fx\n",
           (double)size / 4 / (1 << 20), BLOCKS, best_launch, best_copy, best_launch / best_copy);
    free(from);
    free(to);
    belay_program_free(program);
    belay_chip_close(chip);
    return 0;
}
