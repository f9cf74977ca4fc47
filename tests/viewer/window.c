/* A real window, driven by events as a user's: what it shows is asked of the scene's facts.
 * Usage: viewer_window TRACE SOURCES. DISPLAY must be set. */
#include <SDL.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/window.h"

static struct window *window;
static struct view view;
static int failed;

static void frame(void)
{
    window_frame(window, &view, 0);
    window_frame(window, &view, 0);
}

static void check(bool good, const char *what)
{
    if (good)
        return;
    printf("FAILED: %s\n", what);
    failed++;
}

/* The rest of the first fact that begins with `start`; NULL: there is none. */
static const char *fact(const char *start)
{
    static char line[600];
    const struct scene *scene = window_scene(window);
    const char *at = scene->facts, *end = at + scene->fact_count;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (strncmp(at, start, strlen(start)) == 0) {
            snprintf(line, sizeof line, "%.*s", (int)(stop - at - (long)strlen(start)),
                     at + strlen(start));
            return line;
        }
        at = stop + 1;
    }
    return NULL;
}

static void type(const char *text)
{
    SDL_Event event = {.type = SDL_TEXTINPUT};
    snprintf(event.text.text, sizeof event.text.text, "%s", text);
    SDL_PushEvent(&event);
    frame();
}

static void key(SDL_Keycode code, Uint16 mod)
{
    SDL_Event event = {.type = SDL_KEYDOWN};
    event.key.keysym.sym = code;
    event.key.keysym.mod = mod;
    SDL_PushEvent(&event);
    event.type = SDL_KEYUP;
    event.key.keysym.mod = 0;
    SDL_PushEvent(&event);
    frame();
}

static void move(int x, int y)
{
    SDL_Event event = {.type = SDL_MOUSEMOTION};
    event.motion.x = x;
    event.motion.y = y;
    SDL_PushEvent(&event);
    window_frame(window, &view, 0);
}

static void button(Uint32 type, int x, int y)
{
    SDL_Event event = {.type = type};
    event.button.button = SDL_BUTTON_LEFT;
    event.button.x = x;
    event.button.y = y;
    event.button.clicks = 1;
    SDL_PushEvent(&event);
    window_frame(window, &view, 0);
}

static void click(int x, int y)
{
    move(x, y);
    button(SDL_MOUSEBUTTONDOWN, x, y);
    button(SDL_MOUSEBUTTONUP, x, y);
    frame();
}

static void drag(int x0, int y0, int x1, int y1, bool shift)
{
    SDL_Event event = {.type = SDL_KEYDOWN};
    event.key.keysym.sym = SDLK_LSHIFT;
    event.key.keysym.mod = shift ? KMOD_LSHIFT : 0;
    SDL_PushEvent(&event);
    move(x0, y0);
    button(SDL_MOUSEBUTTONDOWN, x0, y0);
    move((x0 + x1) / 2, (y0 + y1) / 2);
    move(x1, y1);
    button(SDL_MOUSEBUTTONUP, x1, y1);
    event.type = SDL_KEYUP;
    event.key.keysym.mod = 0;
    SDL_PushEvent(&event);
    frame();
}

static void wheel(int steps, bool ctrl)
{
    SDL_Event event = {.type = SDL_KEYDOWN};
    event.key.keysym.sym = SDLK_LCTRL;
    event.key.keysym.mod = ctrl ? KMOD_LCTRL : 0;
    SDL_PushEvent(&event);
    event = (SDL_Event){.type = SDL_MOUSEWHEEL};
    event.wheel.y = steps;
    SDL_PushEvent(&event);
    frame();
    event = (SDL_Event){.type = SDL_KEYUP};
    event.key.keysym.sym = SDLK_LCTRL;
    SDL_PushEvent(&event);
    frame();
}

/* Clicks the text `label` where it stands. */
static bool click_text(const char *label)
{
    const struct scene *scene = window_scene(window);
    for (size_t i = 0; i < scene->count; i++) {
        const struct scene_item *item = &scene->item[i];
        if (item->kind == SCENE_TEXT && item->size == strlen(label) &&
            memcmp(scene->chars + item->data, label, item->size) == 0) {
            click(item->at.x + 4, item->at.y + 6);
            return true;
        }
    }
    return false;
}

