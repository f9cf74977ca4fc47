/* Hand-made ELF files for the tests, written without libelf. */
#ifndef BELAY_LOADER_TEST_ELF_H
#define BELAY_LOADER_TEST_ELF_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

struct test_section {
    const char *name;
    uint32_t type;
    uint64_t flags, address;
    const void *bytes; /* may be NULL for SHT_NOBITS */
    uint64_t size;
};

struct test_symbol {
    const char *name;
    uint64_t value, size;
    unsigned char info;
    uint16_t section; /* 1 is the first of the sections given */
};

struct test_elf {
    uint16_t type, machine;
    struct test_section section[16];
    struct test_symbol symbol[16];
};

/* Writes the file into a malloc'ed buffer. Lists end at the first entry without a name. */
uint8_t *test_elf_build(const struct test_elf *elf, size_t *size);

/* --- ready-made programs ---------------------------------------------------------------------- */

enum { TEST_TEXT_BASE = 0x10000000, TEST_DATA_BASE = 0x18000000 };

/* A TLV with a payload of one u32, in bytes. */
#define TEST_TLV(type, value)                                                                      \
    (type), 0, 4, 0, (value)&0xff, ((value) >> 8) & 0xff, ((value) >> 16) & 0xff, 0

/* Our format: kernel "add" of 8 bytes at the text base after an 8-byte .text.vf, 4 bytes of .data,
 * 12 of .bss. Change it before building. `core`: "aiv" or "aic". */
struct test_elf test_program(const char *core);

/* An object of the vendor's form with one kernel, two metadata sections and the words given. */
struct test_elf test_vendor(const void *words, size_t size);

#endif
