//===- Advice.h - Placements from elsewhere ---------------------*- C++ -*-===//
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

/// A placement to go on from, by buffer, on top of `buildBasePlacement`.
struct Advice {
  std::vector<PlacedBuffer> placed;
  int64_t evaluations = 0; // Placements that were simulated to find it.
};

/// Is asked by a search that has found nothing better for a while: on which
/// problem, within which limits, and how many evaluations it may make. None: no
/// idea.
using Advisor = std::function<std::optional<Advice>(
    const Problem &, const SolveLimits &, int64_t evaluations)>;

/// `search`, which asks \p advisor.
std::unique_ptr<Solver> createAdvisedSearch(Advisor advisor);

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_ADVICE_H
