#include "tests/isa/sync.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "tests/isa/reference.h"

const struct dependence dependences[DEPENDENCES] = {
    {CCE_S, CCE_V, false},    {CCE_S, CCE_MTE2, true},  {CCE_S, CCE_MTE3, false},
    {CCE_V, CCE_S, false},    {CCE_V, CCE_MTE2, true},  {CCE_V, CCE_MTE3, false},
    {CCE_MTE2, CCE_S, false}, {CCE_MTE2, CCE_V, false}, {CCE_MTE2, CCE_MTE3, false},
    {CCE_MTE3, CCE_S, false}, {CCE_MTE3, CCE_V, true},  {CCE_MTE3, CCE_MTE2, false}};

/* UB: HERE is written by the first and read by the second; SOURCE holds bytes from the beginning,
 * and is what a reading first copies to HERE. In global memory: the same at these offsets of a
 * buffer. */
enum {
    HERE = 0,
    SOURCE = 1024,
    THERE = 2048,
    SIZE = 256,
    BUFFER = 32 * 1024,
    ELSEWHERE = 64 * 1024
};
enum { X_HERE = 16, X_SOURCE, X_THERE, X_ZERO, X_ROUNDS };

static uint64_t gm(void)
{
    static uint64_t address;
    if (address == 0)
        address = gm_new(machine(), BUFFER);
    return address;
}

/* --- vector functions
 * ----------------------------------------------------------------------------- */

static void vector_copy(struct code *code, int to, int from)
{
    insn(code, ISA_pset, type_of(ISA_pset, "b8"), 1, IMM_Pat_ALL);
    insn(code, ISA_vlds, 0, 0, from, X_ZERO, IMM_Dist_NORM);
    insn(code, ISA_vsts, 0, 0, to, X_ZERO, IMM_DistVST_NORM_B8, 1);
}

/* Some thousand ticks of moves before the copy. */
static uint32_t slow_copy(struct code *code, int to, int from)
{
    uint32_t vf = begin_vf(code);
    uint32_t loop = here(code);
    for (int i = 0; i < 5; i++)
        insn(code, ISA_vmov_all, 0, 2 + i, 10 + i);
    addi(code, X_ROUNDS, X_ROUNDS, -1);
    branch_nonzero(code, X_ROUNDS, loop);
    vector_copy(code, to, from);
    end_vf(code);
    return vf;
}

static uint32_t quick_copy(struct code *code, int to, int from)
{
    uint32_t vf = begin_vf(code);
    vector_copy(code, to, from);
    end_vf(code);
    return vf;
}

/* --- the two actions
 * ------------------------------------------------------------------------------- */

static void scalar_copy(struct code *code, int to, int from)
{
    for (int i = 0; i < SIZE; i += 8) {
        load(code, DOUBLE, 5, (unsigned)from, i);
        store(code, DOUBLE, 5, (unsigned)to, i);
    }
}

static void from_gm_past_cache(struct code *code, uint64_t address, int to)
{
    int row = ISA_ld_dev;
    set_x(code, 6, address);
    for (int i = 0; i < SIZE / 8; i++) {
        addi(code, 7, 0, i);
        insn(code, row, type_of(row, "u64"), 5, 6, 7);
        store(code, DOUBLE, 5, (unsigned)to, 8 * i);
    }
}

/* SOURCE to HERE, in UB; by MTE2 and MTE3 from and to global memory. */
static void put_first(struct code *code, int pipe, uint32_t vf)
{
    if (pipe == CCE_S) {
        scalar_copy(code, X_HERE, X_SOURCE);
    } else if (pipe == CCE_V) {
        call(code, vf);
    } else if (pipe == CCE_MTE2) {
        copy_in(code, ELSEWHERE, gm(),
                BUFFER); /* takes its time: MTE3 alone takes longer than MTE2 */
        copy_in(code, HERE, gm() + SOURCE, SIZE);
    } else {
        copy_out(code, gm() + HERE, SOURCE, SIZE);
    }
}

/* HERE to THERE, wherever the first has left it; or THERE over SOURCE. */
static void put_second(struct code *code, const struct dependence *d, uint32_t vf)
{
    if (d->is_read && d->second == CCE_MTE2)
        copy_in(code, SOURCE, gm() + THERE, SIZE);
    else if (d->second == CCE_V)
        call(code, vf);
    else if (d->second == CCE_MTE2)
        copy_in(code, THERE, gm() + HERE, SIZE);
    else if (d->second == CCE_MTE3)
        copy_out(code, gm() + THERE, HERE, SIZE);
    else if (d->first == CCE_MTE3)
        from_gm_past_cache(code, gm() + HERE, X_THERE);
    else
        scalar_copy(code, X_THERE, X_HERE);
}

static void put_registers(struct code *code)
{
    set_x(code, X_HERE, HERE);
    set_x(code, X_SOURCE, SOURCE);
    set_x(code, X_THERE, THERE);
    set_x(code, X_ZERO, 0);
    set_x(code, X_ROUNDS, 1000);
}

static void assemble(struct code *code, const struct dependence *d, const struct ordered *how)
{
    code_clear(code);
    uint32_t first = slow_copy(code, X_HERE, X_SOURCE);
    uint32_t second =
        d->is_read ? quick_copy(code, X_SOURCE, X_THERE) : quick_copy(code, X_THERE, X_HERE);
    put_registers(code);
    copy_in(code, SOURCE, gm() + SOURCE, SIZE);
    copy_in(code, THERE, gm() + THERE, SIZE);
    insn(code, ISA_pipe_barrier, 0, LITERAL(CCE_ALL));
    if (how->before != NULL)
        how->before(code, d, how->id);
    put_first(code, d->first, first);
    if (how->between != NULL)
        how->between(code, d, how->id);
    put_second(code, d, second);
    if (how->after != NULL)
        how->after(code, d, how->id);
    end_kernel(code);
}

bool runs_in_order(const struct dependence *d, const struct ordered *how)
{
    static struct code code;
    static uint8_t bytes[BUFFER];
    uint64_t seed = 30;
    for (unsigned i = 0; i < BUFFER; i++)
        bytes[i] = (uint8_t)random_bits(&seed);
    gm_put(machine(), gm(), bytes, BUFFER);
    assemble(&code, d, how);
    machine_run(machine(), &code);
    const uint8_t *ub = chip_aiv(machine()->chip, 0)->local.bytes[LOCAL_UB];
    uint8_t result[SIZE];
    bool in_gm = d->is_read ? d->first == CCE_MTE3 : d->second == CCE_MTE3;
    uint64_t place = d->is_read ? HERE : THERE;
    if (in_gm)
        gm_get(machine(), gm() + place, result, SIZE);
    else
        memcpy(result, ub + place, SIZE);
    return memcmp(result, bytes + SOURCE, SIZE) == 0;
}
