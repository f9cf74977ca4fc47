// What the generated intrinsics are written with: operands to registers, modes to immediate bits.
#pragma once

#ifdef __BELAY_PASS_HOST__
#define __BELAY_ASM(...) // the host pass never runs a kernel
#else
#define __BELAY_ASM(...) asm __VA_ARGS__
#endif

template <class T>
__belay_fn __belay_rv __belay_get(const T &vector)
{
    return vector.carrier;
}
template <class T>
__belay_fn T __belay_put(__belay_rv carrier)
{
    T vector;
    vector.carrier = carrier;
    return vector;
}

template <class T>
__belay_fn unsigned long __belay_word(T value)
{
    if constexpr (std::is_same<T, vector_address>::value)
        return value.offset;
    else if constexpr (std::is_same<T, bfloat16_t>::value)
        return __builtin_bit_cast(uint16_t, value);
    else if constexpr (std::is_class<T>::value)
        return __builtin_bit_cast(uint8_t, value);
    else
        return (unsigned long)value;
}
template <class T>
__belay_fn T __belay_from(unsigned long word)
{
    if constexpr (std::is_same<T, vector_address>::value)
        return vector_address((uint32_t)word);
    else
        return (T)word;
}

// Bits high..low of imm10 for a tag type (std::integral_constant).
template <class Tag, int High, int Low>
__belay_fn constexpr unsigned long __belay_bits()
{
    static_assert((unsigned long)Tag::value < (2UL << (High - Low)),
                  "immediate value out of the range of the instruction");
    return (unsigned long)Tag::value << (54 + Low);
}

// The same for a tag found by its enum among `Tags`, 0 when it is not given.
template <class Enum, int High, int Low, class... Tags>
__belay_fn constexpr unsigned long __belay_tag()
{
    unsigned long bits = 0;
    (
        [&] {
            if constexpr (std::is_same<std::remove_cv_t<decltype(Tags::value)>,
                                       const Enum>::value ||
                          std::is_same<std::remove_cv_t<decltype(Tags::value)>, Enum>::value)
                bits = __belay_bits<Tags, High, Low>();
        }(),
        ...);
    return bits;
}

template <class... Enums>
struct __belay_tag_list {
};
template <class List, class... Tags>
struct __belay_tags;
template <class... Enums, class... Tags>
struct __belay_tags<__belay_tag_list<Enums...>, Tags...> {
    template <class Tag>
    static constexpr bool
        known = (std::is_same<std::remove_cv_t<decltype(Tag::value)>, Enums>::value || ...);
    static constexpr bool all = (known<Tags> && ... && true);
};
template <class List, class... Tags>
__belay_fn constexpr bool __belay_tags_known()
{
    return __belay_tags<List, Tags...>::all;
}

template <class... Tags>
__belay_fn constexpr bool __belay_merging()
{
    return (
        (std::is_same<Tags, std::integral_constant<::__cce_simd::Mode,
                                                   ::__cce_simd::Mode::MERGING_VALUE>>::value) ||
        ... || false);
}
