// Source of the tests of lines.c and params.c; line numbers matter, so only append.
extern "C" volatile int sink;
volatile int sink;

static inline __attribute__((always_inline)) void inner(int value)
{
    sink = value * 3; // line 7: in inner
}

static inline __attribute__((always_inline)) void middle(int value)
{
    sink = value;     // line 12: in middle
    inner(value + 1); // line 13
}

struct Tiling {
    unsigned long length;
    unsigned short tiles;
    unsigned char last;
    double scale[4];
};

extern "C" void add(float *x, const unsigned char count, _Float16 bias, Tiling tiling, bool flag)
{
    middle(count); // line 25
    sink = (int)tiling.tiles + flag; // line 26
    x[0] = (float)bias;
}

namespace ns {
template <int N>
void scale(float *x, float by)
{
    for (int i = 0; i < N; i++)
        x[i] *= by; // line 35
}
template void scale<4>(float *, float);
} // namespace ns

void dropped_by_the_linker(int value) { sink = value; }

extern "C" __attribute__((section(".text.vf"), retain, used)) void vf_body(int value) { sink = value + 40; } // line 42
