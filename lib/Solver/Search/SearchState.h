//===- SearchState.h - Current placement of a search chain ------*- C++ -*-===//
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

/// Value of `Choices::maxKeep` for gaps of any length.
inline constexpr double anyGap = planning::infinity;

/// A buffer that may have stays besides its backing copy, with its fixed facts.
struct Movable {
  BufferId buffer = 0;
  /// Tiers faster than that of the backing copy, fastest first, then slower
  /// tiers required by some access.
  std::vector<TierId> tiers;
  size_t numFaster = 0; // The first `numFaster` tiers are faster.
  /// True if stays may continue in the next invocation: see
  /// AccessIndex::mayWrapAround.
  bool wrapsAround = false;
};

/// A placement and its exact makespan. A move removes some buffers and inserts
/// them again; the caller then keeps or undoes the move. The makespan is
/// infinite if an access is served from a tier that may not serve it. No other
/// rule can be violated here.
class SearchState {
public:
  /// \p base has the backing copies and fixed stays.
  SearchState(const AccessIndex &uses, const Placement &base);

  const std::vector<Movable> &getMovables() const { return movables; }
  double makespan() const { return seconds; }
  /// Returns the loss at op \p step in seconds. The loss is the time of the op
  /// and of the stalls before it in all trips, less the time of the op in all
  /// trips with each access in its fastest allowed tier.
  double lossOf(Step step) const {
    return simulator.costOf(step) - minCosts[step];
  }

  /// Removes all stays of a movable except for fixed stays.
  void removeStays(int32_t movable);
  /// Removes all stays of a movable that this move has already reinserted.
  void removeStaysAgain(int32_t movable);
  bool isRemoved(int32_t movable) const { return wasRemoved[movable]; }
  /// Inserts a removed movable into faster tiers: from its first to its last
  /// access, the longest stays that fit and pay. Then serves the accesses that
  /// the backing copy may not serve, also from slower tiers.
  void insert(int32_t movable, const Choices &choices);
  /// Serves uses of a removed movable by one stay. Returns false if room or
  /// rules do not permit the stay. Uses are numbered as in StayRequest.
  bool insertStay(int32_t movable, TierId tier, int32_t firstUse,
                  int32_t lastUse, const Choices &choices);
  /// Returns the movables with a stay in \p tier during \p range, each once;
  /// backing copies do not count. In a cyclic problem the range may begin
  /// before step 0, in the previous invocation, or end in the next invocation.
  const std::vector<int32_t> &residents(TierId tier, LiveRange range);
  /// Returns the seconds saved by serving a removed movable from its fastest
  /// tier, divided by the square root of its size.
  double urgencyOf(int32_t movable, const Choices &choices) const;
  /// Returns the seconds saved by serving a removed movable from its fastest
  /// tier.
  double savingOf(int32_t movable, const Choices &choices) const;
  /// Returns true if any removed movable is now placed differently.
  bool hasChanged() const;

  /// Simulates the move. Returns the makespan in seconds.
  double evaluate();
  /// Accepts the move; call after `evaluate`.
  void keep();
  /// Reverts the move, evaluated or not.
  void undo();

  /// Returns the movables changed by the last `keep`.
  const std::vector<int32_t> &getKept() const { return kept; }
  PlacedBuffer placed(int32_t movable) const {
    return placement.placedBuffer(movables[movable].buffer);
  }
  /// Replaces the placement by another one of the same problem, by movable, and
  /// simulates it.
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

  const AccessIndex &uses;
  const Problem &problem;
  Placement placement;
  std::vector<Placement::Sizes> baseSizes; // By buffer.
  const StayDecoder decoder;
  IncrementalSimulator simulator;
  std::vector<Movable> movables;
  std::vector<double> minCosts; // By step, all trips.
  /// By movable: uses that the backing copy may not serve. Empty if backing
  /// copies may serve all uses.
  std::vector<std::vector<int32_t>> forced;
  double seconds = 0;
  double secondsBefore = 0;
  bool isEvaluated = false;       // Since the last `keep` or `undo`.
  std::vector<Saved> saved;       // Removed by the current move.
  std::vector<int32_t> movableOf; // By buffer; -1: none.
  std::vector<BufferId> owners;   // Scratch of residents().
  std::vector<int32_t> found;     // Result of residents().
  std::vector<bool> isFound;      // By movable.
  std::vector<bool> wasRemoved;   // By movable.
  std::vector<int32_t> kept;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_SEARCHSTATE_H
