/* Roofline and report: where the run stands between the chip's memory and its arithmetic, and where
 * each pipe's time went; with a second trace, both and the difference. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/code_stats.h"
#include "viewer/view.h"

struct point {
    double intensity, rate; /* operations a byte; operations a second */
    double operations, bytes, seconds;
};

/* Work of a run over its length. */
static bool measure(struct view *view, struct model *model, struct code_stats **stats,
                    struct point *point, double *part)
{
    if (*stats == NULL && (*stats = calloc(1, sizeof **stats)) != NULL &&
        !code_stats_open(*stats, model))
        return false;
    if (*stats == NULL || (*stats)->line == NULL)
        return false;
    if ((*stats)->version != model->version) {
        code_stats_close(*stats);
        if (!code_stats_open(*stats, model))
            return false;
    }
    *part = code_stats_go_on(*stats, model, view->patient ? 0 : 0.012);
    memset(point, 0, sizeof *point);
    for (size_t i = 0; i < (*stats)->lines; i++) {
        point->operations += (*stats)->line[i].operations;
        point->bytes += (double)(*stats)->line[i].gm_bytes;
    }
    double clock = (double)model->info.clock_mhz * 1e6;
    point->seconds = clock > 0 ? (double)(model->info.end - model->info.begin) / clock : 0;
    point->rate = point->seconds > 0 ? point->operations / point->seconds : 0;
    point->intensity = point->bytes > 0 ? point->operations / point->bytes : 0;
    return true;
}

/* --- the diagram: both axes logarithmic
 * --------------------------------------------------------- */

struct axes {
    struct scene_rect at;
    double x0, x1, y0, y1; /* powers of ten */
};

static int axis_x(const struct axes *axes, double value)
{
    return axes->at.x + (int)((log10(value) - axes->x0) / (axes->x1 - axes->x0) * axes->at.w);
}

static int axis_y(const struct axes *axes, double value)
{
    return axes->at.y + axes->at.h -
           (int)((log10(value) - axes->y0) / (axes->y1 - axes->y0) * axes->at.h);
}

static void grid(struct ui *ui, const struct axes *axes)
{
    static const char *const prefix[] = {"", "k", "M", "G", "T", "P", "E"};
    int text = ui_line_height(ui, FONT_SMALL);
    for (double p = axes->x0; p <= axes->x1; p += 1) {
        int x = axis_x(axes, pow(10, p));
        scene_fill(ui->scene, (struct scene_rect){x, axes->at.y, 1, axes->at.h}, UI_RULE);
        ui_text(ui, x - ui_px(ui, 8), axes->at.y + axes->at.h + 3, FONT_SMALL, UI_SOFT, "%g",
                pow(10, p));
    }
    for (double p = axes->y0; p <= axes->y1; p += 1) {
        int y = axis_y(axes, pow(10, p)), k = (int)p / 3;
        scene_fill(ui->scene, (struct scene_rect){axes->at.x, y, axes->at.w, 1}, UI_RULE);
        ui_text_right(ui, axes->at.x - 6, y - text / 2, FONT_SMALL, UI_SOFT, "%g%s",
                      pow(10, p - 3 * k), prefix[k < 6 ? k : 6]);
    }
    ui_text(ui, axes->at.x, axes->at.y - text - 4, FONT_SMALL, UI_SOFT, "operations a second");
    ui_text_right(ui, axes->at.x + axes->at.w, axes->at.y + axes->at.h + text + 3, FONT_SMALL,
                  UI_SOFT, "operations for each byte of global memory");
}

static void roof(struct ui *ui, const struct axes *axes, double peak, double bytes,
                 const char *name, scene_color color)
{
    if (peak <= 0 || bytes <= 0)
        return;
    double ridge = peak / bytes, left = pow(10, axes->x0), right = pow(10, axes->x1);
    int y = axis_y(axes, peak), x = axis_x(axes, ridge);
    for (int k = 0; k < 2; k++) {
        scene_line(ui->scene, axis_x(axes, left), axis_y(axes, left * bytes) + k, x, y + k, color);
        scene_line(ui->scene, x, y + k, axis_x(axes, right), y + k, color);
    }
    ui_text_right(ui, axes->at.x + axes->at.w - 4, y - ui_line_height(ui, FONT_SMALL) - 1,
                  FONT_SMALL, color, "%s %.3g Top/s", name, peak / 1e12);
    scene_fact(ui->scene, "roof %s %.4g ridge %.4g", name, peak, ridge);
}

