//===- Timing.h - When transfers run ----------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second half of exact search. For one outline (Stays.h), tries at each
// boundary, in step order and with the exact fluid state: which transfers to
// wait for, which fills to issue, from where, on which channels, in which
// order, and which of these to wait for at once.
//
// A transfer is *idle* if the placement without it is legal and serves each
// access from the same tier, perhaps with other offsets and ranges. Without
// loops, all placements without idle transfers, without parts and without
// copies within a tier are tried, but for those that cost the same as one that
// is tried:
//
// * A transfer that has arrived by a boundary is done there. Its wait takes no
//   time, its source may leave sooner, and its destination may be read sooner.
//   The same goes for what arrives while another transfer is awaited.
// * So of several waits at one boundary only the last to end counts: all that
//   arrives by then is done. Hence at most one wait that nothing needs is tried
//   at each of the two places for waits of a boundary.
// * Channels are FIFO and independent but for the shared tiers, so the order of
//   issue across channels at one boundary makes no difference.
// * A residency begins when its fill starts and ends with its last use or as a
//   source: longer ones only take more room. A `write` makes a new residency.
// * Offsets matter for nothing but R3. They are looked for last (Offsets.h).
//
// Nothing else is assumed. In particular an early start or a late wait is not
// always best: max-min sharing and latencies have anomalies.
//
// Can idle transfers help? They can: one may keep a channel busy so that a
// transfer on another gets more of a tier. So a search that has ended is not
// yet a proof; see `ExactSolver`.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_TIMING_H
#define MEMPLACE_LIB_SOLVER_EXACT_TIMING_H

#include "Fluid.h"
#include "Offsets.h"
#include "Stays.h"

namespace memplace::solver::exact {

class TimingSearch : public OutlineVisitor {
public:
  TimingSearch(const Model &model, Budget &budget, Incumbent &incumbent);

  bool visit(const Outline &outline, double bound,
             Occupancy &occupancy) override;

  /// A bound on placements that were not tried, because they have idle
  /// transfers, or because no offsets were found in time. Infinite if none.
  double untried() const { return leastUntried; }
  /// Whether some placement was left out for another reason than its idle
  /// transfers.
  bool isIncomplete() const { return isLeftOut; }

private:
  /// A transfer that was issued.
  struct Move {
    int32_t from = 0, to = 0; // Stays.
    ChannelId channel = 0;
    Step start = 0;
    Step done = notDone;
    Flow flow;
  };
  static constexpr Step notDone = -1;
  /// What a branch changes, to go back.
  struct State {
    std::vector<Lane> lanes;
    double cost;
    size_t numTaken, numMarks, numMoves;
  };
  /// A stay and how far it has come.
  struct Copy : Stay {
    int32_t move = -1;  // Index of its fill.
    bool isUsed = true; // Not yet, if it is only on the way to elsewhere.
  };
  struct Taken {
    int32_t copy;
    Step begin, end; // More room.
    Step oldBegin, oldEnd;
  };

  void boundary(Step step);
  void awaitMore(Step step);
  void issue(Step step, ChannelId firstChannel);
  void issueFrom(Step step, int32_t to, ChannelId firstChannel);
  bool start(Step step, int32_t from, int32_t to, ChannelId channel);
  void relay(Step step, ChannelId firstChannel);
  void awaitIssued(Step step);
  void runOp(Step step);
  void finish();

  bool isOver(Step step);
  double stallsFrom(Step step);
  void setUp(const Outline &next, Occupancy &room);
  bool isOnTime(Step step) const;
  std::vector<Place> places() const;
  LiveRange rangeOf(const Copy &copy) const;
  Solution assemble(const std::vector<Place> &found) const;
  State save() const;
  void restore(const State &state);
  bool take(int32_t copy, Step begin, Step end);
  void await(Step step, size_t move);
  void markArrived(Step step, bool hidden);
  bool isNewest(const Copy &copy, Step step) const;
  int32_t versionAt(BufferId buffer, Step step) const {
    return versions[buffer * (model.numSteps + 1) + step];
  }
  bool isInFlight(const Move &move) const { return move.done == notDone; }
  Step deadlineOf(const Move &move) const;

  const Model &model;
  Budget &budget;
  Incumbent &incumbent;
  Fluid fluid;
  const Outline *outline = nullptr;
  Occupancy *occupancy = nullptr;
  std::vector<Copy> copies;
  std::vector<Move> moves;
  std::vector<size_t> marks; // Moves that were marked as done.
  std::vector<Taken> takenRoom;
  std::vector<int32_t> versions; // [buffers, steps + 1]: writes before.
  std::vector<double> opsFrom;   // By step: it and all later ops, all trips.
  std::vector<double> time;      // By step: seconds of all ops before.
  std::vector<std::vector<double>> reach; // [channel][step]: bytes before.
  std::vector<std::vector<double>> slack; // [tier][step]: seconds before.
  double cost = 0;                        // Seconds so far.
  double leastUntried = 1e300;
  bool isLeftOut = false;
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_TIMING_H
