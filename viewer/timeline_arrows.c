/* Arrows of the timeline: from the set of a flag, or the release of a buffer, to the wait it ended.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/timeline.h"

enum { MOST_DRAWN = 160 }; /* more would hide the lanes */

struct gather {
    struct view *view;
    bool second;
};

static bool add_flow(void *user, const belay_trace_flow *flow)
{
    struct gather *gather = user;
    struct view *view = gather->view;
    if (view->arrows == VIEW_ARROWS)
        return false;
    view->arrow[view->arrows].flow = *flow;
    view->arrow[view->arrows++].second = gather->second;
    return true;
}

static const struct view_row *row_of(const struct view *view, bool second, size_t lane)
{
    for (size_t i = 0; i < view->rows; i++)
        if (!view->row[i].is_core && view->row[i].second == second && view->row[i].lane == lane)
            return &view->row[i];
    return NULL;
}

/* Does the arrow begin or end at the selection? */
static bool of_selection(const struct view *view, const struct view_arrow *arrow)
{
    const struct model_item *item = &view->item;
    const belay_trace_flow *flow = &arrow->flow;
    if (!view->selected || arrow->second != view->selected_second)
        return false;
    if (item->lane == flow->to_lane && flow->to_tick >= item->begin && flow->to_tick <= item->end)
        return item->kind == MODEL_WAIT || item->insn.pc == flow->to_pc;
    return item->kind == MODEL_INSN && item->lane == flow->from_lane &&
           item->insn.pc == flow->from_pc && flow->from_tick >= item->begin &&
           flow->from_tick <= item->end + 64;
}

static void place(struct view *view, const struct timeline *line, struct view_arrow *arrow)
{
    const struct view_row *from = row_of(view, arrow->second, arrow->flow.from_lane);
    const struct view_row *to = row_of(view, arrow->second, arrow->flow.to_lane);
    arrow->x0 = arrow->x1 = -1;
    if (from == NULL || to == NULL)
        return;
    arrow->x0 = timeline_x(view, line, (double)arrow->flow.from_tick);
    arrow->x1 = timeline_x(view, line, (double)arrow->flow.to_tick);
    bool down = to->at.y > from->at.y;
    arrow->y0 = from->at.y + from->at.h / 2;
    arrow->y1 = to->at.y + (down ? 2 : to->at.h - 3);
    if (from == to)
        arrow->y1 = arrow->y0;
}

static void draw(struct view *view, struct ui *ui, const struct view_arrow *arrow, bool strong)
{
    const struct model *model = arrow->second ? view->second : view->model;
    scene_color color = strong ? 0xff1a1d21 : 0xff8a5a00;
    int dx = arrow->x1 - arrow->x0, dy = arrow->y1 - arrow->y0;
    scene_line(ui->scene, arrow->x0, arrow->y0, arrow->x1, arrow->y1, color);
    if (strong)
        scene_line(ui->scene, arrow->x0 + 1, arrow->y0, arrow->x1 + 1, arrow->y1, color);
    ui_arrow_head(ui, arrow->x1, arrow->y1, abs(dy) > 6 ? 0 : dx, dy, color);
    scene_fact(ui->scene, "arrow %s %u %s.%s -> %s.%s at %d %d %d %d%s", arrow->flow.kind,
               arrow->flow.id, model->lane[arrow->flow.from_lane].core,
               model->lane[arrow->flow.from_lane].pipe, model->lane[arrow->flow.to_lane].core,
               model->lane[arrow->flow.to_lane].pipe, arrow->x0, arrow->y0, arrow->x1, arrow->y1,
               strong ? " selected" : "");
}

void timeline_arrows(struct view *view, struct ui *ui, const struct timeline *line)
{
    view->arrows = 0;
    for (size_t i = 0; i < view->rows; i++) {
        const struct view_row *row = &view->row[i];
        struct gather gather = {view, row->second};
        if (row->is_core || row->at.y + row->at.h < line->rows.y ||
            row->at.y > line->rows.y + line->rows.h)
            continue;
        if (view->arrows < VIEW_ARROWS)
            belay_trace_flows(timeline_model(view, row)->trace, row->lane, (uint64_t)view->from,
                              (uint64_t)view->to, add_flow, &gather, NULL);
    }
    view->arrows_left_out = view->arrows > MOST_DRAWN;
    ui_push_clip(ui, line->chart);
    for (int pass = 0; pass < 2; pass++) /* the selection's lie above the others */
        for (int i = 0; i < view->arrows; i++) {
            struct view_arrow *arrow = &view->arrow[i];
            bool strong = of_selection(view, arrow);
            place(view, line, arrow);
            if (view->arrows_left_out && !strong)
                arrow->x0 = arrow->x1 = -1;
            if (strong == (pass == 1) && arrow->x0 + arrow->x1 >= 0)
                draw(view, ui, arrow, strong);
        }
    ui_pop_clip(ui);
}

static double distance(const struct view_arrow *arrow, int x, int y)
{
    double dx = arrow->x1 - arrow->x0, dy = arrow->y1 - arrow->y0, length = dx * dx + dy * dy;
    double part = length > 0 ? ((x - arrow->x0) * dx + (y - arrow->y0) * dy) / length : 0;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return hypot(arrow->x0 + part * dx - x, arrow->y0 + part * dy - y);
}

const struct view_arrow *timeline_arrow_at(const struct view *view, const struct ui *ui)
{
    const struct view_arrow *best = NULL;
    double least = ui_px(ui, 4);
    for (int i = 0; i < view->arrows; i++) {
        double far = distance(&view->arrow[i], ui->in.x, ui->in.y);
        if (view->arrow[i].x0 + view->arrow[i].x1 >= 0 && far < least) {
            least = far;
            best = &view->arrow[i];
        }
    }
    return best;
}

void timeline_follow(struct view *view, const struct view_arrow *arrow)
{
    struct model *model = arrow->second ? view->second : view->model;
    belay_trace_flow flow = arrow->flow;
    struct model_item item;
    bool at_set = view->selected && view->item.lane == flow.from_lane &&
                  view->item.kind == MODEL_INSN && view->item.insn.pc == flow.from_pc;
    bool found = at_set
                     ? timeline_insn_of(model, flow.to_lane, flow.to_pc, flow.to_tick, &item)
                     : timeline_insn_of(model, flow.from_lane, flow.from_pc, flow.from_tick, &item);
    if (!found && at_set && flow.to_tick > 0)
        found = timeline_wait_at(model, flow.to_lane, flow.to_tick - 1, &item);
    if (!found) {
        view_say(view, false, "the other side is not in the trace");
        return;
    }
    view_select(view, arrow->second, &item);
    view_show_item(view, &item);
    view_say(view, false, "%s %u: %s.%s to %s.%s", flow.kind, flow.id,
             model->lane[flow.from_lane].core, model->lane[flow.from_lane].pipe,
             model->lane[flow.to_lane].core, model->lane[flow.to_lane].pipe);
}

bool timeline_follow_selected(struct view *view)
{
    for (int i = 0; i < view->arrows; i++)
        if (of_selection(view, &view->arrow[i])) {
            timeline_follow(view, &view->arrow[i]);
            return true;
        }
    return false;
}
