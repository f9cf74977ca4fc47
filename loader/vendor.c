/* Listing of an object of the vendor's compiler (BFD name elf64-hiipu). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/error.h"
#include "loader/elf_file.h"
#include "loader/loader.h"
#include "loader/opcode_survey.h"
#include "loader/tlv.h"

static const char meta_prefix[] = ".ascend.meta.";

bool vendor_is_object(const void *data, size_t size)
{
    Elf64_Ehdr header;
    return elf_header(data, size, &header) && header.e_machine == MACHINE_HIIPU;
}

/* Names come from the file: what does not print is shown as '?'. */
static void print_name(FILE *out, const char *name)
{
    for (; *name != '\0'; name++)
        fputc((unsigned char)*name >= 0x20 && *name != 0x7f ? *name : '?', out);
}

/* --- metadata --------------------------------------------------------------------------------- */

/* Function TLVs (hicann/runtime pkg_inc/runtime/rt_external_base.h, cannmirror/asc-devkit
 * impl/basic_api/utils/kernel_utils_macros.h); `number`: the payload is one u32. */
static const struct {
    const char *name;
    bool number;
} function_tlv[] = {[1] = {"kernel type", true},
                    [2] = {"cross-core sync", true},
                    [3] = {"core ratio", false},
                    [4] = {"exception dump", false},
                    [5] = {"exception dump arguments", false},
                    [6] = {"exception dump is TIK", false},
                    [7] = {"UB bytes of the compiler", true},
                    [8] = {"scalar stack bytes", true},
                    [9] = {"SIMT warp stack bytes", true},
                    [10] = {"SIMT divergent warp stack bytes", true},
                    [11] = {"early start", true},
                    [12] = {"vector functions", true},
                    [13] = {"deterministic", true},
                    [14] = {"function entry", false},
                    [15] = {"block count", true},
                    [16] = {"parameters", false},
                    [17] = {"parameter", false},
                    [18] = {"scheduling mode", true}};
enum { FUNCTION_TLV_COUNT = sizeof function_tlv / sizeof function_tlv[0] };

static const char *kernel_type_name(uint64_t type)
{
    static const char *const name[] = {"invalid",      "AICORE",       "AIC",
                                       "AIV",          "MIX_AIC_MAIN", "MIX_AIV_MAIN",
                                       "AIC_ROLLBACK", "AIV_ROLLBACK"};
    return type < sizeof name / sizeof name[0] ? name[type] : "unknown";
}

static const char *aiv_type_name(uint64_t type)
{
    static const char *const name[] = {"unknown", "none", "SIMD", "SIMT", "SIMD and SIMT"};
    return type < sizeof name / sizeof name[0] ? name[type] : "unknown";
}

static void print_function_tlv(FILE *out, const struct tlv *tlv)
{
    const uint8_t *p = tlv->payload;
    bool known = tlv->type < FUNCTION_TLV_COUNT && function_tlv[tlv->type].name != NULL;
    if (!known) {
        if (tlv->type != 0 || tlv->length != 0) /* zeros between aligned TLVs */
            fprintf(out, "    type %u: %zu bytes\n", tlv->type, tlv->length);
        return;
    }
    fprintf(out, "    %s: ", function_tlv[tlv->type].name);
    if (function_tlv[tlv->type].number && tlv->length >= 4) {
        uint64_t value = tlv_number(p, 4);
        fprintf(out, "%" PRIu64, value);
        if (tlv->type == META_KERNEL_TYPE)
            fprintf(out, " %s", kernel_type_name(value));
        if (tlv->type == META_AIV_TYPE)
            fprintf(out, " %s", aiv_type_name(value));
    } else if (tlv->type == META_MIX_RATIO && tlv->length >= 4) {
        fprintf(out, "%" PRIu64 " aic : %" PRIu64 " aiv", tlv_number(p, 2), tlv_number(p + 2, 2));
    } else if (tlv->type == 14 && tlv->length >= 12) {
        fprintf(out, "%" PRIu64 "%s", tlv_number(p + 4, 8), p[0] == 0 ? "" : " (disabled)");
    } else if (tlv->type == META_PARAM_SUMMARY && tlv->length >= 12) {
        fprintf(out, "%" PRIu64 " in %" PRIu64 " bytes", tlv_number(p, 4), tlv_number(p + 4, 8));
    } else if (tlv->type == META_PARAM_INFO && tlv->length >= 36) {
        fprintf(out,
                "%" PRIu64 " at offset %" PRIu64 ", %" PRIu64 " bytes, alignment %" PRIu64
                ", type %" PRIu64,
                tlv_number(p + 4, 4), tlv_number(p + 8, 4), tlv_number(p + 12, 4),
                tlv_number(p + 16, 2), tlv_number(p + 18, 2));
    } else {
        fprintf(out, "%zu bytes", tlv->length);
    }
    fputc('\n', out);
}

