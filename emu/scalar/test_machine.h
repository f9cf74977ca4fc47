/* A hart with memory around it, and an encoder, for the tests of this folder. */
#ifndef BELAY_EMU_SCALAR_TEST_MACHINE_H
#define BELAY_EMU_SCALAR_TEST_MACHINE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "emu/layout.h"
#include "emu/scalar/decode.h"

enum {
    TEXT_BASE = SLOT_TEXT << RV_SLOT_BITS,
    STACK_BASE = SLOT_STACK << RV_SLOT_BITS,
    UB_SIZE = 8192,
    STACK_SIZE = 4096,
    GM_SIZE = 4096,
    MAX_CALLS = 4096
};

#define GM_BASE UINT64_C(0x8000000000000000) /* an L2 mode in bits 60..63 */

struct gm_call {
    uint64_t address, time, value;
    unsigned size;
    bool store;
};

struct machine {
    struct rv_hart hart;
    uint8_t text[8192];
    size_t text_size;
    uint8_t ub[UB_SIZE], stack[STACK_SIZE], gm[GM_SIZE];
    vreg v[VREG_COUNT];
    uint16_t cost[RV_CLASS_COUNT];

    struct gm_call calls[MAX_CALLS]; /* those that were served */
    unsigned call_count;
    unsigned retry_at;   /* number of the call that answers RV_GM_RETRY once; UINT_MAX: none */
    uint64_t gm_time;    /* added by each call */
    unsigned core_count; /* AI Core instructions met */
    enum rv_core_result core_answer;
};

/* Clears everything; every class costs one sub-tick. */
void machine_init(struct machine *m);
void machine_done(struct machine *m);

void put16(struct machine *m, uint16_t parcel);
void put32(struct machine *m, uint32_t word);
void put64(struct machine *m, uint64_t word);

/* Makes the code of what was put, and puts the pc at its start. */
void machine_start(struct machine *m);

/* Runs what was put until something but the time stops it. */
enum rv_stop machine_run(struct machine *m);

/* Runs one instruction, put at the start of an empty text; expects RV_STOP_TIME. */
void run_word(struct machine *m, uint32_t word);

/* A word of the row's format; fields it does not have are ignored. The rounding mode is dynamic. */
uint32_t encode(enum rv_op op, unsigned rd, unsigned rs1, unsigned rs2, int32_t imm);
uint32_t encode_rounding(enum rv_op op, unsigned rd, unsigned rs1, unsigned rs2, unsigned rm);
uint32_t encode_fused(enum rv_op op, unsigned rd, unsigned rs1, unsigned rs2, unsigned rs3,
                      unsigned rm);

/* Which instructions encode() has made since the program started. */
extern bool encoded[RV_OP_COUNT];

/* Seeded random numbers: the same sequence in every run. */
uint64_t random64(void);
void random_seed(uint64_t seed);

#endif
