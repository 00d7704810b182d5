//===- Budget.h - What a solve may still spend ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_BUDGET_H
#define MEMPLACE_LIB_PACKING_BUDGET_H

#include "memplace/Packing/Pack.h"

#include <algorithm>
#include <limits>

namespace memplace::packing {

/// What a solve may still spend. Nodes are counted exactly; the clock and
/// `cancel` are looked at every few hundred nodes.
class Budget {
public:
  explicit Budget(PackLimits limits)
      : limits(limits), start(std::chrono::steady_clock::now()),
        nodesLeft(limits.nodes.value_or(std::numeric_limits<int64_t>::max())) {}

  /// Takes \p count nodes; false if there are no more, or no time.
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

  /// Whether there is no more time, or it is cancelled. Looks at the clock now.
  bool isLate() {
    look();
    return isOver;
  }
  /// Likewise, or no more nodes. For work that takes long.
  bool isSpent() { return isLate() || nodesLeft == 0; }

  /// Infinite without a limit.
  double secondsLeft() const {
    return limits.wallTime ? limits.wallTime->count() - seconds()
                           : std::numeric_limits<double>::infinity();
  }

  /// A budget of \p fraction of what is left. What it used must be spent here.
  Budget share(double fraction) const {
    PackLimits part = limits;
    if (limits.wallTime)
      part.wallTime = std::chrono::duration<double>(
          fraction * std::max(0.0, limits.wallTime->count() - seconds()));
    if (limits.nodes)
      part.nodes =
          static_cast<int64_t>(fraction * static_cast<double>(nodesLeft));
    return Budget(part);
  }

  int64_t nodesUsed() const { return used; }
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
  }
  uint64_t seed() const { return limits.seed; }

private:
  void look() {
    sinceLook = 0;
    if (limits.cancel && limits.cancel->load(std::memory_order_relaxed))
      isOver = true;
    if (limits.wallTime && seconds() >= limits.wallTime->count())
      isOver = true;
  }

  const PackLimits limits;
  const std::chrono::steady_clock::time_point start;
  int64_t nodesLeft;
  int64_t used = 0;
  int64_t sinceLook = 0;
  bool isOver = false;
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_BUDGET_H
