/* The rules of the rewriter, one table per rule: source, what comes out. The outcomes are written
 * from docs/cc.md; that clang takes them is shown by test_driver. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cc/rewrite.h"

#define HD    "__attribute__((host)) __attribute__((device))"
#define DEV   "__attribute__((device))"
#define AS(n) "__attribute__((address_space(" #n ")))"
#define TAG(align, n)                                                                              \
    "__attribute__((device, aligned(" #align "), abi_tag(\"belay_as" #n "\"))) " AS(n)
#define ARR(n) TAG(32, n)

struct row {
    const char *source, *result;
};

static struct rewrite_result rewritten(const char *source, enum rewrite_pass pass)
{
    static const char *const plain[] = {"/usr/include", "/belay/kernel", NULL};
    struct rewrite_options options = {.pass = pass, .plain_dirs = plain};
    struct rewrite_result result;
    belay_error err;
    belay_status status = rewrite_text(source, strlen(source), &options, &result, &err);
    if (status != BELAY_OK)
        fail_msg("%s: %s", source, err.message);
    return result;
}

static void check(const struct row *row, size_t count, enum rewrite_pass pass)
{
    for (size_t i = 0; i < count; i++) {
        struct rewrite_result result = rewritten(row[i].source, pass);
        assert_string_equal(result.text, row[i].result);
        assert_int_equal(result.size, strlen(row[i].result));
        rewrite_result_free(&result);
    }
}

#define CHECK(table, pass) check(table, sizeof(table) / sizeof *(table), pass)

static void test_identity(void **state)
{
    (void)state;
    static const char *const text[] = {
        "",
        "\n",
        "int main() { return a[aicore] + b[host, aicore]; }",
        "int aicore[3]; int x = aicore[aicore]; f(aicore);",
        "auto f = [aicore](int x) { return x; };",
        "auto f = [host, aicore]() mutable { };",
        "void f() { [aicore] { }(); g([aicore, host] { }); return [aicore]() {}; }",
        "x = y[aicore] and z;",
        "const char *s = \"__global__ [aicore] reinterpret_cast<int>(x) __ubuf__\";",
        "const char *s = R\"x(__global__ \" __ubuf__)x\"; char c = '\"'; int n = 1'000;",
        "// __global__ __ubuf__ float x[3];\n/* [aicore] */ int a;",
        "#define X __global__\n#pragma unroll\n# 3 \"__ubuf__.h\" 1 3\nint a;",
        "extern int f() __asm__(\"g\"); void host() { asm(\"rdtsc\"); }",
        "struct S { int a, b; }; S s = {1, 2}; enum { A, B }; }}}) ] (",
        "template <typename T> struct X { T a; }; template <> struct X<int> {};",
        "\xff\xfe \x01 \\ ` @ #",
        "int modff(float x, int *p); int TCubeTiling;",
    };
    for (size_t i = 0; i < sizeof text / sizeof *text; i++)
        for (int pass = PASS_VEC; pass <= PASS_HOST; pass++) {
            struct rewrite_result result = rewritten(text[i], (enum rewrite_pass)pass);
            assert_string_equal(result.text, text[i]);
            assert_int_equal(result.kernel_count, 0);
            rewrite_result_free(&result);
        }
}

