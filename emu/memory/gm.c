#include "emu/memory/gm.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emu/error.h"

/* The first device address, in the range that real device pointers have. */
static const uint64_t first_address = 0x120000000000ULL;

enum {
    GUARD_GAP = 64 * 1024,
    POISON_CHUNK = 8 * 1024 * 1024, /* 128 GiB then need 16384 mappings; Linux allows 65530 */
    SMALL = 256 * 1024              /* up to here plain memory is filled at once */
};

void gm_init(struct gm *gm, uint64_t capacity)
{
    memset(gm, 0, sizeof *gm);
    gm->capacity = capacity;
    gm->next_address = first_address;
    gm->poison_file = -1;
}

static void unmap(struct gm_block *block)
{
    if (block->mapped > 0)
        munmap(block->host, block->mapped);
    else
        free(block->host);
}

void gm_destroy(struct gm *gm)
{
    for (size_t i = 0; i < gm->count; i++)
        unmap(&gm->block[i]);
    if (gm->poison_file >= 0)
        close(gm->poison_file);
    free(gm->block);
    free(gm->freed);
    memset(gm, 0, sizeof *gm);
    gm->poison_file = -1;
}

static int open_poison(struct gm *gm)
{
    if (gm->poison_file >= 0)
        return 0;
    int file = memfd_create("belay-poison", MFD_CLOEXEC);
    if (file < 0)
        return -1;
    void *page = MAP_FAILED;
    if (ftruncate(file, POISON_CHUNK) == 0)
        page = mmap(NULL, POISON_CHUNK, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (page == MAP_FAILED) {
        close(file);
        return -1;
    }
    memset(page, GM_POISON, POISON_CHUNK);
    munmap(page, POISON_CHUNK);
    gm->poison_file = file;
    return 0;
}

/* A large allocation shows the same poison pages until it is written: it costs what is touched. */
static uint8_t *map_poison(struct gm *gm, uint64_t size, uint64_t *mapped)
{
    if (open_poison(gm) != 0)
        return NULL;
    *mapped = (size + POISON_CHUNK - 1) / POISON_CHUNK * POISON_CHUNK;
    uint8_t *host =
        mmap(NULL, *mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (host == MAP_FAILED)
        return NULL;
    for (uint64_t at = 0; at < *mapped; at += POISON_CHUNK) {
        void *chunk = mmap(host + at, POISON_CHUNK, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, gm->poison_file, 0);
        if (chunk == MAP_FAILED) {
            munmap(host, *mapped);
            return NULL;
        }
    }
    return host;
}

static uint8_t *small_block(uint64_t size)
{
    uint8_t *host =
        aligned_alloc(GM_ALIGNMENT, (size + GM_ALIGNMENT - 1) / GM_ALIGNMENT * GM_ALIGNMENT);
    if (host != NULL)
        memset(host, GM_POISON, size);
    return host;
}

static int grow(struct gm_block **list, size_t count, size_t *room)
{
    if (count < *room)
        return 0;
    size_t more = *room == 0 ? 64 : *room * 2;
    struct gm_block *bigger = realloc(*list, more * sizeof **list);
    if (bigger == NULL)
        return -1;
    *list = bigger;
    *room = more;
    return 0;
}

belay_status gm_alloc(struct gm *gm, uint64_t size, uint64_t *address, belay_error *err)
{
    if (size == 0)
        return error_set(err, BELAY_BAD_INPUT, "allocation of 0 bytes of global memory");
    if (size > gm->capacity - gm->used)
        return error_set(err, BELAY_BAD_INPUT,
                         "allocation of %" PRIu64 " bytes of global memory: %" PRIu64 " of %" PRIu64
                         " bytes are free",
                         size, gm->capacity - gm->used, gm->capacity);
    struct gm_block block = {.address = gm->next_address, .size = size};
    if (grow(&gm->block, gm->count, &gm->room) == 0)
        block.host = size <= SMALL ? small_block(size) : map_poison(gm, size, &block.mapped);
    if (block.host == NULL)
        return error_set(err, BELAY_INTERNAL,
                         "the host has no memory for %" PRIu64 " bytes of global memory", size);
    gm->block[gm->count++] = block;
    gm->used += size;
    gm->next_address += (size + GUARD_GAP + GUARD_GAP - 1) / GUARD_GAP * GUARD_GAP;
    *address = block.address;
    return BELAY_OK;
}

/* Index of the block that holds address; count when none does. */
static size_t find(struct gm *gm, uint64_t address)
{
    if (gm->last < gm->count) {
        const struct gm_block *b = &gm->block[gm->last];
        if (address - b->address < b->size)
            return gm->last;
    }
    size_t low = 0;
    size_t high = gm->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (gm->block[middle].address + gm->block[middle].size <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == gm->count || address < gm->block[low].address)
        return gm->count;
    gm->last = low;
    return low;
}

belay_status gm_free(struct gm *gm, uint64_t address, belay_error *err)
{
    size_t i = find(gm, address);
    if (i == gm->count || gm->block[i].address != address) {
        char text[160];
        gm_explain(gm, address, text, sizeof text);
        return error_set(err, BELAY_BAD_INPUT, "free of %s", text);
    }
    if (grow(&gm->freed, gm->freed_count, &gm->freed_room) == 0) {
        gm->freed[gm->freed_count] = gm->block[i];
        gm->freed[gm->freed_count++].host = NULL;
    }
    gm->used -= gm->block[i].size;
    unmap(&gm->block[i]);
    memmove(&gm->block[i], &gm->block[i + 1], (gm->count - i - 1) * sizeof *gm->block);
    gm->count--;
    return BELAY_OK;
}

uint8_t *gm_host(struct gm *gm, uint64_t address, uint64_t size)
{
    size_t i = find(gm, address);
    if (i == gm->count)
        return NULL;
    const struct gm_block *b = &gm->block[i];
    uint64_t offset = address - b->address;
    return size <= b->size - offset ? b->host + offset : NULL;
}

uint8_t *gm_host_up_to(struct gm *gm, uint64_t address, uint64_t most, uint64_t *size)
{
    size_t i = find(gm, address);
    *size = 0;
    if (i == gm->count)
        return NULL;
    const struct gm_block *b = &gm->block[i];
    uint64_t offset = address - b->address;
    *size = b->size - offset < most ? b->size - offset : most;
    return b->host + offset;
}

void gm_explain(const struct gm *gm, uint64_t address, char *out, size_t out_size)
{
    for (size_t i = gm->freed_count; i-- > 0;)
        if (address - gm->freed[i].address < gm->freed[i].size) {
            snprintf(out, out_size,
                     "GM address 0x%" PRIx64 ", in the freed allocation of %" PRIu64
                     " bytes at 0x%" PRIx64,
                     address, gm->freed[i].size, gm->freed[i].address);
            return;
        }
    const struct gm_block *before = NULL;
    for (size_t i = 0; i < gm->count && gm->block[i].address <= address; i++)
        before = &gm->block[i];
    if (before == NULL)
        snprintf(out, out_size, "GM address 0x%" PRIx64 ", in no allocation", address);
    else if (address < before->address + before->size)
        snprintf(out, out_size,
                 "GM address 0x%" PRIx64 ", %" PRIu64 " bytes into the allocation of %" PRIu64
                 " bytes at 0x%" PRIx64,
                 address, address - before->address, before->size, before->address);
    else
        snprintf(out, out_size,
                 "GM address 0x%" PRIx64 ", %" PRIu64 " bytes after the end of the allocation of "
                 "%" PRIu64 " bytes at 0x%" PRIx64,
                 address, address - before->address - before->size, before->size, before->address);
}
