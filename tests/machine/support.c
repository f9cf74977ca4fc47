#include "tests/machine/support.h"

void put_record(struct code *code, unsigned r, int word)
{
    addi(code, 22, 0, word);
    insn(code, ISA_st_dev, type_of(ISA_st_dev, "u64"), (int)r, 20, 22);
}

void put_record_of(struct code *code, int get_row, int word)
{
    insn(code, get_row, 0, 23);
    put_record(code, 23, word);
}

static void expect(const char *got, const char *want, const char *message)
{
    if (want != NULL && strcmp(got, want) != 0)
        fail_msg("'%s', want '%s': %s", got, want, message);
}

void launch_refused(const struct kernel *kernel, unsigned blocks, belay_status status,
                    const char *core, const char *pipe, const char *text)
{
    struct machine *m = machine();
    belay_status got = machine_launch(m, kernel, blocks, NULL, 0);
    if (got != status || m->error.status != status || strstr(m->error.message, text) == NULL)
        fail_msg("status %d, '%s'; want %d and '%s'", got, m->error.message, status, text);
    expect(m->error.core, core, m->error.message);
    expect(m->error.pipe, pipe, m->error.message);
}

void put_good_kernel(struct code *code, uint64_t from, uint64_t to, uint32_t bytes)
{
    code_clear(code);
    copy_in(code, 0, from, bytes);
    hand_over(code, CCE_MTE2, CCE_MTE3, 0);
    copy_out(code, to, 0, bytes);
    end_kernel(code);
}

void chip_still_works(void)
{
    static struct code code;
    static uint64_t from, to;
    uint64_t in[32], out[32];
    if (from == 0) {
        from = gm_new(machine(), sizeof in);
        to = gm_new(machine(), sizeof out);
    }
    for (unsigned i = 0; i < 32; i++)
        in[i] = i * 0x123456789abcdefULL + machine()->chip->now;
    gm_put(machine(), from, in, sizeof in);
    put_good_kernel(&code, from, to, sizeof in);
    machine_run(machine(), &code);
    gm_get(machine(), to, out, sizeof out);
    assert_memory_equal(in, out, sizeof in);
}
