//===- TransferSchedule.h - Transfers by boundary ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_TRANSFERSCHEDULE_H
#define MEMPLACE_LIB_PLANNING_TRANSFERSCHEDULE_H

#include "Plan.h"

namespace memplace::planning {

/// A transfer in the queue of its channel.
struct QueuedTransfer {
  /// Boundary of the wait; counts on past the program's end if the next
  /// invocation waits.
  Step awaited = 0;
  BufferId buffer = 0;
  double size = 0; // Bytes.
  double descriptors = 1;
  bool operator==(const QueuedTransfer &) const = default;
};

/// A transfer awaited at a boundary.
struct AwaitedTransfer {
  ChannelId channel = 0;
  Step start = 0;
  Step done = 0;
  BufferId buffer = 0;
  int64_t trips = 1; // Trips of the step of `start`.
  bool isHidden() const { return start != done; }
  bool isWrapped() const { return done < start; }
  bool operator==(const AwaitedTransfer &) const = default;
};

/// Transfers issued and awaited at each boundary, from 0 to the end of the
/// program, in the order of lib/Simulator.
class TransferSchedule {
public:
  explicit TransferSchedule(const AccessIndex &uses);

  void add(BufferId buffer, const StayTransfer &transfer);
  /// Removes a transfer; the transfer must have been added.
  void remove(BufferId buffer, const StayTransfer &transfer);

  /// Returns the transfers issued by \p channel at boundary \p step.
  const std::vector<QueuedTransfer> &queueAt(ChannelId channel,
                                             Step step) const {
    return queues[step * numChannels + channel];
  }
  /// Returns the transfers awaited at boundary \p step, hidden ones first.
  const std::vector<AwaitedTransfer> &awaitedAt(Step step) const {
    return awaited[step];
  }

private:
  QueuedTransfer queuedFrom(BufferId buffer,
                            const StayTransfer &transfer) const;
  AwaitedTransfer awaitedFrom(BufferId buffer,
                              const StayTransfer &transfer) const;

  const AccessIndex &uses;
  const size_t numChannels;
  std::vector<std::vector<QueuedTransfer>> queues;   // [steps + 1, channels]
  std::vector<std::vector<AwaitedTransfer>> awaited; // By step of `done`.
};

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_TRANSFERSCHEDULE_H
