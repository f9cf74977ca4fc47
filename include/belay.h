/* Belay: an emulator of Huawei Ascend AI cores. The one public header.
 *
 * Every function that can fail returns a belay_status and, where a `belay_error *` is passed, fills
 * it; passing NULL for it is allowed. The library never prints and never exits. Sizes are in bytes,
 * times in ticks of the core clock unless a name says otherwise. Not thread safe per chip: one
 * belay_chip is used by one thread at a time; different chips are independent. */
#ifndef BELAY_H
#define BELAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Who has to act. The values are the exit codes of the command line. */
typedef enum belay_status {
    BELAY_OK = 0,
    BELAY_KERNEL_BUG = 1,  /* the kernel's author */
    BELAY_BAD_INPUT = 2,   /* the user of the command line or of this API */
    BELAY_UNSUPPORTED = 3, /* not built yet; the message names what */
    BELAY_INTERNAL = 4     /* Belay's authors, or a host that ran out of memory */
} belay_status;

typedef struct belay_error {
    belay_status status;
    char message[640]; /* one sentence; names the value */
    char core[16];     /* "aiv3"; empty when no core is concerned */
    char pipe[8];      /* "mte2"; empty when no pipe is concerned */
    uint64_t pc;       /* 0 when unknown */
    uint64_t tick;
    char file[256]; /* source file; empty when unknown */
    int line;       /* 0 when unknown */
} belay_error;

/* --- chips ---------------------------------------------------------------------------------------
 */

typedef struct belay_chip belay_chip;

/* Names of the chips Belay knows, sorted. Free with belay_names_free. */
belay_status belay_chip_names(char ***names, size_t *count, belay_error *err);
void belay_names_free(char **names, size_t count);

/* Opens a chip. `name`: a chip's name in any case, with or without "Ascend" in front, or the path
 * of an .ini file; NULL for the default, Ascend950PR_9579. Each of `overrides` is "key=value" or
 * "key=2x". BELAY_BAD_INPUT: unknown name (the message lists them), file or key. */
belay_status belay_chip_open(const char *name, const char *const *overrides, size_t override_count,
                             belay_chip **out, belay_error *err);
void belay_chip_close(belay_chip *chip);

const char *belay_chip_name(const belay_chip *chip); /* "Ascend950PR_9579" */
uint64_t belay_chip_clock_mhz(const belay_chip *chip);

/* The number of a parameter ("SoCInfo.cube_core_cnt", "queue.depth.v"); false when there is none or
 * it is not a number. */
bool belay_chip_number(const belay_chip *chip, const char *key, double *value);

typedef struct belay_parameter {
    const char *key, *value;
    const char *kind; /* MEASURED, SIM, SPEC, INFERRED, USER */
    const char *source;
} belay_parameter;

/* The i-th parameter; false past the last. Strings live as long as the chip. */
bool belay_chip_parameter(const belay_chip *chip, size_t i, belay_parameter *parameter);

/* A launch ends with an error after this many ticks; 0 (default): never. */
void belay_chip_set_max_ticks(belay_chip *chip, uint64_t ticks);

/* --- global memory
 * ------------------------------------------------------------------------------------ */

/* Device addresses are not host pointers. New memory is poisoned (bytes 0xa5), never zero. */
belay_status belay_gm_alloc(belay_chip *chip, uint64_t size, uint64_t *address, belay_error *err);
belay_status belay_gm_free(belay_chip *chip, uint64_t address, belay_error *err);

/* Copy and fill; the whole range must lie in one allocation, else BELAY_BAD_INPUT. */
belay_status belay_gm_write(belay_chip *chip, uint64_t address, const void *from, uint64_t size,
                            belay_error *err);
belay_status belay_gm_read(belay_chip *chip, uint64_t address, void *to, uint64_t size,
                           belay_error *err);
belay_status belay_gm_fill(belay_chip *chip, uint64_t address, uint8_t byte, uint64_t size,
                           belay_error *err);
belay_status belay_gm_copy(belay_chip *chip, uint64_t to, uint64_t from, uint64_t size,
                           belay_error *err);

/* Bytes allocated, and bytes of HBM of the chip. */
void belay_gm_usage(const belay_chip *chip, uint64_t *used, uint64_t *capacity);

/* --- programs
 * ----------------------------------------------------------------------------------------- */

typedef struct belay_program belay_program;

