#include "viewer/headless.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "viewer/ui/draw.h"

static bool write_scene(const struct scene *scene, const char *path, char *error, size_t error_size)
{
    FILE *file = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    bool good = file != NULL && scene_dump(scene, file);
    if (file != NULL && (file == stdout ? fflush(file) : fclose(file)) != 0)
        good = false;
    if (!good)
        snprintf(error, error_size, "cannot write '%s': %s", path, strerror(errno));
    return good;
}

bool headless_show(struct view *view, const struct window_options *options, const char *picture,
                   const char *path, char *error, size_t error_size)
{
    struct scene scene = {0};
    struct ui ui = {.scale = options->scale};
    ui.in.x = ui.in.y = -1;
    ui.fonts = font_open(options->fonts, options->scale);
    if (ui.fonts == NULL) {
        snprintf(error, error_size, "memory is out");
        return false;
    }
    if (font_problem(ui.fonts) != NULL)
        fprintf(stderr, "belay view: %s\n", font_problem(ui.fonts));
    view->patient = true;
    for (int i = 0; i < 2; i++) { /* the second frame knows what the first one found */
        ui_begin(&ui, &scene, options->width, options->height);
        view_frame(view, &ui);
    }
    bool good = path == NULL || write_scene(&scene, path, error, error_size);
    good = good && (picture == NULL || draw_png(&scene, ui.fonts, picture, error, error_size));
    font_close(ui.fonts);
    scene_free(&scene);
    return good;
}
