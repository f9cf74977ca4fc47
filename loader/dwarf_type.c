/* The RISC-V lp64d calling convention on DWARF types: RISC-V ELF psABI, chapters "Integer Calling
 * Convention" and "Hardware Floating-point Calling Convention", with clang's reading of the cases
 * that the text leaves open (a pointer member is not an integer; tests compare with clang's IR). */
#include "loader/dwarf_type.h"

#include <dwarf.h>
#include <string.h>

#include "emu/error.h"

enum {
    XLEN_BYTES = 8,
    FLEN_BYTES = 8,
    MAX_ALIGN = 4096,
    MAX_NESTING = 64 /* of types in types: only damaged debug information is deeper */
};

/* --- attributes ------------------------------------------------------------------------------- */

static bool attribute_value(Dwarf_Die *die, unsigned name, Dwarf_Word *value)
{
    Dwarf_Attribute attribute;
    return dwarf_formudata(dwarf_attr_integrate(die, name, &attribute), value) == 0;
}

static bool has_attribute(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    return dwarf_attr_integrate(die, name, &attribute) != NULL;
}

/* The type a DIE refers to, without typedefs and qualifiers. */
static bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;
    Dwarf_Die direct;
    if (dwarf_formref_die(dwarf_attr_integrate(die, DW_AT_type, &attribute), &direct) == NULL)
        return false;
    return dwarf_peel_type(&direct, type) == 0;
}

static uint64_t type_size(Dwarf_Die *type)
{
    Dwarf_Word size;
    switch (dwarf_tag(type)) {
    case DW_TAG_pointer_type:
    case DW_TAG_reference_type:
    case DW_TAG_rvalue_reference_type:
    case DW_TAG_unspecified_type: /* decltype(nullptr) */
        return 8;
    case DW_TAG_ptr_to_member_type: {
        /* A function is an address and an adjustment, a data member is an offset. */
        Dwarf_Die target;
        bool function = type_of(type, &target) && dwarf_tag(&target) == DW_TAG_subroutine_type;
        return function ? 16 : 8;
    }
    default:
        return dwarf_aggregate_size(type, &size) == 0 ? size : 0;
    }
}

