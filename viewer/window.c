#include "viewer/window.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/ui/draw.h"

struct window {
    SDL_Window *window;
    SDL_Renderer *renderer;
    struct font_set *fonts;
    struct ui ui;
    struct scene scene;
    const char *font_folder;
    uint64_t shown; /* hash of the scene on the screen */
    bool exposed;   /* it has to be painted again in any case */
    Uint64 last;    /* time of the last frame */
    bool quit;
};

struct window *window_open(const struct window_options *options, const char *title, char *error,
                           size_t error_size)
{
    struct window *window = calloc(1, sizeof *window);
    if (window == NULL)
        return NULL;
    SDL_SetHint(SDL_HINT_RENDER_DRIVER, "software");
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
    bool started = SDL_Init(SDL_INIT_VIDEO) == 0;
    if (started)
        window->window = SDL_CreateWindow(title, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED,
                                          options->width, options->height, SDL_WINDOW_RESIZABLE);
    if (window->window != NULL)
        window->renderer = SDL_CreateRenderer(window->window, -1, SDL_RENDERER_SOFTWARE);
    if (window->renderer == NULL) {
        snprintf(
            error, error_size,
            "no window: %s (without a display, belay view FILE --picture OUT.png draws a page)",
            SDL_GetError());
        window_close(window);
        return NULL;
    }
    window->font_folder = options->fonts;
    window->ui.scale = options->scale;
    window->ui.fonts = window->fonts = font_open(options->fonts, options->scale);
    window->ui.in.x = window->ui.in.y = -1;
    window->exposed = true;
    SDL_StartTextInput();
    return window;
}

void window_close(struct window *window)
{
    if (window == NULL)
        return;
    font_close(window->fonts);
    if (window->renderer != NULL)
        SDL_DestroyRenderer(window->renderer);
    if (window->window != NULL)
        SDL_DestroyWindow(window->window);
    SDL_Quit();
    scene_free(&window->scene);
    free(window);
}

const struct scene *window_scene(const struct window *window)
{
    return &window->scene;
}

/* --- events
 * ------------------------------------------------------------------------------------- */

static void push_key(struct ui_input *in, int key)
{
    if (in->keys < UI_MOST_KEYS)
        in->key[in->keys++] = key;
}

static int special_key(SDL_Keycode code)
{
    static const struct {
        SDL_Keycode code;
        int key;
    } keys[] = {{SDLK_ESCAPE, KEY_ESCAPE},
                {SDLK_RETURN, KEY_ENTER},
                {SDLK_KP_ENTER, KEY_ENTER},
                {SDLK_BACKSPACE, KEY_BACKSPACE},
                {SDLK_TAB, KEY_TAB},
                {SDLK_LEFT, KEY_LEFT},
                {SDLK_RIGHT, KEY_RIGHT},
                {SDLK_UP, KEY_UP},
                {SDLK_DOWN, KEY_DOWN},
                {SDLK_PAGEUP, KEY_PAGE_UP},
                {SDLK_PAGEDOWN, KEY_PAGE_DOWN},
                {SDLK_HOME, KEY_HOME},
                {SDLK_END, KEY_END},
                {SDLK_DELETE, KEY_DELETE}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].code == code)
            return keys[i].key;
    if (code >= SDLK_F1 && code <= SDLK_F12)
        return KEY_F1 + (int)(code - SDLK_F1);
    return 0;
}

static void key_down(struct ui_input *in, const SDL_Keysym *symbol)
{
    int key = special_key(symbol->sym);
    in->shift = (symbol->mod & KMOD_SHIFT) != 0;
    in->ctrl = (symbol->mod & KMOD_CTRL) != 0;
    if (key != 0)
        push_key(in, key);
    else if (in->ctrl && symbol->sym > 32 && symbol->sym < 127)
        push_key(in, KEY_CTRL + (int)symbol->sym);
}

