/* Precompiled headers on disk: <cache>/pch/<key>/<hash of the content>.pch. The name holds the hash
 * of the bytes, so a damaged file is noticed when it is used, and one rename makes an entry. */
#ifndef BELAY_CC_CACHE_H
#define BELAY_CC_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "belay.h"
#include "cc/hash.h"

/* $XDG_CACHE_HOME/belay or ~/.cache/belay; NULL when neither variable is set. malloc'ed. */
char *cache_folder(void);

/* The entry of a key, checked byte for byte and marked as used now; malloc'ed path, NULL when there
 * is none. Damaged ones are removed. */
char *cache_find(const char *folder, struct hash128 key);

/* A path in the cache to write a new entry to, malloc'ed; NULL when the cache cannot be written. */
char *cache_new(const char *folder, struct hash128 key);

/* Makes the file that cache_new named the entry of key and returns its final path, malloc'ed; NULL,
 * and no file, when that fails. Then drops entries not used for longest while the cache holds more
 * than `limit` bytes; never one used within the last ten minutes. */
char *cache_commit(const char *folder, struct hash128 key, const char *path, uint64_t limit);

/* Notes `value` under `name`. True when nothing or the same value was noted before. */
bool cache_remember(const char *folder, struct hash128 name, struct hash128 value);

enum { CACHE_LIMIT_MIB = 4096 };

#endif
