/* Mouse and keys of the timeline. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/timeline.h"

enum { DRAG_NONE, DRAG_PAN, DRAG_AREA, DRAG_RULER };

static void zoom_at(struct view *view, double tick, double part)
{
    view_set_range(view, tick - (tick - view->from) * part, tick + (view->to - tick) * part, true);
}

static uint64_t tick_at(const struct view *view, const struct timeline *line, int x)
{
    double tick = timeline_tick(view, line, x);
    return tick < view->from ? (uint64_t)view->from
           : tick > view->to ? (uint64_t)view->to
                             : (uint64_t)tick;
}

static void wheel(struct view *view, struct ui *ui, const struct timeline *line)
{
    int height =
        view->rows > 0 ? view->row[view->rows - 1].at.y + view->row[view->rows - 1].at.h : 0;
    bool over = ui_over(ui, line->rows) || ui_over(ui, line->ruler);
    bool scrolls = height > line->rows.h && !ui_over(ui, line->ruler);
    if (ui->in.wheel == 0 || !over || (scrolls && !ui->in.ctrl))
        return;
    zoom_at(view, timeline_tick(view, line, ui->in.x), ui->in.wheel > 0 ? 0.7 : 1 / 0.7);
    ui->in.wheel = 0;
}

static void drag_begin(struct view *view, struct ui *ui, const struct timeline *line)
{
    bool in_chart = ui->in.x >= line->chart.x && ui->in.x < line->chart.x + line->chart.w;
    view->drag_kind = DRAG_NONE;
    view->dragged = false;
    view->drag_x = ui->in.x;
    view->drag_y = ui->in.y;
    view->drag_from = view->from;
    view->drag_to = view->to;
    view->drag_scroll = view->scroll;
    if (in_chart && ui_over(ui, line->ruler))
        view->drag_kind = DRAG_RULER;
    else if (in_chart && ui_over(ui, line->rows))
        view->drag_kind = ui->in.shift ? DRAG_AREA : DRAG_PAN;
}

static void drag_area(struct view *view, struct ui *ui, const struct timeline *line)
{
    int x0 = view->drag_x < ui->in.x ? view->drag_x : ui->in.x, x1 = view->drag_x + ui->in.x - x0;
    view->area.set = true;
    view->area.from = tick_at(view, line, x0);
    view->area.to = tick_at(view, line, x1);
    if (view->drag_kind == DRAG_RULER) {
        view->area.y0 = 0;
        view->area.y1 = 100000;
        return;
    }
    view->area.y0 = view->drag_y - line->rows.y + view->scroll;
    view->area.y1 = ui->in.y - line->rows.y + view->scroll;
}

static void drag(struct view *view, struct ui *ui, const struct timeline *line)
{
    int dx = ui->in.x - view->drag_x, dy = ui->in.y - view->drag_y;
    if (view->drag_kind == DRAG_NONE)
        return;
    if (abs(dx) + abs(dy) > ui_px(ui, 4))
        view->dragged = true;
    if (!view->dragged)
        return;
    if (view->drag_kind == DRAG_PAN) {
        double shift = (double)dx / line->chart.w * (view->drag_to - view->drag_from);
        view_set_range(view, view->drag_from - shift, view->drag_to - shift, false);
        view->scroll = view->drag_scroll - dy;
    } else {
        drag_area(view, ui, line);
    }
}

/* A click that did not become a drag selects what is there, or folds a core. */
static void click(struct view *view, struct ui *ui, const struct timeline *line)
{
    const struct view_arrow *arrow = timeline_arrow_at(view, ui);
    const struct view_row *row = timeline_row_at(view, ui, line);
    struct model_item item;
    if (arrow != NULL) {
        timeline_follow(view, arrow);
    } else if (row != NULL && row->is_core) {
        view->folded[row->lane] = !view->folded[row->lane];
    } else if (row != NULL) {
        struct view_row placed = *row;
        placed.at.y += row->at.w == 0 ? line->rows.y - view->scroll : 0;
        if (timeline_item_at(view, ui, line, &placed, &item))
            view_select(view, row->second, &item);
    }
}

static void mouse(struct view *view, struct ui *ui, const struct timeline *line)
{
    wheel(view, ui, line);
    if (ui->in.pressed)
        drag_begin(view, ui, line);
    if (ui->in.down && ui->active == 0)
        drag(view, ui, line);
    if (!ui->in.released)
        return;
    if (view->drag_kind == DRAG_RULER && view->dragged) {
        view->area.set = false;
        view_set_range(view, (double)view->area.from, (double)view->area.to, true);
    } else if (view->drag_kind == DRAG_PAN && view->dragged) {
        double from = view->from, to = view->to;
        view->from = view->drag_from;
        view->to = view->drag_to;
        view_set_range(view, from, to, true);
    } else if (!view->dragged && ui_over(ui, line->rows)) {
        click(view, ui, line);
    }
    view->drag_kind = DRAG_NONE;
}

static void zoom_to_selection(struct view *view)
{
    double from = view->from, to = view->to;
    if (view->area.set) {
        from = (double)view->area.from;
        to = (double)view->area.to;
    } else if (view->selected) {
        double pad = (double)(view->item.end - view->item.begin) / 2 + 4;
        from = (double)view->item.begin - pad;
        to = (double)view->item.end + pad;
    }
    view_set_range(view, from, to, true);
}

