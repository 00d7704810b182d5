//===- Transaction.h - One change to a placement ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_TRANSACTION_H
#define MEMPLACE_LIB_SOLVER_SEARCH_TRANSACTION_H

#include "Sites.h"

#include <algorithm>

namespace memplace::solver::search {

/// The current change to a placement. A move removes buffers (destroy), changes
/// their choices, and inserts the buffers again (repair). `commit` keeps the
/// change; `rollback` restores the placement and all choices. The next change
/// starts afterwards.
class Transaction {
public:
  /// Keeps references to \p state and \p sites.
  Transaction(SearchState &state, const Sites &sites)
      : state(state), sites(sites), choices(state.getMovables().size()) {}

  /// Removes a movable, unless this change has already removed it.
  void remove(int32_t movable);
  /// Removes a movable, even if this change has already inserted it again.
  void removeAgain(int32_t movable);
  /// Removes one randomly chosen movable used at \p site, as `remove` does.
  void removeMovableAt(SiteId site, Random &random);
  /// Removes all movables with uses from \p low to \p high, up to a limit that
  /// bounds the time of a change.
  void removeWindow(SiteId low, SiteId high);
  /// Returns the removed movables in order of removal, including movables that
  /// have been inserted again.
  const std::vector<int32_t> &getRemoved() const { return removed; }
  bool isRemoved(int32_t movable) const { return state.isRemoved(movable); }

  /// Returns the choices for the decoding of a movable.
  const Choices &choicesOf(int32_t movable) const { return choices[movable]; }
  /// Returns the choices of a removed movable, to change them.
  Choices &choicesOfRemoved(int32_t movable);

  /// Sets the choices of all movables, between two changes.
  void setAllChoices(const Choices &all) {
    std::fill(choices.begin(), choices.end(), all);
  }

  /// Decodes a removed movable with its choices.
  void insert(int32_t movable) { state.insert(movable, choices[movable]); }
  /// Decodes a removed movable with other choices.
  void insert(int32_t movable, const Choices &own) {
    state.insert(movable, own);
  }
  /// Serves uses of a removed movable by one stay; see SearchState::insertStay.
  bool insertStay(int32_t movable, TierId tier, int32_t firstUse,
                  int32_t lastUse, const Choices &own) {
    return state.insertStay(movable, tier, firstUse, lastUse, own);
  }
  /// Decodes all removed movables in order of urgency with random noise. The
  /// seed is the movable that was removed first; it comes first if
  /// \p isSeedFirst is true. One call of ten leaves the seed out, to free its
  /// place.
  void insertAll(bool isSeedFirst, Random &random);
  /// Decodes the removed movables except for the first \p count, in order of
  /// urgency / life^lifePower with random noise.
  void insertAllBut(size_t count, double lifePower, Random &random);

  /// Returns the movables in a tier during \p range; see
  /// SearchState::residents.
  std::vector<int32_t> residents(TierId tier, LiveRange range) {
    return state.residents(tier, range);
  }
  /// Returns the urgency of a removed movable, divided by a power of its life.
  double urgencyOf(int32_t movable, double lifePower) const;

  /// Returns true if any removed movable is now placed differently.
  bool hasChanged() const { return state.hasChanged(); }
  /// Simulates the change. Returns the makespan in seconds.
  double evaluate();
  /// Returns the number of placements simulated so far.
  int64_t numEvaluations() const { return evaluations; }
  void commit();
  void rollback();

private:
  SearchState &state;
  const Sites &sites;
  std::vector<Choices> choices;                  // By movable.
  std::vector<int32_t> removed;                  // By the current change.
  std::vector<Choices> choicesBefore;            // By index into `removed`.
  std::vector<std::pair<double, int32_t>> order; // Scratch of `insertAll`.
  int64_t evaluations = 0;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_TRANSACTION_H
