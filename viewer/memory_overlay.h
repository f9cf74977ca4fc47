/* A local memory as a matrix: a cell shows its value, or its offset where values are not known. */
#ifndef BELAY_VIEWER_MEMORY_OVERLAY_H
#define BELAY_VIEWER_MEMORY_OVERLAY_H

#include "viewer/memory_access.h"
#include "viewer/view.h"

void memory_overlay(struct view *view, struct ui *ui, const struct memory_accesses *all,
                    struct scene_rect at);
void memory_overlay_keys(struct view *view, struct ui *ui);

#endif
