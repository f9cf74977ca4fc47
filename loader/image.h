/* Building one image of a program. Private to the loader. */
#ifndef BELAY_LOADER_IMAGE_H
#define BELAY_LOADER_IMAGE_H

#include "emu/layout.h"
#include "loader/elf_file.h"
#include "loader/loader.h"

/* The slots of emu/layout.h; RV_SLOT_BITS of emu/scalar/rv.h without the decoder it comes with. */
enum { SLOT_BITS = 24, SLOT_SIZE = 1 << SLOT_BITS };

/* Bytes, symbols and line table of a linked file; takes `file` over, also when it fails. Errors as
 * program_load. */
belay_status image_create(struct elf_file *file, enum core_kind kind, struct image **out,
                          belay_error *err);
void image_free(struct image *image);

/* The function symbol of that name; NULL when the image has none or it lies outside the code. */
const struct image_symbol *image_function(const struct image *image, const char *name);

/* lines.c: the still unread line table of the image; NULL when the file has no debug information or
 * memory is out. */
struct image_lines *image_lines_create(const struct image *image);
void image_lines_free(struct image_lines *lines);

#endif
