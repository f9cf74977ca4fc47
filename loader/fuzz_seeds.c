/* Writes the first inputs for fuzz_program: fuzz_seeds DIRECTORY. */
#include <stdio.h>
#include <stdlib.h>

#include "loader/test_elf.h"

static int write_seed(const char *directory, const char *name, const struct test_elf *elf)
{
    char path[512];
    size_t size;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    uint8_t *bytes = test_elf_build(elf, &size);
    FILE *out = fopen(path, "wb");
    if (out == NULL) {
        perror(path);
        exit(1);
    }
    int ok = fwrite(bytes, 1, size, out) == size;
    free(bytes);
    return fclose(out) == 0 && ok ? 0 : 1;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: fuzz_seeds DIRECTORY\n");
        return 2;
    }
    /* Core words, then a SIMD and a SIMT body; END, SEND and the SIMT END between them. */
    static const uint32_t words[] = {0x02004880, 0x15430000, 0x15e00005, 0x41600000, 0x82188782,
                                     0xc0000017, 0x00120000, 0,          0x00120001, 0,
                                     1,          0,          0x06a60000, 0};
    struct test_elf aiv = test_program("aiv"), mixed = aiv, aic = test_program("aic");
    struct test_elf vendor = test_vendor(words, sizeof words);
    size_t size;
    static const uint8_t meta[] = {TEST_TLV(1, 4), TEST_TLV(3, 0x20001)};
    mixed.section[6].bytes = aic.section[6].bytes = meta;
    mixed.section[6].size = aic.section[6].size = sizeof meta;
    uint8_t *inner = test_elf_build(&aic, &size);
    mixed.section[7] = (struct test_section){".belay.aic", SHT_PROGBITS, 0, 0, inner, size};
    int failed = write_seed(argv[1], "aiv", &aiv) | write_seed(argv[1], "mixed", &mixed) |
                 write_seed(argv[1], "vendor", &vendor);
    free(inner);
    return failed;
}
