//===- Improver.h - Solvers that begin with greedy and msa ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_IMPROVER_H
#define MEMPLACE_LIB_SOLVER_SEARCH_IMPROVER_H

#include "Team.h"

namespace memplace::solver::search {

/// A solver that takes the best of what `greedy` and `msa` find, and of what it
/// was given to start from, as the one to beat, outside of its budget, and then
/// looks for better ones on top of `buildBasePlacement`.
class Improver : public Solver {
public:
  SolveResult solve(const Problem &problem, const SolveLimits &limits) final;
  bool startFrom(const Solution &given) final {
    start = given;
    return true;
  }

protected:
  /// What it was given; none: nothing.
  std::optional<Solution> start;
  /// Whether the best so far is what `greedy` found by putting all that it
  /// could into the fastest tier.
  bool isNear = false;
  const Solution &bestSoFar() const { return best; }

private:
  /// Returns the plans of its best, which may be worse than \p rival, seconds.
  virtual std::vector<BufferPlan> improve(const Uses &uses,
                                          const Placement &base,
                                          const SolveLimits &limits,
                                          double rival, Watch &watch) = 0;
  /// Whether it is better than all before.
  bool offer(const Problem &problem, std::optional<Solution> solution);

  Solution best;
  double bestSeconds = 0;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_IMPROVER_H
