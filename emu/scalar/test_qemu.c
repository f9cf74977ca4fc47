/* The scalar unit against qemu-riscv64 (user mode): one generated program that runs every
 * instruction with random operands and stores what it gave, and a C program built by clang-19 at
 * three levels of optimisation. Whole vector registers are left out: qemu has no VLEN of 2048. */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "emu/scalar/test_machine.h"

enum {
    IMAGE_SIZE = 1 << RV_SLOT_BITS, /* one region for all */
    TEXT_AT = 0x1000,
    OPERANDS_AT = 0x100000,
    SCRATCH_AT = 0x200000,
    SCRATCH_SIZE = 8192,
    RESULTS_AT = 0x400000,
    OPERANDS = 600
};

struct image {
    uint8_t *bytes;   /* IMAGE_SIZE, at TEXT_BASE */
    uint64_t text_at; /* offset of the text */
    uint64_t text_size;
    uint64_t entry; /* address */
};

static bool have(const char *program)
{
    char command[100];
    snprintf(command, sizeof command, "%s --version > /dev/null 2>&1", program);
    return system(command) == 0;
}

/* --- running an image here -------------------------------------------------------------------- */

enum { LINUX_WRITE = 64, LINUX_EXIT = 93, A0 = 10, A1 = 11, A2 = 12, A7 = 17 };

/* Runs until exit; what it writes is appended to *out. Returns its length. */
static size_t run_here(const struct image *image, uint8_t *out, size_t out_size)
{
    static uint8_t stack[1 << 16];
    static const uint16_t cost[RV_CLASS_COUNT] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
    struct rv_hart hart = {.cost = cost};
    size_t length = 0;
    hart.code =
        rv_code_create(image->bytes + image->text_at, TEXT_BASE + image->text_at, image->text_size);
    assert_non_null(hart.code);
    rv_hart_reset(&hart);
    hart.slot[SLOT_TEXT] = (struct rv_region){image->bytes, IMAGE_SIZE, true, "image"};
    hart.slot[SLOT_STACK] = (struct rv_region){stack, sizeof stack, true, "stack"};
    hart.pc = image->entry;
    hart.x[2] = STACK_BASE + sizeof stack;
    for (;;) {
        enum rv_stop stop = rv_run(&hart, hart.time + 1000);
        if (stop == RV_STOP_TIME)
            continue;
        bool ecall = stop == RV_STOP_UNSUPPORTED && strstr(hart.fault_text, "ecall") != NULL;
        if (!ecall)
            fail_msg("stop %d at 0x%jx: %s", stop, (uintmax_t)hart.pc, hart.fault_text);
        if (hart.x[A7] == LINUX_EXIT)
            break;
        assert_int_equal(hart.x[A7], LINUX_WRITE);
        uint64_t offset = hart.x[A1] - TEXT_BASE, size = hart.x[A2];
        assert_true(offset < IMAGE_SIZE && size <= IMAGE_SIZE - offset);
        assert_true(size <= out_size - length);
        memcpy(out + length, image->bytes + offset, size);
        length += size;
        hart.x[A0] = size;
        hart.pc += 4;
    }
    rv_code_destroy(hart.code);
    return length;
}

static size_t run_qemu(const char *path, uint8_t *out, size_t out_size)
{
    char command[300];
    snprintf(command, sizeof command, "qemu-riscv64 -cpu rv64,Zfh=true %s", path);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    size_t length = fread(out, 1, out_size, pipe);
    assert_int_equal(pclose(pipe), 0);
    return length;
}

/* --- a program of all instructions ------------------------------------------------------------ */

enum { OPERAND = 20, RESULT = 21, SCRATCH = 22, COUNT = 23 }; /* registers of the program */

/* What each stored result came from, for messages. */
struct origin {
    uint64_t results_at; /* offset of the first */
    uint32_t word;
    const char *name;
};

struct program {
    struct image image;
    uint64_t results; /* bytes */
    struct origin origins[8000];
    unsigned origin_count;
};

static void emit(struct program *p, uint32_t word)
{
    assert_true(p->image.text_size + 4 <= OPERANDS_AT - TEXT_AT);
    memcpy(p->image.bytes + TEXT_AT + p->image.text_size, &word, 4);
    p->image.text_size += 4;
}

