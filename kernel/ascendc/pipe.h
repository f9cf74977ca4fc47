// TPipe, the queues and the buffers it gives out. asc-devkit docs/zh/api/SIMD-API/基础API/资源管理,
// include/basic_api/kernel_tpipe.h; protocol of the 950:
// impl/basic_api/dav_3510/kernel_tpipe_impl_c310*.
//
// A queue joins two pipes, the producer's and the consumer's. Each of its buffers goes round:
//   AllocTensor  the producer waits until the consumer has freed the buffer
//   EnQue        the producer signals that it is full
//   DeQue        the consumer waits for that
//   FreeTensor   the consumer signals that it is free
// On vector cores the signal is a buffer mutex of the buffer's own (get_buf, rls_buf), on cube
// cores a flag with an id of the TPipe's pool.
#pragma once
#pragma clang system_header

#include "ascendc/system.h"

#ifndef QBUF_MAX_LEN
#define QBUF_MAX_LEN 64
#endif

namespace AscendC
{

enum class TBufState : uint8_t { FREE = 0, OCCUPIED, ENQUE, DEQUE };

struct __belay_buffer {
    TBufState state;
    uint8_t mutex; // vector cores
    TEventID full_id,
        free_id; // cube cores: flags that are set or will be, INVALID_TEVENTID if none
    HardEvent free_event;
    uint32_t address, length;
    TTagType tag;
};

// --- the two ends of a queue ---------------------------------------------------------------------

// From the producer to the consumer.
__aicore__ inline constexpr HardEvent __belay_full_event(Hardware from, Hardware to)
{
    switch (from) {
    case Hardware::GM:
        return to == Hardware::UB ? HardEvent::MTE2_V : HardEvent::MTE2_MTE1;
    case Hardware::UB:
        return to == Hardware::GM   ? HardEvent::V_MTE3
               : to == Hardware::L1 ? HardEvent::MTE3_MTE1
                                    : HardEvent::MTE2_MTE3;
    case Hardware::L1:
        return to == Hardware::UB       ? HardEvent::MTE1_V
               : to == Hardware::FIXBUF ? HardEvent::MTE1_FIX
                                        : HardEvent::MTE1_M;
    case Hardware::L0C:
        return HardEvent::M_FIX;
    default:
        return HardEvent::MAX;
    }
}
__aicore__ inline constexpr HardEvent __belay_reverse(HardEvent event)
{
    for (int i = 0; i < (int)HardEvent::MAX; i++) {
        __belay_pipes one = __belay_event_pipes(event), other = __belay_event_pipes((HardEvent)i);
        if (one.source == other.target && one.target == other.source)
            return (HardEvent)i;
    }
    return HardEvent::MAX;
}

// The ends of the queue at a position: TQue<VECIN> is a TQueBind<GM, VECIN>.
__aicore__ inline constexpr TPosition __belay_queue_end(TPosition position, bool source)
{
    switch (position) {
    case TPosition::A1:
    case TPosition::B1:
    case TPosition::C1:
    case TPosition::VECIN:
        return source ? TPosition::GM : position;
    case TPosition::A2:
        return source ? TPosition::A1 : position;
    case TPosition::B2:
        return source ? TPosition::B1 : position;
    case TPosition::C2:
        return source ? TPosition::C1 : position;
    case TPosition::C2PIPE2GM:
        return source ? TPosition::B1 : position;
    case TPosition::CO1:
        return source ? position : TPosition::CO2;
    case TPosition::CO2:
    case TPosition::VECOUT:
        return source ? position : TPosition::GM;
    default:
        return TPosition::MAX;
    }
}

// Pipe of one end when EnQue or DeQue name positions of their own.
__aicore__ inline constexpr pipe_t __belay_user_pipe(TPosition end, TPosition other)
{
    switch (end) {
    case TPosition::GM:
        return other == TPosition::VECIN ? PIPE_MTE2 : PIPE_MTE3;
    case TPosition::VECIN:
        return other == TPosition::GM ? PIPE_V : PIPE_MTE2;
    case TPosition::VECOUT:
        return other == TPosition::GM ? PIPE_V : PIPE_MTE3;
    default:
        return PIPE_V;
    }
}

// --- TPipe ---------------------------------------------------------------------------------------

template <TPosition position>
class TBuf;
template <TPosition src, TPosition dst, int32_t depth, auto mask>
class TQueBind;

class TPipe;
} // namespace AscendC

