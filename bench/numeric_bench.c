/* Time of the lane functions on one vector register (256 bytes), in ns: best of many runs.
 * Usage: numeric_bench [name part] */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "emu/numeric/numeric.h"
#include "emu/vreg.h"

enum { F32_LANES = VREG_BYTES / 4, F16_LANES = VREG_BYTES / 2 };
static const int repeat = 2000, runs = 50;

static vreg in_a, in_b, in_c, out, in_half, in_half_b;
static const struct num_mode nearest = {.round = NUM_RINT};
static const struct num_mode truncate = {.round = NUM_TRUNC};

/* The registers are read through this, so that no call is hoisted. */
static void forget(void *p)
{
    __asm__ volatile("" : : "r"(p) : "memory");
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void fill(void)
{
    uint32_t state = 1;
    for (int i = 0; i < F32_LANES; i++) {
        state = state * 1664525u + 1013904223u;
        in_a.f32[i] = (float)(state >> 8) * 0x1p-20f + 0.125f;
        state = state * 1664525u + 1013904223u;
        in_b.f32[i] = (float)(state >> 8) * 0x1p-21f + 0.5f;
        in_c.f32[i] = -in_a.f32[i] * 3.0f;
    }
    f32_to_f16_n(in_half.u16, in_a.f32, F32_LANES, nearest);
    f32_to_f16_n(in_half.u16 + F32_LANES, in_b.f32, F32_LANES, nearest);
    f32_to_f16_n(in_half_b.u16, in_c.f32, F32_LANES, nearest);
    f32_to_f16_n(in_half_b.u16 + F32_LANES, in_a.f32, F32_LANES, nearest);
}

#define BENCH(name, lanes, call)                                                                   \
    do {                                                                                           \
        if (argc > 1 && strstr(name, argv[1]) == NULL)                                             \
            break;                                                                                 \
        double best = 1e30;                                                                        \
        for (int run = 0; run < runs; run++) {                                                     \
            const double start = now();                                                            \
            for (int i = 0; i < repeat; i++) {                                                     \
                call;                                                                              \
                forget(&out);                                                                      \
            }                                                                                      \
            const double each = (now() - start) / repeat;                                          \
            best = each < best ? each : best;                                                      \
        }                                                                                          \
        printf("%-24s %3d lanes %8.1f ns\n", name, lanes, best);                                   \
    } while (0)

#define BENCH_F32(name, call) BENCH(name, F32_LANES, call)
#define BENCH_F16(name, call) BENCH(name, F16_LANES, call)

static void bench_convert(int argc, char **argv)
{
    BENCH_F32("f16_to_f32", f16_to_f32_n(out.f32, in_half.u16, F32_LANES));
    BENCH_F32("f32_to_f16 R", f32_to_f16_n(out.u16, in_a.f32, F32_LANES, nearest));
    BENCH_F32("f32_to_f16 Z", f32_to_f16_n(out.u16, in_a.f32, F32_LANES, truncate));
    BENCH_F32("bf16_to_f32", bf16_to_f32_n(out.f32, in_half.u16, F32_LANES));
    BENCH_F32("f32_to_bf16 R", f32_to_bf16_n(out.u16, in_a.f32, F32_LANES, nearest));
    BENCH_F32("e4m3_to_f32", e4m3_to_f32_n(out.f32, in_half.u8, F32_LANES));
    BENCH_F32("f32_to_e4m3 R", f32_to_e4m3_n(out.u8, in_a.f32, F32_LANES, nearest));
    BENCH_F32("e5m2_to_f32", e5m2_to_f32_n(out.f32, in_half.u8, F32_LANES));
    BENCH_F32("f32_to_e5m2 R", f32_to_e5m2_n(out.u8, in_a.f32, F32_LANES, nearest));
    BENCH_F32("hif8_to_f32", hif8_to_f32_n(out.f32, in_half.u8, F32_LANES));
    BENCH_F32("f32_to_hif8 A", f32_to_hif8_n(out.u8, in_a.f32, F32_LANES, nearest));
    BENCH_F32("f32_to_s32 R", f32_to_s32_n(out.s32, in_a.f32, F32_LANES, nearest));
    BENCH_F32("f32_to_s16 Z", f32_to_s16_n(out.s16, in_a.f32, F32_LANES, truncate));
    BENCH_F32("f32_to_u8 R", f32_to_u8_n(out.u8, in_a.f32, F32_LANES, nearest));
    BENCH_F32("s32_to_f32 R", s32_to_f32_n(out.f32, in_a.s32, F32_LANES, NUM_RINT));
    BENCH_F32("f32_round_integral R", f32_round_integral_n(out.f32, in_a.f32, F32_LANES, NUM_RINT));
    BENCH_F32("f32_to_hf32", f32_to_hf32_n(out.f32, in_a.f32, F32_LANES, false));
    BENCH_F32("num_convert f16->s8",
              num_convert(NUM_S8, out.s8, NUM_F16, in_half.u16, F32_LANES, nearest));
}

static void bench_f32(int argc, char **argv)
{
    BENCH_F32("f32_add", f32_add_n(out.f32, in_a.f32, in_b.f32, F32_LANES));
    BENCH_F32("f32_mul", f32_mul_n(out.f32, in_a.f32, in_b.f32, F32_LANES));
    BENCH_F32("f32_max", f32_max_n(out.f32, in_a.f32, in_b.f32, F32_LANES));
    BENCH_F32("f32_prelu", f32_prelu_n(out.f32, in_c.f32, in_b.f32, F32_LANES));
    BENCH_F32("f32_fma", f32_fma_n(out.f32, in_a.f32, in_b.f32, in_c.f32, F32_LANES));
    BENCH_F32("f32_div", f32_div_n(out.f32, in_a.f32, in_b.f32, F32_LANES));
    BENCH_F32("f32_sqrt", f32_sqrt_n(out.f32, in_a.f32, F32_LANES));
    BENCH_F32("f32_reciprocal", f32_reciprocal_n(out.f32, in_a.f32, F32_LANES));
    BENCH_F32("f32_rsqrt", f32_rsqrt_n(out.f32, in_a.f32, F32_LANES));
    BENCH_F32("f32_exp", f32_exp_n(out.f32, in_a.f32, F32_LANES));
    BENCH_F32("f32_ln", f32_ln_n(out.f32, in_a.f32, F32_LANES));
}

static void bench_16(int argc, char **argv)
{
    BENCH_F16("f16_add", f16_add_n(out.u16, in_half.u16, in_half_b.u16, F16_LANES));
    BENCH_F16("f16_mul", f16_mul_n(out.u16, in_half.u16, in_half_b.u16, F16_LANES));
    BENCH_F16("f16_max", f16_max_n(out.u16, in_half.u16, in_half_b.u16, F16_LANES));
    BENCH_F16("f16_fma", f16_fma_n(out.u16, in_half.u16, in_half_b.u16, in_half.u16, F16_LANES));
    BENCH_F16("f16_div", f16_div_n(out.u16, in_half.u16, in_half_b.u16, F16_LANES));
    BENCH_F16("f16_sqrt", f16_sqrt_n(out.u16, in_half.u16, F16_LANES));
    BENCH_F16("f16_rsqrt", f16_rsqrt_n(out.u16, in_half.u16, F16_LANES));
    BENCH_F16("f16_exp", f16_exp_n(out.u16, in_half.u16, F16_LANES));
    BENCH_F16("f16_ln", f16_ln_n(out.u16, in_half.u16, F16_LANES));
    BENCH_F16("f16_saturate", f16_saturate_n(out.u16, in_half.u16, F16_LANES));
    BENCH_F16("bf16_add", bf16_add_n(out.u16, in_half.u16, in_half_b.u16, F16_LANES));
    BENCH_F16("bf16_fma", bf16_fma_n(out.u16, in_half.u16, in_half_b.u16, in_half.u16, F16_LANES));
}

int main(int argc, char **argv)
{
    fill();
    bench_convert(argc, argv);
    bench_f32(argc, argv);
    bench_16(argc, argv);
    return 0;
}
