/* Code: the source at the left, the disassembly at the right, with what each line cost; a choice on
 * one side shows on the other. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/code_stats.h"
#include "viewer/sources.h"
#include "viewer/view.h"

enum { MOST_FILES = 12 };

struct cost {
    uint64_t count, ticks, waits;
    unsigned top_wait;
};

struct columns { /* right edges, and where text begins */
    int count, ticks, waits, text;
};

static bool ready(struct view *view, double *part)
{
    struct model *model = view->model;
    if (view->stats == NULL) {
        view->stats = calloc(1, sizeof *view->stats);
        if (view->stats == NULL || !code_stats_open(view->stats, model))
            return false;
    }
    if (view->stats->version != model->version) {
        code_stats_close(view->stats);
        if (!code_stats_open(view->stats, model))
            return false;
    }
    *part = code_stats_go_on(view->stats, model, view->patient ? 0 : 0.012);
    return view->stats->line != NULL;
}

static void choose(struct view *view, const struct code_line *line)
{
    view->code_pc = line->code.pc;
    view->code_program = line->program;
    view->code_follow = true;
}

/* Without a choice: the instruction that took longest. */
static const struct code_line *chosen(struct view *view)
{
    const struct code_stats *stats = view->stats;
    const struct code_line *best = NULL;
    if (view->code_pc != 0)
        return code_stats_find(stats, view->code_program, view->code_pc);
    for (size_t i = 0; i < stats->lines; i++)
        if (stats->line[i].code.line > 0 &&
            (best == NULL ||
             stats->line[i].ticks + stats->line[i].waits > best->ticks + best->waits))
            best = &stats->line[i];
    return best;
}

/* --- rows of both sides
 * ------------------------------------------------------------------------- */

static struct columns columns_of(const struct ui *ui, struct scene_rect at)
{
    struct columns columns = {at.x + ui_px(ui, 52), at.x + ui_px(ui, 112), at.x + ui_px(ui, 172),
                              at.x + ui_px(ui, 182)};
    return columns;
}

static void head(struct ui *ui, const struct columns *columns, int y, const char *text)
{
    ui_text_right(ui, columns->count, y, FONT_SMALL, UI_SOFT, "count");
    ui_text_right(ui, columns->ticks, y, FONT_SMALL, UI_SOFT, "ticks");
    ui_text_right(ui, columns->waits, y, FONT_SMALL, UI_SOFT, "waits");
    ui_text(ui, columns->text, y, FONT_SMALL, UI_SOFT, "%s", text);
}

static void cost_cells(struct view *view, struct ui *ui, const struct columns *columns,
                       struct scene_rect row, const struct cost *cost, uint64_t most)
{
    bool hatched;
    int wide = ui_px(ui, 56), h = row.h - 2;
    if (cost->count == 0 && cost->waits == 0)
        return;
    if (most > 0) {
        int ticks = (int)((double)cost->ticks / (double)most * wide);
        int waits = (int)((double)cost->waits / (double)most * wide);
        scene_fill(ui->scene, (struct scene_rect){columns->ticks - ticks, row.y + 1, ticks, h},
                   0xffb9d6ee);
        scene_color color = view_color(view->model, cost->top_wait, &hatched);
        scene_fill(ui->scene, (struct scene_rect){columns->waits - waits, row.y + 1, waits, h},
                   (color & 0xffffff) | 0x90000000);
    }
    ui_text_right(ui, columns->count, row.y, FONT_MONO_SMALL, UI_SOFT, "%" PRIu64, cost->count);
    ui_text_right(ui, columns->ticks, row.y, FONT_MONO_SMALL, UI_INK, "%" PRIu64, cost->ticks);
    if (cost->waits > 0)
        ui_text_right(ui, columns->waits, row.y, FONT_MONO_SMALL, UI_INK, "%" PRIu64, cost->waits);
    if (cost->waits > 0)
        ui_tip(ui, row, "waits %" PRIu64 " ticks, mostly %s", cost->waits,
               belay_trace_state(view->model->trace, cost->top_wait));
}

/* --- the source
 * --------------------------------------------------------------------------------- */

