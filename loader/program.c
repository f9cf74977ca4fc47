/* A program: its note, its one or two images, and the kernels that their metadata describes. The
 * format is described in docs/kernel_binary.md. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "emu/error.h"
#include "loader/image.h"

static const char meta_prefix[] = ".ascend.meta.";
static const char *const core_name[2] = {[CORE_AIV] = "aiv", [CORE_AIC] = "aic"};

/* --- note ------------------------------------------------------------------------------------- */

struct note {
    char arch[16], core[8], version[8];
};

/* Sets one value; two objects linked together may repeat a key, but not with different values. */
static belay_status note_value(char *value, size_t value_size, const char *key, const char *text,
                               size_t length, belay_error *err)
{
    if (length == 0 || length >= value_size)
        return error_set(err, BELAY_BAD_INPUT,
                         "device program: .belay.note: %s has %zu characters, 1..%zu are allowed",
                         key, length, value_size - 1);
    if (value[0] != '\0' && (strlen(value) != length || memcmp(value, text, length) != 0))
        return error_set(err, BELAY_BAD_INPUT,
                         "device program: .belay.note: %s is both '%s' and '%.*s'", key, value,
                         (int)length, text);
    memcpy(value, text, length);
    value[length] = '\0';
    return BELAY_OK;
}

static belay_status note_line(struct note *note, const char *line, size_t length, belay_error *err)
{
    const struct {
        const char *key;
        char *value;
        size_t size;
    } keys[] = {{"arch", note->arch, sizeof note->arch},
                {"core", note->core, sizeof note->core},
                {"version", note->version, sizeof note->version}};
    const char *equals = memchr(line, '=', length);
    if (equals == NULL)
        return BELAY_OK;
    size_t key_length = (size_t)(equals - line);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strlen(keys[i].key) == key_length && memcmp(keys[i].key, line, key_length) == 0)
            return note_value(keys[i].value, keys[i].size, keys[i].key, equals + 1,
                              length - key_length - 1, err);
    }
    return BELAY_OK;
}

static belay_status read_note(const struct elf_file *file, struct note *note, belay_error *err)
{
    *note = (struct note){0};
    const struct elf_section *section = elf_file_section(file, ".belay.note");
    if (section == NULL || section->bytes == NULL)
        return error_set(err, BELAY_BAD_INPUT,
                         "device program: no section .belay.note: not linked by belay cc");
    const char *at = (const char *)section->bytes;
    size_t left = strnlen(at, section->size);
    while (left > 0) {
        const char *newline = memchr(at, '\n', left);
        size_t length = newline != NULL ? (size_t)(newline - at) : left;
        belay_status status = note_line(note, at, length, err);
        if (status != BELAY_OK)
            return status;
        size_t step = newline != NULL ? length + 1 : length;
        at += step;
        left -= step;
    }
    if (note->arch[0] == '\0' || note->core[0] == '\0' || note->version[0] == '\0')
        return error_set(err, BELAY_BAD_INPUT, "device program: .belay.note lacks the key %s",
                         note->arch[0] == '\0'   ? "arch"
                         : note->core[0] == '\0' ? "core"
                                                 : "version");
    if (strcmp(note->version, "1") != 0)
        return error_set(err, BELAY_UNSUPPORTED,
                         "device program: version %s of the format, only 1 is known",
                         note->version);
    if (strcmp(note->core, "aiv") != 0 && strcmp(note->core, "aic") != 0)
        return error_set(err, BELAY_BAD_INPUT,
                         "device program: .belay.note: core '%s' is neither aiv nor aic",
                         note->core);
    return BELAY_OK;
}

/* --- kernels ---------------------------------------------------------------------------------- */

static struct kernel_info *find_kernel(const struct program *program, const char *name)
{
    for (size_t i = 0; i < program->kernel_count; i++) {
        if (strcmp(program->kernel[i].name, name) == 0)
            return &program->kernel[i];
    }
    return NULL;
}

static bool same_params(const struct kernel_info *a, const struct kernel_info *b)
{
    if (a->param_count != b->param_count || a->args_size != b->args_size)
        return false;
    for (size_t i = 0; i < a->param_count; i++) {
        const struct kernel_param *x = &a->param[i], *y = &b->param[i];
        if (x->offset != y->offset || x->size != y->size || x->klass != y->klass)
            return false;
    }
    return true;
}