static double range_width(void)
{
    return view.to - view.from;
}

/* --- the tests, one after another in one window
 * ------------------------------------------------- */

static void test_zoom(void)
{
    check(click_text("2 Timeline") && fact("page timeline") != NULL, "a tab opens its page");
    double whole = range_width(), from = view.from;
    move(700, 150);
    type("w");
    check(range_width() < whole * 0.6, "W zooms in");
    wheel(1, true);
    check(range_width() < whole * 0.4, "Ctrl + wheel zooms in");
    double narrow = range_width();
    from = view.from;
    drag(900, 150, 700, 150, false);
    check(range_width() == narrow && view.from > from, "a drag moves to later");
    from = view.from;
    type("d");
    check(view.from > from, "D moves to later");
    type("z");
    check(view.from == from, "Z takes it back");
    type("s");
    check(range_width() > narrow, "S zooms out");
    type("0");
    check(range_width() == whole, "0 shows everything");
    drag(400, 45, 800, 45, false);
    check(range_width() < whole / 2, "a drag in the ruler zooms");
    type("0");
}

static void test_search(void)
{
    char text[] = "copy_ubuf";
    type("/");
    for (char *at = text; *at != 0; at++) {
        char one[2] = {*at, 0};
        type(one);
    }
    check(fact("search field \"copy_ubuf\"") != NULL, "typing fills the search field");
    key(SDLK_RETURN, 0);
    const char *found = fact("detail copy_ubuf_to_gm");
    check(found != NULL, "search selects a match and tells of it");
    uint64_t first = view.item.begin;
    type("n");
    check(view.item.begin > first || view.item.lane > 0, "N finds the next");
    type("N");
    check(view.item.begin == first, "Shift+N finds the one before");
    check(fact("detail source") != NULL, "its source line is shown");
    type("]");
    check(view.item.begin > first, "] selects the next instruction of the lane");
}

static void test_arrow(void)
{
    int x0, y0, x1, y1;
    type("0");
    key(SDLK_ESCAPE, 0);
    view_set_range(&view, 700, 1100, true);
    frame();
    const char *arrow = fact("arrow flag");
    const char *at = arrow != NULL ? strstr(arrow, " at ") : NULL;
    check(at != NULL && sscanf(at, " at %d %d %d %d", &x0, &y0, &x1, &y1) == 4, "arrows are drawn");
    if (at == NULL)
        return;
    click((x0 + x1) / 2, (y0 + y1) / 2);
    check(view.selected && fact("detail set_flag") != NULL, "a click follows an arrow to its set");
    size_t lane = view.item.lane;
    type("g");
    check(view.selected && view.item.lane != lane, "G goes on to the wait");
    check(fact("detail waited for flag") != NULL, "the wait says who ended it");
}

static void test_lanes(void)
{
    int y = 0;
    type("0");
    const char *lane = fact("lane aiv0.mte2");
    check(lane != NULL && sscanf(strstr(lane, " y ") + 3, "%d", &y) == 1, "a lane has a label");
    move(300, y + 5);
    type("p");
    check(view.model->info.lanes > 0 && fact("lane aiv0.mte2") != NULL, "P keeps the lane");
    int pinned = 0;
    for (size_t i = 0; i < view.model->info.lanes; i++)
        pinned += view.lane[i].pinned;
    check(pinned == 1, "P pins one lane");
    lane = fact("lane aiv0.v");
    check(lane != NULL && sscanf(strstr(lane, " y ") + 3, "%d", &y) == 1,
          "the other lane is there");
    move(300, y + 5);
    type("h");
    check(fact("lane aiv0.v ") == NULL, "H hides a lane");
    type("u");
    check(fact("lane aiv0.v ") != NULL, "U shows it again");
    type("m");
    check(view.marks == 1 && fact("mark a") != NULL, "M sets a mark");
    drag(400, 120, 800, 180, true);
    check(view.area.set && fact("area states ") != NULL, "Shift and drag chooses an area");
    type("C");
    check(fact("core aiv0 folded") != NULL, "Shift+C folds all cores");
    type("C");
}

