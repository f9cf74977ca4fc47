#include "cc/object.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cc/object_graph.h"
#include "emu/error.h"
#include "isa/isa.h"

/* --- kernels and arrays --------------------------------------------------------------------- */

/* The kind in ".text.kernel.<kind>.<name>.<line>"; false for another section. */
static bool section_kind(const char *section, enum kernel_kind *kind)
{
    const char *prefix = ".text.kernel.";
    if (strncmp(section, prefix, strlen(prefix)) != 0)
        return false;
    const char *part = section + strlen(prefix);
    for (int k = KERNEL_AUTO; k <= KERNEL_MIX12; k++) {
        const char *name = kernel_kind_name((enum kernel_kind)k);
        if (strncmp(part, name, strlen(name)) == 0 && part[strlen(name)] == '.') {
            *kind = (enum kernel_kind)k;
            return true;
        }
    }
    return false;
}

/* The address space in the ABI tag of an array, -1 for another section. */
static int section_space(const char *section)
{
    const char *tag = strstr(section, "B9belay_as");
    int space = tag != NULL ? tag[10] - '0' : -1;
    return space >= 0 && space < SPACE_COUNT ? space : -1;
}

static belay_status no_memory(belay_error *err)
{
    return error_set(err, BELAY_INTERNAL, "out of memory");
}

static belay_status add_buffers(const struct graph *g, struct device_object *out, belay_error *err)
{
    out->buffer = calloc(g->section_count, sizeof *out->buffer);
    if (out->buffer == NULL)
        return no_memory(err);
    for (size_t i = 0; i < g->section_count; i++) {
        const struct graph_section *section = &g->section[i];
        int space = section_space(section->name);
        if (space < 0 || !(section->flags & SHF_ALLOC))
            continue;
        const char *name = strchr(section->name + 1, '.');
        struct object_buffer *buffer = &out->buffer[out->buffer_count++];
        *buffer = (struct object_buffer){.section = strdup(section->name),
                                         .name = strdup(name ? name + 1 : section->name),
                                         .space = space,
                                         .size = section->size,
                                         .align = section->align};
        if (buffer->section == NULL || buffer->name == NULL)
            return no_memory(err);
    }
    return BELAY_OK;
}

/* --- what a kernel reaches ------------------------------------------------------------------ */

static void read_instructions(const struct graph *g, const struct graph_node *node,
                              struct object_kernel *kernel)
{
    const struct graph_section *section = &g->section[node->section];
    if (section->bytes == NULL || !(section->flags & SHF_EXECINSTR) || node->name == NULL)
        return;
    for (uint64_t at = node->begin; at + 2 <= node->end && at + 2 <= section->size;) {
        uint64_t word = 0;
        uint64_t left = node->end - at;
        memcpy(&word, section->bytes + at, left < 8 ? left : 8);
        if ((word & 3) != 3) {
            at += 2;
        } else if (!isa_is_core_word((uint32_t)word)) {
            at += 4;
        } else {
            struct isa_op op;
            at += 8;
            if (isa_decode(word, &op) != ISA_OK)
                continue;
            const struct isa_row *row = &isa_rows[op.row];
            kernel->pipes |= 1u << row->pipe;
            kernel->cross_core |= strcmp(row->timing, "sync.cross") == 0;
        }
    }
}

static bool starts_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

static void read_node(const struct graph *g, size_t index, const struct device_object *object,
                      struct object_kernel *kernel)
{
    const struct graph_node *node = &g->node[index];
    const char *section = g->section[node->section].name;
    read_instructions(g, node, kernel);
    kernel->vf |= starts_with(section, ".text.vf") && node->name != NULL;
    kernel->simt |= starts_with(section, ".text.simt") && node->name != NULL;
    if (section_space(section) < 0)
        return;
    size_t buffer = 0; /* buffers stand in the order of the sections */
    for (size_t i = 0; i < node->section; i++)
        buffer += section_space(g->section[i].name) >= 0 && (g->section[i].flags & SHF_ALLOC) != 0;
    if (buffer < object->buffer_count)
        kernel->buffer[buffer] = true;
}

static belay_status read_kernel(const struct graph *g, size_t start,
                                const struct device_object *object, struct object_kernel *kernel,
                                belay_error *err)
{
    bool *mark = calloc(g->node_count, sizeof *mark);
    kernel->symbol = strdup(g->node[start].name);
    kernel->buffer = calloc(object->buffer_count + 1, sizeof *kernel->buffer);
    if (mark == NULL || kernel->symbol == NULL || kernel->buffer == NULL ||
        !graph_reach(g, start, mark)) {
        free(mark);
        return no_memory(err);
    }
    for (size_t i = 0; i < g->node_count; i++)
        if (mark[i])
            read_node(g, i, object, kernel);
    for (size_t i = 0; i < g->undefined_count; i++) {
        const char *name = g->undefined[i].name, *prefix = "__belay_dynamic_as";
        int space = starts_with(name, prefix) ? name[strlen(prefix)] - '0' : -1;
        if (mark[g->undefined[i].node] && space >= 0 && space < SPACE_COUNT)
            kernel->dynamic[space] = true;
    }
    free(mark);
    return BELAY_OK;
}

