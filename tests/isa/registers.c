/* Special registers: what each row writes, and that it writes nothing else; fields of CTRL as in
 * asc-devkit SetCtrlSpr; reset values; and the registers that tell a kernel where it runs. */
#include <string.h>

#include "emu/layout.h"
#include "tests/isa/trial.h"

static const struct core *core(void)
{
    return chip_aiv(machine()->chip, 0);
}

/* Values after reset: all 0 but these (semantics 1.3, 1.4). */
static uint64_t reset_value(int spr)
{
    switch (spr) {
    case SPR_CTRL:
        return CTRL_RESET;
    case SPR_LOOP_SIZE_OUTTOUB:
    case SPR_LOOP_SIZE_OUTTOL1:
    case SPR_LOOP_SIZE_UBTOOUT:
        return 1ULL << 21 | 1;
    case SPR_BLOCK_NUM:
    case SPR_SUBBLOCKDIM:
        return 1;
    case SPR_COREID:
        return machine()->chip->aic_count;
    case SPR_PARA_BASE:
        return (uint64_t)SLOT_PARAM << RV_SLOT_BITS;
    case SPR_VL:
        return VREG_BYTES;
    case SPR_SHMEM_SZ: /* ub_size of the chip file and the 8 KiB that the vendor's runtime keeps */
        return 253952 + 8 * 1024;
    default:
        return 0;
    }
}

static void check_others(int except)
{
    for (int spr = 0; spr < SPR_COUNT; spr++)
        if (spr != except && spr_get(&core()->spr, (enum isa_spr)spr) != reset_value(spr))
            fail_msg("special register %d has changed", spr);
}

/* --- set rows
 * ------------------------------------------------------------------------------------- */

