/* How many million scalar instructions a second one host core runs: four loops, with the time
 * counted, the bounds of memory checked and the run cut into slices as the machine cuts it. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "emu/layout.h"
#include "emu/scalar/rv.h"

enum { MEMORY = 4096, INSTRUCTIONS = 20000000, SLICE_TICKS = 1000, ROUNDS = 10 };

static const uint32_t memory_loop[] = {
    0x00052683, /* lw a3, 0(a0)      */
    0x00d7073b, /* addw a4, a4, a3   */
    0x00e5a023, /* sw a4, 0(a1)      */
    0x00450513, /* addi a0, a0, 4    */
    0x00458593, /* addi a1, a1, 4    */
    0x3ff57513, /* andi a0, a0, 1023 */
    0x3ff5f593, /* andi a1, a1, 1023 */
    0xfff60613, /* addi a2, a2, -1   */
    0xfe0610e3, /* bnez a2, -32      */
    0x00008067, /* ret               */
};
static const uint32_t alu_loop[] = {
    0x00d71293, /* slli t0, a4, 13 */
    0x00574733, /* xor a4, a4, t0  */
    0x00775293, /* srli t0, a4, 7  */
    0x00574733, /* xor a4, a4, t0  */
    0x01171293, /* slli t0, a4, 17 */
    0x00574733, /* xor a4, a4, t0  */
    0x02c707b3, /* mul a5, a4, a2  */
    0x00f80833, /* add a6, a6, a5  */
    0xfff60613, /* addi a2, a2, -1 */
    0xfc061ee3, /* bnez a2, -36    */
    0x00008067, /* ret             */
};
static const uint32_t float_loop[] = {
    0x10c6f5d3, /* fmul.s fa1, fa3, fa2 */
    0x00c5f6d3, /* fadd.s fa3, fa1, fa2 */
    0x08c6f753, /* fsub.s fa4, fa3, fa2 */
    0x18d777d3, /* fdiv.s fa5, fa4, fa3 */
    0xfff60613, /* addi a2, a2, -1      */
    0xfe0616e3, /* bnez a2, -20         */
    0x00008067, /* ret                  */
};
static const uint32_t call_loop[] = {
    0x00008313, /* mv t1, ra      */
    0x010000ef, /* jal 16         */
    0xfff60613, /* addi a2, a2, -1 */
    0xfe061ce3, /* bnez a2, -8    */
    0x00030067, /* jr t1          */
    0x00150513, /* addi a0, a0, 1 */
    0x00008067, /* ret            */
};

static const struct {
    const char *name;
    const uint32_t *text;
    size_t size;
    unsigned length; /* instructions a round */
} loops[] = {
    {"loads and stores", memory_loop, sizeof memory_loop, 9},
    {"integer", alu_loop, sizeof alu_loop, 10},
    {"single precision", float_loop, sizeof float_loop, 6},
    {"calls", call_loop, sizeof call_loop, 5},
};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static uint64_t boxed(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return UINT64_MAX << 32 | bits;
}

/* Runs loop number i; returns the seconds it took, negative when it did not end as it must. */
static double run_loop(size_t i, struct rv_hart *hart)
{
    static uint8_t memory[MEMORY];
    static const uint16_t cost[RV_CLASS_COUNT] = {16, 32, 160, 32, 16, 16, 64, 320, 16};
    uint64_t base = (uint64_t)SLOT_TEXT << RV_SLOT_BITS;
    *hart = (struct rv_hart){.cost = cost};
    hart->code = rv_code_create((const uint8_t *)loops[i].text, base, loops[i].size);
    if (hart->code == NULL)
        return -1;
    rv_hart_reset(hart);
    hart->slot[SLOT_UB] = (struct rv_region){memory, MEMORY, true, "UB"};
    hart->pc = base;
    hart->x[1] = RV_EXIT_PC;
    hart->x[11] = 2048;
    hart->x[12] = INSTRUCTIONS / loops[i].length;
    hart->x[14] = 88172645463325252u;
    hart->f[12] = boxed(0.7f);
    hart->f[13] = boxed(1.0f);

    double start = seconds();
    enum rv_stop stop;
    do
        stop = rv_run(hart, hart->time + (uint64_t)SLICE_TICKS * RV_SUBTICKS);
    while (stop == RV_STOP_TIME);
    double spent = seconds() - start;
    rv_code_destroy(hart->code);
    return stop == RV_STOP_EXIT ? spent : -1;
}

int main(void)
{
    for (size_t i = 0; i < sizeof loops / sizeof loops[0]; i++) {
        struct rv_hart hart;
        double least = 1e9;
        for (int round = 0; round < ROUNDS; round++) {
            double spent = run_loop(i, &hart);
            if (spent < 0) {
                fprintf(stderr, "%s: stopped at 0x%" PRIx64 ": %s\n", loops[i].name, hart.pc,
                        hart.fault_text);
                return 1;
            }
            least = spent < least ? spent : least;
        }
        printf("%-18s %4.0f MIPS (%" PRIu64 " instructions, %" PRIu64 " ticks, best of %d)\n",
               loops[i].name, 1e-6 * (double)hart.retired / least, hart.retired,
               hart.time / RV_SUBTICKS, ROUNDS);
    }
    return 0;
}
