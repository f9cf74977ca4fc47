/* A small immediate-mode layer: a page calls it top to bottom once a frame, with what the user did
 * since the last one, and what it draws goes into a scene. Knows nothing of SDL, apart from its
 * fonts. */
#ifndef BELAY_VIEWER_UI_H
#define BELAY_VIEWER_UI_H

#include <stdbool.h>
#include <stdint.h>

#include "viewer/ui/font.h"
#include "viewer/ui/scene.h"

/* Keys that are no characters. */
enum ui_key {
    KEY_ESCAPE = 0x100,
    KEY_ENTER,
    KEY_BACKSPACE,
    KEY_TAB,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_UP,
    KEY_DOWN,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_HOME,
    KEY_END,
    KEY_DELETE,
    KEY_F1, /* F2 ... F12 follow */
    KEY_F12 = KEY_F1 + 11,
    KEY_CTRL = 0x1000, /* added to a key pressed with Ctrl */
    KEY_SHIFT = 0x2000 /* added to keys that are no characters, and to Ctrl + character */
};

enum { UI_MOST_KEYS = 32 };

struct ui_input {
    int x, y;                     /* of the mouse; -1 outside */
    bool down, pressed, released; /* left button: held, went down, went up */
    bool right_pressed, double_clicked;
    bool shift, ctrl;
    int wheel;             /* steps away from the user */
    int key[UI_MOST_KEYS]; /* in order; lower-case characters or enum ui_key */
    int keys;
};

struct ui {
    struct scene *scene;
    struct font_set *fonts;
    struct ui_input in;
    double scale;
    uint64_t active; /* the widget that holds the mouse; 0: none */
    struct scene_rect clip[8];
    int clips;
    char tip[400]; /* shown beside the mouse at the end of the frame */
    bool typing;   /* a text field takes the keys */
};

/* The light palette: dark ink on white reads best on a projector. */
#define UI_INK    0xff1a1d21u
#define UI_SOFT   0xff5b6470u
#define UI_FAINT  0xff98a1abu
#define UI_RULE   0xffd5dae0u
#define UI_PANEL  0xfff3f5f7u
#define UI_PAPER  0xffffffffu
#define UI_ACCENT 0xff0b5cadu
#define UI_PALE   0xffdbe9f7u
#define UI_ALARM  0xffb3261eu
#define UI_DARK   0xff24292fu

void ui_begin(struct ui *ui, struct scene *scene, int width, int height);
void ui_end(struct ui *ui); /* draws the tip */

/* Pixels for a length of the design at scale 1. */
int ui_px(const struct ui *ui, double length);

bool ui_over(const struct ui *ui, struct scene_rect at);
void ui_push_clip(struct ui *ui, struct scene_rect at);
void ui_pop_clip(struct ui *ui);

/* Text at a place; returns its width. ui_text_in cuts it with an ellipsis to `width`. */
int ui_text(struct ui *ui, int x, int y, enum scene_font font, scene_color color,
            const char *format, ...) __attribute__((format(printf, 6, 7)));
int ui_text_in(struct ui *ui, int x, int y, int width, enum scene_font font, scene_color color,
               const char *text);
int ui_text_right(struct ui *ui, int right, int y, enum scene_font font, scene_color color,
                  const char *format, ...) __attribute__((format(printf, 6, 7)));
int ui_line_height(const struct ui *ui, enum scene_font font);
int ui_width(const struct ui *ui, enum scene_font font, const char *text);

/* true when it was clicked. `x` moves behind it. */
bool ui_button(struct ui *ui, int *x, int y, const char *label, bool on, const char *tip);

/* A click into a rectangle this frame. */
bool ui_clicked(const struct ui *ui, struct scene_rect at);

/* The tip of this frame when the mouse is over a rectangle. */
void ui_tip(struct ui *ui, struct scene_rect at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Takes a key out of this frame's input when it is there. */
bool ui_key(struct ui *ui, int key);

/* A line that is edited; true when Enter ended it. `done` is set when Enter or Escape ended it. */
bool ui_edit(struct ui *ui, struct scene_rect at, char *text, size_t room, bool *done);

/* A bar at the right edge that shows which `page` of `total` lines is visible; changes *first. */
void ui_scrollbar(struct ui *ui, struct scene_rect at, int total, int page, int *first);

/* A horizontal arrow head or a diamond of filled rows: marks for lines and flags. */
void ui_arrow_head(struct ui *ui, int x, int y, int dx, int dy, scene_color color);

#endif
