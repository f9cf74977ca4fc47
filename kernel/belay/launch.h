// Kernel launches, vector-function scopes, automatic arrays, block indices.
#pragma once

// Second argument of <<<blocks, x, stream>>>: dynamic UB bytes, 0 or a pointer.
struct __belay_launch_size {
    unsigned long value;
    __belay_hd__ constexpr __belay_launch_size(unsigned long x) : value(x) {}
    __belay_hd__ constexpr __belay_launch_size(int x) : value((unsigned long)x) {}
    __belay_hd__ constexpr __belay_launch_size(unsigned x) : value(x) {}
    __belay_hd__ __belay_launch_size(void *p) : value((unsigned long)p) {}
    __belay_hd__ constexpr __belay_launch_size(decltype(nullptr)) : value(0) {}
};
unsigned __cudaPushCallConfiguration(unsigned blocks, __belay_launch_size size = 0,
                                     void *stream = nullptr);
unsigned __hipPushCallConfiguration(unsigned blocks, __belay_launch_size size = 0,
                                    void *stream = nullptr);
#ifdef __BELAY_PASS_HOST__
extern "C" int cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments,
                                unsigned long size, void *stream);
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
#define __belay_local_ub static __attribute__((section(".bss.belay.ub"), aligned(32)))
#define __belay_local_cbuf static __attribute__((section(".bss.belay.cbuf"), aligned(32)))
#define __belay_local_ca static __attribute__((section(".bss.belay.ca"), aligned(512)))
#define __belay_local_cb static __attribute__((section(".bss.belay.cb"), aligned(512)))
#define __belay_local_cc static __attribute__((section(".bss.belay.cc"), aligned(1024)))
#define __belay_local_fbuf static __attribute__((section(".bss.belay.fbuf"), aligned(64)))
#define __belay_local_biasbuf static __attribute__((section(".bss.belay.biasbuf"), aligned(64)))
#define __belay_local_ssbuf static __attribute__((section(".bss.belay.ssbuf"), aligned(32)))

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

namespace __asc_aicore {}
using namespace __asc_aicore;
namespace __asc_simt_vf {}
using namespace __asc_simt_vf;

namespace bisheng {
namespace cce {
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
