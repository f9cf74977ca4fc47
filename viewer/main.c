/* The program behind `belay view`. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viewer/headless.h"
#include "viewer/window.h"

static const char help[] =
    "usage: belay view [options] FILE.bt\n\n"
    "Shows a trace (belay run PROGRAM --trace FILE.bt): overview, timeline, code, memory, "
    "roofline.\n"
    "F1 in the window lists the keys.\n\n"
    "  --second FILE      another trace below it, and the difference\n"
    "  --page NAME        overview, timeline, code, memory or roofline\n"
    "  --range A:B        ticks to show; A: to the end\n"
    "  --select LANE@T    the instruction of a lane (aiv0.mte2) from tick T on\n"
    "  --search TEXT      what / finds: a name, file:line, pc 0x..., an address 0x...\n"
    "  --state TEXT|FILE  what Ctrl+S saved\n"
    "  --sources FOLDER   where source files are that are not at their own place\n"
    "  --size WxH         of the window or picture, 1280x720 if not given\n"
    "  --scale X          size of text, 1 if not given; 1.5 for a projector\n"
    "  --fonts FOLDER     where DejaVuSans.ttf is\n\n"
    "without a window:\n"
    "  --picture OUT.png  draws the page into a file; needs no display\n"
    "  --scene OUT.txt    writes what the page shows as text\n";

enum {
    OPTION_HELP = 256,
    OPTION_SECOND,
    OPTION_PAGE,
    OPTION_RANGE,
    OPTION_SELECT,
    OPTION_SEARCH,
    OPTION_STATE,
    OPTION_SIZE,
    OPTION_SCALE,
    OPTION_FONTS,
    OPTION_PICTURE,
    OPTION_SCENE,
    OPTION_SOURCES
};

static const struct option options[] = {{"help", no_argument, NULL, OPTION_HELP},
                                        {"second", required_argument, NULL, OPTION_SECOND},
                                        {"page", required_argument, NULL, OPTION_PAGE},
                                        {"range", required_argument, NULL, OPTION_RANGE},
                                        {"select", required_argument, NULL, OPTION_SELECT},
                                        {"search", required_argument, NULL, OPTION_SEARCH},
                                        {"state", required_argument, NULL, OPTION_STATE},
                                        {"size", required_argument, NULL, OPTION_SIZE},
                                        {"scale", required_argument, NULL, OPTION_SCALE},
                                        {"fonts", required_argument, NULL, OPTION_FONTS},
                                        {"picture", required_argument, NULL, OPTION_PICTURE},
                                        {"scene", required_argument, NULL, OPTION_SCENE},
                                        {"sources", required_argument, NULL, OPTION_SOURCES},
                                        {0}};

struct request {
    const char *file, *second, *picture, *scene, *sources;
    const char *word[32][2]; /* states to be set, in order; key NULL: text or file of --state */
    int words;
    struct window_options window;
};

static int usage(const char *what, const char *value)
{
    fprintf(stderr, "belay view: %s%s (see belay view --help)\n", what, value);
    return BELAY_BAD_INPUT;
}

static bool parse_size(const char *text, struct window_options *window)
{
    char *end;
    long width = strtol(text, &end, 10), height = *end == 'x' ? strtol(end + 1, &end, 10) : 0;
    window->width = (int)width;
    window->height = (int)height;
    return *end == 0 && width >= 320 && width <= 16384 && height >= 240 && height <= 16384;
}

static bool parse_scale(const char *text, double *scale)
{
    char *end;
    *scale = strtod(text, &end);
    return *end == 0 && *scale >= 0.5 && *scale <= 4;
}

