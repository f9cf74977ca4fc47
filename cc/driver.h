/* `belay cc` as a function: reads the command line, runs the passes, leaves the output file. */
#ifndef BELAY_CC_DRIVER_H
#define BELAY_CC_DRIVER_H

/* Prints diagnostics to standard error. Returns the exit code: 0, 2 for wrong use and compile
 * errors, 3 for what is not supported, 4 for an error of Belay. */
int cc_main(int argc, char **argv);

#endif