/* The image of the other core kind described the kernel before: both must say the same. */
static belay_status merge_kernel(struct kernel_info *known, const struct kernel_info *other,
                                 belay_error *err)
{
    if (known->type != other->type)
        return error_set(err, BELAY_BAD_INPUT,
                         "device program: kernel %s is of type %d in one image and %d in another",
                         known->name, (int)known->type, (int)other->type);
    if (known->ratio_aic != other->ratio_aic || known->ratio_aiv != other->ratio_aiv)
        return error_set(
            err, BELAY_BAD_INPUT,
            "device program: kernel %s has the core ratio %d:%d in one image and %d:%d in another",
            known->name, known->ratio_aic, known->ratio_aiv, other->ratio_aic, other->ratio_aiv);
    if (!same_params(known, other))
        return error_set(err, BELAY_BAD_INPUT,
                         "device program: kernel %s has different parameters in its two images",
                         known->name);
    if (known->ub_size < other->ub_size)
        known->ub_size = other->ub_size;
    if (known->aiv_type == 0)
        known->aiv_type = other->aiv_type;
    known->cross_core_sync = known->cross_core_sync || other->cross_core_sync;
    return BELAY_OK;
}

/* Type and ratio where the metadata leaves them open: the image's core kind; 1:2 for mixed kernels
 * (hicann/runtime inc/kernel/elf.hpp, DEFAULT_TASK_RATION). */
static void fill_defaults(struct kernel_info *kernel, enum core_kind kind)
{
    if (kernel->type == 0 || kernel->type == META_AICORE)
        kernel->type = kind == CORE_AIC ? META_AIC : META_AIV;
    if (kernel->ratio_aic != 0 || kernel->ratio_aiv != 0)
        return;
    bool mixed = kernel->type == META_MIX_AIC_MAIN || kernel->type == META_MIX_AIV_MAIN;
    kernel->ratio_aic = mixed || kernel->type == META_AIC ? 1 : 0;
    kernel->ratio_aiv = mixed ? 2 : kernel->type == META_AIV ? 1 : 0;
}

static belay_status add_kernel(struct program *program, const struct image *image,
                               const struct elf_section *section, belay_error *err)
{
    const char *name = section->name + strlen(meta_prefix);
    struct kernel_info kernel = {0};
    belay_status status =
        meta_decode(section->bytes, section->bytes != NULL ? section->size : 0, &kernel, err);
    if (status != BELAY_OK)
        return status;
    fill_defaults(&kernel, image->kind);
    struct kernel_info *known = find_kernel(program, name);
    if (known != NULL) {
        status = merge_kernel(known, &kernel, err);
        kernel_info_clear(&kernel);
        return status;
    }
    kernel.name = strdup(name);
    kernel.base_name = kernel_base_name(name);
    struct kernel_info *grown =
        realloc(program->kernel, (program->kernel_count + 1) * sizeof *grown);
    if (grown != NULL)
        program->kernel = grown;
    if (kernel.name == NULL || kernel.base_name == NULL || grown == NULL) {
        kernel_info_clear(&kernel);
        return error_set(err, BELAY_INTERNAL, "device program: out of memory");
    }
    program->kernel[program->kernel_count++] = kernel;
    return BELAY_OK;
}

static belay_status read_metadata(struct program *program, const struct image *image,
                                  belay_error *err)
{
    for (size_t i = 1; i < image->elf->section_count; i++) {
        const struct elf_section *section = &image->elf->section[i];
        belay_status status = BELAY_OK;
        if (strcmp(section->name, ".ascend.meta") == 0)
            status = meta_decode_binary(section->bytes, section->bytes != NULL ? section->size : 0,
                                        &program->implicit, err);
        else if (strncmp(section->name, meta_prefix, strlen(meta_prefix)) == 0)
            status = add_kernel(program, image, section, err);
        if (status != BELAY_OK)
            return status;
    }
    return BELAY_OK;
}

static int by_name(const void *a, const void *b)
{
    const struct kernel_info *x = a, *y = b;
    return strcmp(x->name, y->name);
}

static belay_status find_entry(const struct program *program, size_t index, enum core_kind kind,
                               belay_error *err)
{
    const struct kernel_info *kernel = &program->kernel[index];
    const struct image *image = program->image[kind];
    if (image == NULL)
        return error_set(err, BELAY_BAD_INPUT,
                         "device program: kernel %s with the core ratio %d:%d needs an %s image",
                         kernel->name, kernel->ratio_aic, kernel->ratio_aiv, core_name[kind]);
    const struct image_symbol *symbol = image_function(image, kernel->name);
    if (symbol == NULL)
        return error_set(err, BELAY_BAD_INPUT,
                         "device program: kernel %s has metadata but no function in the %s image",
                         kernel->name, core_name[kind]);
    program->entry[index][kind] = symbol->address;
    return BELAY_OK;
}