static void draw_point(struct ui *ui, const struct axes *axes, const struct point *point,
                       const char *name, scene_color color)
{
    if (point->intensity <= 0 || point->rate <= 0)
        return;
    int x = axis_x(axes, point->intensity), y = axis_y(axes, point->rate), r = ui_px(ui, 4);
    scene_fill(ui->scene, (struct scene_rect){x - r, y - r, 2 * r + 1, 2 * r + 1}, color);
    ui_text(ui, x + r + 5, y - ui_line_height(ui, FONT_SMALL) / 2, FONT_SMALL, color, "%s", name);
    scene_fact(ui->scene, "point %s intensity %.4g rate %.4g", name, point->intensity, point->rate);
}

static void diagram(struct view *view, struct ui *ui, struct scene_rect at,
                    const struct point *first, const struct point *second)
{
    const struct model *model = view->model;
    double low = first->rate > 0 ? floor(log10(first->rate)) - 1 : 9;
    double top = model->peak_cube > model->peak_vector ? model->peak_cube : model->peak_vector;
    double sparse = first->intensity > 0 ? floor(log10(first->intensity)) - 1 : -2;
    struct axes axes = {at, sparse > -2 ? -2 : sparse, 4, low > 9 ? 9 : low,
                        top > 0 ? ceil(log10(top)) : 15};
    scene_fill(ui->scene, at, UI_PAPER);
    grid(ui, &axes);
    ui_push_clip(ui, at);
    roof(ui, &axes, model->peak_cube, model->peak_bytes, "Cube, f16", 0xff882255);
    roof(ui, &axes, model->peak_vector, model->peak_bytes, "vector, f32", 0xff0072b2);
    ui_pop_clip(ui);
    draw_point(ui, &axes, first, "this run", 0xffb3261e);
    if (second != NULL)
        draw_point(ui, &axes, second, "second", 0xff009e73);
}

/* --- the report
 * --------------------------------------------------------------------------------- */

/* Means over the lanes of a pipe that worked, in per cent of the run. */
static size_t pipe_means(struct view *view, struct model *model, const char *pipe,
                         double mean[MODEL_MOST_STATES])
{
    double totals[MODEL_MOST_STATES], length = (double)(model->info.end - model->info.begin);
    size_t n = 0;
    memset(mean, 0, MODEL_MOST_STATES * sizeof *mean);
    for (size_t i = 0; i < model->info.lanes; i++) {
        if (strcmp(model->lane[i].pipe, pipe) != 0)
            continue;
        view_totals(view, model, i, (double)model->info.begin, (double)model->info.end, totals);
        if (totals[MODEL_BUSY] <= 0)
            continue;
        for (size_t s = 0; s < model->info.states; s++)
            mean[s] += 100 * totals[s] / length;
        n++;
    }
    for (size_t s = 0; n > 0 && s < model->info.states; s++)
        mean[s] /= (double)n;
    return n;
}

static void pipe_line(struct view *view, struct ui *ui, int x, int *y, int width, const char *pipe)
{
    struct model *model = view->model;
    double mean[MODEL_MOST_STATES], other[MODEL_MOST_STATES];
    size_t n = pipe_means(view, model, pipe, mean), size = 0;
    char text[300] = "";
    if (n == 0)
        return;
    bool hatched;
    int wide = ui_px(ui, 84);
    ui_text(ui, x, *y, FONT_BODY, UI_INK, "%s", pipe);
    ui_text_right(ui, x + ui_px(ui, 84), *y, FONT_BODY, UI_SOFT, "%zu", n);
    scene_fill(ui->scene, (struct scene_rect){x + ui_px(ui, 94), *y + 3, wide, ui_px(ui, 10)},
               UI_PANEL);
    scene_fill(
        ui->scene,
        (struct scene_rect){x + ui_px(ui, 94), *y + 3, (int)(mean[0] / 100 * wide), ui_px(ui, 10)},
        view_color(model, MODEL_BUSY, &hatched));
    ui_text_right(ui, x + ui_px(ui, 230), *y, FONT_BODY, UI_INK, "%.1f%%", mean[0]);
    if (view->second != NULL && pipe_means(view, view->second, pipe, other) > 0)
        ui_text_right(ui, x + ui_px(ui, 300), *y, FONT_BODY, UI_ACCENT, "%+.1f",
                      other[0] - mean[0]);
    for (int k = 0; k < 3; k++) {
        size_t best = 0;
        for (size_t s = 1; s < model->info.states; s++)
            best = mean[s] > (best == 0 ? 0.05 : mean[best]) ? s : best;
        if (best == 0)
            break;
        size +=
            (size_t)snprintf(text + size, sizeof text - size, "%s%s %.1f%%", size > 0 ? ", " : "",
                             belay_trace_state(model->trace, best), mean[best]);
        mean[best] = 0;
    }
    int from = x + ui_px(ui, view->second != NULL ? 312 : 242);
    ui_text_in(ui, from, *y + 1, x + width - from, FONT_SMALL, UI_SOFT, text);
    scene_fact(ui->scene, "report %s lanes %zu busy %.1f%% waits %s", pipe, n, mean[0], text);
    *y += ui_line_height(ui, FONT_BODY) + ui_px(ui, 5);
}

