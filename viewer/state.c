/* The state of a view as one line of words "key=value", for the command line and for files. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/view.h"

struct writer {
    char *text;
    size_t size, room;
};

__attribute__((format(printf, 2, 3))) static void put(struct writer *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    size_t left = out->size < out->room ? out->room - out->size : 0;
    int size = vsnprintf(left > 0 ? out->text + out->size : NULL, left, format, args);
    va_end(args);
    out->size += size > 0 ? (size_t)size : 0;
}

/* Lanes by name: numbers change when other cores are traced. */
static void put_lanes(struct writer *out, const struct view *view, const char *key, int which)
{
    bool first = true;
    for (size_t i = 0; i < view->model->info.lanes; i++) {
        bool set = which == 0   ? view->lane[i].pinned
                   : which == 1 ? view->lane[i].hidden
                                : view->folded[i];
        if (!set)
            continue;
        put(out, "%s%s.%s", first ? key : ",", view->model->lane[i].core,
            view->model->lane[i].pipe);
        first = false;
    }
}

size_t view_state_write(const struct view *view, char *text, size_t room)
{
    struct writer out = {text, 0, room};
    if (room > 0)
        text[0] = 0;
    put(&out, "page=%s range=%.0f:%.0f", page_name[view->page], view->from, view->to);
    put_lanes(&out, view, " pin=", 0);
    put_lanes(&out, view, " hide=", 1);
    put_lanes(&out, view, " fold=", 2);
    for (int i = 0; i < view->marks; i++)
        put(&out, "%s%" PRIu64, i == 0 ? " marks=" : ",", view->mark[i]);
    if (view->selected && !view->selected_second && view->item.kind == MODEL_INSN)
        put(&out, " select=%s.%s@%" PRIu64, view->model->lane[view->item.lane].core,
            view->model->lane[view->item.lane].pipe, view->item.begin);
    if (view->show_empty)
        put(&out, " empty=1");
    put(&out,
        " buffer=%zu layout=%d type=%d columns=%u base=%" PRIu64 " overlay=%d cursor=%" PRIu64,
        view->memory.buffer, view->memory.layout, view->memory.type, view->memory.columns,
        view->memory.base, view->memory.overlay, view->cursor);
    return out.size;
}

static bool find(const struct view *view, const char *name, size_t size, size_t *lane)
{
    char full[48];
    for (*lane = 0; *lane < view->model->info.lanes; (*lane)++) {
        snprintf(full, sizeof full, "%s.%s", view->model->lane[*lane].core,
                 view->model->lane[*lane].pipe);
        if (strlen(full) == size && memcmp(full, name, size) == 0)
            return true;
    }
    return false;
}

static void read_lanes(struct view *view, const char *value, int which)
{
    while (*value != 0) {
        size_t size = strcspn(value, ","), lane;
        if (find(view, value, size, &lane)) {
            if (which == 2)
                view->folded[lane] = true;
            else if (which == 1)
                view->lane[lane].hidden = true;
            else
                view->lane[lane].pinned = true;
        }
        value += size + (value[size] == ',');
    }
}

static bool take_first(void *user, const belay_trace_insn *insn)
{
    struct model_item *item = user;
    if (insn->begin < item->begin)
        return true;
    item->end = insn->end;
    item->begin = insn->begin;
    item->insn = *insn;
    return false;
}

static bool read_selection(struct view *view, const char *value)
{
    size_t size = strcspn(value, "@"), lane;
    if (value[size] == 0 || !find(view, value, size, &lane))
        return false;
    struct model_item item = {.kind = MODEL_INSN, .lane = lane};
    item.begin = strtoull(value + size + 1, NULL, 10);
    if (belay_trace_insns(view->model->trace, lane, item.begin, UINT64_MAX, take_first, &item,
                          NULL) != BELAY_OK ||
        item.insn.text == NULL)
        return false;
    view_select(view, false, &item);
    return true;
}

static bool read_range(struct view *view, const char *value)
{
    char *end;
    double from = strtod(value, &end), to;
    if (end == value || *end != ':')
        return false;
    value = end + 1;
    to = *value == 0 ? 1e18 : strtod(value, &end);
    if ((*value != 0 && *end != 0) || to <= from)
        return false;
    if (to > (double)view->model->info.end && from < 1)
        to = 1e18;
    view_set_range(view, from, to, false);
    return true;
}

static bool read_word(struct view *view, const char *key, const char *value)
{
    uint64_t number = strtoull(value, NULL, 0);
    if (strcmp(key, "page") == 0) {
        for (int i = 0; i < PAGE_COUNT; i++)
            if (strcmp(page_name[i], value) == 0) {
                view->page = (enum page)i;
                return true;
            }
        return false;
    }
    if (strcmp(key, "range") == 0)
        return read_range(view, value);
    if (strcmp(key, "select") == 0)
        return read_selection(view, value);
    if (strcmp(key, "pin") == 0)
        read_lanes(view, value, 0);
    else if (strcmp(key, "hide") == 0)
        read_lanes(view, value, 1);
    else if (strcmp(key, "fold") == 0)
        read_lanes(view, value, 2);
    else if (strcmp(key, "marks") == 0)
        for (view->marks = 0; *value != 0 && view->marks < VIEW_MARKS;) {
            char *end;
            view->mark[view->marks++] = strtoull(value, &end, 10);
            value = *end == ',' ? end + 1 : "";
        }
    else if (strcmp(key, "empty") == 0)
        view->show_empty = number != 0;
    else if (strcmp(key, "buffer") == 0)
        view->memory.buffer = number < view->model->buffers ? (size_t)number : 0;
    else if (strcmp(key, "layout") == 0)
        view->memory.layout = (int)(number % 100);
    else if (strcmp(key, "type") == 0)
        view->memory.type = (int)(number % 100);
    else if (strcmp(key, "columns") == 0)
        view->memory.columns = number > 0 && number <= 65536 ? (unsigned)number : 16;
    else if (strcmp(key, "base") == 0)
        view->memory.base = number;
    else if (strcmp(key, "overlay") == 0)
        view->memory.overlay = number != 0;
    else if (strcmp(key, "cursor") == 0)
        view->cursor = number;
    else
        return false;
    return true;
}

bool view_state_read(struct view *view, const char *text, char *error, size_t error_size)
{
    char key[32], value[4096];
    while (*(text += strspn(text, " \t\r\n")) != 0) {
        size_t size = strcspn(text, " \t\r\n"), name = strcspn(text, "= \t\r\n");
        if (name >= size || name >= sizeof key || size - name > sizeof value) {
            snprintf(error, error_size, "'%.*s' is not KEY=VALUE", (int)(size < 80 ? size : 80),
                     text);
            return false;
        }
        snprintf(key, sizeof key, "%.*s", (int)name, text);
        snprintf(value, sizeof value, "%.*s", (int)(size - name - 1), text + name + 1);
        if (!read_word(view, key, value)) {
            snprintf(error, error_size, "'%s=%.100s' is no state of this view", key, value);
            return false;
        }
        text += size;
    }
    return true;
}