static belay_status find_entries(struct program *program, belay_error *err)
{
    if (program->kernel_count == 0)
        return error_set(err, BELAY_BAD_INPUT, "device program: no kernel: no section %s<name>",
                         meta_prefix);
    qsort(program->kernel, program->kernel_count, sizeof *program->kernel, by_name);
    program->entry = calloc(program->kernel_count, sizeof *program->entry);
    if (program->entry == NULL)
        return error_set(err, BELAY_INTERNAL, "device program: out of memory");
    for (size_t i = 0; i < program->kernel_count; i++) {
        struct kernel_info *kernel = &program->kernel[i];
        belay_status status = BELAY_OK;
        if (kernel->ratio_aiv > 0)
            status = find_entry(program, i, CORE_AIV, err);
        if (status == BELAY_OK && kernel->ratio_aic > 0)
            status = find_entry(program, i, CORE_AIC, err);
        if (status != BELAY_OK)
            return status;
        bool aic_main = kernel->type == META_AIC || kernel->type == META_MIX_AIC_MAIN;
        kernel->entry = program->entry[i][aic_main ? CORE_AIC : CORE_AIV];
        if (kernel->entry == 0)
            return error_set(err, BELAY_BAD_INPUT,
                             "device program: kernel %s of type %d has the core ratio %d:%d",
                             kernel->name, (int)kernel->type, kernel->ratio_aic, kernel->ratio_aiv);
    }
    return BELAY_OK;
}

/* --- programs --------------------------------------------------------------------------------- */

/* Before anything else, so that a foreign file is told apart from a damaged one. */
static belay_status check_linked(const void *data, size_t size, belay_error *err)
{
    Elf64_Ehdr header;
    if (!elf_header(data, size, &header))
        return BELAY_OK; /* elf_file_open says why */
    if (header.e_machine == MACHINE_HIIPU)
        return error_set(err, BELAY_UNSUPPORTED,
                         "device program: this is an object of Huawei's compiler (e_machine "
                         "0x1029); the operand encoding of its instructions is not public, so it "
                         "can be listed but not run: compile the source with belay cc");
    if (header.e_machine != EM_RISCV)
        return error_set(err, BELAY_BAD_INPUT,
                         "device program: e_machine 0x%x, not 0x%x (RISC-V) as belay cc writes",
                         header.e_machine, EM_RISCV);
    if (header.e_type != ET_EXEC)
        return error_set(err, BELAY_BAD_INPUT,
                         "device program: not linked: ELF type %d, not 2 (executable)",
                         header.e_type);
    return BELAY_OK;
}

static belay_status add_image(struct program *program, const void *data, size_t size, bool nested,
                              belay_error *err);

/* The section that holds the AIC image of a mixed program. */
static belay_status add_nested(struct program *program, const struct image *outer, belay_error *err)
{
    const struct elf_section *section = elf_file_section(outer->elf, ".belay.aic");
    if (section == NULL)
        return BELAY_OK;
    if (outer->kind != CORE_AIV)
        return error_set(err, BELAY_BAD_INPUT,
                         "device program: the %s image has a section .belay.aic, which only a "
                         "primary aiv image may have",
                         core_name[outer->kind]);
    if (section->bytes == NULL || (section->flags & SHF_COMPRESSED) != 0)
        return error_set(err, BELAY_BAD_INPUT, "device program: section .belay.aic is %s",
                         section->bytes == NULL ? "empty" : "compressed");
    return add_image(program, section->bytes, section->size, true, err);
}

static belay_status add_image(struct program *program, const void *data, size_t size, bool nested,
                              belay_error *err)
{
    struct elf_file *file;
    struct note note;
    struct image *image;
    belay_status status = check_linked(data, size, err);
    if (status == BELAY_OK)
        status = elf_file_open(data, size, nested ? "device program: .belay.aic" : "device program",
                               &file, err);
    if (status != BELAY_OK)
        return status;
    status = read_note(file, &note, err);
    if (status != BELAY_OK) {
        elf_file_close(file);
        return status;
    }
    enum core_kind kind = strcmp(note.core, "aic") == 0 ? CORE_AIC : CORE_AIV;
    status = image_create(file, kind, &image, err);
    if (status != BELAY_OK)
        return status;
    if (nested && (kind != CORE_AIC || strcmp(note.arch, program->arch) != 0)) {
        image_free(image);
        return error_set(
            err, BELAY_BAD_INPUT,
            "device program: section .belay.aic holds an image for %s of %s, not for aic of %s",
            note.core, note.arch, program->arch);
    }
    program->image[kind] = image;
    memcpy(program->arch, note.arch, sizeof program->arch);
    status = read_metadata(program, image, err);
    return status == BELAY_OK ? add_nested(program, image, err) : status;
}

belay_status program_load(const void *data, size_t size, struct program **out, belay_error *err)
{
    *out = NULL;
    struct program *program = calloc(1, sizeof *program);
    if (program == NULL)
        return error_set(err, BELAY_INTERNAL, "device program: out of memory");
    belay_status status = add_image(program, data, size, false, err);
    if (status == BELAY_OK)
        status = find_entries(program, err);
    if (status != BELAY_OK) {
        program_free(program);
        return status;
    }
    *out = program;
    return BELAY_OK;
}

void program_free(struct program *program)
{
    if (program == NULL)
        return;
    for (size_t i = 0; i < program->kernel_count; i++)
        kernel_info_clear(&program->kernel[i]);
    free(program->kernel);
    free(program->entry);
    image_free(program->image[CORE_AIV]);
    image_free(program->image[CORE_AIC]);
    free(program);
}
