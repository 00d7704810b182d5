//===- SearchChain.h - One chain of simulated annealing ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_SEARCHCHAIN_H
#define MEMPLACE_LIB_SOLVER_SEARCH_SEARCHCHAIN_H

#include "ChoiceMutator.h"
#include "Pattern.h"
#include "Variant.h"

#include <cmath>
#include <functional>

namespace memplace::solver::search {

/// A placement by movable, and its makespan in seconds.
struct Incumbent {
  double seconds = 0;
  std::vector<PlacedBuffer> placed;
};

/// One search chain: a sequence of moves, each accepted or rejected by
/// simulated annealing. A move removes some buffers with uses close to each
/// other and decodes them again in another order or with other choices (large
/// neighbourhood search).
class SearchChain {
public:
  SearchChain(const AccessIndex &uses, const Placement &base,
              const SearchOptions &options, uint64_t seed);

  /// Decodes all buffers in order of urgency with the choices of variant
  /// \p variant; one evaluation. Calls \p shouldContinue before each buffer. If
  /// the callback returns false, the function returns false and changes
  /// nothing.
  bool construct(size_t variant, const std::function<bool()> &shouldContinue);
  size_t numVariants() const { return numVariantsOf(uses.problem); }

  /// Returns the region of all sites.
  Region wholeProgram() const { return {0, sites.size()}; }
  std::vector<Region> regions(size_t count, double firstShare) const {
    return sites.regions(count, firstShare);
  }

  /// Makes \p count moves of a round with \p length moves, around ops of
  /// \p where. Calls \p shouldContinue before each move. Returns the number of
  /// moves made.
  int64_t anneal(int64_t count, int64_t length, const Region &where,
                 const std::function<bool()> &shouldContinue);

  /// Places the buffers with uses in \p where only as in \p other, which has
  /// the same base; one evaluation. Keeps the result if it is faster.
  void adopt(const Incumbent &other, const Region &where);

  /// Returns the number of placements simulated so far.
  int64_t numEvaluations() const { return evaluations; }
  const Incumbent &getBest() const { return best; }
  bool canMove() const { return !state.getMovables().empty(); }
  /// Returns true if repetitions share buffers. The results of such chains
  /// differ widely, because each chain settles early on a single pattern for
  /// all repetitions.
  bool endsByChance() const { return repeats.hasShared(); }
  /// Makes \p other the current and the best placement.
  void restartFrom(const Incumbent &other);
  /// Converts a placement by buffer, with the same base, to an incumbent.
  Incumbent incumbentOf(const std::vector<PlacedBuffer> &placed);
  /// Returns the plans of all buffers for an incumbent.
  std::vector<BufferPlan> plansOf(const Incumbent &incumbent);

private:
  int64_t sizeOf(int32_t movable) const {
    return uses.problem.buffers[state.getMovables()[movable].buffer].size;
  }
  double urgencyOf(int32_t movable, double lifePower) const {
    return state.urgencyOf(movable, choices[movable]) /
           std::pow(sites.lifeOf(movable), lifePower);
  }
  bool mayEvictLate() const;
  void change(double window);
  void beginChange();
  void remove(int32_t movable);
  void removeAgain(int32_t movable);
  void undoMove();
  void mutate(int32_t movable);
  void reinsert();
  void removeRelated();
  void insertAll(bool isSeedFirst);
  void removeWindow(SiteId low, SiteId high);
  void insertAllBut(size_t count, double lifePower, double noise);
  void reinsertWindow();
  int32_t chooseLarge(LiveRange range);
  void ejectLarge();
  void repeat();
  std::optional<Repetition> chooseRepetition();
  void changeStretch(const Repetition &stretch);
  void spread();
  int32_t evictDelayOf(int32_t movable, int32_t lastGroup, Step start) const;
  void insertStay(const PatternStay &stay, const Choices &own);
  /// The counterpart of a movable before the move.
  struct Snapshot {
    BufferPlan plan;
    Choices choices;
  };
  std::vector<Snapshot>
  snapshotsOf(const std::vector<Counterpart> &pairs) const;
  void follow(int32_t movable, const BufferPlan &plan, StayId stay,
              bool isAtItsPlace);
  void followAll(const std::vector<Counterpart> &pairs,
                 const std::vector<Snapshot> &snapshots, bool areAtTheirPlaces);
  void sortLargestFirst(std::vector<Counterpart> &pairs) const;
  void insertForced();
  std::pair<int32_t, int32_t> chooseSpan(const Movable &movable,
                                         int32_t numGroups, int32_t here);
  LiveRange rangeOf(int32_t movable, std::pair<int32_t, int32_t> span,
                    Step lead) const;
  void removeNeighbours(SiteId low, SiteId high);
  void noteBest();

  const AccessIndex &uses;
  const SearchOptions &options;
  /// Scales temperature and move probabilities; above 1 in programs of fewer
  /// than 100 ops.
  const double temperatureScale;
  SearchState state;
  const Sites sites;
  const Repeats repeats;
  const ChoiceMutator mutator;
  Random random;
  Region region;                // Of the current round.
  std::vector<Choices> choices; // By movable.
  // State of the current move.
  std::vector<int32_t> removed;       // Removed movables.
  std::vector<Choices> choicesBefore; // By index into `removed`.
  std::vector<int32_t> inTheWay;
  std::vector<std::pair<double, int32_t>> order;

  int64_t evaluations = 0;
  Incumbent best;
  std::vector<bool> isStale; // By movable: `best` differs from `state`.
  std::vector<int32_t> stale;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_SEARCHCHAIN_H
