/* Control of a run that goes on: the buttons of the viewer over the live part of include/belay.h.
 */
#ifndef BELAY_VIEWER_LIVE_H
#define BELAY_VIEWER_LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct model;
struct model_buffer;
struct live;

enum live_step { LIVE_INSTRUCTION, LIVE_TICK, LIVE_FLAG };

enum { LIVE_MOST_BREAKS = 32 };

struct live_break {
    char text[96]; /* as given: "add.asc:31", "pc 0x10000088", "ub 0x400", "flag mte2 v 0" */
};

/* What the viewer needs of a live run; live.c fills it in over belay.h, a test may make one up. */
struct live {
    struct model *model;
    bool playing, ended;
    uint64_t tick;
    double speed;     /* ticks a second of the user's time; 0: as fast as it goes */
    char status[200]; /* why it stopped; empty: nothing to say */
    bool failed;      /* status is an error of the kernel */
    struct live_break at[LIVE_MOST_BREAKS];
    size_t breaks;

    void (*step)(struct live *live, enum live_step step);
    void (*run_to)(struct live *live, uint64_t tick); /* forward, or back by running again */
    void (*play)(struct live *live, double seconds);  /* goes on for one frame */
    bool (*set_break)(struct live *live, const char *text, char *error, size_t error_size);
    void (*clear_break)(struct live *live, size_t i);
    /* Bytes of a local memory as they are now. */
    bool (*read)(struct live *live, const struct model_buffer *buffer, uint64_t address,
                 size_t size, uint8_t *out);
    void (*close)(struct live *live);
};

#endif
