/* Help: every key, on one page. */
#include "viewer/view.h"

static const char *const help[][2] = {
    {NULL, "Everywhere"},
    {"1 2 3 4 5, Tab", "overview, timeline, code, memory, roofline"},
    {"F1 or ?", "this page"},
    {"/", "search: a name, file:line, pc 0x..., an address 0x...; N next, Shift+N before"},
    {"+ and -", "larger and smaller text (projector)"},
    {"F2", "save the picture as belay-view.png"},
    {"Ctrl+S", "save what is seen: belay view FILE --state belay-view.state shows it again"},
    {"Esc, Ctrl+Q", "deselect, quit"},
    {NULL, "Timeline and overview"},
    {"W and S", "zoom in and out, at the mouse; Ctrl + wheel does the same"},
    {"A and D, arrows", "earlier, later; dragging moves too"},
    {"drag in the ruler", "zoom to what was dragged over"},
    {"Z and 0", "undo a zoom or a move; show everything"},
    {"click", "select an instruction or a wait; a core's name folds it"},
    {"[ and ]", "the instruction before and behind it in its lane"},
    {"click an arrow, G", "go from the wait to the set of its flag, and back"},
    {"F", "zoom to the chosen area or selection"},
    {"Shift and drag", "choose an area: its statistics stand below"},
    {"M, Shift+M", "set a mark at the mouse, remove all marks"},
    {"P, H, U, E", "pin or hide the lane at the mouse, show hidden, show lanes without work"},
    {"C, Shift+C", "fold the core at the mouse, all cores"},
    {NULL, "Code"},
    {"click", "a source line or an instruction: both sides follow; T shows it in the timeline"},
    {NULL, "Memory"},
    {"B, O", "next local memory; layout overlay on and off"},
    {"L, Y, { and }", "layout (ND, NZ, ZN, zZ, mx scales), type, fewer or more columns"},
    {"left and right", "the access before and behind the tick that is shown"},
    {NULL, "A live run (belay view PROGRAM)"},
    {"Space", "play and pause"},
    {"I, K, J", "go on by one instruction, one tick, one flag"},
    {"R", "back: run again up to the cursor's tick (that of the selection)"},
    {", and .", "slower, faster"},
    {"Break, X", "breakpoint at file:line, pc 0x..., ub 0x..., flag; remove all"},
};

enum { LIVE_LINES = 6 }; /* the last ones are of a live run only */

void page_help(struct view *view, struct ui *ui)
{
    int line = ui_line_height(ui, FONT_SMALL) + ui_px(ui, 2), y = ui_px(ui, 42);
    int lines = (int)(sizeof help / sizeof *help) - (view->live == NULL ? LIVE_LINES : 0),
        x = ui_px(ui, 24);
    int column = ui->scene->width > ui_px(ui, 900) && lines * line > ui->scene->height - y ? 2 : 1;
    int top = y, per = (lines + column - 1) / column;
    for (int i = 0; i < lines; i++) {
        if (column == 2 && i == per) {
            x += ui->scene->width / 2;
            y = top;
        }
        if (help[i][0] == NULL) {
            y += ui_px(ui, 5);
            ui_text(ui, x, y, FONT_BOLD, UI_ACCENT, "%s", help[i][1]);
            y += ui_px(ui, 4);
        } else {
            ui_text(ui, x + ui_px(ui, 10), y, FONT_SMALL, UI_INK, "%s", help[i][0]);
            ui_text(ui, x + ui_px(ui, 150), y, FONT_SMALL, UI_SOFT, "%s", help[i][1]);
            scene_fact(ui->scene, "help %s: %s", help[i][0], help[i][1]);
        }
        y += line;
    }
}
