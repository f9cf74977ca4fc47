/* Where things are: clang and lld, the folders of the C++ library, Belay's own headers and library,
 * the user's asc-devkit. */
#ifndef BELAY_CC_TOOLCHAIN_H
#define BELAY_CC_TOOLCHAIN_H

#include "belay.h"
#include "cc/arguments.h"
#include "cc/hash.h"
#include "cc/options.h"

struct toolchain {
    char *clang, *lld;
    struct hash128 identity; /* changes when another clang is installed */
    char *resource_dir;      /* of clang */
    struct arguments system; /* -internal-isystem and -internal-externc-isystem options */
    char *script;            /* kernel.ld */
    char *runtime_source;    /* rt.s */
    char *library_dir;       /* holds libbelay; NULL when it is found nowhere */
    struct arguments own;    /* Belay's folders of headers, in the order they are searched */
    struct arguments devkit; /* the user's folders of asc-devkit, the same */
    struct arguments plain;  /* folders of headers that are no Ascend C */
};

/* BELAY_BAD_INPUT names the missing program with its Debian package, or the folder that is no
 * asc-devkit. */
belay_status toolchain_find(const struct cc_options *options, struct toolchain *out,
                            belay_error *err);
void toolchain_free(struct toolchain *toolchain);

/* Include folders of asc-devkit below `dir`, a checkout or an installation; none when `dir` is
 * neither. */
void devkit_folders(const char *dir, struct arguments *out);

/* Reads resource folder and system folders out of what `clang -###` prints. False when it has
 * none. */
bool toolchain_read(const char *text, struct toolchain *out);

#endif