static void test_aicore(void **state)
{
    (void)state;
    static const struct row row[] = {
        {"__belay_aicore__ inline void f();", DEV " inline void f();"},
        {"[aicore] inline int f();", DEV " inline int f();"},
        {"inline [ aicore ] int f();", "inline " DEV " int f();"},
        {"x; [host, aicore] T f();", "x; " HD " T f();"},
        {"} [aicore, host] ::T f();", "} " HD " ::T f();"},
        {"template <class T> [aicore] T f();", "template <class T> " DEV " T f();"},
        {"struct S { public: [aicore] S(); [aicore] ~S(); };",
         "struct S { public: " DEV " S(); " DEV " ~S(); };"},
        {"extern \"C\" [aicore] void f();", "extern \"C\" " DEV " void f();"},
        {"void f() { auto g = [=] __belay_aicore__ (int x) {}; }",
         "void f() { auto g = [=] " DEV " (int x) {}; }"},
        {"__attribute__((x)) [aicore] void f();", "__attribute__((x)) " DEV " void f();"},
        {"__belay_aicore__ constexpr int f();", HD " constexpr int f();"},
        {"inline constexpr [aicore] int f();", "inline constexpr " HD " int f();"},
        {"__belay_simd_vf__ void f(int);",
         DEV " __attribute__((noinline, section(\".text.vf.f\"))) void f(int);"},
        {"template <int N> static inline __simt_vf__ void g(int);",
         "template <int N> static inline " DEV
         " __attribute__((noinline, section(\".text.simt.g\"))) void g(int);"},
        {"__simd_callee__ void f(); __simt_callee__ void g(); static __callee__ T h();",
         DEV " __attribute__((always_inline)) void f(); " DEV " void g(); static " DEV " T h();"},
    };
    CHECK(row, PASS_VEC);
    CHECK(row, PASS_CUBE);
    CHECK(row, PASS_HOST);
}

#define USING(kind) " using namespace __belay_ns_" kind ";"

/* The implicit namespaces, and the bodies that the host pass leaves out. */
static void test_bodies(void **state)
{
    (void)state;
    static const struct row device[] = {
        {"[aicore] void f() { g(); }", DEV " void f() {" USING("aicore") " g(); }"},
        {"struct S { [aicore] S() : a{1}, b(2) { if (a) { } } };",
         "struct S { " DEV " S() : a{1}, b(2) {" USING("aicore") " if (a) { } } };"},
        {"__simd_callee__ void f() { auto g = [] { }; }",
         DEV " __attribute__((always_inline)) void f() {" USING("simd_vf") " auto g = [] { }; }"},
        {"__simt_callee__ void f() {}", DEV " void f() {" USING("simt_vf") "}"},
        {"__callee__ void f() {}", DEV " void f() {" USING("aicore") "}"},
        {"void f() { } " DEV " void g() { }", "void f() { } " DEV " void g() { }"},
        {"[aicore] int x[] = {1, {2}}; void f(int a = {}) { }",
         DEV " int x[] = {1, {2}}; void f(int a = {}) { }"},
        {"# 1 \"/belay/kernel/a.h\"\n[aicore] void f() { }",
         "# 1 \"/belay/kernel/a.h\"\n" DEV " void f() { }"},
    };
    static const struct row host[] = {
        {"[aicore] int f() { g();\n#pragma unroll\n for (;;) {} } int x;",
         DEV " int f() { __builtin_unreachable();\n\n} int x;"},
        {DEV " int f() { return {}; }", DEV " int f() { __builtin_unreachable();}"},
        {HD " int f() { return 1; }", HD " int f() { return 1; }"},
        {"[host, aicore] int f() { return 1; }", HD " int f() {" USING("aicore") " return 1; }"},
        {"[aicore] constexpr int f() { return 1; }",
         HD " constexpr int f() {" USING("aicore") " return 1; }"},
        {"[aicore] auto f() { return 1; }", DEV " auto f() {" USING("aicore") " return 1; }"},
        {"int f() { auto g = [=] __aicore__ (int) { return 1; }; }",
         "int f() { auto g = [=] " DEV " (int) { return 1; }; }"},
    };
    CHECK(device, PASS_VEC);
    CHECK(host, PASS_HOST);
}

#define OPEN USING("aicore")
#define KERNEL(section)                                                                            \
    "__attribute__((global)) __attribute__((section(\".text.kernel." section "\")))"

