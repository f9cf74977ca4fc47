#include "viewer/memory_overlay.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "viewer/memory_layout.h"

void memory_overlay_keys(struct view *view, struct ui *ui)
{
    struct view_memory *memory = &view->memory;
    if (ui_key(ui, 'o'))
        memory->overlay = !memory->overlay;
    if (ui_key(ui, 'l'))
        memory->layout = (memory->layout + 1) % LAYOUT_COUNT;
    if (ui_key(ui, 'y'))
        memory->type = (memory->type + 1) % TYPE_COUNT;
    if (ui_key(ui, '}') && memory->columns < 4096)
        memory->columns *= 2;
    if (ui_key(ui, '{') && memory->columns > 1)
        memory->columns /= 2;
    if (ui_key(ui, '>') && memory->rows < 4096)
        memory->rows *= 2;
    if (ui_key(ui, '<') && memory->rows > 1)
        memory->rows /= 2;
    if (ui_key(ui, '='))
        memory->base = memory->cell;
}

static void controls(struct view *view, struct ui *ui, struct scene_rect at)
{
    struct view_memory *memory = &view->memory;
    char text[64];
    int x = at.x, y = at.y;
    ui_text(ui, x, y + ui_px(ui, 3), FONT_BOLD, UI_INK, "As a matrix");
    x += ui_px(ui, 96);
    for (int i = 0; i < LAYOUT_COUNT; i++)
        if (ui_button(ui, &x, y, memory_layout_name[i], memory->layout == i, "L: next layout"))
            memory->layout = i;
    x += ui_px(ui, 8);
    if (ui_button(ui, &x, y, memory_type_name[memory->type % TYPE_COUNT], false, "Y: next type"))
        memory->type = (memory->type + 1) % TYPE_COUNT;
    snprintf(text, sizeof text, "%u rows", memory->rows);
    if (ui_button(ui, &x, y, text, false, "> and <: twice and half as many; click: twice") &&
        memory->rows < 4096)
        memory->rows *= 2;
    snprintf(text, sizeof text, "%u columns", memory->columns);
    if (ui_button(ui, &x, y, text, false, "} and {: twice and half as many; click: twice") &&
        memory->columns < 4096)
        memory->columns *= 2;
    snprintf(text, sizeof text, "from 0x%" PRIx64, memory->base);
    if (ui_button(ui, &x, y, text, false, "click: begin at the chosen cell"))
        memory->base = memory->cell;
}

/* What fills a cell: its value on a live run, else its offset in the buffer. */
static void cell_text(struct view *view, uint64_t address, unsigned size, char *text, size_t room)
{
    const struct model_buffer *buffer = &view->model->buffer[view->memory.buffer];
    uint8_t bytes[8];
    if (view->live != NULL && view->live->read != NULL &&
        view->live->read(view->live, buffer, address, size, bytes))
        memory_value_text((enum memory_type)view->memory.type, bytes, text, room);
    else
        snprintf(text, room, "%" PRIx64, address);
}

static scene_color cell_color(const struct view *view, const struct memory_accesses *all,
                              uint64_t address)
{
    size_t i = (size_t)(address / MEMORY_BLOCK);
    if (i + 1 >= all->blocks)
        return UI_PANEL;
    const struct memory_block *block = &all->block[i];
    if (block->now != 0) { /* by byte, not by block: the instruction's own extent */
        for (size_t k = 0; k < all->n; k++) {
            const struct memory_access *now = &all->at[k];
            if (now->begin <= view->cursor && view->cursor <= now->end &&
                address - now->address < now->size)
                return now->write ? 0xfff5cf86 : 0xffb5dcf5;
        }
    }
    return block->write != 0 ? 0xffdbe9f7 : block->ever ? 0xffeef0f3 : UI_PAPER;
}

struct grid {
    struct scene_rect at;
    int w, h;
    unsigned rows, columns; /* shown */
};

