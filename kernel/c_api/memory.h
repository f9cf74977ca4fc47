// C API: which core this is, order between pipes, copies between global memory and the unified
// buffer. asc-devkit include/c_api/{misc,sys_var,sync,atomic,cache_ctrl,vector_datamove}.
#pragma once
#pragma clang system_header

#include "ascendc/print.h"
#include "ascendc/vector_compute.h"

// --- the core
// -------------------------------------------------------------------------------------

// The state that a kernel expects: no atomics, masks of all elements.
__belay_api__ void asc_init()
{
    if constexpr (AscendC::g_coreType == AscendC::AIV) {
        set_atomic_none();
        set_mask_norm();
        set_vector_mask(~0ul, ~0ul);
    }
}
__belay_api__ int64_t asc_get_block_num()
{
    return get_block_num();
}
__belay_api__ int64_t asc_get_block_idx()
{
    return get_block_idx();
}
__belay_api__ int64_t asc_get_sub_block_num()
{
    return get_subblockdim();
}
__belay_api__ int64_t asc_get_sub_block_id()
{
    return get_subblockid();
}
__belay_api__ int64_t asc_get_core_id()
{
    return get_coreid();
}
__belay_api__ int64_t asc_get_system_cycle()
{
    return get_sys_cnt();
}
__belay_api__ int64_t asc_get_program_counter()
{
    return get_pc();
}
__belay_api__ int64_t asc_get_ctrl()
{
    return get_ctrl();
}
__belay_api__ void asc_set_ctrl(uint64_t config)
{
    set_ctrl(config);
}
__aicore__ inline constexpr int64_t asc_get_vf_len()
{
    return AscendC::VECTOR_REG_WIDTH;
}

// --- order
// ----------------------------------------------------------------------------------------

// Macros, because the pipe must reach the instruction as a constant.
#define asc_sync_notify(pipe, tpipe, id)   set_flag(pipe, tpipe, id)
#define asc_sync_wait(pipe, tpipe, id)     wait_flag(pipe, tpipe, id)
#define asc_sync_pipe(pipe)                pipe_barrier(pipe)
#define asc_sync_data_barrier(arg)         dsb(arg)
#define asc_sync_intra_arrive(pipe, id)    set_intra_block(pipe, id)
#define asc_sync_intra_wait(pipe, id)      wait_intra_block(pipe, id)
#define asc_sync_block_wait(pipe, id)      wait_flag_dev(pipe, id)
#define asc_sync_inter_wait(pipe, id)      wait_flag_dev(pipe, id)
#define asc_sync_subblock_wait(pipe, id)   wait_flag_dev(pipe, id)
#define asc_sync_block_arrive(pipe, id)    AscendC::CrossCoreSetFlag<0, pipe>(id)
#define asc_sync_subblock_arrive(pipe, id) AscendC::CrossCoreSetFlag<1, pipe>(id)
#define asc_sync_inter_arrive(pipe, id)    AscendC::CrossCoreSetFlag<2, pipe>(id)
enum ascMutexExecuteMode { ASC_LOCK_BLOCK = 0, ASC_LOCK_NON_BLOCK = 1 };
#define asc_lock(pipe, mutex_id, ...)   get_buf(pipe, mutex_id, (bool)(0, ##__VA_ARGS__))
#define asc_unlock(pipe, mutex_id, ...) rls_buf(pipe, mutex_id, (bool)(0, ##__VA_ARGS__))

__belay_api__ void asc_sync()
{
    pipe_barrier(PIPE_ALL);
}
__belay_api__ void asc_sync_vec()
{
    pipe_barrier(PIPE_ALL);
}
__belay_api__ void asc_sync_mte2(int id)
{
    set_flag(PIPE_MTE2, PIPE_MTE3, (event_t)id);
    set_flag(PIPE_MTE2, PIPE_V, (event_t)id);
    wait_flag(PIPE_MTE2, PIPE_MTE3, (event_t)id);
    wait_flag(PIPE_MTE2, PIPE_V, (event_t)id);
    pipe_barrier(PIPE_MTE2);
}
__belay_api__ void asc_sync_mte3(int id)
{
    set_flag(PIPE_MTE3, PIPE_MTE2, (event_t)id);
    set_flag(PIPE_MTE3, PIPE_V, (event_t)id);
    wait_flag(PIPE_MTE3, PIPE_MTE2, (event_t)id);
    wait_flag(PIPE_MTE3, PIPE_V, (event_t)id);
    pipe_barrier(PIPE_MTE3);
}