__BLOCK_LOCAL__ inline AscendC::TPipe *g_vecTPipePtr;
__belay_api__ AscendC::TPipe *GetTPipePtr()
{
    return g_vecTPipePtr;
}

namespace AscendC
{
using ::GetTPipePtr;

class TPipe
{
  public:
    __belay_api__ TPipe()
    {
        InitSocState();
        Init();
    }
    __belay_api__ ~TPipe()
    {
        if (!destroyed_)
            Destroy();
    }
    TPipe(const TPipe &) = delete;

    __belay_api__ void Init()
    {
        __belay_empty();
        g_vecTPipePtr = this;
        destroyed_ = false;
    }

    template <class Queue>
    __belay_api__ bool InitBuffer(Queue &queue, uint8_t num, uint32_t len)
    {
        static_assert(Queue::__belay_is_queue, "InitBuffer with a number of buffers takes a queue");
        len = AlignUp(len, ONE_BLK_SIZE);
        queue.first_ = buffer_ + buffers_;
        queue.number_ = num;
        queue.__belay_reset();
        for (uint8_t i = 0; i < num; i++)
            __belay_queue_buffer<Queue>(__belay_next(Queue::hardware, len));
        return true;
    }
    template <TPosition position>
    __belay_api__ bool InitBuffer(TBuf<position> &buf, uint32_t len)
    {
        static_assert(GetPhyType(position) != Hardware::GM, "TBuf: a buffer of the core");
        len = AlignUp(len, ONE_BLK_SIZE);
        buf.buffer_ = __belay_next(GetPhyType(position), len);
        buf.length_ = len;
        return true;
    }

    // Ids of flags. FetchEventID only looks, for a set and wait that follow one another.
    template <HardEvent event>
    __belay_api__ TEventID AllocEventID()
    {
        TEventID id = FetchEventID(event);
        events_[(int)event] |= 1u << id;
        return id;
    }
    template <HardEvent event>
    __belay_api__ void ReleaseEventID(TEventID id)
    {
        events_[(int)event] &= (uint8_t) ~(1u << id);
    }
    template <HardEvent event>
    __belay_api__ TEventID FetchEventID()
    {
        return FetchEventID(event);
    }
    __belay_api__ TEventID FetchEventID(HardEvent event)
    {
        return (TEventID)sff0(events_[(int)event]);
    }
    __belay_api__ MutexID AllocMutexID() { return AscendC::AllocMutexID(); }
    __belay_api__ void ReleaseMutexID(MutexID id) { AscendC::ReleaseMutexID(id); }

    template <TPosition position, class T>
    __belay_api__ LocalTensor<T> GetAbsAddr(int32_t offset, int32_t size) const
    {
        return LocalTensor<T>(position, (uint32_t)offset, (uint32_t)size);
    }

    __belay_api__ void Destroy()
    {
        __belay_wait_all();
        destroyed_ = true;
        pipe_barrier(PIPE_ALL);
    }
    // Takes all buffers back.
    __belay_api__ void Reset()
    {
        __belay_wait_all();
        InitSocState();
        __belay_empty();
    }

