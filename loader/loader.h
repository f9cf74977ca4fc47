/* Reading device programs: ELF images that `belay cc` wrote, their kernels and metadata, and source
 * lines; and, for listing only, objects of the vendor's compiler (e_machine 0x1029). Sources of the
 * formats: docs/kernel_binary.md. */
#ifndef BELAY_LOADER_LOADER_H
#define BELAY_LOADER_LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "belay.h"

/* --- metadata TLVs -------------------------------------------------------------------------- */

/* Function TLV types of section .ascend.meta.<kernel> (u16 type, u16 length of the payload,
 * payload, little endian). 1..18 are the vendor's numbers and layouts; 0x7f00 and up are ours. */
enum meta_function_tlv {
    META_KERNEL_TYPE = 1,     /* u32 enum meta_kernel_type */
    META_CROSS_CORE_SYNC = 2, /* u32: 1 when the kernel uses flags between cores */
    META_MIX_RATIO = 3,       /* u16 aic, u16 aiv */
    META_UB_SIZE = 7,         /* u32: bytes of UB the compiler allocated */
    META_AIV_TYPE = 12,       /* u32: 1 no VF, 2 SIMD VF, 3 SIMT VF, 4 both */
    META_PARAM_SUMMARY = 16,  /* u32 count, u64 total size */
    META_PARAM_INFO = 17,     /* place of one parameter: meta.c */
    META_BELAY_PARAM = 0x7f01 /* how it travels, and its name: meta.c */
};

enum meta_kernel_type {
    META_AICORE = 1,
    META_AIC = 2,
    META_AIV = 3,
    META_MIX_AIC_MAIN = 4,
    META_MIX_AIV_MAIN = 5
};

/* How an argument travels in the RISC-V lp64d calling convention while argument registers last
 * (RISC-V ELF psABI, "Integer" and "Hardware Floating-point Calling Convention"). */
enum param_class {
    PARAM_INTEGER = 0,   /* one integer register: integers, enums, bool, pointers */
    PARAM_FLOAT = 1,     /* one FP register, NaN-boxed: half, __bf16, float, double */
    PARAM_STRUCT = 2,    /* <= 16 bytes, one or two integer registers; __int128, long double */
    PARAM_STRUCT_FP = 3, /* members in FP and at most one integer register: param_part */
    PARAM_REFERENCE = 4  /* > 16 bytes, or not trivially copyable: address of a copy */
};

struct param_part { /* for PARAM_STRUCT_FP: one or two members */
    uint8_t is_float;
    uint8_t size;
    uint16_t offset; /* within the struct */
};

struct kernel_param {
    char name[64];
    uint32_t offset; /* in the argument block, in declaration order */
    uint32_t size;
    uint32_t align;  /* within the block: natural, at least 4 */
    bool is_pointer; /* also references */
    /* Integers: the register holds the value sign extended, else zero extended. The psABI sign
     * extends every 32-bit integer, so this is true for uint32_t and false for uint8_t. */
    bool is_signed;
    enum param_class klass;
    unsigned part_count;
    struct param_part part[2];
};

struct kernel_info {
    char *name;      /* symbol, mangled */
    char *base_name; /* "add_custom" of _Z10add_customILj2048EEvPfS0_S0_; name in C */
    uint64_t entry;
    enum meta_kernel_type type;
    uint16_t ratio_aic, ratio_aiv; /* 0:1 AIV only, 1:0 AIC only, 1:1, 1:2; 0:0 not given */
    uint32_t ub_size;              /* bytes of UB the compiler allocated; 0 when not given */
    uint32_t aiv_type;             /* as META_AIV_TYPE; 0 when not given */
    bool cross_core_sync;
    uint32_t args_size; /* bytes of the argument block, a multiple of 8 */
    size_t param_count;
    struct kernel_param *param;
};

/* Frees name, base_name and param and zeroes *kernel. */
void kernel_info_clear(struct kernel_info *kernel);

/* "add_custom" of _Z10add_customILj2048EEvPfS0_S0_ or of _ZN2ns10add_customEPf; a copy of `symbol`
 * when it is not a mangled function. malloc'ed; NULL when out of memory. */
char *kernel_base_name(const char *symbol);

/* Writes the TLVs of one kernel into buf; returns their size, or 0 when buf_size is too small. */
size_t meta_encode(const struct kernel_info *kernel, uint8_t *buf, size_t buf_size);

/* Reads TLVs back into *kernel: type, ratio, UB size, AIV type, sync, params (malloc'ed); what has
 * no TLV keeps its value, unknown types are skipped. A truncated TLV or one that contradicts
 * another is BELAY_BAD_INPUT, which leaves *kernel unchanged. Frees nothing that was in *kernel. */
belay_status meta_decode(const uint8_t *data, size_t size, struct kernel_info *kernel,
                         belay_error *err);

/* Reads binary TLVs (section .ascend.meta) and adds the implicit arguments they ask for to
 * *implicit, bits as in struct program. Errors as meta_decode. */
