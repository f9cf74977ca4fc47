/* Timeline: a lane for each pipe of each core. This file lays out rows, ruler and marks. */
#include "viewer/timeline.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct model *timeline_model(const struct view *view, const struct view_row *row)
{
    return row->second ? view->second : view->model;
}

static bool begins_core(const struct model *model, size_t lane)
{
    return lane == 0 || strcmp(model->lane[lane].core, model->lane[lane - 1].core) != 0;
}

static void add_row(struct view *view, struct ui *ui, int *y, size_t lane, bool is_core,
                    bool second)
{
    struct view_row *row = &view->row[view->rows++];
    bool folded = is_core && view->folded[lane];
    int height = is_core && !folded  ? ui_px(ui, 17)
                 : second || is_core ? ui_px(ui, 18)
                                     : view->lane_height;
    *row = (struct view_row){lane, is_core, second, {0, *y, 0, height}};
    *y += height;
}

/* A lane, and below it the same lane of the second trace. */
static void add_lane(struct view *view, struct ui *ui, int *y, size_t lane)
{
    size_t other;
    const belay_trace_lane *name = &view->model->lane[lane];
    add_row(view, ui, y, lane, false, false);
    if (view->second != NULL && model_find_lane(view->second, name->core, name->pipe, &other))
        add_row(view, ui, y, other, false, true);
}

/* Rows from the top of the list on: pinned lanes, then core by core. Returns their height. */
static int list_rows(struct view *view, struct ui *ui)
{
    const struct model *model = view->model;
    int y = 0;
    bool folded = false;
    view->rows = 0;
    for (size_t i = 0; i < model->info.lanes; i++)
        if (view->lane[i].pinned)
            add_lane(view, ui, &y, i);
    for (size_t i = 0; i < model->info.lanes; i++) {
        if (begins_core(model, i)) {
            add_row(view, ui, &y, i, true, false);
            folded = view->folded[i];
        }
        bool shown = !view->lane[i].hidden && (!view->lane[i].empty || view->show_empty);
        if (!folded && shown && !view->lane[i].pinned)
            add_lane(view, ui, &y, i);
    }
    return y;
}

/* Lanes as high as all of them fit: higher ones have room for names in both their lines. */
static int tallest_rows(struct view *view, struct ui *ui, int room)
{
    static const int heights[] = {48, 40, 33, 26};
    int all = 0;
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        view->lane_height = ui_px(ui, heights[i]);
        all = list_rows(view, ui);
        if (all <= room)
            break;
    }
    return all;
}

/* 1, 2 or 5 times a power of ten: the step of about `most` labels. */
static double nice_step(double range, double most)
{
    double raw = range / (most < 1 ? 1 : most), power = pow(10, floor(log10(raw < 1 ? 1 : raw)));
    double times = raw / power;
    double step = power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
    return step < 1 ? 1 : step;
}

static void ruler(struct view *view, struct ui *ui, const struct timeline *line)
{
    struct scene_rect at = line->ruler;
    double step = nice_step(view->to - view->from, (double)at.w / ui_px(ui, 130));
    char text[40];
    scene_fill(ui->scene, at, UI_PANEL);
    ui_text(ui, ui_px(ui, 8), at.y + ui_px(ui, 2), FONT_SMALL, UI_SOFT, "tick");
    ui_text(ui, ui_px(ui, 8), at.y + at.h / 2 - 1, FONT_SMALL, UI_FAINT, "time");
    ui_push_clip(ui, (struct scene_rect){line->chart.x, at.y, line->chart.w, at.h + line->rows.h});
    for (double tick = ceil(view->from / step) * step; tick <= view->to; tick += step) {
        int x = timeline_x(view, line, tick);
        scene_fill(ui->scene, (struct scene_rect){x, at.y, 1, at.h + line->rows.h}, UI_RULE);
        ui_text(ui, x + ui_px(ui, 3), at.y + ui_px(ui, 2), FONT_SMALL, UI_INK, "%.0f", tick);
        ui_text(ui, x + ui_px(ui, 3), at.y + at.h / 2 - 1, FONT_SMALL, UI_FAINT, "%s",
                view_time(view->model, tick, text, sizeof text));
    }
    ui_pop_clip(ui);
}

