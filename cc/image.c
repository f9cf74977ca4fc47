#include "cc/image.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cc/buffer.h"
#include "cc/command.h"
#include "cc/file.h"
#include "cc/object.h"
#include "cc/process.h"
#include "emu/error.h"
#include "loader/loader.h"

struct core {
    enum rewrite_pass pass;
    const char *name; /* as .belay.note names it */
    struct device_object *object;
    const char *object_path;
    char *linked; /* the finished image */
};

struct linker {
    const struct image_request *request;
    struct device_object vec, cube;
    belay_error *err;
};

static belay_status no_memory(struct linker *l)
{
    return error_set(l->err, BELAY_INTERNAL, "out of memory");
}

static belay_status run(struct linker *l, struct arguments *command, const char *what)
{
    int code = 0;
    const struct image_request *q = l->request;
    if (q->options->verbose) {
        char *line = arguments_line(command);
        fprintf(stderr, "%s\n", line ? line : "");
        free(line);
    }
    belay_status status = process_run(command, NULL, q->error_file, &code, l->err);
    if (status == BELAY_OK && code != 0)
        status = error_set(l->err, BELAY_BAD_INPUT, "%s failed", what);
    arguments_free(command);
    return status;
}

/* --- which kernel belongs where ------------------------------------------------------------- */

static bool kind_in_core(enum kernel_kind kind, enum rewrite_pass pass)
{
    return kind != KERNEL_AUTO && kernel_kind_in_pass(kind, pass);
}

/* Settles the kind of a kernel of one object with the help of the other, and whether it is linked.
 */
static void settle(struct device_object *object, const struct device_object *other,
                   enum rewrite_pass pass)
{
    for (size_t i = 0; i < object->kernel_count; i++) {
        struct object_kernel *kernel = &object->kernel[i];
        const struct object_kernel *twin = object_find_kernel(other, kernel->symbol);
        bool alone = other == NULL; /* --cce-aicore-arch=dav-c310-vec or -cube */
        if (kernel->kind == KERNEL_AUTO || (alone && kernel->kind >= KERNEL_MIX11))
            kernel->kind = pass == PASS_VEC ? infer_kernel_kind(kernel, twin)
                                            : infer_kernel_kind(twin, kernel);
        kernel->linked = kind_in_core(kernel->kind, pass);
    }
}

static size_t linked_count(const struct device_object *object)
{
    size_t count = 0;
    for (size_t i = 0; i < object->kernel_count; i++)
        count += object->kernel[i].linked;
    return count;
}

/* --- scripts and metadata ------------------------------------------------------------------- */

/* One output section an array, at its address in its buffer and in no segment. */
static belay_status write_buffers_script(struct linker *l, const struct device_object *object,
                                         const char *folder)
{
    struct buffer text = {0};
    for (size_t i = 0; i < object->buffer_count; i++) {
        const struct object_buffer *b = &object->buffer[i];
        buffer_printf(&text, ".belay.as%d.%zu 0x%llx (NOLOAD) : { *(%s) } :NONE\n", b->space, i,
                      (unsigned long long)b->address, b->section);
    }
    for (int space = 0; space < SPACE_COUNT; space++)
        buffer_printf(&text, "PROVIDE(__belay_dynamic_as%d = 0x%llx);\n", space,
                      (unsigned long long)object->dynamic[space]);
    char *path = format_string("%s/belay_buffers.ld", folder);
    belay_status status = no_memory(l);
    if (path != NULL && !text.failed) {
        struct file_piece piece = {text.data, text.size};
        status = file_write(path, &piece, 1, l->err);
    }
    free(path);
    buffer_free(&text);
    return status;
}

static void put_bytes(struct buffer *out, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        buffer_printf(out, i % 16 ? ",%u" : "\n\t.byte\t%u", bytes[i]);
    buffer_puts(out, "\n");
}

static struct kernel_info describe(const struct object_kernel *kernel)
{
    static const struct {
        enum meta_kernel_type type;
        uint16_t aic, aiv;
    } row[] = {{META_AIV, 0, 1},
               {META_AIV, 0, 1},
               {META_AIC, 1, 0},
               {META_MIX_AIC_MAIN, 1, 1},
               {META_MIX_AIC_MAIN, 1, 2}};
    struct kernel_info info = {.type = row[kernel->kind].type,
                               .ratio_aic = row[kernel->kind].aic,
                               .ratio_aiv = row[kernel->kind].aiv,
                               .ub_size = (uint32_t)kernel->top[SPACE_UB],
                               .cross_core_sync = kernel->cross_core};
    info.aiv_type = 1u + kernel->vf + 2u * kernel->simt;
    return info;
}