// --- atomic stores, caches
// --------------------------------------------------------------------------

__belay_api__ void asc_set_atomic_none()
{
    set_atomic_none();
}
#define __BELAY_ATOMIC(NAME, OP, TYPE)                                                             \
    __belay_api__ void asc_set_atomic_##NAME()                                                     \
    {                                                                                              \
        set_atomic_##TYPE();                                                                       \
        set_atomic_##OP();                                                                         \
    }
__BELAY_ATOMIC(add_float, add, f32)
__BELAY_ATOMIC(add_float16, add, f16)
__BELAY_ATOMIC(add_bfloat, add, bf16)
__BELAY_ATOMIC(add_int, add, s32)
__BELAY_ATOMIC(add_int16, add, s16)
__BELAY_ATOMIC(add_int8, add, s8)
__BELAY_ATOMIC(max_float, max, f32)
__BELAY_ATOMIC(max_float16, max, f16)
__BELAY_ATOMIC(max_bfloat, max, bf16)
__BELAY_ATOMIC(max_int, max, s32)
__BELAY_ATOMIC(max_int16, max, s16)
__BELAY_ATOMIC(max_int8, max, s8)
__BELAY_ATOMIC(min_float, min, f32)
__BELAY_ATOMIC(min_float16, min, f16)
__BELAY_ATOMIC(min_bfloat, min, bf16)
__BELAY_ATOMIC(min_int, min, s32)
__BELAY_ATOMIC(min_int16, min, s16)
__BELAY_ATOMIC(min_int8, min, s8)
#undef __BELAY_ATOMIC

namespace __asc_aicore
{
__belay_api__ void asc_dcci_single(__gm__ void *dst)
{
    dcci((__gm__ uint64_t *)dst, SINGLE_CACHE_LINE);
}
} // namespace __asc_aicore
__belay_api__ void asc_dcci_entire_all()
{
    dcci((__gm__ uint64_t *)0, ENTIRE_DATA_CACHE, CACHELINE_ALL);
}
__belay_api__ void asc_dcci_entire_out()
{
    dcci((__gm__ uint64_t *)0, ENTIRE_DATA_CACHE, CACHELINE_OUT);
}

// --- copies
// -----------------------------------------------------------------------------------------

enum class asc_load_l2_cache_mode : uint8_t {
    NORMAL_FIRST = 0,
    NORMAL_LAST = 1,
    NORMAL_PERSISTENT = 2,
    NOTALLOC_KEEP = 4,
    NOTALLOC_CLEAN = 5,
    NOTALLOC_DROP = 6
};
enum class asc_store_l2_cache_mode : uint8_t {
    NORMAL_FIRST_VICTIM = 0,
    NORMAL_LAST_VICTIM = 1,
    NORMAL_PERSISTENT = 2,
    NOTALLOC_CLEAN = 4
};

// Lengths and strides are bytes, a stride is from the start of one burst to that of the next.
__belay_api__ void asc_copy_gm2ub(__ubuf__ void *dst, __gm__ void *src, uint16_t n_burst,
                                  uint16_t len_burst, uint16_t src_stride, uint16_t dst_stride)
{
    if constexpr (AscendC::g_coreType == AscendC::AIV)
        copy_gm_to_ubuf_align_v2((__ubuf__ uint8_t *)dst, (__gm__ uint8_t *)src, 0, n_burst,
                                 len_burst, 0, 0, false, 0, src_stride, dst_stride);
}
__belay_api__ void asc_copy_ub2gm(__gm__ void *dst, __ubuf__ void *src, uint16_t n_burst,
                                  uint16_t len_burst, uint16_t dst_stride, uint16_t src_stride)
{
    if constexpr (AscendC::g_coreType == AscendC::AIV)
        copy_ubuf_to_gm_align_v2(dst, src, 0, n_burst, len_burst, 0, dst_stride, src_stride);
}
// Blocks of 32 bytes here, and the gaps lie between the bursts.
__belay_api__ void asc_copy_ub2ub(__ubuf__ void *dst, __ubuf__ void *src, uint16_t n_burst,
                                  uint16_t len_burst, uint16_t src_gap, uint16_t dst_gap)
{
    if constexpr (AscendC::g_coreType == AscendC::AIV)
        copy_ubuf_to_ubuf(dst, src, 0, n_burst, len_burst, src_gap, dst_gap);
}
// One burst of `size` bytes, which has to be less than 64 KiB.
__belay_api__ void asc_copy_gm2ub(__ubuf__ void *dst, __gm__ void *src, uint32_t size)
{
    asc_copy_gm2ub(dst, src, 1, (uint16_t)size, 0, 0);
}
__belay_api__ void asc_copy_ub2gm(__gm__ void *dst, __ubuf__ void *src, uint32_t size)
{
    asc_copy_ub2gm(dst, src, 1, (uint16_t)size, 0, 0);
}
__belay_api__ void asc_copy_ub2ub(__ubuf__ void *dst, __ubuf__ void *src, uint32_t size)
{
    asc_copy_ub2ub(dst, src, 1, (uint16_t)(size / AscendC::ONE_BLK_SIZE), 0, 0);
}

