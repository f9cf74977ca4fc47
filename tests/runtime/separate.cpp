// A host source of its own, which names the kernels of kernels.asc by ACLRT_LAUNCH_KERNEL. C++ by
// any compiler.
#include <cstdio>

#include "acl/acl.h"
#include "aclrtlaunch_first_of.h"

int main()
{
    int host[2] = {20, 3}, result = 0, *list = nullptr, *out = nullptr;
    aclrtStream stream = nullptr;
    aclrtSetDevice(0);
    aclrtCreateStream(&stream);
    aclrtMalloc((void **)&list, sizeof host, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMalloc((void **)&out, sizeof result, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemcpy(list, sizeof host, host, sizeof host, ACL_MEMCPY_HOST_TO_DEVICE);
    if (ACLRT_LAUNCH_KERNEL(first_of)(1, stream, list, out) != 0)
        return 2;
    if (aclrtSynchronizeStream(stream) != ACL_SUCCESS)
        return 3;
    aclrtMemcpy(&result, sizeof result, out, sizeof result, ACL_MEMCPY_DEVICE_TO_HOST);
    std::printf("sum %d\n", result);
    return result == 23 ? 0 : 1;
}
