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

/// Which of a channel's transfers moves.
enum class ChannelOrder {
  Fifo,     // The first issued, until it has arrived.
  Deadline, // Of those past their latency, the one that is awaited first.
};

/// A DMA engine that copies from one tier to another while ops run.
struct Channel {
  std::string name;
  TierId from = 0;
  TierId to = 0;
  double bytesPerSecond = 0; // Finite, above 0.
  int64_t latencyPs = 0;     // Of a descriptor, before its first byte flows.
  ChannelOrder order = ChannelOrder::Fifo;
  /// Of what one descriptor moves: 1 is a run of bytes, 2 are rows at equal
  /// distances, 3 are several such planes.
  int64_t dimensions = 1;
  /// Bytes, at least 1: shorter rows take a descriptor each.
  int64_t leastRun = 1;

  bool operator==(const Channel &) const = default;
};

} // namespace memplace

#endif // MEMPLACE_PROBLEM_CHANNEL_H
