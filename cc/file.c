#include "cc/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/error.h"

belay_status file_map(const char *path, struct file_bytes *out, belay_error *err)
{
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    *out = (struct file_bytes){0};
    if (fd < 0 || fstat(fd, &info) != 0 || S_ISDIR(info.st_mode)) {
        int error = fd >= 0 && S_ISDIR(info.st_mode) ? EISDIR : errno;
        if (fd >= 0)
            close(fd);
        return error_set(err, BELAY_BAD_INPUT, "cannot read '%s': %s", path, strerror(error));
    }
    if (info.st_size > 0) {
        void *data = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (data == MAP_FAILED) {
            int error = errno;
            close(fd);
            return error_set(err, BELAY_BAD_INPUT, "cannot read '%s': %s", path, strerror(error));
        }
        *out = (struct file_bytes){data, (size_t)info.st_size};
    }
    close(fd);
    return BELAY_OK;
}

void file_unmap(struct file_bytes *bytes)
{
    if (bytes->data != NULL)
        munmap(bytes->data, bytes->size);
    *bytes = (struct file_bytes){0};
}

static bool write_all(int fd, const char *data, size_t size)
{
    while (size > 0) {
        ssize_t written = write(fd, data, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        data += written;
        size -= (size_t)written;
    }
    return true;
}

belay_status file_write(const char *path, const struct file_piece *pieces, size_t count,
                        belay_error *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0)
        return error_set(err, BELAY_BAD_INPUT, "cannot write '%s': %s", path, strerror(errno));
    bool good = true;
    for (size_t i = 0; i < count && good; i++)
        good = write_all(fd, pieces[i].data, pieces[i].size);
    int error = errno;
    if (close(fd) != 0 && good) {
        good = false;
        error = errno;
    }
    if (good)
        return BELAY_OK;
    unlink(path);
    return error_set(err, BELAY_BAD_INPUT, "cannot write '%s': %s", path, strerror(error));
}

belay_status file_copy(const char *from, const char *to, belay_error *err)
{
    struct file_bytes bytes;
    belay_status status = file_map(from, &bytes, err);
    if (status != BELAY_OK)
        return status;
    struct file_piece piece = {bytes.data, bytes.size};
    status = file_write(to, &piece, 1, err);
    file_unmap(&bytes);
    return status;
}

bool folder_copy(const char *from, const char *to)
{
    DIR *dir = opendir(from);
    struct dirent *entry;
    bool good = dir != NULL && make_folders(to);
    while (good && (entry = readdir(dir)) != NULL) {
        char *source = format_string("%s/%s", from, entry->d_name);
        char *target = format_string("%s/%s", to, entry->d_name);
        if (source == NULL || target == NULL)
            good = false;
        else if (entry->d_name[0] != '.' && !is_folder(source))
            good = file_copy(source, target, NULL) == BELAY_OK;
        free(source);
        free(target);
    }
    if (dir != NULL)
        closedir(dir);
    return good;
}

bool file_exists(const char *path)
{
    return access(path, R_OK) == 0;
}

bool is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool make_folders(const char *path)
{
    char *copy = strdup(path);
    if (copy == NULL)
        return false;
    for (char *slash = strchr(copy + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(copy, 0777);
        *slash = '/';
    }
    mkdir(copy, 0777);
    free(copy);
    return is_folder(path);
}

char *format_string(const char *format, ...)
{
    char *text = NULL;
    va_list args;
    va_start(args, format);
    if (vasprintf(&text, format, args) < 0)
        text = NULL;
    va_end(args);
    return text;
}
