#include "cc/object_graph.h"

#include <stdlib.h>
#include <string.h>

struct symbol_table {
    Elf_Data *data;
    size_t count, strings; /* strings: section index of the names */
};

static bool read_sections(struct graph *g, struct symbol_table *symbols)
{
    size_t names;
    if (elf_getshdrnum(g->elf, &g->section_count) != 0 || elf_getshdrstrndx(g->elf, &names) != 0 ||
        g->section_count == 0)
        return false;
    g->section = calloc(g->section_count, sizeof *g->section);
    if (g->section == NULL)
        return false;
    for (size_t i = 0; i < g->section_count; i++) {
        Elf_Scn *scn = elf_getscn(g->elf, i);
        GElf_Shdr header;
        if (scn == NULL || gelf_getshdr(scn, &header) == NULL)
            return false;
        struct graph_section *section = &g->section[i];
        const char *name = elf_strptr(g->elf, names, header.sh_name);
        Elf_Data *data = header.sh_type == SHT_NOBITS ? NULL : elf_getdata(scn, NULL);
        section->name = name ? name : "";
        section->type = header.sh_type;
        section->flags = header.sh_flags;
        section->size = header.sh_size;
        section->align = header.sh_addralign ? header.sh_addralign : 1;
        if (data != NULL && data->d_size >= header.sh_size)
            section->bytes = data->d_buf;
        if (header.sh_type == SHT_SYMTAB && header.sh_entsize != 0)
            *symbols =
                (struct symbol_table){data, header.sh_size / header.sh_entsize, header.sh_link};
    }
    return symbols->data != NULL;
}

static bool is_function(const struct graph *g, const GElf_Sym *symbol)
{
    return GELF_ST_TYPE(symbol->st_info) == STT_FUNC && symbol->st_size != 0 &&
           symbol->st_shndx > 0 && symbol->st_shndx < g->section_count;
}

static int compare_nodes(const void *a, const void *b)
{
    const struct graph_node *x = a, *y = b;
    if (x->section != y->section)
        return x->section < y->section ? -1 : 1;
    bool x_last = x->name == NULL, y_last = y->name == NULL;
    if (x_last != y_last)
        return x_last ? 1 : -1;
    if (x->begin != y->begin)
        return x->begin < y->begin ? -1 : 1;
    return x_last ? 0 : strcmp(x->name, y->name);
}

/* One node a function, one for the rest of each section. */
static bool make_nodes(struct graph *g, const struct symbol_table *symbols)
{
    size_t room = g->section_count;
    GElf_Sym symbol;
    for (size_t i = 0; i < symbols->count; i++)
        room += gelf_getsym(symbols->data, (int)i, &symbol) != NULL && is_function(g, &symbol);
    g->node = calloc(room, sizeof *g->node);
    if (g->node == NULL)
        return false;
    for (size_t i = 0; i < symbols->count; i++) {
        if (gelf_getsym(symbols->data, (int)i, &symbol) == NULL || !is_function(g, &symbol))
            continue;
        const char *name = elf_strptr(g->elf, symbols->strings, symbol.st_name);
        g->node[g->node_count++] = (struct graph_node){
            symbol.st_shndx, symbol.st_value, symbol.st_value + symbol.st_size, name ? name : ""};
    }
    for (size_t i = 0; i < g->section_count; i++)
        g->node[g->node_count++] = (struct graph_node){i, 0, g->section[i].size, NULL};
    qsort(g->node, g->node_count, sizeof *g->node, compare_nodes);
    for (size_t i = 0; i < g->node_count; i++) {
        struct graph_section *section = &g->section[g->node[i].section];
        if (section->node_count++ == 0)
            section->first_node = i;
    }
    return true;
}