/* Loads a device program that `belay cc` wrote, from memory (copied). BELAY_BAD_INPUT: not one, or
 * damaged; BELAY_UNSUPPORTED: an object of the vendor's compiler. */
belay_status belay_program_load(const void *data, size_t size, belay_program **out,
                                belay_error *err);
void belay_program_free(belay_program *program);

typedef struct belay_kernel {
    const char *symbol; /* mangled */
    const char *name;   /* base name */
    const char *type;   /* "aiv", "aic", "mix 1:1", "mix 1:2" */
    uint32_t args_size; /* bytes of the argument block */
    size_t param_count;
} belay_kernel;

typedef struct belay_param {
    const char *name;
    uint32_t offset, size; /* in the argument block */
    bool is_pointer, is_float;
} belay_param;

size_t belay_program_kernel_count(const belay_program *program);
bool belay_program_kernel(const belay_program *program, size_t kernel, belay_kernel *out);
bool belay_program_param(const belay_program *program, size_t kernel, size_t param,
                         belay_param *out);
const char *belay_program_arch(const belay_program *program);

/* By symbol, or by base name when only one kernel has it; BELAY_BAD_INPUT lists the names. */
belay_status belay_program_find(const belay_program *program, const char *name, size_t *kernel,
                                belay_error *err);

/* Place of device program number `index` inside a host object or program that `belay cc` wrote;
 * false when there are not so many. */
bool belay_program_embedded(const void *data, size_t size, size_t index, size_t *offset,
                            size_t *program_size);

/* Text about an object file of any kind Belay can read: a device program, or an object of the
 * vendor's compiler. Free with belay_text_free. */
belay_status belay_describe(const void *data, size_t size, char **text, belay_error *err);

/* Disassembly of the whole program; `lines`: with source file and line. Free with belay_text_free.
 */
belay_status belay_disassemble(belay_program *program, bool lines, char **text, belay_error *err);
void belay_text_free(char *text);

/* --- running
 * ------------------------------------------------------------------------------------------- */

typedef struct belay_output { /* where kernels' printf goes; text is not NUL-terminated */
    void (*write)(void *user, const char *text, size_t size);
    void *user;
} belay_output;

void belay_chip_set_output(belay_chip *chip, belay_output output);

/* Called now and then during a launch, with the tick and the number of blocks that have ended. */
typedef void belay_progress(void *user, uint64_t tick, unsigned blocks_done, unsigned blocks);
void belay_chip_set_progress(belay_chip *chip, belay_progress *progress, void *user);

/* Runs a kernel to its end. `args` is the argument block: the parameters at their offsets, in all
 * args_size bytes. On an error the chip stays usable. One program runs on one chip at a time. */
belay_status belay_launch(belay_chip *chip, belay_program *program, size_t kernel, unsigned blocks,
                          const void *args, size_t args_size, belay_error *err);

/* --- results
 * ------------------------------------------------------------------------------------------- */

typedef struct belay_summary {
    uint64_t ticks;        /* of all launches so far */
    uint64_t instructions; /* executed by scalar and vector units */
    uint64_t launches;
} belay_summary;

void belay_chip_summary(const belay_chip *chip, belay_summary *summary);

/* Time of one lane (pipe or scalar unit of a core that ran a block). busy plus all waits is the sum
 * of the ticks of all launches. */
typedef struct belay_lane {
    const char *core; /* "aiv3" */
    const char *pipe; /* "s", "v", "mte2" ... */
    uint64_t busy;
    uint64_t
        instructions; /* executed by it; "v": the vector instructions inside vector functions */
} belay_lane;

bool belay_chip_lane(const belay_chip *chip, size_t i, belay_lane *lane);
size_t belay_wait_reason_count(void);
const char *belay_wait_reason(size_t reason);
/* Ticks that lane i waited for a reason. */
uint64_t belay_chip_lane_wait(const belay_chip *chip, size_t i, size_t reason);

/* The same as text: a table with a line for each lane that did something, and as JSON with the keys
 * chip, clock_mhz, ticks, ns, instructions, host_seconds, peak_rss_bytes, lanes[{core, pipe, busy,
 * instructions, waits{reason: ticks}}]. host_seconds is the caller's measurement, peak_rss_bytes
 * that of the process. Free with belay_text_free. */
belay_status belay_report_text(const belay_chip *chip, char **text, belay_error *err);
belay_status belay_report_json(const belay_chip *chip, double host_seconds, char **text,
                               belay_error *err);

