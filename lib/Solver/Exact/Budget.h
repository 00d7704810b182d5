//===- Budget.h - Nodes, time, and the best placement so far ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_BUDGET_H
#define MEMPLACE_LIB_SOLVER_EXACT_BUDGET_H

#include "memplace/Solver/Solver.h"

#include <algorithm>

namespace memplace::solver::exact {

/// Nodes of the search tree, exactly so many, and the caller's limits: the time
/// is looked at with each node, since one of a large problem takes
/// milliseconds, and the caller is asked every so many.
class Budget {
public:
  Budget(int64_t nodes, const SolveLimits &limits)
      : nodesLeft(nodes), numAllowed(nodes), limits(limits),
        start(std::chrono::steady_clock::now()) {}

  /// Counts a node; false: stop now.
  bool spend(double best) {
    if (isSpent)
      return false;
    if (nodesLeft == pauseAt)
      isPaused = true;
    if (isPaused)
      return false;
    if (nodesLeft == 0 || isTimeUp() ||
        (nodesLeft % nodesPerLook == 0 && !look(best)))
      isSpent = true;
    else
      --nodesLeft;
    return !isSpent;
  }
  bool isOver() const { return isSpent || isPaused; }
  /// Acts as if it ended after so many nodes, until `resume`.
  void pauseAfter(int64_t nodes) {
    pauseAt = std::max<int64_t>(nodesLeft - nodes, -1);
  }
  /// Whether there was a pause; then there are nodes left.
  bool resume() {
    pauseAt = -1;
    const bool was = isPaused && !isSpent;
    isPaused = false;
    return was;
  }
  int64_t numNodes() const { return numAllowed - nodesLeft; }
  int64_t numLeft() const { return nodesLeft; }
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
  }
  /// What is left for another solver, whose progress is reported as ours. Must
  /// not outlive this budget.
  SolveLimits limitsLeft() {
    SolveLimits left = limits;
    if (left.wallTime)
      *left.wallTime -= std::chrono::duration<double>(seconds());
    if (limits.progress)
      left.progress = [this](const SolveProgress &progress) {
        return ask(progress);
      };
    return left;
  }
  /// Tells the caller; false: stop now.
  bool look(double best) {
    if (isTimeUp())
      isSpent = true;
    SolveProgress progress;
    progress.seconds = seconds();
    if (best < 1e300)
      progress.makespan = best;
    progress.fractionDone =
        static_cast<double>(numNodes()) / static_cast<double>(numAllowed + 1);
    return ask(progress);
  }

private:
  bool isTimeUp() const {
    return limits.wallTime && seconds() >= limits.wallTime->count();
  }
  // Who said stop is not asked again.
  bool ask(const SolveProgress &progress) {
    if (!isSpent && limits.progress && !limits.progress(progress))
      isSpent = true;
    return !isSpent;
  }

  static constexpr int64_t nodesPerLook = 256;

  int64_t nodesLeft;
  int64_t numAllowed;
  const SolveLimits &limits;
  std::chrono::steady_clock::time_point start;
  bool isSpent = false;
  int64_t pauseAt = -1; // Nodes left.
  bool isPaused = false;
};

/// The best placement so far.
struct Incumbent {
  Solution solution;
  double seconds = 1e300;

  /// Whether a placement of \p bound seconds or more is of no use: less than a
  /// billionth better is rounding.
  bool rejects(double bound) const { return bound >= seconds * (1 - 1e-9); }
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_BUDGET_H
