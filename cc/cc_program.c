/* The driver as a program of its own, for tests that do not need the rest of the command line. */
int verb_cc(int argc, char **argv);

int main(int argc, char **argv)
{
    return verb_cc(argc, argv);
}