/* --- stopping inside a launch, and looking
 * ------------------------------------------------------------------------------------------- */

/* Called during a launch when everything before `tick` has happened and nothing at or after it:
 * `tick` is that of the next event at or after the one asked for. Ticks count on from launch to
 * launch, as in traces. *next: where to stop again; tick + 1 is the next event, UINT64_MAX never.
 * False gives the launch up (BELAY_BAD_INPUT, which names the tick). Runs are deterministic, so an
 * earlier state is that of a run on a new chip that stops earlier. */
typedef bool belay_on_stop(void *user, uint64_t tick, uint64_t *next);
void belay_chip_set_stop(belay_chip *chip, uint64_t tick, belay_on_stop *stop, void *user);

/* State of a core ("aiv3") at a stop, or after a launch. The scalar unit may be ahead of the tick,
 * up to its next access that another unit can see: its own time is `tick`. */
typedef struct belay_core_state {
    bool running; /* it has a block */
    unsigned block;
    uint64_t tick, pc;
    uint64_t x[32], f[32];
    bool in_function;      /* a vector function runs ... */
    uint64_t vf_pc;        /* ... and is here */
    const uint8_t *vector; /* 32 registers of 256 bytes; NULL: the core has none */
} belay_core_state;
belay_status belay_core_look(const belay_chip *chip, const char *core, belay_core_state *state,
                             belay_error *err);

/* Bytes of a local memory: "UB", "L1", "L0A", "L0B", "L0C", "BT", "FB". Bytes that no kernel wrote
 * are poison. Global memory: belay_gm_read. BELAY_BAD_INPUT: no such core, memory or address. */
belay_status belay_local_read(const belay_chip *chip, const char *core, const char *memory,
                              uint64_t address, void *to, uint64_t size, belay_error *err);

/* --- traces: writing
 * ------------------------------------------------------------------------------------ */

/* What a trace keeps. Ticks are those of the trace: launches stand behind one another. */
typedef struct belay_trace_options {
    uint64_t begin, end; /* what overlaps [begin, end) is kept; end 0: everything from begin on */
    const char *cores;   /* "aiv0,aiv3-7,aic"; NULL: all */
} belay_trace_options;

/* From now on everything that happens on the chip goes to a file (docs/trace.md), chunk by chunk:
 * after a crash it is readable up to the last whole chunk. BELAY_BAD_INPUT: the file or the list of
 * cores; options NULL: everything. */
belay_status belay_trace_begin(belay_chip *chip, const char *path,
                               const belay_trace_options *options, belay_error *err);

/* A call of the host interface, for the lane of the host. Nothing when no trace is written. */
void belay_trace_host_call(belay_chip *chip, const char *name);

/* Completes the file; belay_chip_close does it too, but cannot tell of a full disk. */
belay_status belay_trace_end(belay_chip *chip, belay_error *err);

/* --- traces: reading
 * ------------------------------------------------------------------------------------ */

typedef struct belay_trace belay_trace;

/* BELAY_BAD_INPUT: cannot be read, no trace, or of a newer version. A trace that breaks off or is
 * damaged opens with what is good of it; belay_trace_info.damage says what is wrong. */
belay_status belay_trace_open(const char *path, belay_trace **out, belay_error *err);
void belay_trace_close(belay_trace *trace);

typedef struct belay_trace_info {
    const char *chip;
    uint64_t clock_mhz;
    uint64_t begin, end;  /* ticks that the trace covers */
    size_t lanes, states; /* states: 0 is busy, the others are reasons to wait */
    size_t launches, host_calls;
    uint64_t spans, instructions, flows; /* in all */
    const char *damage;                  /* NULL: whole */
} belay_trace_info;

/* Strings that a trace gives live as long as it. */
void belay_trace_get_info(const belay_trace *trace, belay_trace_info *info);
const char *belay_trace_state(const belay_trace *trace, size_t state); /* "busy", "flag" ... */

typedef struct belay_trace_lane {
    const char *core; /* "aiv3" */
    const char *pipe; /* "s", "v", "mte2" ... */
} belay_trace_lane;

/* Lanes are sorted: AICs, then AIVs, each with s first. False past the last. */
bool belay_trace_get_lane(const belay_trace *trace, size_t lane, belay_trace_lane *out);

