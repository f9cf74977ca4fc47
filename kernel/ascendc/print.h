// printf, assert and DumpTensor of kernels. The host gives every core a ring in global memory and
// prints what the core has put there: asc-devkit impl/utils/debug/asc_debug_types.h (records),
// emu/print.c (the reader; it empties the ring whenever the core writes its data cache back).
#pragma once
#pragma clang system_header

#include "ascendc/system.h"

// Set at the start of every block; null while nobody prints.
inline __gm__ uint8_t *__gm__ g_sysPrintFifoSpace = nullptr;

namespace __asc_aicore
{

enum : uint32_t {
    __belay_print_scalar = 1,
    __belay_print_tensor = 2,
    __belay_print_assert = 4,
    __belay_print_time = 6,
    __belay_print_skip = 10,
    __belay_print_slots = 108,
    __belay_print_magic = 0xAE86
};

struct __belay_print_slot {
    uint32_t length, core, cores, ring_size;
    uint16_t magic, vector;
    uint32_t reserved;
    uint64_t ring;
    uint8_t rest[32];
};
struct __belay_print_position { // one for the reader behind the slot's head, ours behind the ring
    uint32_t type, length;
    uint64_t offset, packets;
};
struct __belay_print_head { // of every record; length is that of the rest
    uint32_t type, length;
};

// --- records -------------------------------------------------------------------------------------

__belay_api__ void __belay_print_flush(__gm__ void *p)
{
    dcci((__gm__ uint64_t *)p, ENTIRE_DATA_CACHE, CACHELINE_OUT);
}
__belay_api__ __gm__ __belay_print_position *__belay_print_end(__gm__ __belay_print_slot *slot)
{
    return (__gm__ __belay_print_position *)(slot->ring + slot->ring_size);
}
__aicore__ inline __attribute__((noinline, nodebug)) __gm__ __belay_print_slot *
__belay_print_slot_here()
{
    if (g_sysPrintFifoSpace == nullptr)
        return nullptr;
    uint64_t size = ((__gm__ __belay_print_slot *)g_sysPrintFifoSpace)->length;
    auto slot = (__gm__ __belay_print_slot *)(g_sysPrintFifoSpace +
                                              size * (get_coreid() % __belay_print_slots));
    return slot->magic == __belay_print_magic ? slot : nullptr;
}

// Room for a record of `size` bytes, a multiple of 8; null if there is none, and the record is
// lost.
__aicore__ inline __attribute__((noinline, nodebug)) __gm__ uint8_t *
__belay_print_open(uint32_t type, uint32_t size)
{
    auto slot = __belay_print_slot_here();
    if (slot == nullptr || size > slot->ring_size)
        return nullptr;
    slot->vector = AscendC::g_coreType == AscendC::AIV;
    __belay_print_flush(slot);
    auto reader = (__gm__ __belay_print_position *)(slot + 1);
    auto writer = __belay_print_end(slot);
    uint64_t at = writer->offset, end = at + size;
    if (end > slot->ring_size) { // from the start again; a record says what is left out
        if (reader->offset != at)
            return nullptr;
        if (slot->ring_size - at >= sizeof(__belay_print_head)) {
            auto skip = (__gm__ __belay_print_head *)(slot->ring + at);
            skip->type = __belay_print_skip;
            skip->length = slot->ring_size - at - sizeof *skip;
        }
        writer->offset = at = 0;
        writer->packets += 1;
        __belay_print_flush(writer);
    } else if (at < reader->offset && reader->offset <= end) {
        return nullptr;
    }
    auto head = (__gm__ __belay_print_head *)(slot->ring + at);
    head->type = type;
    head->length = size - sizeof *head;
    return (__gm__ uint8_t *)head;
}
__aicore__ inline __attribute__((noinline, nodebug)) void __belay_print_close(uint32_t size)
{
    auto writer = __belay_print_end(__belay_print_slot_here());
    __belay_print_flush(writer); // the record first
    writer->offset += size;
    writer->packets += 1;
    __belay_print_flush(writer);
}

// Stores without atomics for as long as it lives.
class __belay_plain_stores
{
  public:
    __belay_api__ __belay_plain_stores() : ctrl_(get_ctrl()) { set_atomic_none(); }
    __belay_api__ ~__belay_plain_stores() { set_ctrl((uint64_t)ctrl_); }