static size_t files_of(const struct view *view, const char *files[MOST_FILES])
{
    size_t n = 0;
    for (size_t i = 0; i < view->stats->lines; i++) {
        const struct code_line *line = &view->stats->line[i];
        size_t k = 0;
        while (k < n && strcmp(files[k], line->code.file) != 0)
            k++;
        if (k == n && n < MOST_FILES && line->count > 0 && line->code.file[0] != 0)
            files[n++] = line->code.file;
    }
    return n;
}

/* Costs of the lines of a file, 1-based; malloc'ed. */
static struct cost *line_costs(const struct view *view, const char *file, size_t lines,
                               uint64_t *most)
{
    struct cost *cost = calloc(lines + 1, sizeof *cost);
    uint64_t(*wait)[MODEL_MOST_STATES] = calloc(lines + 1, sizeof *wait);
    *most = 0;
    for (size_t i = 0; cost != NULL && wait != NULL && i < view->stats->lines; i++) {
        const struct code_line *line = &view->stats->line[i];
        if (line->code.line <= 0 || (size_t)line->code.line > lines ||
            strcmp(line->code.file, file) != 0)
            continue;
        struct cost *at = &cost[line->code.line];
        at->count = line->count > at->count ? line->count : at->count;
        at->ticks += line->ticks;
        at->waits += line->waits;
        for (unsigned s = 1; s < MODEL_MOST_STATES; s++) {
            uint64_t *sum = wait[line->code.line];
            sum[s] += line->wait[s];
            at->top_wait = sum[s] > sum[at->top_wait] ? s : at->top_wait;
        }
        *most = at->ticks > *most ? at->ticks : *most;
        *most = at->waits > *most ? at->waits : *most;
    }
    free(wait);
    return cost;
}

static void choose_line(struct view *view, const char *file, int line)
{
    const struct code_line *best = NULL;
    for (size_t i = 0; i < view->stats->lines; i++) {
        const struct code_line *at = &view->stats->line[i];
        if (at->code.line == line && strcmp(at->code.file, file) == 0 &&
            (best == NULL || at->ticks + at->waits > best->ticks + best->waits))
            best = at;
    }
    if (best != NULL)
        choose(view, best);
}

static void source_rows(struct view *view, struct ui *ui, struct scene_rect at, const char *file,
                        const struct code_line *line, const char *const *text, size_t lines)
{
    int high = ui_line_height(ui, FONT_MONO_SMALL) + ui_px(ui, 1), rows = at.h / high;
    struct columns columns = columns_of(ui, at);
    uint64_t most;
    struct cost *cost = line_costs(view, file, lines, &most);
    int *first = &view->code_scroll[0];
    bool here = line != NULL && strcmp(line->code.file, file) == 0;
    if (view->code_follow && here &&
        (line->code.line <= *first || line->code.line > *first + rows - 2))
        *first = line->code.line - rows / 3;
    ui_scrollbar(ui, at, (int)lines + 1, rows, first);
    ui_push_clip(ui, at);
    for (int i = *first; cost != NULL && i < *first + rows && (size_t)i < lines; i++) {
        struct scene_rect row = {at.x, at.y + (i - *first) * high, at.w - ui_px(ui, 9), high};
        bool on = here && line->code.line == i + 1;
        if (on)
            scene_fill(ui->scene, row, UI_PALE);
        cost_cells(view, ui, &columns, row, &cost[i + 1], most);
        ui_text_right(ui, columns.text + ui_px(ui, 26), row.y, FONT_MONO_SMALL, UI_FAINT, "%d",
                      i + 1);
        ui_text_in(ui, columns.text + ui_px(ui, 34), row.y,
                   row.x + row.w - columns.text - ui_px(ui, 36), FONT_MONO_SMALL,
                   cost[i + 1].count > 0 ? UI_INK : UI_SOFT, text[i]);
        if (cost[i + 1].count > 0 || on)
            scene_fact(ui->scene,
                       "source %d count %" PRIu64 " ticks %" PRIu64 " waits %" PRIu64 "%s", i + 1,
                       cost[i + 1].count, cost[i + 1].ticks, cost[i + 1].waits,
                       on ? " chosen" : "");
        if (ui_clicked(ui, row))
            choose_line(view, file, i + 1);
    }
    ui_pop_clip(ui);
    free(cost);
}

