#pragma once
#error                                                                                             \
    "the SIMT API (asc_simt.h) is not part of Belay's own Ascend C: give a checkout of asc-devkit, --asc-devkit DIR (docs/ascend_c.md)"