  private:
    int64_t ctrl_;
};

// --- printf --------------------------------------------------------------------------------------

__aicore__ inline __attribute__((noinline, nodebug)) uint32_t
__belay_text_size(__gm__ const char *s)
{
    uint32_t size = 0;
    while (s[size] != '\0')
        size++;
    return size;
}

struct __belay_print_text { // {head} block, reserved, offset of the format from that field
    uint32_t type, length, block, reserved;
    uint64_t format;
};

class __belay_print_writer
{
  public:
    // Text of an argument stands behind the format; the argument is its distance.
    __belay_api__ void add(__gm__ const char *s)
    {
        *word_ = (uint64_t)(text_ - (__gm__ char *)word_);
        word_++;
        add_text(s);
    }
    template <class T>
    __belay_api__ void add(T x)
    {
        *word_++ = bits(x);
    }
    __aicore__ inline __attribute__((noinline, nodebug)) void add_text(__gm__ const char *s,
                                                                       bool with_zero = true)
    {
        for (; *s != '\0'; s++)
            *text_++ = *s;
        if (with_zero)
            *text_++ = '\0';
    }

    __gm__ uint64_t *word_;
    __gm__ char *text_;

  private:
    // Floats travel as floats with zeros above, integers sign- or zero-extended.
    template <class T>
    static __belay_api__ uint64_t bits(T x)
    {
        if constexpr (std::is_same<T, double>::value)
            return __builtin_bit_cast(uint64_t, x);
        else if constexpr (AscendC::SupportType<T, half, float, bfloat16_t>() ||
                           std::is_class<T>::value)
            return __builtin_bit_cast(uint32_t, (float)x);
        else if constexpr (std::is_signed<T>::value)
            return (uint64_t)(int64_t)x;
        else
            return (uint64_t)x;
    }
};

__belay_api__ uint32_t __belay_argument_text(__gm__ const char *s)
{
    return __belay_text_size(s) + 1;
}
template <class T>
__belay_api__ uint32_t __belay_argument_text(T)
{
    return 0;
}

template <class... Arguments>
__belay_api__ void __belay_print(uint32_t type, __gm__ const char *prefix,
                                 __gm__ const char *format, Arguments... arguments)
{
#if !defined(ASCENDC_DUMP) || ASCENDC_DUMP != 0
    uint32_t words = sizeof(__belay_print_text) + 8 * (uint32_t)sizeof...(Arguments);
    uint32_t text = __belay_text_size(prefix) + __belay_text_size(format) + 1 +
                    (0u + ... + __belay_argument_text(arguments));
    uint32_t size = (words + text + 7) / 8 * 8;
    __belay_plain_stores plain;
    auto record = (__gm__ __belay_print_text *)__belay_print_open(type, size);
    if (record == nullptr)
        return;
    record->block = (uint32_t)AscendC::GetBlockIdx();
    record->reserved = 0;
    record->format = words - offsetof(__belay_print_text, format);
    __belay_print_writer writer;
    writer.word_ = (__gm__ uint64_t *)(record + 1);
    writer.text_ = (__gm__ char *)record + words;
    writer.add_text(prefix, false);
    writer.add_text(format);
    (writer.add(arguments), ...);
    __belay_print_close(size);
#endif
}

#ifdef __DAV_CUBE__
#define __BELAY_PRINT_PREFIX "[AIC Block %u/%u] "
#else
#define __BELAY_PRINT_PREFIX "[AIV Block %u/%u] "
#endif
__belay_api__ uint32_t __belay_print_blocks()
{
    return (uint32_t)(AscendC::GetBlockNum() * AscendC::GetTaskRatio());
}

template <class... Args>
__belay_api__ void printf(__gm__ const char *fmt, Args &&...args)
{
    __belay_print<uint32_t, uint32_t, std::decay_t<Args>...>(
        __belay_print_scalar, __BELAY_PRINT_PREFIX, fmt, (uint32_t)AscendC::GetBlockIdx(),
        __belay_print_blocks(), args...);
}
template <class... Args>
__belay_api__ void PRINTF(__gm__ const char *fmt, Args &&...args)
{
    printf(fmt, args...);
}

// --- assert --------------------------------------------------------------------------------------

template <class... Args>
__belay_api__ void __assert_fail_msg(__gm__ const char *assertion, __gm__ const char *file,
                                     unsigned line, __gm__ const char *function,
                                     __gm__ const char *fmt, Args &&...args)
{
    __belay_print<uint32_t, uint32_t, const char *, unsigned, const char *, const char *,
                  std::decay_t<Args>...>(
        __belay_print_assert, __BELAY_PRINT_PREFIX "[ASSERT] %s:%u: %s: Assertion `%s' failed. ",
        fmt, (uint32_t)AscendC::GetBlockIdx(), __belay_print_blocks(), file, line, function,
        assertion, args...);
    trap();
}
__belay_api__ void __assert_fail(__gm__ const char *assertion, __gm__ const char *file,
                                 unsigned line, __gm__ const char *function)
{
    __assert_fail_msg(assertion, file, line, function, "\n");
}
#undef __BELAY_PRINT_PREFIX

// --- tensors and times ---------------------------------------------------------------------------

// Number of the element type, as aclDataType has it.
template <class T>
__aicore__ inline constexpr uint32_t __belay_acl_type()
{
    using std::is_same;
    return is_same<T, float>::value           ? 0
           : is_same<T, half>::value          ? 1
           : is_same<T, int8_t>::value        ? 2
           : is_same<T, int32_t>::value       ? 3
           : is_same<T, uint8_t>::value       ? 4
           : is_same<T, int16_t>::value       ? 6
           : is_same<T, uint16_t>::value      ? 7
           : is_same<T, uint32_t>::value      ? 8
           : is_same<T, int64_t>::value       ? 9
           : is_same<T, uint64_t>::value      ? 10
           : is_same<T, bool>::value          ? 12
           : is_same<T, bfloat16_t>::value    ? 27
           : is_same<T, hifloat8_t>::value    ? 34
           : is_same<T, float8_e5m2_t>::value ? 35
           : is_same<T, float8_e4m3_t>::value ? 36
           : is_same<T, float8_e8m0_t>::value ? 37
                                              : 42;
}

struct __belay_print_tensor_head {
    uint32_t type, length, address, element, desc, buffer;
    uint16_t position, block;
    uint32_t dimensions, shape[8], reserved, size;
};

// Opens the record of `count` elements and returns where they go.
template <class T>
__belay_api__ __gm__ uint8_t *
__belay_print_open_tensor(uint32_t size, AscendC::Hardware position, uint64_t address,
                          uint32_t desc, uint32_t count, const uint32_t *shape, uint32_t dimensions)
{
    auto head = (__gm__ __belay_print_tensor_head *)__belay_print_open(__belay_print_tensor, size);
    if (head == nullptr)
        return nullptr;
    head->address = (uint32_t)address;
    head->element = __belay_acl_type<T>();
    head->desc = desc;
    head->buffer = 0;
    head->position = (uint16_t)position;
    head->block = (uint16_t)AscendC::GetBlockIdx();
    head->dimensions = dimensions;
    for (uint32_t i = 0; i < 8; i++)
        head->shape[i] = i < dimensions ? shape[i] : dimensions == 0 ? 0 : 1;
    head->reserved = 0;
    head->size = count * (uint32_t)sizeof(T);
    return (__gm__ uint8_t *)(head + 1);
}
template <class T>
__aicore__ inline constexpr uint32_t __belay_dump_size(uint32_t count)
{
    return (uint32_t)sizeof(__belay_print_tensor_head) +
           (count * (uint32_t)sizeof(T) + 31) / 32 * 32;
}

template <class T>
__belay_api__ void asc_dump_ubuf(__ubuf__ T *input, uint32_t desc, uint32_t dump_size,
                                 const uint32_t *shape = nullptr, uint32_t shapeDim = 0)
{
#if !defined(ASCENDC_DUMP) || ASCENDC_DUMP != 0
    __belay_plain_stores plain;
    uint32_t size = __belay_dump_size<T>(dump_size);
    auto to = dump_size == 0
                  ? nullptr
                  : __belay_print_open_tensor<T>(size, AscendC::Hardware::UB, (uint64_t)input, desc,
                                                 dump_size, shape, shapeDim);
    if (to == nullptr)
        return;
    __belay_print_flush(to);
    pipe_barrier(PIPE_ALL);
    copy_ubuf_to_gm_align_v2((__gm__ void *)to, (__ubuf__ void *)input, 0, 1,
                             size - (uint32_t)sizeof(__belay_print_tensor_head), 0, 0, 0);
    pipe_barrier(PIPE_ALL);
    __belay_print_close(size);
#endif
}
template <class T>
__belay_api__ void asc_dump_gm(__gm__ T *input, uint32_t desc, uint32_t dump_size,
                               const uint32_t *shape = nullptr, uint32_t shapeDim = 0)
{
#if !defined(ASCENDC_DUMP) || ASCENDC_DUMP != 0
    __belay_plain_stores plain;
    uint32_t size = __belay_dump_size<T>(dump_size);
    auto to = dump_size == 0
                  ? nullptr
                  : __belay_print_open_tensor<T>(size, AscendC::Hardware::GM, (uint64_t)input, desc,
                                                 dump_size, shape, shapeDim);
    if (to == nullptr)
        return;
    pipe_barrier(PIPE_ALL);
    __belay_print_flush(to); // what the movers have written, not what the cache had
    for (uint32_t i = 0; i < dump_size * sizeof(T); i++)
        to[i] = ((__gm__ uint8_t *)input)[i];
    __belay_print_close(size);
#endif
}

struct __belay_print_stamp {
    uint32_t type, length, desc;
    uint16_t block, reserved;
    uint64_t cycle, pc, entry, rest;
};
__belay_api__ void asc_time_stamp(uint32_t desc_id)
{
#ifdef ASCENDC_TIME_STAMP_ON
    int64_t cycle = get_sys_cnt();
    __belay_plain_stores plain;
    constexpr uint32_t size = sizeof(__belay_print_stamp);
    auto stamp = (__gm__ __belay_print_stamp *)__belay_print_open(__belay_print_time, size);
    if (stamp == nullptr)
        return;
    stamp->desc = desc_id;
    stamp->block = (uint16_t)AscendC::GetBlockIdx();
    stamp->reserved = 0;
    stamp->cycle = (uint64_t)cycle;
    stamp->pc = (uint64_t)get_pc();
    stamp->entry = stamp->rest = 0;
    __belay_print_close(size);
#endif
}

} // namespace __asc_aicore