  private:
    __belay_api__ void __belay_empty()
    {
        __belay_mutexes = 0;
        buffers_ = 0;
        for (int i = 0; i < (int)HardEvent::MAX; i++)
            events_[i] = 0;
        for (int i = 0; i < (int)Hardware::MAX; i++)
            used_[i] = 0;
        used_[(int)Hardware::UB] = __belay_dynamic_start<Hardware::UB>();
    }
    __belay_api__ __belay_buffer *__belay_next(Hardware hardware, uint32_t len)
    {
        if (buffers_ >= QBUF_MAX_LEN)
            trap(); // more buffers than a TPipe manages
        __belay_buffer *buffer = buffer_ + buffers_++;
        *buffer = {TBufState::FREE,
                   0,
                   INVALID_TEVENTID,
                   INVALID_TEVENTID,
                   HardEvent::MAX,
                   used_[(int)hardware],
                   len,
                   -1};
        used_[(int)hardware] += len;
        return buffer;
    }
    template <class Queue>
    __belay_api__ void __belay_queue_buffer(__belay_buffer *buffer)
    {
        buffer->free_event = Queue::free_event;
        if constexpr (g_coreType == AIV) {
            buffer->mutex = AscendC::AllocMutexID();
        } else if constexpr (Queue::depth_ == 0) { // ids for good, and the buffer starts free
            buffer->full_id = AllocEventID<Queue::full_event>();
            buffer->free_id = AllocEventID<Queue::free_event>();
            SetFlag<Queue::free_event>(buffer->free_id);
        }
    }
    // Flags of freed buffers that nobody waited for.
    __belay_api__ void __belay_wait_all()
    {
        if constexpr (g_coreType == AIC)
            for (uint8_t i = 0; i < buffers_; i++) {
                __belay_buffer &b = buffer_[i];
                if (b.free_id == INVALID_TEVENTID || b.state != TBufState::FREE)
                    continue;
                __belay_pipes pipes = __belay_event_pipes(b.free_event);
                wait_flag(pipes.source, pipes.target, (uint64_t)b.free_id);
                b.free_id = INVALID_TEVENTID;
            }
    }

    __belay_buffer buffer_[QBUF_MAX_LEN];
    uint32_t used_[(int)Hardware::MAX];
    uint8_t events_[(int)HardEvent::MAX];
    uint8_t buffers_;
    bool destroyed_;
};

// --- queues --------------------------------------------------------------------------------------

template <TPosition src, TPosition dst, int32_t depth, auto mask = 0>
class TQueBind
{
  public:
    static_assert(std::is_integral<decltype(mask)>::value,
                  "TQue: TQueConfig is not there; mask 0 is");
    static_assert(depth >= 0 && depth <= 32, "TQue: depth");
    static constexpr bool __belay_is_queue = true;
    static constexpr Hardware hardware =
        GetPhyType(dst) == Hardware::GM ? GetPhyType(src) : GetPhyType(dst);
    static constexpr TPosition position = GetPhyType(dst) == Hardware::GM ? src : dst;
    static constexpr HardEvent full_event = __belay_full_event(GetPhyType(src), GetPhyType(dst));
    static_assert(full_event != HardEvent::MAX, "TQue: no pipes join these positions");
    static constexpr HardEvent free_event = __belay_reverse(full_event);
    static constexpr pipe_t producer = __belay_event_pipes(full_event).source;
    static constexpr pipe_t consumer = __belay_event_pipes(full_event).target;
    static constexpr int32_t depth_ = depth;

    __belay_api__ TQueBind() {}

    template <class T>
    __belay_api__ LocalTensor<T> AllocTensor()
    {
        static_assert(depth != 0, "TQue of depth 0: AllocTensor(tensor)");
        return __belay_tensor<T>(__belay_alloc());
    }
    template <class T>
    __belay_api__ void AllocTensor(LocalTensor<T> &tensor)
    {
        static_assert(depth == 0, "AllocTensor(tensor) is for depth 0");
        tensor = __belay_tensor<T>(__belay_alloc());
    }
    template <class T>
    __belay_api__ void FreeTensor(LocalTensor<T> &tensor)
    {
        __belay_buffer *b = (__belay_buffer *)tensor.GetBufferHandle();
        if constexpr (g_coreType == AIV) {
            __belay_signal<consumer>(b);
        } else {
            if constexpr (depth != 0)
                b->free_id = GetTPipePtr()->template AllocEventID<free_event>();
            SetFlag<free_event>(b->free_id);
        }
        b->state = TBufState::FREE;
        allocated_--;
    }

