/* The argument vectors of the steps. One place for every flag that makes stock clang compile for
 * the emulated core; docs/cc.md says why each is there. */
#ifndef BELAY_CC_COMMAND_H
#define BELAY_CC_COMMAND_H

#include "cc/arguments.h"
#include "cc/options.h"
#include "cc/rewrite.h"
#include "cc/toolchain.h"

struct step {
    const struct cc_options *options;
    const struct toolchain *toolchain;
    enum rewrite_pass pass;
    const char *source; /* as the user named it */
    const char *object; /* what it becomes; named in dependency files; NULL elsewhere */
};

/* source -> preprocessed text. */
void command_preprocess(const struct step *step, const char *output, struct arguments *out);

/* Rewritten text of headers -> precompiled header. */
void command_pch(const struct step *step, const char *input, const char *output,
                 struct arguments *out);

/* Rewritten text, on top of a precompiled header or NULL -> assembly. The host's holds the line
 * host_placeholder where the device program goes. */
void command_compile(const struct step *step, const char *input, const char *pch,
                     const char *placeholder, const char *output, struct arguments *out);
extern const char host_placeholder[];

/* Assembly -> object. */
void command_assemble(const struct step *step, const char *input, const char *output,
                      struct arguments *out);

/* C or C++ -> object, natively. */
void command_native(const struct step *step, const char *output, struct arguments *out);

/* Objects of the device -> program: script, further scripts and inputs come after. */
void command_device_link(const struct toolchain *toolchain, const char *output,
                         struct arguments *out);

/* Everything of the host -> executable. `objects` replaces the sources, in order of the inputs. */
void command_host_link(const struct cc_options *options, const struct toolchain *toolchain,
                       char *const *objects, const char *output, struct arguments *out);

#endif
