// C API: loads and stores between the unified buffer and registers. An offset counts elements.
// asc-devkit include/c_api/reg_compute/{reg_load,reg_store}.h.
#pragma once
#pragma clang system_header

#include "c_api/registers.h"

// How an instruction spreads or packs elements of T; the width of the element picks one of three.
template <class T, auto b8, auto b16, auto b32>
using __belay_dist_t = std::integral_constant<decltype(b8), sizeof(T) == 1   ? b8
                                                            : sizeof(T) == 2 ? b16
                                                                             : b32>;

// The register and the memory hold the same type.
template <class V, class T>
using __belay_matching =
    std::enable_if_t<std::is_same<V, typename AscendC::Reg::__belay_vector<T>::type>::value, int>;

// --- aligned
// ------------------------------------------------------------------------------------------

#define __BELAY_LOAD(NAME, B8, B16, B32)                                                           \
    template <class V, class T, __belay_matching<V, T> = 0>                                        \
    __belay_reg_api__ void asc_loadalign##NAME(V &dst, __ubuf__ T *src, int32_t offset = 0)        \
    {                                                                                              \
        vlds(dst, src, offset, __belay_dist_t<T, ::Dist::B8, ::Dist::B16, ::Dist::B32>{});         \
    }                                                                                              \
    template <class V, class T, __belay_matching<V, T> = 0>                                        \
    __belay_reg_api__ void asc_loadalign##NAME##_postupdate(V &dst, __ubuf__ T *&src,              \
                                                            int32_t offset)                        \
    {                                                                                              \
        vlds(dst, src, offset, __belay_dist_t<T, ::Dist::B8, ::Dist::B16, ::Dist::B32>{},          \
             POST_UPDATE);                                                                         \
    }
__BELAY_LOAD(, DIST_NORM, DIST_NORM, DIST_NORM)
__BELAY_LOAD(_brc_elem, DIST_BRC_B8, DIST_BRC_B16, DIST_BRC_B32)
__BELAY_LOAD(_brc, DIST_BRC_B8, DIST_BRC_B16, DIST_BRC_B32)
__BELAY_LOAD(_brc_datablock, DIST_BLK, DIST_BLK, DIST_BLK)
__BELAY_LOAD(_brc_elem2datablock, DIST_E2B_B16, DIST_E2B_B16, DIST_E2B_B32)
__BELAY_LOAD(_upsample, DIST_US_B8, DIST_US_B16, DIST_US_B16)
__BELAY_LOAD(_downsample, DIST_DS_B8, DIST_DS_B16, DIST_DS_B16)
__BELAY_LOAD(_unpack, DIST_UNPK_B8, DIST_UNPK_B16, DIST_UNPK_B32)
__BELAY_LOAD(_unpack4, DIST_UNPK4_B8, DIST_UNPK4_B8, DIST_UNPK4_B8)
#undef __BELAY_LOAD

// Even elements to dst0, odd ones to dst1.
template <class V, class T, __belay_matching<V, T> = 0>
__belay_reg_api__ void asc_loadalign_deintlv(V &dst0, V &dst1, __ubuf__ T *src, int32_t offset = 0)
{
    vlds(dst0, dst1, src, offset,
         __belay_dist_t<T, ::Dist::DIST_DINTLV_B8, ::Dist::DIST_DINTLV_B16,
                        ::Dist::DIST_DINTLV_B32>{});
}

#define __BELAY_STORE(NAME, B8, B16, B32)                                                          \
    template <class V, class T, __belay_matching<V, T> = 0>                                        \
    __belay_reg_api__ void asc_storealign##NAME(__ubuf__ T *dst_align32b, V src, vector_bool mask) \
    {                                                                                              \
        vsts(src, dst_align32b, 0,                                                                 \
             __belay_dist_t<T, ::DistVST::B8, ::DistVST::B16, ::DistVST::B32>{}, mask);            \
    }                                                                                              \
    template <class V, class T, __belay_matching<V, T> = 0>                                        \
    __belay_reg_api__ void asc_storealign##NAME(__ubuf__ T *dst_align32b, V src, int32_t offset,   \
                                                vector_bool mask)                                  \
    {                                                                                              \
        vsts(src, dst_align32b, offset,                                                            \
             __belay_dist_t<T, ::DistVST::B8, ::DistVST::B16, ::DistVST::B32>{}, mask);            \
    }                                                                                              \
    template <class V, class T, __belay_matching<V, T> = 0>                                        \
    __belay_reg_api__ void asc_storealign##NAME##_postupdate(__ubuf__ T *&dst_align32b, V src,     \
                                                             int32_t offset, vector_bool mask)     \
    {                                                                                              \
        vsts(src, dst_align32b, offset,                                                            \
             __belay_dist_t<T, ::DistVST::B8, ::DistVST::B16, ::DistVST::B32>{}, mask,             \
             POST_UPDATE);                                                                         \
    }
__BELAY_STORE(, DIST_NORM_B8, DIST_NORM_B16, DIST_NORM_B32)
__BELAY_STORE(_pack, DIST_PK_B16, DIST_PK_B16, DIST_PK_B32)
__BELAY_STORE(_pack_quarter, DIST_PK4_B32, DIST_PK4_B32, DIST_PK4_B32)
#undef __BELAY_STORE

