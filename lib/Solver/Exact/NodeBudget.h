//===- NodeBudget.h - Node budget of the exact search -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_NODEBUDGET_H
#define MEMPLACE_LIB_SOLVER_EXACT_NODEBUDGET_H

#include "../PlanningNames.h"
#include "../TimeLimit.h"

namespace memplace::solver::exact {

/// Budget of search nodes, together with the caller's limits. Checks the time
/// at each node, since a node of a large problem takes milliseconds, and
/// reports progress every `nodesPerLook` nodes.
class NodeBudget {
public:
  NodeBudget(int64_t nodes, const SolveLimits &limits)
      : nodesLeft(nodes), numAllowed(nodes), timeLimit(limits) {}

  /// Counts a node. Returns false if the search must stop.
  bool spend(double best) {
    if (isSpent)
      return false;
    if (nodesLeft == pauseAt)
      isPaused = true;
    if (isPaused)
      return false;
    if (nodesLeft == 0 || timeLimit.isOver() ||
        (nodesLeft % nodesPerLook == 0 && !reportProgress(best)))
      isSpent = true;
    else
      --nodesLeft;
    return !isSpent;
  }
  bool isOver() const { return isSpent || isPaused; }
  /// Pretends that the budget ends after \p nodes further nodes, until
  /// `resume`.
  void pauseAfter(int64_t nodes) {
    pauseAt = std::max<int64_t>(nodesLeft - nodes, -1);
  }
  /// Ends a pause. Returns true if the search was paused; nodes remain in this
  /// case.
  bool resume() {
    pauseAt = -1;
    const bool was = isPaused && !isSpent;
    isPaused = false;
    return was;
  }
  int64_t numNodes() const { return numAllowed - nodesLeft; }
  int64_t numLeft() const { return nodesLeft; }
  /// Returns limits for another solver, whose progress is reported as progress
  /// of this search. The result must not outlive this budget.
  SolveLimits limitsLeft() {
    return timeLimit.limitsLeft([this](const SolveProgress &progress) {
      if (!isSpent && !timeLimit.forwardProgress(progress))
        isSpent = true;
      return !isSpent;
    });
  }
  /// Reports the \p best makespan, seconds, to the caller. Returns false if the
  /// search must stop.
  bool reportProgress(double best) {
    const double fraction =
        static_cast<double>(numNodes()) / static_cast<double>(numAllowed + 1);
    const auto makespan = best < infinity ? std::optional(best) : std::nullopt;
    if (!isSpent && !timeLimit.report(makespan, fraction))
      isSpent = true;
    return !isSpent;
  }

private:
  static constexpr int64_t nodesPerLook = 256;

  int64_t nodesLeft;
  const int64_t numAllowed;
  TimeLimit timeLimit;
  bool isSpent = false;
  int64_t pauseAt = -1; // Number of nodes left at the pause.
  bool isPaused = false;
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_NODEBUDGET_H
