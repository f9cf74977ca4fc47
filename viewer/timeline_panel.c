/* The panel below the timeline: the selection in words, statistics of the chosen area or of the
 * visible range, the legend. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/sources.h"
#include "viewer/timeline.h"

struct writer { /* lines of small text in a box */
    struct ui *ui;
    struct scene_rect at;
    int y;
};

__attribute__((format(printf, 3, 4))) static void line(struct writer *out, scene_color color,
                                                       const char *format, ...)
{
    char text[700];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (out->y + ui_line_height(out->ui, FONT_SMALL) > out->at.y + out->at.h)
        return;
    ui_text_in(out->ui, out->at.x, out->y, out->at.w, FONT_SMALL, color, text);
    out->y += ui_line_height(out->ui, FONT_SMALL) + ui_px(out->ui, 3);
}

static void title(struct writer *out, const char *text)
{
    ui_text_in(out->ui, out->at.x, out->y, out->at.w, FONT_BOLD, UI_INK, text);
    out->y += ui_line_height(out->ui, FONT_BOLD) + ui_px(out->ui, 2);
}

/* --- the selection
 * ------------------------------------------------------------------------------ */

static void source_line(struct view *view, struct writer *out, const belay_trace_code *code)
{
    size_t count = 0;
    const char *const *lines = sources_lines(view->sources, code->file, &count);
    const char *text = "";
    if (code->line > 0 && (size_t)code->line <= count)
        text = lines[code->line - 1];
    while (*text == ' ')
        text++;
    const char *base = strrchr(code->file, '/');
    line(out, UI_INK, "%s:%d  %s", base != NULL ? base + 1 : code->file, code->line, text);
    if (lines == NULL)
        line(out, UI_ALARM, "source file %s cannot be read", code->file);
    scene_fact(out->ui->scene, "detail source %s:%d", code->file, code->line);
}

static void operands(const struct model *model, struct writer *out, const belay_trace_insn *insn)
{
    char text[400] = "";
    size_t size = 0;
    for (unsigned i = 0; i < insn->args && i < BELAY_TRACE_ARGS && size < sizeof text - 24; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "%s0x%" PRIx64,
                                 i > 0 ? "  " : "operands ", insn->arg[i]);
    if (size > 0)
        line(out, UI_SOFT, "%s", text);
    text[0] = 0;
    size = 0;
    for (unsigned i = 0; i < insn->touches && i < BELAY_TRACE_TOUCHES && size < sizeof text - 80;
         i++) {
        const belay_trace_touch *touch = &insn->touch[i];
        const char *space = belay_trace_space(model->trace, touch->space);
        size +=
            (size_t)snprintf(text + size, sizeof text - size, "%s%s %s 0x%" PRIx64 " + %" PRIu64,
                             i > 0 ? ",  " : "", touch->write ? "writes" : "reads",
                             space != NULL ? space : "?", touch->address, touch->size);
    }
    if (size > 0)
        line(out, UI_SOFT, "%s", text);
}

struct waited {
    belay_trace_flow flow;
    uint64_t pc; /* of the instruction that waited; 0: any */
    bool found;
};

static bool take_flow(void *user, const belay_trace_flow *flow)
{
    struct waited *waited = user;
    if (waited->pc != 0 && waited->pc != flow->to_pc)
        return true;
    waited->flow = *flow;
    waited->found = true;
    return true;
}

/* Who ended the wait: a wait of any kind, or the instruction that stood behind it. */
static void waited_for(struct model *model, struct writer *out, const struct model_item *item)
{
    struct waited waited = {.pc = item->kind == MODEL_INSN ? item->insn.pc : 0};
    belay_trace_flows(model->trace, item->lane, item->begin, item->end + 1, take_flow, &waited,
                      NULL);
    if (!waited.found)
        return;
    const belay_trace_flow *flow = &waited.flow;
    line(out, 0xff8a5a00,
         "waited for %s %u, set by %s.%s at tick %" PRIu64 " (pc 0x%" PRIx64 ")   G: go there",
         flow->kind, flow->id, model->lane[flow->from_lane].core, model->lane[flow->from_lane].pipe,
         flow->from_tick, flow->from_pc);
    scene_fact(out->ui->scene, "detail waited for %s %u of %s.%s at %" PRIu64, flow->kind, flow->id,
               model->lane[flow->from_lane].core, model->lane[flow->from_lane].pipe,
               flow->from_tick);
}

