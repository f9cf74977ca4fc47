/* include/belay.h over the loader: programs, their kernels, descriptions and listings. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/error.h"
#include "emu/program.h"
#include "emu/text.h"

static belay_status no_memory(belay_error *err)
{
    return error_set(err, BELAY_INTERNAL, "out of memory");
}

belay_status belay_program_load(const void *data, size_t size, belay_program **out,
                                belay_error *err)
{
    belay_program *p = calloc(1, sizeof *p);
    if (p == NULL)
        return no_memory(err);
    belay_status status = program_load(data, size, &p->program, err);
    for (int kind = 0; kind < 2 && status == BELAY_OK; kind++) {
        const struct image *image = p->program->image[kind];
        if (image == NULL)
            continue;
        p->code[kind] = rv_code_create(image->text, image->text_base, image->code_size);
        if (p->code[kind] == NULL)
            status = no_memory(err);
    }
    if (status != BELAY_OK) {
        belay_program_free(p);
        return status;
    }
    *out = p;
    return BELAY_OK;
}

void belay_program_free(belay_program *program)
{
    if (program == NULL)
        return;
    for (int kind = 0; kind < 2; kind++)
        rv_code_destroy(program->code[kind]);
    program_free(program->program);
    free(program);
}

bool belay_program_embedded(const void *data, size_t size, size_t index, size_t *offset,
                            size_t *program_size)
{
    return program_embedded(data, size, index, offset, program_size);
}

size_t belay_program_kernel_count(const belay_program *program)
{
    return program->program->kernel_count;
}

static const char *type_name(const struct kernel_info *kernel)
{
    if (kernel->ratio_aic == 0)
        return "aiv";
    return kernel->ratio_aiv == 0 ? "aic" : kernel->ratio_aiv == 1 ? "mix 1:1" : "mix 1:2";
}

bool belay_program_kernel(const belay_program *program, size_t kernel, belay_kernel *out)
{
    if (kernel >= program->program->kernel_count)
        return false;
    const struct kernel_info *info = &program->program->kernel[kernel];
    *out = (belay_kernel){.symbol = info->name,
                          .name = info->base_name,
                          .type = type_name(info),
                          .args_size = info->args_size,
                          .param_count = info->param_count};
    return true;
}

bool belay_program_param(const belay_program *program, size_t kernel, size_t param,
                         belay_param *out)
{
    if (kernel >= program->program->kernel_count ||
        param >= program->program->kernel[kernel].param_count)
        return false;
    const struct kernel_param *p = &program->program->kernel[kernel].param[param];
    *out = (belay_param){.name = p->name,
                         .offset = p->offset,
                         .size = p->size,
                         .is_pointer = p->is_pointer,
                         .is_float = p->klass == PARAM_FLOAT};
    return true;
}

const char *belay_program_arch(const belay_program *program)
{
    return program->program->arch;
}

belay_status belay_program_find(const belay_program *program, const char *name, size_t *kernel,
                                belay_error *err)
{
    return program_find(program->program, name, kernel, err);
}

/* --- descriptions
 * ------------------------------------------------------------------------------------ */

static void describe_image(struct text *text, const struct program *program, int kind)
{
    const struct image *image = program->image[kind];
    if (image == NULL)
        return;
    text_add(text,
             "%s image: %" PRIu64 " bytes of code and constants, %" PRIu64 " of them vector "
             "functions, %" PRIu64 " bytes of data\n",
             kind == CORE_AIV ? "AIV" : "AIC", image->text_size, image->vf_end - image->vf_begin,
             image->data_size);
}

static void describe_kernel(struct text *text, const belay_program *program, size_t i)
{
    const struct kernel_info *info = &program->program->kernel[i];
    text_add(text, "\nkernel %s\n  symbol    %s\n  type      %s\n  entry     0x%" PRIx64 "\n",
             info->base_name, info->name, type_name(info), info->entry);
    text_add(text, "  UB        %u bytes allocated by the compiler\n", info->ub_size);
    text_add(text, "  arguments %u bytes\n", info->args_size);
    for (size_t k = 0; k < info->param_count; k++) {
        const struct kernel_param *p = &info->param[k];
        text_add(text, "    %4u  %3u bytes  %-8s %s\n", p->offset, p->size,
                 p->is_pointer               ? "pointer"
                 : p->klass == PARAM_FLOAT   ? "float"
                 : p->klass == PARAM_INTEGER ? "integer"
                                             : "struct",
                 p->name);
    }
}

