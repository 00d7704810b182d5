//===- IncrementalSimulator.h - The makespan after each change --*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_INCREMENTALSIMULATOR_H
#define MEMPLACE_PLANNING_INCREMENTALSIMULATOR_H

#include "memplace/Planning/DeadlineQueue.h"
#include "memplace/Planning/Plan.h"

namespace memplace::solver::search {

/// The simulator of docs/reference/problem.md, section 4, for plans that change
/// a little again and again. It keeps the state of all channels at each
/// boundary, starts at the first step that a change touches, and skips those
/// where the state is what it was before the change. Gives the same makespan as
/// `makespan` of the assembled solution, but for rounding.
///
/// A cyclic problem is simulated three times in a row, of which the last one
/// counts. A *moment* is a step, or the end of the program, of one of these
/// invocations: moment i * (numSteps + 1) + t is step t of invocation i.
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
  double costOf(Step step) const { return costs[firstCounted + step]; }
  /// Simulates everything anew, so that rounding does not add up.
  double restart();

private:
  using Moment = int64_t;
  static constexpr double picosecond = 1e-12; // In seconds.
  static constexpr Moment atRest = std::numeric_limits<Moment>::max();
  static constexpr Moment onItsWay = -1; // Not still to come.

  /// A transfer in the queue of its channel.
  struct Queued {
    Step awaited = 0; // Counted on, if by the next invocation.
    BufferId buffer = 0;
    int64_t first = 0; // Byte, of the buffer.
    double size = 0;
    bool operator==(const Queued &) const = default;
  };
  /// A transfer that a boundary waits for.
  struct Awaited {
    ChannelId channel = 0;
    Step start = 0;
    Step done = 0;
    BufferId buffer = 0;
    int64_t first = 0;
    int64_t trips = 1; // Of its start.
    bool isHidden() const { return start != done; }
    bool isWrapped() const { return done < start; }
    bool operator==(const Awaited &) const = default;
  };
  /// A channel: the first transfer that has not arrived is number `index` of
  /// those that start at `moment`. Idle if that moment is still to come.
  /// By deadline, `inFlight` says what is on its way; this only when something
  /// happens next, `index` being 0, and `moment` that or `atRest`.
  struct Lane {
    Moment moment = 0;
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
    int32_t queue = -1;                         // By deadline: number of those.
    bool isByDeadline() const { return queue >= 0; }
  };
  /// What `update` overwrote.
  struct Entry {
    Moment moment = 0;
    double cost = 0;
  };

  Step stepOf(Moment moment) const {
    while (moment >= stride)
      moment -= stride;
    return moment;
  }
  std::vector<Queued> &queueAt(ChannelId channel, Step step) {
    return queues[step * engines.size() + channel];
  }
  const std::vector<Queued> &queueAt(ChannelId channel, Step step) const {
    return queues[step * engines.size() + channel];
  }
  double busyOf(const Access &access, TierId tier) const;
  void touch(Step step) {
    if (isTouched[step])
      return;
    isTouched[step] = true;
    touched.push_back(step);
  }
  void forgetChanges();
  Queued queuedFrom(BufferId buffer, const Copy &copy) const;
  Awaited awaitedFrom(BufferId buffer, const Copy &copy) const;
  bool runsBefore(const Awaited &a, const Awaited &b) const;
  void refreshOps();
  void refreshOp(Step step);
  Moment simulateFrom(Moment first, bool maySkip);
  void pass(Moment moment);
  bool isAsBefore(Moment moment) const;
  double boundary(Moment moment);
  bool isIdle(const Lane &lane) const { return lane.moment > issued; }
  bool hasArrived(const Awaited &transfer) const;
  void nextHead(ChannelId channel);
  void issueByDeadline(ChannelId channel, Moment moment);
  void describe(ChannelId channel);
  void saveQueues(Moment moment, size_t entry);
  void advance(double limit, const double *fractions, const Awaited *awaited,
               double &elapsed);
  void shareTiers(const double *fractions);

  const Uses &uses;
  const Problem &problem;
  const size_t numTiers;
  const Moment stride;       // Moments of an invocation.
  const Moment firstCounted; // That of the last invocation.
  std::vector<Engine> engines;
  std::vector<double> readCost, writeCost; // By tier, seconds for each byte.

  std::vector<std::vector<TierId>> serving;  // By step and access.
  std::vector<double> fractions;             // [steps, tiers] left to copies.
  std::vector<double> durations;             // By step.
  std::vector<std::vector<Queued>> queues;   // [steps + 1, channels].
  std::vector<std::vector<Awaited>> awaited; // By step of `done`.

  size_t numQueues = 0;     // Channels whose order is by deadline.
  std::vector<Lane> before; // [moments, channels]: at each boundary.
  std::vector<DeadlineQueue> queuesBefore; // [moments, numQueues]: likewise.
  std::vector<double> costs; // By moment: op and stalls before it, all trips.
  double total = 0;          // Of those that count.

  std::vector<Step> changedOps;
  std::vector<Step> touched; // Steps that changes touch.
  std::vector<bool> isTouched;
  std::vector<Entry> journal;
  std::vector<Lane> journalLanes;
  std::vector<DeadlineQueue> journalQueues; // Of as many entries as ever.
  std::vector<double> memorySeconds;        // Of an op, by tier; scratch.
  double totalBefore = 0;

  // Of a run.
  std::vector<Lane> lanes;
  std::vector<DeadlineQueue> inFlight; // By Engine::queue.
  std::vector<double> rates;           // By channel.
  std::vector<double> tierLeft, tierDemand;
  std::vector<ChannelId> rising;
  std::vector<double> wholeTiers;
  Moment issued = -1;      // Up to which moment transfers are issued.
  Moment present = 0;      // The boundary at which the stream waits.
  Moment lastTouched = -1; // The last one so far that a change touches.
};

} // namespace memplace::solver::search

#endif // MEMPLACE_PLANNING_INCREMENTALSIMULATOR_H
