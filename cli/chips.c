/* belay chips: the chips Belay knows, and the parameters of one. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "cli/verb.h"

static const char help[] =
    "usage: belay chips                        the chips, one a line\n"
    "       belay chips NAME [--set KEY=VALUE]  the parameters of one, with kind and source\n\n"
    "Kinds: MEASURED on a chip, SIM from the vendor's simulator, SPEC from a document or header,\n"
    "INFERRED by us from the others, USER from --set. NAME may be the path of an .ini file.\n"
    "  --set KEY=VALUE   another value; KEY=2x multiplies it\n";

static int list(void)
{
    char **names;
    size_t count;
    belay_error err;
    if (belay_chip_names(&names, &count, &err) != BELAY_OK)
        return report_error(&err);
    printf("%-20s %8s %8s %6s %8s %8s\n", "chip", "AIC", "AIV", "MHz", "L2 MiB", "HBM GiB");
    belay_status status = BELAY_OK;
    for (size_t i = 0; i < count && status == BELAY_OK; i++) {
        static const char *const keys[] = {"SoCInfo.cube_core_cnt", "SoCInfo.vector_core_cnt",
                                           "AICoreSpec.cube_freq", "SoCInfo.l2_size",
                                           "SoCInfo.memory_size"};
        static const double unit[] = {1, 1, 1, 1 << 20, 1 << 30};
        static const int width[] = {8, 8, 6, 8, 8};
        belay_chip *chip;
        status = belay_chip_open(names[i], NULL, 0, &chip, &err);
        if (status != BELAY_OK)
            break;
        printf("%-20s", belay_chip_name(chip));
        for (int k = 0; k < 5; k++) {
            double value = 0;
            belay_chip_number(chip, keys[k], &value);
            printf(" %*.0f", width[k], value / unit[k]);
        }
        printf("\n");
        belay_chip_close(chip);
    }
    belay_names_free(names, count);
    return status == BELAY_OK ? BELAY_OK : report_error(&err);
}

static int show(const char *name, const char *const *set, size_t set_count)
{
    belay_chip *chip;
    belay_error err;
    if (belay_chip_open(name, set, set_count, &chip, &err) != BELAY_OK)
        return report_error(&err);
    printf("%s\n%-28s %-18s %-9s %s\n", belay_chip_name(chip), "parameter", "value", "kind",
           "source");
    belay_parameter p;
    for (size_t i = 0; belay_chip_parameter(chip, i, &p); i++)
        printf("%-28s %-18s %-9s %s\n", p.key, p.value, p.kind, p.source);
    belay_chip_close(chip);
    return BELAY_OK;
}

int verb_chips(int argc, char **argv)
{
    static const struct option options[] = {
        {"help", no_argument, NULL, 'h'}, {"set", required_argument, NULL, 's'}, {0}};
    const char *set[64];
    size_t set_count = 0;
    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (option == 'h') {
            fputs(help, stdout);
            return BELAY_OK;
        }
        if (option != 's')
            return BELAY_BAD_INPUT;
        if (set_count == sizeof set / sizeof *set)
            return usage_error("chips", "too many --set");
        set[set_count++] = optarg;
    }
    if (argc - optind > 1)
        return usage_error("chips", "one chip at a time");
    if (argc - optind == 1)
        return show(argv[optind], set, set_count);
    return set_count > 0 ? usage_error("chips", "--set needs a chip") : list();
}
