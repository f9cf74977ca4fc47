/* libFuzzer harness: any bytes as a device program and as a vendor object. */
#include <stdlib.h>

#include "loader/loader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void use(const struct program *program)
{
    size_t index;
    program_find(program, "add", &index, NULL);
    for (int kind = 0; kind < 2; kind++) {
        const struct image *image = program->image[kind];
        if (image == NULL)
            continue;
        image_symbol_address(image, "add");
        for (uint64_t pc = image->text_base; pc < image->text_base + 64; pc += 2)
            image_line(image, pc, 1, NULL, NULL, NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct program *program;
    belay_error err;
    if (program_load(data, size, &program, &err) == BELAY_OK) {
        use(program);
        program_free(program);
    }
    char *text;
    if (vendor_report(data, size, NULL, &text, &err) == BELAY_OK)
        free(text);
    struct kernel_info kernel = {0};
    if (meta_decode(data, size, &kernel, &err) == BELAY_OK) {
        uint8_t buf[4096];
        meta_encode(&kernel, buf, sizeof buf);
        kernel_info_clear(&kernel);
    }
    return 0;
}
