#include "emu/memory/local.h"

#include <stdlib.h>
#include <string.h>

#include "emu/memory/gm.h"

const char *const local_name[LOCAL_SPACE_COUNT] = {
#define LOCAL_NAME(id, name) name,
    LOCAL_SPACES(LOCAL_NAME)
#undef LOCAL_NAME
};

int local_add(struct local *local, enum local_space space, uint64_t size)
{
    local->bytes[space] = aligned_alloc(4096, (size + 4095) / 4096 * 4096);
    if (local->bytes[space] == NULL)
        return -1;
    local->size[space] = size;
    memset(local->bytes[space], GM_POISON, size);
    return 0;
}

void local_poison(struct local *local)
{
    for (int space = 0; space < LOCAL_SPACE_COUNT; space++)
        if (local->bytes[space] != NULL)
            memset(local->bytes[space], GM_POISON, local->size[space]);
}

void local_destroy(struct local *local)
{
    for (int space = 0; space < LOCAL_SPACE_COUNT; space++)
        free(local->bytes[space]);
    memset(local, 0, sizeof *local);
}
