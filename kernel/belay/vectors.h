// Vector, mask and align registers: all carried by RVV registers of 2048 bits, so that clang's own
// register allocator serves them. Each is a struct around the carrier: clang 19.1.7 crashes when it
// mangles a template over the fixed-length bfloat16 RVV type, and inline assembly takes only the
// sizeless one. A mask is the low 32 bytes, one bit a byte lane; an align register the low 64.
#pragma once

#ifdef __BELAY_PASS_HOST__
struct __belay_rv {
    uint8_t bytes[256];
};
typedef __belay_rv __belay_carrier;
#else
typedef __rvv_uint8m1_t __belay_rv;
typedef __belay_rv __belay_carrier __attribute__((riscv_rvv_vector_bits(2048)));
#endif

template <class T>
struct __belay_is_vector {
    static constexpr bool value = false;
};

#define __BELAY_VECTOR_TYPE(NAME)                                                                  \
    struct NAME {                                                                                  \
        __belay_carrier carrier;                                                                   \
        template <class T, class = std::enable_if_t<__belay_is_vector<T>::value>>                  \
        __belay_fn explicit operator T() const                                                     \
        {                                                                                          \
            return T{carrier};                                                                     \
        }                                                                                          \
    };                                                                                             \
    template <>                                                                                    \
    struct __belay_is_vector<NAME> {                                                               \
        static constexpr bool value = true;                                                        \
    }
__BELAY_VECTOR_TYPE(vector_f32);
__BELAY_VECTOR_TYPE(vector_f16);
__BELAY_VECTOR_TYPE(vector_bf16);
__BELAY_VECTOR_TYPE(vector_s64);
__BELAY_VECTOR_TYPE(vector_u64);
__BELAY_VECTOR_TYPE(vector_s32);
__BELAY_VECTOR_TYPE(vector_u32);
__BELAY_VECTOR_TYPE(vector_s16);
__BELAY_VECTOR_TYPE(vector_u16);
__BELAY_VECTOR_TYPE(vector_s8);
__BELAY_VECTOR_TYPE(vector_u8);
__BELAY_VECTOR_TYPE(vector_hif8);
__BELAY_VECTOR_TYPE(vector_f8e4m3);
__BELAY_VECTOR_TYPE(vector_f8e5m2);
__BELAY_VECTOR_TYPE(vector_f8e8m0);
__BELAY_VECTOR_TYPE(vector_f8e6m2);
__BELAY_VECTOR_TYPE(vector_f4e2m1x2);
__BELAY_VECTOR_TYPE(vector_f4e1m2x2);
__BELAY_VECTOR_TYPE(vector_s4x2);
#undef __BELAY_VECTOR_TYPE

struct vector_bool {
    __belay_carrier carrier;
};
struct vector_align {
    __belay_carrier carrier;
};

// Address register of vld/vst: a byte offset.
struct vector_address {
    uint32_t offset;
    vector_address() = default;
    __belay_hd__ constexpr vector_address(uint32_t value) : offset(value) {}
    __belay_hd__ constexpr operator uint32_t() const { return offset; }
};

// Register pairs and wide registers: declared because headers name them; no instruction takes them.
struct vector_2xvl_s64 {
    vector_s32 val[2];
};
struct vector_2xvl_u64 {
    vector_u32 val[2];
};
struct wvector_s24 {
    __belay_carrier val[4];
};
struct wvector_s48 {
    __belay_carrier val[4];
};
struct wvector_s64 {
    __belay_carrier val[4];
};
