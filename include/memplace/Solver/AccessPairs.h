//===- AccessPairs.h - Tiers for pairs of accesses --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_SOLVER_ACCESSPAIRS_H
#define MEMPLACE_SOLVER_ACCESSPAIRS_H

#include "memplace/Problem/Solution.h"

namespace memplace {

/// Problems without pairs, in place of one with pairs.
struct ResolvedPairs {
  /// Each placement of one of these is a placement of the original problem, and
  /// obeys R11: accesses in pairs have a single tier in `tiers`. Deterministic.
  std::vector<Problem> problems;
  std::string message; // If there are none: the first op without a choice.
  bool isInfeasible = false; // No choice exists for this op, proven.
};

/// Chooses tiers for the accesses in pairs, in a few ways. An op's choice keeps
/// buffers where the op before had them, and spreads new buffers over tiers.
/// \p mayCut: buffers may exceed tiers, because cuts can make them smaller.
ResolvedPairs resolvePairs(const Problem &problem, bool mayCut = false);

/// Returns the problem without pairs in which accesses in pairs have the tiers
/// that serve them in \p placement, a placement of \p problem.
Problem resolvePairsAs(const Problem &problem, const Solution &placement);

/// Returns the one of \p problems that `greedy` places best; the first if it
/// places none. There must be one.
Problem chooseByGreedy(std::vector<Problem> problems);

} // namespace memplace

#endif // MEMPLACE_SOLVER_ACCESSPAIRS_H
