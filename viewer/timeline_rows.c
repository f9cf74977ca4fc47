/* What a row of the timeline shows. Near: the instructions as boxes over a strip of what the lane
 * did or waited for. Far: columns with the share of each state. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/timeline.h"

enum { MOST_BOXES = 2000 };

struct box {
    uint64_t begin, end, pc;
    const char *text;
    bool is_call, in_call;
};

struct boxes {
    struct box at[MOST_BOXES];
    size_t n;
    bool too_many, overlap;
    uint64_t last_end;
};

static bool add_box(void *user, const belay_trace_insn *insn)
{
    struct boxes *boxes = user;
    if (boxes->n == MOST_BOXES) {
        boxes->too_many = true;
        return false;
    }
    boxes->overlap |= insn->begin < boxes->last_end;
    boxes->last_end = insn->end;
    boxes->at[boxes->n++] =
        (struct box){insn->begin, insn->end, insn->pc, insn->text, insn->is_call, insn->in_call};
    return true;
}

/* The instructions of a lane when they are few enough to be told apart; false: too many. */
static bool near_boxes(struct view *view, struct model *model, size_t lane, int width,
                       struct boxes *boxes)
{
    double whole = (double)(model->info.end - model->info.begin);
    double part = whole > 0 ? (view->to - view->from) / whole : 1;
    double guess = (double)model->info.instructions / (double)(model->info.lanes + 1) * part;
    boxes->n = 0;
    boxes->too_many = boxes->overlap = false;
    boxes->last_end = 0;
    if (guess > 40 * MOST_BOXES)
        return false;
    if (belay_trace_insns(model->trace, lane, (uint64_t)view->from, (uint64_t)view->to, add_box,
                          boxes, NULL) != BELAY_OK)
        return false;
    return !boxes->too_many && boxes->n < (size_t)width;
}

struct labels { /* of waits that are wide enough for their name */
    struct view *view;
    struct ui *ui;
    const struct timeline *line;
    struct model *model;
    struct scene_rect at;
    int left; /* no more than this many */
};

static bool wait_label(void *user, const belay_trace_span *span)
{
    struct labels *labels = user;
    struct ui *ui = labels->ui;
    int x0 = timeline_x(labels->view, labels->line, (double)span->begin),
        x1 = timeline_x(labels->view, labels->line, (double)span->end);
    const char *name = belay_trace_state(labels->model->trace, span->state);
    x0 = x0 < labels->at.x ? labels->at.x : x0;
    x1 = x1 > labels->at.x + labels->at.w ? labels->at.x + labels->at.w : x1;
    if (span->state != MODEL_BUSY && x1 - x0 > ui_width(ui, FONT_SMALL, name) + ui_px(ui, 6))
        ui_text(ui, x0 + ui_px(ui, 3), labels->at.y, FONT_SMALL, UI_FAINT, "%s", name);
    return --labels->left > 0;
}

static void draw_box(struct view *view, struct ui *ui, const struct timeline *line,
                     const struct model *model, const struct view_row *row, const struct box *box,
                     struct scene_rect at)
{
    static const scene_color fill = 0xffb9d6ee, call = 0xffd9e8c8, edge = 0xff3d6f9e;
    int x0 = timeline_x(view, line, (double)box->begin),
        x1 = timeline_x(view, line, (double)box->end);
    const belay_trace_lane *lane = &model->lane[row->lane];
    char name[64];
    belay_trace_insn insn = {.text = box->text};
    bool chosen = view->code_pc == box->pc && view->code_pc != 0;
    at.x = x0;
    at.w = x1 > x0 ? x1 - x0 : 1;
    if (at.w >= 3)
        scene_fact(ui->scene, "insn %s%s.%s %s %" PRIu64 "..%" PRIu64 " at %d %d %d",
                   row->second ? "second " : "", lane->core, lane->pipe,
                   model_mnemonic(&insn, name, sizeof name), box->begin, box->end, at.x,
                   at.y + at.h / 2, at.w);
    scene_fill(ui->scene, at, box->is_call ? call : chosen ? 0xff8fbde3 : fill);
    if (at.w >= 3) {
        scene_fill(ui->scene, (struct scene_rect){at.x, at.y, 1, at.h}, edge);
        scene_fill(ui->scene, (struct scene_rect){at.x, at.y + at.h - 1, at.w, 1}, edge);
    }
    bool selected = view->selected && view->item.kind == MODEL_INSN &&
                    view->selected_second == row->second && view->item.lane == row->lane &&
                    view->item.begin == box->begin && view->item.insn.pc == box->pc;
    if (selected)
        scene_frame(ui->scene, (struct scene_rect){at.x - 1, at.y - 1, at.w + 2, at.h + 2}, UI_INK);
    int left = at.x < line->chart.x ? line->chart.x : at.x, pad = ui_px(ui, 3);
    int room = at.x + at.w - left - 2 * pad;
    if (room > ui_px(ui, 18) && at.h >= ui_px(ui, 12))
        ui_text_in(ui, left + pad, at.y + (at.h - ui_line_height(ui, FONT_SMALL)) / 2, room,
                   FONT_SMALL, UI_INK, model_mnemonic(&insn, name, sizeof name));
}