static struct grid fit(const struct view *view, const struct ui *ui, struct scene_rect at)
{
    struct grid grid = {.w = ui_px(ui, 44),
                        .h = ui_line_height(ui, FONT_MONO_SMALL) + ui_px(ui, 3)};
    int head = ui_px(ui, 30);
    grid.at = (struct scene_rect){at.x + head, at.y + grid.h, at.w - head, at.h - grid.h};
    grid.columns = (unsigned)(grid.at.w / grid.w);
    grid.rows = (unsigned)(grid.at.h / grid.h);
    grid.columns = grid.columns < view->memory.columns ? grid.columns : view->memory.columns;
    grid.rows = grid.rows < view->memory.rows ? grid.rows : view->memory.rows;
    return grid;
}

static void one_cell(struct view *view, struct ui *ui, const struct memory_accesses *all,
                     const struct grid *grid, unsigned row, unsigned column)
{
    const struct view_memory *memory = &view->memory;
    const struct model_buffer *buffer = &view->model->buffer[memory->buffer];
    bool scales = memory->layout == LAYOUT_MX_A || memory->layout == LAYOUT_MX_B;
    unsigned size = scales ? 1 : memory_type_size[memory->type % TYPE_COUNT];
    uint64_t address =
        memory->base + memory_layout_offset((enum memory_layout)memory->layout, size, memory->rows,
                                            memory->columns, row, column);
    struct scene_rect at = {grid->at.x + (int)column * grid->w, grid->at.y + (int)row * grid->h,
                            grid->w - 1, grid->h - 1};
    char text[32] = "-";
    bool inside = address + size <= buffer->size;
    bool chosen = address / MEMORY_BLOCK == memory->cell / MEMORY_BLOCK;
    if (inside)
        cell_text(view, address, size, text, sizeof text);
    scene_fill(ui->scene, at, cell_color(view, all, address));
    if (chosen)
        scene_frame(ui->scene, at, UI_SOFT);
    ui_text_in(ui, at.x + 2, at.y + 1, at.w - 2, FONT_MONO_SMALL, inside ? UI_INK : UI_FAINT, text);
    if (row < 2 && column < 4)
        scene_fact(ui->scene, "matrix (%u, %u) address 0x%" PRIx64 " shows %s", row, column,
                   address, text);
    if (buffer->banks > 0)
        ui_tip(ui, at, "row %u, column %u: %s\naddress 0x%" PRIx64 ", bank %" PRIu64, row, column,
               text, address, address / buffer->bank_bytes % buffer->banks);
    else
        ui_tip(ui, at, "row %u, column %u: %s\naddress 0x%" PRIx64, row, column, text, address);
    if (ui_clicked(ui, at))
        view->memory.cell = address;
}

void memory_overlay(struct view *view, struct ui *ui, const struct memory_accesses *all,
                    struct scene_rect at)
{
    int head = ui_line_height(ui, FONT_BODY) + ui_px(ui, 12);
    if (at.h < 2 * head)
        return; /* no room */
    controls(view, ui, at);
    struct grid grid = fit(view, ui, (struct scene_rect){at.x, at.y + head, at.w, at.h - head});
    for (unsigned column = 0; column < grid.columns; column++)
        ui_text(ui, grid.at.x + (int)column * grid.w + 2, grid.at.y - grid.h + 1, FONT_SMALL,
                UI_FAINT, "%u", column);
    for (unsigned row = 0; row < grid.rows; row++) {
        ui_text(ui, at.x, grid.at.y + (int)row * grid.h + 1, FONT_SMALL, UI_FAINT, "%u", row);
        for (unsigned column = 0; column < grid.columns; column++)
            one_cell(view, ui, all, &grid, row, column);
    }
    scene_fact(ui->scene, "matrix layout %s type %s %u x %u from 0x%" PRIx64,
               memory_layout_name[view->memory.layout], memory_type_name[view->memory.type],
               view->memory.rows, view->memory.columns, view->memory.base);
}