static void test_kernel_vec(void **state)
{
    (void)state;
    static const struct row row[] = {
        {"__belay_global__ void k(int *p) { *p = 1; }",
         KERNEL("auto.k.1") " void k(int *p) {" OPEN " *p = 1; }"},
        {"\n__belay_kernel_aiv__ __belay_global__ void k() {}",
         "\n " KERNEL("aiv.k.2") " void k() {" OPEN "}"},
        {"# 30 \"x.asc\"\n__belay_global__ __belay_aicore__ __belay_kernel_aiv__ void k() {}",
         "# 30 \"x.asc\"\n" KERNEL("aiv.k.30") "   void k() {" OPEN "}"},
        {"extern \"C\" [aicore] __belay_global__ void k() {}",
         "extern \"C\"  " KERNEL("auto.k.1") " void k() {" OPEN "}"},
        {"template <int N = sizeof(int)> __belay_aicore__ __belay_kernel_mix__(1, 2) "
         "__belay_global__ inline void k(T<N> a) noexcept {}",
         "template <int N = sizeof(int)>   " KERNEL(
             "mix12.k.1") " inline void k(T<N> a) noexcept {" OPEN "}"},
        {"__belay_kernel_mix__(1,1) __belay_global__ void k() {}",
         " " KERNEL("mix11.k.1") " void k() {" OPEN "}"},
        {"__belay_kernel_mix__(0,1) __belay_global__ void k() {}",
         " " KERNEL("aiv.k.1") " void k() {" OPEN "}"},
        /* not this pass: declared, but without what it does */
        {"__belay_global__ __belay_kernel_aic__ void k(int a) { mad(a,\n {1, 2});\n} int x;",
         "__attribute__((global))  void k(int a) {\n\n} int x;"},
        {"__belay_global__ __belay_kernel_aic__ void k() {\n# 7 \"a.h\" 1\n f();\n# 2 \"b\" 2\n}",
         "__attribute__((global))  void k() {\n# 7 \"a.h\" 1\n\n# 2 \"b\" 2\n}"},
        {"__belay_kernel_mix__(1,0) __belay_global__ void k() { f(); }",
         " __attribute__((global)) void k() {}"},
        {"__belay_global__ __belay_kernel_aic__ void k() {\n#pragma a \\\n b\n f();\n}",
         "__attribute__((global))  void k() {\n\n\n\n}"},
        /* declarations and instantiations get no section */
        {"__belay_global__ __belay_kernel_aiv__ void k(int);",
         "__attribute__((global))  void k(int);"},
        {"template __belay_global__ __belay_kernel_aiv__ void k<1>(int);",
         "template __attribute__((global))  void k<1>(int);"},
        {"template <> __belay_global__ void k<1>(int) {}",
         "template <> " KERNEL("auto.k.1") " void k<1>(int) {" OPEN "}"},
        {"__belay_global__ __attribute__((aligned(8))) void k(int) {}",
         KERNEL("auto.k.1") " __attribute__((aligned(8))) void k(int) {" OPEN "}"},
        {"namespace n { __belay_global__ void k(int a = {3}) {} __belay_global__ void l() {} }",
         "namespace n { " KERNEL("auto.k.1") " void k(int a = {3}) {" OPEN
                                             "} " KERNEL("auto.l.1") " void l() {" OPEN "} }"},
        {"struct S { friend __belay_global__ void k(int); };",
         "struct S { friend __attribute__((global)) void k(int); };"},
        {"__belay_global__ void k() { __belay_task_type__(KERNEL_TYPE_AIV_ONLY); f(); }",
         KERNEL("aiv.k.1") " void k() {" OPEN " ; f(); }"},
        {"__belay_global__ void k() { __belay_task_type__(KERNEL_TYPE_AIC_ONLY); f(); }",
         "__attribute__((global)) void k() {}"},
        {"__belay_global__ void k() { __belay_task_type__(KERNEL_TYPE_MIX_AIC_1_2); }",
         KERNEL("mix12.k.1") " void k() {" OPEN " ; }"},
    };
    CHECK(row, PASS_VEC);
}

