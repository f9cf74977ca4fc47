/* Fonts: DejaVu through SDL_ttf, and a small one inside the program for machines without any. */
#ifndef BELAY_VIEWER_FONT_H
#define BELAY_VIEWER_FONT_H

#include <SDL.h>
#include <stdbool.h>
#include <stddef.h>

#include "viewer/ui/scene.h"

struct font_set;

/* Opens the fonts at a scale (1 = 13 pixels for running text). `folder`: where DejaVuSans.ttf is
 * looked for first; may be NULL. NULL: memory is out. */
struct font_set *font_open(const char *folder, double scale);
void font_close(struct font_set *fonts);

/* Why the built-in font serves; NULL when DejaVu was found. */
const char *font_problem(const struct font_set *fonts);

int font_width(const struct font_set *fonts, enum scene_font font, const char *text, size_t size);
int font_height(const struct font_set *fonts, enum scene_font font);

/* Paints text; textures are made once for each renderer. */
void font_draw(struct font_set *fonts, SDL_Renderer *renderer, enum scene_font font, int x, int y,
               scene_color color, const char *text, size_t size);

/* The renderer is about to be destroyed: forgets its textures. */
void font_forget_textures(struct font_set *fonts);

#endif
