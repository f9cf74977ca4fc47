/* Vector instructions a second on one host core: loops of bench/vector.asc on one AIV.
 * Usage: vector_mips KERNEL.elf [name part] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench/program.h"

enum { ROUNDS = 1500, ITERATIONS = 8192 / 64, RUNS = 5 };

static const struct {
    const char *kernel, *loop;
    unsigned instructions; /* vector instructions of an iteration */
    unsigned goal;         /* millions a second */
} loops[] = {{"vector_add", "vlds, vlds, vadd, vsts", 4, 20},
             {"vector_exp", "vlds, vexp, vsts", 3, 5},
             {"vector_convert", "vlds, vcvt f32 to f16, vsts", 3, 5},
             {"vector_reduce", "vlds, vcadd, vsts", 3, 5}};

/* The launch with rounds less the launch without, so that starting up does not count. */
static double seconds_of(belay_chip *chip, belay_program *program, size_t kernel)
{
    double best[2] = {1e9, 1e9};
    for (int run = 0; run < 2 * RUNS; run++) {
        belay_error err;
        uint64_t rounds = run % 2 == 0 ? 0 : ROUNDS;
        double start = now();
        check(belay_launch(chip, program, kernel, 1, &rounds, sizeof rounds, &err), &err);
        double took = now() - start;
        best[run % 2] = took < best[run % 2] ? took : best[run % 2];
    }
    return best[1] - best[0];
}

int main(int argc, char **argv)
{
    belay_error err;
    belay_chip *chip;
    if (argc < 2)
        return 2;
    belay_program *program = load(argv[1], &err);
    check(belay_chip_open(NULL, NULL, 0, &chip, &err), &err);
    for (size_t i = 0; i < sizeof loops / sizeof loops[0]; i++) {
        size_t kernel;
        if (argc > 2 && strstr(loops[i].kernel, argv[2]) == NULL)
            continue;
        check(belay_program_find(program, loops[i].kernel, &kernel, &err), &err);
        double count = (double)(ROUNDS * ITERATIONS * loops[i].instructions);
        double rate = 1e-6 * count / seconds_of(chip, program, kernel);
        printf("%-30s %6.1f million a second (goal %u)\n", loops[i].loop, rate, loops[i].goal);
    }
    belay_program_free(program);
    belay_chip_close(chip);
    return 0;
}
