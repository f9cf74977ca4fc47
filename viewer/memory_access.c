#include "viewer/memory_access.h"

#include <stdlib.h>
#include <string.h>

struct gather {
    struct memory_accesses *out;
    const struct model_buffer *buffer;
    size_t room;
    uint32_t lane;
};

static bool take(void *user, const belay_trace_insn *insn)
{
    struct gather *gather = user;
    struct memory_accesses *out = gather->out;
    for (unsigned i = 0; i < insn->touches && i < BELAY_TRACE_TOUCHES; i++) {
        const belay_trace_touch *touch = &insn->touch[i];
        if (touch->space != gather->buffer->space || touch->size == 0 ||
            touch->address >= gather->buffer->size)
            continue;
        if (out->n == MEMORY_MOST_ACCESSES) {
            out->cut = true;
            return false;
        }
        if (out->n == gather->room) {
            size_t room = gather->room * 2 + 1024;
            struct memory_access *more = realloc(out->at, room * sizeof *more);
            if (more == NULL)
                return false;
            out->at = more;
            gather->room = room;
        }
        uint64_t left = gather->buffer->size - touch->address;
        out->at[out->n++] =
            (struct memory_access){insn->begin,
                                   insn->end,
                                   insn->pc,
                                   gather->lane,
                                   insn->program,
                                   insn->text,
                                   (uint32_t)touch->address,
                                   (uint32_t)(touch->size < left ? touch->size : left),
                                   touch->write};
    }
    return true;
}

static int by_end(const void *a, const void *b)
{
    const struct memory_access *x = a, *y = b;
    if (x->end != y->end)
        return x->end < y->end ? -1 : 1;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return x->lane != y->lane ? (x->lane < y->lane ? -1 : 1) : (int)x->write - (int)y->write;
}

static bool gather_all(struct memory_accesses *out, struct model *model, size_t buffer)
{
    struct gather gather = {.out = out, .buffer = &model->buffer[buffer]};
    free(out->at);
    free(out->block);
    out->at = NULL;
    out->n = 0;
    out->cut = false;
    out->blocks = (size_t)(gather.buffer->size / MEMORY_BLOCK) + 1;
    out->block = calloc(out->blocks, sizeof *out->block);
    for (size_t i = 0; i < model->info.lanes; i++) {
        gather.lane = (uint32_t)i;
        if (strcmp(model->lane[i].core, gather.buffer->core) == 0)
            belay_trace_insns(model->trace, i, model->info.begin, model->info.end + 1, take,
                              &gather, NULL);
    }
    if (out->n > 1)
        qsort(out->at, out->n, sizeof *out->at, by_end);
    return out->block != NULL;
}

static bool take_conflict(void *user, const belay_trace_span *span)
{
    *(unsigned *)user = span->state;
    return false;
}

/* Does a lane wait for a bank at this tick? */
static bool conflicts(struct model *model, size_t lane, uint64_t tick)
{
    unsigned state = 0;
    belay_trace_spans(model->trace, lane, tick, tick + 1, take_conflict, &state, NULL);
    return strcmp(belay_trace_state(model->trace, state), "bank_conflict") == 0;
}

static void settle(struct memory_accesses *out, struct model *model, uint64_t tick)
{
    memset(out->block, 0, out->blocks * sizeof *out->block);
    for (size_t i = 0; i < out->n; i++) {
        const struct memory_access *at = &out->at[i];
        bool now = at->begin <= tick && tick <= at->end;
        bool conflict = now && conflicts(model, at->lane, tick);
        size_t last = (at->address + at->size - 1) / MEMORY_BLOCK;
        for (size_t b = at->address / MEMORY_BLOCK; b <= last && b < out->blocks; b++) {
            struct memory_block *block = &out->block[b];
            block->ever = true;
            if (now)
                block->now |= (uint8_t)((at->write ? 2 : 1) | (conflict ? 4 : 0));
            if (at->end > tick)
                continue;
            if (at->write)
                block->write = (uint32_t)i + 1;
            else
                block->read = (uint32_t)i + 1;
        }
    }
}

bool memory_accesses_of(struct memory_accesses *out, struct model *model, size_t buffer,
                        uint64_t tick)
{
    bool same = out->valid && out->buffer == buffer && out->version == model->version;
    if (!same && !gather_all(out, model, buffer)) {
        out->valid = false;
        return false;
    }
    if (!same || out->tick != tick)
        settle(out, model, tick);
    out->valid = true;
    out->buffer = buffer;
    out->version = model->version;
    out->tick = tick;
    return true;
}

void memory_accesses_free(struct memory_accesses *out)
{
    free(out->at);
    free(out->block);
    memset(out, 0, sizeof *out);
}
