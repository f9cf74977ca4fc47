#include "emu/deadlock.h"

#include <stdio.h>
#include <string.h>

#include "emu/chip.h"
#include "emu/operands.h"

/* A flag wait in words: "wait_flag mte2 -> v, id 0", and why it will not end. */
static void explain_flag(const struct core *core, unsigned src, unsigned dst, unsigned id,
                         char *out, size_t size)
{
    const struct flag *flag = &core->flag[src][dst][id];
    int length = snprintf(out, size,
                          "wait_flag %s -> %s, id %u: no set_flag is left that pipe %s "
                          "could execute",
                          cce_pipe_name[src], cce_pipe_name[dst], id, cce_pipe_name[src]);
    if (flag->lost_pc != 0 && length > 0 && (size_t)length < size)
        snprintf(out + length, size - (size_t)length,
                 " (the set_flag at pc 0x%llx was lost: the flag was still set)",
                 (unsigned long long)flag->lost_pc);
}

static void explain_entry(const struct pipe *pipe, const struct entry *entry, char *out,
                          size_t size)
{
    switch (entry->kind) {
    case ENTRY_WAIT_FLAG:
        explain_flag(pipe->core, entry->src, entry->dst, entry->id, out, size);
        break;
    case ENTRY_GET_BUF:
        snprintf(out, size, "get_buf %s, id %u: an earlier rls_buf of the id does not complete",
                 cce_pipe_name[pipe->number], entry->id);
        break;
    default:
        snprintf(out, size, "an instruction of pipe %s cannot be taken",
                 cce_pipe_name[pipe->number]);
    }
}

/* The scalar unit's own wait, by the instruction it stands at. */
static void explain_scalar(const struct core *core, char *out, size_t size)
{
    const struct rv_hart *hart = &core->scalar.hart;
    char text[128] = "?";
    rv_disassemble(hart->code, hart->pc, text, sizeof text);
    snprintf(out, size, "the scalar unit waits (%s) at '%s'",
             lane_state_name[core->scalar.lane.state], text);
}

belay_status deadlock_report(struct chip *chip)
{
    struct core *first_core = NULL;
    const char *first_pipe = "s";
    uint64_t pc = 0;
    unsigned hanging = 0;
    char text[320] = "";
    for (unsigned i = 0; i < chip->core_count; i++) {
        struct core *core = chip->core[i];
        if (core->launch == NULL)
            continue;
        for (int p = 0; p < CCE_PIPE_COUNT; p++) {
            struct pipe *pipe = core->pipe[p];
            const struct entry *entry = pipe == NULL ? NULL : pipe_next(pipe);
            if (entry == NULL)
                continue;
            hanging++;
            if (first_core != NULL)
                continue;
            first_core = core;
            first_pipe = cce_pipe_name[p];
            pc = entry->pc;
            explain_entry(pipe, entry, text, sizeof text);
        }
        if (core->scalar.state == SCALAR_BLOCKED) {
            hanging++;
            if (first_core == NULL) {
                first_core = core;
                pc = core->scalar.hart.pc;
                explain_scalar(core, text, sizeof text);
            }
        }
    }
    if (first_core == NULL)
        return BELAY_INTERNAL;
    return core_error(first_core, BELAY_KERNEL_BUG, first_pipe, pc, chip->now,
                      "deadlock: %s; %u pipe(s) locked up", text, hanging);
}
