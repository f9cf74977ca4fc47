#include "viewer/ui/ui.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ui_begin(struct ui *ui, struct scene *scene, int width, int height)
{
    ui->scene = scene;
    ui->clips = 0;
    ui->tip[0] = 0;
    scene_begin(scene, width, height, UI_PAPER);
}

int ui_px(const struct ui *ui, double length)
{
    return (int)(length * ui->scale + 0.5);
}

static bool inside(int x, int y, struct scene_rect at)
{
    return x >= at.x && x < at.x + at.w && y >= at.y && y < at.y + at.h;
}

bool ui_over(const struct ui *ui, struct scene_rect at)
{
    if (ui->clips > 0 && !inside(ui->in.x, ui->in.y, ui->clip[ui->clips - 1]))
        return false;
    return inside(ui->in.x, ui->in.y, at);
}

static struct scene_rect intersection(struct scene_rect a, struct scene_rect b)
{
    int x1 = a.x + a.w < b.x + b.w ? a.x + a.w : b.x + b.w;
    int y1 = a.y + a.h < b.y + b.h ? a.y + a.h : b.y + b.h;
    struct scene_rect both = {a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, 0, 0};
    both.w = x1 > both.x ? x1 - both.x : 0;
    both.h = y1 > both.y ? y1 - both.y : 0;
    return both;
}

void ui_push_clip(struct ui *ui, struct scene_rect at)
{
    enum { MOST = sizeof ui->clip / sizeof *ui->clip };
    if (ui->clips > 0)
        at = intersection(at, ui->clip[ui->clips - 1]);
    if (ui->clips < MOST)
        ui->clip[ui->clips++] = at;
    scene_clip(ui->scene, at);
}

void ui_pop_clip(struct ui *ui)
{
    struct scene_rect all = {0, 0, ui->scene->width, ui->scene->height};
    if (ui->clips > 0)
        ui->clips--;
    scene_clip(ui->scene, ui->clips > 0 ? ui->clip[ui->clips - 1] : all);
}

/* --- text
 * --------------------------------------------------------------------------------------- */

int ui_line_height(const struct ui *ui, enum scene_font font)
{
    return font_height(ui->fonts, font);
}

int ui_width(const struct ui *ui, enum scene_font font, const char *text)
{
    return font_width(ui->fonts, font, text, strlen(text));
}

int ui_text(struct ui *ui, int x, int y, enum scene_font font, scene_color color,
            const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    scene_text(ui->scene, x, y, font, color, text, strlen(text));
    return ui_width(ui, font, text);
}

int ui_text_right(struct ui *ui, int right, int y, enum scene_font font, scene_color color,
                  const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    int width = ui_width(ui, font, text);
    scene_text(ui->scene, right - width, y, font, color, text, strlen(text));
    return width;
}

/* Bytes of the longest beginning that fits, never inside a character. */
static size_t fitting(const struct ui *ui, enum scene_font font, const char *text, int width)
{
    size_t size = 0;
    int have = 0;
    while (text[size] != 0) {
        size_t next = size + 1;
        while (((unsigned char)text[next] & 0xc0) == 0x80)
            next++;
        have += font_width(ui->fonts, font, text + size, next - size);
        if (have > width)
            return size;
        size = next;
    }
    return size;
}

int ui_text_in(struct ui *ui, int x, int y, int width, enum scene_font font, scene_color color,
               const char *text)
{
    size_t size = fitting(ui, font, text, width);
    if (text[size] == 0) {
        scene_text(ui->scene, x, y, font, color, text, size);
        return font_width(ui->fonts, font, text, size);
    }
    char cut[600];
    size = fitting(ui, font, text, width - ui_width(ui, font, "…"));
    if (size == 0)
        return 0;
    int length = snprintf(cut, sizeof cut, "%.*s…", (int)size, text);
    if (length > 0)
        scene_text(ui->scene, x, y, font, color, cut, strlen(cut));
    return ui_width(ui, font, cut);
}

/* --- widgets
 * ------------------------------------------------------------------------------------ */

bool ui_clicked(const struct ui *ui, struct scene_rect at)
{
    return ui->in.pressed && ui_over(ui, at);
}

void ui_tip(struct ui *ui, struct scene_rect at, const char *format, ...)
{
    if (!ui_over(ui, at))
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(ui->tip, sizeof ui->tip, format, args);
    va_end(args);
}

bool ui_button(struct ui *ui, int *x, int y, const char *label, bool on, const char *tip)
{
    int height = ui_line_height(ui, FONT_BODY) + ui_px(ui, 6);
    struct scene_rect at = {*x, y, ui_width(ui, FONT_BODY, label) + ui_px(ui, 14), height};
    bool over = ui_over(ui, at);
    scene_fill(ui->scene, at, on ? UI_ACCENT : over ? UI_PALE : UI_PANEL);
    scene_frame(ui->scene, at, on ? UI_ACCENT : UI_RULE);
    ui_text(ui, at.x + ui_px(ui, 7), y + ui_px(ui, 3), FONT_BODY, on ? UI_PAPER : UI_INK, "%s",
            label);
    *x += at.w + ui_px(ui, 4);
    if (tip != NULL)
        ui_tip(ui, at, "%s", tip);
    return ui_clicked(ui, at);
}

