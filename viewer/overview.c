/* Overview: one row of pixels a core and time, coloured by what the core did, totals for each pipe,
 * and the balance between the cores. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/view.h"

struct cores { /* runs of lanes with one core */
    size_t first[256], count[256], n;
};

static void find_cores(const struct model *model, struct cores *cores)
{
    cores->n = 0;
    for (size_t i = 0; i < model->info.lanes; i++) {
        if (i > 0 && strcmp(model->lane[i].core, model->lane[i - 1].core) == 0) {
            cores->count[cores->n - 1]++;
            continue;
        }
        if (cores->n == 256)
            return;
        cores->first[cores->n] = i;
        cores->count[cores->n++] = 1;
    }
}

/* Does a lane count for its core? The scalar unit is busy whenever it commands the others: it
 * counts only where nothing else works. */
static bool counts(const struct view *view, const struct cores *cores, size_t c, size_t lane)
{
    bool others = false;
    for (size_t i = 0; i < cores->count[c]; i++) {
        size_t other = cores->first[c] + i;
        others |= strcmp(view->model->lane[other].pipe, "s") != 0 && !view->lane[other].empty;
    }
    return !view->lane[lane].empty && (!others || strcmp(view->model->lane[lane].pipe, "s") != 0);
}

/* Ticks of each state of a core: the mean of its pipes that have work in the run. */
static void merge_core(struct view *view, const struct cores *cores, size_t c, size_t n, float *sum)
{
    size_t states = view->model->info.states, lanes = 0;
    memset(sum, 0, n * states * sizeof *sum);
    for (size_t i = 0; i < cores->count[c]; i++) {
        size_t lane = cores->first[c] + i;
        if (!counts(view, cores, c, lane))
            continue;
        const float *ticks = view_ticks(view, view->model, lane, view->from, view->to, n);
        for (size_t k = 0; ticks != NULL && k < n * states; k++)
            sum[k] += ticks[k];
        lanes++;
    }
    for (size_t k = 0; lanes > 1 && k < n * states; k++)
        sum[k] /= (float)lanes;
}

static bool is_idle(const char *state)
{
    return strcmp(state, "no_work") == 0 || strncmp(state, "launch", 6) == 0;
}

static scene_color mixed(scene_color a, scene_color b, double part)
{
    scene_color out = 0xff000000;
    for (int shift = 0; shift <= 16; shift += 8) {
        double from = (double)(a >> shift & 255), to = (double)(b >> shift & 255);
        out |= (scene_color)(from + (to - from) * part + 0.5) << shift;
    }
    return out;
}

/* For rows too low for shares: busy's colour as strong as the core was busy, over that of the main
 * reason to wait. */
static scene_color core_color(const struct model *model, const float *sum, double whole)
{
    size_t top = 0, idle = 0;
    bool hatched;
    for (size_t s = 1; s < model->info.states; s++) {
        size_t *best = is_idle(belay_trace_state(model->trace, s)) ? &idle : &top;
        if (sum[s] > 0 && (*best == 0 || sum[s] > sum[*best]))
            *best = s;
    }
    double busy = whole > 0 ? (double)sum[MODEL_BUSY] / whole : 0;
    size_t under = top != 0 ? top : idle;
    scene_color base = under != 0 ? view_color(model, under, &hatched) : UI_PAPER;
    return mixed(base, view_color(model, MODEL_BUSY, &hatched), busy > 1 ? 1 : busy);
}

static void core_row(struct view *view, struct ui *ui, const struct cores *cores, size_t c,
                     struct scene_rect at, float *sum)
{
    struct model *model = view->model;
    merge_core(view, cores, c, (size_t)at.w, sum);
    double whole = (view->to - view->from) / at.w;
    if (at.h >= ui_px(ui, 10)) {
        at.h -= 2;
        view_paint_shares(ui, model, sum, whole, at);
        return;
    }
    uint32_t *pixels = scene_image(ui->scene, at);
    for (int x = 0; x < at.w && pixels != NULL; x++) {
        scene_color color = core_color(model, sum + (size_t)x * model->info.states, whole);
        for (int y = 0; y < at.h; y++)
            pixels[y * at.w + x] = y == at.h - 1 && at.h > 4 ? UI_PAPER : color;
    }
}

/* Per cent of the visible range that a core's busiest pipe was busy. */
static double core_busy(struct view *view, const struct cores *cores, size_t c, double *sum)
{
    double most = 0, totals[MODEL_MOST_STATES], range = view->to - view->from;
    *sum = 0;
    for (size_t i = 0; i < cores->count[c]; i++) {
        if (!counts(view, cores, c, cores->first[c] + i))
            continue;
        view_totals(view, view->model, cores->first[c] + i, view->from, view->to, totals);
        most = totals[MODEL_BUSY] > most ? totals[MODEL_BUSY] : most;
        *sum += totals[MODEL_BUSY];
    }
    return range > 0 ? 100 * most / range : 0;
}