static void source_side(struct view *view, struct ui *ui, struct scene_rect at,
                        const struct code_line *line)
{
    const char *files[MOST_FILES];
    size_t n = files_of(view, files), lines = 0;
    const char *file = line != NULL && line->code.file[0] != 0 ? line->code.file : view->code_file;
    if (view->code_file != NULL && !view->code_follow)
        file = view->code_file;
    if (file == NULL && n > 0)
        file = files[0];
    view->code_file = file;
    int x = at.x, y = at.y;
    for (size_t i = 0; i < n; i++) {
        const char *base = strrchr(files[i], '/');
        if (x > at.x + at.w - ui_px(ui, 120))
            break;
        if (ui_button(ui, &x, y, base != NULL ? base + 1 : files[i],
                      file != NULL && strcmp(file, files[i]) == 0, files[i])) {
            view->code_file = files[i];
            view->code_scroll[0] = 0;
        }
    }
    y += ui_line_height(ui, FONT_BODY) + ui_px(ui, 10);
    struct columns columns = columns_of(ui, at);
    head(ui, &columns, y, "source");
    y += ui_line_height(ui, FONT_SMALL) + ui_px(ui, 2);
    struct scene_rect list = {at.x, y, at.w, at.y + at.h - y};
    const char *const *text = file != NULL ? sources_lines(view->sources, file, &lines) : NULL;
    if (text != NULL) {
        source_rows(view, ui, list, file, line, text, lines);
        return;
    }
    ui_text(ui, at.x + ui_px(ui, 20), y + ui_px(ui, 20), FONT_BODY, UI_ALARM, "%s",
            file == NULL ? "the trace names no source: compile with -g"
                         : "the source file cannot be read; the disassembly is all there is:");
    if (file != NULL)
        ui_text_in(ui, at.x + ui_px(ui, 20), y + ui_px(ui, 40), at.w, FONT_BODY, UI_INK, file);
    scene_fact(ui->scene, "source missing %s", file != NULL ? file : "");
}

/* --- the disassembly
 * ---------------------------------------------------------------------------- */

static void insn_row(struct view *view, struct ui *ui, const struct columns *columns,
                     struct scene_rect row, const struct code_line *at,
                     const struct code_line *line, uint64_t most)
{
    bool on = line == at;
    bool same = line != NULL && at->code.line == line->code.line && at->code.line > 0 &&
                strcmp(at->code.file, line->code.file) == 0;
    struct cost cost = {at->count, at->ticks, at->waits,
                        code_stats_top_wait(at, view->model->info.states)};
    if (on || same)
        scene_fill(ui->scene, row, on ? 0xffb9d3ee : UI_PALE);
    cost_cells(view, ui, columns, row, &cost, most);
    int x = columns->text;
    x += ui_text(ui, x, row.y, FONT_MONO_SMALL, UI_FAINT, "%" PRIx64 "  ", at->code.pc);
    x += ui_text_in(ui, x, row.y, row.x + row.w - x, FONT_MONO_SMALL,
                    at->count > 0 ? UI_INK : UI_SOFT, at->code.text);
    if (at->code.function[0] != 0)
        ui_text_in(ui, x + ui_px(ui, 14), row.y, row.x + row.w - x - ui_px(ui, 14), FONT_MONO_SMALL,
                   UI_ACCENT, at->code.function);
    scene_fact(ui->scene, "code 0x%" PRIx64 " %s count %" PRIu64 " ticks %" PRIu64 "%s",
               at->code.pc, at->code.text, at->count, at->ticks,
               on     ? " chosen"
               : same ? " same line"
                      : "");
    if (ui_clicked(ui, row))
        choose(view, at);
}

