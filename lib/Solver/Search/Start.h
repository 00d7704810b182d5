//===- Start.h - Warm starts of search --------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_START_H
#define MEMPLACE_LIB_SOLVER_SEARCH_START_H

#include "../PlanningNames.h"
#include "memplace/Problem/Solution.h"

namespace memplace::solver::search {

/// Returns a warm start by buffer, on top of \p base: the placement of
/// \p solution, which must pass `verify`, unchanged if possible. If the stays
/// cannot be expressed on this base, the game plays the tiers chosen by the
/// solution.
std::vector<PlacedBuffer> placedBy(const AccessIndex &uses,
                                   const Placement &base,
                                   const Solution &solution);

/// Returns the same, but an empty vector if the stays cannot be expressed on
/// this base.
std::vector<PlacedBuffer> readPlaced(const AccessIndex &uses,
                                     const Placement &base,
                                     const Solution &solution);

/// Returns the best of \p count whole-life maps tried by plain local search, as
/// a placement. Calls \p shouldContinue from time to time with the best
/// makespan so far. Returns nothing if the callback returns false before the
/// first map.
std::optional<Solution> findWholeLifeMap(
    const Problem &problem, int64_t count, uint64_t seed,
    const std::function<bool(std::optional<double>)> &shouldContinue);

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_START_H
