#include "viewer/code_stats.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "viewer/work.h"

enum { WAITS = 4096 }; /* spans of one piece */

bool code_stats_open(struct code_stats *stats, struct model *model)
{
    memset(stats, 0, sizeof *stats);
    stats->programs = belay_trace_programs(model->trace);
    stats->first = calloc(stats->programs + 1, sizeof *stats->first);
    for (unsigned p = 0; p < stats->programs; p++)
        stats->lines += belay_trace_code_count(model->trace, p);
    stats->line = calloc(stats->lines + 1, sizeof *stats->line);
    if (stats->first == NULL || stats->line == NULL)
        return false;
    size_t n = 0;
    for (unsigned p = 0; p < stats->programs; p++) {
        stats->first[p] = n;
        for (size_t i = 0; i < belay_trace_code_count(model->trace, p); i++, n++) {
            belay_trace_get_code(model->trace, p, i, &stats->line[n].code);
            stats->line[n].program = p;
        }
    }
    stats->first[stats->programs] = n;
    stats->at = model->info.begin;
    stats->version = model->version;
    return true;
}

void code_stats_close(struct code_stats *stats)
{
    free(stats->line);
    free(stats->first);
    memset(stats, 0, sizeof *stats);
}

struct code_line *code_stats_find(const struct code_stats *stats, unsigned program, uint64_t pc)
{
    if (program >= stats->programs)
        return NULL;
    size_t low = stats->first[program], high = stats->first[program + 1];
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (stats->line[middle].code.pc < pc)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < stats->first[program + 1] && stats->line[low].code.pc == pc;
    return found ? &stats->line[low] : NULL;
}

unsigned code_stats_top_wait(const struct code_line *line, size_t states)
{
    unsigned top = 0;
    for (unsigned s = 1; s < states && s < MODEL_MOST_STATES; s++)
        if (line->wait[s] > line->wait[top])
            top = s;
    return top;
}

/* --- one piece of one lane
 * ---------------------------------------------------------------------- */

struct piece {
    struct code_stats *stats;
    struct model *model;
    belay_trace_span wait[WAITS];
    size_t waits, next;
    uint64_t from, to; /* `to` moves back when the waits are too many */
    bool idle[MODEL_MOST_STATES];
};

static bool take_wait(void *user, const belay_trace_span *span)
{
    struct piece *piece = user;
    if (piece->waits == WAITS) {
        piece->to = span->begin > piece->from ? span->begin : piece->to;
        return false;
    }
    if (span->state == MODEL_BUSY || span->state >= MODEL_MOST_STATES || piece->idle[span->state])
        return true;
    belay_trace_span *wait = &piece->wait[piece->waits++];
    *wait = *span;
    wait->begin = span->begin > piece->from ? span->begin : piece->from;
    wait->end = span->end < piece->to ? span->end : piece->to;
    return true;
}

/* Waits up to `tick` become pending. */
static void pend(struct piece *piece, uint64_t tick)
{
    while (piece->next < piece->waits) {
        belay_trace_span *wait = &piece->wait[piece->next];
        uint64_t end = wait->end < tick ? wait->end : tick;
        if (end > wait->begin) {
            piece->stats->pending[wait->state] += end - wait->begin;
            wait->begin = end;
        }
        if (wait->end > tick)
            return;
        piece->next++;
    }
}

/* An instruction's waits are those of its lane since the last one, up to its end. */
static bool count_insn(void *user, const belay_trace_insn *insn)
{
    struct piece *piece = user;
    struct code_stats *stats = piece->stats;
    if (insn->begin < piece->from)
        return true;
    if (insn->begin >= piece->to)
        return insn->in_call;
    struct code_line *line = code_stats_find(stats, insn->program, insn->pc);
    if (line == NULL)
        return true;
    line->count++;
    line->ticks += insn->end - insn->begin;
    line->operations += work_operations(insn);
    line->gm_bytes += work_gm_bytes(piece->model, insn);
    if (insn->in_call)
        return true;
    pend(piece, insn->end);
    for (size_t s = 1; s < MODEL_MOST_STATES; s++) {
        line->wait[s] += (uint32_t)stats->pending[s];
        line->waits += stats->pending[s];
        stats->pending[s] = 0;
    }
    return true;
}

static void one_piece(struct code_stats *stats, struct model *model)
{
    static struct piece piece;
    double density =
        (double)(model->info.spans + 1) /
        ((double)(model->info.end - model->info.begin + 1) * (double)model->info.lanes);
    double width = density > 0 ? WAITS / 3 / density : 1e12;
    uint64_t left = model->info.end + 1 - stats->at;
    piece.stats = stats;
    piece.model = model;
    piece.waits = piece.next = 0;
    piece.from = stats->at;
    piece.to = stats->at + (width < (double)left ? (uint64_t)width + 1 : left);
    for (size_t s = 0; s < model->info.states && s < MODEL_MOST_STATES; s++) {
        const char *name = belay_trace_state(model->trace, s);
        piece.idle[s] = strcmp(name, "no_work") == 0 || strncmp(name, "launch", 6) == 0;
    }
    belay_trace_spans(model->trace, stats->lane, piece.from, piece.to, take_wait, &piece, NULL);
    belay_trace_insns(model->trace, stats->lane, piece.from, piece.to, count_insn, &piece, NULL);
    pend(&piece, piece.to);
    stats->at = piece.to;
    if (stats->at > model->info.end) {
        stats->lane++;
        stats->at = model->info.begin;
        memset(stats->pending, 0, sizeof stats->pending);
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

double code_stats_go_on(struct code_stats *stats, struct model *model, double seconds)
{
    double end = now() + seconds;
    while (stats->lane < model->info.lanes && (seconds <= 0 || now() < end))
        one_piece(stats, model);
    double span = (double)(model->info.end - model->info.begin + 1);
    return model->info.lanes == 0
               ? 1
               : ((double)stats->lane + (double)(stats->at - model->info.begin) / span) /
                     (double)model->info.lanes;
}
