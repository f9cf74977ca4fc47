// Ascend C of Belay: what `#include "kernel_operator.h"` gives without a checkout of asc-devkit.
// docs/ascend_c.md lists what is there.
#pragma once
#pragma clang system_header

#include "ascendc/data_copy.h"
#include "ascendc/pipe.h"
#include "ascendc/print.h"
#include "ascendc/vector_compute.h"
#include "ascendc/vector_convert.h"
#include "ascendc/vector_fill.h"
#include "ascendc/vector_gather.h"
#include "ascendc/vector_reduce.h"
#include "ascendc/vector_select.h"
