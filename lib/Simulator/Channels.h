//===- Channels.h - Transfers as fluids in channels -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the simulation that moves bytes; private to lib/Simulator.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SIMULATOR_CHANNELS_H
#define MEMPLACE_LIB_SIMULATOR_CHANNELS_H

#include "memplace/Problem/Units.h"
#include "memplace/Simulator/Simulator.h"

#include <algorithm>
#include <limits>

namespace memplace {

/// Lowest bandwidth, in bytes per second: lower values are raised to this value
/// to keep all times finite.
constexpr double minBandwidth = 1e-100;

/// Returns the seconds per byte at \p bytesPerSecond.
inline double secondsPerByte(double bytesPerSecond) {
  return 1 / std::max(bytesPerSecond, minBandwidth);
}

/// A transfer on a channel with service by deadline.
struct DeadlineCopy {
  int64_t transfer = 0;
  /// Boundary of the wait, counted through all invocations.
  int64_t deadline = 0;
  int64_t ticket = 0; // Order of issue.
  // Seconds after the end of the previous transfer's latency.
  double latencyLeft = 0;
  double bytesLeft = 0;
};

/// One channel and its queue.
struct Lane {
  const Channel *channel = nullptr;
  double limit = 0;           // Bytes per second of the channel itself.
  double latency = 0;         // Seconds.
  double sourceCost = 0;      // Seconds of the source tier per byte.
  double destinationCost = 0; // Seconds of the destination tier per byte.
  bool isByDeadline = false;
  std::vector<int64_t> queue; // Transfers in the order of issue.
  size_t head = 0;            // Index into queue; its size: idle.
  double latencyLeft = 0;     // Seconds until the head flows.
  // The following replace queue, head and latencyLeft for service by deadline:
  std::vector<DeadlineCopy> waiting; // Within their latency, in order of issue.
  size_t firstWaiting = 0;           // Index into waiting; its size: none.
  double waitingLeft = 0;            // Seconds, of the last of `waiting`.
  std::vector<DeadlineCopy> ready; // A heap; the flowing transfer is in front.

  bool hasWaiting() const { return firstWaiting < waiting.size(); }
  double bytesLeft = 0;      // Of the head.
  double bytesPerSecond = 0; // Of the head, until the next event.

  bool isIdle() const {
    return isByDeadline ? !hasWaiting() && ready.empty() : head == queue.size();
  }
  bool isFlowing() const {
    return isByDeadline ? !ready.empty() : !isIdle() && latencyLeft == 0;
  }
};

/// All channels, with transfers as fluids.
class Channels {
public:
  /// \p events is null, or has an element per transfer for the results. Wrapped
  /// transfers count as arrived initially.
  Channels(const Problem &problem, const Solution &solution,
           std::vector<TransferEvent> *events);

  /// Issues a transfer. A transfer may be issued again after its arrival.
  /// \p invocation counts from 0.
  void issue(int64_t transfer, int invocation, double now);
  bool hasArrived(int64_t transfer) const { return arrived[transfer]; }
  bool areIdle() const { return numInFlight == 0; }

  /// Advances by \p limit seconds from \p now; `fractions[tier]` is the
  /// fraction of the tier's time left to transfers.
  void advance(double now, double limit, const std::vector<double> &fractions) {
    advanceUntil(now, limit, fractions, /*awaited=*/std::nullopt);
  }

  /// Advances from \p now, with all time left to transfers, until the issued
  /// \p transfer has arrived. Returns the seconds that passed.
  double await(int64_t transfer, double now) {
    return advanceUntil(now, std::numeric_limits<double>::infinity(),
                        wholeTiers, transfer);
  }

private:
  double advanceUntil(double now, double limit,
                      const std::vector<double> &fractions,
                      std::optional<int64_t> awaited);
  void shareTiers(const std::vector<double> &fractions);
  bool raiseRates();
  double secondsToNextEvent() const;
  bool flow(double seconds, double now);
  void flowInOrder(Lane &lane, double seconds, double now);
  void flowByDeadline(Lane &lane, double seconds, double now);
  void beginHead(Lane &lane, double now);
  void issueByDeadline(Lane &lane, int64_t transfer, int invocation);
  void noteFlowStarts(double now);
  void arrive(int64_t transfer, double now);

  double descriptorsOf(int64_t index) const;
  /// Returns the bytes moved by a transfer.
  double sizeOf(int64_t index) const {
    const Transfer &transfer = solution.transfers[index];
    BufferId buffer = solution.residencies[transfer.from].buffer;
    return static_cast<double>(problem.buffers[buffer].size);
  }

  const Problem &problem;
  const Solution &solution;
  std::vector<TransferEvent> *events;
  std::vector<Lane> lanes; // By channel.
  std::vector<bool> arrived;
  size_t numInFlight = 0;
  int64_t nextTicket = 0;
  bool hasDeadlines = false;            // Some channel serves by deadline.
  const std::vector<double> wholeTiers; // 1 for each tier.

  // Of shareTiers, kept to save allocations.
  std::vector<double> tierLeft;   // Fraction of each tier not assigned yet.
  std::vector<double> tierDemand; // Of all rising flows, per byte/s.
  std::vector<Lane *> rising;     // Flows without a fixed rate yet.
};

} // namespace memplace

#endif // MEMPLACE_LIB_SIMULATOR_CHANNELS_H
