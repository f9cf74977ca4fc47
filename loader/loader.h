/* Reading device programs: ELF images that `belay cc` wrote, their kernels and metadata, and source
 * lines; and, for listing only, objects of the vendor's compiler (e_machine 0x1029).
 * Sources of the formats: docs/kernel_binary.md. */
#ifndef BELAY_LOADER_LOADER_H
#define BELAY_LOADER_LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "belay.h"

/* --- metadata TLVs -------------------------------------------------------------------------- */

/* Function TLV types of section .ascend.meta.<kernel> (u16 type, u16 length, payload). */
enum meta_function_tlv {
    META_KERNEL_TYPE = 1, /* u32 enum meta_kernel_type */
    META_CROSS_CORE_SYNC = 2,
    META_MIX_RATIO = 3,     /* u16 aic, u16 aiv */
    META_UB_SIZE = 7,       /* u32: bytes of UB the compiler allocated */
    META_AIV_TYPE = 12,     /* u32: 1 no VF, 2 SIMD VF, 3 SIMT VF, 4 both */
    META_PARAM_SUMMARY = 16, /* u32 count, u64 total size */
    META_PARAM_INFO = 17
};

enum meta_kernel_type {
    META_AICORE = 1,
    META_AIC = 2,
    META_AIV = 3,
    META_MIX_AIC_MAIN = 4,
    META_MIX_AIV_MAIN = 5
};

/* How an argument travels in the RISC-V lp64d calling convention. */
enum param_class {
    PARAM_INTEGER = 0, /* one integer register: integers, enums, bool, pointers */
    PARAM_FLOAT = 1,   /* one FP register: half, float, double */
    PARAM_STRUCT = 2,  /* <= 16 bytes, one or two integer registers */
    PARAM_STRUCT_FP = 3, /* flattened into FP (and at most one integer) registers: see param_part */
    PARAM_REFERENCE = 4  /* > 16 bytes: address of a copy */
};

struct param_part { /* for PARAM_STRUCT_FP: up to two members */
    uint8_t is_float;
    uint8_t size;
    uint16_t offset; /* within the struct */
};

struct kernel_param {
    char name[64];
    uint32_t offset; /* in the argument block: natural alignment in declaration order */
    uint32_t size;
    uint32_t align;
    bool is_pointer;
    bool is_signed; /* integers: how the value is extended to 64 bits */
    enum param_class klass;
    unsigned part_count;
    struct param_part part[2];
};

struct kernel_info {
    char *name;      /* symbol, mangled */
    char *base_name; /* "add_custom" of _Z10add_customILj2048EEvPfS0_S0_; equal to name in C */
    uint64_t entry;
    enum meta_kernel_type type;
    uint16_t ratio_aic, ratio_aiv; /* 0:1 AIV only, 1:0 AIC only, 1:1, 1:2 */
    uint32_t args_size;            /* bytes of the argument block, a multiple of 8 */
    size_t param_count;
    struct kernel_param *param;
};

/* Writes the TLVs of one kernel into buf; returns their size, or 0 when buf_size is too small. */
size_t meta_encode(const struct kernel_info *kernel, uint8_t *buf, size_t buf_size);

/* Reads TLVs back into *kernel (type, ratio, params); unknown types are skipped, a truncated TLV is
 * BELAY_BAD_INPUT. Frees nothing that was in *kernel. */
belay_status meta_decode(const uint8_t *data, size_t size, struct kernel_info *kernel,
                         belay_error *err);

/* --- images --------------------------------------------------------------------------------- */

enum core_kind { CORE_AIV = 0, CORE_AIC = 1 };

struct image_symbol {
    const char *name;
    uint64_t address, size;
};

/* One linked device image for one kind of core. */
struct image {
    enum core_kind kind;
    uint8_t *text; /* loaded bytes of the read-only part: text and rodata */
    uint64_t text_base, text_size;
    uint64_t code_size; /* how much of it, from text_base, is instructions */
    uint64_t vf_begin, vf_end;     /* .text.vf */
    uint64_t simt_begin, simt_end; /* .text.simt */
    uint8_t *data; /* initial bytes of the private part; data_size includes .bss as zero */
    uint64_t data_base, data_size;
    size_t symbol_count;
    struct image_symbol *symbol; /* functions and objects, by address */
    struct image_lines *lines;   /* opaque; NULL without line information */
    void *elf; /* opaque owner of the strings above */
};

/* A device program: at most one image per kind of core, and the kernels of both. */
struct program {
    struct image *image[2]; /* by core_kind; NULL when absent */
    char arch[16];          /* "dav-3510": what it was compiled for */
    uint32_t implicit;      /* .ascend.meta runtime implicit bits: 1 print fifo, 16 assert fifo... */
    size_t kernel_count;
    struct kernel_info *kernel; /* entry is the address in the image of its main core kind */
    uint64_t (*entry)[2];       /* per kernel: entry in the AIV and in the AIC image, 0 when absent */
};

/* Loads a device program from memory (the ELF that `belay cc` writes: the AIV or only image, the
 * AIC image of a mixed program in its section .belay.aic). Errors, all BELAY_BAD_INPUT unless said:
 * not an ELF, truncated, wrong class or byte order, wrong machine, not linked, no kernel;
 * a vendor object (e_machine 0x1029) is BELAY_UNSUPPORTED with the reason. */
belay_status program_load(const void *data, size_t size, struct program **out, belay_error *err);
void program_free(struct program *program);

/* Finds a kernel by symbol, or by base name when only one has it. BELAY_BAD_INPUT lists the names. */
belay_status program_find(const struct program *program, const char *name, size_t *index,
                          belay_error *err);

/* Address of a symbol of the image by exact name; 0 when there is none. */
uint64_t image_symbol_address(const struct image *image, const char *name);

/* --- source lines --------------------------------------------------------------------------- */

/* Source place of pc; false when unknown. `file` stays valid as long as the image. With inlining,
 * depth 0 is the innermost frame, 1 its caller and so on; false past the outermost. */
bool image_line(const struct image *image, uint64_t pc, unsigned depth, const char **file,
                int *line, const char **function);

/* --- parameters from debug information ------------------------------------------------------ */

/* Fills params, sizes and classes of kernel->name from the DWARF of an ELF file in memory (linked or
 * relocatable). BELAY_BAD_INPUT when the function or its type is not found, BELAY_UNSUPPORTED by
 * name for a parameter type that cannot be passed. */
belay_status params_from_dwarf(const void *elf, size_t size, struct kernel_info *kernel,
                               belay_error *err);

/* --- vendor objects ------------------------------------------------------------------------- */

/* Text report of an elf64-hiipu object (kernels, types, TLVs, opcode counts per pipe) into a
 * malloc'ed string. Arch "a5" (dav-3510) or "a2" (dav-2201) selects the opcode table; NULL guesses
 * from the object and says so. */
belay_status vendor_report(const void *data, size_t size, const char *arch, char **out,
                           belay_error *err);
bool vendor_is_object(const void *data, size_t size);

#endif