    template <class T>
    __belay_api__ bool EnQue(const LocalTensor<T> &tensor)
    {
        __belay_buffer *b = (__belay_buffer *)tensor.GetBufferHandle();
        __belay_push(b);
        if constexpr (g_coreType == AIV) {
            __belay_signal<producer>(b);
        } else {
            if constexpr (depth != 0)
                b->full_id = GetTPipePtr()->template AllocEventID<full_event>();
            SetFlag<full_event>(b->full_id);
        }
        return true;
    }
    template <TPosition userSrc, TPosition userDst, class T>
    __belay_api__ bool EnQue(const LocalTensor<T> &tensor)
    {
        static_assert(depth != 0 && g_coreType == AIV, "EnQue with positions: vector queues");
        __belay_buffer *b = (__belay_buffer *)tensor.GetBufferHandle();
        __belay_push(b);
        __belay_signal<__belay_user_pipe(userSrc, userDst)>(b);
        return true;
    }

    template <class T>
    __belay_api__ LocalTensor<T> DeQue()
    {
        static_assert(depth != 0, "TQue of depth 0: DeQue(tensor)");
        __belay_buffer *b = __belay_pop();
        __belay_await_full(b);
        return __belay_tensor<T>(b);
    }
    template <class T>
    __belay_api__ void DeQue(LocalTensor<T> &tensor)
    {
        static_assert(depth == 0, "DeQue(tensor) is for depth 0");
        __belay_await_full((__belay_buffer *)tensor.GetBufferHandle());
    }
    template <TPosition userSrc, TPosition userDst, class T>
    __belay_api__ LocalTensor<T> DeQue()
    {
        static_assert(depth != 0 && g_coreType == AIV, "DeQue with positions: vector queues");
        __belay_buffer *b = __belay_pop();
        __belay_await<__belay_user_pipe(userDst, userSrc)>(b);
        return __belay_tensor<T>(b);
    }

    __belay_api__ bool VacantInQue() { return waiting_ < depth; }
    __belay_api__ bool HasTensorInQue() { return waiting_ != 0; }
    __belay_api__ int32_t GetTensorCountInQue() { return waiting_; }
    __belay_api__ bool HasIdleBuffer() { return allocated_ < number_; }
    template <class T>
    __belay_api__ TBufState GetState(const LocalTensor<T> &tensor) const
    {
        __belay_buffer *b = (__belay_buffer *)tensor.GetBufferHandle();
        return b == nullptr ? TBufState::FREE : b->state;
    }
    __belay_api__ void FreeAllEvent()
    {
        if constexpr (g_coreType == AIC)
            for (uint8_t i = 0; i < number_; i++)
                if (first_[i].full_id != INVALID_TEVENTID) {
                    WaitFlag<full_event>(first_[i].full_id);
                    GetTPipePtr()->template ReleaseEventID<full_event>(first_[i].full_id);
                    first_[i].full_id = INVALID_TEVENTID;
                }
    }

