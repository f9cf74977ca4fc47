/* The parts of the timeline page: rows (timeline.c), what is in them (timeline_rows.c), arrows
 * (timeline_arrows.c), mouse and keys (timeline_input.c), the panel below (timeline_panel.c). */
#ifndef BELAY_VIEWER_TIMELINE_H
#define BELAY_VIEWER_TIMELINE_H

#include "viewer/view.h"

struct timeline {                                /* where things are, this frame */
    struct scene_rect ruler, rows, chart, panel; /* chart: the rows without their labels */
};

struct model *timeline_model(const struct view *view, const struct view_row *row);

static inline int timeline_x(const struct view *view, const struct timeline *line, double tick)
{
    double x = (tick - view->from) / (view->to - view->from) * line->chart.w;
    x = x < -30000 ? -30000 : x > 30000 ? 30000 : x;
    return line->chart.x + (int)x;
}

static inline double timeline_tick(const struct view *view, const struct timeline *line, int x)
{
    return view->from + (double)(x - line->chart.x) / line->chart.w * (view->to - view->from);
}

void timeline_draw_row(struct view *view, struct ui *ui, const struct timeline *line,
                       const struct view_row *row);

/* The row under the mouse; NULL: none. */
const struct view_row *timeline_row_at(const struct view *view, const struct ui *ui,
                                       const struct timeline *line);

/* What is at the mouse in a row; false: nothing. */
bool timeline_item_at(struct view *view, struct ui *ui, const struct timeline *line,
                      const struct view_row *row, struct model_item *item);

void timeline_arrows(struct view *view, struct ui *ui, const struct timeline *line);

/* The arrow under the mouse; NULL: none. */
const struct view_arrow *timeline_arrow_at(const struct view *view, const struct ui *ui);

/* Selects the instruction at the other end of an arrow, or of the selection's. */
void timeline_follow(struct view *view, const struct view_arrow *arrow);
bool timeline_follow_selected(struct view *view);

void timeline_input(struct view *view, struct ui *ui, const struct timeline *line);
void timeline_panel(struct view *view, struct ui *ui, const struct timeline *line);

/* A wait at a tick of a lane; false: the lane is busy there. */
bool timeline_wait_at(struct model *model, size_t lane, uint64_t tick, struct model_item *item);

/* The instruction of `lane` with this pc that begins last up to `tick`. */
bool timeline_insn_of(struct model *model, size_t lane, uint64_t pc, uint64_t tick,
                      struct model_item *item);

#endif