static void work_lines(struct ui *ui, int x, int *y, const char *name, const struct model *model,
                       const struct point *point)
{
    int line = ui_line_height(ui, FONT_BODY) + ui_px(ui, 3);
    char time[40];
    double roof = point->intensity * model->peak_bytes;
    roof = roof < model->peak_vector || model->peak_vector <= 0 ? roof : model->peak_vector;
    ui_text(ui, x, *y, FONT_BOLD, UI_INK, "%s", name);
    ui_text(ui, x, *y += line, FONT_BODY, UI_INK, "%" PRIu64 " ticks, %s",
            model->info.end - model->info.begin,
            view_time(model, (double)(model->info.end - model->info.begin), time, sizeof time));
    ui_text(ui, x, *y += line, FONT_BODY, UI_INK, "%.10g operations, %.10g bytes of global memory",
            point->operations, point->bytes);
    ui_text(ui, x, *y += line, FONT_BODY, UI_INK, "%.3g operations a byte, %.4g Gop/s, %.4g GB/s",
            point->intensity, point->rate / 1e9,
            point->seconds > 0 ? point->bytes / point->seconds / 1e9 : 0);
    if (model->peak_bytes > 0 && point->seconds > 0)
        ui_text(ui, x, *y += line, FONT_BODY, UI_INK,
                "%.1f%% of the memory's rate (%.4g GB/s), %.2f%% of the vector roof",
                100 * point->bytes / point->seconds / model->peak_bytes, model->peak_bytes / 1e9,
                roof > 0 ? 100 * point->rate / roof : 0);
    scene_fact(ui->scene, "work %s operations %.6g bytes %.6g seconds %.6g", name,
               point->operations, point->bytes, point->seconds);
    *y += line + ui_px(ui, 6);
}

void page_roofline(struct view *view, struct ui *ui, struct scene_rect at)
{
    static const char *const pipes[] = {"s", "v", "m", "mte1", "mte2", "mte3", "fix"};
    struct point first = {0}, second = {0};
    double part = 1, part2 = 1;
    int pad = ui_px(ui, 12), y = at.y + pad, x = at.x + at.w / 2 + pad;
    if (!measure(view, view->model, &view->stats, &first, &part))
        return;
    bool two =
        view->second != NULL && measure(view, view->second, &view->second_stats, &second, &part2);
    struct scene_rect plot = {at.x + ui_px(ui, 56), at.y + ui_px(ui, 44), at.w / 2 - ui_px(ui, 76),
                              at.h - ui_px(ui, 96)};
    ui_text(ui, at.x + pad, y, FONT_BOLD, UI_INK, "Roofline");
    diagram(view, ui, plot, &first, two ? &second : NULL);
    ui_text(ui, x, y, FONT_BOLD, UI_INK, "Pipes");
    ui_text(ui, x + ui_px(ui, 60), y + 1, FONT_SMALL, UI_SOFT,
            "lanes at work, mean busy%s, longest waits",
            view->second != NULL ? ", second trace less the first" : "");
    y += ui_line_height(ui, FONT_BOLD) + ui_px(ui, 6);
    for (size_t i = 0; i < sizeof pipes / sizeof *pipes; i++)
        pipe_line(view, ui, x, &y, at.x + at.w - x - pad, pipes[i]);
    y += ui_px(ui, 10);
    work_lines(ui, x, &y, "Work", view->model, &first);
    if (two)
        work_lines(ui, x, &y, "Second trace", view->second, &second);
    ui_text(ui, x, y, FONT_SMALL, UI_SOFT,
            "Operations count every lane of a vector register, masked or not;");
    y += ui_line_height(ui, FONT_SMALL) + 2;
    ui_text(ui, x, y, FONT_SMALL, UI_SOFT,
            "bytes are those that MTE2, MTE3 and FIXP moved from and to global memory.");
    y += ui_line_height(ui, FONT_SMALL) + 2;
    if (view->model->peak_bytes > 0)
        ui_text(ui, x, y, FONT_SMALL, UI_SOFT, "Roofs: platform values of %s (belay chips %s).",
                view->model->info.chip, view->model->info.chip);
    if (part < 1 || part2 < 1)
        ui_text(ui, x, y + ui_px(ui, 20), FONT_SMALL, UI_ALARM, "counting: %.0f%%",
                100 * (part < part2 ? part : part2));
}