static void test_kernel_cube(void **state)
{
    (void)state;
    static const struct row row[] = {
        {"__belay_global__ __belay_kernel_aic__ void k() { f(); }",
         KERNEL("aic.k.1") "  void k() {" OPEN " f(); }"},
        {"__belay_global__ __belay_kernel_aiv__ void k() { f(); }",
         "__attribute__((global))  void k() {}"},
        {"__belay_global__ void k() { f(); }", KERNEL("auto.k.1") " void k() {" OPEN " f(); }"},
    };
    CHECK(row, PASS_CUBE);
}

static void test_kernel_list(void **state)
{
    (void)state;
    struct rewrite_result result =
        rewritten("template <int N> __vector__ __global__ void a() {}\n__global__ void a2();\n"
                  "extern \"C\" { __global__ __cube__ void b(__gm__ uint8_t *x, const T n) {} }\n"
                  "extern \"C\" __global__ __mix__(1, 2) void c() {}",
                  PASS_HOST);
    assert_int_equal(result.kernel_count, 3);
    static const char *const name[] = {"a", "b", "c"};
    static const enum kernel_kind kind[] = {KERNEL_AIV, KERNEL_AIC, KERNEL_MIX12};
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(result.kernel[i].name, name[i]);
        assert_int_equal(result.kernel[i].kind, kind[i]);
        assert_int_equal(result.kernel[i].is_template, i == 0);
        assert_int_equal(result.kernel[i].launch_header != NULL, i != 0);
    }
    assert_non_null(strstr(result.kernel[1].launch_header,
                           "unsigned int aclrtlaunch_b(unsigned int blocks, void *stream, "
                           "void * p0, const T p1);"));
    rewrite_result_free(&result);
}

#define STUB(params)                                                                               \
    " extern \"C\" unsigned int aclrtlaunch_k(unsigned int blocks, void *stream" params

static void test_launch(void **state)
{
    (void)state;
    static const struct row row[] = {
        {"extern \"C\" __global__ void k(void) { f(); } int x;",
         "extern \"C\" __attribute__((global)) void k(void) {}" STUB(
             ") { k<<<blocks, nullptr, stream>>>(); return 0; } int x;")},
        {"extern \"C\" __global__ void k(__gm__ uint8_t* __restrict__ x, unsigned n, S<A, B> s = "
         "{}) {}",
         "extern \"C\" __attribute__((global)) void k( uint8_t* __restrict__ x, unsigned n, "
         "S<A, B> s = {}) {}" STUB(
             ", void * p0, unsigned p1, S < A , B > p2) { k<<<blocks, nullptr, stream>>>(("
             "uint8_t * __restrict__)p0, (unsigned)p1, (S < A , B >)p2); return 0; }")},
        {"extern \"C\" __global__ void k(int a[3]) {}",
         "extern \"C\" __attribute__((global)) void k(int a[3]) {}"},
        {"extern \"C\" static __global__ void k() {}",
         "extern \"C\" static __attribute__((global)) void k() {}"},
        {"__global__ void k(int a) { f(); }", "__attribute__((global)) void k(int a) {}"},
    };
    CHECK(row, PASS_HOST);
}

