/* What a relocatable device object holds: its kernels, the arrays in on-core buffers, and what each
 * kernel reaches of the code and of the arrays, through relocations. */
#ifndef BELAY_CC_OBJECT_H
#define BELAY_CC_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "belay.h"
#include "cc/rewrite.h"

enum { SPACE_COUNT = 10, SPACE_UB = 5 }; /* address spaces of clang: word_space of cc/words.h */

struct object_buffer {
    char *section; /* ".bss._ZZ...B9belay_as5" */
    char *name;    /* of its variable */
    int space;
    uint64_t size, align;
    uint64_t address; /* within the buffer; set by object_place_buffers */
};

struct object_kernel {
    char *symbol;
    enum kernel_kind kind;     /* as the source says; KERNEL_AUTO when it does not */
    bool linked;               /* set by the caller: is it in this image? */
    unsigned pipes;            /* 1 << enum isa_pipe, of all instructions it reaches */
    bool cross_core;           /* reaches an instruction that synchronises cores */
    bool vf, simt;             /* reaches code of .text.vf, .text.simt */
    bool *buffer;              /* by buffer: reached */
    bool dynamic[SPACE_COUNT]; /* uses the buffer from its arrays' end on */
    uint64_t top[SPACE_COUNT]; /* bytes its arrays take; set by object_place_buffers */
};

struct device_object {
    struct object_kernel *kernel;
    size_t kernel_count;
    struct object_buffer *buffer;
    size_t buffer_count;
    uint64_t dynamic[SPACE_COUNT]; /* where __belay_dynamic_as<n> lies; object_place_buffers */
};

/* BELAY_INTERNAL when the file is not what clang writes. */
belay_status object_read(const char *path, struct device_object *out, belay_error *err);
void object_free(struct device_object *object);

/* Gives each array that a linked kernel reaches an address: from 0 on, kernels that share no array
 * use the same bytes, as kernels never run at once on a core. */
void object_place_buffers(struct device_object *object);

/* The kind of a kernel that does not say it, by what its code for both kinds of core uses; an
 * object that was not made is NULL. */
enum kernel_kind infer_kernel_kind(const struct object_kernel *vec,
                                   const struct object_kernel *cube);

const struct object_kernel *object_find_kernel(const struct device_object *object,
                                               const char *symbol);

#endif
