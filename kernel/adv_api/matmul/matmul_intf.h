#pragma once
#error                                                                                             \
    "the high-level API (matmul_intf.h) is not part of Belay's own Ascend C: give a checkout of asc-devkit, --asc-devkit DIR (docs/ascend_c.md)"
