/* belay cc: compiles Ascend C for the emulated core. */
#include "cc/driver.h"

int verb_cc(int argc, char **argv);

int verb_cc(int argc, char **argv)
{
    return cc_main(argc, argv);
}
