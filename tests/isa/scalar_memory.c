/* Global memory from the scalar unit: past its data cache, and what brings the cache and the memory
 * together again. A plain access goes through the cache, ld_dev and st_dev do not. */
#include <string.h>

#include "tests/isa/trial.h"

enum { BYTES = 4096 };

static uint64_t buffer(void)
{
    static uint64_t address;
    if (address == 0)
        address = gm_new(machine(), BYTES);
    return address;
}

static void fill_buffer(uint8_t *bytes, uint64_t *seed)
{
    for (unsigned i = 0; i < BYTES; i++)
        bytes[i] = (uint8_t)random_bits(seed);
    gm_put(machine(), buffer(), bytes, BYTES);
}

static const struct rv_hart *hart(void)
{
    return &chip_aiv(machine()->chip, 0)->scalar.hart;
}

/* --- every type, at offsets in elements, with the L2 mode in the pointer's top bits
 * --------------------- */

/* As RISC-V passes the type: f16 boxed, 32 bits sign extended, the others by their sign. */
static uint64_t as_register(const struct element *e, const uint8_t *bytes)
{
    uint64_t raw = 0;
    memcpy(&raw, bytes, e->size);
    if (e->kind == FLOATING)
        return raw | UINT64_MAX << 8 * e->size;
    if (e->kind == SIGNED || e->size == 4) {
        struct element s = {.kind = SIGNED, .size = e->size};
        return (uint64_t)element_integer(&s, raw);
    }
    return raw;
}

static void loads(const struct row_test *test)
{
    static struct code code;
    static uint8_t bytes[BYTES];
    uint64_t seed = 11;
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (unsigned mode = 0; mode < 16; mode++) {
            struct element e = element_of(isa_rows[test->row].types[type], 0);
            int offset = (int)random_below(&seed, 200) - 100;
            uint64_t at = 2048 + (uint64_t)(int64_t)(offset * (int)e.size);
            fill_buffer(bytes, &seed);
            code_clear(&code);
            set_x(&code, 5, (buffer() + 2048) | (uint64_t)mode << 60);
            set_x(&code, 6, (uint64_t)(int64_t)offset);
            insn(&code, test->row, type, 7, 5, 6);
            end_kernel(&code);
            machine_run(machine(), &code);
            uint64_t got = e.kind == FLOATING ? hart()->f[7] : hart()->x[7];
            assert_int_equal(got, as_register(&e, bytes + at));
        }
}
ROW_TEST(ld_dev, loads, .rule = NULL)

static void stores(const struct row_test *test)
{
    static struct code code;
    static uint8_t bytes[BYTES], after[BYTES];
    uint64_t seed = 12;
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (unsigned mode = 0; mode < 16; mode++) {
            struct element e = element_of(isa_rows[test->row].types[type], 0);
            int offset = (int)random_below(&seed, 200) - 100;
            uint64_t value = random_bits(&seed);
            fill_buffer(bytes, &seed);
            code_clear(&code);
            set_x(&code, 5, (buffer() + 2048) | (uint64_t)mode << 60);
            set_x(&code, 6, (uint64_t)(int64_t)offset);
            set_x(&code, 7, value);
            set_f(&code, 7, value);
            insn(&code, test->row, type, 7, 5, 6);
            end_kernel(&code);
            machine_run(machine(), &code);
            memcpy(bytes + 2048 + offset * (int)e.size, &value, e.size);
            gm_get(machine(), buffer(), after, BYTES);
            assert_memory_equal(after, bytes, BYTES);
        }
}
ROW_TEST(st_dev, stores, .rule = NULL)

/* --- the data cache
 * --------------------------------------------------------------------------------- */

enum { OLD = 0x1111, NEW = 0x2222, OTHER = 0x3333 };

/* Two lines of OLD. x5: the first word; x6: 0; x7: NEW; x8: OTHER; x9: the second line. */
static void begin_cached(struct code *code)
{
    uint64_t words[16];
    for (int i = 0; i < 16; i++)
        words[i] = OLD;
    gm_put(machine(), buffer(), words, sizeof words);
    code_clear(code);
    set_x(code, 5, buffer());
    set_x(code, 6, 0);
    set_x(code, 7, NEW);
    set_x(code, 8, OTHER);
    set_x(code, 9, buffer() + 64);
}

