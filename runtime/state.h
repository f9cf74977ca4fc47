/* What the files of the runtime share: one chip, one lock, the lists of what the host program
 * holds. */
#ifndef BELAY_RUNTIME_STATE_H
#define BELAY_RUNTIME_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "belay.h"
#include "runtime/include/acl/acl_rt.h"
#include "runtime/session.h"

enum {
    HARDWARE_SYNC_SIZE = 4096, /* bytes behind aclrtGetHardwareSyncAddr */
    STREAM_MESSAGE_SIZE = 880
};

struct stream {
    struct stream *next;
    uint64_t context; /* number of its context */
    int32_t id;
    uint32_t priority, flags;
    bool is_default; /* goes with its context */
    bool stops;      /* ACL_STOP_ON_FAILURE */
    aclError error;  /* of the first launch that failed; stays */
    char message[STREAM_MESSAGE_SIZE];
};

struct context {
    struct context *next;
    uint64_t number; /* never used twice */
    bool primary;    /* made by aclrtSetDevice */
    struct stream *stream;
};

struct binary;

struct function { /* a handle of the host: its address in binary->function */
    struct binary *binary;
    size_t kernel;
};

struct binary {
    struct binary *next;
    const void *data;       /* of a program that the compiler registered; NULL: loaded already */
    belay_program *program; /* NULL: not loaded yet */
    aclError error;         /* of loading */
    belay_error detail;
    struct function *function; /* one a kernel */
    size_t count;
};

/* Everything of the process. */
struct state {
    struct session session;
    enum { CHIP_NOT_YET, CHIP_OPEN, CHIP_FAILED } chip;
    belay_error chip_error;
    int owner;          /* process that opened the chip: a fork must not report */
    unsigned set_count; /* aclrtSetDevice minus aclrtResetDevice */
    unsigned init_count;
    bool finalized;
    uint64_t time_limit_us; /* of a launch; 0: none */
    uint64_t sync_address;  /* 0: not allocated */
    int32_t last_stream_id;
    uint64_t last_context;
    struct context *contexts;
    struct stream *streams;
    struct binary *binaries;
};
extern struct state state;

/* --- the lock --------------------------------------------------------------------------------- */

/* First line of every public function: takes the lock until it returns, and notes its name for
 * messages. */
#define HOLD_RUNTIME() HOLD_RUNTIME_AS(__func__)
#define HOLD_RUNTIME_AS(name)                                                                      \
    __attribute__((cleanup(runtime_unlock), unused)) int held_ = runtime_lock(name)
int runtime_lock(const char *function);
void runtime_unlock(const int *held);
/* Around a call of the host program's code. */
void runtime_pause(void);
void runtime_resume(void);
bool runtime_try_lock(void);

/* --- errors: error.c -------------------------------------------------------------------------- */

/* Notes "FUNCTION: message" as this thread's last and returns the code. */
aclError fail(aclError code, const char *format, ...) __attribute__((format(printf, 2, 3)));
aclError fail_null(const char *argument);
/* A feature: also on standard error, and in the exit code of `belay run`. */
aclError fail_unsupported(aclError code, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Code of an error of libbelay that is not one of a running kernel. */
aclError fail_library(const belay_error *err);
/* The text of this thread's last error; it stays. */
const char *recent_message(void);
/* Prints an error in full, once, for the exit code. */
void report_error(const belay_error *err);

/* --- device.c --------------------------------------------------------------------------------- */

/* Opens the chip at the first call. ACL_ERROR_RT_DEV_SETUP_ERROR. */
aclError need_chip(void);
/* The calling thread's context; ACL_ERROR_RT_CONTEXT_NULL. */
aclError need_context(struct context **context);
aclError check_device(int64_t device);

/* --- memory.c --------------------------------------------------------------------------------- */

aclError memory_allocate(void **device, size_t size, size_t padding);
/* Inside a live allocation of the device. */
bool is_device_memory(const void *pointer);
/* Inside memory of aclrtMallocHost, the whole range. */
bool is_host_memory(const void *pointer, size_t size);
void memory_free_all(void);

/* --- stream.c, event.c ------------------------------------------------------------------------ */

struct stream *stream_new(uint64_t context);
/* NULL: the default stream of the thread's context. */
aclError find_stream(aclrtStream handle, struct stream **stream);
void streams_free(uint64_t context); /* all that belong to it */
void events_free(void);
/* Its error, if any, with the message for this thread. */
aclError stream_result(const struct stream *stream);

/* --- binary.c --------------------------------------------------------------------------------- */

/* Adds an empty binary to the list; NULL when memory is out. */
struct binary *binary_add(void);
void binary_remove(struct binary *binary);
/* Loads it if that was not tried before; the error is noted again at each call. */
aclError binary_load(struct binary *binary);
aclError find_function(const void *handle, struct function **function);
aclError find_kernel(struct binary *binary, const char *name, struct function **function);

/* --- register.c ------------------------------------------------------------------------------- */

/* The kernel behind a host function that the compiler made; *function is NULL when it is none. */
aclError find_stub(const void *stub, struct function **function);

/* --- launch.c --------------------------------------------------------------------------------- */

struct launch {
    const struct function *function;
    unsigned blocks;
    uint64_t dynamic_ub;
    uint64_t time_limit_us; /* 0: none */
};

/* Reads the attributes of a launch. */
aclError launch_attributes(const aclrtLaunchKernelCfg *config, struct launch *launch);
/* Runs the kernel to its end on an argument block of `size` bytes or more. What is wrong with the
 * call is returned; a failure of the kernel is printed and left with the stream. */
aclError launch_block(const struct launch *launch, const void *block, size_t size,
                      struct stream *stream);
/* The same, with the address of each argument. */
aclError launch_array(const struct launch *launch, void **arguments, struct stream *stream);
/* For a launch whose caller sees no code: prints what was noted last and leaves it with the stream,
 * which may be NULL. */
void launch_failed(struct stream *stream, aclError code);

/* --- arguments.c ------------------------------------------------------------------------------ */

void arguments_free(const struct binary *binary); /* of all functions of it */

#endif