static void emit_parcel(struct program *p, uint16_t parcel)
{
    memcpy(p->image.bytes + TEXT_AT + p->image.text_size, &parcel, 2);
    p->image.text_size += 2;
}

static void emit_address(struct program *p, unsigned rd, uint32_t offset)
{
    emit(p, encode(RV_OP_lui, rd, 0, 0, (int32_t)(TEXT_BASE + offset)));
}

static void origin(struct program *p, const char *name, uint32_t word)
{
    assert_true(p->origin_count < sizeof p->origins / sizeof p->origins[0]);
    p->origins[p->origin_count++] = (struct origin){p->results, word, name};
}

/* x registers 8..15 and f10 as the operands have them; fcsr too. */
static void emit_loads(struct program *p)
{
    for (int i = 0; i < 3; i++) {
        emit(p, encode(RV_OP_ld, 11 + (unsigned)i, OPERAND, 0, 8 * i));
        emit(p, encode(RV_OP_fld, 11 + (unsigned)i, OPERAND, 0, 8 * i));
    }
    emit(p, encode(RV_OP_ld, 14, OPERAND, 0, 24));
    emit(p, encode(RV_OP_csrrw, 0, 14, 0, 3));
    emit(p, encode(RV_OP_addi, 10, 0, 0, 0));
    emit(p, encode(RV_OP_fmv_d_x, 10, 0, 0, 0));
}

static void emit_stores(struct program *p)
{
    emit(p, encode(RV_OP_csrrs, 14, 0, 0, 3));
    emit(p, encode(RV_OP_sd, 0, RESULT, 10, 0));
    emit(p, encode(RV_OP_fsd, 0, RESULT, 10, 8));
    emit(p, encode(RV_OP_sd, 0, RESULT, 14, 16));
    emit(p, encode(RV_OP_addi, RESULT, RESULT, 0, 24));
}

/* The instruction with what it needs around it, operands in x11..x13 and f11..f13. */
static void emit_body(struct program *p, enum rv_op op, uint32_t word)
{
    bool atomic = op >= RV_OP_lr_w && op <= RV_OP_amomaxu_d;
    bool memory = strchr(rv_rows[op].text, 'o') != NULL && op != RV_OP_jalr;
    if (atomic || memory) {
        emit(p, encode(RV_OP_andi, 11, 11, 0, atomic ? 0x7f8 : 0x7ff));
        emit(p, encode(RV_OP_add, 11, 11, SCRATCH, 0));
    }
    if (op == RV_OP_sc_w || op == RV_OP_sc_d)
        emit(p, encode(op == RV_OP_sc_w ? RV_OP_lr_w : RV_OP_lr_d, 15, 11, 0, 0));
    if (op == RV_OP_jalr) { /* to the third instruction from here */
        emit(p, encode(RV_OP_auipc, 11, 0, 0, 0));
        word = encode(RV_OP_jalr, 10, 11, 0, 12);
    }
    if (rv_rows[op].immediate == IMM_B || rv_rows[op].immediate == IMM_J)
        word = encode(op, 10, 11, 12, 8);
    emit(p, word);
    if (rv_rows[op].immediate == IMM_B || op == RV_OP_jal || op == RV_OP_jalr)
        emit(p, encode(RV_OP_addi, 10, 10, 0, 1)); /* jumped over */
}

static void emit_loop(struct program *p, enum rv_op op, uint32_t word)
{
    origin(p, rv_rows[op].id, word);
    emit_address(p, OPERAND, OPERANDS_AT);
    emit(p, encode(RV_OP_addi, COUNT, 0, 0, OPERANDS));
    uint64_t begin = p->image.text_size;
    emit_loads(p);
    emit_body(p, op, word);
    emit_stores(p);
    emit(p, encode(RV_OP_addi, OPERAND, OPERAND, 0, 32));
    emit(p, encode(RV_OP_addi, COUNT, COUNT, 0, -1));
    emit(p, encode(RV_OP_bne, 0, COUNT, 0, (int32_t)(begin - p->image.text_size)));
    p->results += 24 * OPERANDS;
}

