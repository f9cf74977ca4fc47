/* The window: SDL events become the input of a frame, the frame's scene is painted by SDL's
 * software renderer. */
#ifndef BELAY_VIEWER_WINDOW_H
#define BELAY_VIEWER_WINDOW_H

#include "viewer/view.h"

struct window;

struct window_options {
    int width, height;
    double scale;
    const char *fonts; /* folder; NULL: the usual ones */
};

/* NULL: `error` says why (no display). */
struct window *window_open(const struct window_options *options, const char *title, char *error,
                           size_t error_size);
void window_close(struct window *window);

/* Takes the events that are there (waits up to `patience` ms for one when it is > 0), shows one
 * frame. false: the user quit. */
bool window_frame(struct window *window, struct view *view, int patience);

/* What the last frame showed. */
const struct scene *window_scene(const struct window *window);

/* Shows a view until the user quits. */
void window_run(struct window *window, struct view *view);

#endif
