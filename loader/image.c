#include "loader/image.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "emu/error.h"

/* --- bytes ------------------------------------------------------------------------------------ */

static uint64_t slot_base(enum layout_slot slot)
{
    return (uint64_t)slot << SLOT_BITS;
}

static bool in_slot(const struct elf_section *section, enum layout_slot slot)
{
    uint64_t base = slot_base(slot);
    return section->address >= base && section->address - base <= SLOT_SIZE &&
           section->size <= SLOT_SIZE - (section->address - base);
}

static bool is_loaded(const struct elf_section *section)
{
    return (section->flags & SHF_ALLOC) != 0 && section->size > 0;
}

static enum layout_slot slot_of(const struct elf_section *section)
{
    return (section->flags & SHF_WRITE) != 0 ? SLOT_DATA : SLOT_TEXT;
}

/* Finds the extent of both parts, relative to their bases. */
static belay_status measure(struct image *image, belay_error *err)
{
    for (size_t i = 1; i < image->elf->section_count; i++) {
        const struct elf_section *section = &image->elf->section[i];
        if (!is_loaded(section))
            continue;
        enum layout_slot slot = slot_of(section);
        if (!in_slot(section, slot))
            return error_set(err, BELAY_BAD_INPUT,
                             "device program: section %s at 0x%" PRIx64 " with 0x%" PRIx64
                             " bytes lies outside the %s part at 0x%" PRIx64,
                             section->name, section->address, section->size,
                             slot == SLOT_TEXT ? "read-only" : "writable", slot_base(slot));
        uint64_t end = section->address - slot_base(slot) + section->size;
        uint64_t *size = slot == SLOT_TEXT ? &image->text_size : &image->data_size;
        if (end > *size)
            *size = end;
        if ((section->flags & SHF_EXECINSTR) != 0 && slot == SLOT_TEXT && end > image->code_size)
            image->code_size = end;
    }
    if (image->code_size == 0)
        return error_set(err, BELAY_BAD_INPUT, "device program: no instructions");
    return BELAY_OK;
}

static void note_range(const struct elf_file *file, const char *name, uint64_t *begin,
                       uint64_t *end)
{
    const struct elf_section *section = elf_file_section(file, name);
    if (section == NULL || !is_loaded(section) || slot_of(section) != SLOT_TEXT)
        return;
    *begin = section->address;
    *end = section->address + section->size;
}

static belay_status load_bytes(struct image *image, belay_error *err)
{
    image->text_base = slot_base(SLOT_TEXT);
    image->data_base = slot_base(SLOT_DATA);
    belay_status status = measure(image, err);
    if (status != BELAY_OK)
        return status;
    image->text = calloc(1, image->text_size);
    image->data = calloc(1, image->data_size > 0 ? image->data_size : 1);
    if (image->text == NULL || image->data == NULL)
        return error_set(err, BELAY_INTERNAL, "device program: out of memory for %" PRIu64 " bytes",
                         image->text_size + image->data_size);
    for (size_t i = 1; i < image->elf->section_count; i++) {
        const struct elf_section *section = &image->elf->section[i];
        if (!is_loaded(section) || section->bytes == NULL)
            continue;
        if (slot_of(section) == SLOT_TEXT)
            memcpy(image->text + (section->address - image->text_base), section->bytes,
                   section->size);
        else
            memcpy(image->data + (section->address - image->data_base), section->bytes,
                   section->size);
    }
    note_range(image->elf, ".text.vf", &image->vf_begin, &image->vf_end);
    note_range(image->elf, ".text.simt", &image->simt_begin, &image->simt_end);
    return BELAY_OK;
}

/* --- symbols ---------------------------------------------------------------------------------- */

/* Functions and objects of any binding, and the global ones without a type: those the linker script
 * defines (__global_pointer$, AscendC::dynamicStartUB). */
static bool is_wanted(const struct elf_symbol *symbol)
{
    if (symbol->section == SHN_UNDEF || symbol->name[0] == '\0')
        return false;
    return symbol->type == STT_FUNC || symbol->type == STT_OBJECT ||
           (symbol->type == STT_NOTYPE && symbol->binding != STB_LOCAL);
}

static int by_address(const void *a, const void *b)
{
    const struct image_symbol *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (x->size != y->size)
        return x->size < y->size ? -1 : 1;
    return strcmp(x->name, y->name);
}

static belay_status load_symbols(struct image *image, belay_error *err)
{
    const struct elf_file *file = image->elf;
    image->symbol = calloc(file->symbol_count + 1, sizeof *image->symbol);
    if (image->symbol == NULL)
        return error_set(err, BELAY_INTERNAL, "device program: out of memory for %zu symbols",
                         file->symbol_count);
    for (size_t i = 0; i < file->symbol_count; i++) {
        const struct elf_symbol *symbol = &file->symbol[i];
        if (symbol->section == SHN_UNDEF && symbol->binding == STB_GLOBAL)
            return error_set(err, BELAY_BAD_INPUT,
                             "device program: not linked: symbol %s is undefined", symbol->name);
        if (is_wanted(symbol))
            image->symbol[image->symbol_count++] =
                (struct image_symbol){symbol->name, symbol->value, symbol->size};
    }
    qsort(image->symbol, image->symbol_count, sizeof *image->symbol, by_address);
    return BELAY_OK;
}

static const struct image_symbol *find_symbol(const struct image *image, const char *name)
{
    for (size_t i = 0; i < image->symbol_count; i++) {
        if (strcmp(image->symbol[i].name, name) == 0)
            return &image->symbol[i];
    }
    return NULL;
}

uint64_t image_symbol_address(const struct image *image, const char *name)
{
    const struct image_symbol *symbol = find_symbol(image, name);
    return symbol != NULL ? symbol->address : 0;
}

const struct image_symbol *image_function(const struct image *image, const char *name)
{
    const struct image_symbol *symbol = find_symbol(image, name);
    if (symbol == NULL || symbol->address < image->text_base || symbol->address % 2 != 0 ||
        symbol->address - image->text_base >= image->code_size)
        return NULL;
    return symbol;
}

/* --- images ----------------------------------------------------------------------------------- */

belay_status image_create(struct elf_file *file, enum core_kind kind, struct image **out,
                          belay_error *err)
{
    *out = NULL;
    struct image *image = calloc(1, sizeof *image);
    if (image == NULL) {
        elf_file_close(file);
        return error_set(err, BELAY_INTERNAL, "device program: out of memory");
    }
    image->kind = kind;
    image->elf = file;
    belay_status status = load_bytes(image, err);
    if (status == BELAY_OK)
        status = load_symbols(image, err);
    if (status != BELAY_OK) {
        image_free(image);
        return status;
    }
    image->lines = image_lines_create(image);
    *out = image;
    return BELAY_OK;
}

void image_free(struct image *image)
{
    if (image == NULL)
        return;
    image_lines_free(image->lines); /* reads through the Elf handle, so before it closes */
    free(image->text);
    free(image->data);
    free(image->symbol);
    elf_file_close(image->elf);
    free(image);
}