static void marks(struct view *view, struct ui *ui, const struct timeline *line)
{
    for (int i = 0; i < view->marks; i++) {
        int x = timeline_x(view, line, (double)view->mark[i]);
        if (x < line->chart.x || x >= line->chart.x + line->chart.w)
            continue;
        scene_fill(
            ui->scene,
            (struct scene_rect){x, line->ruler.y, ui_px(ui, 1), line->ruler.h + line->rows.h},
            UI_ALARM);
        struct scene_rect flag = {x, line->ruler.y, ui_px(ui, 13), ui_px(ui, 14)};
        scene_fill(ui->scene, flag, UI_ALARM);
        ui_text(ui, x + ui_px(ui, 3), flag.y, FONT_SMALL, UI_PAPER, "%c", 'a' + i);
        ui_tip(ui, flag, "mark %c at tick %" PRIu64 ", %+" PRId64 " from the mark before", 'a' + i,
               view->mark[i], i > 0 ? (int64_t)(view->mark[i] - view->mark[i - 1]) : 0);
        scene_fact(ui->scene, "mark %c %" PRIu64, 'a' + i, view->mark[i]);
    }
}

static void area(struct view *view, struct ui *ui, const struct timeline *line)
{
    if (!view->area.set)
        return;
    int x0 = timeline_x(view, line, (double)view->area.from),
        x1 = timeline_x(view, line, (double)view->area.to);
    int y0 = view->area.y0 < view->area.y1 ? view->area.y0 : view->area.y1,
        y1 = view->area.y0 + view->area.y1 - y0;
    struct scene_rect box = {x0, line->rows.y - view->scroll + y0, x1 - x0, y1 - y0};
    scene_fill(ui->scene, box, 0x300b5cad);
    scene_frame(ui->scene, box, UI_ACCENT);
}

void page_timeline(struct view *view, struct ui *ui, struct scene_rect at)
{
    int label = ui_px(ui, 128), head = 2 * ui_line_height(ui, FONT_SMALL) + ui_px(ui, 2);
    int panel = 10 * (ui_line_height(ui, FONT_SMALL) + ui_px(ui, 3)) + ui_px(ui, 8);
    struct timeline line = {.ruler = {0, at.y, at.w, head},
                            .rows = {0, at.y + head, at.w, at.h - head - panel},
                            .panel = {0, at.y + at.h - panel, at.w, panel}};
    line.chart = (struct scene_rect){label, line.rows.y, at.w - label - ui_px(ui, 9), line.rows.h};
    tallest_rows(view, ui, line.rows.h);
    timeline_input(view, ui, &line);
    int height = tallest_rows(view, ui, line.rows.h); /* keys may have hidden or folded */
    ui_scrollbar(ui, line.rows, height, line.rows.h, &view->scroll);
    ruler(view, ui, &line);
    ui_push_clip(ui, line.rows);
    for (size_t i = 0; i < view->rows; i++) {
        struct view_row *row = &view->row[i];
        row->at.y += line.rows.y - view->scroll;
        row->at.w = line.chart.x + line.chart.w;
        if (row->at.y + row->at.h > line.rows.y && row->at.y < line.rows.y + line.rows.h)
            timeline_draw_row(view, ui, &line, row);
    }
    timeline_arrows(view, ui, &line);
    area(view, ui, &line);
    ui_pop_clip(ui);
    marks(view, ui, &line);
    scene_fill(ui->scene, (struct scene_rect){0, line.panel.y, at.w, 1}, UI_RULE);
    timeline_panel(view, ui, &line);
}
