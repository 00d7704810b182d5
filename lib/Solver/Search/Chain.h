//===- Chain.h - One chain of simulated annealing ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_CHAIN_H
#define MEMPLACE_LIB_SOLVER_SEARCH_CHAIN_H

#include "SearchOptions.h"
#include "SearchState.h"

#include <functional>
#include <random>

namespace memplace::solver::search {

/// A placement by movable, and its makespan in seconds.
struct Incumbent {
  double seconds = 0;
  std::vector<PlacedBuffer> placed;
};

/// Where in the program a round makes its changes: steps with uses that may be
/// served elsewhere, by index.
struct Region {
  size_t begin = 0;
  size_t end = 0;
};

/// One way to decode everything: choices for all buffers, and what power of its
/// life a buffer's urgency is divided by.
struct Variant {
  Choices choices;
  double lifePower = 0;
};
size_t numVariantsOf(const Problem &problem);
Variant variantAt(size_t index);

/// Random numbers that are the same with each standard library.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}
  double uniform() { return static_cast<double>(engine() >> 11) * 0x1p-53; }
  /// In [0, count).
  size_t below(size_t count) {
    return static_cast<size_t>(uniform() * static_cast<double>(count));
  }
  bool chance(double probability) { return uniform() < probability; }

private:
  std::mt19937_64 engine;
};

/// One chain of changes, each accepted or not by simulated annealing. A change
/// takes some buffers with uses near each other out, and decodes them again in
/// another order or with other choices.
class Chain {
public:
  Chain(const Uses &uses, const Placement &base, const SearchOptions &options,
        uint64_t seed);

  /// Decodes all buffers in the order of urgency, by variant \p variant of
  /// the choices. One evaluation. \p goesOn is asked before each buffer;
  /// returns false, and changes nothing, if it says no.
  bool construct(size_t variant, const std::function<bool()> &goesOn);
  size_t numVariants() const { return numVariantsOf(uses.problem); }

  /// The whole program.
  Region wholeProgram() const { return {0, steps.size()}; }
  /// Cuts the program into \p count regions at most, in which about as much is
  /// to be gained, beginning with \p firstShare of one.
  std::vector<Region> regions(size_t count, double firstShare) const;

  /// Makes \p count changes of a round of \p length, around ops of \p where.
  /// `goesOn` is asked before each; returns how many were made.
  int64_t anneal(int64_t count, int64_t length, const Region &where,
                 const std::function<bool()> &goesOn);

  /// Placements simulated so far.
  int64_t numEvaluations() const { return evaluations; }
  const Incumbent &getBest() const { return best; }
  bool canMove() const { return !state.getMovables().empty(); }
  /// Goes on from \p other.
  void restartFrom(const Incumbent &other);
  /// A placement by buffer, of the same base, as an incumbent.
  Incumbent incumbentOf(const std::vector<PlacedBuffer> &placed);
  /// Plans of all buffers for an incumbent.
  std::vector<BufferPlan> plansOf(const Incumbent &incumbent);

private:
  double urgencyOf(int32_t movable, double lifePower) const;
  std::pair<int64_t, int64_t> chooseRange(int64_t center,
                                          std::initializer_list<int64_t> radii);
  void chooseRuin();
  Step chooseStep();
  int32_t chooseUser(Step step);
  void mutate(Choices &choices, int32_t movable);
  void mutateTiming(StayPolicy &policy);
  void mutateWay(Choices &choices, int32_t movable);
  std::pair<int32_t, int32_t> chooseSpan(const Movable &movable,
                                         int32_t numGroups, int32_t here);
  void recreate();
  void recreateWindow();
  void forceIn();
  void takeNeighbours(int32_t low, int32_t high);
  void insertAll(bool isSeedFirst);
  void take(int32_t movable);
  void takeBack();
  void noteBest();
  void weighUsers();

  const Uses &uses;
  const SearchOptions &options;
  const double boldness; // At least 1; more where ops are few.
  Region region;         // Of the present round.
  SearchState state;
  Random random;
  std::vector<Choices> choices;            // By movable.
  std::vector<Step> steps;                 // Those that movables use.
  std::vector<std::vector<int32_t>> users; // By index into steps.
  // Chance of each user, added up.
  std::vector<std::vector<double>> userChances;
  std::vector<std::vector<int32_t>> stepsOf; // By movable: into steps.
  std::vector<int32_t> ruined, inTheWay;
  std::vector<Choices> choicesBefore; // By index into ruined.
  std::vector<std::pair<double, int32_t>> order;
  int64_t evaluations = 0;
  Incumbent best;
  std::vector<bool> isStale; // By movable: best is not what the state is.
  std::vector<int32_t> stale;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_CHAIN_H
