//===- Start.h - A given placement to search from ---------------*- C++ -*-===//
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

/// What search can go on from, by buffer, on top of \p base: the placement of
/// \p solution, which passes `verify`, as it is; or, where stays on that base
/// have no such form, what the game makes of the tiers that it chose.
std::vector<PlacedBuffer> placedBy(const Uses &uses, const Placement &base,
                                   const Solution &solution);

/// Likewise, but empty if stays on that base have no such form.
std::vector<PlacedBuffer> readPlaced(const Uses &uses, const Placement &base,
                                     const Solution &solution);

/// The best of \p count whole-life maps that plain local search tries, as a
/// placement; none if \p shouldContinue, asked now and then with the best
/// makespan so far, said no before there was one.
std::optional<Solution> findWholeLifeMap(
    const Problem &problem, int64_t count, uint64_t seed,
    const std::function<bool(std::optional<double>)> &shouldContinue);

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_START_H
