// Forced in after prelude.h: marks for the rewriter of `belay cc` in place of attributes. It owns
// them because it needs to know of which kind a function is: only the vector unit's functions see
// __asc_simd_vf, only SIMT functions __asc_simt_vf and only scalar code __asc_aicore without naming
// them (asc-devkit calls them implicit namespaces, include/simt_api/device_functions.h).
#pragma once
#pragma clang system_header

#undef __simd_vf__
#define __simd_vf__ __belay_simd_vf__
#undef __simd_callee__
#define __simd_callee__ __belay_simd_callee__
#undef __simt_vf__
#define __simt_vf__ __belay_simt_vf__
#undef __simt_callee__
#define __simt_callee__ __belay_simt_callee__
#undef __callee__
#define __callee__ __belay_callee__

#define __asc_aicore  __belay_ns_aicore
#define __asc_simd_vf __belay_ns_simd_vf
#define __asc_simt_vf __belay_ns_simt_vf
namespace __belay_ns_aicore
{
}
namespace __belay_ns_simd_vf
{
}
namespace __belay_ns_simt_vf
{
}
