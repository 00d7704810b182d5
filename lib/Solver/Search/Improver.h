//===- Improver.h - Solvers on top of greedy and msa ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_IMPROVER_H
#define MEMPLACE_LIB_SOLVER_SEARCH_IMPROVER_H

#include "SearchPortfolio.h"

namespace memplace::solver::search {

/// Base class of solvers which improve on `greedy` and `msa`. The best of their
/// placements and of the given start is the value to beat; finding it does not
/// count against the budget. The derived class then searches for better
/// placements that add stays to a base: the result of `buildBasePlacement`,
/// with rolling stays if the best placement so far has some.
class Improver : public Solver {
public:
  SolveResult solve(const Problem &problem, const SolveLimits &limits) final;
  bool setWarmStart(const Solution &given) final {
    start = given;
    return true;
  }

protected:
  /// Warm start; none: no warm start.
  std::optional<Solution> start;
  /// True if the best placement so far is from a pass of `greedy` that fills
  /// the fastest tier.
  bool fillsFastTier = false;
  /// True if the base has rolling stays.
  bool hasRollingBase = false;
  const Solution &bestSoFar() const { return best; }

private:
  /// Returns the plans of the best placement found that adds stays to \p base.
  /// \p rival is the makespan to beat, seconds; the result may be slower.
  virtual std::vector<BufferPlan>
  improve(const AccessIndex &uses, const Placement &base,
          const SolveLimits &limits, double rival, StopCriterion &stop) = 0;
  /// Keeps \p solution if it is faster than all before. Returns true if so.
  bool offer(const Problem &problem, std::optional<Solution> solution);

  Solution best;
  double bestSeconds = 0;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_IMPROVER_H
