#include "emu/vector/vf.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/bodies.h"
#include "emu/chip.h"
#include "emu/core.h"
#include "emu/layout.h"

/* Stack space that a vector function has below its caller's for spills. */
enum { STACK_BASE = SLOT_STACK << RV_SLOT_BITS };

/* Which register fields a row reads and writes as vector registers: bit i is field i. */
struct row_registers {
    uint8_t in, out, merge;
};

static struct row_registers row_registers[ISA_ROW_COUNT];

static void find_row_registers(void)
{
    for (int row = 0; row < ISA_ROW_COUNT; row++) {
        struct row_registers *r = &row_registers[row];
        *r = (struct row_registers){0, 0, 0};
        for (const struct isa_operand *o = isa_rows[row].operands; o->name != NULL; o++) {
            if (o->kind != ISA_VECTOR && o->kind != ISA_MASK && o->kind != ISA_ALIGN)
                continue;
            uint8_t bit = (uint8_t)(1u << o->field);
            if (o->direction == ISA_IN || o->direction == ISA_INOUT)
                r->in |= bit;
            if (o->direction != ISA_IN)
                r->out |= bit;
            if (o->direction == ISA_MERGE)
                r->merge |= bit;
        }
    }
}

void vf_fault(struct vf *vf, belay_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(vf->hart.fault_text, sizeof vf->hart.fault_text, format, args);
    va_end(args);
    vf->status = status;
}

uint8_t *vf_ub(struct vf *vf, uint64_t address, uint64_t size, unsigned alignment)
{
    if (address % alignment != 0) {
        vf_fault(vf, BELAY_KERNEL_BUG,
                 "misaligned vector access of %" PRIu64 " bytes at UB address 0x%" PRIx64
                 ": a multiple of %u is needed",
                 size, address, alignment);
        return NULL;
    }
    if (address > vf->ub_size || size > vf->ub_size - address) {
        vf_fault(vf, BELAY_KERNEL_BUG,
                 "vector access of %" PRIu64 " bytes at UB address 0x%" PRIx64
                 " is past the end of UB (%" PRIu64 " bytes)",
                 size, address, vf->ub_size);
        return NULL;
    }
    touch(&vf->touches, TRACE_UB, false, address, size);
    return vf->ub + address;
}

/* --- time
 * ---------------------------------------------------------------------------------------------- */

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The tick at which the next instruction is dispatched: in order, so many a tick. */
static uint64_t dispatch_tick(struct vf *vf)
{
    if (vf->dispatched_now == vf->core->chip->timing.vf_dispatch) {
        vf->dispatch++;
        vf->dispatched_now = 0;
    }
    vf->dispatched_now++;
    return vf->dispatch;
}

/* Start and completion of an instruction: when it is dispatched, its registers are ready and a port
 * is free. Ports: two execution units; two loads, or one load and one store, a tick (chips/). */
static uint64_t schedule(struct vf *vf, const struct isa_op *op)
{
    const struct timing *timing = &vf->core->chip->timing;
    const struct vf_cost *cost = &timing->vf[op->row][op->type];
    const struct row_registers *r = &row_registers[op->row];
    uint64_t start = dispatch_tick(vf);
    unsigned in = r->in;
    if ((op->imm & 3) == IMM_Mode_MERGING)
        in |= r->merge;
    for (; in != 0; in &= in - 1)
        start = later(start, vf->ready[op->r[__builtin_ctz(in)]]);
    uint64_t *port = vf->port_free[cost->port];
    unsigned best = 0;
    for (unsigned i = 1; i < timing->vf_ports[cost->port]; i++)
        if (port[i] < port[best])
            best = i;
    start = later(start, port[best]);
    port[best] = start + cost->interval;
    uint64_t done = start + cost->latency;
    for (unsigned out = r->out; out != 0; out &= out - 1)
        vf->ready[op->r[__builtin_ctz(out)]] = done;
    vf->last = later(vf->last, done);
    return start;
}

