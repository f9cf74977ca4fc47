/* The interpreter. rv_run() is one list of bodies, those of rv_ops.def in the terms defined here;
 * each ends with the dispatch of the next instruction (computed goto, so that the host predicts
 * each body's successor by itself). The time, the count of instructions and the place in the code
 * live in local variables; they are written to the hart before anything that may look at them
 * there. */
#include <string.h>

#include "emu/scalar/csr.h"
#include "emu/scalar/decode.h"
#include "emu/scalar/explain.h"
#include "emu/scalar/fp.h"
#include "emu/scalar/memory.h"

/* --- integer helpers: M extension, unprivileged ISA 20191213 chapter 7 ------------------------ */

static uint64_t multiply_high(uint64_t a, uint64_t b)
{
    return (uint64_t)((unsigned __int128)a * b >> 64);
}

static uint64_t multiply_high_signed(uint64_t a, uint64_t b)
{
    return (uint64_t)((__int128)(int64_t)a * (int64_t)b >> 64);
}

static uint64_t multiply_high_mixed(uint64_t a, uint64_t b)
{
    return (uint64_t)((__int128)(int64_t)a * (__int128)b >> 64);
}

static uint64_t divide_signed(uint64_t a, uint64_t b)
{
    if (b == 0)
        return UINT64_MAX;
    if (b == UINT64_MAX) /* the most negative number by -1 overflows to itself */
        return -a;
    return (uint64_t)((int64_t)a / (int64_t)b);
}

static uint64_t remainder_signed(uint64_t a, uint64_t b)
{
    if (b == 0)
        return a;
    if (b == UINT64_MAX)
        return 0;
    return (uint64_t)((int64_t)a % (int64_t)b);
}

static uint64_t divide_word(uint64_t a, uint64_t b)
{
    uint32_t quotient = (uint32_t)b == 0 ? UINT32_MAX : (uint32_t)a / (uint32_t)b;
    return (uint64_t)(int64_t)(int32_t)quotient;
}

static uint64_t remainder_word(uint64_t a, uint64_t b)
{
    uint32_t rest = (uint32_t)b == 0 ? (uint32_t)a : (uint32_t)a % (uint32_t)b;
    return (uint64_t)(int64_t)(int32_t)rest;
}

/* --- NaN boxing: section 12.2 ----------------------------------------------------------------- */

static uint64_t unbox_h(uint64_t f)
{
    return f >> 16 == UINT64_MAX >> 16 ? f & 0xffff : FP_CANONICAL_H;
}

static uint64_t unbox_s(uint64_t f)
{
    return f >> 32 == UINT64_MAX >> 32 ? f & 0xffffffff : FP_CANONICAL_S;
}

#define BOX_H(bits) ((bits) | UINT64_MAX << 16)
#define BOX_S(bits) ((bits) | UINT64_MAX << 32)
#define BOX_D(bits) (bits)

#define SIGN_H (UINT64_C(1) << 15)
#define SIGN_S (UINT64_C(1) << 31)
#define SIGN_D (UINT64_C(1) << 63)

/* --- operands --------------------------------------------------------------------------------- */

#define RD  hart->x[i->rd]
#define RS1 hart->x[i->rs1]
#define RS2 hart->x[i->rs2]
#define FD  hart->f[i->rd]
#define F1  hart->f[i->rs1]
#define F2  hart->f[i->rs2]
#define F3  hart->f[i->rs3]
#define IMM ((uint64_t)(int64_t)i->imm)

#define A_H unbox_h(F1)
#define A_S unbox_s(F1)
#define A_D F1
#define B_H unbox_h(F2)
#define B_S unbox_s(F2)
#define B_D F2
#define C_H unbox_h(F3)
#define C_S unbox_s(F3)
#define C_D F3

#define SIGNED(value)   (int64_t)(value)
#define UNSIGNED(value) (uint64_t)(value)
#define SEXT8(value)    (uint64_t)(int64_t)(int8_t)(value)
#define SEXT16(value)   (uint64_t)(int64_t)(int16_t)(value)
#define SEXT32(value)   (uint64_t)(int64_t)(int32_t)(value)

/* --- control ---------------------------------------------------------------------------------- */

#define PC      (base + (uint64_t)(i - slots) * 2)
#define NEXT_PC (PC + i->length)

#define DISPATCH goto *bodies[atomic_load_explicit(&i->op, memory_order_acquire)]

