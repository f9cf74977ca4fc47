#include "emu/platform.h"

#include <ctype.h>
#include <dirent.h>
#include <ini.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "emu/error.h"

enum { MAX_PARAMS = 1024, MAX_SOURCES = 32, MAX_CHIPS = 256, PATH_SIZE = 1024 };

struct source { /* an abbreviation of [sources] */
    char *name;
    char *text;
};

struct reader {
    struct platform *platform;
    char base[PATH_SIZE];
    char arch[16]; /* NpuArch of a file without [chip] base */
    struct source source[MAX_SOURCES];
    size_t source_count;
    bool failed; /* out of memory or too many values */
};

const struct param *platform_find(const struct platform *platform, const char *key)
{
    for (size_t i = 0; i < platform->count; i++)
        if (strcmp(platform->param[i].key, key) == 0)
            return &platform->param[i];
    return NULL;
}

static char *trim(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* "rt:Ascend950PR_9579.ini" with the repository of [sources] in place of "rt". */
static char *expand_source(const struct reader *r, const char *text)
{
    char *out = NULL;
    size_t length = strcspn(text, ": ");
    for (size_t i = 0; i < r->source_count; i++) {
        const struct source *s = &r->source[i];
        if (strlen(s->name) != length || strncmp(s->name, text, length) != 0)
            continue;
        const char *rest = text + length + (text[length] == ':');
        bool path = s->text[strlen(s->text) - 1] == '/';
        if (asprintf(&out, "%s%s%s", s->text, path || *rest == '\0' ? "" : ":", rest) < 0)
            return NULL;
        return out;
    }
    return strdup(text);
}

/* Adds or replaces; the first value read wins, because a chip's own file is read before its base.
 */
static bool add_param(struct reader *r, const char *key, const char *value, const char *kind,
                      const char *source)
{
    struct platform *p = r->platform;
    if (platform_find(p, key) != NULL)
        return true;
    if (p->count == MAX_PARAMS)
        return false;
    struct param *param = &p->param[p->count];
    param->key = strdup(key);
    param->value = strdup(value);
    param->kind = strdup(kind);
    param->source = expand_source(r, source);
    p->count++;
    return param->key != NULL && param->value != NULL && param->kind != NULL &&
           param->source != NULL;
}

static bool add_source(struct reader *r, const char *name, const char *text)
{
    if (r->source_count == MAX_SOURCES)
        return false;
    struct source *s = &r->source[r->source_count++];
    s->name = strdup(name);
    s->text = strdup(text);
    return s->name != NULL && s->text != NULL;
}

/* inih's callback: 1 to go on. Own sections have plain keys, the vendor's the section in front. */
static int on_value(void *user, const char *section, const char *name, const char *value)
{
    struct reader *r = user;
    if (strcmp(section, "sources") == 0) {
        r->failed = r->failed || !add_source(r, name, value);
        return 1;
    }
    if (strcmp(section, "chip") == 0 && strcmp(name, "base") == 0) {
        snprintf(r->base, sizeof r->base, "%s", value);
        return 1;
    }
    if (strcmp(section, "version") == 0 && strcmp(name, "NpuArch") == 0)
        snprintf(r->arch, sizeof r->arch, "%.15s", value);
    char key[256];
    bool own = strcmp(section, "timing") == 0 || strcmp(section, "local") == 0;
    snprintf(key, sizeof key, "%s%s%s", own ? "" : section, own ? "" : ".", name);
    char text[512];
    snprintf(text, sizeof text, "%s", value);
    char *kind = strchr(text, '|');
    char *source = NULL;
    if (kind != NULL) {
        *kind++ = '\0';
        source = strchr(kind, '|');
        if (source != NULL)
            *source++ = '\0';
    }
    r->failed = r->failed || !add_param(r, key, trim(text), kind == NULL ? "" : trim(kind),
                                        source == NULL ? "" : trim(source));
    return 1;
}

static belay_status read_file(struct reader *r, const char *path, belay_error *err)
{
    int line = ini_parse(path, on_value, r);
    if (line == -1)
        return error_set(err, BELAY_BAD_INPUT, "chip file %s cannot be read", path);
    if (line > 0)
        return error_set(err, BELAY_BAD_INPUT, "chip file %s, line %d: not 'key = value'", path,
                         line);
    if (line < 0 || r->failed)
        return error_set(err, BELAY_INTERNAL, "out of memory while reading chip file %s", path);
    return BELAY_OK;
}

/* --- names ------------------------------------------------------------------------------------ */

static int on_name(void *user, const char *section, const char *name, const char *value)
{
    char **out = user;
    if (strcmp(section, "chip") == 0 && strcmp(name, "name") == 0 && *out == NULL)
        *out = strdup(value);
    return 1;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

belay_status platform_list(const char *dir, char ***names, size_t *count, belay_error *err)
{
    *count = 0;
    *names = calloc(MAX_CHIPS, sizeof **names);
    DIR *folder = opendir(dir);
    if (*names == NULL || folder == NULL) {
        if (folder != NULL)
            closedir(folder);
        return error_set(err, BELAY_BAD_INPUT, "folder of the chips %s cannot be read", dir);
    }
    for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
        size_t length = strlen(entry->d_name);
        if (length < 5 || strcmp(entry->d_name + length - 4, ".ini") != 0 || *count == MAX_CHIPS)
            continue;
        char path[PATH_SIZE + 256];
        snprintf(path, sizeof path, "%s/%s", dir, entry->d_name);
        char *name = NULL;
        if (ini_parse(path, on_name, &name) >= 0 && name != NULL)
            (*names)[(*count)++] = name;
    }
    closedir(folder);
    qsort(*names, *count, sizeof **names, compare_names);
    return BELAY_OK;
}

/* Does the user's spelling name this chip? Case and the word "Ascend" do not matter. */
static bool same_chip(const char *wanted, const char *name)
{
    if (strncasecmp(wanted, "ascend", 6) == 0)
        wanted += 6;
    if (strncasecmp(name, "ascend", 6) == 0)
        name += 6;
    return strcasecmp(wanted, name) == 0;
}

static belay_status unknown_chip(const char *name, char **names, size_t count, belay_error *err)
{
    char list[400] = "";
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(list);
        snprintf(list + length, sizeof list - length, "%s%s", i > 0 ? ", " : "", names[i]);
    }
    return error_set(err, BELAY_BAD_INPUT, "unknown chip '%s'; known: %s", name, list);
}

