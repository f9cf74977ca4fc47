#include "tests/isa/mover.h"

uint64_t mover_buffer(unsigned i)
{
    static uint64_t address[2];
    if (address[i] == 0)
        address[i] = gm_new(machine(), MOVER_BYTES);
    return address[i];
}

static uint64_t blocks(uint64_t bytes)
{
    return (bytes + 31) / 32 * 32;
}

/* UB: loop 2 around loop 1 around rows, without overlap. */
static void random_loops(struct transfer *t, uint64_t *seed)
{
    struct move *m = &t->move;
    uint64_t extent = blocks(m->ub_stride * m->burst_num);
    for (int i = 0; i < 2; i++) {
        t->loop_size[i] = random_below(seed, 4) != 0 ? 1 : random_below(seed, 4);
        t->loop_ub[i] = extent + 32 * random_below(seed, 3);
        t->loop_gm[i] = (int64_t)random_below(seed, 4000) - 2000;
        extent = t->loop_ub[i] * (t->loop_size[i] > 0 ? t->loop_size[i] : 1);
    }
}

void random_transfer(struct transfer *t, unsigned element, bool padded, uint64_t *seed)
{
    struct move *m = &t->move;
    *t = (struct transfer){.noise = random_bits(seed)};
    m->burst_num = 1 + random_below(seed, 5);
    m->burst_len = 1 + random_below(seed, random_below(seed, 4) == 0 ? 1200 : 100);
    if (random_below(seed, 3) == 0)
        m->burst_len = 32 * (1 + random_below(seed, 10));
    if (padded && random_below(seed, 2) != 0) {
        m->left = random_below(seed, 32 / element + 1);
        m->right = random_below(seed, 32 / element + 1);
    }
    m->constant = random_below(seed, 2);
    uint64_t row = m->burst_len + (m->left + m->right) * element;
    m->ub_stride = blocks(row) + 32 * random_below(seed, 3);
    if (m->left + m->right == 0 && random_below(seed, 3) == 0)
        m->ub_stride = m->burst_len; /* rows behind one another */
    t->gm_stride = (int64_t)random_below(seed, 2600) - 600;
    if (random_below(seed, 4) == 0)
        t->gm_stride = (int64_t)m->burst_len;
    m->gm_stride = (uint64_t)t->gm_stride;
    random_loops(t, seed);
    t->ub = 32 * random_below(seed, 40);
    t->gm = MOVER_BYTES / 2 + random_below(seed, 100);
}

void transfer_rows(const struct transfer *t, each_row *each, void *user)
{
    for (uint64_t l2 = 0; l2 < t->loop_size[1]; l2++)
        for (uint64_t l1 = 0; l1 < t->loop_size[0]; l1++)
            for (uint64_t b = 0; b < t->move.burst_num; b++)
                each(user, t->ub + l2 * t->loop_ub[1] + l1 * t->loop_ub[0] + b * t->move.ub_stride,
                     t->gm + l2 * (uint64_t)t->loop_gm[1] + l1 * (uint64_t)t->loop_gm[0] +
                         b * (uint64_t)t->gm_stride);
}

static void set_register(struct code *code, int row, uint64_t value)
{
    set_x(code, 5, value);
    insn(code, row, 0, 5);
}

void put_transfer(struct code *code, int row, int type, const struct transfer *t, uint64_t buffer)
{
    bool in = row == ISA_copy_gm_to_ubuf_align_v2;
    uint64_t gm = (buffer + t->gm) | (t->noise & 15) << 60;
    uint64_t noise0 = (t->noise >> 4 & 15) | (t->noise >> 8 & 15) << 60;
    uint64_t stride[2];
    for (int i = 0; i < 2; i++)
        stride[i] = ((uint64_t)t->loop_gm[i] & 0xffffffffffULL) | t->loop_ub[i] << 40;
    int size_row = in ? ISA_set_loop_size_outtoub : ISA_set_loop_size_ubtoout;
    set_register(code, size_row, t->loop_size[0] | t->loop_size[1] << 21);
    set_register(code, in ? ISA_set_loop1_stride_outtoub : ISA_set_loop1_stride_ubtoout, stride[0]);
    set_register(code, in ? ISA_set_loop2_stride_outtoub : ISA_set_loop2_stride_ubtoout, stride[1]);
    set_x(code, 6, in ? t->ub : gm);
    set_x(code, 7, in ? gm : t->ub);
    set_x(code, 8, move_config0(&t->move) | noise0);
    set_x(code, 9, move_config1(&t->move));
    set_x(code, 10, t->excess);
    insn(code, row, type, 6, 7, 8, 9, 10);
    set_register(code, size_row, 1ULL << 21 | 1); /* "normal mode", without waiting for the copy */
}