static void test_pages(void)
{
    check(click_text("3 Code"), "the code page opens");
    for (int i = 0; i < 50; i++)
        window_frame(window, &view, 0);
    check(fact("code counted 100%") != NULL, "instructions are counted");
    uint64_t pc = view.code_pc;
    key(SDLK_DOWN, 0);
    check(view.code_pc != pc && fact("code 0x") != NULL, "down moves to the next instruction");
    type("t");
    check(view.page == PAGE_TIMELINE || view.message_alarm, "T shows it in the timeline");
    check(click_text("4 Memory") && fact("memory aiv0.UB") != NULL, "the memory page opens");
    check(fact("matrix layout ND") != NULL, "the overlay is on");
    type("l");
    type("l");
    check(fact("matrix layout NZ") != NULL, "L changes the layout");
    check(fact("matrix (0, 1) address 0x4") != NULL && fact("matrix (1, 0) address 0x20") != NULL,
          "NZ: a row of a fractal is 32 bytes");
    view.cursor = 0;
    key(SDLK_RIGHT, 0);
    check(view.cursor > 0, "right goes to the first access");
    type("o");
    check(fact("matrix layout") == NULL, "O turns the overlay off");
    check(click_text("5 Roofline") && fact("roof vector") != NULL, "the roofline page opens");
    key(SDLK_F1, 0);
    check(fact("help Tab") != NULL || fact("help F1 or ?") != NULL, "F1 shows the help");
    key(SDLK_ESCAPE, 0);
    check(fact("help F1") == NULL, "Esc leaves it");
    type("+");
    check(fact("page roofline") != NULL, "+ makes the text larger");
    type("-");
}

static void test_state(void)
{
    char text[2000], error[200], again[2000];
    view.page = PAGE_TIMELINE;
    view_set_range(&view, 300, 900, false);
    view_state_write(&view, text, sizeof text);
    view_set_range(&view, 0, 1e18, false);
    view.page = PAGE_CODE;
    check(view_state_read(&view, text, error, sizeof error), "a saved state is read");
    view_state_write(&view, again, sizeof again);
    check(strcmp(text, again) == 0, "and is what was saved");
    remove("belay-view.state");
    key(SDLK_s, KMOD_LCTRL);
    FILE *file = fopen("belay-view.state", "r");
    check(file != NULL && fgets(again, sizeof again, file) != NULL &&
              strncmp(again, text, strlen(text)) == 0,
          "Ctrl+S saves it into a file");
    if (file != NULL)
        fclose(file);
    check(!view_state_read(&view, "page=nowhere", error, sizeof error), "a wrong state is refused");
}

int main(int argc, char **argv)
{
    struct window_options options = {1280, 720, 1, NULL};
    char error[400];
    belay_error err;
    if (argc != 3)
        return 2;
    struct model *model = model_open(argv[1], &err);
    if (model == NULL || !view_open(&view, model, NULL, argv[2])) {
        printf("%s\n", err.message);
        return 1;
    }
    window = window_open(&options, "test", error, sizeof error);
    if (window == NULL) {
        printf("%s\n", error);
        return 1;
    }
    frame();
    check(fact("page overview") != NULL, "the overview comes first");
    test_zoom();
    test_search();
    test_arrow();
    test_lanes();
    test_pages();
    test_state();
    SDL_Event event = {.type = SDL_KEYDOWN};
    event.key.keysym.sym = SDLK_q;
    event.key.keysym.mod = KMOD_LCTRL;
    SDL_PushEvent(&event);
    check(!window_frame(window, &view, 0), "Ctrl+Q quits");
    window_close(window);
    view_close(&view);
    model_close(model);
    printf("%d failed\n", failed);
    return failed != 0;
}