typedef struct belay_trace_launch {
    const char *kernel; /* base name */
    unsigned blocks;
    uint64_t begin, end;
} belay_trace_launch;
bool belay_trace_get_launch(const belay_trace *trace, size_t i, belay_trace_launch *out);

typedef struct belay_trace_call {
    const char *name;
    uint64_t tick;
} belay_trace_call;
bool belay_trace_get_host_call(const belay_trace *trace, size_t i, belay_trace_call *out);

/* Where the time of a lane goes: bucket b of `buckets` is [begin + b * (end - begin) / buckets,
 * begin + (b + 1) * (end - begin) / buckets); ticks[b * states + s] are its ticks in state s (a
 * fraction where a bucket is shorter than a tick). Costs time by the number of buckets, not by the
 * length of the trace. */
belay_status belay_trace_summary(belay_trace *trace, size_t lane, uint64_t begin, uint64_t end,
                                 size_t buckets, float *ticks, belay_error *err);

/* Visitors get what overlaps [begin, end), in order; false ends the visit. */
typedef struct belay_trace_span { /* of one state; spans of a lane follow each other without gap */
    uint64_t begin, end;
    unsigned state;
} belay_trace_span;
typedef bool belay_trace_on_span(void *user, const belay_trace_span *span);
belay_status belay_trace_spans(belay_trace *trace, size_t lane, uint64_t begin, uint64_t end,
                               belay_trace_on_span *visit, void *user, belay_error *err);

enum { BELAY_TRACE_ARGS = 8, BELAY_TRACE_TOUCHES = 4 };

typedef struct belay_trace_touch { /* bytes of a local memory: from the first to behind the last */
    unsigned space;                /* belay_trace_space: "UB", "L1", "L0A" ... "GM" */
    bool write;
    uint64_t address, size;
} belay_trace_touch;
const char *belay_trace_space(const belay_trace *trace, size_t space); /* NULL past the last */

/* An instruction of a pipe, a call of a vector function (pipe v), an instruction inside one (its
 * lane is v too, and lies within the call), or an AI Core instruction of the scalar unit. */
typedef struct belay_trace_insn {
    uint64_t issue, begin, end; /* put into the queue, taken, complete */
    uint64_t pc;
    unsigned program; /* for belay_trace_code_at */
    bool is_call;     /* of a vector function */
    bool in_call;
    const char
        *text;     /* disassembly: "vadd.f32 v8, v9, v10, v0, ZEROING"; of a call: its function */
    unsigned args; /* operand values by register field; none inside vector functions */
    uint64_t arg[BELAY_TRACE_ARGS];
    unsigned touches;
    belay_trace_touch touch[BELAY_TRACE_TOUCHES];
} belay_trace_insn;
typedef bool belay_trace_on_insn(void *user, const belay_trace_insn *insn);
belay_status belay_trace_insns(belay_trace *trace, size_t lane, uint64_t begin, uint64_t end,
                               belay_trace_on_insn *visit, void *user, belay_error *err);

/* A wait that somebody ended: the set of a flag, the release of a buffer id ... Visited by the lane
 * that waited, over the ticks at which the waits ended. */
typedef struct belay_trace_flow {
    const char *kind; /* "flag", "buffer", "cross_core" */
    unsigned id;
    size_t from_lane, to_lane;
    uint64_t from_tick, to_tick; /* the set took effect; the wait ended */
    uint64_t from_pc, to_pc;
} belay_trace_flow;
typedef bool belay_trace_on_flow(void *user, const belay_trace_flow *flow);
belay_status belay_trace_flows(belay_trace *trace, size_t lane, uint64_t begin, uint64_t end,
                               belay_trace_on_flow *visit, void *user, belay_error *err);

/* Code of the traced programs: instructions by address. `program`: of an instruction; AIC and AIV
 * images of one program are two of them. */
typedef struct belay_trace_code {
    uint64_t pc;
    const char *text;     /* disassembly */
    const char *function; /* that begins here; "" else */
    const char *file;     /* "" when unknown */
    int line;
} belay_trace_code;
size_t belay_trace_programs(const belay_trace *trace);
size_t belay_trace_code_count(const belay_trace *trace, unsigned program);
bool belay_trace_get_code(const belay_trace *trace, unsigned program, size_t i,
                          belay_trace_code *out); /* by rising pc */
bool belay_trace_code_at(const belay_trace *trace, unsigned program, uint64_t pc,
                         belay_trace_code *out);

const char *belay_version(void);

#ifdef __cplusplus
}
#endif
#endif