// Elements of padding around every burst; the cache mode is an enumerator or its number.
template <class T, class Mode>
__belay_api__ void
asc_copy_gm2ub_align(__ubuf__ T *dst, __gm__ T *src, uint16_t n_burst, uint32_t len_burst,
                     uint8_t left_padding_num, uint8_t right_padding_num, bool enable_constant_pad,
                     Mode l2_cache_mode, uint64_t src_stride, uint32_t dst_stride)
{
    using Word = AscendC::__belay_bits_t<T>;
    static_assert(sizeof(T) <= 4, "asc_copy_gm2ub_align: elements of 8, 16 or 32 bits");
    if constexpr (AscendC::g_coreType == AscendC::AIV)
        copy_gm_to_ubuf_align_v2((__ubuf__ Word *)dst, (__gm__ Word *)src, 0, n_burst, len_burst,
                                 left_padding_num, right_padding_num, enable_constant_pad,
                                 (uint8_t)l2_cache_mode, src_stride, dst_stride);
}
template <class T>
__belay_api__ void asc_copy_gm2ub_align(__ubuf__ T *dst, __gm__ T *src, uint32_t size)
{
    asc_copy_gm2ub_align(dst, src, 1, size, 0, 0, false, 0, 0, 0);
}
template <class T, class Mode>
__belay_api__ void asc_copy_ub2gm_align(__gm__ T *dst, __ubuf__ T *src, uint16_t n_burst,
                                        uint32_t len_burst, Mode l2_cache_mode, uint64_t dst_stride,
                                        uint32_t src_stride)
{
    if constexpr (AscendC::g_coreType == AscendC::AIV)
        copy_ubuf_to_gm_align_v2((__gm__ void *)dst, (__ubuf__ void *)src, 0, n_burst, len_burst,
                                 (uint8_t)l2_cache_mode, dst_stride, src_stride);
}
template <class T>
__belay_api__ void asc_copy_ub2gm_align(__gm__ T *dst, __ubuf__ T *src, uint32_t size)
{
    asc_copy_ub2gm_align(dst, src, 1, size, 0, 0, 0);
}
template <class T>
__belay_api__ void asc_set_copy_pad_val(T pad_value)
{
    if constexpr (AscendC::g_coreType == AscendC::AIV)
        set_mov_pad_val((uint64_t) __builtin_bit_cast(AscendC::__belay_bits_t<T>, pad_value));
}

// The same, and everything is done when they return.
__belay_api__ void asc_copy_gm2ub_sync(__ubuf__ void *dst, __gm__ void *src, uint32_t size)
{
    asc_copy_gm2ub(dst, src, size);
    asc_sync();
}
__belay_api__ void asc_copy_ub2gm_sync(__gm__ void *dst, __ubuf__ void *src, uint32_t size)
{
    asc_copy_ub2gm(dst, src, size);
    asc_sync();
}
__belay_api__ void asc_copy_ub2ub_sync(__ubuf__ void *dst, __ubuf__ void *src, uint32_t size)
{
    asc_copy_ub2ub(dst, src, size);
    asc_sync();
}
template <class T>
__belay_api__ void asc_copy_gm2ub_align_sync(__ubuf__ T *dst, __gm__ T *src, uint32_t size)
{
    asc_copy_gm2ub_align(dst, src, size);
    asc_sync();
}
template <class T>
__belay_api__ void asc_copy_ub2gm_align_sync(__gm__ T *dst, __ubuf__ T *src, uint32_t size)
{
    asc_copy_ub2gm_align(dst, src, size);
    asc_sync();
}

