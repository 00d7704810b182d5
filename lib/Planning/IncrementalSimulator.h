//===- IncrementalSimulator.h - The makespan after each change --*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_INCREMENTALSIMULATOR_H
#define MEMPLACE_LIB_PLANNING_INCREMENTALSIMULATOR_H

#include "Fluid.h"
#include "OpDurations.h"
#include "TransferSchedule.h"

namespace memplace::planning {

/// Incremental simulator for plans with many small changes; the model is in
/// docs/reference/problem.md, section 4. The simulator keeps the state of all
/// channels at each boundary, starts at the first step touched by a change, and
/// skips steps whose state is the same as before the change. The makespan
/// equals `makespan` of the assembled solution up to rounding.
///
/// A cyclic problem is simulated three times in a row; only the last invocation
/// counts. A *moment* is a step, or the end of the program, of one invocation:
/// moment i * (numSteps + 1) + t is step t of invocation i.
///
/// Changes (`serve`, `add`, `remove`) take effect in the next `update`. After
/// an update, call `keep` to accept the changes; to reject them, revert each
/// change and call `undo`.
class IncrementalSimulator {
public:
  explicit IncrementalSimulator(const AccessIndex &uses);

  /// Serves access \p access of op \p step from \p tier from now on.
  void serve(Step step, int32_t access, TierId tier) {
    ops.serve(step, access, tier);
  }
  void add(BufferId buffer, const StayTransfer &transfer);
  /// Removes a transfer; the transfer must have been added.
  void remove(BufferId buffer, const StayTransfer &transfer);

  /// Simulates the changes. Returns the makespan in seconds.
  double update();
  void keep() { journal.entries.clear(); }
  /// Restores the state before the last `update`; all changes must have been
  /// reverted first.
  void undo();

  /// Returns the seconds of op \p step and of the stalls before the op, all
  /// trips included.
  double costOf(Step step) const { return costs[firstCounted + step]; }
  /// Simulates all steps again, with all changes so far, and accepts the
  /// changes: `undo` is not possible afterwards. Limits the accumulation of
  /// rounding errors. Returns the makespan in seconds.
  double restart();

private:
  using Moment = int64_t;

  /// Position in a channel's queue: the oldest transfer in flight is number
  /// `index` of the transfers issued at `moment`. The channel is idle if
  /// `moment` lies in the future.
  struct Position {
    Moment moment = 0;
    int32_t index = 0;
    bool operator==(const Position &) const = default;
  };
  using Lane = Fluid<Position>::Lane;

  /// States of all channels at several moments, in sequence.
  struct States {
    std::vector<Lane> lanes;           // [moments, channels]
    std::vector<DeadlineQueue> queues; // [moments, channels by deadline]
  };
  /// States and costs overwritten by `update`.
  struct Journal {
    struct Entry {
      Moment moment = 0;
      double cost = 0;
    };
    std::vector<Entry> entries;
    States states; // By entry; extra elements keep their memory for reuse.
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

  const AccessIndex &uses;
  const Moment stride;       // Moments of an invocation.
  const Moment firstCounted; // First moment of the last invocation.
  // Fractions left to transfers during a wait: all 1.
  const std::vector<double> wholeTiers;

  OpDurations ops;
  TransferSchedule schedule;
  StepSet touched; // Steps touched by changes.

  States before;             // By moment: at each boundary.
  std::vector<double> costs; // By moment: op and preceding stalls, all trips.
  double total = 0;          // Sum of `costs` over the last invocation.
  Journal journal;

  // State of the current run.
  Fluid<Position> fluid;
  Moment issued = -1;      // Transfers are issued up to this moment.
  Moment present = 0;      // Boundary at which the stream waits.
  Moment lastTouched = -1; // Last moment so far touched by a change.
};

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_INCREMENTALSIMULATOR_H
