#include "viewer/view.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/bars.h"
#include "viewer/code_stats.h"
#include "viewer/sources.h"

const char *const page_name[PAGE_COUNT] = {"overview", "timeline", "code", "memory", "roofline"};

bool view_open(struct view *view, struct model *model, struct model *second,
               const char *source_folder)
{
    memset(view, 0, sizeof *view);
    view->model = model;
    view->second = second;
    view->from = (double)model->info.begin;
    view->to =
        (double)(model->info.end > model->info.begin ? model->info.end : model->info.begin + 1);
    if (second != NULL && (double)second->info.end > view->to)
        view->to = (double)second->info.end;
    view->cursor = model->info.end;
    view->row = calloc(4 * model->info.lanes + 4, sizeof *view->row);
    view->lane = calloc(model->info.lanes + 1, sizeof *view->lane);
    view->folded = calloc(model->info.lanes + 1, sizeof *view->folded);
    view->sources = sources_open(source_folder);
    view->code_follow = true;
    view->memory.overlay = true;
    view->memory.rows = view->memory.columns = 16;
    if (model->problem[0] != 0)
        view_say(view, true, "%s", model->problem);
    for (size_t i = 0; view->lane != NULL && i < model->info.lanes; i++) {
        double totals[MODEL_MOST_STATES];
        double sum = view_totals(view, model, i, view->from, view->to, totals);
        view->lane[i].empty = sum > 0 && totals[MODEL_BUSY] <= 0;
    }
    return view->lane != NULL && view->row != NULL && view->folded != NULL && view->sources != NULL;
}

void view_close(struct view *view)
{
    free(view->lane);
    free(view->folded);
    free(view->row);
    free(view->ticks);
    memory_accesses_free(&view->accesses);
    if (view->stats != NULL)
        code_stats_close(view->stats);
    if (view->second_stats != NULL)
        code_stats_close(view->second_stats);
    free(view->stats);
    free(view->second_stats);
    sources_close(view->sources);
    memset(view, 0, sizeof *view);
}

void view_say(struct view *view, bool alarm, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(view->message, sizeof view->message, format, args);
    va_end(args);
    view->message_alarm = alarm;
}

/* The end of both runs. */
static double last_tick(const struct view *view)
{
    uint64_t end = view->model->info.end > view->model->info.begin ? view->model->info.end
                                                                   : view->model->info.begin + 1;
    if (view->second != NULL && view->second->info.end > end)
        end = view->second->info.end;
    return (double)end;
}

void view_set_range(struct view *view, double from, double to, bool undoable)
{
    double least = (double)view->model->info.begin, most = last_tick(view);
    if (to > 1e17) {
        from = least;
        to = most;
    }
    double width = to - from;
    width = width < 8 ? 8 : width;
    width = width > most - least ? most - least : width;
    double middle = (from + to) / 2;
    from = middle - width / 2;
    from = from + width > most ? most - width : from;
    from = floor(from < least ? least : from);
    width = ceil(width);
    if (from == view->from && from + width == view->to)
        return;
    if (undoable) {
        if (view->undo_count == VIEW_UNDO)
            memmove(view->undo, view->undo + 1, (VIEW_UNDO - 1) * sizeof *view->undo);
        view->undo_count -= view->undo_count == VIEW_UNDO;
        view->undo[view->undo_count].from = view->from;
        view->undo[view->undo_count++].to = view->to;
    }
    view->from = from;
    view->to = from + width;
}

void view_select(struct view *view, bool second, const struct model_item *item)
{
    view->selected = true;
    view->selected_second = second;
    view->item = *item;
    view->cursor = item->end;
    if (item->kind == MODEL_INSN && item->insn.pc != view->code_pc) {
        view->code_pc = item->insn.pc;
        view->code_program = item->insn.program;
        view->code_follow = true;
    }
}

void view_show_item(struct view *view, const struct model_item *item)
{
    double width = view->to - view->from, length = (double)(item->end - item->begin);
    if (length > width)
        width = length * 4;
    else if (length < width / 200)
        width = length * 100 + 20;
    double middle = (double)item->begin + length / 2;
    if ((double)item->begin < view->from || (double)item->end > view->to ||
        width < view->to - view->from)
        view_set_range(view, middle - width / 2, middle + width / 2, true);
}

const char *view_time(const struct model *model, double ticks, char *text, size_t room)
{
    double clock = (double)model->info.clock_mhz, us = clock > 0 ? ticks / clock : 0;
    if (us >= 1000)
        snprintf(text, room, "%.3f ms", us / 1000);
    else if (us >= 1)
        snprintf(text, room, "%.3f us", us);
    else
        snprintf(text, room, "%.1f ns", us * 1000);
    return text;
}

static void save_state(struct view *view)
{
    char text[8192];
    size_t size = view_state_write(view, text, sizeof text);
    FILE *file = size < sizeof text ? fopen("belay-view.state", "w") : NULL;
    bool good = file != NULL && fprintf(file, "%s\n", text) > 0;
    if (file != NULL && fclose(file) != 0)
        good = false;
    view_say(view, !good, "%s",
             good ? "saved: --state belay-view.state shows this again"
                  : "cannot write belay-view.state here");
}

/* Keys that mean the same on every page. */
static void common_keys(struct view *view, struct ui *ui)
{
    for (int i = 0; i < PAGE_COUNT; i++)
        if (ui_key(ui, '1' + i))
            view->page = (enum page)i;
    if (ui_key(ui, KEY_TAB))
        view->page = (enum page)((view->page + 1) % PAGE_COUNT);
    if (ui_key(ui, KEY_F1) || ui_key(ui, '?'))
        view->help = !view->help;
    if (ui_key(ui, KEY_CTRL + 's'))
        save_state(view);
    if (ui_key(ui, KEY_CTRL + 'q'))
        view->quit = true;
    if (ui_key(ui, '+') || ui_key(ui, '='))
        view->want_scale = ui->scale + 0.25;
    if (ui_key(ui, '-'))
        view->want_scale = ui->scale - 0.25;
    if (ui_key(ui, KEY_F1 + 1))
        snprintf(view->save_picture, sizeof view->save_picture, "yes");
    if (ui_key(ui, '/')) {
        view->searching = true;
        view->search[0] = 0;
    }
    if (view->search[0] != 0 && !view->searching) {
        if (ui_key(ui, 'n'))
            view_search(view, false);
        if (ui_key(ui, 'N'))
            view_search(view, true);
    }
    if (ui_key(ui, KEY_ESCAPE)) {
        if (view->help)
            view->help = false;
        else
            view->selected = view->area.set = false;
        view->message[0] = 0;
    }
}

void view_frame(struct view *view, struct ui *ui)
{
    int top = bar_height(ui), bottom = ui_line_height(ui, FONT_SMALL) + ui_px(ui, 8);
    struct scene_rect page = {0, top, ui->scene->width, ui->scene->height - top - bottom};
    static void (*const pages[PAGE_COUNT])(struct view *, struct ui *, struct scene_rect) = {
        page_overview, page_timeline, page_code, page_memory, page_roofline};
    ui->typing = view->searching;
    scene_fact(ui->scene, "page %s range %.0f:%.0f trace %s", page_name[view->page], view->from,
               view->to, view->model->title);
    if (!view->searching)
        common_keys(view, ui);
    if (view->help)
        page_help(view, ui);
    ui_push_clip(ui, page);
    if (!view->help)
        pages[view->page](view, ui, page);
    ui_pop_clip(ui);
    bar_top(view, ui, top);
    bar_bottom(view, ui, bottom);
    ui_end(ui);
}
