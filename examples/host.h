// What the host side of every example does: open the device, move arrays there and back, compare.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

#include "acl/acl.h"

#define ACL(call)                                                                                  \
    do {                                                                                           \
        aclError error_ = (call);                                                                  \
        if (error_ != ACL_SUCCESS) {                                                               \
            std::fprintf(stderr, "%s:%d: %s: error %d\n", __FILE__, __LINE__, #call, (int)error_); \
            std::exit(1);                                                                          \
        }                                                                                          \
    } while (0)

// Device 0 and a stream, for as long as it lives.
class Device
{
  public:
    Device()
    {
        ACL(aclInit(nullptr));
        ACL(aclrtSetDevice(0));
        ACL(aclrtCreateStream(&stream));
    }
    ~Device()
    {
        aclrtDestroyStream(stream);
        aclrtResetDevice(0);
        aclFinalize();
    }
    // Launches only queue kernels; this waits for them.
    void wait() { ACL(aclrtSynchronizeStream(stream)); }

    aclrtStream stream;
};

// An array in the memory of the device.
template <class T>
class DeviceArray
{
  public:
    explicit DeviceArray(size_t count) : count_(count)
    {
        ACL(aclrtMalloc(&address_, bytes(), ACL_MEM_MALLOC_HUGE_FIRST));
    }
    explicit DeviceArray(const std::vector<T> &host) : DeviceArray(host.size())
    {
        ACL(aclrtMemcpy(address_, bytes(), host.data(), bytes(), ACL_MEMCPY_HOST_TO_DEVICE));
    }
    DeviceArray(const DeviceArray &) = delete;
    ~DeviceArray() { aclrtFree(address_); }

    uint8_t *address() { return (uint8_t *)address_; } // a GM_ADDR argument
    T *data() { return (T *)address_; }
    std::vector<T> host() const
    {
        std::vector<T> copy(count_);
        ACL(aclrtMemcpy(copy.data(), bytes(), address_, bytes(), ACL_MEMCPY_DEVICE_TO_HOST));
        return copy;
    }

  private:
    size_t bytes() const { return count_ * sizeof(T); }
    size_t count_;
    void *address_ = nullptr;
};

inline std::vector<float> random_floats(size_t count, float from, float to, unsigned seed)
{
    std::mt19937 generator(seed);
    std::uniform_real_distribution<float> distribution(from, to);
    std::vector<float> values(count);
    for (float &value : values)
        value = distribution(generator);
    return values;
}

// Compares with expected(i), up to `tolerance` relative to 1 or to the value; the exit code of
// main.
template <class T, class Expected>
int check(const char *name, const std::vector<T> &got, Expected expected, double tolerance = 0)
{
    for (size_t i = 0; i < got.size(); i++) {
        double want = expected(i), difference = std::fabs((double)got[i] - want);
        if (!(difference <= tolerance * std::fmax(1, std::fabs(want)))) {
            std::printf("%s: element %zu is %.9g, should be %.9g\n", name, i, (double)got[i], want);
            return 1;
        }
    }
    std::printf("%s: %zu elements as expected\n", name, got.size());
    return 0;
}
