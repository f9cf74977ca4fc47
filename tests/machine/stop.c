/* Stops inside a launch: what has happened before a tick is there, what comes after is not. */
#include "tests/machine/support.h"

enum { BYTES = 2048, MOST_STOPS = 4096 };

struct stops {
    const belay_chip *chip;
    uint64_t tick[MOST_STOPS], last, give_up;
    unsigned count;
    uint64_t arrived; /* first stop at which the copied bytes are in UB */
    uint8_t expected[BYTES];
};

static bool on_stop(void *user, uint64_t tick, uint64_t *next)
{
    struct stops *s = user;
    uint8_t ub[BYTES];
    belay_error err;
    assert_true(s->count == 0 || tick > s->last);
    assert_int_equal(belay_local_read(s->chip, "aiv0", "UB", 0, ub, BYTES, &err), BELAY_OK);
    bool there = memcmp(ub, s->expected, BYTES) == 0;
    if (there && s->arrived == 0)
        s->arrived = tick;
    assert_int_equal(there, s->arrived != 0);
    s->last = tick;
    assert_true(s->count < MOST_STOPS);
    s->tick[s->count++] = tick;
    *next = tick + 1;
    return tick < s->give_up;
}

static void every_event(void **state)
{
    (void)state;
    static struct code code;
    static struct stops s;
    struct machine *m = machine();
    belay_chip *chip = machine_chip(m);
    s = (struct stops){.chip = chip, .give_up = UINT64_MAX};
    for (unsigned i = 0; i < BYTES; i++)
        s.expected[i] = (uint8_t)(i * 37 + 11);
    uint64_t from = gm_new(m, BYTES), to = gm_new(m, BYTES), begin = m->chip->now;
    gm_put(m, from, s.expected, BYTES);
    put_good_kernel(&code, from, to, BYTES);
    belay_chip_set_stop(chip, 0, on_stop, &s);
    machine_run(m, &code);
    belay_chip_set_stop(chip, 0, NULL, NULL);
    uint64_t ticks = m->chip->now - begin;
    assert_true(s.count > 3);
    assert_true(s.tick[0] >= begin && s.last <= m->chip->now);
    assert_true(s.arrived > begin && s.arrived < m->chip->now);
    begin = m->chip->now; /* stops change nothing */
    machine_run(m, &code);
    assert_int_equal(m->chip->now - begin, ticks);
    belay_core_state core;
    belay_error err;
    assert_int_equal(belay_core_look(chip, "aiv0", &core, &err), BELAY_OK);
    assert_false(core.running);
    assert_non_null(core.vector);
}

static void given_up(void **state)
{
    (void)state;
    static struct code code;
    static struct stops s;
    struct machine *m = machine();
    uint64_t from = gm_new(m, BYTES), to = gm_new(m, BYTES);
    s = (struct stops){.chip = machine_chip(m), .give_up = m->chip->now + 100};
    put_good_kernel(&code, from, to, BYTES);
    belay_chip_set_stop(machine_chip(m), m->chip->now + 50, on_stop, &s);
    memset(s.expected, 1, BYTES);
    machine_refuses(m, &code, BELAY_BAD_INPUT, "given up at tick");
    belay_chip_set_stop(machine_chip(m), 0, NULL, NULL);
    assert_true(s.count > 0 && s.last >= s.give_up);
    chip_still_works();
}

static void refused(void **state)
{
    (void)state;
    belay_error err;
    belay_core_state core;
    uint8_t byte;
    const belay_chip *chip = machine_chip(machine());
    assert_int_equal(belay_core_look(chip, "aiv999", &core, &err), BELAY_BAD_INPUT);
    assert_non_null(strstr(err.message, "'aiv999'"));
    assert_int_equal(belay_local_read(chip, "aiv0", "L0A", 0, &byte, 1, &err), BELAY_BAD_INPUT);
    assert_int_equal(belay_local_read(chip, "aiv0", "GM", 0, &byte, 1, &err), BELAY_BAD_INPUT);
    assert_int_equal(belay_local_read(chip, "aiv0", "UB", 1 << 30, &byte, 1, &err),
                     BELAY_BAD_INPUT);
    assert_non_null(strstr(err.message, "not inside UB of aiv0"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_event),
        cmocka_unit_test(given_up),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