/* The node that holds a byte of a section. */
static size_t node_at(const struct graph *g, size_t section, uint64_t offset)
{
    const struct graph_section *s = &g->section[section];
    size_t low = 0, high = s->node_count - 1; /* functions before `low` begin at or below offset */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (g->node[s->first_node + middle].begin <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    size_t last = s->first_node + s->node_count - 1;
    if (low == 0 || offset >= g->node[s->first_node + low - 1].end)
        return last;
    return s->first_node + low - 1;
}

/* Calls visit for each relocation of a loaded section; stops when it returns false. */
struct edge_list {
    size_t (*pair)[2];
    size_t count, room;
};

static bool add_edge(struct edge_list *list, size_t from, size_t to)
{
    if (list->count == list->room) {
        size_t room = list->room ? list->room * 2 : 4096;
        void *larger = realloc(list->pair, room * sizeof *list->pair);
        if (larger == NULL)
            return false;
        list->pair = larger;
        list->room = room;
    }
    list->pair[list->count][0] = from;
    list->pair[list->count++][1] = to;
    return true;
}

static bool add_undefined(struct graph *g, size_t node, const char *name)
{
    if ((g->undefined_count & (g->undefined_count - 1)) == 0) { /* room is a power of two */
        size_t room = g->undefined_count ? g->undefined_count * 2 : 1;
        void *larger = realloc(g->undefined, room * sizeof *g->undefined);
        if (larger == NULL)
            return false;
        g->undefined = larger;
    }
    g->undefined[g->undefined_count++] = (struct graph_undefined){node, name};
    return true;
}

static bool read_relocation(struct graph *g, const struct symbol_table *symbols, size_t target,
                            const GElf_Rela *rela, struct edge_list *list)
{
    GElf_Sym symbol;
    size_t from = node_at(g, target, rela->r_offset);
    if (GELF_R_SYM(rela->r_info) == 0 ||
        gelf_getsym(symbols->data, (int)GELF_R_SYM(rela->r_info), &symbol) == NULL)
        return true;
    if (symbol.st_shndx == SHN_UNDEF) {
        const char *name = elf_strptr(g->elf, symbols->strings, symbol.st_name);
        return name == NULL || add_undefined(g, from, name);
    }
    if (symbol.st_shndx >= g->section_count)
        return true;
    uint64_t value = symbol.st_value;
    if (GELF_ST_TYPE(symbol.st_info) == STT_SECTION)
        value += (uint64_t)rela->r_addend;
    size_t to = node_at(g, symbol.st_shndx, value);
    return from == to || add_edge(list, from, to);
}

static bool read_relocations(struct graph *g, const struct symbol_table *symbols,
                             struct edge_list *list)
{
    for (size_t i = 1; i < g->section_count; i++) {
        Elf_Scn *scn = elf_getscn(g->elf, i);
        GElf_Shdr header;
        if (g->section[i].type != SHT_RELA || gelf_getshdr(scn, &header) == NULL ||
            header.sh_info >= g->section_count || header.sh_entsize == 0 ||
            !(g->section[header.sh_info].flags & SHF_ALLOC))
            continue;
        Elf_Data *data = elf_getdata(scn, NULL);
        size_t count = header.sh_size / header.sh_entsize;
        GElf_Rela rela;
        for (size_t k = 0; data != NULL && k < count; k++)
            if (gelf_getrela(data, (int)k, &rela) != NULL &&
                !read_relocation(g, symbols, header.sh_info, &rela, list))
                return false;
    }
    return true;
}

/* Edges by source node: counts, prefix sums, targets. */
static bool sort_edges(struct graph *g, const struct edge_list *list)
{
    g->edge_start = calloc(g->node_count + 2, sizeof *g->edge_start);
    g->edge = malloc((list->count + 1) * sizeof *g->edge);
    if (g->edge_start == NULL || g->edge == NULL)
        return false;
    for (size_t i = 0; i < list->count; i++)
        g->edge_start[list->pair[i][0] + 2]++;
    for (size_t i = 2; i <= g->node_count + 1; i++)
        g->edge_start[i] += g->edge_start[i - 1];
    for (size_t i = 0; i < list->count; i++)
        g->edge[g->edge_start[list->pair[i][0] + 1]++] = list->pair[i][1];
    g->edge_count = list->count;
    return true;
}

bool graph_read(Elf *elf, struct graph *out)
{
    *out = (struct graph){.elf = elf};
    struct symbol_table symbols = {0};
    struct edge_list list = {0};
    bool good = read_sections(out, &symbols) && make_nodes(out, &symbols) &&
                read_relocations(out, &symbols, &list) && sort_edges(out, &list);
    free(list.pair);
    if (!good)
        graph_free(out);
    return good;
}

void graph_free(struct graph *graph)
{
    free(graph->section);
    free(graph->node);
    free(graph->edge_start);
    free(graph->edge);
    free(graph->undefined);
    *graph = (struct graph){0};
}

bool graph_reach(const struct graph *graph, size_t start, bool *mark)
{
    size_t *stack = malloc((graph->node_count + 1) * sizeof *stack), count = 0;
    if (stack == NULL)
        return false;
    memset(mark, 0, graph->node_count * sizeof *mark);
    mark[start] = true;
    stack[count++] = start;
    while (count > 0) {
        size_t node = stack[--count];
        for (size_t i = graph->edge_start[node]; i < graph->edge_start[node + 1]; i++) {
            size_t to = graph->edge[i];
            if (!mark[to]) {
                mark[to] = true;
                stack[count++] = to;
            }
        }
    }
    free(stack);
    return true;
}
