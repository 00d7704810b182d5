//===- Team.h - Chains that search side by side -----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_TEAM_H
#define MEMPLACE_LIB_SOLVER_SEARCH_TEAM_H

#include "../Deadline.h"
#include "Advice.h"
#include "Chain.h"

#include <memory>

namespace memplace::solver::search {

/// Stops a search: by the caller's wish, by wall time, or at the proven bound.
class Watch : public Deadline {
public:
  Watch(const Problem &problem, const SolveLimits &limits);

  /// Whether nothing can be faster than \p seconds, in whole picoseconds.
  bool isAtBound(double seconds) const;
  /// A share of what is left for another solver, whose progress is reported as
  /// ours.
  SolveLimits limitsLeft(double makespan, double share = 1);

private:
  const double bound;
};

/// Chains, one for each thread, that search in rounds. In a round each goes on
/// from the best placement so far, with its own random numbers. So a result
/// depends on seed, budget and the number of chains, and on nothing else.
class Team {
public:
  Team(const Uses &uses, const Placement &base, const SearchOptions &options,
       uint64_t seed);

  /// Makes \p budget evaluations, or fewer if \p watch ends it, and reports the
  /// lesser of \p rival and its own best makespan. When it is stuck, it asks
  /// \p advisor, if there is one, and challenges its best with a search from
  /// there, which gets an eighth of what there is at most unless that finds
  /// something. Returns the plans of its best.
  std::vector<BufferPlan> search(int64_t budget, double rival, Watch &watch,
                                 const Advisor &advisor = {});

  /// Makes `search` begin with this placement, by buffer, and with none of its
  /// own.
  void startFrom(const std::vector<PlacedBuffer> &placed);

  /// Evaluations so far, of all chains.
  int64_t numEvaluations() const;

private:
  using Chains = std::vector<std::unique_ptr<Chain>>;

  /// A second search, from elsewhere.
  struct Challenger {
    Chains chains; // Made when first needed.
    Incumbent best;
    int64_t length = 0;    // Of its next round; 0: the next one begins anew.
    double share = 0.0625; // Of what was in vain, what it may do.
  };

  void construct(int64_t budget, Watch &watch);
  int searchFromStarts(int64_t budget, Watch &watch);
  void recombine(const Incumbent &other, const Watch &watch);
  Chains makeChains(uint64_t firstSeed) const;
  void sweep(const Chains &team, Incumbent &best, int64_t length,
             bool isShifted, int64_t budget, Watch &watch);
  void runRound(const Chains &team, Incumbent &best, int64_t length,
                const Region &region, int64_t budget, Watch &watch);
  bool shouldContinue(const Watch &watch) const;
  int64_t evaluationsLeft(const Watch &watch) const;
  int64_t numRegions() const;
  void challenge(const Advisor &advisor, int64_t allowance, int64_t budget,
                 Watch &watch);
  bool beginChallenge(const Advisor &advisor, Watch &watch);

  const Uses &uses;
  const Placement &base;
  const Problem &problem;
  const SearchOptions &options;
  const uint64_t seed;
  Chains chains;
  Incumbent incumbent;
  Challenger challenger;
  bool isStarted = false; // By `startFrom`.
  int64_t left = 0;
  double rival = 0;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_TEAM_H
