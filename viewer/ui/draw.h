/* Paints scenes: into a window or into memory, always with SDL's software renderer, so that a
 * picture is the same with and without a display. */
#ifndef BELAY_VIEWER_DRAW_H
#define BELAY_VIEWER_DRAW_H

#include <SDL.h>
#include <stdbool.h>

#include "viewer/ui/font.h"
#include "viewer/ui/scene.h"

void draw_scene(SDL_Renderer *renderer, struct font_set *fonts, const struct scene *scene);

/* Paints the scene into memory and writes it as PNG. false: `error` says why. */
bool draw_png(const struct scene *scene, struct font_set *fonts, const char *path, char *error,
              size_t error_size);

#endif
