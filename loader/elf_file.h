/* A little-endian ELF64 file held in memory: an own copy of its bytes with its sections and
 * symbols, every offset of which was checked against the size. Private to the loader. */
#ifndef BELAY_LOADER_ELF_FILE_H
#define BELAY_LOADER_ELF_FILE_H

#include <gelf.h>

#include "belay.h"

enum { MACHINE_HIIPU = 0x1029 }; /* e_machine of the vendor's compiler */

struct elf_section {
    const char *name;
    uint32_t type;
    uint64_t flags, address, size;
    const uint8_t *bytes; /* `size` bytes; NULL when empty or SHT_NOBITS */
};

struct elf_symbol {
    const char *name;
    uint64_t value, size;
    unsigned type, binding, visibility; /* STT_, STB_, STV_ */
    size_t section;                     /* index, or SHN_ABS, SHN_UNDEF... */
};

struct elf_file {
    char *bytes; /* owned: libelf and libdw read it as long as `elf` is open */
    size_t size;
    Elf *elf;
    Elf64_Ehdr header;
    size_t section_count; /* section[0] is the empty one, as in the file */
    struct elf_section *section;
    size_t symbol_count;
    struct elf_symbol *symbol; /* of the symbol table, in its order */
};

/* Reads only the header. False when the bytes are no ELF64 little-endian file. */
bool elf_header(const void *data, size_t size, Elf64_Ehdr *header);

/* Copies and opens. BELAY_BAD_INPUT when it is no such file or a table or section reaches past its
 * end; the message starts with `what`, e.g. "device program". */
belay_status elf_file_open(const void *data, size_t size, const char *what, struct elf_file **out,
                           belay_error *err);
void elf_file_close(struct elf_file *file);

/* The first section of that name; NULL when there is none. */
const struct elf_section *elf_file_section(const struct elf_file *file, const char *name);

#endif
