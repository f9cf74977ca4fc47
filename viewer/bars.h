/* The bar above the pages (tabs, controls of a live run, search) and the one below (messages,
 * keys). */
#ifndef BELAY_VIEWER_BARS_H
#define BELAY_VIEWER_BARS_H

#include "viewer/view.h"

int bar_height(const struct ui *ui);
void bar_top(struct view *view, struct ui *ui, int height);
void bar_bottom(struct view *view, struct ui *ui, int height);

#endif