// --- arithmetic from buffer to buffer
// ---------------------------------------------------------------- The C API has these for older
// chips, whose instructions work on the buffer; here they are loops over registers, so that such
// kernels run. asc-devkit's headers for this chip do not have them.

#define __BELAY_BUFFER_BINARY(NAME, OP)                                                            \
    template <class T>                                                                             \
    __belay_api__ void asc_##NAME(__ubuf__ T *dst, __ubuf__ T *src0, __ubuf__ T *src1,             \
                                  uint32_t count)                                                  \
    {                                                                                              \
        if constexpr (AscendC::g_coreType == AscendC::AIV)                                         \
            AscendC::__belay_binary<AscendC::__belay_op_##OP, T>(dst, src0, src1, count);          \
    }                                                                                              \
    template <class T>                                                                             \
    __belay_api__ void asc_##NAME##_sync(__ubuf__ T *dst, __ubuf__ T *src0, __ubuf__ T *src1,      \
                                         uint32_t count)                                           \
    {                                                                                              \
        asc_##NAME(dst, src0, src1, count);                                                        \
        asc_sync();                                                                                \
    }
#define __BELAY_BUFFER_UNARY(NAME, OP)                                                             \
    template <class T>                                                                             \
    __belay_api__ void asc_##NAME(__ubuf__ T *dst, __ubuf__ T *src, uint32_t count)                \
    {                                                                                              \
        if constexpr (AscendC::g_coreType == AscendC::AIV)                                         \
            AscendC::__belay_unary<AscendC::__belay_op_##OP, T, int>(dst, src, 0, count);          \
    }                                                                                              \
    template <class T>                                                                             \
    __belay_api__ void asc_##NAME##_sync(__ubuf__ T *dst, __ubuf__ T *src, uint32_t count)         \
    {                                                                                              \
        asc_##NAME(dst, src, count);                                                               \
        asc_sync();                                                                                \
    }
#define __BELAY_BUFFER_SCALAR(NAME, OP)                                                            \
    template <class T>                                                                             \
    __belay_api__ void asc_##NAME(__ubuf__ T *dst, __ubuf__ T *src,                                \
                                  typename AscendC::__belay_identity<T>::type value,               \
                                  uint32_t count)                                                  \
    {                                                                                              \
        if constexpr (AscendC::g_coreType == AscendC::AIV)                                         \
            AscendC::__belay_unary<AscendC::__belay_op_##OP, T, T>(dst, src, value, count);        \
    }                                                                                              \
    template <class T>                                                                             \
    __belay_api__ void asc_##NAME##_sync(__ubuf__ T *dst, __ubuf__ T *src,                         \
                                         typename AscendC::__belay_identity<T>::type value,        \
                                         uint32_t count)                                           \
    {                                                                                              \
        asc_##NAME(dst, src, value, count);                                                        \
        asc_sync();                                                                                \
    }
__BELAY_BUFFER_BINARY(add, Add)
__BELAY_BUFFER_BINARY(sub, Sub)
__BELAY_BUFFER_BINARY(mul, Mul)
__BELAY_BUFFER_BINARY(div, Div)
__BELAY_BUFFER_BINARY(max, Max)
__BELAY_BUFFER_BINARY(min, Min)
__BELAY_BUFFER_BINARY(and, And)
__BELAY_BUFFER_BINARY(or, Or)
__BELAY_BUFFER_UNARY(abs, Abs)
__BELAY_BUFFER_UNARY(exp, Exp)
__BELAY_BUFFER_UNARY(log, Ln)
__BELAY_BUFFER_UNARY(sqrt, Sqrt)
__BELAY_BUFFER_UNARY(rsqrt, Rsqrt)
__BELAY_BUFFER_UNARY(rcp, Reciprocal)
__BELAY_BUFFER_UNARY(relu, Relu)
__BELAY_BUFFER_UNARY(not, Not)
__BELAY_BUFFER_SCALAR(add_scalar, Adds)
__BELAY_BUFFER_SCALAR(mul_scalar, Muls)
__BELAY_BUFFER_SCALAR(max_scalar, Maxs)
__BELAY_BUFFER_SCALAR(min_scalar, Mins)
__BELAY_BUFFER_SCALAR(leakyrelu, LeakyRelu)
#undef __BELAY_BUFFER_BINARY
#undef __BELAY_BUFFER_UNARY
#undef __BELAY_BUFFER_SCALAR
