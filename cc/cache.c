#include "cc/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cc/file.h"

char *cache_folder(void)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache != NULL && cache[0] == '/')
        return format_string("%s/belay", cache);
    if (home != NULL && home[0] == '/')
        return format_string("%s/.cache/belay", home);
    return NULL;
}

static char *key_folder(const char *folder, struct hash128 key)
{
    char name[33];
    hash_print(key, name);
    return format_string("%s/pch/%s", folder, name);
}

static bool content_name(const char *path, char name[38])
{
    struct file_bytes bytes;
    if (file_map(path, &bytes, NULL) != BELAY_OK)
        return false;
    hash_print(hash_bytes(bytes.data ? bytes.data : "", bytes.size, (struct hash128){0, 0}), name);
    strcpy(name + 32, ".pch");
    file_unmap(&bytes);
    return true;
}

static bool is_entry_name(const char *name)
{
    return strlen(name) == 36 && strcmp(name + 32, ".pch") == 0;
}

char *cache_find(const char *folder, struct hash128 key)
{
    char *dir_path = key_folder(folder, key), *found = NULL;
    DIR *dir = dir_path ? opendir(dir_path) : NULL;
    struct dirent *entry;
    while (dir != NULL && found == NULL && (entry = readdir(dir)) != NULL) {
        char name[38];
        if (!is_entry_name(entry->d_name))
            continue;
        found = format_string("%s/%s", dir_path, entry->d_name);
        if (found != NULL && content_name(found, name) && strcmp(name, entry->d_name) == 0) {
            utimensat(AT_FDCWD, found, NULL, 0);
            continue;
        }
        if (found != NULL)
            unlink(found);
        free(found);
        found = NULL;
    }
    if (dir != NULL)
        closedir(dir);
    free(dir_path);
    return found;
}

char *cache_new(const char *folder, struct hash128 key)
{
    char *dir = key_folder(folder, key), *path = NULL;
    if (dir != NULL && make_folders(dir) && access(dir, W_OK) == 0)
        path = format_string("%s/new-%ld", dir, (long)getpid());
    free(dir);
    return path;
}

bool cache_remember(const char *folder, struct hash128 name, struct hash128 value)
{
    char text[33], old[33] = "", path_name[33];
    hash_print(value, text);
    hash_print(name, path_name);
    char *dir = format_string("%s/pch/last", folder);
    char *path = format_string("%s/%s", dir ? dir : "", path_name);
    struct file_bytes bytes;
    if (path != NULL && file_map(path, &bytes, NULL) == BELAY_OK) {
        if (bytes.size == 32)
            memcpy(old, bytes.data, 32);
        file_unmap(&bytes);
    }
    struct file_piece piece = {text, 32};
    if (dir != NULL && path != NULL && strcmp(old, text) != 0 && make_folders(dir))
        file_write(path, &piece, 1, NULL);
    free(dir);
    free(path);
    return old[0] == '\0' || strcmp(old, text) == 0;
}

/* --- dropping old entries ------------------------------------------------------------------- */

struct cached {
    char *path;
    uint64_t size;
    time_t used;
};

struct cached_list {
    struct cached *item;
    size_t count, room;
    uint64_t total;
};

static void list_add(struct cached_list *list, char *path)
{
    struct stat info;
    if (list->count == list->room) {
        size_t room = list->room ? list->room * 2 : 64;
        struct cached *larger = realloc(list->item, room * sizeof *larger);
        if (larger == NULL) {
            free(path);
            return;
        }
        list->item = larger;
        list->room = room;
    }
    if (path == NULL || stat(path, &info) != 0 || !S_ISREG(info.st_mode)) {
        free(path);
        return;
    }
    list->item[list->count++] = (struct cached){path, (uint64_t)info.st_size, info.st_mtime};
    list->total += (uint64_t)info.st_size;
}

static void list_folder(struct cached_list *list, const char *path, int depth)
{
    DIR *dir = opendir(path);
    struct dirent *entry;
    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        char *below = entry->d_name[0] == '.' ? NULL : format_string("%s/%s", path, entry->d_name);
        if (below == NULL)
            continue;
        if (depth > 0) {
            list_folder(list, below, depth - 1);
            free(below);
        } else {
            list_add(list, below);
        }
    }
    if (dir != NULL)
        closedir(dir);
}

static int compare_used(const void *a, const void *b)
{
    const struct cached *x = a, *y = b;
    if (x->used != y->used)
        return x->used < y->used ? -1 : 1;
    return strcmp(x->path, y->path);
}

static void drop_old(const char *folder, uint64_t limit)
{
    char *root = format_string("%s/pch", folder);
    struct cached_list list = {0};
    if (root != NULL)
        list_folder(&list, root, 1);
    if (list.count != 0)
        qsort(list.item, list.count, sizeof *list.item, compare_used);
    time_t recent = time(NULL) - 600;
    for (size_t i = 0; i < list.count && list.total > limit && list.item[i].used < recent; i++) {
        list.total -= list.item[i].size;
        unlink(list.item[i].path);
        *strrchr(list.item[i].path, '/') = '\0';
        rmdir(list.item[i].path); /* only when it is empty now */
    }
    for (size_t i = 0; i < list.count; i++)
        free(list.item[i].path);
    free(list.item);
    free(root);
}

char *cache_commit(const char *folder, struct hash128 key, const char *path, uint64_t limit)
{
    char name[38];
    char *dir = key_folder(folder, key), *final = NULL;
    if (dir != NULL && content_name(path, name))
        final = format_string("%s/%s", dir, name);
    free(dir);
    if (final == NULL || rename(path, final) != 0) {
        unlink(path);
        free(final);
        return NULL;
    }
    drop_old(folder, limit);
    return final;
}
