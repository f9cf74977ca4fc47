// Address registers. The vendor's compiler finds the counters of the loops around CreateAddrReg and
// the hardware adds their multiples; vag takes the strides only. Here the sum is computed: this
// stands for asc-devkit's impl/basic_api/reg_compute/dav_3510/kernel_reg_compute_addrreg_impl.h,
// which does not use its index arguments and is left out when its guard is defined.
#pragma once

#define ASCENDC_MODULE_REG_COMPUTE_ADDRREG_IMPL_H

namespace AscendC
{
namespace Reg
{
// Sum of index times stride in elements of T; the register holds bytes.
template <typename T>
__simd_callee__ inline vector_address CreateAddrRegImpl(uint16_t index0, uint32_t stride0)
{
    return (uint32_t)(index0 * stride0 * sizeof(T));
}
template <typename T, typename... Rest>
__simd_callee__ inline vector_address CreateAddrRegImpl(uint16_t index0, uint32_t stride0,
                                                        uint16_t index1, Rest... rest)
{
    return (uint32_t)CreateAddrRegImpl<T>(index0, stride0) +
           (uint32_t)CreateAddrRegImpl<T>(index1, rest...);
}
} // namespace Reg
} // namespace AscendC
