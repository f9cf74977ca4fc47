#include "emu/events.h"

#include <stdbool.h>
#include <stdlib.h>

enum { NOT_QUEUED = UINT32_MAX };

int events_init(struct events *events, size_t room)
{
    events->count = 0;
    events->room = room;
    events->heap = calloc(room, sizeof *events->heap);
    return events->heap == NULL ? -1 : 0;
}

void events_destroy(struct events *events)
{
    free(events->heap);
    events->heap = NULL;
    events->count = events->room = 0;
}

static bool before(const struct unit *a, const struct unit *b)
{
    return a->tick != b->tick ? a->tick < b->tick : a->order < b->order;
}

static void put(struct events *events, struct unit *unit, size_t place)
{
    events->heap[place] = unit;
    unit->place = (uint32_t)place;
}

static void sift_up(struct events *events, struct unit *unit, size_t place)
{
    while (place > 0) {
        size_t parent = (place - 1) / 2;
        if (!before(unit, events->heap[parent]))
            break;
        put(events, events->heap[parent], place);
        place = parent;
    }
    put(events, unit, place);
}

static void sift_down(struct events *events, struct unit *unit, size_t place)
{
    for (;;) {
        size_t child = 2 * place + 1;
        if (child >= events->count)
            break;
        if (child + 1 < events->count && before(events->heap[child + 1], events->heap[child]))
            child++;
        if (!before(events->heap[child], unit))
            break;
        put(events, events->heap[child], place);
        place = child;
    }
    put(events, unit, place);
}

/* A unit is in the heap when the heap says so at its place: units start out zeroed. */
static bool is_queued(const struct events *events, const struct unit *unit)
{
    return unit->place < events->count && events->heap[unit->place] == unit;
}

static void take_out(struct events *events, struct unit *unit)
{
    size_t place = unit->place;
    struct unit *last = events->heap[--events->count];
    unit->place = NOT_QUEUED;
    if (last == unit)
        return;
    if (place > 0 && before(last, events->heap[(place - 1) / 2]))
        sift_up(events, last, place);
    else
        sift_down(events, last, place);
}

void events_set(struct events *events, struct unit *unit, uint64_t tick)
{
    bool queued = is_queued(events, unit);
    if (tick == NO_EVENT) {
        if (queued)
            take_out(events, unit);
        unit->tick = NO_EVENT;
        return;
    }
    bool earlier = tick < unit->tick;
    unit->tick = tick;
    if (!queued)
        sift_up(events, unit, events->count++);
    else if (earlier)
        sift_up(events, unit, unit->place);
    else
        sift_down(events, unit, unit->place);
}

struct unit *events_pop(struct events *events, uint64_t *tick)
{
    if (events->count == 0)
        return NULL;
    struct unit *unit = events->heap[0];
    *tick = unit->tick;
    take_out(events, unit);
    unit->tick = NO_EVENT;
    return unit;
}
