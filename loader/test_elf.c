#include "loader/test_elf.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_FILE = 1 << 20, MAX_NAMES = 4096 };

struct strings {
    char text[MAX_NAMES];
    size_t used; /* the first byte is the empty name */
};

static uint32_t intern(struct strings *strings, const char *name)
{
    size_t at = strings->used;
    memcpy(strings->text + at, name, strlen(name) + 1);
    strings->used += strlen(name) + 1;
    return (uint32_t)at;
}

static uint64_t append(uint8_t *file, size_t *used, const void *bytes, size_t size)
{
    *used = (*used + 7) & ~(size_t)7;
    size_t at = *used;
    if (bytes != NULL && size > 0)
        memcpy(file + at, bytes, size);
    *used += size;
    return at;
}

static size_t write_symbols(const struct test_elf *elf, struct strings *names, Elf64_Sym *symbol)
{
    size_t count = 1; /* the first one is empty */
    for (const struct test_symbol *s = elf->symbol; s->name != NULL; s++) {
        symbol[count++] = (Elf64_Sym){.st_name = intern(names, s->name),
                                      .st_info = s->info,
                                      .st_shndx = s->section,
                                      .st_value = s->value,
                                      .st_size = s->size};
    }
    return count;
}

uint8_t *test_elf_build(const struct test_elf *elf, size_t *size)
{
    uint8_t *file = calloc(1, MAX_FILE);
    struct strings section_names = {.used = 1}, symbol_names = {.used = 1};
    Elf64_Shdr header[24] = {0};
    Elf64_Sym symbol[20] = {0};
    size_t used = sizeof(Elf64_Ehdr), count = 1;
    for (const struct test_section *s = elf->section; s->name != NULL; s++) {
        header[count++] = (Elf64_Shdr){
            .sh_name = intern(&section_names, s->name),
            .sh_type = s->type,
            .sh_flags = s->flags,
            .sh_addr = s->address,
            .sh_size = s->size,
            .sh_addralign = 1,
            .sh_offset = append(file, &used, s->bytes, s->type == SHT_NOBITS ? 0 : s->size)};
    }
    size_t symbols = write_symbols(elf, &symbol_names, symbol);
    header[count] =
        (Elf64_Shdr){.sh_name = intern(&section_names, ".symtab"),
                     .sh_type = SHT_SYMTAB,
                     .sh_link = (uint32_t)count + 1,
                     .sh_info = 1,
                     .sh_entsize = sizeof *symbol,
                     .sh_addralign = 8,
                     .sh_size = symbols * sizeof *symbol,
                     .sh_offset = append(file, &used, symbol, symbols * sizeof *symbol)};
    header[count + 1] =
        (Elf64_Shdr){.sh_name = intern(&section_names, ".strtab"),
                     .sh_type = SHT_STRTAB,
                     .sh_size = symbol_names.used,
                     .sh_addralign = 1,
                     .sh_offset = append(file, &used, symbol_names.text, symbol_names.used)};
    uint32_t name = intern(&section_names, ".shstrtab");
    header[count + 2] =
        (Elf64_Shdr){.sh_name = name,
                     .sh_type = SHT_STRTAB,
                     .sh_size = section_names.used,
                     .sh_addralign = 1,
                     .sh_offset = append(file, &used, section_names.text, section_names.used)};
    count += 3;
    Elf64_Ehdr head = {.e_type = elf->type,
                       .e_machine = elf->machine,
                       .e_version = EV_CURRENT,
                       .e_ehsize = sizeof head,
                       .e_shentsize = sizeof header[0],
                       .e_shnum = (uint16_t)count,
                       .e_shstrndx = (uint16_t)(count - 1),
                       .e_shoff = append(file, &used, header, count * sizeof header[0])};
    memcpy(head.e_ident, ELFMAG, SELFMAG);
    head.e_ident[EI_CLASS] = ELFCLASS64;
    head.e_ident[EI_DATA] = ELFDATA2LSB;
    head.e_ident[EI_VERSION] = EV_CURRENT;
    memcpy(file, &head, sizeof head);
    *size = used;
    return file;
}

struct test_elf test_program(const char *core)
{
    static const uint8_t code[8] = {0x13, 0, 0, 0, 0x67, 0x80, 0, 0}; /* nop; ret */
    static const uint8_t rodata[4] = {1, 2, 3, 4}, data[4] = {5, 6, 7, 8};
    static const uint8_t aiv[] = {TEST_TLV(1, 3), TEST_TLV(7, 0x1234)};
    static const uint8_t aic[] = {TEST_TLV(1, 2)};
    static const char note_aiv[] = "arch=dav-3510\ncore=aiv\nversion=1\n";
    static const char note_aic[] = "arch=dav-3510\ncore=aic\nversion=1\n";
    int is_aic = strcmp(core, "aic") == 0;
    const uint64_t text = TEST_TEXT_BASE, rw = TEST_DATA_BASE;
    return (struct test_elf){
        .type = ET_EXEC,
        .machine = EM_RISCV,
        .section = {{".text.vf", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, text, code, 8},
                    {".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, text + 8, code, 8},
                    {".rodata", SHT_PROGBITS, SHF_ALLOC, text + 24, rodata, 4},
                    {".data", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, rw, data, 4},
                    {".bss", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, rw + 16, NULL, 12},
                    {".belay.note", SHT_PROGBITS, 0, 0, is_aic ? note_aic : note_aiv,
                     sizeof note_aiv - 1},
                    {".ascend.meta.add", SHT_PROGBITS, 0, 0, is_aic ? aic : aiv,
                     is_aic ? sizeof aic : sizeof aiv}},
        .symbol = {{"table", text + 24, 4, ELF64_ST_INFO(STB_GLOBAL, STT_OBJECT), 3},
                   {"add", text + 8, 8, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 2},
                   {"vf", text, 8, ELF64_ST_INFO(STB_LOCAL, STT_FUNC), 1},
                   {"marker", 0x100, 0, ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE), SHN_ABS}}};
}

struct test_elf test_vendor(const void *words, size_t size)
{
    static const uint8_t meta[] = {TEST_TLV(1, 4), TEST_TLV(3, 0x20001), TEST_TLV(12, 2),
                                   TEST_TLV(99, 1)};
    static const uint8_t binary[] = {TEST_TLV(4, 1), TEST_TLV(4, 5)};
    return (struct test_elf){
        .type = ET_EXEC,
        .machine = 0x1029,
        .section = {{".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 0, words, size},
                    {".ascend.meta._Z10add_customPf_mix_aiv", SHT_PROGBITS, 0, 0, meta,
                     sizeof meta},
                    {".ascend.meta", SHT_PROGBITS, 0, 0, binary, sizeof binary}},
        .symbol = {{"_Z10add_customPf_mix_aiv", 0, size, ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), 1}}};
}
