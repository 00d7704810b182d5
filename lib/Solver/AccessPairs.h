//===- AccessPairs.h - Tiers for pairs of accesses --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_ACCESSPAIRS_H
#define MEMPLACE_LIB_SOLVER_ACCESSPAIRS_H

#include "memplace/Problem/Solution.h"

namespace memplace {

/// A problem with pairs, resolved into problems without pairs.
struct ResolvedPairs {
  /// A legal placement of any of these problems is legal for the original
  /// problem: accesses in pairs have a single tier in `tiers`, chosen to obey
  /// R11. Empty if an op has no choice. Deterministic.
  std::vector<Problem> problems;
  std::string message; // If `problems` is empty: the first op without a choice.
  std::optional<Step> failedStep; // This op.
  bool isInfeasible = false;      // No choice exists for this op, proven.
};

/// Chooses tiers for the accesses in pairs, in a few ways. An op's choice keeps
/// buffers where the op before had them, and spreads new buffers over tiers.
/// \p mayCut: buffers may exceed tiers, because cuts can make them smaller.
ResolvedPairs resolvePairs(const Problem &problem, bool mayCut = false);

/// Returns the problem without pairs in which accesses in pairs have the tiers
/// that serve them in \p placement, a placement of \p problem.
Problem resolvePairsAs(const Problem &problem, const Solution &placement);

/// Returns the one of \p problems that `greedy` places best; the first if it
/// places none. \p problems must not be empty. Solves several problems each
/// without a time limit.
Problem chooseByGreedy(std::vector<Problem> problems);

} // namespace memplace

#endif // MEMPLACE_LIB_SOLVER_ACCESSPAIRS_H
