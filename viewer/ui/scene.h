/* What one frame shows: an ordered list of rectangles, lines, text and small pictures, and beside
 * it the facts these stand for ("lane aiv0.mte2 busy 62.5%"). Pages fill a scene; draw.c paints it
 * with SDL, scene_dump writes it as text, so that a test can ask what was drawn without looking at
 * pixels. */
#ifndef BELAY_VIEWER_SCENE_H
#define BELAY_VIEWER_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef uint32_t scene_color; /* 0xAARRGGBB */

enum scene_font {
    FONT_SMALL,
    FONT_BODY,
    FONT_BOLD,
    FONT_TITLE,
    FONT_MONO,
    FONT_MONO_SMALL,
    SCENE_FONT_COUNT
};

enum scene_kind { SCENE_RECT, SCENE_HATCH, SCENE_LINE, SCENE_TEXT, SCENE_IMAGE, SCENE_CLIP };

struct scene_rect {
    int x, y, w, h;
};

struct scene_item {
    enum scene_kind kind;
    enum scene_font font;
    struct scene_rect at; /* of a line: x, y its start, w, h its end */
    scene_color color;
    size_t data, size; /* text: place and bytes in `chars`; image: place in `pixels` */
};

struct scene {
    int width, height;
    scene_color background;
    struct scene_item *item;
    size_t count, room;
    char *chars;
    size_t char_count, char_room;
    uint32_t *pixels;
    size_t pixel_count, pixel_room;
    char *facts; /* lines of text */
    size_t fact_count, fact_room;
    bool failed; /* memory ran out: the scene is incomplete */
};

void scene_begin(struct scene *scene, int width, int height, scene_color background);
void scene_free(struct scene *scene);

void scene_fill(struct scene *scene, struct scene_rect at, scene_color color);

/* Diagonal stripes over a rectangle; they run on from one rectangle to its neighbour. */
void scene_hatch(struct scene *scene, struct scene_rect at, scene_color color);
void scene_line(struct scene *scene, int x0, int y0, int x1, int y1, scene_color color);
void scene_frame(struct scene *scene, struct scene_rect at, scene_color color);
void scene_text(struct scene *scene, int x, int y, enum scene_font font, scene_color color,
                const char *text, size_t size);

/* Pixels (0xAARRGGBB, opaque) of a picture of at.w x at.h, to be filled in by the caller before
 * anything else is added; NULL when memory is out or the picture is empty. */
uint32_t *scene_image(struct scene *scene, struct scene_rect at);

/* Everything after it is cut at this rectangle. */
void scene_clip(struct scene *scene, struct scene_rect at);

/* One line that says what the scene shows. */
void scene_fact(struct scene *scene, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The scene as text: its facts, then one line an item. false: the file could not be written. */
bool scene_dump(const struct scene *scene, FILE *out);

/* Changes when anything drawn changes. */
uint64_t scene_hash(const struct scene *scene);

#endif
