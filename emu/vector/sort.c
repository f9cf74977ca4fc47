/* Sorting of records on the vector pipe, in UB. A record is eight bytes: a score (f32, or f16 in
 * the low half) and a 32-bit index. Rules: asc-devkit docs/zh/api/SIMD-API/C-API/vector_compute
 * (asc_bitsort, asc_mrgsort), Sort32 and MrgSort of the basic API. */
#include "emu/vector/sort.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "emu/bodies.h"
#include "emu/core.h"
#include "emu/numeric/numeric.h"

enum { GROUP = 32, RECORD = 8, LISTS = 4, BLOCK = 32 };

static belay_status report(struct core *core, const struct entry *entry, const char *text,
                           uint64_t value)
{
    return core_error(core, BELAY_KERNEL_BUG, NULL, entry->pc, entry->done, "%s: %s 0x%" PRIx64,
                      isa_rows[entry->op.row].cce, text, value);
}

static bool is_f16(const struct entry *entry)
{
    return strcmp(isa_rows[entry->op.row].types[entry->op.type], "f16") == 0;
}

/* Scores in the order of sorting; both zeros are equal, a NaN goes before every number. */
static int64_t key_of(const uint8_t *score, bool f16)
{
    uint32_t bits;
    uint16_t half;
    memcpy(&half, score, sizeof half);
    float value = f16 ? f16_to_f32(half) : 0;
    memcpy(&bits, f16 ? (const void *)&value : (const void *)score, sizeof bits);
    uint32_t magnitude = bits & INT32_MAX;
    if (magnitude > 0x7f800000)
        return INT64_MAX;
    return bits >> 31 ? -(int64_t)magnitude : (int64_t)magnitude;
}

/* --- vbs: groups of 32 ------------------------------------------------------------------------ */

static void sort_group(uint8_t *out, const uint8_t *score, const uint8_t *index, bool f16)
{
    unsigned size = f16 ? 2 : 4;
    unsigned order[GROUP];
    int64_t key[GROUP];
    uint8_t sorted[GROUP * RECORD] = {0};
    for (unsigned i = 0; i < GROUP; i++) { /* insertion: stable, from the largest down */
        unsigned place = i;
        key[i] = key_of(score + i * size, f16);
        for (; place > 0 && key[order[place - 1]] < key[i]; place--)
            order[place] = order[place - 1];
        order[place] = i;
    }
    for (unsigned i = 0; i < GROUP; i++) {
        memcpy(sorted + i * RECORD, score + order[i] * size, size);
        memcpy(sorted + i * RECORD + 4, index + order[i] * 4, 4);
    }
    memcpy(out, sorted, sizeof sorted);
}

static uint64_t vbs_repeat(const struct entry *entry)
{
    return entry->arg[3] >> 56;
}

QUEUE_INSN(vbs)
{
    uint64_t repeat = vbs_repeat(entry);
    bool f16 = is_f16(entry);
    const uint64_t size[3] = {repeat * GROUP * RECORD, repeat * GROUP * (f16 ? 2u : 4u),
                              repeat * GROUP * 4u};
    static const char *const names[3] = {"destination", "scores", "indices"};
    uint8_t *at[3];
    char text[64];
    for (int i = 0; i < 3; i++) {
        at[i] = local_at(&core->local, LOCAL_UB, entry->arg[i], size[i]);
        const char *wrong = entry->arg[i] % BLOCK != 0 ? "not aligned to 32 bytes"
                            : at[i] == NULL            ? "past the end of UB"
                                                       : NULL;
        snprintf(text, sizeof text, "%s %s: address", names[i], wrong == NULL ? "" : wrong);
        if (wrong != NULL)
            return report(core, entry, text, entry->arg[i]);
        touch(&core->touches, TRACE_UB, i == 0, entry->arg[i], size[i]);
    }
    for (uint64_t r = 0; r < repeat; r++)
        sort_group(at[0] + r * GROUP * RECORD, at[1] + r * GROUP * (f16 ? 2 : 4),
                   at[2] + r * GROUP * 4, f16);
    return BELAY_OK;
}