static void rows(struct view *view, struct ui *ui, const struct cores *cores, struct scene_rect at)
{
    int label = ui_px(ui, 60), bars = ui_px(ui, 150);
    int height = (int)cores->n > 0 ? at.h / (int)cores->n : at.h;
    height = height > ui_px(ui, 40) ? ui_px(ui, 40) : height < 1 ? 1 : height;
    int text = ui_line_height(ui, FONT_SMALL), every = height >= text ? 1 : text / height + 1;
    if (at.w <= label + bars + 8 || at.h <= 0)
        return; /* no room */
    float *sum = calloc(((size_t)at.w + 1) * view->model->info.states, sizeof *sum);
    for (size_t c = 0; c < cores->n && sum != NULL; c++) {
        struct scene_rect row = {at.x + label, at.y + (int)c * height, at.w - label - bars, height};
        double all, busy = core_busy(view, cores, c, &all);
        const char *name = view->model->lane[cores->first[c]].core;
        core_row(view, ui, cores, c, row, sum);
        if ((int)c % every == 0)
            ui_text(ui, at.x, row.y + (height - text) / 2, FONT_SMALL, UI_INK, "%s", name);
        struct scene_rect bar = {row.x + row.w + ui_px(ui, 8), row.y,
                                 (int)(busy / 100 * ui_px(ui, 90)), height > 2 ? height - 1 : 1};
        bool hatched;
        scene_fill(ui->scene, (struct scene_rect){bar.x, bar.y, ui_px(ui, 90), bar.h}, UI_PANEL);
        scene_fill(ui->scene, bar, view_color(view->model, MODEL_BUSY, &hatched));
        if ((int)c % every == 0)
            ui_text(ui, bar.x + ui_px(ui, 96), row.y + (height - text) / 2, FONT_SMALL, UI_INK,
                    "%.1f%%", busy);
        scene_fact(ui->scene, "core %s busiest pipe %.1f%%", name, busy);
        struct scene_rect whole = {at.x, row.y, at.w, height};
        ui_tip(ui, whole, "%s: its busiest pipe is busy %.1f%%\nclick: its timeline", name, busy);
        if (ui_clicked(ui, whole)) {
            view->page = PAGE_TIMELINE;
            for (size_t o = 0; o < cores->n; o++)
                view->folded[cores->first[o]] = o != c;
        }
    }
    free(sum);
}

/* Pipes over all cores: least, mean and most busy. */
static void pipe_totals(struct view *view, struct ui *ui, struct scene_rect at)
{
    static const char *const pipes[] = {"s", "v", "m", "mte1", "mte2", "mte3", "fix"};
    struct model *model = view->model;
    int line = ui_line_height(ui, FONT_BODY) + ui_px(ui, 2), y = at.y;
    ui_text(ui, at.x, y, FONT_BOLD, UI_INK, "Busy, over the cores");
    ui_text(ui, at.x + ui_px(ui, 170), y + ui_px(ui, 1), FONT_SMALL, UI_SOFT,
            "least / mean / most");
    y += line;
    for (size_t p = 0; p < sizeof pipes / sizeof *pipes && y + line <= at.y + at.h; p++) {
        double least = 2, most = 0, sum = 0, totals[MODEL_MOST_STATES];
        size_t n = 0;
        for (size_t i = 0; i < model->info.lanes; i++) {
            if (strcmp(model->lane[i].pipe, pipes[p]) != 0)
                continue;
            view_totals(view, model, i, view->from, view->to, totals);
            double part = totals[MODEL_BUSY] / (view->to - view->from);
            least = part < least ? part : least;
            most = part > most ? part : most;
            sum += part;
            n++;
        }
        if (n == 0 || most <= 0)
            continue;
        double mean = sum / (double)n;
        int x = at.x + ui_px(ui, 52), wide = ui_px(ui, 110);
        bool hatched;
        ui_text(ui, at.x, y, FONT_BODY, UI_INK, "%s", pipes[p]);
        scene_fill(ui->scene, (struct scene_rect){x, y + ui_px(ui, 3), wide, ui_px(ui, 9)},
                   UI_PANEL);
        scene_fill(ui->scene,
                   (struct scene_rect){x, y + ui_px(ui, 3), (int)(mean * wide), ui_px(ui, 9)},
                   view_color(model, MODEL_BUSY, &hatched));
        for (int k = 0; k < 2; k++) {
            int mark = x + (int)((k == 0 ? least : most) * wide);
            scene_fill(ui->scene, (struct scene_rect){mark, y + 1, ui_px(ui, 2), ui_px(ui, 13)},
                       UI_INK);
        }
        ui_text(ui, x + wide + ui_px(ui, 8), y, FONT_SMALL, UI_INK, "%.0f / %.0f / %.0f%%",
                100 * least, 100 * mean, 100 * most);
        scene_fact(ui->scene, "pipe %s busy %.1f %.1f %.1f", pipes[p], 100 * least, 100 * mean,
                   100 * most);
        y += line;
    }
}

