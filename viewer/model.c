#include "viewer/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sizes and banks come from the chip's parameters. */
static const struct {
    const char *space, *size_key;
    bool of_cube, of_vector;
} memories[] = {
    {"UB", "ub_size", false, true},    {"L1", "l1_size", true, false},
    {"L0A", "l0_a_size", true, false}, {"L0B", "l0_b_size", true, false},
    {"L0C", "l0_c_size", true, false}, {"BT", "bt_size", true, false},
    {"FB", "fb0_size", true, false},
};

enum { MEMORIES = sizeof memories / sizeof *memories };

/* A parameter of any section that has it. */
static double number(const belay_chip *chip, const char *name)
{
    static const char *const sections[] = {"AICoreSpec.",        "VectorCoreSpec.", "SoCInfo.",
                                           "AICoreMemoryRates.", "local.",          ""};
    double value = 0;
    char key[96];
    for (size_t i = 0; chip != NULL && i < sizeof sections / sizeof *sections; i++) {
        snprintf(key, sizeof key, "%s%s", sections[i], name);
        if (belay_chip_number(chip, key, &value))
            return value;
    }
    return 0;
}

static unsigned space_of(const belay_trace *trace, const char *name)
{
    const char *space;
    for (unsigned i = 0; (space = belay_trace_space(trace, i)) != NULL; i++)
        if (strcmp(space, name) == 0)
            return i;
    return UINT32_MAX;
}

static void add_buffers(struct model *model, const belay_chip *chip, const char *core)
{
    bool cube = strncmp(core, "aic", 3) == 0;
    for (size_t i = 0; i < MEMORIES; i++) {
        if (!(cube ? memories[i].of_cube : memories[i].of_vector))
            continue;
        struct model_buffer *buffer = &model->buffer[model->buffers];
        double size = number(chip, memories[i].size_key);
        memset(buffer, 0, sizeof *buffer);
        snprintf(buffer->core, sizeof buffer->core, "%s", core);
        buffer->name = memories[i].space;
        buffer->space = space_of(model->trace, memories[i].space);
        buffer->size = size > 0 ? (uint64_t)size : 0;
        if (strcmp(buffer->name, "UB") == 0) {
            buffer->banks = (unsigned)number(chip, "ubbank_num");
            buffer->bank_bytes = 32;
        }
        model->buffers += buffer->space != UINT32_MAX && buffer->size > 0;
    }
}

/* Peaks of the chip for the roofline, in operations and bytes a second. */
static void add_peaks(struct model *model, const belay_chip *chip)
{
    double clock = (double)model->info.clock_mhz * 1e6;
    double cubes = number(chip, "cube_core_cnt"), vectors = number(chip, "vector_core_cnt");
    double m = number(chip, "cube_m_size"), n = number(chip, "cube_n_size");
    double k = number(chip, "cube_k_size");
    model->peak_cube = cubes * m * n * k * 2 * clock;
    model->peak_vector = vectors * number(chip, "vector_reg_width") / 4 * clock;
    model->peak_bytes = cubes * number(chip, "ddr_read_rate") * clock;
}

bool model_find_lane(const struct model *model, const char *core, const char *pipe, size_t *lane)
{
    for (size_t i = 0; i < model->info.lanes; i++)
        if (strcmp(model->lane[i].core, core) == 0 && strcmp(model->lane[i].pipe, pipe) == 0) {
            *lane = i;
            return true;
        }
    return false;
}

const char *model_mnemonic(const belay_trace_insn *insn, char *name, size_t room)
{
    size_t size = strcspn(insn->text, " \t");
    snprintf(name, room, "%.*s", (int)(insn->is_call ? strlen(insn->text) : size), insn->text);
    return name;
}

struct model *model_of_trace(belay_trace *trace, const char *title, belay_error *err)
{
    struct model *model = calloc(1, sizeof *model);
    belay_chip *chip = NULL;
    if (model != NULL) {
        model->trace = trace;
        belay_trace_get_info(trace, &model->info);
        model->lane = calloc(model->info.lanes + 1, sizeof *model->lane);
        model->buffer = calloc(model->info.lanes * MEMORIES + 1, sizeof *model->buffer);
    }
    if (model == NULL || model->lane == NULL || model->buffer == NULL) {
        memset(err, 0, sizeof *err);
        err->status = BELAY_INTERNAL;
        snprintf(err->message, sizeof err->message, "memory is out");
        free(model != NULL ? model->lane : NULL);
        free(model != NULL ? model->buffer : NULL);
        free(model);
        return NULL;
    }
    snprintf(model->title, sizeof model->title, "%s", title);
    for (size_t i = 0; i < model->info.lanes; i++)
        belay_trace_get_lane(trace, i, &model->lane[i]);
    if (belay_chip_open(model->info.chip, NULL, 0, &chip, NULL) != BELAY_OK)
        chip = NULL; /* a chip this Belay does not know: no sizes, no peaks */
    for (size_t i = 0; i < model->info.lanes; i++)
        if (i == 0 || strcmp(model->lane[i].core, model->lane[i - 1].core) != 0)
            add_buffers(model, chip, model->lane[i].core);
    add_peaks(model, chip);
    belay_chip_close(chip);
    if (model->info.damage != NULL)
        snprintf(model->problem, sizeof model->problem, "%.300s; what is good of it is shown",
                 model->info.damage);
    return model;
}

struct model *model_open(const char *path, belay_error *err)
{
    belay_trace *trace = NULL;
    const char *base = strrchr(path, '/');
    if (belay_trace_open(path, &trace, err) != BELAY_OK)
        return NULL;
    struct model *model = model_of_trace(trace, base != NULL ? base + 1 : path, err);
    if (model == NULL)
        belay_trace_close(trace);
    return model;
}

void model_close(struct model *model)
{
    if (model == NULL)
        return;
    belay_trace_close(model->trace);
    free(model->lane);
    free(model->buffer);
    free(model);
}
