//===- SearchPortfolio.h - Portfolio of parallel search chains --*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_SEARCHPORTFOLIO_H
#define MEMPLACE_LIB_SOLVER_SEARCH_SEARCHPORTFOLIO_H

#include "../TimeLimit.h"
#include "Advice.h"
#include "SearchChain.h"

#include <memory>

namespace memplace::solver::search {

/// Stop criterion of a search: a request of the caller, the time limit, or a
/// makespan equal to the proven bound.
class StopCriterion : public TimeLimit {
public:
  StopCriterion(const Problem &problem, const SolveLimits &limits);

  /// Returns true if the makespan \p seconds reaches the lower bound.
  bool isAtBound(double seconds) const;
  /// Returns limits for another solver: a share of the remaining time. Progress
  /// of the other solver is reported as progress of this search, with
  /// \p makespan, in seconds, as the best makespan until the other is better.
  SolveLimits limitsLeft(double makespan, double share = 1);

private:
  const double bound;
};

/// Portfolio of search chains, one per thread, in rounds. At the start of a
/// round all chains continue from the best placement, each with its own random
/// numbers. Without a time limit, a result depends only on seed, budget and
/// number of chains. A time limit ends the search after a number of evaluations
/// that depends on the machine.
class SearchPortfolio {
public:
  SearchPortfolio(const AccessIndex &uses, const Placement &base,
                  const SearchOptions &options, uint64_t seed);

  /// Spends \p budget evaluations, or fewer if \p stop ends the search. Reports
  /// the lesser of \p rival, the makespan to beat in seconds, and the best
  /// makespan of the chains. After several rounds without gain, \p advisor
  /// supplies a start for a second search, which gets at most an eighth of the
  /// budget unless it finds improvements. Returns the plans of the best
  /// placement.
  std::vector<BufferPlan> search(int64_t budget, double rival,
                                 StopCriterion &stop,
                                 const Advisor &advisor = {});

  /// Makes `search` begin with this placement, by buffer, instead of its own
  /// initial placements.
  void setWarmStart(const std::vector<PlacedBuffer> &placed);

  /// Returns the number of evaluations of all chains so far.
  int64_t numEvaluations() const;

private:
  using Chains = std::vector<std::unique_ptr<SearchChain>>;

  /// A second search from another start.
  struct Challenger {
    Chains chains; // Created on first use.
    Incumbent best;
    int64_t length = 0; // Of its next round; 0: needs a new start.
    /// Allowance of each call of `challenge`, as a share of the evaluations
    /// since the last gain. Rounds double, so the allowances add up to about an
    /// eighth of these evaluations.
    double share = 0.0625;
  };

  void construct(int64_t budget, StopCriterion &stop);
  int searchFromStarts(int64_t budget, StopCriterion &stop);
  void recombine(const Incumbent &other, const StopCriterion &stop);
  Chains makeChains(uint64_t firstSeed) const;
  void sweep(const Chains &group, Incumbent &best, int64_t length,
             bool isShifted, int64_t budget, StopCriterion &stop);
  void runRound(const Chains &group, Incumbent &best, int64_t length,
                const Region &region, int64_t budget, StopCriterion &stop);
  bool shouldContinue(const StopCriterion &stop) const;
  int64_t evaluationsLeft(const StopCriterion &stop) const;
  int64_t numRegions() const;
  void challenge(const Advisor &advisor, int64_t allowance, int64_t budget,
                 StopCriterion &stop);
  bool beginChallenge(const Advisor &advisor, StopCriterion &stop);

  const AccessIndex &uses;
  const Placement &base;
  const Problem &problem;
  const SearchOptions &options;
  const uint64_t seed;
  Chains chains;
  Incumbent incumbent;
  Challenger challenger;
  bool hasWarmStart = false; // True after `setWarmStart`.
  int64_t left = 0;          // Evaluations of the budget not yet spent.
  double rival = 0;          // Makespan to beat, seconds.
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_SEARCHPORTFOLIO_H