static belay_status find_file(const char *dir, const char *name, char *path, belay_error *err)
{
    size_t length = strlen(name);
    if (strchr(name, '/') != NULL || (length > 4 && strcmp(name + length - 4, ".ini") == 0)) {
        snprintf(path, PATH_SIZE, "%s", name);
        return BELAY_OK;
    }
    char **names = NULL;
    size_t count = 0;
    belay_status status = platform_list(dir, &names, &count, err);
    if (status == BELAY_OK) {
        status = unknown_chip(name, names, count, err);
        for (size_t i = 0; i < count; i++)
            if (same_chip(name, names[i])) {
                int n = snprintf(path, PATH_SIZE, "%s/%s.ini", dir, names[i]);
                for (char *c = path + strlen(dir); n > 0 && *c != '\0'; c++)
                    *c = (char)tolower((unsigned char)*c);
                status = BELAY_OK;
            }
    }
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
    return status;
}

/* --- numbers and overrides ---------------------------------------------------------------------
 */

/* A non-negative number with an optional suffix k, M, G, T (powers of 1024 before B, else of 1000).
 */
static bool parse_number(const char *text, double *value, const char **rest)
{
    char *end;
    *value = strtod(text, &end);
    if (end == text || !(*value >= 0))
        return false;
    static const char suffixes[] = "kMGT";
    const char *suffix = *end != '\0' ? strchr(suffixes, *end) : NULL;
    if (suffix != NULL) {
        bool bytes = end[1] == 'B' && end[2] != '/';
        for (const char *s = suffixes; s <= suffix; s++)
            *value *= bytes ? 1024.0 : 1000.0;
        end++;
        if (bytes || *end == 'i')
            end++;
    }
    *rest = end;
    return true;
}

belay_status platform_number(const struct platform *platform, const char *key, double *value,
                             belay_error *err)
{
    const struct param *param = platform_find(platform, key);
    if (param == NULL)
        return error_set(err, BELAY_BAD_INPUT, "chip %s has no value %s", platform->name, key);
    const char *rest;
    if (!parse_number(param->value, value, &rest) || *rest != '\0')
        return error_set(err, BELAY_BAD_INPUT, "chip %s: %s = %s is not a number", platform->name,
                         key, param->value);
    return BELAY_OK;
}

/* The user may leave the vendor's section out when that is unambiguous. */
static struct param *find_for_override(struct platform *platform, const char *key, size_t *matches)
{
    struct param *found = NULL;
    *matches = 0;
    for (size_t i = 0; i < platform->count; i++) {
        struct param *p = &platform->param[i];
        const char *dot = strchr(p->key, '.');
        if (strcmp(p->key, key) == 0) {
            *matches = 1;
            return p;
        }
        if (dot != NULL && strcmp(dot + 1, key) == 0) {
            found = p;
            ++*matches;
        }
    }
    return found;
}