/* The instruction is done and took the time of its class. */
#define SPEND(class)                                                                               \
    time += cost[RV_##class];                                                                      \
    retired++;                                                                                     \
    hart->x[0] = 0

#define CONTINUE                                                                                   \
    if (time > bound)                                                                              \
        goto out_of_time;                                                                          \
    DISPATCH

/* To the slot behind this instruction. */
#define STEP i = (const struct rv_insn *)((const char *)i + i->length * (sizeof *i / 2))

#define NEXT                                                                                       \
    STEP;                                                                                          \
    CONTINUE

#define JUMP(address, link)                                                                        \
    target = (address);                                                                            \
    if (target - base >= size)                                                                     \
        goto jump_out;                                                                             \
    if (target - vf_begin < vf_size && PC - vf_begin >= vf_size)                                   \
        goto jump_into_vf;                                                                         \
    link;                                                                                          \
    SPEND(BRANCH);                                                                                 \
    i = slots + (target - base) / 2;                                                               \
    CONTINUE

#define BRANCH(condition)                                                                          \
    if (condition) {                                                                               \
        JUMP(PC + IMM, (void)0);                                                                   \
    }

/* The hart as it is before the instruction, for callbacks and for stops. */
#define SAVE                                                                                       \
    hart->pc = PC;                                                                                 \
    hart->time = time;                                                                             \
    hart->retired = retired

/* A call that may take time or stop the run. */
#define MEMORY(call)                                                                               \
    SAVE;                                                                                          \
    memory_result = call;                                                                          \
    if (memory_result != RV_GM_OK)                                                                 \
        goto memory_stop;                                                                          \
    time = hart->time

/* --- bodies ----------------------------------------------------------------------------------- */

#define LOAD(type)                                                                                 \
    type loaded;                                                                                   \
    uint64_t address = RS1 + IMM;                                                                  \
    const uint8_t *local = rv_local(hart, address, sizeof loaded, false);                          \
    if (local != NULL) {                                                                           \
        memcpy(&loaded, local, sizeof loaded);                                                     \
    } else {                                                                                       \
        uint64_t word = 0;                                                                         \
        MEMORY(rv_load(hart, address, sizeof loaded, &word));                                      \
        loaded = (type)word;                                                                       \
    }

#define STORE(type, value)                                                                         \
    type stored = (type)(value);                                                                   \
    uint64_t address = RS1 + IMM;                                                                  \
    uint8_t *local = rv_local(hart, address, sizeof stored, true);                                 \
    if (local != NULL) {                                                                           \
        memcpy(local, &stored, sizeof stored);                                                     \
    } else {                                                                                       \
        MEMORY(rv_store(hart, address, sizeof stored, stored));                                    \
    }

#define ATOMIC(operation, bytes)                                                                   \
    uint64_t old;                                                                                  \
    MEMORY(rv_amo(hart, operation, RS1, bytes, RS2, &old))

#define LOAD_RESERVED(bytes)                                                                       \
    uint64_t old;                                                                                  \
    MEMORY(rv_load_reserved(hart, RS1, bytes, &old))

#define STORE_CONDITIONAL(bytes)                                                                   \
    uint64_t old;                                                                                  \
    MEMORY(rv_store_conditional(hart, RS1, bytes, RS2, &old));                                     \
    RD = old

#define CSR(operand, write, result)                                                                \
    uint64_t source = (operand), old;                                                              \
    SAVE;                                                                                          \
    if (!rv_csr_read(hart, (unsigned)i->imm, &old))                                                \
        return RV_STOP_UNSUPPORTED;                                                                \
    (void)source;                                                                                  \
    if ((write) && !rv_csr_write(hart, (unsigned)i->imm, result))                                  \
        return RV_STOP_UNSUPPORTED;                                                                \
    RD = old

#define FLAGS &hart->fcsr
#define ROUNDING                                                                                   \
    unsigned rounding = i->rm == RV_ROUNDING_DYNAMIC ? hart->fcsr >> 5 : i->rm;                    \
    if (rounding >= FP_ROUNDING_COUNT)                                                             \
    goto bad_rounding

#define FP_UNARY(F, operation)                                                                     \
    ROUNDING;                                                                                      \
    FD = BOX_##F(operation(FP_##F, A_##F, rounding, FLAGS))
#define FP_BINARY(F, operation)                                                                    \
    ROUNDING;                                                                                      \
    FD = BOX_##F(operation(FP_##F, A_##F, B_##F, rounding, FLAGS))
#define FP_FUSED(F, negate_product, negate_addend)                                                 \
    ROUNDING;                                                                                      \
    FD = BOX_##F(fp_fma(FP_##F, A_##F ^ (negate_product ? SIGN_##F : 0), B_##F,                    \
                        C_##F ^ (negate_addend ? SIGN_##F : 0), rounding, FLAGS))
#define FP_SIGN(F, sign) FD = BOX_##F((A_##F & ~SIGN_##F) | ((sign)&SIGN_##F))
#define FP_TO_INTEGER(F, integer)                                                                  \
    ROUNDING;                                                                                      \
    RD = fp_to_integer(FP_##F, integer, A_##F, rounding, FLAGS)
#define FP_FROM_INTEGER(F, integer)                                                                \
    ROUNDING;                                                                                      \
    FD = BOX_##F(fp_from_integer(FP_##F, integer, RS1, rounding, FLAGS))
#define FP_CONVERT(to, from)                                                                       \
    ROUNDING;                                                                                      \
    FD = BOX_##to(fp_convert(FP_##to, FP_##from, A_##from, rounding, FLAGS))

#define VECTOR_REGISTERS                                                                           \
    if (hart->v == NULL)                                                                           \
    goto no_vector
#define VECTOR_LOAD(count)                                                                         \
    VECTOR_REGISTERS;                                                                              \
    MEMORY(rv_vector_load(hart, RS1, count *VREG_BYTES, hart->v[i->rd].u8));                       \
    hart->vector_spills++
#define VECTOR_STORE(count)                                                                        \
    VECTOR_REGISTERS;                                                                              \
    MEMORY(rv_vector_store(hart, RS1, count *VREG_BYTES, hart->v[i->rd].u8));                      \
    hart->vector_spills++
#define VECTOR_MOVE(count)                                                                         \
    VECTOR_REGISTERS;                                                                              \
    memmove(&hart->v[i->rd], &hart->v[i->rs2], count * sizeof(vreg))

/* --- the machine ------------------------------------------------------------------------------ */

void rv_hart_reset(struct rv_hart *hart)
{
    memset(hart->x, 0, sizeof hart->x);
    memset(hart->f, 0, sizeof hart->f);
    if (hart->v != NULL)
        memset(hart->v, 0, VREG_COUNT * sizeof(vreg));
    hart->pc = 0;
    hart->time = 0;
    hart->retired = 0;
    hart->fcsr = 0;
    hart->reservation = UINT64_MAX;
    hart->vector_spills = 0;
    hart->gm_done = 0;
    hart->fault_text[0] = '\0';
}

enum rv_stop rv_run(struct rv_hart *hart, uint64_t bound)
{
    static const void *const bodies[RV_OP_COUNT] = {
        [RV_OP_EMPTY] = &&empty,
        [RV_OP_CORE] = &&core,
        [RV_OP_UNKNOWN] = &&no_instruction,
        [RV_OP_CUT] = &&no_instruction,
        [RV_OP_END] = &&no_instruction,
#define RV_OP(id, ...) [RV_OP_##id] = &&body_##id,
#include "emu/scalar/rv_ops.def"
#undef RV_OP
    };
    struct rv_code *const code = hart->code;
    const struct rv_insn *const slots = code->slots;
    const uint64_t base = code->base, size = code->size;
    const uint64_t vf_begin = hart->vf_begin, vf_size = hart->vf_end - hart->vf_begin;
    const uint16_t *const cost = hart->cost;
    uint64_t time = hart->time, retired = hart->retired;
    enum rv_gm_result memory_result;
    enum rv_core_result core_result;
    enum rv_stop jump_stop;
    uint64_t target;

    if (hart->pc == RV_EXIT_PC)
        return RV_STOP_EXIT;
    if (hart->pc - base >= size || hart->pc % 2 != 0)
        return rv_explain_instruction(hart);
    const struct rv_insn *i = slots + (hart->pc - base) / 2;
    DISPATCH;

#define RV_OP(id, class, format, match, mask, ...)                                                 \
    body_##id:                                                                                     \
    {                                                                                              \
        __VA_ARGS__;                                                                               \
        SPEND(class);                                                                              \
        NEXT;                                                                                      \
    }
#include "emu/scalar/rv_ops.def"
#undef RV_OP

core:
    SAVE;
    core_result = hart->core(hart, &i->core);
    if (core_result == RV_CORE_BLOCK)
        return RV_STOP_BLOCK;
    if (core_result == RV_CORE_FAULT)
        return RV_STOP_FAULT;
    time = hart->time;
    retired++;
    hart->x[0] = 0;
    STEP;
    if (core_result == RV_CORE_YIELD)
        goto out_of_time;
    CONTINUE;

empty:
    rv_code_fill(code, &code->slots[i - slots]);
    DISPATCH;

jump_out:
    if (target != RV_EXIT_PC) {
        SAVE;
        rv_explain_jump(hart, target);
        return RV_STOP_FAULT;
    }
    jump_stop = RV_STOP_EXIT;
    goto stop_at_target;

jump_into_vf:
    jump_stop = RV_STOP_VF;

stop_at_target:
    RD = NEXT_PC; /* x0 in a branch */
    SPEND(BRANCH);
    SAVE;
    hart->pc = target;
    return jump_stop;

out_of_time:
    SAVE;
    return RV_STOP_TIME;

memory_stop:
    return memory_result == RV_GM_RETRY ? RV_STOP_RETRY : RV_STOP_FAULT;

bad_rounding:
    SAVE;
    rv_explain_rounding(hart);
    return RV_STOP_UNSUPPORTED;

no_vector:
    SAVE;
    rv_explain_no_vector(hart);
    return RV_STOP_UNSUPPORTED;

breakpoint:
    SAVE;
    return RV_STOP_BREAK;

unsupported:
no_instruction:
    SAVE;
    return rv_explain_instruction(hart);
}