/* One to four words of each row: other immediates, other rounding modes. */
static void emit_row(struct program *p, enum rv_op op)
{
    const struct rv_row *row = &rv_rows[op];
    bool rounding = strpbrk(row->text, "mn") != NULL;
    unsigned variants = rounding ? 2 : row->immediate != IMM_NONE ? 4 : 1;
    for (unsigned i = 0; i < variants; i++) {
        uint32_t word = encode_fused(op, 10, 11, 12, 13, 7);
        if (!rounding || strchr(row->text, 'R') == NULL)
            word = encode(op, 10, 11, 12, (int32_t)random64());
        if (rounding && i == 1)
            word = (word & ~0x7000u) | (uint32_t)(random64() % 5) << 12;
        if (row->immediate == IMM_CSR)
            word = encode(op, 10, 11, 12, 1 + (int32_t)(random64() % 3));
        emit_loop(p, op, word);
    }
}

static bool is_left_out(enum rv_op op)
{
    return op == RV_OP_ecall || op == RV_OP_ebreak || op >= RV_OP_vl1re8_v;
}

/* Compressed forms that do not jump, and do not write the program's own registers. */
static void emit_compressed(struct program *p, uint16_t parcel)
{
    struct rv_insn insn = {0};
    uint32_t word = rv_expand(parcel, NULL);
    if (word == 0 || !rv_decode(word, &insn))
        return;
    enum rv_op op = (enum rv_op)insn.op;
    bool memory = strchr(rv_rows[op].text, 'o') != NULL;
    if (rv_rows[op].immediate == IMM_B || op == RV_OP_jal || op == RV_OP_jalr ||
        op == RV_OP_ebreak || (insn.rd >= OPERAND && insn.rd <= COUNT))
        return;
    origin(p, "compressed", parcel);
    if (memory)
        emit(p, encode(RV_OP_addi, insn.rs1, SCRATCH, 0, (int32_t)(random64() % 1024)));
    emit_parcel(p, parcel);
    emit(p, encode(RV_OP_sd, 0, RESULT, insn.rd, 0));
    emit(p, encode(RV_OP_fsd, 0, RESULT, insn.rd, 8));
    emit(p, encode(RV_OP_addi, RESULT, RESULT, 0, 16));
    p->results += 16;
}

static void emit_system_call(struct program *p, int32_t number)
{
    emit(p, encode(RV_OP_addi, A7, 0, 0, number));
    emit(p, encode(RV_OP_ecall, 0, 0, 0, 0));
}

static void emit_write(struct program *p, uint32_t offset, uint64_t size)
{
    emit(p, encode(RV_OP_addi, A0, 0, 0, 1));
    emit_address(p, A1, offset);
    emit(p, encode(RV_OP_lui, A2, 0, 0, (int32_t)(size + 0x1000)));
    emit_system_call(p, LINUX_WRITE);
}

/* Bits of all kinds: integers, and boxed numbers near one another in all formats. */
static uint64_t operand(unsigned kind)
{
    static const unsigned fraction_bits[] = {10, 23, 52}, widths[] = {16, 32, 64},
                          exponent_bits[] = {5, 8, 11};
    uint64_t value = random64();
    if (kind == 3)
        return random64() % 2 != 0 ? value >> random64() % 64 : value;
    uint64_t one = UINT64_C(1) << fraction_bits[kind];
    uint64_t top = (UINT64_C(1) << exponent_bits[kind]) - 1, exponent = value >> 53 & top;
    if (random64() % 2 != 0) /* near one */
        exponent = (top >> 1) + random64() % 9 - 4;
    if (random64() % 8 == 0)
        exponent = random64() % 2 != 0 ? top : 0;
    uint64_t fraction = random64() % 4 == 0 ? one / 2 * (value & 1) : value % one;
    uint64_t sign = random64() % 2 << (widths[kind] - 1);
    uint64_t box = kind == 2 || random64() % 32 == 0 ? 0 : UINT64_MAX << widths[kind];
    return box | sign | exponent << fraction_bits[kind] | fraction;
}