static void trace_vf(struct vf *vf, const struct isa_op *op, uint64_t start)
{
    const struct vf_cost *cost = &vf->core->chip->timing.vf[op->row][op->type];
    for (unsigned i = 0; i < vf->touches.count; i++)
        vf->touches.touch[i].write = cost->port == VF_PORT_STORE;
    trace_insn(vf->core->pipe[CCE_V]->lane.trace, &(struct trace_insn){.issue = start,
                                                                       .begin = start,
                                                                       .end = start + cost->latency,
                                                                       .pc = vf->hart.pc,
                                                                       .touches = &vf->touches,
                                                                       .in_call = true});
}

/* --- instructions
 * ------------------------------------------------------------------------------------------ */

static enum rv_core_result vf_insn(struct rv_hart *hart, const struct isa_op *op)
{
    struct vf *vf = hart->owner;
    vf_body *const *bodies = vf_bodies[op->row];
    if (bodies == NULL || bodies[op->type] == NULL) {
        const struct isa_row *row = &isa_rows[op->row];
        if (row->pipe != ISA_PIPE_VF)
            vf_fault(vf, BELAY_KERNEL_BUG, "%s is not allowed inside a vector function", row->name);
        else
            vf_fault(vf, BELAY_UNSUPPORTED, "instruction %s.%s is not supported yet", row->name,
                     row->type_count > 0 ? row->types[op->type] : "");
        return RV_CORE_FAULT;
    }
    uint64_t start = schedule(vf, op);
    vf->touches.count = 0;
    bodies[op->type](vf, op);
    vf->instructions++;
    if (vf->touches.on)
        trace_vf(vf, op, start);
    if (vf->status != BELAY_OK)
        return RV_CORE_FAULT;
    /* The program's clock follows the dispatch; what touches UB is not run before its own start. */
    uint64_t at =
        vf->core->chip->timing.vf[op->row][op->type].port == VF_PORT_EXU ? vf->dispatch : start;
    hart->time = later(hart->time, at * RV_SUBTICKS);
    return RV_CORE_NEXT;
}

static enum rv_gm_result no_gm(struct rv_hart *hart, uint64_t address, unsigned size, bool store,
                               uint64_t *value)
{
    (void)value;
    struct vf *vf = hart->owner;
    vf_fault(vf, BELAY_KERNEL_BUG,
             "%s of %u bytes at 0x%" PRIx64
             " in a vector function: it reaches UB only, not global memory",
             store ? "store" : "load", size, address);
    return RV_GM_FAULT;
}

/* --- calls
 * ---------------------------------------------------------------------------------------------------
 */

int vf_init(struct vf *vf, struct core *core, unsigned calls, uint64_t stack_size)
{
    static const uint16_t free_of_charge[RV_CLASS_COUNT]; /* its scalar code is clang's, not the
                                                             hardware's: only vector work counts */
    memset(vf, 0, sizeof *vf);
    find_row_registers();
    vf->core = core;
    vf->calls = calloc(calls, sizeof *vf->calls);
    vf->stacks = malloc((size_t)calls * stack_size);
    if (vf->calls == NULL || vf->stacks == NULL)
        return -1;
    for (unsigned i = 0; i < calls; i++) {
        vf->calls[i].stack = vf->stacks + i * stack_size;
        vf->calls[i].next_free = i + 1 < calls ? &vf->calls[i + 1] : NULL;
    }
    vf->free_calls = vf->calls;
    vf->ub = core->local.bytes[LOCAL_UB];
    vf->ub_size = core->local.size[LOCAL_UB];
    vf->hart.owner = vf;
    vf->hart.v = vf->v;
    vf->hart.cost = free_of_charge;
    vf->hart.gm = no_gm;
    vf->hart.core = vf_insn;
    vf->hart.reservation = UINT64_MAX;
    return 0;
}

void vf_destroy(struct vf *vf)
{
    free(vf->calls);
    free(vf->stacks);
    vf->calls = NULL;
    vf->stacks = NULL;
}

