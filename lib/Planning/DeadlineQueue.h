//===- DeadlineQueue.h - A channel that serves by deadline ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_DEADLINEQUEUE_H
#define MEMPLACE_LIB_PLANNING_DEADLINEQUEUE_H

#include "Numbers.h"

#include "memplace/Problem/Problem.h"

namespace memplace::planning {

/// A transfer in flight. The first three fields identify the transfer and order
/// transfers by flow: the least of (deadline, issued, buffer) flows first.
struct InFlightTransfer {
  int64_t deadline = 0; // Moment at which the transfer is awaited.
  int64_t issued = 0;   // Moment of the issue.
  BufferId buffer = 0;  // Breaks ties of transfers issued together.
  double size = 0;      // Bytes.
  double bytesLeft = 0;
  /// Seconds from the end of the previously issued transfer's latency to the
  /// end of this transfer's latency.
  double latencyLeft = 0;

  bool operator==(const InFlightTransfer &) const = default;
};

/// Transfers in flight on a channel served by deadline. Two queues with the
/// same transfers in the same state are equal.
class DeadlineQueue {
public:
  bool isIdle() const { return ready.empty() && waiting.empty(); }
  bool isFlowing() const { return !ready.empty(); }
  /// Returns the seconds until the next latency ends; `infinity` if no transfer
  /// waits for its latency.
  double secondsToReady() const {
    return waiting.empty() ? infinity : waiting.front().latencyLeft;
  }
  /// Returns the bytes left of the flowing transfer.
  double bytesLeft() const { return ready.back().bytesLeft; }

  /// Adds a transfer, issued after all earlier ones. \p latency, in seconds, is
  /// the channel's, the same in every call.
  void issue(const InFlightTransfer &flight, double latency);
  /// Advances the time by \p seconds; the flowing transfer moves at \p rate
  /// bytes per second. Returns true if the flowing transfer has arrived.
  bool pass(double seconds, double rate, double latency);

  /// Returns true if transfer \p which is still in flight, and sets its
  /// remaining latency (seconds) and bytes.
  bool find(const InFlightTransfer &which, double &latencyLeft,
            double &bytesLeft) const;
  bool contains(const InFlightTransfer &which) const {
    double latency = 0, bytes = 0;
    return find(which, latency, bytes);
  }
  /// Removes all transfers; keeps the allocated memory.
  void clear();

  bool operator==(const DeadlineQueue &) const = default;

private:
  void makeReady(const InFlightTransfer &flight);

  // Transfers within their latency, in order of issue.
  std::vector<InFlightTransfer> waiting;
  // Seconds until the last of `waiting` is ready; 0: none.
  double waitingLeft = 0;
  // Transfers past their latency; the last element flows.
  std::vector<InFlightTransfer> ready;
};

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_DEADLINEQUEUE_H
