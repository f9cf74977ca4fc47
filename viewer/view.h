/* The state of the viewer: what is open, which page, where in it. Pages read and change it; the
 * part that is worth keeping is saved and passed on the command line (state.c). */
#ifndef BELAY_VIEWER_VIEW_H
#define BELAY_VIEWER_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "viewer/live.h"
#include "viewer/memory_access.h"
#include "viewer/model.h"
#include "viewer/ui/ui.h"

enum page { PAGE_OVERVIEW, PAGE_TIMELINE, PAGE_CODE, PAGE_MEMORY, PAGE_ROOFLINE, PAGE_COUNT };

extern const char *const page_name[PAGE_COUNT]; /* "timeline" */

enum { VIEW_UNDO = 64, VIEW_MARKS = 26, VIEW_ARROWS = 400 };

struct view_arrow { /* drawn this frame */
    int x0, y0, x1, y1;
    belay_trace_flow flow;
    bool second;
};

struct view_row { /* of the timeline, this frame */
    size_t lane;
    bool is_core;         /* the head of a core, `lane` its first */
    bool second;          /* of the second trace */
    struct scene_rect at; /* on the screen, label included */
};

struct view_area { /* chosen with Shift and drag */
    bool set;
    uint64_t from, to;
    int y0, y1; /* pixels from the top of the list of rows */
};

struct view_lane {
    bool pinned, hidden;
    bool empty; /* never busy in the whole run */
};

struct view_memory {
    size_t buffer;    /* of the model */
    int layout, type; /* of memory_layout.h */
    unsigned rows, columns;
    uint64_t base; /* address of the tensor in the buffer */
    uint64_t cell; /* chosen byte address */
    bool overlay;
};

struct view {
    struct model *model, *second; /* second: NULL, or another run to compare with */
    struct live *live;            /* NULL: a finished trace */
    enum page page;
    double from, to; /* visible ticks, whole numbers */
    struct {
        double from, to;
    } undo[VIEW_UNDO];
    int undo_count;
    int scroll; /* pixels of rows above the window */
    struct view_lane *lane;
    bool *folded; /* by the index of the core's first lane */
    bool selected;
    bool selected_second; /* the item is one of the second trace */
    struct model_item item;
    struct view_area area;
    uint64_t mark[VIEW_MARKS];
    int marks;
    bool show_empty; /* lanes that never work, too */
    uint64_t cursor; /* the tick the memory page shows */
    char search[128];
    bool searching, help;
    char message[300];
    bool message_alarm;
    uint64_t code_pc; /* chosen instruction; 0: none */
    unsigned code_program;
    int code_scroll[2];
    bool code_follow; /* bring the chosen line into sight */
    const char *code_file;
    struct view_memory memory;

    /* this frame */
    struct view_arrow arrow[VIEW_ARROWS];
    int arrows;
    bool arrows_left_out; /* too many to draw */
    struct view_row *row;
    int lane_height; /* pixels of a row */
    size_t rows;
    float *ticks; /* of view_ticks */
    size_t tick_room;
    double drag_from, drag_to; /* the view when a drag began */
    int drag_x, drag_y, drag_scroll;
    bool dragged; /* the mouse has moved since it went down */
    int drag_kind;
    bool quit;
    double want_scale;    /* set by + and - */
    char save_picture[8]; /* set by F2: "yes" */
    struct source_text *sources;
    struct code_stats *stats, *second_stats; /* NULL: not counted yet */
    struct memory_accesses accesses;         /* of the memory page */
    bool patient;                            /* no window: count to the end */
};

/* false: memory is out. The models stay the caller's. source_folder: of sources_open. */
bool view_open(struct view *view, struct model *model, struct model *second,
               const char *source_folder);
void view_close(struct view *view);

/* One frame: bars, the page, keys. */
void view_frame(struct view *view, struct ui *ui);

/* --- what pages share */

void view_set_range(struct view *view, double from, double to, bool undoable);
void view_select(struct view *view, bool second, const struct model_item *item);
void view_show_item(struct view *view, const struct model_item *item); /* brings it into sight */
void view_say(struct view *view, bool alarm, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Colour of a state by its name, and whether it is hatched. */
scene_color view_color(const struct model *model, size_t state, bool *hatched);

/* "1 234.5 us": ticks as time of the chip. */
const char *view_time(const struct model *model, double ticks, char *text, size_t room);

/* Ticks of each state of one lane in a range; returns their sum, 0 on an error. */
double view_totals(struct view *view, struct model *model, size_t lane, double from, double to,
                   double totals[MODEL_MOST_STATES]);

/* belay_trace_summary into room of the view: [n][states]; NULL on an error. */
const float *view_ticks(struct view *view, struct model *model, size_t lane, double from, double to,
                        size_t n);

/* A box with each reason's colour, name and per cent of the visible range. */
void view_legend(struct view *view, struct ui *ui, struct scene_rect at);

/* Columns of one lane painted into an image: the share of each state from the bottom up. */
void view_paint_lane(struct view *view, struct ui *ui, struct model *model, size_t lane,
                     struct scene_rect at, double from, double to);

/* The same for ticks that are there: `whole` ticks fill a column. */
void view_paint_shares(struct ui *ui, const struct model *model, const float *ticks, double whole,
                       struct scene_rect at);

/* --- pages */

void page_overview(struct view *view, struct ui *ui, struct scene_rect at);
void page_timeline(struct view *view, struct ui *ui, struct scene_rect at);
void page_code(struct view *view, struct ui *ui, struct scene_rect at);
void page_memory(struct view *view, struct ui *ui, struct scene_rect at);
void page_roofline(struct view *view, struct ui *ui, struct scene_rect at);
void page_help(struct view *view, struct ui *ui);

/* --- search.c: the next span (or the one before) that matches view->search; false: none */
bool view_search(struct view *view, bool backwards);
bool view_search_for(struct view *view, const char *text);

/* --- state.c: one line of text "page=timeline range=100:200 ..." */
size_t view_state_write(const struct view *view, char *text, size_t room);
bool view_state_read(struct view *view, const char *text, char *error, size_t error_size);

#endif
