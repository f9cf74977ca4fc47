#include "cc/words.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SLOTS = 512 }; /* over four times the number of words: short probes */

struct slot {
    const char *name;
    uint8_t length, word;
};

struct word_table {
    struct slot slot[SLOTS];
};

static size_t word_hash(const char *name, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (uint8_t)name[i]) * 16777619u;
    return hash % SLOTS;
}

static void word_add(struct word_table *table, const char *name, enum word word)
{
    size_t length = strlen(name);
    size_t at = word_hash(name, length);
    while (table->slot[at].name != NULL)
        at = (at + 1) % SLOTS;
    table->slot[at] = (struct slot){name, (uint8_t)length, (uint8_t)word};
}

struct word_table *word_table_new(void)
{
    struct word_table *table = calloc(1, sizeof *table);
    if (table == NULL)
        return NULL;
#define ADD_WORD(word, name) word_add(table, name, WORD_##word);
    WORD_LIST(ADD_WORD)
#undef ADD_WORD
    return table;
}

void word_table_free(struct word_table *table)
{
    free(table);
}

enum word word_find(const struct word_table *table, const char *name, size_t length)
{
    if (length < 2 || length > 22)
        return WORD_NONE;
    for (size_t at = word_hash(name, length); table->slot[at].name != NULL; at = (at + 1) % SLOTS) {
        const struct slot *slot = &table->slot[at];
        if (slot->length == length && memcmp(slot->name, name, length) == 0)
            return (enum word)slot->word;
    }
    return WORD_NONE;
}
