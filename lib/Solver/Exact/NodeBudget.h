//===- NodeBudget.h - Nodes that exact search may spend ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_NODEBUDGET_H
#define MEMPLACE_LIB_SOLVER_EXACT_NODEBUDGET_H

#include "../Deadline.h"
#include "../PlanningNames.h"

namespace memplace::solver::exact {

/// Nodes of the search tree, exactly so many, and the caller's limits: the time
/// is looked at with each node, since one of a large problem takes
/// milliseconds, and the caller is asked every so many.
class NodeBudget {
public:
  NodeBudget(int64_t nodes, const SolveLimits &limits)
      : nodesLeft(nodes), numAllowed(nodes), deadline(limits) {}

  /// Counts a node; false: stop now.
  bool spend(double best) {
    if (isSpent)
      return false;
    if (nodesLeft == pauseAt)
      isPaused = true;
    if (isPaused)
      return false;
    if (nodesLeft == 0 || deadline.isOver() ||
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
  /// What is left for another solver, whose progress is reported as ours. Must
  /// not outlive this budget.
  SolveLimits limitsLeft() {
    return deadline.limitsLeft([this](const SolveProgress &progress) {
      if (!isSpent && !deadline.handOn(progress))
        isSpent = true;
      return !isSpent;
    });
  }
  /// Tells the caller of the \p best makespan, seconds; false: stop now.
  bool look(double best) {
    const double fraction =
        static_cast<double>(numNodes()) / static_cast<double>(numAllowed + 1);
    const auto makespan = best < infinity ? std::optional(best) : std::nullopt;
    if (!isSpent && !deadline.report(makespan, fraction))
      isSpent = true;
    return !isSpent;
  }

private:
  static constexpr int64_t nodesPerLook = 256;

  int64_t nodesLeft;
  const int64_t numAllowed;
  Deadline deadline;
  bool isSpent = false;
  int64_t pauseAt = -1; // Nodes left.
  bool isPaused = false;
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_NODEBUDGET_H
