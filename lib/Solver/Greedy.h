//===- Greedy.h - Repeated solves by `greedy` -------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_GREEDY_H
#define MEMPLACE_LIB_SOLVER_GREEDY_H

#include "memplace/Solver/Solver.h"

namespace memplace {

/// Parameters of the best pass of `greedy`. A first pass with the parameters of
/// a similar problem gives a good estimate of the makespan at once.
struct GreedyChoice {
  /// Index of the pass's parameters among those of its kind: passes that fill
  /// the fastest tier, or passes by savings (see `fillsFastTier`).
  size_t variant = 0;
  /// By buffer: factors of its priority, above 0. Empty: unknown.
  std::vector<double> weights;
  /// Fixed part of the placement: all residencies of some buffers, from a legal
  /// solution. The other buffers have no residencies in it, and -1 serves their
  /// accesses. Empty: no part is fixed.
  std::optional<Solution> kept = {};
  /// True for a pass that fills the fastest tier (Planning/FastStays.h) instead
  /// of a pass by savings. Such passes then come first. Not with `kept`.
  bool fillsFastTier = false;
  /// Start of the search for the base of all passes: 0, or from a similar
  /// problem (see `buildBasePlacement`).
  size_t firstAttempt = 0;
};

/// Solves by `greedy`. The first pass uses \p first if it has weights. Sets
/// \p first to the parameters of the best pass, without weights if all passes
/// are slower than everything at home.
SolveResult solveGreedily(const Problem &problem, const SolveLimits &limits,
                          GreedyChoice &first);

} // namespace memplace

#endif // MEMPLACE_LIB_SOLVER_GREEDY_H
