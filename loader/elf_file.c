#include "loader/elf_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "emu/error.h"

bool elf_header(const void *data, size_t size, Elf64_Ehdr *header)
{
    if (size < sizeof *header)
        return false;
    memcpy(header, data, sizeof *header);
    return memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
           header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_ident[EI_DATA] == ELFDATA2LSB;
}

static belay_status check_header(const void *data, size_t size, const char *what,
                                 Elf64_Ehdr *header, belay_error *err)
{
    if (size < SELFMAG || memcmp(data, ELFMAG, SELFMAG) != 0)
        return error_set(err, BELAY_BAD_INPUT, "%s: not an ELF file", what);
    if (size < sizeof *header)
        return error_set(err, BELAY_BAD_INPUT, "%s: truncated after %zu bytes of ELF header", what,
                         size);
    if (elf_header(data, size, header))
        return BELAY_OK;
    if (header->e_ident[EI_CLASS] != ELFCLASS64)
        return error_set(err, BELAY_BAD_INPUT, "%s: ELF class %d, not 2 (64 bit)", what,
                         header->e_ident[EI_CLASS]);
    return error_set(err, BELAY_BAD_INPUT, "%s: ELF byte order %d, not 1 (little endian)", what,
                     header->e_ident[EI_DATA]);
}

static belay_status check_section_table(const Elf64_Ehdr *header, size_t size, const char *what,
                                        belay_error *err)
{
    /* More than 65279 sections (e_shnum 0, count in section 0) is nothing a kernel needs. */
    if (header->e_shoff == 0 || header->e_shnum == 0)
        return error_set(err, BELAY_BAD_INPUT, "%s: no sections", what);
    if (header->e_shentsize != sizeof(Elf64_Shdr))
        return error_set(err, BELAY_BAD_INPUT, "%s: section headers of %d bytes, not %zu", what,
                         header->e_shentsize, sizeof(Elf64_Shdr));
    uint64_t table = (uint64_t)header->e_shnum * sizeof(Elf64_Shdr);
    if (header->e_shoff > size || table > size - header->e_shoff)
        return error_set(err, BELAY_BAD_INPUT,
                         "%s: truncated: %d section headers at offset 0x%" PRIx64
                         " reach past the end of %zu bytes",
                         what, header->e_shnum, (uint64_t)header->e_shoff, size);
    return BELAY_OK;
}

static belay_status read_sections(struct elf_file *file, const char *what, belay_error *err)
{
    size_t names;
    if (elf_getshdrnum(file->elf, &file->section_count) != 0 ||
        elf_getshdrstrndx(file->elf, &names) != 0)
        return error_set(err, BELAY_BAD_INPUT, "%s: %s", what, elf_errmsg(-1));
    file->section = calloc(file->section_count, sizeof *file->section);
    if (file->section == NULL)
        return error_set(err, BELAY_INTERNAL, "%s: out of memory", what);
    /* What the sections hold together cannot be more than the file: else they overlap, and walking
     * them would cost more than the file's size. */
    uint64_t left = file->size;
    for (size_t i = 0; i < file->section_count; i++) {
        GElf_Shdr header;
        Elf_Scn *scn = elf_getscn(file->elf, i);
        if (scn == NULL || gelf_getshdr(scn, &header) == NULL)
            return error_set(err, BELAY_BAD_INPUT, "%s: section %zu: %s", what, i, elf_errmsg(-1));
        struct elf_section *section = &file->section[i];
        const char *name = elf_strptr(file->elf, names, header.sh_name);
        *section = (struct elf_section){.name = name != NULL ? name : "",
                                        .type = header.sh_type,
                                        .flags = header.sh_flags,
                                        .address = header.sh_addr,
                                        .size = header.sh_size};
        if (i == 0 || header.sh_type == SHT_NOBITS || header.sh_type == SHT_NULL)
            continue;
        if (header.sh_offset > file->size || header.sh_size > file->size - header.sh_offset)
            return error_set(err, BELAY_BAD_INPUT,
                             "%s: truncated: section %s at offset 0x%" PRIx64 " with 0x%" PRIx64
                             " bytes reaches past the end of %zu bytes",
                             what, section->name, (uint64_t)header.sh_offset,
                             (uint64_t)header.sh_size, file->size);
        if (header.sh_size > left)
            return error_set(err, BELAY_BAD_INPUT, "%s: section %s overlaps others", what,
                             section->name);
        left -= header.sh_size;
        if (header.sh_size > 0)
            section->bytes = (const uint8_t *)file->bytes + header.sh_offset;
    }
    return BELAY_OK;
}

