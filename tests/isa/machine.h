/* Programs assembled in memory and run on a real chip: a launch goes through the machine's own
 * entry, so that queues, flags, special registers, vector functions and movers are those of every
 * kernel. */
#ifndef BELAY_TESTS_ISA_MACHINE_H
#define BELAY_TESTS_ISA_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "emu/chip.h"
#include "isa/isa.h"

/* --- programs --------------------------------------------------------------------------------- */

/* x0, ra and sp have their usual sense, x31 is used by the helpers below; 3..30 are the test's. */
enum { RA = 1, SP = 2, A0 = 10, SCRATCH = 31 };
enum { VF_ROOM = 16 * 1024, MAIN_ROOM = 32 * 1024, CODE_ROOM = VF_ROOM + MAIN_ROOM };
enum { DATA_ROOM = 32 * 1024 };

/* The image of one kind of core: vector functions first, the kernel behind them at VF_ROOM. */
struct code {
    uint8_t text[CODE_ROOM];
    uint32_t vf_size, main_size;
    bool in_vf; /* where instructions go now */
    uint8_t data[DATA_ROOM];
    uint32_t data_size;
};

void code_clear(struct code *code);

void put32(struct code *code, uint32_t word);
void put64(struct code *code, uint64_t word);

/* Offset in the text of the next instruction. */
uint32_t here(const struct code *code);

/* RISC-V instructions by format (unprivileged ISA 20191213, chapter 24). */
void addi(struct code *code, unsigned rd, unsigned rs1, int imm);
void add_x(struct code *code, unsigned rd, unsigned rs1, unsigned rs2);
void shift_x(struct code *code, unsigned rd, unsigned rs1, unsigned places);
void jump(struct code *code, unsigned rd, uint32_t target);
void jump_register(struct code *code, unsigned rd, unsigned rs1);
void branch_nonzero(struct code *code, unsigned rs1, uint32_t target);
enum scalar_width { BYTE, HALF, WORD, DOUBLE };
void load(struct code *code, enum scalar_width width, unsigned rd, unsigned rs1, int offset);
void store(struct code *code, enum scalar_width width, unsigned rs2, unsigned rs1, int offset);

/* Constants out of the image's data. */
void set_x(struct code *code, unsigned rd, uint64_t value);
void set_f(struct code *code, unsigned rd, uint64_t bits);
void set_v(struct code *code, unsigned vd, const vreg *value);

/* An AI Core instruction: operands in the order of the row, each a register number, LITERAL(n) for
 * a small operand, or the value of an immediate. */
#define LITERAL(n) (0x100 | (int)(n))
void insn(struct code *code, int row, int type, ...);
uint64_t encode(int row, int type, ...);
int type_of(int row, const char *type);

/* A vector function is begun, ended with its return, and called from the kernel. */
uint32_t begin_vf(struct code *code);
void end_vf(struct code *code);
void call(struct code *code, uint32_t vf);
void end_kernel(struct code *code);

/* Set and wait, the whole hand-over from one pipe to another. */
void hand_over(struct code *code, int from, int to, int id);

/* A plain copy of `bytes`, from or to global memory, with registers 27..30. */
void copy_in(struct code *code, uint64_t ub, uint64_t gm, uint32_t bytes);
void copy_out(struct code *code, uint64_t gm, uint64_t ub, uint32_t bytes);

/* Config words of the align_v2 movers. */
struct move {
    uint64_t burst_num, burst_len, left, right, constant, gm_stride, ub_stride;
};
uint64_t move_config0(const struct move *m);
uint64_t move_config1(const struct move *m);

/* --- running ---------------------------------------------------------------------------------- */

struct machine {
    struct chip *chip;
    belay_error error;
    uint64_t ub_image; /* global memory that carries the first UB bytes of case_run */
};

/* The chip that all tests of the process share; opened at the first call. */
struct machine *machine(void);
belay_chip *machine_chip(struct machine *m);

/* A kernel: `aiv` or `aic` alone, or both with `aiv_ratio` AIVs for one AIC. */
struct kernel {
    struct code *aiv, *aic;
    unsigned aiv_ratio;
};
belay_status machine_launch(struct machine *m, const struct kernel *kernel, unsigned blocks,
                            const uint64_t *args, unsigned arg_count);

/* One block on aiv0, without arguments; the test fails when the launch does. */
void machine_run(struct machine *m, struct code *code);
/* The same, but the launch must fail with this status and a message that contains `text`. */
void machine_refuses(struct machine *m, struct code *code, belay_status status, const char *text);

uint64_t gm_new(struct machine *m, uint64_t size);
void gm_put(struct machine *m, uint64_t address, const void *from, uint64_t size);
void gm_get(struct machine *m, uint64_t address, void *to, uint64_t size);

/* --- one vector function with known state before and after -------------------------------------
 */

struct vf_state {
    vreg v[VREG_COUNT];
    uint64_t x[32], f[32];
};

enum { UB_WINDOW = 4096 };

struct vf_case {
    uint64_t word[16];
    unsigned count;
    uint64_t ctrl;
    uint64_t ub_at; /* UB address of the window, a multiple of 32 */
    uint32_t ub_size;
    struct vf_state state; /* in and out: x 3..30, f and v */
    uint8_t ub[UB_WINDOW]; /* in and out */
};

belay_status case_try(struct machine *m, struct vf_case *c);
void case_run(struct machine *m, struct vf_case *c);

/* When enabled, cases run without a launch, and later campaigns begin with other random numbers. */
struct direct {
    bool enabled, dirty;
    unsigned long cases, campaign;
};
extern struct direct direct;
belay_status direct_try(struct machine *m, struct vf_case *c);
static inline uint64_t test_seed(uint64_t seed)
{
    return seed + (direct.campaign << 32);
}

/* CTRL as the chip has it after reset. */
#define CTRL_RESET (1ULL << 60)

/* --- which rows and types have run --------------------------------------------------------------
 */

enum { MOST_TYPES = 64 };
extern bool has_run[ISA_ROW_COUNT][MOST_TYPES];

#endif
