/* The event queue of a chip: at most one pending event a unit, ordered by (tick, priority, core,
 * unit). No two keys are equal, so every run of the same input takes the same path. */
#ifndef BELAY_EMU_EVENTS_H
#define BELAY_EMU_EVENTS_H

#include <stddef.h>
#include <stdint.h>

#define NO_EVENT UINT64_MAX

struct unit {
    uint64_t tick;  /* of the pending event; NO_EVENT when none */
    uint32_t order; /* priority, core and unit in one number: smaller goes first at one tick */
    uint32_t place; /* in the heap */
};

struct events {
    size_t count, room;
    struct unit **heap;
};

/* room: the number of units. 0, or -1 when memory is out. */
int events_init(struct events *events, size_t room);
void events_destroy(struct events *events);

/* Gives the unit an event at `tick`, or moves the one it has, earlier or later. */
void events_set(struct events *events, struct unit *unit, uint64_t tick);

/* An event at `tick` unless the unit has an earlier one. */
static inline void events_wake(struct events *events, struct unit *unit, uint64_t tick)
{
    if (tick < unit->tick)
        events_set(events, unit, tick);
}

/* Takes the next unit out of the queue, with the tick of its event; NULL when it is empty. */
struct unit *events_pop(struct events *events, uint64_t *tick);

/* Tick of the next event; NO_EVENT when there is none. */
static inline uint64_t events_next(const struct events *events)
{
    return events->count == 0 ? NO_EVENT : events->heap[0]->tick;
}

#endif
