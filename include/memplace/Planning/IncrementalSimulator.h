//===- IncrementalSimulator.h - The makespan after each change --*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_INCREMENTALSIMULATOR_H
#define MEMPLACE_PLANNING_INCREMENTALSIMULATOR_H

#include "memplace/Planning/Fluid.h"
#include "memplace/Planning/OpDurations.h"
#include "memplace/Planning/TransferSchedule.h"

namespace memplace::planning {

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
  void serve(Step step, int32_t access, TierId tier) {
    ops.serve(step, access, tier);
  }
  void add(BufferId buffer, const Copy &copy);
  /// It must have been added.
  void remove(BufferId buffer, const Copy &copy);

  /// Simulates what changed. Returns the makespan, seconds.
  double update();
  void keep() { journal.entries.clear(); }
  /// Goes back to before the last `update`; the changes must have been taken
  /// back.
  void undo();

  /// Seconds of op \p step, and of the stalls before it, all trips.
  double costOf(Step step) const { return costs[firstCounted + step]; }
  /// Simulates everything anew, so that rounding does not add up.
  double restart();

private:
  using Moment = int64_t;

  /// The first transfer of a channel that has not arrived is number `index` of
  /// those that start at `moment`. If that is still to come, the channel is
  /// idle.
  struct Position {
    Moment moment = 0;
    int32_t index = 0;
    bool operator==(const Position &) const = default;
  };
  using Lane = Fluid<Position>::Lane;

  /// What all channels did at several times, one after the other.
  struct States {
    std::vector<Lane> lanes;           // [times, channels]
    std::vector<DeadlineQueue> queues; // [times, those by deadline]
  };
  /// What `update` overwrote.
  struct Journal {
    struct Entry {
      Moment moment = 0;
      double cost = 0;
    };
    std::vector<Entry> entries;
    States states; // By entry; perhaps more, which keep their memory.
    double total = 0;
  };
  /// A set of steps.
  struct StepSet {
    std::vector<bool> has; // By step.
    std::vector<Step> steps;

    void insert(Step step);
    void clear();
  };
  struct Heads;

  Step stepOf(Moment moment) const {
    while (moment >= stride)
      moment -= stride;
    return moment;
  }
  size_t numLanes() const { return fluid.lanes.size(); }
  size_t numQueues() const { return fluid.inFlight.size(); }
  void refreshOps();
  Moment simulateFrom(Moment first, bool maySkip);
  bool isAsBefore(Moment moment) const;
  void pass(Moment moment);
  void save(Moment moment);
  void saveQueues(Moment moment, size_t entry);
  double boundary(Moment moment);
  double run(double seconds, const double *left,
             const AwaitedTransfer *awaited);
  bool hasArrived(const AwaitedTransfer &transfer) const;
  void beginNext(ChannelId channel);
  void issueByDeadline(ChannelId channel, Moment moment);

  const Uses &uses;
  const Moment stride;                  // Moments of an invocation.
  const Moment firstCounted;            // That of the last invocation.
  const std::vector<double> wholeTiers; // What a wait leaves to transfers.

  OpDurations ops;
  TransferSchedule schedule;
  StepSet touched; // By changes.

  States before;             // By moment: at each boundary.
  std::vector<double> costs; // By moment: op and stalls before it, all trips.
  double total = 0;          // Of those that count.
  Journal journal;

  // Of a run.
  Fluid<Position> fluid;
  Moment issued = -1;      // Up to which moment transfers are issued.
  Moment present = 0;      // The boundary at which the stream waits.
  Moment lastTouched = -1; // The last one so far that a change touches.
};

} // namespace memplace::planning

#endif // MEMPLACE_PLANNING_INCREMENTALSIMULATOR_H
