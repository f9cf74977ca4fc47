#include "viewer/work.h"

#include <string.h>

enum { REGISTER_BYTES = 256, MAD_CONFIG = 3 /* its register field */ };

/* Arithmetic mnemonics, and operations a lane. Moves, conversions, compares and loads are none. */
static const struct {
    const char *name;
    int operations;
} arithmetic[] = {
    {"vadd", 1},   {"vadds", 1},  {"vsub", 1},   {"vmul", 1},    {"vmuls", 1},   {"vdiv", 1},
    {"vmax", 1},   {"vmaxs", 1},  {"vmin", 1},   {"vmins", 1},   {"vabs", 1},    {"vneg", 1},
    {"vexp", 1},   {"vln", 1},    {"vsqrt", 1},  {"vrelu", 1},   {"vlrelu", 1},  {"vprelu", 1},
    {"vsadd", 1},  {"vsadds", 1}, {"vssub", 1},  {"vabsdif", 2}, {"vexpdif", 2}, {"vmadd", 2},
    {"vmula", 2},  {"vaxpy", 2},  {"vmull", 1},  {"vcadd", 1},   {"vcmax", 1},   {"vcmin", 1},
    {"vcgadd", 1}, {"vcgmax", 1}, {"vcgmin", 1}, {"vcpadd", 1},  {"vavg", 1},    {"vag", 2},
};

static int element_bytes(const char *type)
{
    if (strncmp(type, "f32", 3) == 0 || strncmp(type, "s32", 3) == 0 ||
        strncmp(type, "u32", 3) == 0)
        return 4;
    if (strstr(type, "64") != NULL)
        return 8;
    return strstr(type, "16") != NULL ? 2 : 1;
}

double work_operations(const belay_trace_insn *insn)
{
    size_t size = strcspn(insn->text, " ."), whole = strcspn(insn->text, " ");
    if (insn->is_call || size == whole)
        return 0;
    if (strncmp(insn->text, "mad", 3) == 0 && (size == 3 || insn->text[3] == '_')) {
        uint64_t config = insn->args > MAD_CONFIG ? insn->arg[MAD_CONFIG] : 0;
        return 2.0 * (double)(config & 0xfff) * (double)(config >> 12 & 0xfff) *
               (double)(config >> 24 & 0xfff);
    }
    for (size_t i = 0; i < sizeof arithmetic / sizeof *arithmetic; i++)
        if (strlen(arithmetic[i].name) == size && memcmp(arithmetic[i].name, insn->text, size) == 0)
            return (double)arithmetic[i].operations * (double)REGISTER_BYTES /
                   element_bytes(insn->text + size + 1);
    return 0;
}

uint64_t work_gm_bytes(const struct model *model, const belay_trace_insn *insn)
{
    uint64_t gm = 0, local = UINT64_MAX;
    for (unsigned i = 0; i < insn->touches && i < BELAY_TRACE_TOUCHES; i++) {
        const char *space = belay_trace_space(model->trace, insn->touch[i].space);
        if (space != NULL && strcmp(space, "GM") == 0)
            gm = insn->touch[i].size;
        else if (insn->touch[i].size < local)
            local = insn->touch[i].size;
    }
    return gm < local ? gm : local;
}
