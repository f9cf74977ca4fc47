/* vbs and vmrgsort4: records of eight bytes, the largest score first, equal ones in their order. */
#include <stdio.h>
#include <string.h>

#include "tests/isa/trial.h"

enum { ROOM = 32 * 1024, RECORD = 8, LISTS = 4, SCORES = 0, INDICES = 8192, OUT = 16384 };

static struct code code;
static uint8_t ub[ROOM], want[ROOM];
static uint64_t seed = 4711;

static double score_at(const uint8_t *bytes, const struct element *e)
{
    uint64_t bits = 0;
    memcpy(&bits, bytes, e->size);
    return element_value(e, bits);
}

/* Finite scores, many of them equal. */
static void random_score(uint8_t *to, const struct element *e)
{
    uint64_t bits = random_bits(&seed) % 4 == 0 ? random_bits(&seed) % 3 : random_bits(&seed);
    uint64_t exponent = e->size == 2 ? 0x7c00 : 0x7f800000;
    if ((bits & exponent) == exponent)
        bits &= ~exponent;
    memcpy(to, &bits, e->size);
}

static void run(int row, int type, uint64_t dst, uint64_t a, uint64_t b, uint64_t config)
{
    static uint64_t gm;
    if (gm == 0)
        gm = gm_new(machine(), ROOM);
    gm_put(machine(), gm, ub, ROOM);
    code_clear(&code);
    copy_in(&code, 0, gm, ROOM);
    hand_over(&code, CCE_MTE2, CCE_V, 0);
    set_x(&code, 5, dst);
    set_x(&code, 6, a);
    set_x(&code, 7, b);
    set_x(&code, 8, config);
    insn(&code, row, type, 5, 6, 7, 8);
    hand_over(&code, CCE_V, CCE_S, 0);
    insn(&code, ISA_get_vms4_sr, 0, 9);
    set_x(&code, 10, ROOM); /* UB lies at scalar address 0 */
    store(&code, DOUBLE, 9, 10, 0);
    end_kernel(&code);
}

static const uint8_t *run_and_look(void)
{
    machine_run(machine(), &code);
    return chip_aiv(machine()->chip, 0)->local.bytes[LOCAL_UB];
}

/* --- vbs -------------------------------------------------------------------------------------- */

static void want_sorted(const struct element *e, unsigned group)
{
    bool used[32] = {false};
    for (int place = 0; place < 32; place++) {
        int best = -1;
        double best_score = 0;
        for (int i = 0; i < 32; i++) {
            double score = score_at(ub + SCORES + (group * 32 + (unsigned)i) * e->size, e);
            if (!used[i] && (best < 0 || score > best_score)) {
                best = i;
                best_score = score;
            }
        }
        used[best] = true;
        uint8_t *record = want + OUT + (group * 32 + (unsigned)place) * RECORD;
        memset(record, 0, RECORD);
        memcpy(record, ub + SCORES + (group * 32 + (unsigned)best) * e->size, e->size);
        memcpy(record + 4, ub + INDICES + (group * 32 + (unsigned)best) * 4, 4);
    }
}

static void sorts(const struct row_test *test)
{
    (void)test;
    for (int type = 0; type < 2; type++)
        for (int round = 0; round < 60; round++) {
            struct element e = element_of(isa_rows[ISA_vbs].types[type], 0);
            uint64_t repeat = random_bits(&seed) % 9;
            for (unsigned i = 0; i < ROOM; i++)
                ub[i] = (uint8_t)random_bits(&seed);
            for (unsigned i = 0; i < repeat * 32; i++)
                random_score(ub + SCORES + i * e.size, &e);
            memcpy(want, ub, ROOM);
            for (unsigned group = 0; group < repeat; group++)
                want_sorted(&e, group);
            run(ISA_vbs, type, OUT, SCORES, INDICES, repeat << 56);
            assert_memory_equal(run_and_look(), want, ROOM);
        }
    run(ISA_vbs, 0, OUT, 8, INDICES, 1ULL << 56);
    machine_refuses(machine(), &code, BELAY_KERNEL_BUG, "scores not aligned to 32 bytes");
    run(ISA_vbs, 0, 256 * 1024 - 32, 0, INDICES, 1ULL << 56);
    machine_refuses(machine(), &code, BELAY_KERNEL_BUG, "destination past the end of UB");
}
ROW_TEST(vbs, sorts, .rule = NULL)