static void selection(struct view *view, struct writer *out)
{
    struct model *model = view->selected_second ? view->second : view->model;
    const struct model_item *item = &view->item;
    const belay_trace_lane *lane = &model->lane[item->lane];
    char time[40], name[300];
    uint64_t ticks = item->end - item->begin;
    if (item->kind == MODEL_WAIT)
        snprintf(name, sizeof name, "waits: %s", belay_trace_state(model->trace, item->state));
    else
        snprintf(name, sizeof name, "%s", item->insn.text);
    title(out, name);
    line(out, UI_INK, "%s%s %s   tick %" PRIu64 " to %" PRIu64 ": %" PRIu64 " ticks, %s",
         view->selected_second ? "second trace, " : "", lane->core, lane->pipe, item->begin,
         item->end, ticks, view_time(model, (double)ticks, time, sizeof time));
    scene_fact(out->ui->scene, "detail %s %s.%s %" PRIu64 "..%" PRIu64, name, lane->core,
               lane->pipe, item->begin, item->end);
    if (item->kind == MODEL_INSN) {
        belay_trace_code code;
        line(out, UI_SOFT,
             "pc 0x%" PRIx64 "   queued at %" PRIu64 ", taken %" PRIu64 " ticks later",
             item->insn.pc, item->insn.issue, item->begin - item->insn.issue);
        if (belay_trace_code_at(model->trace, item->insn.program, item->insn.pc, &code) &&
            code.line > 0)
            source_line(view, out, &code);
        operands(model, out, &item->insn);
    }
    waited_for(model, out, item);
}

/* --- statistics
 * --------------------------------------------------------------------------------- */

struct names { /* ticks by mnemonic */
    struct {
        char name[48];
        uint64_t count, ticks;
    } at[40];
    size_t n;
    uint64_t from, to, left;
};

static bool count_name(void *user, const belay_trace_insn *insn)
{
    struct names *names = user;
    char name[48];
    size_t i = 0;
    model_mnemonic(insn, name, sizeof name);
    while (i < names->n && strcmp(names->at[i].name, name) != 0)
        i++;
    if (i < sizeof names->at / sizeof *names->at) {
        if (i == names->n)
            memcpy(names->at[names->n++].name, name, sizeof name);
        uint64_t begin = insn->begin > names->from ? insn->begin : names->from;
        uint64_t end = insn->end < names->to ? insn->end : names->to;
        names->at[i].count++;
        names->at[i].ticks += end > begin ? end - begin : 0;
    }
    return --names->left > 0;
}

static void most_of(struct writer *out, struct names *names)
{
    for (int k = 0; k < 4; k++) {
        size_t best = 0;
        for (size_t i = 1; i < names->n; i++)
            best = names->at[i].ticks > names->at[best].ticks ? i : best;
        if (names->n == 0 || names->at[best].ticks == 0)
            return;
        line(out, UI_INK, "%s: %" PRIu64 " times, %" PRIu64 " ticks", names->at[best].name,
             names->at[best].count, names->at[best].ticks);
        scene_fact(out->ui->scene, "area insn %s count %" PRIu64 " ticks %" PRIu64,
                   names->at[best].name, names->at[best].count, names->at[best].ticks);
        names->at[best].ticks = 0;
    }
}

/* Rows between the two heights of the area, in pixels from the top of the list. */
static bool in_area(const struct view *view, const struct view_row *row, const struct timeline *at)
{
    int low = view->area.y0 < view->area.y1 ? view->area.y0 : view->area.y1;
    int high = view->area.y0 + view->area.y1 - low, y = row->at.y - at->rows.y + view->scroll;
    return !row->is_core && y + row->at.h > low && y < high;
}