/* Boxes in one line, or in two where they overlap: calls of vector functions above what is in them,
 * an instruction that begins before the last one has ended below that. */
static void draw_boxes(struct view *view, struct ui *ui, const struct timeline *line,
                       const struct model *model, const struct view_row *row,
                       const struct boxes *boxes, struct scene_rect at)
{
    uint64_t above_end = 0;
    for (size_t i = 0; i < boxes->n; i++) {
        const struct box *box = &boxes->at[i];
        struct scene_rect place = at;
        if (boxes->overlap) {
            bool below = box->in_call || (!box->is_call && box->begin < above_end);
            place.h = at.h / 2;
            place.y += below ? at.h - at.h / 2 : 0;
            if (!below)
                above_end = box->end;
        }
        draw_box(view, ui, line, model, row, box, place);
    }
}

static void lane_label(struct view *view, struct ui *ui, const struct timeline *line,
                       const struct view_row *row)
{
    struct model *model = timeline_model(view, row);
    const belay_trace_lane *lane = &model->lane[row->lane];
    double totals[MODEL_MOST_STATES];
    view_totals(view, model, row->lane, view->from, view->to, totals);
    double busy = 100 * totals[MODEL_BUSY] / (view->to - view->from);
    int y = row->at.y + (row->at.h - ui_line_height(ui, FONT_SMALL)) / 2;
    bool pinned = !row->second && view->lane[row->lane].pinned;
    scene_fill(ui->scene, (struct scene_rect){0, row->at.y, line->chart.x, row->at.h},
               ui_over(ui, row->at) ? UI_PALE
               : row->second        ? UI_PAPER
                                    : UI_PANEL);
    ui_text(ui, ui_px(ui, row->second ? 30 : 18), y, FONT_SMALL, UI_INK, "%s%s%s%s",
            row->second ? "2nd " : "", pinned ? lane->core : "", pinned ? " " : "", lane->pipe);
    ui_text_right(ui, line->chart.x - ui_px(ui, 6), y, FONT_SMALL, UI_SOFT, "%.1f%%", busy);
    if (pinned)
        scene_fill(ui->scene,
                   (struct scene_rect){ui_px(ui, 6), y + ui_px(ui, 4), ui_px(ui, 6), ui_px(ui, 6)},
                   UI_ACCENT);
    scene_fact(ui->scene, "lane %s%s.%s busy %.1f%% y %d", row->second ? "second " : "", lane->core,
               lane->pipe, busy, row->at.y);
}

static void draw_lane(struct view *view, struct ui *ui, const struct timeline *line,
                      const struct view_row *row)
{
    static struct boxes boxes;
    struct model *model = timeline_model(view, row);
    struct scene_rect at = {line->chart.x, row->at.y + 1, line->chart.w, row->at.h - 2};
    bool near = near_boxes(view, model, row->lane, line->chart.w, &boxes);
    lane_label(view, ui, line, row);
    int strip = near ? at.h * 3 / 10 : at.h;
    view_paint_lane(view, ui, model, row->lane,
                    (struct scene_rect){at.x, at.y + at.h - strip, at.w, strip}, view->from,
                    view->to);
    if (near) {
        struct scene_rect above = {at.x, at.y, at.w, at.h - strip};
        struct labels labels = {view, ui, line, model, above, 2000};
        ui_push_clip(ui, (struct scene_rect){at.x, row->at.y, at.w, row->at.h});
        belay_trace_spans(model->trace, row->lane, (uint64_t)view->from, (uint64_t)view->to,
                          wait_label, &labels, NULL);
        draw_boxes(view, ui, line, model, row, &boxes, above);
        ui_pop_clip(ui);
    }
    scene_fill(ui->scene, (struct scene_rect){0, row->at.y + row->at.h - 1, row->at.w, 1}, UI_RULE);
}