static void test_buffers(void **state)
{
    (void)state;
    static const struct row row[] = {
        {"void f() { __belay_ub__ float x[N]; }", "void f() { static " ARR(5) " float x[N]; }"},
        {"void f() { __ubuf__ unsigned int x[N], y[2][3]; }",
         "void f() { static " ARR(5) " unsigned int x[N], y[2][3]; }"},
        {"void f() { g(); __cbuf__ typename A<T, (1 > 0)>::type x[M * K]; }",
         "void f() { g(); static " ARR(6) " typename A<T, (1 > 0)>::type x[M * K]; }"},
        {"void f() { const __ca__ half x[1]; __cb__ std::half y[1]; __cc__ T z; }",
         "void f() { const static " TAG(512, 2) " half x[1]; static " TAG(
             512, 3) " std::half y[1]; static " TAG(1024, 4) " T z; }"},
        {"void f() { static __fbuf__ T x[1]; __biasbuf__ T y[1]; float __ssbuf__ z[2]; }",
         "void f() { static " TAG(64, 7) " T x[1]; static " TAG(64, 8) " T y[1]; float static " ARR(
             9) " z[2]; }"},
        {"void f() { alignas(32) __ubuf__ T x[1]; [[maybe_unused]] __ubuf__ T y[1]; }",
         "void f() { alignas(32) static " ARR(5) " T x[1]; [[maybe_unused]] static " ARR(
             5) " T y[1]; }"},
        {"void f() { if (c) { __ubuf__ T x[1]; } auto g = [&]() -> int { h(); __ubuf__ T y[1]; }; "
         "}",
         "void f() { if (c) { static " ARR(5) " T x[1]; } auto g = [&]() -> int { h(); static " ARR(
             5) " T y[1]; }; }"},
        {"__ubuf__ T x[1]; namespace n { __ubuf__ T y[1]; }",
         ARR(5) " T x[1]; namespace n { " ARR(5) " T y[1]; }"},
        /* pointers, casts, arguments, members: only the space */
        {"void f() { __ubuf__ T *p; __ubuf__ T *q[3]; }",
         "void f() { " AS(5) " T *p; " AS(5) " T *q[3]; }"},
        {"void f() { auto p = (__ubuf__ T *)q; g<__ubuf__ T>(p); }",
         "void f() { auto p = (" AS(5) " T *)q; g<" AS(5) " T>(p); }"},
        {"void f(__ubuf__ T *x, __ubuf__ T y[]);", "void f(" AS(5) " T *x, " AS(5) " T y[]);"},
        {"using P = __ubuf__ T; typedef __ubuf__ T Q[3]; struct S { __ubuf__ T *p; };",
         "using P = " AS(5) " T; typedef " AS(5) " T Q[3]; struct S { " AS(5) " T *p; };"},
        {"__ubuf__ T *f(); void g() { __ubuf__ T(*h)[3]; for (__ubuf__ T *p = q;;) {} }",
         AS(5) " T *f(); void g() { " AS(5) " T(*h)[3]; for (" AS(5) " T *p = q;;) {} }"},
        {"void f() { __ubuf__ const char *s = \"x\"; __ubuf__ char *t = u; }",
         "void f() { " AS(5) " const char *s = (" AS(5) " const char *)\"x\"; " AS(
             5) " char *t = u; }"},
        /* from the first free byte of the buffer on */
        {"extern __ubuf__ char d[];",
         "extern __attribute__((device)) " AS(5) " char d[] __asm__(\"__belay_dynamic_as5\");"},
        {"void f() { extern __ubuf__ uint32_t d[]; }",
         "void f() { extern " AS(5) " uint32_t d[] __asm__(\"__belay_dynamic_as5\"); }"},
    };
    static const struct row host[] = {
        {"__ubuf__ T x[1]; extern __ubuf__ T y[];",
         AS(5) " T x[1]; extern " AS(5) " T y[] __asm__(\"__belay_dynamic_as5\");"},
    };
    CHECK(row, PASS_VEC);
    CHECK(host, PASS_HOST);
}

