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
  /// lesser of \p rival and its own best makespan. After a round that found
  /// nothing better it asks \p advisor, if there is one, and searches from
  /// there too, for a short round. Returns the plans of its best.
  std::vector<BufferPlan> search(int64_t budget, double rival, Watch &watch,
                                 const Advisor &advisor = {});

  /// Makes `search` begin with this placement, by buffer, and with none of its
  /// own.
  void startFrom(const std::vector<PlacedBuffer> &placed);

  /// Evaluations so far, of all chains.
  int64_t numEvaluations() const;

private:
  void construct(int64_t budget, Watch &watch);
  void sweep(int64_t length, bool isShifted, int64_t budget, Watch &watch);
  void runRound(std::vector<std::unique_ptr<Chain>> &team,
                const Incumbent &from, int64_t length, const Region &region,
                int64_t budget, Watch &watch);
  bool shouldContinue(const Watch &watch) const;
  void takeAdvice(const Advisor &advisor, int64_t length, int64_t budget,
                  Watch &watch);

  const Uses &uses;
  const Placement &base;
  const Problem &problem;
  const SearchOptions &options;
  const uint64_t seed;
  std::vector<std::unique_ptr<Chain>> chains;
  std::vector<std::unique_ptr<Chain>> advised; // Made when first needed.
  Incumbent incumbent;
  bool isStarted = false; // By `startFrom`.
  int64_t left = 0;
  double rival = 0;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_TEAM_H