static void sets(const struct row_test *test)
{
    static struct code code;
    uint64_t seed = (uint64_t)test->row;
    int spr = isa_rows[test->row].spr;
    assert_true(spr >= 0);
    for (int i = 0; i < 2; i++) {
        uint64_t value = random_bits(&seed);
        code_clear(&code);
        set_x(&code, 5, value);
        insn(&code, test->row, 0, 5);
        end_kernel(&code);
        machine_run(machine(), &code);
        assert_int_equal(spr_get(&core()->spr, (enum isa_spr)spr), value);
        check_others(spr);
    }
}
ROW_TEST(set_ffts_base_addr, sets, .rule = NULL)
ROW_TEST(__belay_set_kfc_workspace, sets, .rule = NULL)
ROW_TEST(set_ctrl, sets, .rule = NULL)
ROW_TEST(set_st_atomic_cfg, sets, .rule = NULL)
ROW_TEST(set_aipp_spr_0, sets, .rule = NULL)
ROW_TEST(set_aipp_spr_1, sets, .rule = NULL)
ROW_TEST(set_aipp_spr_18, sets, .rule = NULL)
ROW_TEST(set_aipp_spr_19, sets, .rule = NULL)
ROW_TEST(set_aipp_spr_2, sets, .rule = NULL)
ROW_TEST(set_aipp_spr_20, sets, .rule = NULL)
ROW_TEST(set_aipp_spr_21, sets, .rule = NULL)
ROW_TEST(set_aipp_spr_3, sets, .rule = NULL)
ROW_TEST(set_aipp_spr_4, sets, .rule = NULL)
ROW_TEST(set_aipp_spr_8, sets, .rule = NULL)
ROW_TEST(set_aipp_spr_9, sets, .rule = NULL)
ROW_TEST(set_channel_para, sets, .rule = NULL)
ROW_TEST(set_cond, sets, .rule = NULL)
ROW_TEST(set_condition_flag, sets, .rule = NULL)
ROW_TEST(set_elt_antiq_para, sets, .rule = NULL)
ROW_TEST(set_elt_src_para, sets, .rule = NULL)
ROW_TEST(set_fix_clip_relu, sets, .rule = NULL)
ROW_TEST(set_fixp_addr, sets, .rule = NULL)
ROW_TEST(set_fmatrix, sets, .rule = NULL)
ROW_TEST(set_fmatrix_b, sets, .rule = NULL)
ROW_TEST(set_fpc, sets, .rule = NULL)
ROW_TEST(set_l3d_rpt, sets, .rule = NULL)
ROW_TEST(set_l3d_rpt_b, sets, .rule = NULL)
ROW_TEST(set_loop0_stride_nddma, sets, .rule = NULL)
ROW_TEST(set_loop1_stride_l1toout, sets, .rule = NULL)
ROW_TEST(set_loop1_stride_nddma, sets, .rule = NULL)
ROW_TEST(set_loop1_stride_outtol1, sets, .rule = NULL)
ROW_TEST(set_loop1_stride_outtoub, sets, .rule = NULL)
ROW_TEST(set_loop1_stride_ubtoout, sets, .rule = NULL)
ROW_TEST(set_loop2_stride_l1toout, sets, .rule = NULL)
ROW_TEST(set_loop2_stride_nddma, sets, .rule = NULL)
ROW_TEST(set_loop2_stride_outtol1, sets, .rule = NULL)
ROW_TEST(set_loop2_stride_outtoub, sets, .rule = NULL)
ROW_TEST(set_loop2_stride_ubtoout, sets, .rule = NULL)
ROW_TEST(set_loop3_para, sets, .rule = NULL)
ROW_TEST(set_loop3_stride_nddma, sets, .rule = NULL)
ROW_TEST(set_loop4_para, sets, .rule = NULL)
ROW_TEST(set_loop4_stride_nddma, sets, .rule = NULL)
ROW_TEST(set_loop_size_l1toout, sets, .rule = NULL)
ROW_TEST(set_loop_size_outtol1, sets, .rule = NULL)
ROW_TEST(set_loop_size_outtoub, sets, .rule = NULL)
ROW_TEST(set_loop_size_ubtoout, sets, .rule = NULL)
ROW_TEST(set_mov_pad_val, sets, .rule = NULL)
ROW_TEST(set_mte2_antiq_para, sets, .rule = NULL)
ROW_TEST(set_mte2_nz_para, sets, .rule = NULL)
ROW_TEST(set_mte2_src_para, sets, .rule = NULL)
ROW_TEST(set_nd_para, sets, .rule = NULL)
ROW_TEST(set_pad_cnt_nddma, sets, .rule = NULL)
ROW_TEST(set_pad_val_nddma, sets, .rule = NULL)
ROW_TEST(set_pad_val_outtol1, sets, .rule = NULL)
ROW_TEST(set_pad_val_outtoub, sets, .rule = NULL)
ROW_TEST(set_padding_b, sets, .rule = NULL)
ROW_TEST(set_pcie_rd_ctrl, sets, .rule = NULL)
ROW_TEST(set_pcie_wr_ctrl, sets, .rule = NULL)
ROW_TEST(set_quant_post, sets, .rule = NULL)
ROW_TEST(set_quant_pre, sets, .rule = NULL)
ROW_TEST(set_relu_alpha, sets, .rule = NULL)
ROW_TEST(set_padding, sets, .rule = NULL)
ROW_TEST(set_lrelu_alpha, sets, .rule = NULL)
ROW_TEST(set_l0_set_value_ui, sets, .rule = NULL)

/* The bits of the value's type; what the register holds beside them is not kept. */
static void sets_half(const struct row_test *test)
{
    static struct code code;
    for (uint64_t value = 1; value < 0x10000; value = value * 5 + 3) {
        code_clear(&code);
        set_f(&code, 5, value | UINT64_MAX << 16);
        set_x(&code, 5, value | 0x123450000);
        insn(&code, test->row, 0, 5);
        end_kernel(&code);
        machine_run(machine(), &code);
        assert_int_equal(spr_get(&core()->spr, SPR_L0_SET_VALUE), value);
        check_others(SPR_L0_SET_VALUE);
    }
}
ROW_TEST(set_l0_set_value_h, sets_half, .rule = NULL)
ROW_TEST(set_l0_set_value_bf16, sets_half, .rule = NULL)