static void code_side(struct view *view, struct ui *ui, struct scene_rect at,
                      const struct code_line *line)
{
    const struct code_stats *stats = view->stats;
    int high = ui_line_height(ui, FONT_MONO_SMALL) + ui_px(ui, 1), y = at.y;
    unsigned program = line != NULL ? line->program : view->code_program;
    program = program < stats->programs ? program : 0;
    size_t begin = stats->programs > 0 ? stats->first[program] : 0;
    size_t end = stats->programs > 0 ? stats->first[program + 1] : 0;
    uint64_t most = 0;
    int x = at.x;
    for (unsigned p = 0; stats->programs > 1 && p < stats->programs && p < 8; p++) {
        char label[32];
        snprintf(label, sizeof label, "image %u", p);
        if (ui_button(ui, &x, y, label, p == program, NULL) &&
            stats->first[p + 1] > stats->first[p])
            choose(view, &stats->line[stats->first[p]]);
    }
    y += ui_line_height(ui, FONT_BODY) + ui_px(ui, 10);
    struct columns columns = columns_of(ui, at);
    head(ui, &columns, y, "address and instruction");
    y += ui_line_height(ui, FONT_SMALL) + ui_px(ui, 2);
    for (size_t i = begin; i < end; i++) {
        most = stats->line[i].ticks > most ? stats->line[i].ticks : most;
        most = stats->line[i].waits > most ? stats->line[i].waits : most;
    }
    struct scene_rect list = {at.x, y, at.w, at.y + at.h - y};
    int rows = list.h / high, *first = &view->code_scroll[1];
    int place = line != NULL ? (int)(line - stats->line - (ptrdiff_t)begin) : 0;
    if (view->code_follow && (place < *first || place > *first + rows - 3))
        *first = place - rows / 3;
    ui_scrollbar(ui, list, (int)(end - begin) + 1, rows, first);
    ui_push_clip(ui, list);
    for (int i = 0; i < rows && begin + (size_t)(*first + i) < end; i++)
        insn_row(view, ui, &columns,
                 (struct scene_rect){list.x, y + i * high, list.w - ui_px(ui, 9), high},
                 &stats->line[begin + (size_t)(*first + i)], line, most);
    ui_pop_clip(ui);
}

/* Up and down move through the instructions; T shows the chosen one in the timeline. */
static void keys(struct view *view, struct ui *ui, const struct code_line *line)
{
    const struct code_stats *stats = view->stats;
    if (line == NULL)
        return;
    size_t i = (size_t)(line - stats->line);
    if (ui_key(ui, KEY_UP) && i > stats->first[line->program])
        choose(view, line - 1);
    if (ui_key(ui, KEY_DOWN) && i + 1 < stats->first[line->program + 1])
        choose(view, line + 1);
    if (ui_key(ui, 't')) {
        char pc[40];
        snprintf(pc, sizeof pc, "pc 0x%" PRIx64, line->code.pc);
        view->selected = false;
        if (view_search_for(view, pc))
            view->page = PAGE_TIMELINE;
    }
}

void page_code(struct view *view, struct ui *ui, struct scene_rect at)
{
    double part = 1;
    int pad = ui_px(ui, 8);
    if (!ready(view, &part)) {
        view_say(view, true, "memory is out");
        return;
    }
    keys(view, ui, chosen(view));
    const struct code_line *line = chosen(view);
    int middle = at.x + at.w / 2;
    struct scene_rect left = {at.x + pad, at.y + ui_px(ui, 6), at.w / 2 - 2 * pad,
                              at.h - ui_px(ui, 8)};
    struct scene_rect right = {middle + pad, left.y, at.w / 2 - pad, left.h};
    bool follow = view->code_follow;
    source_side(view, ui, left, line);
    scene_fill(ui->scene, (struct scene_rect){middle, at.y, 1, at.h}, UI_RULE);
    code_side(view, ui, right, line);
    if (part < 1)
        ui_text_right(ui, at.x + at.w - 2 * pad, at.y + ui_px(ui, 8), FONT_SMALL, UI_ALARM,
                      "counting: %.0f%%", 100 * part);
    else if (view->stats->lines == 0)
        ui_text(ui, right.x, right.y + ui_px(ui, 60), FONT_BODY, UI_ALARM,
                "the trace holds no code");
    view->code_follow = view->code_follow && !follow;
    scene_fact(ui->scene, "code counted %.0f%%", 100 * part);
}
