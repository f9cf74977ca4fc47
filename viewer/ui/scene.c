#include "viewer/ui/scene.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void scene_begin(struct scene *scene, int width, int height, scene_color background)
{
    scene->width = width;
    scene->height = height;
    scene->background = background;
    scene->count = scene->char_count = scene->pixel_count = scene->fact_count = 0;
    scene->failed = false;
}

void scene_free(struct scene *scene)
{
    free(scene->item);
    free(scene->chars);
    free(scene->pixels);
    free(scene->facts);
    memset(scene, 0, sizeof *scene);
}

/* Room for `more` further elements of `size` bytes in an array. */
static bool grow(struct scene *scene, void **array, size_t count, size_t *room, size_t more,
                 size_t size)
{
    if (count + more <= *room)
        return true;
    size_t want = (*room + more) * 2 + 64;
    void *bigger = realloc(*array, want * size);
    if (bigger == NULL) {
        scene->failed = true;
        return false;
    }
    *array = bigger;
    *room = want;
    return true;
}

static struct scene_item *add(struct scene *scene, enum scene_kind kind, struct scene_rect at,
                              scene_color color)
{
    void *items = scene->item;
    if (!grow(scene, &items, scene->count, &scene->room, 1, sizeof *scene->item))
        return NULL;
    scene->item = items;
    struct scene_item *item = &scene->item[scene->count++];
    memset(item, 0, sizeof *item);
    item->kind = kind;
    item->at = at;
    item->color = color;
    return item;
}

void scene_fill(struct scene *scene, struct scene_rect at, scene_color color)
{
    if (at.w > 0 && at.h > 0)
        add(scene, SCENE_RECT, at, color);
}

void scene_hatch(struct scene *scene, struct scene_rect at, scene_color color)
{
    if (at.w > 0 && at.h > 0)
        add(scene, SCENE_HATCH, at, color);
}

void scene_line(struct scene *scene, int x0, int y0, int x1, int y1, scene_color color)
{
    add(scene, SCENE_LINE, (struct scene_rect){x0, y0, x1, y1}, color);
}

void scene_frame(struct scene *scene, struct scene_rect at, scene_color color)
{
    if (at.w <= 0 || at.h <= 0)
        return;
    scene_fill(scene, (struct scene_rect){at.x, at.y, at.w, 1}, color);
    scene_fill(scene, (struct scene_rect){at.x, at.y + at.h - 1, at.w, 1}, color);
    scene_fill(scene, (struct scene_rect){at.x, at.y, 1, at.h}, color);
    scene_fill(scene, (struct scene_rect){at.x + at.w - 1, at.y, 1, at.h}, color);
}

void scene_text(struct scene *scene, int x, int y, enum scene_font font, scene_color color,
                const char *text, size_t size)
{
    void *chars = scene->chars;
    if (size == 0 || !grow(scene, &chars, scene->char_count, &scene->char_room, size, 1))
        return;
    scene->chars = chars;
    struct scene_item *item = add(scene, SCENE_TEXT, (struct scene_rect){x, y, 0, 0}, color);
    if (item == NULL)
        return;
    item->font = font;
    item->data = scene->char_count;
    item->size = size;
    memcpy(scene->chars + scene->char_count, text, size);
    scene->char_count += size;
}

uint32_t *scene_image(struct scene *scene, struct scene_rect at)
{
    if (at.w <= 0 || at.h <= 0)
        return NULL;
    size_t size = (size_t)at.w * (size_t)at.h;
    void *pixels = scene->pixels;
    if (!grow(scene, &pixels, scene->pixel_count, &scene->pixel_room, size, sizeof(uint32_t)))
        return NULL;
    scene->pixels = pixels;
    struct scene_item *item = add(scene, SCENE_IMAGE, at, 0);
    if (item == NULL)
        return NULL;
    item->data = scene->pixel_count;
    item->size = size;
    scene->pixel_count += size;
    return scene->pixels + item->data;
}

void scene_clip(struct scene *scene, struct scene_rect at)
{
    add(scene, SCENE_CLIP, at, 0);
}

void scene_fact(struct scene *scene, const char *format, ...)
{
    char line[512];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(line, sizeof line - 1, format, args);
    va_end(args);
    if (size < 0)
        return;
    size_t length = (size_t)size < sizeof line - 2 ? (size_t)size : sizeof line - 2;
    line[length++] = '\n';
    void *facts = scene->facts;
    if (!grow(scene, &facts, scene->fact_count, &scene->fact_room, length, 1))
        return;
    scene->facts = facts;
    memcpy(scene->facts + scene->fact_count, line, length);
    scene->fact_count += length;
}

static const char *const kind_name[] = {"rect", "hatch", "line", "text", "image", "clip"};
static const char *const font_name[] = {"small", "body", "bold", "title", "mono", "mono_small"};

bool scene_dump(const struct scene *scene, FILE *out)
{
    fprintf(out, "scene %d %d\n", scene->width, scene->height);
    if (scene->fact_count > 0)
        fwrite(scene->facts, 1, scene->fact_count, out);
    fprintf(out, "items %zu\n", scene->count);
    for (size_t i = 0; i < scene->count; i++) {
        const struct scene_item *item = &scene->item[i];
        fprintf(out, "%s %d %d %d %d", kind_name[item->kind], item->at.x, item->at.y, item->at.w,
                item->at.h);
        if (item->kind == SCENE_TEXT)
            fprintf(out, " %s \"%.*s\"", font_name[item->font], (int)item->size,
                    scene->chars + item->data);
        if (item->kind != SCENE_CLIP && item->kind != SCENE_IMAGE)
            fprintf(out, " #%06x", item->color & 0xffffff);
        fprintf(out, "\n");
    }
    return !ferror(out) && !scene->failed;
}

/* FNV-1a over 8-byte words, then the rest: only equality of two frames matters. */
static uint64_t mix(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *at = data;
    uint64_t word;
    for (; size >= sizeof word; size -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        hash = (hash ^ word) * 0x100000001b3u;
        hash ^= hash >> 32;
    }
    while (size-- > 0)
        hash = (hash ^ *at++) * 0x100000001b3u;
    return hash;
}

uint64_t scene_hash(const struct scene *scene)
{
    uint64_t hash = 0xcbf29ce484222325u ^ (uint64_t)scene->width << 32 ^ (uint64_t)scene->height;
    hash = mix(hash, scene->item, scene->count * sizeof *scene->item);
    hash = mix(hash, scene->chars, scene->char_count);
    return mix(hash, scene->pixels, scene->pixel_count * sizeof *scene->pixels);
}
