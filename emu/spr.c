#include "emu/spr.h"

#include <stdlib.h>
#include <string.h>

int spr_init(struct spr_file *file, unsigned versions)
{
    file->pool = calloc(versions, sizeof *file->pool);
    if (file->pool == NULL)
        return -1;
    for (unsigned i = 0; i + 1 < versions; i++)
        file->pool[i].next_free = &file->pool[i + 1];
    file->now = file->pool;
    file->free = file->now->next_free;
    return 0;
}

void spr_destroy(struct spr_file *file)
{
    free(file->pool);
    memset(file, 0, sizeof *file);
}

/* A version that nobody else reads. The pool holds one for every possible reader, so it never ends.
 */
static struct spr_values *writable(struct spr_file *file)
{
    if (file->now->users == 0)
        return file->now;
    struct spr_values *fresh = file->free;
    file->free = fresh->next_free;
    memcpy(fresh->value, file->now->value, sizeof fresh->value);
    fresh->users = 0;
    file->now = fresh;
    return fresh;
}

void spr_reset(struct spr_file *file)
{
    struct spr_values *values = writable(file);
    memset(values->value, 0, sizeof values->value);
    /* CTRL: bit 60 says that bits 48 and 59 decide saturation (asc-devkit SetCtrlSpr) */
    values->value[SPR_CTRL] = 1ULL << 60;
    /* one pass of both loops, the "normal mode" of the movers */
    uint64_t one = 1ULL << 21 | 1;
    values->value[SPR_LOOP_SIZE_OUTTOUB] = one;
    values->value[SPR_LOOP_SIZE_UBTOOUT] = one;
    values->value[SPR_LOOP_SIZE_OUTTOL1] = one;
}

void spr_set(struct spr_file *file, enum isa_spr spr, uint64_t value)
{
    if (file->now->value[spr] != value)
        writable(file)->value[spr] = value;
}

const struct spr_values *spr_hold(struct spr_file *file)
{
    file->now->users++;
    return file->now;
}

void spr_release(struct spr_file *file, const struct spr_values *values)
{
    struct spr_values *version = file->pool + (values - file->pool);
    version->users--;
    if (version->users == 0 && version != file->now) {
        version->next_free = file->free;
        file->free = version;
    }
}