static void fill_operands(struct program *p)
{
    for (uint32_t i = 0; i < OPERANDS; i++) {
        uint64_t set[4], kind = random64() % 4;
        for (int k = 0; k < 3; k++)
            set[k] = operand((unsigned)kind);
        if (random64() % 16 == 0)
            set[1] = set[0];
        set[3] = random64() % 5 << 5; /* fcsr: the rounding mode */
        memcpy(p->image.bytes + OPERANDS_AT + i * sizeof set, set, sizeof set);
    }
    for (uint32_t i = 0; i < SCRATCH_SIZE; i += 8) {
        uint64_t value = random64();
        memcpy(p->image.bytes + SCRATCH_AT + i, &value, 8);
    }
}

static void build_program(struct program *p)
{
    p->image.text_at = TEXT_AT;
    p->image.entry = TEXT_BASE + TEXT_AT;
    fill_operands(p);
    for (unsigned i = 1; i < 32; i++)
        emit(p, encode(RV_OP_addi, i, 0, 0, 0));
    emit_address(p, RESULT, RESULTS_AT);
    emit_address(p, SCRATCH, SCRATCH_AT + 0x1000);
    for (unsigned op = RV_OP_EMPTY + 1; op < RV_OP_CORE; op++)
        if (!is_left_out(op))
            emit_row(p, op);
    emit(p, encode(RV_OP_csrrw, 0, 0, 0, 3));
    for (unsigned i = 0; i < 7000; i++)
        emit_compressed(p, (uint16_t)(random64() % 0x4000 << 2 | random64() % 3));
    emit_write(p, RESULTS_AT, p->results);
    emit_write(p, SCRATCH_AT, SCRATCH_SIZE);
    emit_system_call(p, LINUX_EXIT);
    assert_true(p->results < IMAGE_SIZE - RESULTS_AT - 0x2000);
}

/* The image as it is before the run, as an executable file. */
static void write_elf(const struct image *image, const char *path)
{
    Elf64_Ehdr header = {
        .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
        .e_type = ET_EXEC,
        .e_machine = EM_RISCV,
        .e_version = EV_CURRENT,
        .e_entry = image->entry,
        .e_phoff = sizeof header,
        .e_flags = EF_RISCV_RVC | EF_RISCV_FLOAT_ABI_DOUBLE,
        .e_ehsize = sizeof header,
        .e_phentsize = sizeof(Elf64_Phdr),
        .e_phnum = 1,
    };
    Elf64_Phdr segment = {
        .p_type = PT_LOAD,
        .p_flags = PF_R | PF_W | PF_X,
        .p_vaddr = TEXT_BASE,
        .p_filesz = RESULTS_AT,
        .p_memsz = IMAGE_SIZE,
        .p_align = 0x1000,
    };
    memcpy(image->bytes, &header, sizeof header);
    memcpy(image->bytes + sizeof header, &segment, sizeof segment);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(image->bytes, 1, RESULTS_AT, file), RESULTS_AT);
    fclose(file);
    char command[300];
    snprintf(command, sizeof command, "chmod +x %s", path);
    assert_int_equal(system(command), 0);
}

static void explain(const struct program *p, const uint8_t *ours, const uint8_t *theirs, size_t at)
{
    unsigned i = 0;
    while (i + 1 < p->origin_count && p->origins[i + 1].results_at <= at)
        i++;
    const struct origin *from = &p->origins[i];
    uint64_t in_loop = (at - from->results_at) / 24, result[2], operands[4];
    memcpy(&result[0], ours + at / 8 * 8, 8);
    memcpy(&result[1], theirs + at / 8 * 8, 8);
    memcpy(operands, p->image.bytes + OPERANDS_AT + in_loop % OPERANDS * 32, 32);
    fail_msg("%s 0x%08x (0x%jx, 0x%jx, 0x%jx, fcsr 0x%jx), result %zu: 0x%jx, qemu 0x%jx",
             from->name, from->word, (uintmax_t)operands[0], (uintmax_t)operands[1],
             (uintmax_t)operands[2], (uintmax_t)operands[3], at % 24 / 8, (uintmax_t)result[0],
             (uintmax_t)result[1]);
}

