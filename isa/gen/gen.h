/* isagen: reads an instruction table (isa/README.md), checks it and writes what is derived from it.
 */
#ifndef BELAY_ISA_GEN_H
#define BELAY_ISA_GEN_H

#include <stdbool.h>
#include <stdio.h>

enum {
    MAX_ENUMS = 32,
    MAX_LABELS = 40,
    MAX_FORMATS = 192,
    MAX_OPERANDS = 12,
    MAX_ROWS = 1024,
    MAX_TYPES = 48,
    NAME_SIZE = 48
};

struct enumeration { /* labels of an immediate, and the C++ names made of them */
    char name[NAME_SIZE];
    char enumerator[NAME_SIZE]; /* pattern with one %, "-" for none */
    char tag[NAME_SIZE];
    int count;
    char label[MAX_LABELS][NAME_SIZE];
    int value[MAX_LABELS];
    bool no_tag[MAX_LABELS]; /* written -LABEL=VALUE: an enumerator only */
};

enum operand_kind {
    K_VECTOR,    /* v v1 v2 v<type> vu vs vi: vector register of a component of the row's type */
    K_MASK,      /* m */
    K_ALIGN,     /* a */
    K_ELEMENT,   /* e e1: scalar of a component's element type */
    K_INTEGER,   /* x<ctype>: integer register */
    K_FLOAT,     /* f<type>: FP register */
    K_POINTER,   /* p.space p1.space p2.space px<ctype>.space pv.space */
    K_OFFSET,    /* o: int32 count of elements in C++, bytes in the instruction */
    K_SMALL,     /* k<ctype>@reg/bit: register, or 0..31 with imm bit `bit` set */
    K_IMMEDIATE, /* i<Enum>@hi..lo: positional tag */
    K_TAG        /* t<Enum>@hi..lo: tag found by its type, in any order */
};

enum direction { D_IN, D_OUT, D_INOUT, D_MERGE /* in-out when the Mode operand is MERGING */ };

struct operand {
    char name[NAME_SIZE];
    enum operand_kind kind;
    enum direction direction;
    int component;         /* of the row's type: 0, 1, 2; -1: `type` below; -2 unsigned, -3 signed
                              integer of the same width as component 0; -4 the index type of
                              gathers: u16 for 8- and 16-bit elements, else u32 */
    char type[NAME_SIZE];  /* element type, C type or enum name */
    char space[NAME_SIZE]; /* pointers: gm ub cbuf ca cb cc fbuf */
    bool is_void;          /* pv.space */
    int reg;               /* 0 rd, 1..5 r1..r5; -1 none */
    int high, low;         /* bits of imm10; -1 none. K_SMALL: low is its flag bit */
    bool has_default;
    char default_text[NAME_SIZE];
};

struct format {
    char name[NAME_SIZE];
    const char *path;
    int line;
    int count;
    struct operand operand[MAX_OPERANDS];
};

struct row {
    char name[NAME_SIZE];
    char cce[NAME_SIZE];  /* C++ name; equal to name when not given */
    char body[NAME_SIZE]; /* shared body; equal to name when not given */
    char spr[NAME_SIZE];
    char mnemonic[NAME_SIZE]; /* asm=: the vendor's, empty when none is known */
    const char *path;
    int line;
    int op;
    const struct format *format;
    int type_count; /* 0: "-" */
    char type[MAX_TYPES][NAME_SIZE];
    bool type_unsupported[MAX_TYPES];
    char pipe[8]; /* S, VF, or the queue it goes to */
    char timing[NAME_SIZE];
    bool unsupported;
    bool suffix; /* the type is part of the C++ name */
    bool state; /* reads or writes machine state beside its operands: never moved by the compiler */
};

struct table {
    const char *path;
    char arch[NAME_SIZE];
    int enum_count, format_count, row_count;
    struct enumeration enums[MAX_ENUMS];
    struct format format[MAX_FORMATS];
    struct row row[MAX_ROWS];
};

/* All of these print "file:line: message" to stderr and exit(1) on an error. */
void table_read(struct table *table, const char *path); /* adds the lines of one file */
void table_check(const struct table *table);
void table_check_bodies(const struct table *table, char **sources, int count);
void table_check_tests(const struct table *table, char **sources, int count);
void table_check_timing(const struct table *table, char **chip_files, int count);

void emit_c_header(const struct table *table, FILE *out);
void emit_c_table(const struct table *table, FILE *out);
void emit_c_bodies(const struct table *table, FILE *out);
void emit_cpp(const struct table *table, FILE *out);
void emit_doc(const struct table *table, FILE *out);

const struct enumeration *table_enum(const struct table *table, const char *name);

/* The row's element type of one operand ("f32", "u16"...) for type index t; "" when it has none. */
void operand_element(const struct row *row, int t, const struct operand *operand, char *out);

_Noreturn void fail(const char *path, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