static belay_status read_symbols(struct elf_file *file, const char *what, belay_error *err)
{
    size_t index = 1;
    while (index < file->section_count && file->section[index].type != SHT_SYMTAB)
        index++;
    if (index >= file->section_count || file->section[index].bytes == NULL)
        return BELAY_OK;
    GElf_Shdr header;
    Elf_Scn *scn = elf_getscn(file->elf, index);
    Elf_Data *data = elf_getdata(scn, NULL);
    if (data == NULL || gelf_getshdr(scn, &header) == NULL)
        return error_set(err, BELAY_BAD_INPUT, "%s: symbol table: %s", what, elf_errmsg(-1));
    size_t count = file->section[index].size / sizeof(Elf64_Sym);
    file->symbol = calloc(count > 0 ? count : 1, sizeof *file->symbol);
    if (file->symbol == NULL)
        return error_set(err, BELAY_INTERNAL, "%s: out of memory", what);
    for (size_t i = 0; i < count; i++) {
        GElf_Sym symbol;
        if (gelf_getsym(data, (int)i, &symbol) == NULL)
            return error_set(err, BELAY_BAD_INPUT, "%s: symbol %zu: %s", what, i, elf_errmsg(-1));
        const char *name = elf_strptr(file->elf, header.sh_link, symbol.st_name);
        file->symbol[file->symbol_count++] =
            (struct elf_symbol){.name = name != NULL ? name : "",
                                .value = symbol.st_value,
                                .size = symbol.st_size,
                                .type = GELF_ST_TYPE(symbol.st_info),
                                .binding = GELF_ST_BIND(symbol.st_info),
                                .visibility = GELF_ST_VISIBILITY(symbol.st_other),
                                .section = symbol.st_shndx};
    }
    return BELAY_OK;
}

belay_status elf_file_open(const void *data, size_t size, const char *what, struct elf_file **out,
                           belay_error *err)
{
    *out = NULL;
    Elf64_Ehdr header;
    belay_status status = check_header(data, size, what, &header, err);
    if (status == BELAY_OK)
        status = check_section_table(&header, size, what, err);
    if (status != BELAY_OK)
        return status;
    struct elf_file *file = calloc(1, sizeof *file);
    char *bytes = malloc(size);
    if (file == NULL || bytes == NULL) {
        free(file);
        free(bytes);
        return error_set(err, BELAY_INTERNAL, "%s: out of memory for %zu bytes", what, size);
    }
    memcpy(bytes, data, size);
    file->bytes = bytes;
    file->size = size;
    file->header = header;
    elf_version(EV_CURRENT);
    file->elf = elf_memory(file->bytes, size);
    if (file->elf == NULL)
        status = error_set(err, BELAY_BAD_INPUT, "%s: %s", what, elf_errmsg(-1));
    if (status == BELAY_OK)
        status = read_sections(file, what, err);
    if (status == BELAY_OK)
        status = read_symbols(file, what, err);
    if (status != BELAY_OK) {
        elf_file_close(file);
        return status;
    }
    *out = file;
    return BELAY_OK;
}

void elf_file_close(struct elf_file *file)
{
    if (file == NULL)
        return;
    elf_end(file->elf);
    free(file->symbol);
    free(file->section);
    free(file->bytes);
    free(file);
}

const struct elf_section *elf_file_section(const struct elf_file *file, const char *name)
{
    for (size_t i = 1; i < file->section_count; i++) {
        if (strcmp(file->section[i].name, name) == 0)
            return &file->section[i];
    }
    return NULL;
}