static void every_instruction(void **state)
{
    (void)state;
    if (!have("qemu-riscv64")) {
        print_message("skipped: no qemu-riscv64\n");
        return;
    }
    char directory[] = "/tmp/belay_qemu_XXXXXX", path[100], command[100];
    assert_non_null(mkdtemp(directory));
    snprintf(path, sizeof path, "%s/program", directory);
    struct program *p = calloc(1, sizeof *p);
    uint8_t *ours = malloc(IMAGE_SIZE), *theirs = malloc(IMAGE_SIZE);
    assert_true(p != NULL && ours != NULL && theirs != NULL);
    p->image.bytes = calloc(1, IMAGE_SIZE);
    assert_non_null(p->image.bytes);
    random_seed(41);
    build_program(p);
    write_elf(&p->image, path);
    size_t our_length = run_here(&p->image, ours, IMAGE_SIZE);
    size_t their_length = run_qemu(path, theirs, IMAGE_SIZE);
    assert_int_equal(our_length, their_length);
    assert_true(our_length > p->results);
    for (size_t i = 0; i < our_length; i++)
        if (ours[i] != theirs[i])
            explain(p, ours, theirs, i);
    snprintf(command, sizeof command, "rm -r %s", directory);
    assert_int_equal(system(command), 0);
    free(p->image.bytes);
    free(p);
    free(ours);
    free(theirs);
}

/* --- a program of a compiler ------------------------------------------------------------------ */

static void load_elf(const char *path, struct image *image)
{
    FILE *file = fopen(path, "rb");
    Elf64_Ehdr header;
    assert_non_null(file);
    assert_int_equal(fread(&header, sizeof header, 1, file), 1);
    image->entry = header.e_entry;
    for (unsigned i = 0; i < header.e_phnum; i++) {
        Elf64_Phdr segment;
        fseek(file, (long)(header.e_phoff + i * sizeof segment), SEEK_SET);
        assert_int_equal(fread(&segment, sizeof segment, 1, file), 1);
        if (segment.p_type != PT_LOAD)
            continue;
        uint64_t offset = segment.p_vaddr - TEXT_BASE;
        assert_true(offset < IMAGE_SIZE && segment.p_memsz < IMAGE_SIZE - offset);
        fseek(file, (long)segment.p_offset, SEEK_SET);
        assert_int_equal(fread(image->bytes + offset, 1, segment.p_filesz, file), segment.p_filesz);
        if (segment.p_flags & PF_X) {
            image->text_at = offset;
            image->text_size = segment.p_filesz;
        }
    }
    fclose(file);
}

static void run_guest(const char *directory, const char *options)
{
    char command[1000], path[100];
    snprintf(path, sizeof path, "%s/guest", directory);
    snprintf(command, sizeof command,
             "clang-19 --target=riscv64-unknown-linux-gnu -march=rv64gc_zfh -mabi=lp64d "
             "-ffreestanding -fno-math-errno -nostdlib -static -fuse-ld=lld "
             "-Wl,--image-base=0x%x %s -o %s " BELAY_GUEST,
             TEXT_BASE, options, path);
    assert_int_equal(system(command), 0);
    struct image image = {.bytes = calloc(1, IMAGE_SIZE)};
    uint8_t *ours = malloc(IMAGE_SIZE), *theirs = malloc(IMAGE_SIZE);
    assert_true(image.bytes != NULL && ours != NULL && theirs != NULL);
    load_elf(path, &image);
    size_t our_length = run_here(&image, ours, IMAGE_SIZE);
    size_t their_length = run_qemu(path, theirs, IMAGE_SIZE);
    assert_true(our_length > 1000);
    assert_int_equal(our_length, their_length);
    assert_memory_equal(ours, theirs, our_length);
    free(image.bytes);
    free(ours);
    free(theirs);
}

static void compiled_programs(void **state)
{
    (void)state;
    if (!have("qemu-riscv64") || !have("clang-19") || !have("ld.lld-19")) {
        print_message("skipped: no qemu-riscv64, clang-19 or ld.lld-19\n");
        return;
    }
    char directory[] = "/tmp/belay_guest_XXXXXX", command[100];
    assert_non_null(mkdtemp(directory));
    run_guest(directory, "-O0");
    run_guest(directory, "-O2");
    run_guest(directory, "-Oz -ffp-contract=off");
    snprintf(command, sizeof command, "rm -r %s", directory);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction),
        cmocka_unit_test(compiled_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
