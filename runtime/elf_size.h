/* How long the ELF file in memory is that clang's registration points at without telling: lld puts
 * the section headers last. */
#ifndef BELAY_RUNTIME_ELF_SIZE_H
#define BELAY_RUNTIME_ELF_SIZE_H

#include <elf.h>
#include <stddef.h>
#include <string.h>

/* 0 when the bytes are no ELF file of 64 bits. */
static inline size_t elf_size(const void *data)
{
    Elf64_Ehdr header;
    if (memcmp(data, ELFMAG, SELFMAG) != 0)
        return 0;
    memcpy(&header, data, sizeof header);
    if (header.e_ident[EI_CLASS] != ELFCLASS64)
        return 0;
    return header.e_shoff + (size_t)header.e_shnum * header.e_shentsize;
}

#endif
