// SIMT code: declared so that headers parse. Using any of it is refused by name when a kernel is
// linked, because these functions have no bodies.
#pragma once

struct __belay_simt_index {
    unsigned unused;
    __declspec(property(get = get_x)) unsigned x;
    __declspec(property(get = get_y)) unsigned y;
    __declspec(property(get = get_z)) unsigned z;
    __belay_hd__ unsigned get_x() const;
    __belay_hd__ unsigned get_y() const;
    __belay_hd__ unsigned get_z() const;
    __belay_hd__ operator dim3() const;
};
constexpr __belay_simt_index threadIdx{}, blockIdx{}, blockDim{}, gridDim{};
constexpr int warpSize = 32;
namespace cce
{
template <auto Function, class Dim, class... Arguments>
__belay_hd__ void async_invoke(Dim, Arguments...);
}

namespace __cce_scalar
{

#define __BELAY_SIMT __belay_hd__
template <ROUND R = ROUND::R, RoundingSaturation S = RoundingSaturation::RS_DISABLE_VALUE, class T>
__BELAY_SIMT float2 __cvt_float2(T);
template <ROUND R = ROUND::R, RoundingSaturation S = RoundingSaturation::RS_DISABLE_VALUE, class T>
__BELAY_SIMT half2 __cvt_half2(T);
template <ROUND R = ROUND::R, RoundingSaturation S = RoundingSaturation::RS_DISABLE_VALUE, class T>
__BELAY_SIMT float __cvt_float(T);
template <ROUND R = ROUND::R, RoundingSaturation S = RoundingSaturation::RS_DISABLE_VALUE, class T>
__BELAY_SIMT int32_t __cvt_int32_t(T);
template <ROUND R = ROUND::R, RoundingSaturation S = RoundingSaturation::RS_DISABLE_VALUE, class T>
__BELAY_SIMT uint32_t __cvt_uint32_t(T);
template <ROUND R = ROUND::R, RoundingSaturation S = RoundingSaturation::RS_DISABLE_VALUE, class T>
__BELAY_SIMT int64_t __cvt_int64_t(T);
template <ROUND R = ROUND::R, RoundingSaturation S = RoundingSaturation::RS_DISABLE_VALUE, class T>
__BELAY_SIMT uint64_t __cvt_uint64_t(T);

#define __BELAY_ATOMIC(NAME)                                                                       \
    template <class T, class... U>                                                                 \
    __BELAY_SIMT T NAME(T *, U...)
__BELAY_ATOMIC(atomicAdd);
__BELAY_ATOMIC(atomicSub);
__BELAY_ATOMIC(atomicExch);
__BELAY_ATOMIC(atomicMax);
__BELAY_ATOMIC(atomicMin);
__BELAY_ATOMIC(atomicInc);
__BELAY_ATOMIC(atomicDec);
__BELAY_ATOMIC(atomicCAS);
__BELAY_ATOMIC(atomicAnd);
__BELAY_ATOMIC(atomicOr);
__BELAY_ATOMIC(atomicXor);
__BELAY_ATOMIC(atomicXOr);
__BELAY_ATOMIC(__atomic_add);
__BELAY_ATOMIC(__atomic_sub);
__BELAY_ATOMIC(__atomic_exch);
__BELAY_ATOMIC(__atomic_min);
__BELAY_ATOMIC(__atomic_max);
__BELAY_ATOMIC(__atomic_cas);
__BELAY_ATOMIC(__atomic_and);
__BELAY_ATOMIC(__atomic_or);
__BELAY_ATOMIC(__atomic_xor);
__BELAY_ATOMIC(__atomic_inc);
__BELAY_ATOMIC(__atomic_dec);
#undef __BELAY_ATOMIC

template <LD_L2CacheType L, class T>
__BELAY_SIMT T __ldg(T *);
template <LD_L2CacheType L, L1CacheType C, class T>
__BELAY_SIMT T __ldg(T *);
template <ST_L2CacheType L, class T, class U>
__BELAY_SIMT void __stg(T *, U);
template <ST_L2CacheType L, L1CacheType C, class T, class U>
__BELAY_SIMT void __stg(T *, U);

template <class T>
__BELAY_SIMT T __shfl(T, int, int = 32);
template <class T>
__BELAY_SIMT T __shfl_xor(T, int, int = 32);
template <class T>
__BELAY_SIMT T __shfl_up(T, int, int = 32);
template <class T>
__BELAY_SIMT T __shfl_down(T, int, int = 32);
template <class T>
__BELAY_SIMT T __reduce_add(T);
template <class T>
__BELAY_SIMT T __reduce_max(T);
template <class T>
__BELAY_SIMT T __reduce_min(T);
__BELAY_SIMT int __all(int);
__BELAY_SIMT int __any(int);
__BELAY_SIMT int __uni(int);
__BELAY_SIMT unsigned __ballot(int);
__BELAY_SIMT unsigned __activemask();
__BELAY_SIMT unsigned laneid();
__BELAY_SIMT unsigned lanemask_lt();
__BELAY_SIMT void __sync_workitems();
__BELAY_SIMT void __threadfence();
__BELAY_SIMT void __threadfence_block();
__BELAY_SIMT long __cce_simt_get_CLOCK64();
#undef __BELAY_SIMT

} // namespace __cce_scalar
