// Only the device side is served: kernel_tiling/kernel_tiling.h defines the macros around it.
#ifndef __BELAY_TILINGDATA_BASE__
#error "register/tilingdata_base.h: host tiling classes are not supported yet"
#endif
