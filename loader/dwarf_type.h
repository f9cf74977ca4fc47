/* What the calling convention asks of a type, read from DWARF. Private to the loader. */
#ifndef BELAY_LOADER_DWARF_TYPE_H
#define BELAY_LOADER_DWARF_TYPE_H

#include <elfutils/libdw.h>

#include "loader/loader.h"

/* Fills size, align (natural), class, parts, is_pointer and is_signed of *param from the type.
 * `name` is that of the parameter, for messages. BELAY_BAD_INPUT when the type is incomplete,
 * BELAY_UNSUPPORTED when values of it cannot be passed to a kernel. */
belay_status dwarf_classify(Dwarf_Die *type, const char *name, struct kernel_param *param,
                            belay_error *err);

#endif
