/* Compressing and writing chunks, beside the emulation. */
#include "emu/trace/writer.h"

enum { LEVEL = 1 };

static void put32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

/* One frame, with its checksum. */
static const char *write_chunk(struct chunk_queue *queue)
{
    queue->packed.size = 0;
    uint8_t *to =
        bytes_reserve(&queue->packed, CHUNK_HEAD_SIZE + ZSTD_compressBound(queue->raw.size));
    if (to == NULL || queue->raw.failed)
        return "out of memory";
    size_t size =
        ZSTD_compress2(queue->context, to + CHUNK_HEAD_SIZE, queue->packed.room - CHUNK_HEAD_SIZE,
                       queue->raw.data, queue->raw.size);
    if (ZSTD_isError(size))
        return ZSTD_getErrorName(size);
    put32(to, queue->tag);
    put32(to + 4, (uint32_t)size);
    put32(to + 8, (uint32_t)queue->raw.size);
    if (fwrite(to, 1, CHUNK_HEAD_SIZE + size, queue->file) != CHUNK_HEAD_SIZE + size ||
        fflush(queue->file) != 0)
        return "cannot write: is the disk full?";
    return NULL;
}

static void *work(void *argument)
{
    struct chunk_queue *queue = argument;
    pthread_mutex_lock(&queue->mutex);
    for (;;) {
        while (!queue->full && !queue->stopping)
            pthread_cond_wait(&queue->changed, &queue->mutex);
        if (!queue->full)
            break;
        pthread_mutex_unlock(&queue->mutex);
        const char *failed = queue->failed == NULL ? write_chunk(queue) : queue->failed;
        pthread_mutex_lock(&queue->mutex);
        queue->failed = failed;
        queue->full = false;
        pthread_cond_broadcast(&queue->changed);
    }
    pthread_mutex_unlock(&queue->mutex);
    return NULL;
}

int queue_start(struct chunk_queue *queue, FILE *file)
{
    queue->file = file;
    queue->context = ZSTD_createCCtx();
    if (queue->context == NULL)
        return -1;
    ZSTD_CCtx_setParameter(queue->context, ZSTD_c_compressionLevel, LEVEL);
    ZSTD_CCtx_setParameter(queue->context, ZSTD_c_checksumFlag, 1);
    pthread_mutex_init(&queue->mutex, NULL);
    pthread_cond_init(&queue->changed, NULL);
    queue->running = pthread_create(&queue->thread, NULL, work, queue) == 0;
    return queue->running ? 0 : -1;
}

void queue_put(struct chunk_queue *queue, uint32_t tag, struct bytes *raw)
{
    pthread_mutex_lock(&queue->mutex);
    while (queue->full)
        pthread_cond_wait(&queue->changed, &queue->mutex);
    struct bytes empty = queue->raw;
    queue->raw = *raw;
    queue->tag = tag;
    queue->full = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->mutex);
    empty.size = 0;
    empty.failed = false;
    *raw = empty;
}

const char *queue_stop(struct chunk_queue *queue)
{
    if (queue->running) {
        pthread_mutex_lock(&queue->mutex);
        queue->stopping = true;
        pthread_cond_broadcast(&queue->changed);
        pthread_mutex_unlock(&queue->mutex);
        pthread_join(queue->thread, NULL);
        pthread_mutex_destroy(&queue->mutex);
        pthread_cond_destroy(&queue->changed);
    }
    ZSTD_freeCCtx(queue->context);
    bytes_free(&queue->raw);
    bytes_free(&queue->packed);
    return queue->failed;
}
