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
/// \p solution, which must pass `verify`, unchanged. Returns an empty vector if
/// the stays cannot be expressed on this base.
std::vector<PlacedBuffer> readPlaced(const AccessIndex &uses,
                                     const Placement &base,
                                     const Solution &solution);

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_START_H
