// Kernel launches, vector-function scopes, automatic arrays, block indices.
#pragma once

// <<<blocks, size, stream>>> and, for SIMT kernels, <<<grid, block, size, stream>>>: clang takes
// the last declaration of one function, so each parameter takes what either form has in its place.
struct __belay_launch_grid {
    unsigned x, y, z;
    __belay_hd__ constexpr __belay_launch_grid(unsigned blocks) : x(blocks), y(1), z(1) {}
    __belay_hd__ constexpr __belay_launch_grid(dim3 grid) : x(grid.x), y(grid.y), z(grid.z) {}
};
struct __belay_launch_word { // dynamic UB bytes or a stream
    unsigned long value;
    template <class T,
              std::enable_if_t<std::is_integral<T>::value || std::is_enum<T>::value, int> = 0>
    __belay_hd__ constexpr __belay_launch_word(T x) : value((unsigned long)x)
    {
    }
    template <class T,
              std::enable_if_t<std::is_convertible<T, void *>::value && !std::is_integral<T>::value,
                               int> = 0>
    __belay_hd__ __belay_launch_word(const T &x) : value((unsigned long)static_cast<void *>(x))
    {
    }
};
struct __belay_launch_second : __belay_launch_word {
    dim3 block{0, 0, 0};
    using __belay_launch_word::__belay_launch_word;
    __belay_hd__ constexpr __belay_launch_second(dim3 x) : __belay_launch_word(0), block(x) {}
};
#ifdef __BELAY_PASS_HOST__
// Of libbelay (runtime/register.c); `block` is NULL for the form with three arguments.
extern "C" unsigned belay_push_launch(const unsigned *grid, const unsigned *block,
                                      unsigned long dynamic_ub, void *stream);
extern "C" int cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                unsigned long size, void *stream);
constexpr unsigned long __belay_launch_absent = ~0ul;
inline unsigned __cudaPushCallConfiguration(__belay_launch_grid grid,
                                            __belay_launch_second second = 0,
                                            __belay_launch_word third = 0,
                                            __belay_launch_word fourth = __belay_launch_absent)
{
    const unsigned g[] = {grid.x, grid.y, grid.z};
    if (fourth.value == __belay_launch_absent && second.block.x == 0)
        return belay_push_launch(g, nullptr, second.value, (void *)third.value);
    const unsigned b[] = {second.block.x == 0 ? (unsigned)second.value : second.block.x,
                          second.block.x == 0 ? 1 : second.block.y,
                          second.block.x == 0 ? 1 : second.block.z};
    const bool whole = fourth.value != __belay_launch_absent;
    return belay_push_launch(g, b, third.value, whole ? (void *)fourth.value : nullptr);
}
#else
unsigned __hipPushCallConfiguration(__belay_launch_grid grid, __belay_launch_second second = 0,
                                    __belay_launch_word third = 0, __belay_launch_word fourth = 0);
#endif

// A __VEC_SCOPE__ block becomes a vector function: its variables travel by value, as the scalars
// that a vector function of the hardware uses are handed over when it is issued.
template <class Body>
__attribute__((noinline, section(".text.vf"))) __belay_hd__ void __belay_vf_scope(Body body)
{
    body();
}

// An automatic array in an on-core buffer is a static that the linker places: the vendor's compiler
// allocates them at compile time as well. Alignment: docs/kernel_binary.md (buffers).
#define __belay_local__(space) __belay_local_##space
#define __belay_local_ub       static __attribute__((section(".bss.belay.ub"), aligned(32)))
#define __belay_local_cbuf     static __attribute__((section(".bss.belay.cbuf"), aligned(32)))
#define __belay_local_ca       static __attribute__((section(".bss.belay.ca"), aligned(512)))
#define __belay_local_cb       static __attribute__((section(".bss.belay.cb"), aligned(512)))
#define __belay_local_cc       static __attribute__((section(".bss.belay.cc"), aligned(1024)))
#define __belay_local_fbuf     static __attribute__((section(".bss.belay.fbuf"), aligned(64)))
#define __belay_local_biasbuf  static __attribute__((section(".bss.belay.biasbuf"), aligned(64)))
#define __belay_local_ssbuf    static __attribute__((section(".bss.belay.ssbuf"), aligned(32)))

// block_idx and block_num are objects: as macros they would break parameters of that name.
struct __belay_block_idx {
    unsigned unused;
    __belay_fn operator int64_t() const { return get_block_idx(); }
};
struct __belay_block_num {
    unsigned unused;
    __belay_fn operator int64_t() const { return get_block_num(); }
};
constexpr __belay_block_idx block_idx{0};
constexpr __belay_block_num block_num{0};

namespace __asc_aicore
{
}
using namespace __asc_aicore;
namespace __asc_simt_vf
{
}
using namespace __asc_simt_vf;

namespace bisheng
{
namespace cce
{
__belay_fn void metrics_prof_start() {}
__belay_fn void metrics_prof_stop() {}
template <pipe_t pipe>
__belay_fn void mark_stamp(uint32_t)
{
}
} // namespace cce
} // namespace bisheng

// The workspace that the high-level Matmul's two sides share.
__belay_fn __gm__ uint8_t *__get_kfc_workspace_addr()
{
    return (__gm__ uint8_t *)__belay_kfc_workspace();
}
template <class T>
__belay_fn void __set_kfc_workspace_addr(T *address)
{
    __belay_set_kfc_workspace((uint64_t)address);
}