/* --- vmrgsort4: up to four sorted lists into one ---------------------------------------------- */

struct merge {
    uint64_t dst;
    uint64_t at[LISTS], length[LISTS]; /* length 0: the list takes no part */
    uint64_t repeat;
    bool suspends; /* ends when a list is exhausted */
};

static struct merge decode(const struct entry *entry)
{
    struct merge m = {.dst = entry->arg[0],
                      .repeat = entry->arg[3] & 0xff,
                      .suspends = (entry->arg[3] >> 12 & 1) != 0};
    for (int i = 0; i < LISTS; i++) {
        m.at[i] = (entry->arg[1] >> 16 * i & 0xffff) * RECORD;
        m.length[i] = entry->arg[3] >> (8 + i) & 1 ? entry->arg[2] >> 16 * i & 0xffff : 0;
    }
    return m;
}

static uint64_t records_of(const struct merge *m)
{
    return m->length[0] + m->length[1] + m->length[2] + m->length[3];
}

uint64_t sort_bytes(const struct entry *entry)
{
    if (entry->op.row == ISA_vbs)
        return vbs_repeat(entry) * GROUP * RECORD;
    struct merge m = decode(entry);
    return records_of(&m) * m.repeat * RECORD;
}

/* The list whose next record goes first; the lower list of equal ones. -1: the merge ends. */
static int next_list(const struct merge *m, uint8_t *const *list, const uint64_t *taken, bool f16)
{
    int best = -1;
    int64_t best_key = 0;
    for (int i = 0; i < LISTS; i++) {
        if (m->length[i] == 0)
            continue;
        if (taken[i] == m->length[i]) {
            if (m->suspends)
                return -1;
            continue;
        }
        int64_t key = key_of(list[i] + taken[i] * RECORD, f16);
        if (best < 0 || key > best_key) {
            best = i;
            best_key = key;
        }
    }
    return best;
}

static belay_status merge_once(struct core *core, const struct entry *entry, const struct merge *m)
{
    uint8_t *list[LISTS] = {NULL};
    uint64_t taken[LISTS] = {0};
    uint8_t *to = local_at(&core->local, LOCAL_UB, m->dst, records_of(m) * RECORD);
    if (to == NULL)
        return report(core, entry, "destination past the end of UB: address", m->dst);
    touch(&core->touches, TRACE_UB, true, m->dst, records_of(m) * RECORD);
    for (int i = 0; i < LISTS; i++) {
        list[i] = local_at(&core->local, LOCAL_UB, m->at[i], m->length[i] * RECORD);
        if (list[i] == NULL)
            return report(core, entry, "list past the end of UB: address", m->at[i]);
        touch(&core->touches, TRACE_UB, false, m->at[i], m->length[i] * RECORD);
    }
    for (int i; (i = next_list(m, list, taken, is_f16(entry))) >= 0; to += RECORD)
        memmove(to, list[i] + taken[i]++ * RECORD, RECORD);
    uint64_t count = 0;
    for (int i = 0; i < LISTS; i++)
        count |= taken[i] << 16 * i;
    spr_set(&core->spr, SPR_VMS4_SR, count);
    return BELAY_OK;
}

/* With a repeat the lists stand behind one another, and the next four behind them. */
QUEUE_INSN(vmrgsort4)
{
    struct merge m = decode(entry);
    belay_status status = BELAY_OK;
    if (m.dst % BLOCK != 0)
        return report(core, entry, "destination not aligned to 32 bytes: address", m.dst);
    uint64_t bytes = records_of(&m) * RECORD;
    for (uint64_t r = 0; r < m.repeat && status == BELAY_OK; r++) {
        status = merge_once(core, entry, &m);
        m.dst += bytes;
        for (int i = 0; i < LISTS; i++)
            m.at[i] += bytes;
    }
    return status;
}