static void test_gm(void **state)
{
    (void)state;
    static const struct row row[] = {
        {"void f(__gm__ T *p) { auto q = (__gm__ T *)p; }", "void f( T *p) { auto q = ( T *)p; }"},
        {"inline __gm__ uint8_t* __gm__ g = nullptr;", "inline " DEV " uint8_t*  g = nullptr;"},
        {"static __gm__ uint8_t tmp[4] = {0}; extern __gm__ struct S s;",
         "static " DEV " uint8_t tmp[4] = {0}; extern " DEV " struct S s;"},
        {"extern \"C\" { __gm__ int g; }", "extern \"C\" { " DEV " int g; }"},
        {"void f() { static __gm__ int g[2]; __gm__ int *p; }",
         "void f() { static " DEV " int g[2];  int *p; }"},
        {"__gm__ T *f(); using P = __gm__ T *; X<__gm__ T> x;",
         " T *f(); using P =  T *; X< T> x;"},
        {"struct S { __gm__ T *p; };", "struct S {  T *p; };"},
        {"struct remove_gm { }; template <typename T>\nstruct remove_gm<__gm__ T> {\n using type = "
         "T;\n};x",
         "struct remove_gm { }; \n\n\nx"},
        {"template <class T> struct is_gm<__gm__ T> : true_type { }; x", " x"},
        {"template <class T> struct X<__gm__ T *> { }; x",
         "template <class T> struct X< T *> { }; x"},
        {"void f(const __gm__ TCubeTiling *t, __gm__ const TCubeTiling &u);",
         "void f(const " AS(1) " TCubeTiling *t, " AS(1) " const TCubeTiling &u);"},
        {"inline float modff(float x, __gm__ float *n) { return 0; }",
         "inline float modff_belay_gm13(float x,  float *n) { return 0; }"},
        {"float frexpf(float x, __gm__ int *n);", "float frexpf_belay_gm6(float x,  int *n);"},
        {"float frexpf(float x, int *n); void f() { frexpf(x, (__gm__ int *)n); }",
         "float frexpf(float x, int *n); void f() { frexpf(x, ( int *)n); }"},
    };
    static const struct row host[] = {{"inline __gm__ T *g = nullptr;", "inline  T *g = nullptr;"}};
    CHECK(row, PASS_VEC);
    CHECK(host, PASS_HOST);
}

static void test_expressions(void **state)
{
    (void)state;
    static const struct row row[] = {
        {"p = reinterpret_cast<__ubuf__ T *>(q);", "p = __belay_rc<" AS(5) " T *>(q);"},
        {"# 1 \"/usr/include/x\" 1 3\np = reinterpret_cast<T *>(q);\n# 2 \"a\" "
         "2\nreinterpret_cast<T>(q)",
         "# 1 \"/usr/include/x\" 1 3\np = reinterpret_cast<T *>(q);\n# 2 \"a\" "
         "2\n__belay_rc<T>(q)"},
        {"# 1 \"/belay/kernel/prelude.h\"\nreinterpret_cast<T>(q)",
         "# 1 \"/belay/kernel/prelude.h\"\nreinterpret_cast<T>(q)"},
        {"# 1 \"/belay/kernels.h\"\nreinterpret_cast<T>(q)",
         "# 1 \"/belay/kernels.h\"\n__belay_rc<T>(q)"},
        {"__aicore__ void f() { asm volatile(\"MOV %0, SYS_CNT\\n\" : \"+l\"(t)); }",
         DEV " void f() {" OPEN " (t = __belay_sys_cnt()); }"},
        {"void f() { asm volatile(\"mov %0, pc \\n\" : \"=l\"(pc) : :); }",
         "void f() { (pc = __belay_pc()); }"},
        {"__aicore__ void f() { asm volatile(\"MOV COND,\"\n \"%0\\n\" : \"+l\"(v)); }",
         DEV " void f() {" OPEN " __belay_mark(\nv); }"},
        {"__aicore__ void f() { asm volatile(\"MOV COND, \"\n \"%0\\n\" : "
         "\"+l\"(reinterpret_cast<T>(v))); }",
         DEV " void f() {" OPEN " __belay_mark(\n__belay_rc<T>(v)); }"},
        {"__aicore__ void f() { asm(\"NOP\"); if (x) asm volatile(\"nop\"); else __asm__(\"NOP "
         "wait 1\" ::); }",
         DEV " void f() {" OPEN " __belay_nop(); if (x) __belay_nop(); else __belay_nop(); }"},
        {"__aicore__ void f() { __asm__ __volatile__(\"\" ::: \"memory\"); }",
         DEV " void f() {" OPEN " __asm__ __volatile__(\"\" ::: \"memory\"); }"},
        {"__attribute__((device)) void f() { asm(\"MOVEMASK \\\"1\\\"\" : : \"l\"(m)); }",
         "__attribute__((device)) void f() { ({ __attribute__((device)) void "
         "__belay_unsupported_asm_35(void) __attribute__((error(\"inline assembly 'MOVEMASK 1' is "
         "not supported\"))); __belay_unsupported_asm_35(); }); }"},
        {"void f() { __VEC_SCOPE__ { if (x) { g(); } } h(); }",
         "void f() { __belay_vf_scope([=]() __attribute__((always_inline)) mutable { if (x) { g(); "
         "} }); h(); }"},
        {"void f() { __belay_vec_scope__\n{ __VEC_SCOPE__ { } } }",
         "void f() { __belay_vf_scope([=]() __attribute__((always_inline)) mutable\n{ "
         "__belay_vf_scope([=]() __attribute__((always_inline)) mutable { }); }); }"},
        {"__VEC_SCOPE__ for", "__VEC_SCOPE__ for"},
    };
    CHECK(row, PASS_VEC);
}

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *source;
        belay_status status;
        int line;
        const char *part;
    } row[] = {
        {"# 4 \"m.asc\"\n\n__global__ __mix__(2, 1) void k() {}", BELAY_UNSUPPORTED, 5, "(1, 2)"},
        {"# 4 \"m.asc\"\n__global__ void k() {\n__belay_task_type__(KERNEL_TYPE_X); }",
         BELAY_UNSUPPORTED, 5, "'KERNEL_TYPE_X'"},
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct rewrite_options options = {.pass = PASS_VEC};
        struct rewrite_result result;
        belay_error err;
        assert_int_equal(
            rewrite_text(row[i].source, strlen(row[i].source), &options, &result, &err),
            row[i].status);
        assert_string_equal(err.file, "m.asc");
        assert_int_equal(err.line, row[i].line);
        assert_non_null(strstr(err.message, row[i].part));
        assert_null(result.text);
    }
}

