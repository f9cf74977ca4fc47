// The unpacked forms of the data movers: the vendor's compiler offers each instruction also with
// its fields as separate arguments. Field places: docs/kernel_binary.md (config words). An argument
// that does not fit its field is not cut silently: its bit in `excess` tells the instruction to
// report it.
#pragma once

namespace __cce_scalar
{

// Collects fields into a word and the numbers of the arguments that did not fit.
struct __belay_packer {
    unsigned long word[2] = {0, 0};
    unsigned long excess = 0;
    int argument = 0;
    __belay_fn constexpr void put(int which, int low, int width, unsigned long value)
    {
        unsigned long mask = (1UL << width) - 1;
        if (value & ~mask)
            excess |= 1UL << argument;
        argument++;
        word[which] |= (value & mask) << low;
    }
    // Strides may be negative: the sign bits beyond the field are not an excess.
    __belay_fn constexpr void put_signed(int which, int low, int width, long value)
    {
        unsigned long mask = (1UL << width) - 1;
        long cut = value >> (width - 1);
        if (cut != 0 && cut != -1 && cut != 1)
            excess |= 1UL << argument;
        argument++;
        word[which] |= ((unsigned long)value & mask) << low;
    }
};

// --- MTE2
// -----------------------------------------------------------------------------------------

__belay_fn __belay_packer __belay_pack_align(uint8_t sid, uint32_t burst_num, uint32_t burst_len,
                                             uint8_t left_padding, uint8_t right_padding,
                                             bool data_select, uint8_t l2_cache_ctl,
                                             uint64_t src_stride, uint32_t dst_stride)
{
    __belay_packer p;
    p.put(0, 0, 4, sid);
    p.put(0, 4, 21, burst_num);
    p.put(0, 25, 21, burst_len);
    p.put(0, 46, 6, left_padding);
    p.put(0, 52, 6, right_padding);
    p.put(0, 58, 1, data_select);
    p.put(0, 60, 4, l2_cache_ctl);
    p.put_signed(1, 0, 40, (long)src_stride);
    p.put(1, 40, 21, dst_stride);
    return p;
}

template <class T>
__belay_fn void copy_gm_to_ubuf_align_v2(__ubuf__ T *dst, __gm__ T *src, uint8_t sid,
                                         uint32_t burst_num, uint32_t burst_len,
                                         uint8_t left_padding, uint8_t right_padding,
                                         bool data_select, uint8_t l2_cache_ctl,
                                         uint64_t src_stride, uint32_t dst_stride)
{
    __belay_packer p = __belay_pack_align(sid, burst_num, burst_len, left_padding, right_padding,
                                          data_select, l2_cache_ctl, src_stride, dst_stride);
    copy_gm_to_ubuf_align_v2(dst, src, p.word[0], p.word[1], p.excess);
}

template <class T>
__belay_fn void copy_gm_to_cbuf_align_v2(__cbuf__ T *dst, __gm__ T *src, uint8_t sid,
                                         uint32_t burst_num, uint32_t burst_len,
                                         uint8_t left_padding, uint8_t right_padding,
                                         bool data_select, uint8_t l2_cache_ctl,
                                         uint64_t src_stride, uint32_t dst_stride)
{
    __belay_packer p = __belay_pack_align(sid, burst_num, burst_len, left_padding, right_padding,
                                          data_select, l2_cache_ctl, src_stride, dst_stride);
    copy_gm_to_cbuf_align_v2(dst, src, p.word[0], p.word[1], p.excess);
}

__belay_fn __belay_packer __belay_pack_nz(uint8_t sid, uint64_t loop1_src_stride,
                                          uint8_t l2_cache_ctl, uint16_t n_value, uint32_t d_value,
                                          uint64_t loop4_src_stride, bool smallc0)
{
    __belay_packer p;
    p.put(0, 0, 4, sid);
    p.put_signed(0, 4, 40, (long)loop1_src_stride);
    p.put(0, 44, 4, l2_cache_ctl);
    p.put(0, 48, 16, n_value);
    p.put(1, 0, 21, d_value);
    p.put_signed(1, 21, 40, (long)loop4_src_stride);
    p.put(1, 61, 1, smallc0);
    return p;
}

template <class T>
__belay_fn void copy_gm_to_cbuf_multi_nd2nz(__cbuf__ T *dst, __gm__ T *src, uint8_t sid,
                                            uint64_t loop1_src_stride, uint8_t l2_cache_ctl,
                                            uint16_t n_value, uint32_t d_value,
                                            uint64_t loop4_src_stride, bool smallc0)
{
    __belay_packer p = __belay_pack_nz(sid, loop1_src_stride, l2_cache_ctl, n_value, d_value,
                                       loop4_src_stride, smallc0);
    copy_gm_to_cbuf_multi_nd2nz(dst, src, p.word[0], p.word[1], p.excess);
}

template <class T>
__belay_fn void copy_gm_to_cbuf_multi_dn2nz(__cbuf__ T *dst, __gm__ T *src, uint8_t sid,
                                            uint64_t loop1_src_stride, uint8_t l2_cache_ctl,
                                            uint16_t n_value, uint32_t d_value,
                                            uint64_t loop4_src_stride, bool smallc0)
{
    __belay_packer p = __belay_pack_nz(sid, loop1_src_stride, l2_cache_ctl, n_value, d_value,
                                       loop4_src_stride, smallc0);
    copy_gm_to_cbuf_multi_dn2nz(dst, src, p.word[0], p.word[1], p.excess);
}

__belay_fn void copy_gm_to_cbuf_v2(__cbuf__ void *dst, __gm__ void *src, uint8_t sid,
                                   uint32_t burst_num, uint32_t burst_len, uint8_t pad_mode,
                                   uint8_t l2_cache_ctl, uint64_t src_stride, uint32_t dst_stride)
{
    __belay_packer p;
    p.put(0, 0, 4, sid);
    p.put(0, 4, 17, burst_num);
    p.put(0, 25, 17, burst_len);
    p.put(0, 56, 4, pad_mode);
    p.put(0, 60, 4, l2_cache_ctl);
    p.put_signed(1, 0, 36, (long)src_stride);
    p.put(1, 40, 17, dst_stride);
    copy_gm_to_cbuf_v2(dst, src, p.word[0], p.word[1], p.excess);
}

#define __BELAY_LOAD_GM_2DV2(NAME)                                                                 \
    template <class T>                                                                             \
    __belay_fn void NAME(__cbuf__ T *dst, __gm__ T *src, uint32_t m_start, uint32_t k_start,       \
                         uint16_t dst_stride, uint16_t m_step, uint16_t k_step, uint8_t sid,       \
                         uint8_t decompression, uint8_t l2_cache_ctl)                              \
    {                                                                                              \
        __belay_packer p;                                                                          \
        p.put(0, 0, 32, m_start);                                                                  \
        p.put(0, 32, 32, k_start);                                                                 \
        p.put(1, 0, 12, dst_stride);                                                               \
        p.put(1, 12, 12, m_step);                                                                  \
        p.put(1, 24, 12, k_step);                                                                  \
        p.put(1, 36, 4, sid);                                                                      \
        p.put(1, 40, 3, decompression);                                                            \
        p.put(1, 60, 4, l2_cache_ctl);                                                             \
        NAME(dst, src, p.word[0], p.word[1], p.excess);                                            \
    }
__BELAY_LOAD_GM_2DV2(load_gm_to_cbuf_2dv2)
__BELAY_LOAD_GM_2DV2(load_gm_to_cbuf_2dv2_s4)
#undef __BELAY_LOAD_GM_2DV2

#define __BELAY_NDDMA(NAME)                                                                        \
    __belay_fn void NAME(__ubuf__ void *dst, __gm__ void *src, uint8_t sid, uint32_t loop0,        \
                         uint32_t loop1, uint32_t loop2, uint32_t loop3, uint32_t loop4,           \
                         uint8_t left_padding, uint8_t right_padding, bool constant_padding,       \
                         uint8_t l2_cache_ctl)                                                     \
    {                                                                                              \
        __belay_packer p;                                                                          \
        p.put(0, 0, 4, sid);                                                                       \
        p.put(0, 4, 20, loop0);                                                                    \
        p.put(0, 24, 20, loop1);                                                                   \
        p.put(0, 44, 20, loop2);                                                                   \
        p.put(1, 0, 20, loop3);                                                                    \
        p.put(1, 20, 20, loop4);                                                                   \
        p.put(1, 40, 8, left_padding);                                                             \
        p.put(1, 48, 8, right_padding);                                                            \
        p.put(1, 56, 1, constant_padding);                                                         \
        p.put(1, 60, 4, l2_cache_ctl);                                                             \
        NAME(dst, src, p.word[0], p.word[1], p.excess);                                            \
    }
__BELAY_NDDMA(nddma_out_to_ub_b8)
__BELAY_NDDMA(nddma_out_to_ub_b16)
__BELAY_NDDMA(nddma_out_to_ub_b32)
#undef __BELAY_NDDMA

// --- MTE3, vector pipe, MTE1: block copies
// -----------------------------------------------------------

__belay_fn void copy_ubuf_to_gm_align_v2(__gm__ void *dst, __ubuf__ void *src, uint8_t sid,
                                         uint32_t burst_num, uint32_t burst_len,
                                         uint8_t l2_cache_ctl, uint64_t dst_stride,
                                         uint32_t src_stride)
{
    __belay_packer p;
    p.put(0, 0, 4, sid);
    p.put(0, 4, 21, burst_num);
    p.put(0, 25, 21, burst_len);
    p.put(0, 60, 4, l2_cache_ctl);
    p.put_signed(1, 0, 40, (long)dst_stride);
    p.put(1, 40, 21, src_stride);
    copy_ubuf_to_gm_align_v2(dst, src, p.word[0], p.word[1], p.excess);
}

__belay_fn __belay_packer __belay_pack_blocks(bool select, uint16_t burst_num, uint16_t burst_len,
                                              uint16_t src_gap, uint16_t dst_gap)
{
    __belay_packer p;
    p.put(0, 0, 4, select);
    p.put(0, 4, 12, burst_num);
    p.put(0, 16, 16, burst_len);
    p.put(0, 32, 16, src_gap);
    p.put(0, 48, 16, dst_gap);
    return p;
}

__belay_fn void copy_ubuf_to_cbuf(__cbuf__ void *dst, __ubuf__ void *src, bool sub_block,
                                  uint16_t burst_num, uint16_t burst_len, uint16_t src_gap,
                                  uint16_t dst_gap)
{
    __belay_packer p = __belay_pack_blocks(sub_block, burst_num, burst_len, src_gap, dst_gap);
    copy_ubuf_to_cbuf(dst, src, p.word[0], p.excess);
}

__belay_fn void copy_cbuf_to_ubuf(__ubuf__ void *dst, __cbuf__ void *src, bool sub_block,
                                  uint16_t burst_num, uint16_t burst_len, uint16_t src_gap,
                                  uint16_t dst_gap)
{
    __belay_packer p = __belay_pack_blocks(sub_block, burst_num, burst_len, src_gap, dst_gap);
    copy_cbuf_to_ubuf(dst, src, p.word[0], p.excess);
}

__belay_fn void copy_ubuf_to_ubuf(__ubuf__ void *dst, __ubuf__ void *src, uint16_t burst_num,
                                  uint16_t burst_len, uint16_t src_gap, uint16_t dst_gap)
{
    copy_ubuf_to_ubuf(dst, src,
                      (uint64_t)burst_num | (uint64_t)burst_len << 16 | (uint64_t)src_gap << 32 |
                          (uint64_t)dst_gap << 48);
}

__belay_fn void copy_ubuf_to_ubuf(__ubuf__ void *dst, __ubuf__ void *src, uint8_t,
                                  uint16_t burst_num, uint16_t burst_len, uint16_t src_gap,
                                  uint16_t dst_gap)
{
    copy_ubuf_to_ubuf(dst, src, burst_num, burst_len, src_gap, dst_gap);
}

template <class T>
__belay_fn void copy_cbuf_to_bt(uint64_t dst, __cbuf__ T *src, bool convert, uint16_t burst_num,
                                uint16_t burst_len, uint16_t src_gap, uint16_t dst_gap)
{
    __belay_packer p;
    p.put(0, 3, 1, convert);
    p.put(0, 4, 12, burst_num);
    p.put(0, 16, 16, burst_len);
    p.put(0, 32, 16, src_gap);
    p.put(0, 48, 16, dst_gap);
    copy_cbuf_to_bt(dst, src, p.word[0], p.excess);
}

__belay_fn void copy_cbuf_to_fbuf(__fbuf__ void *dst, __cbuf__ void *src, uint16_t burst_num,
                                  uint16_t burst_len, uint16_t src_gap, uint16_t dst_gap)
{
    __belay_packer p = __belay_pack_blocks(false, burst_num, burst_len, src_gap, dst_gap);
    copy_cbuf_to_fbuf(dst, src, p.word[0], p.excess);
}

__belay_fn void copy_cbuf_to_fbuf_v2(__fbuf__ void *dst, __cbuf__ void *src, uint16_t burst_num,
                                     uint16_t burst_len, uint16_t src_gap, uint16_t dst_gap)
{
    __belay_packer p = __belay_pack_blocks(false, burst_num, burst_len, src_gap, dst_gap);
    copy_cbuf_to_fbuf_v2(dst, src, p.word[0], p.excess);
}

// --- MTE1: L1 to L0
// ---------------------------------------------------------------------------------

__belay_fn __belay_packer __belay_pack_2dv2(uint16_t m_start, uint16_t k_start, uint8_t m_step,
                                            uint8_t k_step, int16_t src_stride, uint16_t dst_stride)
{
    __belay_packer p;
    p.put(0, 0, 16, m_start);
    p.put(0, 16, 16, k_start);
    p.put(0, 32, 8, m_step);
    p.put(0, 40, 8, k_step);
    p.put_signed(1, 0, 16, src_stride);
    p.put(1, 16, 16, dst_stride);
    return p;
}

#define __BELAY_LOAD_2DV2(NAME, SPACE)                                                             \
    template <class T>                                                                             \
    __belay_fn void NAME(SPACE T *dst, __cbuf__ T *src, uint16_t m_start, uint16_t k_start,        \
                         uint8_t m_step, uint8_t k_step, int16_t src_stride, uint16_t dst_stride,  \
                         bool transpose)                                                           \
    {                                                                                              \
        __belay_packer p =                                                                         \
            __belay_pack_2dv2(m_start, k_start, m_step, k_step, src_stride, dst_stride);           \
        NAME(dst, src, p.word[0], p.word[1], transpose, p.excess);                                 \
    }
__BELAY_LOAD_2DV2(load_cbuf_to_ca, __ca__)
__BELAY_LOAD_2DV2(load_cbuf_to_cb, __cb__)
__BELAY_LOAD_2DV2(load_cbuf_to_ca_s4, __ca__)
__BELAY_LOAD_2DV2(load_cbuf_to_cb_s4, __cb__)
#undef __BELAY_LOAD_2DV2

#define __BELAY_LOAD_MX(NAME)                                                                      \
    __belay_fn void NAME(uint64_t dst, __cbuf__ void *src, uint16_t x_start, uint16_t y_start,     \
                         uint8_t x_step, uint8_t y_step, uint16_t src_stride, uint16_t dst_stride) \
    {                                                                                              \
        __belay_packer p = __belay_pack_2dv2(x_start, y_start, x_step, y_step, 0, dst_stride);     \
        NAME(dst, src, p.word[0], p.word[1] | src_stride);                                         \
    }
__BELAY_LOAD_MX(load_cbuf_to_ca_mx)
__BELAY_LOAD_MX(load_cbuf_to_cb_mx)
#undef __BELAY_LOAD_MX

#define __BELAY_LOAD_TRANSPOSE(NAME)                                                               \
    template <class T>                                                                             \
    __belay_fn void NAME(__cb__ T *dst, __cbuf__ T *src, uint16_t index, uint8_t repeat,           \
                         uint16_t src_stride, uint16_t dst_stride, bool address_mode,              \
                         uint16_t dst_frac_stride, uint16_t src_frac_stride = 0)                   \
    {                                                                                              \
        __belay_packer p;                                                                          \
        p.put(0, 0, 16, index);                                                                    \
        p.put(0, 16, 8, repeat);                                                                   \
        p.put(0, 24, 16, src_stride);                                                              \
        p.put(0, 44, 16, dst_stride);                                                              \
        p.put(0, 63, 1, address_mode);                                                             \
        p.put(1, 0, 16, dst_frac_stride);                                                          \
        p.put(1, 16, 16, src_frac_stride);                                                         \
        NAME(dst, src, p.word[0], p.word[1], p.excess);                                            \
    }
__BELAY_LOAD_TRANSPOSE(load_cbuf_to_cb_transpose)
__BELAY_LOAD_TRANSPOSE(load_cbuf_to_cb_transpose_s4)
#undef __BELAY_LOAD_TRANSPOSE

#define __BELAY_IMG2COL(NAME, SPACE)                                                               \
    template <class T>                                                                             \
    __belay_fn void NAME(SPACE T *dst, __cbuf__ T *src, uint16_t k_step, uint16_t m_step,          \
                         uint16_t k_pos, uint16_t m_pos, uint8_t stride_w, uint8_t stride_h,       \
                         uint8_t filter_w, uint8_t filter_h, uint8_t dilation_w,                   \
                         uint8_t dilation_h, bool filter_w_msb, bool filter_h_msb, bool transpose, \
                         bool fmatrix, uint16_t channels)                                          \
    {                                                                                              \
        __belay_packer p;                                                                          \
        p.put(0, 0, 16, k_step);                                                                   \
        p.put(0, 16, 16, m_step);                                                                  \
        p.put(0, 32, 16, k_pos);                                                                   \
        p.put(0, 48, 16, m_pos);                                                                   \
        p.put(1, 0, 6, stride_w);                                                                  \
        p.put(1, 6, 6, stride_h);                                                                  \
        p.put(1, 12, 8, filter_w);                                                                 \
        p.put(1, 20, 8, filter_h);                                                                 \
        p.put(1, 28, 8, dilation_w);                                                               \
        p.put(1, 36, 8, dilation_h);                                                               \
        p.put(1, 44, 1, filter_w_msb);                                                             \
        p.put(1, 45, 1, filter_h_msb);                                                             \
        p.put(1, 46, 1, transpose);                                                                \
        p.put(1, 47, 1, fmatrix);                                                                  \
        p.put(1, 48, 16, channels);                                                                \
        NAME(dst, src, p.word[0], p.word[1], p.excess);                                            \
    }
__BELAY_IMG2COL(img2colv2_cbuf_to_ca, __ca__)
__BELAY_IMG2COL(img2colv2_cbuf_to_cb, __cb__)
#undef __BELAY_IMG2COL

// --- cube and fixpipe
// -------------------------------------------------------------------------------

#define __BELAY_MAD(NAME)                                                                          \
    template <class C, class A, class B>                                                           \
    __belay_fn void NAME(__cc__ C *c, __ca__ A *a, __cb__ B *b, uint16_t m, uint16_t k,            \
                         uint16_t n, uint8_t unit_flag, bool gemv_disable, bool bias_source,       \
                         bool init_zero)                                                           \
    {                                                                                              \
        __belay_packer p;                                                                          \
        p.put(0, 0, 12, m);                                                                        \
        p.put(0, 12, 12, k);                                                                       \
        p.put(0, 24, 12, n);                                                                       \
        p.put(0, 55, 2, unit_flag);                                                                \
        p.put(0, 61, 1, gemv_disable);                                                             \
        p.put(0, 62, 1, bias_source);                                                              \
        p.put(0, 63, 1, init_zero);                                                                \
        NAME(c, a, b, p.word[0], p.excess);                                                        \
    }                                                                                              \
    /* with the bias table: its address is the high half of the C operand */                       \
    template <class C, class A, class B>                                                           \
    __belay_fn void NAME(__cc__ C *c, __ca__ A *a, __cb__ B *b, uint64_t bias, uint16_t m,         \
                         uint16_t k, uint16_t n, uint8_t unit_flag, bool gemv_disable,             \
                         bool bias_source, bool init_zero)                                         \
    {                                                                                              \
        __cc__ C *both = (__cc__ C *)(((uint64_t)c & 0xffffffffUL) | bias << 32);                  \
        NAME(both, a, b, m, k, n, unit_flag, gemv_disable, bias_source, init_zero);                \
    }
__BELAY_MAD(mad)
__BELAY_MAD(mad_mx)
#undef __BELAY_MAD

// The unpacked form has the same tail for every destination; HEAD names its first fields.
#define __BELAY_FIXPIPE(NAME, SPACE, DST, TEMPLATE, HEAD, PUT_HEAD)                                \
    TEMPLATE __belay_fn void NAME(SPACE DST *dst, __cc__ S *src, uint8_t sid, uint16_t n_size,     \
                                  uint16_t m_size, uint32_t dst_stride, uint16_t src_stride, HEAD, \
                                  uint8_t clip_relu_pre, uint8_t unit_flag, uint64_t quant_pre,    \
                                  uint8_t relu_pre, bool split, bool nz2nd, uint64_t quant_post,   \
                                  uint8_t relu_post, bool clip_relu_post, bool loop_enhance,       \
                                  uint8_t eltwise_op, bool eltwise_antq, bool loop_enhance_merge,  \
                                  bool c0_pad, bool wino_post, bool broadcast, bool nz2dn)         \
    {                                                                                              \
        __belay_packer p;                                                                          \
        p.put(0, 0, 4, sid);                                                                       \
        p.put(0, 4, 12, n_size);                                                                   \
        p.put(0, 16, 16, m_size);                                                                  \
        p.put(0, 32, 32, dst_stride);                                                              \
        p.put(1, 0, 16, src_stride);                                                               \
        PUT_HEAD;                                                                                  \
        p.put(1, 30, 2, clip_relu_pre);                                                            \
        p.put(1, 32, 2, unit_flag);                                                                \
        p.put(1, 34, 5, quant_pre & 31);                                                           \
        p.put(1, 29, 1, quant_pre >> 5);                                                           \
        p.put(1, 39, 3, relu_pre);                                                                 \
        p.put(1, 42, 1, split);                                                                    \
        p.put(1, 43, 1, nz2nd);                                                                    \
        p.put(1, 44, 5, quant_post);                                                               \
        p.put(1, 49, 3, relu_post);                                                                \
        p.put(1, 52, 1, clip_relu_post);                                                           \
        p.put(1, 53, 1, loop_enhance);                                                             \
        p.put(1, 54, 3, eltwise_op);                                                               \
        p.put(1, 57, 1, eltwise_antq);                                                             \
        p.put(1, 58, 1, loop_enhance_merge);                                                       \
        p.put(1, 59, 1, c0_pad);                                                                   \
        p.put(1, 60, 1, wino_post);                                                                \
        p.put(1, 61, 1, broadcast);                                                                \
        p.put(1, 62, 1, nz2dn);                                                                    \
        NAME(dst, src, p.word[0], p.word[1], p.excess);                                            \
    }
#define __BELAY_L2       uint8_t l2_cache_ctl
#define __BELAY_PUT_L2   p.put(1, 16, 4, l2_cache_ctl)
#define __BELAY_DUAL     uint8_t dual_dst __BELAY_COMMA bool sub_block
#define __BELAY_PUT_DUAL (p.put(1, 16, 2, dual_dst), p.put(1, 18, 1, sub_block))
#define __BELAY_T2       template <class D __BELAY_COMMA class S>
#define __BELAY_T1       template <class S>
#define __BELAY_COMMA    ,
__BELAY_FIXPIPE(copy_matrix_cc_to_gm, __gm__, D, __BELAY_T2, __BELAY_L2, __BELAY_PUT_L2)
__BELAY_FIXPIPE(copy_matrix_cc_to_cbuf, __cbuf__, D, __BELAY_T2, __BELAY_L2, __BELAY_PUT_L2)
__BELAY_FIXPIPE(copy_matrix_cc_to_gm_s4, __gm__, void, __BELAY_T1, __BELAY_L2, __BELAY_PUT_L2)
__BELAY_FIXPIPE(copy_matrix_cc_to_cbuf_s4, __cbuf__, void, __BELAY_T1, __BELAY_L2, __BELAY_PUT_L2)
__BELAY_FIXPIPE(copy_matrix_cc_to_ub, __ubuf__, D, __BELAY_T2, __BELAY_DUAL, __BELAY_PUT_DUAL)
__BELAY_FIXPIPE(copy_matrix_cc_to_ub_s4, __ubuf__, void, __BELAY_T1, __BELAY_DUAL, __BELAY_PUT_DUAL)
#undef __BELAY_FIXPIPE
#undef __BELAY_L2
#undef __BELAY_PUT_L2
#undef __BELAY_DUAL
#undef __BELAY_PUT_DUAL
#undef __BELAY_T2
#undef __BELAY_T1
#undef __BELAY_COMMA

// --- vector pipe: sort and transposition
// ----------------------------------------------------------------

template <class T>
__belay_fn void vbs(__ubuf__ T *dst, __ubuf__ T *src0, __ubuf__ uint32_t *src1, uint8_t repeat,
                    uint8_t = 0, uint8_t = 0, uint8_t = 0, uint8_t = 0, uint8_t = 0, uint8_t = 0,
                    bool = false, bool = false)
{
    vbs(dst, src0, src1, (uint64_t)repeat << 56);
}

template <class T>
__belay_fn void vmrgsort4(__ubuf__ T *dst, __ubuf__ T *src, uint8_t repeat, uint16_t length0,
                          uint16_t length1, uint16_t length2, uint16_t length3, bool all_stored,
                          uint8_t mask)
{
    uint64_t lengths = (uint64_t)length0 | (uint64_t)length1 << 16 | (uint64_t)length2 << 32 |
                       (uint64_t)length3 << 48;
    vmrgsort4(dst, src, lengths,
              (uint64_t)repeat | (uint64_t)(mask & 15) << 8 | (uint64_t)all_stored << 12);
}

// With four sources: their addresses in units of 8 bytes, 16 bits each, are the source operand.
template <class T>
__belay_fn void vmrgsort4(__ubuf__ T *dst, __ubuf__ T *src[4], uint64_t lengths, uint64_t config)
{
    uint64_t packed = 0;
    for (int i = 0; i < 4; i++)
        packed |= (config >> (8 + i) & 1) ? (((uint64_t)src[i] >> 3) & 0xffff) << (16 * i) : 0;
    vmrgsort4(dst, (__ubuf__ T *)packed, lengths, config);
}

template <class T>
__belay_fn void vmrgsort4(__ubuf__ T *dst, __ubuf__ T *src[4], uint8_t repeat, uint16_t length0,
                          uint16_t length1, uint16_t length2, uint16_t length3, bool all_stored,
                          uint8_t mask)
{
    uint64_t lengths = (uint64_t)length0 | (uint64_t)length1 << 16 | (uint64_t)length2 << 32 |
                       (uint64_t)length3 << 48;
    vmrgsort4(dst, src, lengths,
              (uint64_t)repeat | (uint64_t)(mask & 15) << 8 | (uint64_t)all_stored << 12);
}

// Eight addresses of blocks of 32 bytes, in blocks, 16 bits each; bit i of the excess: not such an
// address.
template <class Address>
__belay_fn void set_va_reg_sb(ub_addr8_t id, Address *addresses)
{
    uint64_t word[2] = {0, 0}, excess = 0;
    for (int i = 0; i < 8; i++) {
        uint64_t address = (uint64_t)addresses[i];
        excess |= (uint64_t)(address % 32 != 0 || address >> 21 != 0) << i;
        word[i / 4] |= (address >> 5 & 0xffff) << 16 * (i % 4);
    }
    set_va_reg_sb((uint8_t)id, word[0], word[1], excess);
}

#define __BELAY_VNCHWCONV(NAME)                                                                    \
    __belay_fn void NAME(ub_addr8_t dst, ub_addr8_t src, uint8_t repeat, uint16_t dst_stride,      \
                         uint16_t src_stride)                                                      \
    {                                                                                              \
        NAME(dst, src,                                                                             \
             (uint64_t)dst_stride | (uint64_t)src_stride << 16 | (uint64_t)repeat << 56);          \
    }
__BELAY_VNCHWCONV(scatter_vnchwconv_b16)
__BELAY_VNCHWCONV(scatter_vnchwconv_b32)
#undef __BELAY_VNCHWCONV
__belay_fn void scatter_vnchwconv_b8(ub_addr8_t dst, ub_addr8_t src, uint8_t repeat,
                                     uint16_t dst_stride, uint16_t src_stride, bool dst_high,
                                     bool src_high)
{
    scatter_vnchwconv_b8(dst, src,
                         (uint64_t)dst_stride | (uint64_t)src_stride << 16 | (uint64_t)repeat << 56,
                         dst_high, src_high);
}

} // namespace __cce_scalar
