#include "tests/kernel/harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static belay_chip *chip;
static belay_program *program;
static char *text;
static size_t text_size;

static void keep(void *user, const char *from, size_t size)
{
    (void)user;
    text = realloc(text, text_size + size + 1);
    assert_non_null(text);
    memcpy(text + text_size, from, size);
    text_size += size;
    text[text_size] = '\0';
}

const char *printed(void)
{
    static char *last;
    free(last);
    last = text;
    text = NULL;
    text_size = 0;
    return last == NULL ? "" : last;
}

/* --- random numbers: xorshift64* ----------------------------------------------------------------
 */

static uint64_t state = 0x9e3779b97f4a7c15;

uint64_t random_bits(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1d;
}
uint64_t random_below(uint64_t limit)
{
    return (random_bits() >> 11) % limit;
}
bool random_bool(void)
{
    return random_below(2) != 0;
}
void random_fill(void *to, size_t size)
{
    uint8_t *bytes = to;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(random_bits() >> 32);
}

/* --- arrays -------------------------------------------------------------------------------------
 */

struct array array_new(size_t size)
{
    struct array a = {.size = size, .host = malloc(size)};
    assert_non_null(a.host);
    assert_int_equal(belay_gm_alloc(chip, size, &a.address, NULL), BELAY_OK);
    random_fill(a.host, size);
    array_send(&a);
    return a;
}
void array_send(struct array *a)
{
    assert_int_equal(belay_gm_write(chip, a->address, a->host, a->size, NULL), BELAY_OK);
}
void array_fetch(struct array *a)
{
    assert_int_equal(belay_gm_read(chip, a->address, a->host, a->size, NULL), BELAY_OK);
}
void array_drop(struct array *a)
{
    assert_int_equal(belay_gm_free(chip, a->address, NULL), BELAY_OK);
    free(a->host);
}

/* --- launches -----------------------------------------------------------------------------------
 */

void run_kernel(const char *name, unsigned blocks, const uint64_t *arguments, size_t count)
{
    belay_error error = {0};
    size_t number;
    if (belay_program_find(program, name, &number, &error) != BELAY_OK)
        fail_msg("%s", error.message);
    belay_kernel kernel;
    assert_true(belay_program_kernel(program, number, &kernel));
    assert_int_equal(kernel.param_count, count);
    uint8_t block[512] = {0};
    assert_true(kernel.args_size <= sizeof block);
    for (size_t i = 0; i < count; i++) {
        belay_param parameter;
        assert_true(belay_program_param(program, number, i, &parameter));
        assert_true(parameter.size <= sizeof *arguments);
        memcpy(block + parameter.offset, &arguments[i], parameter.size);
    }
    belay_status status =
        belay_launch(chip, program, number, blocks, block, kernel.args_size, &error);
    if (status != BELAY_OK)
        fail_msg("%s: %s, at %s:%d", name, error.message, error.file, error.line);
}

void expect_bytes(const void *got, const void *want, size_t size, const char *format, ...)
{
    const uint8_t *g = got, *w = want;
    size_t i = 0;
    while (i < size && g[i] == w[i])
        i++;
    if (i == size)
        return;
    char what[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    fail_msg("%s: byte %zu of %zu is 0x%02x, should be 0x%02x", what, i, size, g[i], w[i]);
}

static uint8_t *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return NULL;
    uint8_t *bytes = NULL;
    size_t capacity = 0;
    *size = 0;
    do {
        capacity = 2 * capacity + 65536;
        uint8_t *more = realloc(bytes, capacity);
        if (more == NULL)
            break;
        bytes = more;
        *size += fread(bytes + *size, 1, capacity - *size, file);
    } while (*size == capacity);
    fclose(file);
    return bytes;
}

int kernel_tests(int argc, char **argv, const char *name, const struct CMUnitTest *tests,
                 size_t count)
{
    size_t size;
    uint8_t *file = argc == 2 ? read_file(argv[1], &size) : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: %s PROGRAM.elf\n", argv[0]);
        return 2;
    }
    belay_error error = {0};
    const char *few[] = {"SoCInfo.vector_core_cnt=8", "SoCInfo.cube_core_cnt=4"};
    if (belay_program_load(file, size, &program, &error) != BELAY_OK ||
        belay_chip_open(NULL, few, 2, &chip, &error) != BELAY_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 2;
    }
    free(file);
    belay_chip_set_output(chip, (belay_output){.write = keep});
    belay_chip_set_max_ticks(chip, 100000000);
    int failed = _cmocka_run_group_tests(name, tests, count, NULL, NULL);
    belay_program_free(program);
    belay_chip_close(chip);
    printed();
    printed();
    return failed;
}
