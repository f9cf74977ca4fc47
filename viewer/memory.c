/* Memory: a local memory of a core at one tick, as maps by address and by bank, and as a matrix in
 * a layout. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/memory_access.h"
#include "viewer/memory_overlay.h"
#include "viewer/view.h"

/* Never touched, part of a buffer, then written: the darker the younger; read and written now. */
#define MAP_EMPTY   0xfff7f8f9u
#define MAP_BUFFER  0xffdfe3e8u
#define MAP_NOW_IN  0xff56b4e9u
#define MAP_NOW_OUT 0xffe69f00u
#define MAP_BOTH    0xffd55e00u

static scene_color block_color(const struct memory_accesses *all, size_t i, uint64_t tick)
{
    static const struct {
        uint64_t age;
        scene_color color;
    } ages[] = {{64, 0xff084081}, {256, 0xff2b6cb0}, {1024, 0xff6a9bcf}, {4096, 0xff9fc0e2}};
    const struct memory_block *block = &all->block[i];
    if (block->now & 4)
        return UI_ALARM;
    if (block->now != 0)
        return block->now == 1 ? MAP_NOW_IN : block->now == 2 ? MAP_NOW_OUT : MAP_BOTH;
    if (block->write == 0)
        return block->ever ? MAP_BUFFER : MAP_EMPTY;
    for (size_t k = 0; k < sizeof ages / sizeof *ages; k++)
        if (tick - all->at[block->write - 1].end <= ages[k].age)
            return ages[k].color;
    return 0xffc3d7ec;
}

/* The blocks that are worth showing end here: behind the last one that is ever touched. */
static size_t used_blocks(const struct memory_accesses *all)
{
    size_t used = all->blocks - 1;
    while (used > 0 && !all->block[used - 1].ever)
        used--;
    return used;
}

/* --- the two maps
 * ------------------------------------------------------------------------------- */

struct map {
    struct scene_rect at;
    size_t columns, rows, first; /* blocks in a row; rows shown; block of the first */
    int cell_w, cell_h;
};

static struct map fit_map(struct scene_rect at, size_t columns, size_t blocks)
{
    struct map map = {.columns = columns, .rows = (blocks + columns - 1) / columns};
    map.rows = map.rows < 1 ? 1 : map.rows;
    map.cell_w = at.w / (int)columns;
    map.cell_h = at.h / (int)map.rows;
    map.cell_w = map.cell_w < 1 ? 1 : map.cell_w;
    map.cell_h = map.cell_h < 1 ? 1 : map.cell_h > 14 ? 14 : map.cell_h;
    if ((int)map.rows * map.cell_h > at.h)
        map.rows = at.h > 0 ? (size_t)(at.h / map.cell_h) : 0;
    map.at = (struct scene_rect){at.x, at.y, map.cell_w * (int)columns, map.cell_h * (int)map.rows};
    return map;
}

static void draw_map(struct view *view, struct ui *ui, const struct memory_accesses *all,
                     const struct map *map)
{
    uint32_t *pixels = scene_image(ui->scene, map->at);
    for (int y = 0; y < map->at.h && pixels != NULL; y++)
        for (int x = 0; x < map->at.w; x++) {
            size_t block = (size_t)(y / map->cell_h) * map->columns + (size_t)(x / map->cell_w);
            bool edge = (map->cell_w > 3 && x % map->cell_w == map->cell_w - 1) ||
                        (map->cell_h > 3 && y % map->cell_h == map->cell_h - 1);
            pixels[y * map->at.w + x] =
                edge || block >= all->blocks - 1 ? UI_PAPER : block_color(all, block, view->cursor);
        }
    scene_frame(ui->scene,
                (struct scene_rect){map->at.x - 1, map->at.y - 1, map->at.w + 2, map->at.h + 2},
                UI_RULE);
    size_t chosen = (size_t)(view->memory.cell / MEMORY_BLOCK);
    if (chosen / map->columns < map->rows)
        scene_frame(ui->scene,
                    (struct scene_rect){map->at.x + (int)(chosen % map->columns) * map->cell_w - 1,
                                        map->at.y + (int)(chosen / map->columns) * map->cell_h - 1,
                                        map->cell_w + 1, map->cell_h + 1},
                    UI_INK);
    if (ui_clicked(ui, map->at)) {
        size_t column = (size_t)((ui->in.x - map->at.x) / map->cell_w);
        size_t row = (size_t)((ui->in.y - map->at.y) / map->cell_h);
        view->memory.cell = (row * map->columns + column) * MEMORY_BLOCK;
    }
}

