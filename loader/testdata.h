/* Reading the files that the build made for the tests. */
#ifndef BELAY_LOADER_TESTDATA_H
#define BELAY_LOADER_TESTDATA_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* The whole file in a malloc'ed buffer, with a NUL behind it; ends the program when there is
 * none. */
static inline uint8_t *testdata_read(const char *path, size_t *size)
{
    FILE *in = fopen(path, "rb");
    if (in == NULL) {
        perror(path);
        exit(1);
    }
    uint8_t *bytes = NULL;
    size_t room = 0, got;
    *size = 0;
    do {
        room += 1 << 16;
        uint8_t *grown = realloc(bytes, room + 1);
        if (grown == NULL)
            exit(1);
        bytes = grown;
        got = fread(bytes + *size, 1, room - *size, in);
        *size += got;
    } while (got > 0);
    fclose(in);
    bytes[*size] = 0;
    return bytes;
}

#endif
