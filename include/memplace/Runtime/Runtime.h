/*===- Runtime.h - What placed programs run on --------------------*- C -*-===*\
|*                                                                            *|
|* Part of memplace, under the Apache License v2.0 with LLVM Exceptions.      *|
|* See LICENSE for license information.                                       *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* The C interface of libmemplace_runtime.so. `convert-memplace-to-llvm`      *|
|* makes calls of it. It models an accelerator on the CPU: a tier is a part   *|
|* of main memory, a channel is a worker thread that copies in FIFO order.    *|
|*                                                                            *|
|* Tiers and channels are known by their names and come into being when they  *|
|* are first used. All functions may be called from several threads. What a   *|
|* caller does wrong (an unknown token, memory used up) ends the process with *|
|* a message on standard error and exit code 41; what a checked arena catches *|
|* with exit code 42.                                                         *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef MEMPLACE_RUNTIME_RUNTIME_H
#define MEMPLACE_RUNTIME_RUNTIME_H

#include <stdint.h>

#define MEMPLACE_RT_EXPORT __attribute__((visibility("default")))

#define MEMPLACE_RT_EXIT_MISUSE 41
#define MEMPLACE_RT_EXIT_ILLEGAL_ACCESS 42

/* Offsets of slots in a checked arena must be multiples of this. */
#define MEMPLACE_RT_PAGE_BYTES 4096

#ifdef __cplusplus
extern "C" {
#endif

/* Returns `bytes` (at least 1) of the tier, aligned to `alignment` (a power of
   two). The contents are undefined. */
MEMPLACE_RT_EXPORT void *
memplace_rt_arena_alloc(const char *tier, int64_t bytes, int64_t alignment);

/* Likewise, but every access is checked: only bytes between
   `memplace_rt_acquire` and `memplace_rt_release` may be touched; while a
   transfer has not been waited for, its destination must not be touched and
   its source not be written. The first access that breaks this ends the
   process. Fresh slots are filled with 0xFF. */
MEMPLACE_RT_EXPORT void *memplace_rt_arena_alloc_checked(const char *tier,
                                                         int64_t bytes,
                                                         int64_t alignment);

/* Gives an arena of either kind back. No transfer may be in flight in it. */
MEMPLACE_RT_EXPORT void memplace_rt_arena_free(const char *tier, void *arena);

/* Queues a copy on the channel and returns its token, which is above 0. In a
   checked arena both ends must be acquired. Ends outside of checked arenas are
   checked as far as that goes: the destination is filled with 0xFF first, and
   the wait finds a source that was changed meanwhile. */
MEMPLACE_RT_EXPORT int64_t memplace_rt_transfer_start(
    const char *channel, const char *source_tier, const char *destination_tier,
    void *destination, const void *source, int64_t bytes);

/* Returns when the transfer has arrived; at once if it was waited for
   before. */
MEMPLACE_RT_EXPORT void memplace_rt_transfer_wait(int64_t token);

/* Copies at once. `source` may be in a file of the session that runs, where
   the row of a weight is that the program has just chosen: it is then read
   before all transfers that wait for their turn. */
MEMPLACE_RT_EXPORT void memplace_rt_copy(void *destination, const void *source,
                                         int64_t bytes);

/* A residency begins: `bytes` from `slot` on may be touched. Their contents are
   undefined unless `keep_contents`. Nothing happens outside of checked arenas.
   A residency there that overlaps is over. */
MEMPLACE_RT_EXPORT void memplace_rt_acquire(void *slot, int64_t bytes,
                                            int32_t keep_contents);

/* A residency ends. Nothing happens if there is none. */
MEMPLACE_RT_EXPORT void memplace_rt_release(void *slot, int64_t bytes);

/* Ends the process if two of `count` byte ranges overlap: the arguments of
   `function`, which placement assumes to be apart. */
MEMPLACE_RT_EXPORT void memplace_rt_check_no_alias(const char *function,
                                                   int64_t count,
                                                   const void *const *pointers,
                                                   const int64_t *sizes);

/* What a tier has been used for so far. */
typedef struct memplace_rt_tier_statistics {
  int64_t arenas;        /* Allocated so far. */
  int64_t current_bytes; /* Of the arenas that are not given back. */
  int64_t peak_bytes;    /* Highest current_bytes. */
} memplace_rt_tier_statistics;

/* What a channel has been used for so far. */
typedef struct memplace_rt_channel_statistics {
  int64_t transfers;
  int64_t bytes;
  int64_t busy_ns; /* The worker was copying. */
  int64_t wait_ns; /* Callers waited. */
} memplace_rt_channel_statistics;

/* Fill in `statistics` and return 1, or return 0 if the name is unknown. */
MEMPLACE_RT_EXPORT int32_t memplace_rt_get_tier_statistics(
    const char *tier, memplace_rt_tier_statistics *statistics);
MEMPLACE_RT_EXPORT int32_t memplace_rt_get_channel_statistics(
    const char *channel, memplace_rt_channel_statistics *statistics);

/* Writes all statistics to `path` as one JSON object ("-": standard error);
   returns 0, or an errno. The environment variable MEMPLACE_RT_STATISTICS=PATH
   does the same when the process ends. */
MEMPLACE_RT_EXPORT int32_t memplace_rt_write_statistics(const char *path);

/* From now on the channel takes at least bytes / bytes_per_second for each
   transfer; 0: as fast as it can. MEMPLACE_RT_BYTES_PER_SECOND=N sets what new
   channels start with. */
MEMPLACE_RT_EXPORT void
memplace_rt_set_channel_bandwidth(const char *channel, double bytes_per_second);

#ifdef __cplusplus
}
#endif

#endif /* MEMPLACE_RUNTIME_RUNTIME_H */
