/* Apart from state.h: refused.c defines functions whose prototypes it must not see. */
#ifndef BELAY_RUNTIME_REFUSE_H
#define BELAY_RUNTIME_REFUSE_H

#include <stdbool.h>

/* For a whole function that is not built. Prints "unsupported: FUNCTION" unless *told, which
 * becomes true, and notes it for the exit code of `belay run`; returns ACL_ERROR_API_NOT_SUPPORT.
 */
int refuse(const char *function, bool *told);

#endif