static size_t count_newlines(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += *text == '\n';
    return count;
}

/* Line numbers stay right and the walk stays linear in a text with every marker. */
static void test_large(void **state)
{
    (void)state;
    static const char piece[] =
        "# 7 \"a.h\" 1\nnamespace n { __aicore__ inline void f(__gm__\n T *p) { __ubuf__ T x[2];\n"
        "__VEC_SCOPE__ {\n reinterpret_cast<T>(p); } } }\nextern \"C\" __global__ __cube__\nvoid "
        "k()\n"
        "{\n# 3 \"b.h\"\n asm(\"X\");\n}\nint a[] = {1, {2},\n3};\n";
    enum { COPIES = 20000 };
    size_t length = sizeof piece - 1;
    char *text = malloc(length * COPIES + 1);
    assert_non_null(text);
    for (size_t i = 0; i < COPIES; i++)
        memcpy(text + i * length, piece, length);
    text[length * COPIES] = '\0';
    for (int pass = PASS_VEC; pass <= PASS_HOST; pass++) {
        struct rewrite_result result = rewritten(text, (enum rewrite_pass)pass);
        assert_int_equal(count_newlines(result.text), count_newlines(text));
        assert_int_equal(result.kernel_count, COPIES);
        rewrite_result_free(&result);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_identity),    cmocka_unit_test(test_bodies),
        cmocka_unit_test(test_aicore),      cmocka_unit_test(test_kernel_vec),
        cmocka_unit_test(test_kernel_cube), cmocka_unit_test(test_kernel_list),
        cmocka_unit_test(test_launch),      cmocka_unit_test(test_buffers),
        cmocka_unit_test(test_gm),          cmocka_unit_test(test_expressions),
        cmocka_unit_test(test_refusals),    cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
