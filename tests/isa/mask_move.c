/* Masks rearranged, loaded and stored: asc-devkit Reg MaskReg, LoadAlign, StoreAlign and
 * StoreUnAlign of MaskReg, MaskGenWithRegTensor; offsets are bytes. */
#include <string.h>

#include "tests/isa/access.h"

enum { MASK_BITS = 256 };

static bool bit(const uint8_t *bytes, unsigned i)
{
    return bytes[i / 8] >> i % 8 & 1;
}

static void put_bit(uint8_t *bytes, unsigned i, bool value)
{
    bytes[i / 8] = (uint8_t)((bytes[i / 8] & ~(1u << i % 8)) | (unsigned)value << i % 8);
}

/* --- two masks in groups of as many bits as the element has bytes
 * -------------------------------------------- */

static void interleaved(struct trial *t)
{
    unsigned group = t->element.size;
    for (unsigned g = 0; g < 2 * MASK_BITS / group; g++)
        for (unsigned i = 0; i < group; i++) {
            bool value = bit(source(t, g % 2 ? "src1" : "src0")->u8, g / 2 * group + i);
            unsigned at = g * group + i;
            put_bit(wanted(t, at < MASK_BITS ? "dst0" : "dst1")->u8, at % MASK_BITS, value);
        }
}

static void deinterleaved(struct trial *t)
{
    unsigned group = t->element.size, half = MASK_BITS / group / 2;
    for (unsigned g = 0; g < MASK_BITS / group; g++)
        for (unsigned i = 0; i < group; i++) {
            const uint8_t *from = source(t, g < half ? "src0" : "src1")->u8;
            unsigned even = g % half * 2 * group + i;
            put_bit(wanted(t, "dst0")->u8, g * group + i, bit(from, even));
            put_bit(wanted(t, "dst1")->u8, g * group + i, bit(from, even + group));
        }
}
ROW_TEST(pintlv, every_type, .rule = interleaved)
ROW_TEST(pdintlv, every_type, .rule = deinterleaved)

static void packed(struct trial *t)
{
    unsigned first = immediate(t, "part") == IMM_HiloPart_HIGHER ? 128 : 0;
    for (unsigned i = 0; i < MASK_BITS; i++) {
        bool inside = i >= first && i < first + 128;
        put_bit(wanted(t, "dst")->u8, i, inside && bit(source(t, "src")->u8, 2 * (i - first)));
    }
}

static void unpacked(struct trial *t)
{
    unsigned first = immediate(t, "part") == IMM_HiloPart_HIGHER ? 128 : 0;
    for (unsigned i = 0; i < MASK_BITS; i++)
        put_bit(wanted(t, "dst")->u8, i, i % 2 == 0 && bit(source(t, "src")->u8, first + i / 2));
}
ROW_TEST(ppack, every_type, .rule = packed)
ROW_TEST(punpack, every_type, .rule = unpacked)

/* One of the blocks of a vector register, each bit for all bits of its element. */
static void of_vector(struct trial *t)
{
    unsigned size = t->element.size, bytes = 32 / size;
    unsigned part = (unsigned)t->run.state.x[field(t, "part")] % (VREG_BYTES / bytes);
    t->run.state.x[field(t, "part")] = t->want.x[field(t, "part")] = part;
    for (unsigned i = 0; i < MASK_BITS; i++)
        put_bit(wanted(t, "dst")->u8, i, bit(source(t, "src")->u8 + part * bytes, i / size));
}
ROW_TEST(movvp, every_type, .rule = of_vector)

/* MASK0 and MASK1 as the scalar unit set them before the call. */
static void of_registers(const struct row_test *test)
{
    static struct code code;
    uint64_t seed = test_seed(41);
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (int n = 0; n < 8; n++) {
            uint64_t mask[2] = {random_bits(&seed), random_bits(&seed)};
            unsigned size = element_of(isa_rows[test->row].types[type], 0).size;
            code_clear(&code);
            uint32_t vf = begin_vf(&code);
            insn(&code, test->row, type, 9);
            end_vf(&code);
            set_x(&code, 5, mask[0]);
            set_x(&code, 6, mask[1]);
            insn(&code, ISA_set_vector_mask, 0, 6, 5);
            call(&code, vf);
            set_x(&code, 5, 0); /* too late for the call */
            insn(&code, ISA_set_vector_mask, 0, 5, 5);
            end_kernel(&code);
            machine_run(machine(), &code);
            has_run[test->row][type] = true;
            const vreg *got = &chip_aiv(machine()->chip, 0)->vf.v[9];
            for (unsigned i = 0; i < MASK_BITS; i++)
                assert_int_equal(bit(got->u8, i), bit((const uint8_t *)mask, i / size));
        }
}
ROW_TEST(movp, of_registers, .rule = NULL)

/* --- memory
 * ------------------------------------------------------------------------------------------- */

