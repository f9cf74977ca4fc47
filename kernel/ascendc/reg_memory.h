// Loads and stores of the register API. An offset or stride counts elements, one of blocks counts
// 32 bytes. asc-devkit docs/zh/api/SIMD-API/基础API/Reg矢量计算/{Reg数据搬入,Reg数据搬出}.
#pragma once
#pragma clang system_header

#include "ascendc/reg.h"

namespace AscendC
{
namespace Reg
{

// --- aligned loads -------------------------------------------------------------------------------

template <class T = DefaultType, LoadDist dist = LoadDist::DIST_NORM, class U>
__belay_reg_api__ void LoadAlign(U &dstReg, __ubuf__ T *srcAddr)
{
    static_assert(__belay_same<T, U>(), "LoadAlign: the register is of another type");
    __belay_unit_vector_t<T> loaded;
    vlds(loaded, (__ubuf__ __belay_unit_t<T> *)srcAddr, 0, __belay_tag_t<::Dist, dist>{});
    dstReg.reg[0] = (typename U::RegType)loaded;
}
template <class T = DefaultType, PostLiteral postMode, LoadDist dist = LoadDist::DIST_NORM, class U>
__belay_reg_api__ void LoadAlign(U &dstReg, __ubuf__ T *&srcAddr, int32_t postUpdateStride)
{
    static_assert(__belay_same<T, U>(), "LoadAlign: the register is of another type");
    __belay_unit_vector_t<T> loaded;
    auto base = (__ubuf__ __belay_unit_t<T> *)srcAddr;
    vlds(loaded, base, postUpdateStride * __belay_units<T>, __belay_tag_t<::Dist, dist>{},
         __belay_tag_t<::Post, postMode>{});
    srcAddr = (__ubuf__ T *)base;
    dstReg.reg[0] = (typename U::RegType)loaded;
}
// Up to four pairs of a loop's index and the stride in elements of T that belongs to it.
template <class T, class... Rest>
__belay_reg_api__ AddrReg CreateAddrReg(uint16_t index, uint32_t stride, Rest... rest)
{
    return CreateAddrRegImpl<T>(index, stride, rest...);
}
template <class T = DefaultType, LoadDist dist = LoadDist::DIST_NORM, class U>
__belay_reg_api__ void LoadAlign(U &dstReg, __ubuf__ T *srcAddr, AddrReg offset)
{
    static_assert(__belay_same<T, U>(), "LoadAlign: the register is of another type");
    __belay_unit_vector_t<T> loaded;
    vld(loaded, (__ubuf__ __belay_unit_t<T> *)srcAddr, offset, __belay_tag_t<::Dist, dist>{});
    dstReg.reg[0] = (typename U::RegType)loaded;
}
// Even and odd elements to two registers.
template <class T = DefaultType, LoadDist dist, class U>
__belay_reg_api__ void LoadAlign(U &dstReg0, U &dstReg1, __ubuf__ T *srcAddr)
{
    static_assert(__belay_same<T, U>(), "LoadAlign: the registers are of another type");
    __belay_unit_vector_t<T> first, second;
    vlds(first, second, (__ubuf__ __belay_unit_t<T> *)srcAddr, 0, __belay_tag_t<::Dist, dist>{});
    dstReg0.reg[0] = (typename U::RegType)first;
    dstReg1.reg[0] = (typename U::RegType)second;
}
template <class T = DefaultType, PostLiteral postMode, LoadDist dist, class U>
__belay_reg_api__ void LoadAlign(U &dstReg0, U &dstReg1, __ubuf__ T *&srcAddr,
                                 int32_t postUpdateStride)
{
    static_assert(__belay_same<T, U>(), "LoadAlign: the registers are of another type");
    __belay_unit_vector_t<T> first, second;
    auto base = (__ubuf__ __belay_unit_t<T> *)srcAddr;
    vlds(first, second, base, postUpdateStride * __belay_units<T>, __belay_tag_t<::Dist, dist>{},
         __belay_tag_t<::Post, postMode>{});
    srcAddr = (__ubuf__ T *)base;
    dstReg0.reg[0] = (typename U::RegType)first;
    dstReg1.reg[0] = (typename U::RegType)second;
}
// Eight blocks, dataBlockStride blocks apart; a block whose first element is masked out is 0.
template <class T = DefaultType, DataCopyMode dataMode, class U>
__belay_reg_api__ void LoadAlign(U &dstReg, __ubuf__ T *srcAddr, uint32_t dataBlockStride,
                                 MaskReg &mask)
{
    static_assert(__belay_same<T, U>(), "LoadAlign: the register is of another type");
    __belay_unit_vector_t<T> loaded;
    vsldb(loaded, (__ubuf__ __belay_unit_t<T> *)srcAddr, (int32_t)(dataBlockStride << 16), mask);
    dstReg.reg[0] = (typename U::RegType)loaded;
}
template <class T = DefaultType, DataCopyMode dataMode, PostLiteral postMode, class U>
__belay_reg_api__ void LoadAlign(U &dstReg, __ubuf__ T *&srcAddr, uint32_t dataBlockStride,
                                 uint32_t repeatStride, MaskReg &mask)
{
    static_assert(__belay_same<T, U>(), "LoadAlign: the register is of another type");
    __belay_unit_vector_t<T> loaded;
    auto base = (__ubuf__ __belay_unit_t<T> *)srcAddr;
    if constexpr (postMode == PostLiteral::POST_MODE_NORMAL) {
        base += repeatStride * ONE_BLK_SIZE / sizeof(*base);
        vsldb(loaded, base, (int32_t)(dataBlockStride << 16), mask);
    } else {
        vsldb(loaded, base, (int32_t)(dataBlockStride << 16 | (repeatStride & 0xffff)), mask,
              POST_UPDATE);
        srcAddr = (__ubuf__ T *)base;
    }
    dstReg.reg[0] = (typename U::RegType)loaded;
}

// --- aligned stores ------------------------------------------------------------------------------

template <class T, StoreDist dist>
__simd_callee__ constexpr StoreDist __belay_store_dist()
{
    return dist != StoreDist::DIST_NORM ? dist
           : sizeof(T) == 1             ? StoreDist::DIST_NORM_B8
           : sizeof(T) == 2             ? StoreDist::DIST_NORM_B16
                                        : StoreDist::DIST_NORM_B32;
}
// Mask of the units of an element: one bit a byte, the lowest of each unit counts.
template <class T>
__belay_reg_api__ MaskReg __belay_unit_mask(MaskReg &mask)
{
    if constexpr (sizeof(T) < 8) {
        return mask;
    } else {
        MaskReg words, low, high;
        ppack(words, mask, LOWER);
        pintlv_b32(low, high, words, words);
        return low;
    }
}

template <class T = DefaultType, StoreDist dist = StoreDist::DIST_NORM, class U>
__belay_reg_api__ void StoreAlign(__ubuf__ T *dstAddr, U &srcReg, MaskReg &mask)
{
    static_assert(__belay_same<T, U>(), "StoreAlign: the register is of another type");
    vsts((__belay_unit_vector_t<T>)srcReg.reg[0], (__ubuf__ __belay_unit_t<T> *)dstAddr, 0,
         __belay_tag_t<::DistVST, __belay_store_dist<T, dist>()>{}, __belay_unit_mask<T>(mask));
}
template <class T = DefaultType, PostLiteral postMode, StoreDist dist = StoreDist::DIST_NORM,
          class U>
__belay_reg_api__ void StoreAlign(__ubuf__ T *&dstAddr, U &srcReg, int32_t postUpdateStride,
                                  MaskReg &mask)
{
    static_assert(__belay_same<T, U>(), "StoreAlign: the register is of another type");
    auto base = (__ubuf__ __belay_unit_t<T> *)dstAddr;
    vsts((__belay_unit_vector_t<T>)srcReg.reg[0], base, postUpdateStride * __belay_units<T>,
         __belay_tag_t<::DistVST, __belay_store_dist<T, dist>()>{}, __belay_unit_mask<T>(mask),
         __belay_tag_t<::Post, postMode>{});
    dstAddr = (__ubuf__ T *)base;
}
template <class T = DefaultType, StoreDist dist = StoreDist::DIST_NORM, class U>
__belay_reg_api__ void StoreAlign(__ubuf__ T *dstAddr, U &srcReg, AddrReg offset, MaskReg &mask)
{
    static_assert(__belay_same<T, U>(), "StoreAlign: the register is of another type");
    vst((__belay_unit_vector_t<T>)srcReg.reg[0], (__ubuf__ __belay_unit_t<T> *)dstAddr, offset,
        __belay_tag_t<::DistVST, __belay_store_dist<T, dist>()>{}, __belay_unit_mask<T>(mask));
}
// Elements of two registers in turn.
template <class T = DefaultType, StoreDist dist, class U>
__belay_reg_api__ void StoreAlign(__ubuf__ T *dstAddr, U &srcReg0, U &srcReg1, MaskReg &mask)
{
    static_assert(__belay_same<T, U>(), "StoreAlign: the registers are of another type");
    vsts((__belay_unit_vector_t<T>)srcReg0.reg[0], (__belay_unit_vector_t<T>)srcReg1.reg[0],
         (__ubuf__ __belay_unit_t<T> *)dstAddr, 0, __belay_tag_t<::DistVST, dist>{}, mask);
}
template <class T = DefaultType, DataCopyMode dataMode, class U>
__belay_reg_api__ void StoreAlign(__ubuf__ T *dstAddr, U &srcReg, uint32_t dataBlockStride,
                                  MaskReg &mask)
{
    static_assert(__belay_same<T, U>(), "StoreAlign: the register is of another type");
    vsstb((__belay_unit_vector_t<T>)srcReg.reg[0], (__ubuf__ __belay_unit_t<T> *)dstAddr,
          (int32_t)(dataBlockStride << 16), mask);
}
template <class T = DefaultType, DataCopyMode dataMode, PostLiteral postMode, class U>
__belay_reg_api__ void StoreAlign(__ubuf__ T *&dstAddr, U &srcReg, uint32_t dataBlockStride,
                                  uint32_t repeatStride, MaskReg &mask)
{
    static_assert(__belay_same<T, U>(), "StoreAlign: the register is of another type");
    auto value = (__belay_unit_vector_t<T>)srcReg.reg[0];
    auto base = (__ubuf__ __belay_unit_t<T> *)dstAddr;
    if constexpr (postMode == PostLiteral::POST_MODE_NORMAL) {
        base += repeatStride * ONE_BLK_SIZE / sizeof(*base);
        vsstb(value, base, (int32_t)(dataBlockStride << 16), mask);
    } else {
        vsstb(value, base, (int32_t)(dataBlockStride << 16 | (repeatStride & 0xffff)), mask,
              POST_UPDATE);
        dstAddr = (__ubuf__ T *)base;
    }
}

// --- masks in memory -----------------------------------------------------------------------------

template <class T, MaskDist dist = MaskDist::DIST_NORM>
__belay_reg_api__ void LoadAlign(MaskReg &mask, __ubuf__ T *srcAddr)
{
    plds(mask, (__ubuf__ uint32_t *)srcAddr, 0, __belay_tag_t<::Dist, dist>{});
}
template <class T, PostLiteral postMode, MaskDist dist = MaskDist::DIST_NORM>
__belay_reg_api__ void LoadAlign(MaskReg &mask, __ubuf__ T *&srcAddr, int32_t offset)
{
    auto base = (__ubuf__ uint32_t *)srcAddr;
    plds(mask, base, offset * (int32_t)sizeof(T), __belay_tag_t<::Dist, dist>{},
         __belay_tag_t<::Post, postMode>{});
    srcAddr = (__ubuf__ T *)base;
}
template <class T, MaskDist dist = MaskDist::DIST_NORM>
__belay_reg_api__ void StoreAlign(__ubuf__ T *dstAddr, MaskReg &mask)
{
    psts(mask, (__ubuf__ uint32_t *)dstAddr, 0, __belay_tag_t<::Dist, dist>{});
}
template <class T, PostLiteral postMode, MaskDist dist = MaskDist::DIST_NORM>
__belay_reg_api__ void StoreAlign(__ubuf__ T *&dstAddr, MaskReg &mask, int32_t offset)
{
    auto base = (__ubuf__ uint32_t *)dstAddr;
    psts(mask, base, offset * (int32_t)sizeof(T), __belay_tag_t<::Dist, dist>{},
         __belay_tag_t<::Post, postMode>{});
    dstAddr = (__ubuf__ T *)base;
}
// One bit an element, packed to a stream.
template <class T>
__belay_reg_api__ void StoreUnAlign(__ubuf__ T *&dstAddr, MaskReg &mask, UnalignRegForStore &ureg)
{
    using Unit = __belay_bits_t<T>;
    static_assert(SupportBytes<T, 2, 4>(), "StoreUnAlign of a mask: 16 or 32 bits");
    auto base = (__ubuf__ Unit *)dstAddr;
    pstu(ureg, mask, base);
    dstAddr = (__ubuf__ T *)base;
}

// --- streams at any address ----------------------------------------------------------------------

template <class T>
__belay_reg_api__ void LoadUnAlignPre(UnalignRegForLoad &ureg, __ubuf__ T *srcAddr)
{
    vldas(ureg, (__ubuf__ __belay_unit_t<T> *)srcAddr);
}
template <class T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE, class U>
__belay_reg_api__ void LoadUnAlign(U &dstReg, UnalignRegForLoad &ureg, __ubuf__ T *&srcAddr,
                                   uint32_t postUpdateStride)
{
    static_assert(__belay_same<T, U>(), "LoadUnAlign: the register is of another type");
    __belay_unit_vector_t<T> loaded;
    auto base = (__ubuf__ __belay_unit_t<T> *)srcAddr;
    vldus(loaded, ureg, base, (int32_t)postUpdateStride * __belay_units<T>,
          __belay_tag_t<::Post, postMode>{});
    srcAddr = (__ubuf__ T *)base;
    dstReg.reg[0] = (typename U::RegType)loaded;
}
template <class T = DefaultType, class U>
__belay_reg_api__ void LoadUnAlign(U &dstReg, UnalignRegForLoad &ureg, __ubuf__ T *srcAddr)
{
    static_assert(__belay_same<T, U>(), "LoadUnAlign: the register is of another type");
    __belay_unit_vector_t<T> loaded;
    vldus(loaded, ureg, (__ubuf__ __belay_unit_t<T> *)srcAddr);
    dstReg.reg[0] = (typename U::RegType)loaded;
}
template <class T = DefaultType, class U>
__belay_reg_api__ void Load(U &dstReg, __ubuf__ T *srcAddr)
{
    UnalignRegForLoad ureg;
    LoadUnAlignPre(ureg, srcAddr);
    LoadUnAlign(dstReg, ureg, srcAddr);
}

template <class T = DefaultType, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE, class U>
__belay_reg_api__ void StoreUnAlign(__ubuf__ T *&dstAddr, U &srcReg, UnalignRegForStore &ureg,
                                    uint32_t postUpdateStride)
{
    static_assert(__belay_same<T, U>(), "StoreUnAlign: the register is of another type");
    auto base = (__ubuf__ __belay_unit_t<T> *)dstAddr;
    vstus(ureg, (int32_t)postUpdateStride * __belay_units<T>,
          (__belay_unit_vector_t<T>)srcReg.reg[0], base, __belay_tag_t<::Post, postMode>{});
    dstAddr = (__ubuf__ T *)base;
}
// Writes what is left in ureg.
template <class T, PostLiteral postMode = PostLiteral::POST_MODE_UPDATE>
__belay_reg_api__ void StoreUnAlignPost(__ubuf__ T *&dstAddr, UnalignRegForStore &ureg,
                                        int32_t postUpdateStride)
{
    auto base = (__ubuf__ __belay_unit_t<T> *)dstAddr;
    int32_t stride = postUpdateStride * __belay_units<T>;
    if constexpr (postMode == PostLiteral::POST_MODE_UPDATE) {
        vstas(ureg, base, stride, POST_UPDATE);
        dstAddr = (__ubuf__ T *)base;
    } else {
        vstas(ureg, base, stride);
    }
}
template <class T = DefaultType, class U>
__belay_reg_api__ void Store(__ubuf__ T *dstAddr, U &srcReg, uint32_t count)
{
    UnalignRegForStore ureg = init_vector_align_data();
    StoreUnAlign(dstAddr, srcReg, ureg, count);
    StoreUnAlignPost(dstAddr, ureg, 0);
}
template <class T = DefaultType, class U>
__belay_reg_api__ void Store(__ubuf__ T *dstAddr, U &srcReg)
{
    Store(dstAddr, srcReg, VECTOR_REG_WIDTH / sizeof(T));
}

// --- by index ------------------------------------------------------------------------------------

template <class T0 = DefaultType, class T1, class T2 = DefaultType, class T3, class T4>
__belay_reg_api__ void Gather(T3 &dstReg, __ubuf__ T1 *baseAddr, T4 &index, MaskReg &mask)
{
    vgather2(dstReg.reg[0], baseAddr, index.reg[0], mask);
}
template <class T = DefaultType, class U, class S>
__belay_reg_api__ void GatherB(U &dstReg, __ubuf__ T *baseAddr, S &index, MaskReg &mask)
{
    vgatherb(dstReg.reg[0], baseAddr, index.reg[0], mask);
}
template <class T = DefaultType, class U = DefaultType, class S, class V>
__belay_reg_api__ void Scatter(__ubuf__ T *baseAddr, S &srcReg, V &index, MaskReg &mask)
{
    vscatter(srcReg.reg[0], baseAddr, index.reg[0], mask);
}

// --- older names ---------------------------------------------------------------------------------

// DataCopy is LoadAlign or StoreAlign, by which side is a register.
template <class T = DefaultType, auto... modes, class First, class... Rest>
__belay_reg_api__ void DataCopy(First &&first, Rest &&...rest)
{
    constexpr bool store = std::is_pointer<std::remove_reference_t<First>>::value;
    if constexpr (store && std::is_same<T, DefaultType>::value)
        StoreAlign(first, rest...);
    else if constexpr (store)
        StoreAlign<T, modes...>(first, rest...);
    else if constexpr (std::is_same<T, DefaultType>::value)
        LoadAlign(first, rest...);
    else
        LoadAlign<T, modes...>(first, rest...);
}
template <class T>
__belay_reg_api__ void DataCopyUnAlignPre(UnalignRegForLoad &ureg, __ubuf__ T *srcAddr)
{
    LoadUnAlignPre(ureg, srcAddr);
}
template <class T = DefaultType, auto... modes, class First, class... Rest>
__belay_reg_api__ void DataCopyUnAlign(First &&first, Rest &&...rest)
{
    if constexpr (std::is_pointer<std::remove_reference_t<First>>::value)
        StoreUnAlign(first, rest...);
    else
        LoadUnAlign(first, rest...);
}
template <class T>
__belay_reg_api__ void DataCopyUnAlignPost(__ubuf__ T *&dstAddr, UnalignRegForStore &ureg,
                                           int32_t postUpdateStride)
{
    StoreUnAlignPost(dstAddr, ureg, postUpdateStride);
}

} // namespace Reg
} // namespace AscendC
