#include "emu/scalar/explain.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "emu/layout.h"
#include "emu/scalar/csr.h"
#include "emu/scalar/decode.h"
#include "emu/scalar/memory.h"

static void __attribute__((format(printf, 2, 3)))
explain(struct rv_hart *hart, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(hart->fault_text, sizeof hart->fault_text, format, args);
    va_end(args);
}

/* --- memory ---------------------------------------------------------------------------------- */

static uint64_t slot_base(unsigned slot)
{
    return (uint64_t)slot << RV_SLOT_BITS;
}

/* The slot whose region is the closest to the address; RV_SLOT_COUNT when no slot has one. */
static unsigned nearest_slot(const struct rv_hart *hart, uint64_t address)
{
    unsigned nearest = RV_SLOT_COUNT;
    uint64_t least = UINT64_MAX;
    for (unsigned slot = 0; slot < RV_SLOT_COUNT; slot++) {
        if (hart->slot[slot].host == NULL)
            continue;
        uint64_t base = slot_base(slot), end = base + hart->slot[slot].size;
        uint64_t distance = address < base ? base - address : address - end;
        if (distance < least) {
            least = distance;
            nearest = slot;
        }
    }
    return nearest;
}

static void explain_empty_slot(struct rv_hart *hart, const char *access, uint64_t address)
{
    unsigned slot = (unsigned)(address >> RV_SLOT_BITS);
    const struct rv_region *stack = &hart->slot[SLOT_STACK];
    if (slot + 1 == SLOT_STACK && stack->host != NULL) {
        /* The stack grows down from the end of its region, which starts at its slot's base. */
        explain(hart, "stack overflow: %s at 0x%" PRIx64 " is below the stack (%" PRIu64 " bytes)",
                access, address, stack->size);
        return;
    }
    unsigned nearest = nearest_slot(hart, address);
    if (nearest == RV_SLOT_COUNT) {
        explain(hart, "%s at 0x%" PRIx64 " hits no memory", access, address);
        return;
    }
    explain(hart,
            "%s at 0x%" PRIx64 " hits no memory; the nearest is %s (%" PRIu64 " bytes at 0x%" PRIx64
            ")",
            access, address, hart->slot[nearest].name, hart->slot[nearest].size,
            slot_base(nearest));
}

void rv_explain_access(struct rv_hart *hart, uint64_t address, unsigned size, bool store)
{
    char access[40];
    snprintf(access, sizeof access, "%s of %u byte%s", store ? "store" : "load", size,
             size == 1 ? "" : "s");
    if (!rv_is_local(address)) {
        explain(hart, "%s at 0x%" PRIx64 ": this core has no global memory", access, address);
        return;
    }
    const struct rv_region *region = &hart->slot[address >> RV_SLOT_BITS];
    uint64_t offset = address & (RV_SLOT_SIZE - 1);
    if (region->host == NULL)
        explain_empty_slot(hart, access, address);
    else if (offset + size <= region->size)
        explain(hart, "%s to read-only %s at 0x%" PRIx64, access, region->name, address);
    else
        explain(hart, "%s at 0x%" PRIx64 " %s past the end of %s (%" PRIu64 " bytes)", access,
                address, offset < region->size ? "runs" : "is", region->name, region->size);
}

void rv_explain_misaligned(struct rv_hart *hart, uint64_t address, unsigned size)
{
    explain(hart, "atomic access of %u bytes at 0x%" PRIx64 " is not aligned", size, address);
}

/* --- instructions ---------------------------------------------------------------------------- */

void rv_explain_jump(struct rv_hart *hart, uint64_t target)
{
    const struct rv_code *code = hart->code;
    explain(hart, "jump to 0x%" PRIx64 " is outside the text (0x%" PRIx64 " to 0x%" PRIx64 ")",
            target, code->base, code->base + code->size);
}

/* What the low seven bits say of a 32-bit instruction: unprivileged ISA 20191213, table 24.1. */
static const char *const opcode_names[32] = {
    "load",           "vector load",      "custom-0",       "fence",          "integer",
    "integer",        "integer",          "48-bit",         "store",          "vector store",
    "custom-1",       "atomic",           "integer",        "integer",        "integer",
    "64-bit",         "fused multiply",   "fused multiply", "fused multiply", "fused multiply",
    "floating point", "vector",           "custom-2",       "48-bit",         "branch",
    "jump",           "reserved",         "jump",           "system",         "reserved",
    "custom-3",       "80-bit or longer",
};

static const char *instruction_class(uint32_t word)
{
    uint32_t opcode = word >> 2 & 31, width = word >> 12 & 7;
    if (word == rv_rows[RV_OP_ecall].match)
        return "ecall";
    if (opcode == 0x15 && width == 7)
        return "vsetvl";
    if ((opcode == 0x01 || opcode == 0x09) && width >= 1 && width <= 4)
        return "floating point of another width";
    return opcode_names[opcode];
}

static void explain_core_word(struct rv_hart *hart, uint64_t word)
{
    static const char *const reasons[] = {
        [ISA_OK] = "no reason given",
        [ISA_UNKNOWN_OP] = "no instruction has this op number",
        [ISA_BAD_TYPE] = "the instruction has no such type",
        [ISA_RESERVED_BIT] = "a bit is set that the instruction does not use",
    };
    struct isa_op ignored;
    explain(hart, "unknown instruction word 0x%016" PRIx64 ": %s", word,
            reasons[isa_decode(word, &ignored)]);
}

enum rv_stop rv_explain_instruction(struct rv_hart *hart)
{
    const struct rv_code *code = hart->code;
    uint64_t offset = hart->pc - code->base;
    if (offset >= code->size || offset % 2 != 0) {
        explain(hart,
                "no instruction at 0x%" PRIx64 ": the text is 0x%" PRIx64 " to 0x%" PRIx64 "%s",
                hart->pc, code->base, code->base + code->size,
                offset % 2 != 0 ? " and the address is odd" : "");
        return RV_STOP_FAULT;
    }
    struct rv_fetched fetched = rv_fetch(code, offset);
    if (fetched.cut) {
        explain(hart,
                "the instruction at 0x%" PRIx64 " runs past the end of the text (0x%" PRIx64 ")",
                hart->pc, code->base + code->size);
        return RV_STOP_FAULT;
    }
    uint32_t word = (uint32_t)fetched.word;
    if (fetched.length == 8)
        explain_core_word(hart, fetched.word);
    else if (fetched.length == 2)
        explain(hart, "unsupported instruction 0x%04" PRIx32 " (%s)", word,
                word == 0 ? "all bits zero" : "compressed");
    else if (fetched.length == 4)
        explain(hart, "unsupported instruction 0x%08" PRIx32 " (%s)", word,
                instruction_class(word));
    else
        explain(hart, "unsupported instruction 0x%04" PRIx32 "... (%s)", word & 0xffff,
                fetched.length == 6 ? "48-bit" : "80-bit or longer");
    return RV_STOP_UNSUPPORTED;
}

void rv_explain_csr(struct rv_hart *hart, unsigned number, bool write)
{
    const char *name = rv_csr_name(number);
    explain(hart, "unsupported %s csr 0x%03x (%s)", write ? "write to" : "use of", number,
            name != NULL ? name : "unknown");
}

void rv_explain_rounding(struct rv_hart *hart)
{
    explain(hart, "reserved rounding mode %u in frm", hart->fcsr >> 5);
}

void rv_explain_no_vector(struct rv_hart *hart)
{
    explain(hart, "vector instruction on a core without vector registers");
}