static void print_binary_tlv(FILE *out, const struct tlv *tlv)
{
    static const char *const name[] = {
        "version",           "debug",       "dynamic parameters", "optional parameters",
        "implicit argument", "super kernel"};
    static const char *const implicit[] = {
        "",           "print fifo", "FFTS address", "system run configuration", "SIMT print fifo",
        "assert fifo"};
    if (tlv->type >= sizeof name / sizeof name[0]) {
        fprintf(out, "  type %u: %zu bytes\n", tlv->type, tlv->length);
        return;
    }
    if (tlv->type == 0 && tlv->length == 0)
        return; /* zeros between aligned TLVs */
    fprintf(out, "  %s: ", name[tlv->type]);
    uint64_t value = tlv->length == 4 ? tlv_number(tlv->payload, 4) : 0;
    if (tlv->type == 4 && value >= 1 && value < sizeof implicit / sizeof implicit[0])
        fprintf(out, "%s\n", implicit[value]);
    else if (tlv->length == 4)
        fprintf(out, "%" PRIu64 "\n", value);
    else
        fprintf(out, "%zu bytes\n", tlv->length);
}

static void print_tlvs(FILE *out, const struct elf_section *section,
                       void (*print)(FILE *, const struct tlv *))
{
    size_t offset = 0;
    struct tlv tlv = {.payload = section->bytes};
    belay_error err;
    while (tlv.payload != NULL) {
        if (tlv_next(section->bytes, section->size, &offset, &tlv, &err) != BELAY_OK) {
            fprintf(out, "    %s\n", err.message);
            return;
        }
        if (tlv.payload != NULL)
            print(out, &tlv);
    }
}

/* --- sections and kernels --------------------------------------------------------------------- */

static void print_head(FILE *out, const struct elf_file *file)
{
    static const char *const type[] = {"untyped", "relocatable", "executable", "shared", "core"};
    unsigned number = file->header.e_type;
    fprintf(out, "object of Huawei's compiler (elf64-hiipu, e_machine 0x1029), %s, %zu bytes\n",
            number < sizeof type / sizeof type[0] ? type[number] : "of unknown ELF type",
            file->size);
    fputs("\nsections:\n", out);
    for (size_t i = 1; i < file->section_count; i++) {
        const struct elf_section *section = &file->section[i];
        fputs("  ", out);
        print_name(out, section->name);
        fprintf(out, ": %" PRIu64 " bytes", section->size);
        if ((section->flags & SHF_ALLOC) != 0)
            fprintf(out, " at 0x%" PRIx64 "%s%s", section->address,
                    (section->flags & SHF_EXECINSTR) != 0 ? ", code" : "",
                    (section->flags & SHF_WRITE) != 0 ? ", writable" : "");
        fputc('\n', out);
    }
    const struct elf_section *meta = elf_file_section(file, ".ascend.meta");
    if (meta != NULL) {
        fputs("\nbinary metadata:\n", out);
        print_tlvs(out, meta, print_binary_tlv);
    }
}

/* Global functions that are not hidden: what the vendor's runtime offers as kernels. */
static bool is_kernel(const struct elf_file *file, const struct elf_symbol *symbol)
{
    return symbol->type == STT_FUNC && symbol->binding != STB_LOCAL &&
           symbol->visibility != STV_HIDDEN && symbol->section != SHN_UNDEF &&
           symbol->section < file->section_count;
}

/* Length of the name without _mix_aic or _mix_aiv. */
static size_t plain_length(const char *name, const char **part)
{
    size_t length = strlen(name);
    *part = NULL;
    if (length > 8 && strcmp(name + length - 8, "_mix_aic") == 0)
        *part = "cube";
    if (length > 8 && strcmp(name + length - 8, "_mix_aiv") == 0)
        *part = "vector";
    return *part != NULL ? length - 8 : length;
}

static const struct elf_section *find_meta(const struct elf_file *file, const char *name,
                                           size_t length)
{
    for (size_t i = 1; i < file->section_count; i++) {
        const char *section = file->section[i].name;
        if (strncmp(section, meta_prefix, strlen(meta_prefix)) == 0 &&
            strlen(section) == strlen(meta_prefix) + length &&
            strncmp(section + strlen(meta_prefix), name, length) == 0)
            return &file->section[i];
    }
    return NULL;
}

