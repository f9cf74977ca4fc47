/* Search: by name, "file:line" or ":line", "pc 0x...", or an address ("0x400" or "ub 0x400") that
 * an instruction reads or writes. Starts at the selection and goes on at the other end. */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "viewer/view.h"

struct wanted {
    struct model *model;
    const char *text;
    char file[128];
    int line;
    uint64_t address;
    char space[8];
    bool by_line, by_pc, by_address;
    uint64_t last_pc; /* whose line was looked up last */
    unsigned last_program;
    bool last_match, last_known;
};

static void parse(struct wanted *wanted, const char *text)
{
    const char *colon = strrchr(text, ':'), *hex = strstr(text, "0x");
    wanted->text = text;
    if (colon != NULL && isdigit((unsigned char)colon[1])) {
        wanted->by_line = true;
        wanted->line = atoi(colon + 1);
        snprintf(wanted->file, sizeof wanted->file, "%.*s", (int)(colon - text), text);
    } else if (hex != NULL) {
        wanted->address = strtoull(hex, NULL, 16);
        wanted->by_pc = strncasecmp(text, "pc", 2) == 0;
        wanted->by_address = !wanted->by_pc;
        if (hex > text)
            snprintf(wanted->space, sizeof wanted->space, "%.*s", (int)strcspn(text, " "), text);
    }
}

/* Lines are looked up once for a run of equal addresses. */
static bool line_matches(struct wanted *wanted, const belay_trace_insn *insn)
{
    belay_trace_code code;
    if (wanted->last_known && wanted->last_pc == insn->pc && wanted->last_program == insn->program)
        return wanted->last_match;
    wanted->last_known = true;
    wanted->last_pc = insn->pc;
    wanted->last_program = insn->program;
    wanted->last_match =
        belay_trace_code_at(wanted->model->trace, insn->program, insn->pc, &code) &&
        code.line == wanted->line && strstr(code.file, wanted->file) != NULL;
    return wanted->last_match;
}

static bool matches(struct wanted *wanted, const belay_trace_insn *insn)
{
    if (wanted->by_line)
        return line_matches(wanted, insn);
    if (wanted->by_pc)
        return insn->pc == wanted->address;
    if (!wanted->by_address)
        return strcasestr(insn->text, wanted->text) != NULL;
    for (unsigned i = 0; i < insn->touches && i < BELAY_TRACE_TOUCHES; i++) {
        const belay_trace_touch *touch = &insn->touch[i];
        const char *space = belay_trace_space(wanted->model->trace, touch->space);
        if (wanted->address - touch->address < touch->size &&
            (wanted->space[0] == 0 || (space != NULL && strcasecmp(space, wanted->space) == 0)))
            return true;
    }
    return insn->pc == wanted->address && wanted->space[0] == 0;
}

struct hunt { /* the best match so far: nearest behind (or before) `start` in (tick, lane) */
    struct wanted wanted;
    struct model_item item;
    size_t lane, start_lane;
    uint64_t start;
    bool back, found;
};

static bool beyond_start(const struct hunt *hunt, const belay_trace_insn *insn)
{
    if (insn->begin == hunt->start)
        return hunt->back ? hunt->lane < hunt->start_lane : hunt->lane > hunt->start_lane;
    return hunt->back ? insn->begin < hunt->start : insn->begin > hunt->start;
}

static bool better(const struct hunt *hunt, const belay_trace_insn *insn)
{
    return !hunt->found ||
           (hunt->back ? insn->begin >= hunt->item.begin && hunt->lane >= hunt->item.lane
                       : insn->begin < hunt->item.begin);
}

static bool take(void *user, const belay_trace_insn *insn)
{
    struct hunt *hunt = user;
    if (!hunt->back && hunt->found && insn->begin >= hunt->item.begin)
        return false;
    if (!beyond_start(hunt, insn) || !matches(&hunt->wanted, insn) || !better(hunt, insn))
        return true;
    hunt->found = true;
    hunt->item = (struct model_item){.kind = MODEL_INSN,
                                     .lane = hunt->lane,
                                     .begin = insn->begin,
                                     .end = insn->end,
                                     .insn = *insn};
    return hunt->back;
}

/* Windows of rising width, so that a near match costs little. */
static bool search_from(struct view *view, struct hunt *hunt)
{
    const struct model *model = view->model;
    uint64_t done = hunt->start, width = 4096;
    while (!hunt->found) {
        uint64_t from = hunt->back ? (done > width ? done - width : 0) : done;
        uint64_t to = hunt->back ? done + 1 : done + width;
        for (hunt->lane = 0; hunt->lane < model->info.lanes; hunt->lane++)
            belay_trace_insns(model->trace, hunt->lane, from, to, take, hunt, NULL);
        if (hunt->back ? from == 0 : to > model->info.end)
            break;
        done = hunt->back ? from : to;
        width *= 4;
    }
    return hunt->found;
}

bool view_search_for(struct view *view, const char *text)
{
    snprintf(view->search, sizeof view->search, "%s", text);
    return view_search(view, false);
}

bool view_search(struct view *view, bool backwards)
{
    struct hunt hunt = {.back = backwards, .start_lane = SIZE_MAX};
    hunt.wanted.model = view->model;
    parse(&hunt.wanted, view->search);
    if (view->selected && !view->selected_second) {
        hunt.start = view->item.begin;
        hunt.start_lane = view->item.lane;
    } else {
        hunt.start = backwards ? view->model->info.end : view->model->info.begin;
        hunt.start_lane = backwards ? SIZE_MAX : 0;
        hunt.start -= !backwards && hunt.start > 0;
    }
    bool around = false;
    if (!search_from(view, &hunt)) {
        around = true;
        hunt.start = backwards ? view->model->info.end + 1 : 0;
        hunt.start_lane = backwards ? SIZE_MAX : 0;
        if (!search_from(view, &hunt)) {
            view_say(view, true, "nothing matches '%s'", view->search);
            return false;
        }
    }
    view_select(view, false, &hunt.item);
    view_show_item(view, &hunt.item);
    view->lane[hunt.item.lane].hidden = view->lane[hunt.item.lane].empty = false;
    view_say(view, false, "%.120s: %s.%s at tick %" PRIu64 "%s   (N next, Shift+N before)",
             view->search, view->model->lane[hunt.item.lane].core,
             view->model->lane[hunt.item.lane].pipe, hunt.item.begin,
             around ? ", from the other end" : "");
    return true;
}