static void maps(struct view *view, struct ui *ui, const struct memory_accesses *all,
                 struct scene_rect at)
{
    const struct model_buffer *buffer = &view->model->buffer[view->memory.buffer];
    int text = ui_line_height(ui, FONT_SMALL), label = ui_px(ui, 56);
    size_t used = used_blocks(all), columns = 64;
    bool banks = buffer->banks > 0;
    int first = banks ? at.w * 62 / 100 : at.w;
    used = used < columns * 4 ? columns * 4 : used;
    struct map linear = fit_map(
        (struct scene_rect){at.x + label, at.y + text + 4, first - label - 10, at.h - text - 6},
        columns, used);
    ui_text(ui, at.x + label, at.y, FONT_SMALL, UI_SOFT,
            "by address: a cell is 32 bytes, a row %zu bytes", columns * MEMORY_BLOCK);
    for (size_t row = 0; row < linear.rows; row += 1 + (size_t)((text + 2) / linear.cell_h))
        ui_text_right(ui, at.x + label - 6, linear.at.y + (int)row * linear.cell_h - 2,
                      FONT_MONO_SMALL, UI_FAINT, "%05zx", row * columns * MEMORY_BLOCK);
    draw_map(view, ui, all, &linear);
    if (!banks)
        return;
    struct map by_bank =
        fit_map((struct scene_rect){at.x + first, linear.at.y, at.w - first - 4, linear.at.h},
                buffer->banks, used);
    by_bank.at.y += text - 2;
    ui_text(ui, by_bank.at.x, at.y, FONT_SMALL, UI_SOFT, "by bank: columns are the %u banks",
            buffer->banks);
    for (unsigned bank = 0; bank < buffer->banks; bank++)
        ui_text(ui, by_bank.at.x + (int)bank * by_bank.cell_w + 1, linear.at.y - 2, FONT_SMALL,
                UI_FAINT, "%u", bank);
    draw_map(view, ui, all, &by_bank);
}

/* --- the chosen cell in words
 * ------------------------------------------------------------------- */

static void access_line(struct view *view, struct ui *ui, int x, int *y, int width,
                        const char *what, const struct memory_accesses *all, uint32_t which)
{
    char text[300];
    int line = ui_line_height(ui, FONT_SMALL) + ui_px(ui, 3);
    if (which == 0) {
        ui_text(ui, x, *y, FONT_SMALL, UI_SOFT, "%s: not yet", what);
        *y += line;
        return;
    }
    const struct memory_access *at = &all->at[which - 1];
    belay_trace_code code;
    snprintf(text, sizeof text, "%s %s, %" PRIu64 " ticks ago", what, at->text,
             view->cursor - at->end);
    ui_text_in(ui, x, *y, width, FONT_SMALL, UI_INK, text);
    *y += line;
    if (belay_trace_code_at(view->model->trace, at->program, at->pc, &code) && code.line > 0) {
        const char *base = strrchr(code.file, '/');
        ui_text(ui, x + ui_px(ui, 12), *y, FONT_SMALL, UI_SOFT, "%s:%d, tick %" PRIu64 ", %s",
                base != NULL ? base + 1 : code.file, code.line, at->end,
                view->model->lane[at->lane].pipe);
        *y += line;
    }
    scene_fact(ui->scene, "cell %s %s tick %" PRIu64, what, at->text, at->end);
}

