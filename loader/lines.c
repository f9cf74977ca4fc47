/* Source places of instructions. At the first question the line table and the tree of inlined calls
 * are read with libdw into two arrays sorted by address; later questions search those. */
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "loader/image.h"

struct row {
    uint64_t address;
    const char *file; /* NULL: end of a sequence, nothing known from here */
    int line;
};

/* A function or an inlined call, once for each of its address ranges. */
struct scope {
    uint64_t begin, end;
    uint32_t parent; /* index of the enclosing scope; NO_SCOPE for a function */
    uint32_t depth;
    const char *function;
    const char *call_file; /* where it was inlined; NULL for a function */
    int call_line;
};

/* From `address` to the next piece, `scope` is the innermost. */
struct piece {
    uint64_t address;
    uint32_t scope;
};

enum { NO_SCOPE = UINT32_MAX, MAX_DEPTH = 256 };

struct image_lines {
    pthread_mutex_t lock;
    bool is_read;
    const struct image *image;
    Dwarf *dwarf;
    size_t row_count, row_room;
    struct row *row;
    size_t scope_count, scope_room;
    struct scope *scope;
    size_t piece_count;
    struct piece *piece;
};

struct image_lines *image_lines_create(const struct image *image)
{
    if (elf_file_section(image->elf, ".debug_info") == NULL)
        return NULL;
    struct image_lines *lines = calloc(1, sizeof *lines);
    if (lines == NULL)
        return NULL;
    lines->image = image;
    pthread_mutex_init(&lines->lock, NULL);
    return lines;
}

void image_lines_free(struct image_lines *lines)
{
    if (lines == NULL)
        return;
    if (lines->dwarf != NULL)
        dwarf_end(lines->dwarf);
    free(lines->row);
    free(lines->scope);
    free(lines->piece);
    pthread_mutex_destroy(&lines->lock);
    free(lines);
}

/* The linker leaves rows and ranges of dropped functions at low addresses. */
static bool is_code(const struct image *image, uint64_t address)
{
    return address >= image->text_base && address - image->text_base <= image->code_size;
}

/* Room for one more element of `size` bytes; false when memory is out. */
static bool grow(void *array, size_t size, size_t count, size_t *room)
{
    if (count < *room)
        return true;
    size_t wanted = *room > 0 ? 2 * *room : 256;
    void *old, *grown;
    memcpy(&old, array, sizeof old);
    grown = realloc(old, wanted * size);
    if (grown == NULL)
        return false;
    memcpy(array, &grown, sizeof grown);
    *room = wanted;
    return true;
}

/* --- line table ------------------------------------------------------------------------------- */

static void add_row(struct image_lines *lines, const struct row *row)
{
    if (is_code(lines->image, row->address) &&
        grow(&lines->row, sizeof *lines->row, lines->row_count, &lines->row_room))
        lines->row[lines->row_count++] = *row;
}

static void read_rows(struct image_lines *lines, Dwarf_Die *unit)
{
    Dwarf_Lines *table;
    size_t count;
    if (dwarf_getsrclines(unit, &table, &count) != 0)
        return;
    for (size_t i = 0; i < count; i++) {
        Dwarf_Line *line = dwarf_onesrcline(table, i);
        struct row row = {0};
        bool ends = false;
        if (dwarf_lineaddr(line, &row.address) != 0 || dwarf_lineno(line, &row.line) != 0)
            continue;
        dwarf_lineendsequence(line, &ends);
        row.file = ends ? NULL : dwarf_linesrc(line, NULL, NULL);
        add_row(lines, &row);
    }
}

/* At one address the end of a sequence comes before the start of the next one. Otherwise the order
 * of the table stands: the last row of an address is the one that holds. */
static int by_address(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    bool x_ends = x->file == NULL, y_ends = y->file == NULL;
    return x_ends != y_ends ? (x_ends ? -1 : 1) : 0;
}

/* qsort is not stable, so the order of the table is kept by merging. */
static void sort_rows(struct row *row, struct row *spare, size_t count)
{
    if (count < 2)
        return;
    size_t half = count / 2, left = 0, right = half, out = 0;
    sort_rows(row, spare, half);
    sort_rows(row + half, spare, count - half);
    memcpy(spare, row, count * sizeof *row);
    while (left < half || right < count) {
        bool take_left =
            right == count || (left < half && by_address(&spare[left], &spare[right]) <= 0);
        row[out++] = spare[take_left ? left++ : right++];
    }
}

/* --- inlined calls ---------------------------------------------------------------------------- */

static const char *call_file(Dwarf_Die *unit, Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Word index;
    Dwarf_Files *files;
    size_t count;
    if (dwarf_formudata(dwarf_attr(die, DW_AT_call_file, &attribute), &index) != 0 ||
        dwarf_getsrcfiles(unit, &files, &count) != 0)
        return NULL;
    return dwarf_filesrc(files, index, NULL, NULL);
}

static int call_line(Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    Dwarf_Word line;
    if (dwarf_formudata(dwarf_attr(die, DW_AT_call_line, &attribute), &line) != 0)
        return 0;
    return (int)line;
}

/* Adds a scope for each range of the function or inlined call; returns the index of the first one,
 * or `parent` when it has no code. */