/* Busy time of the most loaded core over that of the mean core. */
static void balance(struct view *view, struct ui *ui, const struct cores *cores,
                    struct scene_rect at)
{
    double most = 0, least = 0, sum = 0;
    size_t n = 0, most_core = 0;
    for (size_t c = 0; c < cores->n; c++) {
        double all;
        core_busy(view, cores, c, &all);
        if (all <= 0)
            continue;
        most_core = all > most ? c : most_core;
        most = all > most ? all : most;
        least = n == 0 || all < least ? all : least;
        sum += all;
        n++;
    }
    int line = ui_line_height(ui, FONT_BODY) + ui_px(ui, 3), y = at.y;
    ui_text(ui, at.x, y, FONT_BOLD, UI_INK, "Totals and balance");
    char text[40];
    const struct model *model = view->model;
    ui_text(ui, at.x, y += line, FONT_BODY, UI_INK, "visible: %.0f ticks, %s",
            view->to - view->from, view_time(model, view->to - view->from, text, sizeof text));
    ui_text(ui, at.x, y += line, FONT_BODY, UI_INK, "cores at work: %zu of %zu", n, cores->n);
    if (n > 0 && sum > 0) {
        double ratio = most / (sum / (double)n);
        ui_text(ui, at.x, y += line, FONT_BODY, UI_INK, "most / mean load: %.2f (%s)", ratio,
                model->lane[cores->first[most_core]].core);
        ui_text(ui, at.x, y += line, FONT_BODY, UI_INK, "most / least load: %.2f",
                least > 0 ? most / least : 0);
        scene_fact(ui->scene, "balance cores %zu most/mean %.2f most/least %.2f", n, ratio,
                   least > 0 ? most / least : 0);
    }
    for (size_t i = 0; i < model->info.launches && y + 2 * line <= at.y + at.h; i++) {
        belay_trace_launch one, *launch = &one;
        if (!belay_trace_get_launch(model->trace, i, launch))
            break;
        ui_text(ui, at.x, y += line, FONT_BODY, UI_INK, "%.40s: %u blocks, %s", launch->kernel,
                launch->blocks,
                view_time(model, (double)(launch->end - launch->begin), text, sizeof text));
        scene_fact(ui->scene, "launch %s blocks %u ticks %" PRIu64 "..%" PRIu64, launch->kernel,
                   launch->blocks, launch->begin, launch->end);
    }
}

static void keys(struct view *view, struct ui *ui, struct scene_rect at)
{
    double width = view->to - view->from, middle = (view->from + view->to) / 2;
    if (ui_over(ui, at) && ui->in.wheel != 0) {
        double part = ui->in.wheel > 0 ? 0.8 : 1.25;
        view_set_range(view, middle - width * part / 2, middle + width * part / 2, true);
    }
    if (ui_key(ui, 'w'))
        view_set_range(view, middle - width / 4, middle + width / 4, true);
    if (ui_key(ui, 's'))
        view_set_range(view, middle - width, middle + width, true);
    if (ui_key(ui, 'a') || ui_key(ui, KEY_LEFT))
        view_set_range(view, view->from - width / 4, view->to - width / 4, true);
    if (ui_key(ui, 'd') || ui_key(ui, KEY_RIGHT))
        view_set_range(view, view->from + width / 4, view->to + width / 4, true);
    if (ui_key(ui, '0'))
        view_set_range(view, (double)view->model->info.begin, (double)view->model->info.end, true);
    if (ui_key(ui, 'z') && view->undo_count > 0) {
        view->undo_count--;
        view->from = view->undo[view->undo_count].from;
        view->to = view->undo[view->undo_count].to;
    }
}

void page_overview(struct view *view, struct ui *ui, struct scene_rect at)
{
    struct cores cores;
    find_cores(view->model, &cores);
    int pad = ui_px(ui, 10), below = ui_px(ui, 150), head = ui_line_height(ui, FONT_BODY) + pad;
    keys(view, ui, at);
    ui_text(ui, at.x + pad, at.y + ui_px(ui, 6), FONT_BOLD, UI_INK, "Cores");
    ui_text(
        ui, at.x + pad + ui_px(ui, 60), at.y + ui_px(ui, 7), FONT_SMALL, UI_SOFT,
        "a row is a core, from tick %.0f to %.0f: the share of its pipes that is busy, and why the "
        "others wait; right: its busiest pipe",
        view->from, view->to);
    struct scene_rect chart = {at.x + pad, at.y + head, at.w - 2 * pad, at.h - head - below - pad};
    rows(view, ui, &cores, chart);
    int y = at.y + at.h - below, third = (at.w - 2 * pad) / 3;
    scene_fill(ui->scene, (struct scene_rect){at.x, y - ui_px(ui, 4), at.w, 1}, UI_RULE);
    pipe_totals(view, ui, (struct scene_rect){at.x + pad, y, third - pad, below});
    balance(view, ui, &cores, (struct scene_rect){at.x + pad + third, y, third - pad, below});
    view_legend(view, ui,
                (struct scene_rect){at.x + pad + 2 * third, y, third, below - ui_px(ui, 6)});
}
