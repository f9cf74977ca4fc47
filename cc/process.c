#include "cc/process.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emu/error.h"

extern char **environ;

/* --- signals -------------------------------------------------------------------------------- */

enum { MAX_RUNNING = 16 };

static volatile pid_t running[MAX_RUNNING];
static volatile sig_atomic_t caught;
static const int caught_signals[] = {SIGINT, SIGTERM, SIGHUP};
static struct sigaction old_action[3];

static void on_signal(int number)
{
    caught = number;
    for (int i = 0; i < MAX_RUNNING; i++)
        if (running[i] > 0)
            kill(running[i], SIGTERM);
}

void process_catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    caught = 0;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < 3; i++)
        sigaction(caught_signals[i], &action, &old_action[i]);
}

int process_interrupted(void)
{
    return caught;
}

void process_release_signals(void)
{
    for (int i = 0; i < 3; i++)
        sigaction(caught_signals[i], &old_action[i], NULL);
    if (caught != 0)
        raise(caught);
}

static void running_set(pid_t old, pid_t now)
{
    for (int i = 0; i < MAX_RUNNING; i++)
        if (running[i] == old) {
            running[i] = now;
            return;
        }
}

/* Keeps the handler out between starting a child and noting it. */
static void block_signals(sigset_t *old)
{
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < 3; i++)
        sigaddset(&set, caught_signals[i]);
    sigprocmask(SIG_BLOCK, &set, old);
}

/* --- programs ------------------------------------------------------------------------------- */

static belay_status spawn_failed(const char *program, int error, belay_error *err)
{
    return error_set(err, BELAY_BAD_INPUT, "cannot run '%s': %s", program, strerror(error));
}

belay_status process_start(const struct arguments *command, const char *output, const char *error,
                           pid_t *pid, belay_error *err)
{
    if (command->failed || command->count == 0)
        return error_set(err, BELAY_INTERNAL, "out of memory");
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t old;
    if (posix_spawn_file_actions_init(&actions) != 0 || posix_spawnattr_init(&attributes) != 0)
        return error_set(err, BELAY_INTERNAL, "out of memory");
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, output ? output : "/dev/null",
                                     O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (error != NULL)
        posix_spawn_file_actions_addopen(&actions, 2, error, O_WRONLY | O_CREAT | O_APPEND, 0644);
    block_signals(&old);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setsigmask(&attributes, &old);
    int failed = caught != 0 ? EINTR
                             : posix_spawnp(pid, command->item[0], &actions, &attributes,
                                            command->item, environ);
    if (failed == 0)
        running_set(0, *pid);
    sigprocmask(SIG_SETMASK, &old, NULL);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failed == 0 ? BELAY_OK : spawn_failed(command->item[0], failed, err);
}

int process_wait(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return 127;
    running_set(pid, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

belay_status process_run(const struct arguments *command, const char *output, const char *error,
                         int *code, belay_error *err)
{
    pid_t pid;
    belay_status status = process_start(command, output, error, &pid, err);
    if (status == BELAY_OK)
        *code = process_wait(pid);
    return status;
}

belay_status process_fork(int (*work)(void *), void *argument, pid_t *pid, belay_error *err)
{
    sigset_t old;
    fflush(NULL);
    block_signals(&old);
    *pid = fork();
    if (*pid == 0) {
        for (int i = 0; i < MAX_RUNNING; i++) /* the parent's children are not ours */
            running[i] = 0;
        sigprocmask(SIG_SETMASK, &old, NULL);
        int code = work(argument);
        fflush(NULL);
        _exit(code);
    }
    int error = errno;
    if (*pid > 0)
        running_set(0, *pid);
    sigprocmask(SIG_SETMASK, &old, NULL);
    return *pid > 0 ? BELAY_OK : error_set(err, BELAY_INTERNAL, "fork: %s", strerror(error));
}

char *program_find_path(const char *name)
{
    if (strchr(name, '/') != NULL)
        return access(name, X_OK) == 0 ? strdup(name) : NULL;
    const char *path = getenv("PATH");
    while (path != NULL && *path != '\0') {
        size_t length = strcspn(path, ":");
        char *full = NULL;
        if (asprintf(&full, "%.*s/%s", (int)length, path, name) < 0)
            return NULL;
        if (access(full, X_OK) == 0)
            return full;
        free(full);
        path += length + (path[length] == ':');
    }
    return NULL;
}

/* --- temporary folders ---------------------------------------------------------------------- */

belay_status temp_make(char **path, belay_error *err)
{
    const char *base = getenv("TMPDIR");
    if (base == NULL || *base == '\0')
        base = "/tmp";
    if (asprintf(path, "%s/belay-cc-XXXXXX", base) < 0)
        return error_set(err, BELAY_INTERNAL, "out of memory");
    if (mkdtemp(*path) != NULL)
        return BELAY_OK;
    belay_status status =
        error_set(err, BELAY_BAD_INPUT, "cannot make a folder in '%s': %s", base, strerror(errno));
    free(*path);
    *path = NULL;
    return status;
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *walk)
{
    (void)info;
    (void)type;
    (void)walk;
    remove(path);
    return 0;
}

void temp_remove(const char *path)
{
    nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}