static uint32_t add_scopes(struct image_lines *lines, Dwarf_Die *unit, Dwarf_Die *die,
                           uint32_t parent, uint32_t depth)
{
    bool inlined = dwarf_tag(die) == DW_TAG_inlined_subroutine;
    struct scope scope = {.parent = parent,
                          .depth = depth,
                          .function = dwarf_diename(die),
                          .call_file = inlined ? call_file(unit, die) : NULL,
                          .call_line = inlined ? call_line(die) : 0};
    uint32_t first = parent;
    Dwarf_Addr base;
    ptrdiff_t offset = 0;
    while ((offset = dwarf_ranges(die, offset, &base, &scope.begin, &scope.end)) > 0) {
        if (scope.begin >= scope.end || !is_code(lines->image, scope.begin) ||
            lines->scope_count >= NO_SCOPE ||
            !grow(&lines->scope, sizeof *lines->scope, lines->scope_count, &lines->scope_room))
            continue;
        if (first == parent)
            first = (uint32_t)lines->scope_count;
        lines->scope[lines->scope_count++] = scope;
    }
    return first;
}

static void walk(struct image_lines *lines, Dwarf_Die *unit, Dwarf_Die *parent_die, uint32_t parent,
                 uint32_t depth)
{
    Dwarf_Die die;
    if (depth >= MAX_DEPTH || dwarf_child(parent_die, &die) != 0)
        return;
    do {
        switch (dwarf_tag(&die)) {
        case DW_TAG_subprogram:
        case DW_TAG_inlined_subroutine: {
            bool outermost = dwarf_tag(&die) == DW_TAG_subprogram;
            uint32_t around = outermost ? NO_SCOPE : parent;
            walk(lines, unit, &die, add_scopes(lines, unit, &die, around, depth), depth + 1);
            break;
        }
        case DW_TAG_lexical_block:
        case DW_TAG_namespace:
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
        case DW_TAG_union_type:
            walk(lines, unit, &die, parent, depth + 1);
            break;
        default:
            break;
        }
    } while (dwarf_siblingof(&die, &die) == 0);
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static size_t piece_at(const struct image_lines *lines, uint64_t address)
{
    size_t low = 0, high = lines->piece_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lines->piece[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low; /* the piece that holds it is low - 1 */
}

/* Cuts the code at every border of a scope and notes the innermost scope of each piece: the deepest
 * is written last. */
static void cut_pieces(struct image_lines *lines)
{
    size_t count = 2 * lines->scope_count;
    uint64_t *border = malloc((count + 1) * sizeof *border);
    lines->piece = malloc((count + 1) * sizeof *lines->piece);
    if (border == NULL || lines->piece == NULL) {
        free(border);
        return;
    }
    uint32_t deepest = 0;
    for (size_t i = 0; i < lines->scope_count; i++) {
        border[2 * i] = lines->scope[i].begin;
        border[2 * i + 1] = lines->scope[i].end;
        if (lines->scope[i].depth > deepest)
            deepest = lines->scope[i].depth;
    }
    qsort(border, count, sizeof *border, by_value);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || border[i] != border[i - 1])
            lines->piece[lines->piece_count++] = (struct piece){border[i], NO_SCOPE};
    }
    free(border);
    for (uint32_t depth = 0; depth <= deepest; depth++) {
        for (size_t i = 0; i < lines->scope_count; i++) {
            const struct scope *scope = &lines->scope[i];
            if (scope->depth != depth)
                continue;
            for (size_t p = piece_at(lines, scope->begin) - 1;
                 p < lines->piece_count && lines->piece[p].address < scope->end; p++)
                lines->piece[p].scope = (uint32_t)i;
        }
    }
}

/* --- questions -------------------------------------------------------------------------------- */

static void read_all(struct image_lines *lines)
{
    lines->dwarf = dwarf_begin_elf(lines->image->elf->elf, DWARF_C_READ, NULL);
    if (lines->dwarf == NULL)
        return;
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;
    uint8_t unit_type;
    while (dwarf_get_units(lines->dwarf, unit, &unit, NULL, &unit_type, &die, NULL) == 0) {
        if (unit_type != DW_UT_compile)
            continue;
        read_rows(lines, &die);
        walk(lines, &die, &die, NO_SCOPE, 0);
    }
    struct row *spare = malloc((lines->row_count + 1) * sizeof *spare);
    if (spare != NULL)
        sort_rows(lines->row, spare, lines->row_count);
    else
        lines->row_count = 0;
    free(spare);
    cut_pieces(lines);
}

static const struct row *find_row(const struct image_lines *lines, uint64_t pc)
{
    size_t low = 0, high = lines->row_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lines->row[middle].address <= pc)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && lines->row[low - 1].file != NULL ? &lines->row[low - 1] : NULL;
}

static const struct scope *find_scope(const struct image_lines *lines, uint64_t pc)
{
    size_t after = piece_at(lines, pc);
    if (after == 0 || lines->piece[after - 1].scope == NO_SCOPE)
        return NULL;
    return &lines->scope[lines->piece[after - 1].scope];
}

bool image_line(const struct image *image, uint64_t pc, unsigned depth, const char **file,
                int *line, const char **function)
{
    struct image_lines *lines = image->lines;
    if (lines == NULL || !is_code(image, pc))
        return false;
    pthread_mutex_lock(&lines->lock);
    if (!lines->is_read)
        read_all(lines);
    lines->is_read = true;
    pthread_mutex_unlock(&lines->lock);

    const struct row *row = find_row(lines, pc);
    if (row == NULL)
        return false;
    const char *place_file = row->file;
    int place_line = row->line;
    const struct scope *scope = find_scope(lines, pc);
    for (unsigned i = 0; i < depth; i++) {
        if (scope == NULL || scope->call_file == NULL || scope->parent == NO_SCOPE)
            return false;
        place_file = scope->call_file;
        place_line = scope->call_line;
        scope = &lines->scope[scope->parent];
    }
    if (file != NULL)
        *file = place_file;
    if (line != NULL)
        *line = place_line;
    if (function != NULL)
        *function = scope != NULL ? scope->function : NULL;
    return true;
}