/* Every register of the list is a register of its own. */
static void no_row_shares_a_register(const struct row_test *test)
{
    (void)test;
    for (int a = 0; a < ISA_ROW_COUNT; a++)
        for (int b = 0; b < a; b++)
            if (strncmp(isa_rows[a].name, "set_", 4) == 0 && isa_rows[a].spr >= 0 &&
                strncmp(isa_rows[b].name, "set_", 4) == 0 &&
                !(a == ISA_set_pad_val_outtoub && b == ISA_set_mov_pad_val)) /* two names of one */
                assert_int_not_equal(isa_rows[a].spr, isa_rows[b].spr);
}
static struct row_test shares = {"set_* registers differ", ISA_set_ctrl, no_row_shares_a_register,
                                 .rule = NULL};
__attribute__((constructor)) static void add_shares(void)
{
    row_test_add(&shares);
}

/* --- fields of CTRL
 * ---------------------------------------------------------------------------------- */

/* The row gives the field high..low that value; the other bits of CTRL stay. */
static void check_field(int row, unsigned high, unsigned low, uint64_t value)
{
    static struct code code;
    uint64_t seed = (uint64_t)row;
    for (int i = 0; i < 4; i++) {
        uint64_t before = i == 0 ? 0 : i == 1 ? UINT64_MAX : random_bits(&seed);
        uint64_t mask = ((2ULL << (high - low)) - 1) << low;
        code_clear(&code);
        set_x(&code, 5, before);
        insn(&code, ISA_set_ctrl, 0, 5);
        insn(&code, row, 0);
        insn(&code, ISA_get_ctrl, 0, 6);
        end_kernel(&code);
        machine_run(machine(), &code);
        assert_int_equal(core()->scalar.hart.x[6], (before & ~mask) | value << low);
        check_others(SPR_CTRL);
    }
}

