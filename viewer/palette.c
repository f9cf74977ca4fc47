/* One colour for each state of a lane. The hues are those of Okabe and Ito
 * (jfly.uni-koeln.de/color), which people with any colour blindness tell apart, and one of Paul
 * Tol's; states of one kind share a hue and differ by stripes. */
#include <string.h>

#include "viewer/view.h"

static const struct {
    const char *state;
    scene_color color;
    bool hatched;
} palette[] = {
    {"busy", 0xff0072b2, false},
    /* another pipe or core is waited for */
    {"flag", 0xffe69f00, false},
    {"cross_core", 0xffe69f00, true},
    {"barrier", 0xfff0e442, false},
    {"mutex", 0xfff0e442, true},
    /* memory */
    {"bank_conflict", 0xffd55e00, false},
    {"hbm_bandwidth", 0xff882255, false},
    {"scalar_load", 0xff882255, true},
    {"l2_miss", 0xffcc79a7, false},
    {"dma_short_row", 0xffcc79a7, true},
    /* the front end */
    {"queue_full", 0xff009e73, false},
    {"icache", 0xff009e73, true},
    {"operand_not_ready", 0xff56b4e9, false},
    {"issue_interval", 0xff56b4e9, true},
    /* nothing to do */
    {"no_work", 0xffeceef1, false},
    {"launch", 0xffc4cad1, false},
    {"launch_wave", 0xffc4cad1, true},
};

scene_color view_color(const struct model *model, size_t state, bool *hatched)
{
    const char *name = state < model->info.states ? belay_trace_state(model->trace, state) : "";
    for (size_t i = 0; i < sizeof palette / sizeof *palette; i++)
        if (strcmp(palette[i].state, name) == 0) {
            *hatched = palette[i].hatched;
            return palette[i].color;
        }
    *hatched = true; /* a reason that is newer than this table */
    return 0xff333333;
}