/* --- vmrgsort4 -------------------------------------------------------------------------------- */

/* A sorted list of records at `at`: every score at most the one before. */
static void random_list(uint8_t *at, unsigned length, const struct element *e)
{
    for (unsigned i = 0; i < length; i++) {
        uint8_t record[RECORD];
        unsigned place = i;
        for (unsigned b = 0; b < RECORD; b++)
            record[b] = (uint8_t)random_bits(&seed);
        random_score(record, e);
        while (place > 0 && score_at(at + (place - 1) * RECORD, e) < score_at(record, e)) {
            memcpy(at + place * RECORD, at + (place - 1) * RECORD, RECORD);
            place--;
        }
        memcpy(at + place * RECORD, record, RECORD);
    }
}

/* Returns the records taken from each list, 16 bits each. */
static uint64_t want_merged(const uint64_t *at, const unsigned *length, bool suspends,
                            const struct element *e, uint64_t out)
{
    unsigned taken[LISTS] = {0};
    for (;; out += RECORD) {
        int best = -1;
        bool exhausted = false;
        for (int i = 0; i < LISTS; i++) {
            exhausted |= length[i] > 0 && taken[i] == length[i];
            if (taken[i] < length[i] &&
                (best < 0 || score_at(ub + at[i] + taken[i] * RECORD, e) >
                                 score_at(ub + at[best] + taken[best] * RECORD, e)))
                best = i;
        }
        if (best < 0 || (suspends && exhausted))
            break;
        memcpy(want + out, ub + at[best] + taken[best]++ * RECORD, RECORD);
    }
    return taken[0] | (uint64_t)taken[1] << 16 | (uint64_t)taken[2] << 32 |
           (uint64_t)taken[3] << 48;
}

static void merge_trial(int type, bool suspends, uint64_t repeat)
{
    struct element e = element_of(isa_rows[ISA_vmrgsort4].types[type], 0);
    unsigned length[LISTS], total = 0;
    uint64_t at[LISTS], lengths = 0, addresses = 0, next = 0, taken = 0;
    uint64_t mask = repeat > 1 ? 15 : 3 + random_bits(&seed) % 13; /* at least one list */
    for (unsigned i = 0; i < ROOM; i++)
        ub[i] = (uint8_t)random_bits(&seed);
    for (int i = 0; i < LISTS; i++) {
        bool valid = (mask >> i & 1) != 0;
        unsigned told = 1 + (unsigned)random_bits(&seed) % 60;
        length[i] = valid ? told : 0;
        total += length[i];
        lengths |= (uint64_t)told << 16 * i;
    }
    for (int i = 0; i < LISTS; i++) {
        at[i] = next;
        addresses |= next / RECORD << 16 * i;
        next += length[i] * RECORD;
    }
    for (uint64_t r = 0; r < repeat; r++)
        for (int i = 0; i < LISTS; i++)
            random_list(ub + at[i] + r * total * RECORD, length[i], &e);
    memcpy(want, ub, ROOM);
    for (uint64_t r = 0; r < repeat; r++) {
        uint64_t place[LISTS];
        for (int i = 0; i < LISTS; i++)
            place[i] = at[i] + r * total * RECORD;
        taken = want_merged(place, length, suspends, &e, OUT + r * total * RECORD);
    }
    run(ISA_vmrgsort4, type, OUT, addresses, lengths,
        repeat | mask << 8 | (uint64_t)suspends << 12);
    const uint8_t *got = run_and_look();
    assert_memory_equal(got, want, ROOM);
    assert_memory_equal(got + ROOM, &taken, sizeof taken);
}

static void merges(const struct row_test *test)
{
    (void)test;
    for (int type = 0; type < 2; type++)
        for (int round = 0; round < 60; round++)
            merge_trial(type, round % 3 == 1, round % 3 == 2 ? 1 + (uint64_t)round % 4 : 1);
    run(ISA_vmrgsort4, 0, 16, 0, 1, 1 | 1 << 8);
    machine_refuses(machine(), &code, BELAY_KERNEL_BUG, "destination not aligned");
    run(ISA_vmrgsort4, 0, 0, 0xffff, 1, 1 | 1 << 8);
    machine_refuses(machine(), &code, BELAY_KERNEL_BUG, "list past the end of UB");
}
ROW_TEST(vmrgsort4, merges, .rule = NULL)
ROW_TEST(get_vms4_sr, merges, .rule = NULL)
