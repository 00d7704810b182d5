//===- Runtime.cpp - The C interface --------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Runtime/Runtime.h"

#include "Engine.h"
#include "Fatal.h"
#include "LeaveCall.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <unistd.h>
#include <vector>

using namespace memplace::runtime;

void memplace::runtime::fatal(int exitCode, const char *format, ...) {
  fflush(nullptr); // Earlier output helps to locate the error.
  fputs("memplace runtime: ", stderr);
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  fflush(stderr);
  _exit(exitCode);
}

void *memplace_rt_arena_alloc(const char *tier, int64_t bytes,
                              int64_t alignment) {
  return Engine::current().allocate(tier, bytes, alignment,
                                    /*isChecked=*/false);
}

void *memplace_rt_arena_alloc_checked(const char *tier, int64_t bytes,
                                      int64_t alignment) {
  return Engine::current().allocate(tier, bytes, alignment, /*isChecked=*/true);
}

void memplace_rt_arena_free(const char *tier, void *arena) {
  Engine::current().free(tier, arena);
}

int64_t memplace_rt_transfer_start(const char *channel, const char *source_tier,
                                   const char *destination_tier,
                                   void *destination, const void *source,
                                   int64_t bytes) {
  return memplace_rt_transfer_start_rows(channel, source_tier, destination_tier,
                                         destination, source, bytes, 0,
                                         nullptr);
}

int64_t memplace_rt_transfer_start_rows(const char *channel,
                                        const char *source_tier,
                                        const char *destination_tier,
                                        void *destination, const void *source,
                                        int64_t row_bytes, int64_t rank,
                                        const int64_t *loops) {
  bool isLegal = row_bytes >= 0 && rank >= 0;
  Rows rows{.bytes = static_cast<size_t>(row_bytes), .loops = {}};
  for (int64_t i = 0; i < rank; ++i) {
    rows.loops.push_back({loops[3 * i], loops[3 * i + 1], loops[3 * i + 2]});
    isLegal = isLegal && loops[3 * i] >= 1 && loops[3 * i + 1] >= 0 &&
              loops[3 * i + 2] >= 0;
  }
  if (!isLegal)
    fatal(
        MEMPLACE_RT_EXIT_MISUSE,
        "a transfer from tier '%s' to tier '%s' has rows of %lld bytes; sizes "
        "must be at least 1, strides at least 0",
        source_tier, destination_tier, static_cast<long long>(row_bytes));
  return Engine::current().startTransfer(channel, destination, source, rows);
}

void memplace_rt_transfer_wait(int64_t token) {
  if (!Engine::current().waitForTransfer(token))
    leaveCall();
}

void memplace_rt_copy(void *destination, const void *source, int64_t bytes) {
  if (!Engine::current().copy(destination, source, bytes))
    leaveCall();
}

void memplace_rt_acquire(void *slot, int64_t bytes, int32_t keep_contents) {
  Engine::current().acquire(slot, bytes, keep_contents != 0);
}

void memplace_rt_release(void *slot, int64_t bytes) {
  Engine::current().release(slot, bytes);
}

void memplace_rt_check_no_alias(const char *function, int64_t count,
                                const void *const *pointers,
                                const int64_t *sizes) {
  std::vector<int64_t> order;
  for (int64_t i = 0; i < count; ++i)
    if (sizes[i] > 0)
      order.push_back(i);
  std::sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    return std::less<>()(pointers[a], pointers[b]);
  });
  for (size_t i = 1; i < order.size(); ++i) {
    int64_t below = order[i - 1], above = order[i];
    if (static_cast<const char *>(pointers[below]) + sizes[below] >
        static_cast<const char *>(pointers[above]))
      fatal(MEMPLACE_RT_EXIT_ILLEGAL_ACCESS,
            "memref arguments %lld and %lld of '%s' overlap, but the "
            "placement assumes disjoint arguments",
            static_cast<long long>(std::min(below, above)),
            static_cast<long long>(std::max(below, above)), function);
  }
}

int32_t memplace_rt_get_tier_statistics(const char *tier,
                                        memplace_rt_tier_statistics *out) {
  return Engine::current().getStatistics(tier, *out);
}

int32_t
memplace_rt_get_channel_statistics(const char *channel,
                                   memplace_rt_channel_statistics *out) {
  return Engine::current().getStatistics(channel, *out);
}

int32_t memplace_rt_write_statistics(const char *path) {
  return Engine::current().writeStatistics(path);
}

void memplace_rt_set_channel_bandwidth(const char *channel,
                                       double bytes_per_second) {
  Engine::current().setBandwidth(channel, bytes_per_second);
}
