/* Pages without a window: into a PNG file, and as text. */
#ifndef BELAY_VIEWER_HEADLESS_H
#define BELAY_VIEWER_HEADLESS_H

#include "viewer/window.h"

/* `picture` and `scene` are files, or NULL. false: `error` says why. */
bool headless_show(struct view *view, const struct window_options *options, const char *picture,
                   const char *scene, char *error, size_t error_size);

#endif
