/* Totals: the ticks that a lane spent in each state up to the edges of equal buckets. A view that
 * is wider than its buckets is answered from them, a narrower one from the few spans it shows. */
#include "emu/trace/reader.h"

#include <stdlib.h>
#include <string.h>

#include "emu/error.h"

enum { TOTAL_ROOM = 64 << 20, MOST_BUCKETS = 16384 }; /* bytes of all totals; buckets of a lane */

static uint64_t *edge(const struct belay_trace *trace, const struct reader_lane *lane, size_t i)
{
    return lane->total + i * trace->state_count;
}

/* Adds [begin, end) of a state to the buckets it lies in; edge i + 1 holds what is in bucket i. */
static void add(struct belay_trace *trace, struct reader_lane *lane, unsigned state, uint64_t begin,
                uint64_t end)
{
    while (begin < end) {
        uint64_t bucket = (begin - trace->begin) / trace->bucket_width;
        uint64_t until = trace->begin + (bucket + 1) * trace->bucket_width;
        uint64_t part = (end < until ? end : until) - begin;
        edge(trace, lane, bucket + 1)[state] += part;
        begin += part;
    }
}

static void add_part(struct belay_trace *trace, struct reader_lane *lane, const struct part *part)
{
    const uint8_t *raw = reader_chunk(trace, part->chunk, NULL);
    if (raw == NULL)
        return; /* noted as damage */
    struct cursor c = {raw + part->offset, raw + part->offset + part->size[PART_SPANS], false};
    uint64_t at = part->base;
    belay_trace_span span;
    while (reader_next_span(&c, &at, &span))
        if (span.state < trace->state_count && span.begin >= trace->begin &&
            span.end <= trace->end && span.begin <= span.end)
            add(trace, lane, span.state, span.begin, span.end);
}

/* Chunk by chunk, as every lane has a part in nearly every chunk: each is unpacked once. */
static bool add_parts(struct belay_trace *trace)
{
    size_t *next = calloc(trace->lane_count + 1, sizeof *next);
    if (next == NULL)
        return false;
    for (size_t chunk = 0; chunk < trace->chunk_count; chunk++)
        for (size_t i = 0; i < trace->lane_count; i++) {
            struct reader_lane *lane = trace->lane[i];
            for (; next[i] < lane->part_count && lane->part[next[i]].chunk == chunk; next[i]++)
                if (lane->part[next[i]].size[PART_SPANS] > 0)
                    add_part(trace, lane, &lane->part[next[i]]);
        }
    free(next);
    return true;
}

static void cumulate(struct belay_trace *trace, struct reader_lane *lane)
{
    for (size_t i = 0; i < trace->buckets; i++)
        for (size_t s = 0; s < trace->state_count; s++)
            edge(trace, lane, i + 1)[s] += edge(trace, lane, i)[s];
}

belay_status reader_total(struct belay_trace *trace, belay_error *err)
{
    uint64_t ticks = trace->end - trace->begin;
    size_t lanes = trace->lane_count == 0 ? 1 : trace->lane_count;
    size_t buckets = TOTAL_ROOM / (lanes * trace->state_count * sizeof(uint64_t));
    buckets = buckets < 16 ? 16 : buckets > MOST_BUCKETS ? MOST_BUCKETS : buckets;
    trace->bucket_width = ticks / buckets + 1;
    trace->buckets = ticks / trace->bucket_width + 1;
    for (size_t i = 0; i < trace->lane_count; i++) {
        struct reader_lane *lane = trace->lane[i];
        lane->total = calloc((trace->buckets + 1) * trace->state_count, sizeof *lane->total);
        if (lane->total == NULL)
            return error_set(err, BELAY_INTERNAL, "out of memory");
    }
    if (!add_parts(trace))
        return error_set(err, BELAY_INTERNAL, "out of memory");
    for (size_t i = 0; i < trace->lane_count; i++)
        cumulate(trace, trace->lane[i]);
    return BELAY_OK;
}

/* --- answers ---------------------------------------------------------------------------------- */

/* Ticks in each state up to `tick`; inside a bucket in proportion. */
static void up_to(const struct belay_trace *trace, const struct reader_lane *lane, double tick,
                  double *ticks)
{
    double place = (tick - (double)trace->begin) / (double)trace->bucket_width;
    place = place < 0 ? 0 : place > (double)trace->buckets ? (double)trace->buckets : place;
    size_t bucket = (size_t)place;
    if (bucket >= trace->buckets)
        bucket = trace->buckets - 1;
    double start = (double)trace->begin + (double)bucket * (double)trace->bucket_width;
    double extent = (double)trace->end - start; /* the trace ends inside of the last bucket */
    if (extent > (double)trace->bucket_width)
        extent = (double)trace->bucket_width;
    double part = extent <= 0 ? 1 : (tick - start) / extent;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    const uint64_t *low = edge(trace, lane, bucket), *high = edge(trace, lane, bucket + 1);
    for (size_t s = 0; s < trace->state_count; s++)
        ticks[s] = (double)low[s] + part * (double)(high[s] - low[s]);
}

struct fill { /* exact buckets */
    float *ticks;
    size_t buckets, states;
    double begin, width;
};

static bool fill_span(void *user, const belay_trace_span *span)
{
    struct fill *f = user;
    double begin = ((double)span->begin - f->begin) / f->width;
    double end = ((double)span->end - f->begin) / f->width;
    begin = begin < 0 ? 0 : begin;
    end = end > (double)f->buckets ? (double)f->buckets : end;
    for (size_t b = (size_t)begin; (double)b < end; b++) {
        double from = begin > (double)b ? begin : (double)b;
        double to = end < (double)(b + 1) ? end : (double)(b + 1);
        f->ticks[b * f->states + span->state] += (float)((to - from) * f->width);
    }
    return true;
}

belay_status belay_trace_summary(belay_trace *trace, size_t lane, uint64_t begin, uint64_t end,
                                 size_t buckets, float *ticks, belay_error *err)
{
    if (lane >= trace->lane_count || end <= begin || buckets == 0)
        return error_set(err, BELAY_BAD_INPUT, "no such lane or an empty range");
    size_t states = trace->state_count;
    double width = (double)(end - begin) / (double)buckets;
    memset(ticks, 0, buckets * states * sizeof *ticks);
    if (width < (double)trace->bucket_width) {
        struct fill f = {ticks, buckets, states, (double)begin, width};
        return belay_trace_spans(trace, lane, begin, end, fill_span, &f, err);
    }
    double before[SPAN_GAP], after[SPAN_GAP];
    up_to(trace, trace->lane[lane], (double)begin, before);
    for (size_t b = 0; b < buckets; b++) {
        up_to(trace, trace->lane[lane], (double)begin + width * (double)(b + 1), after);
        for (size_t s = 0; s < states; s++)
            ticks[b * states + s] = (float)(after[s] - before[s]);
        memcpy(before, after, sizeof before);
    }
    return BELAY_OK;
}
