/* Runs kernels of a device program and compares what they leave in memory with what C computes. */
#ifndef BELAY_TESTS_KERNEL_HARNESS_H
#define BELAY_TESTS_KERNEL_HARNESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* after those */
#include <cmocka.h>
#include <stdbool.h>

#include "belay.h"

/* Loads the program of argv[1] and runs the tests. */
int kernel_tests(int argc, char **argv, const char *name, const struct CMUnitTest *tests,
                 size_t count);
#define KERNEL_TESTS(argc, argv, name, tests)                                                      \
    kernel_tests(argc, argv, name, tests, sizeof(tests) / sizeof *(tests))

/* Random numbers, the same in every run. */
uint64_t random_bits(void);
uint64_t random_below(uint64_t limit);
bool random_bool(void);
void random_fill(void *to, size_t size);

/* An array of the device, with its copy on the host. */
struct array {
    uint64_t address;
    size_t size;
    uint8_t *host;
};
struct array array_new(size_t size); /* random bytes */
void array_send(struct array *a);
void array_fetch(struct array *a);
void array_drop(struct array *a);

/* Launches kernel `name` with one 64-bit word for each parameter. */
void run_kernel(const char *name, unsigned blocks, const uint64_t *arguments, size_t count);
#define RUN(name, blocks, ...)                                                                     \
    run_kernel(name, blocks, (const uint64_t[]){__VA_ARGS__},                                      \
               sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

/* What kernels printed since the last call; valid until then. */
const char *printed(void);

/* Fails with the first byte that differs, and what the case was. */
void expect_bytes(const void *got, const void *want, size_t size, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
