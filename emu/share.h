/* Where Belay's own files are: share/belay beside the folder of the library or the program, in the
 * build tree as after an installation. */
#ifndef BELAY_EMU_SHARE_H
#define BELAY_EMU_SHARE_H

#include "belay.h"

enum { SHARE_PATH_SIZE = 4096 };

/* Path of share/belay/`name` into out[SHARE_PATH_SIZE]. BELAY_BAD_INPUT when it does not exist. */
belay_status share_path(const char *name, char *out, belay_error *err);

#endif
