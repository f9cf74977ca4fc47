// Plain structs of the tiling data that asc-devkit describes by macros in include/adv_api. The
// vendor generates this file by a script; here the same descriptions are read with other macros.
#pragma once
#pragma clang system_header

#include <stdint.h>

#define __BELAY_TILINGDATA_BASE__                    // register/tilingdata_base.h gives the host classes otherwise
#define BEGIN_TILING_DATA_DEF(NAME)                  struct NAME {
#define TILING_DATA_FIELD_DEF(TYPE, NAME)            TYPE NAME = 0
#define TILING_DATA_FIELD_DEF_ARR(TYPE, COUNT, NAME) TYPE NAME[COUNT] = {}
#define TILING_DATA_FIELD_DEF_STRUCT(TYPE, NAME)     TYPE NAME
#define END_TILING_DATA_DEF                          }
#define REGISTER_TILING_DATA_CLASS(...)

#pragma pack(push, 8)
namespace AscendC
{
namespace tiling
{
inline namespace optiling
{
}
#if __has_include("adv_api/activation/logsoftmax_tilingdata.h")
#include "adv_api/activation/logsoftmax_tilingdata.h"
#undef __ASCENDC_TIKCFW_TILING_LOGSOFTMAX_TILINGDATA_H__
#endif
#if __has_include("adv_api/activation/softmax_tilingdata.h")
#include "adv_api/activation/softmax_tilingdata.h"
#undef LIB_SOFTMAX_SOFTMAX_TILINGDATA_H
#endif
#if __has_include("adv_api/conv/conv3d/conv3d_tilingdata.h")
#include "adv_api/conv/conv3d/conv3d_tilingdata.h"
#undef ADV_API_CONV_CONV3D_CONV3D_TILINGDATA_H
#endif
#if __has_include("adv_api/conv_backprop/conv3d_bp_filter_tilingdata.h")
#include "adv_api/conv_backprop/conv3d_bp_filter_tilingdata.h"
#undef CONV3D_BP_FILTER_TILINGDATA_H
#endif
#if __has_include("adv_api/conv_backprop/conv3d_bp_input_tilingdata.h")
#include "adv_api/conv_backprop/conv3d_bp_input_tilingdata.h"
#undef CONV3D_BP_INPUT_TILINGDATA_H
#endif
#if __has_include("adv_api/hccl/hccl_tilingdata.h")
#include "adv_api/hccl/hccl_tilingdata.h"
#undef LIB_HCCL_HCCL_TILINGDATA_H
#endif
#if __has_include("adv_api/matmul/matmul_tilingdata.h")
#include "adv_api/matmul/matmul_tilingdata.h"
#undef LIB_MATMUL_MATMUL_TILINGDATA_H
#endif
#if __has_include("adv_api/normalization/batchnorm_tilingdata.h")
#include "adv_api/normalization/batchnorm_tilingdata.h"
#undef LIB_NORMALIZATION_BATCHNORM_TILINGDATA_H
#endif
#if __has_include("adv_api/normalization/deepnorm_tilingdata.h")
#include "adv_api/normalization/deepnorm_tilingdata.h"
#undef LIB_NORMALIZATION_DEEPNORM_TILINGDATA_H
#endif
#if __has_include("adv_api/normalization/groupnorm_tilingdata.h")
#include "adv_api/normalization/groupnorm_tilingdata.h"
#undef LIB_NORMALIZATION_GROUPNORM_TILINGDATA_H
#endif
#if __has_include("adv_api/normalization/layernorm_grad_beta_tilingdata.h")
#include "adv_api/normalization/layernorm_grad_beta_tilingdata.h"
#undef LIB_NORMALIZATION_LAYERNORM_GRAD_BETA_TILINGDATA_H
#endif
#if __has_include("adv_api/normalization/layernorm_grad_tilingdata.h")
#include "adv_api/normalization/layernorm_grad_tilingdata.h"
#undef LIB_NORMALIZATION_LAYERNORM_GRAD_TILINGDATA_H
#endif
#if __has_include("adv_api/normalization/layernorm_tilingdata.h")
#include "adv_api/normalization/layernorm_tilingdata.h"
#undef LIB_NORMALIZATION_LAYERNORM_TILINGDATA_H
#endif
#if __has_include("adv_api/normalization/rmsnorm_tilingdata.h")
#include "adv_api/normalization/rmsnorm_tilingdata.h"
#undef LIB_NORMALIZATION_RMSNORM_TILINGDATA_H
#endif
#if __has_include("adv_api/pad/pad_tilingdata.h")
#include "adv_api/pad/pad_tilingdata.h"
#undef LIB_PAD_PAD_TILINGDATA_H
#endif
#if __has_include("adv_api/sort/topk_tilingdata.h")
#include "adv_api/sort/topk_tilingdata.h"
#undef LIB_SORT_TOPK_TILINGDATA_H
#endif
#if __has_include("adv_api/transpose/confusion_transpose_tilingdata.h")
#include "adv_api/transpose/confusion_transpose_tilingdata.h"
#undef LIB_TRANSPOSE_CONFUSION_TRANSPOSE_TILINGDATA_H
#endif
} // namespace tiling
} // namespace AscendC
#pragma pack(pop)

#undef __BELAY_TILINGDATA_BASE__
#undef BEGIN_TILING_DATA_DEF
#undef TILING_DATA_FIELD_DEF
#undef TILING_DATA_FIELD_DEF_ARR
#undef TILING_DATA_FIELD_DEF_STRUCT
#undef END_TILING_DATA_DEF
#undef REGISTER_TILING_DATA_CLASS

// The names stand in the global namespace as well.
using namespace AscendC::tiling;