static belay_status describe_program(struct text *text, const void *data, size_t size,
                                     belay_error *err)
{
    belay_program *program;
    belay_status status = belay_program_load(data, size, &program, err);
    if (status != BELAY_OK)
        return status;
    text_add(text, "device program of belay cc for %s, %zu kernel%s\n", program->program->arch,
             program->program->kernel_count, program->program->kernel_count == 1 ? "" : "s");
    describe_image(text, program->program, CORE_AIV);
    describe_image(text, program->program, CORE_AIC);
    for (size_t i = 0; i < program->program->kernel_count; i++)
        describe_kernel(text, program, i);
    belay_program_free(program);
    return BELAY_OK;
}

belay_status belay_describe(const void *data, size_t size, char **out, belay_error *err)
{
    struct text text = {0};
    size_t offset, inner;
    belay_status status = BELAY_OK;
    if (vendor_is_object(data, size))
        return vendor_report(data, size, NULL, out, err);
    if (!program_embedded(data, size, 0, &offset, &inner))
        status = describe_program(&text, data, size, err);
    for (size_t i = 0; status == BELAY_OK && program_embedded(data, size, i, &offset, &inner); i++)
        status = describe_program(&text, (const char *)data + offset, inner, err);
    if (status == BELAY_OK)
        return text_take(&text, out, err);
    text_drop(&text);
    return status;
}

/* --- disassembly
 * ------------------------------------------------------------------------------------- */

/* Function names at their addresses, before the instruction at pc. */
static void list_names(struct text *text, const struct image *image, uint64_t pc, size_t *symbol)
{
    for (; *symbol < image->symbol_count && image->symbol[*symbol].address <= pc; ++*symbol)
        if (image->symbol[*symbol].address == pc && image->symbol[*symbol].name[0] != '\0')
            text_add(text, "\n%08" PRIx64 " <%s>:\n", pc, image->symbol[*symbol].name);
}

static void list_line(struct text *text, const struct image *image, uint64_t pc,
                      const char **last_file, int *last_line)
{
    const char *file;
    int line;
    if (!image_line(image, pc, 0, &file, &line, NULL))
        return;
    bool same = *last_file != NULL && strcmp(*last_file, file) == 0 && *last_line == line;
    if (!same)
        text_add(text, "; %s:%d\n", file, line);
    *last_file = file;
    *last_line = line;
}

static void list_image(struct text *text, const struct image *image, const struct rv_code *code,
                       bool lines)
{
    const char *file = NULL;
    int line = 0;
    size_t symbol = 0;
    unsigned length;
    for (uint64_t pc = image->text_base; pc < image->text_base + image->code_size; pc += length) {
        char words[160];
        length = rv_disassemble(code, pc, words, sizeof words);
        if (length == 0)
            break;
        list_names(text, image, pc, &symbol);
        if (lines)
            list_line(text, image, pc, &file, &line);
        uint64_t word = 0;
        memcpy(&word, image->text + (pc - image->text_base), length);
        text_add(text, "%8" PRIx64 ":  %0*" PRIx64 "%*s %s\n", pc, (int)length * 2, word,
                 16 - (int)length * 2, "", words);
    }
}

belay_status belay_disassemble(belay_program *program, bool lines, char **out, belay_error *err)
{
    struct text text = {0};
    for (int kind = 0; kind < 2; kind++) {
        const struct image *image = program->program->image[kind];
        if (image == NULL)
            continue;
        text_add(&text, "%s code for %s\n", kind == CORE_AIV ? "AIV" : "AIC",
                 program->program->arch);
        list_image(&text, image, program->code[kind], lines);
    }
    return text_take(&text, out, err);
}

void belay_text_free(char *text)
{
    free(text);
}
