/* Transposes of the vector pipe, in UB. Sixteen blocks of 32 bytes become sixteen others; the
 * blocks' addresses stand in the VA registers, eight in each. Rules: asc-devkit docs/zh/api/
 * SIMD-API/C-API/vector_compute (asc_transto5hd, asc_transpose, asc_set_va_reg), TransDataTo5HD of
 * the basic API. */
#include "emu/vector/transpose.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "emu/bodies.h"
#include "emu/core.h"

enum { BLOCK = 32, BLOCKS = 16, HALF = BLOCKS / 2 };

static belay_status report(struct core *core, const struct entry *entry, const char *text)
{
    return core_error(core, BELAY_KERNEL_BUG, NULL, entry->pc, entry->done, "%s: %s",
                      isa_rows[entry->op.row].cce, text);
}

/* UB bytes for `what`; NULL, reported, when they are not aligned or not in UB. */
static uint8_t *ub_at(struct core *core, const struct entry *entry, const char *what,
                      uint64_t address, uint64_t size)
{
    uint8_t *at = local_at(&core->local, LOCAL_UB, address, size);
    if (at != NULL && address % BLOCK == 0)
        return at;
    char text[160];
    snprintf(text, sizeof text, "%s: UB address 0x%" PRIx64 " is %s", what, address,
             address % BLOCK != 0 ? "not a multiple of 32 bytes" : "past the end of UB");
    report(core, entry, text);
    return NULL;
}

/* --- VA registers ----------------------------------------------------------------------------- */

static belay_status check_register(struct core *core, const struct entry *entry, uint64_t number)
{
    char text[64];
    if (number < VA_REGISTERS)
        return BELAY_OK;
    snprintf(text, sizeof text, "there is no register VA%" PRIu64, number);
    return report(core, entry, text);
}

/* Eight addresses in blocks of 32 bytes, 16 bits each. */
QUEUE_INSN(set_va_reg_sb)
{
    uint64_t number = entry->arg[0];
    char text[96];
    if (check_register(core, entry, number) != BELAY_OK)
        return BELAY_KERNEL_BUG;
    if (entry->arg[3] != 0) {
        snprintf(text, sizeof text, "address %d is no multiple of 32 bytes, or no address in UB",
                 __builtin_ctzll(entry->arg[3]));
        return report(core, entry, text);
    }
    for (unsigned i = 0; i < VA_ADDRESSES; i++)
        core->va[number][i] = (uint32_t)(entry->arg[1 + i / 4] >> (16 * (i % 4)) & 0xffff) * BLOCK;
    core->va_is_set |= 1u << number;
    return BELAY_OK;
}

/* From a list of sixteen 64-bit addresses in UB: its first or its second half. */
QUEUE_INSN(ldva)
{
    uint64_t number = entry->arg[0];
    if (check_register(core, entry, number) != BELAY_OK)
        return BELAY_KERNEL_BUG;
    const uint8_t *list = ub_at(core, entry, "list", entry->arg[1], BLOCKS * sizeof(uint64_t));
    if (list == NULL)
        return BELAY_KERNEL_BUG;
    uint64_t begin = (entry->arg[2] & 1) * VA_ADDRESSES * sizeof(uint64_t);
    touch(&core->touches, TRACE_UB, false, entry->arg[1] + begin, VA_ADDRESSES * sizeof(uint64_t));
    for (unsigned i = 0; i < VA_ADDRESSES; i++) {
        uint64_t address;
        memcpy(&address, list + begin + i * sizeof address, sizeof address);
        if (ub_at(core, entry, "an address of the list", address, BLOCK) == NULL)
            return BELAY_KERNEL_BUG;
        core->va[number][i] = (uint32_t)address;
    }
    core->va_is_set |= 1u << number;
    return BELAY_OK;
}

/* The sixteen blocks of two neighbouring registers, moved by `offset` bytes. */
static belay_status blocks_of(struct core *core, const struct entry *entry, bool write,
                              uint64_t offset, uint8_t *at[BLOCKS])
{
    uint64_t number = entry->arg[write ? 0 : 1];
    char text[64];
    if (check_register(core, entry, number + 1) != BELAY_OK)
        return BELAY_KERNEL_BUG;
    for (unsigned i = 0; i < BLOCKS; i++) {
        uint64_t reg = number + i / VA_ADDRESSES;
        snprintf(text, sizeof text, "VA%" PRIu64 " has not been set", reg);
        if ((core->va_is_set >> reg & 1) == 0)
            return report(core, entry, text);
        uint64_t address = core->va[reg][i % VA_ADDRESSES] + offset;
        snprintf(text, sizeof text, "%s %u", write ? "destination" : "source", i);
        at[i] = ub_at(core, entry, text, address, BLOCK);
        if (at[i] == NULL)
            return BELAY_KERNEL_BUG;
        touch(&core->touches, TRACE_UB, write, address, BLOCK);
    }
    return BELAY_OK;
}

