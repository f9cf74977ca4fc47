#include "viewer/ui/draw.h"

#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HATCH_STEP = 5 };

static void set_color(SDL_Renderer *renderer, scene_color color)
{
    SDL_SetRenderDrawColor(renderer, (Uint8)(color >> 16), (Uint8)(color >> 8), (Uint8)color,
                           (Uint8)(color >> 24));
}

/* Lines x + y = k * HATCH_STEP, cut at the rectangle. */
static void hatch(SDL_Renderer *renderer, struct scene_rect at)
{
    int last_x = at.x + at.w - 1, last_y = at.y + at.h - 1;
    int sum = (at.x + at.y + HATCH_STEP - 1) / HATCH_STEP * HATCH_STEP;
    for (; sum <= last_x + last_y; sum += HATCH_STEP) {
        int x0 = sum - last_y > at.x ? sum - last_y : at.x;
        int x1 = sum - at.y < last_x ? sum - at.y : last_x;
        SDL_RenderDrawLine(renderer, x0, sum - x0, x1, sum - x1);
    }
}

static void image(SDL_Renderer *renderer, const struct scene *scene, const struct scene_item *item)
{
    SDL_Rect to = {item->at.x, item->at.y, item->at.w, item->at.h};
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormatFrom(
        scene->pixels + item->data, to.w, to.h, 32, to.w * 4, SDL_PIXELFORMAT_ARGB8888);
    SDL_Texture *texture = surface != NULL ? SDL_CreateTextureFromSurface(renderer, surface) : NULL;
    if (texture != NULL) {
        SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_NONE);
        SDL_RenderCopy(renderer, texture, NULL, &to);
    }
    SDL_DestroyTexture(texture);
    SDL_FreeSurface(surface);
}

void draw_scene(SDL_Renderer *renderer, struct font_set *fonts, const struct scene *scene)
{
    SDL_RenderSetClipRect(renderer, NULL);
    SDL_SetRenderDrawBlendMode(renderer, SDL_BLENDMODE_BLEND);
    set_color(renderer, scene->background);
    SDL_RenderClear(renderer);
    for (size_t i = 0; i < scene->count; i++) {
        const struct scene_item *item = &scene->item[i];
        SDL_Rect at = {item->at.x, item->at.y, item->at.w, item->at.h};
        if (item->kind != SCENE_TEXT && item->kind != SCENE_IMAGE && item->kind != SCENE_CLIP)
            set_color(renderer, item->color);
        switch (item->kind) {
        case SCENE_RECT:
            SDL_RenderFillRect(renderer, &at);
            break;
        case SCENE_HATCH:
            hatch(renderer, item->at);
            break;
        case SCENE_LINE:
            SDL_RenderDrawLine(renderer, at.x, at.y, at.w, at.h);
            break;
        case SCENE_TEXT:
            font_draw(fonts, renderer, item->font, at.x, at.y, item->color,
                      scene->chars + item->data, item->size);
            break;
        case SCENE_IMAGE:
            image(renderer, scene, item);
            break;
        case SCENE_CLIP:
            SDL_RenderSetClipRect(renderer, &at);
            break;
        }
    }
    SDL_RenderFlush(renderer);
}

static bool write_png(const SDL_Surface *surface, const char *path, char *error, size_t error_size)
{
    png_image picture = {.version = PNG_IMAGE_VERSION,
                         .width = (png_uint_32)surface->w,
                         .height = (png_uint_32)surface->h,
                         .format = PNG_FORMAT_BGR};
    size_t row = (size_t)surface->w * 3;
    uint8_t *bytes = malloc(row * (size_t)surface->h);
    for (int y = 0; bytes != NULL && y < surface->h; y++) {
        const uint8_t *from = (const uint8_t *)surface->pixels + (ptrdiff_t)y * surface->pitch;
        for (int x = 0; x < surface->w; x++)
            memcpy(bytes + (size_t)y * row + (size_t)x * 3, from + (size_t)x * 4, 3);
    }
    bool good = bytes != NULL &&
                png_image_write_to_file(&picture, path, 0, bytes, (png_int_32)row, NULL) != 0;
    if (!good)
        snprintf(error, error_size, "cannot write '%s': %s", path,
                 bytes == NULL ? "memory is out" : picture.message);
    free(bytes);
    return good;
}

bool draw_png(const struct scene *scene, struct font_set *fonts, const char *path, char *error,
              size_t error_size)
{
    SDL_Surface *surface = SDL_CreateRGBSurfaceWithFormat(0, scene->width, scene->height, 32,
                                                          SDL_PIXELFORMAT_ARGB8888);
    SDL_Renderer *renderer = surface != NULL ? SDL_CreateSoftwareRenderer(surface) : NULL;
    bool good = renderer != NULL;
    if (good) {
        draw_scene(renderer, fonts, scene);
        good = write_png(surface, path, error, error_size);
        font_forget_textures(fonts);
        SDL_DestroyRenderer(renderer);
    } else {
        snprintf(error, error_size, "cannot paint %d x %d pixels: %s", scene->width, scene->height,
                 SDL_GetError());
    }
    SDL_FreeSurface(surface);
    return good;
}
