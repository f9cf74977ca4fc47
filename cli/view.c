/* belay view: starts the viewer, a program of its own beside this one, so that the other verbs do
 * not load SDL. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/verb.h"

int verb_view(int argc, char **argv)
{
    char path[4096];
    ssize_t size = readlink("/proc/self/exe", path, sizeof path - 16);
    (void)argc;
    path[size > 0 ? size : 0] = 0;
    char *slash = strrchr(path, '/');
    if (slash != NULL) {
        strcpy(slash + 1, "belay-view");
        execv(path, argv);
    }
    fprintf(stderr,
            "belay view: there is no viewer beside this program: it is built where SDL2, SDL2_ttf "
            "and libpng are installed (scripts/setup)\n");
    return BELAY_UNSUPPORTED;
}