static void area_statistics(struct view *view, struct writer *out, const struct timeline *at)
{
    struct names names = {.from = view->area.from, .to = view->area.to, .left = 300000};
    double totals[MODEL_MOST_STATES] = {0}, one[MODEL_MOST_STATES], sum = 0;
    size_t lanes = 0;
    char time[40];
    if (view->area.to <= view->area.from)
        return;
    for (size_t i = 0; i < view->rows; i++) {
        if (!in_area(view, &view->row[i], at))
            continue;
        struct model *model = timeline_model(view, &view->row[i]);
        sum +=
            view_totals(view, model, view->row[i].lane, (double)names.from, (double)names.to, one);
        for (size_t s = 0; s < model->info.states; s++)
            totals[s] += one[s];
        if (names.left > 0)
            belay_trace_insns(model->trace, view->row[i].lane, names.from, names.to, count_name,
                              &names, NULL);
        lanes++;
    }
    double ticks = (double)(names.to - names.from);
    char text[80];
    snprintf(text, sizeof text, "Area: %.0f ticks (%s), %zu lanes", ticks,
             view_time(view->model, ticks, time, sizeof time), lanes);
    title(out, text);
    scene_fact(out->ui->scene, "area %" PRIu64 "..%" PRIu64 " lanes %zu", names.from, names.to,
               lanes);
    size_t size = 0;
    char states[300] = "";
    for (size_t s = 0; s < view->model->info.states && size < sizeof states - 40; s++)
        if (totals[s] > 0)
            size += (size_t)snprintf(states + size, sizeof states - size, "%s%s %.1f%%",
                                     size > 0 ? ", " : "", belay_trace_state(view->model->trace, s),
                                     100 * totals[s] / sum);
    line(out, UI_INK, "%s", states);
    scene_fact(out->ui->scene, "area states %s", states);
    most_of(out, &names);
    if (names.left == 0)
        line(out, UI_SOFT, "(the first 300000 instructions of the area)");
}

/* Both traces over the visible range, state by state. */
static void difference(struct view *view, struct writer *out)
{
    double sum[2][MODEL_MOST_STATES] = {{0}}, one[MODEL_MOST_STATES];
    struct model *both[2] = {view->model, view->second};
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < both[k]->info.lanes; i++) {
            view_totals(view, both[k], i, view->from, view->to, one);
            for (size_t s = 0; s < both[k]->info.states; s++)
                sum[k][s] += one[s];
        }
    title(out, "Second trace less the first, lane ticks");
    line(out, UI_INK, "run: %+" PRId64 " ticks",
         (int64_t)(view->second->info.end - view->second->info.begin) -
             (int64_t)(view->model->info.end - view->model->info.begin));
    for (size_t s = 0; s < view->model->info.states; s++)
        if (sum[0][s] + sum[1][s] > 0) {
            line(out, UI_INK, "%s: %.0f to %.0f, %+.0f", belay_trace_state(view->model->trace, s),
                 sum[0][s], sum[1][s], sum[1][s] - sum[0][s]);
            scene_fact(out->ui->scene, "difference %s %+.0f",
                       belay_trace_state(view->model->trace, s), sum[1][s] - sum[0][s]);
        }
}

void timeline_panel(struct view *view, struct ui *ui, const struct timeline *at)
{
    int pad = ui_px(ui, 8), legend = ui_px(ui, 372), first = (at->panel.w - legend) * 58 / 100;
    struct scene_rect box = {pad, at->panel.y + ui_px(ui, 5), first - 2 * pad, at->panel.h - pad};
    struct writer left = {ui, box, box.y};
    scene_fill(ui->scene, (struct scene_rect){0, at->panel.y + 1, at->panel.w, at->panel.h},
               UI_PAPER);
    if (view->selected) {
        selection(view, &left);
    } else {
        title(&left, "Nothing is selected");
        line(&left, UI_SOFT, "Click an instruction, a wait, or an arrow from a set to its wait.");
        line(&left, UI_SOFT, "Shift and drag chooses an area; drag in the ruler zooms.");
        if (view->arrows_left_out)
            line(&left, UI_SOFT, "Zoom in to see the arrows of the flags.");
        char text[60];
        line(&left, UI_INK, "visible: tick %.0f to %.0f, %s", view->from, view->to,
             view_time(view->model, view->to - view->from, text, sizeof text));
    }
    box.x = first;
    box.w = at->panel.w - legend - first - pad;
    struct writer middle = {ui, box, box.y};
    if (view->area.set)
        area_statistics(view, &middle, at);
    else if (view->second != NULL)
        difference(view, &middle);
    box.x = at->panel.w - legend;
    box.w = legend;
    view_legend(view, ui, box);
}