void vf_reset(struct vf *vf)
{
    memset(vf->v, GM_POISON, sizeof vf->v);
    vf->ar = vf->squeezed = 0;
    vf->status = BELAY_OK;
}

struct vf_call *vf_call(struct vf *vf, const struct rv_hart *hart)
{
    struct vf_call *call = vf->free_calls;
    vf->free_calls = call->next_free;
    memcpy(call->x, hart->x, sizeof call->x);
    memcpy(call->f, hart->f, sizeof call->f);
    call->pc = hart->pc;
    call->ctrl = spr_get(&vf->core->spr, SPR_CTRL);
    memcpy(call->mask, vf->core->mask, sizeof call->mask);
    uint64_t used_from = hart->x[2] - STACK_BASE;
    uint64_t size = hart->slot[SLOT_STACK].size;
    if (used_from < size)
        memcpy(call->stack + used_from, hart->slot[SLOT_STACK].host + used_from, size - used_from);
    return call;
}

void vf_release(struct vf *vf, struct vf_call *call)
{
    call->next_free = vf->free_calls;
    vf->free_calls = call;
}

belay_status vf_begin(struct vf *vf, struct vf_call *call, uint64_t tick)
{
    const struct rv_hart *caller = &vf->core->scalar.hart;
    struct rv_hart *hart = &vf->hart;
    uint64_t retired = hart->retired;
    rv_hart_reset(hart);
    hart->retired = retired;
    memcpy(hart->x, call->x, sizeof hart->x);
    memcpy(hart->f, call->f, sizeof hart->f);
    hart->x[1] = RV_EXIT_PC;
    hart->pc = call->pc;
    hart->code = caller->code;
    memcpy(hart->slot, caller->slot, sizeof hart->slot);
    hart->slot[SLOT_STACK].host = call->stack;
    vf->call = call;
    vf->ctrl = call->ctrl;
    vf->running = true;
    vf->status = BELAY_OK;
    vf->dispatch = vf->last = tick + vf->core->chip->timing.vf_start;
    vf->dispatched_now = 0;
    hart->time = vf->dispatch * RV_SUBTICKS;
    for (int i = 0; i < VREG_COUNT; i++)
        vf->ready[i] = vf->dispatch;
    memset(vf->port_free, 0, sizeof vf->port_free);
    return BELAY_OK;
}

belay_status vf_run(struct vf *vf, uint64_t tick, uint64_t last, uint64_t *next)
{
    struct rv_hart *hart = &vf->hart;
    struct core *core = vf->core;
    if (hart->time / RV_SUBTICKS > tick && hart->time / RV_SUBTICKS > last) {
        *next = hart->time / RV_SUBTICKS;
        return BELAY_OK;
    }
    uint64_t most = core->launch->last_subtick;
    uint64_t bound = last >= most / RV_SUBTICKS ? most : last * RV_SUBTICKS + RV_SUBTICKS - 1;
    uint64_t retired = hart->retired;
    enum rv_stop stop = rv_run(hart, bound);
    core->instructions += hart->retired - retired;
    switch (stop) {
    case RV_STOP_EXIT:
        vf->running = false;
        *next = later(vf->last, vf->dispatch) + core->chip->timing.vf_drain;
        return BELAY_OK;
    case RV_STOP_TIME:
        *next = hart->time / RV_SUBTICKS;
        return BELAY_OK;
    case RV_STOP_UNSUPPORTED:
        vf->status = BELAY_UNSUPPORTED;
        break;
    case RV_STOP_BREAK:
        vf_fault(vf, BELAY_KERNEL_BUG, "the vector function hit a trap");
        break;
    default:
        break;
    }
    if (vf->status == BELAY_OK)
        vf->status = BELAY_KERNEL_BUG;
    return core_error(core, vf->status, "v", hart->pc, hart->time / RV_SUBTICKS, "%s",
                      hart->fault_text);
}