#include <cassert>
#undef assert
#undef ascendc_assert
#if defined(NDEBUG) || (defined(ASCENDC_DUMP) && ASCENDC_DUMP == 0)
#define assert(...)
#define ascendc_assert(...)
#else
// One argument, or a message with printf's arguments behind it.
#define __BELAY_ASSERT(x)                                                                          \
    ((bool)(x) ? void(0) : __assert_fail(#x, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#define __BELAY_ASSERT_MESSAGE(x, ...)                                                             \
    ((bool)(x) ? void(0)                                                                           \
               : __assert_fail_msg(#x, __FILE__, __LINE__, __PRETTY_FUNCTION__, __VA_ARGS__))
#define __BELAY_ASSERT_OF(_1, _2, _3, _4, _5, _6, _7, _8, _9, _10, _11, _12, NAME, ...) NAME
#define assert(...)                                                                                \
    __BELAY_ASSERT_OF(__VA_ARGS__, __BELAY_ASSERT_MESSAGE, __BELAY_ASSERT_MESSAGE,                 \
                      __BELAY_ASSERT_MESSAGE, __BELAY_ASSERT_MESSAGE, __BELAY_ASSERT_MESSAGE,      \
                      __BELAY_ASSERT_MESSAGE, __BELAY_ASSERT_MESSAGE, __BELAY_ASSERT_MESSAGE,      \
                      __BELAY_ASSERT_MESSAGE, __BELAY_ASSERT_MESSAGE, __BELAY_ASSERT_MESSAGE,      \
                      __BELAY_ASSERT, )                                                            \
    (__VA_ARGS__)
#define ascendc_assert(...) assert(__VA_ARGS__)
#endif

namespace AscendC
{

using __asc_aicore::printf;
using __asc_aicore::PRINTF;

template <class T>
__belay_api__ void __belay_dump(const LocalTensor<T> &tensor, uint32_t desc, uint32_t dumpSize,
                                const uint32_t *shape, uint32_t dimensions)
{
    if (GetPhyType((TPosition)tensor.GetPosition()) == Hardware::UB)
        __asc_aicore::asc_dump_ubuf(tensor.__belay_ub(), desc, dumpSize, shape, dimensions);
    else
        printf("DumpTensor: only tensors in the unified buffer and in global memory\n");
}
// The first dumpSize elements, under the number desc.
template <class T>
__belay_api__ void DumpTensor(const LocalTensor<T> &tensor, uint32_t desc, uint32_t dumpSize)
{
    __belay_dump(tensor, desc, dumpSize, nullptr, 0);
}
template <class T>
__belay_api__ void DumpTensor(const LocalTensor<T> &tensor, uint32_t desc, uint32_t dumpSize,
                              const ShapeInfo &shapeInfo)
{
    __belay_dump(tensor, desc, dumpSize, shapeInfo.shape, shapeInfo.shapeDim);
}
template <class T>
__belay_api__ void DumpTensor(const GlobalTensor<T> &tensor, uint32_t desc, uint32_t dumpSize)
{
    __asc_aicore::asc_dump_gm(tensor.address_, desc, dumpSize);
}
template <class T>
__belay_api__ void DumpTensor(const GlobalTensor<T> &tensor, uint32_t desc, uint32_t dumpSize,
                              const ShapeInfo &shapeInfo)
{
    __asc_aicore::asc_dump_gm(tensor.address_, desc, dumpSize, shapeInfo.shape, shapeInfo.shapeDim);
}
// From element countOff on.
template <class Tensor>
__belay_api__ void DumpAccChkPoint(const Tensor &tensor, uint32_t index, uint32_t countOff,
                                   uint32_t dumpSize)
{
    DumpTensor(tensor[countOff], index, dumpSize);
}
__belay_api__ void PrintTimeStamp(uint32_t descId)
{
    __asc_aicore::asc_time_stamp(descId);
}

} // namespace AscendC