static bool is_record(Dwarf_Die *type)
{
    int tag = dwarf_tag(type);
    return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

static bool is_vector(Dwarf_Die *type)
{
    return dwarf_tag(type) == DW_TAG_array_type && has_attribute(type, DW_AT_GNU_vector);
}

static bool is_float(Dwarf_Die *type)
{
    Dwarf_Word encoding;
    return dwarf_tag(type) == DW_TAG_base_type &&
           attribute_value(type, DW_AT_encoding, &encoding) && encoding == DW_ATE_float;
}

static bool is_complex(Dwarf_Die *type)
{
    Dwarf_Word encoding;
    return dwarf_tag(type) == DW_TAG_base_type &&
           attribute_value(type, DW_AT_encoding, &encoding) && encoding == DW_ATE_complex_float;
}

/* Integers, characters, bool and enumerations; not pointers. */
static bool is_integer(Dwarf_Die *type)
{
    if (dwarf_tag(type) == DW_TAG_enumeration_type)
        return true;
    return dwarf_tag(type) == DW_TAG_base_type && !is_float(type) && !is_complex(type);
}

/* A data member or base class (not a static member, which is only declared in the type). */
static bool is_field(Dwarf_Die *die)
{
    int tag = dwarf_tag(die);
    return (tag == DW_TAG_member && !has_attribute(die, DW_AT_declaration) &&
            !has_attribute(die, DW_AT_external)) ||
           tag == DW_TAG_inheritance;
}

static bool first_field(Dwarf_Die *record, Dwarf_Die *field)
{
    if (dwarf_child(record, field) != 0)
        return false;
    do {
        if (is_field(field))
            return true;
    } while (dwarf_siblingof(field, field) == 0);
    return false;
}

static bool next_field(Dwarf_Die *field)
{
    while (dwarf_siblingof(field, field) == 0) {
        if (is_field(field))
            return true;
    }
    return false;
}

static uint64_t field_offset(Dwarf_Die *field)
{
    Dwarf_Word offset;
    if (attribute_value(field, DW_AT_data_bit_offset, &offset))
        return offset / 8;
    return attribute_value(field, DW_AT_data_member_location, &offset) ? offset : 0;
}

/* --- alignment -------------------------------------------------------------------------------- */

static uint64_t type_align(Dwarf_Die *type, int nesting);

/* The greatest alignment of the members, lowered until all offsets and the size agree with it: so
 * packed structs are seen, as DWARF does not name them. */
static uint64_t record_align(Dwarf_Die *record, int nesting)
{
    Dwarf_Die field, type;
    uint64_t align = 1, size = type_size(record);
    bool more = first_field(record, &field);
    for (; more; more = next_field(&field)) {
        uint64_t own = type_of(&field, &type) ? type_align(&type, nesting + 1) : 1;
        Dwarf_Word forced;
        if (attribute_value(&field, DW_AT_alignment, &forced) && forced > own)
            own = forced;
        if (has_attribute(&field, DW_AT_bit_size))
            own = own <= size ? own : 1; /* its offset need not be aligned */
        else
            while (own > 1 && field_offset(&field) % own != 0)
                own /= 2;
        align = own > align ? own : align;
    }
    while (align > 1 && size % align != 0)
        align /= 2;
    return align;
}

static uint64_t type_align(Dwarf_Die *type, int nesting)
{
    Dwarf_Word forced;
    Dwarf_Die element;
    uint64_t align = type_size(type);
    if (nesting > MAX_NESTING)
        return 1;
    if (is_record(type))
        align = record_align(type, nesting);
    else if (is_complex(type))
        align = type_size(type) / 2;
    else if (dwarf_tag(type) == DW_TAG_array_type && !is_vector(type))
        align = type_of(type, &element) ? type_align(&element, nesting + 1) : 1;
    else if (dwarf_tag(type) == DW_TAG_ptr_to_member_type)
        align = 8;
    if (attribute_value(type, DW_AT_alignment, &forced) && forced > align)
        align = forced;
    return align >= 1 && (align & (align - 1)) == 0 ? align : 1;
}

/* --- flattening into FP registers ------------------------------------------------------------- */

/* No data at all, also not in bases and members (arrays are looked through). */
static bool is_empty(Dwarf_Die *record, int nesting)
{
    Dwarf_Die field, type;
    if (nesting > MAX_NESTING)
        return false;
    bool more = first_field(record, &field);
    for (; more; more = next_field(&field)) {
        if (!type_of(&field, &type))
            return false;
        while (dwarf_tag(&type) == DW_TAG_array_type) {
            Dwarf_Die element;
            if (!type_of(&type, &element))
                return false;
            type = element;
        }
        if (!is_record(&type) || !is_empty(&type, nesting + 1))
            return false;
    }
    return true;
}

struct flat {
    unsigned count;
    struct param_part part[2];
};

static bool add_part(struct flat *flat, bool floating, uint64_t size, uint64_t offset)
{
    if (flat->count == 2 || (!floating && flat->count == 1 && !flat->part[0].is_float))
        return false; /* more than two, or two integers */
    flat->part[flat->count++] = (struct param_part){
        .is_float = floating, .size = (uint8_t)size, .offset = (uint16_t)offset};
    return true;
}

static bool flatten(Dwarf_Die *type, uint64_t offset, struct flat *flat, int nesting);

static bool flatten_array(Dwarf_Die *array, uint64_t offset, struct flat *flat, int nesting)
{
    Dwarf_Die element;
    uint64_t size = type_size(array);
    if (is_vector(array) || !type_of(array, &element))
        return false;
    if (size == 0)
        return true;
    uint64_t step = type_size(&element); /* one DIE holds all dimensions of an array */
    if (step == 0 || step > size || (is_record(&element) && is_empty(&element, 0)))
        return false;
    for (uint64_t at = 0; at + step <= size; at += step) {
        if (!flatten(&element, offset + at, flat, nesting + 1))
            return false;
    }
    return true;
}

static bool flatten_record(Dwarf_Die *record, uint64_t offset, struct flat *flat, int nesting)
{
    Dwarf_Die field, type;
    Dwarf_Word convention;
    if (attribute_value(record, DW_AT_calling_convention, &convention) &&
        convention == DW_CC_pass_by_reference)
        return false; /* not trivially copyable */
    if (is_empty(record, 0))
        return true;
    if (dwarf_tag(record) == DW_TAG_union_type)
        return false;
    bool more = first_field(record, &field);
    for (; more; more = next_field(&field)) {
        if (!type_of(&field, &type))
            return false;
        uint64_t at = offset + field_offset(&field);
        Dwarf_Word bits;
        bool bit_field = attribute_value(&field, DW_AT_bit_size, &bits);
        bool right = bit_field && is_integer(&type) && type_size(&type) > XLEN_BYTES &&
                             bits <= 8 * XLEN_BYTES
                         ? add_part(flat, false, XLEN_BYTES, at)
                         : flatten(&type, at, flat, nesting + 1);
        if (!right)
            return false;
    }
    return flat->count > 0;
}

/* Collects the one or two members that travel in registers of their own; false when the type has
 * others or too many. */
static bool flatten(Dwarf_Die *type, uint64_t offset, struct flat *flat, int nesting)
{
    uint64_t size = type_size(type);
    if (nesting > MAX_NESTING || offset > 16)
        return false;
    if (is_integer(type))
        return size <= XLEN_BYTES && add_part(flat, false, size, offset);
    if (is_float(type))
        return size <= FLEN_BYTES && add_part(flat, true, size, offset);
    if (is_complex(type))
        return flat->count == 0 && size / 2 <= FLEN_BYTES &&
               add_part(flat, true, size / 2, offset) &&
               add_part(flat, true, size / 2, offset + size / 2);
    if (dwarf_tag(type) == DW_TAG_array_type)
        return flatten_array(type, offset, flat, nesting);
    return is_record(type) && flatten_record(type, offset, flat, nesting);
}

/* --- classes ---------------------------------------------------------------------------------- */

static enum param_class aggregate_class(Dwarf_Die *type, struct kernel_param *param)
{
    struct flat flat = {0};
    if (param->size > 2 * XLEN_BYTES)
        return PARAM_REFERENCE;
    if ((is_record(type) || is_complex(type)) && flatten(type, 0, &flat, 0) &&
        (flat.count == 2 || (flat.count == 1 && flat.part[0].is_float))) {
        param->part_count = flat.count;
        memcpy(param->part, flat.part, sizeof param->part);
        return PARAM_STRUCT_FP;
    }
    return PARAM_STRUCT;
}

/* RISC-V widens by the sign of the type up to 32 bits and sign-extends from there. */
static bool extends_sign(Dwarf_Die *type)
{
    Dwarf_Word encoding;
    Dwarf_Die underlying;
    if (type_size(type) == 4)
        return true;
    if (dwarf_tag(type) == DW_TAG_enumeration_type)
        return type_of(type, &underlying) && extends_sign(&underlying);
    return attribute_value(type, DW_AT_encoding, &encoding) &&
           (encoding == DW_ATE_signed || encoding == DW_ATE_signed_char);
}

static void classify(Dwarf_Die *type, struct kernel_param *param)
{
    Dwarf_Word convention;
    int tag = dwarf_tag(type);
    if (is_record(type) && attribute_value(type, DW_AT_calling_convention, &convention) &&
        convention == DW_CC_pass_by_reference) {
        param->klass = PARAM_REFERENCE;
    } else if (is_float(type) && param->size <= FLEN_BYTES) {
        param->klass = PARAM_FLOAT;
    } else if (is_integer(type) && param->size <= XLEN_BYTES) {
        param->klass = PARAM_INTEGER;
        param->is_signed = extends_sign(type);
    } else if (tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
               tag == DW_TAG_rvalue_reference_type || tag == DW_TAG_unspecified_type) {
        param->klass = PARAM_INTEGER;
        param->is_pointer = true;
    } else if (tag == DW_TAG_ptr_to_member_type && param->size == 8) {
        param->klass = PARAM_INTEGER;
    } else {
        param->klass = aggregate_class(type, param);
    }
}

belay_status dwarf_classify(Dwarf_Die *type, const char *name, struct kernel_param *param,
                            belay_error *err)
{
    const char *type_name = dwarf_diename(type);
    if (type_name == NULL)
        type_name = "(unnamed)";
    if (has_attribute(type, DW_AT_declaration))
        return error_set(err, BELAY_BAD_INPUT,
                         "parameter %s: type %s is only declared in the debug information: compile "
                         "with -fstandalone-debug",
                         name, type_name);
    uint64_t size = type_size(type);
    if (is_vector(type) && size == 0)
        return error_set(err, BELAY_UNSUPPORTED,
                         "parameter %s: a scalable vector cannot be passed to a kernel", name);
    if (is_vector(type) && size > 2 * XLEN_BYTES)
        return error_set(err, BELAY_UNSUPPORTED,
                         "parameter %s: a vector of %llu bytes cannot be passed to a kernel", name,
                         (unsigned long long)size);
    if (size == 0)
        return error_set(
            err, BELAY_UNSUPPORTED,
            "parameter %s: type %s (DWARF tag 0x%x) has no size and cannot be passed to a kernel",
            name, type_name, (unsigned)dwarf_tag(type));
    uint64_t align = type_align(type, 0);
    if (size > UINT32_MAX || align > MAX_ALIGN)
        return error_set(
            err, BELAY_UNSUPPORTED,
            "parameter %s: type %s of %llu bytes with alignment %llu cannot be passed to a kernel",
            name, type_name, (unsigned long long)size, (unsigned long long)align);
    param->size = (uint32_t)size;
    param->align = (uint32_t)align;
    classify(type, param);
    return BELAY_OK;
}
