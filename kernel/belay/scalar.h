// Scalar functions of the vendor's compiler in the kernel language.
#pragma once

template <class T, class U>
__belay_fn constexpr T __belay_rc(U &&value) // reinterpret_cast, also across address spaces
{
    return (T)value;
}

__belay_fn uint64_t __belay_sys_cnt()
{
    return (uint64_t)get_sys_cnt();
}
__belay_fn uint64_t __belay_pc()
{
    return (uint64_t)get_pc();
}
__belay_fn void __belay_mark(uint64_t value)
{
    set_cond(value);
}
__belay_fn void __belay_nop()
{
    __BELAY_ASM(volatile("nop"));
}

// glibc declares some of these names for its own use.
#define __ceilf    __belay_ceilf
#define __floorf   __belay_floorf
#define __rintf    __belay_rintf
#define __roundf   __belay_roundf
#define __truncf   __belay_truncf
#define __sqrtf    __belay_sqrtf
#define __expf     __belay_expf
#define __logf     __belay_logf
#define __powf     __belay_powf
#define __fmaxf    __belay_fmaxf
#define __fminf    __belay_fminf
#define __isnan    __belay_isnan
#define __isinf    __belay_isinf
#define __isfinite __belay_isfinite
#define __fma      __belay_fma
#define __exp      __belay_exp
#define __log      __belay_log

namespace __cce_scalar
{

__belay_fn constexpr int64_t min(int64_t a, int64_t b)
{
    return a < b ? a : b;
}
__belay_fn constexpr int64_t max(int64_t a, int64_t b)
{
    return a < b ? b : a;
}

template <class T,
          class = std::enable_if_t<std::is_same<T, float>::value || std::is_same<T, half>::value>>
__belay_fn T sqrt(T x)
{
    return (T)__builtin_sqrtf((float)x);
}
__belay_fn float __sqrtf(float x)
{
    return __builtin_sqrtf(x);
}
__belay_fn float __fmaxf(float x, float y)
{
    return __builtin_fmaxf(x, y);
}
__belay_fn float __fminf(float x, float y)
{
    return __builtin_fminf(x, y);
}
template <class T>
__belay_fn bool __isnan(T x)
{
    return x != x;
}
template <class T>
__belay_fn bool __isinf(T x)
{
    return __builtin_isinf((float)x);
}
template <class T>
__belay_fn bool __isfinite(T x)
{
    return __builtin_isfinite((float)x);
}

// SIMT code and its mathematics: declared so that headers parse, refused when linked.
float __ceilf(float);
float __floorf(float);
float __rintf(float);
float __roundf(float);
float __truncf(float);
float __expf(float);
float __logf(float);
float __powf(float, float);
template <class T>
T __fma(T, T, T);
template <class T>
T __exp(T);
template <class T>
T __log(T);
template <class T>
bool signbitf(T);
int __clz(int);
int __popc(unsigned);
int __ffs(int);
unsigned __brev(unsigned);
unsigned __byte_perm(unsigned, unsigned, unsigned);
int __mulhi(int, int);
unsigned __umulhi(unsigned, unsigned);

} // namespace __cce_scalar