/* --- one repeat: all sources are read before anything is written ------------------------------ */

typedef void transpose(uint8_t *const *to, const uint8_t (*from)[BLOCK], const struct entry *entry);

/* Element i of every source makes destination i. */
static void transpose_b16(uint8_t *const *to, const uint8_t (*from)[BLOCK],
                          const struct entry *entry)
{
    (void)entry;
    for (unsigned i = 0; i < BLOCKS; i++)
        for (unsigned j = 0; j < BLOCKS; j++)
            memcpy(to[i] + 2 * j, from[j] + 2 * i, 2);
}

/* Element i of every source makes destinations 2i and 2i + 1. */
static void transpose_b32(uint8_t *const *to, const uint8_t (*from)[BLOCK],
                          const struct entry *entry)
{
    (void)entry;
    for (unsigned i = 0; i < HALF; i++)
        for (unsigned j = 0; j < BLOCKS; j++)
            memcpy(to[2 * i + j / HALF] + 4 * (j % HALF), from[j] + 4 * i, 4);
}

/* Element i of one half of every source makes one half of destination i. */
static void transpose_b8(uint8_t *const *to, const uint8_t (*from)[BLOCK],
                         const struct entry *entry)
{
    unsigned dst_half = entry->arg[3] & 1 ? BLOCKS : 0;
    unsigned src_half = entry->arg[4] & 1 ? BLOCKS : 0;
    for (unsigned i = 0; i < BLOCKS; i++)
        for (unsigned j = 0; j < BLOCKS; j++)
            to[i][dst_half + j] = from[j][src_half + i];
}

static uint64_t repeat_of(const struct entry *entry)
{
    return entry->arg[2] >> 56;
}

/* A single repeat begins one stride behind the addresses, more begin at them. */
static belay_status run(struct core *core, const struct entry *entry, transpose *once)
{
    uint64_t repeat = repeat_of(entry), config = entry->arg[2];
    uint64_t dst_stride = (config & 0xffff) * BLOCK, src_stride = (config >> 16 & 0xffff) * BLOCK;
    for (uint64_t r = 0; r < repeat; r++) {
        uint8_t *to[BLOCKS], *from[BLOCKS], copy[BLOCKS][BLOCK];
        uint64_t steps = repeat == 1 ? 1 : r;
        if (blocks_of(core, entry, false, steps * src_stride, from) != BELAY_OK ||
            blocks_of(core, entry, true, steps * dst_stride, to) != BELAY_OK)
            return BELAY_KERNEL_BUG;
        for (unsigned i = 0; i < BLOCKS; i++)
            memcpy(copy[i], from[i], BLOCK);
        once(to, (const uint8_t(*)[BLOCK])copy, entry);
    }
    return BELAY_OK;
}

QUEUE_INSN(scatter_vnchwconv_b8)
{
    return run(core, entry, transpose_b8);
}

QUEUE_INSN(scatter_vnchwconv_b16)
{
    return run(core, entry, transpose_b16);
}

QUEUE_INSN(scatter_vnchwconv_b32)
{
    return run(core, entry, transpose_b32);
}

/* 16 x 16 elements of 16 bits, rows behind one another. */
QUEUE_INSN(vtranspose)
{
    enum { BYTES = BLOCKS * BLOCK };
    uint8_t copy[BLOCKS][BLOCK], *to[BLOCKS];
    const uint8_t *from = ub_at(core, entry, "source", entry->arg[1], BYTES);
    uint8_t *at = from == NULL ? NULL : ub_at(core, entry, "destination", entry->arg[0], BYTES);
    if (at == NULL)
        return BELAY_KERNEL_BUG;
    touch(&core->touches, TRACE_UB, false, entry->arg[1], BYTES);
    touch(&core->touches, TRACE_UB, true, entry->arg[0], BYTES);
    memcpy(copy, from, BYTES);
    for (unsigned i = 0; i < BLOCKS; i++)
        to[i] = at + i * BLOCK;
    transpose_b16(to, (const uint8_t(*)[BLOCK])copy, entry);
    return BELAY_OK;
}

uint64_t transpose_bytes(const struct entry *entry)
{
    return (entry->op.row == ISA_vtranspose ? 1 : repeat_of(entry)) * BLOCKS * BLOCK;
}