/* -1: go on; else the exit code. */
static int take_option(struct request *request, int option, const char *value)
{
    static const char *const keys[] = {[OPTION_PAGE - OPTION_HELP] = "page",
                                       [OPTION_RANGE - OPTION_HELP] = "range",
                                       [OPTION_SELECT - OPTION_HELP] = "select",
                                       [OPTION_SEARCH - OPTION_HELP] = "search",
                                       [OPTION_STATE - OPTION_HELP] = NULL};
    switch (option) {
    case OPTION_HELP:
        fputs(help, stdout);
        return BELAY_OK;
    case OPTION_SECOND:
        request->second = value;
        return -1;
    case OPTION_SIZE:
        return parse_size(value, &request->window)
                   ? -1
                   : usage("--size wants WxH, 320x240 to 16384x16384, not ", value);
    case OPTION_SCALE:
        return parse_scale(value, &request->window.scale)
                   ? -1
                   : usage("--scale wants a number from 0.5 to 4, not ", value);
    case OPTION_FONTS:
        request->window.fonts = value;
        return -1;
    case OPTION_PICTURE:
        request->picture = value;
        return -1;
    case OPTION_SCENE:
        request->scene = value;
        return -1;
    case OPTION_SOURCES:
        request->sources = value;
        return -1;
    case '?':
        return BELAY_BAD_INPUT;
    default:
        if (request->words == sizeof request->word / sizeof *request->word)
            return usage("too many options", "");
        request->word[request->words][0] = keys[option - OPTION_HELP];
        request->word[request->words++][1] = value;
        return -1;
    }
}

/* --state is a file when there is one of that name. */
static bool read_state(struct view *view, const char *value, char *error, size_t error_size)
{
    char text[8192];
    FILE *file = fopen(value, "r");
    if (file == NULL)
        return view_state_read(view, value, error, error_size);
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = 0;
    return view_state_read(view, text, error, error_size);
}

static int set_up(struct view *view, const struct request *request)
{
    char error[400], text[400];
    for (int i = 0; i < request->words; i++) {
        const char *key = request->word[i][0], *value = request->word[i][1];
        bool good;
        if (key == NULL) {
            good = read_state(view, value, error, sizeof error);
        } else {
            snprintf(text, sizeof text, "%s=%s", key, value);
            good = strcmp(key, "search") == 0 ? view_search_for(view, value)
                                              : view_state_read(view, text, error, sizeof error);
            if (!good && strcmp(key, "search") == 0)
                snprintf(error, sizeof error, "nothing matches '%.100s'", value);
        }
        if (!good) {
            fprintf(stderr, "belay view: %s\n", error);
            return BELAY_BAD_INPUT;
        }
    }
    return BELAY_OK;
}

static int show(struct view *view, const struct request *request)
{
    char error[400], title[300];
    if (request->picture != NULL || request->scene != NULL) {
        if (headless_show(view, &request->window, request->picture, request->scene, error,
                          sizeof error))
            return BELAY_OK;
        fprintf(stderr, "belay view: %s\n", error);
        return BELAY_BAD_INPUT;
    }
    snprintf(title, sizeof title, "%.200s - belay", view->model->title);
    struct window *window = window_open(&request->window, title, error, sizeof error);
    if (window == NULL) {
        fprintf(stderr, "belay view: %s\n", error);
        return BELAY_BAD_INPUT;
    }
    window_run(window, view);
    window_close(window);
    return BELAY_OK;
}

static int fail(const char *file, const belay_error *err)
{
    fprintf(stderr, "belay view: %s: %s\n", file, err->message);
    return (int)err->status;
}

static int view_files(const struct request *request)
{
    static struct view view;
    belay_error err;
    struct model *model = model_open(request->file, &err), *second = NULL;
    if (model == NULL)
        return fail(request->file, &err);
    if (request->second != NULL && (second = model_open(request->second, &err)) == NULL) {
        model_close(model);
        return fail(request->second, &err);
    }
    int code = BELAY_INTERNAL;
    if (view_open(&view, model, second, request->sources)) {
        if (model->problem[0] != 0)
            fprintf(stderr, "belay view: %s: %s\n", request->file, model->problem);
        code = set_up(&view, request);
        if (code == BELAY_OK)
            code = show(&view, request);
    }
    view_close(&view);
    model_close(model);
    model_close(second);
    return code;
}

int main(int argc, char **argv)
{
    struct request request = {.window = {1280, 720, 1, NULL}};
    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        int code = take_option(&request, option, optarg);
        if (code >= 0)
            return code;
    }
    if (argc - optind != 1)
        return usage("one trace is needed", "");
    request.file = argv[optind];
    return view_files(&request);
}
