//===- PackPart.cpp - Packing what is connected in time -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackPart.h"

#include "Exact.h"
#include "Fit.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::packing;

void PartResult::offer(const Items &items, std::vector<Offset> fresh,
                       std::string_view by) {
  int64_t freshPeak = peakOf(items, fresh);
  if (freshPeak >= peak)
    return;
  peak = freshPeak;
  offsets = std::move(fresh);
  packer = by;
}

void packing::packByPortfolio(Workspace &workspace, int64_t goal,
                              Budget &budget, PartResult &result) {
  const Items &items = workspace.items;
  for (const Packer &packer : portfolio()) {
    if (result.peak <= goal)
      return;
    if (!items.fixed.empty() && !packer.takesFixed)
      continue;
    if (packer.isSlow && !isAffordable(items))
      continue;
    // Out of time, any packing is better than none.
    if (result.peak != unreachable && budget.isSpent())
      return;
    result.offer(items, packer.pack(workspace, result.peak - 1), packer.name);
  }
}

/// Restarts with ever more nodes, up to \p nodes together: whether an order
/// works shows early, and most do not.
static Verdict searchExactly(ExactSearch &search, int64_t capacity,
                             int64_t nodes, double firstShare,
                             Budget &budget) {
  double share = firstShare;
  for (int which = 0; nodes > 0; ++which) {
    const int64_t own = std::min(static_cast<int64_t>(share), nodes);
    Verdict verdict = search.run(capacity, which, own, budget);
    if (verdict != Verdict::Spent || budget.isSpent())
      return verdict;
    nodes -= own;
    constexpr double growth = 1.03;
    share *= growth;
  }
  return Verdict::Spent;
}

/// Tries \p capacity, and notes what comes of it.
static void tryCapacity(ExactSearch &search, const Items &items,
                        int64_t capacity, int64_t nodes, Budget &budget,
                        PartResult &result) {
  const double firstShare = 1.25 * items.numItems + 16;
  switch (searchExactly(search, capacity, nodes, firstShare, budget)) {
  case Verdict::Found:
    result.offer(items, search.offsets(), "exact");
    break;
  case Verdict::Impossible:
    result.bound = std::max(result.bound, capacity + 1);
    break;
  case Verdict::Spent:
    break;
  }
}

/// Exact search for the least peak: from below to prove, from above to find,
/// in turn, each time with more nodes.
static void minimiseExactly(const Items &items, int64_t goal, Budget &budget,
                            PartResult &result) {
  ExactSearch search(items);
  const int64_t step = granularity(items);
  // Peaks are multiples of the step.
  auto roundUp = [&](int64_t bytes) { return alignUp(bytes, step); };
  result.bound = roundUp(result.bound);
  for (int64_t nodes = 64 * static_cast<int64_t>(items.numItems);; nodes *= 2) {
    const int64_t low = std::max(goal, result.bound);
    for (int64_t capacity :
         {low, roundUp(low + (result.peak - low) / 2), result.peak - step}) {
      if (result.peak <= std::max(goal, result.bound) || budget.isSpent())
        return;
      if (capacity >= result.bound && capacity < result.peak)
        tryCapacity(search, items, capacity, nodes, budget, result);
      result.bound = roundUp(result.bound);
    }
  }
}

void packing::improve(Workspace &workspace, int64_t goal, int64_t limit,
                      Budget &budget, PartResult &result) {
  const Items &items = workspace.items;
  if (items.hasWindows || !ExactState::isAffordable(items))
    return;
  if (limit == unreachable)
    return minimiseExactly(items, goal, budget, result);
  ExactSearch search(items);
  tryCapacity(search, items, limit, unreachable, budget, result);
}
