/* The code of a program, once in a trace: address, text, source place. */
#include "emu/launch.h"
#include "emu/scalar/rv.h"
#include "emu/trace/writer.h"

/* FNV-1a. */
static uint64_t hash_of(const struct image *image)
{
    uint64_t hash = 0xcbf29ce484222325 + (uint64_t)image->kind;
    for (uint64_t i = 0; i < image->text_size; i++)
        hash = (hash ^ image->text[i]) * 0x100000001b3;
    return hash;
}

static bool is_new(struct trace *trace, uint64_t hash, unsigned *number)
{
    for (*number = 0; *number < trace->program_count; ++*number)
        if (trace->program[*number] == hash)
            return false;
    uint64_t *more = realloc(trace->program, (trace->program_count + 1) * sizeof *more);
    if (more == NULL)
        return true; /* written again at the next launch, under the same number */
    trace->program = more;
    trace->program[trace->program_count++] = hash;
    return true;
}

/* The function that begins at pc: its name in the source, else its symbol; "" inside of one. */
static const char *function_at(const struct image *image, uint64_t pc, size_t *symbol)
{
    while (*symbol < image->symbol_count && image->symbol[*symbol].address < pc)
        ++*symbol;
    if (*symbol == image->symbol_count || image->symbol[*symbol].address != pc)
        return "";
    const char *name = NULL;
    for (unsigned depth = 0; image_line(image, pc, depth, NULL, NULL, &name); depth++)
        ;
    return name != NULL ? name : image->symbol[*symbol].name;
}

static void put_instruction(struct bytes *raw, uint64_t distance, const char *text, int line,
                            const char *file, bool same_file, const char *function)
{
    bytes_varint(raw, distance);
    bytes_string(raw, text);
    bytes_varint(raw, (uint64_t)(line < 0 ? 0 : line));
    bytes_varint(raw, same_file);
    if (!same_file)
        bytes_string(raw, file);
    bytes_string(raw, function);
}

unsigned trace_put_code(struct trace *trace, const struct launch *launch, int kind)
{
    const struct image *image = launch->program->image[kind];
    unsigned number;
    if (image == NULL || !is_new(trace, hash_of(image), &number))
        return image == NULL ? 0 : number;
    uint64_t last = 0, end = image->text_base + image->code_size;
    const char *last_file = "";
    size_t symbol = 0;
    unsigned length;
    bytes_varint(&trace->raw, number);
    for (uint64_t pc = image->text_base; pc < end; pc += length) {
        char text[160];
        const char *file;
        int line = 0;
        length = rv_disassemble(launch->code[kind], pc, text, sizeof text);
        if (length == 0)
            break;
        if (!image_line(image, pc, 0, &file, &line, NULL))
            file = "";
        put_instruction(&trace->raw, pc - last, text, line, file, strcmp(file, last_file) == 0,
                        function_at(image, pc, &symbol));
        last = pc;
        last_file = file;
    }
    queue_put(&trace->queue, CHUNK_CODE, &trace->raw);
    return number;
}
