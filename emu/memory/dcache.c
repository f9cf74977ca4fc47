#include "emu/memory/dcache.h"

#include <stdlib.h>
#include <string.h>

int dcache_init(struct dcache *cache, uint64_t size, unsigned ways)
{
    cache->ways = ways;
    cache->sets = (unsigned)(size / DCACHE_LINE / ways);
    cache->clock = 0;
    cache->line = calloc((size_t)cache->sets * ways, sizeof *cache->line);
    return cache->line == NULL ? -1 : 0;
}

void dcache_destroy(struct dcache *cache)
{
    free(cache->line);
    memset(cache, 0, sizeof *cache);
}

static struct dcache_line *set_of(struct dcache *cache, uint64_t address)
{
    return cache->line + (address / DCACHE_LINE) % cache->sets * cache->ways;
}

struct dcache_line *dcache_find(struct dcache *cache, uint64_t address)
{
    uint64_t base = address & ~(uint64_t)(DCACHE_LINE - 1);
    struct dcache_line *set = set_of(cache, address);
    for (unsigned i = 0; i < cache->ways; i++)
        if (set[i].valid && set[i].address == base) {
            set[i].used = ++cache->clock;
            return &set[i];
        }
    return NULL;
}

void dcache_clean_invalidate(struct gm *gm, struct dcache_line *line)
{
    if (line->valid && line->dirty) {
        uint64_t size;
        uint8_t *host = gm_host_up_to(gm, line->address, DCACHE_LINE, &size);
        if (host != NULL)
            memcpy(host, line->bytes, size);
    }
    line->valid = line->dirty = false;
}

struct dcache_line *dcache_fill(struct dcache *cache, struct gm *gm, uint64_t address)
{
    uint64_t base = address & ~(uint64_t)(DCACHE_LINE - 1);
    uint64_t size;
    uint8_t *host = gm_host_up_to(gm, base, DCACHE_LINE, &size);
    if (host == NULL || address - base >= size)
        return NULL;
    struct dcache_line *set = set_of(cache, address);
    struct dcache_line *victim = set;
    for (unsigned i = 0; i < cache->ways; i++) {
        if (!set[i].valid) {
            victim = &set[i];
            break;
        }
        if (set[i].used < victim->used)
            victim = &set[i];
    }
    dcache_clean_invalidate(gm, victim);
    memset(victim->bytes, GM_POISON, sizeof victim->bytes);
    memcpy(victim->bytes, host, size);
    victim->address = base;
    victim->size = (uint8_t)size;
    victim->valid = true;
    victim->used = ++cache->clock;
    return victim;
}

unsigned dcache_clean_invalidate_all(struct dcache *cache, struct gm *gm)
{
    unsigned dirty = 0;
    for (size_t i = 0; i < (size_t)cache->sets * cache->ways; i++) {
        dirty += cache->line[i].valid && cache->line[i].dirty;
        dcache_clean_invalidate(gm, &cache->line[i]);
    }
    return dirty;
}

void dcache_invalidate_all(struct dcache *cache)
{
    for (size_t i = 0; i < (size_t)cache->sets * cache->ways; i++)
        cache->line[i].valid = cache->line[i].dirty = false;
}
