/* Reading device objects: kernels, what they reach, where arrays go; kinds of kernels by their
 * code. The objects are assembled here; words of the instruction set come from its encoder. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cc/buffer.h"
#include "cc/file.h"
#include "cc/object.h"
#include "cc/process.h"
#include "isa/isa.h"

static uint64_t word_of(const char *row_name)
{
    int row = isa_find(row_name);
    if (row < 0)
        fail_msg("no instruction %s", row_name);
    struct isa_op op = {.row = (uint16_t)row};
    return isa_encode(&op);
}

static void put_function(struct buffer *out, const char *section, const char *name,
                         const char *body)
{
    buffer_printf(out,
                  "\t.section %s,\"ax\",@progbits\n\t.globl %s\n\t.type %s,@function\n%s:\n%s"
                  "\tret\n\t.size %s, .-%s\n",
                  section, name, name, name, body, name, name);
}

static void put_array(struct buffer *out, const char *name, int space, int size, int align)
{
    buffer_printf(out,
                  "\t.section .bss.%sB9belay_as%d,\"aw\",@nobits\n\t.globl %s\n\t.balign %d\n%s:\n"
                  "\t.zero %d\n\t.size %s, %d\n",
                  name, space, name, align, name, size, name, size);
}

/* Assembles the text; skips the test where there is no clang 19. */
static void assemble(struct buffer *text, struct device_object *object)
{
    char *folder, *clang = program_find_path("clang-19");
    if (clang == NULL)
        skip();
    assert_int_equal(temp_make(&folder, NULL), BELAY_OK);
    char *source = format_string("%s/a.s", folder), *output = format_string("%s/a.o", folder);
    struct file_piece piece = {text->data, text->size};
    assert_int_equal(file_write(source, &piece, 1, NULL), BELAY_OK);
    struct arguments command = {0};
    int code = 1;
    arguments_add_all(&command,
                      (const char *const[]){clang, "--target=riscv64-unknown-elf", "-march=rv64gc",
                                            "-c", "-o", output, source, NULL});
    assert_int_equal(process_run(&command, NULL, NULL, &code, NULL), BELAY_OK);
    assert_int_equal(code, 0);
    belay_error err;
    assert_int_equal(object_read(output, object, &err), BELAY_OK);
    arguments_free(&command);
    buffer_free(text);
    temp_remove(folder);
    free(folder);
    free(clang);
    free(source);
    free(output);
}

static struct object_kernel *kernel(struct device_object *object, const char *name)
{
    struct object_kernel *found = (struct object_kernel *)object_find_kernel(object, name);
    assert_non_null(found);
    return found;
}

static void test_reach(void **state)
{
    (void)state;
    struct buffer text = {0};
    struct device_object object;
    char body[256];
    put_function(&text, ".text.kernel.aiv.a.1", "a", "\tcall f\n\tlui a0, %hi(x)\n");
    put_function(&text, ".text.kernel.auto.b.2", "b", "\tlui a0, %hi(y)\n\tcall h\n");
    put_function(&text, ".text.kernel.mix12.c.3", "c", "\tlui a0, %hi(__belay_dynamic_as5)\n");
    put_function(&text, ".text.f", "f", "\tcall g\n");
    snprintf(body, sizeof body, "\t.8byte 0x%llx\n\tlui a0, %%hi(z)\n",
             (unsigned long long)word_of("vadd"));
    put_function(&text, ".text.vf.g", "g", body);
    /* Two functions of one section are told apart. */
    snprintf(body, sizeof body, "\t.2byte 1\n\t.8byte 0x%llx\n",
             (unsigned long long)word_of("mad"));
    put_function(&text, ".text.h", "h", body);
    snprintf(body, sizeof body, "\t.8byte 0x%llx\n",
             (unsigned long long)word_of("ffts_cross_core_sync"));
    put_function(&text, ".text.h", "unused", body);
    put_array(&text, "x", 5, 100, 32);
    put_array(&text, "y", 5, 64, 32);
    put_array(&text, "z", 6, 8, 8);
    assemble(&text, &object);
    assert_int_equal(object.kernel_count, 3);
    assert_int_equal(object.buffer_count, 3);
    struct object_kernel *a = kernel(&object, "a"), *b = kernel(&object, "b");
    struct object_kernel *c = kernel(&object, "c");
    assert_int_equal(a->kind, KERNEL_AIV);
    assert_int_equal(b->kind, KERNEL_AUTO);
    assert_int_equal(c->kind, KERNEL_MIX12);
    assert_true(a->vf && !a->simt && !a->cross_core && !b->vf);
    assert_int_equal(a->pipes, 1u << ISA_PIPE_VF);
    assert_int_equal(b->pipes, 1u << ISA_PIPE_M);
    assert_false(b->cross_core);
    assert_true(a->buffer[0] && !a->buffer[1] && a->buffer[2]);
    assert_true(!b->buffer[0] && b->buffer[1] && !b->buffer[2]);
    assert_true(c->dynamic[5] && !a->dynamic[5] && !c->dynamic[6]);
    assert_null(object_find_kernel(&object, "unused"));
    object_free(&object);
}

