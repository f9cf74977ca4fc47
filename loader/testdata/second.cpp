// A second file of the program of inline.cpp. Its code lies before the first file's .text, its line
// table after the first file's.
extern "C" volatile int sink;
extern "C" __attribute__((section(".text.simt"), retain, used)) void simt_body(int value)
{
    sink = value - 1; // line 6
}
