#include <cstdio>

void say(int value)
{
    std::printf("factor %d\n", value);
}