static void legend(struct ui *ui, int x, int *y)
{
    static const struct {
        scene_color color;
        const char *text;
    } rows[] = {{MAP_NOW_IN, "read now"},
                {MAP_NOW_OUT, "written now"},
                {MAP_BOTH, "both"},
                {UI_ALARM, "bank conflict now"},
                {0xff084081, "written < 64 ticks ago"},
                {0xff6a9bcf, "written < 1024 ticks ago"},
                {0xffc3d7ec, "written earlier"},
                {MAP_BUFFER, "in use, not written yet"}};
    int line = ui_line_height(ui, FONT_SMALL) + ui_px(ui, 2);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int column = x + (int)(i % 2) * ui_px(ui, 150);
        scene_fill(ui->scene,
                   (struct scene_rect){column, *y + ui_px(ui, 2), ui_px(ui, 11), ui_px(ui, 11)},
                   rows[i].color);
        ui_text(ui, column + ui_px(ui, 16), *y, FONT_SMALL, UI_INK, "%s", rows[i].text);
        *y += i % 2 == 1 ? line : 0;
    }
}

static void words(struct view *view, struct ui *ui, const struct memory_accesses *all,
                  struct scene_rect at)
{
    const struct model_buffer *buffer = &view->model->buffer[view->memory.buffer];
    int y = at.y, line = ui_line_height(ui, FONT_SMALL) + ui_px(ui, 3), shown = 0;
    size_t used = 0, block = (size_t)(view->memory.cell / MEMORY_BLOCK);
    for (size_t i = 0; i + 1 < all->blocks; i++)
        used += all->block[i].ever;
    ui_text(ui, at.x, y, FONT_BOLD, UI_INK, "%s of %s at tick %" PRIu64, buffer->name, buffer->core,
            view->cursor);
    y += ui_line_height(ui, FONT_BOLD) + ui_px(ui, 3);
    ui_text(ui, at.x, y, FONT_SMALL, UI_INK, "%zu of %" PRIu64 " bytes in use, %zu accesses%s",
            used * MEMORY_BLOCK, buffer->size, all->n, all->cut ? " (cut)" : "");
    scene_fact(ui->scene, "memory %s.%s tick %" PRIu64 " used %zu of %" PRIu64 " accesses %zu",
               buffer->core, buffer->name, view->cursor, used * MEMORY_BLOCK, buffer->size, all->n);
    y += line;
    legend(ui, at.x, &y);
    y += ui_px(ui, 4);
    for (size_t i = 0; i < all->n && shown < 4; i++) {
        const struct memory_access *now = &all->at[i];
        if (now->begin > view->cursor || now->end < view->cursor)
            continue;
        char text[200];
        snprintf(text, sizeof text, "now %s 0x%x + %u: %s", now->write ? "writes" : "reads",
                 now->address, now->size, now->text);
        ui_text_in(ui, at.x, y, at.w, FONT_SMALL, now->write ? 0xff8a5a00 : UI_ACCENT, text);
        scene_fact(ui->scene, "%s", text);
        y += line;
        shown++;
    }
    y += ui_px(ui, 4);
    if (block + 1 >= all->blocks)
        return;
    ui_text(ui, at.x, y, FONT_BOLD, UI_INK, "Cell 0x%zx%s", block * MEMORY_BLOCK, "");
    if (buffer->banks > 0)
        ui_text(ui, at.x + ui_px(ui, 110), y + 1, FONT_SMALL, UI_SOFT, "bank %zu",
                block * MEMORY_BLOCK / buffer->bank_bytes % buffer->banks);
    y += ui_line_height(ui, FONT_BOLD) + ui_px(ui, 2);
    access_line(view, ui, at.x, &y, at.w, "written by", all, all->block[block].write);
    access_line(view, ui, at.x, &y, at.w, "read by", all, all->block[block].read);
}

/* --- what is shown, and when
 * -------------------------------------------------------------------- */

/* The tick of the next access behind (or before) the cursor. */
static void step_access(struct view *view, const struct memory_accesses *all, bool back)
{
    uint64_t best = back ? 0 : UINT64_MAX;
    for (size_t i = 0; i < all->n; i++) {
        uint64_t end = all->at[i].end;
        if (back ? end < view->cursor && end > best : end > view->cursor && end < best)
            best = end;
    }
    if (best != 0 && best != UINT64_MAX)
        view->cursor = best;
}

