/* Lanes as pictures: shares of states in columns of pixels, totals, the legend. */
#include <stdlib.h>
#include <string.h>

#include "viewer/view.h"

const float *view_ticks(struct view *view, struct model *model, size_t lane, double from, double to,
                        size_t n)
{
    size_t want = n * model->info.states;
    if (want > view->tick_room) {
        float *more = realloc(view->ticks, want * sizeof *more);
        if (more == NULL)
            return NULL;
        view->ticks = more;
        view->tick_room = want;
    }
    belay_status status =
        belay_trace_summary(model->trace, lane, (uint64_t)from, (uint64_t)to, n, view->ticks, NULL);
    return status == BELAY_OK ? view->ticks : NULL;
}

double view_totals(struct view *view, struct model *model, size_t lane, double from, double to,
                   double totals[MODEL_MOST_STATES])
{
    const float *ticks = view_ticks(view, model, lane, from, to, 1);
    double sum = 0;
    memset(totals, 0, MODEL_MOST_STATES * sizeof *totals);
    for (size_t i = 0; ticks != NULL && i < model->info.states && i < MODEL_MOST_STATES; i++) {
        totals[i] = (double)ticks[i];
        sum += totals[i];
    }
    return sum;
}

static scene_color darker(scene_color color)
{
    return 0xff000000 | (((color >> 1) & 0x7f7f7f) + ((color >> 3) & 0x1f1f1f));
}

/* One column: states from the bottom up, each as high as its share of the time. */
static void paint_column(const struct model *model, const float *ticks, double whole,
                         struct scene_rect at, int x, uint32_t *pixels)
{
    int y = at.h; /* rows below are painted */
    double share = 0;
    for (size_t s = 0; s < model->info.states && y > 0; s++) {
        bool hatched = false;
        if (ticks[s] <= 0)
            continue;
        share += (double)ticks[s] / whole;
        int top = at.h - (int)(share * at.h + 0.5);
        scene_color color = view_color(model, s, &hatched), dark = darker(color);
        for (top = top < 0 ? 0 : top; y > top; y--) {
            bool stripe = hatched && (at.x + x + at.y + y - 1) % 5 == 0;
            pixels[(y - 1) * at.w + x] = stripe ? dark : color;
        }
    }
}

void view_paint_shares(struct ui *ui, const struct model *model, const float *ticks, double whole,
                       struct scene_rect at)
{
    uint32_t *pixels = scene_image(ui->scene, at);
    if (pixels == NULL)
        return;
    for (int i = 0; i < at.w * at.h; i++)
        pixels[i] = UI_PAPER;
    for (int x = 0; x < at.w; x++)
        paint_column(model, ticks + (size_t)x * model->info.states, whole, at, x, pixels);
}

void view_paint_lane(struct view *view, struct ui *ui, struct model *model, size_t lane,
                     struct scene_rect at, double from, double to)
{
    if (at.w <= 0 || at.h <= 0)
        return;
    const float *ticks = view_ticks(view, model, lane, from, to, (size_t)at.w);
    if (ticks == NULL)
        return;
    view_paint_shares(ui, model, ticks, (to - from) / at.w, at);
}

/* --- the legend
 * --------------------------------------------------------------------------------- */

/* Ticks of each state over all lanes that are not hidden, in the visible range. */
static double visible_totals(struct view *view, double totals[MODEL_MOST_STATES])
{
    double one[MODEL_MOST_STATES], sum = 0;
    memset(totals, 0, MODEL_MOST_STATES * sizeof *totals);
    for (size_t i = 0; i < view->model->info.lanes; i++) {
        if (view->lane[i].hidden)
            continue;
        sum += view_totals(view, view->model, i, view->from, view->to, one);
        for (size_t s = 0; s < view->model->info.states; s++)
            totals[s] += one[s];
    }
    return sum;
}

void view_legend(struct view *view, struct ui *ui, struct scene_rect at)
{
    double totals[MODEL_MOST_STATES], sum = visible_totals(view, totals);
    const struct model *model = view->model;
    int line = ui_line_height(ui, FONT_SMALL) + ui_px(ui, 3), column = ui_px(ui, 186);
    int x = at.x, y = at.y, box = ui_px(ui, 12);
    for (size_t s = 0; s < model->info.states; s++) {
        bool hatched = false;
        scene_color color = view_color(model, s, &hatched);
        double share = sum > 0 ? 100 * totals[s] / sum : 0;
        if (y + line > at.y + at.h) {
            y = at.y;
            x += column;
        }
        if (x + column > at.x + at.w + ui_px(ui, 20))
            break;
        struct scene_rect mark = {x, y + ui_px(ui, 2), box, box};
        scene_fill(ui->scene, mark, color);
        if (hatched)
            scene_hatch(ui->scene, mark, darker(color));
        scene_frame(ui->scene, mark, UI_FAINT);
        scene_color ink = totals[s] > 0 ? UI_INK : UI_FAINT;
        ui_text(ui, x + box + ui_px(ui, 6), y, FONT_SMALL, ink, "%s",
                belay_trace_state(model->trace, s));
        ui_text_right(ui, x + column - ui_px(ui, 16), y, FONT_SMALL, ink, "%.1f%%", share);
        scene_fact(ui->scene, "legend %s #%06x %s %.1f%%", belay_trace_state(model->trace, s),
                   color & 0xffffff, hatched ? "striped" : "plain", share);
        y += line;
    }
}
