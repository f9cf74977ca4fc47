#include "emu/share.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emu/error.h"

belay_status share_path(const char *name, char *out, belay_error *err)
{
    Dl_info info;
    char self[PATH_MAX];
    union { /* a function pointer as dladdr wants it */
        belay_status (*function)(const char *, char *, belay_error *);
        void *object;
    } here = {share_path};
    if (dladdr(here.object, &info) == 0 || realpath(info.dli_fname, self) == NULL)
        return error_set(err, BELAY_INTERNAL, "cannot find where Belay is installed");
    for (int i = 0; i < 2; i++) { /* .../lib/libbelay.so: the folder above lib */
        char *slash = strrchr(self, '/');
        if (slash != NULL)
            *slash = '\0';
    }
    snprintf(out, SHARE_PATH_SIZE, "%.3000s/share/belay/%s", self, name);
    if (access(out, R_OK) != 0)
        return error_set(err, BELAY_BAD_INPUT, "'%s' does not exist: Belay is not installed whole",
                         out);
    return BELAY_OK;
}