static void test_places(void **state)
{
    (void)state;
    struct buffer text = {0};
    struct device_object object;
    put_function(&text, ".text.kernel.aiv.a.1", "a", "\tlui a0, %hi(x)\n\tlui a0, %hi(s)\n");
    put_function(&text, ".text.kernel.aiv.b.1", "b",
                 "\tlui a0, %hi(y)\n\tlui a0, %hi(s)\n\tlui a0, %hi(__belay_dynamic_as5)\n");
    put_function(&text, ".text.kernel.aiv.c.1", "c", "\tlui a0, %hi(w)\n\tlui a0, %hi(v)\n");
    put_array(&text, "x", 5, 100, 32);
    put_array(&text, "y", 5, 300, 32);
    put_array(&text, "s", 5, 16, 32);
    put_array(&text, "w", 5, 10, 32);
    put_array(&text, "v", 4, 10, 1024);
    assemble(&text, &object);
    kernel(&object, "a")->linked = kernel(&object, "b")->linked = kernel(&object, "c")->linked =
        true;
    object_place_buffers(&object);
    static const uint64_t address[] = {0, 0, 320, 0, 0};
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(object.buffer[i].address, address[i]);
    assert_int_equal(kernel(&object, "a")->top[5], 336);
    assert_int_equal(kernel(&object, "c")->top[5], 10);
    assert_int_equal(kernel(&object, "c")->top[4], 10);
    assert_int_equal(object.dynamic[5], 352); /* b's end, at the next block */
    assert_int_equal(object.dynamic[6], 0);
    object_free(&object);
    struct device_object none;
    belay_error err;
    assert_int_equal(object_read("/nonexistent", &none, &err), BELAY_INTERNAL);
    assert_int_equal(object_read("/dev/null", &none, &err), BELAY_INTERNAL);
}

static void test_kinds(void **state)
{
    (void)state;
    struct object_kernel scalar = {.pipes = 1u << ISA_PIPE_S | 1u << ISA_PIPE_MTE2};
    struct object_kernel vector = {.pipes = 1u << ISA_PIPE_V}, vf = {.pipes = 1u << ISA_PIPE_VF};
    struct object_kernel simt = {.simt = true};
    struct object_kernel matrix = {.pipes = 1u << ISA_PIPE_M | 1u << ISA_PIPE_MTE2};
    struct object_kernel fixpipe = {.pipes = 1u << ISA_PIPE_FIX};
    assert_int_equal(infer_kernel_kind(&scalar, &scalar), KERNEL_AIV);
    assert_int_equal(infer_kernel_kind(&vector, &scalar), KERNEL_AIV);
    assert_int_equal(infer_kernel_kind(&vf, &vf), KERNEL_AIV);
    assert_int_equal(infer_kernel_kind(&scalar, &matrix), KERNEL_AIC);
    assert_int_equal(infer_kernel_kind(&matrix, &matrix), KERNEL_AIC);
    assert_int_equal(infer_kernel_kind(&scalar, &fixpipe), KERNEL_AIC);
    assert_int_equal(infer_kernel_kind(&vf, &matrix), KERNEL_MIX12);
    assert_int_equal(infer_kernel_kind(&simt, &matrix), KERNEL_MIX12);
    assert_int_equal(infer_kernel_kind(&matrix, NULL), KERNEL_AIV);
    assert_int_equal(infer_kernel_kind(NULL, &vector), KERNEL_AIC);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reach),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
