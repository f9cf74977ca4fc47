/* Device programs inside host objects and programs: `belay cc` puts them into the section that
 * clang's CUDA mode has for them, each aligned to 16 bytes. */
#include "loader/elf_file.h"
#include "loader/loader.h"

static const char section_name[] = ".nv_fatbin";

enum { ALIGNMENT = 16 };

/* Bytes of the ELF file that starts at `data`: lld puts the section headers last. 0: none here. */
static size_t extent(const uint8_t *data, size_t most)
{
    Elf64_Ehdr header;
    if (!elf_header(data, most, &header) || header.e_machine != EM_RISCV)
        return 0;
    uint64_t size = header.e_shoff + (uint64_t)header.e_shnum * header.e_shentsize;
    return header.e_shoff <= most && size <= most && size >= sizeof header ? (size_t)size : 0;
}

bool program_embedded(const void *data, size_t size, size_t index, size_t *offset,
                      size_t *inner_size)
{
    struct elf_file *file;
    Elf64_Ehdr header;
    if (!elf_header(data, size, &header) || header.e_machine == EM_RISCV ||
        elf_file_open(data, size, "host program", &file, NULL) != BELAY_OK)
        return false;
    const struct elf_section *section = elf_file_section(file, section_name);
    size_t left = section == NULL || section->bytes == NULL ? 0 : section->size;
    size_t at = left == 0 ? 0 : (size_t)(section->bytes - (const uint8_t *)file->bytes);
    bool found = false;
    while (left > 0 && !found) {
        size_t one = extent((const uint8_t *)data + at, left);
        found = one > 0 && index-- == 0;
        if (found) {
            *offset = at;
            *inner_size = one;
        }
        size_t step = one == 0 ? ALIGNMENT : (one + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        step = step > left ? left : step;
        at += step;
        left -= step;
    }
    elf_file_close(file);
    return found;
}
