/* Are two pictures alike? Usage: compare_png A B. Fonts of another release move edges of letters: a
 * few pixels may differ, by a little. */
#include <png.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { STEP = 40, MOST_PER_THOUSAND = 8 };

static uint8_t *load(const char *path, png_image *picture)
{
    *picture = (png_image){.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_file(picture, path))
        return NULL;
    picture->format = PNG_FORMAT_RGB;
    uint8_t *bytes = malloc(PNG_IMAGE_SIZE(*picture));
    if (bytes != NULL && png_image_finish_read(picture, NULL, bytes, 0, NULL))
        return bytes;
    free(bytes);
    return NULL;
}

int main(int argc, char **argv)
{
    png_image a, b;
    if (argc != 3)
        return 2;
    uint8_t *x = load(argv[1], &a), *y = load(argv[2], &b);
    if (x == NULL || y == NULL) {
        fprintf(stderr, "cannot read %s\n", x == NULL ? argv[1] : argv[2]);
        return 2;
    }
    if (a.width != b.width || a.height != b.height) {
        fprintf(stderr, "%u x %u and %u x %u pixels\n", a.width, a.height, b.width, b.height);
        return 1;
    }
    size_t pixels = (size_t)a.width * a.height, other = 0;
    for (size_t i = 0; i < pixels; i++) {
        int most = 0;
        for (size_t k = 0; k < 3; k++) {
            int difference = abs(x[3 * i + k] - y[3 * i + k]);
            most = difference > most ? difference : most;
        }
        other += most > STEP;
    }
    free(x);
    free(y);
    printf("%zu of %zu pixels differ\n", other, pixels);
    return other * 1000 > pixels * MOST_PER_THOUSAND;
}
