/* Whole files: reading, writing, joining paths. */
#ifndef BELAY_CC_FILE_H
#define BELAY_CC_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "belay.h"

struct file_bytes {
    char *data; /* read only, mapped; not NUL-terminated */
    size_t size;
};

/* Maps a file into memory. BELAY_BAD_INPUT with the system's reason. */
belay_status file_map(const char *path, struct file_bytes *out, belay_error *err);
void file_unmap(struct file_bytes *bytes);

/* Writes a new file from pieces, all or nothing: an incomplete file is removed. */
struct file_piece {
    const void *data;
    size_t size;
};
belay_status file_write(const char *path, const struct file_piece *pieces, size_t count,
                        belay_error *err);

/* Copies a file's bytes (links and renames do not cross file systems). */
belay_status file_copy(const char *from, const char *to, belay_error *err);

/* Copies the plain files of a folder into another one, which is made when it is missing. */
bool folder_copy(const char *from, const char *to);

bool file_exists(const char *path);
bool is_folder(const char *path);

/* Makes a folder and those above it. False when that fails. */
bool make_folders(const char *path);

/* printf into a fresh string; NULL when memory runs out. */
char *format_string(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
