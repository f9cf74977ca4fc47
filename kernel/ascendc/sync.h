// Order between the pipes of a core and between cores: flags, buffer mutexes, barriers.
// asc-devkit docs/zh/api/SIMD-API/基础API/同步控制,
// include/basic_api/kernel_operator_block_sync_intf.h.
#pragma once
#pragma clang system_header

#include "ascendc/base.h"

namespace AscendC
{

using TEventID = int8_t;
using MutexID = uint8_t;
constexpr TEventID INVALID_TEVENTID = -1;

enum class HardEvent : uint8_t {
    MTE2_MTE1,
    MTE1_MTE2,
    MTE1_M,
    M_MTE1,
    MTE2_V,
    V_MTE2,
    MTE3_V,
    V_MTE3,
    M_V,
    V_M,
    V_V,
    MTE3_MTE1,
    MTE1_MTE3,
    MTE1_V,
    MTE2_M,
    M_MTE2,
    V_MTE1,
    M_FIX,
    FIX_M,
    MTE3_MTE2,
    MTE2_MTE3,
    S_V,
    V_S,
    S_MTE2,
    MTE2_S,
    S_MTE3,
    MTE3_S,
    MTE2_FIX,
    FIX_MTE2,
    FIX_S,
    M_S,
    FIX_MTE3,
    MTE1_FIX,
    FIX_MTE1,
    FIX_FIX,
    MAX
};

// --- which pipes an event joins ------------------------------------------------------------------

struct __belay_pipes {
    pipe_t source, target;
};
__aicore__ inline constexpr __belay_pipes __belay_event_pipes(HardEvent event)
{
    constexpr pipe_t s = PIPE_S, v = PIPE_V, m = PIPE_M, fix = PIPE_FIX;
    constexpr pipe_t mte1 = PIPE_MTE1, mte2 = PIPE_MTE2, mte3 = PIPE_MTE3;
    constexpr __belay_pipes pipes[] = {
        {mte2, mte1}, {mte1, mte2}, {mte1, m},    {m, mte1},   {mte2, v},   {v, mte2},
        {mte3, v},    {v, mte3},    {m, v},       {v, m},      {v, v},      {mte3, mte1},
        {mte1, mte3}, {mte1, v},    {mte2, m},    {m, mte2},   {v, mte1},   {m, fix},
        {fix, m},     {mte3, mte2}, {mte2, mte3}, {s, v},      {v, s},      {s, mte2},
        {mte2, s},    {s, mte3},    {mte3, s},    {mte2, fix}, {fix, mte2}, {fix, s},
        {m, s},       {fix, mte3},  {mte1, fix},  {fix, mte1}, {fix, fix}};
    return pipes[(int)event];
}

// Pipes of this kind of core on the 950; one source serves both kinds, and a flag between pipes
// that the core has not is no instruction.
__aicore__ inline constexpr bool __belay_has_pipe(pipe_t pipe)
{
#ifdef __DAV_CUBE__
    return pipe == PIPE_S || pipe == PIPE_MTE1 || pipe == PIPE_MTE2 || pipe == PIPE_FIX ||
           pipe == PIPE_M;
#else
    return pipe == PIPE_S || pipe == PIPE_V || pipe == PIPE_MTE2 || pipe == PIPE_MTE3;
#endif
}

// --- barriers ------------------------------------------------------------------------------------

template <pipe_t pipe>
__belay_api__ void PipeBarrier()
{
    if constexpr (pipe == PIPE_ALL || __belay_has_pipe(pipe))
        pipe_barrier(pipe);
}

template <MemDsbT kind>
__belay_api__ void DataSyncBarrier()
{
    if constexpr (!(kind == MemDsbT::UB && g_coreType == AIC))
        dsb((mem_dsb_t)kind);
}

// --- flags ---------------------------------------------------------------------------------------

template <HardEvent event>
__belay_api__ void SetFlag(int32_t eventID)
{
    constexpr __belay_pipes pipes = __belay_event_pipes(event);
    if constexpr (pipes.source == pipes.target)
        PipeBarrier<pipes.source>();
    else if constexpr (__belay_has_pipe(pipes.source) && __belay_has_pipe(pipes.target))
        set_flag(pipes.source, pipes.target, (uint64_t)eventID);
}

template <HardEvent event>
__belay_api__ void WaitFlag(int32_t eventID)
{
    constexpr __belay_pipes pipes = __belay_event_pipes(event);
    if constexpr (pipes.source == pipes.target) {
        if constexpr (pipes.source == PIPE_FIX)
            PipeBarrier<PIPE_FIX>();
    } else if constexpr (__belay_has_pipe(pipes.source) && __belay_has_pipe(pipes.target)) {
        wait_flag(pipes.source, pipes.target, (uint64_t)eventID);
    }
}

// Flags between two pipes by name.
template <pipe_t src, pipe_t dst>
class TQueSync
{
  public:
    __belay_api__ void SetFlag(TEventID id)
    {
        static_assert(src != dst, "TQueSync needs two pipes");
        set_flag(src, dst, (uint64_t)id);
    }
    __belay_api__ void WaitFlag(TEventID id)
    {
        static_assert(src != dst, "TQueSync needs two pipes");
        wait_flag(src, dst, (uint64_t)id);
    }
};

// --- buffer mutexes
// ------------------------------------------------------------------------------------------ Mode 0
// waits for every release of the id that comes earlier in the program; mode 1 does not wait.

template <pipe_t pipe, bool mode>
__belay_api__ void __belay_lock(uint8_t id)
{
    if constexpr (__belay_has_pipe(pipe))
        get_buf(pipe, id, mode);
}
template <pipe_t pipe, bool mode>
__belay_api__ void __belay_unlock(uint8_t id)
{
    if constexpr (__belay_has_pipe(pipe))
        rls_buf(pipe, id, mode);
}

class Mutex
{
  public:
    template <pipe_t pipe>
    static __belay_api__ void Lock(MutexID id)
    {
        __belay_lock<pipe, false>(id);
    }
    template <pipe_t pipe>
    static __belay_api__ void Unlock(MutexID id)
    {
        __belay_unlock<pipe, false>(id);
    }
};

// Ids in use, one bit each; the last four of the 32 belong to the vendor's framework.
__BLOCK_LOCAL__ inline uint64_t __belay_mutexes;

__belay_api__ MutexID AllocMutexID()
{
    MutexID id = (MutexID)sff0(__belay_mutexes);
    __belay_mutexes = sbitset1(__belay_mutexes, id);
    return id;
}
__belay_api__ void ReleaseMutexID(MutexID id)
{
    __belay_mutexes = sbitset0(__belay_mutexes, id);
}

// --- between cores -------------------------------------------------------------------------------
// modeId: 0 all cores of a kind, 1 the vector cores of a block, 2 a cube core and its vector cores;
// 4 a cube core and one of its vector cores (flag + 16 for the second).

template <uint8_t modeId, pipe_t pipe>
__belay_api__ void CrossCoreSetFlag(uint16_t flagId)
{
    static_assert(modeId <= 2 || modeId == 4, "CrossCoreSetFlag: modes are 0, 1, 2, 4");
    if constexpr (!__belay_has_pipe(pipe))
        return;
    else if constexpr (modeId == 4)
        set_intra_block(pipe, (uint8_t)flagId);
    else
        ffts_cross_core_sync(pipe, 1ul | (uint64_t)modeId << 4 | (uint64_t)(flagId & 15) << 8);
}

template <uint8_t modeId = 0, pipe_t pipe = PIPE_S>
__belay_api__ void CrossCoreWaitFlag(uint16_t flagId)
{
    if constexpr (!__belay_has_pipe(pipe))
        return;
    else if constexpr (modeId == 4)
        wait_intra_block(pipe, (uint8_t)flagId);
    else
        wait_flag_dev(pipe, (uint8_t)flagId);
}

struct SyncAllConfig {
    pipe_t triggerPipe, waitPipe;
};
constexpr SyncAllConfig DEFAULT_SYNC_ALL_CONFIG = {PIPE_ALL, PIPE_ALL};

// All cores of the launch: the vector cores alone, or both kinds with two vector cores a block. The
// flag ids are the ones that the vendor's framework keeps for this.
template <bool isAIVOnly = true, const SyncAllConfig &config = DEFAULT_SYNC_ALL_CONFIG>
__belay_api__ void SyncAll()
{
    constexpr uint16_t vectors = 14, from_vector = 12, cubes = 11, to_vector = 13, second = 16;
    constexpr pipe_t trigger = config.triggerPipe == PIPE_ALL ? PIPE_MTE3 : config.triggerPipe;
    constexpr pipe_t wait = config.waitPipe == PIPE_ALL ? PIPE_S : config.waitPipe;
    PipeBarrier<isAIVOnly ? config.triggerPipe : PIPE_ALL>();
    if constexpr (isAIVOnly && g_coreType == AIV) {
        CrossCoreSetFlag<0, trigger>(vectors);
        CrossCoreWaitFlag<0, wait>(vectors);
    } else if constexpr (!isAIVOnly && g_coreType == AIV) {
        CrossCoreSetFlag<4, PIPE_MTE3>(from_vector);
        CrossCoreWaitFlag<4, PIPE_S>(to_vector);
    } else if constexpr (!isAIVOnly) {
        CrossCoreWaitFlag<4, PIPE_S>(from_vector);
        CrossCoreWaitFlag<4, PIPE_S>(from_vector + second);
        CrossCoreSetFlag<0, PIPE_FIX>(cubes);
        CrossCoreWaitFlag<0, PIPE_S>(cubes);
        CrossCoreSetFlag<4, PIPE_S>(to_vector);
        CrossCoreSetFlag<4, PIPE_S>(to_vector + second);
    }
}

} // namespace AscendC
