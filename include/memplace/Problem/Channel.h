//===- Channel.h - A DMA engine ---------------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PROBLEM_CHANNEL_H
#define MEMPLACE_PROBLEM_CHANNEL_H

#include <cstdint>
#include <string>

namespace memplace {

using TierId = int32_t; // Index into Target::tiers; 0 is the fastest.

/// Order in which a channel moves its transfers.
enum class ChannelOrder {
  Fifo,     // In the order of issue, each until it has arrived.
  Deadline, // Earliest `done` first, among transfers past their latency.
};

/// A DMA engine for copies from one tier to another while ops run.
struct Channel {
  std::string name;
  TierId from = 0;
  TierId to = 0;
  double bytesPerSecond = 0; // Finite, above 0.
  int64_t latencyPs = 0;     // Per descriptor, before its first byte flows.
  ChannelOrder order = ChannelOrder::Fifo;
  /// Dimensions of the block moved by a descriptor: 1 is a run of bytes, 2 is
  /// rows at equal distances, 3 is planes of such rows.
  int64_t dimensions = 1;
  /// Bytes, at least 1: each shorter row takes a descriptor of its own.
  int64_t leastRun = 1;
  /// Moves rows at addresses computed at run time.
  bool isIndexed = false;
  /// Most transfers in flight, issued and not yet awaited (R8); 0: no limit.
  int64_t outstanding = 0;

  bool operator==(const Channel &) const = default;
};

} // namespace memplace

#endif // MEMPLACE_PROBLEM_CHANNEL_H
