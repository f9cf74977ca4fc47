/* Speed of the viewer: opening a trace, and frames of the timeline while it moves and zooms,
 * painted by the software renderer. Usage: viewer_bench TRACE */
#include <SDL.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

#include "viewer/ui/draw.h"
#include "viewer/view.h"

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Frames a second over `frames` of them, each of another range. */
static double frames_a_second(struct view *view, SDL_Renderer *renderer, struct font_set *fonts,
                              double width, int frames)
{
    struct scene scene = {0};
    struct ui ui = {.scale = 1, .fonts = fonts};
    double whole = (double)(view->model->info.end - view->model->info.begin), start = now();
    ui.in.x = ui.in.y = -1;
    for (int i = 0; i < frames; i++) {
        double from = (whole - width) * i / frames;
        view_set_range(view, from, from + width * (1 - 0.001 * i), false);
        ui_begin(&ui, &scene, 1280, 720);
        view_frame(view, &ui);
        draw_scene(renderer, fonts, &scene);
    }
    scene_free(&scene);
    return frames / (now() - start);
}

int main(int argc, char **argv)
{
    static struct view view;
    belay_error err;
    struct rusage usage;
    double start = now();
    struct model *model = argc == 2 ? model_open(argv[1], &err) : NULL;
    if (model == NULL || !view_open(&view, model, NULL, NULL)) {
        fprintf(stderr, "%s\n", argc == 2 ? err.message : "usage: viewer_bench TRACE");
        return 2;
    }
    printf("%.1f million spans and instructions: opened in %.3f s\n",
           (double)(model->info.spans + model->info.instructions) / 1e6, now() - start);
    SDL_Surface *surface =
        SDL_CreateRGBSurfaceWithFormat(0, 1280, 720, 32, SDL_PIXELFORMAT_ARGB8888);
    SDL_Renderer *renderer = surface != NULL ? SDL_CreateSoftwareRenderer(surface) : NULL;
    struct font_set *fonts = font_open(NULL, 1);
    if (renderer == NULL || fonts == NULL)
        return 2;
    double whole = (double)(model->info.end - model->info.begin);
    static const double parts[] = {1, 0.1, 0.01, 0.0001};
    for (int page = 0; page < 2; page++)
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            view.page = page == 0 ? PAGE_TIMELINE : PAGE_OVERVIEW;
            double width = whole * parts[i] < 500 ? 500 : whole * parts[i];
            printf("%s, %g%% visible: %.0f frames a second\n", page_name[view.page], 100 * parts[i],
                   frames_a_second(&view, renderer, fonts, width, 40));
        }
    getrusage(RUSAGE_SELF, &usage);
    printf("peak %ld MB\n", usage.ru_maxrss / 1024);
    font_close(fonts);
    SDL_DestroyRenderer(renderer);
    SDL_FreeSurface(surface);
    view_close(&view);
    model_close(model);
    return 0;
}