/* The head of a core; folded, its lanes as thin strips. */
static void draw_core(struct view *view, struct ui *ui, const struct timeline *line,
                      const struct view_row *row)
{
    const struct model *model = view->model;
    const char *core = model->lane[row->lane].core;
    bool folded = view->folded[row->lane];
    int y = row->at.y + (row->at.h - ui_line_height(ui, FONT_SMALL)) / 2;
    scene_fill(ui->scene, row->at, 0xffe6eaee);
    ui_text(ui, ui_px(ui, 5), y, FONT_SMALL, UI_INK, "%s %s", folded ? "+" : "-", core);
    scene_fact(ui->scene, "core %s %s y %d", core, folded ? "folded" : "open", row->at.y);
    if (!folded)
        return;
    int shown = 0, k = 0;
    for (size_t i = row->lane; i < model->info.lanes && strcmp(model->lane[i].core, core) == 0; i++)
        shown += !view->lane[i].empty;
    for (size_t i = row->lane; i < model->info.lanes && strcmp(model->lane[i].core, core) == 0;
         i++) {
        if (view->lane[i].empty)
            continue;
        int top = row->at.h * k / shown, bottom = row->at.h * (k + 1) / shown;
        view_paint_lane(view, ui, view->model, i,
                        (struct scene_rect){line->chart.x, row->at.y + top, line->chart.w,
                                            bottom - top > 2 ? bottom - top - 1 : bottom - top},
                        view->from, view->to);
        k++;
    }
}

void timeline_draw_row(struct view *view, struct ui *ui, const struct timeline *line,
                       const struct view_row *row)
{
    if (row->is_core)
        draw_core(view, ui, line, row);
    else
        draw_lane(view, ui, line, row);
}

/* --- what is where
 * ------------------------------------------------------------------------------ */

const struct view_row *timeline_row_at(const struct view *view, const struct ui *ui,
                                       const struct timeline *line)
{
    if (!ui_over(ui, line->rows))
        return NULL;
    for (size_t i = 0; i < view->rows; i++) {
        struct scene_rect at = view->row[i].at; /* before or after the rows were placed */
        int y = view->row[i].at.w == 0 ? at.y + line->rows.y - view->scroll : at.y;
        if (ui->in.y >= y && ui->in.y < y + at.h)
            return &view->row[i];
    }
    return NULL;
}

struct nearest {
    struct model_item *item;
    bool found, want_inner, any;
    uint64_t pc, tick;
};

static void keep(struct nearest *nearest, const belay_trace_insn *insn)
{
    nearest->item->kind = MODEL_INSN;
    nearest->item->begin = insn->begin;
    nearest->item->end = insn->end;
    nearest->item->insn = *insn;
    nearest->found = true;
}

static bool take_nearest(void *user, const belay_trace_insn *insn)
{
    struct nearest *nearest = user;
    if (!nearest->found || insn->in_call == nearest->want_inner)
        keep(nearest, insn);
    return true;
}

static bool take_wait(void *user, const belay_trace_span *span)
{
    struct model_item *item = user;
    item->kind = MODEL_WAIT;
    item->state = span->state;
    item->begin = span->begin;
    item->end = span->end;
    return false;
}

bool timeline_wait_at(struct model *model, size_t lane, uint64_t tick, struct model_item *item)
{
    memset(item, 0, sizeof *item);
    item->lane = lane;
    belay_trace_spans(model->trace, lane, tick, tick + 1, take_wait, item, NULL);
    return item->end > item->begin && item->state != MODEL_BUSY;
}

bool timeline_item_at(struct view *view, struct ui *ui, const struct timeline *line,
                      const struct view_row *row, struct model_item *item)
{
    struct model *model = timeline_model(view, row);
    if (row->is_core || ui->in.x < line->chart.x || ui->in.x >= line->chart.x + line->chart.w)
        return false;
    double t0 = timeline_tick(view, line, ui->in.x), t1 = timeline_tick(view, line, ui->in.x + 1);
    uint64_t from = (uint64_t)(t0 < 0 ? 0 : t0), to = (uint64_t)t1 > from ? (uint64_t)t1 : from + 1;
    bool strip = ui->in.y >= row->at.y + row->at.h * 7 / 10;
    memset(item, 0, sizeof *item);
    item->lane = row->lane;
    if (strip && timeline_wait_at(model, row->lane, from, item))
        return true;
    struct nearest nearest = {.item = item,
                              .want_inner = ui->in.y > row->at.y + row->at.h * 35 / 100};
    if (to - from < 100000)
        belay_trace_insns(model->trace, row->lane, from, to, take_nearest, &nearest, NULL);
    return nearest.found || timeline_wait_at(model, row->lane, from, item);
}

static bool take_pc(void *user, const belay_trace_insn *insn)
{
    struct nearest *nearest = user;
    if (insn->pc == nearest->pc && (insn->begin <= nearest->tick || !nearest->found))
        keep(nearest, insn);
    return true;
}

bool timeline_insn_of(struct model *model, size_t lane, uint64_t pc, uint64_t tick,
                      struct model_item *item)
{
    struct nearest nearest = {.item = item, .pc = pc, .tick = tick};
    memset(item, 0, sizeof *item);
    item->lane = lane;
    for (uint64_t back = 64; !nearest.found && back < (uint64_t)1 << 40; back *= 16) {
        belay_trace_insns(model->trace, lane, tick > back ? tick - back : 0, tick + 2, take_pc,
                          &nearest, NULL);
        if (back > tick)
            break;
    }
    return nearest.found;
}