/* Buttons for cores and memories. */
static int choose_buffer(struct view *view, struct ui *ui, struct scene_rect at)
{
    const struct model *model = view->model;
    size_t now = view->memory.buffer;
    int x = at.x, y = at.y, line = ui_line_height(ui, FONT_BODY) + ui_px(ui, 10);
    if (ui_key(ui, 'b') && model->buffers > 0)
        view->memory.buffer = (now + 1) % model->buffers;
    for (size_t i = 0; i < model->buffers; i++) {
        const struct model_buffer *buffer = &model->buffer[i];
        bool same_core = strcmp(buffer->core, model->buffer[now].core) == 0;
        bool first = i == 0 || strcmp(buffer->core, model->buffer[i - 1].core) != 0;
        char label[64];
        if (!same_core && !first)
            continue;
        snprintf(label, sizeof label, "%s %s", buffer->core, same_core ? buffer->name : "");
        if (x + ui_width(ui, FONT_BODY, label) > at.x + at.w - ui_px(ui, 60)) {
            if (y > at.y) {
                ui_text(ui, x, y + ui_px(ui, 3), FONT_BODY, UI_SOFT, "B: more");
                break;
            }
            x = at.x;
            y += line;
        }
        if (ui_button(ui, &x, y, label, i == now, "B: the next one")) {
            view->memory.buffer = i;
            view->memory.cell = view->memory.base = 0;
        }
    }
    return y + line;
}

/* When the memory is read (below) and written (above); a click goes there. */
static void when(struct view *view, struct ui *ui, const struct memory_accesses *all,
                 struct scene_rect at)
{
    uint32_t *pixels = scene_image(ui->scene, at);
    double range = (double)(view->model->info.end - view->model->info.begin + 1);
    if (pixels == NULL)
        return;
    for (int i = 0; i < at.w * at.h; i++)
        pixels[i] = UI_PANEL;
    for (size_t i = 0; i < all->n; i++) {
        const struct memory_access *access = &all->at[i];
        int x0 = (int)((double)(access->begin - view->model->info.begin) / range * at.w);
        int x1 = (int)((double)(access->end - view->model->info.begin) / range * at.w);
        for (int x = x0 < 0 ? 0 : x0; x <= x1 && x < at.w; x++)
            for (int y = access->write ? 0 : at.h / 2; y < (access->write ? at.h / 2 : at.h); y++)
                pixels[y * at.w + x] = access->write ? MAP_NOW_OUT : MAP_NOW_IN;
    }
    int x = at.x + (int)((double)(view->cursor - view->model->info.begin) / range * at.w);
    scene_fill(ui->scene, (struct scene_rect){x, at.y - 3, ui_px(ui, 2), at.h + 6}, UI_INK);
    ui_tip(ui, at, "writes above, reads below; click: show that tick");
    if (ui->in.down && ui_over(ui, at))
        view->cursor =
            view->model->info.begin + (uint64_t)((double)(ui->in.x - at.x) / at.w * range);
}

void page_memory(struct view *view, struct ui *ui, struct scene_rect at)
{
    struct memory_accesses *all = &view->accesses;
    int pad = ui_px(ui, 10);
    struct scene_rect in = {at.x + pad, at.y + ui_px(ui, 6), at.w - 2 * pad, at.h - pad};
    if (view->model->buffers == 0) {
        ui_text(ui, in.x, in.y, FONT_BODY, UI_ALARM,
                "the sizes of the local memories of %s are not known here", view->model->info.chip);
        return;
    }
    memory_overlay_keys(view, ui);
    int y = choose_buffer(view, ui, in);
    if (ui_key(ui, KEY_LEFT))
        step_access(view, all, true);
    if (ui_key(ui, KEY_RIGHT))
        step_access(view, all, false);
    if (!memory_accesses_of(all, view->model, view->memory.buffer, view->cursor)) {
        view_say(view, true, "memory is out");
        return;
    }
    when(view, ui, all, (struct scene_rect){in.x, y + 3, in.w, ui_px(ui, 16)});
    y += ui_px(ui, 28);
    int right = ui_px(ui, 330), below = view->memory.overlay ? (at.y + at.h - y) * 48 / 100 : 0;
    struct scene_rect top = {in.x, y, in.w - right - pad, at.y + at.h - y - below - pad};
    maps(view, ui, all, top);
    words(view, ui, all, (struct scene_rect){in.x + in.w - right, y, right, top.h});
    if (below > 0)
        memory_overlay(view, ui, all,
                       (struct scene_rect){in.x, y + top.h + pad, in.w, below - pad});
}
