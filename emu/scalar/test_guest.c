/* A program for test_qemu.c: what compilers make of ordinary code, in one text of results. Built
 * for RISC-V by clang, without any library. */
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long u64;
typedef long s64;

static char output[65536];
static u64 used;

static long system_call(long number, long a, long b, long c)
{
    register long a0 __asm__("a0") = a;
    register long a1 __asm__("a1") = b;
    register long a2 __asm__("a2") = c;
    register long a7 __asm__("a7") = number;
    __asm__ volatile("ecall" : "+r"(a0) : "r"(a1), "r"(a2), "r"(a7) : "memory");
    return a0;
}

static void put(char c)
{
    if (used < sizeof output)
        output[used++] = c;
}

static void put_text(const char *text)
{
    while (*text != '\0')
        put(*text++);
}

static void put_hex(u64 value)
{
    for (int shift = 60; shift >= 0; shift -= 4)
        put("0123456789abcdef"[value >> shift & 15]);
    put('\n');
}

static void put_decimal(s64 value)
{
    char digits[24];
    int count = 0;
    u64 rest = value < 0 ? -(u64)value : (u64)value;
    if (value < 0)
        put('-');
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    while (count > 0)
        put(digits[--count]);
    put('\n');
}

static void put_double(double value)
{
    u64 bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    put_hex(bits);
}

static u64 seed = 0x243f6a8885a308d3;

static u64 next(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

/* --- integers --------------------------------------------------------------------------------- */

static void sort(s64 *values, int count)
{
    for (int gap = count / 2; gap > 0; gap /= 2)
        for (int i = gap; i < count; i++) {
            s64 value = values[i];
            int k = i;
            for (; k >= gap && values[k - gap] > value; k -= gap)
                values[k] = values[k - gap];
            values[k] = value;
        }
}

static u32 crc(const u8 *bytes, u64 size)
{
    u32 sum = ~0u;
    for (u64 i = 0; i < size; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return ~sum;
}

static u64 ackermann(u64 m, u64 n)
{
    if (m == 0)
        return n + 1;
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

static s64 interpret(const char *program, s64 a)
{
    for (; *program != '\0'; program++)
        switch (*program) {
        case '+':
            a += 7;
            break;
        case '-':
            a -= 13;
            break;
        case '*':
            a *= 3;
            break;
        case '/':
            a /= 5;
            break;
        case '%':
            a %= 1000003;
            break;
        case '<':
            a <<= 5;
            break;
        case '>':
            a >>= 2;
            break;
        case '~':
            a = ~a;
            break;
        case '^':
            a ^= a >> 31;
            break;
        default:
            a = 0;
            break;
        }
    return a;
}

static s64 twice(s64 a)
{
    return 2 * a;
}
static s64 square(s64 a)
{
    return a * a;
}
static s64 (*const functions[])(s64) = {twice, square};

static void integers(void)
{
    s64 values[200];
    for (int i = 0; i < 200; i++)
        values[i] = (s64)next() >> (next() % 64);
    sort(values, 200);
    for (int i = 0; i < 200; i += 9)
        put_decimal(values[i]);
    put_hex(crc((const u8 *)values, sizeof values));
    put_decimal((s64)ackermann(2, 7));
    put_decimal(interpret("+*<+^-~>*%<*/+-^~", 12345));
    s64 a = 3;
    for (int i = 0; i < 20; i++)
        a = functions[next() & 1](a);
    put_hex((u64)a);
    for (int i = 0; i < 50; i++) {
        u64 x = next(), y = next() >> (next() % 64);
        put_hex((u64)((unsigned __int128)x * y >> 64));
        put_hex(x / y + x % y);
        put_hex((u64)((s64)x / (s64)y) ^ (u64)((s64)x % (s64)y));
        put_hex((u32)x / ((u32)y | 1));
        put_hex((u64)((int)x >> (y & 31)));
    }
}

/* --- floating point --------------------------------------------------------------------------- */

static double exponential(double x)
{
    double sum = 1, term = 1;
    for (int i = 1; i < 30; i++) {
        term *= x / i;
        sum += term;
    }
    return sum;
}

static void matrices(void)
{
    enum { N = 12 };
    static float a[N][N], b[N][N], c[N][N];
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) {
            a[i][k] = (float)(int)(next() % 2001) / 1000.0f - 1;
            b[i][k] = (float)(i - k) / 7;
        }
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++)
            for (int m = 0; m < N; m++)
                c[i][k] += a[i][m] * b[m][k];
    put_hex(crc((const u8 *)c, sizeof c));
}

static void halves(void)
{
    _Float16 sum = 0, product = 1;
    for (int i = 1; i < 100; i++) {
        sum += (_Float16)i / (_Float16)3;
        product = product * (_Float16)1.01 + (_Float16)0.001;
    }
    put_double((double)sum);
    put_double((double)product);
    put_decimal((s64)sum);
}

static void floats(void)
{
    double x = 0.1;
    float y = 0.3f;
    for (int i = 0; i < 100; i++) {
        x = __builtin_sqrt(x * x + 1.0 / (i + 1));
        y = __builtin_sqrtf(y) * 0.9f + (float)x;
        if (x > y)
            x -= (double)y;
        put_double(x);
        put_double((double)y);
    }
    put_double(exponential(1));
    put_double(exponential(-3.25));
    put_decimal((s64)(exponential(10) * 1000));
    put_decimal((int)-2.75f);
    put_decimal((s64)(u64)1e19);
    double smallest = 1;
    while (smallest / 2 > 0)
        smallest /= 2;
    put_double(smallest);
}

/* --- memory ----------------------------------------------------------------------------------- */

struct __attribute__((packed)) record {
    u8 tag;
    u32 word;
    u64 value;
    short half;
};

static void memory(void)
{
    static struct record records[40];
    for (int i = 0; i < 40; i++)
        records[i] = (struct record){(u8)i, (u32)next(), next(), (short)(i * -321)};
    u64 sum = 0;
    for (int i = 0; i < 40; i++)
        sum = sum * 31 + records[i].tag + records[i].word + records[i].value +
              (u64)(s64)records[i].half;
    put_hex(sum);
    static u64 shared;
    static u32 word = 5;
    for (int i = 0; i < 10; i++) {
        put_hex(__atomic_fetch_add(&shared, next(), __ATOMIC_SEQ_CST));
        put_hex(__atomic_exchange_n(&word, (u32)next(), __ATOMIC_ACQ_REL));
        u32 expected = word;
        put_hex(__atomic_compare_exchange_n(&word, &expected, expected * 3, 0, __ATOMIC_SEQ_CST,
                                            __ATOMIC_SEQ_CST));
    }
}

void guest_main(void)
{
    put_text("integers\n");
    integers();
    put_text("floating point\n");
    floats();
    matrices();
    halves();
    put_text("memory\n");
    memory();
    system_call(64, 1, (long)output, (long)used);
    system_call(93, 0, 0, 0);
}

__attribute__((naked)) void _start(void)
{
    __asm__ volatile("call guest_main");
}

void *memset(void *out, int value, u64 size)
{
    volatile u8 *bytes = out;
    for (u64 i = 0; i < size; i++)
        bytes[i] = (u8)value;
    return out;
}

void *memcpy(void *out, const void *in, u64 size)
{
    volatile u8 *to = out;
    const u8 *from = in;
    for (u64 i = 0; i < size; i++)
        to[i] = from[i];
    return out;
}
