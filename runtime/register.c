/* <<<>>> in host code. Clang compiles it as CUDA: a constructor of each object registers its device
 * program and, by the address of a host function, its kernels; a launch pushes its configuration
 * and calls the host function, which pops it and calls cudaLaunchKernel. Registration opens nothing
 * and prints nothing: what is wrong shows when a kernel is launched. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/state.h"

enum { WRAPPER_MAGIC = 0x466243b1, MOST_PUSHED = 16 };

struct wrapper { /* what clang puts into .nvFatBinSegment */
    int magic, version;
    const void *data;
    const void *unused;
};

struct stub {
    const void *host;
    struct binary *binary;
    const char *symbol;
};

struct dimensions {
    unsigned x, y, z;
};

struct configuration {
    struct dimensions grid, block;
    size_t dynamic_ub;
    void *stream;
};

static struct stub *stubs;
static size_t stub_count, stub_room;
static bool lost; /* memory ran out during registration */

static _Thread_local struct configuration pushed[MOST_PUSHED];
static _Thread_local unsigned pushed_count;

/* Not in any header of ours: clang makes the calls. */
void **__cudaRegisterFatBinary(const void *wrapper);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
int __cudaRegisterFunction(void **handle, const char *host, char *symbol, const char *name,
                           int threads, void *tid, void *bid, void *block, void *grid, int *warp);
void __cudaRegisterVar(void **handle, char *host, char *address, const char *name, int external,
                       size_t size, int constant, int global);
unsigned __cudaPopCallConfiguration(struct dimensions *grid, struct dimensions *block, size_t *size,
                                    void *stream);
unsigned belay_push_launch(const unsigned *grid, const unsigned *block, unsigned long dynamic_ub,
                           void *stream);
int cudaLaunchKernel(const void *stub, struct dimensions grid, struct dimensions block,
                     void **arguments, size_t dynamic_ub, void *stream);

/* --- registration ----------------------------------------------------------------------------- */

void **__cudaRegisterFatBinary(const void *data)
{
    HOLD_RUNTIME();
    const struct wrapper *wrapper = data;
    struct binary *binary = binary_add();
    if (binary == NULL) {
        lost = true;
        return NULL;
    }
    binary->data = wrapper->magic == WRAPPER_MAGIC ? wrapper->data : "no program";
    return (void **)binary;
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
    (void)handle;
}

void __cudaUnregisterFatBinary(void **handle)
{
    HOLD_RUNTIME();
    size_t kept = 0;
    for (size_t i = 0; i < stub_count; i++)
        if (stubs[i].binary != (struct binary *)handle)
            stubs[kept++] = stubs[i];
    stub_count = kept;
    binary_remove((struct binary *)handle);
}

int __cudaRegisterFunction(void **handle, const char *host, char *symbol, const char *name,
                           int threads, void *tid, void *bid, void *block, void *grid, int *warp)
{
    HOLD_RUNTIME();
    (void)name, (void)threads, (void)tid, (void)bid, (void)block, (void)grid, (void)warp;
    if (stub_count == stub_room) {
        size_t room = stub_room == 0 ? 64 : 2 * stub_room;
        struct stub *bigger = realloc(stubs, room * sizeof *bigger);
        if (bigger == NULL) {
            lost = true;
            return 0;
        }
        stubs = bigger;
        stub_room = room;
    }
    stubs[stub_count++] = (struct stub){host, (struct binary *)handle, symbol};
    return 0;
}

/* Device variables live in the program; the host cannot name them (aclrtMemcpyToSymbol is refused).
 */
void __cudaRegisterVar(void **handle, char *host, char *address, const char *name, int external,
                       size_t size, int constant, int global)
{
    (void)handle, (void)host, (void)address, (void)name, (void)external, (void)size;
    (void)constant, (void)global;
}

static const struct stub *stub_of(const void *host)
{
    for (size_t i = 0; i < stub_count; i++)
        if (stubs[i].host == host)
            return &stubs[i];
    return NULL;
}

aclError find_stub(const void *host, struct function **function)
{
    const struct stub *stub = stub_of(host);
    *function = NULL;
    if (stub == NULL && lost)
        return fail(ACL_ERROR_RT_MEMORY_ALLOCATION, "kernels were lost: out of host memory");
    return stub == NULL ? ACL_SUCCESS : find_kernel(stub->binary, stub->symbol, function);
}

/* --- configurations --------------------------------------------------------------------------- */

/* 0: go on; else clang's code leaves the launch out. */
static unsigned push(struct configuration configuration)
{
    if (pushed_count == MOST_PUSHED) {
        belay_error err = {BELAY_INTERNAL, "launches are nested too deeply", "", "", 0, 0, "", 0};
        HOLD_RUNTIME();
        report_error(&err);
        return 1;
    }
    pushed[pushed_count++] = configuration;
    return 0;
}

/* Called by the inline function that clang's code for <<<>>> calls (kernel/belay/launch.h). */
unsigned belay_push_launch(const unsigned *grid, const unsigned *block, unsigned long dynamic_ub,
                           void *stream)
{
    static const unsigned none[3];
    if (block == NULL)
        block = none;
    return push((struct configuration){
        {grid[0], grid[1], grid[2]}, {block[0], block[1], block[2]}, dynamic_ub, stream});
}

unsigned __cudaPopCallConfiguration(struct dimensions *grid, struct dimensions *block, size_t *size,
                                    void *stream)
{
    if (pushed_count == 0)
        return 1;
    const struct configuration *top = &pushed[--pushed_count];
    *grid = top->grid;
    *block = top->block;
    *size = top->dynamic_ub;
    memcpy(stream, &top->stream, sizeof top->stream);
    return 0;
}

/* --- launch
 * -------------------------------------------------------------------------------------------------
 */

static aclError launch_stub(const void *host, struct dimensions grid, struct dimensions block,
                            void **arguments, size_t dynamic_ub, struct stream *stream)
{
    struct function *function = NULL;
    aclError code = find_stub(host, &function);
    if (code != ACL_SUCCESS)
        return code;
    if (function == NULL)
        return fail(ACL_ERROR_RT_INVALID_DEVICE_FUNCTION, "%p is no kernel of this program", host);
    if (block.x != 0 || grid.y != 1 || grid.z != 1)
        return fail_unsupported(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                                "launches with a thread block (SIMT kernels)");
    struct launch launch = {.function = function, .blocks = grid.x, .dynamic_ub = dynamic_ub};
    return launch_array(&launch, arguments, stream);
}

int cudaLaunchKernel(const void *host, struct dimensions grid, struct dimensions block,
                     void **arguments, size_t dynamic_ub, void *handle)
{
    HOLD_RUNTIME_AS("<<<>>>");
    struct stream *stream = NULL;
    aclError code = find_stream(handle, &stream);
    if (code == ACL_SUCCESS)
        code = launch_stub(host, grid, block, arguments, dynamic_ub, stream);
    if (code != ACL_SUCCESS)
        launch_failed(stream, code);
    return code;
}
