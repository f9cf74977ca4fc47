/* The header cache: the hash, finding and damaging entries, the memory of a source's headers; and
 * how preprocessed text is split for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cc/cache.h"
#include "cc/file.h"
#include "cc/process.h"
#include "cc/split.h"

/* Values that spaolacci/murmur3 (murmur_test.go) publishes for seed 0. */
static void test_hash(void **state)
{
    (void)state;
    static const struct {
        const char *text, *hash;
    } row[] = {
        {"", "00000000000000000000000000000000"},
        {"hello", "cbd8a7b341bd9b025b1e906a48ae1d19"},
        {"hello, world", "342fac623a5ebc8e4cdcbc079642414d"},
        {"The quick brown fox jumps over the lazy dog.", "cd99481f9ee902c9695da1a38987b6e7"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        char text[33];
        hash_print(hash_bytes(row[i].text, strlen(row[i].text), (struct hash128){0, 0}), text);
        assert_string_equal(text, row[i].hash);
    }
}

static int make_folder(void **state)
{
    char *path;
    if (temp_make(&path, NULL) != BELAY_OK)
        return -1;
    *state = path;
    return 0;
}

static int remove_folder(void **state)
{
    temp_remove(*state);
    free(*state);
    return 0;
}

static char *commit(const char *folder, struct hash128 key, const char *content, uint64_t limit)
{
    char *path = cache_new(folder, key);
    assert_non_null(path);
    struct file_piece piece = {content, strlen(content)};
    assert_int_equal(file_write(path, &piece, 1, NULL), BELAY_OK);
    char *final = cache_commit(folder, key, path, limit);
    assert_non_null(final);
    free(path);
    return final;
}

static void test_entries(void **state)
{
    const char *folder = *state;
    const struct hash128 key = {1, 2}, other = {1, 3};
    assert_null(cache_find(folder, key));
    char *made = commit(folder, key, "content", 1000);
    char *found = cache_find(folder, key);
    assert_string_equal(made, found);
    assert_null(cache_find(folder, other));
    /* damaged: gone, and a new one can take its place */
    struct file_piece piece = {"contend", 7};
    assert_int_equal(file_write(found, &piece, 1, NULL), BELAY_OK);
    assert_null(cache_find(folder, key));
    assert_false(file_exists(made));
    free(made);
    made = commit(folder, key, "content", 1000);
    assert_true(file_exists(made));
    /* cut off */
    assert_int_equal(truncate(made, 3), 0);
    assert_null(cache_find(folder, key));
    free(made);
    free(found);
}

static void age(const char *path, time_t seconds)
{
    struct timespec when[2] = {{time(NULL) - seconds, 0}, {time(NULL) - seconds, 0}};
    assert_int_equal(utimensat(AT_FDCWD, path, when, 0), 0);
}

static void test_limit(void **state)
{
    const char *folder = *state;
    char *oldest = commit(folder, (struct hash128){7, 1}, "aaaaaaaaaa", 1000);
    char *old = commit(folder, (struct hash128){7, 2}, "bbbbbbbbbb", 1000);
    char *recent = commit(folder, (struct hash128){7, 3}, "cccccccccc", 1000);
    age(oldest, 9000);
    age(old, 8000);
    char *last = commit(folder, (struct hash128){7, 4}, "dddddddddd", 30);
    assert_false(file_exists(oldest));
    assert_true(file_exists(old) && file_exists(recent) && file_exists(last));
    char *more = commit(folder, (struct hash128){7, 5}, "eeeeeeeeee", 1);
    assert_false(file_exists(old)); /* the rest was used within ten minutes */
    assert_true(file_exists(recent) && file_exists(last) && file_exists(more));
    free(oldest);
    free(old);
    free(recent);
    free(last);
    free(more);
}

static void test_memory(void **state)
{
    const char *folder = *state;
    const struct hash128 name = {5, 5};
    assert_true(cache_remember(folder, name, (struct hash128){1, 1}));
    assert_true(cache_remember(folder, name, (struct hash128){1, 1}));
    assert_false(cache_remember(folder, name, (struct hash128){1, 2}));
    assert_true(cache_remember(folder, name, (struct hash128){1, 2}));
    assert_true(cache_remember(folder, (struct hash128){5, 6}, (struct hash128){9, 9}));
}

static void test_no_cache(void **state)
{
    (void)state;
    assert_null(cache_new("/proc/belay", (struct hash128){1, 1}));
    assert_null(cache_find("/proc/belay", (struct hash128){1, 1}));
    assert_true(cache_remember("/proc/belay", (struct hash128){1, 1}, (struct hash128){1, 1}));
}

/* --- splitting ------------------------------------------------------------------------------ */

static const char big_part[] = "int filler_line_of_a_header_that_is_long_enough_to_count;\n";

/* Text of a header that is worth a precompiled header. */
static char *big_header(void)
{
    size_t length = sizeof big_part - 1, copies = 2000;
    char *text = malloc(length * copies + 1);
    for (size_t i = 0; i < copies; i++)
        memcpy(text + i * length, big_part, length);
    text[length * copies] = '\0';
    return text;
}

static struct split split_it(const char *text, enum split_level level)
{
    static const char *const stable[] = {"/devkit/include", NULL};
    struct split_options where = {.level = level,
                                  .source = "src/a.asc",
                                  .folder = "/home/u/project",
                                  .stable = stable,
                                  .project = "/home/u/project"};
    struct split split;
    assert_int_equal(split_text(text, strlen(text), &where, &split, NULL), BELAY_OK);
    return split;
}

static void test_split_plain(void **state)
{
    (void)state;
    char *big = big_header();
    char *text =
        format_string("# 1 \"src/a.asc\"\n# 1 \"<built-in>\" 1\n# 1 \"<built-in>\" 3\n"
                      "# 1 \"src/a.asc\" 2\n\n# 1 \"/devkit/include/k.h\" 1\n%s"
                      "# 4 \"src/a.asc\" 2\n\n\nint user;\n"
                      "# 1 \"/devkit/include/l.h\" 1\nint l;\n# 9 \"src/a.asc\" 2\nint e;\n",
                      big);
    struct split split = split_it(text, SPLIT_STABLE);
    assert_non_null(strstr(split.head, "# 1 \"/devkit/include/k.h\" 1\nint filler"));
    assert_null(strstr(split.head, "a.asc"));
    assert_string_equal(split.rest, "# 1 \"src/a.asc\"\n# 4 \"src/a.asc\"\n\n\nint user;\n"
                                    "# 1 \"/devkit/include/l.h\" 1\nint l;\n"
                                    "# 9 \"src/a.asc\" 2\nint e;\n");
    split_free(&split);
    free(text);
    /* Where the headers are included does not matter. */
    text = format_string("# 1 \"src/a.asc\"\n# 1 \"<built-in>\" 1\n# 1 \"<built-in>\" 3\n"
                         "# 1 \"src/a.asc\" 2\n\n\n\n# 1 \"/devkit/include/k.h\" 1\n%s"
                         "# 7 \"src/a.asc\" 2\nint other;\n",
                         big);
    struct split again = split_it(text, SPLIT_STABLE);
    assert_non_null(strstr(again.head, "int filler"));
    assert_string_equal(again.rest, "# 1 \"src/a.asc\"\n# 7 \"src/a.asc\"\nint other;\n");
    split_free(&again);
    free(text);
    free(big);
}

static void test_split_project(void **state)
{
    (void)state;
    char *big = big_header();
    char *text = format_string("# 1 \"src/a.asc\"\n# 1 \"/usr/include/x.h\" 1 3\n%s"
                               "# 2 \"src/a.asc\" 2\n# 1 \"src/../inc/my.h\" 1\nint my;\n"
                               "# 1 \"/devkit/include/k.h\" 1\nint k;\n# 3 \"src/../inc/my.h\" 2\n"
                               "# 3 \"src/a.asc\" 2\nint user;\n",
                               big);
    struct split split = split_it(text, SPLIT_STABLE);
    assert_null(strstr(split.head, "int my;"));
    assert_non_null(strstr(split.rest, "int my;"));
    split_free(&split);
    split = split_it(text, SPLIT_ALL_HEADERS);
    assert_non_null(strstr(split.head, "int my;\n# 1 \"/devkit/include/k.h\" 1\nint k;"));
    assert_string_equal(split.rest, "# 1 \"src/a.asc\"\n# 3 \"src/a.asc\"\nint user;\n");
    split_free(&split);
    free(text);
    /* A header of the project that comes first: the cut lies inside it. */
    text = format_string("# 1 \"src/a.asc\"\n# 1 \"my.h\" 1\n# 1 \"/usr/include/x.h\" 1 3\n%s"
                         "# 2 \"my.h\" 2\nint my;\n# 2 \"src/a.asc\" 2\nint user;\n",
                         big);
    split = split_it(text, SPLIT_STABLE);
    assert_non_null(strstr(split.head, "int filler"));
    assert_string_equal(split.rest, "# 1 \"src/a.asc\"\n# 1 \"my.h\" 1\n# 2 \"my.h\"\nint my;\n"
                                    "# 2 \"src/a.asc\" 2\nint user;\n");
    split_free(&split);
    free(text);
    free(big);
}

static void test_split_nothing(void **state)
{
    (void)state;
    static const char *const text[] = {
        "", "int a;\n", "# 1 \"src/a.asc\"\nint a;\n",
        "# 1 \"src/a.asc\"\n# 1 \"/devkit/include/k.h\" 1\nint k;\n# 2 \"src/a.asc\" 2\nint a;\n",
        "# 1 \"src/a.asc\" 2\n# 1 \"x\" 2\n# 1 \"y\" 2\n"};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        struct split split = split_it(text[i], SPLIT_ALL_HEADERS);
        assert_int_equal(split.head_size, 0);
        assert_string_equal(split.rest, text[i]);
        split_free(&split);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hash),
        cmocka_unit_test_setup_teardown(test_entries, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_limit, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_memory, make_folder, remove_folder),
        cmocka_unit_test(test_no_cache),
        cmocka_unit_test(test_split_plain),
        cmocka_unit_test(test_split_project),
        cmocka_unit_test(test_split_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
