// The C API of Ascend C: functions on pointers and registers, one instruction each.
// docs/ascend_c.md lists what is there; names and parameters: asc-devkit include/c_api.
#pragma once
#pragma clang system_header

#include "c_api/convert.h"
#include "c_api/memory.h"
#include "c_api/register_memory.h"
#include "c_api/registers.h"