static belay_status read_graph(const struct graph *g, struct device_object *out, belay_error *err)
{
    belay_status status = add_buffers(g, out, err);
    out->kernel = status == BELAY_OK ? calloc(g->node_count + 1, sizeof *out->kernel) : NULL;
    if (status == BELAY_OK && out->kernel == NULL)
        status = no_memory(err);
    for (size_t i = 0; i < g->node_count && status == BELAY_OK; i++) {
        enum kernel_kind kind;
        if (g->node[i].name == NULL || !section_kind(g->section[g->node[i].section].name, &kind))
            continue;
        struct object_kernel *kernel = &out->kernel[out->kernel_count++];
        kernel->kind = kind;
        status = read_kernel(g, i, out, kernel, err);
    }
    return status;
}

belay_status object_read(const char *path, struct device_object *out, belay_error *err)
{
    *out = (struct device_object){0};
    struct graph graph;
    elf_version(EV_CURRENT);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    Elf *elf = fd >= 0 ? elf_begin(fd, ELF_C_READ_MMAP, NULL) : NULL;
    belay_status status;
    if (elf == NULL || !graph_read(elf, &graph)) {
        status = error_set(err, BELAY_INTERNAL, "cannot read the device object '%s'", path);
    } else {
        status = read_graph(&graph, out, err);
        graph_free(&graph);
    }
    elf_end(elf);
    if (fd >= 0)
        close(fd);
    if (status != BELAY_OK)
        object_free(out);
    return status;
}

void object_free(struct device_object *object)
{
    for (size_t i = 0; i < object->kernel_count; i++) {
        free(object->kernel[i].symbol);
        free(object->kernel[i].buffer);
    }
    for (size_t i = 0; i < object->buffer_count; i++) {
        free(object->buffer[i].section);
        free(object->buffer[i].name);
    }
    free(object->kernel);
    free(object->buffer);
    *object = (struct device_object){0};
}

const struct object_kernel *object_find_kernel(const struct device_object *object,
                                               const char *symbol)
{
    for (size_t i = 0; object != NULL && i < object->kernel_count; i++)
        if (strcmp(object->kernel[i].symbol, symbol) == 0)
            return &object->kernel[i];
    return NULL;
}

/* --- decisions ------------------------------------------------------------------------------ */

void object_place_buffers(struct device_object *object)
{
    for (size_t b = 0; b < object->buffer_count; b++) {
        struct object_buffer *buffer = &object->buffer[b];
        uint64_t address = 0;
        for (size_t k = 0; k < object->kernel_count; k++) {
            const struct object_kernel *kernel = &object->kernel[k];
            if (kernel->linked && kernel->buffer[b] && kernel->top[buffer->space] > address)
                address = kernel->top[buffer->space];
        }
        buffer->address = (address + buffer->align - 1) / buffer->align * buffer->align;
        for (size_t k = 0; k < object->kernel_count; k++) {
            struct object_kernel *kernel = &object->kernel[k];
            if (kernel->linked && kernel->buffer[b])
                kernel->top[buffer->space] = buffer->address + buffer->size;
        }
    }
    for (int space = 0; space < SPACE_COUNT; space++)
        for (size_t k = 0; k < object->kernel_count; k++) {
            const struct object_kernel *kernel = &object->kernel[k];
            uint64_t end = (kernel->top[space] + 31) / 32 * 32; /* one block of UB */
            if (kernel->linked && kernel->dynamic[space] && end > object->dynamic[space])
                object->dynamic[space] = end;
        }
}

enum kernel_kind infer_kernel_kind(const struct object_kernel *vec,
                                   const struct object_kernel *cube)
{
    const unsigned vector = 1u << ISA_PIPE_V | 1u << ISA_PIPE_VF;
    const unsigned matrix = 1u << ISA_PIPE_M | 1u << ISA_PIPE_MTE1 | 1u << ISA_PIPE_FIX;
    if (vec == NULL || cube == NULL)
        return vec != NULL ? KERNEL_AIV : KERNEL_AIC;
    bool uses_vector = (vec->pipes & vector) != 0 || vec->simt;
    bool uses_matrix = (cube->pipes & matrix) != 0;
    if (uses_matrix)
        return uses_vector ? KERNEL_MIX12 : KERNEL_AIC;
    return KERNEL_AIV;
}