/* The instruction before or behind the selected one in its lane. */
struct beside {
    struct model_item *item;
    uint64_t begin;
    bool back, found;
};

static bool take_beside(void *user, const belay_trace_insn *insn)
{
    struct beside *beside = user;
    if (beside->back ? insn->begin >= beside->begin : insn->begin <= beside->begin)
        return true;
    beside->item->kind = MODEL_INSN;
    beside->item->begin = insn->begin;
    beside->item->end = insn->end;
    beside->item->insn = *insn;
    beside->found = true;
    return beside->back;
}

static void step_item(struct view *view, bool back)
{
    struct model *model = view->selected_second ? view->second : view->model;
    struct model_item item = view->item;
    struct beside beside = {.item = &item, .begin = view->item.begin, .back = back};
    if (!view->selected)
        return;
    for (uint64_t far = 256; !beside.found && far < (uint64_t)1 << 40; far *= 8) {
        uint64_t low = view->item.begin > far ? view->item.begin - far : 0;
        belay_trace_insns(model->trace, item.lane, back ? low : view->item.begin + 1,
                          back ? view->item.begin : view->item.begin + far, take_beside, &beside,
                          NULL);
        if (back ? low == 0 : view->item.begin + far > model->info.end)
            break;
    }
    if (!beside.found)
        return;
    view_select(view, view->selected_second, &item);
    view_show_item(view, &item);
}

static void lane_keys(struct view *view, struct ui *ui, const struct timeline *line)
{
    const struct view_row *row = timeline_row_at(view, ui, line);
    bool lane = row != NULL && !row->is_core && !row->second;
    size_t core = row != NULL ? row->lane : 0;
    if (ui_key(ui, 'p') && lane)
        view->lane[row->lane].pinned = !view->lane[row->lane].pinned;
    if (ui_key(ui, 'h') && lane)
        view->lane[row->lane].hidden = true;
    if (ui_key(ui, 'u'))
        for (size_t i = 0; i < view->model->info.lanes; i++)
            view->lane[i].hidden = false;
    if (ui_key(ui, 'e'))
        view->show_empty = !view->show_empty;
    if (ui_key(ui, 'c') && row != NULL && !row->second) {
        while (core > 0 &&
               strcmp(view->model->lane[core - 1].core, view->model->lane[row->lane].core) == 0)
            core--;
        view->folded[core] = !view->folded[core];
    }
    if (ui_key(ui, 'C')) {
        bool fold = !view->folded[0];
        for (size_t i = 0; i < view->model->info.lanes; i++)
            view->folded[i] = fold;
    }
}

static void mark_keys(struct view *view, struct ui *ui, const struct timeline *line)
{
    bool over = ui->in.x >= line->chart.x && ui_over(ui, line->rows);
    if (ui_key(ui, 'm') && view->marks < VIEW_MARKS && (over || view->selected)) {
        view->mark[view->marks] = over ? tick_at(view, line, ui->in.x) : view->item.begin;
        view->marks++;
        if (view->marks > 1)
            view_say(view, false, "mark %c is %" PRId64 " ticks behind mark %c",
                     'a' + view->marks - 1,
                     (int64_t)(view->mark[view->marks - 1] - view->mark[view->marks - 2]),
                     'a' + view->marks - 2);
    }
    if (ui_key(ui, 'M'))
        view->marks = 0;
}

void timeline_input(struct view *view, struct ui *ui, const struct timeline *line)
{
    double width = view->to - view->from, middle = (view->from + view->to) / 2;
    double centre = ui_over(ui, line->chart) ? timeline_tick(view, line, ui->in.x) : middle;
    mouse(view, ui, line);
    if (ui_key(ui, 'w'))
        zoom_at(view, centre, 0.5);
    if (ui_key(ui, 's'))
        zoom_at(view, centre, 2);
    if (ui_key(ui, 'a') || ui_key(ui, KEY_LEFT))
        view_set_range(view, view->from - width / 5, view->to - width / 5, true);
    if (ui_key(ui, 'd') || ui_key(ui, KEY_RIGHT))
        view_set_range(view, view->from + width / 5, view->to + width / 5, true);
    if (ui_key(ui, KEY_UP))
        view->scroll -= ui_px(ui, 40);
    if (ui_key(ui, KEY_DOWN))
        view->scroll += ui_px(ui, 40);
    if (ui_key(ui, '0'))
        view_set_range(view, (double)view->model->info.begin, 1e18, true);
    if ((ui_key(ui, 'z') || ui_key(ui, KEY_CTRL + 'z')) && view->undo_count > 0) {
        view->undo_count--;
        view->from = view->undo[view->undo_count].from;
        view->to = view->undo[view->undo_count].to;
    }
    if (ui_key(ui, 'f'))
        zoom_to_selection(view);
    if (ui_key(ui, 'g') && !timeline_follow_selected(view))
        view_say(view, false, "nothing in sight waits for the selection, and it waits for nothing");
    if (ui_key(ui, '['))
        step_item(view, true);
    if (ui_key(ui, ']'))
        step_item(view, false);
    lane_keys(view, ui, line);
    mark_keys(view, ui, line);
}
