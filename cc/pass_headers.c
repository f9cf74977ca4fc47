/* Which part of a source's text goes into a precompiled header, and the header itself. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cc/cache.h"
#include "cc/pass_state.h"

/* Counts in every cache key: raise it when the rewriter's output for the same text changes. */
enum { REWRITER_VERSION = 3 };

/* Rewrites a text in place of what p->text had. */
static belay_status rewrite(struct pass *p, const char *text, size_t size,
                            struct rewrite_result *out)
{
    struct rewrite_options options = {
        .pass = p->pass, .plain_dirs = (const char *const *)p->job->step.toolchain->plain.item};
    return rewrite_text(text, size, &options, out, &p->err);
}

static belay_status rewrite_again(struct pass *p, const char *text, size_t size)
{
    rewrite_result_free(&p->text);
    return rewrite(p, text, size, &p->text);
}

static belay_status rewrite_whole(struct pass *p, const struct pass_source *source)
{
    return rewrite_again(p, source->bytes.data ? source->bytes.data : "", source->bytes.size);
}

/* --- reading -------------------------------------------------------------------------------- */

/* Folder above the source's own: where the rest of the user's project is likely to be. */
static void project_folder(const char *source, char out[PATH_MAX])
{
    if (realpath(source, out) == NULL)
        strcpy(out, "/");
    for (int i = 0; i < 2; i++) {
        char *slash = strrchr(out, '/');
        if (slash != NULL)
            *slash = '\0';
    }
}

static belay_status split_at(struct pass *p, const struct pass_source *source,
                             enum split_level level, struct split *out)
{
    struct split_options where = {.level = level,
                                  .source = p->job->step.source,
                                  .folder = source->folder,
                                  .stable = (const char *const *)source->stable.item,
                                  .project = source->project};
    return split_text(source->bytes.data, source->bytes.size, &where, out, &p->err);
}

/* A head is of use when it is worth it and has no kernel: the cache keeps no list of kernels. */
static bool is_useful(const struct split *split)
{
    static const char mark[] = "__belay_global__";
    return split->head_size != 0 &&
           memmem(split->head, split->head_size, mark, sizeof mark - 1) == NULL;
}

belay_status pass_read_source(struct pass *p, const char *path, struct pass_source *source)
{
    const struct toolchain *toolchain = p->job->step.toolchain;
    *source = (struct pass_source){0};
    belay_status status = file_map(path, &source->bytes, &p->err);
    if (status != BELAY_OK)
        return status;
    project_folder(p->job->step.source, source->project);
    if (getcwd(source->folder, sizeof source->folder) == NULL)
        strcpy(source->folder, "/");
    arguments_append(&source->stable, &toolchain->devkit);
    arguments_append(&source->stable, &toolchain->own);
    arguments_append(&source->stable, &toolchain->system);
    if (source->stable.failed)
        return pass_no_memory(p);
    source->cache = p->options->use_cache ? cache_folder() : NULL;
    if (source->cache != NULL && source->bytes.size != 0)
        status = split_at(p, source, SPLIT_ALL_HEADERS, &source->all);
    source->split = status == BELAY_OK && is_useful(&source->all);
    if (source->split)
        return rewrite_again(p, source->all.rest, source->all.rest_size);
    return status == BELAY_OK ? rewrite_whole(p, source) : status;
}

void pass_source_free(struct pass_source *source)
{
    file_unmap(&source->bytes);
    arguments_free(&source->stable);
    free(source->cache);
    split_free(&source->all);
}

/* --- the header ----------------------------------------------------------------------------- */

static struct hash128 cache_key(struct pass *p, const struct split *split)
{
    struct arguments flags = {0};
    int version[] = {REWRITER_VERSION, (int)p->pass};
    struct hash128 hash = hash_bytes(version, sizeof version, p->job->step.toolchain->identity);
    command_pch(&p->job->step, "", "", &flags);
    for (size_t i = 0; i < flags.count; i++)
        hash = hash_bytes(flags.item[i], strlen(flags.item[i]) + 1, hash);
    arguments_free(&flags);
    return hash_bytes(split->head, split->head_size, hash);
}

/* Makes the cache entry, or leaves p->pch NULL where the cache cannot be written. */
static belay_status make_header(struct pass *p, const char *cache, struct hash128 key,
                                const struct split *split)
{
    struct rewrite_result head;
    struct arguments command = {0};
    char *path = cache_new(cache, key), *input = pass_file(p->job->temp, p->pass, ".head");
    belay_status status = rewrite(p, split->head, split->head_size, &head);
    if (status == BELAY_OK && path != NULL) {
        status = pass_write(p, input, head.text, head.size);
        if (status == BELAY_OK) {
            command_pch(&p->job->step, input, path, &command);
            status = pass_command(p, &command);
        }
        if (status == BELAY_OK)
            p->pch = cache_commit(cache, key, path, (uint64_t)CACHE_LIMIT_MIB << 20);
        else
            unlink(path);
    }
    rewrite_result_free(&head);
    free(path);
    free(input);
    return status;
}

/* Finds the header of a split, or makes it when `make` allows. */
static belay_status try_split(struct pass *p, const char *cache, const struct split *split,
                              bool make)
{
    struct hash128 key = cache_key(p, split);
    p->pch = cache_find(cache, key);
    return p->pch != NULL || !make ? BELAY_OK : make_header(p, cache, key, split);
}

/* What names a source's memory of the headers it had when it was compiled last. */
static struct hash128 source_key(const struct pass *p)
{
    char real[PATH_MAX];
    const char *source = p->job->step.source;
    const char *path = realpath(source, real) != NULL ? real : source;
    int pass[] = {(int)p->pass};
    return hash_bytes(path, strlen(path), hash_bytes(pass, sizeof pass, (struct hash128){0, 0}));
}

/* All headers, unless they are not those of the last time: then the user is at work on one, and the
 * part in front of the project's headers is the better choice. */
belay_status pass_find_header(struct pass *p, struct pass_source *source)
{
    struct split stable = {0};
    belay_status status = BELAY_OK;
    if (source->split) {
        struct hash128 now = cache_key(p, &source->all);
        bool same = cache_remember(source->cache, source_key(p), now);
        status = try_split(p, source->cache, &source->all, same);
    }
    if (status != BELAY_OK || p->pch != NULL || source->cache == NULL || source->bytes.size == 0)
        return status;
    status = split_at(p, source, SPLIT_STABLE, &stable);
    if (status == BELAY_OK && is_useful(&stable))
        status = try_split(p, source->cache, &stable, true);
    if (status == BELAY_OK && p->pch != NULL)
        status = rewrite_again(p, stable.rest, stable.rest_size);
    else if (status == BELAY_OK && source->split)
        status = rewrite_whole(p, source);
    split_free(&stable);
    return status;
}
