//===- SearchState.h - A placement that search changes ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_SEARCHSTATE_H
#define MEMPLACE_LIB_SOLVER_SEARCH_SEARCHSTATE_H

#include "../PlanningNames.h"

namespace memplace::solver::search {

/// Of `Choices::maxKeep`: however long a gap is.
inline constexpr double any = planning::infinity;

/// What the decoder knows of each buffer, and never changes.
struct Movable {
  BufferId buffer = 0;
  /// Faster than its base, fastest first, and then slower ones that alone may
  /// serve an access.
  std::vector<TierId> tiers;
  size_t numFaster = 0;
  /// Whether stays may go on in the next invocation: Uses::mayGoAround.
  bool goesAround = false;
};

/// A placement and its exact makespan. A change takes some buffers out and
/// inserts them again; then it is kept or undone. It takes for ever where an
/// access is served from a base that may not, which is all that is not legal.
class SearchState {
public:
  /// \p base: bases and stays that never change.
  SearchState(const Uses &uses, const Placement &base);

  const std::vector<Movable> &getMovables() const { return movables; }
  double makespan() const { return seconds; }
  /// Seconds that op \p step and the stalls before it take beyond what the op
  /// takes with all operands in the fastest tier.
  double lossOf(Step step) const {
    return simulator.costOf(step) - leastCosts[step];
  }

  /// Takes all stays of a movable out that can be.
  void takeOut(int32_t movable);
  /// Takes all stays out of one that this change has put back already.
  void takeOutAgain(int32_t movable);
  bool isTakenOut(int32_t movable) const { return isTaken[movable]; }
  /// Puts a movable that was taken out into faster tiers: from its first access
  /// to its last the longest stays that have room and pay.
  void insert(int32_t movable, const Choices &choices);
  /// Serves the groups of a movable that was taken out by one stay, if there is
  /// room and the rules allow it. Groups as in StayRequest.
  bool insertStay(int32_t movable, TierId tier, int32_t firstGroup,
                  int32_t lastGroup, const Choices &choices);
  /// Movables in \p tier during \p range, each once. In a cyclic problem it may
  /// begin before step 0, in the invocation before, or end in the next.
  const std::vector<int32_t> &residents(TierId tier, LiveRange range);
  /// Seconds that the ops save for the root of its size, if a movable that was
  /// taken out is served from its fastest tier.
  double urgencyOf(int32_t movable, const Choices &choices) const;
  /// Seconds that the ops save.
  double savingOf(int32_t movable, const Choices &choices) const;
  /// Whether what was taken out and inserted is not where it was.
  bool hasChanged() const;

  /// Simulates the change. Returns the makespan, seconds.
  double evaluate();
  void keep();
  void undo();

  /// Movables that the last `keep` changed.
  const std::vector<int32_t> &getKept() const { return kept; }
  PlacedBuffer placed(int32_t movable) const {
    return placement.placedBuffer(movables[movable].buffer);
  }
  /// Goes to another placement of the same problem, by movable.
  void load(const std::vector<PlacedBuffer> &placed);
  const std::vector<BufferPlan> &getPlans() const {
    return placement.getPlans();
  }

private:
  struct Saved {
    int32_t movable = 0;
    PlacedBuffer placed;
  };
  Movable findTiers(BufferId buffer) const;
  void findForced();
  void insertSlower(int32_t movable, Choices choices);
  bool isServed(int32_t movable) const;
  void announce(BufferId buffer, const BufferPlan &from, const BufferPlan &to);

  const Uses &uses;
  const Problem &problem;
  const std::vector<BufferPlan> base;
  Placement placement;
  const StayDecoder decoder;
  IncrementalSimulator simulator;
  std::vector<Movable> movables;
  std::vector<double> leastCosts; // By step, all trips.
  /// By movable: groups that its base may not serve. Empty: all bases may.
  std::vector<std::vector<int32_t>> forced;
  double seconds = 0;
  double secondsBefore = 0;
  bool isEvaluated = false;       // Since the last `keep` or `undo`.
  std::vector<Saved> saved;       // What a change has taken out.
  std::vector<int32_t> movableOf; // By buffer; -1: none.
  std::vector<BufferId> owners;   // Of residents().
  std::vector<int32_t> found;     // Of residents().
  std::vector<bool> isFound;      // By movable.
  std::vector<bool> isTaken;      // By movable.
  std::vector<int32_t> kept;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_SEARCHSTATE_H