// The first element alone.
template <class V, class T, __belay_matching<V, T> = 0>
__belay_reg_api__ void asc_storealign_1st(__ubuf__ T *dst_align32b, V src, int32_t offset = 0)
{
    vsts(src, dst_align32b, offset,
         __belay_dist_t<T, ::DistVST::DIST_ONEPT_B8, ::DistVST::DIST_ONEPT_B16,
                        ::DistVST::DIST_ONEPT_B32>{},
         pset_b32(PAT_ALL));
}
template <class V, class T, __belay_matching<V, T> = 0>
__belay_reg_api__ void asc_storealign_intlv(__ubuf__ T *dst_align32b, V src0, V src1)
{
    vsts(src0, src1, dst_align32b, 0,
         __belay_dist_t<T, ::DistVST::DIST_INTLV_B8, ::DistVST::DIST_INTLV_B16,
                        ::DistVST::DIST_INTLV_B32>{},
         pset_b32(PAT_ALL));
}

// --- at any address
// -----------------------------------------------------------------------------------

template <class T>
__belay_reg_api__ void asc_loadunalign_pre(vector_load_unalign &dst, __ubuf__ T *src)
{
    vldas(dst, src);
}
template <class V, class T, __belay_matching<V, T> = 0>
__belay_reg_api__ void asc_loadunalign(V &dst, vector_load_unalign &src0, __ubuf__ T *src1)
{
    vldus(dst, src0, src1);
}
template <class V, class T, __belay_matching<V, T> = 0>
__belay_reg_api__ void asc_loadunalign_postupdate(V &dst, vector_load_unalign &src0,
                                                  __ubuf__ T *&src1, uint32_t count)
{
    vldus(dst, src0, src1, (int32_t)count, POST_UPDATE);
}
template <class V, class T, __belay_matching<V, T> = 0>
__belay_reg_api__ void asc_load(V &dst, __ubuf__ T *src)
{
    vector_load_unalign stream;
    vldas(stream, src);
    vldus(dst, stream, src);
}

template <class V, class T, __belay_matching<V, T> = 0>
__belay_reg_api__ void asc_storeunalign(__ubuf__ T *dst, vector_store_unalign &src0, V src1,
                                        uint32_t count)
{
    vstus(src0, (int32_t)count, src1, dst);
}
template <class V, class T, __belay_matching<V, T> = 0>
__belay_reg_api__ void asc_storeunalign_postupdate(__ubuf__ T *&dst, vector_store_unalign &src0,
                                                   V src1, uint32_t count)
{
    vstus(src0, (int32_t)count, src1, dst, POST_UPDATE);
}
template <class T>
__belay_reg_api__ void asc_storeunalign_post(__ubuf__ T *dst, vector_store_unalign src,
                                             int32_t offset)
{
    vstas(src, dst, offset);
}
template <class T>
__belay_reg_api__ void asc_storeunalign_post_postupdate(__ubuf__ T *&dst, vector_store_unalign src,
                                                        int32_t offset)
{
    vstas(src, dst, offset, POST_UPDATE);
}
template <class V, class T, __belay_matching<V, T> = 0>
__belay_reg_api__ void asc_store(__ubuf__ T *dst, V src, uint32_t count)
{
    vector_store_unalign stream = init_vector_align_data();
    asc_storeunalign(dst, stream, src, count);
    asc_storeunalign_post(dst, stream, 0);
}
template <class V, class T, __belay_matching<V, T> = 0>
__belay_reg_api__ void asc_store(__ubuf__ T *dst, V src)
{
    asc_store(dst, src, AscendC::VECTOR_REG_WIDTH / (uint32_t)sizeof(T));
}

// --- masks, and by index
// --------------------------------------------------------------------------------

#define __BELAY_LOAD_MASK(NAME, DIST)                                                              \
    __belay_reg_api__ void asc_loadalign##NAME(vector_bool &dst, __ubuf__ uint32_t *src,           \
                                               int32_t offset = 0)                                 \
    {                                                                                              \
        plds(dst, src, offset, DIST);                                                              \
    }
__BELAY_LOAD_MASK(, NORM)
__BELAY_LOAD_MASK(_upsample, US)
__BELAY_LOAD_MASK(_downsample, DS)
#undef __BELAY_LOAD_MASK
__belay_reg_api__ void asc_storealign(__ubuf__ uint32_t *dst, vector_bool src, int32_t offset = 0)
{
    psts(src, dst, offset, NORM);
}
__belay_reg_api__ void asc_storealign_pack(__ubuf__ uint32_t *dst, vector_bool src,
                                           int32_t offset = 0)
{
    psts(src, dst, offset, PK);
}
template <class V, class T, class I, __belay_matching<V, T> = 0>
__belay_reg_api__ void asc_gather(V &dst, __ubuf__ T *src, I index, vector_bool mask)
{
    vgather2(dst, src, index, mask);
}
template <class V, class T, class I, __belay_matching<V, T> = 0>
__belay_reg_api__ void asc_scatter(__ubuf__ T *dst, V src, I index, vector_bool mask)
{
    vscatter(src, dst, index, mask);
}