/* NORM 32 bytes; US 16, each bit twice; DS 64, every other bit. */
static void load_one(struct trial *t, const struct row_test *test, unsigned dist, uint64_t *seed)
{
    unsigned bytes = dist == IMM_DistPred_US ? 16 : dist == IMM_DistPred_DS ? 64 : 32;
    unsigned align = bytes < 32 ? bytes : 32;
    trial_random(t, test, 0, seed);
    set_immediate(t, "dist", dist);
    random_window(t, seed);
    unsigned place = random_below(seed, (UB_WINDOW - bytes) / align + 1) * align;
    put_access(t, place, seed);
    for (unsigned i = 0; i < MASK_BITS; i++) {
        unsigned from = dist == IMM_DistPred_US ? i / 2 : dist == IMM_DistPred_DS ? 2 * i : i;
        put_bit(wanted(t, "dst")->u8, i, bit(t->run.ub + place, from));
    }
    expect_base(t);
    trial_check(t);
}

static void refused(struct trial *t, const struct row_test *test, uint64_t *seed)
{
    trial_random(t, test, 0, seed);
    set_immediate(t, "dist", 0);
    random_window(t, seed);
    put_access(t, 16, seed);
    access_refused(t, BELAY_KERNEL_BUG, "misaligned vector access");
    trial_random(t, test, 0, seed);
    random_window(t, seed);
    set_immediate(t, "dist", 3);
    put_access(t, 64, seed);
    access_refused(t, BELAY_KERNEL_BUG, "distribution 3 does not exist");
}

static void every_load(const struct row_test *test)
{
    static struct trial t;
    uint64_t seed = test_seed(42);
    for (unsigned i = 0; i < 60; i++)
        load_one(&t, test, i % 3, &seed);
    refused(&t, test, &seed);
}
ROW_TEST(plds, every_load, .rule = NULL)
ROW_TEST(plds_post, every_load, .rule = NULL)
ROW_TEST(pldi, every_load, .rule = NULL)
ROW_TEST(pldi_post, every_load, .rule = NULL)
ROW_TEST(pld, every_load, .rule = NULL)

/* NORM 32 bytes; PK every other bit, 16 bytes. */
static void every_store(const struct row_test *test)
{
    static struct trial t;
    static uint8_t want[UB_WINDOW];
    uint64_t seed = test_seed(43);
    for (unsigned n = 0; n < 60; n++) {
        unsigned bytes = n % 2 == IMM_DistPst_PK ? 16 : 32;
        trial_random(&t, test, 0, &seed);
        set_immediate(&t, "dist", n % 2);
        random_window(&t, &seed);
        unsigned place = random_below(&seed, UB_WINDOW / bytes) * bytes;
        put_access(&t, place, &seed);
        memcpy(want, t.run.ub, UB_WINDOW);
        for (unsigned i = 0; i < 8 * bytes; i++)
            put_bit(want + place, i, bit(source(&t, "src")->u8, i * (32 / bytes)));
        expect_base(&t);
        trial_check(&t);
        assert_memory_equal(t.run.ub, want, UB_WINDOW);
    }
    refused(&t, test, &seed);
}
ROW_TEST(psts, every_store, .rule = NULL)
ROW_TEST(psts_post, every_store, .rule = NULL)
ROW_TEST(psti, every_store, .rule = NULL)
ROW_TEST(psti_post, every_store, .rule = NULL)
ROW_TEST(pst, every_store, .rule = NULL)

/* One bit an element, one mask behind the other from any multiple of their bytes on. */
static void every_stream(const struct row_test *test)
{
    static struct vf_case run;
    static uint8_t want[UB_WINDOW];
    enum { ALIGN = 20, X_BASE = 5, X_ZERO = 6, MASKS = 7 };
    uint64_t seed = test_seed(44);
    for (int type = 0; type < isa_rows[test->row].type_count; type++)
        for (int n = 0; n < 12; n++) {
            unsigned size = element_of(isa_rows[test->row].types[type], 0).size;
            unsigned bytes = 32 / size;
            struct trial window = {.run.ub_size = 0};
            memset(&run, 0, sizeof run);
            random_window(&window, &seed);
            memcpy(run.ub, window.run.ub, UB_WINDOW);
            memcpy(want, window.run.ub, UB_WINDOW);
            run.ub_at = window.run.ub_at;
            run.ub_size = UB_WINDOW;
            run.ctrl = CTRL_RESET;
            unsigned place = random_below(&seed, 64) * bytes;
            run.state.x[X_BASE] = run.ub_at + place;
            run.word[run.count++] = encode(ISA_vector_align_init, 0, ALIGN);
            for (unsigned m = 0; m < MASKS; m++) {
                random_mask(&run.state.v[m], size, &seed);
                run.word[run.count++] = encode(test->row, type, ALIGN, m, X_BASE);
                for (unsigned i = 0; i < 8 * bytes; i++)
                    put_bit(want + place + m * bytes, i, bit(run.state.v[m].u8, i * size));
            }
            run.word[run.count++] = encode(ISA_vstas_post, type_of(ISA_vstas_post, "u32"), ALIGN,
                                           X_BASE, X_ZERO, IMM_Post_UPDATE);
            case_run(machine(), &run);
            assert_memory_equal(run.ub, want, UB_WINDOW);
            assert_int_equal(run.state.x[X_BASE], run.ub_at + place + MASKS * bytes);
        }
}
ROW_TEST(pstu, every_stream, .rule = NULL)

static void nothing(struct trial *t)
{
    (void)t;
}
ROW_TEST(vnop, every_type, .rule = nothing)
