/* belay run: a host program with kernels in it, or a kernel of a device program by itself. */
#include <elf.h>
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/argument.h"
#include "cli/verb.h"
#include "runtime/session.h"

static const char help[] =
    "usage: belay run [options] PROGRAM [-- its arguments]\n"
    "       belay run [options] FILE.elf --kernel NAME --arg ARG...\n\n"
    "Runs a program that belay cc linked, or one kernel of a device program (belay cc -c -o "
    "k.elf).\n\n"
    "  --report          where the time of each pipe of each core went, at the end\n"
    "  --json FILE       the same as JSON\n"
    "  --trace FILE      what every pipe did, for belay view and belay export\n"
    "  --window A:B      ... between these ticks only\n"
    "  --cores LIST      ... on these cores only: aiv0,aiv4-7,aic\n"
    "  --chip NAME       chip or .ini file (belay chips lists them)\n"
    "  --set KEY=VALUE   another value of a chip's parameter; KEY=2x multiplies it\n"
    "  --max-ticks N     end a launch with an error after N ticks\n\n"
    "for a device program:\n"
    "  --kernel NAME     by symbol or name; not needed when there is only one\n"
    "  --blocks N        blocks to launch, 1 if not given\n"
    "  --arg ARG         one for each parameter, in order:\n"
    "      in:X.npy  inout:X.npy  out:Z.npy:f32[16,1024]   arrays (f32 f16 bf16 s8 u8 ... u64)\n"
    "      zero:BYTES  space:BYTES                         scratch memory\n"
    "      5  f16:0.5  raw:FILE                            values, structs\n\n"
    "The exit code is the program's own unless a launch failed (see belay --help).\n";

enum { MOST_ARGUMENTS = 128 };

struct request {
    struct session_settings settings;
    const char *kernel;
    unsigned blocks;
    struct argument argument[MOST_ARGUMENTS];
    size_t argument_count;
    bool device_options; /* --kernel, --blocks or --arg was given */
};

/* --- host programs
 * ------------------------------------------------------------------------------------- */

/* The runtime inside the program writes the worst status of its launches to this descriptor. */
static int wait_for(pid_t child, int from)
{
    int how = 0;
    unsigned char worst = 0;
    while (read(from, &worst, 1) < 0 && errno == EINTR)
        ;
    close(from);
    while (waitpid(child, &how, 0) < 0 && errno == EINTR)
        ;
    if (worst != BELAY_OK)
        return worst;
    if (WIFSIGNALED(how)) {
        fprintf(stderr, "belay: the program was ended by signal %d (%s)%s\n", WTERMSIG(how),
                strsignal(WTERMSIG(how)),
                WTERMSIG(how) == SIGSEGV
                    ? "; host code cannot use device addresses: copy with aclrtMemcpy"
                    : "");
        return 128 + WTERMSIG(how);
    }
    return WEXITSTATUS(how);
}

static int run_program(const struct session_settings *settings, char **argv)
{
    int ends[2];
    char number[16];
    if (pipe(ends) != 0) {
        fprintf(stderr, "belay: cannot make a pipe: %s\n", strerror(errno));
        return BELAY_INTERNAL;
    }
    snprintf(number, sizeof number, "%d", ends[1]);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        if (session_to_environment(settings) && setenv("BELAY_STATUS_FD", number, 1) == 0)
            execv(argv[0], argv);
        fprintf(stderr, "belay: cannot run '%s': %s\n", argv[0], strerror(errno));
        _exit(BELAY_BAD_INPUT);
    }
    close(ends[1]);
    if (child < 0) {
        fprintf(stderr, "belay: cannot fork: %s\n", strerror(errno));
        return BELAY_INTERNAL;
    }
    return wait_for(child, ends[0]);
}

/* --- device programs
 * ----------------------------------------------------------------------------------- */

/* The kernel to run; without a name the only one. */
static belay_status choose_kernel(const struct request *request, belay_program *program,
                                  size_t *kernel, belay_error *err)
{
    const char *name = request->kernel;
    *kernel = 0;
    if (name == NULL && belay_program_kernel_count(program) == 1)
        return BELAY_OK;
    return belay_program_find(program, name == NULL ? "" : name, kernel, err);
}

static belay_status place_all(struct request *request, belay_chip *chip, belay_program *program,
                              size_t kernel, uint8_t *block, belay_error *err)
{
    belay_kernel info;
    belay_param param;
    belay_program_kernel(program, kernel, &info);
    if (request->argument_count != info.param_count) {
        char names[400] = "";
        for (size_t i = 0; belay_program_param(program, kernel, i, &param); i++) {
            size_t used = strlen(names);
            snprintf(names + used, sizeof names - used, "%s%s%s", i > 0 ? ", " : "",
                     param.is_pointer ? "*" : "", param.name);
        }
        return bad_input(err, "kernel %s takes %zu arguments (%s); %zu are given", info.name,
                         info.param_count, names, request->argument_count);
    }
    belay_status status = BELAY_OK;
    for (size_t i = 0; i < info.param_count && status == BELAY_OK; i++) {
        belay_program_param(program, kernel, i, &param);
        status = argument_place(chip, &param, &request->argument[i], block, err);
    }
    return status;
}

static belay_status run_kernel(struct request *request, struct session *session,
                               belay_program *program, belay_error *err)
{
    size_t kernel;
    belay_kernel info;
    belay_status status = choose_kernel(request, program, &kernel, err);
    if (status != BELAY_OK)
        return status;
    belay_program_kernel(program, kernel, &info);
    uint8_t *block = calloc(1, info.args_size + 1);
    if (block == NULL) {
        bad_input(err, "out of memory");
        return err->status = BELAY_INTERNAL;
    }
    status = place_all(request, session->chip, program, kernel, block, err);
    if (status == BELAY_OK)
        status =
            session_launch(session, program, kernel, request->blocks, block, info.args_size, err);
    free(block);
    for (size_t i = 0; i < request->argument_count && status == BELAY_OK; i++)
        status = argument_finish(session->chip, &request->argument[i], err);
    return status;
}

