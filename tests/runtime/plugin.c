/* Loads a library with kernels in it, twice: its kernels come and go with it. Usage: plugin
 * LIBRARY.so */
#include <dlfcn.h>
#include <stdio.h>

#include "acl/acl.h"

int main(int argc, char **argv)
{
    int result = 0;
    void *out = NULL;
    if (argc != 2 || aclrtSetDevice(0) != ACL_SUCCESS ||
        aclrtMalloc(&out, 4, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS)
        return 2;
    for (int i = 0; i < 2; i++) {
        int list[2] = {i, 10};
        void *device = NULL;
        void *library = dlopen(argv[1], RTLD_NOW);
        unsigned (*launch)(unsigned, void *, void *, void *) = NULL;
        if (library == NULL) {
            puts(dlerror());
            return 3;
        }
        *(void **)&launch = dlsym(library, "aclrtlaunch_first_of");
        if (launch == NULL)
            return 4;
        aclrtMalloc(&device, sizeof list, ACL_MEM_MALLOC_HUGE_FIRST);
        aclrtMemcpy(device, sizeof list, list, sizeof list, ACL_MEMCPY_HOST_TO_DEVICE);
        launch(1, NULL, device, out);
        aclrtMemcpy(&result, 4, out, 4, ACL_MEMCPY_DEVICE_TO_HOST);
        printf("sum %d\n", result);
        if (aclrtSynchronizeStream(NULL) != ACL_SUCCESS || result != i + 10)
            return 1;
        dlclose(library);
    }
    return aclrtResetDevice(0);
}
