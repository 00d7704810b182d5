//===- Advice.h - Starts from an external advisor ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_ADVICE_H
#define MEMPLACE_LIB_SOLVER_SEARCH_ADVICE_H

#include "../PlanningNames.h"
#include "memplace/Solver/Solver.h"

namespace memplace::solver::search {

/// A placement to continue from, by buffer. Adds stays to the result of
/// `buildBasePlacement`, and therefore has no rolling stays.
struct Advice {
  std::vector<PlacedBuffer> placed;
  int64_t evaluations = 0; // Spent to find the placement.
};

/// Supplies another start to a stuck search. Takes the problem, limits, and the
/// number of evaluations the advisor may spend. Returns nothing if the advisor
/// has no placement.
using Advisor = std::function<std::optional<Advice>(
    const Problem &, const SolveLimits &, int64_t evaluations)>;

/// Creates a `search` solver with restarts from \p advisor.
std::unique_ptr<Solver> createAdvisedSearch(Advisor advisor);

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_ADVICE_H