static int run_device(struct request *request, const char *path)
{
    char *data;
    size_t size;
    belay_error err;
    belay_program *program = NULL;
    struct session session;
    if (read_file(path, &data, &size, &err) != BELAY_OK)
        return report_error(&err);
    belay_status status = belay_program_load(data, size, &program, &err);
    free(data);
    if (status != BELAY_OK)
        return report_file_error(path, &err);
    status = session_open(&session, &request->settings, &err);
    if (status != BELAY_OK) {
        belay_program_free(program);
        return report_error(&err);
    }
    status = run_kernel(request, &session, program, &err);
    if (status != BELAY_OK)
        report_error(&err);
    belay_status closed = session_close(&session, &err);
    if (closed != BELAY_OK)
        report_error(&err);
    belay_program_free(program);
    return (int)(status != BELAY_OK ? status : closed);
}

/* --- command line
 * -------------------------------------------------------------------------------------- */

/* Is it a program for this machine (and not device code, or nothing we know)? */
static bool is_host_program(const char *path)
{
    Elf64_Ehdr header;
    FILE *file = fopen(path, "rb");
    bool whole = file != NULL && fread(&header, sizeof header, 1, file) == 1;
    if (file != NULL)
        fclose(file);
    if (!whole)
        return false;
    bool script = memcmp(&header, "#!", 2) == 0;
    bool elf = memcmp(header.e_ident, ELFMAG, SELFMAG) == 0;
    return script || (elf && (header.e_type == ET_EXEC || header.e_type == ET_DYN) &&
                      (header.e_machine == EM_X86_64 || header.e_machine == EM_AARCH64));
}

static bool parse_blocks(const char *text, unsigned *blocks)
{
    char *end;
    errno = 0;
    unsigned long n = strtoul(text, &end, 10);
    *blocks = (unsigned)n;
    return *text >= '0' && *text <= '9' && *end == '\0' && errno == 0 && n <= UINT32_MAX;
}

/* One option; BELAY_OK, or the error that it is. */
static int take_option(struct request *request, int option)
{
    struct session_settings *settings = &request->settings;
    switch (option) {
    case 'r':
        settings->report = true;
        return BELAY_OK;
    case 'j':
        settings->json = optarg;
        return BELAY_OK;
    case 't':
        settings->trace = optarg;
        return BELAY_OK;
    case 'w':
        settings->window = optarg;
        return BELAY_OK;
    case 'C':
        settings->cores = optarg;
        return BELAY_OK;
    case 'c':
        settings->chip = optarg;
        return BELAY_OK;
    case 's':
        if (settings->override_count == SESSION_MOST_OVERRIDES)
            return usage_error("run", "too many --set");
        settings->override[settings->override_count++] = optarg;
        return BELAY_OK;
    case 'm':
        if (!session_parse_ticks(optarg, &settings->max_ticks) || settings->max_ticks == 0)
            return usage_error("run", "--max-ticks: '%s' is not a number of ticks", optarg);
        return BELAY_OK;
    case 'k':
        request->kernel = optarg;
        break;
    case 'b':
        if (!parse_blocks(optarg, &request->blocks))
            return usage_error("run", "--blocks: '%s' is not a number of blocks", optarg);
        break;
    case 'a':
        if (request->argument_count == MOST_ARGUMENTS)
            return usage_error("run", "too many --arg: at most %d", MOST_ARGUMENTS);
        request->argument[request->argument_count++].text = optarg;
        break;
    default:
        return BELAY_BAD_INPUT;
    }
    request->device_options = true;
    return BELAY_OK;
}

static int run_request(struct request *request, char **argv)
{
    if (!is_host_program(argv[0])) {
        if (argv[1] != NULL)
            return usage_error("run", "'%s': a device program takes --arg, not '%s'", argv[0],
                               argv[1]);
        return run_device(request, argv[0]);
    }
    if (request->device_options)
        return usage_error("run",
                           "'%s' is a host program: --kernel, --blocks and --arg are for "
                           "device programs",
                           argv[0]);
    return run_program(&request->settings, argv);
}

int verb_run(int argc, char **argv)
{
    static const struct option options[] = {{"help", no_argument, NULL, 'h'},
                                            {"report", no_argument, NULL, 'r'},
                                            {"json", required_argument, NULL, 'j'},
                                            {"chip", required_argument, NULL, 'c'},
                                            {"set", required_argument, NULL, 's'},
                                            {"max-ticks", required_argument, NULL, 'm'},
                                            {"kernel", required_argument, NULL, 'k'},
                                            {"blocks", required_argument, NULL, 'b'},
                                            {"arg", required_argument, NULL, 'a'},
                                            {"trace", required_argument, NULL, 't'},
                                            {"window", required_argument, NULL, 'w'},
                                            {"cores", required_argument, NULL, 'C'},
                                            {0}};
    static struct request request;
    belay_error err;
    request.blocks = 1;
    if (session_from_environment(&request.settings, &err) != BELAY_OK)
        return report_error(&err);
    for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (option == 'h') {
            fputs(help, stdout);
            return BELAY_OK;
        }
        int code = take_option(&request, option);
        if (code != BELAY_OK)
            return code;
    }
    if (optind == argc)
        return usage_error("run", "no program is given");
    int code = run_request(&request, argv + optind);
    for (size_t i = 0; i < request.argument_count; i++)
        argument_free(&request.argument[i]);
    return code;
}
