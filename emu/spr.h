/* Special registers. An instruction that goes to a queue uses the values they had when it was
 * issued: kernels set a loop register, copy, and reset it without waiting (asc-devkit's "resume to
 * normal mode"). So the file is versioned: entries hold a version, a write makes a new one if need
 * be. */
#ifndef BELAY_EMU_SPR_H
#define BELAY_EMU_SPR_H

#include <stdint.h>

#include "isa/isa.h"

struct spr_values {
    uint64_t value[SPR_COUNT];
    uint32_t users;
    struct spr_values *next_free;
};

struct spr_file {
    struct spr_values *now;
    struct spr_values *pool; /* all versions, one allocation */
    struct spr_values *free;
};

/* versions: one more than the entries that all queues together can hold. 0, or -1: no memory. */
int spr_init(struct spr_file *file, unsigned versions);
void spr_destroy(struct spr_file *file);

/* All registers to their reset values (docs/design.md section 3). */
void spr_reset(struct spr_file *file);

static inline uint64_t spr_get(const struct spr_file *file, enum isa_spr spr)
{
    return file->now->value[spr];
}

void spr_set(struct spr_file *file, enum isa_spr spr, uint64_t value);

/* The current version, held until spr_release. */
const struct spr_values *spr_hold(struct spr_file *file);
void spr_release(struct spr_file *file, const struct spr_values *values);

#endif