belay_status meta_decode_binary(const uint8_t *data, size_t size, uint32_t *implicit,
                                belay_error *err);

/* --- images ----------------------------------------------------------------------------------- */

enum core_kind { CORE_AIV = 0, CORE_AIC = 1 };

struct image_symbol {
    const char *name;
    uint64_t address, size;
};

/* One linked device image for one kind of core. */
struct image {
    enum core_kind kind;
    uint8_t *text; /* bytes of the read-only part (text, rodata), from the slot's base */
    uint64_t text_base, text_size;
    uint64_t code_size;            /* how much of it, from text_base, is instructions */
    uint64_t vf_begin, vf_end;     /* .text.vf; equal when there is none */
    uint64_t simt_begin, simt_end; /* .text.simt; equal when there is none */
    uint8_t *data;                 /* initial bytes of the writable part, .bss as zeros */
    uint64_t data_base, data_size;
    size_t symbol_count;
    struct image_symbol *symbol; /* functions, objects and linker symbols, by address */
    struct image_lines *lines;   /* opaque; NULL without line information */
    struct elf_file *elf;        /* opaque owner of the strings above */
};

/* A device program: at most one image per kind of core, and the kernels of both. */
struct program {
    struct image *image[2]; /* by core_kind; NULL when absent */
    char arch[16];          /* "dav-3510": what it was compiled for */
    /* Implicit arguments that .ascend.meta asks for: 1 print fifo, 2 FFTS address, 4 system run
     * configuration, 8 SIMT print fifo, 16 assert fifo. */
    uint32_t implicit;
    size_t kernel_count;
    struct kernel_info *kernel; /* entry is the address in the image of its main core kind */
    uint64_t (*entry)[2];       /* per kernel, by core_kind; 0 when absent */
};

/* Loads a device program from memory (the ELF that `belay cc` writes: the AIV or only image, the
 * AIC image of a mixed program in its section .belay.aic; docs/kernel_binary.md). `data` is copied.
 * Errors, all BELAY_BAD_INPUT unless said: not an ELF, truncated, wrong class or byte order, wrong
 * machine, not linked, outside the address layout, no note, metadata that contradicts itself or the
 * symbols, no kernel; a vendor object (e_machine 0x1029) or an unknown version of our format is
 * BELAY_UNSUPPORTED with the reason. */
belay_status program_load(const void *data, size_t size, struct program **out, belay_error *err);
void program_free(struct program *program);

/* Place of device program number `index` inside a host object or program that `belay cc` wrote;
 * false when there are not so many. */
bool program_embedded(const void *data, size_t size, size_t index, size_t *offset,
                      size_t *inner_size);

/* Finds a kernel by symbol, or by base name ("add"), or by its name as C++ writes it without
 * parameters ("ns::add<2048u>"), when only one has it. BELAY_BAD_INPUT lists the names. */
belay_status program_find(const struct program *program, const char *name, size_t *index,
                          belay_error *err);

/* Address of a symbol of the image by exact name; 0 when there is none. */
uint64_t image_symbol_address(const struct image *image, const char *name);

/* --- source lines ----------------------------------------------------------------------------- */

/* Source place of pc; false when unknown. The strings stay valid as long as the image; `*function`
 * is NULL when only the line is known. Each result pointer may be NULL. With inlining, depth 0 is
 * the innermost frame, 1 its caller and so on; false past the outermost. The debug information is
 * read once, at the first call (thread safe); each further call is two binary searches. */
bool image_line(const struct image *image, uint64_t pc, unsigned depth, const char **file,
                int *line, const char **function);

/* --- parameters from debug information ------------------------------------------------------ */

/* Fills params, sizes and classes of kernel->name (a symbol) from the DWARF of an ELF file in
 * memory (linked or relocatable). Offsets in the argument block: declaration order, each at its
 * natural alignment but at least 4, the size rounded up to 8 (deepseek-ai/DeepJIT
 * include/deep_jit/backend/ascend/kernel.hpp). kernel->param is replaced (and freed).
 * BELAY_BAD_INPUT when the function or its type is not found, BELAY_UNSUPPORTED by name for a
 * parameter type that cannot be passed. Not visible in DWARF, so not honoured: zero-width
 * bit-fields between two floats, and packed structs whose members all happen to be aligned. */
belay_status params_from_dwarf(const void *elf, size_t size, struct kernel_info *kernel,
                               belay_error *err);

/* --- vendor objects ------------------------------------------------------------------------- */

/* Text report of an elf64-hiipu object (kernels, types, TLVs, opcode counts per pipe) into a
 * malloc'ed string. Arch "a5" (dav-3510) or "a2" (dav-2201) selects the opcode table; NULL guesses
 * from the object and says so. BELAY_BAD_INPUT for another arch, for bytes that are no vendor
 * object and for a damaged one. */
belay_status vendor_report(const void *data, size_t size, const char *arch, char **out,
                           belay_error *err);
bool vendor_is_object(const void *data, size_t size);

#endif