  private:
    friend class TPipe;
    __belay_api__ void __belay_reset() { waiting_ = allocated_ = cursor_ = head_ = tail_ = 0; }
    template <class T>
    __belay_api__ LocalTensor<T> __belay_tensor(__belay_buffer *b)
    {
        LocalTensor<T> tensor;
        tensor.SetAddr({b->length, b->address, (TBufHandle)b, (uint8_t)position});
        return tensor;
    }
    // A mutex hands over in the order of the program: waiting takes the earlier releases,
    // signalling (mode 1) only marks that this pipe's work on the buffer is done.
    template <pipe_t pipe>
    __belay_api__ void __belay_await(__belay_buffer *b)
    {
        __belay_lock<pipe, false>(b->mutex);
        __belay_unlock<pipe, false>(b->mutex);
    }
    template <pipe_t pipe>
    __belay_api__ void __belay_signal(__belay_buffer *b)
    {
        __belay_lock<pipe, true>(b->mutex);
        __belay_unlock<pipe, true>(b->mutex);
    }
    __belay_api__ __belay_buffer *__belay_alloc()
    {
        __belay_buffer *b;
        uint8_t seen = 0;
        do {
            if (seen++ > number_)
                trap(); // every buffer of the queue is in use: FreeTensor is missing
            b = first_ + cursor_;
            if (++cursor_ == number_)
                cursor_ = 0;
        } while (b->state != TBufState::FREE);
        b->state = TBufState::OCCUPIED;
        if constexpr (g_coreType == AIV) {
            __belay_await<producer>(b);
        } else if constexpr (depth == 0) {
            WaitFlag<free_event>(b->free_id);
        } else if (b->free_id != INVALID_TEVENTID) {
            WaitFlag<free_event>(b->free_id);
            GetTPipePtr()->template ReleaseEventID<free_event>(b->free_id);
            b->free_id = INVALID_TEVENTID;
        }
        allocated_++;
        return b;
    }
    __belay_api__ void __belay_await_full(__belay_buffer *b)
    {
        if constexpr (g_coreType == AIV) {
            __belay_await<consumer>(b);
        } else if constexpr (depth == 0) {
            WaitFlag<full_event>(b->full_id);
        } else if (b->full_id != INVALID_TEVENTID) {
            WaitFlag<full_event>(b->full_id);
            GetTPipePtr()->template ReleaseEventID<full_event>(b->full_id);
            b->full_id = INVALID_TEVENTID;
        }
    }
    __belay_api__ void __belay_push(__belay_buffer *b)
    {
        b->state = TBufState::ENQUE;
        if constexpr (depth != 0) {
            if (waiting_ >= depth)
                trap(); // EnQue into a full queue: the depth is smaller than what is in flight
            queue_[tail_] = b;
            tail_ = depth == 1 ? 0 : (tail_ + 1) % depth;
            waiting_++;
        }
    }
    __belay_api__ __belay_buffer *__belay_pop()
    {
        if (waiting_ == 0)
            trap(); // DeQue from an empty queue
        __belay_buffer *b = queue_[head_];
        head_ = depth == 1 ? 0 : (head_ + 1) % depth;
        waiting_--;
        b->state = TBufState::DEQUE;
        return b;
    }

    __belay_buffer *first_;
    __belay_buffer *queue_[depth == 0 ? 1 : depth];
    uint8_t number_ = 0, allocated_ = 0, cursor_ = 0, waiting_ = 0, head_ = 0, tail_ = 0;
};

template <TPosition position, int32_t depth, auto mask = 0>
class TQue : public TQueBind<__belay_queue_end(position, true), __belay_queue_end(position, false),
                             depth, mask>
{
  public:
    static_assert(__belay_queue_end(position, true) != TPosition::MAX,
                  "TQue: this position has no queue; TBuf has memory without one");
};

// --- memory without a queue ----------------------------------------------------------------------

template <TPosition position = TPosition::LCM>
class TBuf
{
  public:
    static constexpr bool __belay_is_queue = false;

    __belay_api__ TBuf() {}
    template <class T>
    __belay_api__ LocalTensor<T> Get(uint32_t len)
    {
        return GetWithOffset<T>(len, 0);
    }
    template <class T>
    __belay_api__ LocalTensor<T> Get()
    {
        return GetWithOffset<T>(length_ / sizeof(T), 0);
    }
    // offset in bytes
    template <class T>
    __belay_api__ LocalTensor<T> GetWithOffset(uint32_t size, uint32_t offset)
    {
        LocalTensor<T> tensor;
        buffer_->length = size * sizeof(T);
        tensor.SetAddr(
            {buffer_->length, buffer_->address + offset, (TBufHandle)buffer_, (uint8_t)position});
        return tensor;
    }
    // As a queue that joins nothing.
    template <class T>
    __belay_api__ LocalTensor<T> AllocTensor()
    {
        return Get<T>();
    }
    template <class T>
    __belay_api__ void FreeTensor(LocalTensor<T> &)
    {
    }
    template <class T>
    __belay_api__ void EnQue(const LocalTensor<T> &)
    {
    }
    template <class T>
    __belay_api__ LocalTensor<T> DeQue()
    {
        return Get<T>();
    }

  private:
    friend class TPipe;
    __belay_buffer *buffer_;
    uint32_t length_;
};

template <class T>
__belay_api__ void LocalTensor<T>::SetUserTag(TTagType tag)
{
    ((__belay_buffer *)address_.bufferHandle)->tag = tag;
}
template <class T>
__belay_api__ TTagType LocalTensor<T>::GetUserTag() const
{
    return ((__belay_buffer *)address_.bufferHandle)->tag;
}

} // namespace AscendC
