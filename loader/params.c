/* Parameters of a kernel from the debug information of its file. */
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/error.h"
#include "loader/dwarf_type.h"
#include "loader/image.h"

enum { BLOCK_ALIGN = 8, LEAST_PARAM_ALIGN = 4, MAX_SCOPES = 64 };

/* --- finding the function --------------------------------------------------------------------- */

static const char *string_attribute(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    return dwarf_formstring(dwarf_attr_integrate(die, name, &attribute));
}

static bool has_symbol(Dwarf_Die *die, const char *symbol)
{
    const char *linkage = string_attribute(die, DW_AT_linkage_name);
    const char *name = linkage != NULL ? linkage : dwarf_diename(die);
    return name != NULL && strcmp(name, symbol) == 0;
}

static bool has_code(Dwarf_Die *die)
{
    return dwarf_hasattr(die, DW_AT_low_pc) || dwarf_hasattr(die, DW_AT_ranges);
}

/* Looks through namespaces and classes. True when a function with code was found; one without code
 * (a declaration) is noted in *found and the search goes on. */
static bool find_function(Dwarf_Die *scope, const char *symbol, int depth, Dwarf_Die *found,
                          bool *any)
{
    Dwarf_Die die;
    if (depth > MAX_SCOPES || dwarf_child(scope, &die) != 0)
        return false;
    do {
        switch (dwarf_tag(&die)) {
        case DW_TAG_subprogram:
            if (!has_symbol(&die, symbol))
                break;
            *found = die;
            *any = true;
            if (has_code(&die))
                return true;
            break;
        case DW_TAG_namespace:
        case DW_TAG_structure_type:
        case DW_TAG_class_type:
            if (find_function(&die, symbol, depth + 1, found, any))
                return true;
            break;
        default:
            break;
        }
    } while (dwarf_siblingof(&die, &die) == 0);
    return false;
}

/* --- reading its parameters ------------------------------------------------------------------- */

static belay_status read_param(Dwarf_Die *die, struct kernel_info *kernel, belay_error *err)
{
    struct kernel_param param = {0};
    Dwarf_Attribute attribute;
    Dwarf_Die direct, type;
    const char *name = dwarf_diename(die);
    char unnamed[16];
    snprintf(unnamed, sizeof unnamed, "arg%zu", kernel->param_count);
    snprintf(param.name, sizeof param.name, "%s", name != NULL ? name : unnamed);
    if (dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute), &direct) == NULL ||
        dwarf_peel_type(&direct, &type) != 0)
        return error_set(err, BELAY_BAD_INPUT, "parameter %s of %s has no type in the DWARF",
                         param.name, kernel->name);
    belay_status status = dwarf_classify(&type, param.name, &param, err);
    if (status != BELAY_OK)
        return status;
    if (param.align < LEAST_PARAM_ALIGN)
        param.align = LEAST_PARAM_ALIGN;
    uint64_t offset =
        ((uint64_t)kernel->args_size + param.align - 1) & ~((uint64_t)param.align - 1);
    if (offset + param.size > SLOT_SIZE - BLOCK_ALIGN)
        return error_set(err, BELAY_UNSUPPORTED,
                         "parameter %s of %u bytes does not fit the argument block of %d bytes",
                         param.name, param.size, (int)SLOT_SIZE);
    param.offset = (uint32_t)offset;
    struct kernel_param *grown = realloc(kernel->param, (kernel->param_count + 1) * sizeof *grown);
    if (grown == NULL)
        return error_set(err, BELAY_INTERNAL, "out of memory for parameter %s", param.name);
    kernel->param = grown;
    kernel->param[kernel->param_count++] = param;
    kernel->args_size = param.offset + param.size;
    return BELAY_OK;
}

static belay_status read_params(Dwarf_Die *function, struct kernel_info *kernel, belay_error *err)
{
    Dwarf_Die die;
    if (dwarf_child(function, &die) != 0)
        return BELAY_OK;
    do {
        if (dwarf_tag(&die) == DW_TAG_unspecified_parameters)
            return error_set(err, BELAY_UNSUPPORTED, "kernel %s has a variable number of arguments",
                             kernel->name);
        if (dwarf_tag(&die) != DW_TAG_formal_parameter)
            continue;
        belay_status status = read_param(&die, kernel, err);
        if (status != BELAY_OK)
            return status;
    } while (dwarf_siblingof(&die, &die) == 0);
    kernel->args_size = (kernel->args_size + BLOCK_ALIGN - 1) & ~(uint32_t)(BLOCK_ALIGN - 1);
    return BELAY_OK;
}

/* --- opening ---------------------------------------------------------------------------------- */

/* Debug information is only looked for in the file itself. */
static int no_debug_file(Dwfl_Module *module, void **user, const char *name, Dwarf_Addr base,
                         const char *file, const char *link, GElf_Word crc, char **out)
{
    (void)module, (void)user, (void)name, (void)base, (void)file, (void)link, (void)crc, (void)out;
    return -1;
}

static belay_status search(Dwfl_Module *module, struct kernel_info *kernel, belay_error *err)
{
    Dwarf_Addr bias;
    Dwarf_Die *unit = NULL, function;
    bool any = false;
    if (dwfl_module_getdwarf(module, &bias) == NULL)
        return error_set(err, BELAY_BAD_INPUT,
                         "kernel %s: the file has no debug information: compile with -g",
                         kernel->name);
    while ((unit = dwfl_module_nextcu(module, unit, &bias)) != NULL) {
        if (find_function(unit, kernel->name, 0, &function, &any))
            break;
    }
    if (!any)
        return error_set(err, BELAY_BAD_INPUT,
                         "kernel %s: no function of that symbol in the debug information",
                         kernel->name);
    return read_params(&function, kernel, err);
}

belay_status params_from_dwarf(const void *elf, size_t size, struct kernel_info *kernel,
                               belay_error *err)
{
    static const Dwfl_Callbacks callbacks = {.find_debuginfo = no_debug_file,
                                             .section_address = dwfl_offline_section_address};
    struct elf_file *file;
    belay_status status = elf_file_open(elf, size, "debug information", &file, err);
    if (status != BELAY_OK)
        return status;
    struct kernel_info read = {.name = kernel->name};
    Dwfl *dwfl = dwfl_begin(&callbacks);
    Dwfl_Module *module = NULL;
    if (dwfl != NULL) /* applies the relocations of a file that is not linked */
        module = dwfl_report_offline_memory(dwfl, "kernel", "kernel", file->bytes, file->size);
    if (module == NULL || dwfl_report_end(dwfl, NULL, NULL) != 0)
        status = error_set(err, BELAY_BAD_INPUT, "debug information: %s", dwfl_errmsg(-1));
    else
        status = search(module, &read, err);
    if (dwfl != NULL)
        dwfl_end(dwfl);
    elf_file_close(file);
    if (status != BELAY_OK) {
        free(read.param);
        return status;
    }
    free(kernel->param);
    kernel->param = read.param;
    kernel->param_count = read.param_count;
    kernel->args_size = read.args_size;
    return BELAY_OK;
}
