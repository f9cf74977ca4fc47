#include "viewer/bars.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const tab_text[PAGE_COUNT] = {"1 Overview", "2 Timeline", "3 Code", "4 Memory",
                                                 "5 Roofline"};

static const char *const keys_text[PAGE_COUNT] = {
    "click a core: its timeline   W/S zoom   A/D pan   0 all   Z undo",
    ("W/S zoom  A/D pan  drag pan  Shift+drag select  F zoom to selection  Z undo  0 all  P pin  "
     "H hide  U unhide  C fold  M mark  [ ] next  G other side  / search"),
    "click a line or an instruction   up/down move   T show in timeline   / search",
    "B buffer  O overlay  L layout  Y type  left/right earlier, later access  click a cell",
    "the second trace's figures stand beside the first's when --second was given",
};

int bar_height(const struct ui *ui)
{
    return ui_line_height(ui, FONT_BODY) + ui_px(ui, 16);
}

/* --- above
 * -------------------------------------------------------------------------------------- */

/* Step the run; what it did is shown from now on. */
static void live_step(struct view *view, enum live_step step)
{
    view->live->playing = false;
    view->live->step(view->live, step);
    view->cursor = view->live->tick;
}

static void live_controls(struct view *view, struct ui *ui, int *x, int y)
{
    struct live *live = view->live;
    if (live == NULL)
        return;
    *x += ui_px(ui, 10);
    if (ui_button(ui, x, y, live->playing ? "Pause" : "Play", live->playing,
                  "Space: run on, or stop") ||
        ui_key(ui, ' '))
        live->playing = !live->playing && !live->ended;
    if (ui_button(ui, x, y, "Instr", false, "I: run until one more instruction is done") ||
        ui_key(ui, 'i'))
        live_step(view, LIVE_INSTRUCTION);
    if (ui_button(ui, x, y, "Tick", false, "K: run one tick") || ui_key(ui, 'k'))
        live_step(view, LIVE_TICK);
    if (ui_button(ui, x, y, "Flag", false, "J: run until a flag is set or waited for") ||
        ui_key(ui, 'j'))
        live_step(view, LIVE_FLAG);
    if (ui_button(ui, x, y, "Back", false,
                  "R: run again from the start to the tick of the cursor") ||
        ui_key(ui, 'r')) {
        live->playing = false;
        live->run_to(live, view->cursor < live->tick ? view->cursor
                           : live->tick > 0          ? live->tick - 1
                                                     : 0);
    }
    if (ui_button(ui, x, y, "Break", false,
                  "type a breakpoint: file:line, pc 0x..., ub 0x..., flag; X clears all"))
        snprintf(view->search, sizeof view->search, "break "), view->searching = true;
    if (ui_key(ui, 'x'))
        while (live->breaks > 0)
            live->clear_break(live, live->breaks - 1);
    if (ui_key(ui, ','))
        live->speed = live->speed == 0 ? 1e6 : live->speed / 2;
    if (ui_key(ui, '.'))
        live->speed = live->speed == 0 || live->speed > 1e8 ? 0 : live->speed * 2;
    char speed[40] = "full speed";
    if (live->speed > 0)
        snprintf(speed, sizeof speed, "%.0f ticks/s", live->speed);
    *x += ui_text(ui, *x + ui_px(ui, 4), y + ui_px(ui, 3), FONT_BODY, UI_INK,
                  "tick %" PRIu64 "  %s", live->tick, live->ended ? "ended" : speed) +
          ui_px(ui, 8);
    scene_fact(ui->scene, "live tick %" PRIu64 " %s breaks %zu", live->tick,
               live->ended     ? "ended"
               : live->playing ? "playing"
                               : "paused",
               live->breaks);
}

/* What was typed behind "/" is a search, or "break PLACE" on a live run. */
static void search_entered(struct view *view)
{
    char error[200] = "";
    if (view->live != NULL && strncmp(view->search, "break ", 6) == 0) {
        if (view->live->set_break(view->live, view->search + 6, error, sizeof error))
            view_say(view, false, "breakpoint at %s", view->search + 6);
        else
            view_say(view, true, "%s", error);
        view->search[0] = 0;
    } else if (view->search[0] != 0) {
        view_search(view, false);
    }
}

static void search_field(struct view *view, struct ui *ui, struct scene_rect at)
{
    bool done = false;
    ui->typing = false;
    if (ui_edit(ui, at, view->search, sizeof view->search, &done))
        search_entered(view);
    else if (done)
        view->search[0] = 0;
    if (done)
        view->searching = false;
    scene_fact(ui->scene, "search field \"%s\"", view->search);
}

void bar_top(struct view *view, struct ui *ui, int height)
{
    struct scene_rect bar = {0, 0, ui->scene->width, height};
    int x = ui_px(ui, 6), y = ui_px(ui, 5);
    scene_fill(ui->scene, bar, UI_PANEL);
    scene_fill(ui->scene, (struct scene_rect){0, height - 1, bar.w, 1}, UI_RULE);
    for (int i = 0; i < PAGE_COUNT; i++)
        if (ui_button(ui, &x, y, tab_text[i], view->page == (enum page)i, NULL)) {
            view->page = (enum page)i;
            view->help = false;
        }
    if (ui_button(ui, &x, y, "F1 Help", view->help, NULL))
        view->help = !view->help;
    live_controls(view, ui, &x, y);
    if (view->searching) {
        struct scene_rect field = {x + ui_px(ui, 8), y, ui->scene->width - x - ui_px(ui, 16),
                                   height - 2 * y};
        search_field(view, ui, field);
        return;
    }
    char text[700], length[40];
    const struct model *model = view->model;
    snprintf(
        text, sizeof text, "%s   %s   %" PRIu64 " ticks  %s", model->title, model->info.chip,
        model->info.end - model->info.begin,
        view_time(model, (double)(model->info.end - model->info.begin), length, sizeof length));
    int room = ui->scene->width - x - ui_px(ui, 20), width = ui_width(ui, FONT_BODY, text);
    width = width < room ? width : room;
    ui_text_in(ui, ui->scene->width - width - ui_px(ui, 8), y + ui_px(ui, 3), width + 1, FONT_BODY,
               UI_SOFT, text);
}

/* --- below
 * -------------------------------------------------------------------------------------- */

void bar_bottom(struct view *view, struct ui *ui, int height)
{
    int y = ui->scene->height - height, width = ui->scene->width - ui_px(ui, 16);
    bool alarm = view->message[0] != 0 && view->message_alarm;
    const char *text = view->message[0] != 0 ? view->message : keys_text[view->page];
    if (view->live != NULL && view->live->status[0] != 0 && view->message[0] == 0) {
        text = view->live->status;
        alarm = view->live->failed;
    }
    scene_fill(ui->scene, (struct scene_rect){0, y, ui->scene->width, height},
               alarm ? UI_ALARM : UI_PANEL);
    ui_text_in(ui, ui_px(ui, 8), y + ui_px(ui, 4), width, FONT_SMALL, alarm ? UI_PAPER : UI_SOFT,
               text);
    scene_fact(ui->scene, "status %s \"%s\"", alarm ? "alarm" : "text", text);
}