bool ui_key(struct ui *ui, int key)
{
    if (ui->typing)
        return false;
    for (int i = 0; i < ui->in.keys; i++)
        if (ui->in.key[i] == key) {
            ui->in.keys--;
            memmove(ui->in.key + i, ui->in.key + i + 1,
                    (size_t)(ui->in.keys - i) * sizeof *ui->in.key);
            return true;
        }
    return false;
}

bool ui_edit(struct ui *ui, struct scene_rect at, char *text, size_t room, bool *done)
{
    size_t length = strlen(text);
    bool entered = false;
    *done = false;
    for (int i = 0; i < ui->in.keys && !*done; i++) {
        int key = ui->in.key[i];
        if (key == KEY_BACKSPACE && length > 0)
            text[--length] = 0;
        else if (key >= 32 && key < 127 && length + 1 < room) {
            text[length++] = (char)key;
            text[length] = 0;
        }
        entered = key == KEY_ENTER;
        *done = entered || key == KEY_ESCAPE;
    }
    ui->in.keys = 0;
    scene_fill(ui->scene, at, UI_PAPER);
    scene_frame(ui->scene, at, UI_ACCENT);
    int x = at.x + ui_px(ui, 6), y = at.y + (at.h - ui_line_height(ui, FONT_BODY)) / 2;
    x += ui_text(ui, x, y, FONT_BODY, UI_INK, "%s", text);
    scene_fill(ui->scene, (struct scene_rect){x + 1, y, ui_px(ui, 1), at.h - 2 * (y - at.y)},
               UI_INK);
    return entered;
}

void ui_scrollbar(struct ui *ui, struct scene_rect at, int total, int page, int *first)
{
    int most = total > page ? total - page : 0;
    if (ui->in.wheel != 0 && ui_over(ui, at) && !ui->in.ctrl)
        *first -= ui->in.wheel * 3 * (page > 200 ? ui_px(ui, 18) : 1);
    struct scene_rect bar = {at.x + at.w - ui_px(ui, 8), at.y, ui_px(ui, 8), at.h};
    if (ui->in.down && most > 0 &&
        (ui->active == (uint64_t)(uintptr_t)first || (ui->in.pressed && ui_over(ui, bar)))) {
        ui->active = (uint64_t)(uintptr_t)first;
        double part = (double)(ui->in.y - at.y) / (double)(at.h > 0 ? at.h : 1);
        *first = (int)(part * (double)total) - page / 2;
    }
    *first = *first > most ? most : *first < 0 ? 0 : *first;
    if (most == 0)
        return;
    int height = (int)((double)at.h * (double)page / (double)total);
    height = height < ui_px(ui, 16) ? ui_px(ui, 16) : height;
    int y = at.y + (int)((double)(at.h - height) * (double)*first / (double)most);
    scene_fill(ui->scene, bar, UI_PANEL);
    scene_fill(ui->scene, (struct scene_rect){bar.x + 1, y, bar.w - 2, height}, UI_FAINT);
}

void ui_arrow_head(struct ui *ui, int x, int y, int dx, int dy, scene_color color)
{
    int size = ui_px(ui, 5);
    for (int i = 0; i < size; i++) {
        int half = i / 2;
        if (abs(dx) >= abs(dy))
            scene_fill(ui->scene,
                       (struct scene_rect){dx > 0 ? x - i : x + i, y - half, 1, 2 * half + 1},
                       color);
        else
            scene_fill(ui->scene,
                       (struct scene_rect){x - half, dy > 0 ? y - i : y + i, 2 * half + 1, 1},
                       color);
    }
}

/* --- the tip at the mouse
 * ----------------------------------------------------------------------- */

void ui_end(struct ui *ui)
{
    if (ui->in.released || !ui->in.down)
        ui->active = 0;
    if (ui->tip[0] == 0)
        return;
    int width = 0, lines = 0, pad = ui_px(ui, 6), line = ui_line_height(ui, FONT_BODY);
    for (const char *at = ui->tip; at != NULL; lines++) {
        const char *end = strchr(at, '\n');
        size_t size = end != NULL ? (size_t)(end - at) : strlen(at);
        int w = font_width(ui->fonts, FONT_BODY, at, size);
        width = w > width ? w : width;
        at = end != NULL ? end + 1 : NULL;
    }
    struct scene_rect box = {ui->in.x + ui_px(ui, 14), ui->in.y + ui_px(ui, 16), width + 2 * pad,
                             lines * line + 2 * pad};
    if (box.x + box.w > ui->scene->width)
        box.x = ui->scene->width - box.w;
    if (box.y + box.h > ui->scene->height)
        box.y = ui->in.y - box.h - ui_px(ui, 4);
    scene_fill(ui->scene, box, UI_DARK);
    int y = box.y + pad;
    for (const char *at = ui->tip; at != NULL; y += line) {
        const char *end = strchr(at, '\n');
        size_t size = end != NULL ? (size_t)(end - at) : strlen(at);
        scene_text(ui->scene, box.x + pad, y, FONT_BODY, UI_PAPER, at, size);
        at = end != NULL ? end + 1 : NULL;
    }
}