static void print_kernel(FILE *out, const struct elf_file *file, const struct elf_symbol *symbol)
{
    const char *part;
    size_t plain = plain_length(symbol->name, &part);
    char *base = strndup(symbol->name, plain);
    char *readable = base != NULL ? kernel_base_name(base) : NULL;
    fputs("  ", out);
    print_name(out, symbol->name);
    if (readable != NULL && strcmp(readable, symbol->name) != 0) {
        fputs(": ", out);
        print_name(out, readable);
    }
    if (part != NULL)
        fprintf(out, ", %s core part of a mixed kernel", part);
    fprintf(out, ", 0x%" PRIx64 ", %" PRIu64 " bytes\n", symbol->value, symbol->size);
    free(base);
    free(readable);
    const struct elf_section *meta = find_meta(file, symbol->name, strlen(symbol->name));
    if (meta == NULL)
        meta = find_meta(file, symbol->name, plain);
    if (meta != NULL)
        print_tlvs(out, meta, print_function_tlv);
    else
        fputs("    no metadata\n", out);
}

static void print_kernels(FILE *out, const struct elf_file *file)
{
    size_t count = 0;
    for (size_t i = 0; i < file->symbol_count; i++)
        count += is_kernel(file, &file->symbol[i]);
    fprintf(out, "\nkernels: %zu\n", count);
    for (size_t i = 0; i < file->symbol_count; i++) {
        if (is_kernel(file, &file->symbol[i]))
            print_kernel(out, file, &file->symbol[i]);
    }
}

/* --- report ----------------------------------------------------------------------------------- */

static belay_status print_code(FILE *out, const struct elf_file *file, const char *arch,
                               belay_error *err)
{
    struct opcode_survey survey[OPCODE_ARCH_COUNT];
    enum opcode_arch chosen = arch != NULL && strcmp(arch, "a2") == 0 ? OPCODE_A2 : OPCODE_A5;
    belay_status status = BELAY_OK;
    for (int i = 0; i < OPCODE_ARCH_COUNT; i++) {
        survey[i] = (struct opcode_survey){.arch = (enum opcode_arch)i};
        if (status == BELAY_OK && (arch == NULL || i == (int)chosen))
            status = opcode_survey_file(file, &survey[i], err);
    }
    if (arch == NULL && survey[OPCODE_A2].weight > survey[OPCODE_A5].weight)
        chosen = OPCODE_A2;
    if (status == BELAY_OK) {
        fprintf(out, "\nopcode table: %s, ", opcode_arch_name(chosen));
        if (arch != NULL)
            fputs("as asked\n", out);
        else
            fprintf(out, "guessed: it knows %zu of %zu words; %s knows %zu of %zu\n",
                    survey[chosen].known, survey[chosen].words,
                    opcode_arch_name(chosen == OPCODE_A5 ? OPCODE_A2 : OPCODE_A5),
                    survey[!chosen].known, survey[!chosen].words);
        opcode_survey_print(out, &survey[chosen]);
    }
    for (int i = 0; i < OPCODE_ARCH_COUNT; i++)
        opcode_survey_clear(&survey[i]);
    return status;
}

belay_status vendor_report(const void *data, size_t size, const char *arch, char **out,
                           belay_error *err)
{
    *out = NULL;
    if (arch != NULL && strcmp(arch, "a5") != 0 && strcmp(arch, "a2") != 0)
        return error_set(err, BELAY_BAD_INPUT,
                         "no opcode table '%.16s'; there is: a5 (dav-3510), a2 (dav-2201)", arch);
    Elf64_Ehdr header;
    if (elf_header(data, size, &header) && header.e_machine != MACHINE_HIIPU)
        return error_set(err, BELAY_BAD_INPUT,
                         "not an object of Huawei's compiler: e_machine 0x%x, not 0x1029",
                         header.e_machine);
    struct elf_file *file;
    belay_status status = elf_file_open(data, size, "object", &file, err);
    if (status != BELAY_OK)
        return status;
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    if (stream == NULL) {
        elf_file_close(file);
        return error_set(err, BELAY_INTERNAL, "out of memory for the report");
    }
    print_head(stream, file);
    print_kernels(stream, file);
    status = print_code(stream, file, arch, err);
    if (fclose(stream) != 0 && status == BELAY_OK)
        status = error_set(err, BELAY_INTERNAL, "out of memory for the report");
    elf_file_close(file);
    if (status != BELAY_OK) {
        free(text);
        return status;
    }
    *out = text;
    return BELAY_OK;
}
