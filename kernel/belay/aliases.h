// Further spellings of intrinsics: other argument types, and names the compiler expands itself.
#pragma once

namespace __cce_scalar
{

// Values that are set as bits, whatever their type.
__belay_fn void set_padding(half value)
{
    set_padding((uint64_t) __builtin_bit_cast(uint16_t, value));
}
__belay_fn void set_padding(int16_t value)
{
    set_padding((uint64_t)(uint16_t)value);
}
__belay_fn void set_padding(uint16_t value)
{
    set_padding((uint64_t)value);
}
__belay_fn void set_lrelu_alpha(half value)
{
    set_lrelu_alpha((uint64_t) __builtin_bit_cast(uint16_t, value));
}
__belay_fn void set_lrelu_alpha(float value)
{
    set_lrelu_alpha((uint64_t) __builtin_bit_cast(uint32_t, value));
}
__belay_fn void set_st_atomic_cfg(atomic_type_t type, atomic_op_t op)
{
    set_st_atomic_cfg((uint64_t)type | (uint64_t)op << 3);
}

__belay_fn void create_cbuf_matrix_h(__cbuf__ bfloat16_t *dst, int64_t repeat, half value)
{
    create_cbuf_matrix((__cbuf__ half *)dst, repeat, value);
}
__belay_fn void create_cbuf_matrix_ui(__cbuf__ bfloat16_t *dst, int64_t repeat, uint32_t value)
{
    create_cbuf_matrix((__cbuf__ uint32_t *)dst, repeat, value);
}

// trap with a code: the code is for the debugger only.
__belay_fn void trap(uint64_t)
{
    trap();
}

// Computed by the compiler out of ordinary scalar instructions.
__belay_fn constexpr uint64_t get_repeat_ceiling(uint64_t count, uint64_t per_repeat)
{
    return per_repeat == 0 ? 0 : (count + per_repeat - 1) / per_repeat;
}

// An align register that starts a store stream.
__belay_fn void init_vector_align_data(vector_align &align)
{
    align = init_vector_align_data();
}

// Signed sources are extended by their sign, unsigned ones by zero.
template <class D, class S, class Part>
__belay_fn void vunpack(D &dst, S src, Part part)
{
    if constexpr (std::is_same<S, vector_s8>::value || std::is_same<S, vector_s16>::value)
        vsunpack(dst, src, part);
    else
        vzunpack(dst, src, part);
}

// Names of other generations of the vendor's compiler, declared so that headers parse. Using one is
// refused when the kernel is linked, by name.
void copy_ubuf_to_gm(__gm__ void *, __ubuf__ void *, uint8_t, uint16_t, uint16_t, uint16_t,
                     uint16_t);
int64_t get_acc_val();
int64_t get_rsvd_cnt();

} // namespace __cce_scalar
