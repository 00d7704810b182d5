//===- IncrementalSimulator.h - The makespan after each change --*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_INCREMENTALSIMULATOR_H
#define MEMPLACE_LIB_SOLVER_SEARCH_INCREMENTALSIMULATOR_H

#include "../Plan.h"

namespace memplace::solver::search {

/// The simulator of docs/problem.md, section 4, for plans that change a little
/// again and again. It keeps the state of all channels at each boundary, starts
/// at the first step that a change touches, and stops where the state is what
/// it was before the change. Gives the same makespan as `makespan` of the
/// assembled solution, but for rounding.
///
/// Changes (`serve`, `add`, `remove`) count from the next `update` on. After
/// it, `keep` makes them final, or the caller takes them back one by one and
/// calls `undo`.
class IncrementalSimulator {
public:
  explicit IncrementalSimulator(const Uses &uses);

  /// Says that access \p access of op \p step is served from \p tier now.
  void serve(Step step, int32_t access, TierId tier);
  void add(BufferId buffer, const Copy &copy);
  void remove(BufferId buffer, const Copy &copy);

  /// Simulates what changed. Returns the makespan, seconds.
  double update();
  void keep() { journal.clear(); }
  /// Goes back to before the last `update`; the changes must have been taken
  /// back.
  void undo();

  /// Seconds of op \p step, and of the stalls before it, all trips.
  double costOf(Step step) const { return costs[step]; }
  /// Simulates everything anew, so that rounding does not add up.
  double restart();

private:
  /// A transfer in the queue of its channel.
  struct Queued {
    Step done = 0;
    BufferId buffer = 0;
    double size = 0;
    bool operator==(const Queued &) const = default;
  };
  /// A transfer that a boundary waits for.
  struct Awaited {
    ChannelId channel = 0;
    Step start = 0;
    Step done = 0;
    BufferId buffer = 0;
    int64_t trips = 1; // Of its start.
    bool isHidden() const { return start < done; }
    bool operator==(const Awaited &) const = default;
  };
  /// A channel: the first transfer that has not arrived is number `index` of
  /// those that start at `step`. Idle if that step is still to come.
  struct Lane {
    Step step = 0;
    int32_t index = 0;
    double latencyLeft = 0;
    double bytesLeft = 0;
    bool operator==(const Lane &) const = default;
  };
  /// What never changes of a channel.
  struct Engine {
    TierId from = 0, to = 0;
    double limit = 0, latency = 0;
    double sourceCost = 0, destinationCost = 0; // Seconds for each byte.
  };
  /// What `update` overwrote.
  struct Entry {
    Step step = 0;
    double cost = 0;
  };

  std::vector<Queued> &queueAt(ChannelId channel, Step step) {
    return queues[step * engines.size() + channel];
  }
  const std::vector<Queued> &queueAt(ChannelId channel, Step step) const {
    return queues[step * engines.size() + channel];
  }
  double busyOf(const Access &access, TierId tier) const;
  void touch(Step step) {
    firstChange = std::min(firstChange, step);
    lastChange = std::max(lastChange, step);
  }
  Awaited awaitedFrom(BufferId buffer, const Copy &copy) const;
  bool runsBefore(const Awaited &a, const Awaited &b) const;
  void refreshOp(Step step);
  void simulateFrom(Step first, bool mayStop);
  bool isAsBefore(Step step) const;
  double boundary(Step step);
  bool isIdle(const Lane &lane) const { return lane.step > issued; }
  bool hasArrived(const Awaited &transfer) const;
  void nextHead(ChannelId channel);
  void advance(double limit, const double *fractions, const Awaited *awaited,
               double &elapsed);
  void shareTiers(const double *fractions);

  const Uses &uses;
  const Problem &problem;
  const size_t numTiers;
  std::vector<Engine> engines;
  std::vector<double> readCost, writeCost; // By tier, seconds for each byte.

  std::vector<std::vector<TierId>> serving;  // By step and access.
  std::vector<double> fractions;             // [steps, tiers] left to copies.
  std::vector<double> durations;             // By step.
  std::vector<std::vector<Queued>> queues;   // [steps + 1, channels].
  std::vector<std::vector<Awaited>> awaited; // By step of `done`.

  std::vector<Lane> before;  // [steps + 1, channels]: at each boundary.
  std::vector<double> costs; // By step: op and stalls before it, all trips.
  double total = 0;

  std::vector<Step> changedOps;
  Step firstChange, lastChange;
  std::vector<Entry> journal;
  std::vector<Lane> journalLanes;
  double totalBefore = 0;

  // Of a run.
  std::vector<Lane> lanes;
  std::vector<double> rates; // By channel.
  std::vector<double> tierLeft, tierDemand;
  std::vector<ChannelId> rising;
  std::vector<double> wholeTiers;
  Step issued = -1; // Up to which step transfers are issued.
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_INCREMENTALSIMULATOR_H