#define CTRL_FIELD(name, high, low, value)                                                         \
    static void field_##name(const struct row_test *test)                                          \
    {                                                                                              \
        check_field(test->row, high, low, value);                                                  \
    }                                                                                              \
    ROW_TEST(name, field_##name, .rule = NULL)
CTRL_FIELD(set_atomic_none, 10, 6, 0)
CTRL_FIELD(set_atomic_f32, 8, 6, 1)
CTRL_FIELD(set_atomic_f16, 8, 6, 2)
CTRL_FIELD(set_atomic_s16, 8, 6, 3)
CTRL_FIELD(set_atomic_s32, 8, 6, 4)
CTRL_FIELD(set_atomic_s8, 8, 6, 5)
CTRL_FIELD(set_atomic_bf16, 8, 6, 6)
CTRL_FIELD(set_atomic_add, 10, 9, 0)
CTRL_FIELD(set_atomic_max, 10, 9, 1)
CTRL_FIELD(set_atomic_min, 10, 9, 2)
CTRL_FIELD(set_mask_norm, 56, 56, 0)
CTRL_FIELD(set_mask_count, 56, 56, 1)

/* MASK1 holds bits 127..64, MASK0 63..0. */
static void vector_mask(const struct row_test *test)
{
    static struct code code;
    code_clear(&code);
    set_x(&code, 5, 0x1122334455667788);
    set_x(&code, 6, 0x99aabbccddeeff00);
    insn(&code, test->row, 0, 5, 6);
    end_kernel(&code);
    machine_run(machine(), &code);
    bool two = test->row == ISA_set_vector_mask;
    assert_int_equal(core()->mask[1], 0x1122334455667788);
    assert_int_equal(core()->mask[0], two ? 0x99aabbccddeeff00 : 0x1122334455667788);
    check_others(-1);
}
ROW_TEST(set_vector_mask, vector_mask, .rule = NULL)
ROW_TEST(set_vector_mask_dup, vector_mask, .rule = NULL)

/* --- get rows
 * -------------------------------------------------------------------------------------- */

static uint64_t get(int row, int set_row, uint64_t value)
{
    static struct code code;
    code_clear(&code);
    set_x(&code, 5, value);
    if (set_row >= 0)
        insn(&code, set_row, 0, 5);
    insn(&code, row, 0, 6);
    end_kernel(&code);
    machine_run(machine(), &code);
    return core()->scalar.hart.x[6];
}

static void get_after_set(const struct row_test *test)
{
    uint64_t seed = (uint64_t)test->row;
    int set = test->row == ISA_get_ctrl            ? ISA_set_ctrl
              : test->row == ISA_get_st_atomic_cfg ? ISA_set_st_atomic_cfg
                                                   : ISA___belay_set_kfc_workspace;
    assert_int_equal(get(test->row, -1, 0), reset_value(isa_rows[test->row].spr));
    for (int i = 0; i < 4; i++) {
        uint64_t value = random_bits(&seed);
        assert_int_equal(get(test->row, set, value), value);
    }
}
ROW_TEST(get_ctrl, get_after_set, .rule = NULL)
ROW_TEST(get_st_atomic_cfg, get_after_set, .rule = NULL)
ROW_TEST(__belay_kfc_workspace, get_after_set, .rule = NULL)

/* aiv0, alone in block 0 of 1; blocks and cores at large: tests/machine. */
static void get_fixed(const struct row_test *test)
{
    assert_int_equal(get(test->row, -1, 0), reset_value(isa_rows[test->row].spr));
}
ROW_TEST(get_block_idx, get_fixed, .rule = NULL)
ROW_TEST(get_block_num, get_fixed, .rule = NULL)
ROW_TEST(get_subblockid, get_fixed, .rule = NULL)
ROW_TEST(get_subblockdim, get_fixed, .rule = NULL)
ROW_TEST(get_coreid, get_fixed, .rule = NULL)
ROW_TEST(get_only_coreid, get_fixed, .rule = NULL)
ROW_TEST(get_para_base, get_fixed, .rule = NULL)
ROW_TEST(get_shmem_sz, get_fixed, .rule = NULL)
/* 0: the preload, a hint, is over */
ROW_TEST(get_icache_prl_st, get_fixed, .rule = NULL)
ROW_TEST(get_vl, get_fixed, .rule = NULL)
ROW_TEST(get_ar, get_fixed, .rule = NULL)

static void own_address(const struct row_test *test)
{
    static struct code code;
    code_clear(&code);
    addi(&code, 5, 0, 1);
    uint32_t at = here(&code);
    insn(&code, test->row, 0, 6);
    end_kernel(&code);
    machine_run(machine(), &code);
    assert_int_equal(core()->scalar.hart.x[6], ((uint64_t)SLOT_TEXT << RV_SLOT_BITS) + at);
}
ROW_TEST(get_pc, own_address, .rule = NULL)

/* Ticks of the core's clock: a loop of two half-tick instructions is one tick a round. */
static void counts_ticks(const struct row_test *test)
{
    static struct code code;
    double alu, branch;
    uint64_t start = machine()->chip->now;
    assert_true(belay_chip_number(machine_chip(machine()), "scalar.alu.cost", &alu));
    assert_true(belay_chip_number(machine_chip(machine()), "scalar.branch.cost", &branch));
    code_clear(&code);
    addi(&code, 5, 0, 1000);
    insn(&code, test->row, 0, 6);
    uint32_t loop = here(&code);
    addi(&code, 5, 5, -1);
    branch_nonzero(&code, 5, loop);
    insn(&code, test->row, 0, 7);
    end_kernel(&code);
    machine_run(machine(), &code);
    const uint64_t *x = core()->scalar.hart.x;
    uint64_t loop_ticks = (uint64_t)(1000 * (alu + branch));
    assert_in_range(x[7] - x[6], loop_ticks, loop_ticks + 2);
    assert_in_range(x[6], start, machine()->chip->now);
}
ROW_TEST(get_sys_cnt, counts_ticks, .rule = NULL)
