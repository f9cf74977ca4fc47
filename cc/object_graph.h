/* Functions and data of a relocatable object as a graph: a node is a function, or what a section
 * holds outside its functions; an edge is a relocation. Private to object.c. */
#ifndef BELAY_CC_OBJECT_GRAPH_H
#define BELAY_CC_OBJECT_GRAPH_H

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct graph_section {
    const char *name;
    uint32_t type;
    uint64_t flags, size, align;
    const unsigned char *bytes;    /* NULL for SHT_NOBITS */
    size_t first_node, node_count; /* the last node is what lies outside functions */
};

struct graph_node {
    size_t section;
    uint64_t begin, end; /* in the section; the last node of a section has all of it */
    const char *name;    /* of the function; NULL for the last node of a section */
};

struct graph {
    Elf *elf;
    size_t section_count;
    struct graph_section *section;
    size_t node_count;
    struct graph_node *node;
    size_t edge_count;
    size_t *edge_start; /* by node, node_count + 1 of them */
    size_t *edge;       /* target nodes */
    /* Relocations to undefined symbols: name by node. */
    size_t undefined_count;
    struct graph_undefined {
        size_t node;
        const char *name;
    } * undefined;
};

/* False when the ELF file cannot be read or memory runs out. The file stays the caller's. */
bool graph_read(Elf *elf, struct graph *out);
void graph_free(struct graph *graph);

/* Marks all nodes reached from `start` in mark[node_count]. False without memory. */
bool graph_reach(const struct graph *graph, size_t start, bool *mark);

#endif
