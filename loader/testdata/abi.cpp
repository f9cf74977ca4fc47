// One function per type: what clang makes of the parameter (in abi.ll) is compared with what params.c
// reads from the DWARF (in abi.o). Each has a second parameter, a pointer.
struct Empty {};
struct Float { float a; };
struct FloatInt { float a; int b; };
struct IntFloat { char a; double b; };
struct PointerFloat { float *p; float a; };
struct Bf16 { __bf16 a; };
struct Bf16Float { __bf16 a; float b; };
struct HalfHalf { _Float16 a, b; };
struct EmptyFloat { Empty e; float a; };
struct EmptiesFloat { Empty e[2]; float a; };
struct NestedEmpty { EmptyFloat in; float b; };
struct TwoInArray { float a[2]; };
struct TwoInMatrix { float a[1][2]; };
struct ThreeInArray { float a[3]; };
struct ThreeFloats { float a, b, c; };
struct IntInt { int a, b; };
struct LongLong { long a, b; };
struct LongLongLong { long a, b, c; };
struct Int128 { __int128 a; };
struct LongDouble { long double a; };
struct BitField { float a; int b : 3; };
struct WideBitField { float a; __int128 b : 20; };
union Union { float a; int b; };
struct WithUnion { Union u; };
struct Base { float x; };
struct Derived : Base { int y; };
struct Derived2 : Base { float y; };
struct NotTrivial { float a; NotTrivial(const NotTrivial &); };
struct HoldsNotTrivial { NotTrivial a; };
enum Short : short { short_value };
enum Plain { plain_value };
enum class Byte : unsigned char { value };
struct EnumFloat { Byte e; float f; };
struct __attribute__((packed)) Packed { char a; float f; };
struct BoolFloat { bool b; float f; };
struct StaticMember { static int count; float a; };
struct Vector { float v __attribute__((vector_size(8))); };
struct Virtual { virtual void f() {} float a; };
struct Elsewhere { virtual void f(); float a; }; // clang only declares it: f is in another file
struct alignas(16) Aligned { long a; };
struct FloatAligned { float a; alignas(8) float b; };
struct Complex { _Complex float c; };
struct ComplexFloat { _Complex float c; float d; };
typedef int (Base::*MemberFunction)(int);
typedef float Base::*Member;
typedef float Vec2 __attribute__((vector_size(8)));
typedef const volatile FloatInt Qualified;
typedef float Array[4];

extern "C" volatile unsigned char sink;
volatile unsigned char sink;
#define KERNEL(name, ...)                                                                          \
    extern "C" void name(__VA_ARGS__ value, unsigned long *out)                                    \
    {                                                                                              \
        sink = *(const volatile unsigned char *)&value;                                            \
        *out = sizeof(__VA_ARGS__);                                                                \
    }
KERNEL(t_bool, bool)
KERNEL(t_char, char)
KERNEL(t_schar, signed char)
KERNEL(t_uchar, unsigned char)
KERNEL(t_short, short)
KERNEL(t_ushort, unsigned short)
KERNEL(t_int, int)
KERNEL(t_uint, unsigned)
KERNEL(t_long, long)
KERNEL(t_ulong, unsigned long)
KERNEL(t_int128, __int128)
KERNEL(t_char16, char16_t)
KERNEL(t_half, _Float16)
KERNEL(t_bf16, __bf16)
KERNEL(t_float, float)
KERNEL(t_double, double)
KERNEL(t_longdouble, long double)
KERNEL(t_complexhalf, _Complex _Float16)
KERNEL(t_complexfloat, _Complex float)
KERNEL(t_complexdouble, _Complex double)
KERNEL(t_pointer, float *)
KERNEL(t_reference, float &)
KERNEL(t_rvalue, NotTrivial &&)
KERNEL(t_null, decltype(nullptr))
KERNEL(t_function, MemberFunction)
KERNEL(t_member, Member)
KERNEL(t_enumshort, Short)
KERNEL(t_enumplain, Plain)
KERNEL(t_enumbyte, Byte)
KERNEL(t_Empty, Empty)
KERNEL(t_Float, Float)
KERNEL(t_FloatInt, FloatInt)
KERNEL(t_IntFloat, IntFloat)
KERNEL(t_PointerFloat, PointerFloat)
KERNEL(t_Bf16, Bf16)
KERNEL(t_Bf16Float, Bf16Float)
KERNEL(t_HalfHalf, HalfHalf)
KERNEL(t_EmptyFloat, EmptyFloat)
KERNEL(t_EmptiesFloat, EmptiesFloat)
KERNEL(t_NestedEmpty, NestedEmpty)
KERNEL(t_TwoInArray, TwoInArray)
KERNEL(t_TwoInMatrix, TwoInMatrix)
KERNEL(t_ThreeInArray, ThreeInArray)
KERNEL(t_ThreeFloats, ThreeFloats)
KERNEL(t_IntInt, IntInt)
KERNEL(t_LongLong, LongLong)
KERNEL(t_LongLongLong, LongLongLong)
KERNEL(t_Int128, Int128)
KERNEL(t_LongDouble, LongDouble)
KERNEL(t_BitField, BitField)
KERNEL(t_WideBitField, WideBitField)
KERNEL(t_Union, Union)
KERNEL(t_WithUnion, WithUnion)
KERNEL(t_Derived, Derived)
KERNEL(t_Derived2, Derived2)
KERNEL(t_NotTrivial, NotTrivial)
KERNEL(t_HoldsNotTrivial, HoldsNotTrivial)
KERNEL(t_EnumFloat, EnumFloat)
KERNEL(t_Packed, Packed)
KERNEL(t_BoolFloat, BoolFloat)
KERNEL(t_StaticMember, StaticMember)
KERNEL(t_Vector, Vector)
KERNEL(t_Vec2, Vec2)
KERNEL(t_Virtual, Virtual)
KERNEL(t_Aligned, Aligned)
KERNEL(t_FloatAligned, FloatAligned)
KERNEL(t_Complex, Complex)
KERNEL(t_ComplexFloat, ComplexFloat)
KERNEL(t_Qualified, Qualified)
// clang describes a class with virtual functions only where its table is.
Virtual made_here;
// Not passed to kernels: refused by name.
typedef __rvv_float32m1_t Scalable;
extern "C" void u_scalable(Scalable value, unsigned long *out) { *out = 1; (void)value; }
typedef float Wide __attribute__((vector_size(64)));
KERNEL(u_wide, Wide)
KERNEL(u_elsewhere, Elsewhere)
extern "C" void u_variadic(int value, ...) { sink = (unsigned char)value; }
// Alignment in the argument block.
struct Shorts { short a[3]; };
struct __attribute__((packed)) PackedLong { int a; long b; int c; };
extern "C" void layout(bool a, unsigned char b, short c, double d, Shorts e, float f, Packed g, Aligned h, char i, PackedLong j)
{
    sink = (unsigned char)(a + b + c + d + e.a[0] + f + g.a + h.a + i + j.a);
}
