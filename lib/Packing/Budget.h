//===- Budget.h - Remaining budget of a solve -------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_BUDGET_H
#define MEMPLACE_LIB_PACKING_BUDGET_H

#include "memplace/Packing/Pack.h"
#include "memplace/Problem/StopToken.h"

#include <algorithm>

namespace memplace::packing {

/// Remaining budget of a solve. Nodes are counted exactly; the clock and
/// `cancel` are checked every few hundred nodes.
class Budget {
public:
  explicit Budget(PackLimits limits)
      : limits(limits), token(limits.timeLimit, limits.cancel),
        nodesLeft(limits.nodes.value_or(std::numeric_limits<int64_t>::max())) {}

  /// Spends \p count nodes. Returns false if nodes or time are exhausted.
  bool spend(int64_t count = 1) {
    if (nodesLeft < count)
      isOver = true;
    if (isOver)
      return false;
    nodesLeft -= count;
    used += count;
    sinceLook += count;
    if (sinceLook >= 256)
      look();
    return !isOver;
  }

  /// Returns true if time is exhausted, the solve is cancelled, or a `spend`
  /// has failed. Reads the clock.
  bool isTimedOut() {
    look();
    return isOver;
  }
  /// Returns true if time or nodes are exhausted. For long pieces of work.
  bool isSpent() { return isTimedOut() || nodesLeft == 0; }

  /// Returns true if time is exhausted or the solve is cancelled. Reads the
  /// clock.
  bool isLate() { return token.isOver(); }

  /// Returns a budget with \p fraction of the rest, and at most \p maxNodes
  /// nodes. Spend its used nodes here afterwards.
  Budget share(double fraction,
               std::optional<int64_t> maxNodes = std::nullopt) const {
    PackLimits part = limits;
    if (limits.timeLimit)
      part.timeLimit = std::chrono::duration<double>(
          fraction * std::max(0.0, token.secondsLeft()));
    if (limits.nodes)
      part.nodes =
          static_cast<int64_t>(fraction * static_cast<double>(nodesLeft));
    if (maxNodes)
      part.nodes = std::min(part.nodes.value_or(*maxNodes), *maxNodes);
    return Budget(part);
  }

  int64_t nodesUsed() const { return used; }
  uint64_t seed() const { return limits.seed; }

private:
  void look() {
    sinceLook = 0;
    isOver |= token.isOver();
  }

  const PackLimits limits;
  StopToken token;
  int64_t nodesLeft;
  int64_t used = 0;
  int64_t sinceLook = 0;
  bool isOver = false;
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_BUDGET_H