static belay_status apply_override(struct platform *platform, const char *text, belay_error *err)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text || equals[1] == '\0')
        return error_set(err, BELAY_BAD_INPUT, "--set %s: key=value expected", text);
    char key[256];
    snprintf(key, sizeof key, "%.*s", (int)(equals - text), text);
    size_t matches;
    struct param *param = find_for_override(platform, key, &matches);
    if (matches == 0)
        return error_set(
            err, BELAY_BAD_INPUT,
            "--set %s: chip %s has no value '%s' (belay chips %s --explain lists them)", text,
            platform->name, key, platform->name);
    if (matches > 1)
        return error_set(err, BELAY_BAD_INPUT,
                         "--set %s: '%s' stands in several sections; write Section.%s", text, key,
                         key);
    double value;
    double old;
    const char *rest;
    if (!parse_number(equals + 1, &value, &rest) || (*rest != '\0' && strcmp(rest, "x") != 0))
        return error_set(err, BELAY_BAD_INPUT, "--set %s: '%s' is not a number", text, equals + 1);
    if (*rest == 'x') {
        belay_status status = platform_number(platform, param->key, &old, err);
        if (status != BELAY_OK)
            return status;
        value *= old;
    }
    char printed[64];
    snprintf(printed, sizeof printed, "%.17g", value);
    free(param->value);
    free(param->kind);
    free(param->source);
    param->value = strdup(printed);
    param->kind = strdup("USER");
    param->source = strdup("--set");
    if (param->value == NULL || param->kind == NULL || param->source == NULL)
        return error_set(err, BELAY_INTERNAL, "out of memory");
    return BELAY_OK;
}

/* --- loading
 * --------------------------------------------------------------------------------------- */

static belay_status read_with_base(struct reader *r, const char *dir, const char *path,
                                   belay_error *err)
{
    belay_status status = read_file(r, path, err);
    if (status != BELAY_OK)
        return status;
    if (r->base[0] == '\0' && r->arch[0] != '\0')
        snprintf(r->base, sizeof r->base, "dav-%s.ini", r->arch);
    if (r->base[0] == '\0')
        return error_set(err, BELAY_BAD_INPUT,
                         "chip file %s has neither [chip] base nor [version] NpuArch", path);
    char base[2 * PATH_SIZE];
    snprintf(base, sizeof base, "%s/%s", dir, r->base);
    return read_file(r, base, err);
}

/* [sources] stands in the base, but the chip's own values, which are read first, use it too. */
static belay_status read_sources(struct reader *r, const char *dir, belay_error *err)
{
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s/dav-3510.ini", dir);
    struct platform none = {.name = NULL};
    struct platform *wanted = r->platform;
    none.param = calloc(MAX_PARAMS, sizeof *none.param);
    if (none.param == NULL)
        return error_set(err, BELAY_INTERNAL, "out of memory");
    r->platform = &none;
    belay_status status = read_file(r, path, err);
    r->platform = wanted;
    r->arch[0] = '\0';
    platform_free(&none);
    return status;
}

belay_status platform_load(const char *dir, const char *name, const char *const *overrides,
                           size_t override_count, struct platform *platform, belay_error *err)
{
    char path[PATH_SIZE];
    memset(platform, 0, sizeof *platform);
    struct reader reader = {.platform = platform};
    platform->param = calloc(MAX_PARAMS, sizeof *platform->param);
    belay_status status = platform->param == NULL ? error_set(err, BELAY_INTERNAL, "out of memory")
                                                  : find_file(dir, name, path, err);
    if (status == BELAY_OK)
        status = read_sources(&reader, dir, err);
    if (status == BELAY_OK)
        status = read_with_base(&reader, dir, path, err);
    if (status == BELAY_OK) {
        const struct param *soc = platform_find(platform, "version.SoC_version");
        platform->name = strdup(soc != NULL ? soc->value : name);
    }
    for (size_t i = 0; status == BELAY_OK && i < override_count; i++)
        status = apply_override(platform, overrides[i], err);
    for (size_t i = 0; i < reader.source_count; i++) {
        free(reader.source[i].name);
        free(reader.source[i].text);
    }
    if (status != BELAY_OK)
        platform_free(platform);
    return status;
}

void platform_free(struct platform *platform)
{
    for (size_t i = 0; i < platform->count; i++) {
        free(platform->param[i].key);
        free(platform->param[i].value);
        free(platform->param[i].kind);
        free(platform->param[i].source);
    }
    free(platform->param);
    free(platform->name);
    memset(platform, 0, sizeof *platform);
}