static void load_past_cache(struct code *code, unsigned rd, int base)
{
    insn(code, ISA_ld_dev, type_of(ISA_ld_dev, "u64"), rd, base, 6);
}

static void store_past_cache(struct code *code, int value, int base)
{
    insn(code, ISA_st_dev, type_of(ISA_st_dev, "u64"), value, base, 6);
}

static void run_to_end(struct code *code)
{
    end_kernel(code);
    machine_run(machine(), code);
}

/* A line that was written goes to memory, a line that was read is read again. */
static void clean_and_invalidate(const struct row_test *test)
{
    static struct code code;
    enum { ALL, UB, OUT };
    for (int entire = 0; entire < 2; entire++)
        for (int type = ALL; type <= OUT; type++) {
            begin_cached(&code);
            store(&code, DOUBLE, 7, 5, 0); /* the first line is dirty */
            store(&code, DOUBLE, 7, 9, 0); /* and the second */
            load_past_cache(&code, 10, 5);
            insn(&code, test->row, 0, 5, LITERAL(entire), LITERAL(type));
            load_past_cache(&code, 11, 5);
            load_past_cache(&code, 12, 9);
            store_past_cache(&code, 8, 5);
            load(&code, DOUBLE, 13, 5, 0);
            run_to_end(&code);
            const uint64_t *x = hart()->x;
            bool cleaned = type != UB;
            assert_int_equal(x[10], OLD);
            assert_int_equal(x[11], cleaned ? NEW : OLD);
            assert_int_equal(x[12], cleaned && entire ? NEW : OLD);
            assert_int_equal(x[13], cleaned ? OTHER : NEW);
        }
}
ROW_TEST(dcci, clean_and_invalidate, .rule = NULL)

/* Without dcci a line stays as it was read; the kernel's end writes dirty lines back. */
static void stale_line(struct code *code, int row)
{
    begin_cached(code);
    load(code, DOUBLE, 10, 5, 8);
    if (row == ISA_dcci_ub)
        insn(code, row, 0, 6, LITERAL(1), LITERAL(0));
    else if (row == ISA_dc_preload)
        insn(code, row, 0, 5, 6);
    else
        insn(code, row, 0, 6, 6);
    store_past_cache(code, 8, 5);
    load(code, DOUBLE, 11, 5, 0);
    store(code, DOUBLE, 7, 9, 0);
    run_to_end(code);
    uint64_t words[16];
    gm_get(machine(), buffer(), words, sizeof words);
    assert_int_equal(hart()->x[10], OLD);
    assert_int_equal(hart()->x[11], OLD);
    assert_int_equal(words[0], OTHER);
    assert_int_equal(words[8], NEW);
}

/* UB is not cached; preloads are hints. */
static void no_effect(const struct row_test *test)
{
    static struct code code;
    stale_line(&code, test->row);
}
ROW_TEST(dcci_ub, no_effect, .rule = NULL)
ROW_TEST(dc_preload, no_effect, .rule = NULL)
ROW_TEST(preload, no_effect, .rule = NULL)
ROW_TEST(nd_dma_dci, no_effect, .rule = NULL)

/* dci drops dirty lines. */
static void drop(const struct row_test *test)
{
    static struct code code;
    begin_cached(&code);
    store(&code, DOUBLE, 7, 5, 0);
    insn(&code, test->row, 0);
    load(&code, DOUBLE, 10, 5, 0);
    run_to_end(&code);
    uint64_t word;
    gm_get(machine(), buffer(), &word, sizeof word);
    assert_int_equal(hart()->x[10], OLD);
    assert_int_equal(word, OLD);
}
ROW_TEST(dci, drop, .rule = NULL)

/* Nothing to wait for but what dcci and flags already order: the registers and memory stay. */
static void barrier(const struct row_test *test)
{
    static struct code code;
    for (int kind = 0; kind < 4; kind++) {
        begin_cached(&code);
        store(&code, DOUBLE, 7, 5, 0);
        insn(&code, test->row, 0, LITERAL(kind));
        load_past_cache(&code, 10, 5);
        load(&code, DOUBLE, 11, 5, 0);
        run_to_end(&code);
        assert_int_equal(hart()->x[10], OLD);
        assert_int_equal(hart()->x[11], NEW);
    }
}
ROW_TEST(dsb, barrier, .rule = NULL)