/* The metadata section of one kernel; `bytes` is a linked image with its debug information. */
static belay_status put_kernel(struct linker *l, const struct core *core,
                               const struct object_kernel *kernel, const struct file_bytes *bytes,
                               struct buffer *out)
{
    struct kernel_info info = describe(kernel);
    if (core->pass == PASS_CUBE)
        info.aiv_type = 0;
    info.name = strdup(kernel->symbol);
    if (info.name == NULL)
        return no_memory(l);
    belay_status status = params_from_dwarf(bytes->data, bytes->size, &info, l->err);
    if (status == BELAY_OK) {
        size_t room = 4096 + info.param_count * 256;
        uint8_t *tlv = malloc(room);
        size_t size = tlv != NULL ? meta_encode(&info, tlv, room) : 0;
        buffer_printf(out, "\t.section\t\".ascend.meta.%s\",\"\",@progbits", kernel->symbol);
        if (size != 0)
            put_bytes(out, tlv, size);
        else
            status = error_set(l->err, BELAY_INTERNAL, "metadata of '%s'", kernel->symbol);
        free(tlv);
    }
    kernel_info_clear(&info);
    return status;
}

/* The arrays for people and viewers: space, address, size, kernel, variable. */
static void put_arrays(const struct device_object *object, struct buffer *out)
{
    buffer_puts(out, "\t.section\t.belay.buffers,\"\",@progbits\n");
    for (size_t k = 0; k < object->kernel_count; k++)
        for (size_t b = 0; object->kernel[k].linked && b < object->buffer_count; b++) {
            const struct object_buffer *buffer = &object->buffer[b];
            if (object->kernel[k].buffer[b])
                buffer_printf(out, "\t.ascii\t\"%d %llu %llu %s %s\\n\"\n", buffer->space,
                              (unsigned long long)buffer->address, (unsigned long long)buffer->size,
                              object->kernel[k].symbol, buffer->name);
        }
}

static belay_status write_metadata(struct linker *l, const struct core *core, const char *image,
                                   const char *embed, const char *path)
{
    struct buffer text = {0};
    struct file_bytes bytes;
    belay_status status = file_map(image, &bytes, l->err);
    if (status != BELAY_OK)
        return status;
    buffer_printf(&text,
                  "\t.section\t.belay.note,\"\",@progbits\n"
                  "\t.ascii\t\"arch=dav-3510\\ncore=%s\\nversion=1\\n\"\n",
                  core->name);
    for (size_t i = 0; i < core->object->kernel_count && status == BELAY_OK; i++)
        if (core->object->kernel[i].linked)
            status = put_kernel(l, core, &core->object->kernel[i], &bytes, &text);
    put_arrays(core->object, &text);
    if (embed != NULL)
        buffer_printf(&text,
                      "\t.section\t.belay.aic,\"\",@progbits\n\t.p2align\t3\n\t.incbin\t\"%s\"\n",
                      embed);
    file_unmap(&bytes);
    struct file_piece piece = {text.data, text.size};
    if (status == BELAY_OK)
        status = text.failed ? no_memory(l) : file_write(path, &piece, 1, l->err);
    buffer_free(&text);
    return status;
}

/* The sections of arrays only give symbols their addresses: they take no memory of the image. */
static belay_status clear_alloc(struct linker *l, const char *path)
{
    int fd = open(path, O_RDWR | O_CLOEXEC);
    Elf *elf = fd >= 0 ? elf_begin(fd, ELF_C_RDWR, NULL) : NULL;
    size_t names;
    bool good = elf != NULL && elf_getshdrstrndx(elf, &names) == 0;
    Elf_Scn *scn = NULL;
    if (good)
        elf_flagelf(elf, ELF_C_SET, ELF_F_LAYOUT);
    while (good && (scn = elf_nextscn(elf, scn)) != NULL) {
        GElf_Shdr header;
        const char *name = gelf_getshdr(scn, &header) ? elf_strptr(elf, names, header.sh_name) : "";
        if (name == NULL || strncmp(name, ".belay.as", 9) != 0)
            continue;
        header.sh_flags &= ~(GElf_Xword)(SHF_ALLOC | SHF_WRITE);
        good = gelf_update_shdr(scn, &header) != 0;
    }
    good = good && elf_update(elf, ELF_C_WRITE) >= 0;
    elf_end(elf);
    if (fd >= 0)
        close(fd);
    return good ? BELAY_OK : error_set(l->err, BELAY_INTERNAL, "cannot update '%s'", path);
}

