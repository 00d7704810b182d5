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
inline constexpr double any = 1e30;

/// How one buffer is decoded into stays.
struct Choices {
  StayPolicy policy;
  /// Keep the buffer between two uses only if they are closer than this many
  /// times the duration of a copy back.
  double maxKeep = any;
  /// Only these of its access groups may leave the base, inclusive.
  int32_t firstGroup = 0;
  int32_t lastGroup = INT32_MAX;
  /// Whether the other groups may still go to tiers behind the fastest.
  bool restMayMove = false;
  /// The fastest tier that it may go to.
  TierId fastest = 0;
  /// Try first to fill and evict inside of loops, once a trip.
  bool isInnermostFirst = false;
  /// In a cyclic problem: the group to begin with, of a buffer that is only
  /// read, and whether to try first to keep it there all the time.
  int32_t turn = 0;
  bool staysAlways = true;
};

/// What the decoder knows of each buffer, and never changes.
struct Movable {
  BufferId buffer = 0;
  std::vector<TierId> tiers; // Faster than its base, fastest first.
  /// Whether stays may go on in the next invocation, see StayPlanner.
  bool goesAround = false;
};

/// A legal placement and its exact makespan. A change takes some buffers out
/// and inserts them again; then it is kept or undone.
class SearchState {
public:
  /// \p base: bases and the stays that must be, which never change.
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
  std::optional<int32_t> addStay(BufferId buffer, TierId tier, int32_t first,
                                 int32_t last, const Choices &choices);
  bool mayHaveRoom(BufferId buffer, TierId tier, int32_t first,
                   int32_t last) const;
  double gapAfter(BufferId buffer, int32_t group) const;
  int32_t placeFrom(BufferId buffer, TierId tier, int32_t first, int32_t last,
                    const Choices &choices);
  double copySeconds(BufferId buffer, TierId tier) const;
  bool isFree(BufferId buffer, int32_t group) const {
    const std::vector<StayId> &serving = placement.planOf(buffer).serving;
    return serving[group % static_cast<int32_t>(serving.size())] == 0;
  }
  void announce(BufferId buffer, const BufferPlan &from, const BufferPlan &to);

  const Uses &uses;
  const Problem &problem;
  const std::vector<BufferPlan> base;
  Placement placement;
  IncrementalSimulator simulator;
  std::vector<Movable> movables;
  std::vector<double> elapsed;    // Seconds before each step, all at home.
  std::vector<double> leastCosts; // By step, all trips.
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
