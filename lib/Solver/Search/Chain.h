//===- Chain.h - One chain of simulated annealing ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_CHAIN_H
#define MEMPLACE_LIB_SOLVER_SEARCH_CHAIN_H

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

/// One chain of changes, each accepted or not by simulated annealing. A change
/// takes some buffers with uses near each other out, and decodes them again in
/// another order or with other choices.
class Chain {
public:
  Chain(const Uses &uses, const Placement &base, const SearchOptions &options,
        uint64_t seed);

  /// Decodes all buffers in the order of urgency, by variant \p variant of
  /// the choices. One evaluation. \p shouldContinue is asked before each
  /// buffer; returns false, and changes nothing, if it says no.
  bool construct(size_t variant, const std::function<bool()> &shouldContinue);
  size_t numVariants() const { return numVariantsOf(uses.problem); }

  /// The whole program.
  Region wholeProgram() const { return {0, sites.size()}; }
  std::vector<Region> regions(size_t count, double firstShare) const {
    return sites.regions(count, firstShare);
  }

  /// Makes \p count changes of a round of \p length, around ops of \p where.
  /// `shouldContinue` is asked before each; returns how many were made.
  int64_t anneal(int64_t count, int64_t length, const Region &where,
                 const std::function<bool()> &shouldContinue);

  /// Places what is used in \p where only as \p other does, with the same base.
  /// One evaluation. Keeps it if it is faster.
  void adopt(const Incumbent &other, const Region &where);

  /// Placements simulated so far.
  int64_t numEvaluations() const { return evaluations; }
  const Incumbent &getBest() const { return best; }
  bool canMove() const { return !state.getMovables().empty(); }
  /// Whether repetitions share buffers, so that chains end far apart: which
  /// pattern a chain spreads over all of them is decided early.
  bool endsByChance() const { return repeats.hasShared(); }
  /// Goes on from \p other.
  void restartFrom(const Incumbent &other);
  /// A placement by buffer, of the same base, as an incumbent.
  Incumbent incumbentOf(const std::vector<PlacedBuffer> &placed);
  /// Plans of all buffers for an incumbent.
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
  void take(int32_t movable);
  void takeAnyway(int32_t movable);
  void takeBack();
  void mutate(int32_t movable);
  void recreate();
  void takeSome();
  void insertAll(bool isSeedFirst);
  void takeWindow(SiteId low, SiteId high);
  void insertAllBut(size_t count, double lifePower, double noise);
  void recreateWindow();
  int32_t chooseLarge(LiveRange range);
  void giveWay();
  void repeat();
  std::optional<Repetition> chooseRepetition();
  void changeStretch(const Repetition &stretch);
  void spread();
  int32_t evictDelayOf(int32_t movable, int32_t lastGroup, Step start) const;
  void insertStay(const PatternStay &stay, const Choices &own);
  /// A counterpart as it is before a change.
  struct Model {
    BufferPlan plan;
    Choices choices;
  };
  std::vector<Model> modelsOf(const std::vector<Counterpart> &pairs) const;
  void follow(int32_t movable, const BufferPlan &plan, StayId stay,
              bool isAtItsPlace);
  void followAll(const std::vector<Counterpart> &pairs,
                 const std::vector<Model> &models, bool areAtTheirPlaces);
  void sortLargestFirst(std::vector<Counterpart> &pairs) const;
  void forceIn();
  std::pair<int32_t, int32_t> chooseSpan(const Movable &movable,
                                         int32_t numGroups, int32_t here);
  LiveRange rangeOf(int32_t movable, std::pair<int32_t, int32_t> span,
                    Step lead) const;
  void takeNeighbours(SiteId low, SiteId high);
  void noteBest();

  const Uses &uses;
  const SearchOptions &options;
  const double boldness; // At least 1; more where ops are few.
  SearchState state;
  const Sites sites;
  const Repeats repeats;
  const ChoiceMutator mutator;
  Random random;
  Region region;                // Of the present round.
  std::vector<Choices> choices; // By movable.
  // Of the present change.
  std::vector<int32_t> ruined;        // Movables that were taken out.
  std::vector<Choices> choicesBefore; // By index into ruined.
  std::vector<int32_t> inTheWay;
  std::vector<std::pair<double, int32_t>> order;

  int64_t evaluations = 0;
  Incumbent best;
  std::vector<bool> isStale; // By movable: best is not what the state is.
  std::vector<int32_t> stale;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_CHAIN_H
