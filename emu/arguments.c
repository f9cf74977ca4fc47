/* Source of the rules: RISC-V ELF psABI, integer and hardware floating-point calling convention. */
#include "emu/arguments.h"

#include <string.h>

#include "emu/chip.h"
#include "emu/error.h"
#include "emu/layout.h"

enum { FIRST_ARGUMENT = 10, ARGUMENT_REGISTERS = 8, MOST_STACK_WORDS = 256 };

struct placer {
    struct rv_hart *hart;
    unsigned x, f;  /* argument registers used */
    unsigned words; /* on the stack */
    uint64_t stack[MOST_STACK_WORDS];
};

static bool put_integer(struct placer *p, uint64_t value)
{
    if (p->x < ARGUMENT_REGISTERS) {
        p->hart->x[FIRST_ARGUMENT + p->x++] = value;
        return true;
    }
    if (p->words == MOST_STACK_WORDS)
        return false;
    p->stack[p->words++] = value;
    return true;
}

/* `size` bytes of a value, NaN-boxed into an FP register; without one, as an integer. */
static bool put_float(struct placer *p, const uint8_t *value, unsigned size)
{
    uint64_t bits = size == 8 ? 0 : UINT64_MAX << (8 * size);
    uint64_t raw = 0;
    memcpy(&raw, value, size);
    if (p->f == ARGUMENT_REGISTERS)
        return put_integer(p, raw | bits);
    p->hart->f[FIRST_ARGUMENT + p->f++] = raw | bits;
    return true;
}

/* The value as its register holds it; `is_signed` is the loader's, which knows the psABI's rule. */
static uint64_t extend(const uint8_t *value, unsigned size, bool is_signed)
{
    uint64_t raw = 0;
    memcpy(&raw, value, size);
    unsigned unused = 64 - 8 * size;
    return is_signed && size < 8 ? (uint64_t)((int64_t)(raw << unused) >> unused) : raw;
}

static bool put_struct(struct placer *p, const uint8_t *value, unsigned size, unsigned align)
{
    uint64_t words[2] = {0, 0};
    memcpy(words, value, size);
    unsigned count = size > 8 ? 2 : 1;
    if (count == 2 && align == 16 && p->x < ARGUMENT_REGISTERS)
        p->x += p->x & 1; /* aligned pairs start at an even register or word */
    else if (count == 2 && align == 16)
        p->words += p->words & 1;
    for (unsigned i = 0; i < count; i++)
        if (!put_integer(p, words[i]))
            return false;
    return true;
}

static bool put_flattened(struct placer *p, const struct kernel_param *param, const uint8_t *value)
{
    unsigned floats = 0;
    for (unsigned i = 0; i < param->part_count; i++)
        floats += param->part[i].is_float;
    if (p->f + floats > ARGUMENT_REGISTERS ||
        p->x + (param->part_count - floats) > ARGUMENT_REGISTERS)
        return put_struct(p, value, param->size, param->align);
    for (unsigned i = 0; i < param->part_count; i++) {
        const struct param_part *part = &param->part[i];
        bool done = part->is_float ? put_float(p, value + part->offset, part->size)
                                   : put_integer(p, extend(value + part->offset, part->size, true));
        if (!done)
            return false;
    }
    return true;
}

static bool put_param(struct placer *p, const struct kernel_param *param, const uint8_t *block)
{
    const uint8_t *value = block + param->offset;
    switch (param->klass) {
    case PARAM_INTEGER:
        return put_integer(p, extend(value, param->size, param->is_signed));
    case PARAM_FLOAT:
        return put_float(p, value, param->size);
    case PARAM_STRUCT:
        return put_struct(p, value, param->size, param->align);
    case PARAM_STRUCT_FP:
        return put_flattened(p, param, value);
    case PARAM_REFERENCE:
        return put_integer(p, ((uint64_t)SLOT_PARAM << RV_SLOT_BITS) + param->offset);
    }
    return false;
}

belay_status arguments_place(struct core *core, const struct launch *launch)
{
    const struct kernel_info *kernel = &launch->program->kernel[launch->kernel];
    struct rv_hart *hart = &core->scalar.hart;
    struct placer placer = {.hart = hart};
    /* The block itself is a private copy: a function may write to what it got by reference. */
    if (launch->args_size != 0)
        memcpy(core->scalar.param, launch->args, launch->args_size);
    hart->slot[SLOT_PARAM] =
        (struct rv_region){core->scalar.param, launch->args_size, true, "arguments"};
    for (size_t i = 0; i < kernel->param_count; i++)
        if (!put_param(&placer, &kernel->param[i], core->scalar.param))
            return error_set(core->error, BELAY_UNSUPPORTED,
                             "kernel %s has more than %d words of arguments on the stack",
                             kernel->base_name, MOST_STACK_WORDS);
    uint64_t size = ((uint64_t)placer.words * 8 + 15) / 16 * 16;
    hart->x[2] -= size;
    uint64_t offset = hart->x[2] - ((uint64_t)SLOT_STACK << RV_SLOT_BITS);
    memcpy(core->scalar.stack + offset, placer.stack, (size_t)placer.words * 8);
    return BELAY_OK;
}
