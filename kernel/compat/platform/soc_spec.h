// Architecture numbers (asc-devkit's host headers read this file of the vendor's platform package).
#pragma once
#include <stdint.h>
enum class NpuArch : uint32_t { DAV_2201 = 2201, DAV_3510 = 3510, DAV_RESV = 0xffffffff };
