//===- DeadlineQueue.h - A channel that serves by deadline ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_DEADLINEQUEUE_H
#define MEMPLACE_PLANNING_DEADLINEQUEUE_H

#include "memplace/Planning/Numbers.h"

#include "memplace/Problem/Problem.h"

namespace memplace::planning {

/// A transfer on its way. The first four say which it is, and in which order
/// it flows.
struct Flight {
  int64_t deadline = 0; // When it is awaited.
  int64_t issued = 0;   // When; of two that were issued together the first
  BufferId buffer = 0;  // has the lower buffer
  int64_t first = 0;    // and byte of it.
  double size = 0;      // Bytes.
  double bytesLeft = 0;
  /// Seconds until its latency is over, more than of the one issued before it.
  double latencyLeft = 0;

  bool operator==(const Flight &) const = default;
};

/// What is on its way on a channel whose order is by deadline. Two queues with
/// the same transfers in the same state are equal.
class DeadlineQueue {
public:
  bool isIdle() const { return ready.empty() && waiting.empty(); }
  bool isFlowing() const { return !ready.empty(); }
  /// Seconds until the next one that waits out its latency has; `infinity` if
  /// none does.
  double secondsToReady() const {
    return waiting.empty() ? infinity : waiting.front().latencyLeft;
  }
  /// Of what flows.
  double bytesLeft() const { return ready.back().bytesLeft; }

  /// After all that was issued before; all of the channel with one \p latency,
  /// seconds.
  void issue(const Flight &flight, double latency);
  /// What flows does so for \p seconds, with \p rate in bytes per second.
  /// Returns whether it has arrived.
  bool pass(double seconds, double rate, double latency);

  /// Whether \p which has not arrived; if so, sets what is left of it.
  bool find(const Flight &which, double &latencyLeft, double &bytesLeft) const;
  bool contains(const Flight &which) const {
    double latency = 0, bytes = 0;
    return find(which, latency, bytes);
  }
  /// Keeps its memory.
  void clear();

  bool operator==(const DeadlineQueue &) const = default;

private:
  void makeReady(const Flight &flight);

  std::vector<Flight> waiting; // Their latency is not over; by issue.
  double waitingLeft = 0;      // Seconds until that of the last is; 0: none.
  std::vector<Flight> ready;   // The last one flows.
};

} // namespace memplace::planning

#endif // MEMPLACE_PLANNING_DEADLINEQUEUE_H
