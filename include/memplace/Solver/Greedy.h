//===- Greedy.h - The passes of `greedy`, for who makes many ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_SOLVER_GREEDY_H
#define MEMPLACE_SOLVER_GREEDY_H

#include "memplace/Solver/Solver.h"

namespace memplace {

/// What made the best pass of `greedy` the best. For a problem that is much
/// like the one before, a pass with the same tells at once about how fast it
/// gets.
struct GreedyChoice {
  size_t variant = 0; // Of the ways to decide, of `isNear` or the others.
  /// By buffer: factors of its priority, above 0. Empty: none is known.
  std::vector<double> weights;
  /// `lowerBoundOnMakespan` of the problem, if somebody has computed it.
  std::optional<double> bound = {};
  /// What is placed already and stays so: all that a legal solution has of some
  /// buffers. Others have no residencies in it, and nothing serves their
  /// accesses (-1). Empty: nothing is.
  std::optional<Solution> kept = {};
  /// Whether it is not a pass by what each buffer saves, but one that puts all
  /// that it can into the fastest tier (memplace/Planning/NearStays.h). Such
  /// passes come first then. Not with `kept`.
  bool isNear = false;
};

/// The solver `greedy`, whose first pass is with \p first if it has weights.
/// Sets it to the choice of the best pass, without weights if all passes are
/// slower than everything at home.
SolveResult solveGreedily(const Problem &problem, const SolveLimits &limits,
                          GreedyChoice &first);

} // namespace memplace

#endif // MEMPLACE_SOLVER_GREEDY_H
