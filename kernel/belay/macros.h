// Macros that the vendor's compiler predefines (asc-devkit impl/utils/sys_macros.h and
// include/utils/base read them), and the markers that the rewriter of `belay cc` looks for.
#pragma once

#define __CCE__ 1
#ifndef __NPU_ARCH__
#define __NPU_ARCH__ 3510
#endif
#define __CCE_AICORE__     310
#define __DAV_C310__       1
#define __CCE_VF_VEC_LEN__ 256
// Without it asc-devkit's kernel_type.h turns DT_FLOAT and its kin into macros.
#define __NPU_DEVICE__ 1

#ifndef __BELAY_PASS_HOST__
#define __CCE_IS_AICORE__ 1
#endif
#ifdef __BELAY_PASS_AIC__
#define __DAV_CUBE__      1
#define __DAV_C310_CUBE__ 1
#else
// The host pass parses the kernels as the vector cores see them.
#define __DAV_VEC__      1
#define __DAV_C310_VEC__ 1
#endif

#define __belay_hd__ __attribute__((host)) __attribute__((device))
#define __belay_fn   __belay_hd__ __attribute__((always_inline, nodebug)) inline

// --- markers: meaning is given by the rewriter
// ----------------------------------------------------
#undef __global__
#define __global__      __belay_global__
#define __aicore__      __belay_aicore__
#define __host_aicore__ __belay_hd__
#undef __host__
#define __host__      __attribute__((host))
#define __vector__    __belay_kernel_aiv__
#define __cube__      __belay_kernel_aic__
#define __mix__(c, v) __belay_kernel_mix__(c, v)
#define __VEC_SCOPE__ __belay_vec_scope__

// Address spaces. Global memory is the default one; the driver defines the __belay_*__ names as
// attributes when it compiles, and leaves them alone when it preprocesses.
#define __gm__      __belay_gm__
#define __ubuf__    __belay_ub__
#define __cbuf__    __belay_cbuf__
#define __ca__      __belay_ca__
#define __cb__      __belay_cb__
#define __cc__      __belay_cc__
#define __fbuf__    __belay_fbuf__
#define __biasbuf__ __belay_biasbuf__
#define __ssbuf__   __belay_ssbuf__
#define __private__
#define __kfc_workspace__
#define __simt_gm__

// Vector functions live in a section of their own: a call into it is a launch on the vector unit.
#define __simd_vf__     __belay_hd__ __attribute__((noinline, section(".text.vf")))
#define __simd_callee__ __belay_hd__ __attribute__((always_inline))
#define __simt_vf__     __belay_hd__ __attribute__((noinline, section(".text.simt")))
#ifdef __BELAY_PASS_HOST__
#define __simt_callee__ __belay_hd__
#else
#define __simt_callee__ __attribute__((device))
#endif
#define __no_simd_vf_fusion__
#define __callee__ __belay_hd__
#define __aicpu__
#define __schedmode__(n)
#define LAUNCH_BOUND(n)
#define __launch_bounds__(...)
#define __disable_kernel_type_autoinfer__
#define __BLOCK_LOCAL__     __attribute__((device))
#define __WORKGROUP_LOCAL__ __attribute__((device))
#define __sync_noalias__
#define __sync_alias__
#define __check_sync_alias__
#define __sync_in__
#define __sync_out__
#define __in_pipe__(...)
#define __out_pipe__(...)
#define __inout_pipe__(...)
#define __align__(n)    __attribute__((aligned(n)))
#define __no_return__   __attribute__((noreturn))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __in__
#define __out__
#define __inout__
#define __tf__
#define __cce_get_tile_ptr(x) (x)