/* --- linking -------------------------------------------------------------------------------- */

static belay_status link_once(struct linker *l, const struct core *core, const char *folder,
                              const char *metadata, const char *output)
{
    struct arguments command = {0};
    const struct device_object *object = core->object;
    command_device_link(l->request->toolchain, output, &command);
    arguments_printf(&command, "-L%s", folder);
    for (size_t i = 0, first = 1; i < object->kernel_count; i++) {
        if (!object->kernel[i].linked)
            continue;
        if (first)
            arguments_printf(&command, "--entry=%s", object->kernel[i].symbol);
        first = 0;
        arguments_printf(&command, "--undefined=%s", object->kernel[i].symbol);
    }
    arguments_add(&command, core->object_path);
    if (metadata != NULL)
        arguments_add(&command, metadata);
    return run(l, &command, "linking the device program");
}

static belay_status assemble(struct linker *l, const struct core *core, const char *input,
                             const char *output)
{
    struct arguments command = {0};
    struct step step = {l->request->options, l->request->toolchain, core->pass, NULL, NULL};
    command_assemble(&step, input, output, &command);
    return run(l, &command, "assembling the metadata");
}

/* Links twice: the first image gives the debug information that the metadata is made from. */
static belay_status link_core(struct linker *l, struct core *core, const char *embed)
{
    char *folder = format_string("%s/%s", l->request->temp, core->name);
    char *first = format_string("%s/first.elf", folder ? folder : "");
    char *text = format_string("%s/meta.s", folder ? folder : "");
    char *meta = format_string("%s/meta.o", folder ? folder : "");
    core->linked = format_string("%s/%s.elf", folder ? folder : "", core->name);
    belay_status status = BELAY_OK;
    if (!folder || !first || !text || !meta || !core->linked)
        status = no_memory(l);
    else if (!make_folders(folder))
        status = error_set(l->err, BELAY_BAD_INPUT, "cannot write '%s'", folder);
    object_place_buffers(core->object);
    if (status == BELAY_OK)
        status = write_buffers_script(l, core->object, folder);
    if (status == BELAY_OK)
        status = link_once(l, core, folder, NULL, first);
    if (status == BELAY_OK)
        status = write_metadata(l, core, first, embed, text);
    if (status == BELAY_OK)
        status = assemble(l, core, text, meta);
    if (status == BELAY_OK)
        status = link_once(l, core, folder, meta, core->linked);
    if (status == BELAY_OK && core->object->buffer_count != 0)
        status = clear_alloc(l, core->linked);
    free(folder);
    free(first);
    free(text);
    free(meta);
    return status;
}

static belay_status link_cores(struct linker *l, bool *made)
{
    struct core vec = {PASS_VEC, "aiv", &l->vec, l->request->vec, NULL};
    struct core cube = {PASS_CUBE, "aic", &l->cube, l->request->cube, NULL};
    bool has_vec = linked_count(&l->vec) != 0, has_cube = linked_count(&l->cube) != 0;
    belay_status status = BELAY_OK;
    *made = has_vec || has_cube;
    if (!*made)
        return BELAY_OK;
    if (has_cube)
        status = link_core(l, &cube, NULL);
    if (status == BELAY_OK && has_vec)
        status = link_core(l, &vec, cube.linked);
    if (status == BELAY_OK)
        status = file_copy(has_vec ? vec.linked : cube.linked, l->request->output, l->err);
    free(vec.linked);
    free(cube.linked);
    return status;
}

belay_status image_link(const struct image_request *request, bool *made, belay_error *err)
{
    struct linker l = {.request = request, .err = err};
    belay_status status = BELAY_OK;
    *made = false;
    if (request->vec != NULL)
        status = object_read(request->vec, &l.vec, err);
    if (status == BELAY_OK && request->cube != NULL)
        status = object_read(request->cube, &l.cube, err);
    if (status == BELAY_OK) {
        settle(&l.vec, request->cube ? &l.cube : NULL, PASS_VEC);
        settle(&l.cube, request->vec ? &l.vec : NULL, PASS_CUBE);
        status = link_cores(&l, made);
    }
    object_free(&l.vec);
    object_free(&l.cube);
    return status;
}
