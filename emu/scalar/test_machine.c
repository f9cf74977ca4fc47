#include "emu/scalar/test_machine.h"

#include <limits.h>
#include <string.h>

bool encoded[RV_OP_COUNT];

static uint64_t random_state = 1;

void random_seed(uint64_t seed)
{
    random_state = seed;
}

/* splitmix64 */
uint64_t random64(void)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static enum rv_gm_result access_gm(struct rv_hart *hart, uint64_t address, unsigned size,
                                   bool store, uint64_t *value)
{
    struct machine *m = hart->owner;
    if (m->call_count == m->retry_at) {
        m->retry_at = UINT_MAX;
        return RV_GM_RETRY;
    }
    uint64_t offset = address - GM_BASE;
    if (offset >= GM_SIZE || size > GM_SIZE - offset) {
        strcpy(hart->fault_text, "outside of the test's global memory");
        return RV_GM_FAULT;
    }
    assert_true(size == 1 || size == 2 || size == 4 || size == 8);
    assert_true((address & 7) + size <= 8);
    assert_true(m->call_count < MAX_CALLS);
    if (store) {
        memcpy(m->gm + offset, value, size);
    } else {
        assert_int_equal(*value, 0);
        memcpy(value, m->gm + offset, size);
    }
    m->calls[m->call_count++] = (struct gm_call){address, hart->time, *value, size, store};
    hart->time += m->gm_time;
    return RV_GM_OK;
}

static enum rv_core_result run_core(struct rv_hart *hart, const struct isa_op *op)
{
    struct machine *m = hart->owner;
    (void)op;
    if (m->core_answer == RV_CORE_NEXT || m->core_answer == RV_CORE_YIELD) {
        m->core_count++;
        hart->x[0] = 99; /* the hart must undo this */
        hart->x[31] = hart->pc;
        hart->time += 7;
    } else if (m->core_answer == RV_CORE_FAULT) {
        strcpy(hart->fault_text, "the core's fault");
    }
    return m->core_answer;
}

void machine_init(struct machine *m)
{
    memset(m, 0, sizeof *m);
    for (unsigned i = 0; i < RV_CLASS_COUNT; i++)
        m->cost[i] = 1;
    m->retry_at = UINT_MAX;
    m->hart.v = m->v;
    m->hart.cost = m->cost;
    m->hart.gm = access_gm;
    m->hart.core = run_core;
    m->hart.owner = m;
    m->hart.slot[SLOT_UB] = (struct rv_region){m->ub, UB_SIZE, true, "UB"};
    m->hart.slot[SLOT_STACK] = (struct rv_region){m->stack, STACK_SIZE, true, "stack"};
    rv_hart_reset(&m->hart);
}

void machine_done(struct machine *m)
{
    rv_code_destroy(m->hart.code);
    m->hart.code = NULL;
}

static void put(struct machine *m, const void *bytes, size_t size)
{
    assert_true(m->text_size + size <= sizeof m->text);
    memcpy(m->text + m->text_size, bytes, size);
    m->text_size += size;
}

void put16(struct machine *m, uint16_t parcel)
{
    put(m, &parcel, sizeof parcel);
}

void put32(struct machine *m, uint32_t word)
{
    put(m, &word, sizeof word);
}

void put64(struct machine *m, uint64_t word)
{
    put(m, &word, sizeof word);
}

void machine_start(struct machine *m)
{
    machine_done(m);
    m->hart.code = rv_code_create(m->text, TEXT_BASE, m->text_size);
    assert_non_null(m->hart.code);
    m->hart.slot[SLOT_TEXT] = (struct rv_region){m->text, m->text_size, false, "text"};
    m->hart.pc = TEXT_BASE;
    m->hart.x[1] = RV_EXIT_PC;
}

enum rv_stop machine_run(struct machine *m)
{
    return rv_run(&m->hart, UINT64_MAX);
}

void run_word(struct machine *m, uint32_t word)
{
    m->text_size = 0;
    put32(m, word);
    machine_done(m);
    m->hart.code = rv_code_create(m->text, TEXT_BASE, m->text_size);
    assert_non_null(m->hart.code);
    m->hart.pc = TEXT_BASE;
    assert_int_equal(rv_run(&m->hart, 0), RV_STOP_TIME);
    assert_int_equal(m->hart.pc, TEXT_BASE + 4);
    assert_int_equal(m->hart.x[0], 0);
}

/* Bits high..low of value, put at bit `at`. */
static uint32_t part(uint32_t value, unsigned high, unsigned low, unsigned at)
{
    return (value >> low & ((2u << (high - low)) - 1)) << at;
}

uint32_t encode(enum rv_op op, unsigned rd, unsigned rs1, unsigned rs2, int32_t imm)
{
    const struct rv_row *row = &rv_rows[op];
    uint32_t i = (uint32_t)imm, word = 0;
    encoded[op] = true;
    switch (row->immediate) {
    case IMM_NONE:
        word = rd << 7 | rs1 << 15 | rs2 << 20 | RV_ROUNDING_DYNAMIC << 12;
        break;
    case IMM_I:
    case IMM_CSR:
        word = rd << 7 | rs1 << 15 | part(i, 11, 0, 20);
        break;
    case IMM_SHIFT:
        word = rd << 7 | rs1 << 15 | part(i, 5, 0, 20);
        break;
    case IMM_S:
        word = rs1 << 15 | rs2 << 20 | part(i, 4, 0, 7) | part(i, 11, 5, 25);
        break;
    case IMM_B:
        word = rs1 << 15 | rs2 << 20 | part(i, 11, 11, 7) | part(i, 4, 1, 8) | part(i, 10, 5, 25) |
               part(i, 12, 12, 31);
        break;
    case IMM_U:
        word = rd << 7 | (i & 0xfffff000);
        break;
    case IMM_J:
        word = rd << 7 | part(i, 19, 12, 12) | part(i, 11, 11, 20) | part(i, 10, 1, 21) |
               part(i, 20, 20, 31);
        break;
    }
    return (word & ~row->mask) | row->match;
}

uint32_t encode_rounding(enum rv_op op, unsigned rd, unsigned rs1, unsigned rs2, unsigned rm)
{
    return (encode(op, rd, rs1, rs2, 0) & ~0x7000u) | rm << 12;
}

uint32_t encode_fused(enum rv_op op, unsigned rd, unsigned rs1, unsigned rs2, unsigned rs3,
                      unsigned rm)
{
    return (encode_rounding(op, rd, rs1, rs2, rm) & ~0xf8000000u) | rs3 << 27;
}
