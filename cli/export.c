/* belay export: a trace in the forms that other programs read. */
#include "cli/export.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <string.h>

#include "cli/verb.h"
#include "runtime/session.h"

static const char help[] =
    "usage: belay export (--chrome | --kanata | --csv) [-o FILE] [--range A:B] TRACE\n\n"
    "Writes a trace of belay run --trace in the form of another program, to standard output if no\n"
    "file is given.\n\n"
    "  --chrome      JSON trace events for Perfetto and chrome://tracing\n"
    "  --kanata      pipeline log for Konata\n"
    "  --csv         a line for each instruction, wait and flag\n"
    "  --range A:B   only what overlaps these ticks\n"
    "  -o FILE       output\n";

const char *export_lane_name(const char *pipe)
{
    static const char *const names[][2] = {{"s", "SCALAR"},  {"v", "VECTOR"},  {"m", "CUBE"},
                                           {"mte1", "MTE1"}, {"mte2", "MTE2"}, {"mte3", "MTE3"},
                                           {"fix", "FIXP"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i][0], pipe) == 0)
            return names[i][1];
    return pipe;
}

const char *export_vector_name(const char *text)
{
    static const char *const loads[] = {"vld", "vsld", "vgather", "pld"};
    static const char *const stores[] = {"vst", "vsst", "vscatter", "pst"};
    for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++) {
        if (strncmp(text, loads[i], strlen(loads[i])) == 0)
            return "RVECLD";
        if (strncmp(text, stores[i], strlen(stores[i])) == 0)
            return "RVECST";
    }
    return "RVECEX";
}

/* --- CSV -------------------------------------------------------------------------------------- */

struct csv_lane {
    const struct export *export;
    belay_trace_lane lane;
};

/* Quoted when it has to be (RFC 4180). */
static void put_field(FILE *out, const char *text)
{
    if (strpbrk(text, ",\"\n") == NULL) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}

static bool csv_insn(void *user, const belay_trace_insn *insn)
{
    const struct csv_lane *c = user;
    FILE *out = c->export->out;
    belay_trace_code code = {.file = ""};
    belay_trace_code_at(c->export->trace, insn->program, insn->pc, &code);
    fprintf(out, "%s,%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",0x%" PRIx64 ",",
            insn->is_call   ? "call"
            : insn->in_call ? "vector"
                            : "instruction",
            c->lane.core, c->lane.pipe, insn->begin, insn->end, insn->issue, insn->pc);
    put_field(out, code.file);
    fprintf(out, ",%d,", code.line);
    put_field(out, insn->text);
    fputc('\n', out);
    return true;
}

static bool csv_span(void *user, const belay_trace_span *span)
{
    const struct csv_lane *c = user;
    if (span->state != 0)
        fprintf(c->export->out, "wait,%s,%s,%" PRIu64 ",%" PRIu64 ",,,,,%s\n", c->lane.core,
                c->lane.pipe, span->begin, span->end,
                belay_trace_state(c->export->trace, span->state));
    return true;
}

static bool csv_flow(void *user, const belay_trace_flow *flow)
{
    const struct csv_lane *c = user;
    belay_trace_lane from = {"", ""};
    belay_trace_get_lane(c->export->trace, flow->from_lane, &from);
    fprintf(c->export->out,
            "%s,%s,%s,%" PRIu64 ",%" PRIu64 ",,0x%" PRIx64 ",,,id %u from %s %s pc 0x%" PRIx64 "\n",
            flow->kind, c->lane.core, c->lane.pipe, flow->from_tick, flow->to_tick, flow->to_pc,
            flow->id, from.core, from.pipe, flow->from_pc);
    return true;
}

belay_status export_csv(struct export *export, belay_error *err)
{
    struct csv_lane c = {export, {0}};
    belay_status status = BELAY_OK;
    fputs("kind,core,pipe,begin,end,issue,pc,file,line,text\n", export->out);
    for (size_t i = 0; status == BELAY_OK && belay_trace_get_lane(export->trace, i, &c.lane); i++) {
        status = belay_trace_insns(export->trace, i, export->begin, export->end, csv_insn, &c, err);
        if (status == BELAY_OK)
            status =
                belay_trace_spans(export->trace, i, export->begin, export->end, csv_span, &c, err);
        if (status == BELAY_OK)
            status =
                belay_trace_flows(export->trace, i, export->begin, export->end, csv_flow, &c, err);
    }
    return status;
}

/* --- the verb --------------------------------------------------------------------------------- */

static int write_out(struct export *export, export_form *form, const char *path)
{
    belay_error err;
    export->out = path == NULL ? stdout : fopen(path, "w");
    if (export->out == NULL) {
        bad_input(&err, "cannot write '%s': %s", path, strerror(errno));
        return report_error(&err);
    }
    belay_status status = form(export, &err);
    bool good = !ferror(export->out);
    if (path != NULL)
        good = fclose(export->out) == 0 && good;
    if (status == BELAY_OK && !good)
        status = bad_input(&err, "cannot write '%s'", path == NULL ? "standard output" : path);
    return status == BELAY_OK ? BELAY_OK : report_error(&err);
}

int verb_export(int argc, char **argv)
{
    static const struct option options[] = {
        {"help", no_argument, NULL, 'h'},        {"chrome", no_argument, NULL, 'c'},
        {"kanata", no_argument, NULL, 'k'},      {"csv", no_argument, NULL, 'v'},
        {"range", required_argument, NULL, 'r'}, {0}};
    struct export export = {.end = 0};
    export_form *form = NULL;
    const char *path = NULL;
    int forms = 0;
    for (int option; (option = getopt_long(argc, argv, "o:", options, NULL)) != -1;) {
        if (option == 'h') {
            fputs(help, stdout);
            return BELAY_OK;
        }
        if (option == '?')
            return BELAY_BAD_INPUT;
        if (option == 'o')
            path = optarg;
        else if (option == 'r' && !session_parse_window(optarg, &export.begin, &export.end))
            return usage_error("export", "--range: '%s' is not a range of ticks", optarg);
        forms += option == 'c' || option == 'k' || option == 'v';
        form = option == 'c'   ? export_chrome
               : option == 'k' ? export_kanata
               : option == 'v' ? export_csv
                               : form;
    }
    if (forms != 1)
        return usage_error("export", "one of --chrome, --kanata and --csv is needed");
    if (argc - optind != 1)
        return usage_error("export", "one trace is needed");
    belay_error err;
    if (belay_trace_open(argv[optind], &export.trace, &err) != BELAY_OK)
        return report_error(&err);
    belay_trace_get_info(export.trace, &export.info);
    if (export.info.damage != NULL)
        fprintf(stderr, "belay: '%s': %s; what is before it is written\n", argv[optind],
                export.info.damage);
    if (export.end == 0)
        export.end = UINT64_MAX;
    int code = write_out(&export, form, path);
    belay_trace_close(export.trace);
    return code;
}