static void take(struct window *window, const SDL_Event *event)
{
    struct ui_input *in = &window->ui.in;
    switch (event->type) {
    case SDL_QUIT:
        window->quit = true;
        break;
    case SDL_WINDOWEVENT:
        window->exposed = true;
        break;
    case SDL_MOUSEMOTION:
        in->x = event->motion.x;
        in->y = event->motion.y;
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        in->x = event->button.x;
        in->y = event->button.y;
        if (event->button.button != SDL_BUTTON_LEFT)
            break;
        in->down = event->type == SDL_MOUSEBUTTONDOWN;
        in->pressed |= in->down;
        in->released |= !in->down;
        in->double_clicked |= event->button.clicks == 2;
        break;
    case SDL_MOUSEWHEEL:
        in->wheel += event->wheel.y;
        break;
    case SDL_KEYDOWN:
        key_down(in, &event->key.keysym);
        break;
    case SDL_KEYUP:
        in->shift = (event->key.keysym.mod & KMOD_SHIFT) != 0;
        in->ctrl = (event->key.keysym.mod & KMOD_CTRL) != 0;
        break;
    case SDL_TEXTINPUT:
        for (const char *at = event->text.text; *at != 0; at++)
            if ((unsigned char)*at < 127)
                push_key(in, (unsigned char)*at);
        break;
    default:
        break;
    }
}

/* A press and a release in one frame would be lost on widgets: the release waits for the next. */
static void gather(struct window *window, int patience)
{
    struct ui_input *in = &window->ui.in;
    SDL_Event event;
    in->pressed = in->released = in->right_pressed = in->double_clicked = false;
    in->wheel = in->keys = 0;
    if (patience > 0 && SDL_WaitEventTimeout(&event, patience) != 0)
        take(window, &event);
    while (!in->pressed && !in->released && SDL_PollEvent(&event) != 0)
        take(window, &event);
}

/* --- frames
 * ------------------------------------------------------------------------------------- */

static void change_scale(struct window *window, double scale)
{
    scale = scale < 0.75 ? 0.75 : scale > 4 ? 4 : scale;
    struct font_set *fonts = font_open(window->font_folder, scale);
    if (fonts == NULL)
        return;
    font_close(window->fonts);
    window->ui.fonts = window->fonts = fonts;
    window->ui.scale = scale;
    window->exposed = true;
}

static void save(struct window *window, struct view *view)
{
    char error[300];
    view->save_picture[0] = 0;
    if (draw_png(&window->scene, window->fonts, "belay-view.png", error, sizeof error))
        view_say(view, false, "saved as belay-view.png");
    else
        view_say(view, true, "%s", error);
    font_forget_textures(window->fonts);
}

static void show(struct window *window)
{
    uint64_t hash = scene_hash(&window->scene);
    if (hash == window->shown && !window->exposed)
        return;
    draw_scene(window->renderer, window->fonts, &window->scene);
    SDL_RenderPresent(window->renderer);
    window->shown = hash;
    window->exposed = false;
}

/* A live run goes on between frames, for as long as a frame may take. */
static void go_on(struct window *window, struct view *view)
{
    Uint64 now = SDL_GetTicks64();
    double seconds = (double)(now - window->last) / 1000;
    window->last = now;
    if (view->live == NULL || !view->live->playing)
        return;
    view->live->play(view->live, seconds > 0.1 ? 0.1 : seconds);
    view->cursor = view->live->tick;
}

bool window_frame(struct window *window, struct view *view, int patience)
{
    int width, height;
    gather(window, patience);
    go_on(window, view);
    SDL_GetRendererOutputSize(window->renderer, &width, &height);
    ui_begin(&window->ui, &window->scene, width, height);
    view_frame(view, &window->ui);
    show(window);
    if (view->save_picture[0] != 0)
        save(window, view);
    if (view->want_scale > 0)
        change_scale(window, view->want_scale);
    view->want_scale = 0;
    return !window->quit && !view->quit;
}

void window_run(struct window *window, struct view *view)
{
    if (font_problem(window->fonts) != NULL && view->message[0] == 0)
        view_say(view, true, "%s", font_problem(window->fonts));
    window_frame(window, view, 0);
    while (window_frame(window, view, view->live != NULL && view->live->playing ? 15 : 250))
        ;
}
